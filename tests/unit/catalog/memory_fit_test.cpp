#include "simcore/catalog/memory_fit.h"

#include "profiler/base/units.h"
#include "tests/support/corpus.h"
#include "tests/unit/catalog/builtin_catalog.h"

#include <charconv>
#include <map>
#include <numeric>
#include <set>
#include <sstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace nscope::catalog {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

MemoryFit fit(const char* model_id, const char* instance_id, const InferencePlacement& placement) {
  return inference_memory_fit(builtin(), model(model_id), instance(instance_id), placement);
}

TEST(MemoryFitTest, Llama70bFitsInf2AtTp24) {
  const auto verdict = fit("llama-2-70b", "inf2.48xlarge",
                           {.tensor_parallel = 24, .batch = 1, .sequence_length = 4096});
  EXPECT_TRUE(verdict.fits) << verdict.explanation.english();
  EXPECT_EQ(verdict.capacity, 16 * kGiB);
  EXPECT_THAT(verdict.smallest_change.english(), IsEmpty());
  ASSERT_EQ(verdict.items.size(), 4u);
  // 64 heads on 24 cores are three per core, and every core has one KV head.
  const double attention = 80.0 * 8192 * 128 * (3 + 1 + 1 + 3);
  const double feed_forward = 80.0 * 3 * 8192 * 1195;  // 28672 / 24, rounded up
  const double embeddings = 2.0 * 1334 * 8192;         // 32000 / 24, rounded up
  EXPECT_NEAR(verdict.items[0].bytes, 2.0 * (attention + feed_forward + embeddings), 2e6);
  EXPECT_THAT(verdict.items[0].arithmetic.english(), HasSubstr("64 heads padded to 72"));
  EXPECT_THAT(verdict.items[0].arithmetic.english(), HasSubstr("8 KV heads replicated to 24"));
  EXPECT_EQ(verdict.items[1].bytes, 4096.0 * 80 * 2 * 1 * 128 * 2);
}

TEST(MemoryFitTest, UnknownLengthsAreReported) {
  const auto verdict = fit("llama-2-70b", "inf2.48xlarge", {.tensor_parallel = 24, .batch = 1});
  EXPECT_TRUE(verdict.fits);
  ASSERT_EQ(verdict.items.size(), 2u);
  EXPECT_EQ(verdict.items[0].name.english(), "weights");
  EXPECT_THAT(verdict.explanation.english(), HasSubstr("without KV cache and activations"));
  EXPECT_EQ(verdict.explanation.english().find("(0"), std::string::npos)
      << verdict.explanation.english();
  EXPECT_EQ(verdict.explanation.english().find(" 0\u202fB"), std::string::npos)
      << verdict.explanation.english();
}

TEST(MemoryFitTest, Llama70bDoesNotFitEightCores) {
  const auto verdict = fit("llama-2-70b", "inf2.48xlarge",
                           {.tensor_parallel = 8, .batch = 1, .sequence_length = 4096});
  EXPECT_FALSE(verdict.fits);
  EXPECT_THAT(verdict.explanation.english(),
              HasSubstr("68.98 billion parameters x 2 B = 138\u202fGB of weights"));
  EXPECT_THAT(verdict.explanation.english(), HasSubstr("8 cores x"));
  EXPECT_THAT(verdict.explanation.english(), HasSubstr("too little"));
  EXPECT_THAT(verdict.smallest_change.english(),
              HasSubstr("tensor parallel degree 12 (12 of 24 cores)"));
  EXPECT_THAT(verdict.smallest_change.english(), HasSubstr("int8 weights"));
}

TEST(MemoryFitTest, TheSuggestedChangesFit) {
  InferencePlacement placement{.tensor_parallel = 8, .batch = 64, .sequence_length = 4096};
  const auto refused = fit("llama-2-7b", "inf2.48xlarge", placement);
  ASSERT_FALSE(refused.fits);
  // "tensor parallel degree 24 (...), or batch 45": both must fit.
  const std::string change = refused.smallest_change.english();
  const auto number_after = [&](const std::string& words) {
    const auto at = change.find(words);
    EXPECT_NE(at, std::string::npos) << change;
    int value = 0;
    std::from_chars(change.data() + at + words.size(), change.data() + change.size(), value);
    return value;
  };
  InferencePlacement wider = placement;
  wider.tensor_parallel = number_after("degree ");
  EXPECT_TRUE(fit("llama-2-7b", "inf2.48xlarge", wider).fits) << change;
  InferencePlacement narrower = placement;
  narrower.batch = number_after("batch ");
  EXPECT_TRUE(fit("llama-2-7b", "inf2.48xlarge", narrower).fits);
  ++narrower.batch;
  EXPECT_FALSE(fit("llama-2-7b", "inf2.48xlarge", narrower).fits) << "one more must not fit";
}

