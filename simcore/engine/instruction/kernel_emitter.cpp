#include "simcore/engine/instruction/kernel_emitter.h"

#include "profiler/dependency/issue_time.h"
#include "profiler/trace/build/neuron_tracks.h"
#include "profiler/trace/build/trace_writer.h"
#include "profiler/trace/vocabulary.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace nscope::sim {
namespace {

constexpr std::size_t kInstructionsPerCheck = 1u << 14;
constexpr int kFirstDmaEngine = 64;  // as numbered by AWS

bool is_product(const KernelInstruction& instruction) {
  return instruction.op.starts_with("nc_matmul");
}

/// Multiply-accumulates of a matrix product; 0 for other instructions.
std::int64_t products(const KernelInstruction& instruction, const CoreRates& rates) {
  if (!is_product(instruction)) return 0;
  return std::llround(rates.pe_rows * instruction.stationary * instruction.moving);
}

void describe(TraceWriter& out, const Kernel& kernel, const CoreRates& rates, const CoreRun& run) {
  const auto put = [&](std::string_view key, PropertyValue value) {
    out.property(std::string(key), std::move(value));
  };
  put(property::kSourceFormat, std::string("kernel"));
  put(property::kProvenance, std::string("simulated"));
  put(property::kKernelName, kernel.name);
  put(property::kDevice, rates.device->id);
  put(property::kGeneration, rates.device->generation);
  put(property::kPhysicalCores, std::int64_t{1});
  put(property::kPeClock, rates.tensor_hz);
  put(property::kEngineClock, rates.scalar_hz);
  put(property::kPeRows, static_cast<std::int64_t>(std::llround(rates.pe_rows)));
  put(property::kPeColumns, static_cast<std::int64_t>(std::llround(rates.pe_columns)));
  put(property::kHbmBandwidth, rates.hbm_bandwidth);
  if (rates.gating_window > 0) {
    put(property::kClockGatingWindow, rates.gating_window * 1e9);
    put(property::kClockGatingShare, rates.timing->gating_share);
  }
  for (const KernelBuffer& buffer : kernel.buffers) {
    if (buffer.space != BufferSpace::kHbm || buffer.bytes <= 0) continue;
    put(std::string(property::kTensorBytes) + buffer.name, std::llround(buffer.bytes));
  }
  for (const Metric& metric : kernel_metrics(run)) out.metric(metric);
}

/// The HBM traffic of a DMA instruction and the buffers it moves.
class TrafficArgs {
 public:
  TrafficArgs(TraceWriter& out, const Kernel& kernel)
      : out_(out),
        kernel_(kernel),
        read_bytes_(out.intern(key::kHbmReadBytes)),
        write_bytes_(out.intern(key::kHbmWriteBytes)),
        read_tensor_(out.intern(key::kReadTensor)),
        write_tensor_(out.intern(key::kWriteTensor)) {}

  void put(SliceId slice, const KernelInstruction& what) {
    if (!what.is_dma()) return;
    put(slice, what, what.reads, read_bytes_, read_tensor_);
    put(slice, what, what.writes, write_bytes_, write_tensor_);
  }

 private:
  void put(SliceId slice, const KernelInstruction& what, const std::vector<std::uint32_t>& buffers,
           StringId bytes, StringId tensor) {
    for (const std::uint32_t index : buffers) {
      const KernelBuffer& buffer = kernel_.buffers[index];
      if (buffer.space != BufferSpace::kHbm) continue;
      out_.arg(slice, bytes, std::llround(what.rows * what.row_bytes));
      out_.arg(slice, tensor, out_.intern(buffer.name));
      return;  // a transfer has one source and one destination
    }
  }

