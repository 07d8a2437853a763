#pragma once

#include "profiler/analysis/metrics/interval_union.h"
#include "profiler/analysis/metrics/scope.h"
#include "profiler/base/task_control.h"
#include "profiler/trace/trace.h"

#include <array>
#include <cstdint>
#include <limits>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace nscope::analysis {

/// Instructions (or simulated operators) of one engine on all cores in scope.
/// EVENT_SEMAPHORE only waits and does no work: it is included in the count, but not in the time.
/// The same holds for instructions before the start of the execution on their core, if the capture
/// states it.
struct EngineTotals {
  std::int64_t count = 0;
  double time = 0.0;  ///< sum of durations, ticks
  IntervalUnion busy;
};

/// Sums over the properties of instructions and operators.
struct WorkTotals {
  double elements = 0.0;
  double transpose_elements = 0.0;
  double flops = 0.0;           ///< of operators, which state FLOPs instead of elements
  double adjusted_flops = 0.0;  ///< weighted by operand type, BF16 = 1; see flop_weight()
  double adjusted_transpose_flops = 0.0;
  std::int64_t unknown_types = 0;  ///< multiplications without a known operand type
  double spill_save = 0.0;
  double spill_reload = 0.0;
  double hbm_read = 0.0;
  double hbm_write = 0.0;
  double sbuf_read = 0.0;
  double sbuf_write = 0.0;
  double psum_read = 0.0;
  double psum_write = 0.0;
  double psum_read_sbuf_write = 0.0;
  std::int64_t psum_read_sbuf_write_count = 0;
  std::int64_t matmul_count = 0;
  std::int64_t activate_count = 0;
  double activate_time = 0.0;
};

/// DMA packets of one kind of queue.
struct DmaTotals {
  std::int64_t packets = 0;
  double bytes = 0.0;
  double time = 0.0;
  IntervalUnion busy;
};

struct CollectiveTotals {
  std::int64_t count = 0;
  double time = 0.0;
  IntervalUnion busy;
};

/// Clock limits of one core by AWS's activity type. Times are in whole nanoseconds.
struct ThrottleTotals {
  struct Activity {
    double time_ns = 0.0;
    double weighted_ns = 0.0;  ///< sum of duration * k/n, the permitted share of the clock
  };
  std::map<int, Activity> activities;
  double limited_ns = 0.0;  ///< time with k < n
};

/// The input of the summary metrics, gathered in one pass.
struct RunTotals {
  bool has_instructions = false;  ///< tracks of instructions exist
  bool has_operators = false;
  bool has_dma = false;
  bool has_semaphores = false;
  bool has_events = false;  ///< the source also lists event flags
  std::int64_t instructions = 0;
  std::array<EngineTotals, 5> engines;  ///< order of kSummaryEngines
  WorkTotals work;
  DmaTotals hardware_dynamic;
  DmaTotals software_dynamic;
  DmaTotals other_queues;
  std::map<std::string, double> queue_bytes;  ///< by queue type
  std::int64_t dropped_packets = 0;           ///< excluded by the export's rule, see gather()
  CollectiveTotals collectives;
  std::int64_t counter_events = 0;
  std::map<int, ThrottleTotals> throttle;  ///< by core
  TraceTime last_instruction_end{};
  /// For each execution, or for the selected range: from the first to the last packet, operator
  /// or working instruction. Opcodes that only start, end or order a program (NOP, NOTIFY,
  /// DRAIN, ...) are excluded, as in Neuron Explorer's total_exec_time.
  struct WorkSpan {
    TraceTime first{std::numeric_limits<std::int64_t>::max()};
    TraceTime last{std::numeric_limits<std::int64_t>::min()};
  };
  std::vector<WorkSpan> work_spans;
  bool has_spill_bytes = false;  ///< instructions state their spilled bytes
  bool has_transfers = false;    ///< tracks of complete transfers exist
  DmaTotals transfers;
  std::map<std::string, double> transfer_queue_bytes;  ///< by queue type
};

inline constexpr std::array<Engine, 5> kSummaryEngines{
    Engine::kTensor, Engine::kVector, Engine::kScalar, Engine::kGpSimd, Engine::kSync};

/// Gathers the totals of the part of a run that `scope` selects.
/// DMA packets follow AWS's export: if a ring has a packet in flight at the start or end of an
/// execution, the export does not list the packets of this ring in this execution. They are
/// excluded here, too, and counted in dropped_packets.
/// If `control` is cancelled, the result is incomplete and must not be used.
RunTotals gather(const Trace& trace, const Scope& scope, const TaskControl& control);

/// Gathers the totals of many parts of one run. A range takes time in proportion to its events, and
/// logarithmic time for each track. One thread; the trace must outlive it.
class RunGatherer {
 public:
  explicit RunGatherer(const Trace& trace);
  ~RunGatherer();
  RunGatherer(RunGatherer&& other) noexcept;
  RunGatherer& operator=(RunGatherer&&) = delete;

  RunTotals all(const Scope& scope, const TaskControl& control);
  /// The same without events, semaphores and clock limits, whose tracks are not read.
  RunTotals work(const Scope& scope, const TaskControl& control);

 private:
  struct Shared;
  RunTotals of(std::span<const Track* const> tracks, const Scope& scope,
               const TaskControl& control);

  const Trace* trace_;
  std::vector<const Track*> tracks_;
  std::vector<const Track*> of_work_;  ///< instructions, operators, DMA and collectives
  std::unique_ptr<Shared> shared_;
};

}  // namespace nscope::analysis
