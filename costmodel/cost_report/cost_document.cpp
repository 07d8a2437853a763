#include "costmodel/cost_report/cost_document.h"

#include "costmodel/cost_report/cost_charts.h"
#include "costmodel/cost_report/cost_report.h"
#include "costmodel/cost_report/cost_summary.h"
#include "costmodel/cost_report/economics_document.h"
#include "costmodel/cost_report/finding_tone.h"
#include "costmodel/cost_report/region_costs.h"
#include "costmodel/economics/cost_sensitivity.h"
#include "costmodel/money/cost_arithmetic.h"
#include "costmodel/money/figures.h"
#include "costmodel/money/significant.h"
#include "costmodel/money/token_count.h"
#include "costmodel/prices/price_citation.h"

#include <algorithm>
#include <set>
#include <tuple>

namespace nscope::cost {
namespace {

/// The footnotes of throughputs and prices.
class Cited {
 public:
  Cited(const CostMatrix& matrix, ReportSources& sources) {
    const auto cite = [&](const Text& source, Provenance provenance) {
      const bool simulated = provenance == Provenance::kSimulated;
      return sources.cite({source, simulated ? tr("Neuronscope {}", NSCOPE_VERSION) : tr("undated"),
                           provenance_word(provenance)});
    };
    for (const WorkItem& item : matrix.scenario.work) {
      const WorkEstimate& work = item.estimate;
      work_.push_back(
          work.has_throughput()
              ? cite(work.throughput.source, work.throughput.provenance)
              : cite(tr("no load meets {}", work.service->limits), Provenance::kSimulated));
      const bool full = work.service && work.service->full_load;
      full_.push_back(
          full ? cite(work.service->full_load->source, work.service->full_load->provenance) : 0);
    }
    for (const CostRow& row : matrix.rows) {
      std::vector<int>& prices = prices_.emplace_back();
      for (const CostCell& cell : row.cells) {
        const auto [date, source] = citation(cell.price);
        if (source.empty()) {
          prices.push_back(0);
          continue;
        }
        const auto* price = std::get_if<Priced>(&cell.price);
        prices.push_back(sources.cite(
            {source, date,
             provenance_word(price != nullptr ? price->provenance : Provenance::kPublished)}));
      }
    }
  }

  std::vector<int> work(std::size_t item) const { return sorted({work_[item], full_[item]}); }
  std::vector<int> price(std::size_t row, std::size_t option) const {
    return sorted({prices_[row][option]});
  }
  std::vector<int> cell(const CostMatrix& matrix, std::size_t row, std::size_t option) const {
    return sorted({rate(matrix.rows[row]), prices_[row][option]});
  }
  std::vector<int> places(const RegionRow& item) const {
    std::vector<int> all = {work_[item.work]};
    for (const RegionPlace& place : item.places) {
      if (place.option) all.push_back(prices_[place.row][*place.option]);
    }
    return sorted(std::move(all));
  }
  std::vector<int> row(const CostMatrix& matrix, std::size_t row) const {
    std::vector<int> all = prices_[row];
    all.push_back(rate(matrix.rows[row]));
    return sorted(std::move(all));
  }

 private:
  int rate(const CostRow& row) const { return row.full_load ? full_[row.work] : work_[row.work]; }
  static std::vector<int> sorted(std::vector<int> numbers) {
    std::sort(numbers.begin(), numbers.end());
    numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
    if (!numbers.empty() && numbers.front() == 0) numbers.erase(numbers.begin());
    return numbers;
  }

