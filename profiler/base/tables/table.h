#pragma once

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include <nlohmann/json_fwd.hpp>

namespace nscope {

/// Why a cell has no number. Printed as words, never as zero.
struct Missing {
  std::string reason = "unknown";  ///< "unknown", "not offered", "not in this capture", ...
  friend bool operator==(const Missing&, const Missing&) = default;
};

using Cell = std::variant<Missing, std::int64_t, double, bool, std::string>;

/// A result table without any toolkit: analyses, queries and the cost model
/// return it; command line, desktop and golden tests print it. Row-major.
/// Invariant: each row has as many cells as there are columns (asserted).
class Table {
 public:
  struct Column {
    std::string id;       ///< key in JSON and CSV
    std::string title{};  ///< heading for people; the id where empty
    std::string unit{};   ///< "ns", "USD/h", "" ...
    int decimals = -1;    ///< for people; -1: shortest exact form

    /// For people, with the unit: "Price [USD/h]".
    std::string heading() const;
  };

  Table() = default;
  explicit Table(std::vector<Column> columns) : columns_(std::move(columns)) {}

  void add_row(std::vector<Cell> cells);
  /// A sentence about the whole table: what is missing, what was left out.
  void add_note(std::string note) { notes_.push_back(std::move(note)); }

  const std::vector<Column>& columns() const { return columns_; }
  std::size_t row_count() const { return rows_.size(); }
  const std::vector<Cell>& row(std::size_t index) const { return rows_[index]; }
  const Cell& at(std::size_t row, std::size_t column) const { return rows_[row][column]; }
  /// Whether any cell of the column is a number: it is then right-aligned.
  bool has_numbers(std::size_t column) const;
  const std::vector<std::string>& notes() const { return notes_; }

  /// Aligned plain text with a heading line, numbers right-aligned; the notes below.
  std::string to_text() const;
  /// RFC 4180, heading line first; missing cells are their reason in words.
  std::string to_csv() const;
  /// One array of row objects; missing cells are null.
  nlohmann::ordered_json to_json() const;

 private:
  std::vector<Column> columns_;
  std::vector<std::vector<Cell>> rows_;
  std::vector<std::string> notes_;
};

/// Whole or real; not a bool, not missing.
bool is_number(const Cell& cell);

/// One cell as people read it; -1 decimals prints the shortest exact form.
std::string to_string(const Cell& cell, int decimals = -1);

}  // namespace nscope
