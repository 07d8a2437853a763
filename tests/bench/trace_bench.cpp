// Costs of the trace engine against physical limits, in one run: compare the
// rows of one size with each other, not with another machine.
//   build/bench/bin/trace_bench --benchmark_counters_tabular=true
#include "profiler/sql/sql_session.h"
#include "profiler/trace/build/trace_builder.h"
#include "profiler/trace/build/trace_writer.h"
#include "profiler/trace/session/session_file.h"

#include <filesystem>
#include <random>

#include <benchmark/benchmark.h>

namespace nscope {
namespace {

constexpr int kTracks = 200;
constexpr int kPixels = 2000;

/// `count` slices over 200 flat tracks: short instructions with gaps, and a few
/// long ones, as captures have them.
std::shared_ptr<const Trace> make_trace(std::int64_t count) {
  TraceBuilder builder;
  TraceWriter out(builder);
  std::mt19937 random(1);
  const StringId names[] = {out.intern("MATMUL"), out.intern("COPY"), out.intern("ACTIVATE")};
  std::int64_t latest = 0;
  for (int t = 0; t < kTracks; ++t) {
    const auto track = out.track({.name = "engine " + std::to_string(t),
                                  .kind = TrackKind::kEngine,
                                  .slice_kind = SliceKind::kInstruction});
    std::int64_t now = 0;
    for (std::int64_t i = 0; i < count / kTracks; ++i) {
      const std::int64_t duration = random() % 64 == 0 ? 5000 : 50 + random() % 100;
      out.slice(track, names[random() % 3], TraceTime(now), TraceTime(duration));
      now += duration + static_cast<std::int64_t>(random() % 60);
    }
    latest = std::max(latest, now);
  }
  out.time_base({.window_end = TraceTime(latest)});
  out.finish();
  return builder.finish();
}

const std::shared_ptr<const Trace>& trace_of(std::int64_t count) {
  static std::map<std::int64_t, std::shared_ptr<const Trace>> made;
  auto& trace = made[count];
  if (!trace) trace = make_trace(count);
  return trace;
}

void build_pyramids(benchmark::State& state) {
  const auto& trace = trace_of(state.range(0));
  for (auto _ : state) {
    for (const Track& track : trace->tracks()) {
      SlicePyramid pyramid;
      pyramid.build(track.slices);
      benchmark::DoNotOptimize(pyramid);
    }
  }
  state.counters["slices/s"] = benchmark::Counter(
      static_cast<double>(state.iterations() * state.range(0)), benchmark::Counter::kIsRate);
}

/// One full screen: 200 tracks x 2,000 pixels. Second argument: 1/zoom.
void visit_screen(benchmark::State& state) {
  const auto& trace = trace_of(state.range(0));
  const std::int64_t span = trace->time_base().window_end.value() / state.range(1);
  const std::int64_t begin = trace->time_base().window_end.value() / 3;
  std::int64_t spans = 0;
  for (auto _ : state) {
    for (const Track& track : trace->tracks()) {
      track.pyramid.visit(track.slices, begin, begin + span, span / kPixels,
                          [&](const LodSpan&) { ++spans; });
    }
  }
  state.counters["spans/frame"] =
      static_cast<double>(spans) / static_cast<double>(state.iterations());
}

/// A screen within a burst: a track that works a hundredth of the time, all at once. Should
/// take what a screen of as many slices does in a track that always works (idle: 0).
void visit_burst(benchmark::State& state) {
  constexpr std::int64_t kSlices = 1'000'000;
  constexpr std::int64_t kBursts = 10;
  const std::int64_t idle = state.range(0) * (kSlices / kBursts) * 100;
  TraceBuilder builder;
  TraceWriter out(builder);
  std::mt19937 random(1);
  const StringId name = out.intern("MATMUL");
  const auto track = out.track({.name = "engine"});
  std::int64_t now = 0;
  std::int64_t middle = 0;
  for (std::int64_t i = 0; i < kSlices; ++i) {
    if (i % (kSlices / kBursts) == 0) now += idle;
    if (i == kSlices / 2 + 20'000) middle = now;
    const std::int64_t duration = 50 + random() % 50;
    out.slice(track, name, TraceTime(now), TraceTime(duration));
    now += duration + static_cast<std::int64_t>(random() % 50);
  }
  out.finish();
  const auto trace = builder.finish();
  const Track& only = trace->tracks().front();
  constexpr std::int64_t kResolution = 2000;
  std::int64_t spans = 0;
  for (auto _ : state) {
    only.pyramid.visit(only.slices, middle, middle + kPixels * kResolution, kResolution,
                       [&](const LodSpan&) { ++spans; });
  }
  state.counters["spans/frame"] =
      static_cast<double>(spans) / static_cast<double>(state.iterations());
}

/// The limit visit_screen is held against: reading every slice once.
void scan_all_slices(benchmark::State& state) {
  const auto& trace = trace_of(state.range(0));
  for (auto _ : state) {
    std::int64_t sum = 0;
    for (const Track& track : trace->tracks()) {
      track.slices.duration.for_each_chunk([&](std::size_t, std::size_t count, const auto* from) {
        for (std::size_t i = 0; i < count; ++i) sum += from[i];
      });
    }
    benchmark::DoNotOptimize(sum);
  }
}

void save_session(benchmark::State& state) {
  const auto& trace = trace_of(state.range(0));
  const auto path = (std::filesystem::temp_directory_path() / "nscope_bench.nscope").string();
  TaskControl control;
  for (auto _ : state) {
    if (!session_file::save(*trace, path, control)) state.SkipWithError("save failed");
  }
  state.counters["bytes/slice"] =
      static_cast<double>(std::filesystem::file_size(path)) / static_cast<double>(state.range(0));
}

void load_session(benchmark::State& state) {
  const auto path = (std::filesystem::temp_directory_path() / "nscope_bench.nscope").string();
  TaskControl control;
  if (!session_file::save(*trace_of(state.range(0)), path, control)) {
    state.SkipWithError("save failed");
    return;
  }
  for (auto _ : state) {
    benchmark::DoNotOptimize(session_file::load(path, control));
  }
}

void group_by_name(benchmark::State& state) {
  const auto& trace = trace_of(state.range(0));
  auto session = SqlSession::open(trace, {});
  TaskControl control;
  for (auto _ : state) {
    benchmark::DoNotOptimize(session->query(
        "SELECT name, count(*), sum(duration_ns) FROM slice GROUP BY name", control));
  }
}

BENCHMARK(build_pyramids)->Arg(1'000'000)->Arg(10'000'000)->Unit(benchmark::kMillisecond);
BENCHMARK(visit_screen)
    ->Args({10'000'000, 1})
    ->Args({10'000'000, 100})
    ->Args({10'000'000, 10'000})
    ->Unit(benchmark::kMillisecond);
BENCHMARK(visit_burst)->Arg(0)->Arg(99)->Unit(benchmark::kMicrosecond);
BENCHMARK(scan_all_slices)->Arg(10'000'000)->Unit(benchmark::kMillisecond);
BENCHMARK(save_session)->Arg(1'000'000)->Unit(benchmark::kMillisecond);
BENCHMARK(load_session)->Arg(1'000'000)->Unit(benchmark::kMillisecond);
BENCHMARK(group_by_name)->Arg(1'000'000)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace nscope
