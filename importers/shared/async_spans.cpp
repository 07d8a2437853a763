#include "importers/shared/async_spans.h"

#include <algorithm>
#include <tuple>

#include <fmt/format.h>

namespace nscope::importers {
namespace {

// Limits for the number of tracks.
constexpr std::size_t kMaxLanes = 256;
constexpr std::size_t kMaxNames = 512;
/// Limit for the open spans of an id that are compared with an end.
constexpr std::size_t kMaxSearched = 1024;

}  // namespace

void AsyncSpans::add(std::uint64_t span, Step step, std::int64_t time, std::uint64_t process,
                     StringId name, std::string_view text) {
  names_.try_emplace(name, text);
  const auto args = static_cast<std::uint32_t>(args_.size());
  const auto order = static_cast<std::uint32_t>(events_.size());
  events_.push_back({.span = span,
                     .time = time,
                     .process = process,
                     .name = name,
                     .order = order,
                     .args_begin = args,
                     .args_end = args,
                     .step = step});
}

void AsyncSpans::arg(StringId key, ArgValue value) {
  args_.push_back({key, value});
  events_.back().args_end = static_cast<std::uint32_t>(args_.size());
}

/// The place in `open` of the span that an event ends: the innermost one with its name, else the
/// innermost one.
std::size_t AsyncSpans::place_of(const Event& end, const std::vector<Span>& spans,
                                 const std::vector<std::size_t>& open) {
  const std::size_t last = open.size() - 1;
  for (std::size_t i = 0; i < std::min(open.size(), kMaxSearched); ++i) {
    if (spans[open[last - i]].begin->name == end.name) return last - i;
  }
  return last;
}

/// Pairs the begin and end events of each span.
std::vector<AsyncSpans::Span> AsyncSpans::pair_up() {
  std::vector<Span> spans;
  std::vector<std::size_t> open;
  std::int64_t unmatched = 0;
  for (std::size_t i = 0; i < events_.size(); ++i) {
    const Event& event = events_[i];
    if (i == 0 || events_[i - 1].span != event.span) open.clear();
    if (event.step == Step::kEnd) {
      if (open.empty()) {
        ++unmatched;
      } else {
        const std::size_t place = place_of(event, spans, open);
        spans[open[place]].end = &event;
        open.erase(open.begin() + static_cast<std::ptrdiff_t>(place));
      }
      continue;
    }
    spans.push_back({&event, event.step == Step::kInstant ? &event : nullptr, open.empty()});
    if (event.step == Step::kBegin) open.push_back(spans.size() - 1);
  }
  if (unmatched > 0) {
    out_.diagnose("async_end_without_begin", Severity::kWarning,
                  tr("the end of an asynchronous event was skipped: its begin is not in the file"),
                  unmatched);
  }
  return spans;
}

/// A track for the span's name that is free at the start of the span.
TrackId AsyncSpans::lane_for(const Span& root) {
  TrackKey key{root.begin->process, root.begin->name};
  if (!lanes_.contains(key) && lanes_.size() >= kMaxNames) key.second = StringId();
  auto& lanes = lanes_[key];
  const std::int64_t start = root.begin->time;
  const std::int64_t until =
      root.end != nullptr ? root.end->time : std::numeric_limits<std::int64_t>::max();
  auto lane = std::find_if(lanes.begin(), lanes.end(),
                           [&](const Lane& known) { return known.busy_until <= start; });
  if (lane == lanes.end() && lanes.size() == kMaxLanes) --lane;
  if (lane == lanes.end()) {
    std::string name = key.second.valid() ? names_.at(key.second) : "Asynchronous events";
    const std::size_t number = lanes.size() + 1;
    const bool by_id = key.second.valid() && name.empty();
    if (number > 1) name += fmt::format(" ({})", number);
    // The last lane takes all further spans, so its slices overlap and cannot be nested.
    const bool last = number == kMaxLanes;
    const TrackId track =
        make_track_(key.first, {.name = name,
                                .name_id = by_id ? key.second : StringId(),
                                .kind = TrackKind::kOther,
                                .layout = last ? TrackLayout::kFlat : TrackLayout::kNested});
    lane = lanes.insert(lanes.end(), Lane{.track = track});
  }
  lane->busy_until = std::max(lane->busy_until, until);
  return lane->track;
}

void AsyncSpans::write(const Span& span, TrackId track) {
  const Event& begin = *span.begin;
  const TraceTime start(begin.time);
  const SliceId slice =
      span.end == nullptr ? out_.open_slice(track, begin.name, start)
                          : out_.slice(track, begin.name, start, TraceTime(span.end->time) - start);
  write_args(slice, begin);
  if (span.end != nullptr && span.end != span.begin) write_args(slice, *span.end);
}

void AsyncSpans::write_args(SliceId slice, const Event& event) {
  for (std::uint32_t i = event.args_begin; i < event.args_end; ++i) {
    out_.arg(slice, args_[i].key, args_[i].value);
  }
}

void AsyncSpans::finish() {
  std::sort(events_.begin(), events_.end(), [](const Event& a, const Event& b) {
    return std::tie(a.span, a.time, a.order) < std::tie(b.span, b.time, b.order);
  });
  const std::vector<Span> spans = pair_up();
  std::vector<std::size_t> roots;
  for (std::size_t i = 0; i < spans.size(); ++i) {
    if (spans[i].root) roots.push_back(i);
  }
  std::sort(roots.begin(), roots.end(), [&](std::size_t a, std::size_t b) {
    const Event& left = *spans[a].begin;
    const Event& right = *spans[b].begin;
    return std::tie(left.time, left.order) < std::tie(right.time, right.order);
  });
  for (const std::size_t root : roots) {
    const TrackId track = lane_for(spans[root]);
    write(spans[root], track);
    for (std::size_t i = root + 1; i < spans.size() && !spans[i].root; ++i) write(spans[i], track);
  }
  events_ = {};
  args_ = {};
}

}  // namespace nscope::importers
