#include "profiler/analysis/definition/analysis.h"
#include "profiler/analysis/engines/followed_run.h"
#include "tests/unit/analysis/test_run.h"

#include <set>

#include <gtest/gtest.h>

namespace nscope::analysis {
namespace {

Table run(std::string_view id, const Trace& trace, const SummaryOptions& scope = {}) {
  TaskControl control;
  const auto analysis = find_analysis(id);
  EXPECT_TRUE(analysis) << id;
  auto table = run_analysis(**analysis, trace, scope, control);
  EXPECT_TRUE(table) << to_string(table.error());
  return table ? *table : Table();
}

std::shared_ptr<const Trace> traffic_run() {
  TestRun run;
  run.property(std::string(property::kTensorBytes) + "q_ref", std::int64_t{1000});
  run.property(std::string(property::kTensorType) + "q_ref", std::string("IN"));
  for (int i = 0; i < 3; ++i) {
    const SliceId load = run.instruction(0, Engine::kSync, "DMA_DIRECT2D", 10 * i, 10 * i + 5, 2);
    run.arg(load, key::kHbmReadBytes, 500);
    run.arg(load, key::kReadTensor, "q_ref");
  }
  const SliceId store = run.instruction(1, Engine::kSync, "DMA_DIRECT2D", 100, 130);
  run.arg(store, key::kHbmWriteBytes, 70);
  run.instruction(0, Engine::kTensor, "MATMUL", 0, 100);
  run.instruction(0, Engine::kTensor, "MATMUL", 100, 150);
  run.instruction(0, Engine::kTensor, "LDWEIGHTS", 0, 50);
  run.out().diagnose("odd_record", Severity::kWarning, tr("the first"), 3);
  return run.finish();
}

TEST(AnalysisRegistry, ListsEachAnalysisOnce) {
  std::set<std::string_view> ids;
  const auto trace = traffic_run();
  for (const Analysis* analysis : registry()) {
    EXPECT_TRUE(ids.insert(analysis->id).second) << analysis->id;
    EXPECT_FALSE(analysis->title.english.empty());
    EXPECT_FALSE(analysis->shows.english.empty());
    const Table table = run(analysis->id, *trace);
    // A note states the data that this run lacks.
    EXPECT_TRUE(table.row_count() > 0 || !table.notes().empty()) << analysis->id;
    const std::string again = run(analysis->id, *trace).to_text(Language());
    EXPECT_EQ(table.to_text(Language()), again) << analysis->id << " is not deterministic";
  }
  const auto unknown = find_analysis("nonsense");
  ASSERT_FALSE(unknown);
  EXPECT_EQ(unknown.error().code, ErrorCode::kInvalidArgument);
  EXPECT_NE(unknown.error().message.english().find("opcodes"), std::string::npos);
}

TEST(Activity, MeasuresTracksOfAnyKind) {
  TestRun made(1, 1000);
  TraceWriter& out = made.out();
  const TrackId process = out.track({.name = "train.py"});
  const TrackId thread = out.track({.name = "main", .kind = TrackKind::kHost, .parent = process});
  const TrackId stream = out.track({.name = "stream 7", .kind = TrackKind::kEngine});
  out.track({.name = "nothing"});
  out.slice(thread, out.intern("step"), made.at(100), made.at(200));
  out.slice(thread, out.intern("forward"), made.at(100), made.at(50));
  out.slice(stream, out.intern("gemm"), made.at(200), made.at(300));
  out.slice(stream, out.intern("gemm"), made.at(900), made.at(100));
  const auto trace = made.finish();

  const Table all = run("activity", *trace);
  ASSERT_EQ(all.row_count(), 2u);
  EXPECT_EQ(all.row(0), (std::vector<Cell>{"stream 7", std::int64_t{2}, 400.0, 0.4, 200.0}));
  EXPECT_EQ(all.row(1), (std::vector<Cell>{"train.py / main", std::int64_t{2}, 200.0, 0.2, 125.0}));

  // Events that cross an edge of the range count with the part inside.
  const Table part =
      run("activity", *trace, {.range = std::pair(made.at(100), made.at(400)), .core = {}});
  ASSERT_EQ(part.row_count(), 2u);
  EXPECT_EQ(part.row(1),
            (std::vector<Cell>{"stream 7", std::int64_t{1}, 200.0, 200.0 / 300.0, 200.0}));
}

TEST(AnalysisRegistry, RejectsACoreThatTheRunDoesNotHave) {
  const auto trace = traffic_run();
  TaskControl control;
  for (const std::string_view id : {"summary", "opcodes", "activity", "tensors", "engine-overlap",
                                    "operators", "layers", "regions", "source-lines", "roofline",
                                    "dma-sizes", "dma-queues", "dma-small", "spills", "memory"}) {
    const auto table = run_analysis(**find_analysis(id), *trace, {.range = {}, .core = 7}, control);
    ASSERT_FALSE(table) << id;
    EXPECT_EQ(table.error().code, ErrorCode::kInvalidArgument);
  }
}

TEST(AnalysisRegistry, StopsWhenCancelled) {
  TestRun run;
  run.device(1).execution(0, 1000);
  run.instruction(0, Engine::kTensor, "MATMUL", 0, 100);
  run.packet(0, 1, "hardware_dynamic", 64, 0, 100);
  run.out().slice(run.tracks().layers(0), run.out().intern("layer 0"), run.at(0), run.at(9));
  run.out().counter(run.tracks().sbuf_usage(0), run.at(0), 0.5);
  const auto trace = run.finish();
  TaskControl control;
  control.request_cancel();
  for (const std::string_view id :
       {"insights",       "summary",    "opcodes",   "activity",      "tensors",
        "engine-overlap", "operators",  "layers",    "regions",       "roofline",
        "dma-sizes",      "dma-queues", "dma-small", "dma-triggers",  "spills",
        "memory",         "idle",       "waits",     "critical-path", "critical-path-totals",
        "slack",          "what-if"}) {
    const auto table = run_analysis(**find_analysis(id), *trace, {}, control);
    ASSERT_FALSE(table) << id;
    EXPECT_EQ(table.error().code, ErrorCode::kCancelled) << id;
  }
}

/// Several analyses share results. A cancelled analysis must not leave a partial result.
TEST(AnalysisRegistry, ACancelledAnalysisDoesNotAffectTheNext) {
  TestRun run;
  run.execution(0, 1000);
  for (int i = 0; i < 20; ++i) {
    run.instruction(0, Engine::kTensor, "MATMUL", 40 * i, 40 * i + 30);
    run.instruction(0, Engine::kVector, "COPY", 40 * i + 5, 40 * i + 35);
  }
  const auto trace = run.finish();
  for (const std::string_view id : {"idle", "critical-path", "slack", "what-if"}) {
    const Analysis& analysis = **find_analysis(id);
    AnalysisRequest request = request_for(analysis);
    TaskControl control;
    const auto alone = analysis.run(*trace, request, control);
    ASSERT_TRUE(alone);
    request.dependencies = std::make_shared<SharedDependencies>();
    TaskControl stopped;
    stopped.request_cancel();
    EXPECT_FALSE(analysis.run(*trace, request, stopped)) << id;
    const auto after = analysis.run(*trace, request, control);
    ASSERT_TRUE(after) << id;
    EXPECT_EQ(after->to_text(Language()), alone->to_text(Language())) << id;
  }
}

TEST(OpcodeTable, AddsUpTimeAndWaits) {
  const Table table = run("opcodes", *traffic_run());
  ASSERT_EQ(table.row_count(), 3u);
  EXPECT_EQ(to_string(table.at(0, 1), Language()), "MATMUL");
  EXPECT_EQ(table.at(0, 2), Cell(std::int64_t{2}));
  EXPECT_EQ(table.at(0, 3), Cell(150.0));
  EXPECT_EQ(table.at(0, 4), Cell(0.75));
  EXPECT_EQ(table.at(0, 5), Cell(75.0));
  EXPECT_EQ(to_string(table.at(2, 0), Language()), "Sync");
  EXPECT_EQ(table.at(2, 2), Cell(std::int64_t{4}));
  EXPECT_EQ(table.at(2, 6), Cell(4.0)) << "nothing waits before the start of the run";
  const Table core = run("opcodes", *traffic_run(), {.range = {}, .core = 1});
  ASSERT_EQ(core.row_count(), 1u);
  EXPECT_EQ(core.at(0, 3), Cell(30.0));
}

TEST(TensorTable, NamesTrafficIfPossible) {
  const Table table = run("tensors", *traffic_run());
  ASSERT_EQ(table.row_count(), 2u);
  EXPECT_EQ(to_string(table.at(0, 0), Language()), "q_ref");
  EXPECT_EQ(to_string(table.at(0, 1), Language()), "IN");
  EXPECT_EQ(table.at(0, 3), Cell(std::int64_t{1500}));
  EXPECT_EQ(table.at(0, 5), Cell(std::int64_t{3}));
  EXPECT_EQ(table.at(0, 6), Cell(1.5));
  EXPECT_EQ(to_string(table.at(1, 0), Language()), "(not named)");
  EXPECT_EQ(table.at(1, 4), Cell(std::int64_t{70}));
  EXPECT_TRUE(std::holds_alternative<Missing>(table.at(1, 2)));
}

TEST(DiagnosticTable, ListsDiagnosticsOfTheImport) {
  const Table table = run("diagnostics", *traffic_run());
  ASSERT_EQ(table.row_count(), 1u);
  EXPECT_EQ(to_string(table.at(0, 0), Language()), "odd_record");
  EXPECT_EQ(table.at(0, 2), Cell(std::int64_t{3}));
}

}  // namespace
}  // namespace nscope::analysis
