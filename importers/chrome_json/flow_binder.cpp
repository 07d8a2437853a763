#include "importers/chrome_json/flow_binder.h"

#include <algorithm>
#include <limits>
#include <tuple>

#include <tbb/parallel_for.h>
#include <tbb/parallel_sort.h>

namespace nscope::importers {
namespace {

constexpr std::int64_t kForever = std::numeric_limits<std::int64_t>::max();
constexpr std::size_t kPruneActive = 256;

}  // namespace

FlowBinder::ThreadSlices& FlowBinder::at(std::uint32_t thread) {
  if (thread >= threads_.size()) threads_.resize(thread + 1u);
  return threads_[thread];
}

void FlowBinder::slice(std::uint32_t thread, std::int64_t start, std::int64_t end, SliceId id) {
  at(thread).spans.push_back({start, end, id});
  if (++slice_count_ > kMaxKept) remove_old_slices();
}

void FlowBinder::add(Point point) {
  point.order = static_cast<std::uint32_t>(points_.size());
  points_.push_back(point);
}

void FlowBinder::point(std::uint64_t flow, Step step, std::uint32_t thread, std::int64_t time,
                       Bind bind, StringId kind) {
  ThreadSlices& slices = at(thread);
  if (time < slices.horizon) ++late_;
  slices.waiting.push_back({time, static_cast<std::uint32_t>(points_.size()), bind});
  add({.flow = flow, .time = time, .kind = kind, .step = step});
}

void FlowBinder::point_at(std::uint64_t flow, Step step, std::int64_t time, SliceId slice,
                          StringId kind) {
  add({.flow = flow, .time = time, .slice = slice, .kind = kind, .step = step});
}

/// Sorts by start, longest first. The slices of most threads are in order already.
void FlowBinder::sort(std::vector<Span>& spans) {
  const auto before = [](const Span& a, const Span& b) {
    return std::tie(a.start, b.end, a.id) < std::tie(b.start, a.end, b.id);
  };
  if (!std::is_sorted(spans.begin(), spans.end(), before)) {
    std::sort(spans.begin(), spans.end(), before);
  }
}

/// Binds the points in the first half of each thread and removes the slices that ended there.
void FlowBinder::remove_old_slices() {
  slice_count_ = 0;
  for (ThreadSlices& thread : threads_) {
    auto& spans = thread.spans;
    if (!spans.empty()) {
      sort(spans);
      thread.horizon = std::max(thread.horizon, spans[spans.size() / 2].start);
      resolve(thread, thread.horizon);
      std::erase_if(spans, [&](const Span& span) { return span.end < thread.horizon; });
      // Most slices may still be open, so the capacity is reduced only if it helps.
      if (spans.capacity() > 4 * spans.size()) spans.shrink_to_fit();
    }
    slice_count_ += spans.size();
  }
  slice_count_ = std::min(slice_count_, kMaxKept / 2);
}

/// Binds the waiting points of the thread with times before `before`.
void FlowBinder::resolve(ThreadSlices& thread, std::int64_t before) {
  auto& waiting = thread.waiting;
  if (waiting.empty()) return;
  sort(thread.spans);
  std::sort(waiting.begin(), waiting.end(), [](const Waiting& a, const Waiting& b) {
    return std::tie(a.time, a.point) < std::tie(b.time, b.point);
  });
  std::vector<const Span*> active;  // started, latest last
  std::size_t next = 0;
  std::size_t done = 0;
  for (; done < waiting.size() && waiting[done].time < before; ++done) {
    const std::int64_t time = waiting[done].time;
    for (; next < thread.spans.size() && thread.spans[next].start <= time; ++next) {
      const Span& span = thread.spans[next];
      while (!active.empty() && active.back()->end < span.start) active.pop_back();
      active.push_back(&span);
    }
    if (active.size() > kPruneActive) {
      std::erase_if(active, [&](const Span* span) { return span->end < time; });
    }
    if (waiting[done].bind == Bind::kNext) {
      bind_next(thread, waiting[done]);
      continue;
    }
    // The innermost slice that continues after this time; else one that ends at it.
    const auto holds = [&](const Span* span) { return span->end > time; };
    const auto ends = [&](const Span* span) { return span->end == time; };
    auto found = std::find_if(active.rbegin(), active.rend(), holds);
    if (found == active.rend()) found = std::find_if(active.rbegin(), active.rend(), ends);
    if (found != active.rend()) points_[waiting[done].point].slice = (*found)->id;
  }
  waiting.erase(waiting.begin(), waiting.begin() + static_cast<std::ptrdiff_t>(done));
}

void FlowBinder::bind_next(const ThreadSlices& thread, const Waiting& waiting) {
  const auto next =
      std::lower_bound(thread.spans.begin(), thread.spans.end(), waiting.time,
                       [](const Span& span, std::int64_t time) { return span.start < time; });
  if (next != thread.spans.end()) points_[waiting.point].slice = next->id;
}

/// Writes the flow whose points start at index `begin`; returns the index of the next flow.
std::size_t FlowBinder::connect(std::size_t begin) {
  std::size_t end = begin;
  while (end < points_.size() && points_[end].flow == points_[begin].flow) ++end;
  const auto is_start = [](const Point& point) { return point.step == Step::kStart; };
  const auto first = points_.begin() + static_cast<std::ptrdiff_t>(begin);
  const auto last = points_.begin() + static_cast<std::ptrdiff_t>(end);
  // Clocks of devices may differ slightly: an end before all starts belongs to the first start.
  const auto start = std::find_if(first, last, is_start);
  const Point* from = start != last ? &*start : nullptr;
  for (std::size_t i = begin; i < end; ++i) {
    const Point& point = points_[i];
    if (point.step == Step::kStart) {
      from = &point;
      continue;
    }
    if (from == nullptr) {
      ++without_start_;
    } else if (from->slice.valid() && point.slice.valid()) {
      out_.flow(from->slice, point.slice, point.kind);
    }
    if (point.step == Step::kStep) from = &point;
  }
  return end;
}

void FlowBinder::finish(bool has_known_gaps) {
  tbb::parallel_for(std::size_t{0}, threads_.size(), [&](std::size_t i) {
    resolve(threads_[i], kForever);
    threads_[i] = {};
  });
  std::int64_t unbound = 0;
  for (const Point& point : points_) unbound += point.slice.valid() ? 0 : 1;
  tbb::parallel_sort(points_.begin(), points_.end(), [](const Point& a, const Point& b) {
    return std::tie(a.flow, a.time, a.order) < std::tie(b.flow, b.time, b.order);
  });
  for (std::size_t begin = 0; begin < points_.size();) begin = connect(begin);
  points_ = {};
  const auto count = [&](std::string_view code, std::int64_t times, Phrase example) {
    const Severity severity = has_known_gaps ? Severity::kInfo : Severity::kWarning;
    if (times > 0) out_.diagnose(code, severity, example, times);
  };
  count("flow_without_slice", unbound,
        phrase("a flow event was skipped: its thread has no slice at its time"));
  count("flow_without_start", without_start_,
        phrase("a flow event was skipped: the flow has no start"));
  count("late_flow_event", late_,
        phrase("a flow event was bound to a later slice: it is too far from the slices of its time "
               "in the file"));
}

}  // namespace nscope::importers
