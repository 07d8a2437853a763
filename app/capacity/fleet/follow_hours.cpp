#include "app/capacity/fleet/follow_hours.h"

#include "costmodel/money/cost_arithmetic.h"
#include "simcore/engine/serving/draw_requests.h"
#include "simcore/engine/serving/simulate_serving.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace nscope::capacity {
namespace {

/// Hourly loads are rounded up to this fraction of the largest load; each level is searched once.
constexpr int kLevels = 24;

/// Number of serving instances of each level.
Result<std::vector<int>> instances_of_levels(const FleetEvaluator& evaluator,
                                             const PlanRequest& request, const Server& server,
                                             int most, TaskControl& control) {
  std::vector<int> levels(kLevels + 1, most);
  control.begin(phrase("Sizing the fleet of each hour"), kLevels);
  int fewest_so_far = 1;
  for (int level = 1; level < kLevels; ++level) {
    int simulations = 0;
    const double rate = request.design_rate() * level / kLevels;
    const int guess = std::max(1, most * level / kLevels);
    const auto fewest = fewest_instances(evaluator, server, rate, guess, most, simulations);
    if (!fewest) return fail(fewest.error());
    fewest_so_far = std::max(fewest_so_far, fewest->value_or(most));
    levels[static_cast<std::size_t>(level)] = fewest_so_far;
    control.advance_to(static_cast<std::uint64_t>(level));
  }
  return levels;
}

/// The hour before the largest increase of instances; empty if there is no increase.
std::optional<std::size_t> steepest(const std::vector<int>& instances) {
  std::optional<std::size_t> found;
  int most = 0;
  for (std::size_t i = 0; i < instances.size(); ++i) {
    const int rise = instances[(i + 1) % instances.size()] - instances[i];
    if (rise <= most) continue;
    most = rise;
    found = i;
  }
  return found;
}

bool misses(const sim::RequestRecord& record, const std::vector<Limit>& limits) {
  if (record.state != sim::RequestRecord::State::kCompleted) return true;
  const auto seconds = [&](Picoseconds end) { return sim::to_seconds(end - record.arrival); };
  const double first = seconds(record.first_token);
  const double whole = seconds(record.finished);
  const double gap = record.output_tokens > 1 ? (whole - first) / (record.output_tokens - 1) : 0;
  const std::array<double, 3> values{first, gap, whole};
  return std::any_of(limits.begin(), limits.end(), [&](const Limit& limit) {
    return values[static_cast<std::size_t>(limit.latency)] > limit.seconds;
  });
}

/// Share of requests that miss a limit if the replicas of the hour before get the load of the next
/// hour and an autoscaler reacts to it.
Result<double> missed_when_reacting(const PlanRequest& request, const Server& server, int before,
                                    int after, double rate, std::uint64_t seed,
                                    const TaskControl& control) {
  const ScalingDelay& delay = *request.autoscaling;
  // Large fleets are represented by kCellReplicas replicas with their share of the load.
  const double share = std::min(1.0, kCellReplicas / server.replicas_on(after));
  const auto replicas = [&](int instances) {
    return std::max(1, static_cast<int>(std::floor(share * server.replicas_on(instances))));
  };
  constexpr double kInterval = 10;  // s between two decisions of the autoscaler
  sim::ServingPlan plan = server.plan;
  plan.setup.replicas = replicas(before);
  plan.setup.autoscaling = sim::Autoscaling{.most = std::max(replicas(after), replicas(before)),
                                            .target = std::max(1.0, 0.8 * plan.slots),
                                            .interval = kInterval,
                                            .load_seconds = delay.load_seconds,
                                            .compile_seconds = delay.compile_seconds};
  plan.setup.arrivals = arrivals_at(request.traffic, rate * share);
  constexpr double kShortest = 300;
  constexpr int kMostRequests = 200'000;
  const double span = std::max(kShortest, 2 * (delay.load_seconds + delay.compile_seconds));
  plan.setup.requests =
      static_cast<int>(std::clamp(rate * share * span, 100.0, 1.0 * kMostRequests));
  const auto requests = sim::draw_requests(plan.setup, seed);
  if (!requests) return fail(requests.error());
  TaskControl inner(&control);
  const auto run = sim::simulate_serving(plan, *requests, seed, inner);
  if (!run) return fail(run.error());
  const auto missed =
      std::count_if(run->requests.begin(), run->requests.end(),
                    [&](const sim::RequestRecord& one) { return misses(one, request.limits); });
  return static_cast<double>(missed) / static_cast<double>(run->requests.size());
}

void add_bill(const PlanRequest& request, const PlannedFleet& fleet, ScaledFleet& scaled) {
  const std::size_t hours = scaled.instances.size();
  const ScalingDelay& delay = *request.autoscaling;
  const double ahead = (delay.load_seconds + delay.compile_seconds) / kSecondsPerHour;
  for (std::size_t i = 0; i < hours; ++i) {
    const int now = scaled.instances[i];
    const int next = scaled.instances[(i + 1) % hours];
    scaled.paid.push_back(now + std::max(0, next - now) * ahead);
    scaled.instance_hours += scaled.paid.back();
  }
  scaled.mean_instances = scaled.instance_hours / static_cast<double>(hours);
  const cost::PurchaseOption option = fleet.offer.purchase.option;
  if (option == cost::PurchaseOption::kOnDemand || option == cost::PurchaseOption::kSpot) {
    scaled.per_hour = fleet.offer.priced()->per_hour * scaled.mean_instances;
  } else {
    scaled.why_not =
        tr("{} is paid even when instances are stopped", cost::title(fleet.offer.purchase));
  }
}

}  // namespace

Result<ScaledFleet> follow_hours(const FleetEvaluator& evaluator, const PlanRequest& request,
                                 const Server& server, const PlannedFleet& fleet,
                                 std::uint64_t seed, TaskControl& control) {
  const auto levels = instances_of_levels(evaluator, request, server, fleet.serving, control);
  if (!levels) return fail(levels.error());
  ScaledFleet scaled;
  std::vector<int> serving;
  for (const double hour : request.traffic.hourly) {
    const double share = hour * (1 + request.headroom) / request.design_rate();
    const auto level =
        static_cast<std::size_t>(std::clamp(std::ceil(share * kLevels - 1e-9), 1.0, 1.0 * kLevels));
    serving.push_back((*levels)[level]);
    scaled.instances.push_back(serving.back() + spare_instances(serving.back(), request.survive,
                                                                server.configuration.nodes));
  }
  add_bill(request, fleet, scaled);
  if (const auto hour = steepest(serving)) {
    const std::size_t next = (*hour + 1) % serving.size();
    const auto missed = missed_when_reacting(request, server, serving[*hour], serving[next],
                                             request.traffic.hourly[next], seed, control);
    if (!missed) return fail(missed.error());
    scaled.missed_when_reacting = *missed;
  }
  return scaled;
}

}  // namespace nscope::capacity
