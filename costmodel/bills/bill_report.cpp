#include "costmodel/bills/bill_report.h"

#include "costmodel/bills/usage_type.h"

#include <array>
#include <map>
#include <tuple>

namespace nscope::cost {
namespace {

constexpr int kMoney = 2;
constexpr int kRate = 6;

/// A sum for a table: unknown where no line had a figure.
Cell amount_cell(const Measure& measure) {
  if (measure.lines == 0) return Missing{"unknown"};
  const auto usd = measure.sum.to_usd();  // rounds once; any currency
  return usd ? Cell(usd->dollars()) : Cell(measure.sum.to_double());
}

/// As above, but only where all lines have a figure.
Cell complete_cell(const Measure& measure, std::uint64_t lines) {
  return measure.lines == lines ? amount_cell(measure) : Cell(Missing{"unknown"});
}

Cell rate_cell(const Measure& amount, const Measure& hours, std::uint64_t lines) {
  const bool known = amount.lines == lines && hours.sum > ExactAmount();
  if (!known) return Missing{hours.lines == 0 ? "-" : "unknown"};
  return Usd::round(amount.sum.to_double() / hours.sum.to_double()).dollars();
}

/// The sums of several lines.
struct LineSums {
  std::uint64_t lines = 0;
  std::uint64_t priced = 0;  ///< lines that have hours: those a rate is of
  Measure billed, effective, list, hours;

