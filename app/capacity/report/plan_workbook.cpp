#include "app/capacity/report/answer_sheet.h"
#include "app/capacity/report/plan_document.h"
#include "app/capacity/report/plan_words.h"
#include "costmodel/report/workbook.h"
#include "profiler/base/format.h"

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

/// Columns of the sheets that price a count of instances.
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

constexpr double kWidths[kColumns] = {34, 18, 46, 26, 11, 14, 14, 16, 16, 70};

/// A count of instances at a price, or why there is none.
struct Line {
  std::string label;
  std::string instance;
  std::string configuration;
  std::string bought;
  std::optional<int> count{};
  std::optional<Usd> price{};  ///< of one
  std::string source;
};

std::string cell(Column column, lxw_row_t row) {
  return fmt::format("{}{}", static_cast<char>('A' + column), row + 1);
}

void write_inputs(Workbook& book, const FleetPlan& plan) {
  InputSheet inputs(book);
  inputs.heading("load that is paid for", "value", "unit");
  inputs.one("requests, on average", "requests", plan.request.traffic.mean_rate(), "1/s",
             "the plan");
  inputs.one("output tokens of a request, on average", "output_tokens",
             std::max(1.0, plan.request.traffic.output.expected()), "tokens", "the plan");
  inputs.one("hours of a month", "month_hours", kHoursPerMonth, "h", "as AWS accounts it");
}

/// Costs as formulas over the count, the price and the inputs.
void write_line(Workbook& book, lxw_worksheet* sheet, lxw_row_t row, const FleetPlan& plan,
                const Line& line) {
  for (const auto& [column, words] : {std::pair(kLabel, &line.label),
                                      {kInstance, &line.instance},
                                      {kConfiguration, &line.configuration},
                                      {kBought, &line.bought},
                                      {kSource, &line.source}}) {
    text(sheet, row, column, *words, column == kSource ? book.beside : book.wrap);
  }
  fit_height(sheet, row,
             {{line.label, kWidths[kLabel]},
              {line.configuration, kWidths[kConfiguration]},
              {line.bought, kWidths[kBought]},
              {line.source, kWidths[kSource]}});
  if (line.count) {
    worksheet_write_number(sheet, row, kCount, *line.count, book.input);
  } else {
    text(sheet, row, kCount, "no fleet", book.input);
  }
  if (line.price) {
    worksheet_write_number(sheet, row, kPrice, line.price->dollars(), book.input);
  } else {
    text(sheet, row, kPrice, "unknown", book.input);
  }
  const bool known = line.count && line.price;
  const Usd all = known ? *line.price * static_cast<std::int64_t>(*line.count) : Usd();
  const auto put = [&](Column column, const std::string& value, double result, lxw_format* format) {
    if (known) {
      formula(sheet, row, column, value, result, format);
    } else {
      formula(sheet, row, column, value, std::string("unknown"), format);
    }
  };
  put(kPerHour,
      fmt::format("IF(AND(ISNUMBER({0}),ISNUMBER({1})),{0}*{1},\"unknown\")", cell(kCount, row),
                  cell(kPrice, row)),
      all.dollars(), book.usd);
  const std::string per_hour = cell(kPerHour, row);
  put(kPerMonth, fmt::format("IF(ISNUMBER({0}),{0}*month_hours,{0})", per_hour),
      all.dollars() * kHoursPerMonth, book.usd);
  put(kPerMillion,
      fmt::format("IF(ISNUMBER({0}),{0}*1E6/(requests*output_tokens*3600),{0})", per_hour),
      all.dollars() * 1e6 / (plan.request.traffic.output_tokens_per_second() * 3600.0),
      book.decimals(4));
}

void write_lines(Workbook& book, const char* name, const char* label, const FleetPlan& plan,
                 const std::vector<Line>& lines) {
  if (lines.empty()) return;
  lxw_worksheet* const sheet = book.sheet(name);
  const char* const headings[kColumns] = {
      label,           "instance",          "run as",
      "bought",        "instances",         "price of one [USD/h]",
      "fleet [USD/h]", "fleet [USD/month]", "USD per million output tokens",
      "source"};
  for (int c = 0; c < kColumns; ++c) {
    const bool figure = c >= kCount && c < kSource;
    text(sheet, 0, c, headings[c], figure ? book.figure_heading : book.heading);
    worksheet_set_column(sheet, static_cast<lxw_col_t>(c), static_cast<lxw_col_t>(c), kWidths[c],
                         nullptr);
  }
  worksheet_freeze_panes(sheet, 1, 1);
  fit_to_width(sheet);
  fit_height(sheet, 0, {{headings[kPerMillion], kWidths[kPerMillion]}});
  lxw_row_t row = 0;
  for (const Line& line : lines) write_line(book, sheet, ++row, plan, line);
}

