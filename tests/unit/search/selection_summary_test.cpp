#include "profiler/analysis/metrics/selection_summary.h"

#include "tests/unit/analysis/run_table.h"
#include "tests/unit/analysis/test_run.h"

#include <gtest/gtest.h>

namespace nscope::analysis {
namespace {

/// VectorE: COPY of 10, 20 and 30 ns at 0, 100 and 200, REDUCE of 40 ns at 300. TensorE: COPY of
/// 100 ns at 150. A DMA packet of 512 bytes from 0 to 50.
std::shared_ptr<const Trace> run_with_copies() {
  TestRun run;
  run.device(1);
  for (int i = 0; i < 4; ++i) {
    run.instruction(0, Engine::kVector, i < 3 ? "COPY" : "REDUCE", i * 100, i * 100 + 10 * (i + 1));
  }
  const auto read = run.instruction(0, Engine::kTensor, "COPY", 150, 250);
  run.arg(read, key::kHbmReadBytes, std::int64_t{64});
  run.arg(read, key::kHbmWriteBytes, std::int64_t{32});
  run.packet(0, 3, "hardware_dynamic", 512, 0, 50);
  return run.finish();
}

SelectionSummary summary_of(const Trace& trace, EventFilter filter) {
  TaskControl control;
  auto summary = summarize_selection(trace, filter, control);
  EXPECT_TRUE(summary.has_value());
  return std::move(*summary);
}

const SelectionSummary::OfName* named(const Trace& trace, const SelectionSummary& summary,
                                      std::string_view name) {
  for (const auto& row : summary.names) {
    if (trace.text(row.name) == name) return &row;
  }
  return nullptr;
}

std::pair<TraceTime, TraceTime> ns(std::int64_t begin, std::int64_t end) {
  return {TraceTime(begin * 1000), TraceTime(end * 1000)};
}

TEST(SelectionSummary, AddsUpTheWholeRun) {
  const auto trace = run_with_copies();
  const SelectionSummary summary = summary_of(*trace, {});
  EXPECT_EQ(summary.all.count, 6);
  EXPECT_EQ(summary.crossing, 0);
  const auto* copy = named(*trace, summary, "COPY");
  ASSERT_NE(copy, nullptr);
  EXPECT_EQ(copy->of.count, 4);
  EXPECT_EQ(copy->of.total, 160'000);
  EXPECT_EQ(copy->of.shortest, 10'000);
  EXPECT_EQ(copy->of.longest, 100'000);
  EXPECT_EQ(copy->of.median, 30'000) << "the upper of the two middle values";
  EXPECT_EQ(copy->of.bytes, 96.0);
  EXPECT_EQ(trace->slice(copy->of.longest_event).begin(), TraceTime(150'000));
  EXPECT_EQ(named(*trace, summary, "REDUCE")->of.bytes, std::nullopt) << "not stated, not zero";
  EXPECT_EQ(named(*trace, summary, "hardware_dynamic")->of.bytes, 512.0);
  EXPECT_EQ(summary.names.front().name, copy->name) << "most time first";
}

TEST(SelectionSummary, EventsThatCrossAnEdgeCountWithThePartInside) {
  const auto trace = run_with_copies();
  const SelectionSummary summary = summary_of(*trace, {.range = ns(105, 260)});
  // COPY at 100 and from 200 to 230, and COPY of TensorE from 150 to 250.
  EXPECT_EQ(summary.all.count, 3);
  EXPECT_EQ(summary.all.complete, 2);
  EXPECT_EQ(summary.crossing, 1);
  EXPECT_EQ(summary.all.total, 15'000 + 30'000 + 100'000);
  EXPECT_EQ(summary.all.shortest, 30'000) << "of complete events";
  EXPECT_EQ(summary.time, 155'000);
  ASSERT_EQ(summary.tracks.size(), 2u);
  for (const auto& row : summary.tracks) {
    const bool tensor = trace->track(row.track).engine == Engine::kTensor;
    EXPECT_EQ(row.busy, tensor ? 100'000 : 15'000 + 30'000) << "busy time includes parts of events";
  }
  EXPECT_EQ(summary_of(*trace, {.range = ns(0, 10)}).all.complete, 1) << "the end may touch";
  EXPECT_EQ(summary_of(*trace, {.range = ns(10, 50)}).crossing, 1)
      << "an event that ended at 10 does not cross";
  EXPECT_EQ(summary_of(*trace, {.range = ns(5000, 6000)}).all.count, 0);
  const SelectionSummary half = summary_of(*trace, {.range = ns(150, 200)});
  EXPECT_EQ(half.all.bytes, 48.0) << "half of the event, half of its bytes";
  EXPECT_EQ(half.all.complete, 0);
  const NamedTable names{selection_names_table(*trace, half)};
  ASSERT_EQ(names.rows(), 1u);
  EXPECT_TRUE(names.missing(0, "min_ns")) << "no complete event";
}

TEST(SelectionSummary, TheActiveShareExcludesWaits) {
  TestRun run;
  run.device(1);
  run.instruction(0, Engine::kVector, "EVENT_SEMAPHORE", 0, 600);
  run.instruction(0, Engine::kVector, "COPY", 500, 800);
  const auto trace = run.finish();
  const SelectionSummary summary = summary_of(*trace, {.range = ns(0, 1000)});
  ASSERT_EQ(summary.tracks.size(), 1u);
  EXPECT_EQ(summary.tracks[0].busy, 300'000) << "as in the summary";
}

TEST(SelectionSummary, TracksAndNamesFilter) {
  const auto trace = run_with_copies();
  std::vector<TrackId> vector_tracks;
  for (const Track& track : trace->tracks()) {
    if (track.engine == Engine::kVector) vector_tracks.push_back(track.id);
  }
  EventFilter filter{.tracks = vector_tracks};
  EXPECT_EQ(summary_of(*trace, filter).all.count, 4);
  filter.name = trace->strings().find("COPY");
  filter.compared = 20'000;
  const SelectionSummary copies = summary_of(*trace, filter);
  EXPECT_EQ(copies.all.count, 3);
  EXPECT_EQ(copies.shorter, 1);
  EXPECT_EQ(copies.names.size(), 1u);
}

TEST(SelectionSummary, Tables) {
  const auto trace = run_with_copies();
  const SelectionSummary summary = summary_of(*trace, {.range = ns(0, 1000)});
  EXPECT_EQ(selection_names_table(*trace, summary).to_csv(),
            "name,share,events,total_ns,mean_ns,min_ns,median_ns,max_ns,bytes,slice_id\n"
            "COPY,0.64,4,160,40,10,30,100,96,0\n"
            "hardware_dynamic,0.2,1,50,50,50,50,50,512,5\n"
            "REDUCE,0.16,1,40,40,40,40,40,not stated,4\n");
  const Table tracks = selection_tracks_table(*trace, summary);
  EXPECT_EQ(tracks.row_count(), 3u);
  EXPECT_EQ(selection_names_table(*trace, SelectionSummary{}).row_count(), 0u);
}

TEST(SelectionSummary, CanBeCancelled) {
  const auto trace = run_with_copies();
  TaskControl control;
  control.request_cancel();
  EXPECT_FALSE(summarize_selection(*trace, {}, control).has_value());
}

}  // namespace
}  // namespace nscope::analysis
