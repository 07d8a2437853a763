#pragma once

#include "profiler/trace/trace.h"

#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace nscope::gui {

enum class RowKind {
  kGroup,    ///< header of other rows; shows their busy share while collapsed
  kSlices,   ///< one track of events
  kCounter,  ///< an area over time
  kSteps,    ///< a counter with few values as a low curve
};

/// One row of the timeline in logical pixels from the top of the content.
struct TimelineRow {
  RowKind kind = RowKind::kSlices;
  TrackId track;
  int level = 0;  ///< indentation
  int top = 0;
  int height = 20;
  int lanes = 1;  ///< nesting levels or overflow lanes shown
  bool collapsed = false;
  std::string title;
  std::string caption{};  ///< right of the title: "logical 0", "21 queues"

  int bottom() const { return top + height; }
};

/// Which tracks of a trace are on screen and where: groups open and close, rows
/// get their heights. No fonts, no pixels of the screen; one thread.
class TimelineRows {
 public:
  TimelineRows() = default;
  explicit TimelineRows(std::shared_ptr<const Trace> trace);

  const std::vector<TimelineRow>& rows() const { return rows_; }
  int height() const { return rows_.empty() ? 0 : rows_.back().bottom(); }

  /// The row at `y`, or nullptr.
  const TimelineRow* at(int y) const;
  /// The first row that reaches below `y` (for painting), or rows().size().
  std::size_t first_below(int y) const;
  /// The row of a track, or of the closed group that hides it; nullptr where
  /// the track has none.
  const TimelineRow* row_of(TrackId track) const;

  bool is_collapsed(TrackId group) const { return collapsed_.contains(group); }
  void set_collapsed(TrackId group, bool collapsed);
  /// Opens every group above `track`, so that row_of() is its own row.
  void reveal(TrackId track);
  void set_all_collapsed(bool collapsed);

  /// Tracks below a group, at any depth, that hold slices.
  std::vector<TrackId> slice_tracks_below(TrackId group) const;

 private:
  void layout();
  bool hidden(const Track& track) const;
  TimelineRow make_row(const Track& track) const;

  std::shared_ptr<const Trace> trace_;
  std::vector<std::vector<TrackId>> children_;
  std::set<TrackId> collapsed_;
  std::vector<TimelineRow> rows_;
};

}  // namespace nscope::gui
