#include "app/sweep/sweep_results.h"

#include "profiler/base/random_stream.h"
#include "tests/support/temporary_folder.h"
#include "tests/unit/sweep/example_sweep.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <utility>

#include <gmock/gmock.h>

namespace nscope::sweep {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr const char* kExample =
    R"("title": "Example", "vary": [{"member": "/a", "values": [1, 2, 3]},
                                    {"member": "/b", "values": [1, 2, 3, 4]}],
       "objectives": [{"figure": "cost", "goal": "minimum"},
                      {"figure": "speed", "goal": "maximum"}])";

/// The results of a shard of kExample.
Results results(const Shard& shard = {}) {
  const Spec spec = valid_spec(kExample);
  const Points points = valid_points(spec);
  std::vector<PointResult> evaluated;
  for (std::size_t id = points.values.size(); id-- > 0;) {
    if (!shard.contains(id)) continue;
    auto result = evaluate_example(*document_at(spec, points.values[id]));
    if (!result) {
      result =
          PointResult{.outcome = result.error().code == ErrorCode::kInfeasible ? Outcome::kRejected
                                                                               : Outcome::kFailed,
                      .reason = to_string(result.error())};
    }
    result->id = id;
    evaluated.push_back(std::move(*result));
  }
  return results_of(spec, points, shard, identity_of(spec, {}), std::move(evaluated));
}

std::string bytes_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

class SweepResults : public testing::Test {
 protected:
  std::string saved(const Results& content, const std::string& name) {
    const std::string path = (folder_.path() / name).string();
    EXPECT_TRUE(save(content, path, control_));
    return path;
  }

  TestFolder folder_;
  TaskControl control_;
};

TEST_F(SweepResults, HasARowForEachPointAndAColumnForEachFigure) {
  const Results all = results();
  EXPECT_EQ(all.rows.size(), 12u);
  EXPECT_EQ(all.count(Outcome::kDone), 6u);
  EXPECT_EQ(all.count(Outcome::kRejected), 3u);
  EXPECT_EQ(all.count(Outcome::kFailed), 3u);
  std::vector<std::string> names;
  for (const Column& column : all.columns) names.push_back(column.name);
  EXPECT_THAT(names, ElementsAre("a", "b", "cost", "cost_low", "cost_high", "speed", "label"));
  EXPECT_EQ(all.columns[2].unit, "USD");
  EXPECT_EQ(all.columns[0].pointer, "/a");
}

TEST_F(SweepResults, AFigureWithTheNameOfAMemberHasAnotherColumn) {
  const Spec spec = valid_spec(R"("vary": [{"member": "/cost", "values": [5]}])");
  const Results all = results_of(spec, valid_points(spec), {}, "",
                                 {{.figures = {{.name = "cost", .value = 2, .unit = "USD"}}}});
  EXPECT_NE(all.column("cost"), Results::npos);
  EXPECT_NE(all.column("cost_result"), Results::npos);
}

TEST_F(SweepResults, ReadsWhatItWrote) {
  const Results before = results();
  const auto after = load_results(saved(before, "r.db"));
  ASSERT_TRUE(after) << to_string(after.error());
  EXPECT_EQ(after->identity, before.identity);
  EXPECT_EQ(after->title, "Example");
  EXPECT_EQ(after->objectives.size(), 2u);
  ASSERT_EQ(after->rows.size(), before.rows.size());
  for (std::size_t i = 0; i < before.rows.size(); ++i) {
    EXPECT_EQ(after->rows[i].values, before.rows[i].values) << i;
    EXPECT_EQ(after->rows[i].reason, before.rows[i].reason);
  }
  EXPECT_TRUE(is_results_file((folder_.path() / "r.db").string()));
}

TEST_F(SweepResults, MergedShardsAreTheSameBytesAsTheWholeSweep) {
  const std::string whole = bytes_of(saved(results(), "whole.db"));
  for (const std::size_t count : {2u, 3u, 5u, 12u}) {
    std::vector<std::pair<std::string, Results>> parts;
    for (std::size_t index = count; index-- > 0;) {
      const std::string path = saved(results({index, count}), "part.db");
      parts.emplace_back(path, *load_results(path));
    }
    const auto merged = merge(std::move(parts));
    ASSERT_TRUE(merged) << to_string(merged.error());
    EXPECT_EQ(bytes_of(saved(*merged, "merged.db")), whole) << count;
  }
}

TEST_F(SweepResults, MergesTheSameShardTwiceButNotWithOtherResults) {
  std::vector<std::pair<std::string, Results>> parts{
      {"1", results({0, 2})}, {"2", results({1, 2})}, {"again", results({1, 2})}};
  ASSERT_TRUE(merge(parts));
  parts.back().second.rows.front().values[2] = 1e9;
  const auto merged = merge(parts);
  ASSERT_FALSE(merged);
  EXPECT_EQ(merged.error().code, ErrorCode::kBadInput);
  EXPECT_THAT(to_string(merged.error()), HasSubstr("again"));
}

