#include "simcore/engine/instruction/replay_scaling.h"

#include "profiler/trace/vocabulary.h"
#include "simcore/engine/instruction/operand_text.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string_view>
#include <vector>

namespace nscope::sim {
namespace {

/// Size of a write to a semaphore, whose time does not depend on the bandwidth.
constexpr std::int64_t kSemaphoreWriteBytes = 4;

/// The operation with published costs for an opcode of the hardware.
struct OpcodeCost {
  std::string_view prefix;  ///< of the name of the opcode; longer prefixes come first
  std::string_view op;      ///< of instruction_cost.h; empty: scaled only by the clock
};
constexpr std::array kCosts{
    OpcodeCost{"MATMUL_SPARSE", ""},
    OpcodeCost{"MATMUL_MX", "nc_matmul_mx"},
    OpcodeCost{"MATMUL", "nc_matmul"},
    OpcodeCost{"LDWEIGHTS", ""},
    OpcodeCost{"ACTIVATE", "activation"},
    OpcodeCost{"EXPONENTIAL", "exponential"},
    OpcodeCost{"TENSOR_TENSOR_SCAN", "tensor_tensor_scan"},
    OpcodeCost{"TENSOR_TENSOR", "tensor_tensor"},
    OpcodeCost{"TENSOR_REDUCE", "tensor_reduce"},
    OpcodeCost{"TENSOR_SCALAR", "tensor_scalar"},
    OpcodeCost{"SCALAR_TENSOR_TENSOR", "scalar_tensor_tensor"},
    OpcodeCost{"COPY_PREDICATED", "tensor_copy_predicated"},
    OpcodeCost{"COPY", "tensor_copy"},
    OpcodeCost{"CAST", "tensor_copy"},
    OpcodeCost{"RECIPROCAL", "reciprocal"},
    OpcodeCost{"MEMSET", "memset"},
    OpcodeCost{"IOTA", "iota"},
    OpcodeCost{"DROPOUT", "dropout"},
    OpcodeCost{"STREAM_SHUFFLE", "nc_stream_shuffle"},
    OpcodeCost{"BATCH_NORM_STATS", "bn_stats"},
    OpcodeCost{"BATCH_NORM_AGGREGATE", "bn_aggr"},
    OpcodeCost{"MAX8", "max8"},
    OpcodeCost{"FIND_INDEX8", "nc_find_index8"},
    OpcodeCost{"MATCH_REPLACE8", "nc_match_replace8"},
    OpcodeCost{"RANGE_SELECT", "range_select"},
    OpcodeCost{"SELECT_REDUCE", "select_reduce"},
    OpcodeCost{"QUANTIZE_MX", "quantize_mx"},
    OpcodeCost{"RAND2", "rand2"},
};

const OpcodeCost* cost_of(std::string_view opcode) {
  for (const OpcodeCost& cost : kCosts) {
    if (opcode.starts_with(cost.prefix)) return &cost;
  }
  return nullptr;
}

Instruction instruction_of(std::string_view op, Engine engine, const OperandText& operands) {
  const AccessPattern& in = *operands.source;
  const AccessPattern& out = operands.destination ? *operands.destination : in;
  const bool wide = in.type == ElementType::kFp32 || out.type == ElementType::kFp32;
  return {.op = op,
          .engine = engine,
          .elements = in.elements,
          .stationary = 128,  // always a full array in captures, and it cancels out
          .moving = in.elements,
          .type = wide ? ElementType::kFp32 : in.type,
          .input = in.place,
          .second_input = in.place,
          .output = out.place,
          .contiguous = in.contiguous && out.contiguous};
}

/// The share of its clock at which TensorE ran over time. The throttling records of a core contain
/// only the new share at each change.
class GatedClock {
 public:
  void add(TraceTime from, std::int64_t k, std::int64_t n) {
    if (n <= 0 || k <= 0 || k > n) return;
    const double share = static_cast<double>(k) / static_cast<double>(n);
    changes_.push_back({from, share});
    if (share < 1) lowest_ = std::min(lowest_, share);
  }
  /// Before the first record, the share differed from that of the first record.
  double share_at(TraceTime at) const {
    if (changes_.empty()) return 1;
    const auto after =
        std::upper_bound(changes_.begin(), changes_.end(), at,
                         [](TraceTime time, const Change& change) { return time < change.from; });
    if (after != changes_.begin()) return std::prev(after)->share;
    return changes_.front().share < 1 ? 1 : lowest_;
  }