  TraceWriter& out_;
  const Kernel& kernel_;
  StringId read_bytes_, write_bytes_, read_tensor_, write_tensor_;
};

/// Whether a later instruction of the same sequencer waits for the result of each instruction.
std::vector<bool> awaited_by_own_queue(const CoreProgram& program) {
  std::vector<bool> awaited(program.instructions());
  for (std::uint32_t i = 0; i < program.instructions(); ++i) {
    const CoreProgram::Step& step = program.steps[i];
    if (step.after_own > 0) awaited[program.queues[step.sequencer][step.after_own - 1]] = true;
  }
  return awaited;
}

/// Empty if cancelled or if the sink accepts no more data.
std::optional<std::vector<SliceId>> instructions(TraceWriter& out, NeuronTracks& tracks,
                                                 const Kernel& kernel, const CoreProgram& program,
                                                 const CoreRates& rates, const CoreRun& run,
                                                 const TaskControl& control) {
  const StringId issue = out.intern(key::kIssueTime);
  const std::vector<bool> awaited = awaited_by_own_queue(program);
  const StringId elements = out.intern(key::kElements);
  TrafficArgs traffic(out, kernel);
  std::vector<SliceId> slices;
  for (std::size_t i = 0; i < kernel.instructions.size(); ++i) {
    if (i % kInstructionsPerCheck == 0 && (control.cancelled() || !out.flush()))
      return std::nullopt;
    const KernelInstruction& what = kernel.instructions[i];
    const CoreRun::Interval& span = run.steps[i];
    slices.push_back(out.slice(tracks.engine(0, what.engine, is_product(what)), out.intern(what.op),
                               TraceTime(span.start), TraceTime(span.end - span.start),
                               TraceTime(run.waited[i])));
    if (const std::int64_t count = products(what, rates); count > 0) {
      out.arg(slices.back(), elements, count);
    }
    if (const Picoseconds result = program.steps[i].result; result > 0 && !awaited[i]) {
      out.arg(slices.back(), issue, static_cast<double>(span.end - span.start - result) / 1000.0);
    }
    traffic.put(slices.back(), what);
  }
  return slices;
}

void transfers(TraceWriter& out, NeuronTracks& tracks, const CoreProgram& program,
               const CoreRun& run, const std::vector<SliceId>& slices) {
  const StringId size = out.intern(key::kTransferSize);
  const StringId trigger = out.intern(flow_kind::kDmaTrigger);
  for (std::size_t i = 0; i < run.transfers.size(); ++i) {
    const CoreRun::Transfer& transfer = run.transfers[i];
    const int ring = program.steps[transfer.step].sequencer;
    const CoreProgram::Transfer& what = program.transfers[i];
    for (std::size_t engine = 0; engine < what.engines; ++engine) {
      const CoreRun::Interval& span = transfer.engines[engine];
      const SliceId slice =
          out.slice(tracks.dma_ring(0, kFirstDmaEngine + static_cast<int>(engine), ring),
                    out.intern("dma"), TraceTime(span.start), TraceTime(span.end - span.start));
      out.arg(slice, size, static_cast<std::int64_t>(std::llround(what.bytes / what.engines)));
      out.flow(slices[transfer.step], slice, trigger);
    }
  }
}

/// Finds the steps that raised the counters of a program to the values that others waited for.
class Producers {
 public:
  Producers(const CoreProgram& program, const CoreRun& run) : program_(program), run_(run) {
    changes_.resize(program.semaphores.size());
    for (std::uint32_t i = 0; i < program.instructions(); ++i) {
      const CoreProgram::Step& step = program.steps[i];
      const Picoseconds done = step.transfer >= 0
                                   ? run.transfers[static_cast<std::size_t>(step.transfer)].span.end
                                   : run.steps[i].end;
      for (std::uint32_t k = step.first_signal; k < program.steps[i + 1].first_signal; ++k) {
        const CoreProgram::Condition& signal = program.signals[k];
        const std::size_t semaphore = signal.counter - kSequencers.size();
        if (semaphore < changes_.size()) changes_[semaphore].push_back({done, i, signal.value});
      }
    }
    for (auto& list : changes_) {
      std::stable_sort(list.begin(), list.end(),
                       [](const Change& a, const Change& b) { return a.time < b.time; });
      std::int64_t value = 0;
      for (Change& change : list) change.value = value += change.value;
    }
  }

