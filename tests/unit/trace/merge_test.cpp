#include "profiler/trace/build/merge.h"

#include "profiler/trace/build/trace_builder.h"
#include "profiler/trace/build/trace_writer.h"
#include "profiler/trace/session/session_file.h"
#include "profiler/trace/vocabulary.h"
#include "tests/support/damaged_session.h"

#include <filesystem>
#include <map>

#include <gtest/gtest.h>

namespace nscope {
namespace {

struct Rank {
  std::int64_t ticks_per_ns = 1;
  std::int64_t late_ns = 0;  ///< delay of the time stamps of all events
  std::optional<std::int64_t> clock_origin{};
  std::string clock = "unix";
  std::int64_t straggler_ns = 0;  ///< actual delay of the end of the third collective
  bool sequence = true;
  int cores = 1;
};

/// Ten all-reduces of 100 ns, one every microsecond, each after an operator.
std::shared_ptr<const Trace> rank_run(const Rank& rank) {
  TraceBuilder builder;
  TraceWriter out(builder);
  const auto at = [&](std::int64_t ns) {
    return TraceTime((ns + rank.late_ns) * rank.ticks_per_ns);
  };
  const auto length = [&](std::int64_t ns) { return TraceTime(ns * rank.ticks_per_ns); };
  for (int core = 0; core < rank.cores; ++core) {
    const TrackId parent = out.track({.name = "Core", .kind = TrackKind::kCore, .core = core});
    const TrackId engine = out.track({.name = "Stream 7",
                                      .kind = TrackKind::kEngine,
                                      .parent = parent,
                                      .slice_kind = SliceKind::kOperator,
                                      .core = core});
    const TrackId comm = out.track({.name = "NCCL",
                                    .kind = TrackKind::kCollective,
                                    .parent = parent,
                                    .slice_kind = SliceKind::kCollective,
                                    .core = core});
    for (int i = 0; i < 10; ++i) {
      const SliceId work =
          out.slice(engine, out.intern("gemm"), at(1000 * i), length(300), length(7));
      out.arg(work, out.intern(key::kBytes), std::int64_t{i});
      out.arg(work, out.intern("note"), "same text");
      out.arg(work, out.intern("share"), 0.5);
      const SliceId reduce =
          out.slice(comm, out.intern("ncclDevKernel_AllReduce_Sum"),
                    at(1000 * i + 400 + (i == 2 ? rank.straggler_ns : 0)), length(100));
      if (rank.sequence) out.arg(reduce, out.intern("Seq"), std::int64_t{i});
      out.flow(work, reduce, out.intern("ac2g"));
    }
    out.property(property::core_property(core, property::kNcIndex), std::int64_t{core + 4});
  }
  const TrackId memory = out.track({.name = "Memory", .kind = TrackKind::kCounter, .unit = "B"});
  out.counter(memory, at(50), 12.5);
  out.time_base(
      {.ticks_per_ns = rank.ticks_per_ns, .window_begin = at(0), .window_end = at(10000)});
  out.property(std::string(property::kSourceFormat), "test");
  out.property(std::string(property::kSourceFile), "rank.json");
  out.property(std::string(property::kPhysicalCores), std::int64_t{rank.cores});
  out.property("late", rank.late_ns);
  if (rank.clock_origin) {
    out.property(std::string(property::kClock), rank.clock);
    out.property(std::string(property::kClockOrigin), *rank.clock_origin);
  }
  out.metric({.name = "mfu", .value = 0.25, .unit = ""});
  out.diagnose("odd", Severity::kInfo, tr("an odd row"), 3);
  out.finish();
  return builder.finish();
}

std::shared_ptr<const Trace> merge(std::vector<RunPart> parts, const MergeOptions& options = {}) {
  TaskControl control;
  auto merged = merge_traces(std::move(parts), options, control);
  EXPECT_TRUE(merged) << to_string(merged.error());
  return merged ? *merged : nullptr;
}

std::int64_t integer(const Trace& trace, std::string_view name) {
  const PropertyValue* value = trace.property(name);
  if (value == nullptr || !std::holds_alternative<std::int64_t>(*value)) return -999'999;
  return std::get<std::int64_t>(*value);
}

const Diagnostic* diagnostic(const Trace& trace, std::string_view code) {
  for (const Diagnostic& d : trace.diagnostics()) {
    if (d.code == code) return &d;
  }
  return nullptr;
}

/// Start of the first slice on each track with that name, in ns.
std::vector<std::int64_t> first_starts(const Trace& trace, std::string_view track_name) {
  std::vector<std::int64_t> starts;
  for (const Track& track : trace.tracks()) {
    if (trace.text(track.name) == track_name && track.slices.size() > 0) {
      starts.push_back(trace.to_ns(track.slices.begin(0)));
    }
  }
  return starts;
}

TEST(Merge, PlacesPartsByTheirCommonClock) {
  // The same times, but each file has its own origin.
  const auto merged = merge({{rank_run({.late_ns = 0, .clock_origin = 5'000'000}), "rank 0"},
                             {rank_run({.late_ns = 40, .clock_origin = 4'999'960}), "rank 1"},
                             {rank_run({.clock_origin = 5'000'700}), "rank 2"}});
  ASSERT_TRUE(merged);
  EXPECT_EQ(first_starts(*merged, "Stream 7"), (std::vector<std::int64_t>{0, 0, 700}));
  EXPECT_EQ(integer(*merged, "part2.offset_ns"), -40);
  EXPECT_EQ(merged->property_text("part2.offset_from"), "clock");
  EXPECT_EQ(merged->property_text("part1.offset_from"), "reference");
  EXPECT_EQ(merged->property_text(property::kClock), "unix");
  EXPECT_EQ(integer(*merged, property::kClockOrigin), 5'000'000);
  EXPECT_EQ(diagnostic(*merged, "clock_not_known"), nullptr);
  EXPECT_EQ(merged->time_base().window_end.value(), 10'700);
}

TEST(Merge, WithoutACommonClockPartsStartTogetherWithADiagnostic) {
  const auto merged = merge({{rank_run({.clock_origin = 100}), "a"},
                             {rank_run({.late_ns = 5000}), "b"},
                             {rank_run({.clock_origin = 7'000, .clock = "boot"}), "c"},
                             {rank_run({.clock_origin = 7'020, .clock = "boot"}), "d"}});
  ASSERT_TRUE(merged);
  EXPECT_EQ(first_starts(*merged, "Stream 7"), (std::vector<std::int64_t>{0, 0, 0, 20}));
  EXPECT_EQ(merged->property_text("part2.offset_from"), "assumed");
  EXPECT_EQ(integer(*merged, "part2.offset_ns"), -5000);
  EXPECT_EQ(merged->property_text("part4.offset_from"), "clock");
  const Diagnostic* note = diagnostic(*merged, "clock_not_known");
  ASSERT_NE(note, nullptr);
  EXPECT_EQ(note->count, 2);
  EXPECT_NE(note->example.english().find("-5000 ns"), std::string::npos);
}

TEST(Merge, AGivenOffsetTakesPrecedence) {
  const auto merged =
      merge({{rank_run({.clock_origin = 0}), "a"}, {rank_run({.clock_origin = 90}), "b", 1234}});
  ASSERT_TRUE(merged);
  EXPECT_EQ(first_starts(*merged, "Stream 7"), (std::vector<std::int64_t>{0, 1234}));
  EXPECT_EQ(merged->property_text("part2.offset_from"), "given");
}

TEST(Merge, MeasuresTheSkewOfCollectivesAndCorrectsItOnRequest) {
  for (const bool sequence : {true, false}) {
    const auto parts = [&] {
      return std::vector<RunPart>{
          {rank_run({.clock_origin = 0, .sequence = sequence}), "rank 0"},
          {rank_run({.late_ns = 250, .clock_origin = 0, .straggler_ns = 333, .sequence = sequence}),
           "rank 1"}};
    };
    const auto as_is = merge(parts());
    ASSERT_TRUE(as_is);
    EXPECT_EQ(integer(*as_is, "part2.measured_skew_ns"), 250);
    EXPECT_EQ(integer(*as_is, "part2.measured_skew_spread_ns"), 0);
    EXPECT_EQ(integer(*as_is, "part2.measured_skew_count"), 10);
    EXPECT_EQ(first_starts(*as_is, "NCCL"), (std::vector<std::int64_t>{400, 650}));
    const auto aligned = merge(parts(), {.align = MergeAlign::kCollectives});
    ASSERT_TRUE(aligned);
    EXPECT_EQ(first_starts(*aligned, "NCCL"), (std::vector<std::int64_t>{400, 400}));
    EXPECT_EQ(aligned->property_text("part2.offset_from"), "measured");
    EXPECT_EQ(integer(*aligned, "part2.offset_ns"), -250);
  }
}

TEST(Merge, KeepsAllDataOfEveryPart) {
  const auto first = rank_run({.cores = 2});
  const auto second = rank_run({.ticks_per_ns = 1000, .late_ns = 10});
  const auto merged = merge({{first, "rank 0"}, {second, "rank 1"}});
  ASSERT_TRUE(merged);
  EXPECT_EQ(merged->time_base().ticks_per_ns, 1000);
  EXPECT_EQ(merged->slice_count(), first->slice_count() + second->slice_count());
  EXPECT_EQ(merged->flows().size(), first->flows().size() + second->flows().size());
  std::map<std::string, int> roots;
  std::vector<int> cores;
  std::size_t samples = 0;
  for (const Track& track : merged->tracks()) {
    if (!track.parent.valid()) ++roots[std::string(merged->text(track.name))];
    if (track.kind == TrackKind::kCore) cores.push_back(track.core);
    samples += track.counters.size();
    if (merged->text(track.name) != "Stream 7") continue;
    ASSERT_EQ(track.slices.size(), 10u);
    for (std::size_t row = 0; row < track.slices.size(); ++row) {
      const SliceId slice = Trace::slice_id(track, row);
      EXPECT_EQ(merged->slice(slice).wait().value(), 7000);
      EXPECT_EQ(track.slices.duration[row], 300'000);
      EXPECT_EQ(merged->arg_integer(slice, merged->strings().find(key::kBytes), -1),
                static_cast<std::int64_t>(row));
      std::size_t args = 0;
      for (const Arg& arg : merged->args_of(slice)) args += arg.key.valid() ? 1 : 0;
      EXPECT_EQ(args, 3u);
      const auto flows = merged->flows_from(slice);
      ASSERT_EQ(flows.size(), 1u);
      const auto target = merged->slice(flows[0].to);
      EXPECT_EQ(target.track->core, track.core);
      EXPECT_EQ(merged->to_ns(target.begin()) - merged->to_ns(track.slices.begin(row)), 400);
    }
  }
  EXPECT_EQ(roots, (std::map<std::string, int>{{"rank 0", 1}, {"rank 1", 1}}));
  EXPECT_EQ(cores, (std::vector<int>{0, 1, 2}));
  EXPECT_EQ(samples, 2u);
  EXPECT_EQ(integer(*merged, "core2.nc_idx"), 4);
  EXPECT_EQ(integer(*merged, "core1.nc_idx"), 5);
  EXPECT_EQ(integer(*merged, property::kPhysicalCores), 3);
  EXPECT_EQ(merged->property_text(property::kSourceFormat), "test");
  EXPECT_EQ(merged->property(std::string("late")), nullptr);
  EXPECT_EQ(integer(*merged, "part2.late"), 10);
  EXPECT_EQ(merged->property_text(property::kSourceFile), "rank.json, rank.json");
  std::vector<std::string> metrics;
  for (const Metric& metric : merged->metrics()) metrics.push_back(metric.name);
  EXPECT_EQ(metrics, (std::vector<std::string>{"part1.mfu", "part2.mfu"}));
  const Diagnostic* odd = diagnostic(*merged, "odd");
  ASSERT_NE(odd, nullptr);
  EXPECT_EQ(odd->count, 6);
  EXPECT_EQ(odd->example.english(), "rank 0: an odd row");
}

/// A run with one track and, if it profiles an engine, the properties of its device.
std::shared_ptr<const Trace> run_of(Engine engine, std::optional<double> clock_hz) {
  TraceBuilder builder;
  TraceWriter out(builder);
  const TrackId track = out.track({.name = "Track", .kind = TrackKind::kEngine, .engine = engine});
  out.slice(track, out.intern("work"), TraceTime(0), TraceTime(10));
  if (clock_hz) {
    out.property(std::string(property::kPeClock), *clock_hz);
    out.property(std::string(property::kHbmBandwidth), 4e11);
  }
  out.finish();
  return builder.finish();
}

TEST(Merge, PropertiesOfTheDeviceComeFromThePartsThatProfileIt) {
  const auto host = run_of(Engine::kNone, std::nullopt);
  const auto device = run_of(Engine::kTensor, 2.8e9);
  const auto merged = merge({{host, "host"}, {device, "rank 0"}, {device, "rank 1"}});
  ASSERT_TRUE(merged);
  EXPECT_EQ(merged->property_number(property::kPeClock), 2.8e9);
  EXPECT_EQ(merged->property_number(property::kHbmBandwidth), 8e11);
}

TEST(Merge, APartThatProfilesADeviceWithoutItsPropertiesLeavesThemUnknown) {
  const auto merged = merge({{run_of(Engine::kTensor, 2.8e9), "rank 0"},
                             {run_of(Engine::kVector, std::nullopt), "rank 1"}});
  ASSERT_TRUE(merged);
  EXPECT_EQ(merged->property_number(property::kPeClock), std::nullopt);
  EXPECT_EQ(merged->property_number(property::kHbmBandwidth), std::nullopt);
  EXPECT_EQ(merged->property_number("part1.pe_clock_hz"), 2.8e9);
}

TEST(Merge, ADamagedSessionIsAnErrorNotZeros) {
  TaskControl control;
  const std::string path = testing::TempDir() + "damaged_part.nscope";
  write_damaged_session(path);
  auto damaged = session_file::load(path, control);
  ASSERT_TRUE(damaged) << to_string(damaged.error());
  const auto merged =
      merge_traces({{rank_run({}), "rank 0"}, {std::move(*damaged), "rank 1"}}, {}, control);
  ASSERT_FALSE(merged);
  EXPECT_EQ(merged.error().code, ErrorCode::kBadInput);
  EXPECT_NE(merged.error().where.english().find(": chunk 3"), std::string::npos)
      << merged.error().where.english();
  std::filesystem::remove(path);
}

TEST(Merge, ASinglePartIsUnchanged) {
  const auto run = rank_run({});
  EXPECT_EQ(merge({{run, "alone"}}), run);
}

TEST(Merge, RejectsPartsThatDoNotFitOneAxis) {
  TaskControl control;
  const std::int64_t far = std::int64_t{1} << 60;
  auto merged = merge_traces({{rank_run({}), "a"}, {rank_run({.ticks_per_ns = 1000}), "b", far}},
                             {}, control);
  ASSERT_FALSE(merged);
  EXPECT_EQ(merged.error().code, ErrorCode::kBadInput);
  EXPECT_EQ(merged.error().where.english(), "b");
  // Clocks that differ by more than the length of any run are not used.
  merged = merge_traces(
      {{rank_run({.clock_origin = 0}), "a"}, {rank_run({.clock_origin = far}), "b"}}, {}, control);
  ASSERT_TRUE(merged);
  EXPECT_NE(diagnostic(**merged, "clock_not_known"), nullptr);
  // An axis of picoseconds is shorter.
  const std::int64_t days = 40 * std::int64_t{86'400'000'000'000};
  for (const std::int64_t ticks : {std::int64_t{1}, std::int64_t{1000}}) {
    merged = merge_traces({{rank_run({.clock_origin = 0}), "a"},
                           {rank_run({.ticks_per_ns = ticks, .clock_origin = days}), "b"}},
                          {}, control);
    ASSERT_TRUE(merged);
    EXPECT_EQ(diagnostic(**merged, "clock_not_known") != nullptr, ticks == 1000);
  }
  const RunPart late{rank_run({.late_ns = 3 * days}), "late"};
  EXPECT_TRUE(is_short_enough(std::vector{late, {rank_run({.ticks_per_ns = 1000}), "b"}}, 0));
  control.request_cancel();
  std::vector<RunPart> many;
  for (int i = 0; i < 600; ++i) many.push_back({rank_run({}), "rank " + std::to_string(i)});
  const auto stopped = merge_traces(std::move(many), {}, control);
  ASSERT_FALSE(stopped);
  EXPECT_EQ(stopped.error().code, ErrorCode::kCancelled);
}

}  // namespace
}  // namespace nscope
