#include "costmodel/cost_report/economics_document.h"

#include "costmodel/cost_report/cost_charts.h"
#include "costmodel/money/figures.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace nscope::cost {
namespace {

/// The text of a cell without a number.
Text text_of(const Cell& cell) {
  if (const auto* text = std::get_if<Text>(&cell)) return *text;
  if (const auto* missing = std::get_if<Missing>(&cell)) return missing->reason;
  const auto* const name = std::get_if<std::string>(&cell);
  return name != nullptr ? Text::verbatim(*name) : Text();
}

/// The index of a column, or the number of columns if the table does not have it.
std::size_t column_of(const Table& table, std::string_view id) {
  const auto& columns = table.columns();
  return static_cast<std::size_t>(
      std::find_if(columns.begin(), columns.end(),
                   [&](const Table::Column& column) { return column.id == id; }) -
      columns.begin());
}

/// The table with footnotes instead of its columns "source" and "provenance".
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
    const Text text = text_of(table.at(r, source));
    block.row_sources.emplace_back();
    if (text.empty()) continue;
    block.row_sources.back().push_back(
        sources.cite({.text = text,
                      .date = {},
                      .provenance = provenance == n ? Text() : text_of(table.at(r, provenance))}));
  }
  for (const Text& note : table.notes()) shown.add_note(note);
  block.table = std::move(shown);
  return block;
}

/// Sets the footnotes of rows whose first cell is the label of a panel.
void cite_panels(ReportTable& block, const std::map<std::string, std::vector<int>>& of_panel) {
  block.row_sources.clear();
  for (std::size_t r = 0; r < block.table.row_count(); ++r) {
    const auto found = of_panel.find(text_of(block.table.at(r, 0)).english());
    block.row_sources.push_back(found == of_panel.end() ? std::vector<int>{} : found->second);
  }
}

void cite(std::vector<int>& numbers, ReportSources& sources, const Text& text, Text provenance) {
  if (text.empty()) return;
  numbers.push_back(sources.cite({.text = text, .date = {}, .provenance = std::move(provenance)}));
  std::sort(numbers.begin(), numbers.end());
  numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
}

std::map<std::string, std::vector<int>> spot_sources(const std::vector<SpotPanel>& panels,
                                                     ReportSources& sources) {
  std::map<std::string, std::vector<int>> of_panel;
  for (const SpotPanel& panel : panels) {
    std::vector<int>& numbers = of_panel[panel.label];
    cite(numbers, sources, panel.hazard_source, tr("reclaims"));
    cite(numbers, sources, panel.price_source, tr("prices"));
  }
  return of_panel;
}

std::map<std::string, std::vector<int>> commitment_sources(
    const std::vector<CommitmentPanel>& panels, ReportSources& sources) {
  std::map<std::string, std::vector<int>> of_panel;
  for (const CommitmentPanel& panel : panels) {
    std::vector<int>& numbers = of_panel[panel.label];
    if (!panel.missing.empty()) continue;
    cite(numbers, sources, panel.problem.types.front().demand.source, tr("demand"));
    for (const Text& price : panel.price_sources) cite(numbers, sources, price, tr("price"));
  }
  return of_panel;
}

/// "USD 31,332, 78.9 % less than on-demand (USD 148,608)".
Text compared_with_on_demand(Usd amount, Usd on_demand) {
  const double ratio = amount / on_demand - 1.0;
  const TextNumber share = as::percent(std::abs(ratio));
  return ratio > 0 ? tr("USD {}, {} more than on-demand (USD {})", as_usd(amount, 0), share,
                        as_usd(on_demand, 0))
                   : tr("USD {}, {} less than on-demand (USD {})", as_usd(amount, 0), share,
                        as_usd(on_demand, 0));
}

Text bundle_finding(const BundleLine& line) {
  if (!line.amount) return tr("{}: {}", line.bundle, line.source);
  const TextNumber amount = as_usd(*line.amount, 0);
  if (!line.to_base) return tr("{}: USD {}", line.bundle, amount);
  const double ratio = *line.to_base - 1.0;
  const TextNumber share = as::percent(std::abs(ratio));
  return ratio > 0
             ? tr("{}: USD {}, {} more than {}", line.bundle, amount, share, line.compared_with)
             : tr("{}: USD {}, {} less than {}", line.bundle, amount, share, line.compared_with);
}

}  // namespace

std::vector<Text> economics_findings(const ScenarioEconomics& economics) {
  std::vector<Text> lines;
  for (const BundleLine& line : economics.bundles) {
    if (line.part.empty()) lines.push_back(bundle_finding(line));
  }
  for (const SpotPanel& panel : economics.spot) {
    lines.push_back(
        panel.missing.empty()
            ? tr("{} on Spot with checkpoints: {}; p10 to p90: USD {} to {}", panel.label,
                 compared_with_on_demand(panel.expected.compute, panel.expected.on_demand),
                 as_usd(panel.trials.p10, 0), as_usd(panel.trials.p90, 0))
            : tr("{} on Spot: {}", panel.label, panel.missing));
  }
  for (const CommitmentPanel& panel : economics.commitments) {
    lines.push_back(
        panel.missing.empty()
            ? tr("{} with the cheapest commitment mix over {} h: {}", panel.label,
                 as_digits(panel.problem.horizon_hours, 6),
                 compared_with_on_demand(panel.mix.cost.total, panel.mix.cost.all_on_demand))
            : tr("{}, commitments: {}", panel.label, panel.missing));
  }
  for (const UtilisationPanel& panel : economics.utilisation) {
    if (!panel.missing.empty() || !panel.usd_per_million) continue;
    lines.push_back(tr("{} at a utilisation of {}: USD {} per million tokens", panel.label,
                       as::percent(panel.utilisation), as_usd(*panel.usd_per_million, 4)));
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
