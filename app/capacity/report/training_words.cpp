#include "app/capacity/report/training_words.h"

#include "costmodel/money/cost_arithmetic.h"
#include "profiler/base/format.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace nscope::capacity {
namespace {

constexpr double kPercent = 100;

/// "1,000 steps", "1e12 tokens".
std::string amount_text(const TrainingRequest& request) {
  const sim::JobSetup& job = request.job;
  if (job.steps) return format_count(*job.steps) + " steps";
  if (job.sequences) return format_count(*job.sequences) + " sequences";
  return fmt::format("{:.4g} tokens", request.tokens());
}

/// The cells that the tables of fleets have in common.
std::vector<Cell> fleet_cells(const TrainingFleet& fleet) {
  std::vector<Cell> cells = {std::int64_t{fleet.layout.nodes}, cost::title(fleet.offer.purchase),
                             fleet.offer.region, fleet.times.mean_hours() / cost::kHoursPerDay,
                             fleet.likely_hours / cost::kHoursPerDay};
  cells.push_back(fleet.in_time ? Cell(fleet.in_time->value * kPercent)
                                : Cell(Missing{"no deadline"}));
  cells.insert(cells.end(), {fleet.bill.expected.dollars(), fleet.bill.low.dollars(),
                             fleet.bill.high.dollars()});
  return cells;
}

std::vector<Table::Column> fleet_columns(Table::Column first) {
  return {std::move(first),
          {"nodes"},
          {"option", "bought"},
          {"region"},
          {"days", "days, mean", "", 1},
          {"likely_days", "days, with the chance asked", "", 1},
          {"in_time", "in time", "%", 1},
          {"usd", "USD, expected", "", 0},
          {"low", "10 of 100 below", "", 0},
          {"high", "90 of 100 below", "", 0}};
}

std::string fate(const TrainingFleet& fleet) {
  return fleet.refusal
             ? fmt::format("{}: {}", to_string(fleet.refusal->rule), fleet.refusal->reason)
             : std::string("the answer");
}

void add_best(const TrainingPlan& plan, const TrainingFleet& best,
              std::vector<std::string>& lines) {
  lines.push_back(fmt::format(
      "Cheapest: {}, {} USD expected (10 to 90 of 100 jobs: {} to {} USD), {} on average",
      fleet_text(best), format_usd(best.bill.expected, 0), format_usd(best.bill.low, 0),
      format_usd(best.bill.high, 0), hours_text(best.times.mean_hours())));
  lines.push_back(fmt::format("{}; paid: {}", offer_text(best.offer), best.bill.paid));
  std::string kept = fmt::format("With a chance of {} it takes no more than {} and {} USD",
                                 chance_text(plan.request), hours_text(best.likely_hours),
                                 format_usd(best.bill.at_chance, 0));
  if (best.in_time) {
    kept += fmt::format("; {} of {} jobs end in time (90 % interval {} to {})",
                        format_percent(best.in_time->value), format_count(best.times.trials),
                        format_percent(best.in_time->low), format_percent(best.in_time->high));
  }
  lines.push_back(std::move(kept));
  if (!plan.candidates[best.candidate].step->banded) {
    lines.emplace_back("No training of this kind was measured: there is no error band.");
  }
  if (const cost::Priced& price = *best.offer.priced();
      price.dated && cost::is_stale(price.date, plan.as_of)) {
    lines.push_back(fmt::format("Its price is {} days old.",
                                format_count(cost::age_days(price.date, plan.as_of))));
  }
  const auto& outside = plan.candidates[best.candidate].step->outside_domain;
  if (!outside.empty()) {
    lines.push_back(fmt::format("Outside of what the simulator was calibrated on: {}.",
                                fmt::join(outside, "; ")));
  }
}

void add_nearest(const TrainingPlan& plan, std::vector<std::string>& lines) {
  const auto add = [&](const char* what, const std::optional<std::size_t>& index) {
    if (!index) return;
    const TrainingFleet& fleet = plan.fleets[*index];
    lines.push_back(fmt::format("{}: {}, {}, {} with the chance asked for, {} USD expected", what,
                                fleet_text(fleet), cost::title(fleet.offer.purchase),
                                hours_text(fleet.likely_hours),
                                format_usd(fleet.bill.expected, 0)));
  };
  if (plan.request.job.deadline_days) add("Cheapest in time, beyond the budget", plan.in_time);
  if (plan.request.budget) add("Earliest within the budget", plan.in_budget);
  if (!plan.in_time && plan.earliest != plan.in_budget) add("Earliest of all", plan.earliest);
  if (!plan.fleets.empty()) return;
  lines.emplace_back(plan.count(TrainingRule::kNotOffered) > 0
                         ? "Nothing that could do it has a price as it may be bought."
                         : "Nothing that may be bought comes to an end.");
}

}  // namespace

