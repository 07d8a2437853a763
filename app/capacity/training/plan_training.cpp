#include "app/capacity/training/plan_training.h"

#include "costmodel/money/cost_arithmetic.h"
#include "profiler/base/format.h"
#include "profiler/base/parallel.h"
#include "simcore/engine/training/training_graph.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <iterator>
#include <limits>
#include <map>
#include <utility>

#include <fmt/format.h>

namespace nscope::capacity {
namespace {

/// Of each fleet; the winner gets those of the request.
constexpr std::int64_t kScreeningTrials = 1000;

double deadline_hours(const TrainingRequest& request) {
  return request.job.deadline_days ? *request.job.deadline_days * cost::kHoursPerDay
                                   : std::numeric_limits<double>::infinity();
}

/// What one layout is in each way of buying it.
struct Ways {
  std::vector<TrainingFleet> fleets;
  std::vector<NotBought> not_bought;
};

/// Runs of layouts that share instance type and number of nodes stand together.
bool same_nodes(const TrainingLayout& a, const TrainingLayout& b) {
  return a.instance == b.instance && a.nodes == b.nodes;
}

class TrainingPlanner {
 public:
  TrainingPlanner(const catalog::Catalog& catalog, const cost::PriceBook& book,
                  const TrainingRequest& request, cost::Day day, std::uint64_t seed,
                  TaskControl& control)
      : catalog_(catalog), book_(book), control_(control) {
    plan_.request = request;
    plan_.as_of = day;
    plan_.seed = seed;
  }

  Result<TrainingPlan> go(const std::vector<const catalog::Instance*>& instances);

 private:
  const TrainingRequest& request() const { return plan_.request; }
  std::int64_t all_trials() const {
    return std::max<std::int64_t>(kScreeningTrials, request().job.trials);
  }

  Result<> time_all(const std::vector<const catalog::Instance*>& instances);
  std::vector<std::size_t> choose_layouts();
  Result<> simulate(const std::vector<std::size_t>& chosen);
  Result<Ways> ways_of(std::size_t candidate) const;
  Result<tl::expected<TrainingFleet, TrainingRefusal>> fleet_of(std::size_t candidate,
                                                                const Offer& offer,
                                                                std::int64_t trials) const;
  void judge(TrainingFleet& fleet) const;
  Result<> confirm();
  void sort_fleets();
  void explain(const std::vector<const catalog::Instance*>& instances);
  TrainingTypeSummary summary_of(const std::string& instance) const;
  void find_nearest();
  void add_deadlines();
  void count_refused();
  void add_assumptions();
  std::optional<std::size_t> cheapest_by(double hours) const;

