#include "app/sweep/point_table.h"

#include "tests/support/temporary_folder.h"
#include "tests/unit/sweep/example_sweep.h"

#include <cmath>
#include <limits>

#include <SQLiteCpp/SQLiteCpp.h>
#include <gmock/gmock.h>

namespace nscope::sweep {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

constexpr const char* kMixed =
    R"("title": "Mixed", "vary": [
         {"member": "/a", "values": [1, 2]},
         {"members": ["/b", "/kind"], "values": [[1, true], [2.5, "fast"], [3, null], [4, [1]]]},
         {"member": "/list/1", "name": "second", "values": [9007199254740993, 7]}])";

class PointTableTest : public testing::Test {
 protected:
  /// The results of kMixed as a file.
  std::string saved() {
    const Spec spec = valid_spec(kMixed);
    const Points points = valid_points(spec);
    std::vector<PointResult> evaluated;
    for (std::size_t id = 0; id < points.values.size(); ++id) {
      auto result = evaluate_example(*document_at(spec, points.values[id]));
      if (!result) {
        const bool rejected = result.error().code == ErrorCode::kInfeasible;
        result = PointResult{.outcome = rejected ? Outcome::kRejected : Outcome::kFailed,
                             .reason = to_string(result.error())};
      }
      result->id = id;
      evaluated.push_back(std::move(*result));
    }
    identity_ = identity_of(spec, {"0.9.0, seed 7", "2026-11-22, revision 3"});
    const std::string path = (folder_.path() / "results.db").string();
    EXPECT_TRUE(
        save(results_of(spec, points, {}, identity_, std::move(evaluated)), path, control_));
    return path;
  }
  Result<PointTable> loaded() { return load_points(saved(), control_); }

  TestFolder folder_;
  TaskControl control_;
  std::string identity_;
};

TEST_F(PointTableTest, HasTheValuesOfTheResultsByColumn) {
  const std::string path = saved();
  const auto results = load_results(path);
  const auto table = load_points(path, control_);
  ASSERT_TRUE(results && table);
  ASSERT_EQ(table->size(), 16u);
  ASSERT_EQ(table->columns.size(), results->columns.size());
  for (std::size_t row = 0; row < table->size(); ++row) {
    EXPECT_EQ(table->ids[row], results->rows[row].id);
    EXPECT_EQ(table->reasons.text(row), results->rows[row].reason);
    for (std::size_t i = 0; i < table->columns.size(); ++i) {
      Value expected = results->rows[row].values[i];
      if (expected == Value(std::int64_t{9007199254740993})) expected = "9007199254740993";
      const Value value = table->value(i, row);
      const auto* const integer = std::get_if<std::int64_t>(&expected);
      const auto* const real = std::get_if<double>(&value);
      if (integer != nullptr && real != nullptr) {
        EXPECT_EQ(*real, static_cast<double>(*integer));
      } else if (const auto* const number = std::get_if<double>(&expected);
                 number != nullptr && std::holds_alternative<std::int64_t>(value)) {
        EXPECT_EQ(static_cast<double>(std::get<std::int64_t>(value)), *number);
      } else {
        EXPECT_EQ(value, expected) << row << " " << table->columns[i].about.name;
      }
    }
  }
  EXPECT_EQ(table->count(Outcome::kDone), results->count(Outcome::kDone));
  ASSERT_EQ(table->groups.size(), 2u);
  EXPECT_EQ(table->groups[0].points, 4);
}

TEST_F(PointTableTest, GivesTheDocumentOfEachPointExactly) {
  const auto table = loaded();
  ASSERT_TRUE(table);
  const Spec spec = valid_spec(kMixed);
  const Points points = valid_points(spec);
  for (std::size_t row = 0; row < table->size(); ++row) {
    std::vector<Value> members;
    for (std::size_t i = 0; i < 4; ++i) members.push_back(table->value(i, row));
    const auto document = document_of_point(table->head.identity, table->ids[row], members);
    ASSERT_TRUE(document) << to_string(document.error());
    EXPECT_EQ(*document, *document_at(spec, points.values[row]));
  }
}

