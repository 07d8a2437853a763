#include "importers/live/follow_monitor.h"

#include "profiler/trace/build/trace_builder.h"
#include "profiler/trace/vocabulary.h"
#include "tests/support/gone_consumer.h"
#include "tests/support/monitor_report.h"
#include "tests/support/temporary_folder.h"
#include "tests/unit/importers_tools/read_tool.h"
#include "tests/unit/trace/hand_moved_time.h"

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

/// Follows a command that prints these bytes and then runs `after`.
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
  EXPECT_EQ(seen[1].device_memory_bytes, std::nullopt)
      << "unknown, because the report does not state it";
  EXPECT_EQ(seen[2].utilization_percent, std::nullopt);
  EXPECT_EQ(seen[2].reports, 3);
}

TEST(FollowMonitor, FiguresCombineTheRuntimesOfACore) {
  std::vector<MonitorFigures> seen;
  FollowOptions options;
  options.on_report = [&](const MonitorFigures& figures) { seen.push_back(figures); };
  ASSERT_TRUE(follow(
      R"({"neuron_runtime_data":[{"pid":1,"report":{"neuroncore_counters":{"period":1,)"
      R"("neuroncores_in_use":{"0":{"neuroncore_utilization":80},"1":{"neuroncore_utilization":0}}}}},)"
      R"({"pid":2,"report":{"neuroncore_counters":{"period":1,"neuroncores_in_use":)"
      R"({"0":{"neuroncore_utilization":0},"1":{"neuroncore_utilization":60}}}}}]})"
      "\n",
      options));
  ASSERT_EQ(seen.size(), 1u);
  EXPECT_EQ(seen[0].cores, 2) << "not four";
  EXPECT_EQ(seen[0].utilization_percent, 70.0);
}

TEST(FollowMonitor, HostileLinesAreCounted) {
  std::string text = "starting\n";
  text += std::string(5u << 20, '{') + "\n";         // longer than any report
  text += std::string("\0\xff\xc3\n\xe2\x82\n", 7);  // binary, cut UTF-8
  text += "{\"neuron_runtime_data\":[{\n";
  text += "{\"name\":\"\xc3\"}\n";
  text += "[" + monitor_report(5) + ",\r\n";
  text += monitor_report(6).substr(0, 80);  // truncated by the end of the output
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
  const std::string example = failed->example.english();
  EXPECT_TRUE(example.ends_with("ended with signal 9 (Killed)")) << example;
}

TEST(FollowMonitor, NoReportIsAnError) {
  const auto nothing = follow("no monitor here\n", {}, "exit 3");
  ASSERT_FALSE(nothing);
  EXPECT_EQ(nothing.error().code, ErrorCode::kBadInput);
  EXPECT_NE(nothing.error().message.english().find("(exit code 3)"), std::string::npos);
}

/// Follows a file; `then` is called after each report with the number of reports so far.
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
    // Writes half a line first: a line is read when it is complete.
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

/// Runs commands one after the other, each as a connection, with a clock that is not real time.
struct Reconnected {
  explicit Reconnected(std::vector<std::string> all) : commands(std::move(all)) {
    options.unix_ns = [this] { return unix_ns += 500'000'000; };
    options.time = &time;
    options.on_connection = [this](const Connection& each) { states.push_back(each); };
    options.reconnect = [this]() -> Result<LiveSource> {
      // The time of the wait has passed since the last report.
      unix_ns += 10'000'000'000;
      if (next >= commands.size()) {
        control.request_cancel();
        return LiveSource::start("true");
      }
      if (commands[next].empty()) {
        ++next;
        return fail(ErrorCode::kIo, tr("cannot be opened"));
      }
      return LiveSource::start(commands[next++]);
    };
  }
  Result<> follow() {
    auto source = LiveSource::start(commands[next++]);
    return follow_neuron_monitor(*source, builder, control, options);
  }

  std::vector<std::string> commands;
  std::size_t next = 0;
  std::int64_t unix_ns = 1'700'000'000'000'000'000;
  HandMovedTime time;
  FollowOptions options;
  TraceBuilder builder;
  TaskControl control;
  std::vector<Connection> states;
};

std::string print(double utilization) {
  return "echo '" + monitor_report(utilization) + "'";
}

