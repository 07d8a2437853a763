#include "simcore/engine/instruction/core_program.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include <fmt/format.h>

namespace nscope::sim {
namespace {

/// Limit for a reasonable simulation time.
constexpr double kMostPackets = 5e8;
/// Longer than any instruction of a real kernel, in seconds.
constexpr double kLongestInstruction = 0.01;

using Step = CoreProgram::Step;
using Condition = CoreProgram::Condition;

OnChip place_of(const Kernel& kernel, const std::vector<std::uint32_t>& buffers,
                std::size_t index) {
  if (index >= buffers.size()) return OnChip::kSbuf;
  return kernel.buffers[buffers[index]].space == BufferSpace::kPsum ? OnChip::kPsum : OnChip::kSbuf;
}

Instruction instruction_of(const Kernel& kernel, const KernelInstruction& from) {
  const OnChip first = place_of(kernel, from.reads, 0);
  return {.op = from.op,
          .engine = from.engine,
          .elements = from.elements,
          .partitions = from.partitions,
          .stationary = from.stationary,
          .moving = from.moving,
          .type = from.type,
          .input = first,
          .second_input = from.reads.size() > 1 ? place_of(kernel, from.reads, 1) : first,
          .output = place_of(kernel, from.writes, 0),
          .contiguous = from.contiguous,
          .alu = from.alu,
          .second_alu = from.second_alu,
          .zero = from.zero,
          .indices = from.indices,
          .per_index = from.per_index,
          .k = from.k};
}

/// The last writer of a buffer and the readers since then.
struct BufferUse {
  std::optional<std::uint32_t> writer;  ///< instruction
  std::vector<std::uint32_t> readers;
};

class Compiler {
 public:
  Compiler(const Kernel& kernel, const CoreRates& rates)
      : kernel_(kernel), rates_(rates), uses_(kernel.buffers.size()) {}

  Result<CoreProgram> run();

 private:
  Result<> check_memory() const;
  Result<> add(std::uint32_t index);
  Result<> time_instruction(std::uint32_t index, Step& step);
  Result<> time_transfer(std::uint32_t index, Step& step);
  std::uint8_t ports(const KernelInstruction& from, double cycles) const;
  void depend(std::uint32_t on, Step& step, bool on_result);
  void add_dependencies(std::uint32_t index, Step& step);
  std::string where(std::uint32_t index) const {
    return fmt::format("{}: instructions/{}", kernel_.name, index);
  }

