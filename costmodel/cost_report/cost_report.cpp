#include "costmodel/cost_report/cost_report.h"

#include "costmodel/money/cost_arithmetic.h"
#include "costmodel/money/figures.h"
#include "costmodel/prices/price_citation.h"
#include "costmodel/prices/price_needs.h"

#include <algorithm>
#include <functional>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace nscope::cost {
namespace {

Phrase state_of(const CostMatrix& matrix, const CostRow& row, const CostCell& cell) {
  const Phrase missing = matrix.missing_of(row, cell);
  return missing.english.empty() ? phrase("priced") : missing;
}

Cell optional_cell(const std::optional<double>& value) {
  return value ? Cell(*value) : Cell(Missing{tr("unknown")});
}

Cell optional_cell(const std::optional<Usd>& value) {
  return value ? Cell(value->dollars()) : Cell(Missing{tr("unknown")});
}

std::vector<Table::Column> detail_columns(bool run, bool month, bool limits) {
  std::vector<Table::Column> columns = {
      {"work", tr("Item")},
      {"instance", tr("Instance type")},
      {"count", tr("Count")},
      {"region", tr("Region")},
      {"option", tr("Option")},
      {"state", tr("State")},
      {"usd_per_hour", tr("Price"), "USD/h", 4},
      {"tokens_per_second", tr("Throughput"), "tok/s"},
      {"provenance", tr("Provenance")},
      {"tokens_per_usd", tr("Tokens per USD"), "", 0},
      {"tokens_per_usd_low", tr("Low"), "", 0},
      {"tokens_per_usd_high", tr("High"), "", 0},
      {"usd_per_million_tokens", tr("USD per million tokens"), "", 4},
      {"usd_per_million_tokens_low", tr("Low"), "", 4},
      {"usd_per_million_tokens_high", tr("High"), "", 4}};
  if (run) {
    columns.push_back({"run_hours", tr("Run"), "h", 2});
    columns.push_back({"run_usd", tr("Run"), "USD", 2});
  }
  if (month) {
    columns.push_back({"month_usd_metered", tr("Month, busy time only"), "USD", 2});
    columns.push_back({"month_usd_dedicated", tr("Month, always on"), "USD", 2});
    columns.push_back({"month_groups", tr("Groups, always on")});
    columns.push_back({"month_utilisation", tr("Utilisation"), "", 3});
  }
  const std::vector<Table::Column> sources = {
      {"price_provenance", tr("Price provenance")},   {"price_date", tr("Price date")},
      {"price_age_days", tr("Price age"), "days"},    {"stale", tr("Out of date")},
      {"price_source", tr("Price source")},           {"remark", tr("Remark")},
      {"throughput_source", tr("Throughput source")}, {"impossible", tr("Impossible")}};
  columns.insert(columns.end(), sources.begin(), sources.end());
  if (limits) columns.push_back({"limits", tr("Limits")});
  return columns;
}

void add_figures(std::vector<Cell>& cells, const CostFigures& f, bool run, bool month) {
  cells.insert(cells.end(),
               {f.tokens_per_usd.value, optional_cell(f.tokens_per_usd.low),
                optional_cell(f.tokens_per_usd.high), f.usd_per_million.value.dollars(),
                optional_cell(f.usd_per_million.low), optional_cell(f.usd_per_million.high)});
  if (run && f.run) {
    cells.insert(cells.end(), {f.run->hours, f.run->usd.dollars()});
  } else if (run) {
    cells.insert(cells.end(), 2, Missing{tr("unknown")});
  }
  if (month) {
    const Dedicated& always = f.month->dedicated;
    cells.insert(cells.end(), {f.month->metered.dollars(), always.per_month.dollars(),
                               std::int64_t{always.instances}, always.utilisation});
  }
}

std::vector<Cell> detail_row(const CostMatrix& matrix, const CostRow& row, std::size_t option,
                             bool run, bool month) {
  const WorkEstimate& work = matrix.work_of(row);
  const CostCell& cell = row.cells[option];
  const Missing missing{matrix.missing_of(row, cell)};
  const Throughput* const rate = matrix.throughput_of(row);
  std::vector<Cell> cells = {matrix.label_of(row),
                             work.instance,
                             std::int64_t{work.count},
                             row.region,
                             to_string(matrix.scenario.options[option]),
                             state_of(matrix, row, cell)};
  const auto& figures = cell.figures;
  cells.push_back(figures ? Cell(figures->per_hour.dollars()) : Cell(missing));
  cells.push_back(rate != nullptr ? Cell(rate->tokens_per_second) : Cell(missing));
  cells.push_back(rate != nullptr ? Cell(provenance_word(rate->provenance)) : Cell(missing));
  if (figures) {
    add_figures(cells, *figures, run, month);
  } else {
    constexpr std::size_t kMoneyColumns = 6;
    cells.insert(cells.end(), kMoneyColumns + (run ? 2 : 0) + (month ? 4 : 0), missing);
  }
  const auto* const price = std::get_if<Priced>(&cell.price);
  cells.push_back(price != nullptr ? Cell(provenance_word(price->provenance)) : Cell(missing));
  const auto [date, source] = citation(cell.price);
  cells.push_back(date.empty() ? Cell(missing) : Cell(date));
  const bool has_age = figures && figures->price_age_days;
  cells.push_back(has_age ? Cell(std::int64_t{*figures->price_age_days})
                          : Cell(figures ? Missing{tr("undated")} : missing));
  cells.push_back(figures ? Cell(figures->stale) : Cell(missing));
  cells.push_back(source.empty() ? Cell(missing) : Cell(source));
  cells.emplace_back(remark(cell.price));
  cells.emplace_back(rate != nullptr ? rate->source : work.service->why_not);
  cells.emplace_back(row.disqualified);
  if (!matrix.has_limits()) return cells;
  if (row.full_load) {
    cells.emplace_back(tr("none: full load"));
  } else {
    cells.push_back(work.service ? Cell(work.service->limits) : Cell(Missing{tr("not stated")}));
  }
  return cells;
}

Phrase title(Margin margin) {
  switch (margin) {
    case Margin::kAlone: return phrase("the only item that can be compared");
    case Margin::kClear: return phrase("clearly cheaper than all others");
    case Margin::kNoBand:
      return phrase("cheaper than all others, but not all throughputs have an error band");
    case Margin::kOverlap: return phrase("within the error bands, another item can be cheaper");
  }
  return {};
}

/// The command that fetches the current price of a cell.
std::string fetch_of(const CostMatrix& matrix, std::size_t row, std::size_t option) {
  const CostRow& at = matrix.rows[row];
  return fetch_command({matrix.work_of(at).instance, at.region, matrix.scenario.options[option]},
                       matrix.as_of);
}

/// The cell that would be the cheapest if its price, which is out of date, still applied.
Json stale_json(const CostMatrix& matrix) {
  if (!matrix.cheaper_but_stale) return nullptr;
  const auto [r, o] = *matrix.cheaper_but_stale;
  const CostRow& row = matrix.rows[r];
  const CostFigures& figures = *row.cells[o].figures;
  return {{"work", matrix.work_of(row).label},
          {"instance", matrix.work_of(row).instance},
          {"region", row.region},
          {"option", to_string(matrix.scenario.options[o])},
          {"usd_per_million_tokens", figures.usd_per_million.value.dollars()},
          {"price_date", citation(row.cells[o].price).date},
          {"price_age_days", figures.price_age_days.value_or(0)},
          {"fetch", fetch_of(matrix, r, o)}};
}

Json winner_json(const CostMatrix& matrix, const std::optional<Winner>& winner) {
  if (!winner) return nullptr;
  const CostRow& row = matrix.rows[winner->row];
  const CostFigures& figures = *row.cells[winner->option].figures;
  Json next = nullptr;
  if (winner->next) {
    const auto [next_row, next_option] = *winner->next;
    const CostRow& other = matrix.rows[next_row];
    next = {{"work", matrix.work_of(other).label},
            {"region", other.region},
            {"option", to_string(matrix.scenario.options[next_option])},
            {"usd_per_million_tokens",
             other.cells[next_option].figures->usd_per_million.value.dollars()}};
  }
  Json json{{"work", matrix.work_of(row).label},
            {"instance", matrix.work_of(row).instance},
            {"region", row.region},
            {"option", to_string(matrix.scenario.options[winner->option])},
            {"tokens_per_usd", figures.tokens_per_usd.value},
            {"usd_per_million_tokens", figures.usd_per_million.value.dollars()},
            {"price_is_current", figures.may_lead},
            {"margin", to_string(winner->margin)},
            {"next", std::move(next)},
            {"probability_cheaper_than_next",
             winner->probability ? Json(*winner->probability) : Json(nullptr)}};
  if (winner->range) {
    json["probability_bounds"] = {{"low", winner->range->low}, {"high", winner->range->high}};
  }
  return json;
}

}  // namespace

