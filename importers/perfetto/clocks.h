#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace nscope::importers::perfetto {

/// The clocks of a trace and the snapshots that synchronise them. Packets may have times of any
/// clock; all are converted to the clock of the trace, which the first snapshot states (boot time
/// if it does not). Clocks 64 to 127 belong to one sequence of packets, all others to the whole
/// trace.
class Clocks {
 public:
  static constexpr std::uint32_t kRealTime = 1;
  static constexpr std::uint32_t kBootTime = 6;

  /// Reads a ClockSnapshot message. False if it is damaged.
  bool add_snapshot(std::string_view message, std::uint32_t sequence);

  /// A time in nanoseconds of the trace's clock; nullopt if no snapshot synchronises `clock` with
  /// it. Times of an incremental clock must be converted in file order.
  std::optional<std::int64_t> to_trace_time(std::uint32_t clock, std::uint32_t sequence,
                                            std::uint64_t time);

  std::uint32_t trace_clock() const { return trace_clock_; }
  bool has_snapshots() const { return snapshots_ > 0; }
  /// Unix time minus trace time, from the first snapshot that has both.
  std::optional<std::int64_t> unix_offset() const;

 private:
  /// A clock and its sequence (0: all).
  using Key = std::pair<std::uint32_t, std::uint32_t>;
  struct Clock {
    std::uint64_t unit_ns = 1;
    bool incremental = false;
    std::int64_t last = 0;                                         ///< ns, of an incremental clock
    std::vector<std::pair<std::uint32_t, std::int64_t>> readings;  ///< snapshot, ns
    // The last known route from this clock to the trace's clock.
    std::uint32_t via = 0;  ///< a clock in between; the id of this clock: directly
    bool reachable = true;
    std::uint32_t routed_at = 0;  ///< number of snapshots when the route was determined
  };

  static Key key(std::uint32_t clock, std::uint32_t sequence) {
    return {clock, clock >= 64 && clock < 128 ? sequence : 0};
  }
  /// The difference to add to `time` of `from` to get a time of `to`, from the last common snapshot
  /// before `time`, else from the first after it.
  static std::optional<std::int64_t> offset(const Clock& from, const Clock& to, std::int64_t time);
  const Clock* find(std::uint32_t clock, std::uint32_t sequence) const;
  /// Converts `time` of `clock` to trace time through the clock `via`.
  std::optional<std::int64_t> route(const Clock& clock, std::uint32_t id, std::uint32_t via,
                                    std::uint32_t sequence, std::int64_t time) const;

  std::uint32_t trace_clock_ = kBootTime;
  std::map<Key, Clock> clocks_;
  std::uint32_t snapshots_ = 0;
};

}  // namespace nscope::importers::perfetto
