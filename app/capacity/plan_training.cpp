#include "app/capacity/plan_training.h"

#include "app/capacity/training_words.h"
#include "costmodel/economics.h"
#include "profiler/base/closest_names.h"
#include "profiler/base/format.h"
#include "profiler/base/parallel.h"
#include "simcore/engine/training/training_graph.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>
#include <utility>

#include <fmt/format.h>

namespace nscope::capacity {
namespace {

/// Of each fleet; the winner gets those of the request.
constexpr std::int64_t kScreeningTrials = 1000;
constexpr std::size_t kMostLayouts = 500'000;

double deadline_hours(const TrainingRequest& request) {
  return request.job.deadline_days ? *request.job.deadline_days * cost::kHoursPerDay
                                   : std::numeric_limits<double>::infinity();
}

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
  const TrainingCandidate& candidate_of(const TrainingFleet& fleet) const {
    return plan_.candidates[fleet.candidate];
  }

  Result<> time_all(const std::vector<const catalog::Instance*>& instances);
  std::vector<std::size_t> choose_layouts();
  Result<> simulate(const std::vector<std::size_t>& chosen);
  Result<> add_fleets(std::size_t candidate, std::int64_t trials,
                      std::vector<TrainingFleet>& fleets) const;
  Result<std::optional<TrainingFleet>> fleet_of(std::size_t candidate, const Offer& offer,
                                                std::int64_t trials) const;
  void judge(TrainingFleet& fleet) const;
  Result<> confirm();
  void sort_fleets();
  void explain(const std::vector<const catalog::Instance*>& instances);
  void find_nearest();
  void add_deadlines();
  void count_refused();
  void add_assumptions();
  std::optional<std::size_t> cheapest_by(double hours) const;

  const catalog::Catalog& catalog_;
  const cost::PriceBook& book_;
  TaskControl& control_;
  std::map<std::string, std::string> unpriced_;  ///< by instance: why nothing can be bought
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
                      format_percent(request().chance, 0), hours_text(fleet.likely_hours))};
      return;
    }
  }
  if (request().budget && fleet.bill.at_chance > *request().budget) {
    fleet.refusal = {
        TrainingRule::kOverBudget,
        fmt::format("{} USD with a chance of {}; the budget is {}",
                    format_usd(fleet.bill.at_chance, 0), format_percent(request().chance, 0),
                    format_usd(*request().budget, 0))};
  }
}

Result<std::optional<TrainingFleet>> TrainingPlanner::fleet_of(std::size_t index,
                                                               const Offer& offer,
                                                               std::int64_t trials) const {
  const TrainingCandidate& candidate = plan_.candidates[index];
  TrainingFleet fleet{.candidate = index, .layout = candidate.layout, .offer = offer};
  if (fleet.spot()) {
    auto times = spot_times(candidate, *request().spot, trials, plan_.seed, control_);
    if (!times) return fail(times.error());
    if (!*times) return std::optional<TrainingFleet>();
    fleet.times = std::move(**times);
  } else {
    fleet.spares = candidate.step->job.plan.spares;
    auto times = kept_times(candidate, trials, plan_.seed, control_);
    if (!times) return fail(times.error());
    fleet.times = std::move(*times);
  }
  const auto likely = fleet.times.quantile(request().chance);
  const auto bill = bill_of(fleet.times, offer, fleet.count(), request().chance);
  if (!likely || !bill) return std::optional<TrainingFleet>();
  fleet.bill = *bill;
  fleet.likely_hours = *likely;
  double sum = 0;
  for (const double hours : fleet.times.hours) sum += hours;
  fleet.mean_hours = sum / static_cast<double>(fleet.times.hours.size());
  constexpr double kMillion = 1e6;
  fleet.per_million_tokens = fleet.bill.expected * (kMillion / request().tokens());
  judge(fleet);
  return std::optional(std::move(fleet));
}

/// One layout under every purchase option, each in its cheapest region.
Result<> TrainingPlanner::add_fleets(std::size_t index, std::int64_t trials,
                                     std::vector<TrainingFleet>& fleets) const {
  for (const cost::Purchase& option : request().purchase) {
    const auto offers = offers_of(book_, plan_.candidates[index].layout.instance, request().regions,
                                  {&option, 1}, plan_.as_of);
    const auto offer = cheapest(offers);
    if (!offer) continue;
    auto fleet = fleet_of(index, *offer, trials);
    if (!fleet) return fail(fleet.error());
    if (*fleet) fleets.push_back(std::move(**fleet));
  }
  return {};
}

