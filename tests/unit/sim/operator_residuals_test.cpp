#include "simcore/engine/validation/operator_residuals.h"

#include "profiler/trace/vocabulary.h"
#include "simcore/engine/fit/parameter_fit.h"
#include "simcore/engine/validation/operator_evidence.h"
#include "tests/unit/sim/simulated.h"
#include "tests/unit/sim/text_matchers.h"

#include <algorithm>
#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace nscope::sim {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

OperatorResidual residual(std::string engine, std::string name, double ratio,
                          double time = 1000.0) {
  return {.work = "compute",
          .engine = std::move(engine),
          .name = std::move(name),
          .measured_mean = 100.0 * ratio,
          .simulated_mean = 100.0,
          .measured_time = time};
}

Workload small_decoder() {
  Workload workload;
  workload.model = "llama-2-7b";
  workload.instance = "inf2.xlarge";
  workload.tensor_parallel = 2;
  workload.batch = 1;
  workload.input_tokens = 128;
  workload.output_tokens = 64;
  return workload;
}

/// A document in which all slices on `engine` were measured `ratio` times as long as simulated.
ResidualDocument measured_longer(const Workload& workload, Engine engine, double ratio) {
  const Simulated run = simulated(workload);
  ResidualDocument document{.name = "a.json",
                            .workload = workload,
                            .calibration = run.trace->property_text(property::kCalibration)};
  for (const Track& track : run.trace->tracks()) {
    const bool operators = track.slice_kind == SliceKind::kOperator;
    const bool transfers = track.slice_kind == SliceKind::kDma;
    if (track.core != 0 || (!operators && !transfers)) continue;
    for (std::size_t row = 0; row < track.slices.size(); ++row) {
      const std::string name(run.trace->text(track.slices.name[row]));
      const auto same = [&](const OperatorResidual& r) {
        return r.name == name && r.engine == to_string(track.engine);
      };
      if (std::any_of(document.rows.begin(), document.rows.end(), same)) continue;
      document.rows.push_back({.work = transfers ? "dma" : "compute",
                               .engine = std::string(to_string(track.engine)),
                               .name = name,
                               .measured_mean = track.engine == engine ? ratio : 1.0,
                               .simulated_mean = 1.0,
                               .measured_time = 1000.0});
    }
  }
  return document;
}

Json document_json() {
  return Json::parse(R"({"schema": "nscope.residuals/1",
    "measured": {"runs": ["m"], "total_ns": 10.0},
    "simulated": {"runs": ["s"], "total_ns": 10.0, "workload": null, "calibration": null},
    "total_residual": 1.0,
    "rows": [{"work": "compute", "engine": "Vector", "name": "norm", "measured_count": 1,
              "simulated_count": 1, "measured_mean_ns": 12.0, "simulated_mean_ns": 10.0,
              "residual": 1.2, "measured_time_ns": 12.0},
             {"work": "compute", "engine": "Vector", "name": "nothing", "measured_count": 1,
              "simulated_count": 1, "measured_mean_ns": 12.0, "simulated_mean_ns": 0.0,
              "residual": null, "measured_time_ns": 12.0}],
    "notes": []})");
}

TEST(OperatorResiduals, ReadsWhatCompareWrites) {
  const auto document = residuals_from_json(document_json(), "r.json");
  ASSERT_TRUE(document) << to_string(document.error());
  ASSERT_EQ(document->rows.size(), 1u);
  EXPECT_EQ(document->rows[0].name, "norm");
  EXPECT_DOUBLE_EQ(document->rows[0].ratio(), 1.2);
  EXPECT_EQ(document->without_time, 1u);
  EXPECT_FALSE(document->workload);
}

