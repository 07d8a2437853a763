#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace nscope::importers::perfetto {

/// The clocks of a trace and the snapshots that tie them together. Packets may
/// carry times of any clock; everything becomes the trace's own clock, the one
/// that the first snapshot names (boot time where none does). Clocks 64..127
/// belong to one sequence of packets each, others to the whole trace.
class Clocks {
 public:
  static constexpr std::uint32_t kRealTime = 1;
  static constexpr std::uint32_t kBootTime = 6;

  /// Takes a ClockSnapshot message. False where it is damaged.
  bool add_snapshot(std::string_view message, std::uint32_t sequence);

  /// Nanoseconds of the trace's clock; nullopt where no snapshot ties `clock` to
  /// it. Times of an incremental clock must be asked for in file order.
  std::optional<std::int64_t> to_trace_time(std::uint32_t clock, std::uint32_t sequence,
                                            std::uint64_t time);

  std::uint32_t trace_clock() const { return trace_clock_; }
  bool has_snapshots() const { return snapshots_ > 0; }
  /// Unix time minus trace time, from the first snapshot that has both.
  std::optional<std::int64_t> unix_offset() const;

 private:
  /// A clock with the sequence it belongs to (0: all).
  using Key = std::pair<std::uint32_t, std::uint32_t>;
  struct Clock {
    std::uint64_t unit_ns = 1;
    bool incremental = false;
    std::int64_t last = 0;                                         ///< ns, of an incremental clock
    std::vector<std::pair<std::uint32_t, std::int64_t>> readings;  ///< snapshot, ns
    // How this clock was last found to reach the trace's clock, and how many
    // snapshots there were then.
    std::uint32_t via = 0;  ///< a third clock; its own id: directly
    bool reachable = true;
    std::uint32_t routed_at = 0;
  };

  static Key key(std::uint32_t clock, std::uint32_t sequence) {
    return {clock, clock >= 64 && clock < 128 ? sequence : 0};
  }
  /// What must be added to `time` of `from` to become time of `to`: from the last
  /// snapshot of both before it, else the first after it.
  static std::optional<std::int64_t> offset(const Clock& from, const Clock& to, std::int64_t time);
  const Clock* find(std::uint32_t clock, std::uint32_t sequence) const;
  /// `time` of `clock` as trace time by way of the clock `via`.
  std::optional<std::int64_t> route(const Clock& clock, std::uint32_t id, std::uint32_t via,
                                    std::uint32_t sequence, std::int64_t time) const;

  std::uint32_t trace_clock_ = kBootTime;
  std::map<Key, Clock> clocks_;
  std::uint32_t snapshots_ = 0;
};

}  // namespace nscope::importers::perfetto
