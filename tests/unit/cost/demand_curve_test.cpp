#include "costmodel/commitments/demand_curve.h"

#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace nscope::cost {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

TEST(DemandCurve, SyntheticWeekHasItsMeanItsPeakAndItsWeekend) {
  const DemandCurve week =
      weekly_profile({.mean = 10, .daily_swing = 0.5, .peak_hour = 14, .weekend = 0.4});
  ASSERT_EQ(week.hours.size(), 168U);
  EXPECT_NEAR(week.mean(), 10, 1e-8);
  EXPECT_DOUBLE_EQ(week.peak(), week.hours[14]);
  EXPECT_NEAR(week.hours[14] / week.hours[2], 1.5 / 0.5, 1e-8);
  EXPECT_NEAR(week.hours[5 * 24 + 14] / week.hours[14], 0.4, 1e-8);
  EXPECT_DOUBLE_EQ(week.scaled(2).mean(), 2 * week.mean());
}

TEST(DemandCurve, OfALoadIsWholeGroups) {
  const DemandCurve load{"", {0, 1, 100, 101, 250}, tr("test")};
  EXPECT_THAT(instances_for(load, 100, 2).hours, ElementsAre(0, 2, 2, 4, 6));
}

std::string json_error(const char* text) {
  const Json json = Json::parse(text);
  StrictObject in(json, "s.json");
  read_demand(in);
  const auto ok = in.finish();
  return ok ? std::string("accepted") : to_string(ok.error());
}

TEST(DemandCurve, ReadsJsonStrictly) {
  EXPECT_EQ(json_error(R"({"hours": [1, 2], "source": "x"})"), "accepted");
  EXPECT_EQ(json_error(R"({"profile": {"mean": 3}, "source": "x"})"), "accepted");
  EXPECT_THAT(json_error(R"({"hours": [1]})"), HasSubstr("source"));
  EXPECT_THAT(json_error(R"({"source": "x"})"), HasSubstr("exactly one"));
  EXPECT_THAT(json_error(R"({"hours": [], "source": "x"})"), HasSubstr("between 1"));
  EXPECT_THAT(json_error(R"({"hours": [1, -2], "source": "x"})"), HasSubstr("hours/1"));
  EXPECT_THAT(json_error(R"({"profile": {"mean": 0}, "source": "x"})"), HasSubstr("mean"));
  EXPECT_THAT(json_error(R"({"profile": {"mean": 1, "daily_swing": 2}, "source": "x"})"),
              HasSubstr("daily_swing"));
  EXPECT_THAT(json_error(R"({"profile": {"mean": 1, "peak_hour": 24}, "source": "x"})"),
              HasSubstr("peak_hour"));
  EXPECT_THAT(json_error(R"({"profile": {"mean": 1, "weekends": 1}, "source": "x"})"),
              HasSubstr("weekends"));
}

}  // namespace
}  // namespace nscope::cost
