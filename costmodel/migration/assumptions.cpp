#include "costmodel/migration/figure_text.h"
#include "costmodel/migration/roi_tables.h"
#include "profiler/base/format.h"

#include <fmt/format.h>

namespace nscope::cost {
namespace {

constexpr const char* kStated = "stated";
constexpr const char* kUndated = "undated";

class Rows {
 public:
  explicit Rows(std::string_view group) : group_(group) {}
  void add(std::string name, std::string value, std::string provenance, std::string source,
           std::string date = kUndated) {
    rows_.push_back({group_, std::move(name), std::move(value), std::move(provenance),
                     std::move(source), std::move(date)});
  }
  void move_to(std::vector<Assumption>& all) {
    std::move(rows_.begin(), rows_.end(), std::back_inserter(all));
  }

 private:
  std::string group_;
  std::vector<Assumption> rows_;
};

std::string price_source(const Priced& price) {
  std::string text = price.source;
  if (!price.term.empty()) text += "; " + price.term;
  if (!price.zone.empty()) text += "; " + price.zone;
  if (!price.note.empty()) text += "; " + price.note;
  return text;
}

std::string band(const Throughput& rate) {
  if (!rate.low || !rate.high) return "";
  return fmt::format(" (90 % band {} to {})", format_value(*rate.low, "tok/s"),
                     format_value(*rate.high, "tok/s"));
}

void add_side(const RoiResult& result, SideName name, std::vector<Assumption>& all) {
  const RoiSide& side = result.study.side(name);
  const PricedSide& priced = name == SideName::kBaseline ? result.baseline : result.target;
  const WorkEstimate& work = side.work.estimate;
  const auto& price = std::get<Priced>(priced.price);
  Rows rows(to_string(name));
  rows.add("machines", side_text(side), kStated, "the study");
  rows.add("price of one", format_usd(price.per_hour, 4) + " USD/h",
           std::string(to_string(price.provenance)), price_source(price),
           price.dated ? to_string(price.date) : kUndated);
  rows.add("throughput of all",
           fmt::format("{}{}, {} tokens", format_value(work.throughput.tokens_per_second, "tok/s"),
                       band(work.throughput), to_string(work.throughput.counted)),
           std::string(to_string(work.throughput.provenance)), work.throughput.source,
           side.bill ? side.bill->date : std::string(kUndated));
  rows.add("utilisation", side.bill ? "as billed" : format_percent(side.utilisation), kStated,
           side.utilisation_source);
  rows.add("billing",
           side.billing == Billing::kAlwaysOn ? "always on, 730 hours a month" : "busy hours only",
           kStated, "the study");
  rows.move_to(all);
}

void add_load(const RoiResult& result, std::vector<Assumption>& all) {
  const RoiLoad& load = result.study.load;
  Rows rows("load");
  rows.add("first month", figure_text(RoiInput::kLoad, result.levers.tokens), kStated, load.source);
  if (load.runs_per_month) {
    rows.add("runs", fmt::format("{:.6g} a month", *load.runs_per_month), kStated, load.source);
  }
  rows.add("growth", format_percent(load.growth_per_month) + " a month", kStated, load.source);
  rows.move_to(all);
}

void add_migration(const RoiStudy& study, std::vector<Assumption>& all) {
  Rows rows("migration");
  rows.add("go-live", fmt::format("{:.6g} months from today", study.go_live_month), kStated,
           "the study");
  if (study.dual_running_months > 0.0) {
    rows.add("dual running",
             fmt::format("{:.6g} months before, {} of the load", study.dual_running_months,
                         format_percent(study.dual_running_share, 0)),
             kStated, "the study");
  }
  for (const EffortPhase& phase : study.phases) {
    rows.add(phase.name,
             fmt::format("{:.6g} engineer-weeks at {} USD, months {:.6g} to {:.6g}",
                         phase.engineer_weeks, format_usd(phase.usd_per_week), phase.from_month,
                         phase.to_month),
             kStated, phase.source);
  }
  for (const OneOff& item : study.one_offs) {
    rows.add(item.name, fmt::format("{} USD in month {}", format_usd(item.usd), item.month),
             kStated, item.source);
  }
  if (study.validation) {
    rows.add("validation",
             fmt::format("{:.6g} instance-hours of the target in month {}",
                         study.validation->instance_hours, study.validation->month),
             kStated, study.validation->source);
  }
  if (study.compile) {
    rows.add("compilation",
             fmt::format("{:.6g} graphs of {:.6g} h at {} USD/h in month {}, then {:.6g} times a "
                         "month",
                         study.compile->graphs, study.compile->hours,
                         format_usd(study.compile->usd_per_hour, 4), study.compile->month,
                         study.compile->repeats_per_month),
             kStated, study.compile->source);
  }
  for (const MonthlyCost& item : study.monthly) {
    rows.add(item.name,
             fmt::format("{} USD a month from month {}", format_usd(item.usd_per_month),
                         item.from_month),
             kStated, item.source);
  }
  rows.move_to(all);
}

void add_risks(const RoiStudy& study, std::vector<Assumption>& all) {
  Rows rows("risk");
  for (const OwedCommitment& item : study.commitments) {
    rows.add(item.label,
             fmt::format("{} USD a month for {:.6g} months, owed in any case",
                         format_usd(item.usd_per_month), item.months_left),
             kStated, item.source);
  }
  for (const PriceCutRisk& risk : study.price_cuts) {
    rows.add(fmt::format("price cut of the {}", to_string(risk.side)),
             fmt::format("{} off with a probability of {} a year", format_percent(risk.size),
                         format_percent(risk.probability_per_year)),
             kStated, risk.source);
  }
  for (const InputRange& range : study.uncertainty.ranges) {
    const std::string ends =
        is_share(range.input)
            ? fmt::format("P10 {}, P90 {}", format_percent(range.p10), format_percent(range.p90))
            : fmt::format("P10 {:.4g}, P90 {:.4g} times the plan", range.p10, range.p90);
    rows.add(fmt::format("range of {}", title(range.input)), ends, kStated, range.source);
  }
  for (const InputCorrelation& pair : study.uncertainty.correlations) {
    rows.add("correlation",
             fmt::format("{} and {}: {:.3g}", title(pair.first), title(pair.second), pair.value),
             kStated, pair.source);
  }
  rows.move_to(all);
}

}  // namespace

std::vector<Assumption> assumptions(const RoiResult& result) {
  std::vector<Assumption> all;
  add_side(result, SideName::kBaseline, all);
  add_side(result, SideName::kTarget, all);
  add_load(result, all);
  add_migration(result.study, all);
  add_risks(result.study, all);
  Rows rows("finance");
  rows.add("discount rate", format_percent(result.study.discount_rate) + " a year, effective",
           kStated, result.study.discount_source);
  rows.add("horizon", fmt::format("{} months, payments at their ends", result.study.horizon_months),
           kStated, "the study");
  rows.move_to(all);
  return all;
}

Table assumptions_table(const RoiResult& result) {
  Table table({{"group"}, {"name"}, {"value"}, {"provenance"}, {"source"}, {"date"}});
  for (const Assumption& a : assumptions(result)) {
    table.add_row({a.group, a.name, a.value, a.provenance, a.source, a.date});
  }
  return table;
}

}  // namespace nscope::cost
