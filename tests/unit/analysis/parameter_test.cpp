#include "profiler/analysis/definition/parameter.h"

#include <array>

#include <gtest/gtest.h>

namespace nscope::analysis {
namespace {

constexpr std::array<std::string_view, 2> kOrders{"time", "count"};
constexpr std::array kParameters{
    Parameter{.id = "rows", .title = phrase("Rows"), .value = 20, .lowest = 1, .highest = 1000},
    Parameter{.id = "order", .title = phrase("Order"), .value = 0, .words = kOrders},
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

TEST(ParameterValues, RejectUnknownNamesAndValues) {
  ParameterValues values(kParameters);
  const auto message = [&](std::string_view id, std::string_view text) {
    const auto done = values.set(id, text);
    return done ? std::string() : done.error().message.english();
  };
  EXPECT_EQ(message("depth", "1"), "unknown parameter 'depth'; use one of: rows, order");
  EXPECT_EQ(message("rows", "many"), "parameter 'rows' must be a number, not 'many'");
  EXPECT_EQ(message("rows", "7x"), "parameter 'rows' must be a number, not '7x'");
  EXPECT_EQ(message("rows", "0"), "parameter 'rows' must be between 1 and 1000, not 0");
  EXPECT_EQ(message("rows", "nan"), "parameter 'rows' must be between 1 and 1000, not nan");
  EXPECT_EQ(message("order", "size"),
            "unknown value 'size' of parameter 'order'; use one of: time, count");
  EXPECT_EQ(values.count("rows"), 20u);
  EXPECT_FALSE(ParameterValues().set("rows", "1"));
}

}  // namespace
}  // namespace nscope::analysis
