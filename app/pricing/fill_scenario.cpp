#include "app/pricing/fill_scenario.h"

#include "app/documents/built_in.h"
#include "app/pricing/item_load.h"
#include "app/pricing/simulate_item.h"
#include "profiler/base/json/document_text.h"

#include <optional>
#include <string_view>
#include <utility>

#include <fmt/format.h>

namespace nscope::app {
namespace {

/// The key of the throughput of an item in the cache.
std::string simulation_key(const cost::WorkItem& item) {
  return compact_text(cost::pending_request(item));
}

Result<> fill_by_simulation(const catalog::Catalog& catalog, cost::WorkItem& item,
                            ThroughputCache* cache, TaskControl& control) {
  const Json request = cost::pending_request(item);
  const std::string key = simulation_key(item);
  std::optional<ThroughputCache::Entry> known;
  if (cache != nullptr) known = cache->find(key);
  if (!known) {
    auto made = simulate_item(catalog, request, control);
    if (!made) return fail(made.error());
    known = std::move(*made);
    if (cache != nullptr) cache->put(key, *known);
  }
  // The guards check the degree that was simulated.
  if (!request.contains("tensor_parallel")) {
    item.estimate.shape.tensor_parallel = known->tensor_parallel;
  }
  if (item.estimate.count % known->instances != 0) {
    return fail(ErrorCode::kInvalidArgument,
                tr("the simulated servers of '{}' need {} instances, and 'count' is {}; state a "
                   "multiple",
                   item.estimate.label, known->instances, item.estimate.count));
  }
  item.estimate.memory = known->memory;
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

/// The error with the place of the item. The place of a member of the request that was made from
/// the item is that of the item's own member.
Error placed(Error error, const cost::WorkItem& item) {
  const std::string place = cost::place_of(item);
  for (const std::string_view origin : {"simulate", "serve"}) {
    const std::string made = fmt::format("{}: /", origin);
    const std::string where = error.where.english();
    if (item.place.empty() || !where.starts_with(made)) continue;
    const std::string member = where.substr(made.size());
    const bool asked = item.pending->asked.contains(member.substr(0, member.find('/')));
    error.where = asked ? fmt::format("{}/{}/{}", place, origin, member)
                        : fmt::format("{}/{}", place, member);
    return error;
  }
  error.where = error.where.inside(place);
  return error;
}

}  // namespace

Result<> fill_scenario(const catalog::Catalog& catalog, cost::Scenario& scenario,
                       ThroughputCache* cache, TaskControl& control) {
  for (cost::WorkItem& item : scenario.work) {
    if (!item.pending) continue;
    if (control.cancelled()) return cancelled();
    if (auto filled = fill_item(catalog, item, cache, control); !filled) {
      return fail(placed(filled.error(), item));
    }
  }
  return {};
}

void remember_prediction(const catalog::Catalog& catalog, const cost::WorkItem& item,
                         const sim::Workload& workload, const sim::SimulationResult& prediction,
                         ThroughputCache& cache) {
  if (!item.pending || item.pending->kind != cost::PendingWork::Kind::kSimulate) return;
  auto entry = entry_of_prediction(catalog, workload, prediction);
  if (entry && *entry) cache.put(simulation_key(item), std::move(**entry));
}

}  // namespace nscope::app
