#include "profiler/export/activity_lanes.h"

#include "profiler/export/page/track_colors.h"
#include "profiler/trace/track_path.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>

#include <fmt/format.h>

namespace nscope {
namespace {

constexpr int kWidth = 1000;
constexpr int kHeight = 18;
/// Shades of one colour, for the busy share of a bucket.
constexpr int kShades = 6;

/// SVG paths, one for each shade, with adjacent buckets of one shade joined.
std::string shapes_of(const std::array<int, kWidth>& shade) {
  std::array<std::string, kShades + 1> paths;
  for (int x = 0; x < kWidth;) {
    int end = x + 1;
    while (end < kWidth &&
           shade[static_cast<std::size_t>(end)] == shade[static_cast<std::size_t>(x)]) {
      ++end;
    }
    const int level = shade[static_cast<std::size_t>(x)];
    if (level > 0) {
      fmt::format_to(std::back_inserter(paths[static_cast<std::size_t>(level)]), "M{} 0h{}v{}H{}z",
                     x, end - x, kHeight, x);
    }
    x = end;
  }
  std::string shapes;
  for (int level = 1; level <= kShades; ++level) {
    const std::string& path = paths[static_cast<std::size_t>(level)];
    if (path.empty()) continue;
    shapes += fmt::format("<path opacity=\"{:.2f}\" d=\"{}\"/>",
                          static_cast<double>(level) / kShades, path);
  }
  return shapes;
}

struct Candidate {
  const Track* track = nullptr;
  std::int64_t busy = 0;
};

}  // namespace

ActivityLanes make_activity_lanes(const Trace& trace, std::pair<TraceTime, TraceTime> window,
                                  std::size_t most) {
  const std::int64_t begin = window.first.value();
  const std::int64_t length = window.second.value() - begin;
  ActivityLanes result;
  if (length <= 0) return result;
  std::vector<Candidate> chosen;
  for (const Track& track : trace.tracks()) {
    if (track.slices.size() == 0 || track.kind == TrackKind::kExecution) continue;
    const std::int64_t busy = track.pyramid.busy(track.slices, begin, begin + length);
    if (busy > 0) chosen.push_back({&track, busy});
  }
  if (chosen.size() > most) {
    std::stable_sort(chosen.begin(), chosen.end(), [](const Candidate& a, const Candidate& b) {
      // Engines are shown first; queues and threads fill the remaining lanes.
      const bool engine_a = a.track->kind == TrackKind::kEngine;
      const bool engine_b = b.track->kind == TrackKind::kEngine;
      return engine_a != engine_b ? engine_a : a.busy > b.busy;
    });
    result.left_out = chosen.size() - most;
    chosen.resize(most);
    std::sort(chosen.begin(), chosen.end(),
              [](const Candidate& a, const Candidate& b) { return a.track->id < b.track->id; });
  }
  for (const Candidate& candidate : chosen) {
    const Track& track = *candidate.track;
    std::array<int, kWidth> shade{};
    const auto edge = [&](int x) {
      return begin +
             static_cast<std::int64_t>(std::llround(static_cast<double>(length) * x / kWidth));
    };
    for (int x = 0; x < kWidth; ++x) {
      const std::int64_t from = edge(x);
      const std::int64_t to = edge(x + 1);
      if (to <= from) continue;
      const std::int64_t busy = track.pyramid.busy(track.slices, from, to);
      const double share = static_cast<double>(busy) / static_cast<double>(to - from);
      // Any busy time is visible.
      shade[static_cast<std::size_t>(x)] =
          busy > 0 ? std::max(1, static_cast<int>(std::lround(share * kShades))) : 0;
    }
    result.lanes.push_back({track_path(trace, track), std::string(track_color_text(trace, track)),
                            shapes_of(shade),
                            static_cast<double>(candidate.busy) / static_cast<double>(length)});
  }
  return result;
}

}  // namespace nscope
