#include "simcore/engine/run/run_emitter.h"

#include "profiler/base/json/document_text.h"
#include "profiler/base/overloaded.h"
#include "profiler/trace/vocabulary.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace nscope::sim {
namespace {

// Properties of operators that captures do not have.
constexpr std::string_view kBound = "bound";
constexpr std::string_view kSteps = "steps";
constexpr std::string_view kPhases = "phases";
constexpr std::string_view kCount = "count";
/// Kind of the flow from a call of the host to the execution that it starts.
constexpr std::string_view kLaunchFlow = "launch";

TraceTime ticks(Picoseconds time) {
  return TraceTime(time);
}

std::int64_t whole(double value) {
  return std::llround(value);
}

/// Stages of the pipeline that the work is divided into; nullopt if it is not a pipeline.
std::optional<int> pipeline_stages(const RunWork& work) {
  using Stages = std::optional<int>;
  return std::visit(
      Overloaded{
          [](const StaticBatch&) { return Stages(); },
          [](const FixedCall&) { return Stages(); },
          [](const TrainingStep& step) { return Stages(step.setup.pipeline_parallel); },
      },
      work);
}

}  // namespace

void RunEmitter::Core::forget_before(Picoseconds when) {
  while (running.size() > 1 && running[1].start <= when) running.pop_front();
}

RunEmitter::RunEmitter(TraceSink& sink, const PreparedRun& run, const std::vector<int>& ranks)
    : out_(sink), tracks_(out_), run_(run) {
  const Machine& machine = *run.machine;
  for (const int rank : ranks) {
    Core core;
    core.index = rank * machine.physical_per_logical;
    tracks_.describe_core(core.index, machine.physical_per_logical > 1
                                          ? fmt::format("logical {}, rank {}", rank, rank)
                                          : fmt::format("rank {}", rank));
    cores_.push_back(core);
  }
  active_ = cores_;
  // The stages of a pipeline use the links at different times.
  if (run.ranks() <= machine.logical_per_chip || pipeline_stages(run.work)) return;
  const int chips = static_cast<int>(ranks.size() - 1) / machine.logical_per_chip + 1;
  const catalog::Instance& instance = *run.instance;
  for (int chip = 0; chip < chips; ++chip) {
    for (const int other : instance.topology.neighbours(chip, instance.chips)) {
      links_.push_back(fmt::format("chip {} to chip {}", chip, other));
    }
  }
}

void describe_prediction(const PreparedRun& run, const Workload& workload,
                         const Calibration& calibration, const SimulationResult& result,
                         TraceWriter& out) {
  out.property(std::string(property::kSourceFormat), "simulation");
  out.property(std::string(property::kProvenance), "simulated");
  out.property(std::string(property::kInstanceType), run.instance->id);
  out.property(std::string(property::kDevice), run.machine->device->id);
  out.property(std::string(property::kGeneration), run.machine->device->generation);
  out.property(std::string(property::kWorkload), compact_text(to_json(workload)));
  out.property(std::string(property::kSeed), static_cast<std::int64_t>(workload.seed));
  out.property("model", run.model->id);
  out.property(std::string(property::kCalibration), label_of(calibration));
  if (result.memory.capacity > 0) {
    out.property(std::string(property::kMemoryCapacity), result.memory.capacity);
  }
  for (const Metric& metric : result.metrics) out.metric(metric);
  for (const Text& reason : result.outside_domain) {
    out.diagnose("outside_calibrated_domain", Severity::kWarning,
                 tr("Outside of the measured domain: {}.", reason));
  }
}

void RunEmitter::describe(const Workload& workload, const Calibration& calibration,
                          const SimulationResult& result) {
  const Machine& machine = *run_.machine;
  const auto cores = static_cast<double>(cores_.size());
  describe_prediction(run_, workload, calibration, result, out_);
  out_.property(std::string(property::kPhysicalCores),
                static_cast<std::int64_t>(cores_.size()) * machine.physical_per_logical);
  out_.property(std::string(property::kPeClock), machine.tensor_hz);
  out_.property(std::string(property::kEngineClock), machine.scalar_hz);
  out_.property(std::string(property::kPeRows), whole(machine.pe_rows));
  out_.property(std::string(property::kPeColumns), whole(machine.pe_columns));
  out_.property(std::string(property::kHbmBandwidth), cores * machine.hbm_bandwidth);
  if (const auto stages = pipeline_stages(run_.work)) {
    out_.property(std::string(property::kPipelineStages), std::int64_t{*stages});
  }
  for (const Core& core : cores_) {
    for (const catalog::MemoryItem& item : run_.memory.items) {
      const std::string use = std::string(property::kHbmUsage) + item.name.english();
      out_.property(property::core_property(core.index, use), whole(item.bytes));
    }
  }
  const int hidden = run_.ranks() - static_cast<int>(cores_.size());
  if (hidden > 0) {
    out_.diagnose(
        "symmetric_ranks_not_shown", Severity::kInfo,
        tr("{} of {} ranks are shown; the others behave alike.", cores_.size(), run_.ranks()),
        hidden);
  }
}

