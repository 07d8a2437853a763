#pragma once

#include "profiler/base/ids.h"
#include "profiler/trace/columns/rounded_up.h"
#include "profiler/trace/columns/slice_columns.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace nscope {

/// What to draw for a part of a track: one slice, or a run of slices that are
/// together narrower than twice the resolution asked for.
struct LodSpan {
  std::int64_t begin = 0;   ///< ticks
  std::int64_t end = 0;     ///< ticks
  std::int64_t busy = 0;    ///< ticks of its slices, which overlap at the deepest depth only
  std::uint32_t row = 0;    ///< the slice, or the longest of the run
  std::uint32_t count = 1;  ///< slices in the run
  StringId name{};          ///< of `row`
  std::uint16_t depth = 0;  ///< of `row`
};

namespace lod {

/// Slices or nodes that are added to a run at once, at most.
inline constexpr std::size_t kBatch = 64;

/// Joins neighbours of one depth, which come in order of start, where together they
/// are narrower than twice the resolution and no gap is as wide as it: a frame gets
/// about one run a pixel. `show` is called with each run once it is complete.
template <class Show>
class RunMerger {
 public:
  /// `resolution` in ticks.
  RunMerger(const SliceColumns& slices, std::size_t depth, std::int64_t resolution, Show& show)
      : slices_(slices),
        depth_(static_cast<std::uint16_t>(depth)),
        resolution_(resolution),
        show_(show) {}

  /// Whether a node of `size` slices is to be shown as one run.
  template <class Node>
  bool is_run(const Node& node, std::size_t size) const {
    return size == 1 || ((std::int64_t{node.width} < 2 * resolution_) & (node.gap < longest_gap_));
  }

  /// A node that is a run.
  template <class Node>
  void add_node(const Node& node, std::uint32_t size) {
    add(1, [&](std::size_t) { return item_of(node, size); });
  }

  /// Nodes of `size` slices each, kBatch at most, up to the first that is no run; returns how
  /// many those before it are.
  template <class Node>
  std::size_t add_nodes(const Node* nodes, std::size_t count, std::uint32_t size) {
    count = std::min(count, kBatch);
    std::size_t runs = 0;
    while (runs < count && is_run(nodes[runs], size)) ++runs;
    add(runs, [&](std::size_t i) { return item_of(nodes[i], size); });
    return runs;
  }

  /// Slices [0, count), kBatch at most.
  void add_slices(const std::uint32_t* rows, const std::int64_t* starts,
                  const std::int64_t* durations, std::size_t count) {
    add(count, [&](std::size_t i) {
      return Item{starts[i],    starts[i] + durations[i], durations[i],
                  durations[i], who(rows[i], StringId()), 1};
    });
  }

  /// Shows the run so far.
  void flush() {
    if (run_.count > 0) show(run_);
    run_.count = 0;
  }

 private:
  struct Run {  // no initial values: a batch has many
    std::int64_t begin, end, busy;
    std::uint64_t who;    ///< the longest
    std::uint32_t count;  ///< 0: no run
  };
  struct Item {
    std::int64_t begin, end, busy, longest;
    std::uint64_t who;
    std::uint32_t count;
  };
  /// A row and its name in one; without a name that is looked up when the run is shown.
  static std::uint64_t who(std::uint32_t row, StringId name) {
    return std::uint64_t{name.value} << 32 | row;
  }
  template <class Node>
  static Item item_of(const Node& node, std::uint32_t size) {
    return {node.begin(), node.end(), node.busy, node.longest.ticks(), who(node.row, node.name),
            size};
  }

  /// Whether an item joins the run is nearly as random as the toss of a coin, which costs
  /// more than adding it: so nothing branches on it. The run so far stays in registers.
  template <class ItemAt>
  [[gnu::always_inline]] void add(std::size_t count, ItemAt&& item_at) {
    const std::int64_t widest = 2 * resolution_;
    const std::int64_t resolution = resolution_;
    Run runs[kBatch + 1];  // the one so far, then those that begin here
    std::size_t last = 0;
    Run run = run_;
    std::int64_t longest = longest_;
    runs[0] = run;
    for (std::size_t i = 0; i < count; ++i) {
      const Item item = item_at(i);
      const std::int64_t joined_end = std::max(run.end, item.end);
      const bool apart = (joined_end - run.begin >= widest) | (item.begin - run.end >= resolution) |
                         (run.count == 0);
      const bool leads = apart | (item.longest > longest);
      const std::int64_t joined = std::int64_t{apart} - 1;  // all bits, or none
      last += apart ? 1 : 0;
      run.begin = pick(apart, item.begin, run.begin);
      run.end = pick(apart, item.end, joined_end);
      run.busy = item.busy + (run.busy & joined);
      run.count = item.count + (run.count & static_cast<std::uint32_t>(joined));
      run.who = pick(leads, item.who, run.who);
      longest = pick(leads, item.longest, longest);
      runs[last].begin = run.begin;
      runs[last].end = run.end;
      runs[last].busy = run.busy;
      runs[last].who = run.who;
      runs[last].count = run.count;
    }
    run_ = run;
    longest_ = longest;
    for (std::size_t i = runs[0].count > 0 ? 0 : 1; i < last; ++i) show(runs[i]);
  }

  [[gnu::always_inline]] void show(const Run& run) {
    const auto row = static_cast<std::uint32_t>(run.who);
    const StringId known(run.who >> 32);
    const StringId name = known.valid() ? known : slices_.name[row];
    show_(LodSpan{run.begin, run.end, run.busy, row, run.count, name, depth_});
  }

  /// `yes` or `no`, without a branch.
  template <class T>
  static T pick(bool first, T yes, T no) {
    const T mask = static_cast<T>(-static_cast<T>(first));
    return static_cast<T>((yes & mask) | (no & ~mask));
  }

  const SliceColumns& slices_;
  std::uint16_t depth_;
  std::int64_t resolution_;
  RoundedUp longest_gap_{resolution_};
  Show& show_;

  Run run_{};                 ///< so far
  std::int64_t longest_ = 0;  ///< duration of `run_.who`
};

}  // namespace lod
}  // namespace nscope
