#include "profiler/analysis/operators/stack_tree.h"

#include "profiler/analysis/metrics/arg_reader.h"
#include "profiler/analysis/operators/opcode_tables.h"
#include "profiler/analysis/operators/operator_names.h"
#include "profiler/trace/vocabulary.h"

#include <algorithm>
#include <unordered_map>

namespace nscope::analysis {
namespace {

using Node = StackTree::Node;

/// Collects nodes in any order and arranges them at the end.
class StackBuilder {
 public:
  /// The child of `parent` with this name; kNone is the parent of the outermost nodes.
  std::uint32_t child(std::uint32_t parent, StringId name) {
    const std::uint64_t key = (std::uint64_t{parent} << 32U) | name.value;
    const auto [at, added] = index_.try_emplace(key, static_cast<std::uint32_t>(nodes_.size()));
    if (added) nodes_.push_back({.name = name, .parent = parent});
    return at->second;
  }

  void add(std::uint32_t node, std::int64_t time, std::int64_t count, SliceId slice,
           std::int64_t slice_time) {
    Node& to = nodes_[node];
    to.total += time;
    to.count += count;
    if (slice_time <= to.longest_time) return;
    to.longest = slice;
    to.longest_time = slice_time;
  }
  /// Adds time to a frame that has no event of its own, and to the frames above it.
  void add_time(std::uint32_t node, std::int64_t time) {
    for (; node != StackTree::kNone; node = nodes_[node].parent) nodes_[node].total += time;
  }
  StringId name(std::uint32_t node) const { return nodes_[node].name; }
  void add_self(std::uint32_t node, std::int64_t time) { nodes_[node].self += time; }

  /// Parents before children, siblings by time.
  StackTree finish() const {
    std::vector<std::vector<std::uint32_t>> children(nodes_.size());
    std::vector<std::uint32_t> roots;
    for (std::uint32_t i = 0; i < nodes_.size(); ++i) {
      (nodes_[i].parent == StackTree::kNone ? roots : children[nodes_[i].parent]).push_back(i);
    }
    StackTree tree;
    tree.nodes.reserve(nodes_.size());
    struct Pending {
      std::uint32_t node;
      std::uint32_t parent;  // in the tree
    };
    std::vector<Pending> pending;
    const auto push = [&](std::vector<std::uint32_t>& of, std::uint32_t parent) {
      std::stable_sort(of.begin(), of.end(), [this](std::uint32_t a, std::uint32_t b) {
        return nodes_[a].total > nodes_[b].total;
      });
      for (auto it = of.rbegin(); it != of.rend(); ++it) pending.push_back({*it, parent});
    };
    push(roots, StackTree::kNone);
    while (!pending.empty()) {
      const Pending next = pending.back();
      pending.pop_back();
      const auto at = static_cast<std::uint32_t>(tree.nodes.size());
      Node node = nodes_[next.node];
      node.parent = next.parent;
      tree.nodes.push_back(node);
      if (next.parent == StackTree::kNone) tree.total += node.total;
      push(children[next.node], at);
    }
    // Descendants follow their node, so that the last one is known from behind.
    for (auto i = static_cast<std::uint32_t>(tree.nodes.size()); i-- > 0;) {
      Node& node = tree.nodes[i];
      node.end = std::max(node.end, i + 1);
      if (node.parent == StackTree::kNone) continue;
      Node& parent = tree.nodes[node.parent];
      parent.end = std::max(parent.end, node.end);
    }
    return tree;
  }

 private:
  std::vector<Node> nodes_;
  std::unordered_map<std::uint64_t, std::uint32_t> index_;
};

/// Adds the events of tracks to a builder.
class StackReader {
 public:
  StackReader(const Trace& trace, const StackOptions& options, StackBuilder& to)
      : trace_(trace),
        options_(options),
        to_(to),
        layer_(trace.strings().find(key::kLayer)),
        wait_(trace.strings().find(opcode::kEventSemaphore)),
        level_(level_for_instructions(trace, OperatorLevel::kAutomatic)),
        begin_(options.range ? options.range->first.value() : trace.begin().value()),
        end_(options.range ? options.range->second.value() : trace.end().value()) {}

  /// Returns false if cancelled.
  bool read(const Track& track, const TaskControl& control) {
    const std::uint32_t outer = options_.by_track ? frame_of(track) : StackTree::kNone;
    const bool nested = track.layout == TrackLayout::kNested;
    ArgReader layers(track, nested ? StringId() : layer_);
    OperatorNames operators(trace_, track, OperatorLevel::kAutomatic, level_);
    open_.clear();
    bool done = true;
    std::int64_t outermost = 0;
    for (std::size_t row = 0; row < track.slices.size(); ++row) {
      if (control.cancelled_at(row)) {
        done = false;
        break;
      }
      const std::int64_t start = track.slices.start[row];
      if (start >= end_) break;
      const std::int64_t length = track.slices.duration[row];
      const std::int64_t time = std::min(start + length, end_) - std::max(start, begin_);
      // Frames that ended before the range cannot contain later ones that are in it.
      if (time < 0 || (time == 0 && length > 0)) continue;
      if (wait_.valid() && track.slices.name[row] == wait_) continue;
      const std::size_t depth = nested ? track.slices.depth[row] : 0;
      close(depth);
      std::uint32_t parent = open_.empty() ? outer : open_.back().node;
      if (!nested) {
        for (const StringId name : {layers.text(row), operators.of(row)}) {
          // A level without a name, or with that of another level, is skipped.
          const bool known = name.valid() && name != track.slices.name[row];
          if (!known || (parent != StackTree::kNone && to_.name(parent) == name)) continue;
          parent = to_.child(parent, name);
          to_.add(parent, time, 0, Trace::slice_id(track, row), length);
        }
      }
      const std::uint32_t node = to_.child(parent, track.slices.name[row]);
      to_.add(node, time, 1, Trace::slice_id(track, row), length);
      if (open_.empty()) outermost += time;
      if (!open_.empty()) open_.back().below += time;
      if (nested) {
        open_.push_back({node, depth, time, 0});
      } else {
        to_.add_self(node, time);
      }
    }
    close(0);
    to_.add_time(outer, outermost);
    return done;
  }

