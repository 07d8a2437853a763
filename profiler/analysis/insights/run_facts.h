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

/// Events of one sort, and the longest of them to show.
struct EventTotals {
  std::int64_t count = 0;
  double ns = 0;  ///< durations added up
  double bytes = 0;
  SliceId longest{};  ///< invalid while there is none
  TraceTime begin{};  ///< of the longest
  TraceTime end{};

  bool empty() const { return count == 0; }
};

/// What a slice is to the rules; one slice may be several things.
enum class Mark : std::uint8_t { kFp32, kTranspose, kNarrow, kUnfused, kSmallPacket };
inline constexpr std::size_t kMarks = 5;

/// One physical NeuronCore. Ticks.
struct CoreFacts {
  std::array<IntervalUnion, 5> busy{};  ///< as EngineTotals::busy, order of kSummaryEngines
  IntervalUnion collectives{};
};

/// Instructions of the engines.
struct InstructionFacts {
  EventTotals matmul{};           ///< with operands, so that their type is known
  EventTotals fp32{};             ///< of them
  EventTotals narrow{};           ///< of them: on less than the whole array
  double array_fill_ns = 0;    ///< their durations, each times its share of the array
  bool types_stated = false;   ///< instruction types are
  EventTotals transposes{};       ///< matrix products that only transpose
  EventTotals spills{};           ///< bytes that went to HBM for lack of room
  EventTotals elementwise{};      ///< with operands, so that their places are known
  EventTotals unfused{};          ///< of them: read what the one before just wrote
  EventTotals all{};              ///< without waiting
  EventTotals outside_kernels{};  ///< of them: without a NKI source location
  bool kernels_stated = false;
};

/// Packets of DMA rings; transfers that are not known by packet are not in here.
struct PacketFacts {
  EventTotals all{};
  EventTotals small{};  ///< below the threshold small_dma_bytes
};

struct CollectiveFacts {
  EventTotals all{};
  double operations = 0;      ///< of a core; a slice may stand for several
  double mean_bytes = 0;      ///< of an operation
  bool folded = false;        ///< slices do: which of them the critical path takes says little
  double exposed_ns = 0;      ///< of a core: no engine computes meanwhile
  EventTotals slow{};            ///< longer than outlier_factor times the median of their like
  double excess_ns = 0;       ///< of them, over that median, of a core
  double slow_median_ns = 0;  ///< of the like of the longest
};

/// Limits of the PE clock of one type (key::kThrottleType).
struct ThrottleFacts {
  EventTotals limited{};
  double lost_ns = 0;      ///< TensorE's work under the limit times the missing share of the clock
  std::int32_t core = -1;  ///< that lost this, the most of all
};

/// Host and device as any kind of run has them, GPUs included.
struct HostFacts {
  bool judged = false;  ///< there are rows of both
  double span_ns = 0;   ///< from the first to the last activity of a device
  double idle_ns = 0;   ///< of it: no device does anything, but the host does
  TraceTime begin{};    ///< of the longest such stretch
  TraceTime end{};
  SliceId slice{};  ///< what the host does there
  std::string_view name{};
};

struct CompileFacts {
  bool judged = false;  ///< compile events exist
  double busy_ns = 0;   ///< covered by at least one compilation
  EventTotals compilations{};
  std::size_t graphs = 0;      ///< different ones that were compiled
  std::size_t keys = 0;        ///< different flags and compilers
  EventTotals again{};            ///< of a graph that was compiled before
  bool again_differs = false;  ///< with other flags or another compiler
  EventTotals locked{};
  double locked_ns = 0;  ///< covered by waits for another process
  EventTotals cached_failures{};
};

/// Requests of a serving run and executions that state their tokens.
struct ServingFacts {
  EventTotals queued{};
  EventTotals prefilled{};
  EventTotals padded{};  ///< executions (or requests) that state tokens and bucket
  double tokens = 0;
  double bucket_tokens = 0;
  double padding_ns = 0;  ///< their durations, each times its padding
  EventTotals bubbles{};     ///< of a training pipeline
};

/// The critical path, added up. Picoseconds became ns.
struct PathFacts {
  std::string missing{};  ///< why there is none
  double transfers_ns = 0;
  double transfer_starts_ns = 0;  ///< between a trigger and its packet
  double collectives_ns = 0;
  std::map<Engine, double> work_ns{};
  std::array<double, kMarks> marked_ns{};  ///< work and transfers
  EventTotals longest_transfer{};             ///< segments; `longest` is the event
  std::map<Engine, EventTotals> longest_work{};

  bool known() const { return missing.empty(); }
  double work(Engine engine) const {
    const auto it = work_ns.find(engine);
    return it == work_ns.end() ? 0.0 : it->second;
  }
};

/// Everything that the rules look at, gathered once: linear in the run. One thread; the
/// trace must outlive it.
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
  double total_ns;  ///< T, the time looked at
  Summary summary{};
  Json workload{};  ///< of a simulation; null elsewhere

  std::map<std::int32_t, CoreFacts> cores{};
  InstructionFacts instructions{};
  PacketFacts packets{};
  CollectiveFacts collectives{};
  std::map<int, ThrottleFacts> throttle{};
  bool throttle_stated = false;
  HostFacts host{};
  CompileFacts compile{};
  ServingFacts serving{};
  PathFacts path{};

  double ns(std::int64_t ticks) const { return static_cast<double>(ticks) / ticks_per_ns; }
  std::optional<double> metric(std::string_view name) const;
  void add(EventTotals& set, const Track& track, std::size_t row, double bytes = 0) const;
  /// Evidence at the longest of some events.
  Evidence at(const EventTotals& set, std::vector<InsightNumber> numbers,
              std::string_view analysis) const;
  /// Evidence that is the whole time looked at.
  Evidence throughout(std::vector<InsightNumber> numbers, std::string_view analysis) const;
  /// Gains of at most `ns` of the critical path; unknown where there is none.
  Gain of_path(double ns, std::string basis) const;
  /// Gains of at most `ns` of `whole_ns`.
  static Gain of(double ns, double whole_ns, std::string basis);
};

/// Why a gain is not known.
inline Gain unknown_gain(std::string why) {
  Gain gain;
  gain.basis = std::move(why);
  return gain;
}

/// Marks of all slices, by SliceId: bits of Mark.
using SliceMarks = std::vector<std::uint8_t>;
inline std::uint8_t bit(Mark mark) {
  return static_cast<std::uint8_t>(1U << static_cast<unsigned>(mark));
}

// The passes of gather_facts(). Errors of all: kCancelled.
Result<> gather_instructions(RunFacts& facts, SliceMarks& marks, const TaskControl& control);
Result<> gather_packets(RunFacts& facts, double small_bytes, SliceMarks& marks,
                        const TaskControl& control);
Result<> gather_collectives(RunFacts& facts, double outlier_factor, const TaskControl& control);
Result<> gather_throttle(RunFacts& facts, const TaskControl& control);
Result<> gather_host(RunFacts& facts, const TaskControl& control);
Result<> gather_compile(RunFacts& facts, const TaskControl& control);
Result<> gather_serving(RunFacts& facts, const TaskControl& control);
Result<> gather_path(RunFacts& facts, const SliceMarks& marks, const AnalysisRequest& request,
                     const TaskControl& control);

/// All of them. Errors: kCancelled; kInvalidArgument for a core the run does not have.
Result<RunFacts> gather_facts(const Trace& trace, const AnalysisRequest& request,
                              TaskControl& control);

}  // namespace nscope::analysis
