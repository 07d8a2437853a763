#pragma once

#include "importers/ntff/execution_axis.h"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace nscope::importers {

/// Starts of one ring or instruction whose stop has not come yet, oldest first.
struct OpenStarts {
  struct Start {
    std::int64_t time = 0;
    std::uint16_t wait = 0;
  };
  std::vector<Start> starts;
  std::size_t next = 0;

  bool empty() const { return next == starts.size(); }
  std::span<const Start> pending() const { return std::span(starts).subspan(next); }
  Start take();
};

/// One start and the execution that it and its stop belong to.
struct PairedStart {
  OpenStarts::Start start;
  std::uint32_t execution = 0;
};

/// What became of the records of one kind that made no row.
struct Leftovers {
  std::int64_t outside = 0;        ///< pairs outside all executions
  std::int64_t without_start = 0;  ///< stops
  std::int64_t without_stop = 0;   ///< starts
  std::int64_t running = 0;        ///< starts behind the last stop of their engine
  std::int64_t strange = 0;        ///< records of no known meaning
  std::int64_t implausible = 0;    ///< records with a time that only damage explains

  Leftovers& operator+=(const Leftovers& other);
};

/// The oldest open start that `stop` can belong to, where the two touch an
/// execution.
std::optional<PairedStart> pair_up(OpenStarts& starts, std::int64_t stop, const ExecutionAxis& axis,
                                   Leftovers& left);

/// Counts starts that no stop came for: work that still ran when the capture
/// ended, work after the last execution, or lost halves.
void count_pending(const OpenStarts& starts, std::int64_t last_stop, const ExecutionAxis& axis,
                   Leftovers& left);

}  // namespace nscope::importers
