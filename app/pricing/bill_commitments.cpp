#include "app/pricing/bill_commitments.h"

#include "costmodel/money/cost_arithmetic.h"
#include "costmodel/money/date.h"
#include "costmodel/money/figures.h"
#include "costmodel/money/instant.h"

#include <algorithm>
#include <chrono>
#include <set>
#include <string>

#include <fmt/format.h>

namespace nscope::app {
namespace {

using cost::BillCommitment;
using cost::BoughtAs;
using Hours = std::chrono::duration<double, std::ratio<3600>>;

/// The name of a commitment: the last part of its ARN.
std::string short_id(const std::string& id) {
  const std::size_t slash = id.find_last_of("/:");
  return slash == std::string::npos ? id : id.substr(slash + 1);
}

/// "Reserved Instance 93bb, 1yr, No Upfront".
std::string label_of(const BillCommitment& one) {
  std::string label = fmt::format("{} {}", Text(title(one.bought)).english(), short_id(one.id));
  for (const std::string* const part : {&one.term, &one.payment}) {
    if (!part->empty()) label += ", " + *part;
  }
  return label;
}

bool is_of(const BillCommitment& one, const cost::BaselineItem& item) {
  return one.instance == item.instance && (one.region.empty() || one.region == item.region);
}

/// The effective cost of the used and unused hours; null if no line states it.
std::optional<double> effective_cost(const BillCommitment& one) {
  cost::Measure sum = one.used;
  if (!cost::add(sum, one.unused) || sum.lines == 0) return std::nullopt;
  return sum.sum.to_double();
}

/// Why a commitment is not added to a study; empty if it is.
Text reason_against(const BillCommitment& one, cost::Day today) {
  if (one.bought == BoughtAs::kComputeSavingsPlan || one.bought == BoughtAs::kSavingsPlan) {
    return tr("a Savings Plan that can also pay for the target is not lost by a move");
  }
  if (one.currency != "USD") return tr("its currency is {}", one.currency);
  const auto cost = effective_cost(one);
  if (!cost || !(*cost > 0)) return tr("the bill does not state its effective cost");
  if (one.end.empty()) return tr("the bill does not state its end");
  const auto end = cost::parse_instant(one.end);
  if (!end) return tr("the end '{}' is not a date", one.end);
  if (*end <= cost::Instant(today)) return tr("it ended on {}", one.end);
  return {};
}

}  // namespace

double billed_hours(const cost::Bill& bill) {
  std::set<std::string> periods;
  for (const cost::BillLine& line : bill.lines) periods.insert(line.period);
  Hours sum{};
  for (const std::string& period : periods) {
    const auto month = cost::parse_price_date(period);
    if (!month) continue;
    const std::chrono::year_month_day first(month->first);
    cost::Instant end =
        cost::Day(first.year() / first.month() / std::chrono::day(1) + std::chrono::months(1));
    if (bill.end) end = std::min(end, *bill.end);
    if (end > month->first) sum += end - cost::Instant(month->first);
  }
  if (sum.count() == 0 && bill.begin && bill.end) sum = *bill.end - *bill.begin;
  return sum.count();
}

std::vector<Text> add_bill_commitments(Json& study, const cost::Bill& bill,
                                       const cost::BaselineItem& item, const Text& source,
                                       cost::Day today) {
  std::vector<Text> notes;
  const double period = billed_hours(bill);
  const bool stated = study.contains("commitments");
  for (const BillCommitment& one : bill.commitments) {
    if (!one.instance.empty() && !is_of(one, item)) continue;
    const std::string label = label_of(one);
    if (stated) {
      notes.push_back(
          tr("{} of the bill was not added to the study, because the study states "
             "'commitments'.",
             label));
      continue;
    }
    Text against = reason_against(one, today);
    if (against.empty() && one.instance.empty()) {
      against = tr("the bill does not state its instance type");
    }
    if (against.empty() && !(bill.end && period > 0)) {
      against = tr("the bill does not state its period");
    }
    if (!against.empty()) {
      notes.push_back(
          tr("{} of the bill is not among the commitments of the study: {}.", label, against));
      continue;
    }
    const double month = *effective_cost(one) / period * kHoursPerMonth;
    const Hours left = *cost::parse_instant(one.end) - cost::Instant(today);
    const Usd amount = Usd::round(month);
    study["commitments"].push_back({{"label", label},
                                    {"usd_per_month", amount.dollars()},
                                    {"months_left", left.count() / kHoursPerMonth},
                                    {"source", source.english()}});
    notes.push_back(tr("{} of the bill is owed until {}: USD {} per month.", label,
                       cost::to_string(cost::day_of(*cost::parse_instant(one.end))),
                       cost::as_usd(amount)));
  }
  const bool blocks = std::any_of(
      item.shares.begin(), item.shares.end(),
      [](const cost::BaselineShare& share) { return share.bought == BoughtAs::kCapacityBlock; });
  if (blocks) {
    notes.push_back(
        tr("The Capacity Blocks of the bill are paid and end by themselves, so they are not "
           "commitments of the study; if one continues after the bill, add it to 'commitments'."));
  }
  return notes;
}

}  // namespace nscope::app
