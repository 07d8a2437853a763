#include "profiler/analysis/operators/operator_tree.h"

#include "profiler/analysis/operators/work_tree.h"
#include "profiler/trace/vocabulary.h"

#include <algorithm>
#include <numeric>
#include <tuple>
#include <utility>

namespace nscope::analysis {
namespace {

struct NamedLevel {
  TreeLevel level;
  WorkLevel names;
};

/// Number of distinct texts of a property.
std::size_t text_count(const Trace& trace, std::string_view key) {
  const StringId id = trace.strings().find(key);
  std::vector<bool> seen(trace.strings().size());
  for (const Track& track : trace.tracks()) {
    for (const ArgColumn& column : track.args) {
      if (column.key != id || column.type != ArgColumn::Type::kText) continue;
      for (const StringId text : column.texts) {
        if (text.valid()) seen[text.index()] = true;
      }
    }
  }
  return static_cast<std::size_t>(std::count(seen.begin(), seen.end(), true));
}

std::vector<NamedLevel> levels_of(const Trace& trace) {
  std::vector<NamedLevel> levels;
  const bool framework = has_level(trace, OperatorLevel::kHlo);
  const bool layers = has_level(trace, OperatorLevel::kLayer);
  if (framework) {
    levels.push_back({TreeLevel::kFramework, {OperatorLevel::kHlo, OperatorLevel::kHlo}});
  }
  if (layers) {
    levels.push_back({TreeLevel::kLayer, {OperatorLevel::kLayer, OperatorLevel::kLayer}});
  }
  if (framework && layers && text_count(trace, key::kHloName) > text_count(trace, key::kLayer)) {
    std::swap(levels[0], levels[1]);
  }
  NamedLevel operators{TreeLevel::kOperator, {.of_others = OperatorLevel::kName}};
  if (has_level(trace, OperatorLevel::kStatement)) {
    operators.names.of_instructions = OperatorLevel::kStatement;
  } else if (levels.empty() && has_level(trace, OperatorLevel::kBir)) {
    operators.names.of_instructions = OperatorLevel::kBir;
  }
  levels.push_back(operators);
  levels.push_back({TreeLevel::kInstruction, {.of_instructions = OperatorLevel::kName}});
  return levels;
}

/// Sorts the nodes: parents before children, siblings by active time.
class Sorter {
 public:
  Sorter(const Trace& trace, const std::vector<NamedLevel>& levels, WorkTree& from)
      : levels_(levels), from_(from), place_(from.nodes.size(), WorkTree::kNone) {
    std::vector<std::uint32_t> order(from.nodes.size());
    std::iota(order.begin(), order.end(), 0U);
    std::erase_if(order, [&](std::uint32_t node) {
      const OperatorTotals& totals = from.nodes[node].totals;
      return totals.count == 0 && totals.active == 0 && engine_time(totals) == 0;
    });
    std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
      const OperatorTotals& x = from.nodes[a].totals;
      const OperatorTotals& y = from.nodes[b].totals;
      // Shorter names come first, so that "layer 2" is before "layer 10".
      const std::string_view p = trace.text(x.name);
      const std::string_view q = trace.text(y.name);
      return std::tuple(from.nodes[a].parent, -x.active, p.size(), p, a) <
             std::tuple(from.nodes[b].parent, -y.active, q.size(), q, b);
    });
    sorted_ = std::move(order);
  }

  void into(OperatorTree& to) {
    add_below(WorkTree::kNone, OperatorTree::kNone, to);
    for (std::uint32_t& node : from_.node_of) {
      if (node != WorkTree::kNone) node = place_[node];
    }
    to.node_of = std::move(from_.node_of);
  }

 private:
  // The depth of the recursion is limited by the number of levels.
  void add_below(std::uint32_t parent, std::uint32_t place, OperatorTree& to) {
    const auto first = std::lower_bound(sorted_.begin(), sorted_.end(), parent,
                                        [&](std::uint32_t node, std::uint32_t wanted) {
                                          return from_.nodes[node].parent < wanted;
                                        });
    for (auto at = first; at != sorted_.end() && from_.nodes[*at].parent == parent; ++at) {
      const auto own = static_cast<std::uint32_t>(to.nodes.size());
      place_[*at] = own;
      to.nodes.push_back({.totals = from_.nodes[*at].totals,
                          .parent = place,
                          .level = levels_[from_.nodes[*at].level].level});
      add_below(*at, own, to);
      to.nodes[own].end = static_cast<std::uint32_t>(to.nodes.size());
    }
  }

  const std::vector<NamedLevel>& levels_;
  WorkTree& from_;
  std::vector<std::uint32_t> sorted_;  ///< by parent
  std::vector<std::uint32_t> place_;   ///< index in the sorted tree
};

}  // namespace

std::string_view to_string(TreeLevel level) {
  switch (level) {
    case TreeLevel::kFramework: return "framework operator";
    case TreeLevel::kLayer: return "layer";
    case TreeLevel::kOperator: return "operator";
    case TreeLevel::kInstruction: break;
  }
  return "instruction";
}

std::vector<std::uint32_t> OperatorTree::children(std::uint32_t node) const {
  std::vector<std::uint32_t> below;
  const auto end = node == kNone ? static_cast<std::uint32_t>(nodes.size()) : nodes[node].end;
  for (std::uint32_t at = node == kNone ? 0 : node + 1; at < end; at = nodes[at].end) {
    below.push_back(at);
  }
  return below;
}

bool OperatorTree::holds(std::uint32_t node, SliceId slice) const {
  if (slice.index() >= node_of.size()) return false;
  const std::uint32_t of = node_of[slice.index()];
  return of >= node && of < nodes[node].end;
}

std::int64_t engine_time(const OperatorTotals& totals) {
  return std::accumulate(totals.time.begin(), totals.time.end(), std::int64_t{0});
}

Result<OperatorTree> operator_tree(const Trace& trace, const Scope& scope, TaskControl& control) {
  const std::vector<NamedLevel> levels = levels_of(trace);
  std::vector<WorkLevel> names;
  for (const NamedLevel& level : levels) names.push_back(level.names);
  auto work = work_tree(trace, scope, names, {.events = true}, control);
  if (!work) return fail(work.error());
  OperatorTree tree;
  tree.window = static_cast<double>(scope.total().value()) * static_cast<double>(work->places);
  tree.packets = work->packets;
  tree.tied_packets = work->tied_packets;
  Sorter(trace, levels, *work).into(tree);
  for (const NamedLevel& level : levels) {
    const auto of_level = [&](const auto& node) { return node.level == level.level; };
    if (std::any_of(tree.nodes.begin(), tree.nodes.end(), of_level)) {
      tree.levels.push_back(level.level);
    }
  }
  return tree;
}

}  // namespace nscope::analysis
