#pragma once

#include "profiler/base/result.h"
#include "profiler/trace/trace.h"

#include <QByteArray>
#include <QString>
#include <map>
#include <set>
#include <vector>

namespace nscope::gui {

/// How a counter is drawn.
enum class CounterStyle { kArea, kLine, kSteps };

/// Which rows a timeline shows, in what order and how high: a plain value that is
/// compared, saved, restored and undone. Ids are those of one run.
struct TrackArrangement {
  std::set<TrackId> collapsed{};
  std::set<TrackId> hidden{};
  std::vector<TrackId> pinned{};  ///< stand on top, in this order
  /// All children of the groups (invalid id: all tracks without one) whose order was changed.
  std::map<TrackId, std::vector<TrackId>> order{};
  std::map<TrackId, int> heights{};  ///< logical pixels, where not the usual ones
  std::map<TrackId, CounterStyle> counters{};
  QString filter{};  ///< words that the path of a shown track has; empty: all are shown

  friend bool operator==(const TrackArrangement&, const TrackArrangement&) = default;
};

/// As one JSON object that names tracks by their paths, so that it fits other runs with
/// the same tracks.
QByteArray save_arrangement(const TrackArrangement& arrangement, const Trace& trace);

/// Tracks that the run does not have are left out. Errors: kBadInput.
Result<TrackArrangement> load_arrangement(const QByteArray& json, const Trace& trace);

}  // namespace nscope::gui
