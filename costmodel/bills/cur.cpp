#include "costmodel/bills/cur.h"

#include "costmodel/bills/bill_columns.h"
#include "costmodel/bills/usage_type.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <vector>

namespace nscope::cost {
namespace {

constexpr std::string_view kKeys[] = {
    "bill_billing_period_start_date",
    "line_item_availability_zone",
    "line_item_currency_code",
    "line_item_line_item_type",
    "line_item_net_unblended_cost",
    "line_item_product_code",
    "line_item_unblended_cost",
    "line_item_usage_account_id",
    "line_item_usage_amount",
    "line_item_usage_end_date",
    "line_item_usage_start_date",
    "line_item_usage_type",
    "pricing_lease_contract_length",
    "pricing_offering_class",
    "pricing_public_on_demand_cost",
    "pricing_purchase_option",
    "pricing_unit",
    "product",
    "product_instance_type",
    "product_region",
    "product_region_code",
    "reservation_effective_cost",
    "reservation_end_time",
    "reservation_net_effective_cost",
    "reservation_net_unused_amortized_upfront_fee_for_billing_period",
    "reservation_net_unused_recurring_fee",
    "reservation_reservation_a_r_n",
    "reservation_unused_amortized_upfront_fee_for_billing_period",
    "reservation_unused_quantity",
    "reservation_unused_recurring_fee",
    "resource_tags",
    "savings_plan_amortized_upfront_commitment_for_billing_period",
    "savings_plan_end_time",
    "savings_plan_net_amortized_upfront_commitment_for_billing_period",
    "savings_plan_net_recurring_commitment_for_billing_period",
    "savings_plan_net_savings_plan_effective_cost",
    "savings_plan_offering_type",
    "savings_plan_payment_option",
    "savings_plan_purchase_term",
    "savings_plan_recurring_commitment_for_billing_period",
    "savings_plan_savings_plan_a_r_n",
    "savings_plan_savings_plan_effective_cost",
    "savings_plan_total_commitment_to_date",
    "savings_plan_used_commitment",
};

constexpr std::string_view kTagPrefix = "resourceTags/";

/// The columns of one report.
struct CurColumns {
  explicit CurColumns(std::span<const std::string> names, const BillFilter& filter) {
    for (std::size_t i = 0; i < names.size(); ++i) {
      const std::string key = cur_column_key(names[i]);
      const auto known = std::lower_bound(std::begin(kKeys), std::end(kKeys), key);
      if (known != std::end(kKeys) && *known == key) {
        Column& at = found[static_cast<std::size_t>(known - std::begin(kKeys))];
        if (!at) at = i;
      }
      const std::string_view name = names[i];
      if (!name.starts_with(kTagPrefix)) continue;
      const std::string_view tag = name.substr(kTagPrefix.size());
      const std::string_view tag_key = tag.substr(tag.find(':') + 1);
      if (!tag_key.empty()) tag_keys.push_back(tag_key);
      if (tag_key == filter.tag_key && !tag_key.empty() && !own_tag) own_tag = i;
      if (tag_key == filter.group_tag && !tag_key.empty() && !group_tag) group_tag = i;
    }
  }
  /// `key` must be one of kKeys.
  Column operator[](std::string_view key) const {
    const auto known = std::lower_bound(std::begin(kKeys), std::end(kKeys), key);
    return found[static_cast<std::size_t>(known - std::begin(kKeys))];
  }

