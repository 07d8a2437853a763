#pragma once

#include "profiler/analysis/definition/analysis.h"
#include "profiler/analysis/insights/insight.h"
#include "profiler/analysis/metrics/interval_union.h"
#include "profiler/analysis/metrics/run_totals.h"
#include "profiler/analysis/metrics/scope.h"
#include "profiler/base/json.h"

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace nscope::analysis {

/// Totals of events of one kind, and the longest of them as evidence.
struct EventTotals {
  std::int64_t count = 0;
  double ns = 0;  ///< sum of the durations
  double bytes = 0;
  SliceId longest{};  ///< invalid if there are no events
  TraceTime begin{};  ///< start of the longest
  TraceTime end{};

  bool empty() const { return count == 0; }
};

/// The properties of a slice that rules use; a slice can have several.
enum class Mark : std::uint8_t { kFp32, kTranspose, kNarrow, kUnfused, kSmallPacket };
inline constexpr std::size_t kMarks = 5;

/// One physical NeuronCore. Ticks.
struct CoreFacts {
  std::array<IntervalUnion, 5> busy{};  ///< as EngineTotals::busy, order of kSummaryEngines
  IntervalUnion collectives{};
};

/// Instructions of the engines.
struct InstructionFacts {
  EventTotals matmul{};           ///< matrix products with known operands
  EventTotals fp32{};             ///< matrix products of fp32 operands
  EventTotals narrow{};           ///< matrix products that use only a part of the array
  double array_fill_ns = 0;       ///< sum of the durations of matrix products * share of the array
  bool types_stated = false;      ///< whether the run states instruction types
  EventTotals transposes{};       ///< matrix products that only transpose
  EventTotals spills{};           ///< instructions that spill, with their HBM bytes
  EventTotals elementwise{};      ///< element-wise instructions with known operands
  EventTotals unfused{};          ///< of these, those that read the result of the preceding one
  EventTotals all{};              ///< all instructions without waits
  EventTotals outside_kernels{};  ///< of these, those without a NKI source location
  bool kernels_stated = false;    ///< whether the run states the kinds of source locations
};

/// Packets of DMA rings. Transfers whose packets are unknown are not included.
struct PacketFacts {
  EventTotals all{};
  EventTotals small{};  ///< below the threshold small_dma_bytes
};

struct CollectiveFacts {
  EventTotals all{};
  double operations = 0;  ///< operations per core; a slice can represent several
  double mean_bytes = 0;  ///< bytes per operation
  /// Whether slices represent several operations. The collectives on the critical path are then
  /// not meaningful.
  bool folded = false;
  double exposed_ns = 0;      ///< time per core in which no engine computes
  EventTotals slow{};         ///< longer than outlier_factor times the median of their group
  double excess_ns = 0;       ///< time of slow collectives beyond the median, per core
  double slow_median_ns = 0;  ///< median of the group of the longest slow collective
};

/// Limits of the PE clock of one type (key::kThrottleType).
struct ThrottleFacts {
  EventTotals limited{};
  double lost_ns = 0;      ///< TensorE's work under the limit * missing share of the clock
  std::int32_t core = -1;  ///< core with the largest loss, which is lost_ns
};

/// Activity of host and devices, for runs of any kind including GPUs.
struct HostFacts {
  bool known = false;  ///< whether the run contains host and device events
  double span_ns = 0;  ///< from the first to the last activity of a device
  double idle_ns = 0;  ///< part of the span in which the host is active but no device is
  TraceTime begin{};   ///< start of the longest idle interval
  TraceTime end{};
  SliceId slice{};  ///< host event during the longest idle interval
  std::string_view name{};
};

struct CompileFacts {
  bool known = false;  ///< whether the run contains compile events
  double busy_ns = 0;  ///< time covered by at least one compilation
  EventTotals compilations{};
  std::size_t graphs = 0;      ///< number of different graphs that were compiled
  std::size_t keys = 0;        ///< number of different combinations of flags and compiler
  EventTotals again{};         ///< compilations of a graph that was compiled before
  bool again_differs = false;  ///< whether any of these had other flags or another compiler
  EventTotals locked{};
  double locked_ns = 0;  ///< time covered by waits for another process
  EventTotals cached_failures{};
};

/// Requests of a serving run and executions that state their tokens.
struct ServingFacts {
  EventTotals queued{};
  EventTotals prefilled{};
  EventTotals padded{};  ///< executions or requests that state tokens and bucket
  double tokens = 0;
  double bucket_tokens = 0;
  double padding_ns = 0;  ///< sum of the durations of `padded` * share of padding
  EventTotals bubbles{};  ///< bubbles of a training pipeline
};

/// A NeuronCore in the reports of a monitor.
struct MonitoredCore {
  std::string name;          ///< "NeuronCore 3", with the instance if there are several
  std::int64_t reports = 0;  ///< in which a runtime reports it
  double utilization = 0;    ///< mean share 0..1 of the reports; a sum over the runtimes of each
  double assigned_ns = 0;    ///< reports * the time between two reports; 0 if that is unknown
};

/// Totals of the critical path in nanoseconds.
struct PathFacts {
  Text missing{};  ///< reason why the path is unknown, as a sentence
  double transfers_ns = 0;
  double transfer_starts_ns = 0;  ///< latencies between triggers and packets
  double collectives_ns = 0;
  std::map<Engine, double> work_ns{};
  std::array<double, kMarks> marked_ns{};  ///< work and transfers of slices with each mark
  EventTotals longest_transfer{};          ///< count of segments; `longest` is the event
  std::map<Engine, EventTotals> longest_work{};

  bool known() const { return missing.empty(); }
  double work(Engine engine) const {
    const auto it = work_ns.find(engine);
    return it == work_ns.end() ? 0.0 : it->second;
  }
};

/// The input of the rules, gathered in time linear in the size of the run. One thread; the trace
/// must outlive it.
struct RunFacts {
  RunFacts(const Trace& of, const SummaryOptions& options)
      : trace(of),
        scope(of, options),
        ticks_per_ns(static_cast<double>(of.time_base().ticks_per_ns)) {
    total_ns = static_cast<double>(scope.total().value()) / ticks_per_ns;
  }

  const Trace& trace;
  Scope scope;
  double ticks_per_ns;
  double total_ns;  ///< length of the analysed range
  Summary summary{};
  Json workload{};  ///< workload of a simulation; null for other runs

  std::map<std::int32_t, CoreFacts> cores{};
  InstructionFacts instructions{};
  PacketFacts packets{};
  CollectiveFacts collectives{};
  std::map<int, ThrottleFacts> throttle{};
  bool throttle_stated = false;
  HostFacts host{};
  CompileFacts compile{};
  ServingFacts serving{};
  std::vector<MonitoredCore> monitored{};  ///< in the order of the run
  PathFacts path{};

  double ns(std::int64_t ticks) const { return static_cast<double>(ticks) / ticks_per_ns; }
  std::optional<double> metric(std::string_view name) const;
  /// Adds `share` (Scope::Part) of an event and of its bytes.
  void add(EventTotals& set, const Track& track, std::size_t row, double bytes = 0,
           double share = 1.0) const;
  /// Evidence at the longest of the events.
  Evidence at(const EventTotals& set, std::vector<InsightNumber> numbers,
              std::string_view analysis) const;
  /// Evidence that covers the analysed range.
  Evidence throughout(std::vector<InsightNumber> numbers, std::string_view analysis) const;
  /// A gain of at most `ns` of the critical path; unknown if the path is.
  Gain of_path(double ns, Phrase basis) const;
  /// A gain of at most `ns` of `whole_ns`.
  static Gain of(double ns, double whole_ns, Phrase basis);
};

/// A gain that is unknown for this reason.
inline Gain unknown_gain(Text reason) {
  return {.basis = std::move(reason)};
}

/// Marks of all slices, by SliceId: bits of Mark.
using SliceMarks = std::vector<std::uint8_t>;
inline std::uint8_t bit(Mark mark) {
  return static_cast<std::uint8_t>(1U << static_cast<unsigned>(mark));
}

// The passes of gather_facts(). Errors: kCancelled.
Result<> gather_instructions(RunFacts& facts, SliceMarks& marks, const TaskControl& control);
Result<> gather_packets(RunFacts& facts, double small_bytes, SliceMarks& marks,
                        const TaskControl& control);
Result<> gather_collectives(RunFacts& facts, double outlier_factor, const TaskControl& control);
Result<> gather_throttle(RunFacts& facts, const TaskControl& control);
Result<> gather_host(RunFacts& facts, const TaskControl& control);
Result<> gather_compile(RunFacts& facts, const TaskControl& control);
Result<> gather_serving(RunFacts& facts, const TaskControl& control);
Result<> gather_monitored(RunFacts& facts, const TaskControl& control);
Result<> gather_path(RunFacts& facts, const SliceMarks& marks, const AnalysisRequest& request,
                     const TaskControl& control);

/// Runs all passes. Errors: kCancelled; kInvalidArgument if the run does not have the core of the
/// request.
Result<RunFacts> gather_facts(const Trace& trace, const AnalysisRequest& request,
                              TaskControl& control);

}  // namespace nscope::analysis
