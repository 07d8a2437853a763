#include "app/documents/choose_tensor_parallel.h"

#include "simcore/catalog/memory_fit.h"
#include "simcore/engine/run/prepared_run.h"
#include "simcore/engine/simulation/prediction.h"

#include <vector>

namespace nscope::app {
namespace {

/// The degree that trains fastest among those that fit.
Result<int> choose_for_training(const catalog::Catalog& catalog, const sim::Workload& workload,
                                std::vector<int> degrees, TaskControl& control) {
  sim::Workload candidate = workload;
  candidate.training->job.reset();  // the fastest step ends the job first
  int best = 1;
  double most = 0;
  degrees.push_back(1);
  for (const int degree : degrees) {
    candidate.tensor_parallel = degree;
    const auto result = sim::estimate(catalog, candidate, control);
    if (!result && result.error().code != ErrorCode::kInfeasible &&
        result.error().code != ErrorCode::kInvalidArgument) {
      return fail(result.error());
    }
    const Metric* const rate = result ? result->find("throughput") : nullptr;
    if (rate == nullptr || rate->value <= most) continue;
    most = rate->value;
    best = degree;
  }
  return best;
}

}  // namespace

Result<int> choose_tensor_parallel(const catalog::Catalog& catalog, const sim::Workload& workload,
                                   TaskControl& control) {
  if (workload.collective) return 1;
  const auto model = sim::model_of(catalog, workload);
  if (model && !workload.training && sim::runs_as_calls(**model, workload)) return 1;
  const auto instance = catalog.instance(workload.instance);
  if (!instance) return fail(instance.error());
  const std::vector<int> degrees = catalog::tensor_parallel_choices(catalog, **instance);
  if (workload.training) return choose_for_training(catalog, workload, degrees, control);
  if (degrees.empty()) return 1;
  sim::Workload candidate = workload;
  for (auto degree = degrees.rbegin(); degree != degrees.rend(); ++degree) {
    candidate.tensor_parallel = *degree;
    const auto result = sim::estimate(catalog, candidate, control);
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
