#include "importers/ntff/trace_emitter.h"

#include "importers/ntff/onchip_usage.h"
#include "profiler/trace/vocabulary.h"

#include <algorithm>
#include <array>
#include <bitset>
#include <set>

#include <fmt/format.h>

namespace nscope::importers {
namespace {

constexpr std::uint16_t kNoCrc = 0xffff;
constexpr std::uint16_t kWaitSaturated = 0xffff;
constexpr std::uint32_t kSemaphoreWriteBytes = 4;

constexpr std::array<Engine, kHardwareEngines> kEngines{
    Engine::kTensor, Engine::kScalar, Engine::kGpSimd, Engine::kVector, Engine::kSync};

Engine engine_of(HardwareEngine engine) {
  return kEngines[static_cast<std::size_t>(engine)];
}

}  // namespace

TraceEmitter::Keys::Keys(TraceWriter& out)
    : operands(out.intern(key::kOperands)),
      pc(out.intern(key::kPc)),
      instruction_type(out.intern(key::kInstructionType)),
      regular(out.intern("REGULAR")),
      transpose(out.intern("TRANSPOSE")),
      elements(out.intern(key::kElements)),
      activation(out.intern(key::kActivationFn)),
      crc_in(out.intern(key::kCrcIn)),
      crc_out(out.intern(key::kCrcOut)),
      hbm_read(out.intern(key::kHbmReadBytes)),
      hbm_write(out.intern(key::kHbmWriteBytes)),
      sbuf_read(out.intern(key::kSbufReadBytes)),
      sbuf_write(out.intern(key::kSbufWriteBytes)),
      psum_read(out.intern(key::kPsumReadBytes)),
      psum_write(out.intern(key::kPsumWriteBytes)),
      psum_read_sbuf_write(out.intern(key::kPsumReadSbufWriteBytes)),
      compiler_pc(out.intern(key::kCompilerPc)),
      bir_id(out.intern(key::kBirId)),
      bir_name(out.intern(key::kBirName)),
      penguin_id(out.intern(key::kPenguinId)),
      penguin_text(out.intern(key::kPenguinText)),
      read_tensor(out.intern(key::kReadTensor)),
      write_tensor(out.intern(key::kWriteTensor)),
      transfer_size(out.intern(key::kTransferSize)),
      queue_type(out.intern(key::kQueueType)),
      queue_name(out.intern(key::kQueueName)),
      crc(out.intern(key::kCrc)),
      throttle_type(out.intern(key::kThrottleType)),
      throttle_k(out.intern(key::kThrottleK)),
      throttle_n(out.intern(key::kThrottleN)),
      semaphore_flow(out.intern(flow_kind::kSemaphore)),
      program_order(out.intern(flow_kind::kProgramOrder)),
      dma_trigger(out.intern(flow_kind::kDmaTrigger)) {}

TraceEmitter::TraceEmitter(TraceWriter& out, const OpcodeNames& opcodes,
                           std::optional<DeviceConstants> constants)
    : out_(out), opcodes_(opcodes), constants_(constants), tracks_(out), keys_(out) {}

void TraceEmitter::executions(const std::vector<NtffExecutionWindow>& windows) {
  const std::uint64_t origin = windows.front().start;
  for (std::size_t i = 0; i < windows.size(); ++i) {
    out_.slice(tracks_.executions(), out_.intern(fmt::format("Execution {}", i + 1)),
               TraceTime(static_cast<std::int64_t>(windows[i].start - origin)),
               TraceTime(static_cast<std::int64_t>(windows[i].end - windows[i].start)));
  }
}

void TraceEmitter::core(const CoreRun& run, const NeffSubgraph* neff) {
  tracks_.describe_core(run.core.core, fmt::format("nc {}", run.core.device_core));
  SemaphoreNames names = semaphore_names(run);
  if (neff != nullptr) {
    for (const auto& [id, name] : neff->semaphore_names) names[id] = queue_label(name);
  }
  std::optional<NeffLink> link;
  if (neff != nullptr) {
    link.emplace(run, *neff);
    for (const std::string& engine : link->mismatches()) {
      out_.diagnose("neff_code_mismatch", Severity::kWarning,
                    engine + ": the code that ran is not the NEFF's; its names are left out");
    }
  }
  const NeffLink* const explained = link ? &*link : nullptr;
  instructions(run, names, neff, explained);
  const std::vector<std::uint32_t> triggers = dma_triggers(run);
  dma(run, triggers);
  events(run, names);
  throttle(run);
  memory(run, triggers);
  flows(run, explained);
}

StringId TraceEmitter::opcode_name(const CoreRun& run, std::size_t row) {
  const InstructionRow& instruction = run.row(row);
  const Instruction* word = run.words[row];
  const auto where = [&] {
    return fmt::format("{} {}, pc {}", run.core.subgraph, to_string(engine_of(instruction.engine)),
                       instruction.pc);
  };
  if (word == nullptr) {
    out_.diagnose("instruction_word_missing", Severity::kWarning,
                  where() + ": the file holds no such instruction word");
    return out_.intern("unknown");
  }
  const std::string& name = opcodes_.name(word->opcode);
  if (name.empty()) {
    out_.diagnose("unknown_opcode", Severity::kWarning,
                  fmt::format("{:#04x} at {}", word->opcode, where()));
    return out_.intern(fmt::format("{:#04x}", word->opcode));
  }
  if (!word->layout_known) {
    out_.diagnose("operands_not_decoded", Severity::kInfo,
                  fmt::format("{} ({:#04x}) at {}", name, word->opcode, where()));
  }
  return out_.intern(name);
}

/// The profiler divides in single precision; exact division would differ by 1 ns
/// in 4 % of all rows.
TraceTime TraceEmitter::wait_time(std::uint16_t cycles) {
  if (cycles == 0) return TraceTime(0);
  if (cycles == kWaitSaturated) {
    out_.diagnose("wait_saturated", Severity::kInfo,
                  "a semaphore wait is at least as long as shown: its counter was full");
  }
  if (!constants_) {
    out_.diagnose("wait_time_unknown", Severity::kWarning,
                  "semaphore waits are counted in cycles of an unknown clock");
    return TraceTime(0);
  }
  const auto cycles_ps = static_cast<float>(cycles * 1000);
  return TraceTime(
      static_cast<std::int64_t>(cycles_ps / static_cast<float>(constants_->engine_clock_hz / 1e9)));
}

void TraceEmitter::byte_args(SliceId slice, const ByteCounts& bytes) {
  const auto put = [&](StringId name, const std::optional<std::int64_t>& value) {
    if (value) out_.arg(slice, name, *value);
  };
  put(keys_.hbm_read, bytes.hbm_read);
  put(keys_.hbm_write, bytes.hbm_write);
  put(keys_.sbuf_read, bytes.sbuf_read);
  put(keys_.sbuf_write, bytes.sbuf_write);
  put(keys_.psum_read, bytes.psum_read);
  put(keys_.psum_write, bytes.psum_write);
  put(keys_.psum_read_sbuf_write, bytes.psum_read_sbuf_write);
}

void TraceEmitter::instruction_args(SliceId slice, const InstructionRow& row,
                                    const Instruction& word, bool compiled) {
  if (compiled) {
    out_.arg(slice, keys_.instruction_type, word.transpose ? keys_.transpose : keys_.regular);
  }
  if (word.elements) out_.arg(slice, keys_.elements, *word.elements);
  byte_args(slice, word.bytes);
  if (!word.dtype_known) {
    out_.diagnose("unknown_dtype", Severity::kWarning,
                  fmt::format("{}: byte counts are missing", word.operands));
  }
  if (!word.activation.empty()) out_.arg(slice, keys_.activation, word.activation);
  if (row.crc_in != kNoCrc) out_.arg(slice, keys_.crc_in, std::int64_t{row.crc_in});
  if (row.crc_out != kNoCrc) out_.arg(slice, keys_.crc_out, std::int64_t{row.crc_out});
}

/// Ids are written as AWS's tables have them: "sg0000:203" for sg00.
void TraceEmitter::compiler_args(SliceId slice, const CompiledFrom& from,
                                 const NeffSubgraph& neff) {
  if (from.compiler_pc) out_.arg(slice, keys_.compiler_pc, std::int64_t{*from.compiler_pc});
  const std::string scope =
      neff.name.starts_with("sg") && neff.name.size() <= 6
          ? "sg" + std::string(6 - neff.name.size(), '0') + neff.name.substr(2)
          : neff.name;
  if (from.bir_id) out_.arg(slice, keys_.bir_id, fmt::format("{}:{}", scope, *from.bir_id));
  if (from.bir != nullptr) {
    out_.arg(slice, keys_.bir_name, from.bir->name);
    if (!from.bir->penguin_ids.empty()) {
      const std::uint64_t id = from.bir->penguin_ids.front();
      out_.arg(slice, keys_.penguin_id, fmt::format("{}:{}", scope, id));
      const auto text = neff.penguin_text.find(id);
      if (text != neff.penguin_text.end()) out_.arg(slice, keys_.penguin_text, text->second);
    }
  }
  if (from.read_tensor != nullptr) out_.arg(slice, keys_.read_tensor, from.read_tensor->name);
  if (from.write_tensor != nullptr) out_.arg(slice, keys_.write_tensor, from.write_tensor->name);
}

void TraceEmitter::instructions(const CoreRun& run, const SemaphoreNames& names,
                                const NeffSubgraph* neff, const NeffLink* link) {
  slices_.clear();
  slices_.reserve(run.size());
  for (std::size_t i = 0; i < run.size(); ++i) {
    const InstructionRow& row = run.row(i);
    const Instruction* word = run.words[i];
    const bool matmul = word != nullptr && word->opcode == opcode::kMatmul;
    const SliceId slice = out_.slice(tracks_.engine(run.core.core, engine_of(row.engine), matmul),
                                     opcode_name(run, i), TraceTime(row.begin),
                                     TraceTime(row.end - row.begin), wait_time(row.wait_cycles));
    slices_.push_back(slice);
    out_.arg(slice, keys_.pc, std::int64_t{row.pc});
    if (word == nullptr) continue;
    if (const std::string text = operand_text(*word, names, run.compiled[i]); !text.empty()) {
      out_.arg(slice, keys_.operands, text);
    }
    instruction_args(slice, row, *word, run.compiled[i]);
    if (link != nullptr) compiler_args(slice, link->explain(i), *neff);
  }
}

void TraceEmitter::dma(const CoreRun& run, const std::vector<std::uint32_t>& triggers) {
  for (std::size_t i = 0; i < run.records.dma.size(); ++i) {
    const DmaRow& packet = run.records.dma[i];
    const std::string_view queue = queue_of(run.core, packet.dma_engine, packet.ring);
    const StringId type = out_.intern(queue_type(queue));
    const SliceId slice =
        out_.slice(tracks_.dma_ring(run.core.core, packet.dma_engine, packet.ring), type,
                   TraceTime(packet.begin), TraceTime(packet.end - packet.begin));
    out_.arg(slice, keys_.transfer_size, std::int64_t{packet.bytes});
    out_.arg(slice, keys_.queue_type, type);
    if (!queue.empty()) out_.arg(slice, keys_.queue_name, queue_label(queue));
    out_.arg(slice, keys_.crc, std::int64_t{packet.crc});
    if (triggers[i] != kNoTrigger) {
      out_.flow(slices_[triggers[i]], slice, keys_.dma_trigger);
    } else if (queue_type(queue).ends_with("dynamic")) {
      out_.diagnose("dma_packet_without_trigger", Severity::kInfo,
                    fmt::format("a packet of ring {} of DMA engine {} belongs to no executed DMA "
                                "instruction",
                                packet.ring, packet.dma_engine));
    }
  }
}

void TraceEmitter::events(const CoreRun& run, const SemaphoreNames& names) {
  const TrackId flags = tracks_.events(run.core.core);
  std::bitset<256> set;
  for (const EventRow& event : run.records.events) {
    const TraceTime time(event.time);
    if (!event.semaphore) {
      set.set(event.id, !event.cleared);
      out_.counter(flags, time, static_cast<double>(set.count()));
      continue;
    }
    const auto name = names.find(event.id);
    const TrackId track = tracks_.semaphore(
        run.core.core, event.id, name == names.end() ? std::string_view() : name->second);
    out_.counter(track, time, event.value);
  }
}

void TraceEmitter::throttle(const CoreRun& run) {
  for (const ThrottleRow& row : run.records.throttle) {
    if (row.end < 0) continue;
    const std::string name = row.k < ThrottleRow::kOf
                                 ? fmt::format("clock limited to {}/{}", row.k, ThrottleRow::kOf)
                                 : "full clock";
    const SliceId slice = out_.slice(tracks_.throttle(run.core.core), out_.intern(name),
                                     TraceTime(row.begin), TraceTime(row.end - row.begin));
    out_.arg(slice, keys_.throttle_type, std::int64_t{row.type});
    out_.arg(slice, keys_.throttle_k, std::int64_t{row.k});
    out_.arg(slice, keys_.throttle_n, std::int64_t{ThrottleRow::kOf});
  }
}

void TraceEmitter::memory(const CoreRun& run, const std::vector<std::uint32_t>& triggers) {
  const int core = run.core.core;
  const auto put = [&](TrackId track, const std::vector<Step>& steps) {
    for (const Step& step : steps) out_.counter(track, TraceTime(step.time), step.value);
  };
  const OnchipUsage usage = onchip_usage(run);
  if (!usage.complete) {
    out_.diagnose("onchip_usage_left_out", Severity::kWarning,
                  run.core.subgraph + ": too fragmented to follow which bytes are live");
  }
  if (!usage.sbuf.empty()) put(tracks_.sbuf_usage(core), usage.sbuf);
  for (int bank = 0; bank < kPsumBanks; ++bank) {
    const auto& steps = usage.psum[static_cast<std::size_t>(bank)];
    if (!steps.empty()) put(tracks_.psum_bank(core, bank), steps);
  }

  std::vector<std::uint8_t> hbm_sides(run.records.dma.size(), 0);
  for (std::size_t i = 0; i < hbm_sides.size(); ++i) {
    if (triggers[i] == kNoTrigger || run.records.dma[i].bytes == kSemaphoreWriteBytes) continue;
    const Instruction& word = *run.words[triggers[i]];
    hbm_sides[i] = static_cast<std::uint8_t>((word.dma_source->in_sbuf() ? 0 : 1) +
                                             (word.dma_destination->in_sbuf() ? 0 : 1));
  }
  if (const auto rate = transfer_rate(run.records.dma, hbm_sides); !rate.empty()) {
    put(tracks_.hbm_bandwidth(core), rate);
  }
  if (const auto rate = transfer_rate(run.records.dma); !rate.empty()) {
    put(tracks_.dma_throughput(core), rate);
  }
  double issued = 0;
  for (std::size_t i = 0; i < run.size(); ++i) {
    if (run.words[i] == nullptr || run.words[i]->opcode != opcode::kDmaDirect2d) continue;
    out_.counter(tracks_.pending_dma(core), TraceTime(run.row(i).begin), ++issued);
  }
}

void TraceEmitter::flows(const CoreRun& run, const NeffLink* link) {
  for (const RowEdge& edge : program_order(run)) {
    out_.flow(slices_[edge.from], slices_[edge.to], keys_.program_order);
  }
  const SemaphoreEdges semaphores = semaphore_edges(run);
  for (const RowEdge& edge : semaphores.edges) {
    out_.flow(slices_[edge.from], slices_[edge.to], keys_.semaphore_flow);
  }
  if (semaphores.unresolved > 0) {
    out_.diagnose("semaphore_producer_unknown", Severity::kInfo,
                  run.core.subgraph + ": the update that ended a wait is not in the capture",
                  semaphores.unresolved);
  }
  if (link == nullptr) return;
  for (const TypedEdge& typed : link->predecessors()) {
    out_.flow(slices_[typed.edge.from], slices_[typed.edge.to],
              out_.intern(dependence_name(typed.kind)));
  }
}

}  // namespace nscope::importers
