#include "importers/perfetto/slice_stack.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace nscope::importers::perfetto {

void SliceStack::end_unusually(const TrackEvent& event, SliceOutput& to) {
  if (ignored_ > 0) {
    --ignored_;
    return;
  }
  auto open = stack_.rbegin();
  if (event.name.valid()) {
    open = std::find_if(stack_.rbegin(), stack_.rend(), [&](const Open& slice) {
      return slice.name == event.name || !slice.name.valid();
    });
  }
  if (open == stack_.rend()) {
    ++to.ends_without_begin;
    return;
  }
  close(event, open->id, to);
  stack_.erase(std::next(open).base());
}

void SliceStack::keep(const TrackEvent& event, SliceId open) {
  held_.events.push_back({event, held_.args.size(), held_.flows.size(), open});
  held_.args.insert(held_.args.end(), event.args.begin(), event.args.end());
  held_.flows.insert(held_.flows.end(), event.flows.begin(), event.flows.end());
}

void SliceStack::hold(const TrackEvent& event) {
  keep(event);
  waits_ = true;
  if (event.type == TrackEvent::Type::kBegin) ++held_open_;
  if (event.type == TrackEvent::Type::kEnd && held_open_ > 0) --held_open_;
}

void SliceStack::add_unsorted(const TrackEvent& event, SliceOutput& to) {
  if (!sorting_) {
    sorting_ = true;
    // Open slices become events again, because later events may be inside or before them.
    for (const Open& open : std::exchange(stack_, {})) {
      keep({.time = open.start, .name = open.name}, open.id);
    }
  }
  if (event.time < last_time_) ++to.out_of_order;
  last_time_ = std::max(last_time_, event.time);
  keep(event);
}

void SliceStack::release(TrackId track, SliceOutput& to) {
  if (!waits_) return;
  const HeldEvents held = std::exchange(held_, {});
  waits_ = false;
  held_open_ = 0;
  for (const HeldEvents::Event& one : held.events) {
    TrackEvent event = one.event;
    event.args = std::span(held.args).subspan(one.args_begin, event.args.size());
    event.flows = std::span(held.flows).subspan(one.flows_begin, event.flows.size());
    if (one.open.valid()) {
      stack_.push_back({one.open, event.name, event.time});
    } else {
      add(event, track, to);
    }
  }
}

/// Sorts the held events by time. At equal times, the ends of slices that begin earlier are first:
/// a program that writes slice by slice in any order can write the begin of the next slice before
/// the end of this one. Such programs write each end after its own begin, so that the order of the
/// file states which slice an end belongs to.
void SliceStack::sort_held() {
  auto& events = held_.events;
  std::vector<TraceTime> open;  // begins without an end, in the order of the file
  for (HeldEvents::Event& one : events) {
    if (one.event.type == TrackEvent::Type::kBegin) open.push_back(one.event.time);
    if (one.event.type != TrackEvent::Type::kEnd || open.empty()) continue;
    one.ends_earlier_slice = open.back() < one.event.time;
    open.pop_back();
  }
  std::stable_sort(events.begin(), events.end(), [](const auto& a, const auto& b) {
    return a.event.time != b.event.time ? a.event.time < b.event.time
                                        : a.ends_earlier_slice && !b.ends_earlier_slice;
  });
}

void SliceStack::finish(TrackId track, SliceOutput& to) {
  release(track, to);
  if (!sorting_) return;
  sort_held();
  sorting_ = false;
  waits_ = true;
  last_time_ = TraceTime(INT64_MIN);
  release(track, to);
}

}  // namespace nscope::importers::perfetto
