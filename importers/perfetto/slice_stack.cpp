#include "importers/perfetto/slice_stack.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace nscope::importers::perfetto {
namespace {

void write_arg(TraceWriter& out, SliceId slice, const PendingArg& arg) {
  out.arg(slice, arg.key, arg.value);
}

}  // namespace

void SliceStack::add(const TrackEvent& event, SliceOutput& to) {
  if (!sorting_ && event.time < last_time_) start_sorting();
  if (sorting_) {
    if (event.time < last_time_) ++to.out_of_order;
    last_time_ = std::max(last_time_, event.time);
    keep_for_sorting(event);
    return;
  }
  last_time_ = event.time;
  place(event, to);
}

void SliceStack::place(const TrackEvent& event, SliceOutput& to) {
  switch (event.type) {
    case TrackEvent::Type::kBegin: begin(event, to); break;
    case TrackEvent::Type::kEnd: end(event, to); break;
    case TrackEvent::Type::kInstant: push_frame(event, TraceTime(0)); break;
  }
}

void SliceStack::push_frame(const TrackEvent& event, TraceTime duration) {
  frames_.push_back({.start = event.time,
                     .duration = duration,
                     .wait = event.wait,
                     .name = event.name,
                     .id = {},
                     .args_begin = static_cast<std::uint32_t>(args_.size()),
                     .flows_begin = static_cast<std::uint32_t>(flows_.size())});
  args_.insert(args_.end(), event.args.begin(), event.args.end());
  for (const FlowPoint& point : event.flows) flows_.push_back({point, event.time, event.order});
}

void SliceStack::begin(const TrackEvent& event, SliceOutput& to) {
  if (stack_.size() >= kMaxDepth) {
    ++ignored_;
    ++to.too_deep;
    return;
  }
  stack_.push_back({static_cast<std::uint32_t>(frames_.size()), {}, event.name});
  push_frame(event, kOpenDuration);
}

void SliceStack::end(const TrackEvent& event, SliceOutput& to) {
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
  if (open->frame != kNone) {
    Frame& frame = frames_[open->frame];
    frame.duration = event.time - frame.start;
    for (const PendingArg& arg : event.args) end_args_.push_back({open->frame, arg});
    for (const FlowPoint& point : event.flows) {
      end_flows_.push_back({open->frame, {point, event.time, event.order}});
    }
  } else {
    to.out.close_slice(open->id, event.time);
    for (const PendingArg& arg : event.args) write_arg(to.out, open->id, arg);
    for (const FlowPoint& point : event.flows) {
      to.flows.push_back({point, event.time, event.order, open->id});
    }
  }
  stack_.erase(std::next(open).base());
}

void SliceStack::flush(TrackId track, SliceOutput& to) {
  const auto size = static_cast<std::uint32_t>(frames_.size());
  for (std::uint32_t i = 0; i < size; ++i) {
    Frame& frame = frames_[i];
    if (frame.moved) continue;
    const StringId name = frame.name.valid() ? frame.name : to.out.intern("");
    frame.id = to.out.slice(track, name, frame.start, frame.duration, frame.wait);
    const std::size_t args_end = i + 1 < size ? frames_[i + 1].args_begin : args_.size();
    for (std::size_t a = frame.args_begin; a < args_end; ++a) write_arg(to.out, frame.id, args_[a]);
    const std::size_t flows_end = i + 1 < size ? frames_[i + 1].flows_begin : flows_.size();
    for (std::size_t f = frame.flows_begin; f < flows_end; ++f) {
      to.flows.push_back({flows_[f].point, flows_[f].time, flows_[f].order, frame.id});
    }
  }
  for (const LateArg& late : end_args_) write_arg(to.out, frames_[late.frame].id, late.arg);
  for (const LateFlow& late : end_flows_) {
    to.flows.push_back({late.flow.point, late.flow.time, late.flow.order, frames_[late.frame].id});
  }
  for (Open& open : stack_) {
    if (open.frame == kNone) continue;
    open.id = frames_[open.frame].id;
    open.frame = kNone;
  }
  frames_.clear();
  args_.clear();
  flows_.clear();
  end_args_.clear();
  end_flows_.clear();
}

/// Open slices become events again, as what comes may lie inside or before them.
void SliceStack::start_sorting() {
  sorting_ = true;
  for (const Open& open : std::exchange(stack_, {})) {
    TrackEvent event;
    event.name = open.name;
    if (open.frame == kNone) {
      event.time = TraceTime(INT64_MIN);  // before everything: it has left already
      keep_for_sorting(event);
      late_.back().open = open.id;
      continue;
    }
    Frame& frame = frames_[open.frame];
    frame.moved = true;
    event.time = frame.start;
    event.wait = frame.wait;
    const bool last = open.frame + 1 == frames_.size();
    const std::size_t args_end = last ? args_.size() : frames_[open.frame + 1].args_begin;
    event.args = std::span(args_).subspan(frame.args_begin, args_end - frame.args_begin);
    keep_for_sorting(event);
    const std::size_t flows_end = last ? flows_.size() : frames_[open.frame + 1].flows_begin;
    for (std::size_t f = frame.flows_begin; f < flows_end; ++f) {
      late_.back().event.order = flows_[f].order;
      late_flows_.push_back(flows_[f].point);
      ++late_.back().flows_count;
    }
  }
}

void SliceStack::keep_for_sorting(const TrackEvent& event) {
  late_.push_back({.event = event,
                   .args_begin = late_args_.size(),
                   .args_count = event.args.size(),
                   .flows_begin = late_flows_.size(),
                   .flows_count = event.flows.size(),
                   .open = {}});
  late_args_.insert(late_args_.end(), event.args.begin(), event.args.end());
  late_flows_.insert(late_flows_.end(), event.flows.begin(), event.flows.end());
}

void SliceStack::finish(TrackId track, SliceOutput& to) {
  flush(track, to);
  std::stable_sort(late_.begin(), late_.end(),
                   [](const Late& a, const Late& b) { return a.event.time < b.event.time; });
  for (Late& late : late_) {
    if (late.open.valid()) {
      stack_.push_back({kNone, late.open, late.event.name});
      continue;
    }
    late.event.args = std::span(late_args_).subspan(late.args_begin, late.args_count);
    late.event.flows = std::span(late_flows_).subspan(late.flows_begin, late.flows_count);
    place(late.event, to);
    if (ready()) flush(track, to);
  }
  late_ = {};
  late_args_ = {};
  late_flows_ = {};
  flush(track, to);
}

}  // namespace nscope::importers::perfetto
