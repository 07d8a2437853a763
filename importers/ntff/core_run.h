#pragma once

#include "importers/ntff/container.h"
#include "importers/ntff/instruction_word.h"
#include "importers/ntff/records.h"

#include <array>
#include <cstdint>
#include <deque>
#include <vector>

namespace nscope::importers {

/// The instruction words of one core. Each is decoded once, when first executed
/// in the capture (a program may be far longer than what ran). One thread.
class ProgramCode {
 public:
  explicit ProgramCode(const NtffCore& core);

  /// The word at `pc`; null where the file holds no such word. Stays valid.
  const Instruction* at(HardwareEngine engine, std::uint32_t pc);

  /// True inside the compiler's own code: behind the last relaxed
  /// SET_ORDERING_MODE, up to the last DRAIN that is marked as the end. The
  /// runtime's own instructions surround it.
  bool compiled(HardwareEngine engine, std::uint32_t pc) const;

 private:
  struct Region {
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
  };
  const NtffCore& core_;
  std::deque<Instruction> decoded_;
  std::array<std::vector<std::uint32_t>, kHardwareEngines> index_;  ///< pc -> decoded_, +1
  std::array<Region, kHardwareEngines> regions_;
};

/// One core's records with the instruction word of each row. Parallel to
/// records.instructions: `words` (null: not in the file) and `compiled`.
/// `core` must outlive it.
struct CoreRun {
  CoreRun(const NtffCore& core, CoreRecords records);

  const NtffCore& core;
  CoreRecords records;
  ProgramCode code;
  std::vector<const Instruction*> words;
  std::vector<bool> compiled;

  std::size_t size() const { return records.instructions.size(); }
  const InstructionRow& row(std::size_t i) const { return records.instructions[i]; }
};

}  // namespace nscope::importers
