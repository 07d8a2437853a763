#include "costmodel/bills/baseline.h"

#include "costmodel/bills/usage_type.h"

#include <filesystem>
#include <map>
#include <set>
#include <utility>

#include <fmt/format.h>

namespace nscope::cost {
namespace {

constexpr std::string_view kCurrency = "USD";

/// Sums that become one BaselineItem.
struct Sums {
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

/// Sums of parts of a bill are in range: BillBuilder has held all of it against it.
void put(ExactAmount& to, const Measure& measure) {
  (void)to.add(measure.sum);
}

bool is_complete(const Measure& measure, const BillLine& line) {
  return measure.lines == line.lines;
}

void put_line(Sums& sums, const BillLine& line) {
  const bool may_be_use = line.kind == ChargeKind::kUsage || line.kind == ChargeKind::kFee;
  const bool is_use = may_be_use && line.hours.lines > 0;
  const bool of_use = line.kind == ChargeKind::kNegation;
  if (!is_use && !of_use) {
    const bool idle =
        line.kind == ChargeKind::kUnusedCapacity || line.kind == ChargeKind::kCommitment;
    put(idle ? sums.unused : sums.other, line.effective);
    return;
  }
  Sums::Share& share = sums.shares[line.bought];
  put(share.billed, line.billed);
  put(share.cost, line.effective);
  share.cost_known = share.cost_known && is_complete(line.effective, line);
  if (of_use) return;
  put(share.list, line.list);
  put(share.hours, line.hours);
  share.list_known = share.list_known && is_complete(line.list, line);
}

std::optional<Usd> per_hour(const ExactAmount& cost, const ExactAmount& hours) {
  if (!(hours > ExactAmount())) return std::nullopt;
  return Usd::round(cost.to_double() / hours.to_double());
}

/// Nothing for amounts beyond nine billion dollars, which no bill has.
Usd usd(const ExactAmount& amount) {
  return amount.to_usd().value_or(Usd());
}

BaselineItem item_of(const std::string& instance, const std::string& region, const Sums& sums) {
  BaselineItem item{.instance = instance, .region = region};
  ExactAmount hours;
  ExactAmount cost;
  bool known = true;
  for (const auto& [bought, share] : sums.shares) {
    if (!(share.hours > ExactAmount())) continue;
    BaselineShare& shown = item.shares.emplace_back();
    shown.bought = bought;
    shown.hours = share.hours.to_double();
    shown.billed = usd(share.billed);
    if (share.cost_known) {
      shown.cost = usd(share.cost);
      shown.per_hour = per_hour(share.cost, share.hours);
    }
    if (share.list_known && !share.list.is_zero()) {
      shown.list_per_hour = per_hour(share.list, share.hours);
    }
    (void)hours.add(share.hours);
    (void)cost.add(share.cost);
    known = known && share.cost_known;
  }
  item.hours = hours.to_double();
  item.unused = usd(sums.unused);
  item.other = usd(sums.other);
  if (known && !item.shares.empty()) {
    item.cost = usd(cost);
    item.per_hour = per_hour(cost, hours);
    (void)cost.add(sums.unused);
    (void)cost.add(sums.other);
    item.per_hour_with_all = per_hour(cost, hours);
  }
  return item;
}

/// What a reader of the baseline must know.
std::vector<std::string> caveats(const Bill& bill, const std::set<std::string>& currencies,
                                 const Baseline& baseline) {
  std::vector<std::string> result;
  for (const std::string& currency : currencies) {
    result.push_back(
        fmt::format("accelerators billed in {} are left out: amounts are never "
                    "converted",
                    currency));
  }
  for (const BaselineItem& item : baseline.items) {
    if (!item.cost) {
      result.push_back(fmt::format("the bill lacks the amortised cost of a part of {} in {}",
                                   item.instance, item.region));
    }
    for (const BaselineShare& share : item.shares) {
      if (share.bought == BoughtAs::kNoCharge) {
        result.push_back(fmt::format(
            "{:.0f} hours of {} are billed at 0 without a commitment: they were paid elsewhere, "
            "for example by a Capacity Block, and lower its average",
            share.hours, item.instance));
      }
    }
  }
  if (baseline.unused_shared != Usd()) {
    result.push_back(
        fmt::format("{} USD of Savings Plans were not used by anything and are in no "
                    "instance's cost",
                    format_usd(baseline.unused_shared)));
  }
  if (bill.estimated) result.emplace_back("the provider calls figures of this bill estimated");
  for (const BillDiagnostic& diagnostic : bill.diagnostics) {
    if (diagnostic.code == "covered_at_zero" || diagnostic.code == "charge_types_mixed" ||
        diagnostic.code == "more_pages") {
      result.push_back(diagnostic.message);
    }
  }
  return result;
}

}  // namespace

std::string bill_source(const Bill& bill) {
  std::string text = "bill";
  for (std::size_t i = 0; i < bill.files.size(); ++i) {
    const std::string name = std::filesystem::path(bill.files[i].name).filename().string();
    text += fmt::format("{}{} ({})", i == 0 ? " " : ", ", name, bill.files[i].format);
    if (i == 2 && bill.files.size() > 3) {
      text += fmt::format(" and {} more", bill.files.size() - 3);
      break;
    }
  }
  if (bill.begin && bill.end) {
    text += fmt::format(", use of {} to {}", to_string(*bill.begin), to_string(*bill.end));
  }
  return text;
}

Baseline own_bill(const Bill& bill) {
  std::map<std::pair<std::string, std::string>, Sums> items;
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
  baseline.unused_shared = usd(shared);
  for (const auto& [key, sums] : items) {
    baseline.items.push_back(item_of(key.first, key.second, sums));
  }
  baseline.caveats = caveats(bill, currencies, baseline);
  return baseline;
}

}  // namespace nscope::cost
