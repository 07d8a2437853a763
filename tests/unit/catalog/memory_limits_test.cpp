#include "simcore/catalog/memory_limits.h"

#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace nscope::catalog {
namespace {

using ::testing::HasSubstr;

TEST(MemoryLimitsTest, SolvesALineWithFewEvaluations) {
  for (const std::int64_t largest : {1, 2, 61, 4096, 1'000'000}) {
    for (const std::int64_t start : {1, 8, 5000}) {
      int evaluations = 0;
      const auto spare = [&](std::int64_t size) -> std::optional<double> {
        ++evaluations;
        return 3.5 * static_cast<double>(largest - size) + 0.25;
      };
      EXPECT_EQ(largest_size(spare, start, 1 << 24), largest);
      EXPECT_LE(evaluations, 6) << largest << " from " << start;
    }
  }
}

TEST(MemoryLimitsTest, FindsTheBoundaryOfAnyFallingCourse) {
  const auto windowed = [](std::int64_t size) {
    const auto n = static_cast<double>(size);
    return 1e6 - 20 * std::min(n, 4096.0) - 0.5 * n;
  };
  const auto square = [](std::int64_t size) {
    return 4e9 - static_cast<double>(size) * static_cast<double>(size);
  };
  const auto steps = [](std::int64_t size) { return 1000.0 - 128.0 * std::ceil(size / 128.0); };
  for (const std::int64_t start : {1, 100, 4096, 1 << 20}) {
    EXPECT_EQ(largest_size(windowed, start, 1 << 24), 1'836'160);
    EXPECT_EQ(largest_size(square, start, 1 << 24), 63'245);
    EXPECT_EQ(largest_size(steps, start, 1 << 24), 896);
  }
}

TEST(MemoryLimitsTest, KnowsTheEndsAndSizesThatAreNotPossible) {
  const auto full = [](std::int64_t) { return -1.0; };
  EXPECT_EQ(largest_size(full, 8, 100), 0);
  const auto roomy = [](std::int64_t) { return 1.0; };
  EXPECT_EQ(largest_size(roomy, 8, 100), 100);
  const auto refused = [](std::int64_t size) -> std::optional<double> {
    if (size > 37) return std::nullopt;
    return 1.0;
  };
  EXPECT_EQ(largest_size(refused, 8, 1 << 20), 37);
  EXPECT_EQ(largest_size(refused, 1 << 20, 1 << 20), 37);
}

TEST(MemoryLimitsTest, SaysHowFarInOneSentence) {
  MemoryLimits limits{.fits = true, .spare = 2.0 * (1 << 30), .sizes = {}, .remedies = {}};
  limits.sizes = {{.size = LimitedSize::kBatch, .largest = 61, .stated = tr("batch {}", 8)},
                  {.size = LimitedSize::kContext,
                   .largest = 310'000,
                   .published = 131'072,
                   .stated = tr("{} tokens", as::count(4096))}};
  EXPECT_EQ(sentence(limits).english(),
            "Fits with 2.00\u202fGiB to spare on each core: at 4,096 tokens, the largest batch is "
            "61; at batch 8, the longest context is 131,072 tokens, which is the limit of the "
            "model; the memory is sufficient for 310,000.");
  limits.sizes[1].used = 140'000;
  EXPECT_THAT(sentence(limits).english(),
              HasSubstr("the longest context is 310,000 tokens; 140,000 tokens exceed the limit of "
                        "the model, which is 131,072."));
  limits.cores = 12;
  EXPECT_THAT(sentence(limits).english(), HasSubstr("to spare on each of 12 cores: at"));
  EXPECT_EQ(to_json(limits).at("cores"), 12);
  limits.sizes = {{.size = LimitedSize::kSequence, .largest = 8938}};
  EXPECT_THAT(sentence(limits).english(),
              HasSubstr("the longest sequence is 8,938 tokens (the catalogue does not state the "
                        "longest sequence of "
                        "the model)"));
  limits.sizes[0].published = kUnlimitedPositions;
  EXPECT_THAT(sentence(limits).english(), HasSubstr("the longest sequence is 8,938 tokens."));
  EXPECT_FALSE(to_json(limits).at("sizes").front().contains("model_limit"));
  limits.sizes = {{.size = LimitedSize::kImage, .largest = 16'384, .open = true}};
  EXPECT_THAT(sentence(limits).english(),
              HasSubstr("the largest square image is at least 16,384 x 16,384 pixels."));
  limits = {.kind = DeviceKind::kGpu,
            .sizes = {{.size = LimitedSize::kBatch, .largest = 0, .stated = tr("batch {}", 8)}},
            .remedies = {tr("with int8 weights"), tr("on p5.48xlarge")}};
  EXPECT_EQ(sentence(limits).english(),
            "Does not fit: no batch fits. It fits with int8 weights, or on p5.48xlarge.");
  EXPECT_EQ(to_json(limits).at("fits_with").at(1), "on p5.48xlarge");
}

}  // namespace
}  // namespace nscope::catalog
