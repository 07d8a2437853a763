#include "app/cli/output/fact_text.h"

#include "app/cli/output/footnotes.h"

#include <string_view>
#include <variant>

namespace nscope::cli {
namespace {

/// The cell of the column with that id; empty if there is none.
Text cell(const Table& table, std::size_t row, std::string_view id) {
  for (std::size_t c = 0; c < table.columns().size(); ++c) {
    if (table.columns()[c].id != id) continue;
    const Cell& value = table.at(row, c);
    if (std::holds_alternative<Missing>(value)) return {};
    if (const auto* const text = std::get_if<Text>(&value)) return *text;
    return Text::verbatim(to_string(value, Language()));
  }
  return {};
}

}  // namespace

std::string fact_text(const Table& facts, const Language& language) {
  Table table({{.id = "fact", .title = tr("Property")},
               {.id = "value", .title = tr("Value")},
               {.id = "source", .title = tr("Source")},
               {.id = "note", .title = tr("Note")}});
  Footnotes sources;
  for (std::size_t row = 0; row < facts.row_count(); ++row) {
    const Text source = cell(facts, row, "source");
    std::string mark;
    if (!source.empty()) {
      const Text confidence = cell(facts, row, "confidence");
      const Text date = cell(facts, row, "date");  // a config.json has none
      mark = sources.mark(date.empty() ? tr("{} ({})", source, confidence)
                                       : tr("{} ({}, {})", source, confidence, date));
    }
    table.add_row(
        {cell(facts, row, "member"), cell(facts, row, "printed"), mark, cell(facts, row, "note")});
  }
  return table.to_text(language) + "\n" + sources.to_text(language);
}

std::string list_text(const Table& models, const Language& language) {
  std::vector<Table::Column> columns;
  std::vector<std::size_t> kept;
  for (std::size_t c = 0; c < models.columns().size(); ++c) {
    const std::string& id = models.columns()[c].id;
    if (id == "confidence" || id == "source") continue;
    columns.push_back(models.columns()[c]);
    kept.push_back(c);
  }
  columns.push_back({.id = "source", .title = tr("Source")});
  Table table(std::move(columns));
  Footnotes sources;
  for (std::size_t row = 0; row < models.row_count(); ++row) {
    std::vector<Cell> cells;
    for (const std::size_t c : kept) cells.push_back(models.at(row, c));
    cells.push_back(
        sources.mark(tr("{} ({})", cell(models, row, "source"), cell(models, row, "confidence"))));
    table.add_row(std::move(cells));
  }
  return table.to_text(language) + "\n" + sources.to_text(language);
}

}  // namespace nscope::cli
