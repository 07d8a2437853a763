#include "app/live/live_series.h"

#include <algorithm>
#include <array>
#include <map>
#include <string_view>

namespace nscope::app {
namespace {

bool starts_with(const std::vector<std::string>& path, std::string_view text) {
  return !path.empty() && path.front().starts_with(text);
}

/// The name of a series: "total p99" for "total_latency" and "p99".
std::string latency_name(std::string_view kind, std::string_view percentile) {
  if (kind.ends_with("_latency")) kind.remove_suffix(std::string_view("_latency").size());
  return std::string(kind) + " " + std::string(percentile);
}

/// Only some of the eight percentiles are shown.
bool is_shown(std::string_view percentile) {
  constexpr std::array<std::string_view, 3> kShown = {"p50", "p99", "p100"};
  return std::find(kShown.begin(), kShown.end(), percentile) != kShown.end();
}

std::int64_t first_start(const TraceBatch& batch) {
  std::int64_t first = std::numeric_limits<std::int64_t>::max();
  for (const auto& slice : batch.slices) first = std::min(first, slice.start.value());
  return first;
}

}  // namespace

double lateness_limit(std::optional<double> period_seconds) {
  constexpr double kPeriods = 2.5;
  constexpr double kSeconds = 5.0;
  return period_seconds ? kPeriods * *period_seconds : kSeconds;
}

void MonitorSeries::declare(const TraceBatch& batch) {
  strings_.insert(strings_.end(), batch.strings.begin(), batch.strings.end());
  for (const auto& track : batch.tracks) {
    DeclaredTrack declared;
    if (track.parent.valid()) declared.path = tracks_[track.parent.index()].path;
    declared.path.push_back(strings_[track.name.index()]);
    if (track.unit.valid()) declared.unit = strings_[track.unit.index()];
    tracks_.push_back(std::move(declared));
  }
}

std::optional<std::size_t> MonitorSeries::add_series(LiveQuantity quantity, Text name,
                                                     std::string unit) {
  if (counts_[quantity] >= kMost) {
    ++left_out_;
    return std::nullopt;
  }
  ++counts_[quantity];
  series_.push_back({quantity, std::move(name), std::move(unit)});
  reported_.push_back(false);
  return series_.size() - 1;
}

/// Adds the name of the runtime, except for the first one, because most machines run only one.
Text MonitorSeries::with_runtime(const std::string& runtime, const Text& name) {
  if (first_runtime_.empty()) first_runtime_ = runtime;
  if (runtime == first_runtime_) return name;
  constexpr std::string_view kGroup = "Neuron runtime ";
  return tr("{}, {}", name, runtime.substr(std::min(kGroup.size(), runtime.size())));
}

std::optional<std::size_t> MonitorSeries::series_of(DeclaredTrack& track) {
  if (track.looked_up) return track.series;
  track.looked_up = true;
  const auto& path = track.path;
  const auto& last = path.back();
  const auto add = [&](LiveQuantity quantity, Text name) {
    return track.series = add_series(quantity, std::move(name), track.unit);
  };
  if (starts_with(path, "Neuron runtime ") && path.size() >= 3) {
    const auto named = [&](const Text& name) { return with_runtime(path[0], name); };
    const std::string& group = path[1];
    if (path.size() == 3 && last == "neuroncore_utilization") {
      return add(LiveQuantity::kUtilization, named(Text::verbatim(group)));
    }
    if (path.size() == 3 && group == "Memory") {
      return add(LiveQuantity::kMemory, named(last == "host" ? tr("host") : tr("device")));
    }
    if (path.size() == 3 && group == "Errors per period") {
      return add(LiveQuantity::kErrors, named(Text::verbatim(last)));
    }
    if (path.size() == 4 && group == "Latency" && is_shown(last)) {
      return add(LiveQuantity::kLatency, named(Text::verbatim(latency_name(path[2], last))));
    }
  }
  if (starts_with(path, "System")) {
    if (path.size() == 3 && path[1] == "Memory" && last == "memory_used_bytes") {
      return add(LiveQuantity::kMemory, tr("instance"));
    }
    if (path.size() == 4 && path[1] == "ECC events") {
      constexpr std::string_view kMaker = "Neuron ";
      const std::string device = path[2].substr(path[2].starts_with(kMaker) ? kMaker.size() : 0);
      return add(LiveQuantity::kEcc, Text::verbatim(device + " " + last));
    }
  }
  return std::nullopt;
}

void MonitorSeries::break_lines(double time) {
  for (LiveSeries& series : series_) series.points.add_gap(time);
}

/// Adds the mean of the cores if there are several.
void MonitorSeries::add_mean(double time, double sum, std::size_t count) {
  if (!mean_ && count > 1) {
    mean_ = add_series(LiveQuantity::kUtilization, tr("mean"), "%");
    if (mean_) series_[*mean_].mean = true;
  }
  if (!mean_ || count == 0) return;
  series_[*mean_].points.add(time, sum / static_cast<double>(count));
  reported_[*mean_] = true;
}

void MonitorSeries::take(const TraceBatch& batch, std::optional<double> period_seconds) {
  declare(batch);
  if (!batch.time_base) return;
  const double now = static_cast<double>(batch.time_base->window_end.value()) / 1e9;
  if (begun_ && now <= newest_ && batch.counters.empty()) return;  // the end of the recording
  if (begun_ && now - newest_ > lateness_limit(period_seconds)) {
    ++gaps_;
    break_lines((now + newest_) / 2.0);
  }
  std::fill(reported_.begin(), reported_.end(), false);
  // A core belongs to one runtime at a time; the others report 0 for it.
  std::map<std::string_view, double> cores;
  for (const auto& sample : batch.counters) {
    DeclaredTrack& track = tracks_[sample.track.index()];
    const auto index = series_of(track);
    if (!index) continue;
    series_[*index].points.add(now, sample.value);
    reported_[*index] = true;
    if (series_[*index].quantity != LiveQuantity::kUtilization) continue;
    cores[track.path[1]] += sample.value;
  }
  double sum = 0.0;
  for (const auto& [core, percent] : cores) sum += percent;
  add_mean(now, sum, cores.size());
  for (std::size_t i = 0; i < series_.size(); ++i) {
    if (!reported_[i]) series_[i].points.add_gap(now);
  }
  begun_ = true;
  newest_ = std::max(newest_, now);
}

void EngineBusy::count(TrackState& track, std::int64_t from, std::int64_t until) {
  from = std::max(from, track.counted_until);
  if (until <= from) return;
  busy_[static_cast<std::size_t>(track.engine)] += until - from;
  track.counted_until = until;
}

void EngineBusy::advance(TrackState& track, std::int64_t time) {
  if (track.open > 0) count(track, track.counted_until, time);
}

void EngineBusy::begin(const TraceBatch::Slice& slice) {
  TrackState& track = tracks_[slice.track.index()];
  if (track.engine == Engine::kNone) return;
  track.used = true;
  const std::int64_t start = slice.start.value();
  advance(track, start);
  if (slice.duration != kOpenDuration) return count(track, start, start + slice.duration.value());
  if (track.open++ == 0) track.counted_until = std::max(track.counted_until, start);
  open_.emplace(slice.id.value, slice.track.value);
}

void EngineBusy::end(const TraceBatch::SliceEnd& end) {
  const auto found = open_.find(end.slice.value);
  if (found == open_.end()) return;
  TrackState& track = tracks_[found->second];
  advance(track, end.end.value());
  --track.open;
  open_.erase(found);
}

void EngineBusy::take(const TraceBatch& batch) {
  for (const auto& track : batch.tracks) {
    const bool events = track.kind != TrackKind::kGroup && track.kind != TrackKind::kCounter;
    tracks_.push_back({.engine = events ? track.engine : Engine::kNone});
  }
  std::size_t ends = 0;
  for (const auto& slice : batch.slices) {
    for (; ends < batch.slice_ends.size() && batch.slice_ends[ends].end <= slice.start; ++ends) {
      end(batch.slice_ends[ends]);
    }
    begin(slice);
  }
  for (; ends < batch.slice_ends.size(); ++ends) end(batch.slice_ends[ends]);
  if (!batch.time_base) return;
  const std::int64_t until = batch.time_base->window_end.value();
  now_ = std::max(now_.value_or(until), until);
  // The first slice may start before the window of the first batch.
  if (!drained_) begin_ = std::min({begin_.value_or(until), until, first_start(batch)});
  for (TrackState& track : tracks_) advance(track, *now_);
}

std::vector<EngineBusy::Share> EngineBusy::drain() {
  std::vector<Share> shares;
  const auto from = drained_ ? drained_ : begin_;
  if (!now_ || *now_ <= *from) return shares;
  drained_ = now_;
  const auto passed = static_cast<double>(*now_ - *from);
  for (std::size_t i = 0; i < kEngines; ++i) {
    const auto engine = static_cast<Engine>(i);
    const auto used = std::count_if(tracks_.begin(), tracks_.end(), [&](const TrackState& track) {
      return track.used && track.engine == engine;
    });
    const auto busy = static_cast<double>(std::exchange(busy_[i], 0));
    if (engine == Engine::kNone || used == 0) continue;
    shares.push_back({engine, std::min(1.0, busy / (passed * static_cast<double>(used)))});
  }
  return shares;
}

}  // namespace nscope::app