std::string question_text(const TrainingPlan& plan) {
  const TrainingRequest& r = plan.request;
  std::string text = fmt::format("{}: {} in sequences of {}, {} a step", r.model, amount_text(r),
                                 format_count(r.sequence_length), format_count(r.global_batch));
  if (r.job.deadline_days) text += fmt::format("; within {:g} days", *r.job.deadline_days);
  if (r.budget) text += fmt::format("; for at most {} USD", format_usd(*r.budget, 0));
  if (r.job.deadline_days || r.budget) {
    text += fmt::format(", with a chance of {}", chance_text(r));
  }
  return text;
}

std::vector<std::string> answer_sentences(const TrainingPlan& plan) {
  std::vector<std::string> lines;
  if (plan.best) {
    add_best(plan, plan.fleets[*plan.best], lines);
  } else {
    lines.emplace_back("No fleet of these instances does it as asked.");
    add_nearest(plan, lines);
  }
  return lines;
}

Table job_table(const TrainingPlan& plan, const TrainingFleet& fleet) {
  const TrainedStep& step = *plan.candidates[fleet.candidate].step;
  const sim::PlannedJob& job = step.job;
  Table table({{"figure"}, {"value", "", "", 4}, {"unit"}, {"note"}});
  const auto row = [&](const char* what, Cell value, const char* unit, std::string note = {}) {
    table.add_row({std::string(what), std::move(value), std::string(unit), std::move(note)});
  };
  row("step", step.seconds, "s",
      step.banded
          ? fmt::format("90 % band {} to {}", format_value(step.seconds * step.band.low, "s"),
                        format_value(step.seconds * step.band.high, "s"))
          : std::string("no error band"));
  row("steps", std::int64_t{job.plan.steps}, "");
  row("throughput", step.tokens_per_second, "tok/s");
  if (step.mfu) row("model FLOP/s utilisation", *step.mfu * kPercent, "%", "estimated");
  row("activations kept", Missing{step.checkpointing.empty() ? "all" : step.checkpointing}, "",
      step.memory);
  const bool written = job.bytes.has_value();
  row("checkpoint", written ? Cell(job.bytes->written / 1e9) : Cell(Missing{"none"}), "GB",
      written ? fmt::format("{} to write", format_value(job.write_seconds, "s")) : "");
  if (written && !fleet.spot()) {
    row("checkpoint interval",
        static_cast<double>(job.plan.interval) * sim::seconds_of(job.plan.step) / 60, "min",
        job.interval_is_optimal ? "Daly's optimum" : "as stated");
  }
  row("interruptions of a job", fleet.times.failures, "",
      fleet.spot() ? "reclaims and failures, mean" : "failures, mean");
  row("time in steps that count", fleet.times.useful * kPercent, "%");
  row("time, mean", fleet.times.mean_hours(), "h",
      fmt::format("without interruptions {}",
                  hours_text(job.plan.uninterrupted_seconds() / kSecondsPerHour)));
  row("paid node-hours", fleet.bill.paid_node_hours, "h", fleet.bill.paid);
  row("USD per million tokens", fleet.per_million_tokens.dollars(), "USD");
  return table;
}