TEST(OperatorResiduals, NamesWhatIsWrong) {
  const auto error = [](auto change) {
    Json json = document_json();
    change(json);
    const auto read = residuals_from_json(json, "r.json");
    EXPECT_FALSE(read);
    return read ? std::string() : to_string(read.error());
  };
  EXPECT_THAT(error([](Json& j) { j["schema"] = "nscope.residuals/9"; }),
              HasSubstr("nscope.residuals/1"));
  EXPECT_THAT(error([](Json& j) { j["rows"][0]["measured_mean_ns"] = -1.0; }),
              HasSubstr("rows/0/measured_mean_ns"));
  EXPECT_THAT(error([](Json& j) { j["rows"][0].erase("name"); }), HasSubstr("name"));
  EXPECT_THAT(error([](Json& j) {
                j["simulated"]["workload"] = Json{{"model", 7}};
              }),
              HasSubstr("workload"));
  EXPECT_THAT(error([](Json& j) { j["rows"].erase(0); }), HasSubstr("no common operator"));
}

TEST(ClassFactors, TheFactorHoldsIfOperatorsDeviateAlike) {
  const ResidualDocument document{
      .name = "a.json",
      .rows = {residual("Vector", "norm", 1.21), residual("Vector", "rope", 1.19),
               residual("Vector", "softmax", 1.20), residual("Tensor", "qkv", 0.5),
               residual("Tensor", "up", 1.0), residual("Tensor", "down", 2.0, 1001.0)}};
  const auto factors = class_factors({document});
  ASSERT_EQ(factors.size(), 2u);
  EXPECT_EQ(factors[0].engine, "Tensor");  // more time
  EXPECT_FALSE(factors[0].is_common());
  EXPECT_EQ(factors[1].engine, "Vector");
  EXPECT_TRUE(factors[1].is_common());
  EXPECT_NEAR(factors[1].factor, std::cbrt(1.21 * 1.19 * 1.20), 1e-12);
  // The error of the three is 1 - 1 / r without a factor, and about 0.01 with the factor of the
  // other two.
  EXPECT_NEAR(factors[1].error, (0.21 / 1.21 + 0.19 / 1.19 + 0.20 / 1.20) / 3, 1e-12);
  ASSERT_TRUE(factors[1].operator_out);
  EXPECT_NEAR(
      *factors[1].operator_out,
      (std::abs(std::sqrt(1.19 * 1.20) / 1.21 - 1) + std::abs(std::sqrt(1.21 * 1.20) / 1.19 - 1) +
       std::abs(std::sqrt(1.21 * 1.19) / 1.20 - 1)) /
          3,
      1e-12);
  EXPECT_FALSE(factors[1].document_out);
}

TEST(ClassFactors, AFactorOfOneRunDoesNotHoldWhereAnotherRunDeniesIt) {
  const ResidualDocument slower{
      .name = "a.json",
      .rows = {residual("Vector", "norm", 1.2), residual("Vector", "rope", 1.2),
               residual("Vector", "softmax", 1.2)}};
  const ResidualDocument faster{
      .name = "b.json",
      .rows = {residual("Vector", "gelu", 0.8), residual("Vector", "add", 0.8),
               residual("Vector", "copy", 0.8)}};
  const auto both = class_factors({slower, faster});
  ASSERT_EQ(both.size(), 1u);
  ASSERT_TRUE(both[0].document_out);
  EXPECT_GT(*both[0].document_out, both[0].error);
  EXPECT_FALSE(both[0].is_common());
  EXPECT_TRUE(class_factors({slower})[0].is_common());
}

TEST(ClassFactors, TwoOperatorsAreTooFew) {
  const ResidualDocument document{
      .name = "a.json", .rows = {residual("Vector", "norm", 1.2), residual("Vector", "rope", 1.2)}};
  const auto factors = class_factors({document});
  ASSERT_EQ(factors.size(), 1u);
  EXPECT_FALSE(factors[0].operator_out);
  EXPECT_FALSE(factors[0].is_common());
}

