#include "profiler/analysis/engines/idle.h"

#include "profiler/analysis/engines/critical_path.h"
#include "profiler/analysis/engines/engine_states.h"
#include "tests/unit/analysis/test_run.h"

#include <map>

#include <gtest/gtest.h>

namespace nscope::analysis {
namespace {

Table analyze(const Analysis& analysis, const Trace& trace,
              std::initializer_list<std::pair<std::string_view, std::string_view>> values = {}) {
  AnalysisRequest request = request_for(analysis);
  for (const auto& [id, value] : values) EXPECT_TRUE(request.parameters.set(id, value));
  TaskControl control;
  auto table = analysis.run(trace, request, control);
  EXPECT_TRUE(table) << to_string(table.error());
  return table ? *table : Table();
}

using Causes = std::map<std::tuple<std::string, std::string, std::string>, double>;
Causes causes_of(const Table& table) {
  Causes causes;
  for (std::size_t i = 0; i < table.row_count(); ++i) {
    const auto text = [&](std::size_t column) {
      return to_string(table.at(i, column), Language());
    };
    causes[{text(1), text(2), text(3)}] = std::get<double>(table.at(i, 4));
  }
  return causes;
}

/// GpSimd triggers a transfer at 100, whose packet runs from 150 to 400. VectorE waits for it and
/// runs from 440 to 600. TensorE waits for VectorE and runs from 640 to 800. The run ends at 1000.
class WaitingRun : public testing::Test {
 protected:
  void SetUp() override {
    run.execution(0, 1000);
    const SliceId trigger = run.instruction(0, Engine::kGpSimd, "DMA_DIRECT2D", 100, 120);
    packet = run.packet(0, 0, "qGpSimdDynamic", 512, 150, 400);
    vector = run.instruction(0, Engine::kVector, "COPY", 440, 600);
    const SliceId before = run.instruction(0, Engine::kVector, "COPY", 50, 60);
    tensor = run.instruction(0, Engine::kTensor, "LDWEIGHTS", 640, 800);
    const SliceId early = run.instruction(0, Engine::kTensor, "LDWEIGHTS", 10, 20);
    (void)before;
    (void)early;
    flow(trigger, packet, flow_kind::kDmaTrigger);
    flow(trigger, vector, flow_kind::kSemaphore);
    flow(vector, tensor, flow_kind::kSemaphore);
    trace = run.finish();
  }
  void flow(SliceId from, SliceId to, std::string_view kind) {
    run.out().flow(from, to, run.out().intern(kind));
  }

