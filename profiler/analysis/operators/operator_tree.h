#pragma once

#include "profiler/analysis/operators/operator_totals.h"

#include <cstdint>
#include <limits>
#include <string_view>
#include <vector>

namespace nscope::analysis {

/// The kind of a node of the tree.
enum class TreeLevel : std::uint8_t {
  kFramework,    ///< operator of the framework's graph ("hlo_name")
  kLayer,        ///< layer of the model ("layer")
  kOperator,     ///< simulated operator, kernel, collective, or the compiler's statement
  kInstruction,  ///< instructions by their opcode
};
std::string_view to_string(TreeLevel level);

/// The work of a run on the levels framework operator > layer > operator > instruction that the run
/// has. If there are more framework operators than layers, layers are the outer level. Levels on
/// which an event has no name are skipped. A plain value; it contains ids of the trace.
struct OperatorTree {
  static constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();

  struct Node {
    OperatorTotals totals{};       ///< of the node and its descendants; see operator_tree()
    std::uint32_t parent = kNone;  ///< kNone for the outermost nodes
    std::uint32_t end = 0;         ///< index after the last descendant
    TreeLevel level = TreeLevel::kOperator;
  };
  std::vector<Node> nodes{};             ///< parents before children, siblings by active time
  std::vector<std::uint32_t> node_of{};  ///< innermost node of each slice; kNone if not included
  std::vector<TreeLevel> levels{};       ///< levels of the run, outermost first
  double window = 0.0;            ///< length of the range in ticks, times the number of places
  std::int64_t packets = 0;       ///< DMA packets of captures
  std::int64_t tied_packets = 0;  ///< packets whose instruction is known

  /// The children of `node`; for kNone the outermost nodes.
  std::vector<std::uint32_t> children(std::uint32_t node) const;
  /// Whether a slice belongs to `node` or to one of its descendants.
  bool holds(std::uint32_t node, SliceId slice) const;
};

/// The tree of the events that operator_totals() includes. `active` of a node is the time with at
/// least one running event, added up over cores; `exposed` is the part of it in which no event of
/// another node on the same level runs. Memory: 4 bytes for each slice and about 200 bytes for
/// each node. Errors: kCancelled.
Result<OperatorTree> operator_tree(const Trace& trace, const Scope& scope, TaskControl& control);

/// Sum of the durations on all units in ticks. Unlike `active`, it adds up over nodes.
std::int64_t engine_time(const OperatorTotals& totals);

}  // namespace nscope::analysis
