#include "costmodel/commitments/demand_curve.h"

#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace nscope::cost {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

std::string csv_error(std::string_view text) {
  const auto curves = demand_from_csv(text, "demand.csv");
  return curves ? std::string("accepted") : to_string(curves.error());
}

TEST(DemandCurve, ReadsColumnsOfCsv) {
  const auto curves =
      demand_from_csv("hour,trn1.32xlarge,inf2.48xlarge\n0,4,0\n1,2.5,7\n", "d.csv");
  ASSERT_TRUE(curves) << to_string(curves.error());
  ASSERT_EQ(curves->size(), 2U);
  EXPECT_EQ((*curves)[0].what, "trn1.32xlarge");
  EXPECT_THAT((*curves)[0].hours, ElementsAre(4, 2.5));
  EXPECT_THAT((*curves)[1].hours, ElementsAre(0, 7));
  EXPECT_EQ((*curves)[1].source, "d.csv");
}

TEST(DemandCurve, ReadsTimesAcrossMidnightAndMonth) {
  for (const char* ends : {"", "Z", ":00", ":00:00", ":00:00Z"}) {
    const auto row = [&](const char* hour) { return std::string(hour) + ends + ",1\n"; };
    const auto curves = demand_from_csv(
        "hour,load\n" + row("2026-02-28T23") + row("2026-03-01 00") + row("2026-03-01T01"),
        "d.csv");
    ASSERT_TRUE(curves) << ends << to_string(curves.error());
    EXPECT_EQ(curves->front().hours.size(), 3U);
  }
}

TEST(DemandCurve, NamesLineAndFieldOfWhatIsWrong) {
  EXPECT_THAT(csv_error(""), HasSubstr("demand.csv"));
  EXPECT_THAT(csv_error("time,load\n0,1\n"), HasSubstr("'hour'"));
  EXPECT_THAT(csv_error("hour,load\n"), HasSubstr("no hour"));
  EXPECT_THAT(csv_error("hour,load,load\n0,1,1\n"), HasSubstr("twice"));
  EXPECT_THAT(csv_error("hour,load\n0,1\n2,1\n"), HasSubstr("line 3"));
  EXPECT_THAT(csv_error("hour,load\n0,1\n0,1\n"), HasSubstr("repetitions"));
  EXPECT_THAT(csv_error("hour,load\n0,-1\n"), HasSubstr("load: '-1'"));
  EXPECT_THAT(csv_error("hour,load\n0,nan\n"), HasSubstr("nan"));
  EXPECT_THAT(csv_error("hour,load\n0,1e300\n"), HasSubstr("1e300"));
  EXPECT_THAT(csv_error("hour,load\n0,\n"), HasSubstr("''")) << "unknown is not zero";
  EXPECT_THAT(csv_error("hour,load\n0\n"), HasSubstr("1 fields"));
  EXPECT_THAT(csv_error("hour,load\nnoon,1\n"), HasSubstr("noon"));
  EXPECT_THAT(csv_error("hour,load\n2026-02-30T01,1\n"), HasSubstr("2026-02-30"));
  EXPECT_THAT(csv_error("hour,load\n2026-02-20T01:30,1\n"), HasSubstr("whole hour"));
  std::string long_one = "hour,load\n";
  for (std::size_t i = 0; i <= kMostDemandHours; ++i) long_one += std::to_string(i) + ",1\n";
  EXPECT_THAT(csv_error(long_one), HasSubstr("more than"));
}

TEST(DemandCurve, SyntheticWeekHasItsMeanItsPeakAndItsWeekend) {
  const DemandCurve week =
      weekly_profile({.mean = 10, .daily_swing = 0.5, .peak_hour = 14, .weekend = 0.4});
  ASSERT_EQ(week.hours.size(), 168U);
  EXPECT_NEAR(week.mean(), 10, 1e-8);
  EXPECT_DOUBLE_EQ(week.peak(), week.hours[14]);
  EXPECT_NEAR(week.hours[14] / week.hours[2], 1.5 / 0.5, 1e-8);
  EXPECT_NEAR(week.hours[5 * 24 + 14] / week.hours[14], 0.4, 1e-8);
  EXPECT_DOUBLE_EQ(week.share_above(0), 1);
  EXPECT_DOUBLE_EQ(week.share_above(week.peak()), 0);
  EXPECT_DOUBLE_EQ(week.scaled(2).mean(), 2 * week.mean());
}

TEST(DemandCurve, OfALoadIsWholeGroups) {
  const DemandCurve load{"", {0, 1, 100, 101, 250}, "test"};
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
  EXPECT_THAT(json_error(R"({"hours": [], "source": "x"})"), HasSubstr("from 1"));
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
