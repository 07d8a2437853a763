// Reads the system recording of a real run and compares it with counts that this file takes from
// the records in its own way.

#include "profiler/trace/vocabulary.h"
#include "tests/corpus/neuron_captures.h"

#include <cstdint>
#include <cstring>
#include <map>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace nscope {
namespace {

/// The fields of a message by number; a decoder of its own, for files without damage.
struct PlainMessage {
  std::map<std::uint64_t, std::vector<std::uint64_t>> numbers;
  std::map<std::uint64_t, std::vector<std::string>> texts;

  explicit PlainMessage(const std::string& bytes) {
    std::size_t at = 0;
    const auto varint = [&] {
      std::uint64_t value = 0;
      for (int shift = 0;; shift += 7) {
        const auto byte = static_cast<unsigned char>(bytes.at(at++));
        value |= std::uint64_t{byte & 0x7fu} << shift;
        if (byte < 0x80) return value;
      }
    };
    while (at < bytes.size()) {
      const std::uint64_t tag = varint();
      if ((tag & 7) == 0) {
        numbers[tag >> 3].push_back(varint());
      } else if ((tag & 7) == 2) {
        const std::uint64_t size = varint();
        texts[tag >> 3].push_back(bytes.substr(at, size));
        at += size;
      } else {
        numbers[tag >> 3].push_back(0);
        at += (tag & 7) == 5 ? 4 : 8;
      }
    }
  }
  std::uint64_t number(std::uint64_t field) const {
    return numbers.contains(field) ? numbers.at(field)[0] : 0;
  }
  std::string text(std::uint64_t field) const {
    return texts.contains(field) ? texts.at(field)[0] : std::string();
  }
};

std::vector<PlainMessage> records_of(const std::string& file) {
  std::vector<PlainMessage> records;
  for (std::size_t at = 0; at < file.size();) {
    std::uint32_t size = 0;
    std::memcpy(&size, file.data() + at, sizeof(size));
    records.emplace_back(file.substr(at + sizeof(size), size));
    at += sizeof(size) + size;
  }
  return records;
}

struct NameTotals {
  int spans = 0;
  std::int64_t duration = 0;
  std::int64_t bytes = 0;  ///< sum of the attribute "size"

  bool operator==(const NameTotals&) const = default;
};

class RecordingCorpus : public CorpusTest {
 protected:
  static constexpr const char* kFolder = "captures_2026/neuron_moe/run_dir";

  static std::string text(const char* name) {
    return corpus_text(std::string(kFolder) + "/" + name);
  }
  static std::shared_ptr<const Trace> open(const std::string& name) {
    TaskControl control;
    auto trace =
        importers::open_run(std::vector<std::string>{corpus_path(name).string()}, {}, control);
    EXPECT_TRUE(trace) << to_string(trace.error());
    return trace ? *trace : nullptr;
  }