TEST_F(SweepResults, NamesThePointsOfMissingShards) {
  const auto merged = merge({{"1", results({0, 4})}, {"3", results({2, 4})}});
  ASSERT_FALSE(merged);
  EXPECT_EQ(merged.error().code, ErrorCode::kInfeasible);
  EXPECT_THAT(to_string(merged.error()), HasSubstr("6 of 12 points are missing (1, 3, 5"));
}

TEST_F(SweepResults, DoesNotMergeAnotherSweep) {
  Results other = results({1, 2});
  other.identity = "{}";
  const auto merged = merge({{"1.db", results({0, 2})}, {"2.db", std::move(other)}});
  ASSERT_FALSE(merged);
  EXPECT_THAT(to_string(merged.error()), HasSubstr("2.db"));
}

TEST_F(SweepResults, RejectsOtherAndDamagedFiles) {
  const std::string path = saved(results(), "r.db");
  const std::string good = bytes_of(path);
  EXPECT_FALSE(load_results((folder_.path() / "absent.db").string()));
  for (std::size_t size = 0; size < good.size(); size += 997) {
    std::ofstream(path, std::ios::binary) << good.substr(0, size);
    EXPECT_FALSE(load_results(path)) << size;
  }
  for (std::size_t at = 100; at < good.size(); at += 61) {
    std::string bad = good;
    bad[at] = static_cast<char>(bad[at] ^ 0x5a);
    std::ofstream(path, std::ios::binary) << bad;
    (void)load_results(path);  // an error or other values, but no crash
  }
}

TEST_F(SweepResults, TheParetoFrontHasEveryPointThatNoOtherDominates) {
  const Results all = results();
  // cost = a b (less is better), speed = a - b (more is better).
  std::vector<std::string> front;
  for (const std::size_t row : pareto_front(all)) {
    const auto& values = all.rows[row].values;
    front.push_back(std::to_string(std::get<std::int64_t>(values[0])) + "," +
                    std::to_string(std::get<std::int64_t>(values[1])));
  }
  EXPECT_THAT(front, ElementsAre("1,1", "2,1", "3,1"));
}

TEST_F(SweepResults, TheParetoFrontEqualsAnExhaustiveSearch) {
  Results all;
  all.columns = {{.name = "x", .kind = Column::Kind::kFigure},
                 {.name = "y", .kind = Column::Kind::kFigure},
                 {.name = "z", .kind = Column::Kind::kFigure}};
  all.objectives = {{"x", false}, {"y", true}, {"z", false}};
  RandomStream random(7, 7);
  for (int i = 0; i < 400; ++i) {
    const auto draw = [&] { return Value(static_cast<double>(random.below(12))); };
    all.rows.push_back({.id = i, .values = {draw(), draw(), draw()}});
  }
  const auto cost = [&](std::size_t row, std::size_t k) {
    const double value = std::get<double>(all.rows[row].values[k]);
    return k == 1 ? -value : value;
  };
  std::vector<std::size_t> expected;
  for (std::size_t i = 0; i < all.rows.size(); ++i) {
    bool dominated = false;
    for (std::size_t j = 0; j < all.rows.size(); ++j) {
      bool as_good = true;
      bool better = false;
      for (std::size_t k = 0; k < 3; ++k) {
        as_good = as_good && cost(j, k) <= cost(i, k);
        better = better || cost(j, k) < cost(i, k);
      }
      dominated = dominated || (as_good && better);
    }
    if (!dominated) expected.push_back(i);
  }
  auto front = pareto_front(all);
  std::sort(front.begin(), front.end());
  EXPECT_EQ(front, expected);
  all.objectives = {{"unknown", false}};
  EXPECT_THAT(pareto_front(all), IsEmpty());
}

TEST_F(SweepResults, TheTableNeutralisesFormulas) {
  Results all = results();
  all.rows.front().reason = "=HYPERLINK(\"x\")";
  EXPECT_THAT(table_of(all).to_csv(), testing::Not(HasSubstr("\n0,done,=HYPERLINK")));
}

TEST(PointLine, KeepsEveryBit) {
  const PointResult before{.id = 12,
                           .outcome = Outcome::kDone,
                           .figures = {{.name = "x",
                                        .value = 0.1 + 0.2,
                                        .unit = "s",
                                        .provenance = Provenance::kSimulated,
                                        .low = 5e-324,
                                        .high = 1.7976931348623157e308}},
                           .texts = {{"label", "Größe \"x\"\n"}}};
  const auto after = parse_line(line_of(before));
  ASSERT_TRUE(after);
  EXPECT_EQ(after->id, before.id);
  EXPECT_EQ(after->texts, before.texts);
  EXPECT_EQ(after->figures[0].value, before.figures[0].value);
  EXPECT_EQ(after->figures[0].low, before.figures[0].low);
  EXPECT_EQ(after->figures[0].high, before.figures[0].high);
  const std::string line = line_of(before);
  for (std::size_t size = 0; size < line.size(); ++size) {
    EXPECT_FALSE(parse_line(line.substr(0, size))) << size;
  }
}

}  // namespace
}  // namespace nscope::sweep
