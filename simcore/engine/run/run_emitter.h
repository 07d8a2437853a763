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

/// Property of a collective that captures do not have: what its rank sends over EFA, in bytes.
inline constexpr std::string_view kNetworkBytes = "network_bytes";

/// The longest run that is written as a trace: picoseconds in 64 bits, with room.
inline constexpr double kLongestTraceSeconds = 20.0 * 24 * 3600;

/// What every trace of a prediction states: where it comes from, of what it is, its metrics.
void describe_prediction(const PreparedRun& run, const Workload& workload,
                         const Calibration& calibration, const SimulationResult& result,
                         TraceWriter& out);

/// Writes a simulated run as a trace on the standard Neuron tracks. Symmetric
/// ranks behave alike, so the same events appear on each shown core. All times
/// are picoseconds from the start of the first execution. One thread.
class RunEmitter {
 public:
  /// `ranks` are those shown, ascending; all of them behave alike unless focus() says so.
  RunEmitter(TraceSink& sink, const PreparedRun& run, const std::vector<int>& ranks);

  /// What follows happens on the `index`-th shown rank alone, which is in this stage of a
  /// pipeline.
  void focus(std::size_t index, int stage) {
    active_ = std::span(cores_).subspan(index, 1);
    stage_ = stage;
  }

  /// Properties of the run, metrics, and what the trace leaves out.
  void describe(const Workload& workload, const Calibration& calibration,
                const SimulationResult& result);
  void note(std::string_view code, Severity severity, std::string text, std::int64_t count) {
    out_.diagnose(code, severity, std::move(text), count);
  }

  void host(std::string_view name, Picoseconds start, Picoseconds end);

  /// One execution of a compiled graph.
  struct Execution {
    std::string_view name;  ///< "prefill", "decode", "unet"
    std::int64_t step = 0;  ///< counts all executions of the run from 0
    int bucket = 0;         ///< cache positions; 0: the graph has none
    int tokens = 0;         ///< of the bucket, that are real; 0: not known
    bool folded = false;
  };
  void execution(const Execution& what, Picoseconds start, Picoseconds end);

  /// A stretch of a rank's time that holds layers: a pass of a microbatch, or none
  /// (negative).
  void stretch(std::string_view name, int microbatch, Picoseconds start, Picoseconds end);
  /// Enters a layer ("layer 12", "head"); the one before ends here.
  void enter_layer(std::string_view name, Picoseconds start);
  void leave_layer(Picoseconds end);
  void operation(const Operator& op, const OperatorTiming& timing, Picoseconds start,
                 Picoseconds end);
  /// A whole step without its operators: one slice per engine with its totals.
  void folded_step(std::string_view name, const StepTotals& totals, Picoseconds start,
                   Picoseconds end);
  /// A collective by itself, between the graphs.
  void collective(std::string_view name, const Collective& plan, Picoseconds start,
                  Picoseconds end);

  /// Sends the rest. False when the consumer is gone.
  bool finish(Picoseconds window_end);
  bool flush() { return out_.flush(); }

 private:
  struct Running {
    SliceId slice;
    Picoseconds start = 0;
  };
  struct Core {
    int index = 0;                ///< physical core
    SliceId last;                 ///< what the previous operator ended with
    SliceId transfer;             ///< the transfer before, on the same ring
    Picoseconds transferred = 0;  ///< its end
    std::deque<Running> running;  ///< main slices that may run beside a later transfer, in order
    SliceId layer;                ///< open layer slice

    /// Leaves in front of `running` the one that ran at `when`; later calls ask for later times.
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
  std::span<Core> active_;          ///< those that events go to
  Launch last_launch_;              ///< of the host
  int stage_ = -1;                  ///< of the pipeline; -1: there is none
  std::vector<std::string> links_;  ///< names of the links of the shown chips
  std::string_view layer_name_;
};

}  // namespace nscope::sim
