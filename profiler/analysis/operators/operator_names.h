#pragma once

#include "profiler/analysis/metrics/arg_reader.h"
#include "profiler/base/result.h"
#include "profiler/base/task_control.h"
#include "profiler/trace/trace.h"

#include <array>
#include <cstddef>
#include <string_view>
#include <vector>

namespace nscope::analysis {

/// What the events of a run are grouped by. Simulated operators, GPU kernels and
/// collectives have their own name where the level is kAutomatic or kName.
enum class OperatorLevel : std::uint8_t {
  kAutomatic,  ///< kName; of instructions the first that the run has of kHlo, kLayer, kStatement
               ///< and kBir, else kName
  kName,       ///< the event's own name: opcode or operator
  kHlo,        ///< operator of the framework's graph ("hlo_name")
  kLayer,      ///< layer of the model ("layer")
  kStatement,  ///< the compiler's statement ("penguin_instruction", else "penguin_id")
  kBir,        ///< instruction of the compiler's last level ("bir_instruction_name")
  kSource,     ///< line of the program ("source_location")
};

/// In the order of OperatorLevel, for parameters.
inline constexpr std::array<std::string_view, 7> kOperatorLevels{
    "auto", "name", "hlo", "layer", "statement", "bir", "source"};

/// The level that kAutomatic stands for in this run; any other stays.
OperatorLevel level_for_instructions(const Trace& trace, OperatorLevel asked);

/// Whether any event can have a name at this level: of kHlo to kSource, whether an
/// instruction states one.
bool has_level(const Trace& trace, OperatorLevel level);

/// The names of one track's slices. One thread; the trace must outlive it.
class OperatorNames {
 public:
  /// `of_instructions`: what level_for_instructions() gave.
  OperatorNames(const Trace& trace, const Track& track, OperatorLevel asked,
                OperatorLevel of_instructions);

  /// The name of `row`, invalid where it has none at this level. Each call must ask
  /// for a later row.
  StringId of(std::size_t row);

 private:
  const Track& track_;
  bool own_name_ = false;
  StringId unknown_;  ///< what the compiler writes where it has no name
  std::vector<ArgReader> keys_;
};

}  // namespace nscope::analysis
