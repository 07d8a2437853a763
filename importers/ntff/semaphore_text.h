#pragma once

#include "importers/ntff/instruction_word.h"

#include <map>
#include <string>

namespace nscope::importers {

/// Names of the semaphores of one core after what updates them ("Vector", "qSyncDynamicHW").
using SemaphoreNames = std::map<int, std::string>;

/// The operand text as neuron-profile prints it: waits, updates, operands. Runs of spaces are
/// collapsed. If `compiled`, the instruction is from the compiler and semaphores are printed with
/// names; in instructions of the runtime they are printed as "$S[n]".
std::string operand_text(const Instruction& instruction, const SemaphoreNames& names,
                         bool compiled);

}  // namespace nscope::importers
