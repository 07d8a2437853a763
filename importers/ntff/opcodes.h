#pragma once

#include "profiler/base/result.h"

#include <array>
#include <cstdint>
#include <string>

namespace nscope::importers {

/// Names of instruction opcodes as neuron-profile shows them, from the data file
/// opcodes/neuron_isa.tsv. A plain value.
class OpcodeNames {
 public:
  /// Errors: kInternal for a broken data file.
  static Result<OpcodeNames> load();

  /// The name; empty for a code that is not in the table.
  const std::string& name(std::uint8_t opcode) const { return names_[opcode]; }

 private:
  std::array<std::string, 256> names_;
};

}  // namespace nscope::importers
