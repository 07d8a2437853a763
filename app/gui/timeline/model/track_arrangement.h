#pragma once

#include "app/gui/timeline/model/lanes.h"
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

/// Visibility, order and heights of the rows of a timeline. A plain value that can be compared,
/// saved, restored and undone. Ids are those of one run.
struct TrackArrangement {
  std::set<TrackId> collapsed{};
  std::set<TrackId> hidden{};
  std::vector<TrackId> pinned{};  ///< at the top, in this order
  /// The children of each group whose order was changed. The invalid id stands for the tracks
  /// without a group.
  std::map<TrackId, std::vector<TrackId>> order{};
  std::map<TrackId, int> heights{};  ///< logical pixels, if not the default
  std::map<TrackId, CounterStyle> counters{};
  std::map<TrackId, StackMode> stacks{};  ///< if not the default
  double lane_zoom = 1.0;                 ///< scales the height of all lanes
  QString filter{};  ///< words in the path of all shown tracks; empty: no filter

  friend bool operator==(const TrackArrangement&, const TrackArrangement&) = default;
};

/// Writes the arrangement as a JSON object. It identifies tracks by their paths, so that it can be
/// applied to other runs with the same tracks.
QByteArray save_arrangement(const TrackArrangement& arrangement, const Trace& trace);

/// Reads an arrangement. Tracks that the run does not have are left out. Errors: kBadInput.
Result<TrackArrangement> load_arrangement(const QByteArray& json, const Trace& trace);

}  // namespace nscope::gui
