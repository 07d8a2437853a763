#include "importers/shared/counter_tracks.h"

#include "importers/shared/printable.h"

#include <cmath>

namespace nscope::importers {

TrackId CounterTracks::track(const TrackSpec& spec) {
  const std::size_t parent = spec.parent.valid() ? spec.parent.index() + 1 : 0;
  if (parent >= tracks_.size()) tracks_.resize(parent + 1);
  if (const TrackId* const known = tracks_[parent].find(spec.name)) return *known;
  if (count_ >= kMaxTracks) {
    out_.diagnose("too_many_tracks", Severity::kWarning,
                  tr("track '{}' was skipped: a trace can have at most {} tracks",
                     printable(spec.name), as::count(kMaxTracks)));
    return {};
  }
  const std::string name = printable(spec.name);
  TrackSpec shown = spec;
  shown.name = name;
  const TrackId id = out_.track(shown);
  ++count_;
  return tracks_[parent].add(spec.name, id);
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
  const std::size_t place = parent.valid() ? parent.index() + 1 : 0;
  const TrackId* const known = place < tracks_.size() ? tracks_[place].find(name) : nullptr;
  const TrackId id =
      known != nullptr
          ? *known
          : track({.name = name, .kind = TrackKind::kCounter, .parent = parent, .unit = unit});
  if (id.valid()) out_.counter(id, time, value);
}

}  // namespace nscope::importers
