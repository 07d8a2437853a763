#include "app/sources/source_text_column.h"

#include <algorithm>
#include <optional>
#include <string_view>

namespace nscope::app {
namespace {

struct FileAndLine {
  std::string_view file;
  std::uint32_t line = 0;  ///< 0: not stated
};

/// Reads the place of each row of a table.
class PlaceReader {
 public:
  explicit PlaceReader(const Table& table) : table_(table) {
    for (std::size_t i = 0; i < table.columns().size(); ++i) {
      if (table.columns()[i].id == "file") file_ = i;
      if (table.columns()[i].id == "line") line_ = i;
    }
  }

  std::optional<FileAndLine> at(std::size_t row) const {
    if (!file_ || !line_) return std::nullopt;
    const auto* file = std::get_if<std::string>(&table_.at(row, *file_));
    if (file == nullptr) return std::nullopt;
    const auto* line = std::get_if<std::int64_t>(&table_.at(row, *line_));
    return FileAndLine{*file, line == nullptr ? 0 : static_cast<std::uint32_t>(*line)};
  }

 private:
  const Table& table_;
  std::optional<std::size_t> file_;
  std::optional<std::size_t> line_;
};

Cell text_cell(const FoundSources& found, const std::optional<FileAndLine>& place) {
  if (!place || place->line == 0) return Missing{tr("no source line")};
  const auto text = found.texts.find(place->file);
  if (text == found.texts.end()) return Missing{tr("source file not found")};
  const std::vector<std::string>& lines = text->second.lines;
  if (place->line > lines.size()) return Missing{tr("line not in the file")};
  const std::string& line = lines[place->line - 1];
  const std::size_t begin = std::min(line.find_first_not_of(" \t"), line.size());
  return line.substr(begin);
}

}  // namespace

std::vector<StatedSource> stated_sources(const Table& table) {
  std::map<std::string, std::uint32_t, std::less<>> files;
  const PlaceReader reader(table);
  for (std::size_t row = 0; row < table.row_count(); ++row) {
    const auto place = reader.at(row);
    if (!place) continue;
    std::uint32_t& last = files[std::string(place->file)];
    last = std::max(last, place->line);
  }
  std::vector<StatedSource> stated;
  for (const auto& [path, last] : files) stated.push_back({.path = path, .last_line = last});
  return stated;
}

Table with_source_text(const Table& table, const FoundSources& found) {
  std::vector<Table::Column> columns = table.columns();
  columns.push_back({.id = "text", .title = tr("Text")});
  Table out(std::move(columns));
  const PlaceReader reader(table);
  for (std::size_t row = 0; row < table.row_count(); ++row) {
    std::vector<Cell> cells = table.row(row);
    cells.push_back(text_cell(found, reader.at(row)));
    out.add_row(std::move(cells));
  }
  for (const Text& note : table.notes()) out.add_note(note);
  for (const Text& note : found.notes) out.add_note(note);
  return out;
}

}  // namespace nscope::app
