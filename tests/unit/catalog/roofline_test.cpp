#include "simcore/catalog/roofline.h"

#include "simcore/catalog/layer_shard.h"
#include "tests/unit/catalog/builtin_catalog.h"

#include <algorithm>

#include <gtest/gtest.h>

namespace nscope::catalog {
namespace {

TEST(RooflineTest, NominalFiguresOfTheMigrationArticle) {
  EXPECT_NEAR(decode_memory_bound(140e9, 12.44e12), 88.857143, 1e-6);
  EXPECT_NEAR(decode_memory_bound(140e9, 9.84e12), 70.285714, 1e-6);
  // 550 tokens/s on inf2.48xlarge with batch 1 is 7.8 times the bound.
  EXPECT_NEAR(550.0 / decode_memory_bound(140e9, 9.84e12), 7.825, 1e-3);
  EXPECT_NEAR(decode_memory_bound(140e9, 9.84e12, 4), 4 * 70.285714, 1e-5);
}

TEST(RooflineTest, Llama70bOnInf2) {
  const Model& llama = model("llama-2-70b");
  // All matrices except the input embedding at 12 x 820 GB/s; two operations for each element.
  const double elements = 68'976'640'000.0 - 32000.0 * 8192;
  EXPECT_NEAR(decode_memory_bound(decode_step_bytes(llama, 1, 0, 2.0), 12 * 820e9),
              12 * 820e9 / (2.0 * elements), 0.01);
  // The elements of the norms, 19 in a million, are not multiplied.
  EXPECT_NEAR(decode_flops_per_token(llama, 0) / (2.0 * elements), 1.0, 3e-5);
}

TEST(RooflineTest, TheCacheLowersTheBoundAndTheBatchRaisesIt) {
  const auto rate = [](int batch, int context) {
    return decode_memory_bound(decode_step_bytes(model("llama-3-70b"), batch, context, 2.0),
                               device("trainium").memory_bandwidth.value * 16, batch);
  };
  EXPECT_GT(rate(1, 0), rate(1, 100'000));
  EXPECT_GT(rate(8, 4096), 7.0 * rate(1, 4096));
  EXPECT_LT(rate(8, 4096), 8.0 * rate(1, 4096)) << "each sequence reads its own cache";
  const double step = decode_step_bytes(model("llama-3-70b"), 1, 1000, 2.0) -
                      decode_step_bytes(model("llama-3-70b"), 1, 0, 2.0);
  EXPECT_NEAR(step, 1000.0 * 80 * 2 * 8 * 128 * 2, 1.0);
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

TEST(RooflineTest, CompressedLayersReadTheirWindowAndWhatTheIndexSelects) {
  const Model& flash = model("deepseek-v4-flash");
  const auto by_hand = [](double context) {
    const double window = 43 * 512 * std::min(context, 128.0);
    const double sparse = 21 * (512 * std::min(context / 4, 512.0) + 128 * context / 4);
    return 2 * (window + sparse + 20 * 512 * context / 128);
  };
  // Values and weights that wait for their compression, in fp32.
  const double waiting = 4 * (20 * 2.0 * 128 * 512 + 21 * 2.0 * 8 * 2 * (512 + 128));
  for (const double context : {64.0, 1000.0, 4096.0, 1e6}) {
    EXPECT_NEAR(read_sequence_bytes(flash, context, 2.0), by_hand(context) + waiting, 1.0)
        << context;
  }
  // At a million positions, the published saving over DeepSeek-V3.2 in bytes that are stored.
  const double earlier = sequence_memory(model("deepseek-v3.2")).bytes(1e6, 2.0);
  EXPECT_LT(sequence_memory(model("deepseek-v4-pro")).bytes(1e6, 2.0), 0.13 * earlier);
}

}  // namespace
}  // namespace nscope::catalog
