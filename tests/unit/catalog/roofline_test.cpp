#include "simcore/catalog/roofline.h"

#include "tests/unit/catalog/builtin_catalog.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace nscope::catalog {
namespace {

using testing::HasSubstr;

TEST(RooflineTest, NominalFiguresOfTheMigrationArticle) {
  EXPECT_NEAR(decode_memory_bound(140e9, 12.44e12), 88.857143, 1e-6);
  EXPECT_NEAR(decode_memory_bound(140e9, 9.84e12), 70.285714, 1e-6);
  // 550 tokens a second on inf2.48xlarge at batch 1 is 7.8 times the bound.
  EXPECT_NEAR(550.0 / decode_memory_bound(140e9, 9.84e12), 7.825, 1e-3);
  EXPECT_NEAR(decode_memory_bound(140e9, 9.84e12, 4), 4 * 70.285714, 1e-5);
}

TEST(RooflineTest, Llama70bOnInf2) {
  const auto bound =
      decode_roofline(device("inferentia2"), 12, model("llama-2-70b"), 1, 0, 2.0, "bf16");
  ASSERT_TRUE(bound) << to_string(bound.error());
  // All matrices but the input embedding, at 12 x 820 GB/s.
  const double bytes = 2.0 * (68'976'640'000.0 - 32000.0 * 8192);
  EXPECT_NEAR(bound->memory_bound, 12 * 820e9 / bytes, 0.01);
  EXPECT_NEAR(bound->compute_bound, 12 * 190e12 / bytes, 1.0);
  EXPECT_EQ(bound->tokens_per_second(), bound->memory_bound);
}

TEST(RooflineTest, TheCacheLowersTheBoundAndTheBatchRaisesIt) {
  const auto rate = [](int batch, int context) {
    return decode_roofline(device("trainium"), 16, model("llama-3-70b"), batch, context, 2.0,
                           "bf16")
        ->tokens_per_second();
  };
  EXPECT_GT(rate(1, 0), rate(1, 100'000));
  EXPECT_GT(rate(8, 4096), 7.0 * rate(1, 4096));
  EXPECT_LT(rate(8, 4096), 8.0 * rate(1, 4096)) << "each sequence reads its own cache";
  const double step = decode_step_bytes(model("llama-3-70b"), 1, 1000, 2.0) -
                      decode_step_bytes(model("llama-3-70b"), 1, 0, 2.0);
  EXPECT_NEAR(step, 1000.0 * 80 * 2 * 8 * 128 * 2, 1.0);
}

TEST(RooflineTest, LargeBatchesBecomeComputeBound) {
  const auto bound =
      decode_roofline(device("trainium"), 1, model("llama-2-7b"), 4096, 1, 2.0, "bf16");
  ASSERT_TRUE(bound);
  EXPECT_LT(bound->compute_bound, bound->memory_bound);
  EXPECT_EQ(bound->tokens_per_second(), bound->compute_bound);
}

TEST(RooflineTest, ExpertsAreReadOnlyWhenChosen) {
  const Model& mixtral = model("mixtral-8x7b");
  const double one = decode_step_bytes(mixtral, 1, 0, 2.0);
  const double many = decode_step_bytes(mixtral, 1000, 0, 2.0);
  EXPECT_NEAR(one, 2.0 * mixtral.active_matrix_parameters(), 1.0) << "two experts of eight";
  EXPECT_NEAR(many, 2.0 * (mixtral.parameters - 32000.0 * 4096), 0.01 * many) << "all of them";
  // Two tokens choose 8 (1 - (3/4)^2) = 3.5 distinct experts on average.
  const double expert = 3.0 * 4096 * 14336 * 32;
  EXPECT_NEAR(decode_step_bytes(mixtral, 2, 0, 2.0) - one, 2.0 * 1.5 * expert, 1e3);
}

TEST(RooflineTest, RefusesWhatItCannotBound) {
  const auto error = [](const char* dev, const char* mod, int chips, int batch, const char* dtype) {
    const auto bound = decode_roofline(device(dev), chips, model(mod), batch, 128, 2.0, dtype);
    return bound ? std::string("accepted") : bound.error().message;
  };
  EXPECT_THAT(error("t4", "llama-2-7b", 1, 1, "bf16"), HasSubstr("it does for fp16, int8"));
  EXPECT_THAT(error("trainium", "bert-base-uncased", 1, 1, "bf16"), HasSubstr("no decoder"));
  EXPECT_THAT(error("trainium", "llama-2-7b", 0, 1, "bf16"), HasSubstr("must be positive"));
  EXPECT_THAT(error("trainium", "llama-2-7b", 1, 0, "bf16"), HasSubstr("must be positive"));
}

}  // namespace
}  // namespace nscope::catalog
