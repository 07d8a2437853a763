#include "costmodel/cost_report/bundle_sheet.h"
#include "costmodel/cost_report/cost_document.h"
#include "costmodel/cost_report/cost_report.h"
#include "costmodel/cost_report/cost_summary.h"
#include "costmodel/cost_report/economics_document.h"
#include "costmodel/economics/cost_sensitivity.h"
#include "costmodel/money/figures.h"
#include "costmodel/prices/price_citation.h"
#include "costmodel/report/workbook.h"

#include <cmath>
#include <map>
#include <tuple>

#include <fmt/format.h>

namespace nscope::cost {
namespace {

constexpr Phrase kMatrixSheet = phrase("Matrix");
constexpr Phrase kFree = phrase("free");  // tokens per USD at a price of zero
constexpr Phrase kNoBand = phrase("no band");
constexpr Phrase kOutOfDate = phrase("yes, price out of date");

/// The input itself, as the source of values that the scenario states.
Text scenario_source() {
  return tr("the scenario");
}

// ---- the sheet "Inputs" -------------------------------------------------------

/// Names of input cells: "rate_2" of the second item, "price_3" of the third price.
std::string name_of(const char* what, std::size_t index) {
  return fmt::format("{}_{}", what, index + 1);
}

/// The names of the throughput of a row and of the ends of its error band.
struct RateNames {
  std::string rate, low, high;

