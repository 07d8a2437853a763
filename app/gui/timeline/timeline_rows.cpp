#include "app/gui/timeline/timeline_rows.h"

#include <algorithm>

#include <fmt/format.h>

namespace nscope::gui {
namespace {

constexpr int kGroupHeight = 22;
constexpr int kTrackHeight = 23;
constexpr int kQueueHeight = 17;
constexpr int kCounterHeight = 38;
constexpr int kLaneHeight = 14;
constexpr int kOverflowHeight = 9;  // overlapping events of one engine
constexpr int kBankHeight = 14;     // a counter that is only on or off
constexpr int kMaxLanes = 12;
// Groups with more rows than a screen has are closed at first.
constexpr std::size_t kManyRows = 24;

bool is_empty(const Track& track) {
  return track.slices.size() == 0 && track.counters.size() == 0;
}

/// "NeuronCore 0 (logical 0)" -> title and caption.
std::pair<std::string, std::string> split_caption(std::string_view name) {
  const std::size_t open = name.find(" (");
  if (open == std::string_view::npos || name.back() != ')') return {std::string(name), {}};
  return {std::string(name.substr(0, open)),
          std::string(name.substr(open + 2, name.size() - open - 3))};
}

}  // namespace

TimelineRows::TimelineRows(std::shared_ptr<const Trace> trace) : trace_(std::move(trace)) {
  children_.resize(trace_->tracks().size());
  for (const Track& track : trace_->tracks()) {
    if (track.parent.valid()) children_[track.parent.index()].push_back(track.id);
  }
  for (const Track& track : trace_->tracks()) {
    const auto& children = children_[track.id.index()];
    const bool semaphores = std::any_of(children.begin(), children.end(), [this](TrackId id) {
      return trace_->track(id).kind == TrackKind::kSemaphore;
    });
    if (semaphores || children.size() > kManyRows) collapsed_.insert(track.id);
  }
  layout();
}

const TimelineRow* TimelineRows::at(int y) const {
  const std::size_t index = first_below(y);
  if (y < 0 || index >= rows_.size() || rows_[index].top > y) return nullptr;
  return &rows_[index];
}

std::size_t TimelineRows::first_below(int y) const {
  const auto it =
      std::upper_bound(rows_.begin(), rows_.end(), y,
                       [](int value, const TimelineRow& row) { return value < row.bottom(); });
  return static_cast<std::size_t>(it - rows_.begin());
}

const TimelineRow* TimelineRows::row_of(TrackId track) const {
  if (!trace_) return nullptr;
  // The outermost closed ancestor is what stands on screen.
  TrackId shown = track;
  for (TrackId up = trace_->track(track).parent; up.valid(); up = trace_->track(up).parent) {
    if (is_collapsed(up)) shown = up;
  }
  const auto it = std::find_if(rows_.begin(), rows_.end(),
                               [shown](const TimelineRow& row) { return row.track == shown; });
  return it == rows_.end() ? nullptr : &*it;
}

void TimelineRows::set_collapsed(TrackId group, bool collapsed) {
  if (collapsed) {
    collapsed_.insert(group);
  } else {
    collapsed_.erase(group);
  }
  layout();
}

void TimelineRows::reveal(TrackId track) {
  for (TrackId up = trace_->track(track).parent; up.valid(); up = trace_->track(up).parent) {
    collapsed_.erase(up);
  }
  layout();
}

void TimelineRows::set_all_collapsed(bool collapsed) {
  collapsed_.clear();
  if (collapsed) {
    for (std::size_t i = 0; i < children_.size(); ++i) {
      if (!children_[i].empty()) collapsed_.insert(TrackId(i));
    }
  }
  layout();
}

std::vector<TrackId> TimelineRows::slice_tracks_below(TrackId group) const {
  std::vector<TrackId> found;
  const auto collect = [&](const auto& self, TrackId id) -> void {
    for (const TrackId child : children_[id.index()]) {
      if (trace_->track(child).slices.size() > 0) found.push_back(child);
      self(self, child);
    }
  };
  collect(collect, group);
  return found;
}

bool TimelineRows::hidden(const Track& track) const {
  if (!is_empty(track)) return false;
  const auto& children = children_[track.id.index()];
  // An engine of a core stays even where it did nothing: that is an answer.
  if (track.kind == TrackKind::kEngine) return false;
  return std::all_of(children.begin(), children.end(),
                     [this](TrackId id) { return hidden(trace_->track(id)); });
}

TimelineRow TimelineRows::make_row(const Track& track) const {
  TimelineRow row;
  row.track = track.id;
  row.title = std::string(trace_->text(track.name));
  const auto& children = children_[track.id.index()];
  if (!children.empty()) {
    row.kind = RowKind::kGroup;
    row.height = kGroupHeight;
    row.collapsed = is_collapsed(track.id);
    std::tie(row.title, row.caption) = split_caption(row.title);
    const TrackKind kind = trace_->track(children.front()).kind;
    const auto shown = static_cast<std::size_t>(
        std::count_if(children.begin(), children.end(),
                      [this](TrackId id) { return !hidden(trace_->track(id)); }));
    if (kind == TrackKind::kDmaQueue && track.kind != TrackKind::kCore) {
      row.caption = row.caption.empty() ? fmt::format("{} queues", shown)
                                        : fmt::format("{} · {}", row.caption, shown);
    }
  } else if (track.slices.size() > 0 || track.counters.size() == 0) {
    row.lanes = std::min<int>(track.max_depth + 1, kMaxLanes);
    const int base = track.kind == TrackKind::kDmaQueue && track.parent.valid() &&
                             trace_->track(track.parent).kind != TrackKind::kCore
                         ? kQueueHeight
                         : kTrackHeight;
    const int lane = track.layout == TrackLayout::kNested ? kLaneHeight : kOverflowHeight;
    row.height = row.lanes == 1 ? base : std::max(base, row.lanes * lane + 6);
  } else {
    const bool on_off = trace_->text(track.unit) == "used";
    const bool low = on_off || track.kind == TrackKind::kSemaphore;
    row.kind = low ? RowKind::kSteps : RowKind::kCounter;
    row.height = on_off ? kBankHeight : low ? kTrackHeight : kCounterHeight;
  }
  return row;
}

void TimelineRows::layout() {
  rows_.clear();
  int top = 0;
  const auto place = [&](const auto& self, const Track& track, int level) -> void {
    if (hidden(track)) return;
    TimelineRow row = make_row(track);
    row.level = level;
    row.top = top;
    top += row.height;
    const bool open = row.kind == RowKind::kGroup && !row.collapsed;
    rows_.push_back(std::move(row));
    if (!open) return;
    for (const TrackId child : children_[track.id.index()]) {
      self(self, trace_->track(child), level + 1);
    }
  };
  for (const Track& track : trace_->tracks()) {
    if (!track.parent.valid()) place(place, track, 0);
  }
}

}  // namespace nscope::gui
