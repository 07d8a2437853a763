#include "costmodel/bills/baseline.h"

#include "costmodel/bills/usage_type.h"
#include "costmodel/money/figures.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

#include <fmt/format.h>

namespace nscope::cost {
namespace {

constexpr std::string_view kCurrency = "USD";

/// Sums for one BaselineItem.
struct ItemSums {
  struct Share {
    ExactAmount billed;
    ExactAmount cost;
    ExactAmount list;
    ExactAmount hours;
    bool cost_known = true;
    bool list_known = true;
  };
  std::map<BoughtAs, Share> shares;
  ExactAmount unused;
  ExactAmount other;
};

/// The sum is in range because BillBuilder checked the sum of all lines.
void put(ExactAmount& to, const Measure& measure) {
  (void)to.add(measure.sum);
}

bool is_complete(const Measure& measure, const BillLine& line) {
  return measure.lines == line.lines;
}

void put_line(ItemSums& sums, const BillLine& line) {
  const bool may_be_use = line.kind == ChargeKind::kUsage || line.kind == ChargeKind::kFee;
  const bool is_use = may_be_use && line.hours.lines > 0;
  const bool of_use = line.kind == ChargeKind::kNegation;
  if (!is_use && !of_use) {
    const bool idle =
        line.kind == ChargeKind::kUnusedCapacity || line.kind == ChargeKind::kCommitment;
    put(idle ? sums.unused : sums.other, line.effective);
    return;
  }
  ItemSums::Share& share = sums.shares[line.bought];
  put(share.billed, line.billed);
  put(share.cost, line.effective);
  share.cost_known = share.cost_known && is_complete(line.effective, line);
  if (of_use) return;
  put(share.list, line.list);
  put(share.hours, line.hours);
  share.list_known = share.list_known && is_complete(line.list, line);
}

/// Converts exact amounts to dollars, and keeps the error of the first amount above the range of
/// Usd.
class Dollars {
 public:
  Usd of(const ExactAmount& amount, Phrase name, const std::string& where) {
    const auto usd = amount.to_usd();
    if (!usd) reject(as::exact(amount.to_text()), name, where);
    return usd.value_or(Usd());
  }
  std::optional<Usd> per_hour(const ExactAmount& cost, const ExactAmount& hours, Phrase name,
                              const std::string& where) {
    if (!(hours > ExactAmount())) return std::nullopt;
    const double dollars = cost.to_double() / hours.to_double();
    constexpr double kMost = 9.2e9;
    if (std::abs(dollars) < kMost) return Usd::round(dollars);
    reject(as_digits(dollars, 4), name, where);
    return std::nullopt;
  }
  const std::optional<Error>& error() const { return error_; }

 private:
  void reject(TextNumber amount, Phrase name, const std::string& where) {
    if (error_) return;
    error_ = Error{ErrorCode::kBadInput,
                   tr("{}: value out of range; USD {} exceeds the limit of 9.2 billion", name,
                      std::move(amount)),
                   where};
  }

