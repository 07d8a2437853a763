#pragma once

#include "profiler/analysis/operators/operator_totals.h"

#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <vector>

namespace nscope::analysis {

/// The names of events on one level of a tree; nullopt if events of that kind have no name on it.
struct WorkLevel {
  std::optional<OperatorLevel> of_instructions{};
  std::optional<OperatorLevel> of_others{};  ///< simulated operators, kernels, collectives
};

/// Totals of events by their names on several levels. Levels on which an event has no name are
/// skipped. Events without any name share one node.
struct WorkTree {
  static constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();

  struct Node {
    OperatorTotals totals{};  ///< of the node and its descendants
    std::uint32_t parent = kNone;
    std::uint8_t level = 0;
  };
  std::vector<Node> nodes;             ///< parents before their children
  std::vector<std::uint32_t> node_of;  ///< innermost node by slice; empty unless asked for
  std::size_t places = 0;              ///< this and the following members are as in OperatorRun
  std::int64_t packets = 0;
  std::int64_t tied_packets = 0;
  bool instructions = false;
  bool operators_of_runs = false;
};

/// What to determine in addition to totals.
struct WorkDetails {
  bool events = false;     ///< WorkTree::node_of
  bool unit_busy = false;  ///< OperatorTotals::busy of the innermost nodes
};

/// The tree of the events that operator_totals() includes, computed in one pass in order of time.
/// `exposed` of a node refers to the other nodes of its level. At most 4 levels. Memory: as
/// operator_totals(), and 4 bytes for each slice with WorkDetails::events. Errors: kCancelled.
Result<WorkTree> work_tree(const Trace& trace, const Scope& scope,
                           std::span<const WorkLevel> levels, const WorkDetails& details,
                           TaskControl& control);

}  // namespace nscope::analysis
