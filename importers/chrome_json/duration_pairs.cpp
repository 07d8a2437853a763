#include "importers/chrome_json/duration_pairs.h"

#include <algorithm>
#include <utility>

namespace nscope::importers {

DurationPairs::ThreadState& DurationPairs::at(std::uint32_t thread) {
  if (thread >= threads_.size()) threads_.resize(thread + std::size_t{1});
  return threads_[thread];
}

void DurationPairs::add(std::uint32_t thread, Event event) {
  ThreadState& state = at(thread);
  if (event.time < state.horizon) {
    out_.diagnose("late_begin_or_end", Severity::kWarning,
                  tr("event {} was paired with later events: it is too far from the events of its "
                     "time in the file",
                     event.number));
  }
  event.args_begin = event.args_end = static_cast<std::uint32_t>(state.args.size());
  state.sorted = state.sorted && (state.events.empty() || state.events.back().time <= event.time);
  state.events.push_back(event);
  if (++kept_ > pair_above_) pair_older_half();
}

void DurationPairs::begin(std::uint32_t thread, std::int64_t time, StringId name, SliceId slice,
                          std::int64_t number) {
  add(thread, {.time = time, .number = number, .name = name, .slice = slice});
}

void DurationPairs::end(std::uint32_t thread, std::int64_t time, StringId name,
                        std::int64_t number) {
  // The properties of an end follow it, so it must not be paired before the next event.
  if (kept_ >= pair_above_) pair_older_half();
  last_end_ = thread;
  add(thread, {.time = time, .number = number, .name = name});
}

void DurationPairs::arg(StringId key, ArgValue value) {
  ThreadState& state = threads_[last_end_];
  state.args.push_back({key, value});
  state.events.back().args_end = static_cast<std::uint32_t>(state.args.size());
}

void DurationPairs::pair_older_half() {
  kept_ = 0;
  for (std::uint32_t thread = 0; thread < threads_.size(); ++thread) {
    ThreadState& state = threads_[thread];
    const std::size_t size = state.events.size();
    if (size > 0) {
      // Half of the events by time; the sum of both halves of all threads stays linear.
      std::vector<std::int64_t> times;
      times.reserve(size);
      for (const Event& event : state.events) times.push_back(event.time);
      const auto middle = times.begin() + static_cast<std::ptrdiff_t>(size / 2);
      std::nth_element(times.begin(), middle, times.end());
      state.horizon = std::max(state.horizon, *middle);
      pair(thread, state.horizon);
    }
    kept_ += state.events.size();
  }
  pair_above_ = std::max(kMaxKept, 2 * kept_);
}

/// Takes the events of the thread with times before `before` in the order of time.
void DurationPairs::pair(std::uint32_t thread, std::int64_t before) {
  ThreadState& state = threads_[thread];
  std::vector<Event>& events = state.events;
  if (!state.sorted) {
    std::stable_sort(events.begin(), events.end(),
                     [](const Event& a, const Event& b) { return a.time < b.time; });
    state.sorted = true;
  }
  std::size_t done = 0;
  for (; done < events.size() && events[done].time < before; ++done) {
    const Event& event = events[done];
    if (event.time != state.now) end_of_time(thread);
    state.now = event.time;
    if (event.slice.valid()) {
      take_begin(thread, event);
    } else {
      take_end(thread, event);
    }
  }
  if (done == events.size() || events[done].time != state.now) end_of_time(thread);
  events.erase(events.begin(), events.begin() + static_cast<std::ptrdiff_t>(done));
  std::vector<Property> left;
  for (Event& event : events) {
    const auto first = static_cast<std::uint32_t>(left.size());
    left.insert(left.end(), state.args.begin() + event.args_begin,
                state.args.begin() + event.args_end);
    event.args_begin = first;
    event.args_end = static_cast<std::uint32_t>(left.size());
  }
  state.args = std::move(left);
}

void DurationPairs::take_begin(std::uint32_t thread, const Event& event) {
  ThreadState& state = threads_[thread];
  const Begun begun{
      .slice = event.slice, .name = event.name, .start = event.time, .number = event.number};
  // The end of a slice without a duration may precede its begin in the file.
  const auto own = std::find_if(state.unmatched.begin(), state.unmatched.end(),
                                [&](const Event& end) { return end.name == event.name; });
  if (own != state.unmatched.end()) {
    close(thread, begun, *own);
    state.unmatched.erase(own);
    return;
  }
  open(state, begun);
}

void DurationPairs::open(ThreadState& state, Begun begun) {
  const auto index = static_cast<std::uint32_t>(state.open.size());
  const auto [entry, added] = state.innermost.try_emplace(begun.name, index);
  begun.outer = added ? kNone : std::exchange(entry->second, index);
  state.open.push_back(begun);
}

void DurationPairs::take_end(std::uint32_t thread, const Event& event) {
  ThreadState& state = threads_[thread];
  if (!event.name.valid()) {
    close_unmatched(thread, event);
    return;
  }
  if (close_enclosed(thread, event, true)) return;
  if (const auto named = state.innermost.find(event.name); named != state.innermost.end()) {
    return close_open(thread, named->second, event);
  }
  // A few at most, so that the search for them at each begin takes constant time.
  constexpr std::size_t kMaxUnmatched = 64;
  if (state.unmatched.size() == kMaxUnmatched) {
    const Event first = state.unmatched.front();
    state.unmatched.erase(state.unmatched.begin());
    if (!close_enclosed(thread, first, false)) close_unmatched(thread, first);
  }
  state.unmatched.push_back(event);
}

/// After the last event with the current time.
void DurationPairs::end_of_time(std::uint32_t thread) {
  ThreadState& state = threads_[thread];
  for (const Event& end : std::exchange(state.unmatched, {})) {
    if (!close_enclosed(thread, end, false)) close_unmatched(thread, end);
  }
  // A slice that begins when the slice around it ends is not inside it but follows it.
  std::sort(state.newly_enclosed.begin(), state.newly_enclosed.end(),
            [&](std::uint32_t a, std::uint32_t b) {
              return state.enclosed[a].begun.number < state.enclosed[b].begun.number;
            });
  for (const std::uint32_t at : state.newly_enclosed) {
    Enclosed& slice = state.enclosed[at];
    if (slice.closed || slice.begun.start != state.now) continue;
    slice.closed = true;
    open(state, slice.begun);
  }
  state.newly_enclosed.clear();
}

/// Closes the latest enclosed slice with the name of the end. `now_only`: only if the slice around
/// it was closed at the current time. False if there is none.
bool DurationPairs::close_enclosed(std::uint32_t thread, const Event& end, bool now_only) {
  ThreadState& state = threads_[thread];
  const auto found = state.enclosed_by_name.find(end.name);
  if (found == state.enclosed_by_name.end()) return false;
  std::vector<std::uint32_t>& indices = found->second;
  while (!indices.empty() && state.enclosed[indices.back()].closed) indices.pop_back();
  if (indices.empty()) return false;
  Enclosed& slice = state.enclosed[indices.back()];
  if (now_only && slice.limit != end.time) return false;
  slice.closed = true;
  indices.pop_back();
  close(thread, slice.begun, end);
  return true;
}

/// Closes the innermost slice of those that were enclosed at the current time.
bool DurationPairs::close_newly_enclosed(std::uint32_t thread, const Event& end) {
  ThreadState& state = threads_[thread];
  while (!state.newly_enclosed.empty()) {
    Enclosed& slice = state.enclosed[state.newly_enclosed.back()];
    state.newly_enclosed.pop_back();
    if (slice.closed) continue;
    slice.closed = true;
    close(thread, slice.begun, end);
    return true;
  }
  return false;
}

/// Closes the innermost slice for an end without a name or with a name that no slice has.
void DurationPairs::close_unmatched(std::uint32_t thread, const Event& end) {
  ThreadState& state = threads_[thread];
  const bool enclosed = close_newly_enclosed(thread, end);
  if (!enclosed && state.open.empty()) {
    out_.diagnose("end_without_begin", Severity::kWarning,
                  tr("event {} was skipped: it has no begin event", end.number));
    return;
  }
  if (end.name.valid()) {
    out_.diagnose("end_of_another_name", Severity::kWarning,
                  tr("event {}: no open slice has the name of the end; the innermost slice was "
                     "closed",
                     end.number));
  }
  if (!enclosed) close_open(thread, static_cast<std::uint32_t>(state.open.size() - 1), end);
}

/// Closes the slice at `index` of the open ones. The slices inside it are no longer open.
void DurationPairs::close_open(std::uint32_t thread, std::uint32_t index, const Event& end) {
  ThreadState& state = threads_[thread];
  const std::size_t first = state.newly_enclosed.size();
  while (state.open.size() > index) {
    const Begun begun = state.open.back();
    state.open.pop_back();
    if (begun.outer == kNone) {
      state.innermost.erase(begun.name);
    } else {
      state.innermost[begun.name] = begun.outer;
    }
    if (state.open.size() == index) {
      close(thread, begun, end);
      break;
    }
    const auto at = static_cast<std::uint32_t>(state.enclosed.size());
    state.enclosed.push_back({begun, end.time});
    state.newly_enclosed.push_back(at);
  }
  std::reverse(state.newly_enclosed.begin() + static_cast<std::ptrdiff_t>(first),
               state.newly_enclosed.end());
  for (std::size_t i = first; i < state.newly_enclosed.size(); ++i) {
    const std::uint32_t at = state.newly_enclosed[i];
    state.enclosed_by_name[state.enclosed[at].begun.name].push_back(at);
  }
}

void DurationPairs::close(std::uint32_t thread, const Begun& begun, const Event& end) {
  for (std::uint32_t i = end.args_begin; i < end.args_end; ++i) {
    const Property& property = threads_[thread].args[i];
    out_.arg(begun.slice, property.key, property.value);
  }
  out_.close_slice(begun.slice, TraceTime(end.time));
  flows_.slice(thread, begun.start, end.time, begun.slice);
}

void DurationPairs::finish() {
  for (std::uint32_t thread = 0; thread < threads_.size(); ++thread) {
    pair(thread, std::numeric_limits<std::int64_t>::max());
    ThreadState& state = threads_[thread];
    for (const Enclosed& slice : state.enclosed) {
      if (slice.closed) continue;
      out_.diagnose("begin_without_end", Severity::kWarning,
                    tr("event {}: a slice without an end was closed with the slice around it",
                       slice.begun.number));
      close(thread, slice.begun, {.time = slice.limit});
    }
    for (const Begun& begun : state.open) {
      flows_.slice(thread, begun.start, std::numeric_limits<std::int64_t>::max(), begun.slice);
    }
    state = {};
  }
}

}  // namespace nscope::importers
