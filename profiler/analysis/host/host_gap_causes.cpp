#include "profiler/analysis/host/host_gap_causes.h"

#include <algorithm>
#include <utility>

namespace nscope::analysis {
namespace {

/// Time by name within one gap. Uses an array with one entry for each string of the trace.
class TimeByName {
 public:
  explicit TimeByName(const Trace& trace) : ticks_(trace.strings().size() + 1, 0) {}

  void add(StringId name, std::int64_t ticks) {
    std::int64_t& sum = ticks_[index(name)];
    if (sum == 0) names_.push_back(name);
    sum += ticks;
  }

  /// Returns all names in the order in which they were added, and clears the object.
  std::vector<std::pair<StringId, std::int64_t>> take() {
    std::vector<std::pair<StringId, std::int64_t>> all;
    for (const StringId name : names_)
      all.emplace_back(name, std::exchange(ticks_[index(name)], 0));
    names_.clear();
    return all;
  }

 private:
  /// The last index is for time without a name.
  std::size_t index(StringId name) const { return name.valid() ? name.index() : ticks_.size() - 1; }

  std::vector<std::int64_t> ticks_;
  std::vector<StringId> names_;
};

/// Goes through a thread's events and the gaps together; both are in order of time.
class ThreadWalk {
 public:
  ThreadWalk(const std::vector<IdleGap>& gaps, const std::vector<TrackId>& only,
             const Track& thread, std::vector<HostGapCause>& causes, TimeByName& spent)
      : gaps_(gaps), only_(only), thread_(thread), causes_(causes), spent_(spent) {}

  /// Ignores events that cover all of [begin, end), unless the thread is the only one considered.
  void ignore(std::int64_t begin, std::int64_t end) {
    whole_begin_ = begin;
    whole_end_ = end;
  }

  bool run(const TaskControl& control) {
    std::size_t steps = 0;
    for (std::size_t row = 0; row < thread_.slices.size(); ++row) {
      if (control.cancelled_at(steps++)) return false;
      const std::int64_t begin = thread_.slices.start[row];
      leave_until(begin);
      spend_until(begin);
      const std::int64_t end = begin + thread_.slices.duration[row];
      if (end > begin) open_.push_back({end, row});
    }
    leave_until(INT64_MAX);
    spend_until(INT64_MAX);
    return true;
  }

 private:
  struct Open {
    std::int64_t end = 0;
    std::size_t row = 0;
  };

  /// Closes the events that end by `time`, innermost first.
  void leave_until(std::int64_t time) {
    while (!open_.empty() && open_.back().end <= time) {
      spend_until(open_.back().end);
      open_.pop_back();
    }
  }

  /// Assigns the time until `time` to the innermost open event.
  void spend_until(std::int64_t time) {
    while (gap_ < gaps_.size() && now_ < time) {
      const IdleGap& gap = gaps_[gap_];
      const std::int64_t from = std::max(now_, gap.begin);
      const std::int64_t to = std::min(time, gap.end);
      if (to > from) add(to - from);
      now_ = std::max(now_, std::min(time, gap.end));
      if (time < gap.end) break;
      settle();
      ++gap_;
    }
    now_ = std::max(now_, time);
  }

  bool is_only_thread() const { return only_[gap_] == thread_.id; }

  void add(std::int64_t ticks) {
    if (only_[gap_].valid() && !is_only_thread()) return;
    StringId name;
    if (!open_.empty()) {
      const std::size_t row = open_.back().row;
      const bool whole =
          thread_.slices.start[row] <= whole_begin_ && open_.back().end >= whole_end_;
      if (whole && !is_only_thread()) return;
      name = thread_.slices.name[row];
    } else if (!is_only_thread()) {
      return;
    }
    spent_.add(name, ticks);
  }

  /// The cause of the gap is the activity with the most time; if several have the same time, the
  /// first of them.
  void settle() {
    HostGapCause& cause = causes_[gap_];
    for (const auto& [name, ticks] : spent_.take()) {
      if (ticks > cause.overlap) cause = {name, ticks};
    }
  }

  const std::vector<IdleGap>& gaps_;
  const std::vector<TrackId>& only_;
  const Track& thread_;
  std::vector<HostGapCause>& causes_;
  TimeByName& spent_;
  std::int64_t whole_begin_ = INT64_MIN;
  std::int64_t whole_end_ = INT64_MAX;
  std::vector<Open> open_;
  std::size_t gap_ = 0;
  std::int64_t now_ = INT64_MIN;
};

}  // namespace

std::optional<std::vector<HostGapCause>> host_gap_causes(const Trace& trace,
                                                         const std::vector<IdleGap>& gaps,
                                                         const std::vector<TrackId>& only,
                                                         const std::vector<const Track*>& threads,
                                                         std::int64_t begin, std::int64_t end,
                                                         const TaskControl& control) {
  std::vector<HostGapCause> causes(gaps.size());
  TimeByName spent(trace);
  for (const Track* thread : threads) {
    ThreadWalk walk(gaps, only, *thread, causes, spent);
    walk.ignore(begin, end);
    if (!walk.run(control)) return std::nullopt;
  }
  return causes;
}

}  // namespace nscope::analysis
