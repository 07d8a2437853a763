#pragma once

#include "profiler/analysis/operators/operator_totals.h"

#include <cstdint>
#include <limits>
#include <string_view>
#include <vector>

namespace nscope::analysis {

/// What a node of the tree stands for.
enum class TreeLevel : std::uint8_t {
  kFramework,    ///< operator of the framework's graph ("hlo_name")
  kLayer,        ///< layer of the model ("layer")
  kOperator,     ///< simulated operator, kernel, collective, or the compiler's statement
  kInstruction,  ///< instructions by their opcode
};
std::string_view to_string(TreeLevel level);

/// The work of a run by framework operator > layer > operator > instruction, of which a run
/// has some. Framework operators are inside layers where there are more of them than
/// layers. Levels on which an event has no name are skipped. A plain value; it keeps ids of
/// the trace.
struct OperatorTree {
  static constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();

  struct Node {
    OperatorTotals totals{};       ///< of everything below; active and exposed: see operator_tree()
    std::uint32_t parent = kNone;  ///< kNone: outermost
    std::uint32_t end = 0;         ///< first node behind those below this one
    TreeLevel level = TreeLevel::kOperator;
  };
  std::vector<Node> nodes{};             ///< each before those below it, siblings by active time
  std::vector<std::uint32_t> node_of{};  ///< innermost node of each slice; kNone: of no node
  std::vector<TreeLevel> levels{};       ///< that the run has, from outside
  double window = 0.0;                   ///< ticks looked at, times places
  std::int64_t packets = 0;              ///< DMA packets of captures
  std::int64_t tied_packets = 0;         ///< of which the run says what issued them

  /// Directly below `node`; kNone: the outermost.
  std::vector<std::uint32_t> children(std::uint32_t node) const;
  /// Whether a slice is one of `node` or of a node below it.
  bool holds(std::uint32_t node, SliceId slice) const;
};

/// Which events count: operator_totals(). `active` of a node: at least one of its events is
/// under way, added up over cores; `exposed`: of that nothing of another node of its level
/// is. Memory: 4 bytes for each slice, and about 200 for each node. Errors: kCancelled.
Result<OperatorTree> operator_tree(const Trace& trace, const Scope& scope, TaskControl& control);

/// Duration of the events of all units together, in ticks: what adds up over nodes.
std::int64_t engine_time(const OperatorTotals& totals);

}  // namespace nscope::analysis
