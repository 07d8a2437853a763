#include "costmodel/migration/what_if.h"

#include "costmodel/migration/figure_text.h"
#include "costmodel/money/figures.h"

#include <algorithm>
#include <string>

namespace nscope::cost {
namespace {

using Quantity = BreakEven::Quantity;

Text assumed(double factor, const Text& source) {
  return tr("what if: {} x the plan ({})", as_digits(factor, 4), source);
}

void change_price(WorkEstimate& work, const PriceState& state, double factor, double value) {
  const auto& price = std::get<Priced>(state);
  work.price = StatedPrice{.per_hour = Usd::round(value),
                           .source = assumed(factor, price.source),
                           .date = price.dated ? to_string(price.date) : std::string(),
                           .provenance = Provenance::kAssumed};
}

void change_throughput(Throughput& rate, double factor) {
  rate.tokens_per_second *= factor;
  if (rate.low) *rate.low *= factor;
  if (rate.high) *rate.high *= factor;
  rate.provenance = Provenance::kAssumed;
  rate.source = assumed(factor, rate.source);
}

void change_load(RoiStudy& study, double factor) {
  RoiLoad& load = study.load;
  if (load.tokens_per_month) *load.tokens_per_month *= factor;
  if (load.runs_per_month) *load.runs_per_month *= factor;
  load.source = assumed(factor, load.source);
  // The billed hours are for the stated load.
  if (study.baseline.bill) study.baseline.bill->instance_hours_per_month *= factor;
}

void change(RoiStudy& study, const RoiResult& plan, const WhatIf& to) {
  const double factor = to.value / planned_value(to.quantity, plan);
  WorkEstimate& target = study.target.work.estimate;
  switch (to.quantity) {
    case Quantity::kTargetThroughput: change_throughput(target.throughput, factor); break;
    case Quantity::kTargetPrice: change_price(target, plan.target.price, factor, to.value); break;
    case Quantity::kBaselinePrice:
      if (study.baseline.bill) {
        study.baseline.bill->per_instance_hour = Usd::round(to.value);
        study.baseline.bill->source = assumed(factor, study.baseline.bill->source);
      } else {
        change_price(study.baseline.work.estimate, plan.baseline.price, factor, to.value);
      }
      break;
    case Quantity::kTargetUtilisation:
      study.target.utilisation = to.value;
      study.target.utilisation_source = assumed(factor, study.target.utilisation_source);
      break;
    case Quantity::kLoad: change_load(study, factor); break;
    case Quantity::kEffort:
      for (EffortPhase& phase : study.phases) {
        phase.engineer_weeks *= factor;
        phase.source = assumed(factor, phase.source);
      }
      break;
    case Quantity::kGoLive: study.go_live_month = to.value; break;
  }
}

}  // namespace

double planned_value(Quantity quantity, const RoiResult& plan) {
  const Levers& levers = plan.levers;
  switch (quantity) {
    case Quantity::kTargetThroughput: return levers.target.tokens_per_second;
    case Quantity::kTargetPrice: return levers.target.usd_per_hour;
    case Quantity::kBaselinePrice: return levers.baseline.usd_per_hour;
    case Quantity::kTargetUtilisation: return levers.target.utilisation;
    case Quantity::kLoad: return levers.tokens;
    case Quantity::kEffort: return levers.effort;
    case Quantity::kGoLive: return levers.go_live_month;
  }
  return 0.0;
}

WhatIfRange what_if_range(Quantity quantity, const RoiResult& plan) {
  constexpr double kWide = 8.0;
  constexpr double kLeastShare = 0.01;
  const double planned = planned_value(quantity, plan);
  if (quantity == Quantity::kTargetUtilisation) {
    return {.from = std::min(kLeastShare, planned), .to = 1.0};
  }
  if (quantity == Quantity::kGoLive) {
    return {.from = 0.0, .to = static_cast<double>(plan.study.horizon_months)};
  }
  return {.from = planned / kWide, .to = planned * kWide, .logarithmic = true};
}

bool is_felt(Quantity quantity, const RoiResult& plan) {
  if (quantity != Quantity::kEffort) return true;
  return std::any_of(plan.study.phases.begin(), plan.study.phases.end(),
                     [](const EffortPhase& phase) {
                       return phase.engineer_weeks > 0.0 && phase.usd_per_week.nano() > 0;
                     });
}

RoiStudy study_with(const RoiResult& plan, std::span<const WhatIf> changes) {
  RoiStudy study = plan.study;
  std::vector<Text> changes_text;
  for (const WhatIf& to : changes) {
    change(study, plan, to);
    changes_text.push_back(tr("{} {} instead of {}", title(to.quantity),
                              figure_text(to.quantity, to.value),
                              figure_text(to.quantity, planned_value(to.quantity, plan))));
  }
  const Text changed = joined_by_semicolons(changes_text);
  if (!changed.empty()) {
    study.note = study.note.empty() ? tr("What if: {}.", changed)
                                    : tr("What if: {}. {}", changed, study.note);
  }
  return study;
}

}  // namespace nscope::cost