void RunEmitter::host(std::string_view name, Picoseconds start, Picoseconds end) {
  const SliceId slice =
      out_.slice(tracks_.host(), out_.intern(name), ticks(start), ticks(end - start));
  if (name.ends_with(" launch")) last_launch_ = {slice, end};
}

void RunEmitter::execution(const Execution& what, Picoseconds start, Picoseconds end) {
  const SliceId slice =
      out_.slice(tracks_.executions(), out_.intern(what.name), ticks(start), ticks(end - start));
  if (last_launch_.slice.valid() && last_launch_.end == start) {
    out_.flow(last_launch_.slice, slice, out_.intern(kLaunchFlow));
  }
  out_.arg(slice, out_.intern("step"), what.step);
  if (what.bucket > 0) out_.arg(slice, out_.intern(key::kBucket), std::int64_t{what.bucket});
  if (what.tokens > 0) out_.arg(slice, out_.intern(key::kTokens), std::int64_t{what.tokens});
  out_.arg(slice, out_.intern("folded"), static_cast<std::int64_t>(what.folded ? 1 : 0));
}

void RunEmitter::pass(std::string_view name, int microbatch, Picoseconds start, Picoseconds end) {
  for (const Core& core : active_) {
    const SliceId slice =
        out_.slice(tracks_.layers(core.index), out_.intern(name), ticks(start), ticks(end - start));
    if (microbatch >= 0) out_.arg(slice, out_.intern(key::kMicrobatch), std::int64_t{microbatch});
    if (stage_ >= 0) out_.arg(slice, out_.intern(key::kStage), std::int64_t{stage_});
  }
}

void RunEmitter::enter_layer(std::string_view name, Picoseconds start) {
  leave_layer(start);
  for (Core& core : active_) {
    core.layer = out_.open_slice(tracks_.layers(core.index), out_.intern(name), ticks(start));
  }
  layer_name_ = name;
}

void RunEmitter::leave_layer(Picoseconds end) {
  for (Core& core : active_) {
    if (core.layer.valid()) out_.close_slice(core.layer, ticks(end));
    core.layer = SliceId();
  }
}

TrackId RunEmitter::engine_track(const Core& core, Unit unit) {
  if (unit == Unit::kDma) return tracks_.dma(core.index);
  return tracks_.engine(core.index, engine_of(unit), unit == Unit::kTensor, SliceKind::kOperator);
}

SliceId RunEmitter::dma(const Core& core, std::string_view name, const Work& work,
                        Picoseconds start, Picoseconds end) {
  const SliceId slice = out_.slice(engine_track(core, Unit::kDma), out_.intern(name), ticks(start),
                                   ticks(end - start));
  const double bytes = work.read_bytes + work.write_bytes;
  out_.arg(slice, out_.intern(key::kTransferSize), whole(bytes));
  if (end > start) {
    const TrackId counter = tracks_.hbm_bandwidth(core.index);
    out_.counter(counter, ticks(start),
                 bytes * kPicosecondsPerSecond / static_cast<double>(end - start));
    out_.counter(counter, ticks(end), 0);
  }
  return slice;
}

void RunEmitter::add_work_args(SliceId slice, const Work& work) {
  if (work.flops > 0) out_.arg(slice, out_.intern(key::kFlops), work.flops);
  if (work.read_bytes > 0) {
    out_.arg(slice, out_.intern(key::kHbmReadBytes), whole(work.read_bytes));
  }
  if (work.write_bytes > 0) {
    out_.arg(slice, out_.intern(key::kHbmWriteBytes), whole(work.write_bytes));
  }
}

