#include "costmodel/bills/bill_report.h"

#include "costmodel/bills/usage_type.h"

#include <array>
#include <map>
#include <tuple>

namespace nscope::cost {
namespace {

constexpr int kMoney = 2;
constexpr int kRate = 6;

/// A sum; unknown if no line has a value.
Cell amount_cell(const Measure& measure) {
  if (measure.lines == 0) return Missing{};
  const auto usd = measure.sum.to_usd();  // rounds once; any currency
  return usd ? Cell(usd->dollars()) : Cell(measure.sum.to_double());
}

/// A sum; unknown unless all lines have a value.
Cell complete_cell(const Measure& measure, std::uint64_t lines) {
  return measure.lines == lines ? amount_cell(measure) : Cell(Missing{});
}

/// The hours of `lines` lines of usage; unknown unless all have hours.
Cell hours_cell(const Measure& hours, std::uint64_t lines) {
  return hours.lines == lines ? Cell(hours.sum.to_double()) : Cell(Missing{tr("unknown")});
}

/// `hours_lines`: the number of lines that must have hours.
Cell rate_cell(const Measure& amount, std::uint64_t lines, const Measure& hours,
               std::uint64_t hours_lines) {
  const bool known =
      amount.lines == lines && hours.lines == hours_lines && hours.sum > ExactAmount();
  if (!known) return Missing{tr("unknown")};
  return Usd::round(amount.sum.to_double() / hours.sum.to_double()).dollars();
}

/// The sums of several lines.
struct LineSums {
  std::uint64_t lines = 0;
  std::uint64_t priced = 0;  ///< lines with hours, for prices per hour
  Measure billed, effective, list, hours;

