#include "app/sweep/sweep_points.h"

#include "tests/unit/sweep/example_sweep.h"

#include <algorithm>
#include <set>

#include <gmock/gmock.h>

namespace nscope::sweep {
namespace {

using testing::HasSubstr;

std::string text(const Points& points) {
  return Json(points.values).dump();
}

TEST(SweepPoints, AGridHasEveryCombinationAndVariesTheLastMemberFastest) {
  const Points points = valid_points(valid_spec(
      R"("vary": [{"member": "/a", "values": [1, 2]}, {"member": "/b", "values": ["x", null]}])"));
  EXPECT_EQ(text(points), R"([[1,"x"],[1,null],[2,"x"],[2,null]])");
}

TEST(SweepPoints, RangesIncludeBothEnds) {
  EXPECT_EQ(text(valid_points(
                valid_spec(R"("vary": [{"member": "/a", "from": 0, "to": 1, "count": 3}])"))),
            "[[0.0],[0.5],[1.0]]");
  EXPECT_EQ(text(valid_points(valid_spec(R"("vary": [{"member": "/a", "from": 1, "to": 64,
                "count": 4, "scale": "logarithmic", "integer": true}])"))),
            "[[1],[4],[16],[64]]");
  // Rounding makes some of these values equal.
  EXPECT_EQ(text(valid_points(valid_spec(
                R"("vary": [{"member": "/a", "from": 1, "to": 3, "count": 9, "integer": true}])"))),
            "[[1],[2],[3]]");
}

TEST(SweepPoints, ConstraintsExcludeCombinations) {
  const Points points = valid_points(valid_spec(
      R"("vary": [{"member": "/a", "values": [1, 2, 4]}, {"member": "/b", "values": [1, 2, 4]}],
         "constraints": ["a * b <= 4", "a <> b"])"));
  EXPECT_EQ(text(points), "[[1,2],[1,4],[2,1],[4,1]]");
  EXPECT_EQ(points.excluded, 5u);
}

TEST(SweepPoints, ConstraintsCompareTextsTruthValuesAndNull) {
  const Points points = valid_points(valid_spec(
      R"("vary": [{"member": "/a", "values": ["bf16", "fp8", null]},
                  {"member": "/b", "values": [true, false]}],
         "constraints": ["a = 'fp8' OR b -- a comment"])"));
  EXPECT_EQ(text(points), R"([["bf16",true],["fp8",true],["fp8",false],[null,true]])");
}

TEST(SweepPoints, RejectsWhatIsNotAnExpressionOverTheMembers) {
  const std::vector<std::string> constraints{
      "c > 1",
      "a >",
      "",
      "a; DROP TABLE x",
      "a > ?",
      "\\\"c\\\" = 1",
      "1) FROM (SELECT 1), (SELECT 2",
      "(SELECT count(*) FROM sqlite_master, pragma_database_list)",
      "load_extension('x')",
      "random() > 0",
      "length(zeroblob(1000000000)) > 0",
      "EXISTS (WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL "
      "SELECT i + 1 FROM n) SELECT * FROM n)"};
  for (const std::string& constraint : constraints) {
    const Spec spec = valid_spec(R"("vary": [{"member": "/a", "values": [1]}], "constraints": [")" +
                                 constraint + "\"]");
    TaskControl control;
    const auto points = points_of(spec, control);
    ASSERT_FALSE(points) << constraint;
    EXPECT_EQ(points.error().code, ErrorCode::kBadInput) << constraint;
    EXPECT_THAT(to_string(points.error()), HasSubstr("/constraints/0")) << constraint;
  }
}

TEST(SweepPoints, DrawnPointsLieInTheirRangesAndDependOnTheSeedOnly) {
  for (const std::string method : {"random", "sobol"}) {
    const auto drawn = [&](int seed) {
      return valid_points(valid_spec(
          R"("vary": [{"member": "/a", "from": 2, "to": 32, "scale": "logarithmic"},
                      {"member": "/b", "values": [1, 2, 3]}],
             "sample": {"method": ")" +
          method + R"(", "count": 256, "seed": )" + std::to_string(seed) + "}"));
    };
    const Points points = drawn(1);
    ASSERT_EQ(points.values.size(), 256u);
    EXPECT_EQ(text(points), text(drawn(1)));
    EXPECT_NE(text(points), text(drawn(2)));
    std::set<int> listed;
    for (const auto& values : points.values) {
      EXPECT_GE(values[0].get<double>(), 2);
      EXPECT_LE(values[0].get<double>(), 32);
      listed.insert(values[1].get<int>());
    }
    EXPECT_EQ(listed.size(), 3u);
  }
}

TEST(SweepPoints, ASobolSequenceFillsTheSpaceEvenly) {
  const Points points = valid_points(valid_spec(
      R"("vary": [{"member": "/a", "from": 0, "to": 1}, {"member": "/b", "from": 0, "to": 1}],
         "sample": {"method": "sobol", "count": 256})"));
  // Of 256 points of a (t, m, s)-net, each of 16 equal strips has 16; a shift moves at most a few.
  std::array<std::array<int, 16>, 2> strips{};
  for (const auto& values : points.values) {
    for (std::size_t axis = 0; axis < 2; ++axis) {
      ++strips[axis][static_cast<std::size_t>(values[axis].get<double>() * 16)];
    }
  }
  for (const auto& axis : strips) {
    for (const int count : axis) EXPECT_NEAR(count, 16, 2);
  }
}

TEST(SweepPoints, ReplacesDrawnPointsThatAConstraintExcludes) {
  const Points points = valid_points(valid_spec(
      R"("vary": [{"member": "/a", "from": 0, "to": 1}], "constraints": ["a < 0.25"],
         "sample": {"method": "random", "count": 100})"));
  EXPECT_EQ(points.values.size(), 100u);
  EXPECT_GT(points.excluded, 200u);
}

TEST(SweepPoints, RejectsConstraintsThatExcludeEverything) {
  TaskControl control;
  const auto grid = points_of(
      valid_spec(R"("vary": [{"member": "/a", "values": [1]}], "constraints": ["a > 1"])"),
      control);
  ASSERT_FALSE(grid);
  EXPECT_THAT(to_string(grid.error()), HasSubstr("exclude all 1 combinations"));
  const auto drawn = points_of(valid_spec(R"("vary": [{"member": "/a", "from": 0, "to": 1}],
      "constraints": ["a > 1"], "sample": {"method": "sobol", "count": 10})"),
                               control);
  ASSERT_FALSE(drawn);
  EXPECT_THAT(to_string(drawn.error()), HasSubstr("relax them"));
}

TEST(SweepPoints, RejectsMoreCombinationsThanItCanKeep) {
  TaskControl control;
  const std::string range = R"({"member": "/NAME", "from": 0, "to": 1, "count": 10000})";
  std::string vary;
  for (const char name : {'a', 'b', 'c', 'd', 'e', 'f'}) {
    std::string one = range;
    one.replace(one.find("NAME"), 4, 1, name);
    vary += (vary.empty() ? "" : ", ") + one;
  }
  const auto points = points_of(valid_spec("\"vary\": [" + vary + "]"), control);
  ASSERT_FALSE(points);
  EXPECT_THAT(to_string(points.error()), HasSubstr("1,000,000"));
}

}  // namespace
}  // namespace nscope::sweep