  RateNames(const CostRow& row)
      : rate(name_of(row.full_load ? "full_rate" : "rate", row.work)),
        low(name_of(row.full_load ? "full_low" : "low", row.work)),
        high(name_of(row.full_load ? "full_high" : "high", row.work)) {}
};

/// The name of the price of each cell, by row and option; equal prices of an instance share a
/// name.
using PriceNames = std::vector<std::vector<std::string>>;

/// Tokens of a run of an item, if the scenario has runs.
std::optional<double> run_tokens(const CostMatrix& matrix, std::size_t work) {
  for (const CostRow& row : matrix.rows) {
    if (row.work != work) continue;
    for (const CostCell& cell : row.cells) {
      if (cell.figures && cell.figures->run) return cell.figures->run->tokens;
    }
  }
  return std::nullopt;
}

void write_item(InputSheet& inputs, const CostMatrix& matrix, std::size_t w) {
  const WorkEstimate& work = matrix.scenario.work[w].estimate;
  const Throughput& rate = work.throughput;
  const auto of_one = [&](double all) { return all / work.count; };
  const Text per_second = Text::verbatim("tok/s");
  inputs.heading(tr("{}: {} x {}", work.label, work.count, work.instance), tr("Value"), tr("Unit"));
  inputs.one(tr("Instances"), name_of("count", w), work.count, {}, scenario_source());
  const auto end = [&](const Text& label, const char* word, const std::optional<double>& value) {
    if (value) {
      inputs.one(label, name_of(word, w), of_one(*value), per_second, tr("error band"));
    } else {
      inputs.missing(label, name_of(word, w), kNoBand, per_second, {});
    }
  };
  const Text label = work.service ? tr("Throughput of one instance, {}", work.service->limits)
                                  : tr("Throughput of one instance");
  if (work.has_throughput()) {
    inputs.one(label, name_of("rate", w), of_one(rate.tokens_per_second), per_second, rate.source);
  } else {
    inputs.missing(label, name_of("rate", w), kLimitsMissed, per_second, work.service->why_not);
  }
  end(tr("Lower end of the error band"), "low", rate.low);
  end(tr("Upper end of the error band"), "high", rate.high);
  if (work.service && work.service->full_load) {
    const Throughput& full = *work.service->full_load;
    inputs.one(tr("Throughput of one instance at full load"), name_of("full_rate", w),
               of_one(full.tokens_per_second), per_second, full.source);
    end(tr("Lower end of the error band"), "full_low", full.low);
    end(tr("Upper end of the error band"), "full_high", full.high);
  }
  inputs.one(tr("Utilisation"), name_of("use", w), 1.0, tr("share of the paid time"),
             tr("assumption of the matrix: always busy"));
  if (const auto tokens = run_tokens(matrix, w)) {
    inputs.one(tr("Tokens of a run"), name_of("run", w), *tokens, tr("tokens"), scenario_source());
  }
}

PriceNames write_prices(InputSheet& inputs, const CostMatrix& matrix) {
  inputs.heading(tr("Prices of one instance"), tr("Value"), tr("Unit"));
  PriceNames names;
  std::map<std::tuple<std::string, std::string, std::size_t, std::string, std::int64_t>,
           std::string>
      known;
  for (const CostRow& row : matrix.rows) {
    std::vector<std::string>& of_row = names.emplace_back();
    for (std::size_t o = 0; o < row.cells.size(); ++o) {
      const PriceState& state = row.cells[o].price;
      const auto* price = std::get_if<Priced>(&state);
      const auto [date, source] = citation(state);
      const std::string& instance = matrix.work_of(row).instance;
      const auto [at, fresh] =
          known.emplace(std::tuple(instance, row.region, o, source.english(),
                                   price != nullptr ? price->per_hour.nano() : std::int64_t{-1}),
                        name_of("price", known.size()));
      of_row.push_back(at->second);
      if (!fresh) continue;
      const Text label = tr("{}, {}, {}", instance, row.region, title(matrix.scenario.options[o]));
      const Text unit = Text::verbatim("USD/h");
      if (price != nullptr) {
        inputs.one(label, at->second, price->per_hour.dollars(), unit, tr("{}, {}", source, date));
      } else {
        inputs.missing(label, at->second, missing_word(state), unit, remark(state));
      }
    }
  }
  return names;
}

PriceNames write_inputs(Workbook& book, const CostMatrix& matrix) {
  InputSheet inputs(book);
  if (matrix.scenario.tokens_per_month) {
    inputs.heading(tr("Load"), tr("Value"), tr("Unit"));
    inputs.one(tr("Tokens per month"), "month_tokens", *matrix.scenario.tokens_per_month,
               tr("tokens"), scenario_source());
    if (const auto& demand = matrix.scenario.economics.demand) {
      const bool in_tokens = demand->unit == DemandRequest::Unit::kTokensPerSecond;
      inputs.one(tr("Peak of the demand"), "demand_peak", demand->curve.peak(),
                 in_tokens ? Text::verbatim("tok/s") : tr("instances"), demand->curve.source);
    }
  }
  for (std::size_t w = 0; w < matrix.scenario.work.size(); ++w) write_item(inputs, matrix, w);
  return write_prices(inputs, matrix);
}

// ---- the sheet "Matrix" -------------------------------------------------------

enum MatrixColumn : int {
  kWork,
  kRegion,
  kBought,
  kMachines,
  kPrice,
  kPerHour,
  kRate,
  kTokens,
  kTokensLow,
  kTokensHigh,
  kUsd,
  kUsdLow,
  kUsdHigh,
  kRunHours,
  kRunUsd,
  kMetered,
  kGroups,
  kDedicated,
  kBusy,
  kImpossible,
  kCandidate,
  kName,  ///< for the chart
  kColumns
};

constexpr Phrase kHeadings[kColumns] = {phrase("Item"),
                                        phrase("Region"),
                                        phrase("Purchase option"),
                                        phrase("Instances"),
                                        phrase("Price of one [USD/h]"),
                                        phrase("Price of all [USD/h]"),
                                        phrase("Throughput [tok/s]"),
                                        phrase("Tokens per USD"),
                                        phrase("Low"),
                                        phrase("High"),
                                        phrase("USD per million tokens"),
                                        phrase("Low"),
                                        phrase("High"),
                                        phrase("Run [h]"),
                                        phrase("Run [USD]"),
                                        phrase("Month, busy time only [USD]"),
                                        phrase("Groups, always on"),
                                        phrase("Month, always on [USD]"),
                                        phrase("Utilisation"),
                                        phrase("Excluded from the ranking"),
                                        phrase("Tokens per USD (ranked rows)"),
                                        phrase("Name")};

/// One row of the matrix: formulas over the inputs with their current values.
class MatrixRow {
 public:
  MatrixRow(Workbook& book, lxw_worksheet* sheet, lxw_row_t row, const CostCell& cell,
            Phrase missing)
      : book_(book), sheet_(sheet), row_(row), cell_(cell), missing_(missing) {}