  void add(const BillLine& line) {
    lines += line.lines;
    // The sums are in range because BillBuilder checked the sum of all lines.
    (void)cost::add(billed, line.billed);
    (void)cost::add(effective, line.effective);
    (void)cost::add(list, line.list);
    (void)cost::add(hours, line.hours);
  }
};

/// Usage and the negations of Savings Plans are shown in one row.
ChargeKind shown_kind(const BillLine& line) {
  return line.kind == ChargeKind::kNegation ? ChargeKind::kUsage : line.kind;
}

/// The kind of charge of one instance type.
Phrase instance_charge(ChargeKind kind) {
  switch (kind) {
    case ChargeKind::kUnusedCapacity: return phrase("Unused Capacity Reservation");
    case ChargeKind::kCommitment: return phrase("Unused part of a commitment");
    default: return title(kind);
  }
}

bool is_of_accelerator(const BillLine& line) {
  return is_accelerator(line.instance) && is_running_cost(line);
}

Cell share_saved(const Cell& effective, const Cell& list) {
  const auto* paid = std::get_if<double>(&effective);
  const auto* full = std::get_if<double>(&list);
  if (paid == nullptr || full == nullptr || !(*full > 0.0)) return Missing{};
  constexpr double kPercent = 100.0;
  return kPercent * (1.0 - *paid / *full);
}

/// Whether each line of this kind is for hours of an instance.
bool has_hours(BoughtAs bought, ChargeKind kind) {
  return bought != BoughtAs::kNone &&
         (kind == ChargeKind::kUsage || kind == ChargeKind::kUnusedCapacity);
}

std::string or_dash(const std::string& text) {
  return text.empty() ? "-" : text;
}

/// The rows of the summary in their order.
enum class Part {
  kAccelerators,
  kIdleAccelerators,
  kSharedCommitments,
  kOtherServices,
  kTax,
  kCredit,
  kRefund
};

Part part_of(const BillLine& line) {
  switch (line.kind) {
    case ChargeKind::kTax: return Part::kTax;
    case ChargeKind::kCredit: return Part::kCredit;
    case ChargeKind::kRefund: return Part::kRefund;
    default: break;
  }
  const bool idle =
      line.kind == ChargeKind::kUnusedCapacity || line.kind == ChargeKind::kCommitment;
  if (is_accelerator(line.instance)) return idle ? Part::kIdleAccelerators : Part::kAccelerators;
  const bool shared = line.kind == ChargeKind::kCommitment && line.instance.empty();
  return shared ? Part::kSharedCommitments : Part::kOtherServices;
}

Phrase title(Part part) {
  switch (part) {
    case Part::kAccelerators: return phrase("Accelerators");
    case Part::kIdleAccelerators: return phrase("Fees and unused commitments of accelerators");
    case Part::kSharedCommitments: return phrase("Fees and unused part of Savings Plans");
    case Part::kOtherServices: return phrase("Other services");
    case Part::kTax: return phrase("Tax");
    case Part::kCredit: return phrase("Credits");
    case Part::kRefund: return phrase("Refunds");
  }
  return phrase("Other services");
}

// Columns of several tables.

Table::Column instance_column() {
  return {.id = "instance", .title = tr("Instance type")};
}

Table::Column region_column() {
  return {.id = "region", .title = tr("Region")};
}

Table::Column service_column() {
  return {.id = "service", .title = tr("Service")};
}

Table::Column bought_as_column() {
  return {.id = "bought_as", .title = tr("Purchase option")};
}

Table::Column charge_column() {
  return {.id = "charge", .title = tr("Charge")};
}

Table::Column lines_column() {
  return {.id = "lines", .title = tr("Lines")};
}

Table::Column hours_column() {
  return {.id = "hours", .title = tr("Hours"), .unit = "h"};
}

Table::Column unblended_column() {
  return {.id = "unblended", .title = tr("Unblended cost"), .decimals = kMoney};
}

Table::Column effective_column() {
  return {.id = "effective", .title = tr("Effective cost"), .decimals = kMoney};
}

Table::Column currency_column() {
  return {.id = "currency", .title = tr("Currency")};
}

Json optional_number(const Cell& cell) {
  const auto* number = std::get_if<double>(&cell);
  return number == nullptr ? Json(nullptr) : Json(*number);
}

Json optional_usd(const std::optional<Usd>& amount) {
  return amount ? Json(amount->dollars()) : Json(nullptr);
}

Json optional_double(const std::optional<double>& number) {
  return number ? Json(*number) : Json(nullptr);
}

Json baseline_json(const Baseline& baseline) {
  Json items = Json::array();
  for (const BaselineItem& item : baseline.items) {
    Json shares = Json::array();
    for (const BaselineShare& share : item.shares) {
      shares.push_back({{"bought_as", to_string(share.bought)},
                        {"hours", optional_double(share.hours)},
                        {"billed_usd", share.billed.dollars()},
                        {"effective_usd", optional_usd(share.cost)},
                        {"effective_usd_per_hour", optional_usd(share.per_hour)},
                        {"reserved_hours", optional_double(share.reserved_hours)},
                        {"effective_usd_per_reserved_hour", optional_usd(share.per_reserved_hour)},
                        {"idle_share", optional_double(share.idle_share)},
                        {"list_usd_per_hour", optional_usd(share.list_per_hour)}});
    }
    items.push_back({{"instance", item.instance},
                     {"region", item.region},
                     {"hours", optional_double(item.hours)},
                     {"hours_paid_elsewhere", item.hours_paid_elsewhere},
                     {"effective_usd", optional_usd(item.cost)},
                     {"effective_usd_per_hour", optional_usd(item.per_hour)},
                     {"unused_usd", item.unused.dollars()},
                     {"other_usd", item.other.dollars()},
                     {"effective_usd_per_hour_with_unused", optional_usd(item.per_hour_with_all)},
                     {"shares", std::move(shares)}});
  }
  return Json{{"source", baseline.source},
              {"unused_savings_plans_usd", baseline.unused_shared.dollars()},
              {"items", std::move(items)},
              {"caveats", baseline.caveats}};
}

}  // namespace

Table accelerator_table(const Bill& bill) {
  using Key = std::tuple<std::string, std::string, BoughtAs, ChargeKind, std::string>;
  std::map<Key, LineSums> rows;
  for (const BillLine& line : bill.lines) {
    if (!is_of_accelerator(line)) continue;
    LineSums& sums =
        rows[{line.instance, line.region, line.bought, shown_kind(line), line.currency}];
    sums.add(line);
    if (line.kind != ChargeKind::kNegation) sums.priced += line.lines;
  }
  Table table(
      {instance_column(),
       region_column(),
       bought_as_column(),
       charge_column(),
       hours_column(),
       unblended_column(),
       effective_column(),
       {.id = "effective_per_hour", .title = tr("Effective price per hour"), .decimals = kRate},
       {.id = "list_per_hour", .title = tr("Public price per hour"), .decimals = kRate},
       {.id = "below_list_percent", .title = tr("Savings"), .unit = "%", .decimals = 1},
       currency_column()});
  for (const auto& [key, sums] : rows) {
    const auto& [instance, region, bought, kind, currency] = key;
    // Fees and corrections can have hours; lines of usage must have them.
    const bool of_hours = has_hours(bought, kind);
    const std::uint64_t timed = of_hours ? sums.priced : sums.hours.lines;
    const Cell none = Missing{tr("n/a")};
    const bool has_rate = of_hours || sums.hours.lines > 0;
    const Cell rate = bought == BoughtAs::kNoCharge ? Cell(Missing{tr("paid elsewhere")})
                      : has_rate ? rate_cell(sums.effective, sums.lines, sums.hours, timed)
                                 : none;
    // A public price of 0 means that the bill does not state it.
    const Cell list = kind != ChargeKind::kUsage || !has_rate ? none
                      : sums.list.sum.is_zero()
                          ? Cell(Missing{tr("unknown")})
                          : rate_cell(sums.list, sums.priced, sums.hours, timed);
    table.add_row({instance, or_dash(region), Text(title(bought)), Text(instance_charge(kind)),
                   has_rate ? hours_cell(sums.hours, timed) : none, amount_cell(sums.billed),
                   complete_cell(sums.effective, sums.lines), rate, list,
                   kind == ChargeKind::kUsage ? share_saved(rate, list) : Cell(Missing{tr("n/a")}),
                   currency});
  }
  return table;
}

Table bill_summary_table(const Bill& bill) {
  std::map<std::string, std::map<Part, LineSums>> currencies;
  std::map<std::string, LineSums> all;
  for (const BillLine& line : bill.lines) {
    currencies[line.currency][part_of(line)].add(line);
    all[line.currency].add(line);
  }
  Table table({{.id = "part", .title = tr("Category")},
               lines_column(),
               unblended_column(),
               effective_column(),
               currency_column()});
  const auto add = [&](Phrase category, const LineSums& sums, const std::string& currency) {
    table.add_row({Text(category), static_cast<std::int64_t>(sums.lines), amount_cell(sums.billed),
                   complete_cell(sums.effective, sums.lines), currency});
  };
  for (const auto& [currency, parts] : currencies) {
    for (const auto& [part, sums] : parts) add(title(part), sums, currency);
    add(phrase("Total"), all[currency], currency);
  }
  return table;
}

Table chargeback_table(const Bill& bill) {
  std::map<std::string, double> totals;
  for (const ChargebackRow& row : bill.chargeback) {
    totals[row.currency] += row.own.sum.to_double() + row.allocated.to_double();
  }
  Table table({{.id = "group", .title = tr("Tag")},
               {.id = "account", .title = tr("Account")},
               lines_column(),
               unblended_column(),
               {.id = "own", .title = tr("Own effective cost"), .decimals = kMoney},
               {.id = "allocated",
                .title = tr("Allocated commitments and Capacity Blocks"),
                .decimals = kMoney},
               {.id = "total", .title = tr("Total"), .decimals = kMoney},
               {.id = "share_percent", .title = tr("Share"), .unit = "%", .decimals = 1},
               currency_column()});
  for (const ChargebackRow& row : bill.chargeback) {
    Measure total = row.own;
    (void)total.sum.add(row.allocated);
    const Measure allocated{.sum = row.allocated, .lines = 1};
    const double all = totals[row.currency];
    constexpr double kPercent = 100.0;
    const bool known = row.own.lines == row.lines && all > 0.0;
    table.add_row(
        {row.group.empty() ? Cell(Missing{tr("(no tag)")}) : Cell(row.group), or_dash(row.account),
         static_cast<std::int64_t>(row.lines), amount_cell(row.billed),
         complete_cell(row.own, row.lines), amount_cell(allocated), complete_cell(total, row.lines),
         known ? Cell(kPercent * total.sum.to_double() / all) : Cell(Missing{}), row.currency});
  }
  return table;
}

Table services_table(const Bill& bill) {
  std::map<std::tuple<std::string, ChargeKind, std::string>, LineSums> rows;
  for (const BillLine& line : bill.lines) {
    rows[{line.service, shown_kind(line), line.currency}].add(line);
  }
  Table table({service_column(), charge_column(), lines_column(), unblended_column(),
               effective_column(), currency_column()});
  for (const auto& [key, sums] : rows) {
    const auto& [service, kind, currency] = key;
    table.add_row({or_dash(service), Text(title(kind)), static_cast<std::int64_t>(sums.lines),
                   amount_cell(sums.billed), complete_cell(sums.effective, sums.lines), currency});
  }
  return table;
}

Table commitment_table(const Bill& bill) {
  Table table(
      {{.id = "commitment", .title = tr("Commitment")},
       {.id = "kind", .title = tr("Kind")},
       instance_column(),
       region_column(),
       {.id = "term", .title = tr("Term")},
       {.id = "payment", .title = tr("Payment")},
       {.id = "end", .title = tr("End")},
       {.id = "used", .title = tr("Used"), .decimals = kMoney},
       {.id = "unused", .title = tr("Unused"), .decimals = kMoney},
       {.id = "utilisation_percent", .title = tr("Utilisation"), .unit = "%", .decimals = 1},
       currency_column()});
  for (const BillCommitment& commitment : bill.commitments) {
    Cell utilisation = Missing{};
    Measure whole = commitment.used;
    (void)add(whole, commitment.unused);
    if (commitment.unused.lines > 0 && whole.sum > ExactAmount()) {
      constexpr double kPercent = 100.0;
      utilisation = kPercent * commitment.used.sum.to_double() / whole.sum.to_double();
    }
    const auto stated = [](const std::string& text) {
      return text.empty() ? Cell(Missing{}) : Cell(text);
    };
    const Cell used = commitment.used.lines == 0 ? Cell(0.0) : amount_cell(commitment.used);
    table.add_row({commitment.id, Text(title(commitment.bought)), or_dash(commitment.instance),
                   or_dash(commitment.region), stated(commitment.term), stated(commitment.payment),
                   stated(commitment.end), used, amount_cell(commitment.unused), utilisation,
                   commitment.currency});
  }
  return table;
}

Table bill_lines_table(const Bill& bill) {
  Table table({{.id = "period", .title = tr("Billing period")},
               {.id = "account", .title = tr("Account")},
               service_column(),
               instance_column(),
               region_column(),
               bought_as_column(),
               charge_column(),
               lines_column(),
               hours_column(),
               unblended_column(),
               effective_column(),
               {.id = "list", .title = tr("Public on-demand cost"), .decimals = kMoney},
               {.id = "contracted", .title = tr("Contracted cost"), .decimals = kMoney},
               currency_column()});
  for (const BillLine& line : bill.lines) {
    table.add_row({or_dash(line.period), or_dash(line.account), or_dash(line.service),
                   or_dash(line.instance), or_dash(line.region),
                   std::string(to_string(line.bought)), std::string(to_string(line.kind)),
                   static_cast<std::int64_t>(line.lines),
                   has_hours(line.bought, line.kind) ? hours_cell(line.hours, line.lines)
                   : line.hours.lines == 0           ? Cell(Missing{tr("n/a")})
                                                     : Cell(line.hours.sum.to_double()),
                   amount_cell(line.billed), complete_cell(line.effective, line.lines),
                   complete_cell(line.list, line.lines), complete_cell(line.contracted, line.lines),
                   line.currency});
  }
  return table;
}

Table bill_diagnostics_table(const Bill& bill) {
  Table table({{.id = "code", .title = tr("Code")},
               {.id = "count", .title = tr("Count")},
               {.id = "first", .title = tr("First occurrence")},
               {.id = "message", .title = tr("Message")}});
  for (const BillDiagnostic& diagnostic : bill.diagnostics) {
    table.add_row({diagnostic.code, static_cast<std::int64_t>(diagnostic.count), diagnostic.first,
                   diagnostic.message});
  }
  return table;
}

Json to_json(const Bill& bill, const Baseline& baseline) {
  Json files = Json::array();
  for (const BillFile& file : bill.files) {
    files.push_back({{"name", file.name},
                     {"format", file.format},
                     {"lines", file.lines},
                     {"left_out", file.left_out}});
  }
  Json sums = Json::array();
  const auto all = totals(bill, [](const BillLine&) { return true; });
  const auto running = totals(bill, is_running_cost);
  for (const BillTotal& total : all) {
    Json entry{{"currency", total.currency},
               {"lines", total.lines},
               {"unblended", optional_number(amount_cell(total.billed))},
               {"effective", optional_number(complete_cell(total.effective, total.lines))}};
    for (const BillTotal& part : running) {
      if (part.currency != total.currency) continue;
      entry["unblended_without_tax_credits_refunds"] = optional_number(amount_cell(part.billed));
      entry["effective_without_tax_credits_refunds"] =
          optional_number(complete_cell(part.effective, part.lines));
    }
    sums.push_back(std::move(entry));
  }
  return Json{{"schema", "nscope.bill/1"},
              {"files", std::move(files)},
              {"begin", bill.begin ? Json(to_string(*bill.begin)) : Json(nullptr)},
              {"end", bill.end ? Json(to_string(*bill.end)) : Json(nullptr)},
              {"estimated", bill.estimated},
              {"totals", std::move(sums)},
              {"summary", bill_summary_table(bill).to_json()},
              {"accelerators", accelerator_table(bill).to_json()},
              {"chargeback", chargeback_table(bill).to_json()},
              {"services", services_table(bill).to_json()},
              {"commitments", commitment_table(bill).to_json()},
              {"lines", bill_lines_table(bill).to_json()},
              {"baseline", baseline_json(baseline)},
              {"diagnostics", bill_diagnostics_table(bill).to_json()}};
}

}  // namespace nscope::cost
