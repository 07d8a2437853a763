#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace nscope::sim {

/// Results of cache lookups, summed over the fleet. A lookup is the first access of one process
/// to one graph:
///   lookups = hits + cached_failures + compiled + failed + waited
struct CacheCounts {
  std::int64_t lookups = 0;
  std::int64_t hits = 0;
  std::int64_t cached_failures = 0;  ///< an earlier failure was found
  std::int64_t compiled = 0;         ///< the process compiled it
  std::int64_t failed = 0;           ///< the process compiled it, and its last attempt failed
  std::int64_t waited = 0;           ///< the process waited for another one, with any result
  std::int64_t compilations = 0;     ///< runs of the compiler, with repeated attempts
  std::int64_t failures = 0;         ///< failed runs of the compiler
  std::int64_t takeovers = 0;        ///< locks taken from another process after the timeout
  double compile_seconds = 0;        ///< of all runs of the compiler
  double neff_bytes = 0;             ///< stored

  std::int64_t misses() const { return compiled + failed + waited; }
};

/// The result of one start for instances that behave alike, in seconds.
struct InstanceOutcome {
  enum class End { kFinished, kFailed, kStuck };
  int first = 0;  ///< instance
  int count = 1;
  std::optional<double> first_step{};  ///< since the start of the instance; empty: never
  double stalled = 0;                  ///< time without steps
  double running = 0;                  ///< time with steps
  End end = End::kFinished;
};

/// One start of the whole fleet.
struct FleetStart {
  double ahead_seconds = 0;       ///< of the ahead-of-time compilation
  int ahead_hosts = 0;            ///< instances that are reserved for it
  double ahead_host_seconds = 0;  ///< sum over these instances
  std::vector<InstanceOutcome> instances;
};

/// All starts of a fleet.
struct FleetRun {
  std::vector<FleetStart> starts;
  CacheCounts counts;
};

}  // namespace nscope::sim