  const catalog::Catalog& catalog_;
  const cost::PriceBook& book_;
  TaskControl& control_;
  TrainingPlan plan_;
};

Result<> TrainingPlanner::time_all(const std::vector<const catalog::Instance*>& instances) {
  const auto model = catalog_.model(request().model);
  if (!model) return fail(model.error());
  std::vector<TrainingLayout> layouts;
  for (const catalog::Instance* instance : instances) {
    std::vector<int> nodes = request().nodes;
    for (int n = 1; request().nodes.empty() && n <= request().max_instances; ++n) {
      nodes.push_back(n);
    }
    for (const int n : nodes) {
      if (control_.cancelled()) return cancelled();
      // The simulator says so too; a type without EFA needs no thousand refusals.
      if (n > 1 && instance->efa_interfaces == 0) continue;
      const auto more = layouts_of(catalog_, *instance, **model, request(), n);
      layouts.insert(layouts.end(), more.begin(), more.end());
      if (layouts.size() > kMostLayouts) {
        return fail(ErrorCode::kInvalidArgument,
                    fmt::format("more than {} layouts: name fewer instances, nodes or degrees",
                                kMostLayouts));
      }
    }
  }
  auto timed = time_layouts(catalog_, request(), layouts, control_);
  if (!timed) return fail(timed.error());
  plan_.candidates = std::move(*timed);
  return {};
}

/// Of each type and number of nodes the layout that ends first.
std::vector<std::size_t> TrainingPlanner::choose_layouts() {
  std::vector<std::size_t> chosen;
  auto& all = plan_.candidates;
  for (std::size_t first = 0; first < all.size();) {
    std::size_t last = first;
    std::optional<std::size_t> best;
    for (; last < all.size() && same_nodes(all[last].layout, all[first].layout); ++last) {
      if (!all[last].step) continue;
      if (!best || all[last].step->expected_hours < all[*best].step->expected_hours) best = last;
    }
    for (std::size_t i = first; best && i < last; ++i) {
      if (!all[i].step || i == *best) continue;
      all[i].refusal = {
          TrainingRule::kSlower,
          fmt::format("{} a step; {} has {}", format_value(all[i].step->seconds, "s"),
                      all[*best].layout.text(), format_value(all[*best].step->seconds, "s"))};
    }
    if (best) chosen.push_back(*best);
    first = last;
  }
  return chosen;
}

/// Whether it keeps deadline and budget.
void TrainingPlanner::judge(TrainingFleet& fleet) const {
  fleet.refusal.reset();
  const double limit = deadline_hours(request());
  if (std::isfinite(limit)) {
    fleet.in_time = fleet.times.in_time(limit);
    if (fleet.in_time->value < request().chance) {
      fleet.refusal = {
          TrainingRule::kTooLate,
          fmt::format("{} of the jobs end within {:g} days; {} take {}",
                      format_percent(fleet.in_time->value), *request().job.deadline_days,
                      chance_text(request()), hours_text(fleet.likely_hours))};
      return;
    }
  }
  if (request().budget && fleet.bill.at_chance > *request().budget) {
    fleet.refusal = {TrainingRule::kOverBudget,
                     fmt::format("{} USD with a chance of {}; the budget is {}",
                                 format_usd(fleet.bill.at_chance, 0), chance_text(request()),
                                 format_usd(*request().budget, 0))};
  }
}

Result<tl::expected<TrainingFleet, TrainingRefusal>> TrainingPlanner::fleet_of(
    std::size_t index, const Offer& offer, std::int64_t trials) const {
  const TrainingCandidate& candidate = plan_.candidates[index];
  TrainingFleet fleet{.candidate = index, .layout = candidate.layout, .offer = offer};
  if (fleet.spot()) {
    auto times = spot_times(candidate, *request().spot, trials, plan_.seed, control_);
    if (!times) return fail(times.error());
    if (!*times) {
      return tl::unexpected(
          TrainingRefusal{TrainingRule::kTooLate,
                          "practically never ends: it is interrupted more often than it comes to a "
                          "checkpoint"});
    }
    fleet.times = std::move(**times);
  } else {
    fleet.spares = candidate.step->job.plan.spares;
    auto times = kept_times(candidate, trials, plan_.seed, control_);
    if (!times) return fail(times.error());
    fleet.times = std::move(*times);
  }
  auto bill = bill_of(fleet.times, offer, fleet.count(), request().chance);
  if (!bill) return tl::unexpected(bill.error());
  fleet.bill = std::move(*bill);
  fleet.likely_hours = *fleet.times.quantile(request().chance);
  fleet.confirmed = trials >= all_trials();
  constexpr double kMillion = 1e6;
  fleet.per_million_tokens = fleet.bill.expected * (kMillion / request().tokens());
  judge(fleet);
  return fleet;
}

/// One layout under every purchase option, each in its cheapest region.
Result<Ways> TrainingPlanner::ways_of(std::size_t index) const {
  Ways ways;
  for (const cost::Purchase& option : request().purchase) {
    const auto offers = offers_of(book_, plan_.candidates[index].layout.instance, request().regions,
                                  {&option, 1}, plan_.as_of);
    const auto offer = cheapest(offers);
    if (!offer) {
      ways.not_bought.push_back(
          {index, option, {TrainingRule::kNotOffered, unpriced_text(offers)}});
      continue;
    }
    auto fleet = fleet_of(index, *offer, kScreeningTrials);
    if (!fleet) return fail(fleet.error());
    if (*fleet) {
      ways.fleets.push_back(std::move(**fleet));
    } else {
      ways.not_bought.push_back({index, option, std::move(fleet->error())});
    }
  }
  return ways;
}

Result<> TrainingPlanner::simulate(const std::vector<std::size_t>& chosen) {
  std::vector<std::size_t> bought;
  for (const std::size_t index : chosen) {
    TrainingCandidate& candidate = plan_.candidates[index];
    const auto offers = offers_of(book_, candidate.layout.instance, request().regions,
                                  request().purchase, plan_.as_of);
    if (cheapest(offers)) {
      bought.push_back(index);
    } else {
      candidate.refusal = {TrainingRule::kNotOffered, unpriced_text(offers)};
    }
  }
  control_.begin("simulating jobs", bought.size());
  std::vector<Result<Ways>> ways(bought.size());
  std::atomic<std::uint64_t> done{0};
  for_each_in_parallel(bought.size(), [&](std::size_t i) {
    if (control_.cancelled()) return;
    ways[i] = ways_of(bought[i]);
    control_.advance_to(++done);
  });
  if (control_.cancelled()) return cancelled();
  for (std::size_t i = 0; i < bought.size(); ++i) {
    if (!ways[i]) return fail(ways[i].error());
    for (TrainingFleet& fleet : ways[i]->fleets) {
      plan_.simulations += fleet.times.trials;
      plan_.fleets.push_back(std::move(fleet));
    }
    std::vector<NotBought>& none = ways[i]->not_bought;
    if (ways[i]->fleets.empty()) {
      // The way that came farthest tells most.
      plan_.candidates[bought[i]].refusal =
          std::max_element(none.begin(), none.end(), [](const NotBought& a, const NotBought& b) {
            return a.refusal.rule < b.refusal.rule;
          })->refusal;
    }
    std::move(none.begin(), none.end(), std::back_inserter(plan_.not_bought));
  }
  sort_fleets();
  return {};
}

void TrainingPlanner::sort_fleets() {
  std::stable_sort(plan_.fleets.begin(), plan_.fleets.end(),
                   [](const TrainingFleet& a, const TrainingFleet& b) {
                     if (a.refusal.has_value() != b.refusal.has_value()) return !a.refusal;
                     return a.bill.expected < b.bill.expected;
                   });
}

/// The first that holds with all trials of the request, too.
Result<> TrainingPlanner::confirm() {
  while (!plan_.fleets.empty() && !plan_.fleets.front().refusal &&
         !plan_.fleets.front().confirmed) {
    TrainingFleet& first = plan_.fleets.front();
    auto again = fleet_of(first.candidate, first.offer, all_trials());
    if (!again) return fail(again.error());
    if (*again) {
      first = std::move(**again);
      plan_.simulations += first.times.trials;
    } else {
      first.refusal = std::move(again->error());
    }
    sort_fleets();
  }
  if (!plan_.fleets.empty() && !plan_.fleets.front().refusal) plan_.best = 0;
  return {};
}

/// Whether `a` says more than `b` of why a type has no fleet: it came farther, or nearer to the
/// deadline or the budget.
bool comes_nearer(const TrainingFleet& a, const TrainingFleet& b) {
  if (a.refusal->rule != b.refusal->rule) return a.refusal->rule > b.refusal->rule;
  return a.refusal->rule == TrainingRule::kOverBudget ? a.bill.at_chance < b.bill.at_chance
                                                      : a.likely_hours < b.likely_hours;
}

TrainingTypeSummary TrainingPlanner::summary_of(const std::string& instance) const {
  TrainingTypeSummary type{.instance = instance};
  const TrainingRefusal* telling = nullptr;
  for (const TrainingCandidate& candidate : plan_.candidates) {
    if (candidate.layout.instance != instance) continue;
    ++type.layouts;
    if (candidate.refusal && candidate.refusal->rule != TrainingRule::kSlower &&
        (telling == nullptr || candidate.refusal->rule >= telling->rule)) {
      telling = &*candidate.refusal;
    }
  }
  const TrainingFleet* nearest = nullptr;
  for (std::size_t i = 0; i < plan_.fleets.size(); ++i) {
    const TrainingFleet& fleet = plan_.fleets[i];
    if (fleet.layout.instance != instance) continue;
    if (!fleet.refusal || fleet.refusal->rule == TrainingRule::kDearer) {
      type.fleet = i;
      return type;
    }
    if (nearest == nullptr || comes_nearer(fleet, *nearest)) nearest = &fleet;
  }
  if (nearest != nullptr && (telling == nullptr || nearest->refusal->rule >= telling->rule)) {
    telling = &*nearest->refusal;
  }
  if (telling == nullptr) {
    type.rule = TrainingRule::kNotModelled;
    type.why_not = "no layout divides the work over any number of nodes that was asked about";
    return type;
  }
  type.rule = telling->rule;
  type.why_not = telling->reason;
  if (type.rule == TrainingRule::kNotOffered) {
    const std::string elsewhere = sold_elsewhere(book_, instance, plan_.as_of);
    if (!elsewhere.empty()) type.why_not += "; sold: " + elsewhere;
  }
  return type;
}

/// Everything but the best lost; types without a fleet say why.
void TrainingPlanner::explain(const std::vector<const catalog::Instance*>& instances) {
  for (std::size_t i = 0; i < plan_.fleets.size(); ++i) {
    TrainingFleet& fleet = plan_.fleets[i];
    if (plan_.best == i || fleet.refusal || !plan_.best) continue;
    const TrainingFleet& best = plan_.fleets[*plan_.best];
    fleet.refusal = {TrainingRule::kDearer,
                     fmt::format("{} USD, {} more", format_usd(fleet.bill.expected, 0),
                                 format_percent(fleet.bill.expected / best.bill.expected - 1))};
  }
  for (const catalog::Instance* instance : instances) {
    plan_.types.push_back(summary_of(instance->id));
  }
  std::stable_sort(plan_.types.begin(), plan_.types.end(),
                   [](const TrainingTypeSummary& a, const TrainingTypeSummary& b) {
                     const std::size_t none = std::numeric_limits<std::size_t>::max();
                     return a.fleet.value_or(none) < b.fleet.value_or(none);
                   });
}

std::optional<std::size_t> TrainingPlanner::cheapest_by(double hours) const {
  std::optional<std::size_t> found;
  for (std::size_t i = 0; i < plan_.fleets.size(); ++i) {
    const TrainingFleet& fleet = plan_.fleets[i];
    if (fleet.times.in_time(hours).value < request().chance) continue;
    if (!found || fleet.bill.expected < plan_.fleets[*found].bill.expected) found = i;
  }
  return found;
}

void TrainingPlanner::find_nearest() {
  if (plan_.best) return;
  plan_.in_time = cheapest_by(deadline_hours(request()));
  for (std::size_t i = 0; i < plan_.fleets.size(); ++i) {
    const TrainingFleet& fleet = plan_.fleets[i];
    const auto earlier = [&](const std::optional<std::size_t>& than) {
      return !than || fleet.likely_hours < plan_.fleets[*than].likely_hours;
    };
    if (earlier(plan_.earliest)) plan_.earliest = i;
    const bool paid = !request().budget || fleet.bill.at_chance <= *request().budget;
    if (paid && earlier(plan_.in_budget)) plan_.in_budget = i;
  }
}

/// What other deadlines cost; without one, or with one that nothing comes near, from the earliest
/// end on.
void TrainingPlanner::add_deadlines() {
  if (plan_.fleets.empty()) return;
  std::vector<double> days;
  constexpr double kLatest = 3;
  const bool reached =
      request().job.deadline_days && cheapest_by(kLatest * deadline_hours(request()));
  if (reached) {
    for (const double factor : {0.5, 0.75, 1.0, 1.5, 2.0, kLatest}) {
      days.push_back(*request().job.deadline_days * factor);
    }
  } else {
    double least = std::numeric_limits<double>::infinity();
    for (const TrainingFleet& fleet : plan_.fleets) least = std::min(least, fleet.likely_hours);
    for (const double factor : {1.0, 1.5, 2.0, 3.0, 5.0}) {
      days.push_back(std::ceil(least * factor / cost::kHoursPerDay * 100) / 100);
    }
  }
  for (const double each : days) {
    plan_.deadlines.push_back({each, cheapest_by(each * cost::kHoursPerDay)});
  }
}

void TrainingPlanner::count_refused() {
  std::map<std::pair<std::string, TrainingRule>, RefusedLayouts> groups;
  for (const TrainingCandidate& candidate : plan_.candidates) {
    if (!candidate.refusal) continue;
    const std::string& instance = candidate.layout.instance;
    RefusedLayouts& group = groups[{instance, candidate.refusal->rule}];
    if (group.layouts++ == 0) {
      group.instance = instance;
      group.rule = candidate.refusal->rule;
      group.example = fmt::format("{} x {}, {}: {}", candidate.layout.nodes, instance,
                                  candidate.layout.text(), candidate.refusal->reason);
    }
  }
  for (auto& [key, group] : groups) plan_.refused.push_back(std::move(group));
}

void TrainingPlanner::add_assumptions() {
  const auto add = [&](std::string text) { plan_.assumptions.push_back(std::move(text)); };
  const sim::JobSetup& job = request().job;
  add(job.node_mtbf_hours
          ? fmt::format("a node fails every {:g} hours on average, as stated; all have to run",
                        *job.node_mtbf_hours)
          : std::string("nodes do not fail: no \"node_mtbf_hours\" is stated"));
  if (!job.checkpoint) {
    add("no checkpoints: a failure loses everything");
  } else if (!job.checkpoint->interval_steps && !job.checkpoint->interval_seconds) {
    add("checkpoints at the interval that costs least time (Daly 2006; on spot the exact optimum)");
  }
  if (request().spot) {
    add(
        fmt::format("spot: {}; a share of {} of the reclaims takes all nodes at once; checkpoints "
                    "stop the training there; no spares",
                    request().spot->hazard_source, format_percent(request().spot->shared, 0)));
  }
  const auto asks = [&](const auto& is_such) {
    return std::any_of(request().purchase.begin(), request().purchase.end(),
                       [&](const cost::Purchase& purchase) { return is_such(purchase.option); });
  };
  if (asks([](auto option) { return option == cost::PurchaseOption::kCapacityBlock; })) {
    add("Capacity Blocks are paid in whole days up to 14, in whole weeks beyond, by reservation; "
        "one has at most 64 instances, and whether it is to be had on the day is not known");
  }
  if (asks(cost::is_commitment)) {
    add("Reserved Instances and Savings Plans are paid to the end of their terms, whatever else "
        "they could do meanwhile");
  }
  add("the step's prediction is wrong by one ratio for the whole job, drawn from its error band");
  add("storage of checkpoints, data transfer and preparation of the data are not in the bill");
}

Result<TrainingPlan> TrainingPlanner::go(const std::vector<const catalog::Instance*>& instances) {
  if (auto timed = time_all(instances); !timed) return fail(timed.error());
  if (auto done = simulate(choose_layouts()); !done) return fail(done.error());
  if (auto done = confirm(); !done) return fail(done.error());
  find_nearest();
  add_deadlines();
  explain(instances);
  count_refused();
  add_assumptions();
  return std::move(plan_);
}

Result<> check_trainable(const catalog::Catalog& catalog, const TrainingRequest& request) {
  const auto model = catalog.model(request.model);
  if (!model) return fail(model.error());
  if (const auto shape = sim::transformer_shape(**model); !shape) return fail(shape.error());
  if ((*model)->max_positions > 0 && request.sequence_length > (*model)->max_positions) {
    return fail(ErrorCode::kInvalidArgument,
                fmt::format("sequences are {} tokens, and {} has {} positions by its published "
                            "configuration",
                            request.sequence_length, request.model, (*model)->max_positions),
                "sequence_length");
  }
  return {};
}

}  // namespace

int TrainingPlan::count(TrainingRule rule) const {
  return static_cast<int>(std::count_if(
      candidates.begin(), candidates.end(),
      [&](const TrainingCandidate& one) { return one.refusal && one.refusal->rule == rule; }));
}

Result<std::vector<const catalog::Instance*>> training_types(const catalog::Catalog& catalog,
                                                             const cost::PriceBook& book,
                                                             const TrainingRequest& request) {
  if (auto checked = check_trainable(catalog, request); !checked) return fail(checked.error());
  if (auto checked = check_regions(book, request.regions); !checked) return fail(checked.error());
  auto found = named_instances(catalog, request.instances, false);
  if (!found) return found;
  for (const catalog::Instance* const instance : *found) {
    if (catalog.device_of(*instance).kind != catalog::DeviceKind::kGpu) continue;
    return fail(ErrorCode::kInvalidArgument,
                fmt::format("{} has GPUs: their training is simulated step by step (nscope "
                            "simulate --train), jobs of many steps are not",
                            instance->id),
                "instances");
  }
  return found;
}

Result<TrainingPlan> plan_training(const catalog::Catalog& catalog, const cost::PriceBook& book,
                                   const TrainingRequest& request, cost::Day today,
                                   std::uint64_t seed, TaskControl& control) {
  const auto instances = training_types(catalog, book, request);
  if (!instances) return fail(instances.error());
  return TrainingPlanner(catalog, book, request, request.as_of.value_or(today), seed, control)
      .go(*instances);
}

std::string chance_text(const TrainingRequest& request) {
  return fmt::format("{:g} %", request.chance * 100);
}

std::string hours_text(double hours) {
  if (!(hours >= 2 * cost::kHoursPerDay)) return fmt::format("{:.3g} hours", hours);
  return fmt::format("{:.1f} days", hours / cost::kHoursPerDay);
}

std::string fleet_text(const TrainingFleet& fleet) {
  std::string text =
      fmt::format("{} x {} ({})", fleet.layout.nodes, fleet.layout.instance, fleet.layout.text());
  if (fleet.spares > 0) text += fmt::format(" and {} spare", fleet.spares);
  return text;
}

}  // namespace nscope::capacity
