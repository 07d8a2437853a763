#include "profiler/analysis/comparison/wall_time.h"

#include "profiler/analysis/comparison/track_segments.h"

#include <algorithm>
#include <array>
#include <queue>
#include <tuple>

namespace nscope::analysis {
namespace {

/// Divides each instant among the running events.
///
/// If n(t) events of the leading class run, an event of that class gets the integral of 1 / n over
/// its time. Each class has a running integral. Together with the value of the integral when
/// the number of a group's events last changed, it gives the part of the group in constant time
/// per start and end of an event.
class TimeShares {
 public:
  explicit TimeShares(const GroupTable& groups) : groups_(groups), shares_(groups.size()) {}

  void advance_to(std::int64_t time) {
    const auto leading =
        std::find_if(classes_.begin(), classes_.end(), [](const Class& c) { return c.count > 0; });
    if (leading != classes_.end() && time > now_) {
      leading->integral += static_cast<double>(time - now_) / static_cast<double>(leading->count);
    }
    now_ = time;
  }
  void begin(std::uint32_t group) { change(group, 1); }
  void end(std::uint32_t group) { change(group, -1); }

  std::vector<double> result() const {
    std::vector<double> ticks(shares_.size());
    std::transform(shares_.begin(), shares_.end(), ticks.begin(),
                   [](const Share& share) { return share.ticks; });
    return ticks;
  }

 private:
  struct Class {
    std::int64_t count = 0;
    double integral = 0.0;
  };
  struct Share {
    std::int64_t count = 0;
    double since = 0.0;  ///< value of the integral of the class when `count` last changed
    double ticks = 0.0;
  };

  void change(std::uint32_t group, std::int64_t by) {
    Class& of = classes_[static_cast<std::size_t>(groups_[group].work)];
    Share& share = shares_[group];
    share.ticks += static_cast<double>(share.count) * (of.integral - share.since);
    share.since = of.integral;
    share.count += by;
    of.count += by;
  }

  const GroupTable& groups_;
  std::array<Class, kClaimingClasses> classes_{};
  std::vector<Share> shares_;
  std::int64_t now_ = 0;
};

/// The next segment of each track that has a part in the wall time, earliest first.
class NextSegments {
 public:
  NextSegments(const RunItems& run, const GroupTable& groups) : groups_(groups) {
    tracks_.reserve(run.tracks.size());
    for (const TrackItems& items : run.tracks) tracks_.emplace_back(items);
    for (std::size_t i = 0; i < tracks_.size(); ++i) fetch(i);
  }

  bool empty() const { return heap_.empty(); }
  const Segment& front() const { return heap_.top().segment; }
  void pop() {
    const std::size_t track = heap_.top().track;
    heap_.pop();
    fetch(track);
  }

 private:
  struct Entry {
    Segment segment;
    std::size_t track;
    bool operator<(const Entry& other) const {
      return std::tie(segment.begin, track) > std::tie(other.segment.begin, other.track);
    }
  };

  void fetch(std::size_t track) {
    auto segment = tracks_[track].next();
    while (segment && !claims_time(groups_[segment->group].work)) segment = tracks_[track].next();
    if (segment) heap_.push({*segment, track});
  }

  const GroupTable& groups_;
  std::vector<TrackSegments> tracks_;
  std::priority_queue<Entry> heap_;
};

struct Ending {
  std::int64_t time;
  std::uint32_t group;
  bool operator<(const Ending& other) const {
    return std::tie(time, group) > std::tie(other.time, other.group);
  }
};

}  // namespace

Result<std::vector<double>> split_wall_time(const RunItems& run, const GroupTable& groups,
                                            TaskControl& control) {
  TimeShares shares(groups);
  NextSegments next(run, groups);
  std::priority_queue<Ending> endings;
  control.begin(phrase("Computing exposed times"), 0);
  for (std::size_t steps = 0; !next.empty() || !endings.empty(); ++steps) {
    if (control.cancelled_at(steps)) return cancelled();
    if (!endings.empty() && (next.empty() || endings.top().time <= next.front().begin)) {
      shares.advance_to(endings.top().time);
      shares.end(endings.top().group);
      endings.pop();
    } else {
      shares.advance_to(next.front().begin);
      shares.begin(next.front().group);
      endings.push({next.front().end, next.front().group});
      next.pop();
    }
  }
  return shares.result();
}

}  // namespace nscope::analysis
