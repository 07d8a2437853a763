#include "costmodel/migration/figure_text.h"
#include "costmodel/migration/roi_tables.h"
#include "costmodel/money/figures.h"

namespace nscope::cost {
namespace {

constexpr Phrase kStated = phrase("stated");
constexpr Phrase kUndated = phrase("undated");
constexpr Phrase kStudy = phrase("the study");

/// The assumptions of one group.
class Rows {
 public:
  explicit Rows(Assumption::Group group) : group_(group) {}

  /// A value that the study states.
  Assumption& add(Text name, Text value, Text source) {
    return add(std::move(name), std::move(value), kStated, std::move(source), kUndated);
  }
  Assumption& add(Text name, Text value, Text provenance, Text source, Text date) {
    rows_.push_back({.group = group_,
                     .name = std::move(name),
                     .value = std::move(value),
                     .provenance = std::move(provenance),
                     .source = std::move(source),
                     .date = std::move(date)});
    return rows_.back();
  }
  void move_to(std::vector<Assumption>& all) {
    std::move(rows_.begin(), rows_.end(), std::back_inserter(all));
  }

 private:
  Assumption::Group group_;
  std::vector<Assumption> rows_;
};

Text price_source(const Priced& price) {
  Text text = price.source;
  const auto add = [&](const Text& more) {
    if (!more.empty()) text = tr("{}; {}", text, more);
  };
  add(Text::verbatim(price.term));
  add(Text::verbatim(price.zone));
  add(price.note);
  return text;
}

Text throughput_text(const Throughput& rate) {
  const TextNumber value = as::value(rate.tokens_per_second, "tok/s");
  if (!rate.low || !rate.high) return tr("{}, {} tokens", value, title(rate.counted));
  return tr("{} (90 % band {} to {}), {} tokens", value, as::value(*rate.low, "tok/s"),
            as::value(*rate.high, "tok/s"), title(rate.counted));
}

void add_side(const RoiResult& result, SideName name, std::vector<Assumption>& all) {
  const bool is_base = name == SideName::kBaseline;
  const RoiSide& side = result.study.side(name);
  const PricedSide& priced = is_base ? result.baseline : result.target;
  const WorkEstimate& work = side.work.estimate;
  const auto& price = std::get<Priced>(priced.price);
  Rows rows(is_base ? Assumption::Group::kBaseline : Assumption::Group::kTarget);
  rows.add(tr("Instances"), side_text(side), kStudy);
  rows.add(tr("Price of one instance"), tr("{} USD/h", as_price(price.per_hour)),
           provenance_word(price.provenance), price_source(price),
           price.dated ? Text::verbatim(to_string(price.date)) : kUndated)
      .input = is_base ? RoiInput::kBaselinePrice : RoiInput::kTargetPrice;
  rows.add(tr("Throughput of all instances"), throughput_text(work.throughput),
           provenance_word(work.throughput.provenance), work.throughput.source,
           side.bill ? Text::verbatim(side.bill->date) : kUndated)
      .input = is_base ? RoiInput::kBaselineThroughput : RoiInput::kTargetThroughput;
  rows.add(tr("Utilisation"), side.bill ? tr("as billed") : tr("{}", as::percent(side.utilisation)),
           side.utilisation_source)
      .input = is_base ? RoiInput::kBaselineUtilisation : RoiInput::kTargetUtilisation;
  rows.add(tr("Billing"),
           side.billing == Billing::kAlwaysOn ? tr("always on, 730 hours per month")
                                              : tr("busy hours only"),
           kStudy);
  rows.move_to(all);
}

void add_load(const RoiResult& result, std::vector<Assumption>& all) {
  const RoiLoad& load = result.study.load;
  Rows rows(Assumption::Group::kLoad);
  rows.add(tr("First month"), figure_text(RoiInput::kLoad, result.levers.tokens), load.source)
      .input = RoiInput::kLoad;
  if (load.runs_per_month) {
    rows.add(tr("Runs"), tr("{} per month", as_digits(*load.runs_per_month, 6)), load.source);
  }
  rows.add(tr("Growth"), tr("{} per month", as::percent(load.growth_per_month)), load.source);
  rows.move_to(all);
}

void add_migration(const RoiStudy& study, std::vector<Assumption>& all) {
  Rows rows(Assumption::Group::kMigration);
  rows.add(tr("Go-live"),
           study.go_live_month == 1.0
               ? tr("one month from today")
               : tr("{} months from today", as_digits(study.go_live_month, 6)),
           kStudy)
      .input = RoiInput::kSchedule;
  if (study.dual_running_months > 0.0) {
    rows.add(tr("Dual running"),
             study.dual_running_months == 1.0 ? tr("one month before go-live, {} of the load",
                                                   as::percent(study.dual_running_share, 0))
                                              : tr("{} months before go-live, {} of the load",
                                                   as_digits(study.dual_running_months, 6),
                                                   as::percent(study.dual_running_share, 0)),
             kStudy);
  }
  for (const EffortPhase& phase : study.phases) {
    rows.add(Text::verbatim(phase.name),
             tr("{} engineer-weeks at USD {} each, months {} to {}",
                as_digits(phase.engineer_weeks, 6), as_usd(phase.usd_per_week),
                as_digits(phase.from_month, 6), as_digits(phase.to_month, 6)),
             phase.source);
  }
  for (const OneOff& item : study.one_offs) {
    rows.add(Text::verbatim(item.name),
             item.depreciation_months > 0
                 ? tr("USD {} in month {}, depreciated over {} months", as_usd(item.usd),
                      item.month, item.depreciation_months)
                 : tr("USD {} in month {}", as_usd(item.usd), item.month),
             Text::verbatim(item.source));
  }
  if (study.validation) {
    rows.add(tr("Validation"),
             tr("{} instance-hours of the target in month {}",
                as_digits(study.validation->instance_hours, 6), study.validation->month),
             Text::verbatim(study.validation->source));
  }
  if (study.compile) {
    const CompileHours& compile = *study.compile;
    rows.add(
        tr("Compilation"),
        tr("{} graphs of {} h at {} USD/h in month {}; repetitions per month: {}",
           as_digits(compile.graphs, 6), as_digits(compile.hours, 6),
           as_price(compile.usd_per_hour), compile.month, as_digits(compile.repeats_per_month, 6)),
        Text::verbatim(compile.source));
  }
  for (const MonthlyCost& item : study.monthly) {
    rows.add(Text::verbatim(item.name),
             tr("USD {} per month from month {}", as_usd(item.usd_per_month), item.from_month),
             Text::verbatim(item.source));
  }
  rows.move_to(all);
}

void add_risks(const RoiStudy& study, std::vector<Assumption>& all) {
  Rows rows(Assumption::Group::kRisk);
  for (const OwedCommitment& item : study.commitments) {
    rows.add(Text::verbatim(item.label),
             tr("USD {} per month for {} months, owed in any case", as_usd(item.usd_per_month),
                as_digits(item.months_left, 3)),
             Text::verbatim(item.source));
  }
  for (const OwnedHardware& item : study.owned) {
    rows.add(Text::verbatim(item.label),
             tr("owned: book value USD {}, depreciated over {} months, sold for USD {} at go-live",
                as_usd(item.book), as_digits(item.months_left, 6), as_usd(item.resale)),
             Text::verbatim(item.source));
  }
  for (const PriceCutRisk& risk : study.price_cuts) {
    rows.add(risk.side == SideName::kBaseline ? tr("Price cut of the baseline")
                                              : tr("Price cut of the target"),
             tr("{} off with a probability of {} per year", as::percent(risk.size),
                as::percent(risk.probability_per_year)),
             Text::verbatim(risk.source));
  }
  for (const InputRange& range : study.uncertainty.ranges) {
    const Text ends = is_share(range.input)
                          ? tr("p10 {}, p90 {}", as::percent(range.p10), as::percent(range.p90))
                          : tr("p10 {} x the plan, p90 {} x the plan", as_digits(range.p10, 4),
                               as_digits(range.p90, 4));
    rows.add(tr("Range of {}", title(range.input)), ends, range.source).input = range.input;
  }
  for (const InputCorrelation& pair : study.uncertainty.correlations) {
    rows.add(tr("Correlation"),
             tr("{} and {}: {}", title(pair.first), title(pair.second), as_digits(pair.value, 3)),
             Text::verbatim(pair.source));
  }
  rows.move_to(all);
}

}  // namespace

Phrase title(Assumption::Group group) {
  switch (group) {
    case Assumption::Group::kBaseline: return phrase("baseline");
    case Assumption::Group::kTarget: return phrase("target");
    case Assumption::Group::kLoad: return phrase("load");
    case Assumption::Group::kMigration: return phrase("migration");
    case Assumption::Group::kRisk: return phrase("risk");
    case Assumption::Group::kFinance: return phrase("finance");
  }
  return {};
}

std::vector<Assumption> assumptions(const RoiResult& result) {
  std::vector<Assumption> all;
  add_side(result, SideName::kBaseline, all);
  add_side(result, SideName::kTarget, all);
  add_load(result, all);
  add_migration(result.study, all);
  add_risks(result.study, all);
  Rows rows(Assumption::Group::kFinance);
  rows.add(tr("Discount rate"),
           tr("{} per year, effective", as::percent(result.study.discount_rate)),
           Text::verbatim(result.study.discount_source));
  if (result.study.tax) {
    rows.add(tr("Tax rate"),
             tr("{} of the additional profit of each month", as::percent(result.study.tax->rate)),
             Text::verbatim(result.study.tax->source));
  }
  rows.add(tr("Horizon"),
           tr("{} months, payments at the end of each month", result.study.horizon_months), kStudy);
  rows.move_to(all);
  return all;
}

Table assumptions_table(const RoiResult& result) {
  Table table({{"group", tr("Group")},
               {"name", tr("Input")},
               {"value", tr("Value")},
               {"provenance", tr("Provenance")},
               {"source", tr("Source")},
               {"date", tr("Date")}});
  for (const Assumption& a : assumptions(result)) {
    table.add_row({title(a.group), a.name, a.value, a.provenance, a.source, a.date});
  }
  return table;
}

}  // namespace nscope::cost
