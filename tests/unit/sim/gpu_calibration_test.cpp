#include "profiler/base/resources.h"
#include "simcore/engine/gpu/gpu_accuracy_report.h"
#include "simcore/engine/gpu/gpu_times.h"
#include "simcore/engine/gpu/gpu_validate.h"
#include "tests/support/corpus.h"
#include "tests/unit/sim/catalogue.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <iostream>
#include <map>
#include <set>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace nscope::sim {
namespace {

using testing::HasSubstr;

const GpuCalibration& shipped() {
  static const GpuCalibration calibration = built_in_gpu_calibration().value();
  return calibration;
}

/// The fit to the shipped measurements, which takes seconds, once for all tests.
GpuCalibrationReport& refit() {
  static GpuCalibrationReport fitted = [] {
    TaskControl control;
    auto report =
        calibrate_gpu(catalogue(), shipped().measurements, shipped().date, shipped().data, control);
    EXPECT_TRUE(report) << to_string(report.error());
    return report ? std::move(*report) : GpuCalibrationReport();
  }();
  return fitted;
}

// The values are printed to detect a drift early.
TEST(GpuCalibration, LeaveOneOutErrors) {
  struct Limit {
    std::string_view stack;
    std::string_view metric;
    int rows;
    double group_out;
    double source_out;
  };
  constexpr std::array<Limit, 6> kLimits{
      {{"llm-foundry", "throughput", 142, 0.055, 0.20},
       {"megatron", "throughput", 7, 0.065, 0.075},
       {"tensorrt-llm", "throughput", 180, 0.145, 0.145},
       {"tensorrt-llm", "ttft_p50", 22, 0.12, 0.12},
       {"tensorflow", "throughput", 102, 0.16, 0.60},
       {"all", "throughput of 1 to 4 sequences", 23, 0.10, 0.10}}};
  const GpuCalibrationReport& report = refit();
  for (const GpuAccuracy& entry : report.calibration.accuracy) {
    std::cout << fmt::format(
        "{} {} {}: {} rows, fit {:.1f} %, group out {:.1f} % (median {:.1f} %, bias {:+.1f} %), "
        "source out {:.1f} %, GPU out {:.1f} %, coverage {:.0f} %\n",
        entry.task, entry.stack, entry.metric, entry.rows, 100 * entry.fit, 100 * entry.group_out,
        100 * entry.group_median, 100 * entry.group_bias, 100 * entry.source_out,
        100 * entry.gpu_out, 100 * entry.coverage);
  }
  for (const Limit& limit : kLimits) {
    const GpuAccuracy* const found = report.calibration.find(limit.stack, limit.metric);
    ASSERT_NE(found, nullptr) << limit.stack << " " << limit.metric;
    EXPECT_EQ(found->rows, limit.rows) << limit.stack;
    EXPECT_LE(found->group_out, limit.group_out) << limit.stack << " " << limit.metric;
    EXPECT_LE(found->source_out, limit.source_out) << limit.stack << " " << limit.metric;
  }
}

// Servers of p5.48xlarge at full load, as the answers about costs compare them. The whole source
// left out: 13 % at most (measured with calibrate and validate).
TEST(GpuCalibration, Llama70bInFp8OnH100IsWithinTwentyPercent) {
  constexpr double kMost = 0.2;
  int rows = 0;
  for (const GpuPrediction& one : refit().leave_one_group_out) {
    const GpuWorkload& work = one.measurement->workload;
    const bool same = work.model == "llama-3.3-70b" && work.weight_dtype == "fp8" &&
                      work.saturated && one.measurement->gpu == "h100" &&
                      one.measurement->metric == "throughput";
    if (!same) continue;
    ++rows;
    EXPECT_LE(std::abs(one.relative_error()), kMost) << one.measurement->id;
  }
  EXPECT_EQ(rows, 10);
}

// The bands are nominal 90 %, judged with rows whose group was not part of the fit or the band.
TEST(GpuCalibration, BandsContainTheRowsOfOtherGroups) {
  double covered = 0;
  int rows = 0;
  for (const GpuAccuracy& entry : shipped().accuracy) {
    if (entry.stack != "all" || entry.metric != "all") continue;
    EXPECT_GE(entry.coverage, 0.80) << entry.task;
    EXPECT_LE(entry.coverage, 0.97) << entry.task;
    covered += entry.coverage * entry.rows;
    rows += entry.rows;
  }
  EXPECT_EQ(rows, static_cast<int>(shipped().measurements.size()));
  EXPECT_GE(covered / rows, 0.86);
  EXPECT_LE(covered / rows, 0.94);
}

// A stack with rows of few groups has the band of its task.
TEST(GpuCalibration, FewGroupsHaveTheBandOfTheirTask) {
  const GpuAccuracy* const own = shipped().find("gpt-fast", "throughput");
  ASSERT_NE(own, nullptr);
  EXPECT_LT(own->groups, 4);
  const GpuAccuracy* const used = shipped().band_of(GpuTask::kGenerate, "gpt-fast", "throughput");
  ASSERT_NE(used, nullptr);
  EXPECT_EQ(used->stack, "all");
  EXPECT_EQ(shipped().band_of(GpuTask::kGenerate, "vllm", "throughput"), used);
  EXPECT_EQ(shipped().band_of(GpuTask::kTrain, "llm-foundry", "throughput"),
            shipped().find("llm-foundry", "throughput"));
}

TEST(GpuCalibration, ShippedFileIsWhatTheFitProduces) {
  const Json shipped_json =
      parse_json(find_resource("calibration/gpu.json")->content, "calibration/gpu.json").value();
  EXPECT_EQ(to_json(refit().calibration), shipped_json)
      << "regenerate with: nscope calibrate --gpu --against calibration/gpu.csv -o FILE";
}

TEST(GpuCalibration, ComesBackAsItWent) {
  const Json json = to_json(shipped());
  const auto again = gpu_calibration_from_json(json, "again");
  ASSERT_TRUE(again) << to_string(again.error());
  EXPECT_EQ(to_json(*again), json);
}

TEST(GpuCalibration, ReadingIsStrict) {
  const Json good = to_json(shipped());
  const auto error_of = [&](auto change) {
    Json json = good;
    change(json);
    const auto read = gpu_calibration_from_json(json, "g.json");
    return read ? std::string("none") : to_string(read.error());
  };
  EXPECT_THAT(error_of([](Json& j) { j["schema"] = "x"; }), HasSubstr("nscope.gpu-calibration/1"));
  EXPECT_THAT(error_of([](Json& j) { j["colour"] = 1; }), HasSubstr("colour"));
  EXPECT_THAT(error_of([](Json& j) { j["parameters"].erase("serve_gemm"); }),
              HasSubstr("serve_gemm"));
  EXPECT_THAT(error_of([](Json& j) { j["parameters"]["serve_gemm"]["value"] = -1; }),
              HasSubstr("parameters/serve_gemm"));
  EXPECT_THAT(error_of([](Json& j) { j["parameters"]["serve_gemm"]["value"] = 1e9; }),
              HasSubstr("more than a factor of 1000"));
  EXPECT_THAT(error_of([](Json& j) { j["accuracy"][0]["low_ratio"] = 0; }),
              HasSubstr("accuracy/0"));
  EXPECT_THAT(error_of([](Json& j) { j["domains"][0]["sizes"]["GPUs"] = 3; }),
              HasSubstr("sizes/GPUs"));
  EXPECT_THAT(error_of([](Json& j) { j["measurements"][7]["value"] = 0; }),
              HasSubstr("measurements/7"));
  EXPECT_THAT(error_of([](Json& j) { j["measurements"][7]["workload"]["batch"] = 0; }),
              HasSubstr("measurements/7/workload"));
}

TEST(GpuCalibration, NeedsSeveralModelsAndPlaceableRows) {
  TaskControl control;
  std::vector<GpuMeasurement> one{shipped().measurements[0]};
  const auto single = calibrate_gpu(catalogue(), one, "2026-11-22", "one", control);
  ASSERT_FALSE(single);
  EXPECT_THAT(to_string(single.error()), HasSubstr("at least 2 models, found 1"));
  one[0].workload.tensor_parallel = 64;
  const auto impossible = calibrate_gpu(catalogue(), one, "2026-11-22", "one", control);
  ASSERT_FALSE(impossible);
  EXPECT_THAT(to_string(impossible.error()), HasSubstr(one[0].id));
  one[0] = shipped().measurements[0];
  one[0].metric = "watts";
  const auto odd = calibrate_gpu(catalogue(), one, "2026-11-22", "one", control);
  ASSERT_FALSE(odd);
  EXPECT_THAT(to_string(odd.error()), HasSubstr("has no metric 'watts'"));
}

TEST(GpuCalibration, CanBeCancelled) {
  TaskControl control;
  control.request_cancel();
  const auto report =
      calibrate_gpu(catalogue(), shipped().measurements, "2026-11-22", "x", control);
  ASSERT_FALSE(report);
  EXPECT_EQ(report.error().code, ErrorCode::kCancelled);
}

TEST(GpuParameterTable, DocumentsEveryMemberOnce) {
  const auto table = gpu_parameter_table();
  EXPECT_EQ(table.size() * sizeof(double), sizeof(GpuParameters));
  std::set<std::string_view> names;
  for (const GpuParameterInfo& info : table) {
    EXPECT_TRUE(names.insert(info.name).second) << info.name;
    EXPECT_FALSE(info.meaning.empty() || info.source.empty() || info.unit.empty()) << info.name;
    EXPECT_GT(info.initial, 0) << info.name;
  }
}

// Measured configurations must fit in memory. The built-in measurements are all placed, and the
// largest of them must nearly fill the memory.
TEST(GpuMemory, EveryPublishedConfigurationFits) {
  double fullest = 0;
  for (const GpuMeasurement& m : shipped().measurements) {
    const auto plan = plan_gpu(catalogue(), m.workload, shipped().parameters);
    ASSERT_TRUE(plan) << m.id << " " << to_string(plan.error());
    if (m.workload.task != GpuTask::kTrain) continue;
    fullest = std::max(fullest, plan->memory.required / plan->memory.capacity);
  }
  EXPECT_GT(fullest, 0.9);  // the authors used the largest microbatch that fitted
}

TEST(GpuAccuracyReport, ShowsEveryRow) {
  GpuCalibrationReport& report = refit();
  report.skipped = {{"G1", tr("too blue")}, {"G2", tr("too blue")}};
  const std::string text = gpu_accuracy_report(report, Language());
  for (const GpuMeasurement& m : shipped().measurements) {
    EXPECT_THAT(text, HasSubstr("| " + m.id + " |"));
  }
  EXPECT_THAT(text, HasSubstr("| 2 | too blue |"));
  EXPECT_THAT(text, HasSubstr("taken as tokens per second and GPU"));
  const Json json = to_json(report);
  EXPECT_EQ(json["leave_one_group_out"].size(), shipped().measurements.size());
}

class GpuCalibrationTable : public CorpusTest {
 protected:
  void SetUp() override {
    CorpusTest::SetUp();
    if (IsSkipped()) return;
    auto rows = parse_gpu_table(corpus_text("calibration/gpu.csv"), "gpu.csv");
    ASSERT_TRUE(rows) << to_string(rows.error());
    rows_ = std::move(*rows);
  }
  std::vector<GpuRow> rows_;
};

TEST_F(GpuCalibrationTable, ContainsTheBuiltInMeasurements) {
  EXPECT_EQ(rows_.size(), 3994u);
  std::vector<SkippedRow> skipped;
  const auto measurements = usable_gpu_measurements(catalogue(), rows_, skipped);
  EXPECT_EQ(measurements.size() + skipped.size(), rows_.size());
  ASSERT_EQ(measurements.size(), shipped().measurements.size());
  for (std::size_t i = 0; i < measurements.size(); ++i) {
    EXPECT_EQ(to_json(measurements[i]), to_json(shipped().measurements[i]));
  }
}

TEST_F(GpuCalibrationTable, EveryUsedRowIsPredictedInItsOwnUnit) {
  TaskControl control;
  const auto report = validate_gpu(catalogue(), rows_, shipped(), control);
  ASSERT_TRUE(report) << to_string(report.error());
  ASSERT_EQ(report->rows.size(), rows_.size());
  std::size_t predicted = 0;
  std::size_t inside = 0;
  for (const RowPrediction& row : report->rows) {
    EXPECT_EQ(!row.predicted, !row.reason.empty()) << row.id;
    if (!row.predicted) continue;
    ++predicted;
    EXPECT_TRUE(row.in_domain) << row.id << " " << row.reason.english();
    EXPECT_LT(std::abs(row.relative_error()), 1.3) << row.id;
    inside += *row.low <= row.measured && row.measured <= *row.high;
  }
  EXPECT_EQ(predicted, shipped().measurements.size());
  // Bands contain 90 % of the rows that are left out. The fit includes all rows, so at least as
  // many are inside.
  EXPECT_GE(static_cast<double>(inside), 0.9 * static_cast<double>(predicted));
}

// The sources publish MFU and tokens of the same run, which shows their convention.
TEST_F(GpuCalibrationTable, OurMfuIsThePublishedOne) {
  std::map<std::string, const GpuMeasurement*> by_row;
  for (const GpuMeasurement& m : shipped().measurements) by_row[m.id] = &m;
  int compared = 0;
  for (std::size_t i = 1; i < rows_.size(); ++i) {
    const auto tokens = by_row.find(rows_[i - 1].id);
    if (rows_[i].metric != "MFU_percent" || tokens == by_row.end()) continue;
    const GpuWorkload& w = tokens->second->workload;
    const catalog::Model& model = **catalogue().model(w.model);
    const auto machine = gpu_machine_of(catalogue(), **catalogue().instance(w.instance));
    const double peak = gpu_peak(*machine, w.weight_dtype).value();
    const double mfu =
        tokens->second->value / w.gpus * training_flops_per_token(model, w.sequence_length) / peak;
    EXPECT_NEAR(100 * mfu, rows_[i].value, 0.03 * rows_[i].value) << rows_[i].id;
    ++compared;
  }
  EXPECT_EQ(compared, 142);
}

}  // namespace
}  // namespace nscope::sim
