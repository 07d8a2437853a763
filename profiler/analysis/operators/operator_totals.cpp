#include "profiler/analysis/operators/operator_totals.h"

#include "profiler/analysis/flop_weight.h"
#include "profiler/analysis/operators/exposure_sweep.h"
#include "profiler/dependency/packet_triggers.h"
#include "profiler/trace/vocabulary.h"

#include <algorithm>
#include <limits>
#include <map>

namespace nscope::analysis {
namespace {

constexpr std::size_t kCheckEvery = 1u << 16;

/// Reads the amounts that instructions and operators state of their work.
struct WorkReader {
  WorkReader(const Trace& trace, const Track& track)
      : elements(track, trace.strings().find(key::kElements)),
        flops(track, trace.strings().find(key::kFlops)),
        read(track, trace.strings().find(key::kHbmReadBytes)),
        write(track, trace.strings().find(key::kHbmWriteBytes)),
        operands(track, trace.strings().find(key::kOperands)) {}

  ArgReader elements, flops, read, write, operands;
};

/// One track on its way through time.
struct Lane {
  const Track* track = nullptr;
  std::size_t unit = 0;
  std::size_t row = 0;
  const std::vector<std::uint32_t>* packet_names = nullptr;  ///< of DMA rings of captures
  OperatorNames names;
  WorkReader work;
};

/// Rows that show work: of NeuronCores and of GPU streams.
std::optional<std::size_t> unit_of_work(const Track& track) {
  if (const auto unit = unit_of(track)) return unit;
  const bool of_gpu = track.slice_kind == SliceKind::kOperator ||
                      track.slice_kind == SliceKind::kCollective ||
                      track.slice_kind == SliceKind::kDma;
  return track.core < 0 && of_gpu ? std::optional(OperatorTotals::kOther) : std::nullopt;
}

/// What competes for time: a NeuronCore, or whatever one parent track holds.
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

class Totals {
 public:
  Totals(const Trace& trace, const Scope& scope, OperatorLevel asked)
      : trace_(trace),
        scope_(scope),
        asked_(asked),
        wait_(trace.strings().find(opcode::kEventSemaphore)),
        weights_(trace),
        index_(trace.strings().size() + 1, kNone) {
    run_.level = level_for_instructions(trace, asked);
  }

  Result<OperatorRun> all(TaskControl& control);

 private:
  static constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();

  std::uint32_t index_of(StringId name);
  bool named_packets(const Track& track) const;
  bool tie_packets(const TaskControl& control);
  bool sweep(std::vector<Lane>& lanes, const TaskControl& control);
  bool next(Lane& lane);
  void take(Lane& lane, ExposureSweep& exposure);
  void add_work(Lane& lane, OperatorTotals& to);
  std::uint32_t operator_of(Lane& lane);

