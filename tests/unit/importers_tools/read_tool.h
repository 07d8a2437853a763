#pragma once

#include "tests/unit/importers_json/read_json.h"

#include <initializer_list>
#include <optional>
#include <string_view>
#include <vector>

namespace nscope::importers {

/// The track at this path of names from the top; null if there is none.
inline const Track* track_at(const Trace& trace, std::initializer_list<std::string_view> path) {
  for (const Track& track : trace.tracks()) {
    const Track* at = &track;
    bool fits = true;
    for (auto name = path.end(); name != path.begin() && fits;) {
      --name;
      fits = at != nullptr && trace.text(at->name) == *name;
      if (fits) at = at->parent.valid() ? &trace.track(at->parent) : nullptr;
    }
    if (fits && at == nullptr) return &track;
  }
  return nullptr;
}

/// Time and value of each sample of a track; empty if there is no such track.
inline std::vector<std::pair<std::int64_t, double>> samples_at(
    const Trace& trace, std::initializer_list<std::string_view> path) {
  std::vector<std::pair<std::int64_t, double>> result;
  const Track* const track = track_at(trace, path);
  if (track == nullptr) return result;
  for (std::size_t i = 0; i < track->counters.size(); ++i) {
    result.emplace_back(track->counters.time[i], track->counters.value[i]);
  }
  return result;
}

inline const Metric* find_metric(const Trace& trace, std::string_view name) {
  for (const Metric& metric : trace.metrics()) {
    if (metric.name == name) return &metric;
  }
  return nullptr;
}

inline double metric_value(const Trace& trace, std::string_view name) {
  const Metric* const metric = find_metric(trace, name);
  return metric == nullptr ? -1.0 : metric->value;
}

inline std::int64_t diagnostic_count(const Trace& trace, std::string_view code) {
  const Diagnostic* const found = find_diagnostic(trace, code);
  return found == nullptr ? 0 : found->count;
}

/// A slice. slices_of() returns those of the whole trace in the order of their ids.
struct ShownSlice {
  std::string track;
  std::string name;
  std::int64_t start = 0;
  std::int64_t duration = 0;
  SliceId id;
};
inline std::vector<ShownSlice> slices_of(const Trace& trace) {
  std::vector<ShownSlice> result;
  for (const Track& track : trace.tracks()) {
    for (std::size_t row = 0; row < track.slices.size(); ++row) {
      result.push_back({std::string(trace.text(track.name)),
                        std::string(trace.text(track.slices.name[row])), track.slices.start[row],
                        track.slices.duration[row], Trace::slice_id(track, row)});
    }
  }
  return result;
}

}  // namespace nscope::importers
