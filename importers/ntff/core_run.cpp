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
    index_[e].assign(word_count(core.code[e]), 0);
    for (const LoadedProgram& program : core.programs[e])
      regions_[e].push_back(region_of(e, program));
  }
}

ProgramCode::Region ProgramCode::region_of(std::size_t engine, const LoadedProgram& program) const {
  const std::uint32_t last = program.first + program.words;
  std::optional<std::uint32_t> begin;
  std::optional<std::uint32_t> end;
  for (std::uint32_t pc = program.first; pc < last; ++pc) {
    const auto word =
        core_.code[engine].subspan(std::size_t{pc} * kInstructionWord, kInstructionWord);
    const auto opcode = static_cast<std::uint8_t>(word[0]);
    if (opcode == opcode::kSetOrderingMode && word[12] == std::byte{0}) begin = pc + 1;
    if (opcode == opcode::kDrain && word[40] == std::byte{1}) end = pc;
  }
  return begin && end ? Region{*begin, *end} : Region{program.first, last};
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

std::uint32_t ProgramCode::pc(HardwareEngine engine, std::uint32_t pc) const {
  for (const LoadedProgram& program : core_.programs[static_cast<std::size_t>(engine)]) {
    if (pc >= program.first && pc - program.first < program.words) return pc - program.first;
  }
  return pc;
}

bool ProgramCode::compiled(HardwareEngine engine, std::uint32_t pc) const {
  const auto& regions = regions_[static_cast<std::size_t>(engine)];
  return std::any_of(regions.begin(), regions.end(),
                     [&](const Region& region) { return pc >= region.begin && pc < region.end; });
}

CoreRun::CoreRun(const NtffCore& of, std::vector<InstructionRow> from,
                 std::vector<DescriptorRow> descriptors_from)
    : core(of), rows(std::move(from)), descriptors(std::move(descriptors_from)), code(of) {
  numbers.reserve(rows.size());
  for (const InstructionRow& row : rows) numbers.push_back(code.number(row.engine, row.pc));
}

}  // namespace nscope::importers
