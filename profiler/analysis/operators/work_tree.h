#pragma once

#include "profiler/analysis/operators/operator_totals.h"

#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <vector>

namespace nscope::analysis {

/// What names an event on one level of a tree; nothing: events of that sort have no name
/// on it.
struct WorkLevel {
  std::optional<OperatorLevel> of_instructions{};
  std::optional<OperatorLevel> of_others{};  ///< simulated operators, kernels, collectives
};

/// Events added up by their names on several levels at once. Levels on which an event has
/// no name are skipped; without any name it belongs to a node of its own.
struct WorkTree {
  static constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();

  struct Node {
    OperatorTotals totals{};  ///< of everything below it
    std::uint32_t parent = kNone;
    std::uint8_t level = 0;
  };
  std::vector<Node> nodes;             ///< parents before their children
  std::vector<std::uint32_t> node_of;  ///< innermost node by slice; empty unless asked for
  std::size_t places = 0;              ///< as in OperatorRun, as are the following
  std::int64_t packets = 0;
  std::int64_t tied_packets = 0;
  bool instructions = false;
  bool operators_of_runs = false;
};

/// In one pass in order of time; which events count: operator_totals(). `active` and
/// `exposed` of a node are against the other nodes of its level. At most 4 levels.
/// Memory: as operator_totals(), and 4 bytes for each slice where `keep_events`.
/// Errors: kCancelled.
Result<WorkTree> work_tree(const Trace& trace, const Scope& scope,
                           std::span<const WorkLevel> levels, bool keep_events,
                           TaskControl& control);

}  // namespace nscope::analysis