Table overview_table(const CostMatrix& matrix) {
  std::vector<Table::Column> columns = {{"work", tr("Item")}, {"region", tr("Region")}};
  for (const Purchase& option : matrix.scenario.options) {
    columns.push_back({to_string(option), title(option), "", 4});
  }
  columns.push_back({"impossible", tr("Impossible")});
  Table table(std::move(columns));
  for (const CostRow& row : matrix.rows) {
    std::vector<Cell> cells = {matrix.label_of(row), row.region};
    for (const CostCell& cell : row.cells) {
      cells.push_back(cell.figures ? Cell(cell.figures->tokens_per_usd.value / kMillion)
                                   : Cell(Missing{matrix.missing_of(row, cell)}));
    }
    cells.emplace_back(row.disqualified);
    table.add_row(std::move(cells));
  }
  return table;
}

Table detail_table(const CostMatrix& matrix) {
  const bool run = has_run(matrix);
  const bool month = matrix.scenario.tokens_per_month.has_value();
  Table table(detail_columns(run, month, matrix.has_limits()));
  for (const CostRow& row : matrix.rows) {
    for (std::size_t o = 0; o < row.cells.size(); ++o) {
      table.add_row(detail_row(matrix, row, o, run, month));
    }
  }
  return table;
}

bool has_run(const CostMatrix& matrix) {
  return std::any_of(matrix.rows.begin(), matrix.rows.end(), [](const CostRow& row) {
    return std::any_of(row.cells.begin(), row.cells.end(),
                       [](const CostCell& cell) { return cell.figures && cell.figures->run; });
  });
}

