#include "app/capacity/training/plan_training.h"

#include "app/capacity/training/gpu_training.h"
#include "costmodel/checks/guards.h"
#include "costmodel/money/cost_arithmetic.h"
#include "costmodel/money/figures.h"
#include "costmodel/prices/price_citation.h"
#include "profiler/base/parallel.h"
#include "profiler/base/time_limit.h"
#include "simcore/engine/machine/efa.h"
#include "simcore/engine/training/training_graph.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <map>
#include <mutex>
#include <set>
#include <tuple>
#include <utility>

#include <fmt/format.h>

namespace nscope::capacity {
namespace {

/// Trials of each fleet; the best one is simulated again with the trials of the request.
constexpr std::int64_t kScreeningTrials = 1000;

double deadline_hours(const TrainingRequest& request) {
  return request.job.deadline_days ? *request.job.deadline_days * cost::kHoursPerDay
                                   : std::numeric_limits<double>::infinity();
}

/// The result of one layout for each purchase option.
struct Ways {
  std::vector<TrainingFleet> fleets;
  std::vector<NotBought> not_bought;
};

/// Layouts with the same type and number of nodes are adjacent in `candidates`.
bool same_nodes(const TrainingLayout& a, const TrainingLayout& b) {
  return a.instance == b.instance && a.nodes == b.nodes;
}

/// Fleets that may lead come first, then the lower cost decides, and then the shorter commitment.
bool costs_less(const TrainingFleet& a, const TrainingFleet& b) {
  if (a.offer.may_lead != b.offer.may_lead) return a.offer.may_lead;
  if (a.bill.expected != b.bill.expected) return a.bill.expected < b.bill.expected;
  return cost::binds_less(a.offer.purchase, b.offer.purchase);
}

class TrainingPlanner {
 public:
  TrainingPlanner(const catalog::Catalog& catalog, const cost::PriceBook& book,
                  const TrainingRequest& request, cost::Day day, std::uint64_t seed,
                  TaskControl& control, std::optional<TimeLimit::Seconds> limit)
      : catalog_(catalog), book_(book), control_(control), limit_(limit) {
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
  /// What is left of this share of the time limit; empty without a limit.
  std::optional<TimeLimit::Seconds> left_of(double share) const;
  std::vector<std::size_t> promising_first(const std::vector<std::size_t>& bought) const;
  Result<Ways> ways_of(std::size_t candidate, const TaskControl& stop) const;
  Result<tl::expected<TrainingFleet, TrainingRefusal>> fleet_of(std::size_t candidate,
                                                                const Offer& offer,
                                                                std::int64_t trials,
                                                                const TaskControl& stop) const;
  void check_limits(TrainingFleet& fleet) const;
  Result<> confirm();
  void sort_fleets();
  void explain(const std::vector<const catalog::Instance*>& instances);
  TrainingTypeSummary summary_of(const std::string& instance) const;
  void add_bound(TrainingTypeSummary& type) const;
  bool is_open(const TrainingCandidate& candidate, std::size_t index) const;
  Result<> add_limits();
  void find_nearest();
  void add_deadlines();
  std::optional<std::size_t> cheapest_by(double hours) const;
  /// All requested offers of a type.
  std::vector<Offer> offers(const std::string& instance) const;

  const catalog::Catalog& catalog_;
  const cost::PriceBook& book_;
  TaskControl& control_;
  std::optional<TimeLimit::Seconds> limit_;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  bool has_current_ = true;  ///< one of the requested prices is current
  TrainingPlan plan_;
};

std::vector<Offer> TrainingPlanner::offers(const std::string& instance) const {
  auto all = offers_of(book_, instance, request().regions, request().purchase, plan_.as_of);
  if (!has_current_) let_all_lead(all);
  return all;
}

std::optional<TimeLimit::Seconds> TrainingPlanner::left_of(double share) const {
  if (!limit_) return std::nullopt;
  const TimeLimit::Seconds used = std::chrono::steady_clock::now() - start_;
  return std::max(*limit_ * share - used, TimeLimit::Seconds(0));
}

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
      // The simulator would reject each of these layouts for the same reason.
      if (n > 1 && !sim::efa_obstacle(*instance).empty()) continue;
      const auto more = layouts_of(catalog_, *instance, **model, request(), n);
      layouts.insert(layouts.end(), more.begin(), more.end());
      if (layouts.size() > kMostLayouts) {
        return fail(ErrorCode::kInvalidArgument,
                    tr("more than {} layouts; specify fewer instances, nodes or degrees",
                       as::count(kMostLayouts)));
      }
    }
  }
  constexpr double kTimingShare = 0.65;
  TaskControl stop(&control_);
  const TimeLimit limit(stop, left_of(kTimingShare));
  auto timed = time_layouts(catalog_, request(), layouts, control_, stop);
  if (!timed) return fail(timed.error());
  plan_.candidates = std::move(*timed);
  plan_.complete = std::all_of(
      plan_.candidates.begin(), plan_.candidates.end(),
      [](const TrainingCandidate& one) { return one.step.has_value() || one.refusal.has_value(); });
  return {};
}