TEST(OperatorEvidence, MovesTheParametersThatItsOperatorsDependOnAndNoOther) {
  const auto& built_in = built_in_calibration();
  ASSERT_TRUE(built_in);
  const ResidualDocument document = measured_longer(small_decoder(), Engine::kVector, 1.25);
  OperatorEvidence evidence;
  ASSERT_TRUE(evidence.add(catalogue(), document, *built_in));
  ASSERT_FALSE(evidence.empty());
  // With the parameters of the simulation, the prediction equals the simulation.
  const auto rows = evidence.rows();
  const auto as_it_was = evidence.ratios(built_in->parameters);
  ASSERT_EQ(as_it_was.size(), rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    EXPECT_DOUBLE_EQ(as_it_was[i], rows[i].residual.ratio()) << rows[i].residual.name;
  }
  const auto equations = [&](const Parameters& parameters) {
    std::vector<double> out;
    evidence.append(parameters, {}, out);
    return out;
  };
  TaskControl control;
  const auto fitted = fit_parameters<Parameters>(parameter_table(), equations, 0.1, control);
  ASSERT_TRUE(fitted);
  // Operators of VectorE increase engine_stretch; those of the other engines limit the increase.
  EXPECT_GT(fitted->engine_stretch, 1.005 * built_in->parameters.engine_stretch);
  EXPECT_LT(fitted->engine_stretch, 1.25 * built_in->parameters.engine_stretch);
  // Parameters that no operator of a decoder depends on keep the value of the prior.
  for (const ParameterInfo& info : parameter_table()) {
    if (info.name == "denoise_host" || info.name == "train_stretch" ||
        info.name == "v1_dma_share") {
      EXPECT_DOUBLE_EQ((*fitted).*info.member, info.initial) << info.name;
    }
  }
}

TEST(OperatorEvidence, LeavesOutTheModelThatIsLeftOut) {
  const auto& built_in = built_in_calibration();
  ASSERT_TRUE(built_in);
  OperatorEvidence evidence;
  const ResidualDocument document = measured_longer(small_decoder(), Engine::kVector, 1.25);
  ASSERT_TRUE(evidence.add(catalogue(), document, *built_in));
  const catalog::Model& model = **model_of(catalogue(), small_decoder());
  const auto count = [&](bool families, std::string_view without) {
    std::vector<double> out;
    LeftOut left_out{.by = families ? Grouping::kFamily : Grouping::kModel};
    if (!without.empty()) left_out.names.emplace(without);
    evidence.append(built_in->parameters, left_out, out);
    return out.size();
  };
  EXPECT_GT(count(false, {}), 0u);
  EXPECT_EQ(count(false, model.id), 0u);
  EXPECT_EQ(count(true, family_of(model)), 0u);
  EXPECT_EQ(count(false, "another"), count(false, {}));
}

TEST(OperatorEvidence, ReportsWhatItCannotUse) {
  const auto& built_in = built_in_calibration();
  ASSERT_TRUE(built_in);
  OperatorEvidence evidence;
  const ResidualDocument kernel{.name = "k.json", .rows = {residual("Tensor", "MATMUL", 1.1)}};
  ASSERT_TRUE(evidence.add(catalogue(), kernel, *built_in));
  ResidualDocument document = measured_longer(small_decoder(), Engine::kVector, 1.25);
  document.rows = {residual("Vector", "not_an_operator", 1.1)};
  ASSERT_TRUE(evidence.add(catalogue(), document, *built_in));
  EXPECT_TRUE(evidence.empty());
  EXPECT_THAT(evidence.not_used(), ElementsAre(TextWith("k.json: a replay or a kernel"),
                                               TextWith("not_an_operator on Vector")));
  document.calibration = "2020-01-01, another table";
  const auto refused = evidence.add(catalogue(), document, *built_in);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, ErrorCode::kBadInput);
  EXPECT_THAT(refused.error().message.english(), HasSubstr("another table"));
}

}  // namespace
}  // namespace nscope::sim