  const Kernel& kernel_;
  const CoreRates& rates_;
  CoreProgram program_;
  std::vector<BufferUse> uses_;
  std::vector<std::uint32_t> place_;  ///< position of each instruction in its queue, from 1
  double packets_ = 0;
};

Result<> Compiler::check_memory() const {
  double sbuf = 0;
  double psum = 0;
  for (const KernelBuffer& buffer : kernel_.buffers) {
    if (buffer.space == BufferSpace::kSbuf) sbuf += buffer.bytes;
    if (buffer.space == BufferSpace::kPsum) psum += buffer.bytes;
  }
  const auto check = [&](std::string_view what, double needed, double there) -> Result<> {
    if (needed <= there) return {};
    return fail(ErrorCode::kInfeasible,
                tr("its buffers need {} bytes of each partition of {}, but a core of {} has {}",
                   as::fixed(needed, 0), what, rates_.device->title, as::fixed(there, 0)),
                kernel_.name);
  };
  if (auto fits = check("SBUF", sbuf, rates_.sbuf_partition); !fits) return fits;
  return check("PSUM", psum, rates_.psum_partition);
}

std::uint8_t Compiler::ports(const KernelInstruction& from, double cycles) const {
  const auto touches = [&](BufferSpace space) {
    const auto in_space = [&](std::uint32_t id) { return kernel_.buffers[id].space == space; };
    return std::ranges::any_of(from.reads, in_space) || std::ranges::any_of(from.writes, in_space);
  };
  const bool old = rates_.generation == CoreGeneration::kV2;
  const bool fast = cycles < elementwise_cycles(*rates_.timing, from.elements);
  unsigned set = 0;
  if (from.engine == Engine::kVector) {
    if (touches(BufferSpace::kSbuf) && (old || fast)) set |= kSbufByVector;
    if (touches(BufferSpace::kPsum) && old) set |= kPsumByVector;
  }
  if (from.engine == Engine::kGpSimd && touches(BufferSpace::kSbuf)) set |= kSbufByGpSimd;
  if (from.engine == Engine::kScalar && touches(BufferSpace::kPsum) && old) set |= kPsumByScalar;
  return static_cast<std::uint8_t>(set);
}

Result<> Compiler::time_instruction(std::uint32_t index, Step& step) {
  const KernelInstruction& from = kernel_.instructions[index];
  const auto cycles =
      instruction_cycles(*rates_.timing, rates_.generation, instruction_of(kernel_, from));
  if (!cycles) return fail(ErrorCode::kBadInput, cycles.error().message, where(index));
  const double clock = rates_.clock_of(from.engine);
  const double seconds = std::max(1.0, *cycles) / clock;
  if (!(seconds <= kLongestInstruction)) {
    return fail(ErrorCode::kBadInput,
                tr("{} takes {}; an instruction must take at most {}", from.op,
                   as::seconds(seconds), as::seconds(kLongestInstruction)),
                where(index));
  }
  step.issue = to_picoseconds(seconds);
  step.result = to_picoseconds(rates_.timing->result_cycles(from.engine) / clock);
  step.ports = ports(from, *cycles);
  return {};
}

/// Descriptors are sent to the DMA engine of their partition.
Result<> Compiler::time_transfer(std::uint32_t index, Step& step) {
  const KernelInstruction& from = kernel_.instructions[index];
  const CoreTiming& timing = *rates_.timing;
  CoreProgram::Transfer transfer;
  const double most = std::min(rates_.dma_engines, static_cast<double>(kMostDmaEngines));
  const double engines = std::clamp(std::ceil(from.rows / timing.partitions_per_engine), 1.0, most);
  const double rows = std::ceil(from.rows / engines);
  const double packets = std::ceil(
      std::max(rows * from.row_bytes / timing.dma_packet, rows / timing.dma_rows_per_packet));
  packets_ += packets * engines;
  if (packets_ > kMostPackets) {
    return fail(
        ErrorCode::kBadInput,
        tr("the transfers up to this instruction have more than {} packets, which is not supported",
           as::fixed(kMostPackets, 0)),
        where(index));
  }
  transfer.engines = static_cast<std::uint32_t>(engines);
  transfer.packets = static_cast<std::uint32_t>(packets);
  transfer.packet_bytes = rows * std::max(from.row_bytes, rates_.dma_row_floor) / packets;
  transfer.bytes = from.rows * from.row_bytes;
  const auto in_hbm = [&](std::uint32_t id) {
    return kernel_.buffers[id].space == BufferSpace::kHbm;
  };
  transfer.hbm =
      std::ranges::any_of(from.reads, in_hbm) || std::ranges::any_of(from.writes, in_hbm);
  step.transfer = static_cast<std::int32_t>(program_.transfers.size());
  program_.transfers.push_back(transfer);
  const double minimum = timing.minimum / rates_.clock_of(from.engine);
  step.issue = to_picoseconds(std::max(minimum, rates_.dma_issue));
  step.result = 0;
  return {};
}

/// `on_result`: whether the step needs the result of `on`; if not, it may follow its issue.
void Compiler::depend(std::uint32_t on, Step& step, bool on_result) {
  const Step& before = program_.steps[on];
  if (before.transfer >= 0) {
    program_.waits.push_back(
        {program_.transfer_counter(static_cast<std::uint32_t>(before.transfer)), 1});
    return;
  }
  if (before.sequencer == step.sequencer) {
    if (on_result) step.after_own = std::max(step.after_own, place_[on]);
    return;
  }
  program_.waits.push_back({before.sequencer, place_[on]});
}

void Compiler::add_dependencies(std::uint32_t index, Step& step) {
  const KernelInstruction& from = kernel_.instructions[index];
  const bool tensor = from.engine == Engine::kTensor;
  for (const std::uint32_t buffer : from.reads) {
    if (uses_[buffer].writer) depend(*uses_[buffer].writer, step, true);
  }
  for (const std::uint32_t buffer : from.writes) {
    BufferUse& use = uses_[buffer];
    // TensorE accumulates in PSUM in order and need not wait for its own last result.
    if (use.writer) depend(*use.writer, step, !tensor);
    for (const std::uint32_t reader : use.readers) depend(reader, step, false);
  }
  for (const KernelSemaphore& wait : from.waits) {
    program_.waits.push_back({program_.semaphore_counter(wait.id), wait.value});
  }
  // The condition with the highest value of each counter is sufficient.
  const auto begin = program_.waits.begin() + step.first_wait;
  std::sort(begin, program_.waits.end(), [](const Condition& a, const Condition& b) {
    return a.counter != b.counter ? a.counter < b.counter : a.value > b.value;
  });
  program_.waits.erase(
      std::unique(begin, program_.waits.end(),
                  [](const Condition& a, const Condition& b) { return a.counter == b.counter; }),
      program_.waits.end());
  for (const KernelSemaphore& signal : from.increments) {
    program_.signals.push_back({program_.semaphore_counter(signal.id), signal.value});
  }
  for (const std::uint32_t buffer : from.reads) uses_[buffer].readers.push_back(index);
  for (const std::uint32_t buffer : from.writes) uses_[buffer] = {index, {}};
}

Result<> Compiler::add(std::uint32_t index) {
  const KernelInstruction& from = kernel_.instructions[index];
  Step step;
  step.sequencer = static_cast<std::uint8_t>(sequencer_of(from.engine));
  step.first_wait = static_cast<std::uint32_t>(program_.waits.size());
  step.first_signal = static_cast<std::uint32_t>(program_.signals.size());
  auto timed = from.is_dma() ? time_transfer(index, step) : time_instruction(index, step);
  if (!timed) return timed;
  add_dependencies(index, step);
  auto& queue = program_.queues[step.sequencer];
  queue.push_back(index);
  place_.push_back(static_cast<std::uint32_t>(queue.size()));
  program_.steps.push_back(step);
  return {};
}

Result<CoreProgram> Compiler::run() {
  if (auto fits = check_memory(); !fits) return fail(fits.error());
  program_.semaphores = kernel_.semaphores;
  program_.steps.reserve(kernel_.instructions.size() + 1);
  place_.reserve(kernel_.instructions.size());
  for (std::uint32_t i = 0; i < kernel_.instructions.size(); ++i) {
    if (auto added = add(i); !added) return fail(added.error());
  }
  Step sentinel;
  sentinel.first_wait = static_cast<std::uint32_t>(program_.waits.size());
  sentinel.first_signal = static_cast<std::uint32_t>(program_.signals.size());
  program_.steps.push_back(sentinel);
  program_.counters =
      program_.transfer_counter(static_cast<std::uint32_t>(program_.transfers.size()));
  return std::move(program_);
}

}  // namespace

std::size_t sequencer_of(Engine engine) {
  const auto at = std::find(kSequencers.begin(), kSequencers.end(), engine);
  return at == kSequencers.end() ? kSequencers.size() - 1
                                 : static_cast<std::size_t>(at - kSequencers.begin());
}

Result<CoreProgram> core_program(const Kernel& kernel, const CoreRates& rates) {
  return Compiler(kernel, rates).run();
}

}  // namespace nscope::sim
