#pragma once

#include "profiler/analysis/definition/parameter.h"
#include "profiler/analysis/metrics/arg_reader.h"
#include "profiler/base/result.h"
#include "profiler/base/task_control.h"
#include "profiler/trace/trace.h"

#include <array>
#include <cstddef>
#include <string_view>
#include <vector>

namespace nscope::analysis {

/// The names by which the events of a run are grouped. Simulated operators, GPU kernels and
/// collectives have their own name on the levels kAutomatic and kName.
enum class OperatorLevel : std::uint8_t {
  kAutomatic,  ///< for instructions, the first of kHlo, kLayer, kStatement, kBir that the run has;
               ///< otherwise kName
  kName,       ///< the event's own name: opcode or operator
  kHlo,        ///< operator of the framework's graph ("hlo_name")
  kLayer,      ///< layer of the model ("layer")
  kStatement,  ///< the compiler's statement ("penguin_instruction", or "penguin_id" if absent)
  kBir,        ///< instruction of the compiler's last level ("bir_instruction_name")
  kSource,     ///< line of the program ("source_location")
  kKernel,     ///< NKI kernel ("kernel_function")
};

/// The ids of the levels in the order of OperatorLevel, for parameters.
inline constexpr std::array<std::string_view, 8> kOperatorLevels{
    "auto", "name", "hlo", "layer", "statement", "bir", "source", "kernel"};

/// The parameter "by" of analyses that group events by operator.
inline constexpr Parameter kGroupByOperator{
    .id = "by",
    .title = phrase("Group by"),
    .meaning =
        phrase("Names by which events are grouped; auto uses the first kind that the run has"),
    .words = kOperatorLevels};

/// The level that kAutomatic selects in this run; returns other levels unchanged.
OperatorLevel level_for_instructions(const Trace& trace, OperatorLevel asked);

/// Whether any event can have a name on this level. For kHlo to kKernel: whether an
/// instruction states one.
bool has_level(const Trace& trace, OperatorLevel level);

/// The names of one track's slices. One thread; the trace must outlive it.
class OperatorNames {
 public:
  /// `of_instructions` is the result of level_for_instructions().
  OperatorNames(const Trace& trace, const Track& track, OperatorLevel asked,
                OperatorLevel of_instructions);

  /// The name of `row`; invalid if it has none on this level. Each call must be for
  /// a later row.
  StringId of(std::size_t row);

 private:
  const Track& track_;
  bool own_name_ = false;
  StringId unknown_;  ///< "Unknown", which the compiler writes instead of a missing name
  std::vector<ArgReader> keys_;
};

}  // namespace nscope::analysis
