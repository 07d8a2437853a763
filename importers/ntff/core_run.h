#pragma once

#include "importers/ntff/file/container.h"
#include "importers/ntff/instruction_word.h"
#include "importers/ntff/records.h"

#include <array>
#include <cstdint>
#include <deque>
#include <vector>

namespace nscope::importers {

/// The instruction words of one core. A word is decoded when it is first executed in the
/// capture, because a program may be far longer than its executed part, and words are numbered
/// in that order. One thread.
class ProgramCode {
 public:
  static constexpr std::uint32_t kNoWord = 0xffffffff;

  explicit ProgramCode(const NtffCore& core);

  struct Place {
    HardwareEngine engine = HardwareEngine::kPe;
    std::uint32_t pc = 0;
  };

  /// The number of the word at `pc`; kNoWord if the file does not contain it.
  std::uint32_t number(HardwareEngine engine, std::uint32_t pc);
  std::uint32_t size() const { return static_cast<std::uint32_t>(decoded_.size()); }
  const Instruction& word(std::uint32_t number) const { return decoded_[number]; }
  const Place& place(std::uint32_t number) const { return places_[number]; }

  /// The index of the word in its program; only in a session it differs from `pc`.
  std::uint32_t pc(HardwareEngine engine, std::uint32_t pc) const;

  /// Whether the word belongs to the compiler's code: it is after the last relaxed
  /// SET_ORDERING_MODE and before the last DRAIN that is marked as the end. The instructions
  /// before and after belong to the runtime.
  bool compiled(HardwareEngine engine, std::uint32_t pc) const;

 private:
  struct Region {
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
  };
  Region region_of(std::size_t engine, const LoadedProgram& program) const;

  const NtffCore& core_;
  std::deque<Instruction> decoded_;
  std::vector<Place> places_;
  std::array<std::vector<std::uint32_t>, kHardwareEngines> index_;  ///< pc -> decoded_, +1
  std::array<std::vector<Region>, kHardwareEngines> regions_;       ///< one for each program
};

/// The executed instructions of one core, sorted by start, with their words. `core` must outlive
/// the CoreRun.
struct CoreRun {
  CoreRun(const NtffCore& core, std::vector<InstructionRow> rows,
          std::vector<DescriptorRow> descriptors = {});

  const NtffCore& core;
  std::vector<InstructionRow> rows;
  std::vector<DescriptorRow> descriptors;  ///< by engine, sorted by time
  ProgramCode code;
  std::vector<std::uint32_t> numbers;  ///< by row: the number of its word in `code`

  std::size_t size() const { return rows.size(); }
  const InstructionRow& row(std::size_t i) const { return rows[i]; }
  /// Null if the file does not contain the word.
  const Instruction* word(std::size_t i) const {
    return numbers[i] == ProgramCode::kNoWord ? nullptr : &code.word(numbers[i]);
  }
  bool compiled(std::size_t i) const { return code.compiled(rows[i].engine, rows[i].pc); }
};

}  // namespace nscope::importers
