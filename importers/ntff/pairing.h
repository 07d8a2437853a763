#pragma once

#include "importers/ntff/execution_axis.h"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace nscope::importers {

/// Starts of one ring or instruction that have no stop yet, oldest first.
struct OpenStarts {
  struct Start {
    std::int64_t time = 0;
    std::uint16_t wait = 0;
  };
  std::vector<Start> starts;
  std::size_t next = 0;

  bool empty() const { return next == starts.size(); }
  std::span<const Start> pending() const { return std::span(starts).subspan(next); }
  Start take() {
    const Start start = starts[next++];
    if (empty()) {
      starts.clear();
      next = 0;
    }
    return start;
  }
};

/// One start and the execution that it and its stop belong to.
struct PairedStart {
  OpenStarts::Start start;
  std::uint32_t execution = 0;
};

/// Counts of records of one kind that were skipped, by reason.
struct SkippedRecords {
  std::int64_t outside = 0;        ///< pairs outside all executions
  std::int64_t without_start = 0;  ///< stops
  std::int64_t without_stop = 0;   ///< starts
  std::int64_t running = 0;        ///< starts after the last stop of their engine
  std::int64_t unknown = 0;        ///< records of unknown meaning
  std::int64_t implausible = 0;    ///< records with a damaged time

  SkippedRecords& operator+=(const SkippedRecords& other);
};

/// The oldest open start that `stop` can belong to; nullopt if there is none or if the pair does
/// not overlap an execution.
std::optional<PairedStart> pair_up(OpenStarts& starts, std::int64_t stop, const ExecutionAxis& axis,
                                   SkippedRecords& left);

/// Counts starts without a stop: work that was running when the capture ended, work after the
/// last execution, or starts whose stop was lost.
void count_pending(const OpenStarts& starts, std::int64_t last_stop, const ExecutionAxis& axis,
                   SkippedRecords& left);

}  // namespace nscope::importers
