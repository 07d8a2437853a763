#include "app/cli/output/fact_text.h"

#include "app/cli/output/footnotes.h"

#include <string_view>

#include <fmt/format.h>

namespace nscope::cli {
namespace {

/// The cell of the column with that id; "" where it is missing.
std::string cell(const Table& table, std::size_t row, std::string_view id) {
  for (std::size_t c = 0; c < table.columns().size(); ++c) {
    if (table.columns()[c].id != id) continue;
    const Cell& value = table.at(row, c);
    return std::holds_alternative<Missing>(value) ? std::string() : to_string(value);
  }
  return {};
}

}  // namespace

std::string fact_text(const Table& facts) {
  Table table({{.id = "fact"}, {.id = "value"}, {.id = "source"}, {.id = "note"}});
  Footnotes sources;
  for (std::size_t row = 0; row < facts.row_count(); ++row) {
    const std::string source = cell(facts, row, "source");
    const std::string mark =
        source.empty()
            ? std::string()
            : sources.mark(fmt::format("{} ({}, {})", source, cell(facts, row, "confidence"),
                                       cell(facts, row, "date")));
    table.add_row(
        {cell(facts, row, "member"), cell(facts, row, "printed"), mark, cell(facts, row, "note")});
  }
  return table.to_text() + "\n" + sources.to_text();
}

}  // namespace nscope::cli
