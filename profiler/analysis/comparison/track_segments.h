#pragma once

#include "profiler/analysis/comparison/compared_items.h"

#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

namespace nscope::analysis {

/// An interval in which an event of one group runs on a track. Ticks.
struct Segment {
  std::int64_t begin = 0;
  std::int64_t end = 0;
  std::uint32_t group = TrackItems::kNone;
};

/// Returns the compared events of a track in the order of their starts. Events of a nested track
/// are split into pieces without the time of the events inside them. Empty pieces are skipped.
class TrackSegments {
 public:
  explicit TrackSegments(const TrackItems& items)
      : items_(items), nested_(items.track->layout == TrackLayout::kNested) {}

  std::optional<Segment> next() {
    for (;;) {
      const std::optional<Segment> segment = nested_ ? next_piece() : next_row();
      if (!segment) return segment;
      if (segment->end > segment->begin && segment->group != TrackItems::kNone) return segment;
    }
  }

 private:
  bool at_end() const { return row_ == items_.track->slices.size(); }

  Segment row_segment() const {
    const SliceColumns& slices = items_.track->slices;
    return {slices.begin(row_).value(), slices.end(row_).value(), items_.group[row_]};
  }

  std::optional<Segment> next_row() {
    if (at_end()) return std::nullopt;
    const Segment segment = row_segment();
    ++row_;
    return segment;
  }

  /// The time of the innermost open event until it ends or another event starts inside it.
  std::optional<Segment> next_piece() {
    if (open_.empty()) {
      if (at_end()) return std::nullopt;
      open_.push_back(row_segment());
      ++row_;
    }
    Segment& innermost = open_.back();
    Segment piece = innermost;
    if (!at_end() && row_segment().begin < innermost.end) {
      piece.end = row_segment().begin;
      open_.push_back(row_segment());
      ++row_;
      return piece;
    }
    open_.pop_back();
    if (!open_.empty()) open_.back().begin = piece.end;
    return piece;
  }

  const TrackItems& items_;
  bool nested_;
  std::size_t row_ = 0;
  std::vector<Segment> open_;  ///< open events; `begin` is the end of the last returned piece
};

}  // namespace nscope::analysis