  std::optional<Error> error_;
};

BaselineItem item_of(const std::string& instance, const std::string& region, const ItemSums& sums,
                     Dollars& dollars) {
  BaselineItem item{.instance = instance, .region = region};
  const std::string where = fmt::format("{} {}", instance, region);
  constexpr Phrase kEffective = phrase("effective cost");
  constexpr Phrase kEffectivePerHour = phrase("effective cost per hour");
  ExactAmount hours;
  ExactAmount cost;
  bool known = true;
  for (const auto& [bought, share] : sums.shares) {
    if (!(share.hours > ExactAmount())) continue;
    BaselineShare& shown = item.shares.emplace_back();
    shown.bought = bought;
    shown.hours = share.hours.to_double();
    shown.billed = dollars.of(share.billed, phrase("unblended cost"), where);
    if (share.cost_known) {
      shown.cost = dollars.of(share.cost, kEffective, where);
      shown.per_hour = dollars.per_hour(share.cost, share.hours, kEffectivePerHour, where);
    }
    if (share.list_known && !share.list.is_zero()) {
      shown.list_per_hour = dollars.per_hour(share.list, share.hours,
                                             phrase("public on-demand price per hour"), where);
    }
    (void)hours.add(share.hours);
    (void)cost.add(share.cost);
    known = known && share.cost_known;
  }
  item.hours = hours.to_double();
  item.unused = dollars.of(sums.unused, phrase("cost of unused commitments"), where);
  item.other = dollars.of(sums.other, phrase("cost of other lines"), where);
  if (known && !item.shares.empty()) {
    item.cost = dollars.of(cost, kEffective, where);
    item.per_hour = dollars.per_hour(cost, hours, kEffectivePerHour, where);
    (void)cost.add(sums.unused);
    (void)cost.add(sums.other);
    item.per_hour_with_all = dollars.per_hour(
        cost, hours, phrase("cost per hour with unused commitments and other lines"), where);
  }
  return item;
}

/// Sentences about missing or excluded data.
std::vector<Text> caveats(const Bill& bill, const std::set<std::string>& currencies,
                          const Baseline& baseline) {
  std::vector<Text> result;
  for (const std::string& currency : currencies) {
    result.push_back(
        tr("Accelerators billed in {} are excluded because amounts are not converted to USD.",
           currency));
  }
  for (const BaselineItem& item : baseline.items) {
    if (!item.cost) {
      result.push_back(tr("The bill does not contain the amortised cost of all hours of {} in {}.",
                          item.instance, item.region));
    }
    for (const BaselineShare& share : item.shares) {
      if (share.bought == BoughtAs::kNoCharge) {
        result.push_back(
            tr("{} hours of {} are billed at 0 without a commitment. They were paid "
               "elsewhere, for example by a Capacity Block, and reduce the average "
               "cost.",
               as::fixed(share.hours, 0), item.instance));
      }
    }
  }
  if (baseline.unused_shared != Usd()) {
    result.push_back(
        tr("USD {} of Savings Plans were unused and are not included in the cost of "
           "any instance type.",
           as_usd(baseline.unused_shared)));
  }
  if (bill.estimated) {
    result.push_back(tr("Some figures of this bill are estimates of the provider."));
  }
  for (const BillDiagnostic& diagnostic : bill.diagnostics) {
    if (diagnostic.code == "covered_at_zero" || diagnostic.code == "charge_types_mixed" ||
        diagnostic.code == "more_pages") {
      result.push_back(diagnostic.message);
    }
  }
  return result;
}

}  // namespace

Text bill_source(const Bill& bill) {
  constexpr std::size_t kMostNames = 3;
  const std::size_t named = std::min(bill.files.size(), kMostNames);
  std::vector<Text> names;
  for (std::size_t i = 0; i < named; ++i) {
    const std::string name = std::filesystem::path(bill.files[i].name).filename().string();
    names.push_back(Text::verbatim(fmt::format("{} ({})", name, bill.files[i].format)));
  }
  Text text = names.empty() ? tr("bill") : tr("bill {}", joined(names));
  const std::size_t others = bill.files.size() - named;
  if (others > 0) {
    text = tr_plural(others, "bill {} and {} other file", "bill {} and {} other files",
                     joined(names), others);
  }
  if (!bill.begin || !bill.end) return text;
  return tr("{}, usage from {} to {}", text, to_string(*bill.begin), to_string(*bill.end));
}

Result<Baseline> own_bill(const Bill& bill) {
  std::map<std::pair<std::string, std::string>, ItemSums> items;
  std::set<std::string> currencies;
  ExactAmount shared;
  for (const BillLine& line : bill.lines) {
    if (line.instance.empty() && line.kind == ChargeKind::kCommitment &&
        line.currency == kCurrency) {
      put(shared, line.effective);
    }
    if (!is_accelerator(line.instance) || !is_running_cost(line)) continue;
    if (line.currency != kCurrency) {
      currencies.insert(line.currency);
      continue;
    }
    put_line(items[{line.instance, line.region}], line);
  }
  Baseline baseline;
  baseline.begin = bill.begin;
  baseline.end = bill.end;
  baseline.source = bill_source(bill);
  Dollars dollars;
  baseline.unused_shared =
      dollars.of(shared, phrase("cost of unused commitments"), "Savings Plans");
  for (const auto& [key, sums] : items) {
    baseline.items.push_back(item_of(key.first, key.second, sums, dollars));
  }
  if (dollars.error()) return fail(*dollars.error());
  baseline.caveats = caveats(bill, currencies, baseline);
  return baseline;
}

}  // namespace nscope::cost
