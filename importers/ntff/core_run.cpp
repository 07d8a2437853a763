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

std::uint32_t ProgramCode::number(HardwareEngine engine, std::uint32_t pc) {
  const auto e = static_cast<std::size_t>(engine);
  if (pc >= index_[e].size()) return kNoWord;
  std::uint32_t& index = index_[e][pc];
  if (index == 0) {
    const auto word = core_.code[e].subspan(std::size_t{pc} * kInstructionWord);
    decoded_.push_back(decode_instruction(word.first<kInstructionWord>()));
    places_.push_back({engine, pc});
    index = static_cast<std::uint32_t>(decoded_.size());
  }
  return index - 1;
}

bool ProgramCode::compiled(HardwareEngine engine, std::uint32_t pc) const {
  const Region& region = regions_[static_cast<std::size_t>(engine)];
  return pc >= region.begin && pc < region.end;
}

CoreRun::CoreRun(const NtffCore& of, std::vector<InstructionRow> from)
    : core(of), rows(std::move(from)), code(of) {
  numbers.reserve(rows.size());
  for (const InstructionRow& row : rows) numbers.push_back(code.number(row.engine, row.pc));
}

}  // namespace nscope::importers