TEST(MemoryFitTest, MoreCoresThanTheInstanceHas) {
  const auto verdict =
      fit("llama-2-7b", "inf2.xlarge", {.tensor_parallel = 8, .batch = 1, .sequence_length = 128});
  EXPECT_FALSE(verdict.fits);
  EXPECT_THAT(verdict.explanation.english(), HasSubstr("inf2.xlarge has only 2 cores"));
  EXPECT_THAT(verdict.smallest_change.english(), HasSubstr("tensor parallel degree 1"));
}

TEST(MemoryFitTest, SuggestsALargerInstance) {
  const auto verdict = fit("llama-3.1-405b", "inf2.xlarge",
                           {.tensor_parallel = 2, .batch = 1, .sequence_length = 128});
  EXPECT_FALSE(verdict.fits);
  EXPECT_THAT(verdict.smallest_change.english(), HasSubstr("a larger instance"));
  EXPECT_THAT(verdict.smallest_change.english(), HasSubstr("48 cores"));
}

TEST(MemoryFitTest, CountsLogicalCoresOnTrn2AndWholeGpus) {
  const auto trn2 = fit(
      "llama-2-70b", "trn2.3xlarge",
      {.tensor_parallel = 4, .batch = 1, .sequence_length = 128, .weight_bytes_per_element = 1.0});
  EXPECT_EQ(trn2.capacity, 24 * kGiB);
  EXPECT_TRUE(trn2.fits) << trn2.explanation.english();
  const auto gpu = fit("llama-2-70b", "p4d.24xlarge",
                       {.tensor_parallel = 8, .batch = 1, .sequence_length = 4096});
  EXPECT_EQ(gpu.capacity, 40 * kGiB);
  EXPECT_TRUE(gpu.fits);
  EXPECT_THAT(gpu.explanation.english(), HasSubstr("8 GPUs x"));
}

TEST(MemoryFitTest, ItemsAddUpAndGrowWithTheBatch) {
  double last = 0.0;
  for (const int batch : {1, 2, 8, 64}) {
    const auto verdict = fit("mixtral-8x7b", "trn1.32xlarge",
                             {.tensor_parallel = 32, .batch = batch, .sequence_length = 2048});
    const double sum =
        std::accumulate(verdict.items.begin(), verdict.items.end(), 0.0,
                        [](double total, const MemoryItem& item) { return total + item.bytes; });
    EXPECT_DOUBLE_EQ(sum, verdict.required);
    EXPECT_GT(verdict.required, last);
    last = verdict.required;
  }
}

TEST(MemoryFitTest, LatentCacheIsReplicatedNotSharded) {
  const auto cache = [](int tp) {
    return fit("deepseek-v3", "trn2.48xlarge",
               {.tensor_parallel = tp, .batch = 1, .sequence_length = 1000})
        .items[1]
        .bytes;
  };
  EXPECT_EQ(cache(64), 1000.0 * 61 * 576 * 2);
  EXPECT_EQ(cache(64), cache(16));
}

TEST(MemoryFitTest, StatesTheLongestSequenceThatFits) {
  struct Case {
    const char* model;
    const char* instance;
    InferencePlacement placement;
    int about;  ///< by hand; 0: only checked against the verdicts
  };
  // 16 GiB - 1 - 7.48 = 7.52 GiB; a position has 65,536 B of KV cache and 45,056 B of activations.
  for (const Case& item :
       {Case{"llama-3.1-8b",
             "inf2.xlarge",
             {.tensor_parallel = 2, .sequence_length = 131072},
             73000},
        Case{"llama-3.1-8b",
             "inf2.xlarge",
             {.tensor_parallel = 2, .sequence_length = 2000000},
             73000},
        Case{"llama-3.1-8b",
             "inf2.xlarge",
             {.tensor_parallel = 2, .sequence_length = 400000, .weight_bytes_per_element = 1},
             0},
        Case{"llama-2-7b",
             "trn1.2xlarge",
             {.tensor_parallel = 2, .sequence_length = 1000000, .weight_bytes_per_element = 1},
             0},
        Case{"deepseek-v2-lite",
             "inf2.48xlarge",
             {.tensor_parallel = 24, .sequence_length = 9000000},
             0}}) {
    const auto verdict = fit(item.model, item.instance, item.placement);
    ASSERT_FALSE(verdict.fits) << item.model;
    const std::string change = verdict.smallest_change.english();
    ASSERT_THAT(change, HasSubstr("a sequence of at most ")) << item.model;
    const std::string words = "a sequence of at most ";
    const int longest = std::stoi(change.substr(change.find(words) + words.size()));
    InferencePlacement placement = item.placement;
    placement.sequence_length = longest;
    EXPECT_TRUE(fit(item.model, item.instance, placement).fits) << longest;
    placement.sequence_length = longest + 1;
    EXPECT_FALSE(fit(item.model, item.instance, placement).fits) << longest;
    if (item.about > 0) EXPECT_NEAR(longest, item.about, 0.01 * item.about);
  }
}