 private:
  struct Change {
    TraceTime from;
    double share;
  };
  std::vector<Change> changes_;
  double lowest_ = 1;
};

std::map<std::int32_t, GatedClock> gated_clocks(const Trace& trace) {
  std::map<std::int32_t, GatedClock> clocks;
  const StringId k = trace.strings().find(key::kThrottleK);
  const StringId n = trace.strings().find(key::kThrottleN);
  for (const Track& track : trace.tracks()) {
    if (track.kind != TrackKind::kThrottle) continue;
    for (std::size_t row = 0; row < track.slices.size(); ++row) {
      const SliceId slice = Trace::slice_id(track, row);
      clocks[track.core].add(track.slices.begin(row), trace.arg_integer(slice, k),
                             trace.arg_integer(slice, n));
    }
  }
  return clocks;
}

class Scaler {
 public:
  Scaler(const DependencyGraph& graph, const CoreRates& own, const CoreRates& target)
      : graph_(graph), trace_(*graph.trace), own_(own), target_(target) {
    size_key_ = trace_.strings().find(key::kTransferSize);
    for (const StringId text : graph.operands) {
      operands_.push_back(parse_operands(trace_.text(text)));
    }
    // A device without clock gating always runs at its full clock.
    if (own.gating_window > 0 && target.gating_window <= 0) clocks_ = gated_clocks(trace_);
  }

  ReplayScaling run() {
    latencies();
    to_.duration.reserve(graph_.nodes.size());
    for (const DependencyNode& node : graph_.nodes) {
      to_.duration.push_back(!node.slice.valid() ? 1.0
                             : node.packet       ? packet(node)
                                                 : instruction(node));
    }
    return std::move(to_);
  }

 private:
  void latencies() {
    const double clock = own_.gpsimd_hz / target_.gpsimd_hz;
    const double start = target_.dma_start / own_.dma_start;
    for (const DependencyKind kind : {DependencyKind::kOrder, DependencyKind::kAfterWait,
                                      DependencyKind::kSemaphore, DependencyKind::kBarrier}) {
      to_.latency[static_cast<std::size_t>(kind)] = clock;
    }
    for (const DependencyKind kind : {DependencyKind::kDmaStart, DependencyKind::kDmaDone}) {
      to_.latency[static_cast<std::size_t>(kind)] = start;
    }
    to_.transfer_rate = own_.dma_rate(own_.dma_engines) / target_.dma_rate(target_.dma_engines);
    to_.transfer_start = to_picoseconds(own_.dma_start);
    to_.transfer_start_factor = start;
  }

  double packet(const DependencyNode& node) {
    ++to_.packets;
    const std::int64_t bytes = trace_.arg_integer(node.slice, size_key_);
    return bytes <= kSemaphoreWriteBytes ? 1.0 : to_.transfer_rate;
  }

  double instruction(const DependencyNode& node) {
    const Track& track = trace_.tracks()[node.track];
    const std::string_view name = trace_.text(trace_.slice(node.slice).name());
    const OpcodeCost* cost = cost_of(name);
    const OperandText& operands = operands_[node.operands];
    if (cost == nullptr) return counted(to_.kept, name, 1);
    const double clock = own_.clock_of(track.engine) / target_.clock_of(track.engine);
    const double gate = gating(track, node);
    if (cost->op.empty() || !operands.source) return counted(to_.by_clock, name, clock * gate);
    const Instruction what = instruction_of(cost->op, track.engine, operands);
    const auto before = instruction_cycles(*own_.timing, own_.generation, what);
    const auto after = instruction_cycles(*target_.timing, target_.generation, what);
    if (!before || !after || *before <= 0) return counted(to_.kept, name, 1);
    return counted(to_.by_formula, name, *after / *before * clock * gate);
  }

  double gating(const Track& track, const DependencyNode& node) {
    const auto clock = clocks_.find(track.core);
    if (track.engine != Engine::kTensor || clock == clocks_.end()) return 1;
    const double share = clock->second.share_at(trace_.slice(node.slice).begin());
    if (share < 1) ++to_.ungated;
    return share;
  }

  static double counted(std::map<std::string, std::size_t>& where, std::string_view name,
                        double factor) {
    ++where[std::string(name)];
    return factor;
  }

  const DependencyGraph& graph_;
  const Trace& trace_;
  const CoreRates& own_;
  const CoreRates& target_;
  StringId size_key_;
  std::vector<OperandText> operands_;  ///< in the order of DependencyGraph::operands
  std::map<std::int32_t, GatedClock> clocks_;
  ReplayScaling to_;
};

}  // namespace

ReplayScaling replay_scaling(const DependencyGraph& graph, const CoreRates& own,
                             const CoreRates& target) {
  return Scaler(graph, own, target).run();
}

}  // namespace nscope::sim
