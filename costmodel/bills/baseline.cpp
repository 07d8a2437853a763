#include "costmodel/bills/baseline.h"

#include "costmodel/bills/usage_type.h"

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

/// Sums that become one BaselineItem.
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

/// Sums of parts of a bill are in range: BillBuilder has held all of it against it.
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

/// Makes dollars of exact amounts, and remembers the first that is more than Usd holds.
class Dollars {
 public:
  Usd of(const ExactAmount& amount, std::string_view name, std::string_view of_what) {
    const auto usd = amount.to_usd();
    if (!usd) reject(amount.to_text(), name, of_what);
    return usd.value_or(Usd());
  }
  std::optional<Usd> per_hour(const ExactAmount& cost, const ExactAmount& hours,
                              std::string_view name, std::string_view of_what) {
    if (!(hours > ExactAmount())) return std::nullopt;
    const double dollars = cost.to_double() / hours.to_double();
    constexpr double kMost = 9.2e9;
    if (std::abs(dollars) < kMost) return Usd::round(dollars);
    reject(fmt::format("{:.4g}", dollars), name, of_what);
    return std::nullopt;
  }
  const std::optional<Error>& error() const { return error_; }

 private:
  void reject(const std::string& amount, std::string_view name, std::string_view of_what) {
    if (error_) return;
    error_ = Error{ErrorCode::kBadInput,
                   fmt::format("the {} is {} USD; amounts go up to 9.2 billion", name, amount),
                   std::string(of_what)};
  }

  std::optional<Error> error_;
};

BaselineItem item_of(const std::string& instance, const std::string& region, const ItemSums& sums,
                     Dollars& dollars) {
  BaselineItem item{.instance = instance, .region = region};
  const std::string where = fmt::format("{} in {}", instance, region);
  ExactAmount hours;
  ExactAmount cost;
  bool known = true;
  for (const auto& [bought, share] : sums.shares) {
    if (!(share.hours > ExactAmount())) continue;
    BaselineShare& shown = item.shares.emplace_back();
    shown.bought = bought;
    shown.hours = share.hours.to_double();
    shown.billed = dollars.of(share.billed, "unblended cost", where);
    if (share.cost_known) {
      shown.cost = dollars.of(share.cost, "effective cost", where);
      shown.per_hour = dollars.per_hour(share.cost, share.hours, "cost of an hour", where);
    }
    if (share.list_known && !share.list.is_zero()) {
      shown.list_per_hour =
          dollars.per_hour(share.list, share.hours, "public price of an hour", where);
    }
    (void)hours.add(share.hours);
    (void)cost.add(share.cost);
    known = known && share.cost_known;
  }
  item.hours = hours.to_double();
  item.unused = dollars.of(sums.unused, "cost of unused commitments", where);
  item.other = dollars.of(sums.other, "cost of further lines", where);
  if (known && !item.shares.empty()) {
    item.cost = dollars.of(cost, "effective cost", where);
    item.per_hour = dollars.per_hour(cost, hours, "cost of an hour", where);
    (void)cost.add(sums.unused);
    (void)cost.add(sums.other);
    item.per_hour_with_all = dollars.per_hour(cost, hours, "cost of an hour with all", where);
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
      dollars.of(shared, "cost of unused commitments", "Savings Plans of no instance type");
  for (const auto& [key, sums] : items) {
    baseline.items.push_back(item_of(key.first, key.second, sums, dollars));
  }
  if (dollars.error()) return fail(*dollars.error());
  baseline.caveats = caveats(bill, currencies, baseline);
  return baseline;
}

}  // namespace nscope::cost
