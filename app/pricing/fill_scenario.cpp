#include "app/pricing/fill_scenario.h"

#include "app/documents/built_in.h"
#include "app/documents/read_workload.h"
#include "app/pricing/item_load.h"
#include "simcore/engine/simulation/prediction.h"

#include <optional>
#include <utility>

#include <fmt/format.h>

namespace nscope::app {
namespace {

Result<ThroughputCache::Entry> simulate_item(const catalog::Catalog& catalog, const Json& request,
                                             const std::string& label, TaskControl& control) {
  const auto chosen =
      read_workload({.json = request, .name = fmt::format("work '{}'", label)}, catalog, control);
  if (!chosen) return fail(chosen.error());
  const sim::Workload& workload = chosen->workload;
  const auto result = sim::estimate(catalog, workload, control);
  if (!result) return fail(result.error());
  const Text source = tr("simulated: TP {}, batch {}, {} input tokens, {} output tokens, {}",
                         workload.tensor_parallel, workload.batch, as::count(workload.input_tokens),
                         as::count(workload.output_tokens), workload.weight_dtype);
  auto throughput = cost::throughput_from_metrics(result->metrics, source);
  if (!throughput) return fail(throughput.error());
  return ThroughputCache::Entry{.throughput = std::move(*throughput),
                                .tensor_parallel = workload.tensor_parallel};
}

Result<> fill_by_simulation(const catalog::Catalog& catalog, cost::WorkItem& item,
                            ThroughputCache* cache, TaskControl& control) {
  const Json request = cost::pending_request(item);
  const std::string key = request.dump();
  std::optional<ThroughputCache::Entry> known;
  if (cache != nullptr) known = cache->find(key);
  if (!known) {
    auto made = simulate_item(catalog, request, item.estimate.label, control);
    if (!made) return fail(made.error());
    known = std::move(*made);
    if (cache != nullptr) cache->put(key, *known);
  }
  // The guards check the degree that was simulated.
  if (!request.contains("tensor_parallel")) {
    item.estimate.shape.tensor_parallel = known->tensor_parallel;
  }
  return cost::fill_work(item, known->throughput);
}

Result<> fill_by_load(const catalog::Catalog& catalog, cost::WorkItem& item, ThroughputCache* cache,
                      TaskControl& control) {
  const auto key = item_load_key(item);
  if (!key) return fail(key.error());
  std::optional<ThroughputCache::Entry> known;
  if (cache != nullptr) known = cache->find(*key);
  if (!known) {
    auto load = measure_item_load(catalog, item, control);
    if (!load) return fail(load.error());
    known = ThroughputCache::Entry{.throughput = {}, .load = std::move(*load)};
    if (cache != nullptr) cache->put(*key, *known);
  }
  return apply_load(item, *known->load);
}

Result<> fill_from_summary(cost::WorkItem& item) {
  const auto json = read_json_file(item.pending->file);
  if (!json) return fail(json.error());
  const auto throughput = cost::throughput_from_summary(*json, item.pending->file);
  if (!throughput) return fail(throughput.error());
  return cost::fill_work(item, *throughput);
}

Result<> fill_item(const catalog::Catalog& catalog, cost::WorkItem& item, ThroughputCache* cache,
                   TaskControl& control) {
  switch (item.pending->kind) {
    case cost::PendingWork::Kind::kSimulate:
      return fill_by_simulation(catalog, item, cache, control);
    case cost::PendingWork::Kind::kServe: return fill_by_load(catalog, item, cache, control);
    case cost::PendingWork::Kind::kSummaryFile: break;
  }
  return fill_from_summary(item);
}

}  // namespace

Result<> fill_scenario(const catalog::Catalog& catalog, cost::Scenario& scenario,
                       ThroughputCache* cache, TaskControl& control) {
  for (cost::WorkItem& item : scenario.work) {
    if (!item.pending) continue;
    if (control.cancelled()) return cancelled();
    if (auto filled = fill_item(catalog, item, cache, control); !filled) {
      Error error = filled.error();
      error.where = error.where.inside(fmt::format("work '{}'", item.estimate.label));
      return fail(std::move(error));
    }
  }
  return {};
}

}  // namespace nscope::app