Line line_of(std::string label, const PlannedFleet& fleet, std::optional<int> count) {
  const cost::Priced& price = *fleet.offer.priced();
  return {.label = std::move(label),
          .instance = fleet.configuration.instance,
          .configuration = fleet.configuration.text(),
          .bought = fmt::format("{}, {}", cost::title(fleet.offer.purchase), fleet.offer.region),
          .count = count,
          .price = price.per_hour,
          .source = source_text(fleet.offer)};
}

/// The best of each type, and the counts at the ends of its error bands.
std::vector<Line> fleet_lines(const FleetPlan& plan) {
  std::vector<Line> lines;
  for (const TypeSummary& type : plan.types) {
    if (!type.fleet) continue;
    const PlannedFleet& fleet = *type.fleet;
    lines.push_back(line_of(fmt::format("{}: the plan", type.instance), fleet, fleet.count()));
    const auto ends = [&](const std::optional<BandFigures>& band, const char* words) {
      if (!band) return;
      for (const auto& [end, name] : {std::pair(0, "fast"), std::pair(1, "slow")}) {
        const auto& serving = band->serving[static_cast<std::size_t>(end)];
        lines.push_back(line_of(fmt::format("{}: {} end of the {}", type.instance, name, words),
                                fleet,
                                serving ? std::optional(*serving + fleet.spare) : std::nullopt));
      }
    };
    ends(fleet.measured, "error band");
    ends(fleet.widened, "widened band");
  }
  return lines;
}

std::vector<Line> frontier_lines(const FleetPlan& plan) {
  std::vector<Line> lines;
  for (const FrontierPoint& point : plan.frontier) {
    if (point.fleet) {
      lines.push_back(line_of(limits_text(point.limits), *point.fleet, point.fleet->count()));
    } else {
      lines.push_back({.label = limits_text(point.limits),
                       .instance = {},
                       .configuration = {},
                       .bought = {},
                       .source = {}});
    }
  }
  return lines;
}

std::vector<Line> offer_lines(const PlannedFleet& fleet) {
  std::vector<Line> lines;
  for (const Offer& offer : fleet.offers) {
    Line line{.label = offer.region,
              .instance = fleet.configuration.instance,
              .configuration = fleet.configuration.text(),
              .bought = cost::title(offer.purchase),
              .count = fleet.count(),
              .source = std::string(cost::missing_word(offer.price))};
    if (const cost::Priced* const price = offer.priced()) {
      line.price = price->per_hour;
      line.source = source_text(offer);
    }
    lines.push_back(std::move(line));
  }
  return lines;
}

AnswerSheet answer_of(const FleetPlan& plan) {
  AnswerSheet sheet{.title = plan.request.title.empty() ? plan.request.model : plan.request.title,
                    .as_of = plan.as_of,
                    .question = question_text(plan),
                    .answer = plan.best ? best_sentences(plan) : no_fleet_sentences(plan),
                    .assumptions = plan.assumptions};
  if (plan.best) {
    for (std::string& line : band_sentences(*plan.best)) sheet.answer.push_back(std::move(line));
  }
  sheet.answer.push_back(counts_sentence(plan));
  return sheet;
}

void fill(Workbook& book, const FleetPlan& plan) {
  lxw_worksheet* const answer = book.sheet("Answer");
  write_inputs(book, plan);
  write_answer_sheet(book, answer, answer_of(plan));
  write_lines(book, "Fleets", "fleet", plan, fleet_lines(plan));
  if (plan.best) {
    write_values(book, "Latency", latency_table(*plan.best));
    write_lines(book, "Bought otherwise", "region", plan, offer_lines(*plan.best));
  }
  write_lines(book, "Other limits", "limits", plan, frontier_lines(plan));
  const Table lost = refused_table(plan);
  if (lost.row_count() > 0) write_values(book, "Why the others lost", lost);
}

}  // namespace

Result<> write_plan_workbook(const FleetPlan& plan, const std::string& path) {
  return cost::write_workbook(path,
                              plan.request.title.empty() ? plan.request.model : plan.request.title,
                              plan.as_of, [&](Workbook& book) { fill(book, plan); });
}

}  // namespace nscope::capacity