  void add(const BillLine& line) {
    lines += line.lines;
    // Parts of a bill are in range: BillBuilder has held all of it against it.
    (void)cost::add(billed, line.billed);
    (void)cost::add(effective, line.effective);
    (void)cost::add(list, line.list);
    (void)cost::add(hours, line.hours);
  }
};

/// Usage and what Savings Plans take off it again are one row.
ChargeKind shown_kind(const BillLine& line) {
  return line.kind == ChargeKind::kNegation ? ChargeKind::kUsage : line.kind;
}

std::string_view kind_words(ChargeKind kind) {
  switch (kind) {
    case ChargeKind::kUsage: return "used";
    case ChargeKind::kUnusedCapacity: return "unused reservation";
    case ChargeKind::kCommitment: return "commitment, unused part";
    default: return title(kind);
  }
}

bool is_of_accelerator(const BillLine& line) {
  return is_accelerator(line.instance) && is_running_cost(line);
}

Cell share_saved(const Cell& effective, const Cell& list) {
  const auto* paid = std::get_if<double>(&effective);
  const auto* full = std::get_if<double>(&list);
  if (paid == nullptr || full == nullptr || !(*full > 0.0)) return Missing{"unknown"};
  constexpr double kPercent = 100.0;
  return kPercent * (1.0 - *paid / *full);
}

std::string or_dash(const std::string& text) {
  return text.empty() ? "-" : text;
}

/// The rows of the summary, in this order.
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

std::string_view title(Part part) {
  switch (part) {
    case Part::kAccelerators: return "Accelerators, used";
    case Part::kIdleAccelerators: return "Accelerators: fees; unused part";
    case Part::kSharedCommitments: return "Savings Plans: fees; unused part";
    case Part::kOtherServices: return "Everything else";
    case Part::kTax: return "Tax";
    case Part::kCredit: return "Credits";
    case Part::kRefund: return "Refunds";
  }
  return "";
}

Json optional_number(const Cell& cell) {
  const auto* number = std::get_if<double>(&cell);
  return number == nullptr ? Json(nullptr) : Json(*number);
}

Json optional_usd(const std::optional<Usd>& amount) {
  return amount ? Json(amount->dollars()) : Json(nullptr);
}

Json baseline_json(const Baseline& baseline) {
  Json items = Json::array();
  for (const BaselineItem& item : baseline.items) {
    Json shares = Json::array();
    for (const BaselineShare& share : item.shares) {
      shares.push_back({{"bought_as", to_string(share.bought)},
                        {"hours", share.hours},
                        {"billed_usd", share.billed.dollars()},
                        {"effective_usd", optional_usd(share.cost)},
                        {"effective_usd_per_hour", optional_usd(share.per_hour)},
                        {"list_usd_per_hour", optional_usd(share.list_per_hour)}});
    }
    items.push_back({{"instance", item.instance},
                     {"region", item.region},
                     {"hours", item.hours},
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
  Table table({{"instance"},
               {"region"},
               {"bought_as", "bought as"},
               {"charge"},
               {"hours", "hours", "h"},
               {"unblended", "unblended", "", kMoney},
               {"effective", "effective", "", kMoney},
               {"effective_per_hour", "effective per hour", "", kRate},
               {"list_per_hour", "list per hour", "", kRate},
               {"below_list_percent", "below list", "%", 1},
               {"currency"}});
  for (const auto& [key, sums] : rows) {
    const auto& [instance, region, bought, kind, currency] = key;
    const Cell rate = rate_cell(sums.effective, sums.hours, sums.lines);
    const Cell list = kind == ChargeKind::kUsage ? rate_cell(sums.list, sums.hours, sums.priced)
                                                 : Cell(Missing{"-"});
    table.add_row(
        {instance, or_dash(region), std::string(title(bought)), std::string(kind_words(kind)),
         sums.hours.lines == 0 ? Cell(Missing{"-"}) : Cell(sums.hours.sum.to_double()),
         amount_cell(sums.billed), complete_cell(sums.effective, sums.lines), rate, list,
         kind == ChargeKind::kUsage ? share_saved(rate, list) : Cell(Missing{"-"}), currency});
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
  Table table({{"part", "part"},
               {"lines"},
               {"unblended", "unblended", "", kMoney},
               {"effective", "effective", "", kMoney},
               {"currency"}});
  const auto add = [&](std::string_view what, const LineSums& sums, const std::string& currency) {
    table.add_row({std::string(what), static_cast<std::int64_t>(sums.lines),
                   amount_cell(sums.billed), complete_cell(sums.effective, sums.lines), currency});
  };
  for (const auto& [currency, parts] : currencies) {
    for (const auto& [part, sums] : parts) add(title(part), sums, currency);
    add("Whole bill", all[currency], currency);
  }
  return table;
}

Table services_table(const Bill& bill) {
  std::map<std::tuple<std::string, ChargeKind, std::string>, LineSums> rows;
  for (const BillLine& line : bill.lines) {
    rows[{line.service, shown_kind(line), line.currency}].add(line);
  }
  Table table({{"service"},
               {"charge"},
               {"lines"},
               {"unblended", "unblended", "", kMoney},
               {"effective", "effective", "", kMoney},
               {"currency"}});
  for (const auto& [key, sums] : rows) {
    const auto& [service, kind, currency] = key;
    table.add_row({or_dash(service), std::string(title(kind)),
                   static_cast<std::int64_t>(sums.lines), amount_cell(sums.billed),
                   complete_cell(sums.effective, sums.lines), currency});
  }
  return table;
}

Table commitment_table(const Bill& bill) {
  Table table({{"commitment"},
               {"kind"},
               {"instance"},
               {"region"},
               {"term"},
               {"payment"},
               {"end"},
               {"used", "used", "", kMoney},
               {"unused", "unused", "", kMoney},
               {"utilisation_percent", "utilisation", "%", 1},
               {"currency"}});
  for (const BillCommitment& commitment : bill.commitments) {
    Cell utilisation = Missing{"unknown"};
    Measure whole = commitment.used;
    (void)add(whole, commitment.unused);
    if (commitment.unused.lines > 0 && whole.sum > ExactAmount()) {
      constexpr double kPercent = 100.0;
      utilisation = kPercent * commitment.used.sum.to_double() / whole.sum.to_double();
    }
    const auto stated = [](const std::string& text) {
      return text.empty() ? Cell(Missing{"unknown"}) : Cell(text);
    };
    const Cell used = commitment.used.lines == 0 ? Cell(0.0) : amount_cell(commitment.used);
    table.add_row({commitment.id, std::string(title(commitment.bought)),
                   or_dash(commitment.instance), or_dash(commitment.region),
                   stated(commitment.term), stated(commitment.payment), stated(commitment.end),
                   used, amount_cell(commitment.unused), utilisation, commitment.currency});
  }
  return table;
}

Table bill_lines_table(const Bill& bill) {
  Table table({{"period"},
               {"account"},
               {"service"},
               {"instance"},
               {"region"},
               {"bought_as", "bought as"},
               {"charge"},
               {"lines"},
               {"hours", "hours", "h"},
               {"unblended", "unblended", "", kMoney},
               {"effective", "effective", "", kMoney},
               {"list", "list", "", kMoney},
               {"contracted", "contracted", "", kMoney},
               {"currency"}});
  for (const BillLine& line : bill.lines) {
    table.add_row({or_dash(line.period), or_dash(line.account), or_dash(line.service),
                   or_dash(line.instance), or_dash(line.region),
                   std::string(to_string(line.bought)), std::string(to_string(line.kind)),
                   static_cast<std::int64_t>(line.lines),
                   line.hours.lines == 0 ? Cell(Missing{"-"}) : Cell(line.hours.sum.to_double()),
                   amount_cell(line.billed), complete_cell(line.effective, line.lines),
                   complete_cell(line.list, line.lines), complete_cell(line.contracted, line.lines),
                   line.currency});
  }
  return table;
}

Table bill_diagnostics_table(const Bill& bill) {
  Table table({{"code"}, {"count"}, {"first"}, {"message"}});
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
              {"services", services_table(bill).to_json()},
              {"commitments", commitment_table(bill).to_json()},
              {"lines", bill_lines_table(bill).to_json()},
              {"baseline", baseline_json(baseline)},
              {"diagnostics", bill_diagnostics_table(bill).to_json()}};
}

}  // namespace nscope::cost
