#include "costmodel/cost_report/economics_document.h"

#include "costmodel/cost_report/cost_charts.h"
#include "profiler/base/format.h"

#include <algorithm>
#include <cctype>
#include <map>

#include <fmt/format.h>

namespace nscope::cost {
namespace {

/// Sources that are written as one text often end in their day.
ReportSource source_of(std::string text, std::string provenance = {}) {
  constexpr std::string_view kDay = ", 0000-00-00";
  const std::size_t size = text.size();
  bool dated = size > kDay.size();
  for (std::size_t i = 0; dated && i < kDay.size(); ++i) {
    const char have = text[size - kDay.size() + i];
    dated = kDay[i] == '0' ? std::isdigit(static_cast<unsigned char>(have)) != 0 : have == kDay[i];
  }
  if (!dated) return {std::move(text), "", std::move(provenance)};
  std::string date = text.substr(size - kDay.size() + 2);
  text.resize(size - kDay.size());
  return {std::move(text), std::move(date), std::move(provenance)};
}

/// The column's place; the number of columns where there is none.
std::size_t column_of(const Table& table, std::string_view id) {
  const auto& columns = table.columns();
  return static_cast<std::size_t>(
      std::find_if(columns.begin(), columns.end(),
                   [&](const Table::Column& column) { return column.id == id; }) -
      columns.begin());
}

/// The table with its columns "source" and "provenance" turned into footnotes.
ReportTable cited_table(const Table& table, ReportSources& sources) {
  const std::size_t source = column_of(table, "source");
  const std::size_t provenance = column_of(table, "provenance");
  const std::size_t n = table.columns().size();
  if (source == n) return {.table = table};
  std::vector<Table::Column> columns;
  for (std::size_t c = 0; c < n; ++c) {
    if (c != source && c != provenance) columns.push_back(table.columns()[c]);
  }
  Table shown(std::move(columns));
  ReportTable block{.table = Table()};
  for (std::size_t r = 0; r < table.row_count(); ++r) {
    std::vector<Cell> cells;
    for (std::size_t c = 0; c < n; ++c) {
      if (c != source && c != provenance) cells.push_back(table.at(r, c));
    }
    shown.add_row(std::move(cells));
    const std::string text = to_string(table.at(r, source));
    block.row_sources.emplace_back();
    if (text.empty()) continue;
    block.row_sources.back().push_back(
        sources.cite(source_of(text, provenance == n ? "" : to_string(table.at(r, provenance)))));
  }
  for (const std::string& note : table.notes()) shown.add_note(note);
  block.table = std::move(shown);
  return block;
}

/// Footnotes of rows whose first cell names a panel.
void cite_panels(ReportTable& block, const std::map<std::string, std::vector<int>>& of_panel) {
  block.row_sources.clear();
  for (std::size_t r = 0; r < block.table.row_count(); ++r) {
    const auto found = of_panel.find(to_string(block.table.at(r, 0)));
    block.row_sources.push_back(found == of_panel.end() ? std::vector<int>{} : found->second);
  }
}

void cite(std::vector<int>& numbers, ReportSources& sources, ReportSource source) {
  if (source.text.empty()) return;
  numbers.push_back(sources.cite(source));
  std::sort(numbers.begin(), numbers.end());
  numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
}

std::map<std::string, std::vector<int>> spot_sources(const std::vector<SpotPanel>& panels,
                                                     ReportSources& sources) {
  std::map<std::string, std::vector<int>> of_panel;
  for (const SpotPanel& panel : panels) {
    std::vector<int>& numbers = of_panel[panel.label];
    cite(numbers, sources, source_of(panel.hazard_source, "reclaims"));
    cite(numbers, sources, source_of(panel.price_source, "prices"));
  }
  return of_panel;
}

std::map<std::string, std::vector<int>> commitment_sources(
    const std::vector<CommitmentPanel>& panels, ReportSources& sources) {
  std::map<std::string, std::vector<int>> of_panel;
  for (const CommitmentPanel& panel : panels) {
    std::vector<int>& numbers = of_panel[panel.label];
    if (!panel.missing.empty()) continue;
    cite(numbers, sources, source_of(panel.problem.types.front().demand.source, "demand"));
    for (const std::string& price : panel.price_sources) {
      cite(numbers, sources, source_of(price, "price"));
    }
  }
  return of_panel;
}

/// "31,332 USD, 78.9 % less than 148,608 USD".
std::string against(Usd amount, Usd other) {
  const double ratio = amount / other - 1.0;
  return fmt::format("{} USD, {} {} than {} USD", format_usd(amount, 0),
                     format_percent(std::abs(ratio)), ratio > 0 ? "more" : "less",
                     format_usd(other, 0));
}

std::string bundle_answer(const BundleLine& line) {
  if (!line.amount) return fmt::format("{}: {}", line.bundle, line.source);
  std::string text = fmt::format("{}: {} USD", line.bundle, format_usd(*line.amount, 0));
  if (line.to_base) {
    const double ratio = *line.to_base - 1.0;
    text += fmt::format(", {} {} than {}", format_percent(std::abs(ratio)),
                        ratio > 0 ? "more" : "less", line.compared_with);
  }
  return text;
}

}  // namespace

std::vector<std::string> economics_answers(const ScenarioEconomics& economics) {
  std::vector<std::string> lines;
  for (const BundleLine& line : economics.bundles) {
    if (line.part.empty()) lines.push_back(bundle_answer(line));
  }
  for (const SpotPanel& panel : economics.spot) {
    lines.push_back(
        panel.missing.empty()
            ? fmt::format("{}, on spot with checkpoints: {} on demand ({} to {} in 8 of 10 jobs)",
                          panel.label, against(panel.expected.compute, panel.expected.on_demand),
                          format_usd(panel.trials.p10, 0), format_usd(panel.trials.p90, 0))
            : fmt::format("{}, on spot: {}", panel.label, panel.missing));
  }
  for (const CommitmentPanel& panel : economics.commitments) {
    lines.push_back(panel.missing.empty()
                        ? fmt::format("{}, best commitment mix over {:g} h: {} all on demand",
                                      panel.label, panel.problem.horizon_hours,
                                      against(panel.mix.cost.total, panel.mix.cost.all_on_demand))
                        : fmt::format("{}, commitments: {}", panel.label, panel.missing));
  }
  for (const UtilisationPanel& panel : economics.utilisation) {
    if (!panel.missing.empty() || !panel.usd_per_million) continue;
    lines.push_back(fmt::format("{}, busy {} of the paid time: {} USD per million tokens",
                                panel.label, format_percent(panel.utilisation),
                                format_usd(*panel.usd_per_million, 4)));
  }
  return lines;
}

void add_economics_sections(const ScenarioEconomics& economics, ReportDocument& document) {
  for (const EconomicsSection& part : economics_sections(economics)) {
    ReportSection section{.heading = part.title, .blocks = {}};
    ReportTable block = cited_table(part.table, document.sources);
    if (part.id == "bundles") {
      section.blocks.push_back(bundle_chart(economics.bundles));
    } else if (part.id == "spot") {
      section.blocks.push_back(spot_chart(economics.spot));
      cite_panels(block, spot_sources(economics.spot, document.sources));
    } else if (part.id == "commitments" || part.id == "coverage") {
      if (part.id == "commitments") {
        for (const CommitmentPanel& panel : economics.commitments) {
          if (panel.missing.empty()) section.blocks.push_back(commitment_chart(panel));
        }
      }
      cite_panels(block, commitment_sources(economics.commitments, document.sources));
    }
    section.blocks.push_back(std::move(block));
    document.sections.push_back(std::move(section));
  }
}

}  // namespace nscope::cost