  TestRun run;
  SliceId packet;
  SliceId vector;
  SliceId tensor;
  std::shared_ptr<const Trace> trace;
};

TEST_F(WaitingRun, IdleTimeIsAssignedToItsCause) {
  const Causes causes = causes_of(analyze(kIdleAnalysis, *trace));
  const auto time = [&](std::string_view engine, std::string_view cause,
                        std::string_view producer) {
    const auto it = causes.find({std::string(engine), std::string(cause), std::string(producer)});
    return it == causes.end() ? -1.0 : it->second;
  };
  EXPECT_EQ(time("Vector", "launch", ""), 50);
  EXPECT_EQ(time("Vector", "DMA wait", "DMA"), 340);
  EXPECT_EQ(time("Vector", "latency", ""), 40);
  EXPECT_EQ(time("Vector", "finished", ""), 400);
  EXPECT_EQ(time("Vector", "total idle", ""), 830);
  EXPECT_EQ(time("Tensor", "semaphore wait", "Vector"), 580);
  EXPECT_EQ(time("Tensor", "latency", ""), 40);
  EXPECT_EQ(time("Tensor", "total idle", ""), 830);
  EXPECT_EQ(time("GpSimd", "launch", ""), 100);
  EXPECT_EQ(time("GpSimd", "finished", ""), 880);
}

TEST_F(WaitingRun, RootsAreTheCausesOfTheProducer) {
  const Causes causes = causes_of(analyze(kIdleAnalysis, *trace, {{"cause", "root"}}));
  const auto time = [&](std::string_view cause, std::string_view producer) {
    const auto it = causes.find({"Tensor", std::string(cause), std::string(producer)});
    return it == causes.end() ? -1.0 : it->second;
  };
  // From 20: launch of VectorE until 50; VectorE works until 60 and from 440 to 600. Before 100
  // the transfer was not triggered (launch of GpSimd), then the transfer takes until 400.
  EXPECT_EQ(time("launch", ""), 10 + 30 + 40);
  EXPECT_EQ(time("DMA wait", "DMA"), 300);
  EXPECT_EQ(time("semaphore wait", "Vector"), 10 + 160);
  EXPECT_EQ(time("total idle", ""), 830);
}

TEST_F(WaitingRun, WaitsNameTheWaitingEventAndTheProducer) {
  const Table waits = analyze(kWaitAnalysis, *trace, {{"min_ns", "41"}});
  std::map<std::int64_t, std::int64_t> producers;
  for (std::size_t i = 0; i < waits.row_count(); ++i) {
    const auto* slice = std::get_if<std::int64_t>(&waits.at(i, 5));
    const auto* producer = std::get_if<std::int64_t>(&waits.at(i, 8));
    if (slice != nullptr && producer != nullptr) producers[*slice] = *producer;
    if (i == 0) continue;
    EXPECT_LE(std::get<double>(waits.at(i, 3)), std::get<double>(waits.at(i - 1, 3)));
  }
  const auto id = [&](std::string_view name, double start) {
    for (const Track& track : trace->tracks()) {
      for (std::size_t row = 0; row < track.slices.size(); ++row) {
        if (trace->text(track.slices.name[row]) == name &&
            static_cast<double>(track.slices.begin(row).value()) == start * 1000) {
          return static_cast<std::int64_t>(Trace::slice_id(track, row).value);
        }
      }
    }
    return std::int64_t{-1};
  };
  EXPECT_EQ(producers[id("COPY", 440)], id("qGpSimdDynamic", 150));
  EXPECT_EQ(producers[id("LDWEIGHTS", 640)], id("COPY", 440));
  ASSERT_FALSE(waits.notes().empty());
}

TEST_F(WaitingRun, TransfersBelongToTheirTriggers) {
  const Table triggers = analyze(kTriggerAnalysis, *trace);
  ASSERT_EQ(triggers.row_count(), 1u);
  EXPECT_EQ(to_string(triggers.at(0, 3), Language()), "DMA_DIRECT2D");
  EXPECT_EQ(triggers.at(0, 5), Cell(std::int64_t{1}));
  EXPECT_EQ(triggers.at(0, 6), Cell(512.0));
  EXPECT_EQ(triggers.at(0, 7), Cell(50.0));
  EXPECT_EQ(triggers.at(0, 8), Cell(300.0));
}

TEST_F(WaitingRun, TheCriticalPathHasNoGaps) {
  TaskControl control;
  const auto graph = dependency_graph(*trace, control);
  ASSERT_TRUE(graph);
  const std::vector<PathWindow> window{{graph->time_of(run.at(0)), graph->time_of(run.at(1000))}};
  const auto path = critical_path(*graph, window, control);
  ASSERT_TRUE(path);
  Picoseconds at = graph->time_of(run.at(0));
  std::vector<std::pair<std::string_view, Picoseconds>> parts;
  for (const PathSegment& segment : *path) {
    EXPECT_EQ(segment.begin, at);
    at = segment.end;
    parts.emplace_back(to_string(segment.kind), (segment.end - segment.begin) / 1000);
  }
  EXPECT_EQ(at, graph->time_of(run.at(1000)));
  const std::vector<std::pair<std::string_view, Picoseconds>> expected{
      {"launch", 100},   {"work", 0},     {"latency", 50},
      {"transfer", 250}, {"latency", 40}, {"work", 160},
      {"latency", 40},   {"work", 160},   {"after the last event", 200}};
  std::vector<std::pair<std::string_view, Picoseconds>> seen;
  for (const auto& part : expected) {
    if (part.second > 0) seen.push_back(part);
  }
  EXPECT_EQ(parts, seen);
  control.request_cancel();
  EXPECT_EQ(critical_path(*graph, window, control).error().code, ErrorCode::kCancelled);
}

TEST(Idle, ReportsMissingData) {
  TestRun made;
  const auto trace = made.finish();
  for (const Analysis* analysis :
       {&kIdleAnalysis, &kWaitAnalysis, &kTriggerAnalysis, &kCriticalPathAnalysis,
        &kCriticalPathTotalsAnalysis, &kSlackAnalysis, &kWhatIfAnalysis}) {
    const Table table = analyze(*analysis, *trace);
    EXPECT_EQ(table.row_count(), 0u) << analysis->id;
    EXPECT_EQ(table.notes().size(), 1u) << analysis->id;
  }
}

}  // namespace
}  // namespace nscope::analysis
