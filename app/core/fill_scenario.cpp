#include "app/core/fill_scenario.h"

#include <fmt/format.h>

#include "app/core/built_in.h"
#include "simcore/engine/simulate.h"

namespace nscope::app {
namespace {

Result<cost::Throughput> simulated(const catalog::Catalog& catalog, const cost::WorkItem& item) {
  const std::string name = fmt::format("work '{}'", item.estimate.label);
  const auto workload = sim::workload_from_json(cost::pending_request(item), name);
  if (!workload) return fail(workload.error());
  const auto result = sim::estimate(catalog, *workload);
  if (!result) return fail(result.error());
  const std::string source =
      fmt::format("simulated: TP {}, batch {}, {} + {} tokens, {}", workload->tensor_parallel,
                  workload->batch, workload->input_tokens, workload->output_tokens,
                  workload->weight_dtype);
  return cost::throughput_from_metrics(result->metrics, source);
}

Result<cost::Throughput> from_summary(const cost::WorkItem& item) {
  const auto json = read_json_file(item.pending->file);
  if (!json) return fail(json.error());
  return cost::throughput_from_summary(*json, item.pending->file);
}

}  // namespace

Result<> fill_scenario(const catalog::Catalog& catalog, cost::Scenario& scenario) {
  for (cost::WorkItem& item : scenario.work) {
    if (!item.pending) continue;
    auto throughput = item.pending->kind == cost::PendingWork::Kind::kSimulate
                          ? simulated(catalog, item)
                          : from_summary(item);
    if (!throughput) {
      Error error = throughput.error();
      error.where = error.where.empty()
                        ? fmt::format("work '{}'", item.estimate.label)
                        : fmt::format("work '{}': {}", item.estimate.label, error.where);
      return fail(std::move(error));
    }
    if (auto ok = cost::fill_work(item, *throughput); !ok) return ok;
  }
  return {};
}

}  // namespace nscope::app
