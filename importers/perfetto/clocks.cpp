#include "importers/perfetto/clocks.h"

#include "importers/shared/wire_reader.h"
#include "profiler/perfetto/perfetto_trace.pb.h"

#include <algorithm>

namespace nscope::importers::perfetto {
namespace {

namespace pb = nscope::perfetto_proto;

/// Writers make a snapshot about every ten seconds, so no real trace has more.
constexpr std::uint32_t kMaxSnapshots = 100'000;

struct Reading {
  std::uint32_t clock = 0;
  std::uint64_t time = 0;
  std::uint64_t unit_ns = 1;
  bool incremental = false;
};

bool read_clock(std::string_view message, Reading& out) {
  using C = pb::ClockSnapshot::Clock;
  WireReader in(message);
  for (WireField field; in.next(field);) {
    if (field.type() != kVarint) continue;
    switch (field.field()) {
      case C::kClockIdFieldNumber: out.clock = static_cast<std::uint32_t>(field.number); break;
      case C::kTimestampFieldNumber: out.time = field.number; break;
      case C::kIsIncrementalFieldNumber: out.incremental = field.number != 0; break;
      case C::kUnitMultiplierNsFieldNumber:
        out.unit_ns = std::max<std::uint64_t>(field.number, 1);
        break;
      default: break;
    }
  }
  return in.ok();
}

/// Wraps around if the file contains invalid values; the caller checks the range.
std::int64_t nanoseconds(std::uint64_t time, std::uint64_t unit_ns) {
  return static_cast<std::int64_t>(time * unit_ns);
}

std::int64_t add(std::int64_t a, std::int64_t b) {
  return static_cast<std::int64_t>(static_cast<std::uint64_t>(a) + static_cast<std::uint64_t>(b));
}

std::int64_t negate(std::int64_t a) {
  return static_cast<std::int64_t>(0 - static_cast<std::uint64_t>(a));
}

}  // namespace

bool Clocks::add_snapshot(std::string_view message, std::uint32_t sequence) {
  if (snapshots_ >= kMaxSnapshots) return true;
  std::vector<Reading> readings;
  std::optional<std::uint32_t> primary;
  WireReader in(message);
  for (WireField field; in.next(field);) {
    if (field.is(pb::ClockSnapshot::kClocksFieldNumber, kBytes)) {
      if (!read_clock(field.bytes, readings.emplace_back())) return false;
    } else if (field.is(pb::ClockSnapshot::kPrimaryTraceClockFieldNumber, kVarint)) {
      primary = static_cast<std::uint32_t>(field.number);
    }
  }
  if (!in.ok()) return false;
  if (snapshots_ == 0 && primary && *primary != 0) trace_clock_ = *primary;
  ++snapshots_;
  for (const Reading& reading : readings) {
    Clock& clock = clocks_[key(reading.clock, sequence)];
    clock.unit_ns = reading.unit_ns;
    clock.incremental = reading.incremental;
    clock.last = nanoseconds(reading.time, reading.unit_ns);
    clock.readings.emplace_back(snapshots_, clock.last);
  }
  return true;
}

std::optional<std::int64_t> Clocks::offset(const Clock& from, const Clock& to, std::int64_t time) {
  constexpr std::ptrdiff_t kReach = 64;  // clocks in common snapshots are in many snapshots
  const auto after = std::upper_bound(
      from.readings.begin(), from.readings.end(), time,
      [](std::int64_t wanted, const auto& reading) { return wanted < reading.second; });
  const auto difference = [&](const auto& reading) -> std::optional<std::int64_t> {
    const auto same = std::lower_bound(
        to.readings.begin(), to.readings.end(), reading.first,
        [](const auto& other, std::uint32_t wanted) { return other.first < wanted; });
    if (same == to.readings.end() || same->first != reading.first) return std::nullopt;
    return add(same->second, negate(reading.second));
  };
  const std::ptrdiff_t before = std::min(after - from.readings.begin(), kReach);
  for (std::ptrdiff_t i = 1; i <= before; ++i) {
    if (const auto found = difference(*(after - i))) return found;
  }
  const std::ptrdiff_t later = std::min(from.readings.end() - after, kReach);
  for (std::ptrdiff_t i = 0; i < later; ++i) {
    if (const auto found = difference(*(after + i))) return found;
  }
  return std::nullopt;
}

const Clocks::Clock* Clocks::find(std::uint32_t clock, std::uint32_t sequence) const {
  const auto found = clocks_.find(key(clock, sequence));
  return found == clocks_.end() ? nullptr : &found->second;
}

std::optional<std::int64_t> Clocks::route(const Clock& clock, std::uint32_t id, std::uint32_t via,
                                          std::uint32_t sequence, std::int64_t time) const {
  const Clock* const target = find(trace_clock_, sequence);
  if (target == nullptr) return std::nullopt;
  if (via != id) {
    const Clock* const third = find(via, sequence);
    if (third == nullptr) return std::nullopt;
    const auto first = offset(clock, *third, time);
    if (!first) return std::nullopt;
    return route(*third, via, via, sequence, add(time, *first));
  }
  const auto by = offset(clock, *target, time);
  return by ? std::optional(add(time, *by)) : std::nullopt;
}

std::optional<std::int64_t> Clocks::to_trace_time(std::uint32_t clock_id, std::uint32_t sequence,
                                                  std::uint64_t time) {
  const auto found = clocks_.find(key(clock_id, sequence));
  if (found == clocks_.end()) {
    if (clock_id == trace_clock_) return static_cast<std::int64_t>(time);
    return std::nullopt;
  }
  Clock& clock = found->second;
  std::int64_t ns = nanoseconds(time, clock.unit_ns);
  if (clock.incremental) {
    ns = add(ns, clock.last);
    clock.last = ns;
  }
  if (clock_id == trace_clock_) return ns;
  if (clock.routed_at == snapshots_) {
    return clock.reachable ? route(clock, clock_id, clock.via, sequence, ns) : std::nullopt;
  }
  clock.routed_at = snapshots_;
  clock.reachable = true;
  clock.via = clock_id;
  if (const auto direct = route(clock, clock_id, clock_id, sequence, ns)) return direct;
  for (std::uint32_t third = 1; third < 128; ++third) {
    clock.via = third;
    if (const auto by_way = route(clock, clock_id, third, sequence, ns)) return by_way;
  }
  clock.reachable = false;
  return std::nullopt;
}

std::optional<std::int64_t> Clocks::unix_offset() const {
  if (trace_clock_ == kRealTime) return 0;
  const Clock* const real = find(kRealTime, 0);
  const Clock* const target = find(trace_clock_, 0);
  if (real == nullptr || target == nullptr) return std::nullopt;
  return offset(*target, *real, target->readings.front().second);
}

}  // namespace nscope::importers::perfetto
