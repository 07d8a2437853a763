#include "app/pricing/fill_scenario.h"

#include "app/documents/built_in.h"
#include "app/documents/choose_tensor_parallel.h"
#include "app/pricing/fill_served.h"
#include "simcore/engine/simulation/prediction.h"
#include "simcore/engine/simulation/simulate.h"
#include "simcore/engine/workload/workload.h"

#include <fmt/format.h>

namespace nscope::app {
namespace {

Result<ThroughputCache::Entry> simulate(const catalog::Catalog& catalog, const Json& request,
                                        const std::string& name, TaskControl& control) {
  auto workload = sim::workload_from_json(request, name);
  if (!workload) return fail(workload.error());
  if (!request.contains("tensor_parallel")) {
    const auto degree = choose_tensor_parallel(catalog, *workload, control);
    if (!degree) return fail(degree.error());
    workload->tensor_parallel = *degree;
  }
  const auto result = sim::estimate(catalog, *workload, control);
  if (!result) return fail(result.error());
  const std::string source = fmt::format(
      "simulated: TP {}, batch {}, {} + {} tokens, {}", workload->tensor_parallel, workload->batch,
      workload->input_tokens, workload->output_tokens, workload->weight_dtype);
  auto throughput = cost::throughput_from_metrics(result->metrics, source);
  if (!throughput) return fail(throughput.error());
  return ThroughputCache::Entry{.throughput = std::move(*throughput),
                                .tensor_parallel = workload->tensor_parallel};
}

Result<cost::Throughput> simulated(const catalog::Catalog& catalog, cost::WorkItem& item,
                                   ThroughputCache* cache, TaskControl& control) {
  const Json request = cost::pending_request(item);
  const std::string key = request.dump();
  std::optional<ThroughputCache::Entry> known;
  if (cache != nullptr) known = cache->find(key);
  if (!known) {
    auto made = simulate(catalog, request, fmt::format("work '{}'", item.estimate.label), control);
    if (!made) return fail(made.error());
    known = std::move(*made);
    if (cache != nullptr) cache->put(key, *known);
  }
  // The guards check what was simulated.
  if (!request.contains("tensor_parallel")) {
    item.estimate.shape.tensor_parallel = known->tensor_parallel;
  }
  return known->throughput;
}

Result<> serve(const catalog::Catalog& catalog, cost::WorkItem& item, ThroughputCache* cache,
               TaskControl& control) {
  const auto key = served_key(item);
  if (!key) return fail(key.error());
  std::optional<ThroughputCache::Entry> known;
  if (cache != nullptr) known = cache->find(*key);
  if (!known) {
    auto served = served_item(catalog, item, control);
    if (!served) return fail(served.error());
    known = ThroughputCache::Entry{.throughput = {}, .served = std::move(*served)};
    if (cache != nullptr) cache->put(*key, *known);
  }
  return take_served(item, *known->served);
}

Result<cost::Throughput> from_summary(const cost::WorkItem& item) {
  const auto json = read_json_file(item.pending->file);
  if (!json) return fail(json.error());
  return cost::throughput_from_summary(*json, item.pending->file);
}

Result<> fill(const catalog::Catalog& catalog, cost::WorkItem& item, ThroughputCache* cache,
              TaskControl& control) {
  if (item.pending->kind == cost::PendingWork::Kind::kServe) {
    return serve(catalog, item, cache, control);
  }
  const auto throughput = item.pending->kind == cost::PendingWork::Kind::kSimulate
                              ? simulated(catalog, item, cache, control)
                              : from_summary(item);
  if (!throughput) return fail(throughput.error());
  return cost::fill_work(item, *throughput);
}

}  // namespace

Result<> fill_scenario(const catalog::Catalog& catalog, cost::Scenario& scenario,
                       ThroughputCache* cache, TaskControl& control) {
  for (cost::WorkItem& item : scenario.work) {
    if (!item.pending) continue;
    if (control.cancelled()) return cancelled();
    if (auto filled = fill(catalog, item, cache, control); !filled) {
      Error error = filled.error();
      error.where = error.where.empty()
                        ? fmt::format("work '{}'", item.estimate.label)
                        : fmt::format("work '{}': {}", item.estimate.label, error.where);
      return fail(std::move(error));
    }
  }
  return {};
}

}  // namespace nscope::app
