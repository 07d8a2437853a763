#pragma once

#include "importers/ntff/instruction_word.h"

#include <map>
#include <string>

namespace nscope::importers {

/// Names of semaphores of one core: what updates them ("Vector", "qSyncDynamicHW").
using SemaphoreNames = std::map<int, std::string>;

/// The whole operand text as neuron-profile prints it, runs of spaces collapsed:
/// waits, updates, operands. `compiled`: the instruction is the compiler's own,
/// where semaphores are printed with their names; the runtime's print "$S[n]".
std::string operand_text(const Instruction& instruction, const SemaphoreNames& names,
                         bool compiled);

}  // namespace nscope::importers