TEST_F(PointTableTest, RejectsValuesThatTheSweepDoesNotHave) {
  const auto table = loaded();
  ASSERT_TRUE(table);
  const Value one = std::int64_t{1};
  const Value seven = std::int64_t{7};
  EXPECT_TRUE(document_of_point(identity_, 0, {one, one, one, seven}));
  EXPECT_FALSE(document_of_point(identity_, 0, {std::int64_t{3}, one, one, seven}));
  EXPECT_FALSE(document_of_point(identity_, 0, {one, one, std::string("fast"), seven}));
  EXPECT_FALSE(document_of_point(identity_, 0, {one}));
  EXPECT_FALSE(document_of_point(identity_, 0, {one, one, one, seven, seven}));
  for (const char* hostile :
       {"", "1", "{}", R"({"document": 1, "vary": []})", R"({"document": {}, "vary": [1]})",
        R"({"document": {}, "vary": [{"members": [1], "values": []}]})",
        R"({"document": {"a": 1}, "vary": [{"members": [{"pointer": "/a/b"}], "values": []}]})",
        R"({"document": {}, "vary": [{"members": [{"pointer": "a"}], "values": []}]})",
        R"({"document": {}, "vary": [{"members": [{"pointer": "/a"}], "values": [1]}]})"}) {
    EXPECT_FALSE(document_of_point(hostile, 0, {one})) << hostile;
  }
}

TEST_F(PointTableTest, TheDocumentHasTheTitleOfThePointAndNoVariants) {
  const std::string identity =
      R"({"title": "Batches", "document": {"title": "Batch 1", "note": "one",
      "batch": 1, "variants": [{}]}, "vary": [{"members": [{"pointer": "/batch", "name": "batch"}],
      "values": [[1], [2]]}]})";
  const auto document = document_of_point(identity, 7, {std::int64_t{2}});
  ASSERT_TRUE(document) << to_string(document.error());
  EXPECT_EQ(document->dump(), R"({"title":"Point 7: Batches","batch":2})");
}

TEST_F(PointTableTest, TheCommandRepeatsThePointWithItsSeedAndPrices) {
  saved();
  EXPECT_EQ(command_of_point(identity_, "my results.db", 17),
            "nscope sweep 'my results.db' --point 17 -o point-17.json && nscope simulate "
            "point-17.json --seed 7");
  std::string plan = identity_;
  plan.replace(plan.find("example/1"), 9, "nscope.plan/1");
  EXPECT_THAT(command_of_point(plan, "r.db", 0), HasSubstr("&& nscope plan point-0.json --seed 7 "
                                                           "--as-of 2026-11-22"));
}

TEST_F(PointTableTest, TreatsInfiniteValuesAsAbsentAndCountsThem) {
  const std::string path = saved();
  {
    SQLite::Database database(path, SQLite::OPEN_READWRITE);
    database.exec("UPDATE point SET cost = 9e999 WHERE id = 0");
    database.exec("UPDATE point SET cost = 'a text' WHERE id = 1");
  }
  const auto table = load_points(path, control_);
  ASSERT_TRUE(table) << to_string(table.error());
  const PointColumn& cost = table->columns[table->column("cost")];
  EXPECT_EQ(table->not_finite, 1u);
  EXPECT_TRUE(std::isnan(cost.numbers[0]));
  EXPECT_TRUE(std::isnan(cost.numbers[1]));
  EXPECT_EQ(cost.text(1), "a text");
  EXPECT_TRUE(std::isfinite(cost.high));
}

TEST_F(PointTableTest, RejectsATruncatedFileAndStopsWhenCancelled) {
  const std::string path = saved();
  TaskControl stopped;
  stopped.request_cancel();
  EXPECT_EQ(load_points(path, stopped).error().code, ErrorCode::kCancelled);
  std::filesystem::resize_file(path, std::filesystem::file_size(path) / 2);
  const auto table = load_points(path, control_);
  ASSERT_FALSE(table);
  EXPECT_EQ(table.error().code, ErrorCode::kBadInput);
  EXPECT_THAT(table.error().where.english(), HasSubstr("results.db"));
  EXPECT_THAT(table.error().message.english(), HasSubstr("copy it again, or run the sweep again"));
}

TEST(Front, HasThePointsThatNoOtherBeatsInBothColumns) {
  PointColumn x;
  PointColumn y;
  x.numbers = {1, 2, 2, 3, 4, 4, std::numeric_limits<double>::quiet_NaN()};
  y.numbers = {5, 3, 3, 4, 1, 1.5, 0};
  const std::vector<std::uint32_t> all{0, 1, 2, 3, 4, 5, 6};
  EXPECT_THAT(front_of(x, Goal::kLow, y, Goal::kLow, all), ElementsAre(0, 1, 2, 4));
  EXPECT_THAT(front_of(x, Goal::kHigh, y, Goal::kLow, all), ElementsAre(4));
  EXPECT_THAT(front_of(x, Goal::kHigh, y, Goal::kHigh, all), ElementsAre(0, 3, 5));
  EXPECT_THAT(front_of(x, Goal::kLow, y, Goal::kLow, {3, 5}), ElementsAre(3, 5));
}

}  // namespace
}  // namespace nscope::sweep
