#include "profiler/analysis/operators/work_tree.h"

#include "profiler/analysis/metrics/flop_weight.h"
#include "profiler/analysis/operators/exposure_sweep.h"
#include "profiler/dependency/packet_triggers.h"
#include "profiler/trace/vocabulary.h"

#include <algorithm>
#include <array>
#include <map>
#include <unordered_map>

namespace nscope::analysis {
namespace {

constexpr std::size_t kMostLevels = 4;
constexpr std::size_t kUnitCount = OperatorTotals::kOther + 1;
constexpr std::uint32_t kNone = WorkTree::kNone;

/// Reads the amounts of work that instructions and operators state.
struct WorkReader {
  WorkReader(const Trace& trace, const Track& track)
      : elements(track, trace.strings().find(key::kElements)),
        flops(track, trace.strings().find(key::kFlops)),
        read(track, trace.strings().find(key::kHbmReadBytes)),
        write(track, trace.strings().find(key::kHbmWriteBytes)),
        operands(track, trace.strings().find(key::kOperands)),
        type(track, trace.strings().find(key::kInstructionType)) {}

  ArgReader elements, flops, read, write, operands, type;
};

/// The names of one track's rows on all levels.
class NamesOnLevels {
 public:
  NamesOnLevels(const Trace& trace, const Track& track, std::span<const WorkLevel> levels) {
    const bool instructions = track.slice_kind == SliceKind::kInstruction;
    for (std::size_t i = 0; i < levels.size(); ++i) {
      const auto& level = instructions ? levels[i].of_instructions : levels[i].of_others;
      if (level) levels_[i].emplace(trace, track, *level, *level);
    }
  }

  /// Each call must be for a later row.
  std::array<StringId, kMostLevels> of(std::size_t row) {
    std::array<StringId, kMostLevels> names;
    for (std::size_t i = 0; i < kMostLevels; ++i) {
      if (levels_[i]) names[i] = levels_[i]->of(row);
    }
    return names;
  }

 private:
  std::array<std::optional<OperatorNames>, kMostLevels> levels_;
};

/// The state of one track during the pass.
struct Lane {
  const Track* track = nullptr;
  std::size_t unit = 0;
  std::size_t row = 0;
  std::size_t last_row = 0;                                  ///< later rows are not in scope
  Scope::Part part{};                                        ///< of the event in `row`
  const std::vector<std::uint32_t>* packet_nodes = nullptr;  ///< set for DMA rings of captures
  NamesOnLevels names;
  WorkReader work;
  std::array<StringId, kMostLevels> last{};  ///< names of `node`
  std::uint32_t node = WorkTree::kNone;
};

/// The unit of a track with work of a NeuronCore or a GPU stream; nullopt for other tracks.
std::optional<std::size_t> unit_of_work(const Track& track) {
  if (const auto unit = unit_of(track)) return unit;
  const bool of_gpu = track.slice_kind == SliceKind::kOperator ||
                      track.slice_kind == SliceKind::kCollective ||
                      track.slice_kind == SliceKind::kDma;
  return track.core < 0 && of_gpu ? std::optional(OperatorTotals::kOther) : std::nullopt;
}

/// The place in which events compete for time: a NeuronCore, or the parent of GPU streams.
std::pair<int, std::uint32_t> place_of(const Track& track) {
  return track.core >= 0 ? std::pair(track.core, 0U) : std::pair(-1, track.parent.value);
}

/// Restores a heap whose first entry has become larger.
template <class Entry>
void sink(std::vector<Entry>& heap) {
  for (std::size_t at = 0; 2 * at + 1 < heap.size();) {
    std::size_t child = 2 * at + 1;
    if (child + 1 < heap.size() && heap[child + 1] < heap[child]) ++child;
    if (!(heap[child] < heap[at])) return;
    std::swap(heap[at], heap[child]);
    at = child;
  }
}

class TreeWalk {
 public:
  TreeWalk(const Trace& trace, const Scope& scope, std::span<const WorkLevel> levels)
      : trace_(trace),
        scope_(scope),
        levels_(levels),
        wait_(trace.strings().find(opcode::kEventSemaphore)),
        transpose_(trace.strings().find("TRANSPOSE")),
        weights_(trace),
        outermost_(trace.strings().size(), kNone) {}

  Result<WorkTree> all(const WorkDetails& details, TaskControl& control);

