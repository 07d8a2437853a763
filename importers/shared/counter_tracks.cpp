#include "importers/shared/counter_tracks.h"

#include "importers/shared/printable.h"

#include <cmath>

#include <fmt/format.h>

namespace nscope::importers {

TrackId CounterTracks::track(const TrackSpec& spec) {
  key_.clear();
  fmt::format_to(std::back_inserter(key_), "{}/",
                 spec.parent.valid() ? spec.parent.index() + 1 : 0);
  key_ += spec.name;
  if (const auto known = tracks_.find(key_); known != tracks_.end()) return known->second;
  if (tracks_.size() >= kMaxTracks) {
    out_.diagnose("too_many_tracks", Severity::kWarning,
                  tr("track '{}' was skipped: a trace can have at most {} tracks",
                     printable(spec.name), as::count(kMaxTracks)));
    return {};
  }
  const std::string name = printable(spec.name);
  TrackSpec shown = spec;
  shown.name = name;
  const TrackId id = out_.track(shown);
  tracks_.emplace(key_, id);
  return id;
}

TrackId CounterTracks::group(TrackId parent, std::string_view name, std::int32_t order) {
  return track({.name = name, .kind = TrackKind::kGroup, .parent = parent, .order = order});
}

void CounterTracks::sample(TrackId parent, std::string_view name, std::string_view unit,
                           TraceTime time, double value) {
  if (!std::isfinite(value)) {
    out_.diagnose("not_a_finite_number", Severity::kWarning,
                  tr("a value of '{}' is not a finite number and was skipped", printable(name)));
    return;
  }
  const TrackId id =
      track({.name = name, .kind = TrackKind::kCounter, .parent = parent, .unit = unit});
  if (id.valid()) out_.counter(id, time, value);
}

}  // namespace nscope::importers