TEST(MemoryFitTest, RejectsInvalidPlacements) {
  for (const InferencePlacement& placement :
       {InferencePlacement{.tensor_parallel = 0}, InferencePlacement{.batch = 0},
        InferencePlacement{.sequence_length = -1},
        InferencePlacement{.weight_bytes_per_element = 0.0}}) {
    const auto verdict = fit("llama-2-7b", "inf2.xlarge", placement);
    EXPECT_FALSE(verdict.fits);
    EXPECT_THAT(verdict.explanation.english(), HasSubstr("must be positive"));
  }
  const auto unknown = fit("pixart-alpha", "inf2.xlarge", {});
  EXPECT_FALSE(unknown.fits);
  EXPECT_THAT(unknown.explanation.english(), HasSubstr("is unknown"));
}

TEST(MemoryFitTest, LegalDegreesArePublishedOrDivisors) {
  EXPECT_THAT(tensor_parallel_choices(builtin(), instance("inf2.48xlarge")),
              ElementsAre(2, 4, 8, 12, 24));
  EXPECT_THAT(tensor_parallel_choices(builtin(), instance("trn1.32xlarge")),
              ElementsAre(2, 8, 16, 32));
  EXPECT_THAT(tensor_parallel_choices(builtin(), instance("p4d.24xlarge")),
              ElementsAre(1, 2, 4, 8));
}

TEST(MemoryFitTest, NominalArithmeticOfTheMigrationArticle) {
  // 70e9 bf16 weights against 16 GB cores.
  EXPECT_EQ(minimum_cores(140e9, 16e9), 9);
  EXPECT_EQ(minimum_cores(128e9, 16e9), 8) << "an exact fit does not need another core";
  EXPECT_EQ(minimum_cores(0, 16e9), 0);
  EXPECT_EQ(minimum_cores(1e300, 1), 2147483647);
  const TrainingState state = training_state(70e9, 2, 2, true);
  EXPECT_EQ(state.weights, 140e9);
  EXPECT_EQ(state.gradients, 140e9);
  EXPECT_EQ(state.moments, 560e9);
  EXPECT_EQ(state.master_weights, 280e9);
  EXPECT_EQ(state.total(), 1120e9);
  EXPECT_EQ(training_state(70e9, 2, 0, false).total(), 700e9);
}

std::vector<std::string> split(const std::string& line) {
  std::vector<std::string> cells;
  std::istringstream in(line);
  for (std::string cell; std::getline(in, cell, ',');) cells.push_back(cell);
  return cells;
}

int number_or(const std::string& text, int fallback) {
  int value = fallback;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

using MemoryFitCorpus = CorpusTest;

TEST_F(MemoryFitCorpus, EveryPublishedDecoderRunFits) {
  // Every measured configuration fits, so the estimate must not reject any of them.
  std::istringstream csv(corpus_text("calibration/neuron.csv"));
  std::string line;
  ASSERT_TRUE(std::getline(csv, line));
  std::map<std::string, std::size_t> column;
  for (const auto& name : split(line)) column.emplace(name, column.size());
  std::set<std::string> tried;
  while (std::getline(csv, line)) {
    const auto cells = split(line);
    const auto at = [&](const char* name) { return cells.at(column.at(name)); };
    const bool decoder = at("class").starts_with("decoder") || at("class") == "serving";
    if (!decoder || at("tp").empty()) continue;
    const auto found = builtin().model(at("model"));
    if (!found) continue;
    InferencePlacement placement;
    placement.tensor_parallel = number_or(at("tp"), 1);
    placement.batch = number_or(at("batch"), 1);
    placement.sequence_length =
        number_or(at("seq_len"), number_or(at("input_len"), 0) + number_or(at("output_len"), 0));
    placement.weight_bytes_per_element = at("weight_dtype") == "int8" ? 1.0 : 2.0;
    const auto verdict =
        inference_memory_fit(builtin(), **found, instance(at("instance")), placement);
    EXPECT_TRUE(verdict.fits) << at("id") << " " << at("model") << " on " << at("instance") << ": "
                              << verdict.explanation.english();
    tried.insert(at("id"));
  }
  EXPECT_GT(tried.size(), 50u);
}

}  // namespace
}  // namespace nscope::catalog
