#include "importers/ntff/capture_pipeline.h"

#include "importers/ntff/core_run.h"
#include "importers/ntff/dependencies.h"

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <tbb/concurrent_queue.h>
#include <tbb/parallel_pipeline.h>

namespace nscope::importers {
namespace {

/// One step of writing a core: its instructions, then lane after lane.
struct CoreStep {
  const DmaLane* lane = nullptr;  ///< null: the instructions
  DmaLaneRows packets{};
  std::vector<std::uint32_t> triggers{};
};

using StepPointer = std::shared_ptr<CoreStep>;

/// Decoded engines that may wait to be written.
constexpr std::size_t kStepsInFlight = 4;

}  // namespace

CapturePipeline::CapturePipeline(const ByteSource& file, NtffCapture& capture,
                                 const ExecutionAxis& axis, TraceEmitter& emitter,
                                 TaskControl& control)
    : file_(file),
      capture_(capture),
      emitter_(emitter),
      control_(control),
      context_{axis, control} {}

void CapturePipeline::note_implausible(const Leftovers& left, NtffTraceType type) {
  capture_.diagnostics.add(
      "implausible_time", Severity::kWarning,
      fmt::format("a record of type {} lies more than 23 days from the first execution",
                  static_cast<std::uint32_t>(type)),
      left.implausible);
}

void CapturePipeline::note_instructions(const Leftovers& left, const NtffCore& core) {
  const std::string of = " of " + core.subgraph;
  note_implausible(left, NtffTraceType::kInstruction);
  capture_.diagnostics.add(
      "outside_execution_window", Severity::kInfo,
      "instructions" + of + " before the first or after the last execution are not imported",
      left.outside);
  capture_.diagnostics.add("instruction_without_start", Severity::kWarning, "a stop record" + of,
                           left.without_start);
  capture_.diagnostics.add("instruction_without_stop", Severity::kWarning, "a start record" + of,
                           left.without_stop);
  capture_.diagnostics.add(
      "instruction_still_running", Severity::kInfo,
      "an instruction" + of + " had not ended when the capture did; it is not imported",
      left.running);
  capture_.diagnostics.add("unknown_engine", Severity::kWarning, "an instruction record" + of,
                           left.strange);
}

void CapturePipeline::note_packets(const Leftovers& left, const NtffCore& core) {
  const std::string of = " of " + core.subgraph;
  note_implausible(left, NtffTraceType::kDma);
  capture_.diagnostics.add(
      "outside_execution_window", Severity::kInfo,
      "DMA packets" + of + " before the first or after the last execution are not imported",
      left.outside);
  capture_.diagnostics.add("dma_packet_without_start", Severity::kWarning, "a packet end" + of,
                           left.without_start);
  capture_.diagnostics.add("dma_packet_without_end", Severity::kInfo, "a packet start" + of,
                           left.without_stop);
  capture_.diagnostics.add("unknown_dma_record", Severity::kWarning, "a record" + of, left.strange);
}

void CapturePipeline::note_events(const Leftovers& left) {
  note_implausible(left, NtffTraceType::kEvent);
  capture_.diagnostics.add(
      "outside_execution_window", Severity::kInfo,
      "semaphore updates before the first or after the last execution are not imported",
      left.outside);
}

void CapturePipeline::release(std::span<const std::byte> records) const {
  const auto begin = static_cast<std::size_t>(records.data() - file_.bytes().data());
  file_.release(begin + records.size(), begin);
}

/// Reports progress and lets go of what a mapped file holds of it.
void CapturePipeline::finished(std::span<const std::byte> records) {
  release(records);
  bytes_done_ += records.size();
  control_.advance_to(bytes_done_);
}

Leftovers CapturePipeline::write_core(const CoreRun& run, const CoreBlocks& blocks,
                                      const NeffSubgraph* subgraph) {
  const std::vector<DmaLane> lanes = find_dma_lanes(blocks, context_);
  for (const auto& block : blocks.dma) release(block);
  const DmaTriggers triggers(run);
  Leftovers left;
  tbb::concurrent_queue<StepPointer> written;  // their memory serves again
  std::size_t next = 0;                        // 0: the instructions; lane n - 1
  const auto give = [&](tbb::flow_control& flow) {
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
      step->triggers = triggers.of(step->packets.rows);
    }
    return step;
  };
  const auto write = [&](const StepPointer& step) {
    if (step->lane == nullptr) return emitter_.begin_core(run, subgraph);
    emitter_.packets(step->packets.rows, step->triggers);
    left += step->packets.left;
    const DmaLane& lane = *step->lane;
    finished(lane.block.subspan(lane.first * kNtffRecord, (lane.last - lane.first) * kNtffRecord));
    written.push(step);
  };
  using tbb::filter_mode;
  tbb::parallel_pipeline(
      kStepsInFlight,
      tbb::make_filter<void, StepPointer>(filter_mode::serial_in_order, give) &
          tbb::make_filter<StepPointer, StepPointer>(filter_mode::parallel, decode) &
          tbb::make_filter<StepPointer, void>(filter_mode::serial_in_order, write));
  return left;
}

void CapturePipeline::read_core(const NtffCore& core, const CoreBlocks& blocks,
                                const NeffSubgraph* subgraph) {
  ReadRows<InstructionRow> instructions = read_instructions(blocks, core, context_);
  for (const auto& block : blocks.instructions) finished(block);
  if (control_.cancelled()) return;
  note_instructions(instructions.left, core);
  for (const InstructionRow& row : instructions.rows) {
    if (row.end <= context_.axis.end()) last_end_ = std::max(last_end_, row.end);
  }
  const CoreRun run(core, std::move(instructions.rows));
  note_packets(write_core(run, blocks, subgraph), core);
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
  control_.begin("Reading trace records", total);
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
