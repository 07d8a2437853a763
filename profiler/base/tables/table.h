#pragma once

#include "profiler/base/language.h"

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include <nlohmann/json_fwd.hpp>

namespace nscope {

/// The reason why a cell has no number. Printed as words, never as zero.
struct Missing {
  Text reason = tr("unknown");  ///< "unknown", "not offered", "not in this capture", ...
  friend bool operator==(const Missing&, const Missing&) = default;
};

/// A string is a name, which is not translated; words are a Text.
using Cell = std::variant<Missing, std::int64_t, double, bool, std::string, Text>;

/// A result table, independent of any user interface: analyses, queries and the cost model
/// return tables; the command line, the desktop application and tests print them. Row-major.
/// Invariant: each row has one cell for each column (asserted).
class Table {
 public:
  struct Column {
    std::string id;      ///< key in JSON and CSV
    Text title{};        ///< heading; if empty, the id
    std::string unit{};  ///< "ns", "USD/h", "" ...
    int decimals = -1;   ///< of printed numbers; -1: shortest exact form

    /// The heading with the unit: "Price [USD/h]".
    std::string heading(const Language& language) const;
  };

  Table() = default;
  explicit Table(std::vector<Column> columns) : columns_(std::move(columns)) {}

  void add_row(std::vector<Cell> cells);
  /// A sentence about the table: data that are missing or were left out.
  void add_note(Text note) { notes_.push_back(std::move(note)); }

  const std::vector<Column>& columns() const { return columns_; }
  std::size_t row_count() const { return rows_.size(); }
  const std::vector<Cell>& row(std::size_t index) const { return rows_[index]; }
  const Cell& at(std::size_t row, std::size_t column) const { return rows_[row][column]; }
  /// Whether any cell of the column is a number; the column is then right-aligned.
  bool has_numbers(std::size_t column) const;
  const std::vector<Text>& notes() const { return notes_; }

  /// Aligned plain text: a heading line, the rows, and the notes below. Cells are terminal_text(),
  /// so that a name cannot add a row.
  std::string to_text(const Language& language) const;
  /// RFC 4180 text with a first line of column ids. Texts are written by append_csv_text(). Missing
  /// cells have their reason in English.
  std::string to_csv() const;
  /// An array of row objects. Missing cells are null; texts are in English.
  nlohmann::ordered_json to_json() const;

 private:
  std::vector<Column> columns_;
  std::vector<std::vector<Cell>> rows_;
  std::vector<Text> notes_;
};

/// Whether the cell is an integer or a real number.
bool is_number(const Cell& cell);
/// Whether the cell is a name or a text.
bool is_text(const Cell& cell);

/// One cell as printed text; -1 decimals: the shortest exact form.
std::string to_string(const Cell& cell, const Language& language, int decimals = -1);

}  // namespace nscope
