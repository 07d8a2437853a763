#include "costmodel/migration/roi.h"

#include "costmodel/migration/cash_flow.h"
#include "costmodel/migration/distribution.h"
#include "costmodel/money/figures.h"
#include "costmodel/prices/price_citation.h"
#include "profiler/base/text/closest_names.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace nscope::cost {
namespace {

constexpr double kLargestSum = 9.0e9;  // close to the maximum of Usd

/// The price of one instance-hour of a side with the purchase option `option`.
PriceState price_of(const PriceBook& book, const RoiSide& side, const Purchase& option, Day day) {
  const WorkEstimate& work = side.work.estimate;
  const bool own = option == side.option;
  const auto stated = [&](Usd per_hour, const std::string& date, const Text& source,
                          Provenance provenance, Phrase note) {
    const auto parsed = parse_price_date(date);
    Priced price;
    price.per_hour = per_hour;
    price.date = parsed.value_or(PriceDate{day, PriceDate::Precision::kDay});
    price.dated = parsed.has_value();
    price.provenance = provenance;
    price.source = source;
    price.note = note;
    return price;
  };
  if (own && side.bill) {
    return stated(side.bill->per_instance_hour, side.bill->date, side.bill->source,
                  Provenance::kImported, phrase("effective price of the own bill"));
  }
  if (own && work.price) {
    return stated(work.price->per_hour, work.price->date, work.price->source,
                  work.price->provenance, phrase("stated in the study"));
  }
  return book.as_of(work.instance, side.region, option, day);
}

/// Refuses unknown instance types. With a stated price, other hardware can have any name, except
/// one that looks like a misspelled instance type.
Result<> check_instance(const catalog::Catalog& catalog, const PriceBook& book,
                        const RoiSide& side) {
  const WorkEstimate& work = side.work.estimate;
  const auto instance = catalog.instance(work.instance);
  if (instance || !book.observations(work.instance).empty()) return {};
  if (!work.price && !side.bill) return fail(instance.error());
  const bool is_type =
      work.instance.find('.') != std::string::npos && work.instance.find(' ') == std::string::npos;
  std::vector<std::string> names = book.instances();
  for (const catalog::Instance& one : catalog.instances()) names.push_back(one.id);
  const auto similar = similar_name(work.instance, names);
  if (!is_type || !similar) return {};
  return fail(ErrorCode::kNotFound,
              tr("unknown instance type '{}'; did you mean '{}'? Describe a new type in a "
                 "folder for --devices, and give other hardware a name without a dot.",
                 work.instance, *similar));
}

Result<> check_side(const catalog::Catalog& catalog, const PriceBook& book, const RoiSide& side,
                    SideName name) {
  const WorkEstimate& work = side.work.estimate;
  const std::string place(to_string(name));
  if (side.reference || side.work.pending) {
    return fail(ErrorCode::kInvalidArgument, tr("the throughput has not been determined"), place);
  }
  if (auto ok = check_instance(catalog, book, side); !ok) {
    return fail(ok.error().code, ok.error().message, place + "/instance");
  }
  const auto model = catalog.model(work.shape.model);
  if (!work.shape.model.empty() && !work.shape.parameters && !model) {
    return fail(model.error().code, model.error().message, place);
  }
  if (work.price) {
    const auto ok = book.check_amount(work.instance, work.price->per_hour);
    if (!ok) return fail(ok.error().code, ok.error().message, place + "/price");
  }
  if (const auto ok = book.check_region(side.region); !ok) {
    return fail(ok.error().code, ok.error().message, place + "/region");
  }
  return {};
}

/// Tokens in month 1. Errors: kInvalidArgument if the length of a run is unknown.
Result<double> first_month(const RoiStudy& study) {
  if (study.load.tokens_per_month) return *study.load.tokens_per_month;
  const WorkEstimate& base = study.baseline.work.estimate;
  double per_run = study.load.tokens_per_run.value_or(0.0);
  if (per_run <= 0.0) {
    if (!base.run_hours) {
      return fail(ErrorCode::kInvalidArgument,
                  tr("missing key, which is required because the baseline states no run"),
                  "load/tokens_per_run");
    }
    per_run = tokens_in(base.throughput.tokens_per_second, *base.run_hours);
  }
  return per_run * *study.load.runs_per_month;
}

/// Sets the throughput of the billed instances: the load divided by the billed hours.
void fill_bill(RoiSide& side, double tokens) {
  WorkEstimate& work = side.work.estimate;
  const double per_instance = tokens / (side.bill->instance_hours_per_month * kSecondsPerHour);
  work.throughput.tokens_per_second = per_instance * work.count;
  work.throughput.provenance = Provenance::kMeasured;
  work.throughput.source = tr("load / {} instance-hours of the own bill: {}",
                              as_digits(side.bill->instance_hours_per_month, 6), side.bill->source);
}

Result<Usd> side_price(const PriceBook& book, const PriceState& state, const RoiSide& side,
                       SideName name, Day day) {
  if (const auto* price = std::get_if<Priced>(&state)) return price->per_hour;
  Text why = missing_word(state);
  if (const auto* none = std::get_if<NotOffered>(&state)) why = tr("{}: {}", why, none->reason);
  if (const auto* unknown = std::get_if<UnknownPrice>(&state)) {
    why = tr("{}: {}", why, unknown->remedy);
  }
  const Text others =
      other_offers_text(book, side.work.estimate.instance, std::span(&side.region, 1), day);
  if (!others.empty()) why = tr("{}; available: {}", why, others);
  return fail(ErrorCode::kInfeasible,
              tr("price of {} with {} in {}: {}", side.work.estimate.instance, title(side.option),
                 side.region, why),
              fmt::format("{}/option", to_string(name)));
}

SideRates rates(const RoiSide& side, Usd per_instance_hour) {
  const WorkEstimate& work = side.work.estimate;
  return {.usd_per_hour = per_instance_hour.dollars(),
          .instances = static_cast<double>(work.count),
          .tokens_per_second = work.throughput.tokens_per_second,
          .utilisation = side.utilisation,
          .billing = side.billing};
}

PricedSide priced_side(const RoiSide& side, const PriceState& state, Usd per_instance_hour,
                       const SideRates& side_rates, double tokens, Day day) {
  PricedSide result;
  result.price = state;
  result.per_hour = per_instance_hour * std::int64_t{side.work.estimate.count};
  result.per_million = month_cost(side_rates, tokens) / tokens * kMillion;
  if (!side.bill) {
    result.token_prices = token_prices(side.work.estimate.throughput, result.per_million);
  }
  const auto& price = std::get<Priced>(state);
  result.stale = price.dated && is_stale(side.option.option, price.date, day);
  return result;
}

std::vector<CashMonth> exact_months(const std::vector<MonthLines>& lines, double rate) {
  std::vector<CashMonth> months;
  Usd sum;
  for (std::size_t t = 0; t < lines.size(); ++t) {
    const MonthLines& line = lines[t];
    CashMonth month;
    month.tokens = line.tokens;
    month.share = line.share;
    month.dual = line.dual;
    month.stay = Usd::round(line.stay);
    month.committed = Usd::round(line.committed);
    month.old_machines = Usd::round(line.old_machines);
    month.new_machines = Usd::round(line.new_machines);
    month.running = Usd::round(line.running);
    month.people = Usd::round(line.people);
    month.one_off = Usd::round(line.one_off);
    month.resale = Usd::round(line.resale);
    month.tax = Usd::round(line.tax);
    month.net = month.stay - month.old_machines - month.new_machines - month.running -
                month.people - month.one_off + month.resale - month.tax;
    month.cumulative = sum += month.net;
    month.present = Usd::round(month.net.dollars() / std::pow(1.0 + rate, static_cast<double>(t)));
    months.push_back(month);
  }
  return months;
}

/// Whether all sums of the plan are in the range of Usd.
bool in_range(const std::vector<MonthLines>& lines) {
  double sum = 0.0;
  for (const MonthLines& line : lines) {
    sum += std::abs(line.stay) + std::abs(line.old_machines) + std::abs(line.new_machines) +
           std::abs(line.running) + std::abs(line.people) + std::abs(line.one_off) +
           std::abs(line.resale) + std::abs(line.tax);
  }
  return sum < kLargestSum;
}

void sum_up(RoiResult& result) {
  const double rate = monthly_rate(result.study.discount_rate);
  for (const CashMonth& month : result.months) {
    result.investment += month.people + month.one_off;
    const double on = month.share + month.dual;
    if (month.dual > 0.0) result.dual_running += month.new_machines * (month.dual / on);
    result.npv += month.present;
  }
  const CashMonth& last = result.months.back();
  result.saving_per_month = last.net + last.people + last.one_off - last.resale;
  const auto flows = result.flows();
  result.internal_rate = internal_rate(flows);
  result.payback = payback(flows);
  result.discounted_payback = discounted_payback(flows, rate);
  const SideRates& base = result.levers.baseline;
  const SideRates& target = result.levers.target;
  result.price_speed_ratio =
      break_even_speed_ratio(result.target.per_hour, result.baseline.per_hour);
  result.speed_ratio = target.tokens_per_second / base.tokens_per_second;
}

/// The plan with other purchase options.
OptionCell option_cell(const RoiResult& result, const PriceState& base, const Purchase& base_option,
                       const PriceState& target, const Purchase& target_option) {
  OptionCell cell{.baseline = base_option, .target = target_option};
  const auto* base_price = std::get_if<Priced>(&base);
  const auto* target_price = std::get_if<Priced>(&target);
  cell.baseline_stale =
      base_price != nullptr && !is_current(*base_price, base_option, result.as_of);
  cell.target_stale =
      target_price != nullptr && !is_current(*target_price, target_option, result.as_of);
  if (base_price == nullptr || target_price == nullptr) {
    cell.missing = target_price == nullptr ? tr("target: {}", missing_word(target))
                                           : tr("baseline: {}", missing_word(base));
    return cell;
  }
  Levers levers = result.levers;
  levers.baseline.usd_per_hour = base_price->per_hour.dollars();
  levers.target.usd_per_hour = target_price->per_hour.dollars();
  const auto lines = timeline(result.study, levers);
  if (!in_range(lines)) {
    cell.missing = tr("out of range");
    return cell;
  }
  const double rate = monthly_rate(result.study.discount_rate);
  cell.npv = Usd::round(present_value(net_flows(lines), rate));
  const MonthLines& last = lines.back();
  cell.saving_per_month = Usd::round(last.net() + last.people + last.one_off - last.resale);
  return cell;
}

std::vector<OptionCell> option_matrix(const PriceBook& book, const RoiResult& result) {
  std::vector<OptionCell> cells;
  const RoiStudy& study = result.study;
  // The default options and those of the two sides.
  std::vector<Purchase> options(kPurchaseOptions.begin(), kPurchaseOptions.end());
  for (const Purchase& own : {study.baseline.option, study.target.option}) {
    if (std::find(options.begin(), options.end(), own) == options.end()) options.push_back(own);
  }
  for (const Purchase& base : options) {
    const PriceState base_price = price_of(book, study.baseline, base, result.as_of);
    for (const Purchase& target : options) {
      cells.push_back(option_cell(result, base_price, base,
                                  price_of(book, study.target, target, result.as_of), target));
    }
  }
  return cells;
}

/// Errors: kInvalidArgument if the cost of a run is out of range.
Result<std::optional<ClaimCheck>> claim_check(const RoiResult& result) {
  const WorkEstimate& base = result.study.baseline.work.estimate;
  const WorkEstimate& target = result.study.target.work.estimate;
  if (!base.run_hours || !target.run_hours) return std::optional<ClaimCheck>();
  ClaimCheck check;
  check.work =
      equal_work({result.baseline.per_hour, base.throughput.tokens_per_second, *base.run_hours},
                 {result.target.per_hour, target.throughput.tokens_per_second, *target.run_hours});
  for (const Usd amount : {check.work.base_cost, check.work.claimed_cost, check.work.equal_cost}) {
    if (is_usd_range(amount)) continue;
    return fail(ErrorCode::kInvalidArgument,
                tr("value out of range; the cost of a run {}. Check the lengths of the runs, the "
                   "prices and the throughputs.",
                   kOutOfRange),
                "/baseline/run");
  }
  check.saving_claimed = check.work.base_cost - check.work.claimed_cost;
  check.saving_equal = check.work.base_cost - check.work.equal_cost;
  if (result.investment.nano() > 0) {
    check.runs_claimed = runs_to_break_even(result.investment, check.saving_claimed);
    check.runs_equal = runs_to_break_even(result.investment, check.saving_equal);
  }
  return std::optional(check);
}

/// The date of the stated price or bill of a side, and its member; empty without one.
std::pair<std::string, std::string> stated_date(const RoiSide& side, SideName name) {
  if (side.bill) return {side.bill->date, fmt::format("/{}/bill/date", to_string(name))};
  const auto& price = side.work.estimate.price;
  if (price) return {price->date, fmt::format("/{}/price/date", to_string(name))};
  return {};
}

/// Errors: kInvalidArgument for a stated price or a bill with a date in the future.
Result<> check_dates(const RoiStudy& study, Day today) {
  for (const SideName name : {SideName::kBaseline, SideName::kTarget}) {
    const auto [text, place] = stated_date(study.side(name), name);
    const auto date = parse_price_date(text);
    if (!date || date->first <= today) continue;
    return fail(
        ErrorCode::kInvalidArgument,
        tr("{} is in the future; today is {}. State the day on which the amount was paid or "
           "seen.",
           text, to_string(today)),
        place);
  }
  return {};
}

/// Makes the labels different, because the checks name a side by its label.
void tell_apart(RoiStudy& study) {
  std::string& base = study.baseline.work.estimate.label;
  std::string& target = study.target.work.estimate.label;
  if (base != target) return;
  base += " (baseline)";
  target += " (target)";
}

/// Adds the 90 % band of predicted throughputs for which the study states no range.
void add_prediction_bands(RoiStudy& study) {
  const auto add = [&](const RoiSide& side, RoiInput input) {
    const Throughput& rate = side.work.estimate.throughput;
    auto& ranges = study.uncertainty.ranges;
    const bool stated = std::any_of(ranges.begin(), ranges.end(),
                                    [&](const InputRange& r) { return r.input == input; });
    if (stated || !rate.low || !rate.high || !(*rate.low < *rate.high)) return;
    const double middle = std::sqrt(*rate.low * *rate.high) / rate.tokens_per_second;
    const double spread = std::log(*rate.high / *rate.low) / (2 * kZ95) * kZ90;
    ranges.push_back({input, middle * std::exp(-spread), middle * std::exp(spread),
                      tr("90 % band of the prediction: {}", rate.source)});
  };
  add(study.baseline, RoiInput::kBaselineThroughput);
  add(study.target, RoiInput::kTargetThroughput);
  std::sort(study.uncertainty.ranges.begin(), study.uncertainty.ranges.end(),
            [](const InputRange& a, const InputRange& b) { return a.input < b.input; });
}

}  // namespace

