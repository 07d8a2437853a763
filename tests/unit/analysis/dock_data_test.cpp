// Data of the docks that are not in the tables of the analyses.
#include "profiler/analysis/compilation/compile_event_table.h"
#include "profiler/analysis/memory/counter_series.h"
#include "profiler/analysis/memory/memory_series.h"
#include "profiler/analysis/memory/tensors.h"
#include "profiler/analysis/operators/roofline.h"
#include "profiler/analysis/ranks/link_traffic.h"
#include "profiler/trace/build/compile_slice.h"
#include "tests/unit/analysis/run_table.h"
#include "tests/unit/analysis/test_run.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include <gtest/gtest.h>

namespace nscope::analysis {
namespace {

TrackId counter(TestRun& run, std::string_view name, std::string_view unit,
                std::initializer_list<std::pair<int, double>> samples, TrackId parent = {}) {
  const TrackId track =
      run.out().track({.name = name, .kind = TrackKind::kCounter, .parent = parent, .unit = unit});
  for (const auto& [time, value] : samples) run.out().counter(track, run.at(time), value);
  return track;
}

std::vector<const Track*> tracks_named(const Trace& trace, std::string_view start) {
  std::vector<const Track*> tracks;
  for (const Track& track : trace.tracks()) {
    if (trace.text(track.name).starts_with(start)) tracks.push_back(&track);
  }
  return tracks;
}

TEST(CounterSeries, HasEveryChangeOfShortSeries) {
  TestRun run(1, 1000);
  counter(run, "a", "B", {{100, 1}, {300, 5}, {300, 6}});
  counter(run, "b", "B", {{200, 10}, {900, 0}});
  const auto trace = run.finish();
  TaskControl control;
  const auto tracks = tracks_named(*trace, "");
  const auto series = counter_series(tracks, {run.at(0), run.at(1000)}, 100, control);
  ASSERT_TRUE(series);
  EXPECT_EQ(series->times, (std::vector<std::int64_t>{0, 100, 200, 300, 900, 1000}));
  EXPECT_FALSE(series->reduced);
  EXPECT_TRUE(std::isnan(series->values[0][0])) << "unknown is not zero";
  EXPECT_TRUE(std::isnan(series->sums[0]));
  EXPECT_EQ(series->sums[1], 1);
  EXPECT_EQ(series->sums[3], 16);
  EXPECT_EQ(series->values[0][4], 6);
  EXPECT_EQ(series->values[1][4], 0);
}

TEST(CounterSeries, KeepsTheHighestSumOfEachPart) {
  TestRun run(1, 1000);
  const TrackId track = run.out().track({.name = "a", .kind = TrackKind::kCounter, .unit = "B"});
  for (int i = 0; i < 1000; ++i) run.out().counter(track, run.at(i), i == 555 ? 1000.0 : i % 7);
  const auto trace = run.finish();
  TaskControl control;
  const auto tracks = tracks_named(*trace, "a");
  const auto series = counter_series(tracks, {run.at(0), run.at(1000)}, 20, control);
  ASSERT_TRUE(series);
  EXPECT_TRUE(series->reduced);
  EXPECT_LE(series->times.size(), 23u);
  EXPECT_GE(series->times.size(), 20u);
  EXPECT_TRUE(std::is_sorted(series->times.begin(), series->times.end()));
  const auto peak = std::max_element(series->sums.begin(), series->sums.end());
  EXPECT_EQ(*peak, 1000) << "a peak of one sample is not lost";
  EXPECT_EQ(series->times[static_cast<std::size_t>(peak - series->sums.begin())], 555);
}

TEST(CounterSeries, StartsWithTheValueBeforeTheRange) {
  TestRun run(1, 1000);
  counter(run, "a", "B", {{100, 1}, {600, 5}});
  const auto trace = run.finish();
  TaskControl control;
  const auto tracks = tracks_named(*trace, "a");
  const auto series = counter_series(tracks, {run.at(200), run.at(700)}, 100, control);
  ASSERT_TRUE(series);
  EXPECT_EQ(series->times, (std::vector<std::int64_t>{200, 600, 700}));
  EXPECT_EQ(series->values[0], (std::vector<double>{1, 5, 5}));
  const auto before = counter_series(tracks, {run.at(0), run.at(50)}, 100, control);
  ASSERT_TRUE(before);
  EXPECT_TRUE(before->times.empty()) << "nothing is known yet";
}

TEST(MemorySeries, StacksUsesAndJoinsBanks) {
  TestRun run(1, 1000);
  const TrackId hbm = run.out().track({.name = "HBM by use"});
  counter(run, "weights", "B", {{0, 100}}, hbm);
  counter(run, "tensors", "B", {{0, 10}, {500, 30}}, hbm);
  for (int bank = 0; bank < 4; ++bank) {
    const TrackId psum = run.tracks().psum_bank(0, bank);
    run.out().counter(psum, run.at(0), bank == 0 ? 1 : 0);
    run.out().counter(psum, run.at(400), bank < 3 ? 1 : 0);
  }
  const TrackId sbuf = run.tracks().sbuf_usage(0);
  run.out().counter(sbuf, run.at(0), 0.5);
  const auto trace = run.finish();
  TaskControl control;
  const auto series = memory_series(*trace, {}, 100, control);
  ASSERT_TRUE(series);
  const auto of = [&](std::string_view memory) -> const MemorySeries& {
    for (const MemorySeries& each : *series) {
      if (each.memory == memory) return each;
    }
    ADD_FAILURE() << memory;
    return series->front();
  };
  EXPECT_EQ(of("HBM by use").uses, (std::vector<std::string>{"weights", "tensors"}));
  EXPECT_EQ(of("HBM by use").series.sums.back(), 130);
  EXPECT_EQ(of("HBM by use").core, -1);
  EXPECT_EQ(of("PSUM").unit, "share");
  EXPECT_EQ(of("PSUM").core, 0);
  ASSERT_EQ(of("PSUM").series.values.size(), 1u);
  EXPECT_EQ(of("PSUM").series.values[0].front(), 0.25);
  EXPECT_EQ(of("PSUM").series.values[0].back(), 0.75);
  EXPECT_EQ(of("SBUF").series.values[0].back(), 0.5);
  EXPECT_FALSE(memory_series(*trace, {.range = {}, .core = 9}, 100, control));
}

TEST(Tensors, AreListedByTheirBytes) {
  TestRun run;
  run.property("tensor_bytes.q", std::int64_t{100});
  run.property("tensor_type.q", std::string("IN"));
  run.property("tensor_shape.q", std::string("[128 512]"));
  run.property("tensor_bytes.w", std::int64_t{300});
  const NamedTable table{tensor_table(*run.finish())};
  ASSERT_EQ(table.rows(), 2u);
  EXPECT_EQ(table.text(0, "tensor"), "w");
  EXPECT_EQ(table.number(0, "share"), 0.75);
  EXPECT_TRUE(table.missing(0, "shape"));
  EXPECT_EQ(table.text(1, "type"), "IN");
  EXPECT_EQ(table.text(1, "shape"), "[128 512]");
  TestRun none;
  EXPECT_TRUE(NamedTable{tensor_table(*none.finish())}.has_note("NEFF"));
}

TEST(LinkTraffic, AddsUpTheBytesOfEachLink) {
  TestRun run(1, 1000);
  const TrackId group = run.out().track({.name = "Links"});
  counter(run, "chip 0 to chip 3", "B/s", {{0, 1e9}, {100, 0}, {500, 2e9}, {600, 0}}, group);
  counter(run, "chip 2 to switch", "B/s", {{900, 1e9}}, group);
  counter(run, "host memory", "B", {{0, 5}});
  const auto trace = run.finish();
  TaskControl control;
  const auto links = link_traffic(*trace, {}, control);
  ASSERT_TRUE(links);
  ASSERT_EQ(links->size(), 2u);
  const LinkTraffic& first = links->front();
  EXPECT_EQ(first.name, "chip 0 to chip 3");
  EXPECT_EQ(first.from, 0);
  EXPECT_EQ(first.to, 3);
  EXPECT_NEAR(first.bytes, 300, 1e-9) << "100 ns of 1 GB/s and 100 ns of 2 GB/s";
  EXPECT_EQ(first.peak, 2e9);
  EXPECT_NEAR(first.mean, 0.3e9, 1);
  EXPECT_EQ(links->back().to, LinkTraffic::kNoChip);
  EXPECT_NEAR(links->back().bytes, 100, 1e-9) << "the last sample is valid until the end";
  const auto part =
      link_traffic(*trace, {.range = std::pair(run.at(50), run.at(550)), .core = {}}, control);
  ASSERT_TRUE(part);
  EXPECT_NEAR(part->front().bytes, 50 + 100, 1e-9);
}

TEST(LinkTraffic, ReadsTheEndsOfALinkFromItsName) {
  EXPECT_EQ(link_ends("chip 12 to chip 3"), (LinkEnds{12, 3}));
  EXPECT_EQ(link_ends("switch to chip 3"), (LinkEnds{LinkTraffic::kNoChip, 3}));
  EXPECT_EQ(link_ends("EFA 0"), LinkEnds{});
  EXPECT_EQ(link_ends("chip x to chip 3b"), LinkEnds{});
  EXPECT_EQ(link_ends("chip -1 to chip 99999999999"), LinkEnds{});
}

TEST(CompileEvents, AreListedInOrderOfTime) {
  TestRun run(1, 1000);
  const TrackId track = run.out().track(
      {.name = "process 7", .kind = TrackKind::kCompile, .slice_kind = SliceKind::kCompile});
  const auto add = [&](std::string_view name, std::string_view state, int begin, int length) {
    CompileSlice slice{};
    slice.name = name;
    slice.state = state;
    slice.graph_hash = "g1";
    write_compile_slice(run.out(), track, slice, run.at(begin), run.at(length));
  };
  add("MODULE_b", "miss", 500, 100);
  add("MODULE_a", "hit", 100, 0);
  const auto trace = run.finish();
  TaskControl control;
  const auto events = compile_event_table(*trace, {}, 10, control);
  ASSERT_TRUE(events);
  const NamedTable table{*events};
  ASSERT_EQ(table.rows(), 2u);
  EXPECT_EQ(table.text(0, "module"), "MODULE_a");
  EXPECT_TRUE(table.missing(0, "took_ns")) << "unknown is not zero";
  EXPECT_TRUE(table.missing(0, "compiler"));
  EXPECT_EQ(table.number(1, "at_ns"), 500);
  EXPECT_EQ(table.number(1, "took_ns"), 100);
  const auto first = compile_event_table(*trace, {}, 1, control);
  ASSERT_TRUE(first);
  EXPECT_TRUE(NamedTable{*first}.has_note("1 of 2"));
}

TEST(CoreRoof, IsThatOfOneCore) {
  TestRun run;
  const auto roof = core_roof(*run.device(2).finish());
  ASSERT_TRUE(roof);
  EXPECT_DOUBLE_EQ(roof->bytes, 358e9);
  EXPECT_DOUBLE_EQ(roof->flops, 2.0 * 128 * 128 * 2.4e9);
  EXPECT_DOUBLE_EQ(roof->ridge(), roof->flops / 358e9);
  TestRun none;
  const auto missing = core_roof(*none.finish());
  ASSERT_FALSE(missing);
  EXPECT_EQ(missing.error().code, ErrorCode::kInvalidArgument);
}

}  // namespace
}  // namespace nscope::analysis