  /// Totals by name, counted from the records.
  static std::map<std::string, NameTotals> expected() {
    std::map<std::uint64_t, std::string> names;
    const PlainMessage info(text("trace_info.pb"));
    for (const std::string& table : info.texts.at(10)) {
      const PlainMessage content(table);
      if (content.text(1) != "ntrace_inspect_type") continue;
      for (const std::string& entry : content.texts.at(2)) {
        names[PlainMessage(entry).number(1)] = PlainMessage(entry).text(2);
      }
    }
    std::map<std::string, NameTotals> totals;
    std::map<std::uint64_t, std::int64_t> starts;
    for (const PlainMessage& record : records_of(text("ntrace.pb"))) {
      NameTotals& total = totals[names.at(record.number(7))];
      const auto time = static_cast<std::int64_t>(record.number(2));
      if (record.number(14) == 1) starts[record.number(15)] = time;
      if (record.number(14) == 2) total.duration += time - starts.at(record.number(15));
      if (record.number(14) != 2) ++total.spans;
      if (!record.texts.contains(12)) continue;
      for (const std::string& attribute : record.texts.at(12)) {
        const PlainMessage pair(attribute);
        if (pair.text(1) == "size") total.bytes += std::stoll(pair.text(2));
      }
    }
    return totals;
  }
};

TEST_F(RecordingCorpus, TotalsPerNameAreThoseOfTheRecords) {
  const auto trace = open(std::string(kFolder) + "/ntrace.pb");
  ASSERT_TRUE(trace);
  std::map<std::string, NameTotals> found;
  const StringId size = trace->strings().find("size");
  int spans = 0;
  for (const Track& track : trace->tracks()) {
    for (std::size_t row = 0; row < track.slices.size(); ++row) {
      NameTotals& total = found[std::string(trace->text(track.slices.name[row]))];
      ++total.spans;
      ++spans;
      total.duration += track.slices.duration[row];
      total.bytes += trace->arg_integer(Trace::slice_id(track, row), size);
    }
  }
  const auto wanted = expected();
  EXPECT_EQ(found.size(), wanted.size());
  for (const auto& [name, total] : wanted) {
    EXPECT_EQ(found[name].spans, total.spans) << name;
    EXPECT_EQ(found[name].duration, total.duration) << name;
    EXPECT_EQ(found[name].bytes, total.bytes) << name;
  }
  EXPECT_EQ(spans, 837 + 2) << "spans and sync points";
  std::map<std::string, std::int64_t> diagnostics;
  for (const Diagnostic& diagnostic : trace->diagnostics()) {
    diagnostics[diagnostic.code] = diagnostic.count;
  }
  // kmgr_exec_core starts inside of nrt_model_submit and ends after it.
  EXPECT_EQ(diagnostics, (std::map<std::string, std::int64_t>{{"overlapping_slices", 1},
                                                              {"return_code_unknown", 8}}));
  std::printf("compared %zu names, %d spans and points\n", wanted.size(), spans);
}

TEST_F(RecordingCorpus, EverySampleAndEveryChangeOfMemoryIsThere) {
  const auto trace = open(std::string(kFolder) + "/trace_info.pb");
  ASSERT_TRUE(trace);
  std::map<std::string, std::size_t> samples;
  for (const Track& track : trace->tracks()) {
    if (track.counters.size() == 0) continue;
    const std::string parent(trace->text(trace->track(track.parent).name));
    const std::string name(trace->text(track.name));
    if (parent == "CPU") samples["cpu"] += track.counters.size();
    if (name == "Host memory used") samples["memory"] += track.counters.size();
    if (parent.find("account") != std::string::npos && name == "Total") {
      samples["hbm"] += track.counters.size();
      ++samples["accounts"];
    }
    // Of the totals, the same part was allocated before the recording by every account.
    if (name == "allocated before the recording") {
      EXPECT_EQ(track.counters.value[track.counters.size() - 1], 1'745'672.0) << parent;
    }
  }
  EXPECT_EQ(samples["cpu"], records_of(text("cpu_util.pb")).size());
  EXPECT_EQ(samples["memory"], records_of(text("host_mem.pb")).size());
  const auto wanted = expected();
  // One allocation and one release are of memory of the host.
  EXPECT_EQ(samples["hbm"], static_cast<std::size_t>(wanted.at("nrt_dma_mem_alloc").spans +
                                                     wanted.at("nrt_dma_mem_dealloc").spans - 2));
  EXPECT_EQ(samples["accounts"], 8u) << "four logical cores of two physical cores";
}

TEST_F(RecordingCorpus, TheCaptureOfAnotherProcessIsKeptApart) {
  const auto trace = open(kFolder);
  ASSERT_TRUE(trace);
  EXPECT_EQ(trace->property_text("part1.label"), "runtime");
  EXPECT_EQ(trace->property_text("part2.offset_from"), "assumed");
  int said = 0;
  for (const Diagnostic& diagnostic : trace->diagnostics()) {
    if (diagnostic.code != "capture_of_another_process") continue;
    ++said;
    EXPECT_NE(diagnostic.example.english().find("process 723577"), std::string::npos);
    EXPECT_NE(diagnostic.example.english().find("process 713479"), std::string::npos);
  }
  EXPECT_EQ(said, 1);
}

}  // namespace
}  // namespace nscope
