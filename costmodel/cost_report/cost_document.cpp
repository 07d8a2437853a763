#include "costmodel/cost_report/cost_document.h"

#include "costmodel/cost_report/cost_charts.h"
#include "costmodel/cost_report/cost_report.h"
#include "costmodel/cost_report/economics_document.h"
#include "costmodel/cost_report/finding_tone.h"
#include "costmodel/cost_report/region_costs.h"
#include "costmodel/economics/cost_sensitivity.h"
#include "costmodel/money/cost_arithmetic.h"
#include "costmodel/prices/price_citation.h"
#include "profiler/base/format.h"

#include <algorithm>
#include <set>
#include <tuple>

#include <fmt/format.h>

namespace nscope::cost {
namespace {

/// The footnotes of throughputs and prices.
class Cited {
 public:
  Cited(const CostMatrix& matrix, ReportSources& sources) {
    const auto cite = [&](const std::string& source, Provenance provenance) {
      const bool simulated = provenance == Provenance::kSimulated;
      return sources.cite({source,
                           simulated ? fmt::format("Neuronscope {}", NSCOPE_VERSION) : "undated",
                           std::string(to_string(provenance))});
    };
    for (const WorkItem& item : matrix.scenario.work) {
      const WorkEstimate& work = item.estimate;
      work_.push_back(
          work.has_throughput()
              ? cite(work.throughput.source, work.throughput.provenance)
              : cite("simulated: nothing holds " + work.service->limits, Provenance::kSimulated));
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
        prices.push_back(
            sources.cite({source, date,
                          std::string(to_string(price != nullptr ? price->provenance
                                                                 : Provenance::kPublished))}));
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
  std::vector<int> full_;  ///< without latency limits; 0: the item has none
  std::vector<std::vector<int>> prices_;
};

/// "On-demand: a; 1-yr RI: b": the first where all are bought alike.
std::vector<std::string> bought_alike(const CostMatrix& matrix) {
  std::vector<std::string> lines;
  for (std::size_t o = 0; o < matrix.best_of_option.size(); ++o) {
    const auto& winner = matrix.best_of_option[o];
    if (!winner) continue;
    const CostRow& row = matrix.rows[winner->row];
    const CostFigures& figures = *row.cells[o].figures;
    std::string line = fmt::format("{}: {} in {}, {} USD per million tokens",
                                   title(matrix.scenario.options[o]), matrix.work_of(row).label,
                                   row.region, format_usd(figures.usd_per_million.value, 4));
    if (figures.usd_per_million.low && figures.usd_per_million.high) {
      line += fmt::format(" ({} to {})", format_usd(*figures.usd_per_million.low, 4),
                          format_usd(*figures.usd_per_million.high, 4));
    }
    lines.push_back(std::move(line));
  }
  return lines;
}

void warn_of_price(const CostMatrix& matrix, ReportSection& section) {
  const CostFigures& figures = *matrix.rows[matrix.best->row].cells[matrix.best->option].figures;
  if (!figures.stale) return;
  section.blocks.push_back(
      ReportParagraph{fmt::format("The price of the first place is {} days old.",
                                  figures.price_age_days.value_or(0)),
                      Tone::kWarn});
}

ReportSection answer_section(const CostMatrix& matrix) {
  ReportSection section{.heading = "Answer", .blocks = {}};
  if (!matrix.rows.empty()) {
    const Tone tone = !matrix.best                            ? Tone::kBad
                      : matrix.best->margin == Margin::kClear ? Tone::kGood
                                                              : Tone::kWarn;
    std::string best = best_sentence(matrix);
    if (matrix.best) best = "Most tokens for the money: " + best + ".";
    section.blocks.push_back(ReportParagraph{std::move(best), tone});
    if (matrix.best) warn_of_price(matrix, section);
    const auto alike = bought_alike(matrix);
    if (alike.size() > 1) section.blocks.push_back(ReportList{"First of each option", alike});
  }
  const auto errors =
      std::count_if(matrix.findings.begin(), matrix.findings.end(),
                    [](const Finding& finding) { return finding.severity == Severity::kError; });
  if (errors > 0) {
    section.blocks.push_back(
        ReportParagraph{fmt::format("The checks below found {} error{} in what is compared.",
                                    errors, errors == 1 ? "" : "s"),
                        Tone::kBad});
  }
  const auto economics = economics_answers(matrix.economics);
  if (!economics.empty())
    section.blocks.push_back(
        ReportList{matrix.rows.empty() ? "In short" : "Beside the matrix", economics});
  return section;
}

ReportSection sensitivity_section(const CostMatrix& matrix, const Cited& cited) {
  ReportSection section{.heading = "What would change the answer", .blocks = {}};
  ReportTable block{.table = rivals_table(matrix)};
  for (const Rival& rival : rivals(matrix)) {
    block.row_sources.push_back(cited.cell(matrix, rival.row, rival.option));
  }
  section.blocks.push_back(std::move(block));
  return section;
}

std::string shape_text(const WorkEstimate& work) {
  const WorkShape& shape = work.shape;
  std::string text = shape.model.empty() ? std::string(to_string(work.phase)) : shape.model;
  const auto add = [&](const std::string& more) { text += ", " + more; };
  add(shape.dtype);
  if (shape.tensor_parallel > 0) add(fmt::format("TP {}", shape.tensor_parallel));
  if (shape.batch > 0) add(fmt::format("batch {}", shape.batch));
  if (shape.input_tokens > 0 || shape.output_tokens > 0) {
    add(fmt::format("{} + {} tokens", shape.input_tokens, shape.output_tokens));
  }
  return text;
}

std::vector<std::string> common_assumptions(const CostMatrix& matrix) {
  const Scenario& scenario = matrix.scenario;
  std::vector<std::string> lines = {
      fmt::format("Prices as of {}, in {}, of Linux on shared machines, without tax.",
                  to_string(matrix.as_of), fmt::join(scenario.regions, ", ")),
      "A month has 730 hours, a year 8760."};
  if (!matrix.rows.empty()) {
    lines.emplace_back(scenario.economics.utilisation
                           ? "Tokens per dollar count machines that are busy all the paid time; "
                             "what they cost as busy as they are is under Utilisation."
                           : "The machines are busy all the paid time: half as busy is twice as "
                             "dear.");
  }
  if (matrix.has_limits()) {
    lines.emplace_back(
        "Items with latency limits count the load that they serve within them; rows at full load "
        "stand beside them and cannot win.");
  }
  if (!matrix.rows.empty() &&
      std::find(scenario.options.begin(), scenario.options.end(),
                Purchase{PurchaseOption::kSpot}) != scenario.options.end()) {
    lines.emplace_back("Spot in the matrix is before interruptions.");
  }
  if (scenario.run_tokens) {
    lines.push_back(fmt::format("A run makes {} tokens.",
                                group_thousands(fmt::format("{:.0f}", *scenario.run_tokens))));
  } else if (scenario.run_hours) {
    lines.push_back(fmt::format("A run makes the tokens of {:g} hours of the first item.",
                                *scenario.run_hours));
  }
  if (scenario.tokens_per_month) {
    lines.push_back(
        fmt::format("A month has {} tokens to be made.",
                    group_thousands(fmt::format("{:.0f}", *scenario.tokens_per_month))));
  }
  return lines;
}

ReportSection assumptions_section(const CostMatrix& matrix, const Cited& cited) {
  ReportSection section{.heading = "Assumptions", .blocks = {}};
  if (!matrix.scenario.work.empty()) {
    Table table({{"work"},
                 {"machines"},
                 {"runs"},
                 {"rate", "throughput of all", "tok/s", -1},
                 {"low", "low", "tok/s", -1},
                 {"high", "high", "tok/s", -1},
                 {"counted", "tokens counted"}});
    ReportTable block{.table = Table()};
    const auto rate = [](const std::optional<double>& value) {
      constexpr double kDigits = 100.0;
      return value ? Cell(std::round(*value * kDigits) / kDigits) : Cell(Missing{"no band"});
    };
    for (std::size_t w = 0; w < matrix.scenario.work.size(); ++w) {
      const WorkEstimate& work = matrix.scenario.work[w].estimate;
      table.add_row({work.label, fmt::format("{} x {}", work.count, work.instance),
                     shape_text(work),
                     work.has_throughput() ? rate(work.throughput.tokens_per_second)
                                           : Cell(Missing{std::string(kLimitsMissed)}),
                     rate(work.throughput.low), rate(work.throughput.high),
                     std::string(to_string(work.throughput.counted))});
      block.row_sources.push_back(cited.work(w));
    }
    block.table = std::move(table);
    section.blocks.push_back(std::move(block));
  }
  section.blocks.push_back(ReportList{"For all", common_assumptions(matrix)});
  return section;
}

ReportSection checks_section(const CostMatrix& matrix) {
  Table table({{"severity", "weight"}, {"guard", "check"}, {"work"}, {"message", "finding"}});
  ReportTable block{.table = Table()};
  const Table findings = findings_table(matrix);
  std::vector<Finding> sorted = matrix.findings;
  std::stable_sort(sorted.begin(), sorted.end(),
                   [](const Finding& a, const Finding& b) { return a.severity > b.severity; });
  for (std::size_t r = 0; r < sorted.size(); ++r) {
    table.add_row(findings.row(r));
    block.row_tones.push_back(tone_of(sorted[r].severity));
  }
  block.table = std::move(table);
  return {.heading = "Checks", .blocks = {std::move(block)}};
}

ReportTable matrix_block(const CostMatrix& matrix, const Cited& cited) {
  ReportTable block{.table = overview_table(matrix)};
  for (std::size_t r = 0; r < matrix.rows.size(); ++r) {
    block.row_sources.push_back(cited.row(matrix, r));
    block.row_tones.push_back(matrix.rows[r].may_win() ? Tone::kNormal : Tone::kMuted);
  }
  return block;
}

/// Precondition: there are several regions.
ReportTable regions_block(const CostMatrix& matrix, const Cited& cited) {
  ReportTable block{.table = regions_table(matrix)};
  for (const RegionRow& item : region_rows(matrix, std::nullopt)) {
    block.row_sources.push_back(cited.places(item));
    const bool impossible = matrix.rows[item.places.front().row].disqualified;
    block.row_tones.push_back(impossible ? Tone::kMuted : Tone::kNormal);
  }
  return block;
}

/// What every priced cell costs.
ReportTable costs_block(const CostMatrix& matrix, const Cited& cited) {
  const bool run = has_run(matrix);
  const bool month = matrix.scenario.tokens_per_month.has_value();
  std::vector<Table::Column> columns = {{"work"},
                                        {"region"},
                                        {"option", "bought"},
                                        {"usd_per_hour", "all machines", "USD/h", 2},
                                        {"tokens", "million tokens per USD", "", 4},
                                        {"usd", "USD per million", "", 4},
                                        {"low", "low", "", 4},
                                        {"high", "high", "", 4}};
  if (run) {
    columns.push_back({"run_hours", "run", "h", 1});
    columns.push_back({"run_usd", "run", "USD", 0});
  }
  if (month) {
    columns.push_back({"metered", "month, busy time", "USD", 0});
    columns.push_back({"groups", "groups always on", "", 0});
    columns.push_back({"dedicated", "month, always on", "USD", 0});
    columns.push_back({"busy", "busy", "%", 1});
  }
  Table table(std::move(columns));
  ReportTable block{.table = Table()};
  const auto usd = [](const std::optional<Usd>& amount) {
    return amount ? Cell(amount->dollars()) : Cell(Missing{"no band"});
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
                                 usd(figures->usd_per_million.low),
                                 usd(figures->usd_per_million.high)};
      if (run && figures->run) {
        cells.insert(cells.end(), {figures->run->hours, figures->run->usd.dollars()});
      } else if (run) {
        cells.insert(cells.end(), 2, Missing{"unknown"});
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
  block.table = std::move(table);
  return block;
}

/// What the items with latency limits serve within them and without.
ReportSection service_section(const CostMatrix& matrix, const Cited& cited) {
  ServiceRows rows = service_rows(matrix);
  ReportTable block{.table = std::move(rows.table)};
  for (const std::size_t work : rows.work) block.row_sources.push_back(cited.work(work));
  return {.heading = "Within the latency limits", .blocks = {std::move(block)}};
}

ReportSection matrix_section(const CostMatrix& matrix, const Cited& cited) {
  ReportSection section{.heading = "Cost of a million tokens", .blocks = {}, .new_page = true};
  if (matrix.has_figures()) section.blocks.push_back(cost_chart(matrix));
  section.blocks.push_back(ReportParagraph{"Millions of tokens per US dollar:", Tone::kNormal});
  section.blocks.push_back(matrix_block(matrix, cited));
  if (matrix.scenario.regions.size() > 1) {
    section.blocks.push_back(ReportParagraph{"By region:", Tone::kNormal});
    section.blocks.push_back(regions_block(matrix, cited));
  }
  if (matrix.has_figures()) {
    section.blocks.push_back(
        ReportParagraph{fmt::format("What each costs; green: the first, grey: impossible{}.",
                                    matrix.has_limits() ? " or without limits" : ""),
                        Tone::kNormal});
    section.blocks.push_back(costs_block(matrix, cited));
  }
  return section;
}

/// One row for each price, also where several items use it.
ReportSection prices_section(const CostMatrix& matrix, const Cited& cited) {
  Table table({{"instance"},
               {"region"},
               {"option", "bought"},
               {"usd_per_hour", "of one", "USD/h", 4},
               {"date", "seen"},
               {"age", "age", "days", 0},
               {"remark"}});
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
      const Missing missing{std::string(missing_word(cell.price))};
      const std::string date = citation(cell.price).first;
      const bool aged = cell.figures && cell.figures->price_age_days;
      table.add_row({instance, row.region, title(matrix.scenario.options[o]),
                     price != nullptr ? Cell(price->per_hour.dollars()) : Cell(missing),
                     date.empty() ? Cell(Missing{"-"}) : Cell(date),
                     aged ? Cell(std::int64_t{*cell.figures->price_age_days}) : Cell(Missing{"-"}),
                     remark(cell.price)});
      block.row_sources.push_back(cited.price(r, o));
      block.row_tones.push_back(price == nullptr                      ? Tone::kMuted
                                : cell.figures && cell.figures->stale ? Tone::kWarn
                                                                      : Tone::kNormal);
    }
  }
  block.table = std::move(table);
  ReportSection section{.heading = "Prices", .blocks = {}};
  if (matrix.stale > 0) {
    section.blocks.push_back(
        ReportParagraph{"Prices older than twelve months are marked.", Tone::kWarn});
  }
  section.blocks.push_back(std::move(block));
  return section;
}

}  // namespace

ReportDocument cost_document(const CostMatrix& matrix) {
  const Scenario& scenario = matrix.scenario;
  ReportDocument document =
      titled_document(scenario.title.empty() ? "Cost of a million tokens" : scenario.title,
                      scenario.note, matrix.as_of);
  const Cited cited(matrix, document.sources);
  document.sections.push_back(answer_section(matrix));
  if (!rivals(matrix).empty()) document.sections.push_back(sensitivity_section(matrix, cited));
  document.sections.push_back(assumptions_section(matrix, cited));
  if (!matrix.findings.empty()) document.sections.push_back(checks_section(matrix));
  if (!matrix.rows.empty()) document.sections.push_back(matrix_section(matrix, cited));
  if (matrix.has_limits()) document.sections.push_back(service_section(matrix, cited));
  add_economics_sections(matrix.economics, document);
  if (!matrix.rows.empty()) document.sections.push_back(prices_section(matrix, cited));
  return document;
}

}  // namespace nscope::cost
