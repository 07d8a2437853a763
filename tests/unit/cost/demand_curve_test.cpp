#include "costmodel/commitments/demand_curve.h"

#include "costmodel/commitments/hourly_file.h"
#include "tests/support/temporary_folder.h"

#include <fstream>
#include <string>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace nscope::cost {
namespace {

using testing::AllOf;
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

/// The values, or the error.
std::string hourly(const char* text, std::string_view unit = "requests_per_second") {
  const auto values = read_hourly_csv(text, "load.csv", unit);
  return values ? fmt::format("{}", fmt::join(*values, " ")) : to_string(values.error());
}

TEST(HourlyFile, ReadsColumnsByTheirHeading) {
  EXPECT_EQ(hourly("3\n4.5\n0\n"), "3 4.5 0");
  EXPECT_EQ(hourly("0,3\n1,4.5\n"), "3 4.5");
  EXPECT_EQ(
      hourly("time,errors,Requests/s\r\n2026-11-01 00:00:00,9,3\r\n2026-11-01T01:00:00Z,9,4\r\n"),
      "3 4");
  EXPECT_EQ(hourly("hour,requests per hour\n0,7200\n1,1800\n"), "2 0.5");
  EXPECT_EQ(hourly("requests/min\n90\n"), "1.5");
  EXPECT_EQ(hourly("epoch,rps\n1793491200,1\n1793494800,2\n"), "1 2");
  EXPECT_EQ(hourly("epoch,rps\n1793491200000,1\n1793494800000,2\n"), "1 2");
  EXPECT_EQ(hourly("day,rps\nMonday 0:00,1\nMonday 1:00,2\n"), "1 2") << "texts are not times";
  EXPECT_EQ(hourly("instances\n2\n", "instances"), "2");
}

TEST(HourlyFile, SaysWhatIsWrongInWhichLine) {
  EXPECT_THAT(hourly(""), HasSubstr("load.csv: the file has no values"));
  EXPECT_THAT(hourly("rps\n1\n\n-2\n"), HasSubstr("load.csv: line 4: '-2' is not a number"));
  EXPECT_THAT(hourly("rps\n1\nnan\n"), HasSubstr("line 3: 'nan'"));
  EXPECT_THAT(hourly("hour,rps\n0,1\n1,\n"), HasSubstr("line 3: '' is not a number"));
  EXPECT_THAT(hourly("hour,rps\n0,1\n2,1\n"), HasSubstr("line 3: the time is not one hour after"));
  EXPECT_THAT(hourly("t,rps\n2026-11-01T00:00,1\n2026-11-01T01:00,1\n2026-11-01T03:00,1\n"),
              HasSubstr("line 4: the time is 2 h after"));
  EXPECT_THAT(hourly("t,rps\n2026-11-01T00:00,1\n2026-11-01T00:00,1\n"), HasSubstr("line 3"));
  EXPECT_THAT(hourly("hour,hits\n0,1\n"), HasSubstr("line 1: no column has the heading "
                                                    "requests_per_second"));
  EXPECT_THAT(hourly("rps\n1\n", "instances"),
              HasSubstr("the heading instances; the headings are"));
  EXPECT_THAT(hourly("0,1,2\n"), HasSubstr("3 columns and no headings"));
  EXPECT_THAT(hourly("hour,rps\n0,1,5\n"), HasSubstr("line 2: the row has 3 columns instead of 2"));
  std::string many;
  for (std::size_t i = 0; i <= kMostDemandHours; ++i) many += "1\n";
  EXPECT_THAT(hourly(many.c_str()), HasSubstr("more than 43,920 hours"));
}

TEST(HourlyFile, StartsAtTheFolderOfTheDocument) {
  const TestFolder folder;
  std::ofstream(folder.path() / "load.csv") << "rps\n1\n8\n";
  std::ofstream(folder.path() / "used.csv") << "hour,instances\n0,1\n1,x\n";
  const std::string name = (folder.path() / "p.json").string();
  Json plan = {{"traffic", {{"hourly_requests_per_second", "load.csv"}}}};
  ASSERT_TRUE(read_hourly_files(plan, name));
  EXPECT_EQ(plan["traffic"]["hourly_requests_per_second"], Json({1.0, 8.0}));
  Json costs = {{"demand", {{"unit", "instances"}, {"hours", "used.csv"}}}};
  const auto broken = read_hourly_files(costs, name);
  ASSERT_FALSE(broken);
  EXPECT_THAT(to_string(broken.error()),
              AllOf(HasSubstr("p.json: /demand/hours: "), HasSubstr("used.csv: line 3: 'x'")));
  costs["demand"]["hours"] = "missing.csv";
  EXPECT_EQ(read_hourly_files(costs, name).error().code, ErrorCode::kNotFound);
}

}  // namespace
}  // namespace nscope::cost
