#pragma once

#include "profiler/base/ids.h"
#include "profiler/trace/columns/rounded_up.h"
#include "profiler/trace/columns/slice_columns.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace nscope {

/// A part of a track to draw: one slice, or a run of slices that are together narrower than
/// twice the requested resolution.
struct LodSpan {
  std::int64_t begin = 0;   ///< ticks
  std::int64_t end = 0;     ///< ticks
  std::int64_t busy = 0;    ///< ticks of its slices, which overlap only at the maximum depth
  std::uint32_t row = 0;    ///< the slice, or the longest of the run
  std::uint32_t count = 1;  ///< slices in the run
  StringId name{};          ///< of `row`
  std::uint16_t depth = 0;  ///< of `row`
};

namespace lod {

/// Maximum number of slices or nodes that are added at once.
inline constexpr std::size_t kBatch = 64;

/// Joins adjacent slices of one depth, which are added in order of start, to runs that are
/// narrower than twice the resolution and have no gap as wide as the resolution, so that a frame
/// has about one run per pixel. `show` is called with each run when it is complete.
template <class Show>
class RunMerger {
 public:
  /// `resolution` in ticks.
  RunMerger(const SliceColumns& slices, std::size_t depth, std::int64_t resolution, Show& show)
      : slices_(slices),
        depth_(static_cast<std::uint16_t>(depth)),
        resolution_(resolution),
        show_(show) {}

  /// Whether a node of `size` slices can be shown as one run.
  template <class Node>
  bool is_run(const Node& node, std::size_t size) const {
    return size == 1 || ((std::int64_t{node.width} < 2 * resolution_) & (node.gap < longest_gap_));
  }

  /// Adds a node that is a run.
  template <class Node>
  void add_node(const Node& node, std::uint32_t size) {
    add(1, [&](std::size_t) { return item_of(node, size); });
  }

  /// Adds nodes of `size` slices each, at most kBatch, up to the first that is not a run; returns
  /// the number of added nodes.
  template <class Node>
  std::size_t add_nodes(const Node* nodes, std::size_t count, std::uint32_t size) {
    count = std::min(count, kBatch);
    std::size_t runs = 0;
    while (runs < count && is_run(nodes[runs], size)) ++runs;
    add(runs, [&](std::size_t i) { return item_of(nodes[i], size); });
    return runs;
  }

  /// Adds slices [0, count), at most kBatch.
  void add_slices(const std::uint32_t* rows, const std::int64_t* starts,
                  const std::int64_t* durations, std::size_t count) {
    add(count, [&](std::size_t i) {
      return Item{starts[i],    starts[i] + durations[i], durations[i],
                  durations[i], who(rows[i], StringId()), 1};
    });
  }

  /// Shows the current run.
  void flush() {
    if (run_.count > 0) show(run_);
    run_.count = 0;
  }

 private:
  struct Run {  // without initial values, because a batch has many
    std::int64_t begin, end, busy;
    std::uint64_t who;    ///< the longest
    std::uint32_t count;  ///< 0: no run
  };
  struct Item {
    std::int64_t begin, end, busy, longest;
    std::uint64_t who;
    std::uint32_t count;
  };
  /// A row and its name in one number; a missing name is looked up when the run is shown.
  static std::uint64_t who(std::uint32_t row, StringId name) {
    return std::uint64_t{name.value} << 32 | row;
  }
  template <class Node>
  static Item item_of(const Node& node, std::uint32_t size) {
    return {node.begin(), node.end(), node.busy, node.longest.ticks(), who(node.row, node.name),
            size};
  }

  /// Whether an item joins the run is almost random, and a mispredicted branch costs more than
  /// adding the item, so there is no branch. The current run stays in registers.
  template <class ItemAt>
  [[gnu::always_inline]] void add(std::size_t count, ItemAt&& item_at) {
    const std::int64_t widest = 2 * resolution_;
    const std::int64_t resolution = resolution_;
    Run runs[kBatch + 1];  // the current run, then the runs that begin in this batch
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

  Run run_{};                 ///< the current run
  std::int64_t longest_ = 0;  ///< duration of `run_.who`
};

}  // namespace lod
}  // namespace nscope
