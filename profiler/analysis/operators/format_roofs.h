#pragma once

#include "profiler/analysis/metrics/scope.h"
#include "profiler/analysis/operators/roofline.h"
#include "profiler/base/task_control.h"

#include <optional>
#include <string>
#include <vector>

namespace nscope::analysis {

/// A data type that TensorE multiplies in the analysed range.
struct FormatRoof {
  std::string type;                      ///< as the run names it: "bf16"; empty: not stated
  double flops = 0.0;                    ///< FLOPs with this type
  std::optional<double> flops_per_s{};   ///< peak of one core; nullopt if the type is not known
};

/// The peak of each data type that is used, highest first, types without a peak last. Peaks are
/// that of BF16 divided by flop_weight(). FP32 has half of BF16, which is what captures show;
/// flop_weight() has the published quarter. Types are those of the operands of instructions, or
/// the data type of a simulated workload. Errors: kCancelled.
Result<std::vector<FormatRoof>> format_roofs(const Trace& trace, const Scope& scope,
                                             const CoreRoof& roof, TaskControl& control);

}  // namespace nscope::analysis
