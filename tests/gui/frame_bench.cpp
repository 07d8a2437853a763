// Frames of the timeline with 200 tracks and 2,000,000 events, without a screen:
//   QT_QPA_PLATFORM=offscreen build/bench/bin/frame_bench
// Arguments: height in pixels (1000: one screen; 4024: all tracks), and the
// visible part of the run in thousandths. The physical limit is filling the
// image once.
#include "app/gui/timeline/paint/timeline_frame.h"
#include "profiler/trace/build/trace_builder.h"
#include "profiler/trace/build/trace_writer.h"

#include <QGuiApplication>
#include <random>

#include <benchmark/benchmark.h>

namespace nscope::gui {
namespace {

constexpr int kTracks = 200;
constexpr int kEventsPerTrack = 10'000;
constexpr int kWidth = 1600;

std::shared_ptr<const Trace> make_large_run() {
  TraceBuilder builder;
  TraceWriter out(builder);
  out.time_base({.ticks_per_ns = 1000});
  const StringId name = out.intern("COPY");
  std::mt19937 random(11);
  for (int t = 0; t < kTracks; ++t) {
    const std::string title = "track " + std::to_string(t);
    const TrackId track = out.track({.name = title,
                                     .kind = TrackKind::kEngine,
                                     .engine = Engine::kVector,
                                     .slice_kind = SliceKind::kInstruction,
                                     .core = 0,
                                     .order = t});
    std::int64_t time = 0;
    for (int i = 0; i < kEventsPerTrack; ++i) {
      const auto length = static_cast<std::int64_t>(random() % 90'000);
      out.slice(track, name, TraceTime(time), TraceTime(length), TraceTime(500));
      time += length + 1000 + static_cast<std::int64_t>(random() % 50'000);
    }
  }
  out.finish();
  return builder.finish();
}

void render_frame(benchmark::State& state) {
  static const auto trace = make_large_run();
  static const TimelineRows rows(trace);
  FrameInput frame;
  frame.trace = trace.get();
  frame.rows = &rows;
  frame.size = QSize(kWidth, static_cast<int>(state.range(0)));
  const auto end = static_cast<double>(trace->end().value());
  const double share = static_cast<double>(state.range(1)) / 1000.0;
  frame.view = {end * 0.4, end * (0.4 + 0.6 * share)};
  for (auto _ : state) {
    benchmark::DoNotOptimize(render_rows(frame, tokens(Scheme::kDark)));
  }
}

/// One thread with stacks of 60 calls.
std::shared_ptr<const Trace> make_deep_run() {
  TraceBuilder builder;
  TraceWriter out(builder);
  const TrackId thread = out.track({.name = "thread",
                                    .kind = TrackKind::kHost,
                                    .slice_kind = SliceKind::kHost,
                                    .layout = TrackLayout::kNested});
  constexpr int kDepth = 60;
  constexpr int kStacks = 10'000;
  for (int i = 0; i < kStacks; ++i) {
    for (int d = 0; d < kDepth; ++d) {
      out.slice(thread, out.intern("call " + std::to_string(d)), TraceTime(i * 1000 + d),
                TraceTime(900 - 2 * d));
    }
  }
  out.finish();
  return builder.finish();
}

/// Arguments: visible part of the run in thousandths, and whether the stack is expanded.
void render_deep_stack(benchmark::State& state) {
  static const auto trace = make_deep_run();
  static TimelineRows rows(trace);
  rows.set_all_stack_modes(state.range(1) == 0 ? StackMode::kCompact : StackMode::kExpanded);
  FrameInput frame;
  frame.trace = trace.get();
  frame.rows = &rows;
  frame.size = QSize(kWidth, 1000);
  const auto end = static_cast<double>(trace->end().value());
  frame.view = {end * 0.4, end * (0.4 + 0.6 * static_cast<double>(state.range(0)) / 1000.0)};
  for (auto _ : state) {
    benchmark::DoNotOptimize(render_rows(frame, tokens(Scheme::kDark)));
  }
}

void fill_image(benchmark::State& state) {
  for (auto _ : state) {
    QImage image(kWidth, static_cast<int>(state.range(0)), QImage::Format_RGB32);
    image.fill(0xff14171c);
    benchmark::DoNotOptimize(image.bits());
  }
}

BENCHMARK(fill_image)->Arg(1000)->Arg(4024)->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK(render_deep_stack)
    ->ArgsProduct({{1000, 100, 1}, {0, 1}})
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();
BENCHMARK(render_frame)
    ->ArgsProduct({{1000, 4024}, {1000, 100, 1}})
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();

}  // namespace
}  // namespace nscope::gui

int main(int argc, char** argv) {
  const QGuiApplication application(argc, argv);
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
