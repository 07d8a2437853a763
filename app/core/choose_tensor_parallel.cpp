#include "app/core/choose_tensor_parallel.h"

#include "simcore/catalog/memory_fit.h"

#include <vector>

namespace nscope::app {

Result<int> choose_tensor_parallel(const catalog::Catalog& catalog, const sim::Workload& workload) {
  const auto model = sim::model_of(catalog, workload);
  if (model && sim::runs_as_calls(**model, workload)) return 1;
  const auto instance = catalog.instance(workload.instance);
  if (!instance) return fail(instance.error());
  const std::vector<int> degrees = catalog::tensor_parallel_choices(catalog, **instance);
  if (degrees.empty()) return 1;
  sim::Workload candidate = workload;
  for (auto degree = degrees.rbegin(); degree != degrees.rend(); ++degree) {
    candidate.tensor_parallel = *degree;
    const auto result = sim::estimate(catalog, candidate);
    if (result) return *degree;
    // Degrees that a model cannot be cut into are no candidates either.
    if (result.error().code != ErrorCode::kInfeasible &&
        result.error().code != ErrorCode::kInvalidArgument) {
      return fail(result.error());
    }
  }
  return degrees.back();
}

}  // namespace nscope::app
