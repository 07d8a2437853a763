#include "app/pricing/bill_side.h"

#include "app/pricing/bill_commitments.h"
#include "costmodel/money/cost_arithmetic.h"
#include "costmodel/money/instant.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace nscope::app {
namespace {

using cost::Baseline;
using cost::BaselineItem;

constexpr const char* kBaseline = "baseline";

std::string text_of(const Json& side, const char* key) {
  const auto it = side.find(key);
  return it != side.end() && it->is_string() ? it->get<std::string>() : std::string();
}

/// "p5.48xlarge in us-east-1; trn1.32xlarge in us-west-2".
Text names_of(const Baseline& baseline) {
  std::vector<Text> names;
  for (const BaselineItem& item : baseline.items) {
    names.push_back(tr("{} in {}", item.instance, item.region));
  }
  return joined_by_semicolons(names);
}

/// The item of the bill that the side selects.
Result<const BaselineItem*> item_of(const Baseline& baseline, const Json& side) {
  const std::string instance = text_of(side, "instance");
  const std::string region = text_of(side, "region");
  const BaselineItem* found = nullptr;
  for (const BaselineItem& item : baseline.items) {
    if (!instance.empty() && item.instance != instance) continue;
    if (!region.empty() && item.region != region) continue;
    if (found != nullptr) {
      return fail(
          ErrorCode::kInvalidArgument,
          tr("the bill has several instance types or regions; state 'instance' and 'region' "
             "of one of them: {}",
             names_of(baseline)),
          kBaseline);
    }
    found = &item;
  }
  if (found != nullptr) return found;
  if (baseline.items.empty()) {
    return fail(ErrorCode::kNotFound, tr("the bill has no accelerators"), kBaseline);
  }
  return fail(ErrorCode::kNotFound,
              tr("the bill has no hours of {} in {}; it has {}",
                 instance.empty() ? tr("any instance type") : Text::verbatim(instance),
                 region.empty() ? tr("any region") : Text::verbatim(region), names_of(baseline)),
              kBaseline);
}

/// Removes the keys of a side that the bill replaces, and returns them.
std::vector<std::string> remove_replaced(Json& side) {
  constexpr std::string_view kKept[] = {"instance", "count",  "model", "label",
                                        "phase",    "option", "region"};
  std::vector<std::string> removed;
  for (auto it = side.begin(); it != side.end();) {
    if (std::find(std::begin(kKept), std::end(kKept), it.key()) != std::end(kKept)) {
      ++it;
      continue;
    }
    removed.push_back(it.key());
    it = side.erase(it);
  }
  return removed;
}

/// Removes the ranges of the inputs that the bill determines, with their correlations.
std::vector<std::string> remove_ranges(Json& study) {
  std::vector<std::string> removed;
  const auto uncertainty = study.find("uncertainty");
  if (uncertainty == study.end() || !uncertainty->is_object()) return removed;
  constexpr std::string_view kReplaced[] = {"baseline.throughput", "baseline.utilisation",
                                            "baseline.price"};
  const auto is_replaced = [&](const Json& name) {
    return name.is_string() && std::find(std::begin(kReplaced), std::end(kReplaced),
                                         name.get_ref<const std::string&>()) != std::end(kReplaced);
  };
  if (const auto inputs = uncertainty->find("inputs");
      inputs != uncertainty->end() && inputs->is_object()) {
    for (const std::string_view name : kReplaced) {
      if (inputs->erase(std::string(name)) > 0) removed.emplace_back(name);
    }
  }
  if (const auto pairs = uncertainty->find("correlations");
      pairs != uncertainty->end() && pairs->is_array()) {
    for (std::size_t i = pairs->size(); i-- > 0;) {
      const Json& pair = (*pairs)[i];
      if (!pair.is_object() || !pair.contains("between") || !pair["between"].is_array()) continue;
      const Json& names = pair["between"];
      if (std::any_of(names.begin(), names.end(), is_replaced)) pairs->erase(i);
    }
  }
  return removed;
}

}  // namespace

Result<std::vector<Text>> use_bill(Json& study, const cost::Bill& bill,
                                   std::span<const cost::ExchangeRate> rates, cost::Day today) {
  const auto baseline = cost::own_bill(bill, rates);
  if (!baseline) return fail(baseline.error());
  if (!study.is_object()) return std::vector<Text>();  // the reader of the study says so
  Json& side = study[kBaseline];
  if (!side.is_object()) side = Json::object();
  const auto found = item_of(*baseline, side);
  if (!found) return fail(found.error());
  const BaselineItem& item = **found;
  const double period = billed_hours(bill);
  if (!item.per_hour || !item.hours || !(period > 0)) {
    return fail(ErrorCode::kInfeasible,
                tr("the effective cost per hour of {} in {} is unknown in the bill", item.instance,
                   item.region),
                kBaseline);
  }
  std::vector<Text> notes;
  std::vector<std::string> removed = remove_replaced(side);
  for (std::string& name : remove_ranges(study)) removed.push_back(std::move(name));
  if (!removed.empty()) {
    notes.push_back(tr("The bill replaces these members of the study: {}.",
                       fmt::format("{}", fmt::join(removed, ", "))));
  }
  const double hours = *item.hours - item.hours_paid_elsewhere;
  side["instance"] = item.instance;
  side["region"] = item.region;
  side["bill"] = {{"effective_usd_per_hour", item.per_hour->dollars()},
                  {"instance_hours_per_month", hours / period * kHoursPerMonth},
                  {"source", baseline->source.english()},
                  {"date", cost::to_string(cost::day_of(baseline->end.value_or(cost::Instant()) -
                                                        std::chrono::seconds(1)))}};
  notes.push_back(
      tr("Baseline from the bill: USD {} per instance-hour of {} in {}, {} hours in {} h of usage.",
         as::exact(format_usd(*item.per_hour, 4)), item.instance, item.region, as::fixed(hours, 2),
         as::fixed(period, 0)));
  if (item.per_hour_with_all && *item.per_hour_with_all != *item.per_hour) {
    notes.push_back(
        tr("With unused commitments and other charges, an instance-hour costs USD {}. They are not "
           "part of the baseline, because a move does not end them.",
           as::exact(format_usd(*item.per_hour_with_all, 4))));
  }
  for (Text& note : add_bill_commitments(study, bill, item, baseline->source, today)) {
    notes.push_back(std::move(note));
  }
  notes.insert(notes.end(), baseline->caveats.begin(), baseline->caveats.end());
  return notes;
}

}  // namespace nscope::app
