#include "importers/xla_metrics/xla_metrics.h"

#include "tests/unit/importers_tools/read_tool.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace nscope::importers {
namespace {

Result<std::shared_ptr<const Trace>> read_xla(std::string_view text) {
  return read_with(read_xla_metrics, text);
}

constexpr std::string_view kXlaReport =
    "Metric: CompileTime\n"
    "  TotalSamples: 14\n"
    "  Accumulator: 41s970ms754.699us\n"
    "  ValueRate: 01s008ms052.059us / second\n"
    "  Rate: 0.344467 / second\n"
    "  Percentiles: 1%=006ms571.894us; 50%=03s362ms902.957us; 99%=09s014ms560.750us\n"
    ".....\n"
    "Metric: InboundData\n"
    "  TotalSamples: 2412\n"
    "  Accumulator: 18.80KB\n"
    "  ValueRate: 124.39B / second\n"
    "Metric: TensorsGraphSize\n"
    "  TotalSamples: 1\n"
    "  Accumulator: 9.00\n"
    "  Mean: 9.00\n"
    "  StdDev: 0.00\n"
    "Counter: xla::addmm\n"
    "  Value: 2\n"
    "Counter: aten::_local_scalar_dense\n"
    "  Value: 7\n";

TEST(XlaMetrics, ValuesHaveUnits) {
  const auto trace = read_xla(kXlaReport);
  ASSERT_TRUE(trace) << to_string(trace.error());
  EXPECT_EQ(metric_value(**trace, "CompileTime.samples"), 14.0);
  EXPECT_DOUBLE_EQ(metric_value(**trace, "CompileTime.accumulator"), 41.970754699);
  EXPECT_EQ(find_metric(**trace, "CompileTime.accumulator")->unit, "s");
  EXPECT_EQ(find_metric(**trace, "CompileTime.value_rate")->unit, "s/s");
  EXPECT_DOUBLE_EQ(metric_value(**trace, "CompileTime.rate"), 0.344467);
  EXPECT_EQ(find_metric(**trace, "CompileTime.rate")->unit, "1/s");
  EXPECT_DOUBLE_EQ(metric_value(**trace, "CompileTime.p50"), 3.362902957);
  EXPECT_DOUBLE_EQ(metric_value(**trace, "InboundData.accumulator"), 18.80 * 1024);
  EXPECT_EQ(find_metric(**trace, "InboundData.value_rate")->unit, "B/s");
  EXPECT_EQ(find_metric(**trace, "TensorsGraphSize.mean")->unit, "");
  EXPECT_EQ(metric_value(**trace, "xla::addmm"), 2.0);
  EXPECT_EQ(find_metric(**trace, "xla::addmm")->provenance, Provenance::kImported);
  EXPECT_EQ(diagnostic_count(**trace, "other_line"), 0);
  EXPECT_EQ(diagnostic_count(**trace, "several_reports"), 0);
}

TEST(XlaMetrics, RecompilationsAndFallbacksAreShown) {
  const auto trace = read_xla(kXlaReport);
  ASSERT_TRUE(trace);
  EXPECT_EQ(diagnostic_count(**trace, "graph_compilations"), 14);
  EXPECT_EQ(diagnostic_count(**trace, "cpu_fallback"), 1);
  EXPECT_THAT(find_diagnostic(**trace, "cpu_fallback")->example.english(),
              ::testing::HasSubstr("aten::_local_scalar_dense (7 times)"));
  const auto clean = read_xla("Counter: xla::t\n  Value: 2\nCounter: aten::x\n  Value: 0\n");
  ASSERT_TRUE(clean);
  EXPECT_EQ(diagnostic_count(**clean, "cpu_fallback"), 0);
}

TEST(XlaMetrics, TheLastReportCounts) {
  const auto trace = read_xla(
      "step 1\nCounter: xla::t\n  Value: 2\nstep 2: loss 3\nCounter: xla::t\n  Value: 5\n");
  ASSERT_TRUE(trace);
  EXPECT_EQ(metric_value(**trace, "xla::t"), 5.0);
  EXPECT_EQ(diagnostic_count(**trace, "several_reports"), 1);
  EXPECT_EQ(diagnostic_count(**trace, "other_line"), 2);
}

TEST(XlaMetrics, Values) {
  const auto seconds = [](std::string_view text) {
    const auto value = parse_xla_value(text);
    return value && value->unit == "s" ? value->value : -1.0;
  };
  EXPECT_DOUBLE_EQ(seconds("09s969ms486.408us"), 9.969486408);
  EXPECT_DOUBLE_EQ(seconds("01m21s477ms157.009us"), 81.477157009);
  EXPECT_DOUBLE_EQ(seconds("1d02h03m04s"), 93784.0);
  EXPECT_DOUBLE_EQ(seconds("000.000us"), 0.0);
  EXPECT_DOUBLE_EQ(seconds("5ms"), 0.005);
  EXPECT_EQ(parse_xla_value("1.5GB")->value, 1.5 * 1073741824);
  EXPECT_EQ(parse_xla_value("8.00B")->unit, "B");
  EXPECT_EQ(parse_xla_value("-3")->value, -3.0);
  for (const std::string_view text : {"", "s", "1x", "1s2s", "1ms2s", "1..5s", "KB", "nan"}) {
    EXPECT_FALSE(parse_xla_value(text)) << text;
  }
}

TEST(XlaMetrics, OddValuesAreCounted) {
  const auto trace = read_xla("Metric: A\n  TotalSamples: 1\n  Accumulator: lots\n  Future: 3\n");
  ASSERT_TRUE(trace);
  EXPECT_EQ(diagnostic_count(**trace, "odd_value"), 1);
  EXPECT_EQ(diagnostic_count(**trace, "other_line"), 1);
}

TEST(XlaMetrics, OldReportsCallTheAccumulatorCounter) {
  const auto trace = read_xla(
      "Metric: CompileTime\n  TotalSamples: 24\n  Counter: 07s501ms263.438us\n"
      "  ValueRate: 415ms845.224us / second\n  Percentiles: 1%=092ms776.335us; 99%=191ms81.607us\n"
      "Metric: OutboundData\n  TotalSamples: 2\n  Counter: 4.09GB\n"
      "Counter: xla::add\n  Value: 3\nCounter: CachedBytes\n  Value: 12.34GB\n");
  ASSERT_TRUE(trace) << to_string(trace.error());
  EXPECT_DOUBLE_EQ(metric_value(**trace, "CompileTime.accumulator"), 7.501263438);
  EXPECT_DOUBLE_EQ(metric_value(**trace, "CompileTime.p99"), 0.191081607);
  EXPECT_DOUBLE_EQ(metric_value(**trace, "OutboundData.accumulator"), 4.09 * 1073741824);
  EXPECT_EQ(find_metric(**trace, "xla::add")->unit, "count");
  EXPECT_DOUBLE_EQ(metric_value(**trace, "CachedBytes"), 12.34 * 1073741824);
  EXPECT_EQ(find_metric(**trace, "CachedBytes")->unit, "B");
  EXPECT_EQ(diagnostic_count(**trace, "other_line"), 0);
  EXPECT_EQ(diagnostic_count(**trace, "odd_value"), 0);
}

TEST(XlaMetrics, MetricsWithoutSamplesAreUnknown) {
  const auto trace = read_xla(
      "Metric: XrtExecutorEvict\n  TotalSamples: 0\n  Accumulator: nanB\n  Mean: nanB\n"
      "  StdDev: nanB\n  Percentiles: \nMetric: XrtCompile\n  TotalSamples: 64\n"
      "  Accumulator: 09m50s948ms416.998us\n  Mean: 08s280ms444.016us\n"
      "  Percentiles: 25%=011ms230.058us; 50%=043ms595.301us\n");
  ASSERT_TRUE(trace) << to_string(trace.error());
  EXPECT_EQ(find_metric(**trace, "XrtExecutorEvict.accumulator"), nullptr);
  EXPECT_EQ(metric_value(**trace, "XrtExecutorEvict.samples"), 0.0);
  EXPECT_DOUBLE_EQ(metric_value(**trace, "XrtCompile.mean"), 8.280444016);
  EXPECT_DOUBLE_EQ(metric_value(**trace, "XrtCompile.p25"), 0.011230058);
  EXPECT_EQ(diagnostic_count(**trace, "no_samples"), 3);
  EXPECT_EQ(diagnostic_count(**trace, "graph_compilations"), 64);
  EXPECT_EQ(diagnostic_count(**trace, "other_line"), 0);
}

TEST(XlaMetrics, ReportsOfStepsGiveTheLastTotalsAndLaterCompilations) {
  const auto report = [](int step, int compilations, int adds) {
    return "[MetricsData; step=" + std::to_string(step) +
           "]\nMetric: CompileTime\n  TotalSamples: " + std::to_string(compilations) +
           "\n  Accumulator: 1s\nCounter: xla::add\n  Value: " + std::to_string(adds) + "\n\n";
  };
  const auto trace = read_xla(report(1, 2, 10) + report(2, 2, 20) + report(3, 5, 30));
  ASSERT_TRUE(trace) << to_string(trace.error());
  EXPECT_EQ(metric_value(**trace, "CompileTime.samples"), 5.0);
  EXPECT_EQ(metric_value(**trace, "xla::add"), 30.0);
  EXPECT_EQ(diagnostic_count(**trace, "several_reports"), 4);
  EXPECT_EQ(diagnostic_count(**trace, "compiled_after_first_report"), 3);
  EXPECT_EQ(diagnostic_count(**trace, "other_line"), 0);
  // Two processes write into the same log.
  const auto two = read_xla(report(1, 4, 10) + report(1, 3, 9));
  ASSERT_TRUE(two);
  EXPECT_EQ(diagnostic_count(**two, "total_decreased"), 2);
  EXPECT_EQ(diagnostic_count(**two, "compiled_after_first_report"), 0);
}

TEST(XlaMetrics, RecognisedByContentAndOthersAreErrors) {
  const auto sniff = [](std::string_view text) { return sniff_xla_metrics(json_file(text)); };
  EXPECT_TRUE(sniff(kXlaReport));
  EXPECT_TRUE(sniff("\x1b[1mCounter: a\x1b[0m\r\n\tValue: 1\r\n"));
  EXPECT_FALSE(sniff("Metric: accuracy\nloss: 3\n"));
  expect_refused(read_xla_metrics, {"", "{}", "Metric: x\n", "Counter: a\nValue:\n"});
}

TEST(XlaMetrics, AfterTheFrontOfALog) {
  const std::string fields = "  TotalSamples: 24\n  Accumulator: 02s300ms\n";
  const std::string counter = "Counter: aten::nonzero\n  Value: 33\n";
  for (const std::string& text :
       {"INFO:root:Metric: CompileTime\n" + fields + counter,
        "2026-01-06 01:02:03,123 INFO: Metric: CompileTime\n" + fields + counter,
        std::string("I0718 17:15:45.048 1 train.py:33] Metric: CompileTime\n"
                    "I0718 17:15:45.048 1 train.py:33]   TotalSamples: 24\n"
                    "I0718 17:15:45.048 1 train.py:33]   Accumulator: 02s300ms\n"
                    "I0718 17:15:45.048 1 train.py:33] Counter: aten::nonzero\n"
                    "I0718 17:15:45.048 1 train.py:33]   Value: 33\n")}) {
    ASSERT_TRUE(sniff_xla_metrics(json_file(text))) << text;
    const auto trace = read_with(read_xla_metrics, text);
    ASSERT_TRUE(trace) << to_string(trace.error());
    EXPECT_EQ(metric_value(**trace, "CompileTime.samples"), 24.0) << text;
    EXPECT_DOUBLE_EQ(metric_value(**trace, "CompileTime.accumulator"), 2.3) << text;
    EXPECT_EQ(metric_value(**trace, "aten::nonzero"), 33.0) << text;
    EXPECT_EQ(diagnostic_count(**trace, "other_line"), 0) << text;
  }
  // A line of another program is not a field of the report.
  const auto trace =
      read_with(read_xla_metrics, "Counter: aten::nonzero\n  Value: 33\nthe cache hit: Value: 4\n");
  ASSERT_TRUE(trace);
  EXPECT_EQ(metric_value(**trace, "aten::nonzero"), 33.0);
}

}  // namespace
}  // namespace nscope::importers
