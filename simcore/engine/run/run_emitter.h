#pragma once

#include "profiler/trace/build/neuron_tracks.h"
#include "profiler/trace/build/trace_writer.h"
#include "simcore/engine/calibration/calibration.h"
#include "simcore/engine/events/event_queue.h"
#include "simcore/engine/run/prepared_run.h"
#include "simcore/engine/run/run_prediction.h"

#include <deque>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace nscope::sim {

/// Property of a simulated collective: bytes that its rank sends over EFA. Captures do not have it.
inline constexpr std::string_view kNetworkBytes = "network_bytes";

/// The longest run that is written as a trace, well below the range of 64-bit picoseconds.
inline constexpr double kLongestTraceSeconds = 20.0 * 24 * 3600;

/// Writes the properties and metrics of every trace of a prediction: origin, workload, calibration.
void describe_prediction(const PreparedRun& run, const Workload& workload,
                         const Calibration& calibration, const SimulationResult& result,
                         TraceWriter& out);

/// Writes a simulated run as a trace on the standard Neuron tracks. Ranks behave alike, so the same
/// events appear on each shown core. All times are picoseconds since the start of the first
/// execution. For one thread.
class RunEmitter {
 public:
  /// `ranks` are the shown ranks, ascending. All behave alike until focus() is called.
  RunEmitter(TraceSink& sink, const PreparedRun& run, const std::vector<int>& ranks);

  /// Directs the following events to the `index`-th shown rank only, which belongs to `stage` of a
  /// pipeline.
  void focus(std::size_t index, int stage) {
    active_ = std::span(cores_).subspan(index, 1);
    stage_ = stage;
  }

  /// Writes properties of the run, metrics, and diagnostics about ranks that are not shown.
  void describe(const Workload& workload, const Calibration& calibration,
                const SimulationResult& result);
  void note(std::string_view code, Severity severity, Text text, std::int64_t count) {
    out_.diagnose(code, severity, std::move(text), count);
  }

  void host(std::string_view name, Picoseconds start, Picoseconds end);

  /// One execution of a compiled graph.
  struct Execution {
    std::string_view name;  ///< "prefill", "decode", "unet"
    std::int64_t step = 0;  ///< counts all executions of the run from 0
    int bucket = 0;         ///< cache positions; 0: no cache
    int tokens = 0;         ///< used positions of the bucket; 0: unknown
    bool folded = false;
  };
  void execution(const Execution& what, Picoseconds start, Picoseconds end);

  /// A slice above the layers of a rank: a pass of a microbatch, or a bubble if `microbatch` is
  /// negative.
  void pass(std::string_view name, int microbatch, Picoseconds start, Picoseconds end);
  /// Begins a layer ("layer 12", "head") and ends the previous one.
  void enter_layer(std::string_view name, Picoseconds start);
  void leave_layer(Picoseconds end);
  void operation(const Operator& op, const OperatorTiming& timing, Picoseconds start,
                 Picoseconds end);
  /// A whole step without its operators: one slice per engine with the totals.
  void folded_step(std::string_view name, const StepTotals& totals, Picoseconds start,
                   Picoseconds end);
  /// A collective outside of the graphs.
  void collective(std::string_view name, const Collective& plan, Picoseconds start,
                  Picoseconds end);

  /// Sends the remaining events. False if the sink accepts no more data.
  bool finish(Picoseconds window_end);
  bool flush() { return out_.flush(); }

 private:
  struct Running {
    SliceId slice;
    Picoseconds start = 0;
  };
  struct Core {
    int index = 0;                ///< physical core
    SliceId last;                 ///< the slice that ended last in the previous operator
    SliceId transfer;             ///< the previous transfer on the same ring
    Picoseconds transferred = 0;  ///< end of that transfer
    std::deque<Running> running;  ///< main slices that may overlap a later transfer, in order
    SliceId layer;                ///< open layer slice
    /// Removes slices from the front of `running` until the first one ran at `when`. Times must not
    /// decrease between calls.
    void forget_before(Picoseconds when);
  };
  struct Launch {
    SliceId slice{};
    Picoseconds end = 0;
  };

  void engine_work(Core& core, std::string_view name, const Work& work,
                   const OperatorTiming& timing, Picoseconds start, Picoseconds end);
  SliceId dma(const Core& core, std::string_view name, const Work& work, Picoseconds start,
              Picoseconds end);
  void add_work_args(SliceId slice, const Work& work);
  void add_network_bytes(SliceId slice, double bytes);
  void add_layer(SliceId slice);
  void collective(Core& core, std::string_view name, const Collective& plan, Picoseconds start,
                  Picoseconds end);
  void link_traffic(const Collective& plan, Picoseconds start, Picoseconds end);
  void depend(const Core& core, SliceId slice);
  void wait_for_ring(Core& core, SliceId transfer, Picoseconds begin);
  TrackId engine_track(const Core& core, Unit unit);
  std::string stage_name() const;

  TraceWriter out_;
  NeuronTracks tracks_;
  const PreparedRun& run_;
  std::vector<Core> cores_;
  std::span<Core> active_;          ///< cores that receive events
  Launch last_launch_;              ///< of the host
  int stage_ = -1;                  ///< of the pipeline; -1: no pipeline
  std::vector<std::string> links_;  ///< names of the links of the shown chips
  std::string_view layer_name_;
};

}  // namespace nscope::sim
