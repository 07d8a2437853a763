#include "profiler/analysis/ranks/link_traffic.h"

#include "profiler/analysis/metrics/time_window.h"

#include <algorithm>
#include <charconv>
#include <tuple>

namespace nscope::analysis {
namespace {

/// Limits the number of points in views. No machine has more chips.
constexpr int kMostChips = 4096;

/// The number in a text "chip N"; kNoChip for other texts.
int chip_of(std::string_view text) {
  constexpr std::string_view kChip = "chip ";
  if (!text.starts_with(kChip)) return LinkTraffic::kNoChip;
  text.remove_prefix(kChip.size());
  int chip = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), chip);
  const bool whole = error == std::errc() && end == text.data() + text.size();
  return whole && chip >= 0 && chip < kMostChips ? chip : LinkTraffic::kNoChip;
}

/// Computes the traffic of one counter. Returns false if cancelled.
bool add_up(const Trace& trace, const Track& track, const TimeWindow& window,
            const TaskControl& control, LinkTraffic& to) {
  const CounterColumns& samples = track.counters;
  const auto begin = window.begin.value();
  const auto end = window.end.value();
  const double ticks_per_s = static_cast<double>(trace.time_base().ticks_per_ns) * 1e9;
  for (std::size_t i = 0; i < samples.size() && samples.time[i] < end; ++i) {
    if (control.cancelled_at(i)) return false;
    const std::int64_t next = i + 1 < samples.size() ? samples.time[i + 1] : end;
    const std::int64_t from = std::max(samples.time[i], begin);
    const std::int64_t until = std::min(next, end);
    if (until <= from) continue;
    to.bytes += samples.value[i] * static_cast<double>(until - from) / ticks_per_s;
    to.peak = std::max(to.peak, samples.value[i]);
  }
  if (end > begin) to.mean = to.bytes / (static_cast<double>(end - begin) / ticks_per_s);
  return true;
}

}  // namespace

LinkEnds link_ends(std::string_view name) {
  constexpr std::string_view kTo = " to ";
  const std::size_t middle = name.find(kTo);
  if (middle == std::string_view::npos) return {};
  return {chip_of(name.substr(0, middle)), chip_of(name.substr(middle + kTo.size()))};
}

Result<std::vector<LinkTraffic>> link_traffic(const Trace& trace, const SummaryOptions& options,
                                              TaskControl& control) {
  const TimeWindow window = window_of(trace, options);
  std::vector<LinkTraffic> links;
  for (const Track& track : trace.tracks()) {
    const bool link = track.kind == TrackKind::kCounter && track.core < 0 &&
                      track.counters.size() > 0 && trace.text(track.unit) == "B/s";
    if (!link) continue;
    LinkTraffic& to = links.emplace_back();
    to.track = track.id;
    to.name = std::string(trace.text(track.name));
    const LinkEnds ends = link_ends(to.name);
    to.from = ends.from;
    to.to = ends.to;
    if (!add_up(trace, track, window, control, to)) return cancelled();
  }
  std::stable_sort(links.begin(), links.end(), [](const LinkTraffic& a, const LinkTraffic& b) {
    return std::tuple(-a.bytes, a.from, a.to) < std::tuple(-b.bytes, b.from, b.to);
  });
  return links;
}

}  // namespace nscope::analysis
