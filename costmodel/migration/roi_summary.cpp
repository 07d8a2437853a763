#include "costmodel/migration/roi_summary.h"

#include "costmodel/checks/guards.h"
#include "costmodel/migration/figure_text.h"
#include "costmodel/migration/timeline.h"
#include "costmodel/money/figures.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <string>
#include <variant>

#include <fmt/format.h>

namespace nscope::cost {
namespace {

/// "12 x p4d.24xlarge for USD 192,349": the instances and the cost of a side in a month.
Text bought_text(const RoiSide& side, const SideRates& rates, double tokens, Usd cost) {
  const std::string& instance = side.work.estimate.instance;
  const bool whole = side.billing == Billing::kAlwaysOn;
  if (side.bill) {
    const double hours =
        rates.instances * tokens / (rates.tokens_per_second * kSecondsPerHour * rates.utilisation);
    return tr("{} instance-hours of {} for {}", as::count(std::llround(hours)), instance,
              whole_usd(cost));
  }
  const auto count =
      whole ? std::llround(groups_for(rates, tokens) * rates.instances) : side.work.estimate.count;
  if (!whole && count == 1) return tr("{} for {}", instance, whole_usd(cost));
  return tr("{} x {} for {}", as::count(count), instance, whole_usd(cost));
}

/// What is bought in the first and in the last month, without and with the move.
std::vector<Text> bought_items(const RoiResult& result) {
  const auto& months = result.months;
  const std::size_t last = months.size() - 1;
  const auto stay = [&](std::size_t month) {
    return bought_text(result.study.baseline, result.levers.baseline, months[month].tokens,
                       months[month].stay);
  };
  const auto move = [&](std::size_t month) {
    return bought_text(result.study.target, result.levers.target, months[month].tokens,
                       months[month].new_machines);
  };
  std::vector<Text> items{
      stay(1) == stay(last)
          ? tr("Without the move: {} in every month.", stay(last))
          : tr("Without the move: {} in month {}; {} in month {}.", stay(1), 1, stay(last), last)};
  const auto moved =
      std::ranges::find_if(months, [](const CashMonth& month) { return month.share >= 1.0; });
  if (moved == months.end()) return items;
  const auto first = static_cast<std::size_t>(moved - months.begin());
  items.push_back(move(first) == move(last)
                      ? tr("With the move: {} in every month from month {} on.", move(last), first)
                      : tr("With the move: {} in month {}; {} in month {}.", move(first), first,
                           move(last), last));
  return items;
}

/// The month in which a number of months from the day of the prices ends: "2027-11".
std::string month_after(Day day, double months) {
  const std::chrono::year_month_day from(day);
  const std::chrono::year_month later =
      from.year() / from.month() + std::chrono::months(static_cast<int>(std::ceil(months)));
  return fmt::format("{:04}-{:02}", static_cast<int>(later.year()),
                     static_cast<unsigned>(later.month()));
}

}  // namespace

std::vector<Text> decision_items(const RoiResult& result) {
  const int months = result.study.horizon_months;
  const Usd npv = result.npv;
  const Text value = result.study.tax ? tr("net present value after tax") : tr("net present value");
  const Text amount = npv.nano() >= 0
                          ? tr("Moving saves {} until {} ({})", whole_usd(npv),
                               month_after(result.as_of, months), value)
                          : tr("Moving costs {} more until {} ({})", whole_usd(Usd() - npv),
                               month_after(result.as_of, months), value);
  const MonteCarlo& trials = result.monte_carlo;
  const bool banded = trials.trials > 0 && (!result.study.uncertainty.ranges.empty() ||
                                            !result.study.price_cuts.empty());
  std::vector<Text> items{banded ? tr("{}; net present value of {} to {} in 80 % of the trials, "
                                      "median {}.",
                                      amount, whole_usd(trials.npv.p10), whole_usd(trials.npv.p90),
                                      whole_usd(trials.npv.p50))
                                 : tr("{}; without a band, because no input has a range.", amount)};
  const bool paid = result.payback.state == Payback::State::kPaid;
  items.push_back(paid ? tr("Payback: {}, in {}.", payback_text(result.payback, months),
                            month_after(result.as_of, result.payback.months))
                       : tr("Payback: {}.", payback_text(result.payback, months)));
  for (Text& item : bought_items(result)) items.push_back(std::move(item));
  for (const OwedCommitment& owed : result.study.commitments) {
    items.push_back(tr("Owed in any case: {} per month for another {} months ({}).",
                       whole_usd(owed.usd_per_month), as_digits(owed.months_left, 3), owed.label));
  }
  for (const SideName name : {SideName::kBaseline, SideName::kTarget}) {
    const PricedSide& side = name == SideName::kBaseline ? result.baseline : result.target;
    const auto& price = std::get<Priced>(side.price);
    items.push_back(tr("Price of {}: {} USD/h, {}, {}{}.",
                       result.study.side(name).work.estimate.label, as_price(price.per_hour),
                       price.source,
                       price.dated ? Text::verbatim(to_string(price.date)) : tr("undated"),
                       side.stale ? tr(" (out of date)") : Text()));
  }
  return items;
}

std::vector<Text> warnings(const RoiResult& result) {
  std::vector<Text> items;
  for (const Concern& concern : result.concerns) {
    if (concern.severity == Severity::kInfo || concern.topic == title(Guard::kStalePrice)) continue;
    items.push_back(concern.subject.empty() ? concern.message
                                            : tr("{}: {}", concern.subject, concern.message));
  }
  return items;
}

std::vector<MainAssumption> main_assumptions(const RoiResult& result) {
  constexpr std::size_t kMost = 5;
  std::vector<MainAssumption> items;
  for (const TornadoBar& bar : result.tornado) {
    if (items.size() == kMost) break;
    items.push_back({bar.input, tr("{} from {} to {}: net present value from {} to {}",
                                   title(bar.input), figure_text(bar.input, bar.low_input),
                                   figure_text(bar.input, bar.high_input), whole_usd(bar.at_low),
                                   whole_usd(bar.at_high))});
  }
  return items;
}

std::vector<Text> exclusions(const RoiResult& result) {
  std::vector<Text> items = {tr("Storage, data transfer, load balancers, support and staff, unless "
                                "the study states them."),
                             tr("Inflation, and changes of prices that the study does not state.")};
  if (!result.study.tax) items.push_back(tr("Tax: all amounts are before tax."));
  return items;
}

std::vector<Text> unknowns(const RoiResult& result) {
  std::vector<Text> items;
  std::vector<Text> fixed;
  const auto& ranges = result.study.uncertainty.ranges;
  for (const RoiInput input : kRoiInputs) {
    const bool of_bill = result.study.baseline.bill && (input == RoiInput::kBaselineThroughput ||
                                                        input == RoiInput::kBaselineUtilisation);
    const bool ranged = std::any_of(ranges.begin(), ranges.end(),
                                    [&](const InputRange& range) { return range.input == input; });
    if (!of_bill && !ranged) fixed.push_back(title(input));
  }
  if (!fixed.empty()) items.push_back(tr("The uncertainty of: {}.", joined(fixed)));
  for (const OptionCell& cell : result.options) {
    if (cell.missing.empty()) continue;
    items.push_back(
        tr("The result with some other purchase options, because a price is unknown or "
           "the option is not sold; see the table of purchase options."));
    break;
  }
  return items;
}

}  // namespace nscope::cost
