#include "profiler/analysis/compilation/error_codes.h"
#include "profiler/base/resources.h"
#include "profiler/base/tables/csv.h"
#include "profiler/trace/build/compile_slice.h"
#include "tests/unit/analysis/rank_run.h"

#include <gtest/gtest.h>

namespace nscope::analysis {
namespace {

class CacheRun : public RankRun {
 public:
  CacheRun() {
    track_ = out().track(
        {.name = "process 7", .kind = TrackKind::kCompile, .slice_kind = SliceKind::kCompile});
  }

  struct Key {
    std::string_view graph;
    std::string_view flags_hash;
    std::string_view flags;
    std::string_view compiler;
  };
  void event(std::string_view state, const Key& key, std::int64_t begin, std::int64_t end,
             std::string_view error = {}, std::string_view code = {}) {
    const std::string name = "MODULE_" + std::string(key.graph);
    write_compile_slice(out(), track_,
                        {.name = name,
                         .state = state,
                         .graph_hash = key.graph,
                         .flags_hash = key.flags_hash,
                         .compiler_version = key.compiler,
                         .flags = key.flags,
                         .source = {},
                         .time_source = "log",
                         .error = error,
                         .error_code = code},
                        at(begin), at(end - begin));
  }

 private:
  TrackId track_;
};

const CacheRun::Key kFirst{"g1", "f1", "--opt=1 --lnc=2", "2.20"};
const CacheRun::Key kOtherFlags{"g1", "f2", "--lnc=2 --opt=2", "2.20"};
const CacheRun::Key kOtherCompiler{"g1", "f2", "--lnc=2 --opt=2", "2.21"};
const CacheRun::Key kOtherGraph{"g2", "f1", "--opt=1 --lnc=2", "2.20"};

void some_compilations(CacheRun& run) {
  run.event("miss", kFirst, 0, 100);
  run.event("miss", kOtherGraph, 100, 150);
  run.event("hit", kFirst, 200, 200);
  run.event("miss", kOtherFlags, 200, 270);
  run.event("locked", kOtherFlags, 210, 270);
  run.event("failure", kOtherCompiler, 300, 340);
  run.event("cached_failure", kOtherCompiler, 350, 350);
  run.event("miss", kOtherCompiler, 400, 430);
  run.event("miss", kFirst, 500, 620);
}

TEST(CompileCache, CountsLookupsByState) {
  CacheRun run;
  some_compilations(run);
  const Table table = run.analyze("compile-cache");
  ASSERT_EQ(table.row_count(), 5u);
  const std::string_view states[] = {"cached_failure", "failure", "hit", "locked", "miss"};
  for (std::size_t i = 0; i < 5; ++i) {
    EXPECT_EQ(text(table, i, "state"), states[i]);
  }
  EXPECT_EQ(cell(table, 4, "events"), Cell(std::int64_t{5}));
  EXPECT_EQ(cell(table, 4, "lookup_share"), Cell(5.0 / 9.0));
  EXPECT_EQ(cell(table, 4, "graphs"), Cell(std::int64_t{2}));
  EXPECT_EQ(cell(table, 4, "time_ns"), Cell(100.0 + 50 + 70 + 30 + 120));
  EXPECT_EQ(cell(table, 4, "mean_ns"), Cell(74.0));
  EXPECT_EQ(cell(table, 4, "longest_ns"), Cell(120.0));
  EXPECT_EQ(cell(table, 4, "slice_id"), Cell(run.id_at("process 7", 500)));
  EXPECT_EQ(cell(table, 3, "time_ns"), Cell(60.0));
  EXPECT_EQ(text(table, 2, "time_ns"), "time not stated");
  EXPECT_TRUE(has_note(table, "(1 of 9 look-ups)"));
}

TEST(CompileCache, HasNoHitRateForAFolder) {
  CacheRun run;
  run.event("success", kFirst, 0, 100);
  run.event("stale_lock", kOtherGraph, 0, 0);
  const Table table = run.analyze("compile-cache");
  ASSERT_EQ(table.row_count(), 2u);
  EXPECT_EQ(text(table, 1, "lookup_share"), "n/a");
  EXPECT_TRUE(has_note(table, "no look-ups"));
  RankRun none;
  none.execution(0, 10);
  EXPECT_TRUE(has_note(none.analyze("compile-cache"), "no compile cache"));
}

TEST(CompileFailures, AreGroupedByTheCodeOfTheCompiler) {
  CacheRun run;
  run.event("failure", kFirst, 0, 100, "[NCC_EVRF007] 6888787 instructions", "NCC_EVRF007");
  run.event("failure", kOtherGraph, 100, 150, "[NCC_EVRF007] 9999999 instructions", "NCC_EVRF007");
  run.event("failure", kFirst, 200, 200, "[NCC_ZZZZ999] new", "NCC_ZZZZ999");
  run.event("failure", kFirst, 300, 310, "backend exited with code 1");
  run.event("unfinished", kFirst, 400, 420, "Killed");
  run.event("unfinished", kOtherGraph, 400, 430);
  run.event("miss", kFirst, 500, 510);
  const Table table = run.analyze("compile-failures");
  ASSERT_EQ(table.row_count(), 4u);
  EXPECT_EQ(text(table, 0, "error_code"), "NCC_EVRF007");
  EXPECT_EQ(cell(table, 0, "failures"), Cell(std::int64_t{2}));
  EXPECT_EQ(cell(table, 0, "graphs"), Cell(std::int64_t{2}));
  EXPECT_EQ(cell(table, 0, "time_ns"), Cell(150.0));
  EXPECT_EQ(text(table, 0, "cause"), "The graph needs more instructions than the compiler allows.");
  EXPECT_NE(text(table, 0, "remedy").find("parallelism"), std::string::npos);
  EXPECT_TRUE(text(table, 0, "documentation").starts_with("https://github.com/aws-neuron/"));
  EXPECT_EQ(text(table, 0, "error"), "[NCC_EVRF007] 6888787 instructions");
  EXPECT_EQ(cell(table, 0, "slice_id"), Cell(run.id_at("process 7", 0)));
  for (std::size_t row = 1; row < 4; ++row) {
    EXPECT_EQ(cell(table, row, "failures"), Cell(std::int64_t{1})) << row;
    const bool coded = text(table, row, "error_code") == "NCC_ZZZZ999";
    EXPECT_EQ(text(table, row, "cause"), coded ? "not published" : "no code") << row;
  }
  EXPECT_TRUE(has_note(table, "not published"));
  CacheRun none;
  none.event("miss", kFirst, 0, 10);
  EXPECT_TRUE(has_note(none.analyze("compile-failures"), "no failed compilations"));
}

TEST(CompileFailures, EachKnownCodeHasCauseRemedyAndSource) {
  const auto resource = find_resource("compiler/error-codes.csv");
  ASSERT_TRUE(resource);
  CsvReader reader(resource->content, "error-codes.csv");
  std::vector<std::string> fields;
  std::string before;
  std::size_t codes = 0;
  for (bool heading = true; *reader.next(fields); heading = false) {
    ASSERT_EQ(fields.size(), 5u);
    if (heading) continue;
    ++codes;
    EXPECT_LT(before, fields[0]) << "sorted and unique";
    before = fields[0];
    for (const std::size_t sentence : {1u, 2u}) {
      EXPECT_TRUE(fields[sentence].ends_with('.')) << fields[0];
      EXPECT_GT(fields[sentence].size(), 20u) << fields[0];
    }
    EXPECT_FALSE(fields[3].empty()) << fields[0];
    EXPECT_NE(find_error_code(fields[0]), nullptr);
  }
  EXPECT_GE(codes, 40u);
  EXPECT_EQ(find_error_code("NCC_EVRF"), nullptr);
  EXPECT_EQ(find_error_code(""), nullptr);
}

TEST(Recompiles, NameThePartOfTheKeyThatChanged) {
  CacheRun run;
  some_compilations(run);
  const Table table = run.analyze("recompiles");
  ASSERT_EQ(table.row_count(), 5u);
  EXPECT_EQ(text(table, 0, "changed"), "graph");
  EXPECT_EQ(cell(table, 0, "compilations"), Cell(std::int64_t{2}));
  EXPECT_EQ(cell(table, 0, "time_ns"), Cell(150.0));
  EXPECT_EQ(text(table, 1, "changed"), "nothing");
  EXPECT_EQ(cell(table, 1, "time_ns"), Cell(120.0));
  EXPECT_EQ(text(table, 2, "changed"), "flags");
  EXPECT_EQ(text(table, 2, "module"), "MODULE_g1");
  EXPECT_EQ(text(table, 2, "detail"), "--opt=2 instead of --opt=1");
  EXPECT_EQ(text(table, 3, "changed"), "compiler version");
  EXPECT_EQ(text(table, 3, "detail"), "2.21 instead of 2.20");
  EXPECT_EQ(text(table, 4, "changed"), "nothing (retry after a failure)");
  EXPECT_EQ(cell(table, 4, "time_ns"), Cell(30.0));
}

TEST(Recompiles, CompareWithEntriesOfTheCacheToo) {
  CacheRun run;
  run.event("hit", kFirst, 0, 0);
  run.event("miss", kOtherCompiler, 10, 20);
  run.event("miss", {}, 30, 35);
  const Table table = run.analyze("recompiles");
  ASSERT_EQ(table.row_count(), 2u);
  EXPECT_EQ(text(table, 0, "changed"), "flags and compiler version");
  EXPECT_EQ(text(table, 0, "detail"), "--opt=2 instead of --opt=1; 2.21 instead of 2.20");
  EXPECT_EQ(text(table, 1, "changed"), "unknown");
}

}  // namespace
}  // namespace nscope::analysis
