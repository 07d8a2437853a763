#pragma once

#include "profiler/analysis/definition/analysis.h"
#include "profiler/analysis/ranks/collective_matches.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace nscope::analysis {

/// When the ranks of one collective arrived. Times in ticks.
struct Arrivals {
  std::int64_t first = 0;
  std::int64_t last = 0;
  std::int64_t end = 0;                     ///< of the last to end
  std::int64_t waited = 0;                  ///< by all ranks for the last: sum(last - arrival)
  const CollectiveEvent* latest = nullptr;  ///< of the rank that came last

  std::int64_t spread() const { return last - first; }
};

/// The collectives that several devices show, with the clocks to read them by.
struct RankArrivals {
  CollectiveEvents events;
  CollectiveMatches matches{};
  /// How much later than on the first device collectives end on each: the difference of
  /// their clocks, as collectives end together. Nothing where no match has both.
  std::vector<std::optional<std::int64_t>> clock_offset{};
  bool corrected = false;  ///< arrivals are moved by it

  std::int64_t arrival(const CollectiveEvent& event) const {
    return event.begin - correction(event);
  }
  Arrivals arrivals(const CollectiveMatch& match) const;

 private:
  std::int64_t correction(const CollectiveEvent& event) const {
    return corrected ? clock_offset[event.device].value_or(0) : 0;
  }
};

/// Words of the parameter "clocks": arrivals as recorded, or moved so that collectives end
/// together.
inline constexpr auto kClockWords =
    std::to_array<std::string_view>({"recorded", "collective-ends"});

/// Reads and matches the collectives of a request whose parameter "clocks" is one of
/// kClockWords. Errors: kCancelled, kInvalidArgument for a core the run does not have.
Result<RankArrivals> rank_arrivals(const Trace& trace, const AnalysisRequest& request,
                                   TaskControl& control);

/// Notes on what was not matched, and how far the clocks can be trusted.
void add_arrival_notes(const Trace& trace, const RankArrivals& ranks, Table& table);

}  // namespace nscope::analysis
