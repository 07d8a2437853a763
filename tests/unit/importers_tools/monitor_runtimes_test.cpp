// Reports of neuron-monitor with several runtimes, instances and arrangements.
#include "importers/neuron_monitor/neuron_monitor.h"
#include "profiler/trace/vocabulary.h"
#include "tests/support/monitor_report.h"
#include "tests/unit/importers_tools/read_tool.h"

#include <string>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

namespace nscope::importers {
namespace {

std::shared_ptr<const Trace> read_reports(std::string_view text) {
  auto trace = read_with(read_neuron_monitor, text);
  EXPECT_TRUE(trace) << to_string(trace.error());
  return trace ? *trace : nullptr;
}

/// A runtime with the utilisation of cores 0, 1, ...
std::string runtime(int pid, const std::vector<double>& percents, double period = 5.0,
                    std::string_view more = {}) {
  std::vector<std::string> cores;
  for (std::size_t i = 0; i < percents.size(); ++i) {
    cores.push_back(fmt::format(R"("{}":{{"neuroncore_utilization":{}{}}})", i, percents[i], more));
  }
  return fmt::format(
      R"({{"pid":{},"neuron_runtime_tag":"1","error":"","report":{{"neuroncore_counters":{{)"
      R"("period":{},"neuroncores_in_use":{{{}}},"error":""}}}}}})",
      pid, period, fmt::join(cores, ","));
}

std::string report(const std::vector<std::string>& runtimes, std::string_view more = {}) {
  return fmt::format(R"({{"neuron_runtime_data":[{}],"system_data":{{}}{}}})",
                     fmt::join(runtimes, ","), more);
}

double mean_of_core(const Trace& trace, int core) {
  return metric_value(trace, fmt::format("neuroncore{}.utilization_mean", core));
}

TEST(MonitorRuntimes, ACoreHasTheSumOfTheRuntimesOfAReport) {
  const auto trace =
      read_reports(report({runtime(101, {80, 0, 0, 0}), runtime(102, {0, 60, 0, 0}),
                           runtime(103, {0, 0, 40, 0}), runtime(104, {0, 0, 0, 20})}));
  ASSERT_TRUE(trace);
  for (int core = 0; core < 4; ++core) {
    EXPECT_DOUBLE_EQ(mean_of_core(*trace, core), 80.0 - 20.0 * core) << core;
  }
}

TEST(MonitorRuntimes, ReportsAreAveragedAfterTheSum) {
  // The runtimes change: only the reports that have a core count for it.
  const auto trace = read_reports(report({runtime(1, {80, 0}), runtime(2, {0, 60})}) + "\n" +
                                  report({runtime(1, {40, 0})}) + "\n" + report({}));
  ASSERT_TRUE(trace);
  EXPECT_DOUBLE_EQ(mean_of_core(*trace, 0), 60.0);
  EXPECT_DOUBLE_EQ(mean_of_core(*trace, 1), 30.0);
}

TEST(MonitorRuntimes, PeriodsAreWeightsOfReports) {
  const auto trace = read_reports(report({runtime(1, {90}, 1.0), runtime(2, {0}, 3.0)}) + "\n" +
                                  report({runtime(1, {10}, 1.0)}));
  ASSERT_TRUE(trace);
  EXPECT_DOUBLE_EQ(mean_of_core(*trace, 0), (90.0 * 3 + 10.0) / 4) << "the longest period counts";
}

TEST(MonitorRuntimes, FlopsOfBothNamesAndMemoryAreSumsToo) {
  const auto memory = [](int pid, int first, int second) {
    return fmt::format(
        R"({{"pid":{},"report":{{"memory_used":{{"period":1,"neuron_runtime_used_bytes":{{)"
        R"("host":{},"neuron_device":{},"usage_breakdown":{{"host":{{"tensors":1}},)"
        R"("neuroncore_memory_usage":{{"0":{{"tensors":{},"model_code":1}},"1":{{"tensors":{}}}}}}}}},)"
        R"("loaded_models":[]}}}}}})",
        pid, first, second, first, second);
  };
  const auto trace = read_reports(
      report({runtime(1, {50}, 1, R"(,"flops":100)"),
              runtime(2, {0}, 1, R"(,"effective_flops":20)"), memory(3, 10, 7), memory(4, 20, 0)}) +
      "\n" + report({memory(3, 11, 3)}));
  ASSERT_TRUE(trace);
  EXPECT_DOUBLE_EQ(metric_value(*trace, "neuroncore0.effective_flops_mean"), 120.0);
  EXPECT_EQ(find_metric(*trace, "neuroncore0.effective_flops_mean")->unit, "FLOP/s");
  EXPECT_DOUBLE_EQ(metric_value(*trace, "neuroncore0.device_memory_peak"), 10 + 1 + 20 + 1);
  EXPECT_DOUBLE_EQ(metric_value(*trace, "neuroncore1.device_memory_peak"), 7);
  EXPECT_DOUBLE_EQ(metric_value(*trace, "neuron_device_memory_peak"), 7);
  EXPECT_DOUBLE_EQ(metric_value(*trace, "runtime_host_memory_peak"), 30);
  EXPECT_DOUBLE_EQ(metric_value(*trace, "runtime4.host_memory_peak"), 20);
}

TEST(MonitorRuntimes, LatenciesHaveExactEndsAndApproximateMeans) {
  const auto latency = [](int pid, int completed, double p0, double p50, double p99, double p100) {
    return fmt::format(
        R"({{"pid":{},"report":{{"execution_stats":{{"period":1,"execution_summary":{{)"
        R"("completed":{}}},"latency_stats":{{"total_latency":{{"p0":{},"p50":{},"p99":{},)"
        R"("p100":{}}},"device_latency":null}}}}}}}})",
        pid, completed, p0, p50, p99, p100);
  };
  const auto trace = read_reports(report(
      {latency(1, 30, 0.001, 0.002, 0.004, 0.008), latency(2, 10, 0.002, 0.006, 0.008, 0.016)}));
  ASSERT_TRUE(trace);
  EXPECT_DOUBLE_EQ(metric_value(*trace, "total_latency.p0"), 0.001);
  EXPECT_DOUBLE_EQ(metric_value(*trace, "total_latency.p100"), 0.016);
  EXPECT_DOUBLE_EQ(metric_value(*trace, "total_latency.p50_mean"), 0.003);
  EXPECT_EQ(find_metric(*trace, "total_latency.p99_mean")->provenance, Provenance::kApproximate);
  EXPECT_EQ(find_metric(*trace, "device_latency.p0"), nullptr) << "unknown is not zero";
  EXPECT_DOUBLE_EQ(metric_value(*trace, "executions.completed"), 40.0);
}

TEST(MonitorRuntimes, InstancesAreKeptApart) {
  const auto of = [](std::string_view id, double percent) {
    return report(
        {runtime(1, {percent})},
        fmt::format(R"(,"instance_info":{{"instance_id":"{}","instance_type":"trn1.2xlarge",)"
                    R"("error":""}})",
                    id));
  };
  const auto trace =
      read_reports(of("i-1", 10) + "\n" + of("i-2", 90) + "\n" + of("i-1", 30) + "\n");
  ASSERT_TRUE(trace);
  EXPECT_DOUBLE_EQ(metric_value(*trace, "neuroncore0.utilization_mean"), 20.0);
  EXPECT_DOUBLE_EQ(metric_value(*trace, "i-2.neuroncore0.utilization_mean"), 90.0);
  EXPECT_EQ(trace->property_text("instance_id"), "i-1");
  EXPECT_EQ(trace->property_text("i-2.instance_type"), "trn1.2xlarge");
  EXPECT_EQ(diagnostic_count(*trace, "several_instances"), 2);
  using Samples = std::vector<std::pair<std::int64_t, double>>;
  EXPECT_EQ(samples_at(*trace, {"Neuron runtime 1", "NeuronCore 0", "neuroncore_utilization"}),
            (Samples{{0, 10}, {5'000'000'000, 30}}))
      << "each instance has its own time";
  EXPECT_EQ(samples_at(*trace, {"Instance i-2", "Neuron runtime 1", "NeuronCore 0",
                                "neuroncore_utilization"}),
            (Samples{{0, 90}}));
}

/// What a trace contains, for comparisons.
std::string content_of(const Trace& trace) {
  std::string text;
  for (const Track& track : trace.tracks()) {
    text += fmt::format("track {}\n", trace.text(track.name));
    for (std::size_t i = 0; i < track.counters.size(); ++i) {
      text += fmt::format(" {}={}", track.counters.time[i], track.counters.value[i]);
    }
  }
  for (const Metric& metric : trace.metrics()) {
    text += fmt::format("metric {} {}\n", metric.name, metric.value);
  }
  for (const Diagnostic& diagnostic : trace.diagnostics()) {
    text += fmt::format("diagnostic {} {}\n", diagnostic.code, diagnostic.count);
  }
  return text;
}

TEST(MonitorRuntimes, LargeFilesAreReadInBlocksWithoutLoss) {
  // 3 MB in many blocks, with lines that only the finder can read at any place.
  std::string text;
  std::string prefixed;
  int reports = 0;
  for (int i = 0; i < 3000; ++i) {
    std::string line = report({runtime(1, {static_cast<double>(i % 100), 1.0}, 1.0)},
                              fmt::format(R"(,"note":"{}")", std::string(600, 'x')));
    if (i % 97 == 0) line.insert(line.find('['), "\n");        // over two lines
    if (i % 131 == 0) line = line.substr(0, line.size() / 2);  // truncated
    if (i % 89 == 0) line = "2024-01-01 other text";
    if (i % 89 != 0 && i % 131 != 0) ++reports;
    text += line + "\n";
    prefixed += "[1,0]<stdout>:" + line + "\n";
  }
  const auto trace = read_reports(text);
  ASSERT_TRUE(trace);
  EXPECT_GT(reports, 2900);
  EXPECT_NEAR(trace->property_number("report_count").value_or(0.0), reports, 40)
      << "a truncated report can hide the next one";
  for (int repeat = 0; repeat < 3; ++repeat) {
    EXPECT_EQ(content_of(*read_reports(text)), content_of(*trace)) << "the order of threads counts";
  }
}

TEST(MonitorRuntimes, ParsedLinesAndTheFinderAgree) {
  // With a prefix, lines are not parsed in advance.
  std::string plain;
  std::string prefixed;
  for (int i = 0; i < 50; ++i) {
    const std::string line = monitor_report(i, 1.0);
    plain += line + "\n";
    prefixed += "[1,0]<stdout>:" + line + "\n";
  }
  EXPECT_EQ(content_of(*read_reports(plain)), content_of(*read_reports(prefixed)));
}

}  // namespace
}  // namespace nscope::importers
