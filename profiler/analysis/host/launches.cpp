#include "profiler/analysis/host/launches.h"

#include "profiler/analysis/ranks/devices.h"

#include <algorithm>
#include <map>
#include <span>
#include <utility>

namespace nscope::analysis {
namespace {

constexpr std::string_view kCorrelation = "correlation";

/// Correlation numbers and the host calls that have them, sorted by number.
using Numbered = std::vector<std::pair<std::int64_t, SliceId>>;

bool is_host(const Track& track) {
  return track.kind == TrackKind::kHost;
}

template <class Use>
void each_number(const Track& track, StringId key, Use use) {
  for (const ArgColumn& column : track.args) {
    if (column.key != key || column.type != ArgColumn::Type::kInteger) continue;
    for (std::size_t i = 0; i < column.size(); ++i) {
      use(static_cast<std::size_t>(column.row(i)), column.integers[i]);
    }
  }
}

/// The calls of the host threads of each merged run by their correlation numbers.
std::map<TrackId, Numbered> numbered_calls(const Trace& trace, StringId key) {
  std::map<TrackId, Numbered> calls;
  const Parts parts(trace);
  for (const Track& track : trace.tracks()) {
    if (!is_host(track)) continue;
    Numbered& to = calls[parts.of(track)];
    each_number(track, key, [&](std::size_t row, std::int64_t number) {
      to.emplace_back(number, Trace::slice_id(track, row));
    });
  }
  for (auto& [part, numbered] : calls) std::sort(numbered.begin(), numbered.end());
  return calls;
}

/// Finds calls by number. Numbers that are requested in ascending order need no search.
class Finder {
 public:
  explicit Finder(const Numbered& in) : in_(in) {}

  SliceId find(std::int64_t number) {
    constexpr std::size_t kNear = 8;
    for (std::size_t i = at_; i < std::min(at_ + kNear, in_.size()); ++i) {
      if (in_[i].first == number) return in_[at_ = i].second;
    }
    const auto found = std::lower_bound(in_.begin(), in_.end(), std::pair(number, SliceId(0u)));
    if (found == in_.end() || found->first != number) return {};
    at_ = static_cast<std::size_t>(found - in_.begin());
    return found->second;
  }

 private:
  const Numbered& in_;
  std::size_t at_ = 0;
};

std::size_t first_flow(const FlowColumn& flows, std::uint32_t from) {
  std::size_t low = 0;
  std::size_t high = flows.size();
  while (low < high) {
    const std::size_t middle = low + (high - low) / 2;
    if (flows[middle].from.value < from) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

/// Index of the track of `tracks` that contains a slice; their number if none does.
std::size_t track_of(std::span<const Track* const> tracks, SliceId slice) {
  const auto after = std::upper_bound(
      tracks.begin(), tracks.end(), slice.value,
      [](std::uint32_t value, const Track* track) { return value < track->first_slice; });
  if (after == tracks.begin()) return tracks.size();
  const Track& track = **(after - 1);
  if (slice.value - track.first_slice >= track.slices.size()) return tracks.size();
  return static_cast<std::size_t>(after - 1 - tracks.begin());
}

}  // namespace

SliceId Launches::call_of(SliceId event) const {
  const std::size_t index = track_of(tracks_, event);
  if (index == tracks_.size() || calls_[index].empty()) return {};
  return calls_[index][event.value - tracks_[index]->first_slice];
}

std::optional<Launches> Launches::of(const Trace& trace, std::vector<const Track*> of_devices,
                                     const TaskControl& control) {
  Launches out;
  out.tracks_ = std::move(of_devices);
  out.calls_.resize(out.tracks_.size());
  const std::span<const Track* const> tracks = out.tracks_;
  const auto set = [&](std::size_t index, std::size_t row, SliceId call) {
    std::vector<SliceId>& calls = out.calls_[index];
    if (calls.empty()) calls.resize(tracks[index]->slices.size());
    if (!calls[row].valid()) calls[row] = call;
  };
  const FlowColumn& flows = trace.flows();
  for (const Track& host : trace.tracks()) {
    if (!is_host(host) || host.slices.size() == 0) continue;
    const std::uint32_t end = host.first_slice + static_cast<std::uint32_t>(host.slices.size());
    for (std::size_t i = first_flow(flows, host.first_slice); i < flows.size(); ++i) {
      const Flow flow = flows[i];
      if (flow.from.value >= end) break;
      if (control.cancelled_at(i)) return std::nullopt;
      // The core tracks of system profiles are host tracks, but they are devices here.
      if (track_of(tracks, flow.from) < tracks.size()) continue;
      const std::size_t index = track_of(tracks, flow.to);
      if (index < tracks.size()) set(index, flow.to.value - tracks[index]->first_slice, flow.from);
    }
  }
  const StringId key = trace.strings().find(kCorrelation);
  if (!key.valid()) return out;
  const auto calls = numbered_calls(trace, key);
  const Parts parts(trace);
  for (std::size_t index = 0; index < tracks.size(); ++index) {
    if (control.cancelled()) return std::nullopt;
    const auto of_part = calls.find(parts.of(*tracks[index]));
    if (of_part == calls.end() || of_part->second.empty()) continue;
    Finder finder(of_part->second);
    each_number(*tracks[index], key, [&](std::size_t row, std::int64_t number) {
      if (const SliceId call = finder.find(number); call.valid()) set(index, row, call);
    });
  }
  return out;
}

}  // namespace nscope::analysis
