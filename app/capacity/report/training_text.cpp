#include "app/capacity/report/training_text.h"

#include "app/capacity/training/training_ranking.h"
#include "costmodel/money/cost_arithmetic.h"
#include "costmodel/money/figures.h"
#include "costmodel/money/token_count.h"

#include <algorithm>
#include <cstdlib>
#include <string>
#include <utility>

namespace nscope::capacity {
namespace {

constexpr double kPercent = 100;

/// "1,000 steps", "100 billion tokens".
Text amount_text(const TrainingRequest& request) {
  const sim::JobSetup& job = request.job;
  if (job.steps) return tr_plural(*job.steps, "{} step", "{} steps", as::count(*job.steps));
  if (job.sequences) {
    return tr_plural(*job.sequences, "{} sequence", "{} sequences", as::count(*job.sequences));
  }
  return cost::tokens_text(request.tokens());
}

/// A prediction with four significant digits, because further digits are not known.
double shown_digits(double value) {
  return std::strtod(fmt::format("{:.3e}", value).c_str(), nullptr);
}

/// The cells that the tables of fleets share.
std::vector<Cell> fleet_cells(const TrainingFleet& fleet) {
  std::vector<Cell> cells = {std::int64_t{fleet.layout.nodes}, purchase_title(fleet.offer),
                             fleet.offer.region, fleet.times.mean_hours() / cost::kHoursPerDay,
                             fleet.likely_hours / cost::kHoursPerDay};
  cells.push_back(fleet.in_time ? Cell(fleet.in_time->value * kPercent)
                                : Cell(Missing{tr("no deadline")}));
  cells.insert(cells.end(), {fleet.bill.expected.dollars(), fleet.bill.low.dollars(),
                             fleet.bill.high.dollars()});
  return cells;
}

std::vector<Table::Column> fleet_columns(const TrainingRequest& request, Table::Column first) {
  return {
      std::move(first),
      {"nodes", tr("Nodes")},
      {"option", tr("Purchase option")},
      {"region", tr("Region")},
      {"days", tr("Mean duration"), "days", 1},
      {"likely_days", tr("p{} duration", cost::as_digits(request.chance * kPercent, 4)), "days", 1},
      {"in_time", tr("On-time probability"), "%", 1},
      {"usd", tr("Expected cost"), "USD", 0},
      {"low", tr("p10 cost"), "USD", 0},
      {"high", tr("p90 cost"), "USD", 0}};
}

/// The rule and the reason of a rejection; without one, the fleet of the plan.
Text result_text(const std::optional<TrainingRefusal>& refusal) {
  if (!refusal) return tr("chosen by the plan");
  return tr("{}: {}", title(refusal->rule), refusal->reason);
}

/// The cheapest fleet that is rejected only because its price is out of date; null if there is
/// none.
const TrainingFleet* cheapest_stale(const TrainingPlan& plan) {
  const TrainingFleet* found = nullptr;
  for (const TrainingFleet& fleet : plan.fleets) {
    if (!fleet.refusal || fleet.refusal->rule != TrainingRule::kStalePrice) continue;
    if (found == nullptr || fleet.bill.expected < found->bill.expected) found = &fleet;
  }
  return found;
}

Text stale_line(const TrainingPlan& plan, const TrainingFleet& fleet) {
  return tr("Not ranked, because the price is out of date: {} with {} in {}, {}. {}",
            fleet_text(fleet), cost::title(fleet.offer.purchase), fleet.offer.region,
            fleet.refusal->reason, fetch_text(fleet.layout.instance, fleet.offer, plan.as_of));
}

/// How sure it is that the best fleet is the cheapest.
void add_ranking(const TrainingPlan& plan, std::vector<Text>& lines) {
  if (plan.types.size() < 2 || !plan.complete) return;
  const auto ranking = ranking_of(plan);
  constexpr double kEven = 0.5;
  if (!ranking) {
    lines.push_back(tr("The probability that it is the cheapest is unknown: {}.", ranking.error()));
  } else if (ranking->probability < kEven) {
    lines.push_back(
        tr("It has the lowest expected cost, but in the simulated jobs the best fleet of {} is "
           "cheaper with a probability of {}.",
           ranking->next, as::percent(1 - ranking->probability, 0)));
  } else {
    lines.push_back(
        tr("In the simulated jobs, it is cheaper than the best fleet of {} with a "
           "probability of {}.",
           ranking->next, as::percent(ranking->probability, 0)));
  }
}

void add_best(const TrainingPlan& plan, const TrainingFleet& best, std::vector<Text>& lines) {
  lines.push_back(
      tr("Cheapest fleet: {}, USD {} expected (p10 to p90: USD {} to USD {}), {} on average.",
         fleet_text(best), cost::as_usd(best.bill.expected, 0), cost::as_usd(best.bill.low, 0),
         cost::as_usd(best.bill.high, 0), hours_text(best.times.mean_hours())));
  lines.push_back(tr("Purchase option: {}; paid: {}.", offer_text(best.offer), best.bill.paid));
  lines.push_back(tr("With a probability of {}, the job takes at most {} and costs at most USD {}.",
                     chance_number(plan.request), hours_text(best.likely_hours),
                     cost::as_usd(best.bill.at_chance, 0)));
  if (best.in_time && best.in_time->value == 1) {
    lines.push_back(tr("All {} simulated jobs finish in time.", as::count(best.times.trials)));
  } else if (best.in_time) {
    lines.push_back(
        tr("{} of {} simulated jobs finish in time (90 % confidence interval: {} to {}).",
           as::percent(best.in_time->value), as::count(best.times.trials),
           as::percent(best.in_time->low), as::percent(best.in_time->high)));
  }
  add_ranking(plan, lines);
  const TrainedStep& step = *plan.candidates[best.candidate].step;
  if (!step.banded) {
    lines.push_back(tr("There is no error band, because no training of this kind was measured."));
  }
  if (!best.offer.current) {
    lines.push_back(tr("This price is out of date: {}. {}", age_text(best.offer, plan.as_of),
                       fetch_text(best.layout.instance, best.offer, plan.as_of)));
  }
  if (const TrainingFleet* const fleet = cheapest_stale(plan);
      fleet != nullptr && fleet->bill.expected < best.bill.expected) {
    lines.push_back(stale_line(plan, *fleet));
  }
  if (!step.outside_domain.empty()) {
    lines.push_back(tr("The prediction is outside of the measured domain: {}.",
                       joined_by_semicolons(step.outside_domain)));
  }
}

/// Says what a plan that was stopped did not search, and what it can cost at least.
void add_stopped(const TrainingPlan& plan, std::vector<Text>& lines) {
  const bool confirmed = plan.best && plan.fleets[*plan.best].confirmed;
  const Text searched =
      tr("The plan was stopped: {} of {} layouts were not searched, and {} of {} "
         "fleets were simulated",
         as::count(plan.not_searched()), as::count(std::ssize(plan.candidates)),
         as::count(static_cast<std::int64_t>(plan.simulated)),
         as::count(static_cast<std::int64_t>(plan.to_simulate)));
  lines.push_back(confirmed || !plan.best
                      ? tr("{}; others may be cheaper.", searched)
                      : tr("{}; others may be cheaper. The best one was not confirmed with all "
                           "trials.",
                           searched));
  std::vector<Text> bounds;
  for (const TrainingTypeSummary& type : plan.types) {
    if (!type.least || !type.fleet) continue;
    bounds.push_back(tr("{}: USD {}", type.instance, cost::as_usd(*type.least, 0)));
  }
  if (bounds.empty()) return;
  lines.push_back(
      tr("Lower bounds of the cost, from the peak of the device and the lowest price: "
         "{}.",
         joined_by_semicolons(bounds)));
}

void add_nearest(const TrainingPlan& plan, std::vector<Text>& lines) {
  const auto describe = [&](std::size_t index) {
    const TrainingFleet& fleet = plan.fleets[index];
    return tr("{}, {}; with a probability of {}, the job takes at most {}; USD {} expected.",
              fleet_text(fleet), purchase_title(fleet.offer), chance_number(plan.request),
              hours_text(fleet.likely_hours), cost::as_usd(fleet.bill.expected, 0));
  };
  if (plan.request.job.deadline_days && plan.in_time) {
    lines.push_back(tr("Cheapest fleet that meets the deadline but exceeds the budget: {}",
                       describe(*plan.in_time)));
  }
  if (plan.request.budget && plan.in_budget) {
    lines.push_back(tr("Earliest fleet within the budget: {}", describe(*plan.in_budget)));
  }
  if (!plan.in_time && plan.earliest && plan.earliest != plan.in_budget) {
    lines.push_back(tr("Earliest fleet: {}", describe(*plan.earliest)));
  }
  if (!plan.fleets.empty()) return;
  lines.push_back(plan.count(TrainingRule::kNotOffered) > 0
                      ? tr("No fleet that can run the job has a price for the allowed purchase "
                           "options.")
                      : tr("The job does not finish on any of the allowed fleets."));
}

}  // namespace

Text request_text(const TrainingPlan& plan) {
  const TrainingRequest& r = plan.request;
  const Text work = tr("{}: {} in sequences of {}, {} sequences per step", r.model, amount_text(r),
                       as::count(r.sequence_length), as::count(r.global_batch));
  std::vector<Text> limits;
  if (r.job.deadline_days) {
    limits.push_back(tr("within {} days", cost::as_digits(*r.job.deadline_days, 6)));
  }
  if (r.budget) limits.push_back(tr("for at most USD {}", cost::as_usd(*r.budget, 0)));
  if (limits.empty()) return work;
  return tr("{}; {}, with a probability of {}", work, joined(limits), chance_number(r));
}

std::vector<Text> summary_sentences(const TrainingPlan& plan) {
  std::vector<Text> lines;
  if (plan.best) {
    add_best(plan, plan.fleets[*plan.best], lines);
    if (!plan.complete) add_stopped(plan, lines);
    if (plan.limits) lines.push_back(tr("Memory: {}", catalog::sentence(*plan.limits)));
  } else if (!plan.complete && plan.fleets.empty()) {
    lines.push_back(
        tr("No fleet was found before the plan was stopped. The instance types below "
           "state the least that the job costs; allow more time, or specify fewer "
           "instance types, nodes or degrees."));
  } else {
    if (!plan.complete) add_stopped(plan, lines);
    if (const TrainingFleet* const stale = cheapest_stale(plan)) {
      lines.push_back(
          tr("No fleet of these instance types with a current price meets the requirements."));
      lines.push_back(stale_line(plan, *stale));
      return lines;
    }
    const bool limited = plan.request.job.deadline_days || plan.request.budget;
    lines.push_back(limited
                        ? tr("No fleet of these instance types meets the deadline and the budget.")
                        : tr("No fleet of these instance types can complete the job."));
    add_nearest(plan, lines);
  }
  return lines;
}

Table job_table(const TrainingPlan& plan, const TrainingFleet& fleet) {
  const TrainedStep& step = *plan.candidates[fleet.candidate].step;
  const sim::PlannedJob& job = step.job;
  Table table({{"figure", tr("Metric")},
               {"value", tr("Value")},
               {"unit", tr("Unit")},
               {"note", tr("Note")}});
  const std::string& dtype =
      fleet.layout.weight_dtype.empty() ? plan.request.dtype : fleet.layout.weight_dtype;
  const auto row = [&](Text what, Cell value, const char* unit, Text note = {}) {
    if (double* number = std::get_if<double>(&value)) *number = shown_digits(*number);
    table.add_row({std::move(what), std::move(value), std::string(unit), std::move(note)});
  };
  row(tr("Step time"), step.seconds, "s",
      step.banded ? tr("90 % error band: {} to {}", as::value(step.seconds * step.band.low, "s"),
                       as::value(step.seconds * step.band.high, "s"))
                  : tr("no error band"));
  row(tr("Steps"), std::int64_t{job.plan.steps}, "");
  row(tr("Throughput"), step.tokens_per_second, "tok/s");
  if (step.mfu)
    row(tr("FLOP utilisation (MFU)"), *step.mfu * kPercent, "%",
        tr("estimated, of the peak in {}", dtype));
  row(tr("Activation checkpointing"),
      step.checkpointing.empty() || step.checkpointing == "none" ? Cell(tr("none"))
                                                                 : Cell(step.checkpointing),
      "", step.memory);
  if (job.bytes) {
    row(tr("Checkpoint size"), job.bytes->written / 1e9, "GB",
        tr("written in {}", as::value(job.write_seconds, "s")));
  } else {
    row(tr("Checkpoint size"), Missing{tr("no checkpoints")}, "");
  }
  if (job.bytes && !fleet.spot()) {
    row(tr("Checkpoint interval"),
        static_cast<double>(job.plan.interval) * sim::seconds_of(job.plan.step) / 60, "min",
        job.interval_is_optimal ? tr("Daly's optimum") : tr("as stated"));
  }
  row(tr("Interruptions per job"), fleet.times.failures, "",
      fleet.spot() ? tr("mean of Spot interruptions and failures") : tr("mean of failures"));
  row(tr("Productive time"), fleet.times.useful * kPercent, "%",
      tr("steps that are not lost by an interruption"));
  row(tr("Mean duration"), fleet.times.mean_hours(), "h",
      tr("{} at the predicted step time without interruptions",
         hours_text(job.plan.uninterrupted_seconds() / kSecondsPerHour)));
  row(tr("Paid node-hours"), fleet.bill.paid_node_hours, "h", fleet.bill.paid);
  row(tr("Cost of 1M tokens"), fleet.per_million_tokens.dollars(), "USD");
  return table;
}

namespace {

/// The layout with the same nodes as a fleet whose job is the shortest of those inside of the
/// measured domain; null if there is none.
const TrainingCandidate* fastest_measured(const TrainingPlan& plan, const TrainingLayout& fleet) {
  const TrainingCandidate* found = nullptr;
  for (const TrainingCandidate& one : plan.candidates) {
    if (one.layout.instance != fleet.instance || one.layout.nodes != fleet.nodes || !one.step ||
        !one.step->banded || !one.step->outside_domain.empty()) {
      continue;
    }
    if (found == nullptr || one.step->expected_hours < found->step->expected_hours) found = &one;
  }
  return found;
}

/// Notes which types are outside of the measured domain and why, and how fast their nodes are with
/// a layout inside of it.
void add_outside(const TrainingPlan& plan, Table& table) {
  OutsideDomain outside;
  std::vector<Text> measured;
  for (const TrainingTypeSummary& type : plan.types) {
    if (!type.fleet) continue;
    const TrainingFleet& fleet = plan.fleets[*type.fleet];
    const TrainedStep& step = *plan.candidates[fleet.candidate].step;
    if (step.outside_domain.empty()) continue;
    outside.add(type.instance, step.outside_domain);
    const TrainingCandidate* const inside = fastest_measured(plan, fleet.layout);
    if (inside == nullptr) continue;
    measured.push_back(tr(
        "{}: the fastest layout of these nodes inside of the measured domain takes {} instead of "
        "{} for a step: {}.",
        type.instance, as::value(inside->step->seconds, "s"), as::value(step.seconds, "s"),
        inside->layout.text()));
  }
  outside.add_notes(table);
  for (Text& note : measured) table.add_note(std::move(note));
}

}  // namespace

Text domain_word(const TrainedStep& step) {
  return domain_word(step.banded, step.outside_domain);
}

Table types_table(const TrainingPlan& plan) {
  auto columns = fleet_columns(plan.request, {"instance", tr("Instance type")});
  columns.push_back({"domain", tr("Measured domain")});
  columns.push_back({"layout", tr("Layout")});
  Table table(std::move(columns));
  for (const TrainingTypeSummary& type : plan.types) {
    if (!type.fleet) continue;
    const TrainingFleet& fleet = plan.fleets[*type.fleet];
    std::vector<Cell> cells = fleet_cells(fleet);
    const TrainedStep& step = *plan.candidates[fleet.candidate].step;
    cells.insert(cells.begin(), type.instance);
    cells.emplace_back(domain_word(step));
    cells.emplace_back(fleet.layout.text());
    table.add_row(std::move(cells));
  }
  add_outside(plan, table);
  for (const TrainingTypeSummary& type : plan.types) {
    if (type.published.empty()) continue;
    table.add_note(tr("{}: nearest published figure: {}.", type.instance, type.published));
  }
  return table;
}

std::vector<const TrainingFleet*> bought_otherwise(const TrainingPlan& plan) {
  std::vector<const TrainingFleet*> all;
  if (!plan.best) return all;
  for (const TrainingFleet& fleet : plan.fleets) {
    if (fleet.candidate == plan.fleets[*plan.best].candidate) all.push_back(&fleet);
  }
  return all;
}

std::vector<const NotBought*> not_bought(const TrainingPlan& plan) {
  std::vector<const NotBought*> all;
  if (!plan.best) return all;
  for (const NotBought& way : plan.not_bought) {
    if (way.candidate == plan.fleets[*plan.best].candidate) all.push_back(&way);
  }
  return all;
}

Table ways_table(const TrainingPlan& plan) {
  auto columns = fleet_columns(plan.request, {"instance", tr("Instance type")});
  columns.push_back({"paid", tr("Paid time")});
  columns.push_back({"fate", tr("Result")});
  Table table(std::move(columns));
  for (const TrainingFleet* const fleet : bought_otherwise(plan)) {
    std::vector<Cell> cells = fleet_cells(*fleet);
    cells.insert(cells.begin(), fleet->layout.instance);
    cells.emplace_back(fleet->bill.paid);
    cells.emplace_back(result_text(fleet->refusal));
    table.add_row(std::move(cells));
  }
  const Missing none{tr("n/a")};
  for (const NotBought* const way : not_bought(plan)) {
    const TrainingLayout& layout = plan.candidates[way->candidate].layout;
    table.add_row({layout.instance, std::int64_t{layout.nodes}, cost::title(way->purchase), none,
                   none, none, none, none, none, none, none, result_text(way->refusal)});
  }
  return table;
}

std::vector<const TrainingFleet*> other_sizes(const TrainingPlan& plan) {
  std::vector<const TrainingFleet*> all;
  if (!plan.best) return all;
  const TrainingFleet& best = plan.fleets[*plan.best];
  for (const TrainingFleet& fleet : plan.fleets) {
    if (fleet.layout.instance == best.layout.instance &&
        fleet.offer.purchase == best.offer.purchase) {
      all.push_back(&fleet);
    }
  }
  std::sort(all.begin(), all.end(), [](const TrainingFleet* a, const TrainingFleet* b) {
    return a->layout.nodes < b->layout.nodes;
  });
  return all;
}

Table sizes_table(const TrainingPlan& plan) {
  auto columns = fleet_columns(plan.request, {"layout", tr("Layout")});
  columns.push_back({"fate", tr("Result")});
  Table table(std::move(columns));
  for (const TrainingFleet* const fleet : other_sizes(plan)) {
    std::vector<Cell> cells = fleet_cells(*fleet);
    cells.insert(cells.begin(), fleet->layout.text());
    cells.emplace_back(result_text(fleet->refusal));
    table.add_row(std::move(cells));
  }
  return table;
}

Table deadlines_table(const TrainingPlan& plan) {
  Table table({{"deadline", tr("Deadline"), "days", 2},
               {"instance", tr("Instance type")},
               {"nodes", tr("Nodes")},
               {"option", tr("Purchase option")},
               {"region", tr("Region")},
               {"usd", tr("Expected cost"), "USD", 0},
               {"layout", tr("Layout")}});
  for (const DeadlinePoint& point : plan.deadlines) {
    if (!point.fleet) {
      const Missing none{tr("no fleet")};
      table.add_row({point.days, none, none, none, none, none, Text()});
      continue;
    }
    const TrainingFleet& fleet = plan.fleets[*point.fleet];
    table.add_row({point.days, fleet.layout.instance, std::int64_t{fleet.layout.nodes},
                   purchase_title(fleet.offer), fleet.offer.region, fleet.bill.expected.dollars(),
                   fleet.layout.text()});
  }
  if (plan.request.budget && table.row_count() > 0) {
    table.add_note(tr("The budget is not taken into account."));
  }
  return table;
}

std::vector<RejectedTypes> rejected_types(const TrainingPlan& plan) {
  std::vector<RejectedTypes> rejected;
  for (const TrainingTypeSummary& type : plan.types) {
    if (type.fleet) continue;
    // These reasons say themselves that a layout does not fit, or that there is no price.
    const bool titled =
        type.rule && *type.rule != TrainingRule::kMemory && *type.rule != TrainingRule::kNotOffered;
    add_rejected(rejected, type.instance,
                 titled ? tr("{}: {}", title(*type.rule), type.why_not) : type.why_not);
  }
  return rejected;
}

Table refused_table(const TrainingPlan& plan) {
  Table table({{"instance", tr("Instance type")},
               {"rule", tr("Rule")},
               {"layouts", tr("Layouts")},
               {"example", tr("Example")}});
  std::vector<std::vector<Cell>> rows;
  for (const TrainingTypeSummary& type : plan.types) {
    for (const RefusedLayouts& group : plan.refused) {
      if (group.instance != type.instance) continue;
      add_refused_row(
          rows,
          {group.instance, Text(title(group.rule)), std::int64_t{group.layouts}, group.example}, 2);
    }
  }
  for (std::vector<Cell>& row : rows) table.add_row(std::move(row));
  return table;
}

std::vector<Text> unpriced_types(const TrainingPlan& plan) {
  std::vector<Text> unpriced;
  for (const TrainingTypeSummary& type : plan.types) {
    if (!type.fleet && type.rule == TrainingRule::kNotOffered) {
      unpriced.push_back(Text::verbatim(type.instance));
    }
  }
  return unpriced;
}

Text counts_sentence(const TrainingPlan& plan) {
  std::vector<Text> reasons;
  const auto add = [&](std::int64_t count, const Phrase& what) {
    if (count > 0) reasons.push_back(tr("{} {}", as::count(count), what));
  };
  const int refused = plan.count(TrainingRule::kTooLate) + plan.count(TrainingRule::kOverBudget) +
                      plan.count(TrainingRule::kMoreExpensive) +
                      plan.count(TrainingRule::kStalePrice);
  add(plan.count(TrainingRule::kNotModelled), phrase("are not modelled"));
  add(plan.count(TrainingRule::kMemory), phrase("do not fit in memory"));
  add(plan.count(TrainingRule::kSlower),
      phrase("are slower than another layout with the same number of nodes"));
  add(plan.count(TrainingRule::kNotOffered), phrase("have no price"));
  add(refused, phrase("cannot finish the job with any purchase option"));
  add(plan.with_fleet(), phrase("were simulated as fleets"));
  const Text layouts =
      tr("Of {} layouts, {}", as::count(std::ssize(plan.candidates)), joined(reasons));
  const Text trials = tr("{} fleets were simulated in {} trials",
                         as::count(std::ssize(plan.fleets)), as::count(plan.simulations));
  const int left = plan.not_searched();
  return left == 0 ? tr("{}. {}.", layouts, trials)
                   : tr("{}; {} were not searched. {}.", layouts, as::count(left), trials);
}

}  // namespace nscope::capacity
