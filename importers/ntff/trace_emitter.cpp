#include "importers/ntff/trace_emitter.h"

#include "importers/shared/clock_limit_name.h"
#include "profiler/trace/vocabulary.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>
#include <tbb/parallel_invoke.h>

namespace nscope::importers {
namespace {

constexpr std::uint16_t kNoCrc = 0xffff;
constexpr std::uint16_t kWaitSaturated = 0xffff;

/// Rows between checks for cancellation: a few milliseconds.
constexpr std::uint64_t kRowsBetweenChecks = 1u << 14;

}  // namespace

TraceEmitter::Keys::Keys(TraceWriter& out)
    : pc(out.intern(key::kPc)),
      crc_in(out.intern(key::kCrcIn)),
      crc_out(out.intern(key::kCrcOut)),
      transfer_size(out.intern(key::kTransferSize)),
      queue_type(out.intern(key::kQueueType)),
      queue_name(out.intern(key::kQueueName)),
      crc(out.intern(key::kCrc)),
      throttle_type(out.intern(key::kThrottleType)),
      throttle_k(out.intern(key::kThrottleK)),
      throttle_n(out.intern(key::kThrottleN)),
      semaphore_flow(out.intern(flow_kind::kSemaphore)),
      program_order(out.intern(flow_kind::kProgramOrder)),
      dma_trigger(out.intern(flow_kind::kDmaTrigger)),
      hbm_read(out.intern(key::kHbmReadBytes)),
      hbm_write(out.intern(key::kHbmWriteBytes)),
      sbuf_read(out.intern(key::kSbufReadBytes)),
      sbuf_write(out.intern(key::kSbufWriteBytes)) {}

TraceEmitter::TraceEmitter(TraceWriter& out, const OpcodeNames& opcodes,
                           std::optional<DeviceConstants> constants, const ExecutionAxis& axis,
                           const TaskControl& control)
    : out_(out),
      opcodes_(opcodes),
      constants_(constants),
      axis_(axis),
      control_(control),
      tracks_(out),
      keys_(out) {}

bool TraceEmitter::keep_going() {
  return ++written_ % kRowsBetweenChecks != 0 || !control_.cancelled();
}

void TraceEmitter::executions(const NtffCapture& capture) {
  const std::vector<NtffExecutionWindow>& windows = capture.executions;
  const std::uint64_t origin = windows.front().start;
  for (std::size_t i = 0; i < windows.size(); ++i) {
    std::string name = fmt::format("Execution {}", i + 1);
    if (capture.uuids.size() > 1 && !windows[i].uuid.empty()) {
      name += fmt::format(" ({})", windows[i].uuid);
    }
    out_.slice(tracks_.executions(), out_.intern(name),
               TraceTime(static_cast<std::int64_t>(windows[i].start - origin)),
               TraceTime(static_cast<std::int64_t>(windows[i].end - windows[i].start)));
  }
}

void TraceEmitter::begin_core(const CoreRun& run, const DmaTriggers& triggers,
                              const NeffSubgraph* neff) {
  core_.emplace(run, triggers, neff, axis_);
  tracks_.describe_core(run.core.core, fmt::format("nc {}", run.core.device_core));
  core_->names = semaphore_names(run);
  std::optional<NeffLink> link;
  if (neff != nullptr) {
    for (const auto& [id, name] : neff->semaphore_names) core_->names[id] = queue_label(name);
    link.emplace(run, *neff);
    for (const std::string_view engine : link->mismatches()) {
      out_.diagnose("neff_code_mismatch", Severity::kWarning,
                    tr("{} of {} has no names from the NEFF: the executed code differs from the "
                       "code in the NEFF",
                       engine, run.core.subgraph));
    }
  }
  const NeffLink* const explained = link ? &*link : nullptr;
  OnchipUsage usage;
  SemaphoreEdges semaphores;
  tbb::parallel_invoke([&] { instructions(neff, explained); },
                       [&] { usage = onchip_usage(run, control_); },
                       [&] { semaphores = semaphore_edges(run, control_); });
  if (control_.cancelled()) return;
  onchip_memory(usage);
  issued_triggers();
  flows(semaphores, explained);
}

void TraceEmitter::diagnose_wait(std::uint16_t cycles) {
  if (cycles == kWaitSaturated) {
    out_.diagnose("wait_saturated", Severity::kInfo,
                  tr("a semaphore wait may be longer than shown: its counter is at the maximum"));
  }
  if (cycles > 0 && !constants_) {
    out_.diagnose("wait_time_unknown", Severity::kWarning,
                  tr("semaphore waits are not available: the clock rate of the device is unknown"));
  }
}

/// AWS's profiler divides in single precision. Exact division would differ by 1 ns in 4 % of all
/// rows.
TraceTime TraceEmitter::wait_time(std::uint16_t cycles) const {
  if (cycles == 0 || !constants_) return TraceTime(0);
  const auto cycles_ps = static_cast<float>(cycles * 1000);
  return TraceTime(
      static_cast<std::int64_t>(cycles_ps / static_cast<float>(constants_->engine_clock_hz / 1e9)));
}

/// Declares tracks and texts in order of time, then writes the slices track by track: adjacent
/// slices of one track take less time and memory.
void TraceEmitter::instructions(const NeffSubgraph* neff, const NeffLink* link) {
  const CoreRun& run = core_->run;
  WordArgsTable words(out_, opcodes_, run, core_->names, neff, link);
  // By engine and whether it is matrix multiplication: those of TensorE have a separate track.
  std::array<TrackId, 2 * kHardwareEngines> tracks;
  std::vector<std::uint8_t> track_of(run.size());
  for (std::size_t i = 0; i < run.size(); ++i) {
    if (control_.cancelled_at(i)) return;
    const InstructionRow& row = run.row(i);
    const Instruction* word = run.word(i);
    const bool matmul = word != nullptr && word->opcode == opcode::kMatmul;
    const std::size_t place = 2 * static_cast<std::size_t>(row.engine) + (matmul ? 1 : 0);
    if (!tracks[place].valid()) {
      tracks[place] = tracks_.engine(run.core.core, trace_engine(row.engine), matmul);
    }
    words.count_row(i);
    diagnose_wait(row.wait_cycles);
    track_of[i] = static_cast<std::uint8_t>(place);
  }
  core_->slices.resize(run.size());
  for (std::size_t place = 0; place < tracks.size(); ++place) {
    if (!tracks[place].valid()) continue;
    for (std::size_t i = 0; i < run.size(); ++i) {
      if (track_of[i] != place) continue;
      if (!keep_going()) return;
      instruction(tracks[place], static_cast<std::uint32_t>(i), words.of_row(i));
    }
  }
  words.diagnose();
}

void TraceEmitter::instruction(TrackId track, std::uint32_t index, const WordArgs& args) {
  const CoreRun& run = core_->run;
  const InstructionRow& row = run.row(index);
  const SliceId slice = out_.slice(track, args.name, TraceTime(row.begin),
                                   TraceTime(row.end - row.begin), wait_time(row.wait_cycles));
  core_->slices[index] = slice;
  if (run.word(index) == nullptr) return;
  out_.arg(slice, keys_.pc, std::int64_t{run.code.pc(row.engine, row.pc)});
  out_.args(slice, args.before_crc);
  if (row.crc_in != kNoCrc) out_.arg(slice, keys_.crc_in, std::int64_t{row.crc_in});
  if (row.crc_out != kNoCrc) out_.arg(slice, keys_.crc_out, std::int64_t{row.crc_out});
  out_.args(slice, args.after_crc);
}

void TraceEmitter::event(const EventRow& event) {
  core_->transfers.semaphore(event);
  const int core = core_->run.core.core;
  const TraceTime time(event.time);
  if (!event.semaphore) {
    const bool was_set = core_->flags[event.id];
    core_->flags[event.id] = !event.cleared;
    core_->flags_set += (event.cleared ? 0 : 1) - (was_set ? 1 : 0);
    out_.counter(tracks_.events(core), time, static_cast<double>(core_->flags_set));
    return;
  }
  TrackId& track = core_->semaphores[event.id];
  if (!track.valid()) {
    const auto name = core_->names.find(event.id);
    track = tracks_.semaphore(core, event.id,
                              name == core_->names.end() ? std::string_view() : name->second);
  }
  out_.counter(track, time, event.value);
}

void TraceEmitter::throttle(int core, std::span<const ThrottleRow> rows) {
  for (const ThrottleRow& row : rows) {
    if (row.end < 0) continue;
    const SliceId slice =
        out_.slice(tracks_.throttle(core), out_.intern(clock_limit_name(row.k, ThrottleRow::kOf)),
                   TraceTime(row.begin), TraceTime(row.end - row.begin));
    out_.arg(slice, keys_.throttle_type, std::int64_t{row.type});
    out_.arg(slice, keys_.throttle_k, std::int64_t{row.k});
    out_.arg(slice, keys_.throttle_n, std::int64_t{ThrottleRow::kOf});
  }
}

void TraceEmitter::onchip_memory(const OnchipUsage& usage) {
  const CoreRun& run = core_->run;
  const auto put = [&](TrackId track, const std::vector<Step>& steps) {
    for (const Step& step : steps) out_.counter(track, TraceTime(step.time), step.value);
  };
  if (!usage.left_out.empty()) {
    out_.diagnose("onchip_usage_left_out", Severity::kWarning,
                  tr("{}: {}", run.core.subgraph, usage.left_out));
  }
  if (!usage.sbuf.empty()) put(tracks_.sbuf_usage(run.core.core), usage.sbuf);
  for (int bank = 0; bank < kPsumBanks; ++bank) {
    const auto& steps = usage.psum[static_cast<std::size_t>(bank)];
    if (!steps.empty()) put(tracks_.psum_bank(run.core.core, bank), steps);
  }
}

void TraceEmitter::issued_triggers() {
  const CoreRun& run = core_->run;
  TrackId track;
  double issued = 0;
  for (std::size_t i = 0; i < run.size(); ++i) {
    const Instruction* word = run.word(i);
    if (word == nullptr || word->opcode != opcode::kDmaDirect2d) continue;
    if (!track.valid()) track = tracks_.pending_dma(run.core.core);
    out_.counter(track, TraceTime(run.row(i).begin), ++issued);
  }
}

void TraceEmitter::flows(const SemaphoreEdges& semaphores, const NeffLink* link) {
  const CoreRun& run = core_->run;
  const std::vector<SliceId>& slices = core_->slices;
  const auto in_order = [&](const RowEdge& edge) {
    out_.flow(slices[edge.from], slices[edge.to], keys_.program_order);
    return keep_going();
  };
  if (!for_each_in_program_order(run, in_order)) return;
  for (const RowEdge& edge : semaphores.edges) {
    if (!keep_going()) return;
    out_.flow(slices[edge.from], slices[edge.to], keys_.semaphore_flow);
  }
  if (semaphores.unresolved > 0) {
    out_.diagnose(
        "semaphore_producer_unknown", Severity::kInfo,
        tr("{}: the semaphore update that ended a wait is not in the capture", run.core.subgraph),
        semaphores.unresolved);
  }
  if (link == nullptr) return;
  const Predecessors predecessors = link->predecessors();
  if (!predecessors.complete) {
    out_.diagnose("neff_dependencies_left_out", Severity::kWarning,
                  tr("{}: some dependencies were skipped: the NEFF contains more than the limit",
                     run.core.subgraph));
  }
  for (const TypedEdge& typed : predecessors.edges) {
    if (!keep_going()) return;
    out_.flow(slices[typed.edge.from], slices[typed.edge.to],
              out_.intern(dependence_name(typed.kind)));
  }
}

}  // namespace nscope::importers
