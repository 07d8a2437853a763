#include "app/live/live_series.h"

#include "importers/live/follow_monitor.h"
#include "profiler/trace/build/playback_clock.h"
#include "profiler/trace/build/trace_builder.h"
#include "profiler/trace/build/trace_player.h"
#include "profiler/trace/build/trace_writer.h"
#include "tests/support/monitor_report.h"
#include "tests/support/round_trip_cases.h"
#include "tests/support/temporary_folder.h"

#include <cmath>
#include <fstream>

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace nscope::app {
namespace {

using importers::monitor_report;

/// Keeps series of the reports that a command prints.
class Watched final : public TraceSink {
 public:
  bool push(TraceBatch&& batch) override {
    series.take(batch, period);
    return true;
  }
  MonitorSeries series;
  std::optional<double> period = 1.0;
};

/// `at` gives the arrival of each report in seconds.
void watch(Watched& watched, const std::vector<std::string>& reports,
           const std::vector<double>& at) {
  const TestFolder folder;
  const std::string path = folder.path() / "reports";
  {
    std::ofstream file(path);
    for (const std::string& report : reports) file << report << "\n";
  }
  auto source = importers::LiveSource::start("cat " + path);
  ASSERT_TRUE(source);
  importers::FollowOptions options;
  std::size_t next = 0;
  options.unix_ns = [&] { return 1'700'000'000'000'000'000 + std::llround(at[next++] * 1e9); };
  TaskControl control;
  ASSERT_TRUE(follow_neuron_monitor(*source, watched, control, options));
}

const LiveSeries* find(const MonitorSeries& all, LiveQuantity quantity, std::string_view name) {
  for (const LiveSeries& each : all.series()) {
    if (each.quantity == quantity && each.name.english() == name) return &each;
  }
  return nullptr;
}

/// "0=10 1=20 gap 5=30".
std::string text_of(const LiveSeries* series) {
  if (series == nullptr) return "none";
  std::string text;
  for (std::size_t i = 0; i < series->points.size(); ++i) {
    const auto& point = series->points.at(i);
    if (!text.empty()) text += ' ';
    text += point.is_gap() ? std::string("gap") : fmt::format("{:g}={:g}", point.time, point.value);
  }
  return text;
}

TEST(MonitorSeries, ALateReportIsAGap) {
  Watched watched;
  watch(watched, {monitor_report(10), monitor_report(20), monitor_report(30), monitor_report(40)},
        {0.0, 1.0, 3.4, 6.0});
  const auto* core = find(watched.series, LiveQuantity::kUtilization, "NeuronCore 0");
  EXPECT_EQ(text_of(core), "0=10 1=20 3.4=30 gap 6=40") << "2.4 periods are late, 2.6 are a gap";
  EXPECT_EQ(core->unit, "%");
  EXPECT_EQ(watched.series.gaps(), 1);
  EXPECT_EQ(watched.series.newest(), 6.0);
  EXPECT_EQ(text_of(find(watched.series, LiveQuantity::kMemory, "instance")),
            "0=40 1=40 3.4=40 gap 6=40");
  EXPECT_EQ(find(watched.series, LiveQuantity::kUtilization, "mean"), nullptr)
      << "one core has no mean";
}

TEST(MonitorSeries, WithoutAPeriodFiveSecondsAreAGap) {
  Watched watched;
  watched.period = {};
  watch(watched, {monitor_report(10), monitor_report(20), monitor_report(30)}, {0.0, 4.9, 10.0});
  EXPECT_EQ(text_of(find(watched.series, LiveQuantity::kUtilization, "NeuronCore 0")),
            "0=10 4.9=20 gap 10=30");
}

TEST(MonitorSeries, WhatAReportLeavesOutIsUnknownNotZero) {
  Watched watched;
  const std::string idle = R"({"neuron_runtime_data":[],"system_data":{"memory_info":)"
                           R"({"period":1,"memory_used_bytes":40}}})";
  watch(watched, {monitor_report(10), idle, idle, monitor_report(30)}, {0, 1, 2, 3});
  EXPECT_EQ(text_of(find(watched.series, LiveQuantity::kUtilization, "NeuronCore 0")),
            "0=10 gap 3=30");
  EXPECT_EQ(text_of(find(watched.series, LiveQuantity::kMemory, "instance")),
            "0=40 1=40 2=40 3=40");
  EXPECT_EQ(watched.series.gaps(), 0) << "all reports came in time";
}

TEST(MonitorSeries, EveryQuantityHasItsPlot) {
  const std::string report =
      R"({"neuron_runtime_data":[{"pid":1,"report":{"neuroncore_counters":{"period":1,)"
      R"("neuroncores_in_use":{"0":{"neuroncore_utilization":10},"3":{"neuroncore_utilization":40}}},)"
      R"("execution_stats":{"period":1,"error_summary":{"generic":0,"numerical":2},)"
      R"("execution_summary":{"completed":5},)"
      R"("latency_stats":{"total_latency":{"p0":0.001,"p50":0.002,"p99":0.004,"p100":0.005},)"
      R"("device_latency":null}},)"
      R"("memory_used":{"period":1,"neuron_runtime_used_bytes":{"host":5,"neuron_device":100}}}},)"
      R"({"pid":2,"report":{"memory_used":{"period":1,"neuron_runtime_used_bytes":)"
      R"({"neuron_device":20}}}}],"system_data":{"neuron_hw_counters":{"period":1,)"
      R"("neuron_devices":[{"neuron_device_index":0,"mem_ecc_corrected":3}]}}})";
  Watched watched;
  watch(watched, {report}, {0.0});
  const auto& all = watched.series;
  EXPECT_EQ(text_of(find(all, LiveQuantity::kUtilization, "NeuronCore 3")), "0=40");
  EXPECT_EQ(text_of(find(all, LiveQuantity::kUtilization, "mean")), "0=25");
  EXPECT_EQ(text_of(find(all, LiveQuantity::kMemory, "device")), "0=100");
  EXPECT_EQ(text_of(find(all, LiveQuantity::kMemory, "host")), "0=5");
  EXPECT_EQ(text_of(find(all, LiveQuantity::kMemory, "device, 2")), "0=20")
      << "a second runtime is named";
  EXPECT_EQ(text_of(find(all, LiveQuantity::kLatency, "total p99")), "0=0.004");
  EXPECT_EQ(find(all, LiveQuantity::kLatency, "total p0"), nullptr);
  EXPECT_EQ(text_of(find(all, LiveQuantity::kErrors, "numerical")), "0=2");
  EXPECT_EQ(text_of(find(all, LiveQuantity::kEcc, "device 0 mem_ecc_corrected")), "0=3");
}

TEST(MonitorSeries, TheMeanCombinesTheRuntimesOfACore) {
  const auto runtime = [](int pid, int first, int second) {
    return fmt::format(
        R"({{"pid":{},"report":{{"neuroncore_counters":{{"period":1,"neuroncores_in_use":{{)"
        R"("0":{{"neuroncore_utilization":{}}},"1":{{"neuroncore_utilization":{}}}}}}}}}}})",
        pid, first, second);
  };
  Watched watched;
  watch(watched,
        {"{\"neuron_runtime_data\":[" + runtime(1, 80, 0) + "," + runtime(2, 0, 60) + "]}"}, {0.0});
  EXPECT_EQ(text_of(find(watched.series, LiveQuantity::kUtilization, "mean")), "0=70");
}

TEST(MonitorSeries, TooManySeriesAreCounted) {
  std::string cores;
  for (int i = 0; i < 200; ++i) {
    cores += fmt::format(R"({}"{}":{{"neuroncore_utilization":1}})", i == 0 ? "" : ",", i);
  }
  const std::string report =
      R"({"neuron_runtime_data":[{"pid":1,"report":{"neuroncore_counters":{"period":1,)"
      R"("neuroncores_in_use":{)" +
      cores + "}}}}]}";
  Watched watched;
  watch(watched, {report, report}, {0.0, 1.0});
  EXPECT_EQ(watched.series.series().size(), MonitorSeries::kMost);
  EXPECT_EQ(watched.series.left_out(), 200 + 2 - static_cast<int>(MonitorSeries::kMost))
      << "and the mean exceeds the maximum";
}

/// Keeps the busy shares of a stream, drained after each batch.
class Engines final : public TraceSink {
 public:
  bool push(TraceBatch&& batch) override {
    busy.take(batch);
    const auto passed = busy.drain();
    if (!passed.empty()) shares.push_back(passed);
    return true;
  }
  EngineBusy busy;
  std::vector<std::vector<EngineBusy::Share>> shares;
};

TEST(EngineBusy, CountsOverlapsOnceAndOpenEventsAsTheyGo) {
  Engines engines;
  TraceWriter out(engines);
  const TrackId vector =
      out.track({.name = "V", .kind = TrackKind::kEngine, .engine = Engine::kVector});
  out.time_base({.window_end = TraceTime(0)});
  out.flush();
  // 0 to 100: a slice of 30, a slice in it, and one that is open from 80.
  out.slice(vector, out.intern("a"), TraceTime(10), TraceTime(30));
  out.slice(vector, out.intern("b"), TraceTime(20), TraceTime(10));
  const SliceId open = out.open_slice(vector, out.intern("c"), TraceTime(80));
  out.time_base({.window_end = TraceTime(100)});
  out.flush();
  // 100 to 200: the open slice ends at 150; the slice in it does not count again.
  out.slice(vector, out.intern("d"), TraceTime(110), TraceTime(10));
  out.slice(vector, out.intern("e"), TraceTime(190), TraceTime(5));
  out.close_slice(open, TraceTime(150));
  out.time_base({.window_end = TraceTime(200)});
  out.flush();
  ASSERT_EQ(engines.shares.size(), 2u);
  ASSERT_EQ(engines.shares[0].size(), 1u);
  EXPECT_EQ(engines.shares[0][0].engine, Engine::kVector);
  EXPECT_DOUBLE_EQ(engines.shares[0][0].busy, 0.50);
  EXPECT_DOUBLE_EQ(engines.shares[1][0].busy, 0.55);
}

TEST(EngineBusy, IsTheMeanOfTheTracksThatWorked) {
  Engines engines;
  TraceWriter out(engines);
  const auto track = [&](const char* name) {
    return out.track({.name = name, .kind = TrackKind::kDmaQueue, .engine = Engine::kDma});
  };
  const TrackId first = track("q0");
  const TrackId second = track("q1");
  track("never used");
  out.time_base({.window_end = TraceTime(0)});
  out.flush();
  out.slice(first, out.intern("a"), TraceTime(0), TraceTime(100));
  out.slice(second, out.intern("a"), TraceTime(0), TraceTime(50));
  out.time_base({.window_end = TraceTime(100)});
  out.flush();
  ASSERT_EQ(engines.shares.size(), 1u);
  EXPECT_DOUBLE_EQ(engines.shares[0][0].busy, 0.75);
}

TEST(EngineBusy, NothingIsKnownWhileNoTimePasses) {
  EngineBusy busy;
  EXPECT_TRUE(busy.drain().empty());
  TraceBatch batch;
  batch.time_base = TimeBase{.window_end = TraceTime(5)};
  busy.take(batch);
  EXPECT_TRUE(busy.drain().empty());
}

TEST(EngineBusy, AgreesWithTheWholeRun) {
  // The busy time equals that of the finished trace, independent of the batches.
  const auto run = simulated_trace();
  PlaybackClock clock(PlaybackClock::kUnlimited);
  class Whole final : public TraceSink {
   public:
    bool push(TraceBatch&& batch) override {
      busy.take(batch);
      return true;
    }
    EngineBusy busy;
  } whole;
  TaskControl control;
  ASSERT_TRUE(play_trace(*run, clock, whole, control));
  std::map<Engine, std::pair<double, int>> expected;
  for (const Track& track : run->tracks()) {
    if (track.engine == Engine::kNone || track.slices.size() == 0) continue;
    std::int64_t until = std::numeric_limits<std::int64_t>::min();
    double ticks = 0.0;
    for (std::size_t row = 0; row < track.slices.size(); ++row) {
      const std::int64_t end = track.slices.end(row).value();
      const std::int64_t start = std::max(track.slices.start[row], until);
      if (end > start) ticks += static_cast<double>(end - start);
      until = std::max(until, end);
    }
    auto& [sum, tracks] = expected[track.engine];
    sum += ticks;
    ++tracks;
  }
  const auto length = static_cast<double>((run->end() - run->begin()).value());
  const auto shares = whole.busy.drain();
  ASSERT_EQ(shares.size(), expected.size());
  for (const auto& share : shares) {
    const auto& [sum, tracks] = expected[share.engine];
    EXPECT_NEAR(share.busy, sum / (length * tracks), 0.01) << to_string(share.engine);
  }
}

}  // namespace
}  // namespace nscope::app
