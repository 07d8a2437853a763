#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace nscope::sim {

/// What processes found in the cache, summed over the fleet. A lookup is one process's
/// first look for one graph:
///   lookups = hits + cached_failures + compiled + failed + waited
struct CacheCounts {
  std::int64_t lookups = 0;
  std::int64_t hits = 0;
  std::int64_t cached_failures = 0;  ///< an earlier failure was found
  std::int64_t compiled = 0;         ///< the process compiled it
  std::int64_t failed = 0;           ///< the process tried, and its last try failed
  std::int64_t waited = 0;           ///< for another process, whatever came of it
  std::int64_t compilations = 0;     ///< runs of the compiler: a process may try again
  std::int64_t failures = 0;         ///< of them
  std::int64_t takeovers = 0;        ///< locks taken from another process after the timeout
  double compile_seconds = 0;        ///< of all runs of the compiler
  double neff_bytes = 0;             ///< stored

  std::int64_t misses() const { return compiled + failed + waited; }
};

/// How one start went for instances that behave alike. Seconds.
struct InstanceOutcome {
  enum class End { kFinished, kFailed, kStuck };
  int first = 0;  ///< instance
  int count = 1;
  std::optional<double> first_step{};  ///< since the instance's start; never: nothing
  double stalled = 0;                  ///< time without steps
  double running = 0;                  ///< time with steps
  End end = End::kFinished;
};

/// One start of the whole fleet.
struct FleetStart {
  double ahead_seconds = 0;       ///< of the compilation before it
  int ahead_hosts = 0;            ///< instances that did nothing else meanwhile
  double ahead_host_seconds = 0;  ///< of all of them
  std::vector<InstanceOutcome> instances;
};

/// All starts of a fleet.
struct FleetRun {
  std::vector<FleetStart> starts;
  CacheCounts counts;
};

}  // namespace nscope::sim