  std::string at(MatrixColumn column) const {
    return fmt::format("{}{}", static_cast<char>('A' + column), row_ + 1);
  }
  /// A value that requires a price and a throughput. Without them, the cell states what is
  /// missing.
  void priced(MatrixColumn column, const std::string& value, std::optional<double> known,
              lxw_format* format) {
    const std::string guarded = fmt::format("IF(ISNUMBER({0}),IF(ISNUMBER({1}),{2},{1}),{0})",
                                            at(kPerHour), at(kRate), value);
    if (cell_.figures && known) {
      put(column, guarded, *known, format);
    } else {
      formula(sheet_, row_, column, guarded, book_.say(cell_.figures ? kNoBand : missing_), format);
    }
  }
  void put(MatrixColumn column, const std::string& value, double known, lxw_format* format) {
    if (std::isfinite(known)) {
      formula(sheet_, row_, column, value, known, format);
    } else {
      formula(sheet_, row_, column, value, book_.say(kFree), format);
    }
  }
  void word(MatrixColumn column, const Text& value) {
    text(sheet_, row_, column, book_.say(value), column == kImpossible ? book_.beside : book_.wrap);
  }

 private:
  Workbook& book_;
  lxw_worksheet* sheet_;
  lxw_row_t row_;
  const CostCell& cell_;
  Phrase missing_;  ///< why there are no figures
};

template <class T, class F>
std::optional<double> number(const std::optional<CostFigures>& figures, F&& member) {
  if (!figures) return std::nullopt;
  const std::optional<T> value = member(*figures);
  if (!value) return std::nullopt;
  if constexpr (std::is_same_v<T, Usd>) {
    return value->dollars();
  } else {
    return *value;
  }
}

void write_money(Workbook& book, MatrixRow& line, const std::optional<CostFigures>& figures,
                 const CostRow& row) {
  const std::size_t w = row.work;
  const RateNames names(row);
  const std::string per_hour = line.at(kPerHour);
  const auto per_usd = [&](const std::string& rate) {
    return fmt::format("IF({0}>0,{1}*3600/{0},{2})", per_hour, rate, book.quoted(kFree));
  };
  const auto per_million = [&](const std::string& rate) {
    return fmt::format("{}*1E6/({}*3600)", per_hour, rate);
  };
  const auto end = [&](const std::string& name) {
    return fmt::format("{}*{}*{}", name_of("count", w), name, name_of("use", w));
  };
  const auto if_band = [&](const std::string& name, const std::string& value) {
    return fmt::format("IF(ISNUMBER({0}),{1},{0})", name, value);
  };
  using F = const CostFigures&;
  const auto tokens = [&](auto member) { return number<double>(figures, member); };
  const auto usd = [&](auto member) { return number<Usd>(figures, member); };
  line.priced(kTokens, per_usd(line.at(kRate)),
              tokens([](F f) { return std::optional(f.tokens_per_usd.value); }), book.decimals(0));
  line.priced(kTokensLow, if_band(names.low, per_usd(end(names.low))),
              tokens([](F f) { return f.tokens_per_usd.low; }), book.decimals(0));
  line.priced(kTokensHigh, if_band(names.high, per_usd(end(names.high))),
              tokens([](F f) { return f.tokens_per_usd.high; }), book.decimals(0));
  line.priced(kUsd, per_million(line.at(kRate)),
              usd([](F f) { return std::optional(f.usd_per_million.value); }), book.decimals(4));
  // The upper end of the throughput is the lower end of the cost.
  line.priced(kUsdLow, if_band(names.high, per_million(end(names.high))),
              usd([](F f) { return f.usd_per_million.low; }), book.decimals(4));
  line.priced(kUsdHigh, if_band(names.low, per_million(end(names.low))),
              usd([](F f) { return f.usd_per_million.high; }), book.decimals(4));
}

void write_run(Workbook& book, MatrixRow& line, const CostMatrix& matrix, const CostCell& cell,
               const CostRow& row) {
  const std::size_t w = row.work;
  const auto& figures = cell.figures;
  const Throughput* const rate = matrix.throughput_of(row);
  if (rate != nullptr && run_tokens(matrix, w)) {
    line.put(kRunHours, fmt::format("{}/({}*3600)", name_of("run", w), line.at(kRate)),
             hours_for(*run_tokens(matrix, w), rate->tokens_per_second), book.decimals(2));
    line.priced(kRunUsd, fmt::format("{}*{}", line.at(kRunHours), line.at(kPerHour)),
                figures && figures->run ? std::optional(figures->run->usd.dollars()) : std::nullopt,
                book.usd);
  }
  if (!matrix.scenario.tokens_per_month) return;
  const auto month = [&](auto member) {
    return figures && figures->month ? std::optional<double>(member(*figures->month))
                                     : std::nullopt;
  };
  line.priced(kMetered, fmt::format("{}*month_tokens/({}*3600)", line.at(kPerHour), line.at(kRate)),
              month([](const MonthCost& m) { return m.metered.dollars(); }), book.usd);
  const auto& demand = matrix.scenario.economics.demand;
  const bool in_tokens = demand && demand->unit == DemandRequest::Unit::kTokensPerSecond;
  const std::string peak = demand ? fmt::format(",ROUNDUP(demand_peak/{}*(1-1E-9),0)",
                                                in_tokens ? line.at(kRate) : line.at(kMachines))
                                  : std::string();
  line.priced(
      kGroups,
      fmt::format("MAX(1,ROUNDUP(month_tokens/(730*3600)/{}*(1-1E-9),0){})", line.at(kRate), peak),
      month([](const MonthCost& m) { return static_cast<double>(m.dedicated.instances); }),
      book.whole);
  line.priced(kDedicated, fmt::format("{}*{}*730", line.at(kGroups), line.at(kPerHour)),
              month([](const MonthCost& m) { return m.dedicated.per_month.dollars(); }), book.usd);
  line.priced(kBusy, fmt::format("month_tokens/({}*{}*730*3600)", line.at(kRate), line.at(kGroups)),
              month([](const MonthCost& m) { return m.dedicated.utilisation; }), book.share);
}

void write_row(Workbook& book, lxw_worksheet* sheet, lxw_row_t at, const CostMatrix& matrix,
               const CostRow& row, std::size_t option, const std::string& price_name) {
  const CostCell& cell = row.cells[option];
  const WorkEstimate& work = matrix.work_of(row);
  const std::size_t w = row.work;
  MatrixRow line(book, sheet, at, cell, matrix.missing_of(row, cell));
  line.word(kWork, matrix.label_of(row));
  line.word(kRegion, Text::verbatim(row.region));
  line.word(kBought, title(matrix.scenario.options[option]));
  line.put(kMachines, name_of("count", w), work.count, book.whole);
  const auto* price = std::get_if<Priced>(&cell.price);
  const std::string missing = book.say(missing_word(cell.price));
  const auto price_cell = [&](MatrixColumn column, const std::string& value, double known) {
    if (price != nullptr) {
      line.put(column, value, known, book.decimals(4));
    } else {
      formula(sheet, at, column, value, missing, book.decimals(4));
    }
  };
  price_cell(kPrice, price_name, price != nullptr ? price->per_hour.dollars() : 0.0);
  price_cell(kPerHour,
             fmt::format("IF(ISNUMBER({0}),{0}*{1},{0})", line.at(kPrice), line.at(kMachines)),
             price != nullptr ? cost_of_hours(price->per_hour, work.count, 1).dollars() : 0.0);
  const std::string rate_name = RateNames(row).rate;
  const std::string rate = fmt::format("IF(ISNUMBER({0}),{1}*{0}*{2},{0})", rate_name,
                                       name_of("count", w), name_of("use", w));
  if (const Throughput* const known = matrix.throughput_of(row)) {
    line.put(kRate, rate, known->tokens_per_second, book.decimals(1));
  } else {
    formula(sheet, at, kRate, rate, book.say(kLimitsMissed), book.decimals(1));
  }
  write_money(book, line, cell.figures, row);
  write_run(book, line, matrix, cell, row);
  const bool stale = is_left_out(matrix, cell);
  if (stale && row.may_win()) {
    // Another price that is filled in is a current one.
    formula(sheet, at, kImpossible,
            fmt::format("IF({}={},{},{})", line.at(kPrice), price->per_hour.dollars(),
                        book.quoted(kOutOfDate), book.quoted(tr("no"))),
            book.say(kOutOfDate), book.beside);
  } else {
    line.word(kImpossible, row.disqualified ? tr("yes, impossible")
                           : row.full_load  ? tr("yes, without limits")
                                            : tr("no"));
  }
  const bool candidate =
      cell.figures && row.may_win() && !stale && std::isfinite(cell.figures->tokens_per_usd.value);
  line.put(kCandidate,
           fmt::format("IF(AND({0}={1},ISNUMBER({2})),{2},0)", line.at(kImpossible),
                       book.quoted(tr("no")), line.at(kTokens)),
           candidate ? cell.figures->tokens_per_usd.value : 0.0, book.decimals(0));
  line.word(kName, tr("{}, {}, {}", matrix.label_of(row), row.region,
                      title(matrix.scenario.options[option])));
}

/// Returns the number of rows.
lxw_row_t write_matrix(Workbook& book, const CostMatrix& matrix, const PriceNames& names) {
  lxw_worksheet* const sheet = book.sheet(kMatrixSheet);
  // Each column is set once, because overlapping ranges produce an invalid file.
  for (int c = 0; c < kColumns; ++c) {
    constexpr double kWidths[] = {36, 14, 18};
    constexpr double kWords = 24;
    const bool run = c == kRunHours || c == kRunUsd;
    const bool month = c >= kMetered && c <= kBusy;
    lxw_row_col_options options{};
    options.hidden =
        (run && !has_run(matrix)) || (month && !matrix.scenario.tokens_per_month) || c == kName;
    worksheet_set_column_opt(sheet, static_cast<lxw_col_t>(c), static_cast<lxw_col_t>(c),
                             c < 3              ? kWidths[c]
                             : c == kImpossible ? kWords
                                                : 13,
                             nullptr, &options);
  }
  worksheet_freeze_panes(sheet, 1, 1);
  fit_to_width(sheet);
  for (int c = 0; c < kColumns; ++c) {
    const bool figure = c >= 3 && c != kImpossible && c != kName;
    text(sheet, 0, c, book.say(kHeadings[c]), book.heading_format(figure, c == kImpossible));
  }
  const std::string longest = book.say(kHeadings[kMetered]);
  fit_height(sheet, 0, {{longest, 13}});
  lxw_row_t at = 0;
  for (std::size_t r = 0; r < matrix.rows.size(); ++r) {
    for (std::size_t o = 0; o < matrix.scenario.options.size(); ++o) {
      write_row(book, sheet, ++at, matrix, matrix.rows[r], o, names[r][o]);
    }
  }
  return at;
}

// ---- the sheet "Result" -------------------------------------------------------

void write_winner(Workbook& book, lxw_worksheet* sheet, const CostMatrix& matrix, lxw_row_t rows) {
  const auto column = [&](MatrixColumn which) {
    const char letter = static_cast<char>('A' + which);
    return fmt::format("{0}!${1}$2:${1}${2}", book.sheet_reference(kMatrixSheet), letter, rows + 1);
  };
  const CostRow* const row = matrix.best ? &matrix.rows[matrix.best->row] : nullptr;
  const CostFigures* const figures =
      row != nullptr ? &*row->cells[matrix.best->option].figures : nullptr;
  text(sheet, 3, 0, book.say(tr("Cheapest item with the current inputs")), book.heading);
  text(sheet, 3, 1, "", book.heading);
  text(sheet, 4, 0, book.say(tr("Tokens per USD")), book.bold);
  formula(sheet, 4, 1, fmt::format("MAX({})", column(kCandidate)),
          figures != nullptr ? figures->tokens_per_usd.value : 0.0, book.decimals(0));
  const auto found = [&](lxw_row_t at, Phrase label, MatrixColumn which, const Text& known) {
    text(sheet, at, 0, book.say(label), book.bold);
    formula(sheet, at, 1,
            fmt::format("IF(B5>0,INDEX({},MATCH(B5,{},0)),{})", column(which), column(kCandidate),
                        book.quoted(tr("none"))),
            book.say(row != nullptr ? known : tr("none")), nullptr);
  };
  found(5, kHeadings[kWork], kWork, row != nullptr ? matrix.label_of(*row) : Text());
  found(6, kHeadings[kRegion], kRegion, row != nullptr ? Text::verbatim(row->region) : Text());
  found(7, kHeadings[kBought], kBought,
        row != nullptr ? title(matrix.scenario.options[matrix.best->option]) : Text());
  text(sheet, 8, 0, book.say(tr("USD per million tokens")), book.bold);
  formula(sheet, 8, 1, "IF(B5>0,1E6/B5,0)",
          figures != nullptr ? figures->usd_per_million.value.dollars() : 0.0, book.decimals(4));
}

void add_chart(Workbook& book, lxw_worksheet* sheet, lxw_row_t rows, lxw_row_t at) {
  lxw_chart* const bars = workbook_add_chart(book.get(), LXW_CHART_BAR);
  const std::string matrix = book.sheet_reference(kMatrixSheet);
  lxw_chart_series* const series =
      chart_add_series(bars, fmt::format("={}!$V$2:$V${}", matrix, rows + 1).c_str(),
                       fmt::format("={}!$K$2:$K${}", matrix, rows + 1).c_str());
  const std::string name = book.say(tr("USD per million tokens"));
  chart_series_set_name(series, name.c_str());
  chart_title_set_name(bars, name.c_str());
  chart_legend_set_position(bars, LXW_CHART_LEGEND_NONE);
  chart_axis_set_reverse(bars->y_axis);
  chart_show_hidden_data(bars);
  lxw_chart_options size{};
  size.x_scale = 1.9;
  size.y_scale = std::clamp(static_cast<double>(rows) / 9.0, 1.0, 4.0);
  worksheet_insert_chart_opt(sheet, at, 0, bars, &size);
}

void write_result(Workbook& book, lxw_worksheet* sheet, const CostMatrix& matrix, lxw_row_t rows) {
  constexpr double kWidths[] = {40, 46};
  for (lxw_col_t c = 0; c < 2; ++c) worksheet_set_column(sheet, c, c, kWidths[c], nullptr);
  fit_to_width(sheet);
  worksheet_fit_to_pages(sheet, 1, 1);  // the chart on the same page
  text(sheet, 0, 0, book.say(Text::of_resource(matrix.scenario.title)), book.title);
  const std::string day = to_string(matrix.as_of);
  const Text subtitle = rows == 0 ? tr("Prices as of {}.", day)
                        : matrix.best
                            ? tr("Prices as of {}. Cheapest: {}.", day, best_sentence(matrix))
                            : tr("Prices as of {}. {}", day, best_sentence(matrix));
  const auto sentence = [&](lxw_row_t row, const Text& text) {
    const std::string line = book.say(text);
    worksheet_merge_range(sheet, row, 0, row, 1, line.c_str(), book.wrap);
    fit_height(sheet, row, {{line, kWidths[0] + kWidths[1]}});
  };
  sentence(1, subtitle);
  lxw_row_t at = 2;
  if (rows > 0) {
    write_winner(book, sheet, matrix, rows);
    at = 10;
  }
  for (const Text& line : economics_findings(matrix.economics)) {
    sentence(at++, line);
  }
  if (matrix.has_figures()) add_chart(book, sheet, rows, at + 1);
}

/// The sheet name of a part of the economics; titles are longer than Excel allows.
Phrase sheet_name(const std::string& id) {
  if (id == "utilisation") return phrase("Utilisation");
  if (id == "commitments") return phrase("Commitments");
  if (id == "coverage") return phrase("Coverage");
  if (id == "spot") return phrase("Spot");
  if (id == "lines") return phrase("Other costs");
  return phrase("Emissions");
}

std::vector<Text> stale_lines(const CostMatrix& matrix) {
  Text line = stale_sentence(matrix);
  if (line.empty()) return {};
  return {std::move(line)};
}

void fill(Workbook& book, const CostMatrix& matrix) {
  lxw_worksheet* const result = book.sheet(tr("Result"));
  lxw_row_t rows = 0;
  if (!matrix.rows.empty()) {
    const PriceNames names = write_inputs(book, matrix);
    rows = write_matrix(book, matrix, names);
  }
  write_result(book, result, matrix, rows);
  if (matrix.best) {
    std::vector<Text> result = {month_sentence(matrix), overlap_sentence(matrix)};
    std::erase_if(result, [](const Text& line) { return line.empty(); });
    const std::vector<ReportList> lists = {
        {tr("Result"), std::move(result)},
        {tr("Dates of the prices"), price_dates(matrix)},
        {tr("Assumptions that matter most"), main_assumptions(matrix)},
        {tr("Not known"), unknowns(matrix)},
        {tr("Not included"), exclusions(matrix)},
        {tr("Prices that are out of date"), stale_lines(matrix)}};
    lxw_worksheet* const summary = book.sheet(tr("Summary"));
    worksheet_set_column(summary, 0, 0, kListWidth, nullptr);
    fit_to_width(summary);
    text(summary, 0, 0, book.say(tr("With the inputs as delivered")), book.muted);
    write_lists(book, summary, 0, lists);
  }
  if (!matrix.economics.bundles.empty()) write_bundles(book, matrix.economics.bundles);
  const Table sensitivity = rivals_table(matrix);
  if (sensitivity.row_count() > 0) write_values(book, tr("Sensitivity"), sensitivity);
  if (const Table regions = regions_table(matrix); regions.row_count() > 0) {
    write_values(book, tr("Regions"), regions);
  }
  if (matrix.has_limits()) write_values(book, tr("Latency limits"), service_table(matrix));
  if (const Table tokens = token_price_table(matrix); tokens.row_count() > 0) {
    write_values(book, tr("Token prices"), tokens);
  }
  for (const EconomicsSection& section : economics_sections(matrix.economics)) {
    if (section.id != "bundles") write_values(book, sheet_name(section.id), section.table);
  }
  if (!matrix.findings.empty()) write_values(book, tr("Checks"), findings_table(matrix));
  if (!matrix.rows.empty()) write_values(book, tr("Prices and sources"), detail_table(matrix));
}

}  // namespace

Result<> write_cost_workbook(const CostMatrix& matrix, const std::string& path,
                             const Language& language) {
  return write_workbook(path, Text::of_resource(matrix.scenario.title), matrix.as_of, language,
                        [&](Workbook& book) { fill(book, matrix); });
}

}  // namespace nscope::cost