 private:
  std::uint32_t node(std::uint32_t parent, std::size_t level, StringId name);
  std::uint32_t innermost(const std::array<StringId, kMostLevels>& names);
  std::uint32_t nameless();
  std::uint32_t named(SliceId instruction);
  bool named_packets(const Track& track) const;
  bool tie_packets(const TaskControl& control);
  bool sweep(std::vector<Lane>& lanes, const TaskControl& control);
  bool add_transfers(const Track& track, const TaskControl& control);
  bool next(Lane& lane);
  void take(Lane& lane);
  std::uint32_t node_of(Lane& lane);
  void start(std::uint32_t innermost, std::int64_t begin, std::int64_t end);
  void add_work(Lane& lane, std::uint32_t innermost);

  const Trace& trace_;
  const Scope& scope_;
  std::span<const WorkLevel> levels_;
  StringId wait_;
  StringId transpose_;
  FlopWeights weights_;
  std::vector<std::uint32_t> outermost_;  ///< nodes of the first level by name
  std::unordered_map<std::uint64_t, std::uint32_t> inner_;
  std::uint32_t nameless_ = kNone;
  std::unordered_map<std::uint32_t, SliceId> transfers_;         ///< instructions by transfer
  std::map<std::uint32_t, std::vector<std::uint32_t>> packets_;  ///< nodes by track and row
  std::vector<ExposureSweep> exposure_;                          ///< by level
  bool unit_busy_ = false;
  ExposureSweep units_;  ///< of one place, by node and unit
  WorkTree tree_;
  std::size_t steps_ = 0;
};

std::uint32_t TreeWalk::node(std::uint32_t parent, std::size_t level, StringId name) {
  const bool outer = parent == kNone && level == 0;
  // Names and nodes are fewer than 2^30 in a trace of at most 2^32 slices.
  const std::uint64_t key = (std::uint64_t{parent + 1} << 34) | (level << 32) | name.value;
  std::uint32_t& found =
      outer ? outermost_[name.index()] : inner_.try_emplace(key, kNone).first->second;
  if (found == kNone) {
    found = static_cast<std::uint32_t>(tree_.nodes.size());
    tree_.nodes.push_back(
        {.totals = {.name = name}, .parent = parent, .level = static_cast<std::uint8_t>(level)});
  }
  return found;
}

std::uint32_t TreeWalk::nameless() {
  if (nameless_ == kNone) {
    nameless_ = static_cast<std::uint32_t>(tree_.nodes.size());
    tree_.nodes.push_back({.level = static_cast<std::uint8_t>(levels_.size() - 1)});
  }
  return nameless_;
}

std::uint32_t TreeWalk::innermost(const std::array<StringId, kMostLevels>& names) {
  std::uint32_t at = kNone;
  for (std::size_t level = 0; level < levels_.size(); ++level) {
    if (names[level].valid()) at = node(at, level, names[level]);
  }
  return at == kNone ? nameless() : at;
}

/// Whether the slices of a DMA track have the names of operators. This is so in simulations; in
/// captures, packets have the name of their queue.
bool TreeWalk::named_packets(const Track& track) const {
  return track.slice_kind != SliceKind::kDma || track.core < 0 || tree_.operators_of_runs;
}

/// The innermost node of an instruction.
std::uint32_t TreeWalk::named(SliceId instruction) {
  const Trace::SliceRef source = trace_.slice(instruction);
  return innermost(NamesOnLevels(trace_, *source.track, levels_).of(source.row));
}

/// Finds the operator of the instruction that triggered each packet. Returns false if cancelled.
bool TreeWalk::tie_packets(const TaskControl& control) {
  for (const Track& track : trace_.tracks()) {
    if (named_packets(track) || !scope_.holds(track)) continue;
    packets_.emplace(track.id.value, std::vector<std::uint32_t>(track.slices.size(), kNone));
  }
  const bool any_name = std::any_of(levels_.begin(), levels_.end(), [](const WorkLevel& level) {
    return level.of_instructions || level.of_others;
  });
  if (packets_.empty() || !any_name) return true;
  std::optional<NamesOnLevels> names;
  const Track* from = nullptr;
  SliceId last;
  std::uint32_t cause = kNone;
  std::size_t steps = 0;
  const PacketTriggers triggers = packet_triggers(trace_);
  transfers_ = transfer_triggers(trace_, triggers);
  for (const PacketTriggers::Pair& pair : triggers.pairs) {
    if (control.cancelled_at(++steps)) return false;
    const Trace::SliceRef to = trace_.slice(pair.packet);
    const auto packets = packets_.find(to.track->id.value);
    if (packets == packets_.end()) continue;
    if (pair.instruction != last) {
      const Trace::SliceRef source = trace_.slice(pair.instruction);
      if (source.track != from) names.emplace(trace_, *source.track, levels_);
      from = source.track;
      last = pair.instruction;
      cause = innermost(names->of(source.row));
    }
    std::uint32_t& tied = packets->second[to.row];
    if (tied == kNone) ++tree_.tied_packets;
    tied = cause;
  }
  return true;
}

/// Moves to the next row that is included. Returns false at the end of the track.
bool TreeWalk::next(Lane& lane) {
  const SliceColumns& slices = lane.track->slices;
  for (; lane.row < lane.last_row; ++lane.row) {
    if (wait_.valid() && slices.name[lane.row] == wait_) continue;
    if (const auto part = scope_.part(slices.begin(lane.row), slices.end(lane.row))) {
      lane.part = *part;
      return true;
    }
  }
  return false;
}

std::uint32_t TreeWalk::node_of(Lane& lane) {
  if (lane.packet_nodes != nullptr) {
    const std::uint32_t tied = (*lane.packet_nodes)[lane.row];
    return tied != kNone ? tied : nameless();
  }
  const auto names = lane.names.of(lane.row);
  if (lane.node == kNone || names != lane.last) {
    lane.node = innermost(names);
    lane.last = names;
  }
  return lane.node;
}

void TreeWalk::add_work(Lane& lane, std::uint32_t innermost) {
  WorkReader& work = lane.work;
  const double stated = lane.part.share * work.flops.amount(lane.row);
  const double share = lane.part.share;
  const double bytes = share * (work.read.amount(lane.row) + work.write.amount(lane.row));
  const double counted = share * std::max(0.0, 2.0 * work.elements.amount(lane.row));
  // fp32 counts as BF16. In captures it takes twice the time of BF16, not four times as in
  // adjusted_hardware_flops, and a roof must not be below the measurement.
  const double weight =
      counted > 0.0 ? weights_.of(work.operands.text(lane.row)).value_or(1.0) : 1.0;
  if (stated == 0.0 && bytes == 0.0 && counted == 0.0) return;
  const double bf16 = stated + counted * std::min(1.0, weight);
  const StringId type = counted > 0.0 ? work.type.text(lane.row) : StringId();
  const bool transposes = type.valid() && type == transpose_;
  for (std::uint32_t at = innermost; at != kNone; at = tree_.nodes[at].parent) {
    OperatorTotals& to = tree_.nodes[at].totals;
    to.flops += stated + counted;
    to.bf16_flops += bf16;
    if (transposes) to.bf16_transpose_flops += bf16;
    to.hbm_bytes += bytes;
  }
}

/// Assigns the event to one node on each level: the node of this level, or if there is none, the
/// nearest outer node, or the outermost node.
void TreeWalk::start(std::uint32_t innermost, std::int64_t begin, std::int64_t end) {
  std::uint32_t owner = innermost;
  for (std::size_t level = levels_.size(); level-- > 0;) {
    while (tree_.nodes[owner].level > level && tree_.nodes[owner].parent != kNone) {
      owner = tree_.nodes[owner].parent;
    }
    exposure_[level].start(owner, begin, end);
  }
}

void TreeWalk::take(Lane& lane) {
  const std::uint32_t innermost = node_of(lane);
  const std::int64_t begin = lane.part.begin.value();
  const std::int64_t duration = lane.part.length();
  const SliceId slice = Trace::slice_id(*lane.track, lane.row);
  if (!tree_.node_of.empty()) tree_.node_of[slice.index()] = innermost;
  start(innermost, begin, begin + duration);
  if (unit_busy_) units_.start(innermost * kUnitCount + lane.unit, begin, begin + duration);
  const bool packet = lane.packet_nodes != nullptr;
  for (std::uint32_t at = innermost; at != kNone; at = tree_.nodes[at].parent) {
    OperatorTotals& to = tree_.nodes[at].totals;
    to.time[lane.unit] += duration;
    if (packet) continue;
    ++to.count;
    if (duration > to.longest_duration) {
      to.longest_duration = duration;
      to.longest = slice;
    }
  }
  if (packet) {
    ++tree_.packets;
  } else {
    add_work(lane, innermost);
  }
}

/// Processes all rows of one place in order of time. Returns false if cancelled.
bool TreeWalk::sweep(std::vector<Lane>& lanes, const TaskControl& control) {
  struct Head {
    std::int64_t start;
    std::size_t lane;
    bool operator<(const Head& other) const {
      return start != other.start ? start < other.start : lane < other.lane;
    }
  };
  const auto head_of = [&](std::size_t lane) {
    return Head{lanes[lane].track->slices.start[lanes[lane].row], lane};
  };
  std::vector<Head> heads;  // a heap of the next row of each lane, earliest first
  for (std::size_t i = 0; i < lanes.size(); ++i) {
    if (next(lanes[i])) heads.push_back(head_of(i));
  }
  std::sort(heads.begin(), heads.end());
  exposure_.assign(levels_.size(), ExposureSweep());
  units_ = ExposureSweep();
  while (!heads.empty()) {
    if (control.cancelled_at(steps_++)) return false;
    Lane& lane = lanes[heads.front().lane];
    take(lane);
    ++lane.row;
    if (next(lane)) {
      heads.front() = head_of(heads.front().lane);
    } else {
      heads.front() = heads.back();
      heads.pop_back();
    }
    sink(heads);
  }
  for (std::size_t level = 0; level < levels_.size(); ++level) {
    exposure_[level].finish();
    const auto& times = exposure_[level].times();
    for (std::size_t i = 0; i < times.size(); ++i) {
      if (tree_.nodes[i].level != level) continue;
      tree_.nodes[i].totals.active += times[i].active;
      tree_.nodes[i].totals.exposed += times[i].alone;
    }
  }
  units_.finish();
  for (std::size_t i = 0; i < units_.times().size(); ++i) {
    tree_.nodes[i / kUnitCount].totals.busy[i % kUnitCount] += units_.times()[i].active;
  }
  return true;
}

/// Adds the bytes of transfers of static queues to the nodes of the instructions that started them.
/// Returns false if cancelled.
bool TreeWalk::add_transfers(const Track& track, const TaskControl& control) {
  WorkReader work(trace_, track);
  const auto [first, last] = scope_.rows(track);
  for (std::size_t row = first; row < last; ++row) {
    if (control.cancelled_at(row)) return false;
    const auto part = scope_.part(track.slices.begin(row), track.slices.end(row));
    if (!part) continue;
    const double bytes = part->share * (work.read.amount(row) + work.write.amount(row));
    if (bytes == 0.0) continue;
    const auto trigger = transfers_.find(Trace::slice_id(track, row).value);
    std::uint32_t to = trigger == transfers_.end() ? nameless() : named(trigger->second);
    for (; to != kNone; to = tree_.nodes[to].parent) tree_.nodes[to].totals.hbm_bytes += bytes;
  }
  return true;
}

Result<WorkTree> TreeWalk::all(const WorkDetails& details, TaskControl& control) {
  unit_busy_ = details.unit_busy;
  std::map<std::pair<int, std::uint32_t>, std::vector<Lane>> places;
  for (const Track& track : trace_.tracks()) {
    if (track.slices.size() == 0 || !unit_of_work(track) || !scope_.holds(track)) continue;
    if (track.slice_kind == SliceKind::kInstruction) tree_.instructions = true;
    if (track.slice_kind == SliceKind::kOperator) tree_.operators_of_runs = true;
  }
  if (details.events) tree_.node_of.assign(trace_.slice_count(), kNone);
  if (!tie_packets(control)) return cancelled();
  for (const Track& track : trace_.tracks()) {
    const auto unit = unit_of_work(track);
    if (track.slices.size() == 0 || !unit || !scope_.holds(track)) continue;
    const auto packets = packets_.find(track.id.value);
    const auto [row, last_row] = scope_.rows(track);
    places[place_of(track)].push_back(
        {.track = &track,
         .unit = *unit,
         .row = row,
         .last_row = last_row,
         .packet_nodes = packets == packets_.end() ? nullptr : &packets->second,
         .names = NamesOnLevels(trace_, track, levels_),
         .work = WorkReader(trace_, track)});
  }
  control.begin(phrase("Adding up operators"), places.size());
  for (auto& [place, lanes] : places) {
    if (!sweep(lanes, control)) return cancelled();
    control.advance_to(++tree_.places);
  }
  for (const Track& track : trace_.tracks()) {
    if (!has_transfers(track) || !scope_.holds(track)) continue;
    if (!add_transfers(track, control)) return cancelled();
  }
  return std::move(tree_);
}

}  // namespace

Result<WorkTree> work_tree(const Trace& trace, const Scope& scope,
                           std::span<const WorkLevel> levels, const WorkDetails& details,
                           TaskControl& control) {
  return TreeWalk(trace, scope, levels).all(details, control);
}

}  // namespace nscope::analysis
