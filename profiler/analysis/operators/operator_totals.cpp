#include "profiler/analysis/operators/operator_totals.h"

#include "profiler/analysis/operators/work_tree.h"

#include <algorithm>

namespace nscope::analysis {

Result<OperatorRun> operator_totals(const Trace& trace, const Scope& scope, OperatorLevel level,
                                    TaskControl& control) {
  OperatorRun run;
  run.level = level_for_instructions(trace, level);
  const WorkLevel only{.of_instructions = run.level, .of_others = level};
  auto tree = work_tree(trace, scope, std::span(&only, 1), {}, control);
  if (!tree) return fail(tree.error());
  run.places = tree->places;
  run.packets = tree->packets;
  run.tied_packets = tree->tied_packets;
  run.instructions = tree->instructions;
  run.operators_of_runs = tree->operators_of_runs;
  for (WorkTree::Node& node : tree->nodes) {
    if (node.totals.count == 0 && node.totals.active == 0) continue;
    run.operators.push_back(std::move(node.totals));
  }
  std::sort(run.operators.begin(), run.operators.end(),
            [](const auto& a, const auto& b) { return a.name < b.name; });
  return run;
}

Result<OperatorTotals> all_work(const Trace& trace, const Scope& scope, TaskControl& control) {
  const WorkLevel nameless{};
  const auto tree = work_tree(trace, scope, std::span(&nameless, 1), {}, control);
  if (!tree) return fail(tree.error());
  return tree->nodes.empty() ? OperatorTotals{} : tree->nodes.front().totals;
}

}  // namespace nscope::analysis
