#include "importers/ntff/capture_pipeline.h"

#include "importers/ntff/core_run.h"
#include "importers/ntff/dma_triggers.h"
#include "importers/ntff/word_args.h"

#include <algorithm>
#include <array>
#include <functional>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <tbb/concurrent_queue.h>
#include <tbb/parallel_invoke.h>
#include <tbb/parallel_pipeline.h>

namespace nscope::importers {
namespace {

/// One step of writing a core: first its instructions, then each lane.
struct CoreStep {
  const DmaLane* lane = nullptr;  ///< null: the instructions
  DmaLaneRows packets{};
  std::vector<PacketOwner> owners{};
};

using StepPointer = std::shared_ptr<CoreStep>;

/// Largest number of lanes that are decoded at the same time or wait to be written.
constexpr std::size_t kStepsInFlight = 3;

}  // namespace

CapturePipeline::CapturePipeline(const ByteSource& file, NtffCapture& capture,
                                 const ExecutionAxis& axis, TraceEmitter& emitter,
                                 TaskControl& control)
    : file_(file),
      capture_(capture),
      emitter_(emitter),
      control_(control),
      context_{axis, control} {}

void CapturePipeline::note_implausible(const SkippedRecords& left, NtffTraceType type) {
  capture_.diagnostics.add(
      "implausible_time", Severity::kWarning,
      tr("a record of type {} was skipped: its time is more than 23 days from the first execution",
         static_cast<std::uint32_t>(type)),
      left.implausible);
}

void CapturePipeline::note_instructions(const SkippedRecords& left, const NtffCore& core) {
  const std::string& subgraph = core.subgraph;
  note_implausible(left, NtffTraceType::kInstruction);
  capture_.diagnostics.add(
      "outside_execution_window", Severity::kInfo,
      tr("an instruction of {} was skipped: it is before the first or after the last execution",
         subgraph),
      left.outside);
  capture_.diagnostics.add("instruction_without_start", Severity::kWarning,
                           tr("a stop record of {} was skipped: it has no start record", subgraph),
                           left.without_start);
  capture_.diagnostics.add("instruction_without_stop", Severity::kWarning,
                           tr("a start record of {} was skipped: it has no stop record", subgraph),
                           left.without_stop);
  capture_.diagnostics.add(
      "instruction_still_running", Severity::kInfo,
      tr("an instruction of {} was skipped: it was still running at the end of the capture",
         subgraph),
      left.running);
  capture_.diagnostics.add(
      "unknown_engine", Severity::kWarning,
      tr("an instruction record of {} was skipped: its engine is unknown", subgraph), left.unknown);
}

void CapturePipeline::note_packets(const SkippedRecords& left, const NtffCore& core) {
  const std::string& subgraph = core.subgraph;
  note_implausible(left, NtffTraceType::kDma);
  capture_.diagnostics.add(
      "outside_execution_window", Severity::kInfo,
      tr("a DMA packet of {} was skipped: it is before the first or after the last execution",
         subgraph),
      left.outside);
  capture_.diagnostics.add(
      "dma_packet_without_start", Severity::kWarning,
      tr("the end of a DMA packet of {} was skipped: it has no start", subgraph),
      left.without_start);
  capture_.diagnostics.add(
      "dma_packet_without_end", Severity::kInfo,
      tr("the start of a DMA packet of {} was skipped: it has no end", subgraph),
      left.without_stop);
  capture_.diagnostics.add("unknown_dma_record", Severity::kWarning,
                           tr("a DMA record of {} was skipped: its phase is unknown", subgraph),
                           left.unknown);
}

void CapturePipeline::note_events(const SkippedRecords& left) {
  note_implausible(left, NtffTraceType::kEvent);
  capture_.diagnostics.add(
      "outside_execution_window", Severity::kInfo,
      tr("a semaphore update was skipped: it is before the first or after the last execution"),
      left.outside);
}

/// Records that were copied because their clocks were aligned are not part of the file.
void CapturePipeline::release(std::span<const std::byte> records) const {
  const auto file = file_.bytes();
  const std::less<const std::byte*> before;
  if (before(records.data(), file.data()) || before(file.data() + file.size(), records.data())) {
    return;
  }
  const auto begin = static_cast<std::size_t>(records.data() - file.data());
  file_.release(begin + records.size(), begin);
}

/// Reports progress and releases the memory of the mapped file.
void CapturePipeline::finished(std::span<const std::byte> records) {
  release(records);
  bytes_done_ += records.size();
  control_.advance_to(bytes_done_);
}

SkippedRecords CapturePipeline::write_core(const CoreRun& run, std::span<const DmaLane> lanes,
                                           const DmaTriggers& triggers,
                                           const NeffSubgraph* subgraph) {
  SkippedRecords left;
  tbb::concurrent_queue<StepPointer> written;  // for reuse of their memory
  std::size_t next = 0;                        // 0: the instructions; lane n - 1
  const auto next_step = [&](tbb::flow_control& flow) {
    StepPointer step;
    if (next > lanes.size() || control_.cancelled()) {
      flow.stop();
      return step;
    }
    if (!written.try_pop(step)) step = std::make_shared<CoreStep>();
    step->lane = next == 0 ? nullptr : &lanes[next - 1];
    ++next;
    return step;
  };
  const auto decode = [&](StepPointer step) {
    if (step->lane != nullptr) {
      read_dma_lane(*step->lane, context_, step->packets);
      triggers.find_owners(step->packets.rows, step->owners);
    }
    return step;
  };
  const auto write = [&](const StepPointer& step) {
    if (step->lane == nullptr) return emitter_.begin_core(run, triggers, subgraph);
    emitter_.packets(step->packets.rows, step->owners);
    left += step->packets.left;
    const DmaLane& lane = *step->lane;
    finished(lane.block.subspan(lane.first * kNtffRecord, (lane.last - lane.first) * kNtffRecord));
    written.push(step);
  };
  using tbb::filter_mode;
  tbb::parallel_pipeline(
      kStepsInFlight,
      tbb::make_filter<void, StepPointer>(filter_mode::serial_in_order, next_step) &
          tbb::make_filter<StepPointer, StepPointer>(filter_mode::parallel, decode) &
          tbb::make_filter<StepPointer, void>(filter_mode::serial_in_order, write));
  return left;
}

/// Engines run at most this many instructions at the same time. TensorE has several in its
/// pipeline, and a DMA instruction does not occupy its engine.
void CapturePipeline::check_busy_time(const CoreRun& run) {
  constexpr std::array<std::int64_t, kHardwareEngines> kLanes{8, 4, 4, 4, 4};
  struct Busy {
    std::int64_t begin = std::numeric_limits<std::int64_t>::max();
    std::int64_t end = std::numeric_limits<std::int64_t>::min();
    std::int64_t time = 0;
  };
  std::map<std::pair<std::uint32_t, HardwareEngine>, Busy> engines;
  for (std::size_t i = 0; i < run.size(); ++i) {
    const InstructionRow& row = run.row(i);
    const Instruction* word = run.word(i);
    if (word != nullptr && word->opcode == opcode::kEventSemaphore) continue;
    Busy& busy = engines[{row.execution, row.engine}];
    busy.begin = std::min(busy.begin, row.begin);
    busy.end = std::max(busy.end, row.end);
    busy.time += row.end - row.begin;
  }
  for (const auto& [place, busy] : engines) {
    const std::int64_t lanes = kLanes[static_cast<std::size_t>(place.second)];
    if (busy.time / lanes <= busy.end - busy.begin) continue;
    capture_.diagnostics.add(
        "engine_busier_than_time", Severity::kWarning,
        tr("{}: the instructions of {} take {} in {}, which is impossible; their records were "
           "paired wrongly or are damaged",
           run.core.subgraph, to_string(trace_engine(place.second)),
           as::duration_ns(static_cast<double>(busy.time) / 1e3),
           as::duration_ns(static_cast<double>(busy.end - busy.begin) / 1e3)));
  }
}

void CapturePipeline::read_core(const NtffCore& core, const CoreBlocks& blocks,
                                const NeffSubgraph* subgraph) {
  ReadInstructions instructions = read_instructions(blocks, core, context_);
  for (const auto& block : blocks.instructions) finished(block);
  if (control_.cancelled()) return;
  note_instructions(instructions.left, core);
  for (const InstructionRow& row : instructions.rows) {
    if (row.end <= context_.axis.end()) last_end_ = std::max(last_end_, row.end);
  }
  const CoreRun run(core, std::move(instructions.rows), std::move(instructions.descriptors));
  std::optional<DmaTriggers> triggers;
  std::vector<DmaLane> lanes;
  tbb::parallel_invoke([&] { check_busy_time(run); }, [&] { triggers.emplace(run); },
                       [&] { lanes = find_dma_lanes(blocks, context_); });
  for (const auto& block : blocks.dma) release(block);
  note_packets(write_core(run, lanes, *triggers, subgraph), core);
  if (control_.cancelled()) return;
  note_events(
      for_each_event(blocks, context_, [&](const EventRow& event) { emitter_.event(event); }));
  for (const auto& block : blocks.events) finished(block);
  emitter_.finish_core();
}

Result<> CapturePipeline::run(const Neff* neff) {
  const std::vector<CoreBlocks> blocks = sort_blocks(capture_);
  std::uint64_t total = 0;
  for (const NtffTrace& trace : capture_.traces) total += trace.records.size();
  control_.begin(phrase("Reading trace records"), total);
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    if (control_.cancelled()) return cancelled();
    const NtffCore& core = capture_.cores[i];
    read_core(core, blocks[i], neff == nullptr ? nullptr : neff->subgraph(core.subgraph));
  }
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    const ReadRows<ThrottleRow> limits = read_throttle(blocks[i], context_, last_end_);
    note_implausible(limits.left, NtffTraceType::kThrottle);
    emitter_.throttle(capture_.cores[i].core, limits.rows);
  }
  return control_.cancelled() ? Result<>(cancelled()) : Result<>();
}

}  // namespace nscope::importers
