#include "costmodel/calculator_text.h"

#include "costmodel/money/cost_arithmetic.h"

#include <algorithm>
#include <cassert>
#include <cstdint>

#include <fmt/format.h>

namespace nscope::cost {
namespace {

constexpr std::int64_t kMonthHours = 730;
constexpr std::int64_t kYearHours = 8760;

/// Without commas between the thousands.
std::string plain(Usd amount, int decimals) {
  std::string text = format_usd(amount, decimals);
  std::erase(text, ',');
  return text;
}

/// As few decimals as there are: "0.31", "3162.36".
std::string shortest(Usd amount) {
  std::string text = plain(amount, 9);
  text.erase(text.find_last_not_of('0') + 1);
  if (text.ends_with('.')) text.pop_back();
  return text;
}

std::string six(Usd amount) {
  return plain(amount, 6);
}

// For decimals that do not fit into 64 bits.
__extension__ using Wide = unsigned __int128;

constexpr int kWideDecimals = 17;  // of Wide amounts
constexpr Wide kNanoToWide = 100'000'000;

/// The shortest decimal text of a double, as a Wide amount.
Wide wide(double value) {
  const std::string text = fmt::format("{}", value);
  if (text.find('e') != std::string::npos) return 0;  // less than is shown
  Wide out = 0;
  int decimals = -1;
  for (const char c : text) {
    if (c == '.') {
      decimals = 0;
    } else if (decimals < kWideDecimals) {
      out = out * 10 + static_cast<Wide>(c - '0');
      if (decimals >= 0) ++decimals;
    }
  }
  for (int i = std::max(decimals, 0); i < kWideDecimals; ++i) out *= 10;
  return out;
}

/// a / b with 20 decimals, cut off.
std::string quotient(Wide a, Wide b) {
  std::string text = fmt::format("{}.", static_cast<std::uint64_t>(a / b));
  constexpr int kPrinted = 20;
  for (int i = 0; i < kPrinted; ++i) {
    a = a % b * 10;
    text += static_cast<char>('0' + static_cast<int>(a / b));
  }
  return text;
}

std::string upfront_words(int percent) {
  return percent == 0 ? "No Upfront" : percent == 100 ? "All Upfront" : "Partial Upfront";
}

}  // namespace

std::string calculator_on_demand(const CalculatorUsage& usage) {
  const Usd month = usage.on_demand * (usage.instances * kMonthHours);
  return fmt::format(
      "{} instances x {} USD On Demand hourly cost x 730 hours in a month = {} USD\n"
      "On-Demand instances (monthly): {} USD\n",
      usage.instances, shortest(usage.on_demand), six(month), six(month));
}

std::string calculator_reserved(int instances, Usd upfront, Usd hourly) {
  const std::int64_t hours = instances * kMonthHours;
  const Usd fee = upfront * std::int64_t{instances};
  const Usd month = hourly * hours;
  return fmt::format(
      "{0} Reserved instances x {1} USD upfront cost = {2} USD\n\n"
      "Reservation instances (upfront): {2} USD\n"
      "{0} instances x 730 hours in a month = {3} Reserved instance hours per month\n"
      "{3} Reserved instance hours per month x {4} USD = {5} USD\n\n"
      "Normalized Reserved instances (monthly): {5} USD\n",
      instances, six(upfront), six(fee), hours, six(hourly), six(month));
}

std::string calculator_savings_plan(const CalculatorUsage& usage, const CalculatorPlan& plan) {
  assert(usage.on_demand.nano() > 0 && plan.years > 0);
  const std::int64_t term = plan.years * kYearHours;
  const Usd commitment = plan.rate * term;
  const Usd upfront = commitment * (plan.upfront_percent / 100.0);
  const Usd hourly = (commitment - upfront) * (1.0 / static_cast<double>(term));
  const int months = 12 * plan.years;
  const Usd normalized = upfront * (1.0 / months) + hourly * kMonthHours;
  const Usd on_demand = usage.on_demand * kMonthHours;
  // AWS divides in binary: 7253.28 / 26280 is 0.27599999999999997 there, which shows in the
  // share's sixteenth decimal.
  const Wide binary = wide((commitment - upfront).dollars() / static_cast<double>(term));
  const Wide upfront_share = static_cast<Wide>((upfront * (1.0 / months)).nano()) * kNanoToWide;
  const std::string share =
      quotient(upfront_share + binary * kMonthHours,
               static_cast<Wide>(usage.on_demand.nano()) * kMonthHours * kNanoToWide);
  const std::string point =
      fmt::format("{:.6f}", normalized / on_demand * static_cast<double>(kMonthHours));
  const std::int64_t hours = usage.instances * kMonthHours;
  const Usd paid_upfront = upfront * std::int64_t{usage.instances};
  const Usd month = hourly * hours;
  const std::string& name = plan.plan;

  std::string text = "Breakeven analysis\n";
  text += fmt::format(
      "A cost-optimized strategy for your utilization is found by calculating the breakeven point "
      "when {} instances are more cost effective to use than On-Demand Instances.\n\n",
      name);
  text += fmt::format("{} rate for {} in the {} for {} Year term and {} is {} USD\n", name,
                      usage.instance, usage.location, plan.years,
                      upfront_words(plan.upfront_percent), shortest(plan.rate));
  text += fmt::format("Hours in the commitment: 365 days * 24 hours * {} year = {}.0000 hours\n",
                      plan.years, term);
  text += fmt::format("Total Commitment: {} USD * {} hours = {} USD\n", shortest(plan.rate), term,
                      plain(commitment, 4));
  text += fmt::format("Upfront: {} ({}% of {}) = {} USD\n", upfront_words(plan.upfront_percent),
                      plan.upfront_percent, shortest(commitment), plain(upfront, 4));
  text += fmt::format(
      "Hourly cost for {} = (Total Commitment - Upfront cost)/Hours in the term: ({} - {})/{} = {} "
      "USD\n",
      name, shortest(commitment), plain(upfront, 2), term, plain(hourly, 4));
  text += fmt::format(
      "Normalized {} monthly price: ({} USD / {} months) + ({} USD x 730 hours in a month) = {} "
      "USD\n",
      name, six(upfront), months, six(hourly), six(normalized));
  text += fmt::format("On-Demand hourly price: {} USD\n", six(usage.on_demand));
  text +=
      fmt::format("Normalized On-Demand monthly price: {} USD x 730 hours in a month = {} USD\n",
                  six(usage.on_demand), six(on_demand));
  text += fmt::format("Breakeven percentage: {} USD / {} USD = {}\n", six(normalized),
                      six(on_demand), share);
  text += fmt::format("Breakeven point: {} x 730 hours in month = {} hours\n\n", share, point);
  text += "Utilization summary\n";
  text += fmt::format(
      "For instance utilization over the breakeven point, {} hours, it is more cost effective to "
      "choose {} instances than On-Demand Instances.\n\n",
      point, name);
  text += fmt::format("{} {} instances x {} upfront cost = {} USD\n\n", usage.instances, name,
                      six(upfront), six(paid_upfront));
  text += fmt::format("{} instances (upfront): {} USD\n", name, six(paid_upfront));
  text += fmt::format("{} instances x 730 hours in a month = {} {} instance hours per month\n",
                      usage.instances, hours, name);
  text += fmt::format("{} {} instance hours per month x {} USD = {} USD\n\n", hours, name,
                      six(hourly), six(month));
  text += fmt::format("Normalized {} instances (monthly): {} USD\n", name, six(month));
  text += fmt::format("0 On-Demand instance hours per month x {} USD = {} USD\n\n",
                      six(usage.on_demand), six(Usd()));
  text += fmt::format("On-Demand (monthly): {} USD\n", six(Usd()));
  text += fmt::format(
      "{} USD On-Demand (monthly) + {} USD Normalized {} instances (monthly) = {} USD\n\n",
      six(Usd()), six(month), name, six(month));
  text += fmt::format("Total cost (monthly): {} USD\n", six(month));
  text +=
      "*Please note that you will pay an hourly commitment for Savings Plans and your usage will "
      "be accrued at a discounted rate against this commitment.\n";
  return text;
}

}  // namespace nscope::cost