Table types_table(const TrainingPlan& plan) {
  auto columns = fleet_columns({"instance"});
  columns.push_back({"layout"});
  Table table(std::move(columns));
  for (const TrainingTypeSummary& type : plan.types) {
    if (!type.fleet) continue;
    const TrainingFleet& fleet = plan.fleets[*type.fleet];
    std::vector<Cell> cells = fleet_cells(fleet);
    cells.insert(cells.begin(), type.instance);
    cells.emplace_back(fleet.layout.text());
    table.add_row(std::move(cells));
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
  auto columns = fleet_columns({"instance"});
  columns.push_back({"paid"});
  columns.push_back({"fate", "what became of it"});
  Table table(std::move(columns));
  for (const TrainingFleet* const fleet : bought_otherwise(plan)) {
    std::vector<Cell> cells = fleet_cells(*fleet);
    cells.insert(cells.begin(), fleet->layout.instance);
    cells.emplace_back(fleet->bill.paid);
    cells.emplace_back(fate(*fleet));
    table.add_row(std::move(cells));
  }
  const Missing none{"-"};
  for (const NotBought* const way : not_bought(plan)) {
    const TrainingLayout& layout = plan.candidates[way->candidate].layout;
    table.add_row({layout.instance, std::int64_t{layout.nodes}, cost::title(way->purchase), none,
                   none, none, none, none, none, none, none,
                   fmt::format("{}: {}", to_string(way->refusal.rule), way->refusal.reason)});
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
  auto columns = fleet_columns({"layout"});
  columns.push_back({"fate", "what became of it"});
  Table table(std::move(columns));
  for (const TrainingFleet* const fleet : other_sizes(plan)) {
    std::vector<Cell> cells = fleet_cells(*fleet);
    cells.insert(cells.begin(), fleet->layout.text());
    cells.emplace_back(fate(*fleet));
    table.add_row(std::move(cells));
  }
  return table;
}

Table deadlines_table(const TrainingPlan& plan) {
  Table table({{"deadline", "ends within", "days", 2},
               {"instance"},
               {"nodes"},
               {"option", "bought"},
               {"region"},
               {"usd", "USD, expected", "", 0},
               {"layout"}});
  for (const DeadlinePoint& point : plan.deadlines) {
    if (!point.fleet) {
      const Missing none{"no fleet"};
      table.add_row({point.days, none, none, none, none, none, std::string()});
      continue;
    }
    const TrainingFleet& fleet = plan.fleets[*point.fleet];
    table.add_row({point.days, fleet.layout.instance, std::int64_t{fleet.layout.nodes},
                   cost::title(fleet.offer.purchase), fleet.offer.region,
                   fleet.bill.expected.dollars(), fleet.layout.text()});
  }
  if (plan.request.budget && table.row_count() > 0) {
    table.add_note("The cheapest whatever the budget.");
  }
  return table;
}

Losers losers(const TrainingPlan& plan) {
  Losers said;
  for (const TrainingTypeSummary& type : plan.types) {
    if (type.fleet) continue;
    add_loser(
        said, type.instance,
        type.rule ? fmt::format("{}: {}", to_string(*type.rule), type.why_not) : type.why_not);
  }
  return said;
}

Table refused_table(const TrainingPlan& plan) {
  Table table({{"instance"}, {"rule"}, {"layouts"}, {"example", "the first"}});
  for (const RefusedLayouts& group : plan.refused) {
    table.add_row({group.instance, std::string(to_string(group.rule)), std::int64_t{group.layouts},
                   group.example});
  }
  return table;
}

std::string counts_sentence(const TrainingPlan& plan) {
  return fmt::format(
      "Timed {} layouts: {} not modelled, {} do not fit, {} slower than another of as many nodes; "
      "simulated {} fleets in {} trials.",
      format_count(std::ssize(plan.candidates)),
      format_count(plan.count(TrainingRule::kNotModelled)),
      format_count(plan.count(TrainingRule::kMemory)),
      format_count(plan.count(TrainingRule::kSlower)), format_count(std::ssize(plan.fleets)),
      format_count(plan.simulations));
}

}  // namespace nscope::capacity