 private:
  struct Frame {
    std::uint32_t node;
    std::size_t depth;
    std::int64_t time;
    std::int64_t below;  ///< time of the frames that it called
  };

  /// The frame of a track, below those of its groups.
  std::uint32_t frame_of(const Track& track) {
    const std::uint32_t parent =
        track.parent.valid() ? frame_of(trace_.track(track.parent)) : StackTree::kNone;
    return to_.child(parent, track.name);
  }

  void close(std::size_t depth) {
    while (!open_.empty() && open_.back().depth >= depth) {
      const Frame& frame = open_.back();
      to_.add_self(frame.node, std::max<std::int64_t>(0, frame.time - frame.below));
      open_.pop_back();
    }
  }

  const Trace& trace_;
  const StackOptions& options_;
  StackBuilder& to_;
  StringId layer_;
  StringId wait_;
  OperatorLevel level_;
  std::int64_t begin_;
  std::int64_t end_;
  std::vector<Frame> open_;
};

/// Whether the events of a track contain the work of others and do none.
bool only_frames(const Trace& trace, const Track& track) {
  return track.kind == TrackKind::kExecution || track.kind == TrackKind::kThrottle ||
         is_about_profiler(trace, track);
}

bool has_above(const StackTree& tree, std::uint32_t node, StringId name) {
  for (std::uint32_t at = tree.nodes[node].parent; at != StackTree::kNone;
       at = tree.nodes[at].parent) {
    if (tree.nodes[at].name == name) return true;
  }
  return false;
}

/// Calls visit(node) for the frames with this name that are not within another one of it.
template <class Visit>
void for_outer_frames(const StackTree& tree, StringId name, Visit&& visit) {
  for (std::uint32_t i = 0; i < tree.nodes.size(); ++i) {
    if (tree.nodes[i].name == name && !has_above(tree, i, name)) visit(i);
  }
}

void add_node(StackBuilder& to, std::uint32_t at, const Node& from) {
  to.add(at, from.total, from.count, from.longest, from.longest_time);
  to.add_self(at, from.self);
}

}  // namespace

std::vector<std::uint32_t> StackTree::way_to(std::uint32_t node) const {
  std::vector<std::uint32_t> way;
  for (; node != kNone; node = nodes[node].parent) way.push_back(node);
  return way;
}

Result<StackTree> stack_tree(const Trace& trace, const StackOptions& options,
                             TaskControl& control) {
  StackBuilder builder;
  StackReader reader(trace, options, builder);
  control.begin(phrase("Adding up stacks"), trace.tracks().size());
  for (const Track& track : trace.tracks()) {
    control.advance_to(track.id.index());
    const bool wanted = options.tracks.empty() ? !only_frames(trace, track)
                                               : std::binary_search(options.tracks.begin(),
                                                                    options.tracks.end(), track.id);
    if (!wanted || track.slices.size() == 0) continue;
    if (!reader.read(track, control)) return cancelled();
  }
  StackTree tree = builder.finish();
  // A track without events in the range has a node without time.
  if (tree.total == 0) tree.nodes.clear();
  return tree;
}

StackTree callees_of(const StackTree& tree, StringId name) {
  StackBuilder builder;
  for_outer_frames(tree, name, [&](std::uint32_t from) {
    std::vector<std::uint32_t> at(tree.nodes[from].end - from);
    for (std::uint32_t i = from; i < tree.nodes[from].end; ++i) {
      const Node& node = tree.nodes[i];
      const std::uint32_t parent = i == from ? StackTree::kNone : at[node.parent - from];
      at[i - from] = builder.child(parent, node.name);
      add_node(builder, at[i - from], node);
    }
  });
  return builder.finish();
}

StackTree callers_of(const StackTree& tree, StringId name) {
  StackBuilder builder;
  for_outer_frames(tree, name, [&](std::uint32_t from) {
    const Node& called = tree.nodes[from];
    std::uint32_t at = builder.child(StackTree::kNone, name);
    add_node(builder, at, called);
    for (std::uint32_t i = called.parent; i != StackTree::kNone; i = tree.nodes[i].parent) {
      at = builder.child(at, tree.nodes[i].name);
      builder.add(at, called.total, called.count, called.longest, called.longest_time);
    }
  });
  return builder.finish();
}

}  // namespace nscope::analysis
