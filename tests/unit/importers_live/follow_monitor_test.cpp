#include "importers/live/follow_monitor.h"

#include "profiler/trace/trace_builder.h"
#include "profiler/trace/vocabulary.h"
#include "tests/support/monitor_report.h"
#include "tests/support/temporary_folder.h"
#include "tests/unit/importers_tools/read_tool.h"

#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>

namespace nscope::importers {
namespace {

using Samples = std::vector<std::pair<std::int64_t, double>>;

Samples utilization(const Trace& trace) {
  return samples_at(trace,
                    {"Neuron runtime 1337 (train)", "NeuronCore 0", "neuroncore_utilization"});
}

/// What comes of a command that prints these bytes.
Result<std::shared_ptr<const Trace>> follow(const std::string& bytes,
                                            const FollowOptions& options = {},
                                            const std::string& after = "true") {
  const TestFolder folder;
  const std::string path = folder.path() / "reports";
  std::ofstream(path, std::ios::binary) << bytes;
  auto source = LiveSource::start("cat " + path + "; " + after);
  if (!source) return fail(source.error());
  TraceBuilder builder;
  TaskControl control;
  if (auto ok = follow_neuron_monitor(*source, builder, control, options); !ok) {
    return fail(ok.error());
  }
  return builder.finish();
}

TEST(FollowMonitor, ReportsLieWhereTheyArrive) {
  FollowOptions options;
  std::int64_t now = 1'700'000'000'000'000'000;
  options.unix_ns = [&] { return now += 500'000'000; };
  const auto trace = follow(
      monitor_report(10) + "\n" + monitor_report(20) + "\n" + monitor_report(60) + "\n", options);
  ASSERT_TRUE(trace) << to_string(trace.error());
  EXPECT_EQ(utilization(**trace), (Samples{{0, 10}, {500'000'000, 20}, {1'000'000'000, 60}}));
  EXPECT_EQ((*trace)->property_text(property::kClock), "unix");
  EXPECT_EQ(diagnostic_count(**trace, "arrival_times"), 3);
  EXPECT_EQ(diagnostic_count(**trace, "no_time_stamps"), 0);
  EXPECT_EQ((*trace)->time_base().window_end.value(), 1'000'000'000);
  EXPECT_DOUBLE_EQ(metric_value(**trace, "neuroncore0.utilization_mean"), 30.0);
}

TEST(FollowMonitor, TheirOwnTimeCountsMore) {
  FollowOptions options;
  options.unix_ns = [] { return 1'800'000'000'000'000'000; };
  const auto trace = follow(monitor_report(10, 1, R"(,"timestamp":1700000000)") + "\n" +
                                "2023-11-14T22:13:27Z " + monitor_report(20) + "\n",
                            options);
  ASSERT_TRUE(trace) << to_string(trace.error());
  EXPECT_EQ(utilization(**trace), (Samples{{0, 10}, {7'000'000'000, 20}}));
  EXPECT_EQ(diagnostic_count(**trace, "arrival_times"), 0);
}

TEST(FollowMonitor, FiguresAreThoseOfTheNewestReport) {
  std::vector<MonitorFigures> seen;
  FollowOptions options;
  options.on_report = [&](const MonitorFigures& figures) { seen.push_back(figures); };
  const std::string two =
      R"({"neuron_runtime_data":[{"pid":1,"report":{"neuroncore_counters":{"period":1,)"
      R"("neuroncores_in_use":{"0":{"neuroncore_utilization":10},"3":{"neuroncore_utilization":40}}},)"
      R"("memory_used":{"period":1,"neuron_runtime_used_bytes":{"host":5,"neuron_device":100}}}},)"
      R"({"pid":2,"report":{"memory_used":{"period":1,"neuron_runtime_used_bytes":)"
      R"({"neuron_device":20}}}}]})";
  ASSERT_TRUE(follow(two + "\n" + monitor_report(7) + "\n" +
                         R"({"neuron_runtime_data":[],"system_data":{}})" + "\n",
                     options));
  ASSERT_EQ(seen.size(), 3u);
  EXPECT_EQ(seen[0].cores, 2);
  EXPECT_EQ(seen[0].utilization_percent, 25.0);
  EXPECT_EQ(seen[0].device_memory_bytes, 120.0);
  EXPECT_EQ(seen[0].runtime_memory_bytes, 5.0);
  EXPECT_EQ(seen[1].utilization_percent, 7.0);
  EXPECT_EQ(seen[1].device_memory_bytes, std::nullopt) << "not said, so not known";
  EXPECT_EQ(seen[2].utilization_percent, std::nullopt);
  EXPECT_EQ(seen[2].reports, 3);
}

TEST(FollowMonitor, HostileLinesAreCounted) {
  std::string text = "starting\n";
  text += std::string(5u << 20, '{') + "\n";         // longer than any report
  text += std::string("\0\xff\xc3\n\xe2\x82\n", 7);  // binary, cut UTF-8
  text += "{\"neuron_runtime_data\":[{\n";
  text += "{\"name\":\"\xc3\"}\n";
  text += "[" + monitor_report(5) + ",\r\n";
  text += monitor_report(6).substr(0, 80);  // cut off by the end
  const auto trace = follow(text);
  ASSERT_TRUE(trace) << to_string(trace.error());
  EXPECT_EQ(utilization(**trace), (Samples{{0, 5}}));
  EXPECT_EQ(diagnostic_count(**trace, "line_too_long"), 1);
  EXPECT_EQ(diagnostic_count(**trace, "other_line"), 3);
  EXPECT_EQ(diagnostic_count(**trace, "truncated_report"), 2);
  EXPECT_EQ(diagnostic_count(**trace, "broken_report"), 1);
}

TEST(FollowMonitor, ACommandThatDiesLeavesWhatItSaid) {
  const auto trace = follow(monitor_report(5) + "\n", {}, "kill -9 $$");
  ASSERT_TRUE(trace) << to_string(trace.error());
  EXPECT_EQ(utilization(**trace).size(), 1u);
  const Diagnostic* const failed = find_diagnostic(**trace, "command_failed");
  ASSERT_NE(failed, nullptr);
  EXPECT_TRUE(failed->example.ends_with("ended with signal 9 (Killed)")) << failed->example;
}

TEST(FollowMonitor, NoReportIsAnError) {
  const auto nothing = follow("no monitor here\n", {}, "exit 3");
  ASSERT_FALSE(nothing);
  EXPECT_EQ(nothing.error().code, ErrorCode::kBadInput);
  EXPECT_NE(nothing.error().message.find("(exit code 3)"), std::string::npos);
}

/// Follows a file; `then` is called after each report with their number.
struct FollowedFile {
  explicit FollowedFile(const std::string& text) : path(folder.path() / "monitor.jsonl") {
    std::ofstream(path) << text;
  }
  Result<> follow(const std::function<void(std::int64_t)>& then) {
    auto source = LiveSource::open(path);
    FollowOptions options;
    options.on_report = [&](const MonitorFigures& figures) { then(figures.reports); };
    return follow_neuron_monitor(*source, builder, control, options);
  }

  TestFolder folder;
  std::string path;
  TraceBuilder builder;
  TaskControl control;
};

TEST(FollowMonitor, AFileGrowsUntilItIsStopped) {
  FollowedFile file(monitor_report(1) + "\n");
  const auto followed = file.follow([&](std::int64_t reports) {
    if (reports == 3) return file.control.request_cancel();
    // Half a line first: it is read when it is complete.
    const std::string next = monitor_report(static_cast<double>(reports + 1)) + "\n";
    std::ofstream(file.path, std::ios::app) << next.substr(0, 40);
    std::ofstream(file.path, std::ios::app) << next.substr(40);
  });
  ASSERT_TRUE(followed) << to_string(followed.error());
  const auto trace = file.builder.finish();
  EXPECT_EQ(utilization(*trace), (Samples{{0, 1}, {1'000'000'000, 2}, {2'000'000'000, 3}}));
  EXPECT_EQ(diagnostic_count(*trace, "slice_without_end"), 0);
  EXPECT_EQ(trace->property_text(property::kSourceFile), "monitor.jsonl");
}

TEST(FollowMonitor, ACutFileIsReadAgain) {
  FollowedFile file(monitor_report(1) + "\n" + monitor_report(2) + "\n");
  const auto followed = file.follow([&](std::int64_t reports) {
    if (reports == 2) std::ofstream(file.path) << monitor_report(3) << "\n";
    if (reports == 3) file.control.request_cancel();
  });
  ASSERT_TRUE(followed) << to_string(followed.error());
  const auto trace = file.builder.finish();
  EXPECT_EQ(utilization(*trace).size(), 3u);
  EXPECT_EQ(diagnostic_count(*trace, "file_cut"), 1);
}

TEST(FollowMonitor, SnapshotsShowRuntimesSoFar) {
  FollowedFile file(monitor_report(1) + "\n" + monitor_report(2) + "\n" + monitor_report(3) + "\n");
  std::vector<std::int64_t> lengths;
  ASSERT_TRUE(file.follow([&](std::int64_t reports) {
    const auto now = file.builder.snapshot();
    lengths.push_back(slices_of(*now).at(0).duration);
    if (reports == 3) file.control.request_cancel();
  }));
  EXPECT_EQ(lengths, (std::vector<std::int64_t>{0, 1'000'000'000, 2'000'000'000}));
}

TEST(FollowMonitor, StoppedBeforeAnythingCame) {
  auto source = LiveSource::start("sleep 1000");
  ASSERT_TRUE(source);
  TraceBuilder builder;
  TaskControl control;
  control.request_cancel();
  const auto followed = follow_neuron_monitor(*source, builder, control);
  ASSERT_FALSE(followed);
  EXPECT_EQ(followed.error().code, ErrorCode::kCancelled);
}

class GoneConsumer final : public TraceSink {
 public:
  bool push(TraceBatch&&) override { return false; }
};

TEST(FollowMonitor, EndsWhereNobodyListens) {
  auto source = LiveSource::start("while echo '{\"system_data\":{}}'; do :; done");
  ASSERT_TRUE(source);
  GoneConsumer sink;
  TaskControl control;
  const auto followed = follow_neuron_monitor(*source, sink, control);
  ASSERT_FALSE(followed);
  EXPECT_EQ(followed.error().code, ErrorCode::kCancelled);
}

}  // namespace
}  // namespace nscope::importers
