// Error bands: too wide ones, and those of servers.
#include "simcore/engine/calibration/error_factors.h"
#include "simcore/engine/calibration/metric_list.h"
#include "simcore/engine/serving/serve_workload.h"
#include "tests/unit/sim/built_in.h"
#include "tests/unit/sim/estimated.h"

#include <algorithm>
#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace nscope::sim {
namespace {

using testing::Contains;
using testing::HasSubstr;

/// A calibration with these bands of the classes: {class, metric, low, high}.
struct Band {
  const char* class_name;
  const char* metric;
  double low;
  double high;
};
Calibration with_bands(std::initializer_list<Band> bands) {
  Calibration calibration;
  calibration.parameters.outside_factor = 3;
  for (const Band& band : bands) {
    ResidualStatistics residuals;
    residuals.class_name = band.class_name;
    residuals.metric = band.metric;
    residuals.low_ratio = band.low;
    residuals.high_ratio = band.high;
    calibration.residuals.push_back(residuals);
  }
  return calibration;
}

TEST(ErrorFactors, AreTheWidestOfTheMeasuredMetrics) {
  const Calibration calibration = with_bands({{"a", "x", 0.8, 1.1}, {"b", "y", 0.9, 1.6}});
  const auto factors = [&](std::vector<MeasuredAs> measured, bool inside) {
    return error_factors(calibration, measured, "v2", inside);
  };
  const auto both = factors({{"a", "x"}, {"b", "y"}, {"c", "z"}}, true);
  ASSERT_TRUE(both.range);
  EXPECT_DOUBLE_EQ(both.range->low, 0.8);
  EXPECT_DOUBLE_EQ(both.range->high, 1.6);
  const auto inverted = factors({{"b", "y", true}}, true);
  EXPECT_DOUBLE_EQ(inverted.range->low, 1 / 1.6);
  EXPECT_DOUBLE_EQ(inverted.range->high, 1 / 0.9);
  EXPECT_NEAR(factors({{"b", "y"}}, false).range->high, 1.6 * 1.6 * 1.6, 1e-12);
  const auto none = factors({{"c", "z"}}, true);
  EXPECT_FALSE(none.range);
  EXPECT_TRUE(none.missing.empty());
}

TEST(ErrorFactors, BeyondTenAreAReason) {
  const Calibration calibration =
      with_bands({{"a", "up", 0.9, 10.5}, {"a", "down", 0.09, 1.1}, {"a", "most", 0.1, 10}});
  const auto factors = [&](const char* metric, bool inside) {
    const MeasuredAs one{"a", metric};
    return error_factors(calibration, std::span(&one, 1), "v2", inside);
  };
  EXPECT_TRUE(factors("most", true).range);
  for (const char* const metric : {"up", "down"}) {
    EXPECT_FALSE(factors(metric, true).range);
    EXPECT_THAT(factors(metric, true).missing.english(),
                HasSubstr("measurements of such models differ"));
    EXPECT_THAT(factors(metric, false).missing.english(),
                HasSubstr("measurements of such models differ"));
  }
  EXPECT_FALSE(factors("most", false).range);
  EXPECT_THAT(factors("most", false).missing.english(),
              HasSubstr("outside of the measured domain"));
}

TEST(MetricList, SaysWhyAMetricHasNoBand) {
  const Calibration calibration =
      with_bands({{"a", "throughput", 0.01, 2}, {"a", "latency_p50", 0.9, 1.2}});
  MetricList list(calibration, "a", "v2", true);
  list.add("throughput", 5, "1/s", "throughput", tr("a rate"));
  list.add_rate("rate", 5, "1/s", {});
  list.add_duration("duration", 5, {});
  list.add("latency_p50", 5, "s", "latency_p50");
  const auto metrics = list.take();
  EXPECT_THAT(metrics[0].note.english(), HasSubstr("a rate; no error band: measurements"));
  for (int i : {0, 1, 2}) {
    EXPECT_FALSE(metrics[static_cast<std::size_t>(i)].low) << i;
    EXPECT_THAT(metrics[static_cast<std::size_t>(i)].note.english(), HasSubstr("no error band"));
  }
  EXPECT_DOUBLE_EQ(*metrics[3].high, 6);
}

TEST(MetricList, TakesTheWidestBandOfRelatedClassesOutsideOfTheDomain) {
  const Calibration calibration =
      with_bands({{"a", "latency_p50", 0.9, 1.1}, {"b", "latency_p50", 0.8, 1.3}});
  const auto high = [&](double exponent) {
    MetricList list(calibration, "a", "v2", exponent, {"a", "b"});
    list.add_latency("latency_p50", 1, {});
    return *list.back().high;
  };
  EXPECT_DOUBLE_EQ(high(1), 1.1);
  EXPECT_NEAR(high(2), 1.3 * 1.3, 1e-12);
}

// Encoders and image models were measured in narrow ranges of sizes.
TEST(CallBands, WidenWithTheDistanceFromTheMeasuredSizes) {
  const auto width = [](const char* model, int batch) {
    Workload workload{.model = model, .instance = "inf2.xlarge"};
    workload.batch = batch;
    const auto result = estimate_of(workload);
    EXPECT_TRUE(result) << to_string(result.error());
    const Metric* const latency = result ? result->find("latency_p50") : nullptr;
    return latency != nullptr && latency->low ? *latency->high / *latency->low : HUGE_VAL;
  };
  for (const char* const model : {"bert-base-uncased", "resnet50", "vit-base-patch16-224"}) {
    const double inside = width(model, 32);
    const double near = width(model, 128);
    const double far = width(model, 1024);
    EXPECT_LT(inside, near) << model;
    EXPECT_LT(near, far) << model;
  }
}

TEST(ServerBands, AreThoseOfServersOrOfTheLayersOfTheModel) {
  const Calibration calibration = with_bands({{"serving", "ttft_p50", 0.8, 1.2},
                                              {"serving", "itl_mean", 0.8, 1.2},
                                              {"serving", "throughput", 0.8, 1.2},
                                              {"serving-states", "ttft_mean", 0.5, 1.1},
                                              {"decoder-states", "tpot_p50", 0.9, 4},
                                              {"decoder-latent", "tpot_p50", 0.9, 40}});
  const auto factors = [&](const char* model, const char* metric) {
    return server_factors(calibration, **catalogue().model(model), "v3", metric, true);
  };
  EXPECT_DOUBLE_EQ(factors("llama-3.1-8b", "itl_mean").range->high, 1.2);
  EXPECT_DOUBLE_EQ(factors("mamba-2.8b", "ttft_p50").range->low, 0.5);
  EXPECT_DOUBLE_EQ(factors("mamba-2.8b", "ttft_p50").range->high, 1.2);
  EXPECT_DOUBLE_EQ(factors("mamba-2.8b", "itl_mean").range->high, 4);
  EXPECT_DOUBLE_EQ(factors("mamba-2.8b", "throughput").range->low, 0.25);
  EXPECT_FALSE(factors("deepseek-v3", "itl_mean").range);
  EXPECT_FALSE(factors("deepseek-v3", "itl_mean").missing.empty());
}

/// English texts of what is outside of the domain of a server with these members.
std::vector<std::string> outside_with(const char* members) {
  Json json{{"schema", "nscope.workload/1"},
            {"model", "llama-3.1-8b"},
            {"instance", "trn1.32xlarge"},
            {"tensor_parallel", 8},
            {"batch", 4},
            {"input_tokens", 500},
            {"output_tokens", 100},
            {"sequence_length", 1024}};
  json["serving"] = Json::parse(members);
  const auto workload = workload_from_json(json, "w.json");
  EXPECT_TRUE(workload) << to_string(workload.error());
  const auto result = estimate_of(*workload);
  EXPECT_TRUE(result) << members << to_string(result.error());
  std::vector<std::string> texts;
  if (!result) return texts;
  for (const Text& text : result->outside_domain) texts.push_back(text.english());
  return texts;
}

TEST(ServerDomain, NamesTheFeaturesThatNoMeasuredServerHas) {
  EXPECT_TRUE(outside_with(R"({"requests": 5})").empty());
  EXPECT_THAT(outside_with(R"({"requests": 5, "adapters": {"bytes": 1e8, "bandwidth": 1e9}})"),
              Contains("LoRA adapters of requests"));
  EXPECT_THAT(outside_with(R"({"requests": 5, "paged": {}, "prefix": {"shared_tokens": 64}})"),
              Contains("prefix cache"));
  EXPECT_THAT(outside_with(R"({"requests": 5, "disaggregation": {}})"),
              Contains("separate prefill"));
  EXPECT_THAT(outside_with(R"({"requests": 5, "scheduler": "chunked"})"),
              Contains("scheduler 'chunked' (measured: continuous)"));
  EXPECT_THAT(outside_with(R"({"requests": 5, "autoscaling": {"most": 2}})"),
              Contains("autoscaling"));
}

}  // namespace
}  // namespace nscope::sim