  const Trace& trace_;
  const Scope& scope_;
  OperatorLevel asked_;
  StringId wait_;
  FlopWeights weights_;
  std::vector<std::uint32_t> index_;                             ///< by name; the last for no name
  std::map<std::uint32_t, std::vector<std::uint32_t>> packets_;  ///< names by track and row
  OperatorRun run_;
  std::size_t steps_ = 0;
};

std::uint32_t Totals::index_of(StringId name) {
  std::uint32_t& index = index_[std::min(name.index(), index_.size() - 1)];
  if (index == kNone) {
    index = static_cast<std::uint32_t>(run_.operators.size());
    run_.operators.push_back({.name = name});
  }
  return index;
}

/// DMA of simulated operators is called like them, packets of captures like their queue.
bool Totals::named_packets(const Track& track) const {
  return track.slice_kind != SliceKind::kDma || track.core < 0 || run_.operators_of_runs;
}

/// Finds for each packet the operator of the instruction that triggered it.
bool Totals::tie_packets(const TaskControl& control) {
  for (const Track& track : trace_.tracks()) {
    if (named_packets(track) || !scope_.holds(track)) continue;
    packets_.emplace(track.id.value, std::vector<std::uint32_t>(track.slices.size(), kNone));
  }
  if (packets_.empty()) return true;
  std::optional<OperatorNames> names;
  const Track* from = nullptr;
  SliceId last;
  StringId name;
  std::size_t steps = 0;
  for (const PacketTriggers::Pair& pair : packet_triggers(trace_).pairs) {
    if (++steps % kCheckEvery == 0 && control.cancelled()) return false;
    const Trace::SliceRef to = trace_.slice(pair.packet);
    const auto packets = packets_.find(to.track->id.value);
    if (packets == packets_.end()) continue;
    if (pair.instruction != last) {
      const Trace::SliceRef source = trace_.slice(pair.instruction);
      if (source.track != from) names.emplace(trace_, *source.track, asked_, run_.level);
      from = source.track;
      last = pair.instruction;
      name = names->of(source.row);
    }
    std::uint32_t& tied = packets->second[to.row];
    if (tied == kNone) ++run_.tied_packets;
    tied = index_of(name);
  }
  return true;
}

/// Moves on to the next row that counts; false at the end of the track.
bool Totals::next(Lane& lane) {
  const SliceColumns& slices = lane.track->slices;
  for (; lane.row < slices.size(); ++lane.row) {
    if (wait_.valid() && slices.name[lane.row] == wait_) continue;
    if (scope_.holds(slices.begin(lane.row), slices.end(lane.row))) return true;
  }
  return false;
}

std::uint32_t Totals::operator_of(Lane& lane) {
  if (lane.packet_names == nullptr) return index_of(lane.names.of(lane.row));
  const std::uint32_t tied = (*lane.packet_names)[lane.row];
  return tied != kNone ? tied : index_of({});
}

void Totals::add_work(Lane& lane, OperatorTotals& to) {
  WorkReader& work = lane.work;
  const double stated = work.flops.amount(lane.row);
  to.flops += stated;
  to.bf16_flops += stated;
  to.hbm_bytes += work.read.amount(lane.row) + work.write.amount(lane.row);
  const double flops = 2.0 * work.elements.amount(lane.row);
  if (flops <= 0.0) return;
  to.flops += flops;
  // fp32 counts as BF16: captures show it at twice BF16's time, not at the four times
  // of adjusted_hardware_flops, and a roof must not lie below what was measured.
  const double weight = weights_.of(work.operands.text(lane.row)).value_or(1.0);
  to.bf16_flops += flops * std::min(1.0, weight);
}

void Totals::take(Lane& lane, ExposureSweep& exposure) {
  const std::uint32_t index = operator_of(lane);
  OperatorTotals& to = run_.operators[index];
  const std::int64_t start = lane.track->slices.start[lane.row];
  const std::int64_t duration = lane.track->slices.duration[lane.row];
  exposure.start(index, start, start + duration);
  to.time[lane.unit] += duration;
  if (lane.packet_names != nullptr) {
    ++run_.packets;
    return;
  }
  ++to.count;
  if (duration > to.longest_duration) {
    to.longest_duration = duration;
    to.longest = Trace::slice_id(*lane.track, lane.row);
  }
  add_work(lane, to);
}

/// All rows of one place in order of time.
bool Totals::sweep(std::vector<Lane>& lanes, const TaskControl& control) {
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
  std::vector<Head> heads;  // a heap of the next row of each lane, the earliest first
  for (std::size_t i = 0; i < lanes.size(); ++i) {
    if (next(lanes[i])) heads.push_back(head_of(i));
  }
  std::sort(heads.begin(), heads.end());
  ExposureSweep exposure;
  while (!heads.empty()) {
    if (steps_++ % kCheckEvery == 0 && control.cancelled()) return false;
    Lane& lane = lanes[heads.front().lane];
    take(lane, exposure);
    ++lane.row;
    if (next(lane)) {
      heads.front() = head_of(heads.front().lane);
    } else {
      heads.front() = heads.back();
      heads.pop_back();
    }
    sink(heads);
  }
  exposure.finish();
  for (std::size_t i = 0; i < exposure.times().size(); ++i) {
    run_.operators[i].active += exposure.times()[i].active;
    run_.operators[i].exposed += exposure.times()[i].alone;
  }
  return true;
}

Result<OperatorRun> Totals::all(TaskControl& control) {
  std::map<std::pair<int, std::uint32_t>, std::vector<Lane>> places;
  for (const Track& track : trace_.tracks()) {
    if (track.slices.size() == 0 || !unit_of_work(track) || !scope_.holds(track)) continue;
    if (track.slice_kind == SliceKind::kInstruction) run_.instructions = true;
    if (track.slice_kind == SliceKind::kOperator) run_.operators_of_runs = true;
  }
  if (!tie_packets(control)) return cancelled();
  for (const Track& track : trace_.tracks()) {
    const auto unit = unit_of_work(track);
    if (track.slices.size() == 0 || !unit || !scope_.holds(track)) continue;
    const auto packets = packets_.find(track.id.value);
    places[place_of(track)].push_back(
        {.track = &track,
         .unit = *unit,
         .packet_names = packets == packets_.end() ? nullptr : &packets->second,
         .names = OperatorNames(trace_, track, asked_, run_.level),
         .work = WorkReader(trace_, track)});
  }
  control.begin("Adding up operators", places.size());
  for (auto& [place, lanes] : places) {
    if (!sweep(lanes, control)) return cancelled();
    control.advance_to(++run_.places);
  }
  std::erase_if(run_.operators,
                [](const OperatorTotals& each) { return each.count == 0 && each.active == 0; });
  std::sort(run_.operators.begin(), run_.operators.end(),
            [](const auto& a, const auto& b) { return a.name < b.name; });
  return std::move(run_);
}

}  // namespace

Result<OperatorRun> operator_totals(const Trace& trace, const Scope& scope, OperatorLevel level,
                                    TaskControl& control) {
  return Totals(trace, scope, level).all(control);
}

}  // namespace nscope::analysis