/// The layout that finishes first, for each type and number of nodes.
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
    const Text fastest = best ? all[*best].layout.text() : Text();
    for (std::size_t i = first; best && i < last; ++i) {
      if (!all[i].step || i == *best) continue;
      all[i].refusal = slower(*all[i].step, *all[*best].step, fastest);
    }
    if (best) chosen.push_back(*best);
    first = last;
  }
  return chosen;
}

/// Checks the deadline, the budget and whether the price may lead.
void TrainingPlanner::check_limits(TrainingFleet& fleet) const {
  fleet.refusal.reset();
  const double limit = deadline_hours(request());
  if (std::isfinite(limit)) {
    fleet.in_time = fleet.times.in_time(limit);
    if (fleet.in_time->value < request().chance) {
      fleet.refusal = {
          TrainingRule::kTooLate,
          tr("{} of the jobs finish within {} days; {} finish within {}",
             as::percent(fleet.in_time->value), cost::as_digits(*request().job.deadline_days, 6),
             chance_number(request()), hours_text(fleet.likely_hours))};
      return;
    }
  }
  if (request().budget && fleet.bill.at_chance > *request().budget) {
    fleet.refusal = {
        TrainingRule::kOverBudget,
        tr("{} of the jobs cost at most USD {}; the budget is USD {}", chance_number(request()),
           cost::as_usd(fleet.bill.at_chance, 0), cost::as_usd(*request().budget, 0))};
    return;
  }
  if (!fleet.offer.may_lead) {
    fleet.refusal = {TrainingRule::kStalePrice,
                     tr("USD {} at the price of {}", cost::as_usd(fleet.bill.expected, 0),
                        age_text(fleet.offer, plan_.as_of))};
  }
}

