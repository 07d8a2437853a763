// Every Kineto and Chrome sample of the corpus, imported and counted against
// another reading of the same file; and every capture of the corpus exported as
// Chrome JSON and read again.
#include "profiler/base/files/inflate.h"
#include "profiler/base/json.h"
#include "profiler/trace/vocabulary.h"
#include "tests/corpus/captures_come_back.h"
#include "tests/unit/importers_chrome_json/round_trip.h"

#include <algorithm>
#include <iostream>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace nscope {
namespace {

using KinetoCorpus = CorpusTest;
using ChromeCorpus = CorpusTest;

std::vector<std::string> samples(const std::string& folder) {
  std::vector<std::string> files;
  const std::filesystem::path root = corpus_path("captures/" + folder);
  for (const auto& entry : std::filesystem::recursive_directory_iterator(root)) {
    if (entry.is_regular_file()) files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

std::string text_of(const std::string& path) {
  const auto file = ByteSource::open(path);
  if (!file) return {};
  if (!is_gzip(file->head())) return std::string(file->text());
  auto stream = InflateStream::open(*file);
  std::string text;
  std::vector<std::byte> buffer(1 << 20);
  while (stream) {
    const auto n = stream->read(buffer);
    if (!n || *n == 0) break;
    text.append(reinterpret_cast<const char*>(buffer.data()), *n);
  }
  return text;
}

std::string id_text(const Json& event, const char* key) {
  const auto it = event.find(key);
  if (it == event.end()) return {};
  return it->is_string() ? it->get<std::string>() : it->dump();
}

/// Nanoseconds; exact for the corpus, whose times have three decimals.
std::int64_t ns_of(const Json& time) {
  if (time.is_number_integer()) return time.get<std::int64_t>() * 1000;
  return std::llround(time.get<long double>() * 1000);
}

/// What a file holds, counted by another parser.
struct Count {
  std::map<std::string, std::size_t> phases;
  std::map<std::string, std::pair<std::size_t, std::int64_t>> slices;  // by name: count, duration
  std::size_t args = 0;   ///< top-level members of args of slices
  std::size_t flows = 0;  ///< ends whose start is in the file, and launches without a flow
};

std::string correlation_of(const Json& event) {
  const auto args = event.find("args");
  const std::string number = args == event.end() ? "" : id_text(*args, "correlation");
  return number == "0" ? "" : number;
}

/// Kernels, copies and fills whose call has the same correlation, but from which no flow starts.
std::size_t launches_without_flow(const Json& events) {
  std::set<std::string> calls;
  for (const Json& event : events) {
    const std::string category = id_text(event, "cat");
    if (category.ends_with("_runtime") || category.ends_with("_driver")) {
      calls.insert(correlation_of(event));
    }
  }
  for (const Json& event : events) {
    if (event.at("ph") == "s" && id_text(event, "cat") == "ac2g") calls.erase(id_text(event, "id"));
  }
  calls.erase("");
  return static_cast<std::size_t>(std::count_if(events.begin(), events.end(), [&](const Json& e) {
    const std::string category = id_text(e, "cat");
    const bool work = category == "kernel" || category == "gpu_memcpy" || category == "gpu_memset";
    return work && e.at("ph") == "X" && calls.contains(correlation_of(e));
  }));
}

Count count_file(const Json& document) {
  Count count;
  const Json& events = document.is_array() ? document : document.at("traceEvents");
  std::set<std::tuple<std::string, std::string, std::string>> starts;
  const auto flow = [](const Json& event) {
    return std::tuple(id_text(event, "id"), id_text(event, "cat"), id_text(event, "name"));
  };
  for (const Json& event : events) {
    if (event.at("ph") == "s") starts.insert(flow(event));
  }
  for (const Json& event : events) {
    const auto phase = event.at("ph").get<std::string>();
    ++count.phases[phase];
    if (phase == "f" && starts.contains(flow(event))) ++count.flows;
    if (phase != "X" && phase != "i") continue;
    auto& slice = count.slices[event.at("name").get<std::string>()];
    ++slice.first;
    if (phase == "X") slice.second += ns_of(event.at("dur"));
    if (event.contains("args")) {
      for (const Json& arg : event.at("args")) count.args += arg.is_null() ? 0 : 1;
    }
  }
  count.flows += launches_without_flow(events);
  return count;
}

TEST_F(KinetoCorpus, NoEventIsDropped) {
  const auto files = samples("kineto");
  ASSERT_FALSE(files.empty());
  for (const std::string& path : files) {
    SCOPED_TRACE(path);
    const auto document = parse_json(text_of(path), path);
    ASSERT_TRUE(document) << to_string(document.error());
    Count expected = count_file(*document);
    const auto trace = read_chrome_file(path);
    ASSERT_NE(trace, nullptr);

    std::map<std::string, std::pair<std::size_t, std::int64_t>> slices;
    std::size_t args = 0;
    std::size_t counters = 0;
    const StringId category = trace->strings().find("cat");
    const StringId scope = trace->strings().find("scope");
    for (const Track& track : trace->tracks()) {
      counters += track.counters.size();
      for (std::size_t row = 0; row < track.slices.size(); ++row) {
        auto& slice = slices[std::string(trace->text(track.slices.name[row]))];
        ++slice.first;
        slice.second += track.slices.duration[row];
        for (const Arg& arg : trace->args_of(Trace::slice_id(track, row))) {
          args += arg.key != category && arg.key != scope ? 1 : 0;
        }
      }
    }
    EXPECT_EQ(trace->slice_count(), expected.phases["X"] + expected.phases["i"]);
    EXPECT_EQ(counters, expected.phases["C"]);
    EXPECT_EQ(slices, expected.slices);
    EXPECT_EQ(args, expected.args);
    EXPECT_EQ(trace->flows().size(), expected.flows);
    std::string phases;
    for (const auto& [phase, events] : expected.phases) {
      phases += fmt::format(" {} {}", events, phase);
    }
    std::cout << "  " << std::filesystem::path(path).filename().string() << ":" << phases << " -> "
              << trace->slice_count() << " slices, " << counters << " counter samples, "
              << trace->flows().size() << " flows, " << args << " properties, "
              << trace->tracks().size() << " tracks\n";
    for (const Diagnostic& diagnostic : trace->diagnostics()) {
      std::cout << "    " << diagnostic.code << " x" << diagnostic.count << ": "
                << diagnostic.example.english() << "\n";
      EXPECT_TRUE(
          diagnostic.code == "flow_without_start" || diagnostic.code == "overlapping_slices" ||
          diagnostic.code == "flow_without_slice" || diagnostic.code == "launch_by_correlation" ||
          diagnostic.code == "host_thread_on_gpu")
          << diagnostic.code;
    }
  }
}

// The other ends of Kineto's arrows carry the same correlation as their slices: an
// independent statement of which slices an arrow connects.
TEST_F(KinetoCorpus, ArrowsConnectTheSlicesOfOneCorrelation) {
  const auto files = samples("kineto");
  ASSERT_FALSE(files.empty());
  std::size_t checked = 0;
  for (const std::string& path : files) {
    SCOPED_TRACE(path);
    const auto trace = read_chrome_file(path);
    const StringId correlation = trace->strings().find("correlation");
    std::size_t wrong = 0;
    for (const Flow& flow : trace->flows()) {
      if (trace->text(flow.kind) != "ac2g") continue;
      const auto from = trace->arg(flow.from, correlation);
      const auto to = trace->arg(flow.to, correlation);
      if (!from || !to) continue;
      ++checked;
      wrong += *from != *to ? 1 : 0;
    }
    EXPECT_EQ(wrong, 0u);
  }
  std::cout << "  " << checked << " arrows checked by their correlation\n";
  EXPECT_GT(checked, 1'000u);
}

TEST_F(KinetoCorpus, RanksAndClocksAreKnown) {
  const auto files = samples("kineto/multirank");
  ASSERT_FALSE(files.empty());
  ASSERT_EQ(files.size(), 2u);
  for (std::size_t rank = 0; rank < 2; ++rank) {
    const auto trace = read_chrome_file(files[rank]);
    EXPECT_EQ(trace->property_number("rank"), static_cast<double>(rank));
    EXPECT_EQ(trace->property_number("distributedInfo.world_size"), 128.0);
    EXPECT_EQ(trace->property_text(property::kClock), "unix");
    EXPECT_GT(trace->property_number(property::kClockOrigin).value_or(0), 1.68e18);
  }
}

TEST_F(KinetoCorpus, SamplesComeBackFromTheirExport) {
  const auto files = samples("kineto");
  ASSERT_FALSE(files.empty());
  for (const std::string& path : files) {
    SCOPED_TRACE(path);
    const auto trace = read_chrome_file(path);
    expect_same_trace(*trace, *chrome_round_trip(*trace));
  }
}

TEST_F(ChromeCorpus, DeviceCapturesComeBackFromTheirExport) {
  expect_captures_come_back([](const Trace& trace) { return chrome_round_trip(trace, true); });
}

/// "from -> to" of each flow.
std::string flows_of(const Trace& trace) {
  std::vector<std::string> lines;
  for (const Flow& flow : trace.flows()) {
    lines.push_back(fmt::format("{} -> {}", trace.text(trace.slice(flow.from).name()),
                                trace.text(trace.slice(flow.to).name())));
  }
  std::sort(lines.begin(), lines.end());
  return fmt::format("{}", fmt::join(lines, ", "));
}

TEST_F(ChromeCorpus, FlowCasesConnectAsTheFormatSays) {
  const auto files = samples("chrome_json");
  ASSERT_FALSE(files.empty());
  const std::map<std::string, std::string> expected{
      {"connected_flow_data.json",
       "Flow0_Slice0 -> Flow0_Slice1, Flow1_Slice0 -> Flow1_Slice1a, Flow1_Slice0 -> "
       "Flow1_Slice1b, Flow2_Slice0 -> Flow2_Slice1, Flow2_Slice1 -> Flow2_Slice2, Flow2_Slice2 "
       "-> Flow2_Slice3b, Flow2_Slice2a -> Flow2_Slice3a"},
      {"flow_events_json_v1.json",
       "OtherSlice -> SomeSlice, SenderA -> OtherSlice, SenderB -> Blergh"},
      {"flow_events_json_v2.json",
       "OtherSlice -> SomeOtherSlice, OtherSlice -> SomeSlice, SenderA -> OtherSlice, SenderB -> "
       "Blergh"}};
  for (const std::string& path : files) {
    const auto name = std::filesystem::path(path).filename().string();
    ASSERT_TRUE(expected.contains(name)) << name;
    EXPECT_EQ(flows_of(*read_chrome_file(path)), expected.at(name)) << name;
  }
}

}  // namespace
}  // namespace nscope
