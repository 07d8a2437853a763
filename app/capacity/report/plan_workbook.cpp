#include "app/capacity/report/hours_sheets.h"
#include "app/capacity/report/plan_document.h"
#include "app/capacity/report/plan_summary.h"
#include "app/capacity/report/plan_text.h"
#include "app/capacity/report/summary_sheet.h"
#include "costmodel/report/workbook.h"

#include <fmt/format.h>

namespace nscope::capacity {
namespace {

using cost::fit_height;
using cost::fit_to_width;
using cost::formula;
using cost::InputSheet;
using cost::text;
using cost::Workbook;
using cost::write_values;

/// Columns of the sheets with numbers of instances and their cost.
enum Column : int {
  kLabel,
  kInstance,
  kConfiguration,
  kBought,
  kCount,
  kPrice,
  kPerHour,
  kPerMonth,
  kPerMillion,
  kSource,
  kColumns
};

constexpr double kWidths[kColumns] = {32, 16, 40, 24, 11, 13, 13, 15, 15, 34};

/// A row: a number of instances and their price, either of which can be unknown.
struct Line {
  Text label;
  std::string instance{};
  Text configuration{};
  Text bought{};
  std::optional<int> count{};
  std::optional<Usd> price{};  ///< of one instance
  Text source{};
};

std::string cell(Column column, lxw_row_t row) {
  return fmt::format("{}{}", static_cast<char>('A' + column), row + 1);
}

void write_inputs(Workbook& book, const FleetPlan& plan) {
  InputSheet inputs(book);
  inputs.heading(tr("Load"), tr("Value"), tr("Unit"));
  inputs.one(tr("Mean request rate"), "requests", plan.request.traffic.mean_rate(),
             Text::verbatim("1/s"), tr("the plan"));
  inputs.one(tr("Mean output tokens of a request"), "output_tokens",
             std::max(1.0, plan.request.traffic.output.expected()), tr("tokens"), tr("the plan"));
  inputs.one(tr("Hours of a month"), "month_hours", kHoursPerMonth, Text::verbatim("h"),
             tr("AWS pricing convention"));
}

/// Writes a row. Costs are formulas of the number of instances, the price and the inputs.
void write_line(Workbook& book, lxw_worksheet* sheet, lxw_row_t row, const FleetPlan& plan,
                const Line& line) {
  const std::string label = book.say(line.label);
  const std::string configuration = book.say(line.configuration);
  const std::string bought = book.say(line.bought);
  const std::string source = book.say(line.source);
  text(sheet, row, kLabel, label, book.wrap);
  text(sheet, row, kInstance, line.instance, book.beside);
  text(sheet, row, kConfiguration, configuration, book.beside);
  text(sheet, row, kBought, bought, book.beside);
  text(sheet, row, kSource, source, book.beside);
  fit_height(sheet, row,
             {{label, kWidths[kLabel]},
              {configuration, kWidths[kConfiguration]},
              {bought, kWidths[kBought]},
              {source, kWidths[kSource]}});
  if (line.count) {
    worksheet_write_number(sheet, row, kCount, *line.count, book.input);
  } else {
    text(sheet, row, kCount, book.say(tr("no fleet")), book.input);
  }
  if (line.price) {
    worksheet_write_number(sheet, row, kPrice, line.price->dollars(), book.input);
  } else {
    text(sheet, row, kPrice, book.say(tr("unknown")), book.input);
  }
  const bool known = line.count && line.price;
  const Usd all = known ? *line.price * static_cast<std::int64_t>(*line.count) : Usd();
  const auto put = [&](Column column, const std::string& value, double result, lxw_format* format) {
    if (known) {
      formula(sheet, row, column, value, result, format);
    } else {
      formula(sheet, row, column, value, book.say(tr("unknown")), format);
    }
  };
  put(kPerHour,
      fmt::format("IF(AND(ISNUMBER({0}),ISNUMBER({1})),{0}*{1},{2})", cell(kCount, row),
                  cell(kPrice, row), book.quoted(tr("unknown"))),
      all.dollars(), book.usd);
  const std::string per_hour = cell(kPerHour, row);
  put(kPerMonth, fmt::format("IF(ISNUMBER({0}),{0}*month_hours,{0})", per_hour),
      all.dollars() * kHoursPerMonth, book.usd);
  put(kPerMillion,
      fmt::format("IF(ISNUMBER({0}),{0}*1E6/(requests*output_tokens*3600),{0})", per_hour),
      all.dollars() * 1e6 / (plan.request.traffic.output_tokens_per_second() * 3600.0),
      book.decimals(4));
}

/// A sheet of rows; `label` is the heading of the first column.
void write_lines(Workbook& book, const Text& name, const Text& label, const FleetPlan& plan,
                 const std::vector<Line>& lines) {
  if (lines.empty()) return;
  lxw_worksheet* const sheet = book.sheet(name);
  const Text headings[kColumns] = {label,
                                   tr("Instance type"),
                                   tr("Configuration"),
                                   tr("Purchase option"),
                                   tr("Instances"),
                                   tr("Price of an instance [USD/h]"),
                                   tr("Cost of the fleet [USD/h]"),
                                   tr("Cost of the fleet [USD/month]"),
                                   tr("Cost of 1M output tokens [USD]"),
                                   tr("Source of the price")};
  for (int c = 0; c < kColumns; ++c) {
    const bool figure = c >= kCount && c < kSource;
    text(sheet, 0, c, book.say(headings[c]), book.heading_format(figure, c > kLabel && !figure));
    worksheet_set_column(sheet, static_cast<lxw_col_t>(c), static_cast<lxw_col_t>(c), kWidths[c],
                         nullptr);
  }
  worksheet_freeze_panes(sheet, 1, 1);
  worksheet_repeat_rows(sheet, 0, 0);
  fit_to_width(sheet);
  const std::string longest = book.say(headings[kPerMillion]);
  fit_height(sheet, 0, {{longest, kWidths[kPerMillion]}});
  lxw_row_t row = 0;
  for (const Line& line : lines) write_line(book, sheet, ++row, plan, line);
}

Line line_of(Text label, const PlannedFleet& fleet, std::optional<int> count) {
  const cost::Priced& price = *fleet.offer.priced();
  return {.label = std::move(label),
          .instance = fleet.configuration.instance,
          .configuration = fleet.configuration.text(),
          .bought = tr("{} in {}", purchase_title(fleet.offer), fleet.offer.region),
          .count = count,
          .price = price.per_hour,
          .source = source_text(fleet.offer)};
}

/// The best fleet of each type, and the numbers of instances at the ends of its error bands.
std::vector<Line> fleet_lines(const FleetPlan& plan) {
  std::vector<Line> lines;
  for (const TypeSummary& type : plan.types) {
    if (!type.fleet) continue;
    const PlannedFleet& fleet = *type.fleet;
    lines.push_back(line_of(tr("the plan"), fleet, fleet.count()));
    const auto add = [&](const Text& label, const std::optional<int>& serving) {
      lines.push_back(
          line_of(label, fleet, serving ? std::optional(*serving + fleet.spare) : std::nullopt));
    };
    if (fleet.measured) {
      add(tr("fast end of the error band"), fleet.measured->serving[0]);
      add(tr("slow end of the error band"), fleet.measured->serving[1]);
    }
    if (fleet.widened) {
      add(tr("fast end of the widened error band"), fleet.widened->serving[0]);
      add(tr("slow end of the widened error band"), fleet.widened->serving[1]);
    }
  }
  return lines;
}

std::vector<Line> frontier_lines(const FleetPlan& plan) {
  std::vector<Line> lines;
  for (const FrontierPoint& point : plan.frontier) {
    if (point.fleet) {
      lines.push_back(line_of(limits_text(point.limits), *point.fleet, point.fleet->count()));
    } else {
      lines.push_back({.label = limits_text(point.limits)});
    }
  }
  return lines;
}

std::vector<Line> offer_lines(const PlannedFleet& fleet) {
  std::vector<Line> lines;
  for (const Offer& offer : fleet.offers) {
    Line line{.label = Text::verbatim(offer.region),
              .instance = fleet.configuration.instance,
              .configuration = fleet.configuration.text(),
              .bought = purchase_title(offer),
              .count = fleet.count(),
              .source = cost::missing_word(offer.price)};
    if (const cost::Priced* const price = offer.priced()) {
      line.price = price->per_hour;
      line.source = source_text(offer);
    }
    lines.push_back(std::move(line));
  }
  return lines;
}

PlanSheet first_sheet(const FleetPlan& plan) {
  PlanSheet sheet{.title = sheet_title(plan.request.title, plan.request.model),
                  .as_of = plan.as_of,
                  .request = request_text(plan),
                  .result = plan.best ? best_sentences(plan) : no_fleet_sentences(plan),
                  .lists = summary_lists(plan),
                  .assumptions = plan.assumptions};
  sheet.assumptions.insert(sheet.assumptions.begin(), cost::price_sentence(plan.as_of));
  if (plan.best) {
    for (const Text& line : band_sentences(*plan.best)) sheet.result.push_back(line);
  }
  sheet.result.push_back(counts_sentence(plan));
  return sheet;
}

void fill(Workbook& book, const FleetPlan& plan) {
  lxw_worksheet* const first = book.sheet(tr("Plan"));
  write_inputs(book, plan);
  write_plan_sheet(book, first, first_sheet(plan));
  write_lines(book, tr("Fleets"), tr("Fleet"), plan, fleet_lines(plan));
  if (plan.best) {
    write_values(book, tr("Latency"), latency_table(plan));
    write_lines(book, tr("Purchase options"), tr("Region"), plan, offer_lines(*plan.best));
  }
  write_lines(book, tr("Other limits"), tr("Limits"), plan, frontier_lines(plan));
  if (plan.scaled) write_hours_sheets(book, plan);
  const Table rejected = refused_table(plan);
  if (rejected.row_count() > 0) write_values(book, tr("Rejected configurations"), rejected);
}

}  // namespace

Result<> write_plan_workbook(const FleetPlan& plan, const std::string& path,
                             const Language& language) {
  return cost::write_workbook(path, sheet_title(plan.request.title, plan.request.model), plan.as_of,
                              language, [&](Workbook& book) { fill(book, plan); });
}

}  // namespace nscope::capacity