  std::vector<int> work_;
  std::vector<int> full_;  ///< without latency limits; 0 if the item has none
  std::vector<std::vector<int>> prices_;
};

/// The cheapest item of each purchase option.
std::vector<Text> cheapest_by_option(const CostMatrix& matrix) {
  std::vector<Text> lines;
  for (std::size_t o = 0; o < matrix.best_of_option.size(); ++o) {
    const auto& winner = matrix.best_of_option[o];
    if (!winner) continue;
    const CostRow& row = matrix.rows[winner->row];
    const CostFigures& figures = *row.cells[o].figures;
    const Text bought = title(matrix.scenario.options[o]);
    const Text option = figures.stale ? tr("{} (price out of date)", bought) : bought;
    const std::string& label = matrix.work_of(row).label;
    const Banded<Usd>& cost = figures.usd_per_million;
    const auto usd = [](Usd amount) { return as_token_cost(amount.dollars()); };
    lines.push_back(cost.low && cost.high
                        ? tr("{}: {} in {}, USD {} per million tokens ({} to {})", option, label,
                             row.region, usd(cost.value), usd(*cost.low), usd(*cost.high))
                        : tr("{}: {} in {}, USD {} per million tokens", option, label, row.region,
                             usd(cost.value)));
  }
  return lines;
}

void warn_of_price(const CostMatrix& matrix, ReportSection& section) {
  Text warning = stale_sentence(matrix);
  if (!warning.empty()) {
    section.blocks.push_back(ReportParagraph{std::move(warning), Tone::kWarn});
  }
}

ReportSection result_section(const CostMatrix& matrix) {
  ReportSection section{.heading = tr("Result"), .blocks = {}};
  if (!matrix.rows.empty()) {
    const Tone tone = !matrix.best                            ? Tone::kBad
                      : matrix.best->margin == Margin::kClear ? Tone::kGood
                                                              : Tone::kWarn;
    const Text best = best_sentence(matrix);
    section.blocks.push_back(
        ReportParagraph{matrix.best ? tr("Most tokens per dollar: {}.", best) : best, tone});
    if (matrix.best) {
      for (Text& line : std::vector<Text>{month_sentence(matrix), overlap_sentence(matrix)}) {
        if (!line.empty())
          section.blocks.push_back(ReportParagraph{std::move(line), Tone::kNormal});
      }
      warn_of_price(matrix, section);
    }
    const auto add = [&](Text heading, std::vector<Text> items) {
      if (!items.empty())
        section.blocks.push_back(ReportList{std::move(heading), std::move(items)});
    };
    add(tr("Dates of the prices"), price_dates(matrix));
    add(tr("Assumptions that matter most"), main_assumptions(matrix));
    add(tr("Not known"), unknowns(matrix));
    add(tr("Not included"), exclusions(matrix));
    auto by_option = cheapest_by_option(matrix);
    if (by_option.size() > 1) {
      section.blocks.push_back(
          ReportList{tr("Cheapest item by purchase option"), std::move(by_option)});
    }
  }
  const auto errors =
      std::count_if(matrix.findings.begin(), matrix.findings.end(),
                    [](const Finding& finding) { return finding.severity == Severity::kError; });
  if (errors > 0) {
    section.blocks.push_back(ReportParagraph{
        tr_plural(errors, "The checks below found {} error in the inputs.",
                  "The checks below found {} errors in the inputs.", as::count(errors)),
        Tone::kBad});
  }
  auto economics = economics_findings(matrix.economics);
  if (!economics.empty()) {
    section.blocks.push_back(ReportList{matrix.rows.empty() ? tr("Summary") : tr("Other results"),
                                        std::move(economics)});
  }
  return section;
}

ReportSection sensitivity_section(const CostMatrix& matrix, const Cited& cited) {
  ReportSection section{.heading = tr("Sensitivity of the result"), .blocks = {}};
  ReportTable block{.table = rivals_table(matrix)};
  for (const Rival& rival : rivals(matrix)) {
    block.row_sources.push_back(cited.cell(matrix, rival.row, rival.option));
  }
  section.blocks.push_back(std::move(block));
  return section;
}

Text shape_text(const WorkEstimate& work) {
  const WorkShape& shape = work.shape;
  std::vector<Text> parts = {
      shape.model.empty() ? Text(title(work.phase)) : Text::verbatim(shape.model),
      Text::verbatim(shape.dtype)};
  if (shape.tensor_parallel > 0) parts.push_back(tr("TP {}", shape.tensor_parallel));
  if (shape.batch > 0) parts.push_back(tr("batch {}", shape.batch));
  if (shape.input_tokens > 0 || shape.output_tokens > 0) {
    parts.push_back(
        tr("{} + {} tokens", as::count(shape.input_tokens), as::count(shape.output_tokens)));
  }
  return joined(parts);
}

std::vector<Text> common_assumptions(const CostMatrix& matrix) {
  const Scenario& scenario = matrix.scenario;
  std::vector<Text> regions;
  for (const std::string& region : scenario.regions) regions.push_back(Text::verbatim(region));
  std::vector<Text> lines = {
      tr("Prices are the latest known on {} in {} for Linux with shared tenancy, without tax.",
         to_string(matrix.as_of), joined(regions)),
      tr("A month has {} hours and a year {}.", as::count(730), as::count(8760))};
  if (!matrix.rows.empty()) {
    lines.push_back(
        scenario.economics.utilisation
            ? tr("Tokens per dollar assume a utilisation of 100 %. The section Utilisation has "
                 "the costs at the actual utilisation.")
            : tr("The utilisation is assumed to be 100 %. At half the utilisation, costs per "
                 "token are twice as high."));
  }
  if (matrix.has_limits()) {
    lines.push_back(
        tr("The throughput of items with latency limits is the sustained load within these "
           "limits. Rows at full load are shown for comparison and are not ranked."));
  }
  if (!matrix.rows.empty() &&
      std::find(scenario.options.begin(), scenario.options.end(),
                Purchase{PurchaseOption::kSpot}) != scenario.options.end()) {
    lines.push_back(tr("Spot costs in the matrix do not include interruptions."));
  }
  if (scenario.run_tokens) {
    lines.push_back(tr("A run processes {} tokens.", as::fixed(*scenario.run_tokens, 0)));
  } else if (scenario.run_hours) {
    lines.push_back(tr("A run processes the tokens that the first item processes in {} hours.",
                       as_digits(*scenario.run_hours, 6)));
  }
  if (scenario.tokens_per_month) {
    lines.push_back(
        tr("The load is {} tokens per month.", as::fixed(*scenario.tokens_per_month, 0)));
  }
  return lines;
}

ReportSection assumptions_section(const CostMatrix& matrix, const Cited& cited) {
  ReportSection section{.heading = tr("Assumptions"), .blocks = {}};
  if (!matrix.scenario.work.empty()) {
    Table table({{"work", tr("Item")},
                 {"machines", tr("Instances")},
                 {"runs", tr("Workload")},
                 {"rate", tr("Throughput of all instances"), "tok/s"},
                 {"low", tr("Low"), "tok/s"},
                 {"high", tr("High"), "tok/s"},
                 {"counted", tr("Counted tokens")}});
    ReportTable block{.table = Table()};
    // Predictions have four digits; stated and measured throughputs have those of their source.
    const auto rate = [](const Throughput& whole, const std::optional<double>& value) {
      const bool banded = whole.low || whole.high;
      constexpr int kPredicted = 4;
      constexpr int kMost = 8;
      const bool predicted = whole.provenance == Provenance::kSimulated;
      return value ? Cell(rounded_to_digits(*value, predicted ? kPredicted : kMost))
                   : Cell(Missing{banded ? tr("no load") : tr("no band")});
    };
    for (std::size_t w = 0; w < matrix.scenario.work.size(); ++w) {
      const WorkEstimate& work = matrix.scenario.work[w].estimate;
      const Throughput& whole = work.throughput;
      table.add_row({work.label, tr("{} x {}", work.count, work.instance), shape_text(work),
                     work.has_throughput() ? rate(whole, whole.tokens_per_second)
                                           : Cell(Missing{kLimitsMissed}),
                     rate(whole, whole.low), rate(whole, whole.high), title(whole.counted)});
      block.row_sources.push_back(cited.work(w));
    }
    block.table = std::move(table);
    section.blocks.push_back(std::move(block));
  }
  section.blocks.push_back(ReportList{tr("For all items"), common_assumptions(matrix)});
  return section;
}

ReportSection checks_section(const CostMatrix& matrix) {
  ReportTable block{.table = findings_table(matrix)};
  for (const Finding& finding : listed_findings(matrix)) {
    block.row_tones.push_back(tone_of(finding.severity));
  }
  return {.heading = tr("Checks"), .blocks = {std::move(block)}};
}

/// Without the last column, which says whether an item is impossible, if all are possible.
Table without_impossible(const CostMatrix& matrix, Table all) {
  if (std::ranges::any_of(matrix.rows, [](const CostRow& row) { return row.disqualified; })) {
    return all;
  }
  Table table(std::vector<Table::Column>(all.columns().begin(), all.columns().end() - 1));
  for (std::size_t r = 0; r < all.row_count(); ++r) {
    table.add_row(std::vector<Cell>(all.row(r).begin(), all.row(r).end() - 1));
  }
  for (const Text& note : all.notes()) table.add_note(note);
  return table;
}

ReportTable matrix_block(const CostMatrix& matrix, const Cited& cited) {
  ReportTable block{.table = without_impossible(matrix, overview_table(matrix))};
  for (std::size_t r = 0; r < matrix.rows.size(); ++r) {
    block.row_sources.push_back(cited.row(matrix, r));
    block.row_tones.push_back(matrix.rows[r].may_win() ? Tone::kNormal : Tone::kMuted);
  }
  return block;
}

/// Precondition: the scenario has several regions.
ReportTable regions_block(const CostMatrix& matrix, const Cited& cited) {
  ReportTable block{.table = regions_table(matrix)};
  for (const RegionRow& item : region_rows(matrix, std::nullopt)) {
    block.row_sources.push_back(cited.places(item));
    const bool impossible = matrix.rows[item.places.front().row].disqualified;
    block.row_tones.push_back(impossible ? Tone::kMuted : Tone::kNormal);
  }
  return block;
}

/// The costs of every priced cell.
ReportTable costs_block(const CostMatrix& matrix, const Cited& cited) {
  const bool run = has_run(matrix);
  const bool month = matrix.scenario.tokens_per_month.has_value();
  std::vector<Table::Column> columns = {{"work", tr("Item")},
                                        {"region", tr("Region")},
                                        {"option", tr("Purchase option")},
                                        {"usd_per_hour", tr("Price of all instances"), "USD/h", 2},
                                        {"tokens", tr("Million tokens per USD"), "", 4},
                                        {"usd", tr("USD per million tokens"), "", 4},
                                        {"low", tr("Low"), "", 4},
                                        {"high", tr("High"), "", 4}};
  if (run) {
    columns.push_back({"run_hours", tr("Run"), "h", 1});
    columns.push_back({"run_usd", tr("Run"), "USD", 0});
  }
  if (month) {
    columns.push_back({"metered", tr("Month, busy time only"), "USD", 0});
    columns.push_back({"groups", tr("Item, always on"), "times", 0});
    columns.push_back({"dedicated", tr("Month, always on"), "USD", 0});
    columns.push_back({"busy", tr("Utilisation"), "%", 1});
  }
  Table table(std::move(columns));
  ReportTable block{.table = Table()};
  const auto end = [](const Banded<Usd>& cost, const std::optional<Usd>& amount) {
    if (amount) return Cell(amount->dollars());
    return Cell(Missing{cost.low || cost.high ? tr("no load") : tr("no band")});
  };
  for (std::size_t r = 0; r < matrix.rows.size(); ++r) {
    const CostRow& row = matrix.rows[r];
    for (std::size_t o = 0; o < row.cells.size(); ++o) {
      const auto& figures = row.cells[o].figures;
      if (!figures) continue;
      std::vector<Cell> cells = {matrix.label_of(row),
                                 row.region,
                                 title(matrix.scenario.options[o]),
                                 figures->per_hour.dollars(),
                                 figures->tokens_per_usd.value / kMillion,
                                 figures->usd_per_million.value.dollars(),
                                 end(figures->usd_per_million, figures->usd_per_million.low),
                                 end(figures->usd_per_million, figures->usd_per_million.high)};
      if (run && figures->run) {
        cells.insert(cells.end(), {figures->run->hours, figures->run->usd.dollars()});
      } else if (run) {
        cells.insert(cells.end(), 2, Missing{tr("unknown")});
      }
      if (month) {
        const Dedicated& always = figures->month->dedicated;
        cells.insert(cells.end(),
                     {figures->month->metered.dollars(), std::int64_t{always.instances},
                      always.per_month.dollars(), always.utilisation * 100.0});
      }
      table.add_row(std::move(cells));
      block.row_sources.push_back(cited.cell(matrix, r, o));
      const bool best = matrix.best && matrix.best->row == r && matrix.best->option == o;
      block.row_tones.push_back(!row.may_win() ? Tone::kMuted : best ? Tone::kGood : Tone::kNormal);
    }
  }
  table.add_note(
      tr("Low and High are the USD per million tokens at both ends of the error band of the "
         "throughput; at an end with no load, the latency limits are not met."));
  if (month) {
    table.add_note(
        tr("Always on: the instances of the item are bought as many times as the load of a month "
           "requires, and paid for all hours. Busy time only: they are paid while they work."));
  }
  block.table = std::move(table);
  return block;
}

/// The load of items with latency limits, within and without the limits.
ReportSection service_section(const CostMatrix& matrix, const Cited& cited) {
  ServiceRows rows = service_rows(matrix, true);
  ReportTable block{.table = std::move(rows.table)};
  for (const std::size_t work : rows.work) block.row_sources.push_back(cited.work(work));
  return {.heading = tr("Within the latency limits"), .blocks = {std::move(block)}};
}

/// The prices of input and output tokens of serving items.
ReportSection token_section(const CostMatrix& matrix, Table table, const Cited& cited) {
  ReportTable block{.table = std::move(table)};
  for (std::size_t w = 0; w < matrix.scenario.work.size(); ++w) {
    if (matrix.scenario.work[w].estimate.phase != Phase::kServing) continue;
    block.row_sources.push_back(cited.work(w));
  }
  return {.heading = tr("Prices of input and output tokens"), .blocks = {std::move(block)}};
}

ReportSection matrix_section(const CostMatrix& matrix, const Cited& cited) {
  ReportSection section{.heading = tr("Cost of a million tokens"), .blocks = {}};
  if (matrix.has_figures()) section.blocks.push_back(cost_chart(matrix));
  section.blocks.push_back(ReportParagraph{tr("Millions of tokens per US dollar:"), Tone::kNormal});
  section.blocks.push_back(matrix_block(matrix, cited));
  if (matrix.scenario.regions.size() > 1) {
    section.blocks.push_back(ReportParagraph{tr("By region:"), Tone::kNormal});
    section.blocks.push_back(regions_block(matrix, cited));
  }
  if (matrix.has_figures()) {
    section.blocks.push_back(ReportParagraph{
        matrix.has_limits()
            ? tr("Costs of all items. Green is the cheapest; grey is impossible or without limits.")
            : tr("Costs of all items. Green is the cheapest; grey is impossible."),
        Tone::kNormal});
    section.blocks.push_back(costs_block(matrix, cited));
  }
  return section;
}

/// One row per price; items can share a price.
ReportSection prices_section(const CostMatrix& matrix, const Cited& cited) {
  Table table({{"instance", tr("Instance type")},
               {"region", tr("Region")},
               {"option", tr("Purchase option")},
               {"usd_per_hour", tr("Price"), "USD/h", 4},
               {"date", tr("Date")},
               {"age", tr("Age"), "days", 0},
               {"remark", tr("Remark")}});
  ReportTable block{.table = Table()};
  std::set<std::tuple<std::string, std::string, std::size_t, std::vector<int>, std::int64_t>> seen;
  for (std::size_t r = 0; r < matrix.rows.size(); ++r) {
    const CostRow& row = matrix.rows[r];
    for (std::size_t o = 0; o < row.cells.size(); ++o) {
      const CostCell& cell = row.cells[o];
      const auto* price = std::get_if<Priced>(&cell.price);
      const std::string& instance = matrix.work_of(row).instance;
      if (!seen.insert({instance, row.region, o, cited.price(r, o),
                        price != nullptr ? price->per_hour.nano() : -1})
               .second) {
        continue;
      }
      const Missing missing{missing_word(cell.price)};
      const Text date = citation(cell.price).date;
      const bool aged = price != nullptr && price->dated;
      const bool stale =
          aged && is_stale(matrix.scenario.options[o].option, price->date, matrix.as_of);
      table.add_row({instance, row.region, title(matrix.scenario.options[o]),
                     price != nullptr ? Cell(price->per_hour.dollars()) : Cell(missing),
                     date.empty() ? Cell(Missing{tr("n/a")}) : Cell(date),
                     aged ? Cell(std::int64_t{age_days(price->date, matrix.as_of)})
                          : Cell(Missing{tr("n/a")}),
                     remark(cell.price)});
      block.row_sources.push_back(cited.price(r, o));
      block.row_tones.push_back(price == nullptr ? Tone::kMuted
                                : stale          ? Tone::kWarn
                                                 : Tone::kNormal);
    }
  }
  block.table = std::move(table);
  ReportSection section{.heading = tr("Prices"), .blocks = {}};
  if (matrix.stale > 0) {
    section.blocks.push_back(
        ReportParagraph{tr("Highlighted prices are out of date: Spot after 7 days, Capacity Blocks "
                           "after 3 months, others after 12 months."),
                        Tone::kWarn});
  }
  section.blocks.push_back(std::move(block));
  return section;
}

}  // namespace

ReportDocument cost_document(const CostMatrix& matrix) {
  const Scenario& scenario = matrix.scenario;
  ReportDocument document = titled_document(
      scenario.title.empty() ? tr("Cost of a million tokens") : Text::of_resource(scenario.title),
      Text::of_resource(scenario.note), matrix.as_of);
  const Cited cited(matrix, document.sources);
  document.sections.push_back(result_section(matrix));
  if (!rivals(matrix).empty()) document.sections.push_back(sensitivity_section(matrix, cited));
  document.sections.push_back(assumptions_section(matrix, cited));
  if (!matrix.findings.empty()) document.sections.push_back(checks_section(matrix));
  if (!matrix.rows.empty()) document.sections.push_back(matrix_section(matrix, cited));
  if (matrix.has_limits()) document.sections.push_back(service_section(matrix, cited));
  if (Table tokens = token_price_table(matrix); tokens.row_count() > 0) {
    document.sections.push_back(token_section(matrix, std::move(tokens), cited));
  }
  add_economics_sections(matrix.economics, document);
  if (!matrix.rows.empty()) document.sections.push_back(prices_section(matrix, cited));
  return document;
}

}  // namespace nscope::cost
