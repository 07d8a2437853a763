#include "costmodel/bills/baseline.h"

#include "costmodel/bills/usage_type.h"
#include "costmodel/money/figures.h"
#include "costmodel/prices/price_file.h"

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
    ExactAmount hours;          ///< in use
    ExactAmount reserved;       ///< of Capacity Blocks: hours of the fee, used or not
    ExactAmount fee;            ///< billed fee of Capacity Blocks
    ExactAmount idle;           ///< hours of lines that state the unused part of a Capacity Block
    bool fee_amortised = true;  ///< the fee is the effective cost of other lines
    bool idle_known = true;
    bool cost_known = true;
    bool list_known = true;
    bool hours_known = true;
    bool has_use = false;  ///< has lines of usage or fees, not only negations
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
  // Usage of an instance whose hours are unknown is use as well, without a cost per hour.
  const bool runs = line.kind == ChargeKind::kUsage && line.bought != BoughtAs::kNone;
  const bool is_use = may_be_use && (runs || line.hours.lines > 0);
  const bool of_use = line.kind == ChargeKind::kNegation;
  const bool of_block = line.bought == BoughtAs::kCapacityBlock;
  // The idle hours of a block are a part of the cost of its hours in use, as in bills that state
  // the fee of the block in one line.
  const bool idle_in_block = of_block && line.kind == ChargeKind::kUnusedCapacity;
  if (!is_use && !of_use && !idle_in_block) {
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
  share.has_use = true;
  if (idle_in_block) {
    put(share.idle, line.hours);
    share.idle_known = share.idle_known && is_complete(line.hours, line);
    return;
  }
  if (runs) share.hours_known = share.hours_known && is_complete(line.hours, line);
  put(share.list, line.list);
  const bool reserved = of_block && line.kind == ChargeKind::kFee;
  put(reserved ? share.reserved : share.hours, line.hours);
  if (reserved) {
    put(share.fee, line.billed);
    share.fee_amortised = share.fee_amortised && line.effective.sum.is_zero();
  }
  share.list_known = share.list_known && is_complete(line.list, line);
}

