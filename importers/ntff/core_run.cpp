#include "importers/ntff/core_run.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace nscope::importers {
namespace {

std::uint32_t word_count(std::span<const std::byte> code) {
  return static_cast<std::uint32_t>(
      std::min<std::size_t>(code.size() / kInstructionWord, 1u << 30));
}

}  // namespace

ProgramCode::ProgramCode(const NtffCore& core) : core_(core) {
  for (std::size_t e = 0; e < kHardwareEngines; ++e) {
    const auto code = core.code[e];
    const std::uint32_t n = word_count(code);
    index_[e].assign(n, 0);
    std::optional<std::uint32_t> begin;
    std::optional<std::uint32_t> end;
    for (std::uint32_t pc = 0; pc < n; ++pc) {
      const auto word = code.subspan(std::size_t{pc} * kInstructionWord, kInstructionWord);
      const auto opcode = static_cast<std::uint8_t>(word[0]);
      if (opcode == opcode::kSetOrderingMode && word[12] == std::byte{0}) begin = pc + 1;
      if (opcode == opcode::kDrain && word[40] == std::byte{1}) end = pc;
    }
    regions_[e] = begin && end ? Region{*begin, *end} : Region{0, n};
  }
}

const Instruction* ProgramCode::at(HardwareEngine engine, std::uint32_t pc) {
  const auto e = static_cast<std::size_t>(engine);
  if (pc >= index_[e].size()) return nullptr;
  std::uint32_t& index = index_[e][pc];
  if (index == 0) {
    const auto word = core_.code[e].subspan(std::size_t{pc} * kInstructionWord);
    decoded_.push_back(decode_instruction(word.first<kInstructionWord>()));
    index = static_cast<std::uint32_t>(decoded_.size());
  }
  return &decoded_[index - 1];
}

bool ProgramCode::compiled(HardwareEngine engine, std::uint32_t pc) const {
  const Region& region = regions_[static_cast<std::size_t>(engine)];
  return pc >= region.begin && pc < region.end;
}

CoreRun::CoreRun(const NtffCore& of, CoreRecords from)
    : core(of), records(std::move(from)), code(of) {
  words.reserve(size());
  compiled.reserve(size());
  for (const InstructionRow& instruction : records.instructions) {
    words.push_back(code.at(instruction.engine, instruction.pc));
    compiled.push_back(code.compiled(instruction.engine, instruction.pc));
  }
}

}  // namespace nscope::importers
