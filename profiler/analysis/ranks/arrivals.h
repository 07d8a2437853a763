#pragma once

#include "profiler/analysis/definition/analysis.h"
#include "profiler/analysis/ranks/collective_matches.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace nscope::analysis {

/// Arrival times of the ranks of one collective, in ticks.
struct Arrivals {
  std::int64_t first = 0;
  std::int64_t last = 0;
  std::int64_t end = 0;                     ///< latest end
  std::int64_t waited = 0;                  ///< waiting time of all ranks: sum(last - arrival)
  const CollectiveEvent* latest = nullptr;  ///< event of the rank that arrived last

  std::int64_t spread() const { return last - first; }
};

/// The collectives recorded on several devices, with the offsets of the devices' clocks.
struct RankArrivals {
  CollectiveEvents events;
  CollectiveMatches matches{};
  /// Median of the differences between the ends of collectives on each device and on the first
  /// device, by device. Collectives end together, so this is the offset of the clock. nullopt if
  /// no match contains both devices.
  std::vector<std::optional<std::int64_t>> clock_offset{};
  bool corrected = false;  ///< whether arrivals are shifted by clock_offset

  std::int64_t arrival(const CollectiveEvent& event) const {
    return event.begin - correction(event);
  }
  Arrivals arrivals(const CollectiveMatch& match) const;

 private:
  std::int64_t correction(const CollectiveEvent& event) const {
    return corrected ? clock_offset[event.device].value_or(0) : 0;
  }
};

/// Values of the parameter "clocks": arrivals as recorded, or shifted so that collectives end
/// together.
inline constexpr auto kClockWords =
    std::to_array<std::string_view>({"recorded", "collective-ends"});

/// Reads and matches the collectives of a request with the parameter "clocks" (kClockWords).
/// Errors: kCancelled; kInvalidArgument if the run does not have the core of the request.
Result<RankArrivals> rank_arrivals(const Trace& trace, const AnalysisRequest& request,
                                   TaskControl& control);

/// Adds notes about collectives that were not matched, and about the clocks.
void add_arrival_notes(const Trace& trace, const RankArrivals& ranks, Table& table);

}  // namespace nscope::analysis