Result<tl::expected<TrainingFleet, TrainingRefusal>> TrainingPlanner::fleet_of(
    std::size_t index, const Offer& offer, std::int64_t trials, const TaskControl& stop) const {
  const TrainingCandidate& candidate = plan_.candidates[index];
  TrainingFleet fleet{.candidate = index, .layout = candidate.layout, .offer = offer};
  if (fleet.spot()) {
    auto times = spot_times(candidate, *request().spot, trials, plan_.seed, stop);
    if (!times) return fail(times.error());
    if (!*times) {
      return tl::unexpected(TrainingRefusal{
          TrainingRule::kTooLate,
          tr("the job almost never finishes, because it is interrupted too often to "
             "reach a checkpoint")});
    }
    fleet.times = std::move(**times);
  } else {
    fleet.spares = candidate.step->job.plan.spares;
    auto times = kept_times(candidate, trials, plan_.seed, stop);
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
  check_limits(fleet);
  return fleet;
}

/// Simulates one layout with each purchase option in its cheapest region.
Result<Ways> TrainingPlanner::ways_of(std::size_t index, const TaskControl& stop) const {
  Ways ways;
  for (const cost::Purchase& option : request().purchase) {
    auto of_option = offers(plan_.candidates[index].layout.instance);
    std::erase_if(of_option, [&](const Offer& offer) { return offer.purchase != option; });
    const auto offer = cheapest(of_option);
    if (!offer) {
      ways.not_bought.push_back(
          {index, option, {TrainingRule::kNotOffered, unpriced_text(of_option)}});
      continue;
    }
    auto fleet = fleet_of(index, *offer, kScreeningTrials, stop);
    if (!fleet) return fail(fleet.error());
    if (*fleet) {
      ways.fleets.push_back(std::move(**fleet));
    } else {
      ways.not_bought.push_back({index, option, std::move(fleet->error())});
    }
  }
  return ways;
}

/// The positions in `bought`, fleets that are expected to finish in time first, then by expected
/// cost, so that a search that is stopped has simulated the best ones.
std::vector<std::size_t> TrainingPlanner::promising_first(
    const std::vector<std::size_t>& bought) const {
  struct Estimate {
    std::size_t at = 0;
    bool late = false;
    double usd = 0;
  };
  std::vector<Estimate> estimates;
  for (std::size_t i = 0; i < bought.size(); ++i) {
    const TrainingCandidate& candidate = plan_.candidates[bought[i]];
    const auto offer = cheapest(offers(candidate.layout.instance));
    const double hours = candidate.step->expected_hours;
    const double price = offer ? offer->priced()->per_hour.dollars() : 0;
    estimates.push_back(
        {i, hours > deadline_hours(request()), hours * candidate.layout.nodes * price});
  }
  std::stable_sort(estimates.begin(), estimates.end(), [](const Estimate& a, const Estimate& b) {
    return std::tie(a.late, a.usd) < std::tie(b.late, b.usd);
  });
  std::vector<std::size_t> order;
  for (const Estimate& estimate : estimates) order.push_back(estimate.at);
  return order;
}

Result<> TrainingPlanner::simulate(const std::vector<std::size_t>& chosen) {
  std::vector<std::size_t> bought;
  for (const std::size_t index : chosen) {
    TrainingCandidate& candidate = plan_.candidates[index];
    const auto found = offers(candidate.layout.instance);
    if (cheapest(found)) {
      bought.push_back(index);
    } else {
      candidate.refusal = {TrainingRule::kNotOffered, unpriced_text(found)};
    }
  }
  control_.begin(phrase("Simulating jobs"), bought.size());
  std::vector<Result<Ways>> ways(bought.size(), Result<Ways>(cancelled()));
  std::mutex mutex;  // so that the progress never runs backwards
  std::uint64_t done = 0;
  constexpr double kSimulationShare = 0.85;
  TaskControl stop(&control_);
  const TimeLimit limit(stop, left_of(kSimulationShare));
  const std::vector<std::size_t> order = promising_first(bought);
  for_each_in_parallel(bought.size(), [&](std::size_t i) {
    if (stop.cancelled()) return;
    ways[order[i]] = ways_of(bought[order[i]], stop);
    const std::lock_guard lock(mutex);
    control_.advance_to(++done);
  });
  plan_.to_simulate = bought.size();
  for (std::size_t i = 0; i < bought.size(); ++i) {
    if (!ways[i] && ways[i].error().code == ErrorCode::kCancelled) {
      plan_.complete = false;
      continue;
    }
    if (!ways[i]) return fail(ways[i].error());
    ++plan_.simulated;
    for (TrainingFleet& fleet : ways[i]->fleets) {
      plan_.simulations += fleet.times.trials;
      plan_.fleets.push_back(std::move(fleet));
    }
    std::vector<NotBought>& none = ways[i]->not_bought;
    if (ways[i]->fleets.empty()) {
      // The option that was rejected by the latest rule is the most informative.
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

/// Finds the first fleet that also meets deadline and budget with all trials of the request. Its
/// other purchase options get the same trials, because the same nodes take the same time.
Result<> TrainingPlanner::confirm() {
  TaskControl stop(&control_);
  const TimeLimit limit(stop, left_of(0.95));
  bool stopped = false;
  while (!stopped && !plan_.fleets.empty() && !plan_.fleets.front().refusal &&
         !plan_.fleets.front().confirmed) {
    const std::size_t layout = plan_.fleets.front().candidate;
    for (TrainingFleet& fleet : plan_.fleets) {
      if (fleet.candidate != layout || fleet.confirmed) continue;
      auto again = fleet_of(layout, fleet.offer, all_trials(), stop);
      if (!again && again.error().code != ErrorCode::kCancelled) return fail(again.error());
      stopped = !again;
      if (stopped) break;
      if (*again) {
        fleet = std::move(**again);
        plan_.simulations += fleet.times.trials;
      } else {
        fleet.refusal = std::move(again->error());
      }
    }
    sort_fleets();
  }
  if (stopped) plan_.complete = false;
  if (!plan_.fleets.empty() && !plan_.fleets.front().refusal) plan_.best = 0;
  return {};
}

/// Whether `a` explains better than `b` why a type has no fleet: it was rejected by a later rule,
/// or is nearer to the deadline or the budget.
bool is_nearer(const TrainingFleet& a, const TrainingFleet& b) {
  if (a.refusal->rule != b.refusal->rule) return a.refusal->rule > b.refusal->rule;
  return a.refusal->rule == TrainingRule::kOverBudget ? a.bill.at_chance < b.bill.at_chance
                                                      : a.likely_hours < b.likely_hours;
}

/// Whether the plan was stopped before the layout was timed or simulated.
bool TrainingPlanner::is_open(const TrainingCandidate& candidate, std::size_t index) const {
  return !candidate.refusal &&
         std::none_of(plan_.fleets.begin(), plan_.fleets.end(),
                      [&](const TrainingFleet& fleet) { return fleet.candidate == index; });
}

void TrainingPlanner::add_bound(TrainingTypeSummary& type) const {
  std::optional<Usd> lowest;  // a fleet can rest on any of the prices
  for (const Offer& offer : offers(type.instance)) {
    if (offer.priced() == nullptr) continue;
    if (!lowest || offer.priced()->per_hour < *lowest) lowest = offer.priced()->per_hour;
  }
  cost::WorkEstimate work;
  work.instance = type.instance;
  work.phase = cost::Phase::kTraining;
  work.shape.model = request().model;
  work.shape.dtype = request().dtype;
  const auto bound = cost::throughput_bound(catalog_, work);
  if (!lowest || !bound) return;
  const double hours = request().tokens() / bound->tokens_per_second / kSecondsPerHour;
  type.least = Usd::round(hours * lowest->dollars());
}

TrainingTypeSummary TrainingPlanner::summary_of(const std::string& instance) const {
  TrainingTypeSummary type{.instance = instance};
  const TrainingRefusal* informative = nullptr;
  for (std::size_t i = 0; i < plan_.candidates.size(); ++i) {
    const TrainingCandidate& candidate = plan_.candidates[i];
    if (candidate.layout.instance != instance) continue;
    ++type.layouts;
    if (!plan_.complete && type.searched_fully) type.searched_fully = !is_open(candidate, i);
    if (candidate.refusal && candidate.refusal->rule != TrainingRule::kSlower &&
        (informative == nullptr || candidate.refusal->rule >= informative->rule)) {
      informative = &*candidate.refusal;
    }
  }
  if (!type.searched_fully) add_bound(type);
  const TrainingFleet* nearest = nullptr;
  for (std::size_t i = 0; i < plan_.fleets.size(); ++i) {
    const TrainingFleet& fleet = plan_.fleets[i];
    if (fleet.layout.instance != instance) continue;
    if (meets_limits(fleet)) {
      type.fleet = i;
      type.published = published_training(catalog_, request(), plan_.candidates[fleet.candidate]);
      return type;
    }
    if (nearest == nullptr || is_nearer(fleet, *nearest)) nearest = &fleet;
  }
  if (nearest != nullptr &&
      (informative == nullptr || nearest->refusal->rule >= informative->rule)) {
    informative = &*nearest->refusal;
  }
  if (!type.searched_fully) {
    type.why_not = tr("not searched completely, because the plan was stopped");
    if (type.least) {
      type.why_not =
          tr("{}; the job costs at least USD {}", type.why_not, cost::as_usd(*type.least, 0));
    }
    return type;
  }
  if (informative == nullptr) {
    type.rule = TrainingRule::kNotModelled;
    type.why_not = tr("no layout divides the work evenly among the allowed numbers of nodes");
    const auto found = catalog_.instance(instance);
    const Text obstacle = found ? sim::efa_obstacle(**found) : Text();
    if (!obstacle.empty()) {
      type.why_not = tr("{}; several nodes cannot be used, because {}", type.why_not, obstacle);
    }
    return type;
  }
  type.rule = informative->rule;
  type.why_not = informative->reason;
  if (type.rule == TrainingRule::kNotOffered) {
    const Text others = cost::other_offers_text(book_, instance, request().regions, plan_.as_of);
    if (!others.empty()) type.why_not = tr("{}; available: {}", type.why_not, others);
  }
  return type;
}

/// Adds the reasons why all other fleets and types were rejected.
void TrainingPlanner::explain(const std::vector<const catalog::Instance*>& instances) {
  for (std::size_t i = 0; i < plan_.fleets.size(); ++i) {
    TrainingFleet& fleet = plan_.fleets[i];
    if (plan_.best == i || fleet.refusal || !plan_.best) continue;
    const TrainingFleet& best = plan_.fleets[*plan_.best];
    fleet.refusal = {TrainingRule::kMoreExpensive,
                     tr("USD {} (+{})", cost::as_usd(fleet.bill.expected, 0),
                        as::percent(fleet.bill.expected / best.bill.expected - 1))};
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
    if (!found || costs_less(fleet, plan_.fleets[*found])) found = i;
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

/// Adds the cost of other deadlines. Without a deadline, or if no fleet comes near it, they start
/// at the shortest duration.
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

/// Adds the largest microbatch and the longest sequence of the best layout.
Result<> TrainingPlanner::add_limits() {
  if (!plan_.best) return {};
  const TrainingCandidate& best = plan_.candidates[plan_.fleets[*plan_.best].candidate];
  auto limits = training_limits(catalog_, request(), best);
  if (!limits) return fail(limits.error());
  plan_.limits = std::move(*limits);
  return {};
}

Result<TrainingPlan> TrainingPlanner::go(const std::vector<const catalog::Instance*>& instances) {
  has_current_ =
      has_current_price(book_, instances, request().regions, request().purchase, plan_.as_of);
  if (auto timed = time_all(instances); !timed) return fail(timed.error());
  if (auto done = simulate(choose_layouts()); !done) return fail(done.error());
  // After a time limit, the plan at least has the lower bounds of the types.
  if (!plan_.complete && plan_.fleets.empty() && (!limit_ || control_.cancelled())) {
    return cancelled();
  }
  if (auto done = confirm(); !done) return fail(done.error());
  if (auto done = add_limits(); !done) return fail(done.error());
  find_nearest();
  add_deadlines();
  explain(instances);
  plan_.refused = refused_layouts(plan_.candidates);
  const auto on_gpus = [](const TrainingCandidate& one) { return one.layout.stack.has_value(); };
  plan_.assumptions = training_assumptions(
      request(), std::any_of(plan_.candidates.begin(), plan_.candidates.end(), on_gpus));
  add_discounts(book_, plan_.as_of, plan_.assumptions);
  return std::move(plan_);
}

}  // namespace

Result<TrainingPlan> plan_training(const catalog::Catalog& catalog, const cost::PriceBook& book,
                                   const TrainingRequest& request, cost::Day today,
                                   std::uint64_t seed, TaskControl& control) {
  return plan_training_within({}, catalog, book, request, today, seed, control);
}

Result<TrainingPlan> plan_training_within(std::optional<std::chrono::duration<double>> limit,
                                          const catalog::Catalog& catalog,
                                          const cost::PriceBook& book,
                                          const TrainingRequest& request, cost::Day today,
                                          std::uint64_t seed, TaskControl& control) {
  const auto instances = training_types(catalog, book, request);
  if (!instances) return fail(instances.error());
  return TrainingPlanner(catalog, book, request, request.as_of.value_or(today), seed, control,
                         limit)
      .go(*instances);
}

}  // namespace nscope::capacity
