#include "app/documents/choose_tensor_parallel.h"

#include "profiler/base/overloaded.h"
#include "profiler/base/provenance.h"
#include "simcore/catalog/memory_fit.h"
#include "simcore/engine/run/prepared_run.h"
#include "simcore/engine/serving/draw_requests.h"
#include "simcore/engine/simulation/prediction.h"

#include <algorithm>
#include <utility>
#include <variant>
#include <vector>

namespace nscope::app {
namespace {

/// Whether the error means that the degree is not possible for the model or does not fit in memory.
bool is_refusal(const Error& error) {
  return error.code == ErrorCode::kInfeasible || error.code == ErrorCode::kInvalidArgument;
}

/// The tensor parallel degrees of the instance, ascending. Errors: kNotFound.
Result<std::vector<int>> degrees_of(const catalog::Catalog& catalog,
                                    const sim::Workload& workload) {
  const auto instance = catalog.instance(workload.instance, workload.logical_core_size);
  if (!instance) return fail(instance.error());
  return catalog::tensor_parallel_choices(catalog, **instance);
}

/// One core for each call, or the smallest degree that fits in memory. If none does, the largest
/// that would be with more memory.
Result<ChosenDegree> smallest_degree(const catalog::Catalog& catalog, const sim::Workload& workload,
                                     TaskControl& control) {
  auto degrees = degrees_of(catalog, workload);
  if (!degrees) return fail(degrees.error());
  degrees->insert(degrees->begin(), 1);
  sim::Workload candidate = workload;
  int too_large = 1;
  for (const int degree : *degrees) {
    candidate.tensor_parallel = degree;
    const auto result = sim::estimate(catalog, candidate, control);
    if (result) return ChosenDegree{degree};
    if (!is_refusal(result.error())) return fail(result.error());
    // If memory is not the reason, no other degree is possible either.
    if (degree == 1 && result.error().code != ErrorCode::kInfeasible) break;
    if (result.error().code == ErrorCode::kInfeasible) too_large = degree;
  }
  return ChosenDegree{too_large};
}

/// The largest degree that is possible, without padded attention heads if there is one. If no
/// degree is possible, the largest that would be with more memory, whose error explains what is
/// missing, or the largest of all.
Result<ChosenDegree> largest_degree(const catalog::Catalog& catalog, const sim::Workload& workload,
                                    TaskControl& control) {
  const auto model = sim::model_of(catalog, workload);
  if (model && sim::runs_as_calls(**model, workload)) {
    return smallest_degree(catalog, workload, control);
  }
  const auto degrees = degrees_of(catalog, workload);
  if (!degrees) return fail(degrees.error());
  if (degrees->empty()) return ChosenDegree{};
  std::vector<int> order(degrees->rbegin(), degrees->rend());
  const int heads = model ? (*model)->heads : 0;
  std::stable_partition(order.begin(), order.end(),
                        [&](int degree) { return heads == 0 || degree <= heads; });
  sim::Workload candidate = workload;
  int too_small = 0;
  for (const int degree : order) {
    candidate.tensor_parallel = degree;
    const auto result = sim::estimate(catalog, candidate, control);
    if (result) return ChosenDegree{degree, too_small};
    if (!is_refusal(result.error())) return fail(result.error());
    if (too_small == 0 && result.error().code == ErrorCode::kInfeasible) too_small = degree;
  }
  return ChosenDegree{too_small > 0 ? too_small : degrees->back()};
}

/// The possible degree with the highest training throughput. If none is possible, the largest that
/// would be with more memory, whose error explains what is missing.
Result<ChosenDegree> fastest_degree(const catalog::Catalog& catalog, const sim::Workload& workload,
                                    sim::TrainingSetup setup, TaskControl& control) {
  auto degrees = degrees_of(catalog, workload);
  if (!degrees) return fail(degrees.error());
  degrees->push_back(1);
  sim::Workload candidate = workload;
  setup.job.reset();  // the fastest step also gives the shortest job
  candidate.kind = std::move(setup);
  int best = 1;
  double most = 0;
  int too_large = 1;
  for (const int degree : *degrees) {
    candidate.tensor_parallel = degree;
    const auto result = sim::estimate(catalog, candidate, control);
    if (!result && !is_refusal(result.error())) return fail(result.error());
    if (!result && result.error().code == ErrorCode::kInfeasible) {
      too_large = std::max(too_large, degree);
    }
    const Metric* const rate = result ? result->find("throughput") : nullptr;
    if (rate == nullptr || rate->value <= most) continue;
    most = rate->value;
    best = degree;
  }
  return ChosenDegree{most > 0 ? best : too_large};
}

}  // namespace

Result<ChosenDegree> choose_tensor_parallel(const catalog::Catalog& catalog,
                                            const sim::Workload& workload, TaskControl& control) {
  return std::visit(
      Overloaded{
          [&](const sim::InferenceSetup&) { return largest_degree(catalog, workload, control); },
          [&](const sim::ServingSetup& setup) -> Result<ChosenDegree> {
            // An error of the requests is not one of the degree.
            if (workload.requests == nullptr) {
              const auto drawn = sim::draw_requests(setup, workload.seed);
              if (!drawn) return fail(drawn.error());
            }
            return largest_degree(catalog, workload, control);
          },
          [&](const sim::TrainingSetup& setup) {
            return fastest_degree(catalog, workload, setup, control);
          },
          [](const sim::CollectiveSetup&) { return Result<ChosenDegree>(ChosenDegree{}); },
          [](const sim::KernelSetup&) { return Result<ChosenDegree>(ChosenDegree{}); },
      },
      workload.kind);
}

}  // namespace nscope::app