TEST(FollowMonitor, ReconnectsWithPatienceThatGrows) {
  Reconnected run({print(10) + "; exit 3", "exit 4", "", "true", print(20)});
  const auto followed = run.follow();
  ASSERT_TRUE(followed) << to_string(followed.error());
  std::vector<std::int64_t> waits;
  std::vector<int> attempts;
  std::vector<std::string> reasons;
  for (const Connection& each : run.states) {
    if (each.state != Connection::State::kLost) continue;
    waits.push_back(each.retry_in.count());
    attempts.push_back(each.attempt);
    reasons.push_back(each.reason.english());
  }
  // The fifth connection delivers a report, which resets the wait time and the attempts.
  EXPECT_EQ(waits, (std::vector<std::int64_t>{1000, 2000, 4000, 8000, 1000}));
  EXPECT_EQ(attempts, (std::vector<int>{1, 2, 3, 4, 1}));
  EXPECT_EQ(reasons,
            (std::vector<std::string>{"exit code 3", "exit code 4", "cannot be opened", "", ""}));
  EXPECT_EQ(run.states.front().state, Connection::State::kConnected);
  const auto trace = run.builder.finish();
  EXPECT_EQ(utilization(*trace).size(), 2u);
  EXPECT_EQ(diagnostic_count(*trace, "connection_lost"), 4)
      << "once for the lost connection, and once for each source that ended without a report";
  EXPECT_EQ(diagnostic_count(*trace, "command_failed"), 0);
  std::vector<std::string> gaps;
  for (const auto& slice : slices_of(*trace)) {
    if (slice.name == "no connection") gaps.push_back(slice.track);
  }
  ASSERT_EQ(gaps.size(), 1u);
  EXPECT_EQ(gaps[0], "Connection");
}

TEST(FollowMonitor, AGapLastsFromReportToReport) {
  Reconnected run({print(10), print(20)});
  ASSERT_TRUE(run.follow());
  const auto trace = run.builder.finish();
  const auto samples = utilization(*trace);
  ASSERT_EQ(samples.size(), 2u);
  for (const auto& slice : slices_of(*trace)) {
    if (slice.name != "no connection") continue;
    EXPECT_EQ(slice.start, samples[0].first);
    EXPECT_EQ(slice.start + slice.duration, samples[1].first);
    EXPECT_EQ(slice.duration, 10'500'000'000);
  }
}

TEST(FollowMonitor, DoesNotReconnectToWhatNeverWorked) {
  Reconnected run({"exit 127", print(1)});
  const auto followed = run.follow();
  ASSERT_FALSE(followed);
  EXPECT_NE(followed.error().message.english().find("(exit code 127)"), std::string::npos);
  EXPECT_EQ(run.next, 1u);
}

TEST(FollowMonitor, StopsWhileItWaitsToReconnect) {
  Reconnected run({print(10)});
  run.time.on_wait = [&] { run.control.request_cancel(); };
  ASSERT_TRUE(run.follow());
  EXPECT_EQ(run.time.waits, 1);
  EXPECT_EQ(utilization(*run.builder.finish()).size(), 1u);
}

TEST(FollowMonitor, TellsWhatItCounts) {
  Reconnected run({"echo starting; echo 'not this either'; " + print(10)});
  std::vector<std::int64_t> counts;
  run.options.on_diagnostics = [&](std::span<const Diagnostic> diagnostics) {
    for (const Diagnostic& each : diagnostics) {
      if (each.code == "other_line") counts.push_back(each.count);
    }
  };
  run.options.reconnect = {};
  ASSERT_TRUE(run.follow());
  ASSERT_GE(counts.size(), 2u);
  EXPECT_EQ(counts[0], 1);
  EXPECT_EQ(counts[1], 2);
}

TEST(FollowMonitor, AFileThatIsGoneIsLookedFor) {
  FollowedFile file(monitor_report(1) + "\n");
  std::vector<Connection::State> states;
  auto source = LiveSource::open(file.path);
  FollowOptions options;
  options.on_report = [&](const MonitorFigures& figures) {
    if (figures.reports == 1) std::filesystem::rename(file.path, file.path + ".1");
    if (figures.reports == 2) file.control.request_cancel();
  };
  options.on_connection = [&](const Connection& each) {
    states.push_back(each.state);
    if (each.state == Connection::State::kMissing) {
      std::ofstream(file.path) << monitor_report(2) << "\n";
    }
  };
  ASSERT_TRUE(follow_neuron_monitor(*source, file.builder, file.control, options));
  using State = Connection::State;
  EXPECT_EQ(states, (std::vector<State>{State::kConnected, State::kMissing, State::kTrying,
                                        State::kConnected}));
  EXPECT_EQ(utilization(*file.builder.finish()).size(), 2u);
}

TEST(Backoff, DoublesUpToItsLimit) {
  const Backoff backoff{.first = std::chrono::milliseconds(100),
                        .longest = std::chrono::milliseconds(500)};
  std::vector<std::int64_t> waits;
  for (const int attempt : {1, 2, 3, 4, 1000}) waits.push_back(backoff.before(attempt).count());
  EXPECT_EQ(waits, (std::vector<std::int64_t>{100, 200, 400, 500, 500}));
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