void RunEmitter::add_layer(SliceId slice) {
  if (!layer_name_.empty()) out_.arg(slice, out_.intern(key::kLayer), layer_name_);
}

/// All slices of an operator depend on the last slice of the previous one.
void RunEmitter::depend(const Core& core, SliceId slice) {
  if (core.last.valid()) {
    out_.flow(core.last, slice, out_.intern(flow_kind::kFlowDependence));
  }
}

/// Adds the dependencies of a prefetching transfer. It follows the previous transfer. If it begins
/// later than that ends, it waits for memory, which the operator that runs at its begin frees tile
/// by tile.
void RunEmitter::wait_for_ring(Core& core, SliceId transfer, Picoseconds begin) {
  const StringId dependence = out_.intern(flow_kind::kFlowDependence);
  if (core.transfer.valid()) out_.flow(core.transfer, transfer, dependence);
  core.forget_before(begin);
  const bool waited = begin > core.transferred;
  if (waited && !core.running.empty() && core.running.front().start <= begin) {
    out_.flow(core.running.front().slice, transfer, dependence);
  }
}

/// Writes the slices of an operator. Its work is attached to the TensorE slice or, without TensorE,
/// to the longest slice; for pure DMA, to SyncE, which issues the transfer.
void RunEmitter::engine_work(Core& core, std::string_view name, const Work& work,
                             const OperatorTiming& timing, Picoseconds start, Picoseconds end) {
  SliceId transfer;
  SliceId main;
  Picoseconds main_begin = start;
  SliceId last;
  Picoseconds last_end = start;
  double longest = 0;
  std::vector<SliceId> slices;
  for (std::size_t i = 0; i < kUnitCount; ++i) {
    const auto unit = static_cast<Unit>(i);
    const OperatorTiming::Interval& interval = timing.units[i];
    if (interval.busy <= 0) continue;
    Picoseconds begin = std::min(end, start + whole(interval.start * kPicosecondsPerSecond));
    // A prefetching transfer must not begin before the rounded end of the previous one.
    if (begin < start) begin = std::max(begin, core.transferred);
    const Picoseconds finish = std::min(end, begin + whole(interval.busy * kPicosecondsPerSecond));
    if (unit == Unit::kDma) {
      transfer = dma(core, name, work, begin, finish);
      add_layer(transfer);
      if (begin >= start) {
        depend(core, transfer);
      } else {
        wait_for_ring(core, transfer, begin);
      }
      core.transfer = transfer;
      core.transferred = finish;
      core.forget_before(finish);
      if (finish > last_end) last = transfer;
      last_end = std::max(last_end, finish);
      continue;
    }
    const SliceId slice = out_.slice(engine_track(core, unit), out_.intern(name), ticks(begin),
                                     ticks(finish - begin), ticks(begin - start));
    add_layer(slice);
    depend(core, slice);
    slices.push_back(slice);
    if (finish > last_end) last = slice;
    last_end = std::max(last_end, finish);
    const bool tensor_leads = main.valid() && work[Unit::kTensor] > 0;
    if (!tensor_leads && interval.busy > longest) {
      main = slice;
      main_begin = begin;
      longest = interval.busy;
    }
  }
  if (!main.valid()) {
    const Picoseconds issue = whole(run_.machine->dma_start * kPicosecondsPerSecond);
    main = out_.slice(tracks_.engine(core.index, Engine::kSync, false, SliceKind::kOperator),
                      out_.intern(name), ticks(start), ticks(std::min(end - start, issue)));
    add_layer(main);
    depend(core, main);
    if (transfer.valid()) out_.flow(main, transfer, out_.intern(flow_kind::kDmaTrigger));
  } else if (transfer.valid()) {
    for (const SliceId slice : slices) {
      out_.flow(transfer, slice, out_.intern(flow_kind::kSemaphore));
    }
  }
  add_work_args(main, work);
  out_.arg(main, out_.intern(kBound), timing.bound);
  core.running.push_back({main, main_begin});
  core.last = last.valid() ? last : main;
}

void RunEmitter::add_network_bytes(SliceId slice, double bytes) {
  if (bytes > 0) out_.arg(slice, out_.intern(kNetworkBytes), whole(bytes));
}

/// The replica group of a collective among the ranks of a stage.
std::string RunEmitter::stage_name() const {
  return fmt::format("stage {}", stage_);
}

