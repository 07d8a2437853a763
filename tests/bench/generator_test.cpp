// The generator feeds benchmarks and large tests: what it claims to have written
// must be what a reader finds.
#include "importers/shared/importer.h"
#include "tests/bench/make_trace.h"

#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <string>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <zlib.h>

namespace nscope::bench {
namespace {

constexpr RunSpec kSmall{.slices = 12'345, .cores = 3, .seed = 7};

/// A file name of its own for each test; removed at the end.
class Generator : public testing::Test {
 protected:
  ~Generator() override { std::filesystem::remove_all(path_); }

  RunCounts write(std::string_view format, const RunSpec& spec = kSmall) {
    const auto found = find_trace_format(format);
    EXPECT_TRUE(found);
    const auto counts = (*found)->write(spec, path_);
    EXPECT_TRUE(counts) << to_string(counts.error());
    return counts.value_or(RunCounts{});
  }

  std::string content() const {
    std::ifstream in(path_, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }

  std::shared_ptr<const Trace> open() const {
    TaskControl control;
    const auto trace = importers::open_run(std::array{path_}, {}, control);
    EXPECT_TRUE(trace) << to_string(trace.error());
    return trace.value_or(nullptr);
  }

  const std::string path_ =
      (std::filesystem::temp_directory_path() /
       ("generator_test_" +
        std::string(testing::UnitTest::GetInstance()->current_test_info()->name())))
          .string();
};

std::int64_t sample_count(const Trace& trace) {
  std::int64_t samples = 0;
  for (const Track& track : trace.tracks()) {
    samples += static_cast<std::int64_t>(track.counters.size());
  }
  return samples;
}

TEST_F(Generator, RunHasItsShape) {
  SyntheticRun run(kSmall);
  RunGroup group;
  std::map<std::pair<int, int>, std::int64_t> engine_end;
  std::map<int, std::int64_t> producer;
  std::int64_t slices = 0;
  while (run.next(group)) {
    slices += 1 + static_cast<std::int64_t>(group.instructions.size());
    auto& end = engine_end[{group.core, group.engine}];
    EXPECT_GE(group.start, end) << "operators of one engine overlap";
    end = group.start + group.duration;
    std::int64_t inner = group.start;
    for (const RunInstruction& instruction : group.instructions) {
      EXPECT_GE(instruction.start, inner);
      EXPECT_GT(instruction.duration, 0);
      inner = instruction.start + instruction.duration;
    }
    EXPECT_LE(inner, end) << "an instruction reaches out of its operator";
    if (group.flow_in != 0) {
      EXPECT_GT(group.start, producer[group.core]);
    }
    if (group.flow_out != 0) producer[group.core] = group.start;
  }
  EXPECT_EQ(slices, kSmall.slices);
  EXPECT_EQ(run.counts().slices, kSmall.slices);
  EXPECT_EQ(run.counts().flows, 617);  // one per 20 slices, all but the last connected
  EXPECT_NEAR(static_cast<double>(run.counts().samples), 2.0 * 12'345 / 50, 6);
  EXPECT_EQ(engine_end.size(), 3u * kEngines);
}

TEST_F(Generator, DeepRunNestsEachInstructionInTheOneBefore) {
  const RunCounts counts = write("session", {.slices = 6'100, .cores = 1, .depth = 60});
  EXPECT_EQ(counts.slices, 6'100);
  const auto trace = open();
  ASSERT_NE(trace, nullptr);
  EXPECT_EQ(trace->slice_count(), 6'100u);
  std::size_t deep = 0;
  for (const Track& track : trace->tracks()) {
    if (track.kind != TrackKind::kEngine) continue;
    EXPECT_EQ(track.max_depth, 59) << trace->text(track.name);
    ++deep;
  }
  EXPECT_EQ(deep, std::size_t{kEngines});
}

TEST_F(Generator, SameSpecSameBytes) {
  write("chrome");
  const std::string first = content();
  write("chrome");
  EXPECT_TRUE(content() == first);
  write("chrome", {.slices = kSmall.slices, .cores = kSmall.cores, .seed = 8});
  EXPECT_FALSE(content() == first);
}

TEST_F(Generator, ChromeJsonHoldsWhatWasCounted) {
  const RunCounts counts = write("chrome");
  std::map<std::string, std::int64_t> phases;
  const auto document = nlohmann::json::parse(content());
  for (const auto& event : document.at("traceEvents")) {
    ++phases[event.at("ph").get<std::string>()];
  }
  EXPECT_EQ(phases["X"], counts.slices);
  EXPECT_EQ(phases["C"], counts.samples);
  EXPECT_EQ(phases["f"], counts.flows);
  EXPECT_LE(phases["s"] - phases["f"], kSmall.cores);
  EXPECT_EQ(phases["M"], kSmall.cores * (1 + kEngines) + 1);
}

TEST_F(Generator, GzipIsTheSameText) {
  write("chrome");
  const std::string plain = content();
  write("chrome-gz");
  EXPECT_LT(std::filesystem::file_size(path_), plain.size() / 4);
  const gzFile file = gzopen(path_.c_str(), "rb");
  ASSERT_NE(file, nullptr);
  std::string text(plain.size() + 1, '\0');
  EXPECT_EQ(gzread(file, text.data(), static_cast<unsigned>(text.size())),
            static_cast<int>(plain.size()));
  gzclose(file);
  text.resize(plain.size());
  EXPECT_TRUE(text == plain);
}

/// The top-level fields of a protobuf file: (field, content).
std::map<std::uint64_t, std::int64_t> packet_kinds(const std::string& file) {
  std::map<std::uint64_t, std::int64_t> kinds;
  std::size_t at = 0;
  const auto varint = [&] {
    std::uint64_t value = 0;
    for (int shift = 0;; shift += 7) {
      const auto byte = static_cast<unsigned char>(file.at(at++));
      value |= static_cast<std::uint64_t>(byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
  };
  while (at < file.size()) {
    EXPECT_EQ(varint(), 1u << 3 | 2) << "a packet at byte " << at;
    const std::size_t end = varint() + at;
    while (at < end) {
      const std::uint64_t tag = varint();
      ++kinds[tag >> 3];
      const std::uint64_t value = varint();  // of a number, or the length of content
      if ((tag & 7) == 2) at += value;
    }
    EXPECT_EQ(at, end);
  }
  return kinds;
}

TEST_F(Generator, PerfettoHoldsWhatWasCounted) {
  const RunCounts counts = write("perfetto");
  const auto kinds = packet_kinds(content());
  EXPECT_EQ(kinds.at(11), counts.slices * 2 + counts.samples) << "track events";
  EXPECT_EQ(kinds.at(60), kSmall.cores * (1 + kEngines + 2)) << "track descriptors";
  EXPECT_EQ(kinds.at(12), 7 + static_cast<std::int64_t>(run_names().size()) + 3) << "names";
}

TEST_F(Generator, SessionHoldsWhatWasCounted) {
  const RunCounts counts = write("session");
  const auto trace = open();
  ASSERT_TRUE(trace);
  EXPECT_EQ(static_cast<std::int64_t>(trace->slice_count()), counts.slices);
  EXPECT_EQ(static_cast<std::int64_t>(trace->flows().size()), counts.flows);
  EXPECT_EQ(sample_count(*trace), counts.samples);
  for (const Track& track : trace->tracks()) EXPECT_LE(track.max_depth, 1);
}

std::int64_t device_slices(const Trace& trace) {
  std::int64_t slices = 0;
  for (const Track& track : trace.tracks()) {
    if (track.kind != TrackKind::kEngine && track.kind != TrackKind::kDmaQueue) continue;
    slices += static_cast<std::int64_t>(track.slices.size());
  }
  return slices;
}

TEST_F(Generator, NtffHoldsWhatWasCounted) {
  const RunCounts counts = write("ntff");
  EXPECT_NEAR(static_cast<double>(counts.slices), 12'345, 300);
  const auto trace = open();
  ASSERT_TRUE(trace);
  EXPECT_EQ(device_slices(*trace), counts.slices);
}

TEST_F(Generator, NeuronJsonHoldsWhatWasCounted) {
  const RunCounts counts = write("neuron-json");
  const auto trace = open();
  ASSERT_TRUE(trace);
  EXPECT_EQ(device_slices(*trace), counts.slices);
  for (const Diagnostic& diagnostic : trace->diagnostics()) {
    EXPECT_NE(diagnostic.severity, Severity::kError)
        << diagnostic.code << diagnostic.example.english();
  }
}

TEST_F(Generator, GpuFormatsHoldWhatWasCounted) {
  for (const std::string_view format : {"nsight", "xplane"}) {
    const RunCounts counts = write(format);
    const auto trace = open();
    ASSERT_TRUE(trace) << format;
    EXPECT_EQ(static_cast<std::int64_t>(trace->slice_count()), counts.slices) << format;
    EXPECT_EQ(static_cast<std::int64_t>(trace->flows().size()), counts.flows) << format;
    EXPECT_EQ(sample_count(*trace), counts.samples) << format;
  }
}

TEST_F(Generator, RecordingHoldsWhatWasCounted) {
  const RunCounts counts = write("recording");
  EXPECT_NEAR(static_cast<double>(counts.slices), 12'345, 100);
  const auto trace = open();
  ASSERT_TRUE(trace);
  EXPECT_EQ(static_cast<std::int64_t>(trace->slice_count()), counts.slices);
  EXPECT_TRUE(trace->diagnostics().empty()) << trace->diagnostics()[0].example.english();
}

TEST_F(Generator, MonitorLinesAreJson) {
  const RunCounts counts = write("monitor");
  std::istringstream lines(content());
  std::int64_t readings = 0;
  for (std::string line; std::getline(lines, line);) {
    const auto report = nlohmann::json::parse(line);
    readings += static_cast<std::int64_t>(
        report
            .at("/neuron_runtime_data/0/report/neuroncore_counters/neuroncores_in_use"_json_pointer)
            .size());
  }
  EXPECT_EQ(readings, counts.samples);
}

TEST_F(Generator, UnwritableFileIsAnError) {
  const auto format = find_trace_format("chrome");
  const auto counts = (*format)->write(kSmall, path_ + "/no folder/run.json");
  ASSERT_FALSE(counts);
  EXPECT_EQ(counts.error().code, ErrorCode::kIo);
  EXPECT_FALSE(find_trace_format("no such format"));
}

}  // namespace
}  // namespace nscope::bench