  std::array<Column, std::size(kKeys)> found{};
  Column own_tag;                          ///< legacy: the column of the filter's tag
  Column group_tag;                        ///< legacy: the column of BillFilter::group_tag
  std::vector<std::string_view> tag_keys;  ///< legacy: of all columns of tags
};

enum class LineType {
  kUsage,
  kReservedUsage,
  kSavingsPlanUsage,
  kSavingsPlanFee,
  kSavingsPlanUpfront,
  kSavingsPlanNegation,
  kReservedFee,
  kFee,
  kDiscount,
  kTax,
  kCredit,
  kRefund,
  kUnknown
};

LineType line_type(std::string_view word) {
  constexpr std::pair<std::string_view, LineType> kTypes[] = {
      {"Usage", LineType::kUsage},
      {"DiscountedUsage", LineType::kReservedUsage},
      {"SavingsPlanCoveredUsage", LineType::kSavingsPlanUsage},
      {"SavingsPlanRecurringFee", LineType::kSavingsPlanFee},
      {"SavingsPlanUpfrontFee", LineType::kSavingsPlanUpfront},
      {"SavingsPlanNegation", LineType::kSavingsPlanNegation},
      {"RIFee", LineType::kReservedFee},
      {"Fee", LineType::kFee},
      {"Tax", LineType::kTax},
      {"Credit", LineType::kCredit},
      {"Refund", LineType::kRefund},
  };
  for (const auto& [name, type] : kTypes) {
    if (word == name) return type;
  }
  return word.ends_with("Discount") ? LineType::kDiscount : LineType::kUnknown;
}

BoughtAs savings_plan_kind(std::string_view offering) {
  if (offering.starts_with("Compute")) return BoughtAs::kComputeSavingsPlan;
  if (offering.starts_with("EC2Instance")) return BoughtAs::kInstanceSavingsPlan;
  return BoughtAs::kSavingsPlan;
}

/// Reads one line.
class CurLine {
 public:
  CurLine(const CurColumns& columns, const RowSource& rows, BillBuilder& builder)
      : columns_(columns), builder_(builder), in_(rows, builder) {}

  Result<> add();

 private:
  std::string_view text(std::string_view key) const { return in_.text(columns_[key]); }
  std::optional<ExactAmount> amount(std::string_view key) { return in_.amount(columns_[key]); }
  /// The net amount, or the gross amount if there is no net amount.
  std::optional<ExactAmount> first_amount(std::string_view net, std::string_view gross) {
    const auto value = amount(net);
    return value ? value : amount(gross);
  }
  bool counts() const;
  void read_keys();
  void read_product();
  void read_kind();
  void read_usage();
  void read_commitment();
  void read_hours();
  std::optional<ExactAmount> effective();
  std::optional<ExactAmount> sum_of(std::string_view one, std::string_view other);
  std::optional<ExactAmount> unused_reservation();
  std::optional<ExactAmount> unused_savings_plan();
  bool by_tags() const;
  Result<> add_negation();

