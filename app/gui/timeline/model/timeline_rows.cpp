#include "app/gui/timeline/model/timeline_rows.h"

#include "app/gui/text/short_name.h"
#include "app/gui/text/text.h"
#include "profiler/trace/track_path.h"

#include <QStringList>
#include <algorithm>
#include <limits>

#include <fmt/format.h>

namespace nscope::gui {
namespace {

constexpr int kGroupHeight = 22;
constexpr int kTrackHeight = 23;
constexpr int kQueueHeight = 18;
constexpr int kCounterHeight = 38;
constexpr int kTallestLane = 40;
/// Space above and below the lanes of a row.
constexpr int kLaneMargin = 6;
constexpr int kBankHeight = 14;  // a counter that is either on or off
// Groups with more rows than fit on a screen are collapsed initially.
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

/// Whether a track shows work of an accelerator.
bool is_device_track(const Track& track) {
  switch (track.kind) {
    case TrackKind::kCore:
    case TrackKind::kEngine:
    case TrackKind::kDmaQueue:
    case TrackKind::kCollective: return true;
    default: return false;
  }
}

constexpr std::uint32_t kNoRow = std::numeric_limits<std::uint32_t>::max();

}  // namespace

int limited_row_height(const Track& track, double height) {
  const int lanes = lane_count(track);
  const double least = lanes == 1 ? kLeastRowHeight : lanes + kLaneMargin;
  const double most = std::max<double>(kMostRowHeight, 1.0 * lanes * kTallestLane);
  return static_cast<int>(std::clamp(height, std::max<double>(kLeastRowHeight, least), most));
}

TimelineRows::TimelineRows(std::shared_ptr<const Trace> trace) : trace_(std::move(trace)) {
  children_.resize(trace_->tracks().size());
  for (const Track& track : trace_->tracks()) {
    (track.parent.valid() ? children_[track.parent.index()] : roots_).push_back(track.id);
  }
  for (const Track& track : trace_->tracks()) {
    const auto& children = children_[track.id.index()];
    const bool semaphores = std::any_of(children.begin(), children.end(), [this](TrackId id) {
      return trace_->track(id).kind == TrackKind::kSemaphore;
    });
    if (semaphores || children.size() > kManyRows) arrangement_.collapsed.insert(track.id);
  }
  devices_first();
  find_differences();
  layout();
}

/// Puts groups with tracks of a device before groups without, such as host threads and the state of
/// the profiler, and the tracks of a device before the threads in the same group. Otherwise keeps
/// the order of the run.
void TimelineRows::devices_first() {
  std::vector<bool> device(trace_->tracks().size(), false);
  for (const Track& track : trace_->tracks()) {
    if (!is_device_track(track)) continue;
    for (TrackId up = track.id; up.valid() && !device[up.index()]; up = trace_->track(up).parent) {
      device[up.index()] = true;
    }
  }
  const auto is_first = [&](TrackId id) { return bool{device[id.index()]}; };
  const auto leads = [&](TrackId id) {
    const Track& track = trace_->track(id);
    const bool single = children_[id.index()].empty();
    // Tracks of the whole run, such as its executions and layers, are above the devices.
    return is_first(id) || (single && (!track.parent.valid() || track.kind != TrackKind::kHost));
  };
  const auto sort = [&](std::vector<TrackId>& siblings) {
    if (std::none_of(siblings.begin(), siblings.end(), is_first)) return;
    std::stable_partition(siblings.begin(), siblings.end(), leads);
  };
  sort(roots_);
  for (auto& children : children_) sort(children);
}

void TimelineRows::find_differences() {
  differences_.assign(trace_->tracks().size(), 0);
  const auto among = [this](const std::vector<TrackId>& siblings) {
    if (siblings.size() < 2) return;
    NameSet names;
    const auto name = [this](TrackId id) {
      return to_qstring(trace_->text(trace_->track(id).name));
    };
    for (const TrackId id : siblings) names.insert(name(id));
    for (const TrackId id : siblings) {
      const NameCut cut = names.cut(name(id));
      if (!cut.differences.empty()) {
        differences_[id.index()] = static_cast<int>(cut.differences.back());
      }
    }
  };
  among(roots_);
  for (const auto& children : children_) among(children);
}

int TimelineRows::sticky_height(int most) const {
  int height = 0;
  for (const TimelineRow& row : rows_) {
    if (!row.pinned || row.bottom() > most) break;
    height = row.bottom();
  }
  return height;
}

/// The header of the group of `level` that contains a row, which can be the row itself.
std::optional<std::size_t> TimelineRows::header_of(std::size_t row, int level) const {
  if (rows_[row].level < level) return std::nullopt;
  while (rows_[row].level > level) {
    if (row == 0) return std::nullopt;
    --row;
  }
  if (rows_[row].kind != RowKind::kGroup) return std::nullopt;
  return row;
}

std::vector<std::size_t> TimelineRows::stuck_headers(int y) const {
  std::vector<std::size_t> stuck;
  for (int level = 0;; ++level) {
    const std::size_t at = first_below(y);
    if (at >= rows_.size() || rows_[at].pinned) break;
    const auto header = header_of(at, level);
    if (!header || rows_[*header].collapsed || rows_[*header].top >= y) break;
    // A header gives way to the one of the next group.
    const int below = y + rows_[*header].height;
    const std::size_t last = first_below(below - 1);
    if (last >= rows_.size() || last == *header || header_of(last, level) != header) break;
    stuck.push_back(*header);
    y = below;
  }
  return stuck;
}

int TimelineRows::header_height(const TimelineRow& row) const {
  int height = 0;
  const auto index = static_cast<std::size_t>(&row - rows_.data());
  for (int level = 0; level < row.level; ++level) {
    if (const auto header = header_of(index, level)) height += rows_[*header].height;
  }
  return height;
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
  if (!trace_ || !track.valid()) return nullptr;
  // The outermost collapsed ancestor is the row that is visible.
  TrackId shown = track;
  for (TrackId at = track; !is_pinned(at);) {
    at = trace_->track(at).parent;
    if (!at.valid()) break;
    if (!is_open(at)) shown = at;
  }
  const std::uint32_t index = row_index_[shown.index()];
  return index == kNoRow ? nullptr : &rows_[index];
}

void TimelineRows::set_arrangement(TrackArrangement arrangement) {
  if (!trace_) return;
  const auto unknown = [this](TrackId id) { return id.index() >= trace_->tracks().size(); };
  std::erase_if(arrangement.collapsed, unknown);
  std::erase_if(arrangement.hidden, unknown);
  std::erase_if(arrangement.pinned, unknown);
  std::erase_if(arrangement.heights, [&](const auto& entry) { return unknown(entry.first); });
  std::erase_if(arrangement.stacks, [&](const auto& entry) { return unknown(entry.first); });
  std::erase_if(arrangement.counters, [&](const auto& entry) { return unknown(entry.first); });
  std::erase_if(arrangement.order,
                [&](const auto& entry) { return entry.first.valid() && unknown(entry.first); });
  for (auto& [group, order] : arrangement.order) {
    // Tracks that are not in the saved order come last.
    std::vector<TrackId> known = group.valid() ? children_[group.index()] : roots_;
    std::vector<TrackId> ordered;
    for (const TrackId id : order) {
      if (std::erase(known, id) > 0) ordered.push_back(id);
    }
    ordered.insert(ordered.end(), known.begin(), known.end());
    order = std::move(ordered);
  }
  arrangement_ = std::move(arrangement);
  match_tracks();
  layout();
}

void TimelineRows::set_collapsed(TrackId group, bool collapsed) {
  if (collapsed) {
    arrangement_.collapsed.insert(group);
  } else {
    arrangement_.collapsed.erase(group);
  }
  layout();
}

void TimelineRows::reveal(TrackId track) {
  if (!matches_.empty() && !matches_[track.index()]) set_filter({});
  arrangement_.hidden.erase(track);
  for (TrackId up = trace_->track(track).parent; up.valid(); up = trace_->track(up).parent) {
    arrangement_.collapsed.erase(up);
    arrangement_.hidden.erase(up);
  }
  layout();
}

void TimelineRows::set_all_collapsed(bool collapsed) {
  arrangement_.collapsed.clear();
  if (collapsed) {
    for (std::size_t i = 0; i < children_.size(); ++i) {
      if (!children_[i].empty()) arrangement_.collapsed.insert(TrackId(i));
    }
  }
  layout();
}

bool TimelineRows::is_pinned(TrackId track) const {
  const auto& pinned = arrangement_.pinned;
  return std::find(pinned.begin(), pinned.end(), track) != pinned.end();
}

void TimelineRows::set_pinned(TrackId track, bool pinned) {
  if (is_pinned(track) == pinned) return;
  if (pinned) {
    arrangement_.pinned.push_back(track);
  } else {
    std::erase(arrangement_.pinned, track);
  }
  layout();
}

void TimelineRows::set_hidden(TrackId track, bool hidden) {
  if (hidden) {
    arrangement_.hidden.insert(track);
  } else {
    arrangement_.hidden.erase(track);
  }
  layout();
}

void TimelineRows::show_all() {
  arrangement_.hidden.clear();
  layout();
}

void TimelineRows::show_only(TrackId track) {
  arrangement_.hidden.clear();
  for (TrackId kept = track; kept.valid(); kept = trace_->track(kept).parent) {
    const TrackId parent = trace_->track(kept).parent;
    for (const TrackId other : parent.valid() ? children_[parent.index()] : roots_) {
      if (other != kept) arrangement_.hidden.insert(other);
    }
  }
  reveal(track);
}

void TimelineRows::set_filter(const QString& filter) {
  if (!trace_ || filter == arrangement_.filter) return;
  arrangement_.filter = filter;
  match_tracks();
  layout();
}

void TimelineRows::set_height(TrackId track, std::optional<int> height) {
  if (height) {
    arrangement_.heights[track] = limited_row_height(trace_->track(track), *height);
  } else {
    arrangement_.heights.erase(track);
  }
  layout();
}

void TimelineRows::set_counter_style(TrackId track, CounterStyle style) {
  if (style == CounterStyle::kArea) {
    arrangement_.counters.erase(track);
  } else {
    arrangement_.counters[track] = style;
  }
  layout();
}

StackMode TimelineRows::stack_mode(TrackId track) const {
  const auto chosen = arrangement_.stacks.find(track);
  return chosen != arrangement_.stacks.end() ? chosen->second
                                             : default_stack_mode(trace_->track(track));
}

void TimelineRows::set_stack_mode(TrackId track, StackMode mode) {
  put_stack_mode(track, mode);
  layout();
}

void TimelineRows::set_all_stack_modes(StackMode mode) {
  if (!trace_) return;
  for (const Track& track : trace_->tracks()) {
    if (lane_count(track) > 1) put_stack_mode(track.id, mode);
  }
  layout();
}

void TimelineRows::put_stack_mode(TrackId track, StackMode mode) {
  if (mode == default_stack_mode(trace_->track(track))) {
    arrangement_.stacks.erase(track);
  } else {
    arrangement_.stacks[track] = mode;
  }
  arrangement_.heights.erase(track);
}

void TimelineRows::set_lane_zoom(double zoom) {
  arrangement_.lane_zoom = std::clamp(zoom, kLeastLaneZoom, kMostLaneZoom);
  if (trace_) layout();
}

bool TimelineRows::can_move(TrackId track, TrackId before) const {
  if (track == before || !track.valid()) return false;
  const auto siblings = siblings_of(track);
  return !before.valid() || std::find(siblings.begin(), siblings.end(), before) != siblings.end();
}

void TimelineRows::move(TrackId track, TrackId before) {
  if (!can_move(track, before)) return;
  std::vector<TrackId> order = siblings_of(track);
  std::erase(order, track);
  order.insert(before.valid() ? std::find(order.begin(), order.end(), before) : order.end(), track);
  if (is_pinned(track)) {
    arrangement_.pinned = std::move(order);
  } else {
    arrangement_.order[trace_->track(track).parent] = std::move(order);
  }
  layout();
}

void TimelineRows::move_by(TrackId track, int direction) {
  const std::vector<TrackId> all = siblings_of(track);
  std::vector<TrackId> shown;
  for (const TrackId id : all) {
    if (row_index_[id.index()] != kNoRow && is_pinned(id) == is_pinned(track)) shown.push_back(id);
  }
  const auto at = std::find(shown.begin(), shown.end(), track);
  if (at == shown.end()) return;
  const auto index = at - shown.begin() + direction;
  if (index < 0 || index >= std::ssize(shown)) return;
  if (direction < 0) return move(track, shown[static_cast<std::size_t>(index)]);
  // Moving down: insert before the track that follows the next shown one.
  const auto next = std::find(all.begin(), all.end(), shown[static_cast<std::size_t>(index)]) + 1;
  move(track, next == all.end() ? TrackId() : *next);
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

bool TimelineRows::is_blank(const Track& track) const {
  if (!is_empty(track)) return false;
  const auto& children = children_[track.id.index()];
  // Engines without events are shown, because being idle is information.
  if (track.kind == TrackKind::kEngine) return false;
  return std::all_of(children.begin(), children.end(),
                     [this](TrackId id) { return is_blank(trace_->track(id)); });
}

bool TimelineRows::is_shown(const Track& track) const {
  return !arrangement_.hidden.contains(track.id) && matches(track) && !is_blank(track);
}

bool TimelineRows::matches(const Track& track) const {
  return matches_.empty() || matches_[track.id.index()];
}

/// A track matches if its path contains all words of the filter. All groups above it match, too.
void TimelineRows::match_tracks() {
  const QStringList words =
      arrangement_.filter.simplified().split(QLatin1Char(' '), Qt::SkipEmptyParts);
  matches_.clear();
  if (words.isEmpty()) return;
  matches_.assign(trace_->tracks().size(), false);
  for (const Track& track : trace_->tracks()) {
    const QString path = to_qstring(track_path(*trace_, track));
    const bool all = std::all_of(words.begin(), words.end(), [&](const QString& word) {
      return path.contains(word, Qt::CaseInsensitive);
    });
    if (!all || is_blank(track)) continue;
    for (TrackId up = track.id; up.valid(); up = trace_->track(up).parent) {
      matches_[up.index()] = true;
    }
  }
}

/// A filter expands all groups, so that every matching track is visible.
bool TimelineRows::is_open(TrackId group) const {
  return !matches_.empty() || !is_collapsed(group);
}

const std::vector<TrackId>& TimelineRows::children_of(TrackId group) const {
  const auto ordered = arrangement_.order.find(group);
  if (ordered != arrangement_.order.end()) return ordered->second;
  return group.valid() ? children_[group.index()] : roots_;
}

std::vector<TrackId> TimelineRows::siblings_of(TrackId track) const {
  return is_pinned(track) ? arrangement_.pinned : children_of(trace_->track(track).parent);
}

TimelineRow TimelineRows::make_row(const Track& track) const {
  TimelineRow row;
  row.track = track.id;
  row.title = std::string(trace_->text(track.name));
  row.difference = differences_[track.id.index()];
  const auto& children = children_[track.id.index()];
  if (!children.empty()) {
    row.kind = RowKind::kGroup;
    row.height = kGroupHeight;
    row.collapsed = !is_open(track.id);
    std::tie(row.title, row.caption) = split_caption(row.title);
    const TrackKind kind = trace_->track(children.front()).kind;
    const auto shown = static_cast<std::size_t>(
        std::count_if(children.begin(), children.end(),
                      [this](TrackId id) { return !is_blank(trace_->track(id)); }));
    const bool of_gpu = trace_->track(children.front()).engine == Engine::kNone;
    if (kind == TrackKind::kDmaQueue && track.kind != TrackKind::kCore && !of_gpu) {
      row.caption = row.caption.empty() ? fmt::format("{} queues", shown)
                                        : fmt::format("{} · {}", row.caption, shown);
    }
  } else if (track.slices.size() > 0 || track.counters.size() == 0) {
    row.lanes = lane_count(track);
    row.stack = stack_mode(track.id);
    const int base = track.kind == TrackKind::kDmaQueue && track.parent.valid() &&
                             trace_->track(track.parent).kind != TrackKind::kCore
                         ? kQueueHeight
                         : kTrackHeight;
    row.height =
        row.lanes == 1
            ? base
            : std::max(base, stack_height(track, row.stack, arrangement_.lane_zoom) + kLaneMargin);
  } else {
    const bool on_off = trace_->text(track.unit) == "used";
    const bool low = on_off || track.kind == TrackKind::kSemaphore;
    row.kind = low ? RowKind::kSteps : RowKind::kCounter;
    row.height = on_off ? kBankHeight : low ? kTrackHeight : kCounterHeight;
    const auto style = arrangement_.counters.find(track.id);
    if (style != arrangement_.counters.end()) row.counter = style->second;
  }
  const auto height = arrangement_.heights.find(track.id);
  if (height != arrangement_.heights.end()) row.height = height->second;
  return row;
}

void TimelineRows::place(const Track& track, int level, bool pinned) {
  TimelineRow row = make_row(track);
  row.level = level;
  row.pinned = pinned;
  row.top = height();
  if (pinned && level == 0 && track.parent.valid()) {
    // A pinned row is separated from its group, so its title names the core.
    row.title = std::string(trace_->text(track.name));
    if (track.core >= 0 && row.kind != RowKind::kGroup)
      row.title += fmt::format(" · {}", track.core);
  }
  const bool open = row.kind == RowKind::kGroup && !row.collapsed;
  row_index_[track.id.index()] = static_cast<std::uint32_t>(rows_.size());
  rows_.push_back(std::move(row));
  if (!open) return;
  for (const TrackId child : children_of(track.id)) {
    const Track& below = trace_->track(child);
    if (is_shown(below) && !is_pinned(child)) place(below, level + 1, pinned);
  }
}

void TimelineRows::layout() {
  rows_.clear();
  row_index_.assign(trace_->tracks().size(), kNoRow);
  for (const TrackId id : arrangement_.pinned) {
    const Track& track = trace_->track(id);
    if (is_shown(track)) place(track, 0, true);
  }
  for (const TrackId id : children_of(TrackId())) {
    const Track& track = trace_->track(id);
    if (is_shown(track) && !is_pinned(id)) place(track, 0, false);
  }
}

}  // namespace nscope::gui
