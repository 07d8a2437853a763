#include "costmodel/checks/guards.h"
#include "costmodel/money/figures.h"

namespace nscope::cost {

std::vector<Finding> idle_accelerators_guard(const WorkEstimate& work) {
  constexpr double kAll = 0.999;
  const std::optional<double>& used = work.throughput.used_share;
  if (!used || !(*used > 0.0) || *used >= kAll) return {};
  return {{Guard::kUtilisation, Severity::kWarning, work.label,
           tr("the simulation uses {} of the accelerators of {}, but whole instances are paid; if "
              "copies used all of them, the cost of a token could fall to 1/{} of this. State "
              "latency limits (serve), more replicas or a larger tensor_parallel",
              as::percent(*used), work.instance, as_digits(1.0 / *used, 3))}};
}

}  // namespace nscope::cost
