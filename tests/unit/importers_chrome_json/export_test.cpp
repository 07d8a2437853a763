#include "profiler/base/json/foreign_json.h"
#include "profiler/export/chrome_json.h"
#include "tests/support/round_trip_cases.h"
#include "tests/unit/importers_chrome_json/round_trip.h"

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <map>
#include <memory>
#include <set>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

namespace nscope {
namespace {

std::string file_text(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

/// Writes the trace and parses the file with another JSON parser.
Json written(const Trace& trace) {
  const std::string path = chrome_file(".json");
  TaskControl control;
  const auto ok = export_chrome_json(trace, path, false, control);
  EXPECT_TRUE(ok) << to_string(ok.error());
  auto json = parse_foreign_json(file_text(path), path);
  EXPECT_TRUE(json) << to_string(json.error());
  ::unlink(path.c_str());
  return json ? *json : Json();
}

void expect_comes_back(const std::shared_ptr<const Trace>& trace, bool gzip = false) {
  expect_same_trace(*trace, *chrome_round_trip(*trace, gzip));
}

TEST(ChromeExport, EverythingComesBack) {
  for (const std::int64_t ticks_per_ns : {1, 1000}) {
    for (const bool gzip : {false, true}) expect_comes_back(rich_trace(ticks_per_ns), gzip);
  }
}

TEST(ChromeExport, CallStacksComeBack) {
  expect_comes_back(call_stack_trace());
}

TEST(ChromeExport, AnEmptyTraceComesBack) {
  expect_comes_back(empty_trace());
}

TEST(ChromeExport, RandomTracesComeBack) {
  for (unsigned round = 0; round < 20; ++round) {
    SCOPED_TRACE(round);
    expect_comes_back(random_trace(round));
  }
}

TEST(ChromeExport, ASimulatedRunComesBack) {
  expect_comes_back(simulated_trace());
}

// Checks the properties of the file that other viewers require.
TEST(ChromeExport, OthersCanReadIt) {
  const Json json = written(*rich_trace(1000));
  std::map<std::pair<std::int64_t, std::int64_t>, std::vector<std::pair<double, double>>> threads;
  std::map<std::int64_t, double> starts;
  std::size_t ends = 0;
  std::set<std::pair<std::int64_t, std::int64_t>> named;
  for (const Json& event : json.at("traceEvents")) {
    const auto phase = event.at("ph").get<std::string>();
    if (phase == "M" && event.at("name") == "thread_name") {
      named.emplace(event.at("pid").get<std::int64_t>(), event.at("tid").get<std::int64_t>());
    }
    if (phase == "M") continue;
    const double time = event.at("ts").get<double>();
    EXPECT_GE(time, 0.0);
    if (phase == "X") {
      threads[{event.at("pid").get<std::int64_t>(), event.at("tid").get<std::int64_t>()}]
          .emplace_back(time, time + event.at("dur").get<double>());
    }
    if (phase == "s") starts[event.at("id").get<std::int64_t>()] = time;
    if (phase == "f") {
      ++ends;
      EXPECT_EQ(event.at("bp"), "e");
      ASSERT_TRUE(starts.contains(event.at("id").get<std::int64_t>()));
      EXPECT_GE(time, starts[event.at("id").get<std::int64_t>()]);
    }
  }
  EXPECT_EQ(starts.size(), 7u);
  EXPECT_EQ(ends, 7u);
  for (const auto& [thread, slices] : threads) {
    EXPECT_TRUE(named.contains(thread));
    for (std::size_t a = 0; a < slices.size(); ++a) {
      for (std::size_t b = a + 1; b < slices.size(); ++b) {
        const bool apart = slices[a].second <= slices[b].first + 1e-9;
        const bool inside = slices[b].second <= slices[a].second + 1e-9;
        EXPECT_TRUE(slices[a].first <= slices[b].first + 1e-9 && (apart || inside));
      }
    }
  }
}

TEST(ChromeExport, CancellingLeavesNoFile) {
  const auto trace = made([](TraceWriter& out) {
    const TrackId track = out.track({.name = "t", .kind = TrackKind::kOther});
    for (int i = 0; i < 10'000; ++i) {
      out.slice(track, out.intern("s"), TraceTime(i), TraceTime(1));
    }
  });
  const std::string path = chrome_file(".json");
  TaskControl control;
  control.request_cancel();
  const auto done = export_chrome_json(*trace, path, false, control);
  ASSERT_FALSE(done);
  EXPECT_EQ(done.error().code, ErrorCode::kCancelled);
  EXPECT_FALSE(std::filesystem::exists(path));
  const auto unwritable = export_chrome_json(*trace, "/no/such/folder/x.json", false, control);
  ASSERT_FALSE(unwritable);
  EXPECT_EQ(unwritable.error().code, ErrorCode::kIo);
}

}  // namespace
}  // namespace nscope
