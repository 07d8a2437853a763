#include "costmodel/bills/cost_explorer.h"

#include "costmodel/bills/bill_columns.h"
#include "costmodel/bills/usage_type.h"
#include "profiler/base/json.h"
#include "profiler/base/json/foreign_json.h"

#include <fmt/format.h>

namespace nscope::cost {
namespace {

/// Meaning of a key of a group.
enum class Dimension {
  kInstance,
  kPurchase,
  kRegion,
  kService,
  kAccount,
  kChargeType,
  kUsageType,
  kTag,
  kOther
};

Dimension dimension_of(const Json& definition, std::string& tag) {
  const auto text = [&](const char* key) {
    const auto it = definition.find(key);
    return it != definition.end() && it->is_string() ? it->get<std::string>() : std::string();
  };
  if (!definition.is_object()) return Dimension::kOther;
  if (text("Type") == "TAG") {
    tag = text("Key");
    return Dimension::kTag;
  }
  constexpr std::pair<std::string_view, Dimension> kDimensions[] = {
      {"INSTANCE_TYPE", Dimension::kInstance}, {"PURCHASE_TYPE", Dimension::kPurchase},
      {"REGION", Dimension::kRegion},          {"SERVICE", Dimension::kService},
      {"LINKED_ACCOUNT", Dimension::kAccount}, {"RECORD_TYPE", Dimension::kChargeType},
      {"USAGE_TYPE", Dimension::kUsageType},
  };
  for (const auto& [key, dimension] : kDimensions) {
    if (text("Type") == "DIMENSION" && text("Key") == key) return dimension;
  }
  return Dimension::kOther;
}

BoughtAs bought_as(std::string_view purchase_type) {
  if (purchase_type.starts_with("On Demand")) return BoughtAs::kOnDemand;
  if (purchase_type.find("Reserved") != std::string_view::npos) return BoughtAs::kReserved;
  if (purchase_type.starts_with("Spot")) return BoughtAs::kSpot;
  if (purchase_type.starts_with("Savings Plan")) return BoughtAs::kSavingsPlan;
  if (purchase_type.starts_with("Capacity Block")) return BoughtAs::kCapacityBlock;
  if (purchase_type.find("Dedicated") != std::string_view::npos) return BoughtAs::kDedicated;
  return BoughtAs::kNone;
}

/// The charge types of Cost Explorer's RECORD_TYPE.
ChargeKind kind_of(std::string_view type) {
  if (type == "Usage" || type == "DiscountedUsage" || type == "SavingsPlanCoveredUsage") {
    return ChargeKind::kUsage;
  }
  if (type == "Recurring" || type == "RIFee" || type == "Upfront" ||
      type == "SavingsPlanRecurringFee" || type == "SavingsPlanUpfrontFee") {
    return ChargeKind::kCommitment;
  }
  if (type == "SavingsPlanNegation") return ChargeKind::kNegation;
  if (type == "Tax") return ChargeKind::kTax;
  if (type == "Credit") return ChargeKind::kCredit;
  if (type == "Refund") return ChargeKind::kRefund;
  if (type == "Fee" || type == "Support" || type.ends_with("fee")) return ChargeKind::kFee;
  return type.find("Discount") != std::string_view::npos ? ChargeKind::kDiscount
                                                         : ChargeKind::kOther;
}

class CostExplorerReader {
 public:
  CostExplorerReader(const std::string& name, BillBuilder& builder)
      : name_(name), builder_(builder) {}

  Result<> read(const Json& document);

 private:
  struct Metrics {
    std::optional<ExactAmount> billed{};
    std::optional<ExactAmount> effective{};
    std::optional<ExactAmount> hours{};
    std::string currency{};
  };
  struct Figure {
    ExactAmount amount;
    std::string unit;
  };

  void read_definitions(const Json& document);
  Result<> read_result(const Json& result, const std::string& place);
  Result<> add(const Json& metrics, const std::vector<std::string>& keys, const std::string& place);
  Result<Metrics> read_metrics(const Json& metrics, const std::string& place);
  Result<std::optional<Figure>> figure(const Json& metrics, const char* key,
                                       const std::string& place) const;
  std::string at(const std::string& place) const { return name_ + ": " + place; }

