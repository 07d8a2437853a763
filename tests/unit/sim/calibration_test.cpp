#include "profiler/base/resources.h"
#include "simcore/engine/validation/calibrate.h"
#include "tests/support/corpus.h"
#include "tests/unit/sim/catalogue.h"
#include "tests/unit/sim/text_matchers.h"

#include <array>
#include <iostream>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace nscope::sim {
namespace {

using testing::HasSubstr;

class CalibrationTable : public CorpusTest {
 protected:
  void SetUp() override {
    CorpusTest::SetUp();
    if (IsSkipped()) return;
    for (const char* const name : {"neuron.csv", "neuron2.csv"}) {
      auto rows = parse_validation_table(corpus_text(std::string("calibration/") + name), name);
      ASSERT_TRUE(rows) << to_string(rows.error());
      rows_.insert(rows_.end(), rows->begin(), rows->end());
    }
  }
  CalibrationReport fit() {
    TaskControl control;
    auto report = calibrate(catalogue(), rows_,
                            {.date = load_calibration() ? load_calibration()->date : "2026-11-21",
                             .data = load_calibration() ? load_calibration()->data : ""},
                            control);
    EXPECT_TRUE(report) << to_string(report.error());
    return report ? std::move(*report) : CalibrationReport();
  }
  std::vector<ValidationRow> rows_;
};

TEST_F(CalibrationTable, ReadsEveryRow) {
  EXPECT_EQ(rows_.size(), 681u + 1479u);
}

// The limits are errors; the values are printed to detect a drift early.
TEST(CalibrationErrors, AreWithinTheirLimits) {
  const auto shipped = load_calibration();
  ASSERT_TRUE(shipped) << to_string(shipped.error());
  const Calibration& calibration = *shipped;
  for (const ResidualStatistics& entry : calibration.residuals) {
    std::cout << fmt::format(
        "{} {}: {} rows, fit {:.1f} %, leave-one-model-out {:.1f} % (median {:.1f} %, p90 "
        "{:.1f} %), band {:.3f} .. {:.3f}\n",
        entry.class_name, entry.metric, entry.rows, 100 * entry.fit_mape, 100 * entry.lomo_mape,
        100 * entry.lomo_median, 100 * entry.lomo_p90, entry.low_ratio, entry.high_ratio);
  }
  struct Limit {
    const char* class_name;
    const char* metric;
    int rows;
    double error;
  };
  constexpr std::array<Limit, 24> kLimits{{{"decoder", "tpot_p50", 92, 0.08},
                                           {"decoder", "throughput", 75, 0.07},
                                           {"decoder-assumed", "throughput", 26, 0.5},
                                           {"decoder", "ttft_p50", 104, 0.165},
                                           {"encoder-batch", "throughput", 60, 0.05},
                                           {"encoder-batch", "latency_p50", 56, 0.05},
                                           {"encoder-realtime", "latency_p50", 32, 0.031},
                                           {"vision-cnn-batch", "throughput", 5, 0.06},
                                           {"vision-cnn-batch", "latency_p50", 5, 0.06},
                                           {"vision-cnn-realtime", "latency_p50", 5, 0.04},
                                           {"vision-transformer-batch", "throughput", 3, 0.12},
                                           {"vision-transformer-realtime", "latency_p50", 4, 0.12},
                                           {"diffusion", "latency_p50", 6, 0.09},
                                           {"training-dp", "throughput", 19, 0.08},
                                           {"training-tp-pp", "throughput", 10, 0.07},
                                           {"serving", "throughput", 75, 0.12},
                                           {"serving", "itl_mean", 59, 0.14},
                                           {"serving", "ttft_p50", 83, 0.19},
                                           {"serving", "ttft_mean", 12, 0.25},
                                           {"serving", "tpot_p50", 44, 0.05},
                                           {"kernel", "latency_p50", 483, 0.09},
                                           {"diffusion", "step_latency", 46, 0.17},
                                           {"collective-host", "time", 24, 0.09},
                                           {"collective", "time", 13, 0.13}}};
  for (const Limit& limit : kLimits) {
    const ResidualStatistics* const found = calibration.find(limit.class_name, limit.metric);
    ASSERT_NE(found, nullptr) << limit.class_name << " " << limit.metric;
    EXPECT_EQ(found->rows, limit.rows) << limit.class_name << " " << limit.metric;
    EXPECT_LE(found->lomo_mape, limit.error) << limit.class_name << " " << limit.metric;
  }
}

TEST(CalibrationErrors, NineOfTenRowsLieInsideTheBandsOfOtherSources) {
  const auto shipped = load_calibration();
  ASSERT_TRUE(shipped) << to_string(shipped.error());
  double inside = 0;
  double rows = 0;
  for (const ResidualStatistics& entry : shipped->residuals) {
    if (!entry.generation.empty() || entry.groups < 2) continue;
    inside += entry.coverage * entry.rows;
    rows += entry.rows;
  }
  EXPECT_GT(inside / rows, 0.86);
  EXPECT_LT(inside / rows, 0.94);
}

TEST_F(CalibrationTable, ShippedFileIsWhatTheFitProduces) {
  const CalibrationReport report = fit();
  const auto shipped = load_calibration();
  ASSERT_TRUE(shipped) << to_string(shipped.error());
  for (const ParameterInfo& info : parameter_table()) {
    const double fitted = report.calibration.parameters.*info.member;
    EXPECT_NEAR(shipped->parameters.*info.member / fitted, 1.0, 1e-4) << info.name;
  }
  ASSERT_EQ(shipped->residuals.size(), report.calibration.residuals.size());
  for (std::size_t i = 0; i < shipped->residuals.size(); ++i) {
    const ResidualStatistics& a = shipped->residuals[i];
    const ResidualStatistics& b = report.calibration.residuals[i];
    EXPECT_EQ(a.metric, b.metric);
    EXPECT_EQ(a.rows, b.rows);
    EXPECT_NEAR(a.lomo_mape, b.lomo_mape, 1e-4);
    EXPECT_NEAR(a.low_ratio, b.low_ratio, 1e-4);
    EXPECT_NEAR(a.high_ratio, b.high_ratio, 1e-4);
  }
  EXPECT_EQ(shipped->rows, report.calibration.rows);
}

TEST_F(CalibrationTable, ValidationCountsWhatItCannotPredict) {
  const auto calibration = load_calibration();
  ASSERT_TRUE(calibration);
  TaskControl control;
  const auto report = validate(catalogue(), rows_, *calibration, control);
  ASSERT_TRUE(report);
  ASSERT_EQ(report->rows.size(), rows_.size());
  int predicted = 0;
  int in_domain = 0;
  for (const RowPrediction& row : report->rows) {
    if (row.predicted) ++predicted;
    if (row.in_domain) ++in_domain;
    EXPECT_TRUE(row.predicted || !row.reason.empty()) << row.id;
    EXPECT_TRUE(row.in_domain || !row.reason.empty()) << row.id;
    EXPECT_TRUE(row.class_name != "collective" || (row.low && row.high)) << row.id;
  }
  // 680 of the 681 rows of neuron.csv and 1,330 of the 1,479 of neuron2.csv. The others are single
  // components of models, models that are not described, and quantities without a prediction.
  EXPECT_EQ(predicted, 680 + 1330);
  EXPECT_EQ(in_domain, 1665);
  for (const ClassError& entry : report->classes) {
    std::cout << fmt::format("{} {}: {} rows, {:.1f} %\n", entry.class_name, entry.metric,
                             entry.rows, 100 * entry.mape);
  }
  const Json json = to_json(*report);
  EXPECT_EQ(json["schema"], "nscope.validate/1");
  EXPECT_EQ(json["rows"].size(), rows_.size());
}

TEST(Calibration, RoundTrip) {
  const auto shipped = load_calibration();
  ASSERT_TRUE(shipped) << to_string(shipped.error());
  const Json json = to_json(*shipped);
  const auto back = calibration_from_json(json, "test");
  ASSERT_TRUE(back) << to_string(back.error());
  EXPECT_EQ(to_json(*back), json);
}

// The file describes each parameter as the fit does, with the same value for parameters that are
// not fitted.
TEST(Calibration, ShippedFileStatesTheParametersAsTheFitDoes) {
  const auto shipped = load_calibration();
  ASSERT_TRUE(shipped) << to_string(shipped.error());
  constexpr const char* kFile = "calibration/neuroncore-v2.json";
  EXPECT_EQ(to_json(*shipped), parse_json(find_resource(kFile)->content, kFile).value());
  ASSERT_TRUE(built_in_parameter_table()) << to_string(built_in_parameter_table().error());
  EXPECT_EQ(initial_parameters().ring_share, 0.18);
  EXPECT_EQ(initial_parameters().old_kanga_limit, 16'777'216);
  for (const ParameterInfo& info : parameter_table()) {
    if (info.kind == ParameterKind::kFitted) continue;
    EXPECT_NEAR(shipped->parameters.*info.member / info.initial, 1.0, 1e-4) << info.name;
  }
}

TEST(Calibration, NamesTheWrongMember) {
  const auto shipped = load_calibration();
  ASSERT_TRUE(shipped);
  const auto error = [&](auto change) {
    Json json = to_json(*shipped);
    change(json);
    const auto result = calibration_from_json(json, "c.json");
    EXPECT_FALSE(result);
    return result ? std::string() : to_string(result.error());
  };
  EXPECT_THAT(error([](Json& json) { json["parameters"]["decode_launch"]["value"] = 0; }),
              HasSubstr("c.json: /parameters/decode_launch/value: must be greater than 0"));
  EXPECT_THAT(error([](Json& json) { json["parameters"]["tile_buffers"]["value"] = 0.01; }),
              HasSubstr("/parameters/tile_buffers/value: must be at least 1"));
  EXPECT_THAT(error([](Json& json) { json["parameters"]["bucket_minimum"]["value"] = 1e300; }),
              HasSubstr("differs from 128 by more than a factor of 1000"));
  EXPECT_THAT(error([](Json& json) { json["software"] = "abc"; }), HasSubstr("must be a version"));
  EXPECT_THAT(error([](Json& json) { json["parameters"].erase("mesh_share"); }),
              HasSubstr("/parameters/mesh_share"));
  EXPECT_THAT(error([](Json& json) { json["parameters"]["surprise"] = 1; }),
              HasSubstr("/parameters/surprise"));
  EXPECT_THAT(error([](Json& json) { json["domains"][0]["sizes"]["batch"] = "8"; }),
              HasSubstr("/domains/0/sizes/batch"));
  EXPECT_THAT(error([](Json& json) { json["residuals"][0]["low_ratio"] = -1; }),
              HasSubstr("/residuals/0/low_ratio"));
}

constexpr std::string_view kHeading = "id,class,model,instance,tp,metric,value,unit\n";

TEST(ValidationTable, NamesThePositionOfAProblem) {
  const auto error = [](std::string_view rows) {
    const auto table = parse_validation_table(std::string(kHeading) + std::string(rows), "t.csv");
    EXPECT_FALSE(table);
    return table ? std::string() : to_string(table.error());
  };
  EXPECT_THAT(error("a,decoder,m,i,x,tpot_p50,1,ms\n"),
              HasSubstr("t.csv: line 2, column tp: must be a number greater than 0, not 'x'"));
  EXPECT_THAT(error("a,decoder,m,i,1,tpot_p50,,ms\n"), HasSubstr("column value: is required"));
  EXPECT_THAT(error("a,decoder,m,i,1,tpot_p50,1,ms\na,b\n"),
              HasSubstr("t.csv: line 3: the record has 2 fields"));
  EXPECT_THAT(error("\"a,decoder\n"), HasSubstr("not closed"));
  EXPECT_FALSE(parse_validation_table("", "t.csv"));
  EXPECT_FALSE(parse_validation_table("id,class\n", "t.csv"));
  EXPECT_FALSE(parse_validation_table("id,id,class,model,instance,metric,value,unit\n", "t.csv"));
  EXPECT_FALSE(parse_validation_table("id,surprise\n", "t.csv"));
}

TEST(ValidationTable, QuotesAndLineEnds) {
  const auto table = parse_validation_table(
      std::string(kHeading) + "\"a \"\"b\"\", c\",decoder,m,i,1,tpot_p50,1.5,ms\r\n\r\n", "t.csv");
  ASSERT_TRUE(table) << to_string(table.error());
  ASSERT_EQ(table->size(), 1u);
  EXPECT_EQ((*table)[0].id, "a \"b\", c");
  EXPECT_EQ((*table)[0].value, 1.5);
  EXPECT_FALSE((*table)[0].batch);
}

TEST(ValidationTable, SdkVersionsCompareAsNumbers) {
  EXPECT_TRUE(sdk_at_least("2.18.0", "2.18"));
  EXPECT_TRUE(sdk_at_least("2.21", "2.18"));
  EXPECT_FALSE(sdk_at_least("2.9.1", "2.18"));
  EXPECT_FALSE(sdk_at_least("", "2.18"));
  EXPECT_FALSE(sdk_at_least("newest", "2.18"));
}

Result<CalibrationReport> fit_of(const std::vector<ValidationRow>& rows) {
  TaskControl control;
  return calibrate(catalogue(), rows, {.date = "2026-11-21", .data = "t.csv"}, control);
}

// Rows that cannot be fitted are skipped with a reason and do not affect the other rows.
TEST(Calibrate, SkipsRowsThatCannotBeFitted) {
  constexpr std::string_view kText =
      "id,class,model,instance,cores,tp,batch,seq_len,input_len,output_len,image_size,dtype,"
      "metric,value,unit,sdk\n"
      "a,encoder-batch,bert-base,inf2.xlarge,1,,8,128,,,,bf16,latency_p50,5,ms,2.21\n"
      "a,encoder-batch,bert-base,inf2.xlarge,1,,9,128,,,,bf16,throughput,1500,inferences/s,2.21\n"
      "b,encoder-batch,distilbert-base-cased,inf2.xlarge,1,,8,128,,,,bf16,latency_p50,3,ms,2.21\n"
      "b,encoder-batch,distilbert-base-cased,inf2.xlarge,1,,8,128,,,,bf16,tpot_p50,3,ms,2.21\n"
      "c,decoder,llama-2-7b,inf2.48xlarge,,24,1,4096,128,3968,,bf16,throughput,30,ms,2.18\n"
      "d,decoder,llama-2-7b,inf2.48xlarge,,24,1,4096,128,1,,bf16,tpot_p50,6,ms,2.18\n"
      "e,decoder,llama-2-7b,inf2.48xlarge,,24,1,4096,128,3968,,bf16,latency_p50,27,s,2.18\n"
      "f,vision-cnn-batch,bert-base,inf2.xlarge,1,,8,128,,,,bf16,latency_p50,5,ms,2.21\n"
      "g,vision-cnn-batch,resnet50,inf2.xlarge,1,,8,,,,224x-16384,bf16,latency_p50,5,ms,2.21\n"
      "h,encoder-batch,bert-base,inf2.xlarge,1,,8,128,,,,bf16,latency_p50,5,ms,newest\n";
  const auto rows = parse_validation_table(kText, "t.csv");
  ASSERT_TRUE(rows) << to_string(rows.error());
  const auto report = fit_of(*rows);
  ASSERT_TRUE(report) << to_string(report.error());
  EXPECT_EQ(report->calibration.rows, (std::vector<std::string>{"a", "b", "e"}));
  EXPECT_THAT(
      report->skipped,
      testing::ElementsAre(SkippedWith("b tpot_p50: the metric does not apply"),
                           SkippedWith("c throughput: '30 ms' is not a valid value"),
                           SkippedWith("d tpot_p50: the metric does not apply"),
                           SkippedWith("f latency_p50: the model belongs to the class encoder"),
                           SkippedWith("g latency_p50: the image size"),
                           SkippedWith("h latency_p50: invalid SDK version 'newest'")));
  const auto back = calibration_from_json(to_json(report->calibration), "c.json");
  ASSERT_TRUE(back) << to_string(back.error());
  EXPECT_FALSE(parse_validation_table(std::string(kHeading) + "a,decoder,m,i,1,x,inf,ms\n", "t"));
}

TEST(Calibrate, AnAliasIsNotASecondModel) {
  const auto rows = parse_validation_table(
      "id,class,model,instance,batch,seq_len,metric,value,unit,sdk\n"
      "a,encoder-batch,roberta-base,inf2.xlarge,8,128,latency_p50,5,ms,2.21\n"
      "b,encoder-batch,FacebookAI/roberta-base,inf2.xlarge,8,128,latency_p50,5,ms,2.21\n",
      "t.csv");
  ASSERT_TRUE(rows);
  const auto report = fit_of(*rows);
  ASSERT_FALSE(report);
  EXPECT_THAT(report.error().message.english(), HasSubstr("at least 2 models, found 1"));
}

TEST(Calibrate, RequiresTwoModels) {
  const auto rows = parse_validation_table(
      "id,class,model,instance,tp,input_len,output_len,metric,value,unit,sdk\n"
      "a,decoder,llama-2-7b,inf2.48xlarge,24,128,128,tpot_p50,6.5,ms,2.18.0\n",
      "t.csv");
  ASSERT_TRUE(rows);
  const auto report = fit_of(*rows);
  ASSERT_FALSE(report);
  EXPECT_EQ(report.error().code, ErrorCode::kBadInput);
  EXPECT_THAT(report.error().message.english(), HasSubstr("at least 2 models"));
}

}  // namespace
}  // namespace nscope::sim
