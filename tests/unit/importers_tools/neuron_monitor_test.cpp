#include "importers/neuron_monitor/neuron_monitor.h"

#include "importers/neuron_monitor/monitor_trace.h"
#include "profiler/trace/vocabulary.h"
#include "tests/support/monitor_report.h"
#include "tests/unit/importers_tools/read_tool.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace nscope::importers {
namespace {

constexpr std::string_view kIdle =
    R"({"neuron_runtime_data":[],"system_data":{"memory_info":{"period":1.0,)"
    R"("memory_used_bytes":41,"error":""}}})";

Result<std::shared_ptr<const Trace>> read_monitor(std::string_view text) {
  return read_with(read_neuron_monitor, text);
}

using Samples = std::vector<std::pair<std::int64_t, double>>;

TEST(NeuronMonitor, ReportsBecomeCounters) {
  const auto trace = read_monitor(monitor_report(10) + "\n" + monitor_report(20) + "\n" +
                                  monitor_report(60) + "\n");
  ASSERT_TRUE(trace) << to_string(trace.error());
  EXPECT_EQ(samples_at(**trace,
                       {"Neuron runtime 1337 (train)", "NeuronCore 0", "neuroncore_utilization"}),
            (Samples{{0, 10}, {1'000'000'000, 20}, {2'000'000'000, 60}}));
  EXPECT_EQ(samples_at(**trace, {"Neuron runtime 1337 (train)", "NeuronCore 0", "effective_flops"})
                .size(),
            3u);
  const Track* const used = track_at(**trace, {"System", "Memory", "memory_used_bytes"});
  ASSERT_NE(used, nullptr);
  EXPECT_EQ((*trace)->text(used->unit), "B");
  EXPECT_EQ(used->kind, TrackKind::kCounter);
  EXPECT_DOUBLE_EQ(metric_value(**trace, "neuroncore0.utilization_mean"), 30.0);
  EXPECT_EQ(find_metric(**trace, "neuroncore0.utilization_mean")->provenance,
            Provenance::kImported);
  EXPECT_EQ(diagnostic_count(**trace, "no_time_stamps"), 3);
  EXPECT_EQ((*trace)->property(property::kClock), nullptr) << "no clock is known";
}

TEST(NeuronMonitor, OlderNameOfFlopsIsTheSameRow) {
  std::string old = monitor_report(10);
  old.replace(old.find("effective_flops"), 15, "flops");
  const auto trace = read_monitor(old + "\n" + monitor_report(10));
  ASSERT_TRUE(trace);
  EXPECT_EQ(samples_at(**trace, {"Neuron runtime 1337 (train)", "NeuronCore 0", "effective_flops"})
                .size(),
            2u);
}

TEST(NeuronMonitor, PhysicalCoresOfALogicalOne) {
  const auto trace = read_monitor(
      R"({"neuron_runtime_data":[{"pid":7,"report":{"neuroncore_counters":{"period":1,)"
      R"("neuroncores_in_use":{"0":{"neuroncore_utilization":42.01,"flops":123,)"
      R"("v3d":{"nc_v3.0":{"neuroncore_utilization":21.01},)"
      R"("nc_v3.1":{"neuroncore_utilization":63.01}}}}}}}]})");
  ASSERT_TRUE(trace) << to_string(trace.error());
  EXPECT_EQ(samples_at(**trace, {"Neuron runtime 7", "NeuronCore 0", "v3d", "nc_v3.1",
                                 "neuroncore_utilization"}),
            (Samples{{0, 63.01}}));
}

TEST(NeuronMonitor, AbsentIsNotZero) {
  const auto trace =
      read_monitor(monitor_report(10) + "\n" + std::string(kIdle) + "\n" + monitor_report(30));
  ASSERT_TRUE(trace);
  const auto utilization = samples_at(
      **trace, {"Neuron runtime 1337 (train)", "NeuronCore 0", "neuroncore_utilization"});
  EXPECT_EQ(utilization, (Samples{{0, 10}, {2'000'000'000, 30}}));
  EXPECT_EQ(samples_at(**trace, {"System", "Memory", "memory_used_bytes"}).size(), 3u);
  EXPECT_EQ(diagnostic_count(**trace, "no_runtime_attached"), 1);
  // Two reports contain the runtime, with a gap between them.
  const auto slices = slices_of(**trace);
  ASSERT_EQ(slices.size(), 2u);
  EXPECT_EQ(slices[0].duration, 0);
  EXPECT_EQ(slices[1].start, 2'000'000'000);
}

TEST(NeuronMonitor, LatencyOfAnIdleModelIsAbsent) {
  const auto trace = read_monitor(
      R"({"neuron_runtime_data":[{"pid":7,"report":{"execution_stats":{"period":1,)"
      R"("error_summary":{"generic":2},"execution_summary":{"completed":260},)"
      R"("latency_stats":{"total_latency":{"p50":0.25,"p100":0.5},"device_latency":null},)"
      R"("error":""}}}]})");
  ASSERT_TRUE(trace);
  const Track* const p50 =
      track_at(**trace, {"Neuron runtime 7", "Latency", "total_latency", "p50"});
  ASSERT_NE(p50, nullptr);
  EXPECT_EQ((*trace)->text(p50->unit), "s");
  EXPECT_EQ(track_at(**trace, {"Neuron runtime 7", "Latency", "device_latency"}), nullptr);
  EXPECT_EQ(metric_value(**trace, "executions.completed"), 260.0);
  EXPECT_EQ(metric_value(**trace, "execution_errors.generic"), 2.0);
}

TEST(NeuronMonitor, PeriodsOfGroupsAddUpEachForItself) {
  // Groups with periods of 2 s and 3 s are reported at 2, 3, 4 and 6 s.
  const auto groups = [](std::string_view list) {
    return fmt::format(R"({{"neuron_runtime_data":[],"system_data":{{{}}}}})", list);
  };
  const std::string fast = R"("memory_info":{"period":2,"memory_used_bytes":1})";
  const std::string slow = R"("vcpu_usage":{"period":3,"average_usage":{"user":1}})";
  const auto trace =
      read_monitor(groups(fast + "," + slow) + "\n" + groups(fast) + "\n" + groups(slow) + "\n" +
                   groups(fast) + "\n" + groups(fast + "," + slow));
  ASSERT_TRUE(trace);
  EXPECT_EQ(samples_at(**trace, {"System", "Memory", "memory_used_bytes"}),
            (Samples{{0, 1}, {2'000'000'000, 1}, {4'000'000'000, 1}, {6'000'000'000, 1}}));
  EXPECT_EQ(samples_at(**trace, {"System", "vCPU", "average of all", "user"}),
            (Samples{{0, 1}, {3'000'000'000, 1}, {6'000'000'000, 1}}));
}

TEST(NeuronMonitor, StampsCountWhereThereAreSome) {
  for (const std::string_view stamps :
       {R"(,"timestamp":1700000000)", R"(,"timestamp":1700000000000)",
        R"(,"time":"2023-11-14T22:13:20Z")"}) {
    const auto trace = read_monitor(monitor_report(10, 1, stamps) + "\n" +
                                    monitor_report(10, 1, R"(,"timestamp":1700000007.5)"));
    ASSERT_TRUE(trace);
    EXPECT_EQ((*trace)->property_text(property::kClock), "unix");
    EXPECT_EQ((*trace)->property_number(property::kClockOrigin), 1.7e18) << stamps;
    EXPECT_EQ((*trace)->time_base().window_end.value(), 7'500'000'000) << stamps;
    EXPECT_EQ(diagnostic_count(**trace, "no_time_stamps"), 0);
  }
  const auto prefixed = read_monitor("2023-11-14T22:13:20.000Z " + monitor_report(10) + "\n" +
                                     "2023-11-14T22:13:25.000Z " + monitor_report(10) + "\n");
  ASSERT_TRUE(prefixed);
  EXPECT_EQ((*prefixed)->time_base().window_end.value(), 5'000'000'000);
}

TEST(NeuronMonitor, AClockThatWasSetBackIsCounted) {
  std::string text;
  for (const int second : {3600, 3601, 1, 2, 3602}) {
    text += monitor_report(10, 1, fmt::format(R"(,"timestamp":{})", 1'700'000'000 + second)) + "\n";
  }
  const auto trace = read_monitor(text);
  ASSERT_TRUE(trace);
  EXPECT_EQ(diagnostic_count(**trace, "time_goes_back"), 1);
  EXPECT_EQ((*trace)->time_base().window_begin.value(), -3'599'000'000'000);
  EXPECT_EQ((*trace)->time_base().window_end.value(), 2'000'000'000);
  // The log of another instance, which began earlier, follows.
  std::string two;
  for (const auto& [second, instance] : {std::pair(100, 1), {101, 1}, {50, 2}, {51, 2}, {49, 2}}) {
    two += monitor_report(10, 1,
                          fmt::format(R"(,"timestamp":{},"instance_info":{{"instance_id":"i-{}"}})",
                                      1'700'000'000 + second, instance)) +
           "\n";
  }
  const auto instances = read_monitor(two);
  ASSERT_TRUE(instances);
  EXPECT_EQ(diagnostic_count(**instances, "time_goes_back"), 1);
}

TEST(NeuronMonitor, AnyArrangementOfReportsIsRead) {
  const std::string one = monitor_report(10);
  std::string pretty;
  for (const char c : one) {
    pretty += c;
    if (c == '{' || c == '[' || c == ',') pretty += "\n  ";
  }
  const std::string expected_rows[] = {one + "\n" + one,
                                       one + "\r\n" + one + "\r\n",
                                       "\xEF\xBB\xBF" + one + "\n" + one,
                                       "[" + one + "," + one + "]",
                                       "[\n" + one + ",\n" + one + "\n]",
                                       pretty + "\n" + pretty + "\n",
                                       "[1,0]<stdout>:" + one + "\n[1,1]<stdout>:" + one,
                                       "[rank0]: " + one + "\n[rank1]: " + one,
                                       "0: " + one + "\n12: " + one + "\n",
                                       "[0] " + one + "\n[12] " + one + "\n",
                                       "[pod/a-7x/main] " + one + "\n[pod/a-7x/main] " + one,
                                       "monitor-1  | " + one + "\nmonitor-1  | " + one,
                                       "\x1b[32m[rank0]:\x1b[0m " + one + "\n" + one,
                                       one + one};
  for (const std::string& text : expected_rows) {
    const auto trace = read_monitor(text);
    ASSERT_TRUE(trace) << text.substr(0, 80);
    EXPECT_EQ((*trace)->property_number("report_count"), 2.0) << text.substr(0, 80);
    EXPECT_EQ(diagnostic_count(**trace, "other_line"), 0) << text.substr(0, 80);
  }
}

TEST(NeuronMonitor, ValuesOfCoresThatAreNotNumbersAreCounted) {
  const std::string one = monitor_report(10);
  for (const std::string_view value : {"\"40\"", "true", "[40]", "\"n/a\""}) {
    std::string odd = one;
    odd.replace(odd.find("2.5e12"), 6, value);
    const auto trace = read_monitor(odd);
    ASSERT_TRUE(trace);
    EXPECT_EQ(diagnostic_count(**trace, "odd_value"), 1) << value;
    EXPECT_EQ(metric_value(**trace, "neuroncore0.utilization_mean"), 10.0) << value;
  }
  std::string absent = one;
  absent.replace(absent.find("2.5e12"), 6, "null");
  EXPECT_EQ(diagnostic_count(**read_monitor(absent), "odd_value"), 0);
}

TEST(NeuronMonitor, WhatIsBrokenIsCounted) {
  const std::string one = monitor_report(10);
  const auto cut = read_monitor(one + "\n" + one.substr(0, one.size() / 2));
  ASSERT_TRUE(cut);
  EXPECT_EQ((*cut)->property_number("report_count"), 1.0);
  EXPECT_EQ(diagnostic_count(**cut, "truncated_report"), 1);
  // The last line of a monitor that was killed, and a monitor that was started again.
  const auto inside = read_monitor(one + "\n" + one.substr(0, 100) + "\n" + one + "\n");
  ASSERT_TRUE(inside);
  EXPECT_EQ((*inside)->property_number("report_count"), 2.0);
  EXPECT_EQ(diagnostic_count(**inside, "broken_report"), 1);
  const auto other = read_monitor("neuron-monitor: warning\n" + one + "\nbye\n{\"a\": 1}\n");
  ASSERT_TRUE(other);
  EXPECT_EQ(diagnostic_count(**other, "other_line"), 2);
  EXPECT_EQ(diagnostic_count(**other, "broken_report"), 1) << "no report: {\"a\": 1}";
}

TEST(NeuronMonitor, ErrorsOfGroupsAreShown) {
  const auto trace = read_monitor(
      R"({"neuron_runtime_data":[{"pid":7,"error":"","report":{"memory_used":{"period":0,)"
      R"("error":"driver is gone"}}}],"neuron_hardware_info":{"error":"no driver"}})");
  ASSERT_TRUE(trace);
  ASSERT_EQ(diagnostic_count(**trace, "neuron_monitor_error"), 2);
  EXPECT_THAT(find_diagnostic(**trace, "neuron_monitor_error")->example.english(),
              ::testing::HasSubstr("runtime 7, group memory_used: driver is gone"));
}

TEST(NeuronMonitor, HardwarePodsAndUnknownGroups) {
  const auto trace = read_monitor(monitor_report(
      10, 1,
      R"(,"instance_info":{"instance_type":"trn2n.48xlarge","instance_name":"","error":""},)"
      R"("neuron_hardware_info":{"neuroncore_version":"v3d","neuron_device_count":16,"error":""},)"
      R"("neuron_k8s_info":{"period":15,"neuroncores_k8s_info":{"0":{"pod_name":"p0",)"
      R"("namespace":"n0","container_name":["c0","c1"]}},"error":""})"));
  ASSERT_TRUE(trace);
  EXPECT_EQ((*trace)->property_text(property::kInstanceType), "trn2n.48xlarge");
  EXPECT_EQ((*trace)->property_text(property::kGeneration), "v3d");
  EXPECT_EQ((*trace)->property("instance_name"), nullptr) << "an empty name is no information";
  EXPECT_EQ((*trace)->property_number("neuron_device_count"), 16.0);
  EXPECT_EQ((*trace)->property_text("k8s.neuroncore0.pod_name"), "p0");
  EXPECT_EQ((*trace)->property_text("k8s.neuroncore0.container_name"), R"(["c0","c1"])");

  const auto later = read_monitor(
      R"({"neuron_runtime_data":[],"system_data":{"power":{"period":1,"devices":{"0":{"watts":300}},)"
      R"("error":""}}})");
  ASSERT_TRUE(later);
  EXPECT_EQ(samples_at(**later, {"System", "power", "devices", "0", "watts"}), (Samples{{0, 300}}));
  EXPECT_EQ(diagnostic_count(**later, "unknown_metric_group"), 1);
}

TEST(NeuronMonitor, ModelsAreSlicesWhileTheyAreLoaded) {
  const std::string model =
      R"({"neuron_runtime_data":[{"pid":7,"report":{"memory_used":{"period":1,)"
      R"("neuron_runtime_used_bytes":{"host":5,"neuron_device":6,"usage_breakdown":{)"
      R"("host":{"tensors":1},"neuroncore_memory_usage":{"0":{"model_code":3}}}},)"
      R"("loaded_models":[{"name":"/cache/model.neff","uuid":"ab","model_id":10002,)"
      R"("is_running":false,"subgraphs":{"sg_00":{"memory_used_bytes":{"host":20,)"
      R"("neuron_device":30},"neuroncore_index":0,"neuron_device_index":12}}}]}}}]})";
  const auto trace = read_monitor(model + "\n" + model + "\n" + std::string(kIdle));
  ASSERT_TRUE(trace);
  const auto slices = slices_of(**trace);
  ASSERT_EQ(slices.size(), 2u);
  const ShownSlice& loaded = slices[0].track == "Loaded models" ? slices[0] : slices[1];
  EXPECT_EQ(loaded.name, "model.neff");
  EXPECT_EQ(loaded.duration, 1'000'000'000);
  EXPECT_EQ(arg_text(**trace, loaded.id, "uuid"), "ab");
  EXPECT_EQ(arg_text(**trace, loaded.id, "sg_00.neuron_device_bytes"), "30");
  EXPECT_EQ(metric_value(**trace, "runtime7.neuron_device_memory_peak"), 6.0);
  EXPECT_EQ(samples_at(**trace,
                       {"Neuron runtime 7", "NeuronCore 0", "device memory by use", "model_code"})
                .size(),
            2u);
}

TEST(NeuronMonitor, ALiveStreamIsReadReportByReport) {
  TraceBuilder builder;
  TraceWriter out(builder);
  MonitorTrace monitor(out);
  const Text live = tr("live");
  EXPECT_TRUE(monitor.read_report(monitor_report(10), 1'700'000'000'000'000'000, live));
  EXPECT_TRUE(monitor.read_report(monitor_report(30), 1'700'000'002'000'000'000, live));
  const auto broken = monitor.read_report("{", std::nullopt, live);
  ASSERT_FALSE(broken);
  EXPECT_EQ(broken.error().where.english(), "live");
  EXPECT_EQ(monitor.report_count(), 2);
  monitor.finish();
  ASSERT_TRUE(out.finish());
  const auto trace = builder.finish();
  ASSERT_TRUE(trace);
  EXPECT_EQ(trace->time_base().window_end.value(), 2'000'000'000);
}

TEST(NeuronMonitor, RecognisedByContent) {
  const auto sniff = [](std::string_view text) { return sniff_neuron_monitor(json_file(text)); };
  EXPECT_TRUE(sniff(monitor_report(1)));
  EXPECT_TRUE(sniff("starting\n" + monitor_report(1)));
  EXPECT_TRUE(sniff(monitor_report(1).substr(0, 60))) << "cut off";
  EXPECT_FALSE(sniff(""));
  EXPECT_FALSE(sniff(R"({"traceEvents": []})"));
  EXPECT_FALSE(sniff("data = parse(x)[\"neuron_runtime_data\"]\n")) << "a program";
}

TEST(NeuronMonitor, OtherFilesAreErrors) {
  expect_refused(read_neuron_monitor, {"", "{}", "[]", "hello", R"({"neuron_runtime_data":[)"});
}

TEST(NeuronMonitor, ManyOpenBracketsCostLittle) {
  std::string text = monitor_report(1) + "\n";
  for (int i = 0; i < 200'000; ++i) text += "{\n";
  const auto trace = read_monitor(text);
  ASSERT_TRUE(trace);
  EXPECT_GT(diagnostic_count(**trace, "broken_report"), 1000);
}

/// A report as the versions for Inferentia 1 wrote it, with two runtimes.
std::string early_report(bool first_names) {
  const auto name = [&](std::string_view first, std::string_view second) {
    return first_names ? first : second;
  };
  const auto runtime = [&](int index) {
    return fmt::format(
        R"({{"{}":{},"error":"","report":{{"{}":{{"period":1.0,"{}":{{"2":)"
        R"({{"neuroncore_utilization":40.5,"loaded_models":["m:sg"]}}}},"error":""}},)"
        R"("inference_stats":{{"period":1.0,"error_summary":{{"generic":1}},)"
        R"("inference_summary":{{"completed":10}},"latency_stats":{{"total_latency":)"
        R"({{"p0":0.25,"p50":0.5,"p100":1.0}},"device_latency":null}},"error":""}},)"
        R"("memory_used":{{"period":1.0,"{}":{{"host":1000,"{}":2000}},"loaded_models":)"
        R"([{{"name":"m","uuid":"a","subgraphs":{{"sg00":{{"{}":{{"host":250,"{}":500}},)"
        R"("{}":2,"{}":0}}}}}}],"error":""}},"hw_counters":{{"period":1.0,"neuron_devices":)"
        R"([{{"{}":0,"mem_ecc_corrected":3}}],"error":""}},"{}":{{"period":1.0,)"
        R"("{}":{{"user":42.0,"system":1.0}},"error":""}}}}}})",
        name("runtime_index", "neuron_runtime_index"), index,
        name("nc_counters", "neuroncore_counters"), name("neuron_cores", "neuroncores_in_use"),
        name("runtime_memory", "neuron_runtime_used_bytes"), name("device", "neuron_device"),
        name("memory_usage", "memory_used_bytes"), name("device", "neuron_device"),
        name("neuron_core", "neuroncore_index"), name("neuron_device", "neuron_device_index"),
        name("device_index", "neuron_device_index"),
        name("runtime_cpu_usage", "neuron_runtime_vcpu_usage"), name("cpu_usage", "vcpu_usage"));
  };
  return fmt::format(
      R"({{"{}":[{},{}],"system_data":{{"{}":{{"period":1.0,"average_usage":{{"user":30.0}},)"
      R"("error":""}}}},"instance_data":{{"instance_id":"i-7","instance_type":"inf1.xlarge"}}}})",
      name("runtime_data", "neuron_runtime_data"), runtime(0), runtime(1),
      name("cpu_usage", "vcpu_usage"));
}

TEST(NeuronMonitor, VersionsForInferentiaOneSayTheSame) {
  for (const bool first_names : {true, false}) {
    const std::string report = early_report(first_names);
    ASSERT_TRUE(sniff_neuron_monitor(json_file(report))) << report;
    const auto trace = read_monitor(report + "\n" + report + "\n");
    ASSERT_TRUE(trace) << to_string(trace.error());
    const std::string_view runtime = "Neuron runtime index 1";
    EXPECT_EQ(samples_at(**trace, {runtime, "NeuronCore 2", "neuroncore_utilization"}),
              (Samples{{0, 40.5}, {1'000'000'000, 40.5}}));
    EXPECT_EQ(samples_at(**trace, {runtime, "Latency", "total_latency", "p50"}).size(), 2u);
    EXPECT_EQ(samples_at(**trace, {runtime, "Memory", "neuron_device"}).size(), 2u);
    EXPECT_EQ(samples_at(**trace, {runtime, "vCPU", "user"}).size(), 2u);
    EXPECT_EQ(
        samples_at(**trace, {runtime, "ECC events", "Neuron device 0", "mem_ecc_corrected"}).size(),
        2u);
    EXPECT_EQ(samples_at(**trace, {"System", "vCPU", "average of all", "user"}).size(), 2u);
    EXPECT_EQ(metric_value(**trace, "neuroncore2.utilization_mean"), 81.0) << "two runtimes";
    EXPECT_EQ(metric_value(**trace, "executions.completed"), 40.0);
    EXPECT_EQ(metric_value(**trace, "execution_errors.generic"), 4.0);
    EXPECT_EQ(metric_value(**trace, "total_latency.p100"), 1.0);
    EXPECT_EQ(metric_value(**trace, "neuron_device_memory_peak"), 4000.0);
    EXPECT_EQ(metric_value(**trace, "device0.mem_ecc_corrected"), 3.0);
    EXPECT_EQ((*trace)->property_text(property::kInstanceType), "inf1.xlarge");
    EXPECT_EQ(diagnostic_count(**trace, "unknown_metric_group"), 0);
  }
  EXPECT_FALSE(sniff_neuron_monitor(json_file(R"({"runtime_data":[1,2],"system_data":{}})")));
}

TEST(NeuronMonitor, ReportInsideAnObjectOfAnotherProgram) {
  const std::string report = monitor_report(40);
  const auto trace = read_monitor(R"({"host":"a","ts":1700000000,"data":)" + report + "}\n" +
                                  R"({"host":"a","ts":1700000002,"data":)" + report + "}\n");
  ASSERT_TRUE(trace) << to_string(trace.error());
  EXPECT_EQ(samples_at(**trace,
                       {"Neuron runtime 1337 (train)", "NeuronCore 0", "neuroncore_utilization"}),
            (Samples{{0, 40}, {2'000'000'000, 40}}));
}

}  // namespace
}  // namespace nscope::importers
