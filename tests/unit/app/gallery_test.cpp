#include "app/documents/built_in.h"
#include "app/documents/read_workload.h"
#include "costmodel/prices/price_book.h"
#include "profiler/trace/build/trace_builder.h"
#include "simcore/engine/simulation/prediction.h"
#include "simcore/engine/simulation/simulate.h"
#include "simcore/engine/simulation/workload_limits.h"
#include "simcore/engine/workload/workload_study.h"

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

// The entries of the gallery for the models of 2026: each has a verdict, a timeline and a price.
namespace nscope::app {
namespace {

const catalog::Catalog& catalogue() {
  static const catalog::Catalog kCatalog = catalog::Catalog::load().value();
  return kCatalog;
}

/// The document itself and its variants.
sim::VariedDocument entry(const std::string& name) {
  const auto document = load_document(name, BuiltIn::Kind::kWorkload);
  EXPECT_TRUE(document) << name;
  const auto study = sim::workload_study_from_json(document->json, document->name);
  EXPECT_TRUE(study) << to_string(study.error());
  return study ? study->document : sim::VariedDocument();
}

Result<sim::Workload> workload_of(const sim::DocumentVariant& variant) {
  TaskControl control;
  auto chosen = read_workload({.json = variant.json, .name = variant.where}, catalogue(), control);
  if (!chosen) return fail(chosen.error());
  return std::move(chosen->workload);
}

Result<sim::SimulationResult> estimate_of(const sim::DocumentVariant& variant) {
  const auto workload = workload_of(variant);
  if (!workload) return fail(workload.error());
  TaskControl control;
  return sim::estimate(catalogue(), *workload, control);
}

const sim::DocumentVariant& variant_of(const sim::VariedDocument& document, std::string_view name) {
  for (const sim::DocumentVariant& variant : document.variants) {
    if (variant.name.english() == name) return variant;
  }
  ADD_FAILURE() << "no variant " << name;
  return document.variants.front();
}

bool has_price(const std::string& instance, const std::string& region) {
  static const cost::PriceBook kBook = cost::PriceBook::load().value();
  for (const auto option :
       {cost::PurchaseOption::kOnDemand, cost::PurchaseOption::kCapacityBlock}) {
    const auto state = kBook.as_of(instance, region, option, kBook.latest());
    if (std::holds_alternative<cost::Priced>(state)) return true;
  }
  return false;
}

double metric(const sim::VariedDocument& document, std::string_view variant,
              std::string_view name) {
  const auto result = estimate_of(variant_of(document, variant));
  EXPECT_TRUE(result) << variant << ": " << (result ? "" : to_string(result.error()));
  const Metric* const found = result ? result->find(name) : nullptr;
  EXPECT_NE(found, nullptr) << variant << ": " << name;
  return found == nullptr ? 0 : found->value;
}

class NewEntry : public testing::TestWithParam<const char*> {};

TEST_P(NewEntry, HasAVerdictATimelineAndAPrice) {
  const sim::VariedDocument document = entry(GetParam());
  const auto workload = workload_of(document.variants.front());
  ASSERT_TRUE(workload) << to_string(workload.error());
  const auto limits = sim::memory_limits(catalogue(), *workload);
  ASSERT_TRUE(limits && *limits);
  EXPECT_TRUE((*limits)->fits);
  EXPECT_FALSE((*limits)->sizes.empty());
  TraceBuilder builder;
  TaskControl control;
  const auto result = sim::simulate(catalogue(), *workload, builder, control);
  ASSERT_TRUE(result) << to_string(result.error());
  EXPECT_GT(builder.finish()->slice_count(), 10);
  int priced = 0;
  for (const sim::DocumentVariant& variant : document.variants) {
    priced += has_price(variant.json.at("instance").get<std::string>(), document.region) ? 1 : 0;
    const auto predicted = estimate_of(variant);
    EXPECT_TRUE(predicted || predicted.error().code == ErrorCode::kInfeasible)
        << variant.name.english() << ": " << to_string(predicted.error());
  }
  EXPECT_GT(priced, 0);
}

INSTANTIATE_TEST_SUITE_P(Gallery, NewEntry,
                         testing::Values("deepseek-v3-trn2-ultraserver", "qwen-vl-trn2-server",
                                         "wan-video-trn2", "lora-adapters-llama3-8b-inf2",
                                         "lora-llama3-8b-trn1", "qwen3-moe-trn2-vllm"));

TEST(Gallery, TwoSecondsAreMetOnFewerTrn2WithADraft) {
  const sim::VariedDocument document = entry("inf2-100rps-sla");
  const auto p99 = [&](std::string_view variant) {
    return metric(document, variant, "latency_p99");
  };
  EXPECT_GT(p99("as described"), 2);
  EXPECT_LT(p99("Trn2 without speculation"), 2);
  EXPECT_LT(p99("Trn2, EAGLE-3, 2.5 tokens per round"), p99("Trn2 without speculation"));
  EXPECT_GT(p99("Trn2, EAGLE-3, 1.5 tokens per round"), 2);
  EXPECT_EQ(metric(document, "Trn2 without speculation", "instances"), 5);
  EXPECT_EQ(metric(document, "Trn2, EAGLE-3, 2.5 tokens per round", "instances"), 3);
}

TEST(Gallery, DeepSeekInBf16NeedsTwoInstances) {
  const sim::VariedDocument document = entry("deepseek-v3-trn2-ultraserver");
  const auto one = estimate_of(variant_of(document, "bf16 weights, one trn2.48xlarge per replica"));
  ASSERT_FALSE(one);
  EXPECT_EQ(one.error().code, ErrorCode::kInfeasible);
  EXPECT_EQ(metric(document, "bf16 weights, pipeline of two trn2.48xlarge", "instances"), 4);
  EXPECT_EQ(metric(document, "bf16 weights, experts on four trn2.48xlarge", "instances"), 4);
}

TEST(Gallery, MoreResidentAdaptersAreLoadedLessOften) {
  const sim::VariedDocument document = entry("lora-adapters-llama3-8b-inf2");
  const double some = metric(document, "as described", "adapter_hits");
  const double more = metric(document, "32 resident", "adapter_hits");
  EXPECT_LT(some, more);
  EXPECT_LT(more, metric(document, "64 resident", "adapter_hits"));
}

}  // namespace
}  // namespace nscope::app