  const std::string& name_;
  BillBuilder& builder_;
  std::vector<Dimension> dimensions_;
  std::string tag_;
  std::string begin_text_;
  std::optional<Instant> begin_;
  std::optional<Instant> end_;
};

void CostExplorerReader::read_definitions(const Json& document) {
  const auto definitions = document.find("GroupDefinitions");
  if (definitions != document.end() && definitions->is_array()) {
    for (const Json& definition : *definitions) {
      dimensions_.push_back(dimension_of(definition, tag_));
      if (!tag_.empty()) builder_.add_tag_key(tag_);
    }
  }
  const auto grouped_by = [&](Dimension dimension) {
    return std::find(dimensions_.begin(), dimensions_.end(), dimension) != dimensions_.end();
  };
  if (!grouped_by(Dimension::kChargeType)) {
    builder_.note("charge_types_mixed",
                  phrase("The data are not grouped by RECORD_TYPE. Taxes, credits and refunds are "
                         "included unless the filter of the request excluded them."),
                  [this] { return at("/GroupDefinitions"); });
  }
  const auto token = document.find("NextPageToken");
  if (token != document.end() && token->is_string() && !token->get<std::string>().empty()) {
    builder_.note("more_pages",
                  phrase("The data contain a NextPageToken. The next pages are missing unless "
                         "they are among the files."),
                  [this] { return at("/NextPageToken"); });
  }
}

Result<std::optional<CostExplorerReader::Figure>> CostExplorerReader::figure(
    const Json& metrics, const char* key, const std::string& place) const {
  const auto it = metrics.find(key);
  if (it == metrics.end()) return std::nullopt;
  const std::string where = at(fmt::format("{}/{}", place, key));
  if (!it->is_object() || !it->contains("Amount") || !(*it)["Amount"].is_string()) {
    return fail(ErrorCode::kBadInput, tr("must be an object with the string 'Amount'"), where);
  }
  const auto amount = ExactAmount::parse((*it)["Amount"].get_ref<const std::string&>());
  if (!amount) return fail(ErrorCode::kBadInput, amount.error().message, where + "/Amount");
  const auto unit = it->find("Unit");
  return Figure{*amount, unit != it->end() && unit->is_string() ? unit->get<std::string>() : ""};
}

Result<CostExplorerReader::Metrics> CostExplorerReader::read_metrics(const Json& metrics,
                                                                     const std::string& place) {
  Metrics result;
  const auto take = [&](const char* key, std::optional<ExactAmount>& to) -> Result<> {
    const auto found = figure(metrics, key, place);
    if (!found) return fail(found.error());
    if (!*found || to) return {};
    to = (*found)->amount;
    if (!result.currency.empty() && result.currency != (*found)->unit) {
      return fail(ErrorCode::kBadInput, tr("all metrics must have the same currency"), at(place));
    }
    result.currency = (*found)->unit;
    return {};
  };
  for (const auto& [key, to] : {std::pair("UnblendedCost", &result.billed),
                                std::pair("NetAmortizedCost", &result.effective),
                                std::pair("AmortizedCost", &result.effective)}) {
    if (auto ok = take(key, *to); !ok) return fail(ok.error());
  }
  const auto quantity = figure(metrics, "UsageQuantity", place);
  if (!quantity) return fail(quantity.error());
  if (*quantity) result.hours = hours_of((*quantity)->amount, (*quantity)->unit);
  return result;
}

Result<> CostExplorerReader::add(const Json& metrics, const std::vector<std::string>& keys,
                                 const std::string& place) {
  const auto where = [&] { return at(place); };
  if (!metrics.is_object()) return fail(ErrorCode::kBadInput, tr("must be an object"), at(place));
  const auto read = read_metrics(metrics, place);
  if (!read) return fail(read.error());
  if (!read->billed && !read->effective) {
    return fail(ErrorCode::kBadInput,
                tr("'UnblendedCost' or 'AmortizedCost' is required; request both with --metrics"),
                at(place));
  }
  Charge charge{.period = month_of(begin_text_),
                .currency = read->currency,
                .billed = read->billed,
                .effective = read->effective,
                .begin = begin_,
                .end = end_};
  const BillFilter& filter = builder_.filter();
  // A group without the dimension of a filter is not known to match it.
  bool of_account = filter.account.empty();
  bool has_tag = filter.tag_key.empty();
  for (std::size_t i = 0; i < keys.size() && i < dimensions_.size(); ++i) {
    const std::string_view key = keys[i];
    switch (dimensions_[i]) {
      case Dimension::kInstance:
        if (is_instance_type(key)) charge.instance = key;
        break;
      case Dimension::kPurchase: charge.bought = bought_as(key); break;
      case Dimension::kRegion:
        if (key != "NoRegion" && key != "global") charge.region = key;
        break;
      case Dimension::kService: charge.service = key; break;
      case Dimension::kAccount:
        charge.account = key;
        of_account = builder_.selects_account({key});
        break;
      case Dimension::kChargeType: charge.kind = kind_of(key); break;
      case Dimension::kUsageType: {
        const UsageType usage = parse_usage_type(key);
        if (charge.instance.empty()) charge.instance = usage.instance;
        if (usage.kind == UsageKind::kSpot) charge.bought = BoughtAs::kSpot;
        break;
      }
      case Dimension::kTag:
        // "team$llm"; "team$" for lines without the tag.
        if (tag_ == filter.tag_key && key.starts_with(tag_ + "$")) {
          has_tag = builder_.selects_tag(key.substr(tag_.size() + 1));
        }
        break;
      case Dimension::kOther: break;
    }
  }
  if (!of_account || !has_tag) {
    builder_.leave_out();
    return {};
  }
  if (!charge.instance.empty()) charge.hours = read->hours;
  if (!charge.effective) {
    builder_.note("effective_unknown",
                  phrase("The effective cost of groups without AmortizedCost is unknown."), where);
  }
  return builder_.add(charge, where);
}

Result<> CostExplorerReader::read_result(const Json& result, const std::string& place) {
  if (!result.is_object()) return fail(ErrorCode::kBadInput, tr("must be an object"), at(place));
  const auto period = result.find("TimePeriod");
  const auto moment = [&](const char* key) -> Result<Instant> {
    const bool has_text = period != result.end() && period->is_object() && period->contains(key) &&
                          (*period)[key].is_string();
    const std::string where = at(fmt::format("{}/TimePeriod/{}", place, key));
    if (!has_text) {
      return fail(ErrorCode::kBadInput, tr("must be a date, for example 2026-07-01"), where);
    }
    auto instant = parse_instant((*period)[key].get_ref<const std::string&>());
    if (!instant) return fail(ErrorCode::kBadInput, instant.error().message, where);
    return *instant;
  };
  const auto begin = moment("Start");
  if (!begin) return fail(begin.error());
  const auto end = moment("End");
  if (!end) return fail(end.error());
  begin_ = *begin;
  end_ = *end;
  begin_text_ = (*period)["Start"].get<std::string>();
  const auto estimated = result.find("Estimated");
  if (estimated != result.end() && estimated->is_boolean() && estimated->get<bool>()) {
    builder_.set_estimated();
  }
  const auto groups = result.find("Groups");
  if (groups == result.end() || !groups->is_array() || groups->empty()) {
    const auto total = result.find("Total");
    const bool has_total = total != result.end() && total->is_object() && !total->empty();
    return has_total ? add(*total, {}, place + "/Total") : Result<>();
  }
  for (std::size_t i = 0; i < groups->size(); ++i) {
    const Json& group = (*groups)[i];
    const std::string group_place = fmt::format("{}/Groups/{}", place, i);
    if (!group.is_object() || !group.contains("Keys") || !group["Keys"].is_array()) {
      return fail(ErrorCode::kBadInput, tr("must be an object with the array 'Keys'"),
                  at(group_place));
    }
    std::vector<std::string> keys;
    for (const Json& key : group["Keys"]) {
      if (!key.is_string()) {
        return fail(ErrorCode::kBadInput, tr("must be an array of strings"),
                    at(group_place + "/Keys"));
      }
      keys.push_back(key.get<std::string>());
    }
    const Json none;
    const auto metrics = group.find("Metrics");
    if (auto ok = add(metrics == group.end() ? none : *metrics, keys, group_place + "/Metrics");
        !ok) {
      return ok;
    }
  }
  return {};
}

Result<> CostExplorerReader::read(const Json& document) {
  if (!document.is_object() || !document.contains("ResultsByTime") ||
      !document["ResultsByTime"].is_array()) {
    return fail(ErrorCode::kBadInput, tr("'ResultsByTime' must be an array"), name_);
  }
  read_definitions(document);
  const Json& results = document["ResultsByTime"];
  for (std::size_t i = 0; i < results.size(); ++i) {
    if (auto ok = read_result(results[i], fmt::format("/ResultsByTime/{}", i)); !ok) return ok;
  }
  return {};
}

}  // namespace

bool is_cost_explorer(std::string_view head) {
  return head.find("\"ResultsByTime\"") != std::string_view::npos ||
         (head.find("\"GroupDefinitions\"") != std::string_view::npos);
}

Result<> read_cost_explorer(std::string_view text, const std::string& name, BillBuilder& builder) {
  const auto document = parse_foreign_json(text, name);
  if (!document) return fail(document.error());
  return CostExplorerReader(name, builder).read(*document);
}

}  // namespace nscope::cost