Result<> TrainingPlanner::simulate(const std::vector<std::size_t>& chosen) {
  std::vector<std::size_t> bought;
  for (const std::size_t index : chosen) {
    TrainingCandidate& candidate = plan_.candidates[index];
    const std::string& instance = candidate.layout.instance;
    const auto offers =
        offers_of(book_, instance, request().regions, request().purchase, plan_.as_of);
    if (cheapest(offers)) {
      bought.push_back(index);
      continue;
    }
    unpriced_.try_emplace(instance, unpriced_text(offers));
    candidate.refusal = {TrainingRule::kNotOffered, unpriced_[instance]};
  }
  control_.begin("simulating jobs", bought.size());
  std::vector<std::vector<TrainingFleet>> fleets(bought.size());
  std::vector<std::optional<Error>> errors(bought.size());
  std::atomic<std::uint64_t> done{0};
  for_each_in_parallel(bought.size(), [&](std::size_t i) {
    if (control_.cancelled()) return;
    if (auto added = add_fleets(bought[i], kScreeningTrials, fleets[i]); !added) {
      errors[i] = added.error();
    }
    control_.advance_to(++done);
  });
  if (control_.cancelled()) return cancelled();
  for (std::size_t i = 0; i < bought.size(); ++i) {
    if (errors[i]) return fail(*errors[i]);
    TrainingCandidate& candidate = plan_.candidates[bought[i]];
    if (fleets[i].empty()) {
      candidate.refusal = {TrainingRule::kTooLate,
                           "practically never ends: it is interrupted more "
                           "often than it comes to a checkpoint"};
    }
    for (TrainingFleet& fleet : fleets[i]) {
      plan_.simulations += fleet.times.trials;
      plan_.fleets.push_back(std::move(fleet));
    }
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
  const std::int64_t trials = std::max<std::int64_t>(kScreeningTrials, request().job.trials);
  std::size_t looked_at = 0;
  constexpr std::size_t kMost = 50;
  while (!plan_.fleets.empty() && !plan_.fleets.front().refusal && looked_at++ < kMost) {
    TrainingFleet& first = plan_.fleets.front();
    if (first.times.trials < trials * 9 / 10) {
      auto again = fleet_of(first.candidate, first.offer, trials);
      if (!again) return fail(again.error());
      if (!*again) {
        first.refusal = {TrainingRule::kTooLate, "too few of its jobs end"};
      } else {
        first = std::move(**again);
        plan_.simulations += first.times.trials;
      }
      const std::size_t candidate = first.candidate;
      const cost::Purchase purchase = first.offer.purchase;
      sort_fleets();
      const TrainingFleet& now = plan_.fleets.front();
      if (now.candidate != candidate || !(now.offer.purchase == purchase)) continue;
    }
    if (plan_.fleets.front().refusal) return {};
    plan_.best = 0;
    return {};
  }
  return {};
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
  const auto holds = [&](const TrainingFleet& fleet) {
    return !fleet.refusal || fleet.refusal->rule == TrainingRule::kDearer;
  };
  for (const catalog::Instance* instance : instances) {
    TrainingTypeSummary type{.instance = instance->id};
    const TrainingRefusal* telling = nullptr;
    for (const TrainingCandidate& candidate : plan_.candidates) {
      if (candidate.layout.instance != instance->id) continue;
      ++type.layouts;
      if (candidate.refusal && candidate.refusal->rule != TrainingRule::kSlower &&
          (telling == nullptr || candidate.refusal->rule >= telling->rule)) {
        telling = &*candidate.refusal;
      }
    }
    for (std::size_t i = 0; i < plan_.fleets.size(); ++i) {
      const TrainingFleet& fleet = plan_.fleets[i];
      if (fleet.layout.instance != instance->id) continue;
      if (holds(fleet) && !type.fleet) type.fleet = i;
      if (holds(fleet) || type.fleet) continue;
      // The one that came nearest to the deadline, or to the budget.
      if (telling == nullptr || fleet.refusal->rule > telling->rule) telling = &*fleet.refusal;
    }
    if (!type.fleet && telling != nullptr) {
      type.rule = telling->rule;
      type.why_not = telling->reason;
      if (type.rule == TrainingRule::kNotOffered) {
        const std::string elsewhere = sold_elsewhere(book_, instance->id, plan_.as_of);
        if (!elsewhere.empty()) type.why_not += "; sold: " + elsewhere;
      }
    } else if (!type.fleet) {
      type.rule = TrainingRule::kNotModelled;
      type.why_not = "no layout divides the work over any number of nodes that was asked about";
    }
    plan_.types.push_back(std::move(type));
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
  add("Capacity Blocks are paid in whole days up to 14, in whole weeks beyond, by reservation; "
      "one has at most 64 instances, and whether it is to be had on the day is not known");
  add("Reserved Instances and Savings Plans are paid to the end of their terms, whatever else "
      "they could do meanwhile");
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
  std::vector<const catalog::Instance*> found;
  for (const std::string& name : request.instances) {
    const auto instance = catalog.instance(name);
    if (!instance) return fail(instance.error());
    if (catalog.device_of(**instance).kind == catalog::DeviceKind::kGpu) {
      return fail(ErrorCode::kInvalidArgument,
                  fmt::format("{} has GPUs: their training is simulated step by step (nscope "
                              "simulate --train), jobs of many steps are not",
                              name),
                  "instances");
    }
    found.push_back(*instance);
  }
  if (!request.instances.empty()) return found;
  for (const catalog::Instance& instance : catalog.instances()) {
    if (catalog.device_of(instance).kind != catalog::DeviceKind::kGpu) found.push_back(&instance);
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

}  // namespace nscope::capacity
