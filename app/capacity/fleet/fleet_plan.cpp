#include "app/capacity/fleet/plan_fleet.h"

#include <algorithm>
#include <utility>

namespace nscope::capacity {
namespace {

/// Checks that the model has enough positions for the longest request. An unknown number of
/// positions passes.
Result<> check_positions(const catalog::Model& model, const PlanRequest& request) {
  if (model.max_positions == 0) return {};
  const int tokens = longest(request.traffic.input) + longest(request.traffic.output);
  const bool compiled = request.max_context > model.max_positions;
  if (!compiled && tokens <= model.max_positions) return {};
  if (compiled) {
    return fail(
        ErrorCode::kInvalidArgument,
        tr("must be at most {}, the number of positions in the published configuration of {}",
           as::count(model.max_positions), model.id),
        "max_context");
  }
  return fail(
      ErrorCode::kInvalidArgument,
      tr("the longest prompt with its output has {} tokens, but the published configuration "
         "of {} has {} positions",
         as::count(tokens), model.id, as::count(model.max_positions)),
      "traffic");
}

}  // namespace

Result<> check_model(const catalog::Catalog& catalog, const PlanRequest& request) {
  const auto model = catalog.model(request.model);
  if (!model) return fail(model.error());
  if ((*model)->architecture != catalog::Architecture::kDecoder) {
    return fail(ErrorCode::kInvalidArgument,
                tr("{} is not a decoder; fleets and latency limits are supported for decoders only",
                   request.model));
  }
  return check_positions(**model, request);
}

Result<std::vector<const catalog::Instance*>> types_of(const catalog::Catalog& catalog,
                                                       const cost::PriceBook& book,
                                                       const PlanRequest& request) {
  if (auto checked = check_model(catalog, request); !checked) return fail(checked.error());
  if (auto checked = check_regions(book, request.regions); !checked) return fail(checked.error());
  return named_instances(catalog, request.instances, request.baselines);
}

bool FleetPlan::searched_fully() const {
  return std::all_of(types.begin(), types.end(),
                     [](const TypeSummary& type) { return type.searched && type.searched_fully; });
}

int FleetPlan::chosen() const {
  return static_cast<int>(std::count_if(types.begin(), types.end(),
                                        [](const TypeSummary& type) { return !!type.fleet; }));
}

int FleetPlan::not_searched() const {
  const auto open = std::count_if(candidates.begin(), candidates.end(),
                                  [](const Candidate& one) { return !one.refusal.has_value(); });
  return static_cast<int>(open) - chosen();
}

int FleetPlan::count(Rule rule) const {
  return static_cast<int>(std::count_if(
      candidates.begin(), candidates.end(),
      [&](const Candidate& one) { return one.refusal && one.refusal->rule == rule; }));
}

int spare_instances(int serving, const Survival& survival, int nodes) {
  // A replica ends with the first of its instances that fails.
  if (nodes > 1) return nodes * spare_instances(serving / nodes, survival, 1);
  int total = serving + survival.nodes;
  if (survival.zones > 0) {
    // Instances are divided evenly among the zones, and the fullest zones fail.
    const auto left = [&](int count) {
      const int fullest = (count + survival.zone_count - 1) / survival.zone_count;
      return count - survival.zones * fullest;
    };
    while (left(total) < serving) ++total;
  }
  return total - serving;
}

void include_prediction(const PlannedFleet& fleet, BandFigures& figures) {
  for (const LatencyFigures& predicted : fleet.figures) {
    const auto at = static_cast<std::size_t>(predicted.latency);
    figures.tail[0][at] = std::min(figures.tail[0][at], predicted.tail.value);
    figures.tail[1][at] = std::max(figures.tail[1][at], predicted.tail.value);
  }
  if (figures.serving[0]) figures.serving[0] = std::min(*figures.serving[0], fleet.serving);
  if (figures.serving[1]) figures.serving[1] = std::max(*figures.serving[1], fleet.serving);
}

}  // namespace nscope::capacity
