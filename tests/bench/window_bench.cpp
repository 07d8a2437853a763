// What the timeline pays for one frame of a large session, at every zoom:
//   window_bench SESSION [--frames 50] [--zoom N] [--seed 1] [--json]
// A frame asks every track with slices (200 at most) for 2,000 pixels. Positions
// are random but repeat with the seed. Each is asked for twice: the first time may
// have to load columns, the second time is the frame while the user pans.
#include "profiler/base/json.h"
#include "profiler/base/parallel.h"
#include "profiler/trace/session/session_file.h"
#include "tests/bench/stopwatch.h"

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <random>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

namespace nscope::bench {
namespace {

constexpr std::size_t kMostTracks = 200;
constexpr std::int64_t kPixels = 2000;
/// No power of it is near one of 2: levels of detail are powers of 2 apart, so a step of 2
/// would only ever measure the best place between two of them, or the worst.
constexpr double kZoomStep = 1.7;

struct Frame {
  double seconds = 0;
  std::int64_t spans = 0;
};

Frame draw(const std::vector<const Track*>& tracks, std::int64_t begin, std::int64_t span) {
  const Stopwatch watch;
  Frame frame;
  const std::int64_t resolution = std::max<std::int64_t>(span / kPixels, 1);
  // As the timeline does: all that is to be drawn of a track, then the next one, on all cores.
  std::atomic<std::int64_t> spans{0};
  for_each_in_parallel(tracks.size(), [&](std::size_t i) {
    thread_local std::vector<LodSpan> of_thread;
    std::vector<LodSpan>& row = of_thread;
    row.clear();
    tracks[i]->pyramid.visit(tracks[i]->slices, begin, begin + span, resolution,
                             [&](const LodSpan& visible) { row.push_back(visible); });
    spans += static_cast<std::int64_t>(row.size());
  });
  frame.seconds = watch.elapsed().wall;
  frame.spans = spans;
  return frame;
}

/// The value that `share` of the sorted values do not exceed.
double percentile(const std::vector<double>& sorted, double share) {
  const auto rank = static_cast<std::size_t>(share * static_cast<double>(sorted.size()) + 0.999999);
  return sorted[std::clamp<std::size_t>(rank, 1, sorted.size()) - 1];
}

struct ZoomLevel {
  std::int64_t span = 0;  ///< ticks in a frame
  double spans = 0;       ///< mean of what a frame has to draw
  std::vector<double> first{};
  std::vector<double> again{};
};

ZoomLevel measure(const Trace& trace, const std::vector<const Track*>& tracks, std::int64_t span,
                  int frames, std::mt19937_64& random) {
  ZoomLevel level{.span = span};
  const std::int64_t room = trace.end().value() - trace.begin().value() - span;
  for (int i = 0; i < frames; ++i) {
    const auto offset = static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(room + 1));
    const std::int64_t begin = trace.begin().value() + offset;
    level.first.push_back(draw(tracks, begin, span).seconds);
    const Frame frame = draw(tracks, begin, span);
    level.again.push_back(frame.seconds);
    level.spans += static_cast<double>(frame.spans) / frames;
  }
  std::sort(level.first.begin(), level.first.end());
  std::sort(level.again.begin(), level.again.end());
  return level;
}

Json to_json(const std::vector<double>& sorted) {
  return {{"p50_ms", percentile(sorted, 0.5) * 1e3},
          {"p99_ms", percentile(sorted, 0.99) * 1e3},
          {"max_ms", sorted.back() * 1e3}};
}

void print(const Json& report) {
  fmt::print("{} slices on {} tracks; opened in {:.0f} ms, first frame {:.1f} ms\n",
             report["slices"].get<std::int64_t>(), report["tracks"].get<std::int64_t>(),
             report["open_seconds"].get<double>() * 1e3,
             report["first_frame_seconds"].get<double>() * 1e3);
  fmt::print("{:>12} {:>9} {:>26} {:>26}\n", "1/zoom", "spans", "first visit p50/p99/max ms",
             "again p50/p99/max ms");
  for (const Json& zoom : report["zooms"]) {
    const auto three = [&](const char* key) {
      return fmt::format("{:.2f} / {:.2f} / {:.2f}", zoom[key]["p50_ms"].get<double>(),
                         zoom[key]["p99_ms"].get<double>(), zoom[key]["max_ms"].get<double>());
    };
    fmt::print("{:>12.1f} {:>9.0f} {:>26} {:>26}\n", zoom["zoom"].get<double>(),
               zoom["spans"].get<double>(), three("first"), three("again"));
  }
}

/// `only`: the one zoom to measure; 0: all.
Result<Json> run(const std::string& path, int frames, std::uint64_t seed, double only) {
  TaskControl control;
  const Stopwatch opening;
  const auto opened = session_file::load(path, control);
  if (!opened) return fail(opened.error());
  const double open_seconds = opening.elapsed().wall;
  const Trace& trace = **opened;
  std::vector<const Track*> tracks;
  for (const Track& track : trace.tracks()) {
    if (track.slices.size() > 0 && tracks.size() < kMostTracks) tracks.push_back(&track);
  }
  const std::int64_t whole = trace.end().value() - trace.begin().value();
  if (tracks.empty() || whole < kPixels) {
    return fail(ErrorCode::kBadInput, Text::verbatim("does not contain events"), path);
  }
  const Frame first = draw(tracks, trace.begin().value(), whole);
  Json report{{"slices", trace.slice_count()},
              {"tracks", tracks.size()},
              {"open_seconds", open_seconds},
              {"first_frame_seconds", first.seconds},
              {"zooms", Json::array()}};
  std::mt19937_64 random(seed);
  for (double zoom = std::max(only, 1.0);; zoom *= kZoomStep) {
    const auto span = static_cast<std::int64_t>(static_cast<double>(whole) / zoom);
    if (span < kPixels) break;
    const ZoomLevel level = measure(trace, tracks, span, frames, random);
    report["zooms"].push_back({{"zoom", zoom},
                               {"spans", level.spans},
                               {"first", to_json(level.first)},
                               {"again", to_json(level.again)}});
    if (only != 0) break;
  }
  report["peak_bytes"] = peak_resident_bytes();
  return report;
}

}  // namespace
}  // namespace nscope::bench

int main(int argc, char** argv) {
  CLI::App app("Times the frames of a timeline at every zoom", "window_bench");
  std::string path;
  int frames = 50;
  std::uint64_t seed = 1;
  double zoom = 0;
  bool json = false;
  app.add_option("SESSION", path, "A session (*.nscope)")->required();
  app.add_option("--frames", frames, "Positions at each zoom")->check(CLI::Range(1, 100'000));
  app.add_option("--zoom", zoom, "Only frames of 1/N of the run")->check(CLI::Range(1.0, 1e9));
  app.add_option("--seed", seed, "Of the positions");
  app.add_flag("--json", json, "One JSON object");
  CLI11_PARSE(app, argc, argv);
  const auto report = nscope::bench::run(path, frames, seed, zoom);
  if (!report) {
    std::fprintf(stderr, "window_bench: %s\n", to_string(report.error()).c_str());
    return 1;
  }
  if (json) {
    std::puts(report->dump().c_str());
  } else {
    nscope::bench::print(*report);
  }
  return 0;
}