namespace {

Table table_of(const std::vector<Finding>& findings) {
  Table table({{"severity", tr("Severity")},
               {"guard", tr("Check")},
               {"work", tr("Item")},
               {"message", tr("Finding")}});
  for (const Finding& finding : findings) {
    table.add_row(
        {severity_word(finding.severity), title(finding.guard), finding.label, finding.message});
  }
  return table;
}

std::vector<Finding> errors_first(std::vector<Finding> findings) {
  std::ranges::stable_sort(findings, std::greater(), &Finding::severity);
  return findings;
}

}  // namespace

std::vector<Finding> listed_findings(const CostMatrix& matrix) {
  std::vector<Finding> listed;
  for (const Finding& finding : matrix.findings) {
    const auto same = std::ranges::find_if(listed, [&](const Finding& known) {
      return known.guard == finding.guard && known.severity == finding.severity &&
             known.message == finding.message;
    });
    if (same == listed.end()) {
      listed.push_back(finding);
    } else {
      same->label += "; " + finding.label;  // labels can have commas
    }
  }
  return errors_first(std::move(listed));
}

Table findings_table(const CostMatrix& matrix) {
  return table_of(listed_findings(matrix));
}

bool is_left_out(const CostMatrix& matrix, const CostCell& cell) {
  if (!cell.figures || cell.figures->may_lead || !matrix.best) return false;
  return matrix.rows[matrix.best->row].cells[matrix.best->option].figures->may_lead;
}

