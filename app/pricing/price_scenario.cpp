#include "app/pricing/price_scenario.h"

#include "app/pricing/fill_scenario.h"
#include "profiler/base/json.h"
#include "simcore/catalog/memory_limits.h"
#include "simcore/engine/simulation/workload_limits.h"
#include "simcore/engine/workload/workload.h"

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <utility>

namespace nscope::app {
namespace {

constexpr std::size_t kWeek = 168;
constexpr int kIntervalSteps = 80;

/// The workloads of the items that are simulated, by label.
using Requests = std::map<std::string, Json>;

Requests simulated_requests(const cost::Scenario& scenario) {
  Requests requests;
  for (const cost::WorkItem& item : scenario.work) {
    if (item.pending && item.pending->kind == cost::PendingWork::Kind::kSimulate) {
      requests[item.estimate.label] = cost::pending_request(item);
    }
  }
  return requests;
}

/// The sizes up to which the workload that was simulated fits: one copy, with all of its members.
std::optional<catalog::MemoryLimits> limits_of_request(const catalog::Catalog& catalog,
                                                       Json request, int tensor_parallel) {
  if (tensor_parallel > 0) request["tensor_parallel"] = tensor_parallel;
  const auto workload = sim::workload_from_json(request, {});
  if (!workload) return std::nullopt;
  const auto limits = sim::memory_limits(catalog, *workload);
  return limits ? *limits : std::nullopt;
}

/// The sizes up to which a replica of the work fits, as `nscope simulate` states them; nullopt if
/// the layout or the lengths are not known, and for GPUs and training.
std::optional<catalog::MemoryLimits> simulated_limits(const catalog::Catalog& catalog,
                                                      const cost::WorkEstimate& work,
                                                      const Requests& requests) {
  const cost::WorkShape& shape = work.shape;
  if (const auto found = requests.find(work.label); found != requests.end() && work.memory) {
    return limits_of_request(catalog, found->second, shape.tensor_parallel);
  }
  const auto instance = catalog.instance(work.instance);
  if (work.phase != cost::Phase::kServing || !instance || shape.tensor_parallel < 1 ||
      shape.batch < 1 || shape.input_tokens + shape.output_tokens < 1) {
    return std::nullopt;
  }
  const int copies = catalog.logical_cores_of(**instance) / shape.tensor_parallel;
  if (copies < 1 || catalog.device_of(**instance).kind != catalog::DeviceKind::kNeuron) {
    return std::nullopt;
  }
  sim::Workload workload{.model = shape.model, .instance = work.instance};
  workload.tensor_parallel = shape.tensor_parallel;
  workload.batch = (shape.batch + copies - 1) / copies;
  workload.input_tokens = std::max(1, shape.input_tokens);
  workload.output_tokens = std::max(1, shape.output_tokens);
  workload.weight_dtype = shape.dtype;
  if (shape.dtype == "fp16" || shape.dtype == "fp32") workload.dtype = shape.dtype;
  const auto limits = sim::memory_limits(catalog, workload);
  return limits ? *limits : std::nullopt;
}

/// Gives the findings about memory that fits the words and figures of `nscope simulate`.
void state_limits(const catalog::Catalog& catalog, const Requests& requests,
                  cost::CostMatrix& matrix) {
  for (cost::Finding& finding : matrix.findings) {
    if (finding.guard != cost::Guard::kMemoryFit || finding.severity != Severity::kInfo) {
      continue;
    }
    const auto item = std::find_if(
        matrix.scenario.work.begin(), matrix.scenario.work.end(),
        [&](const cost::WorkItem& one) { return one.estimate.label == finding.label; });
    if (item == matrix.scenario.work.end()) continue;
    const auto limits = simulated_limits(catalog, item->estimate, requests);
    if (limits && limits->fits) finding.message = catalog::sentence(*limits);
  }
}

}  // namespace

Result<cost::CostMatrix> price_scenario(const catalog::Catalog& catalog,
                                        const cost::PriceBook& book, cost::Scenario scenario,
                                        cost::Day today, ThroughputCache* cache,
                                        TaskControl& control) {
  const Requests requests = simulated_requests(scenario);
  if (auto filled = fill_scenario(catalog, scenario, cache, control); !filled) {
    return fail(filled.error());
  }
  if (control.cancelled()) return cancelled();
  auto matrix = cost::cost_matrix(catalog, book, scenario, today, control);
  if (matrix) state_limits(catalog, requests, *matrix);
  return matrix;
}

Result<PricedScenario> with_curves(cost::CostMatrix matrix, TaskControl& control) {
  PricedScenario out{.matrix = std::move(matrix), .weeks = {}, .intervals = {}};
  for (const cost::CommitmentPanel& panel : out.matrix.economics.commitments) {
    if (control.cancelled()) return cancelled();
    out.weeks.emplace_back();
    if (!panel.missing.empty()) continue;
    const auto hours = std::min(kWeek, static_cast<std::size_t>(panel.problem.horizon_hours));
    auto week = cost::served_hours(panel.problem, panel.mix.amounts, 0, hours);
    if (!week) return fail(week.error());
    out.weeks.back() = std::move(*week);
  }
  for (const cost::SpotPanel& panel : out.matrix.economics.spot) {
    out.intervals.emplace_back();
    if (!panel.missing.empty()) continue;
    auto curve = cost::interval_curve(panel.job, kIntervalSteps);
    if (!curve) return fail(curve.error());
    out.intervals.back() = std::move(*curve);
  }
  return out;
}

}  // namespace nscope::app
