#include "profiler/analysis/engines/overlap_sweep.h"

#include <algorithm>
#include <limits>
#include <vector>

namespace nscope::analysis {
namespace {

constexpr std::int64_t kNever = std::numeric_limits<std::int64_t>::max();

/// A position in a union: inside or outside an interval, and the time of the next change.
struct Cursor {
  const std::vector<IntervalUnion::Interval>* intervals = nullptr;
  std::size_t next = 0;
  bool inside = false;

  std::int64_t change() const {
    if (next == intervals->size()) return kNever;
    return inside ? (*intervals)[next].end : (*intervals)[next].begin;
  }
  void step() {
    if (inside) ++next;
    inside = !inside;
  }
};

}  // namespace

Result<OverlapSweep> OverlapSweep::of(const CoreActivity& activity,
                                      std::span<const TimeWindow> windows,
                                      const TaskControl& control) {
  IntervalUnion inside;
  for (const TimeWindow& window : windows) inside.add(window.begin.value(), window.end.value());
  std::array<Cursor, kUnits + 1> cursors;
  for (std::size_t unit = 0; unit < kUnits; ++unit) {
    cursors[unit].intervals = &activity.busy[unit].intervals();
  }
  cursors[kUnits].intervals = &inside.intervals();

  OverlapSweep sweep;
  Mask mask = 0;
  std::int64_t now = 0;
  for (std::size_t steps = 0;; ++steps) {
    if (control.cancelled_at(steps)) return cancelled();
    std::int64_t next = kNever;
    for (const Cursor& cursor : cursors) next = std::min(next, cursor.change());
    if (next == kNever) return sweep;
    if ((mask & kInside) != 0) sweep.time_[mask & (kInside - 1)] += next - now;
    now = next;
    Mask changed = mask;
    for (std::size_t i = 0; i < cursors.size(); ++i) {
      if (cursors[i].change() != now) continue;
      cursors[i].step();
      changed ^= Mask{1} << i;
    }
    sweep.change(mask, changed, now);
    mask = changed;
  }
}

/// Starts and ends the tracked intervals when the set of busy units changes.
void OverlapSweep::change(Mask from, Mask to, std::int64_t time) {
  const auto follow = [&](Tracker& tracker, bool before, bool after) {
    if (before && !after) tracker.end(time);
    if (!before && after) tracker.since = time;
  };
  const Mask edges = from ^ to;
  const bool window = (edges & kInside) != 0;
  follow(nothing_, from == kInside, to == kInside);
  for (std::size_t a = 0; a < kUnits; ++a) {
    const Mask only = Mask{1} << a | kInside;
    follow(alone_[a], from == only, to == only);
    if (((from | to) & Mask{1} << a) == 0) continue;
    const bool a_changes = window || (edges & Mask{1} << a) != 0;
    for (std::size_t b = a; b < kUnits; ++b) {
      if (!a_changes && (edges & Mask{1} << b) == 0) continue;
      const Mask pair = only | Mask{1} << b;
      follow(pairs_[a][b], (from & pair) == pair, (to & pair) == pair);
    }
  }
}

template <class Includes>
std::int64_t OverlapSweep::sum(Includes includes) const {
  std::int64_t ticks = 0;
  for (Mask mask = 0; mask < kInside; ++mask) {
    if (includes(mask)) ticks += time_[mask];
  }
  return ticks;
}

std::int64_t OverlapSweep::window() const {
  return sum([](Mask) { return true; });
}

std::int64_t OverlapSweep::nothing() const {
  return time_[0];
}

std::int64_t OverlapSweep::busy(std::size_t unit) const {
  return both(unit, unit);
}

std::int64_t OverlapSweep::alone(std::size_t unit) const {
  return time_[std::size_t{1} << unit];
}

std::int64_t OverlapSweep::both(std::size_t a, std::size_t b) const {
  const Mask pair = Mask{1} << a | Mask{1} << b;
  return sum([&](Mask mask) { return (mask & pair) == pair; });
}

}  // namespace nscope::analysis