Text best_sentence(const CostMatrix& matrix) {
  if (matrix.rows.empty()) return tr("No item has a throughput.");
  if (!matrix.best) {
    const bool any_load = std::any_of(
        matrix.rows.begin(), matrix.rows.end(),
        [&](const CostRow& row) { return !row.full_load && matrix.throughput_of(row) != nullptr; });
    return !any_load            ? tr("No item meets its latency limits at any load.")
           : matrix.priced == 0 ? tr("No item has a known price in {}.",
                                     fmt::format("{}", fmt::join(matrix.scenario.regions, ", ")))
                                : tr("All items with a price are impossible.");
  }
  const CostRow& row = matrix.rows[matrix.best->row];
  const CostFigures& figures = *row.cells[matrix.best->option].figures;
  const Purchase& option = matrix.scenario.options[matrix.best->option];
  const WorkEstimate& work = matrix.work_of(row);
  const Text item = work.service ? tr("{} with {}", work.label, work.service->limits)
                                 : Text::verbatim(work.label);
  const Text bought = option.option == PurchaseOption::kSpot
                          ? tr("{} without interruptions", title(option))
                          : title(option);
  const Text sentence =
      tr("USD {} per million tokens ({} million tokens per USD) with {}, {}, {}: {}",
         as_token_cost(figures.usd_per_million.value.dollars()),
         as_digits(figures.tokens_per_usd.value / kMillion, 3), item, bought, row.region,
         title(matrix.best->margin));
  const bool certain = matrix.best->margin == Margin::kClear;
  if (certain || (!matrix.best->probability && !matrix.best->range)) return sentence;
  const CostRow& next = matrix.rows[matrix.best->next->first];
  if (const auto& range = matrix.best->range) {
    return tr(
        "{}; it is cheaper than {} with a probability of {} to {}, because at the slow end of an "
        "error band no load is within the limits",
        sentence, matrix.work_of(next).label, as::percent(range->low, 0),
        as::percent(range->high, 0));
  }
  return tr("{}; it is cheaper than {} with a probability of {}", sentence,
            matrix.work_of(next).label, as::percent(*matrix.best->probability, 0));
}

std::optional<StalePrice> stale_price(const CostMatrix& matrix) {
  if (!matrix.best) return std::nullopt;
  const auto cell =
      matrix.cheaper_but_stale.value_or(std::pair(matrix.best->row, matrix.best->option));
  const CostRow& row = matrix.rows[cell.first];
  const CostCell& priced = row.cells[cell.second];
  const CostFigures& figures = *priced.figures;
  if (figures.may_lead && !figures.stale) return std::nullopt;
  const Text age = tr("{}, {} days old", citation(priced.price).date,
                      as::count(figures.price_age_days.value_or(0)));
  StalePrice found{tr("The price of the cheapest item is out of date ({}).", age),
                   fetch_of(matrix, cell.first, cell.second)};
  if (matrix.cheaper_but_stale) {
    found.sentence = tr(
        "Not ranked, because the price is out of date ({}): USD {} per million tokens with {}, {}, "
        "{}.",
        age, as_token_cost(figures.usd_per_million.value.dollars()), matrix.work_of(row).label,
        title(matrix.scenario.options[cell.second]), row.region);
  }
  return found;
}

Text stale_sentence(const CostMatrix& matrix) {
  const auto found = stale_price(matrix);
  if (!found) return {};
  return tr("{} {}", found->sentence, fetch_text(found->fetch));
}

Json to_json(const CostMatrix& matrix) {
  Json out = {{"schema", "nscope.cost_matrix/1"},       {"title", matrix.scenario.title},
              {"as_of", to_string(matrix.as_of)},       {"priced", matrix.priced},
              {"stale_prices", matrix.stale},           {"best", winner_json(matrix, matrix.best)},
              {"cheaper_but_stale", stale_json(matrix)}};
  Json& of_option = out["best_of_option"] = Json::object();
  for (std::size_t o = 0; o < matrix.best_of_option.size(); ++o) {
    of_option[to_string(matrix.scenario.options[o])] =
        winner_json(matrix, matrix.best_of_option[o]);
  }
  out["rows"] = detail_table(matrix).to_json();
  const Table served = service_rows(matrix, false).table;
  if (served.row_count() > 0) {
    out["service_level"] = {{"rows", served.to_json()}, {"notes", served.notes()}};
  }
  if (const Table tokens = token_price_table(matrix); tokens.row_count() > 0) {
    out["token_prices"] = {{"rows", tokens.to_json()}, {"notes", tokens.notes()}};
  }
  out["findings"] = table_of(errors_first(matrix.findings)).to_json();
  for (const EconomicsSection& section : economics_sections(matrix.economics)) {
    out["economics"][section.id] = {{"rows", section.table.to_json()},
                                    {"notes", section.table.notes()}};
  }
  return out;
}

}  // namespace nscope::cost
