#include "costmodel/prices/price_needs.h"

#include <algorithm>
#include <set>
#include <utility>

#include <fmt/format.h>

namespace nscope::cost {
namespace {

enum class NeedState { kCurrent, kStale, kUnknown, kNotOffered };

Phrase need_title(NeedState state) {
  switch (state) {
    case NeedState::kCurrent: return phrase("current");
    case NeedState::kStale: return phrase("out of date");
    case NeedState::kUnknown: return phrase("unknown");
    case NeedState::kNotOffered: return phrase("not offered");
  }
  return {};
}

NeedState state_of_need(const PriceNeed& need, const PriceState& price, Day day) {
  if (std::holds_alternative<UnknownPrice>(price)) return NeedState::kUnknown;
  const auto* priced = std::get_if<Priced>(&price);
  if (priced == nullptr) return NeedState::kNotOffered;
  return is_stale(need.purchase.option, priced->date, day) ? NeedState::kStale
                                                           : NeedState::kCurrent;
}

bool is_open(NeedState state) {
  return state == NeedState::kStale || state == NeedState::kUnknown;
}

}  // namespace

std::string fetch_command(const PriceNeed& need, Day today) {
  constexpr std::string_view kLists = "https://pricing.us-east-1.amazonaws.com";
  switch (need.purchase.option) {
    case PurchaseOption::kOnDemand:
    case PurchaseOption::kReserved:
      return fmt::format(
          "curl --compressed -o ec2.{0}.json {1}/offers/v1.0/aws/AmazonEC2/current/{0}/index.json",
          need.region, kLists);
    case PurchaseOption::kComputeSavingsPlan:
    case PurchaseOption::kInstanceSavingsPlan:
      // The index of regions names the current list of each of them.
      return fmt::format(
          "curl --compressed -o plans.{1}.json {0}$(curl -s --compressed "
          "{0}/savingsPlan/v1.0/aws/AWSComputeSavingsPlan/current/region_index.json | jq -r "
          "'.regions[] | select(.regionCode == \"{1}\").versionUrl')",
          kLists, need.region);
    case PurchaseOption::kSpot:
      return fmt::format(
          "aws ec2 describe-spot-price-history --region {0} --instance-types {1} "
          "--product-descriptions Linux/UNIX --start-time {2} > spot.{0}.{1}.json",
          need.region, need.instance, to_string(today - std::chrono::days(7)));
    case PurchaseOption::kCapacityBlock:
      return fmt::format(
          "aws ec2 describe-capacity-block-offerings --region {0} --instance-type {1} "
          "--instance-count 1 --capacity-duration-hours 24 > blocks.{0}.{1}.json",
          need.region, need.instance);
  }
  return {};
}

Text fetch_text(const std::string& command) {
  return tr("Download a current price with: {}", command);
}

Table price_needs_table(const PriceBook& book, std::span<const PriceNeed> needs, Day day) {
  Table table({{"instance", tr("Instance type")},
               {"region", tr("Region")},
               {"option", tr("Option")},
               {"state", tr("State")},
               {"usd_per_hour", tr("Price"), "USD/h"},
               {"date", tr("Date")},
               {"age", tr("Age"), "days"},
               {"most_days", tr("Out of date after"), "days"},
               {"source", tr("Source")}});
  for (const PriceNeed& need : std::set<PriceNeed>(needs.begin(), needs.end())) {
    const PriceState price = book.as_of(need.instance, need.region, need.purchase, day);
    const NeedState state = state_of_need(need, price, day);
    std::vector<Cell> cells{need.instance, need.region, to_string(need.purchase),
                            Text(need_title(state))};
    if (const auto* priced = std::get_if<Priced>(&price)) {
      cells.insert(cells.end(), {priced->per_hour.dollars(), to_string(priced->date),
                                 std::int64_t{age_days(priced->date, day)}});
    } else if (const auto* none = std::get_if<NotOffered>(&price)) {
      cells.insert(cells.end(), {Missing{missing_word(price)}, to_string(none->date),
                                 std::int64_t{age_days(none->date, day)}});
    } else {
      cells.insert(cells.end(), {Missing{missing_word(price)}, Missing{}, Missing{}});
    }
    cells.emplace_back(std::int64_t{stale_after_days(need.purchase.option)});
    const auto* priced = std::get_if<Priced>(&price);
    const auto* none = std::get_if<NotOffered>(&price);
    cells.emplace_back(priced != nullptr ? priced->source
                                         : Text::verbatim(none != nullptr ? none->source : ""));
    table.add_row(std::move(cells));
  }
  return table;
}

std::vector<std::string> fetch_commands(const PriceBook& book, std::span<const PriceNeed> needs,
                                        Day day) {
  std::vector<std::string> commands;
  for (const PriceNeed& need : std::set<PriceNeed>(needs.begin(), needs.end())) {
    const PriceState price = book.as_of(need.instance, need.region, need.purchase, day);
    if (!is_open(state_of_need(need, price, day))) continue;
    std::string command = fetch_command(need, day);
    if (std::find(commands.begin(), commands.end(), command) == commands.end()) {
      commands.push_back(std::move(command));
    }
  }
  return commands;
}

int open_needs(const PriceBook& book, std::span<const PriceNeed> needs, Day day) {
  int count = 0;
  for (const PriceNeed& need : std::set<PriceNeed>(needs.begin(), needs.end())) {
    const PriceState price = book.as_of(need.instance, need.region, need.purchase, day);
    if (is_open(state_of_need(need, price, day))) ++count;
  }
  return count;
}

}  // namespace nscope::cost
