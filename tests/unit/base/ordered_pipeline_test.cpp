#include "profiler/base/ordered_pipeline.h"

#include <atomic>
#include <chrono>
#include <memory>
#include <stdexcept>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

namespace nscope {
namespace {

using Item = std::unique_ptr<int>;

/// Reads 0, 1, 2, ... up to `count`.
auto numbers(int count) {
  return
      [next = 0, count]() mutable { return next < count ? std::make_unique<int>(next++) : Item(); };
}

TEST(OrderedPipeline, TakesPiecesInTheOrderOfReadingHoweverLongTheyTake) {
  std::vector<int> taken;
  run_in_order<Item>(4, {.read = numbers(200),
                         .work =
                             [](Item& item) {
                               if (*item % 7 == 0)
                                 std::this_thread::sleep_for(std::chrono::milliseconds(1));
                               *item *= 10;
                             },
                         .take = [&](Item item) { taken.push_back(*item); }});
  ASSERT_EQ(taken.size(), 200u);
  for (std::size_t i = 0; i < taken.size(); ++i) EXPECT_EQ(taken[i], static_cast<int>(i) * 10);
}

TEST(OrderedPipeline, NothingToReadIsNothingToTake) {
  run_in_order<Item>(
      2, {.read = numbers(0), .work = [](Item&) { FAIL(); }, .take = [](const Item&) { FAIL(); }});
}

TEST(OrderedPipeline, HoldsNoMorePiecesThanAllowed) {
  std::atomic<int> alive = 0;
  int most = 0;
  auto next = numbers(100);
  run_in_order<Item>(3, {.read =
                             [&] {
                               Item item = next();
                               if (item) ++alive;
                               return item;
                             },
                         .work = [](Item&) {},
                         .take =
                             [&](const Item&) {
                               most = std::max(most, alive.load());
                               --alive;
                             }});
  EXPECT_EQ(alive, 0);
  EXPECT_LE(most, 3);
}

TEST(OrderedPipeline, ThrowsWhatAStepThrows) {
  const auto fail = [](const char* step) {
    return [step](const auto&...) -> void { throw std::runtime_error(step); };
  };
  const auto nothing = [](const auto&...) {};
  const auto message = [](const PipelineSteps<Item>& steps) {
    try {
      run_in_order<Item>(2, steps);
    } catch (const std::runtime_error& error) {
      return std::string(error.what());
    }
    return std::string("nothing thrown");
  };
  EXPECT_EQ(message({.read = []() -> Item { throw std::runtime_error("read"); },
                     .work = nothing,
                     .take = nothing}),
            "read");
  EXPECT_EQ(message({.read = numbers(50), .work = fail("work"), .take = nothing}), "work");
  EXPECT_EQ(message({.read = numbers(50), .work = nothing, .take = fail("take")}), "take");
}

}  // namespace
}  // namespace nscope