  const CurColumns& columns_;
  BillBuilder& builder_;
  RowReader in_;
  Charge charge_;
  LineType type_ = LineType::kUnknown;
  UsageType usage_;
  std::string product_instance_;
  std::string group_;
};

/// Whether lines are selected or grouped by tags, which the negations of Savings Plans often do not
/// have.
bool CurLine::by_tags() const {
  return !builder_.filter().tag_key.empty() || !builder_.filter().group_tag.empty();
}

bool CurLine::counts() const {
  record_tag_keys(builder_, text("resource_tags"));
  if (!builder_.selects_account({text("line_item_usage_account_id")})) return false;
  if (columns_.own_tag) return builder_.selects_tag(in_.text(columns_.own_tag));
  return builder_.selects_tag(tag_value(builder_.filter().tag_key, text("resource_tags")));
}

void CurLine::read_keys() {
  charge_.begin = in_.instant(columns_["line_item_usage_start_date"]);
  charge_.end = in_.instant(columns_["line_item_usage_end_date"]);
  charge_.period = month_of(text("bill_billing_period_start_date"));
  if (charge_.period.empty()) {
    in_.instant(columns_["bill_billing_period_start_date"]);  // its error, if it has a text
    charge_.period = month_of(text("line_item_usage_start_date"));
  }
  charge_.account = text("line_item_usage_account_id");
  charge_.service = text("line_item_product_code");
  charge_.currency = text("line_item_currency_code");
  const std::string& group_tag = builder_.filter().group_tag;
  if (!group_tag.empty()) {
    group_ = columns_.group_tag ? std::string(in_.text(columns_.group_tag))
                                : tag_value(group_tag, text("resource_tags"));
    charge_.group = group_;
  }
  if (charge_.currency.empty()) {
    builder_.note("no_currency", kNoCurrency, in_.where());
    charge_.currency = "USD";
  }
}

void CurLine::read_product() {
  usage_ = parse_usage_type(text("line_item_usage_type"));
  charge_.instance = text("product_instance_type");
  if (charge_.instance.empty()) charge_.instance = usage_.instance;
  if (charge_.instance.empty()) {
    product_instance_ = json_map_value(text("product"), "instance_type");
    if (is_instance_type(product_instance_)) charge_.instance = product_instance_;
  }
  charge_.region = text("product_region_code");
  if (charge_.region.empty()) charge_.region = text("product_region");
  const std::string_view zone = text("line_item_availability_zone");
  if (charge_.region.empty() && zone.size() > 1 &&
      std::isdigit(static_cast<unsigned char>(zone[zone.size() - 2])) != 0) {
    charge_.region = zone.substr(0, zone.size() - 1);
  }
}

void CurLine::read_usage() {
  charge_.kind = ChargeKind::kUsage;
  switch (usage_.kind) {
    case UsageKind::kOnDemand:
      charge_.bought =
          charge_.billed && charge_.billed->is_zero() ? BoughtAs::kNoCharge : BoughtAs::kOnDemand;
      break;
    case UsageKind::kSpot: charge_.bought = BoughtAs::kSpot; break;
    case UsageKind::kDedicated: charge_.bought = BoughtAs::kDedicated; break;
    case UsageKind::kUnused:
      charge_.bought = BoughtAs::kOnDemand;
      charge_.kind = ChargeKind::kUnusedCapacity;
      break;
    case UsageKind::kReservation:
      // Without a price, the line repeats hours of BoxUsage and UnusedBox lines.
      // With a price, its hours are the reserved hours of a Capacity Block, used or not.
      if (charge_.billed && !charge_.billed->is_zero()) {
        charge_.bought = BoughtAs::kCapacityBlock;
        charge_.kind = ChargeKind::kFee;
      }
      break;
    case UsageKind::kBlock:
      charge_.bought = BoughtAs::kCapacityBlock;
      charge_.kind = ChargeKind::kFee;
      break;
    case UsageKind::kFee:
    case UsageKind::kOther: break;
  }
}

void CurLine::read_commitment() {
  const bool reserved = charge_.bought == BoughtAs::kReserved;
  charge_.commitment =
      text(reserved ? "reservation_reservation_a_r_n" : "savings_plan_savings_plan_a_r_n");
  charge_.commitment_end = text(reserved ? "reservation_end_time" : "savings_plan_end_time");
  charge_.term = text(reserved ? "pricing_lease_contract_length" : "savings_plan_purchase_term");
  charge_.payment = text(reserved ? "pricing_purchase_option" : "savings_plan_payment_option");
  charge_.offering = text(reserved ? "pricing_offering_class" : "savings_plan_offering_type");
}

void CurLine::read_kind() {
  const BoughtAs savings_plan = savings_plan_kind(text("savings_plan_offering_type"));
  switch (type_) {
    case LineType::kUsage: return read_usage();
    case LineType::kReservedUsage:
      charge_.kind =
          usage_.kind == UsageKind::kUnused ? ChargeKind::kUnusedCapacity : ChargeKind::kUsage;
      charge_.bought = BoughtAs::kReserved;
      return read_commitment();
    case LineType::kSavingsPlanUsage:
      charge_.kind =
          usage_.kind == UsageKind::kUnused ? ChargeKind::kUnusedCapacity : ChargeKind::kUsage;
      charge_.bought = savings_plan;
      return read_commitment();
    case LineType::kSavingsPlanNegation:
      charge_.kind = ChargeKind::kNegation;
      charge_.bought = savings_plan;
      return;
    case LineType::kSavingsPlanFee:
    case LineType::kSavingsPlanUpfront:
      charge_.kind = ChargeKind::kCommitment;
      charge_.bought = savings_plan;
      return read_commitment();
    case LineType::kReservedFee:
      charge_.kind = ChargeKind::kCommitment;
      charge_.bought = BoughtAs::kReserved;
      return read_commitment();
    case LineType::kFee:
      charge_.kind = ChargeKind::kFee;
      if (!text("reservation_reservation_a_r_n").empty()) {
        charge_.kind = ChargeKind::kCommitment;
        charge_.bought = BoughtAs::kReserved;
        return read_commitment();
      }
      if (usage_.kind == UsageKind::kReservation || usage_.kind == UsageKind::kBlock) {
        charge_.bought = BoughtAs::kCapacityBlock;
      }
      return;
    case LineType::kDiscount: charge_.kind = ChargeKind::kDiscount; return;
    case LineType::kTax: charge_.kind = ChargeKind::kTax; return;
    case LineType::kCredit: charge_.kind = ChargeKind::kCredit; return;
    case LineType::kRefund: charge_.kind = ChargeKind::kRefund; return;
    case LineType::kUnknown:
      charge_.kind = ChargeKind::kOther;
      builder_.note(
          "unknown_line_type",
          [this] {
            return tr(
                "Lines of an unknown type, for example '{}', are counted with their "
                "unblended cost.",
                printable_text(text("line_item_line_item_type").substr(0, 40)));
          },
          in_.where());
  }
}

void CurLine::read_hours() {
  if (charge_.kind == ChargeKind::kCommitment && type_ == LineType::kReservedFee) {
    charge_.hours = amount("reservation_unused_quantity");
    return;
  }
  const bool runs = usage_.kind != UsageKind::kOther && usage_.kind != UsageKind::kFee;
  const bool counts = charge_.kind == ChargeKind::kUsage ||
                      charge_.kind == ChargeKind::kUnusedCapacity ||
                      (charge_.kind == ChargeKind::kFee && runs);
  if (!counts || !runs) return;
  if (charge_.bought == BoughtAs::kNone) {
    builder_.note("reservation_hours",
                  phrase("Hours of Capacity Reservations without a charge were not counted, "
                         "because they repeat the hours of the instances in the reservation."),
                  in_.where());
    return;
  }
  const auto quantity = amount("line_item_usage_amount");
  if (!quantity) return;
  const std::string_view unit = text("pricing_unit");
  charge_.hours = unit.empty() ? quantity : hours_of(*quantity, unit);
  if (!charge_.hours) note_unknown_unit(builder_, unit, in_.where());
}

/// The sum of both unused fees of a Reserved Instance. If only one has a value, the other is 0.
std::optional<ExactAmount> CurLine::unused_reservation() {
  const auto upfront =
      first_amount("reservation_net_unused_amortized_upfront_fee_for_billing_period",
                   "reservation_unused_amortized_upfront_fee_for_billing_period");
  const auto recurring =
      first_amount("reservation_net_unused_recurring_fee", "reservation_unused_recurring_fee");
  if (!upfront && !recurring) return std::nullopt;
  ExactAmount sum = upfront.value_or(ExactAmount());
  (void)sum.add(recurring.value_or(ExactAmount()));  // two parsed values are in range
  return sum;
}

/// The sum of two amounts of which one can be missing; null if both are.
std::optional<ExactAmount> CurLine::sum_of(std::string_view one, std::string_view other) {
  const auto first = amount(one);
  const auto second = amount(other);
  if (!first && !second) return std::nullopt;
  ExactAmount sum = first.value_or(ExactAmount());
  (void)sum.add(second.value_or(ExactAmount()));  // two parsed values are in range
  return sum;
}

/// The unused part of the commitment; with private rates, less the discount on the commitment.
std::optional<ExactAmount> CurLine::unused_savings_plan() {
  const auto total = amount("savings_plan_total_commitment_to_date");
  const auto used = amount("savings_plan_used_commitment");
  if (!total || !used) return std::nullopt;
  const ExactAmount unused = *total - *used;
  const auto net = sum_of("savings_plan_net_amortized_upfront_commitment_for_billing_period",
                          "savings_plan_net_recurring_commitment_for_billing_period");
  const auto gross = sum_of("savings_plan_amortized_upfront_commitment_for_billing_period",
                            "savings_plan_recurring_commitment_for_billing_period");
  const bool discounted = net && gross && *gross > ExactAmount() && *net < *gross;
  return discounted ? unused.share(*net, *gross) : unused;
}

std::optional<ExactAmount> CurLine::effective() {
  switch (type_) {
    case LineType::kSavingsPlanUsage:
      return first_amount("savings_plan_net_savings_plan_effective_cost",
                          "savings_plan_savings_plan_effective_cost");
    case LineType::kSavingsPlanFee: return unused_savings_plan();
    case LineType::kSavingsPlanNegation:
    case LineType::kSavingsPlanUpfront: return ExactAmount();
    case LineType::kReservedUsage:
      return first_amount("reservation_net_effective_cost", "reservation_effective_cost");
    case LineType::kReservedFee: return unused_reservation();
    case LineType::kFee:
      if (charge_.kind == ChargeKind::kCommitment) return ExactAmount();
      break;
    default: break;
  }
  const auto net = amount("line_item_net_unblended_cost");
  return net ? net : charge_.billed;
}

/// The negation of a line that a Savings Plan covers: minus its on-demand cost.
Result<> CurLine::add_negation() {
  builder_.note("negations_follow_usage",
                phrase("With tags, the negations of Savings Plans are computed from the lines that "
                       "they negate, because they often have no tags."),
                in_.where());
  Charge negation = charge_;
  negation.kind = ChargeKind::kNegation;
  negation.billed = charge_.billed.value_or(ExactAmount()).negated();
  negation.effective = ExactAmount();
  negation.list.reset();
  negation.hours.reset();
  negation.commitment = {};
  return builder_.add(negation, in_.where());
}

Result<> CurLine::add() {
  type_ = line_type(text("line_item_line_item_type"));
  // With tags, add_negation() adds the negation with the line that it negates.
  const bool replaced = by_tags() && type_ == LineType::kSavingsPlanNegation;
  if (replaced && builder_.filter().tag_key.empty()) return {};
  if (replaced || !counts()) {
    builder_.leave_out();
    return {};
  }
  charge_.billed =
      in_.required_amount(columns_["line_item_unblended_cost"], "line_item_unblended_cost");
  read_keys();
  read_product();
  read_kind();
  read_hours();
  charge_.effective = effective();
  const bool block = charge_.bought == BoughtAs::kCapacityBlock;
  if (charge_.kind == ChargeKind::kUsage || block) {
    charge_.list = amount("pricing_public_on_demand_cost");
  }
  if (auto ok = in_.finish(); !ok) return ok;
  if (!charge_.effective) {
    builder_.note("effective_unknown",
                  phrase("Some lines of commitments do not have the column of their amortised "
                         "cost. Their effective cost is unknown and missing from the sums."),
                  in_.where());
  }
  if (auto ok = builder_.add(charge_, in_.where()); !ok) return ok;
  const bool negated = by_tags() && type_ == LineType::kSavingsPlanUsage;
  return negated ? add_negation() : Result<>();
}

}  // namespace

std::string cur_column_key(std::string_view name) {
  std::string key;
  bool inside = false;  // inside a word, where a capital letter starts the next word
  for (const char c : name) {
    const bool capital = c >= 'A' && c <= 'Z';
    if (capital && inside) key += '_';
    key += c == '/' ? '_' : static_cast<char>(capital ? c - 'A' + 'a' : c);
    inside = c != '/' && c != '_';
  }
  return key;
}

std::span<const std::string_view> cur_column_keys() {
  return kKeys;
}

bool is_cur(std::span<const std::string> columns) {
  const CurColumns found(columns, {});
  return found["line_item_line_item_type"] && found["line_item_unblended_cost"];
}

std::string_view cur_title(std::span<const std::string> columns) {
  const bool legacy = std::any_of(columns.begin(), columns.end(), [](const std::string& name) {
    return name.find('/') != std::string::npos;
  });
  return legacy ? "CUR (legacy)" : "CUR 2.0";
}

Result<> read_cur(RowSource& rows, BillBuilder& builder) {
  const CurColumns columns(rows.columns(), builder.filter());
  for (const std::string_view key : columns.tag_keys) builder.add_tag_key(key);
  auto more = rows.next();
  for (; more && *more; more = rows.next()) {
    if (auto ok = CurLine(columns, rows, builder).add(); !ok) return ok;
  }
  return more ? Result<>() : fail(more.error());
}

}  // namespace nscope::cost
