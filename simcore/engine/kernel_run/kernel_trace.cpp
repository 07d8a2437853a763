#include "simcore/engine/kernel_run/kernel_trace.h"

#include "profiler/base/json/document_text.h"
#include "profiler/trace/build/neuron_tracks.h"
#include "profiler/trace/build/trace_writer.h"
#include "profiler/trace/vocabulary.h"
#include "simcore/engine/instruction/core_rates.h"
#include "simcore/engine/kernel_run/kernel_run.h"

#include <algorithm>
#include <cmath>
#include <string>

namespace nscope::sim {
namespace {

constexpr int kKernelCore = 0;
constexpr std::string_view kKernelBound = "bound";

std::int64_t rounded(double value) {
  return static_cast<std::int64_t>(std::llround(value));
}

class KernelTraceEmitter {
 public:
  KernelTraceEmitter(const KernelRun& run, TraceSink& sink)
      : run_(run), out_(sink), tracks_(out_) {}

  bool go(const KernelTimes& times, const Workload& workload, const Calibration& calibration,
          const SimulationResult& result) {
    describe(workload, calibration, result);
    const Picoseconds launch = to_picoseconds(times.host);
    const Picoseconds end = launch + to_picoseconds(times.device);
    out_.slice(tracks_.host(), out_.intern("launch"), TraceTime(0), TraceTime(launch));
    out_.slice(tracks_.executions(), out_.intern(run_.setup.name), TraceTime(launch),
               TraceTime(end - launch));
    double start = times.host;
    for (std::size_t i = 0; i < times.stages.size(); ++i) {
      show(run_.work.stages[i], times.stages[i], start);
      start += times.stages[i].seconds + run_.parameters.stage;
    }
    out_.time_base({.ticks_per_ns = kPicosecondTicks,
                    .window_begin = TraceTime(0),
                    .window_end = TraceTime(end)});
    return out_.finish();
  }

 private:
  void describe(const Workload& workload, const Calibration& calibration,
                const SimulationResult& result) {
    const auto put = [&](std::string_view key, PropertyValue value) {
      out_.property(std::string(key), std::move(value));
    };
    const Machine& machine = run_.machine;
    put(property::kSourceFormat, std::string("simulation"));
    put(property::kProvenance, std::string("simulated"));
    put(property::kKernelName, run_.setup.name);
    put(property::kInstanceType, machine.instance->id);
    put(property::kDevice, machine.device->id);
    put(property::kGeneration, machine.device->generation);
    put(property::kWorkload, compact_text(to_json(workload)));
    put(property::kCalibration, label_of(calibration));
    put(property::kPhysicalCores, std::int64_t{machine.physical_per_logical});
    put(property::kPeClock, machine.tensor_hz);
    put(property::kEngineClock, machine.scalar_hz);
    put(property::kPeRows, rounded(machine.pe_rows));
    put(property::kPeColumns, rounded(machine.pe_columns));
    put(property::kHbmBandwidth, machine.hbm_bandwidth);
    for (const Metric& metric : result.metrics) out_.metric(metric);
    for (const Text& reason : result.outside_domain) {
      out_.diagnose("outside_calibrated_domain", Severity::kWarning,
                    tr("Outside of the measured domain: {}.", reason));
    }
  }

  void show(const Operator& stage, const OperatorTiming& timing, double start) {
    const StringId name = out_.intern(stage.name);
    const auto slice = [&](TrackId track, double begin, double seconds) {
      const Picoseconds from = to_picoseconds(start + begin);
      return out_.slice(track, name, TraceTime(from),
                        TraceTime(to_picoseconds(start + begin + seconds) - from));
    };
    slice(tracks_.layers(kKernelCore), 0, timing.seconds);
    for (std::size_t i = 0; i < kUnitCount; ++i) {
      const OperatorTiming::Interval& busy = timing.units[i];
      if (busy.busy <= 0) continue;
      const auto unit = static_cast<Unit>(i);
      const bool transfers = unit == Unit::kDma;
      const TrackId track = transfers ? tracks_.dma(kKernelCore)
                                      : tracks_.engine(kKernelCore, engine_of(unit),
                                                       unit == Unit::kTensor, SliceKind::kOperator);
      const SliceId work = slice(track, busy.start, busy.busy);
      out_.arg(work, out_.intern(kKernelBound), out_.intern(timing.bound));
      if (unit == Unit::kTensor) out_.arg(work, out_.intern(key::kFlops), stage.work.flops);
      if (!transfers) continue;
      out_.arg(work, out_.intern(key::kHbmReadBytes), rounded(stage.work.read_bytes));
      out_.arg(work, out_.intern(key::kHbmWriteBytes), rounded(stage.work.write_bytes));
    }
  }

  const KernelRun& run_;
  TraceWriter out_;
  NeuronTracks tracks_;
};

}  // namespace

bool emit_named_kernel(const KernelRun& run, const KernelTimes& times, const Workload& workload,
                       const Calibration& calibration, const SimulationResult& result,
                       TraceSink& sink) {
  return KernelTraceEmitter(run, sink).go(times, workload, calibration, result);
}

}  // namespace nscope::sim