  /// The step that fulfilled the condition; empty if there is none.
  std::optional<std::uint32_t> of(const CoreProgram::Condition& wait) const {
    if (wait.value <= 0) return std::nullopt;
    if (wait.counter < kSequencers.size()) {
      return program_.queues[wait.counter][static_cast<std::size_t>(wait.value - 1)];
    }
    const std::size_t semaphore = wait.counter - kSequencers.size();
    if (semaphore >= changes_.size()) return run_.transfers[semaphore - changes_.size()].step;
    const auto& list = changes_[semaphore];
    const auto enough = std::lower_bound(
        list.begin(), list.end(), wait.value,
        [](const Change& change, std::int64_t value) { return change.value < value; });
    return enough == list.end() ? std::nullopt : std::optional(enough->step);
  }

 private:
  struct Change {
    Picoseconds time = 0;
    std::uint32_t step = 0;
    std::int64_t value = 0;  ///< first the increment, later the sum up to this change
  };

  const CoreProgram& program_;
  const CoreRun& run_;
  std::vector<std::vector<Change>> changes_;  ///< by semaphore, in order of time
};

void dependencies(TraceWriter& out, const CoreProgram& program, const CoreRun& run,
                  const std::vector<SliceId>& slices) {
  const Producers producers(program, run);
  const StringId kind = out.intern(flow_kind::kSemaphore);
  for (std::uint32_t i = 0; i < program.instructions(); ++i) {
    for (std::uint32_t k = program.steps[i].first_wait; k < program.steps[i + 1].first_wait; ++k) {
      const auto producer = producers.of(program.waits[k]);
      if (producer && *producer != i) out.flow(slices[*producer], slices[i], kind);
    }
  }
}

}  // namespace

std::vector<Metric> kernel_metrics(const CoreRun& run) {
  std::vector<Metric> metrics;
  const auto add = [&](std::string name, double value, std::string_view unit, Text note) {
    metrics.push_back({.name = std::move(name),
                       .value = value,
                       .unit = std::string(unit),
                       .provenance = Provenance::kSimulated,
                       .note = std::move(note)});
  };
  constexpr double kSecond = 1e12;
  constexpr std::array<std::string_view, kSequencers.size()> kNames{"tensor", "vector", "scalar",
                                                                    "gpsimd", "sync"};
  add("kernel_time", static_cast<double>(run.total) / kSecond, "s",
      tr("from the first issue to the last result"));
  for (std::size_t i = 0; i < kNames.size(); ++i) {
    add(fmt::format("{}_busy", kNames[i]), static_cast<double>(run.busy[i]) / kSecond, "s",
        tr("time in which instructions are issued"));
  }
  add("dma_busy", static_cast<double>(run.dma_busy) / kSecond, "s", tr("sum of all DMA engines"));
  add("tensor_clock_loss", static_cast<double>(run.tensor_slow) / kSecond, "s",
      tr("part of tensor_busy due to running at half of the clock before the engine is warm"));
  return metrics;
}

bool emit_kernel(const Kernel& kernel, const CoreProgram& program, const CoreRun& run,
                 const CoreRates& rates, TraceSink& sink, const TaskControl& control) {
  TraceWriter out(sink);
  NeuronTracks tracks(out);
  describe(out, kernel, rates, run);
  out.slice(tracks.executions(), out.intern(kernel.name), TraceTime(0), TraceTime(run.total));
  const auto slices = instructions(out, tracks, kernel, program, rates, run, control);
  if (!slices) return false;
  transfers(out, tracks, program, run, *slices);
  dependencies(out, program, run, *slices);
  out.time_base({.ticks_per_ns = kPicosecondTicks,
                 .window_begin = TraceTime(0),
                 .window_end = TraceTime(run.total)});
  return out.finish();
}

Result<std::vector<Metric>> run_kernel(const Kernel& kernel, const catalog::Device& device,
                                       TraceSink* sink, const TaskControl& control) {
  const auto rates = core_rates(device);
  if (!rates) return fail(rates.error());
  const auto program = core_program(kernel, *rates);
  if (!program) return fail(program.error());
  const auto run = simulate_core(*program, *rates, control);
  if (!run) return fail(run.error());
  if (sink != nullptr && !emit_kernel(kernel, *program, *run, *rates, *sink, control)) {
    return cancelled();
  }
  return kernel_metrics(*run);
}

}  // namespace nscope::sim
