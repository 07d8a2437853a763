#include "profiler/analysis/definition/parameter.h"

#include <array>

#include <gtest/gtest.h>

namespace nscope::analysis {
namespace {

constexpr std::array<std::string_view, 2> kOrders{"time", "count"};
constexpr std::array kParameters{
    Parameter{.id = "rows", .title = "Rows", .value = 20, .lowest = 1, .highest = 1000},
    Parameter{.id = "order", .title = "Order", .value = 0, .words = kOrders},
};

TEST(ParameterValues, HaveTheirOwnValueUntilChanged) {
  ParameterValues values(kParameters);
  EXPECT_EQ(values.count("rows"), 20u);
  EXPECT_EQ(values.word("order"), "time");
  ASSERT_TRUE(values.set("rows", "7"));
  ASSERT_TRUE(values.set("order", "count"));
  EXPECT_EQ(values.number("rows"), 7);
  EXPECT_EQ(values.word("order"), "count");
}

TEST(ParameterValues, RefuseWhatTheyDoNotKnow) {
  ParameterValues values(kParameters);
  const auto message = [&](std::string_view id, std::string_view text) {
    const auto done = values.set(id, text);
    return done ? std::string() : done.error().message;
  };
  EXPECT_EQ(message("depth", "1"), "there is no parameter 'depth'; there are rows, order");
  EXPECT_EQ(message("rows", "many"), "rows is a number, not 'many'");
  EXPECT_EQ(message("rows", "7x"), "rows is a number, not '7x'");
  EXPECT_EQ(message("rows", "0"), "rows is from 1 to 1000, not 0");
  EXPECT_EQ(message("rows", "nan"), "rows is from 1 to 1000, not nan");
  EXPECT_EQ(message("order", "size"), "order is one of time, count, not 'size'");
  EXPECT_EQ(values.count("rows"), 20u);
  EXPECT_FALSE(ParameterValues().set("rows", "1"));
}

}  // namespace
}  // namespace nscope::analysis
