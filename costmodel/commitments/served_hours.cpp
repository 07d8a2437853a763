#include "costmodel/commitments/served_hours.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace nscope::cost {
namespace {

using Layer = ServedHours::Layer;

/// The amount of a commitment in instances of the only type.
double instances_of(const Commitment& each, double amount) {
  return is_savings_plan(each.kind) ? amount / each.rates.front()->dollars() : amount;
}

bool runs_at(const Commitment& offer, double hour) {
  return offer.kind != CommitmentKind::kCapacityBlock ||
         (hour >= offer.start_hour && hour < offer.start_hour + offer.hours);
}

/// Reserved Instances and Capacity Blocks are applied first, Compute Savings Plans last.
int order_of(CommitmentKind kind) {
  if (!is_savings_plan(kind)) return 0;
  return kind == CommitmentKind::kInstanceSavingsPlan ? 1 : 2;
}

DemandState state_at(const CommitmentProblem& problem, std::size_t hour) {
  const auto at = static_cast<double>(hour);
  const std::vector<double>& demand = problem.types.front().demand.hours;
  DemandState state;
  state.hours = 1;
  state.demand = {demand[hour % demand.size()]};
  for (const Commitment& offer : problem.offers) {
    state.block_runs.push_back(offer.kind == CommitmentKind::kCapacityBlock && runs_at(offer, at));
  }
  for (const HeldCommitment& held : problem.held) {
    state.held_runs.push_back(at < static_cast<double>(static_cast<std::size_t>(held.until_hour)));
  }
  return state;
}

struct Source {
  const Commitment* commitment;
  Layer layer;
};

std::vector<Source> sources_of(const CommitmentProblem& problem, std::span<const double> amounts) {
  std::vector<Source> sources;
  for (const HeldCommitment& held : problem.held) {
    sources.push_back({&held.commitment,
                       {.kind = Layer::Kind::kHeld,
                        .label = held.commitment.label,
                        .paid = instances_of(held.commitment, held.amount),
                        .hours = {}}});
  }
  for (std::size_t i = 0; i < problem.offers.size(); ++i) {
    const Commitment& offer = problem.offers[i];
    sources.push_back({&offer,
                       {.kind = Layer::Kind::kOffer,
                        .label = offer.label,
                        .paid = instances_of(offer, amounts[i]),
                        .hours = {}}});
  }
  return sources;
}

/// Instances that are paid but not used in an hour.
double idle_in(const CommitmentProblem& problem, const DemandState& state, std::size_t hour,
               const std::vector<Source>& sources) {
  double idle = 0;
  for (std::size_t i = 0; i < sources.size(); ++i) {
    const bool held = i < problem.held.size();
    const bool runs = held ? static_cast<bool>(state.held_runs[i])
                           : runs_at(*sources[i].commitment, static_cast<double>(hour));
    if (runs) idle += sources[i].layer.paid - sources[i].layer.hours.back();
  }
  return std::max(0.0, idle);
}

}  // namespace

Result<ServedHours> served_hours(const CommitmentProblem& problem, std::span<const double> amounts,
                                 std::size_t first, std::size_t count) {
  if (const auto fine = demand_states(problem); !fine) return fail(fine.error());
  if (problem.types.size() != 1 || amounts.size() != problem.offers.size() ||
      static_cast<double>(first) + static_cast<double>(count) > problem.horizon_hours) {
    return fail(ErrorCode::kInvalidArgument,
                tr("requires one instance type, one amount per offer, and hours within the "
                   "horizon"),
                "commitments");
  }
  ServedHours out;
  std::vector<Source> sources = sources_of(problem, amounts);
  Layer spot{.kind = Layer::Kind::kSpot, .label = {}, .hours = {}};
  Layer on_demand{.kind = Layer::Kind::kOnDemand, .label = {}, .hours = {}};
  for (std::size_t hour = first; hour < first + count; ++hour) {
    const DemandState state = state_at(problem, hour);
    const MixService service = serve(problem, state, amounts);
    out.demand.push_back(state.demand.front());
    for (std::size_t i = 0; i < sources.size(); ++i) {
      const bool held = i < problem.held.size();
      const double used = held ? service.held[i] : service.offers[i - problem.held.size()];
      sources[i].layer.hours.push_back(instances_of(*sources[i].commitment, used));
    }
    out.idle.push_back(idle_in(problem, state, hour, sources));
    spot.hours.push_back(service.spot.front());
    on_demand.hours.push_back(service.on_demand.front());
  }
  std::stable_sort(sources.begin(), sources.end(), [](const Source& a, const Source& b) {
    return order_of(a.commitment->kind) < order_of(b.commitment->kind);
  });
  const auto add = [&](Layer layer) {
    const bool seen = std::any_of(layer.hours.begin(), layer.hours.end(),
                                  [](double instances) { return instances > 0; });
    if (seen) out.layers.push_back(std::move(layer));
  };
  for (Source& source : sources) add(std::move(source.layer));
  add(std::move(spot));
  add(std::move(on_demand));
  return out;
}

Table served_hours_table(const ServedHours& served) {
  std::vector<Table::Column> columns = {{"hour", tr("Hour")}, {"demand", tr("Demand"), "", 2}};
  for (std::size_t i = 0; i < served.layers.size(); ++i) {
    const Layer& layer = served.layers[i];
    const Text name = layer.kind == Layer::Kind::kSpot       ? tr("Spot")
                      : layer.kind == Layer::Kind::kOnDemand ? tr("On-Demand")
                                                             : layer.label;
    columns.push_back({fmt::format("layer_{}", i + 1), name, "", 2});
  }
  columns.push_back({"idle", tr("Unused commitments"), "", 2});
  Table table(std::move(columns));
  for (std::size_t hour = 0; hour < served.demand.size(); ++hour) {
    std::vector<Cell> row = {static_cast<std::int64_t>(hour), served.demand[hour]};
    for (const Layer& layer : served.layers) row.emplace_back(layer.hours[hour]);
    row.emplace_back(served.idle[hour]);
    table.add_row(std::move(row));
  }
  return table;
}

}  // namespace nscope::cost
