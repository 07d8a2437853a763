#pragma once

#include "app/gui/timeline/model/track_arrangement.h"
#include "profiler/trace/trace.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace nscope::gui {

/// Limits of the height of a row with one lane, logical pixels.
inline constexpr int kLeastRowHeight = 10;
inline constexpr int kMostRowHeight = 400;
/// `height` within the limits for a track; stacks may be higher.
int limited_row_height(const Track& track, double height);
/// Limits of the vertical zoom of lanes.
inline constexpr double kLeastLaneZoom = 0.5;
inline constexpr double kMostLaneZoom = 4.0;

enum class RowKind {
  kGroup,    ///< header of a group; shows its busy share while collapsed
  kSlices,   ///< one track of events
  kCounter,  ///< a counter as an area or line
  kSteps,    ///< a semaphore or on/off counter, in a low row
};

/// One row of the timeline. Positions are logical pixels from the top of the content.
struct TimelineRow {
  RowKind kind = RowKind::kSlices;
  TrackId track;
  int level = 0;  ///< indentation
  int top = 0;
  int height = 20;
  int lanes = 1;                           ///< number of nesting levels or overlap lanes
  StackMode stack = StackMode::kExpanded;  ///< if it has several lanes
  bool collapsed = false;
  bool pinned = false;  ///< the row itself or a group above it is pinned
  CounterStyle counter = CounterStyle::kArea;
  std::string title;
  int difference = 0;     ///< letter of the title at the word in which it differs from its siblings
  std::string caption{};  ///< right of the title: "logical 0", "21 queues"

  int bottom() const { return top + height; }
};

/// The rows of a trace with their order, heights and positions. Groups can be collapsed, tracks
/// hidden, filtered, moved and pinned to the top. Independent of fonts and screen. One thread.
class TimelineRows {
 public:
  TimelineRows() = default;
  explicit TimelineRows(std::shared_ptr<const Trace> trace);

  const std::vector<TimelineRow>& rows() const { return rows_; }
  int height() const { return rows_.empty() ? 0 : rows_.back().bottom(); }
  /// The height of the part that does not scroll: the pinned rows that fit into `most`.
  int sticky_height(int most) const;

  /// The headers of the open groups that have scrolled above `y` while their rows are still at
  /// `y`, from the outermost: indices of rows(). They stay visible below each other from `y` on.
  std::vector<std::size_t> stuck_headers(int y) const;
  /// The height of the headers of all groups around a row, which may stay above it.
  int header_height(const TimelineRow& row) const;

  /// The row at `y`, or nullptr.
  const TimelineRow* at(int y) const;
  /// The index of the first row whose bottom is below `y`, or rows().size().
  std::size_t first_below(int y) const;
  /// The row of a track, or of the collapsed group that contains it; nullptr if the track has no
  /// row.
  const TimelineRow* row_of(TrackId track) const;

  /// The arrangement by the user. Tracks that the run does not have are ignored.
  const TrackArrangement& arrangement() const { return arrangement_; }
  void set_arrangement(TrackArrangement arrangement);

  bool is_collapsed(TrackId group) const { return arrangement_.collapsed.contains(group); }
  void set_collapsed(TrackId group, bool collapsed);
  /// Makes a track visible: expands all groups above it and, if needed, unhides it and removes the
  /// filter. Then row_of() is its own row.
  void reveal(TrackId track);
  void set_all_collapsed(bool collapsed);

  bool is_pinned(TrackId track) const;
  void set_pinned(TrackId track, bool pinned);
  void set_hidden(TrackId track, bool hidden);
  void show_all();
  /// Hides all tracks except this one, those below it, and the groups around it.
  void show_only(TrackId track);
  /// Shows only tracks whose path contains all words of `filter`, in any order and case.
  void set_filter(const QString& filter);
  /// Sets the height of a track, within the limits; nullopt restores the default height.
  void set_height(TrackId track, std::optional<int> height);
  void set_counter_style(TrackId track, CounterStyle style);
  StackMode stack_mode(TrackId track) const;
  /// Expands or compacts the lanes of a track and restores its default height.
  void set_stack_mode(TrackId track, StackMode mode);
  void set_all_stack_modes(StackMode mode);
  /// Scales the height of all lanes, within the limits.
  void set_lane_zoom(double zoom);
  /// Moves a track before another one of the same group (or of the pinned tracks), or to the end if
  /// `before` is invalid. Does nothing if they are not in the same group.
  void move(TrackId track, TrackId before);
  /// Moves a track past the next shown track, up (-1) or down (+1).
  void move_by(TrackId track, int direction);
  bool can_move(TrackId track, TrackId before) const;

  /// The tracks with slices below a group, at any depth.
  std::vector<TrackId> slice_tracks_below(TrackId group) const;

 private:
  void layout();
  void put_stack_mode(TrackId track, StackMode mode);
  void place(const Track& track, int level, bool pinned);
  bool is_blank(const Track& track) const;
  bool is_shown(const Track& track) const;
  bool matches(const Track& track) const;
  void match_tracks();
  bool is_open(TrackId group) const;
  std::optional<std::size_t> header_of(std::size_t row, int level) const;
  const std::vector<TrackId>& children_of(TrackId group) const;
  std::vector<TrackId> siblings_of(TrackId track) const;
  TimelineRow make_row(const Track& track) const;
  void devices_first();
  void find_differences();

  std::shared_ptr<const Trace> trace_;
  std::vector<std::vector<TrackId>> children_;
  std::vector<TrackId> roots_;
  std::vector<int> differences_;  ///< by track, see TimelineRow::difference
  TrackArrangement arrangement_;
  std::vector<bool> matches_;  ///< by track; empty: no filter
  std::vector<TimelineRow> rows_;
  std::vector<std::uint32_t> row_index_;  ///< by track
};

}  // namespace nscope::gui