std::string_view to_string(Recommendation::Verdict verdict) {
  switch (verdict) {
    case Recommendation::Verdict::kMove: return "move";
    case Recommendation::Verdict::kStay: return "stay";
    case Recommendation::Verdict::kOpen: return "open";
    case Recommendation::Verdict::kImpossible: return "impossible";
  }
  return "";
}

std::vector<double> RoiResult::flows() const {
  std::vector<double> all;
  all.reserve(months.size());
  for (const CashMonth& month : months) all.push_back(month.net.dollars());
  return all;
}

Result<RoiResult> evaluate_plan(const catalog::Catalog& catalog, const PriceBook& book,
                                const RoiStudy& study, Day today) {
  for (const SideName name : {SideName::kBaseline, SideName::kTarget}) {
    if (auto ok = check_side(catalog, book, study.side(name), name); !ok) return fail(ok.error());
  }
  RoiResult result;
  result.study = study;
  if (study.as_of) {
    if (const auto ok = check_price_day(*study.as_of, today); !ok) {
      return fail(ok.error().code, ok.error().message, "/as_of");
    }
  }
  result.as_of = study.as_of.value_or(today);
  if (auto ok = check_dates(study, std::max(today, result.as_of)); !ok) return fail(ok.error());
  const auto tokens = first_month(study);
  if (!tokens) return fail(tokens.error());
  if (result.study.baseline.bill) fill_bill(result.study.baseline, *tokens);
  add_prediction_bands(result.study);
  tell_apart(result.study);
  const RoiSide& base = result.study.baseline;
  const RoiSide& target = result.study.target;
  const PriceState base_state = price_of(book, base, base.option, result.as_of);
  const PriceState target_state = price_of(book, target, target.option, result.as_of);
  const auto base_price = side_price(book, base_state, base, SideName::kBaseline, result.as_of);
  if (!base_price) return fail(base_price.error());
  const auto target_price = side_price(book, target_state, target, SideName::kTarget, result.as_of);
  if (!target_price) return fail(target_price.error());
  result.levers = {.baseline = rates(base, *base_price),
                   .target = rates(target, *target_price),
                   .tokens = *tokens,
                   .effort = 1.0,
                   .go_live_month = study.go_live_month};
  const auto lines = timeline(result.study, result.levers);
  if (!in_range(lines)) {
    return fail(ErrorCode::kInvalidArgument,
                tr("value out of range; the payments exceed USD 9 billion. Check the load, the "
                   "prices and the throughputs."));
  }
  result.baseline =
      priced_side(base, base_state, *base_price, result.levers.baseline, *tokens, result.as_of);
  result.target =
      priced_side(target, target_state, *target_price, result.levers.target, *tokens, result.as_of);
  result.months = exact_months(lines, monthly_rate(study.discount_rate));
  sum_up(result);
  result.break_evens = break_evens(result.study, result.levers);
  result.tornado = tornado(result.study, result.levers);
  result.options = option_matrix(book, result);
  result.compatibility = compatibility(catalog, book, result.study, result.as_of);
  auto claim = claim_check(result);
  if (!claim) return fail(claim.error());
  result.claim = std::move(*claim);
  result.concerns = find_concerns(catalog, book, result);
  return result;
}

Result<> add_trials(RoiResult& plan, TaskControl& control) {
  auto trials = monte_carlo(plan.study, plan.levers, control);
  if (!trials) return fail(trials.error());
  plan.monte_carlo = std::move(*trials);
  plan.recommendation = recommend(plan);
  return {};
}

Result<RoiResult> evaluate_roi(const catalog::Catalog& catalog, const PriceBook& book,
                               const RoiStudy& study, Day today, TaskControl& control) {
  auto result = evaluate_plan(catalog, book, study, today);
  if (!result) return result;
  if (auto done = add_trials(*result, control); !done) return fail(done.error());
  return result;
}

}  // namespace nscope::cost