/// Assigns the hours at 0 to the Capacity Block that paid for them, up to its reserved hours.
void use_block(ItemSums& sums) {
  const auto block = sums.shares.find(BoughtAs::kCapacityBlock);
  const auto free = sums.shares.find(BoughtAs::kNoCharge);
  if (block == sums.shares.end() || free == sums.shares.end()) return;
  if (!block->second.hours_known || !free->second.hours_known) return;
  const ExactAmount room = block->second.reserved - block->second.hours;
  if (!(room > ExactAmount())) return;
  const bool all = free->second.hours <= room;
  const ExactAmount used = all ? free->second.hours : room;
  (void)block->second.hours.add(used);
  block->second.list_known = false;
  free->second.hours = free->second.hours - used;
  if (all) sums.shares.erase(free);
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

/// The reserved hours of Capacity Blocks and their cost; no hours if they are unknown.
struct ReservedHours {
  ExactAmount hours;
  std::optional<ExactAmount> cost;
};

ReservedHours reserved_hours(const ItemSums::Share& share) {
  const std::optional<ExactAmount> cost =
      share.cost_known ? std::optional(share.cost) : std::nullopt;
  if (!share.idle_known) return {};
  if (!share.idle.is_zero()) {
    // The export states each reserved hour as used or idle, with its part of the fee. The fee
    // itself can also be for hours that are not in the bill.
    ExactAmount hours = share.idle;
    (void)hours.add(share.hours);
    return {share.hours_known ? hours : ExactAmount(), cost};
  }
  return {share.reserved, share.fee_amortised ? std::optional(share.fee) : cost};
}

BaselineItem item_of(const std::string& instance, const std::string& region, ItemSums sums,
                     Dollars& dollars) {
  use_block(sums);
  BaselineItem item{.instance = instance, .region = region};
  const std::string where = fmt::format("{} {}", instance, region);
  constexpr Phrase kEffective = phrase("effective cost");
  constexpr Phrase kEffectivePerHour = phrase("effective cost per hour");
  ExactAmount hours;
  ExactAmount cost;
  bool known = true;
  bool hours_known = true;
  bool paid_here = false;  // a share is not paid elsewhere
  for (auto& [bought, share] : sums.shares) {
    const bool has_use = !share.hours_known || !share.hours.is_zero();
    const ReservedHours reserved = reserved_hours(share);
    if (!has_use) share.hours = reserved.hours;
    if (!share.has_use || (share.hours_known && share.hours.is_zero() && share.cost.is_zero())) {
      continue;
    }
    BaselineShare& shown = item.shares.emplace_back();
    shown.bought = bought;
    if (share.hours_known) shown.hours = share.hours.to_double();
    hours_known = hours_known && share.hours_known;
    shown.billed = dollars.of(share.billed, phrase("unblended cost"), where);
    if (bought == BoughtAs::kNoCharge) {
      item.hours_paid_elsewhere += shown.hours.value_or(0.0);
      continue;
    }
    paid_here = true;
    if (share.cost_known) shown.cost = dollars.of(share.cost, kEffective, where);
    if (share.cost_known && share.hours_known) {
      shown.per_hour = dollars.per_hour(share.cost, share.hours, kEffectivePerHour, where);
    }
    if (reserved.hours > ExactAmount()) {
      shown.reserved_hours = reserved.hours.to_double();
      if (reserved.cost) {
        shown.per_reserved_hour =
            dollars.per_hour(*reserved.cost, reserved.hours, kEffectivePerHour, where);
      }
      if (has_use && share.hours_known) {
        shown.idle_share =
            std::max(0.0, 1.0 - share.hours.to_double() / reserved.hours.to_double());
      }
    }
    if (share.list_known && share.hours_known && !share.list.is_zero()) {
      shown.list_per_hour = dollars.per_hour(share.list, share.hours,
                                             phrase("public on-demand price per hour"), where);
    }
    (void)hours.add(share.hours);
    (void)cost.add(share.cost);
    known = known && share.cost_known;
  }
  if (hours_known) item.hours = hours.to_double() + item.hours_paid_elsewhere;
  item.unused = dollars.of(sums.unused, phrase("cost of unused commitments"), where);
  item.other = dollars.of(sums.other, phrase("cost of other lines"), where);
  if (known && paid_here) item.cost = dollars.of(cost, kEffective, where);
  if (known && hours_known && hours > ExactAmount()) {
    item.per_hour = dollars.per_hour(cost, hours, kEffectivePerHour, where);
    (void)cost.add(sums.unused);
    (void)cost.add(sums.other);
    item.per_hour_with_all = dollars.per_hour(
        cost, hours, phrase("cost per hour with unused commitments and other lines"), where);
  }
  return item;
}

/// The newest rate of the line's currency up to the end of its billing month; null if there is
/// none.
const ExchangeRate* rate_of(const BillLine& line, std::span<const ExchangeRate> rates) {
  const ExchangeRate* found = nullptr;
  for (const ExchangeRate& rate : rates) {
    constexpr std::size_t kMonth = 7;
    const bool applies =
        rate.currency == line.currency && to_string(rate.day).substr(0, kMonth) <= line.period;
    if (applies && (found == nullptr || rate.day >= found->day)) found = &rate;
  }
  return found;
}

/// Converts all amounts of a line. False if one is out of range.
bool convert(BillLine& line, const ExchangeRate& rate) {
  for (const auto member :
       {&BillLine::billed, &BillLine::effective, &BillLine::list, &BillLine::contracted}) {
    const auto amount = (line.*member).sum.times(rate.usd);
    if (!amount) return false;
    (line.*member).sum = *amount;
  }
  return true;
}

/// The order of sentences by their English text.
struct TextOrder {
  bool operator()(const Text& a, const Text& b) const { return a.english() < b.english(); }
};

/// Why the cost per hour of an item is unknown; empty if it is known or if another caveat says so.
Text why_no_rate(const BaselineItem& item) {
  const bool all_elsewhere =
      std::all_of(item.shares.begin(), item.shares.end(),
                  [](const BaselineShare& share) { return share.bought == BoughtAs::kNoCharge; });
  if (item.per_hour) return {};
  if (!item.hours) {
    return tr(
        "The bill does not contain the hours of all lines of {} in {}, so that their cost per "
        "hour is unknown.",
        item.instance, item.region);
  }
  if (all_elsewhere) return {};
  if (!item.cost) {
    return tr("The bill does not contain the amortised cost of all hours of {} in {}.",
              item.instance, item.region);
  }
  return tr(
      "The hours of {} in {} add up to {}, because lines with negative hours (corrections) "
      "reduce them, so that there is no cost per hour.",
      item.instance, item.region, as_digits(*item.hours - item.hours_paid_elsewhere, 6));
}

/// Rates that no line needed.
void add_unused_rates(std::span<const ExchangeRate> rates, const std::set<std::string>& billed,
                      std::vector<Text>& result) {
  std::set<std::string> named;
  for (const ExchangeRate& rate : rates) {
    if (billed.contains(rate.currency) || !named.insert(rate.currency).second) continue;
    result.push_back(
        tr("The exchange rate of {} was not used, because no accelerator and no commitment in the "
           "selected lines is billed in this currency.",
           rate.currency));
  }
}

/// Sentences about missing or excluded data.
std::vector<Text> caveats(const Bill& bill, const std::set<std::string>& currencies,
                          const std::set<Text, TextOrder>& converted, const Baseline& baseline) {
  std::vector<Text> result(converted.begin(), converted.end());
  for (const std::string& currency : currencies) {
    result.push_back(
        tr("Accelerators billed in {} are excluded because no exchange rate up to the end of "
           "their billing month was stated.",
           currency));
  }
  for (const BaselineItem& item : baseline.items) {
    if (Text why = why_no_rate(item); !why.empty()) result.push_back(std::move(why));
    for (const BaselineShare& share : item.shares) {
      if (share.reserved_hours && !share.idle_share) {
        result.push_back(
            tr("The bill has no hours in use of the Capacity Blocks of {}, so that the cost per "
               "hour is that of the reserved hours.",
               item.instance));
      } else if (share.idle_share) {
        result.push_back(
            tr("The idle share of the Capacity Blocks of {} counts all reserved hours; use in "
               "months that are not in the bill appears as idle.",
               item.instance));
      }
      if (share.bought == BoughtAs::kNoCharge && share.hours) {
        result.push_back(
            tr("{} hours of {} in {} are billed at 0 without a commitment. They were paid "
               "elsewhere, for example by a Capacity Block whose fee is not in the selected lines. "
               "Their cost is unknown, and the average cost does not count them.",
               as::fixed(*share.hours, 0), item.instance, item.region));
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
        diagnostic.code == "more_pages" || diagnostic.code == "future_usage" ||
        diagnostic.code == "tag_not_found" || diagnostic.code.starts_with("unit_unknown")) {
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
  // Whole days are named by their dates, the last one included.
  const Day first = day_of(*bill.begin);
  const Day after = day_of(*bill.end);
  if (Instant(first) == *bill.begin && Instant(after) == *bill.end && first < after) {
    return tr("{}, usage from {} to {}", text, to_string(first),
              to_string(after - std::chrono::days(1)));
  }
  return tr("{}, usage from {} to {}", text, to_string(*bill.begin), to_string(*bill.end));
}

Result<ExchangeRate> parse_exchange_rate(std::string_view text) {
  if (text.starts_with("USD=")) {
    return fail(ErrorCode::kInvalidArgument,
                tr("exchange rate '{}': amounts in US dollars are not converted; state a rate for "
                   "another currency",
                   text.substr(0, 40)));
  }
  const std::size_t equals = text.find('=');
  const std::size_t at = text.find('@');
  const bool whole = equals != std::string_view::npos && at != std::string_view::npos &&
                     equals < at && is_currency(text.substr(0, equals));
  const auto usd = whole ? Usd::parse(text.substr(equals + 1, at - equals - 1))
                         : Result<Usd>(fail(ErrorCode::kInvalidArgument, Text()));
  const auto day = whole ? parse_day(text.substr(at + 1))
                         : Result<Day>(fail(ErrorCode::kInvalidArgument, Text()));
  if (usd && day && *usd > Usd()) {
    return ExchangeRate{std::string(text.substr(0, equals)), *usd, *day};
  }
  return fail(
      ErrorCode::kInvalidArgument,
      tr("invalid exchange rate '{}'; state dollars for one unit and their day, for example "
         "EUR=1.084@2026-07-31",
         text.substr(0, 40)));
}

Result<std::vector<ExchangeRate>> parse_exchange_rates(std::span<const std::string> texts,
                                                       Day today) {
  std::vector<ExchangeRate> rates;
  for (const std::string& text : texts) {
    const auto rate = parse_exchange_rate(text);
    if (!rate) return fail(rate.error());
    if (rate->day > today) {
      return fail(
          ErrorCode::kInvalidArgument,
          tr("exchange rate '{}': the day is in the future; today is {}", text, to_string(today)));
    }
    const bool differs = std::any_of(rates.begin(), rates.end(), [&](const ExchangeRate& other) {
      return other.currency == rate->currency && other.day == rate->day && other.usd != rate->usd;
    });
    if (differs) {
      return fail(ErrorCode::kInvalidArgument,
                  tr("exchange rate '{}': another rate of this currency and day is stated; state "
                     "only one",
                     text));
    }
    rates.push_back(*rate);
  }
  return rates;
}

Result<Baseline> own_bill(const Bill& bill, std::span<const ExchangeRate> rates) {
  std::map<std::pair<std::string, std::string>, ItemSums> items;
  std::set<std::string> currencies;
  std::set<Text, TextOrder> converted;
  std::set<std::string> billed_in;
  ExactAmount shared;
  for (const BillLine& billed : bill.lines) {
    const bool unassigned = billed.instance.empty() && billed.kind == ChargeKind::kCommitment;
    const bool accelerator = is_accelerator(billed.instance) && is_running_cost(billed);
    if (!unassigned && !accelerator) continue;
    BillLine line = billed;
    billed_in.insert(line.currency);
    if (line.currency != kCurrency) {
      const ExchangeRate* const rate = rate_of(line, rates);
      if (rate == nullptr) {
        if (accelerator) currencies.insert(line.currency);
        continue;
      }
      if (!convert(line, *rate)) {
        return fail(ErrorCode::kBadInput, tr("the sum of the amounts is out of range"),
                    line.period);
      }
      converted.insert(tr("Amounts in {} were converted with your rate of {} of USD {} for one {}.",
                          rate->currency, to_string(rate->day), as_usd(rate->usd, 6),
                          rate->currency));
    }
    if (unassigned) {
      put(shared, line.effective);
    } else {
      put_line(items[{line.instance, line.region}], line);
    }
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
  baseline.caveats = caveats(bill, currencies, converted, baseline);
  add_unused_rates(rates, billed_in, baseline.caveats);
  return baseline;
}

}  // namespace nscope::cost