void RunEmitter::collective(Core& core, std::string_view name, const Collective& plan,
                            Picoseconds start, Picoseconds end) {
  const SliceId slice = out_.slice(tracks_.collectives(core.index), out_.intern(name), ticks(start),
                                   ticks(end - start));
  out_.arg(slice, out_.intern(key::kOpcode), to_string(plan.kind));
  out_.arg(slice, out_.intern(key::kAlgorithm), plan.algorithm);
  out_.arg(slice, out_.intern(key::kBytes), whole(plan.bytes));
  add_network_bytes(slice, plan.network_bytes);
  out_.arg(slice, out_.intern(key::kRanks), static_cast<std::int64_t>(plan.ranks));
  if (stage_ >= 0) out_.arg(slice, out_.intern(key::kReplicaGroup), stage_name());
  out_.arg(slice, out_.intern(kPhases), static_cast<std::int64_t>(plan.phases));
  out_.arg(slice, out_.intern(kSteps), static_cast<std::int64_t>(plan.steps));
  add_layer(slice);
  depend(core, slice);
  core.running.push_back({slice, start});
  core.last = slice;
}

void RunEmitter::collective(std::string_view name, const Collective& plan, Picoseconds start,
                            Picoseconds end) {
  layer_name_ = {};
  for (Core& core : active_) collective(core, name, plan, start, end);
}

void RunEmitter::link_traffic(const Collective& plan, Picoseconds start, Picoseconds end) {
  if (links_.empty() || end <= start) return;
  const double rate = bytes_per_link(*run_.machine, plan) * kPicosecondsPerSecond /
                      static_cast<double>(end - start);
  for (const std::string& link : links_) {
    const TrackId track = tracks_.link(link);
    out_.counter(track, ticks(start), rate);
    out_.counter(track, ticks(end), 0);
  }
}

void RunEmitter::operation(const Operator& op, const OperatorTiming& timing, Picoseconds start,
                           Picoseconds end) {
  for (Core& core : active_) {
    out_.slice(tracks_.layers(core.index), out_.intern(op.name), ticks(start), ticks(end - start));
    if (op.collective) {
      const Picoseconds hidden = whole(op.collective->hidden * kPicosecondsPerSecond);
      collective(core, op.name, *op.collective, start - hidden, end);
    } else {
      engine_work(core, op.name, op.work, timing, start, end);
    }
  }
  if (op.collective) link_traffic(*op.collective, start, end);
}

void RunEmitter::folded_step(std::string_view name, const StepTotals& totals, Picoseconds start,
                             Picoseconds end) {
  for (Core& core : active_) {
    // The totals are attached only to the slice of the first engine.
    bool stated = false;
    for (std::size_t i = 0; i < kUnitCount; ++i) {
      const auto unit = static_cast<Unit>(i);
      const Picoseconds busy = whole(totals.work[unit] * kPicosecondsPerSecond);
      if (busy <= 0) continue;
      const Picoseconds finish = std::min(end, start + busy);
      if (unit == Unit::kDma) {
        dma(core, name, totals.work, start, finish);
        continue;
      }
      const SliceId slice = out_.slice(engine_track(core, unit), out_.intern(name), ticks(start),
                                       ticks(finish - start));
      if (!stated) add_work_args(slice, totals.work);
      stated = true;
    }
    if (totals.collectives > 0) {
      const Picoseconds busy = whole(totals.collective_seconds * kPicosecondsPerSecond);
      const SliceId slice =
          out_.slice(tracks_.collectives(core.index), out_.intern(name),
                     ticks(std::max(start, end - busy)), ticks(std::min(busy, end - start)));
      out_.arg(slice, out_.intern(key::kBytes), whole(totals.collective_bytes));
      add_network_bytes(slice, totals.network_bytes);
      out_.arg(slice, out_.intern(key::kRanks), static_cast<std::int64_t>(run_.ranks()));
      out_.arg(slice, out_.intern(kCount), static_cast<std::int64_t>(totals.collectives));
      if (stage_ >= 0) out_.arg(slice, out_.intern(key::kReplicaGroup), stage_name());
    }
    core.last = SliceId();
    core.transfer = SliceId();
    core.running.clear();
    core.transferred = end;
  }
}

bool RunEmitter::finish(Picoseconds window_end) {
  out_.time_base({.ticks_per_ns = kPicosecondTicks,
                  .window_begin = ticks(0),
                  .window_end = ticks(window_end)});
  return out_.finish();
}

}  // namespace nscope::sim
