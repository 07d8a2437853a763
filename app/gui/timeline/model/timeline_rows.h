#pragma once

#include "app/gui/timeline/model/track_arrangement.h"
#include "profiler/trace/trace.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace nscope::gui {

/// Heights that a row may be given, logical pixels.
inline constexpr int kLeastRowHeight = 10;
inline constexpr int kMostRowHeight = 400;

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
  bool pinned = false;  ///< itself or the group above it
  CounterStyle counter = CounterStyle::kArea;
  std::string title;
  std::string caption{};  ///< right of the title: "logical 0", "21 queues"

  int bottom() const { return top + height; }
};

/// Which tracks of a trace are on screen and where: groups open and close, rows
/// get their heights, pinned ones come first. No fonts, no pixels of the screen; one
/// thread.
class TimelineRows {
 public:
  TimelineRows() = default;
  explicit TimelineRows(std::shared_ptr<const Trace> trace);

  const std::vector<TimelineRow>& rows() const { return rows_; }
  int height() const { return rows_.empty() ? 0 : rows_.back().bottom(); }
  /// The part at the top that does not scroll: the pinned rows that fit into `most`.
  int sticky_height(int most) const;

  /// The row at `y`, or nullptr.
  const TimelineRow* at(int y) const;
  /// The first row that reaches below `y` (for painting), or rows().size().
  std::size_t first_below(int y) const;
  /// The row of a track, or of the closed group that hides it; nullptr where
  /// the track has none.
  const TimelineRow* row_of(TrackId track) const;

  /// What the user arranged. A track that the run does not have is ignored.
  const TrackArrangement& arrangement() const { return arrangement_; }
  void set_arrangement(TrackArrangement arrangement);

  bool is_collapsed(TrackId group) const { return arrangement_.collapsed.contains(group); }
  void set_collapsed(TrackId group, bool collapsed);
  /// Opens every group above `track`, shows it where it was hidden or filtered out, so
  /// that row_of() is its own row.
  void reveal(TrackId track);
  void set_all_collapsed(bool collapsed);

  bool is_pinned(TrackId track) const;
  void set_pinned(TrackId track, bool pinned);
  void set_hidden(TrackId track, bool hidden);
  void show_all();
  /// Words that must occur in a track's path, in any order and case.
  void set_filter(const QString& filter);
  /// Clamped; nullopt: the usual height.
  void set_height(TrackId track, std::optional<int> height);
  void set_counter_style(TrackId track, CounterStyle style);
  /// Puts a track before another of the same group (or of the pinned), or last where
  /// `before` is invalid. Does nothing where they are not of one group.
  void move(TrackId track, TrackId before);
  /// The same past the next shown track, up (-1) or down (+1).
  void move_by(TrackId track, int direction);
  bool can_move(TrackId track, TrackId before) const;

  /// Tracks below a group, at any depth, that hold slices.
  std::vector<TrackId> slice_tracks_below(TrackId group) const;

 private:
  void layout();
  void place(const Track& track, int level, bool pinned);
  bool is_blank(const Track& track) const;
  bool is_shown(const Track& track) const;
  bool matches(const Track& track) const;
  void match_tracks();
  bool is_open(TrackId group) const;
  const std::vector<TrackId>& children_of(TrackId group) const;
  std::vector<TrackId> siblings_of(TrackId track) const;
  TimelineRow make_row(const Track& track) const;

  std::shared_ptr<const Trace> trace_;
  std::vector<std::vector<TrackId>> children_;
  std::vector<TrackId> roots_;
  TrackArrangement arrangement_;
  std::vector<bool> matches_;  ///< by track; empty: no filter
  std::vector<TimelineRow> rows_;
  std::vector<std::uint32_t> row_index_;  ///< by track
};

}  // namespace nscope::gui
