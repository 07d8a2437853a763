#pragma once

#include "profiler/base/json.h"
#include "profiler/base/result.h"
#include "profiler/base/tables/csv.h"

#include <charconv>
#include <cmath>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace nscope::sim {

/// Column names of a table of measurements and their indices.
using TableColumns = std::map<std::string, std::size_t, std::less<>>;

/// Whether a text of a table contains the words.
inline bool mentions(std::string_view text, std::string_view words) {
  return text.find(words) != std::string_view::npos;
}

/// Adds an assumption about a row to those before it.
inline void add_assumption(Text& assumption, Text text) {
  assumption = assumption.empty() ? std::move(text) : tr("{}; {}", assumption, std::move(text));
}

/// Reads a heading line with columns in any order. `where` is the place of the line. Errors:
/// kBadInput for unknown, duplicate and missing columns.
Result<TableColumns> read_heading(const std::vector<std::string>& fields,
                                  std::span<const std::string_view> required,
                                  std::span<const std::string_view> optional, const Place& where);

/// Reads one record of a table by column names and keeps the first error. Its arguments must
/// outlive it.
class TableRecord {
 public:
  TableRecord(const TableColumns& columns, const std::vector<std::string>& fields, Place where)
      : columns_(columns), fields_(fields), where_(std::move(where)) {}

  /// The field; empty if the table does not have the column.
  std::string text(std::string_view column) const {
    const auto it = columns_.find(column);
    return it == columns_.end() ? std::string() : std::string(csv_text(fields_[it->second]));
  }
  /// As text(), but an empty field is an error.
  std::string required_text(std::string_view column) {
    std::string field = text(column);
    if (field.empty()) reject(column, tr("is required"));
    return field;
  }
  /// The number; nullopt if the field is empty. A field that is not a positive, finite number is an
  /// error.
  template <class Number>
  std::optional<Number> positive(std::string_view column) {
    const std::string field = text(column);
    if (field.empty()) return std::nullopt;
    Number value{};
    const auto [end, error] = std::from_chars(field.data(), field.data() + field.size(), value);
    if (error != std::errc() || end != field.data() + field.size() || !(value > 0) ||
        !std::isfinite(static_cast<double>(value))) {
      reject(column, tr("must be a number greater than 0, not '{}'", field));
      return std::nullopt;
    }
    return value;
  }
  void reject(std::string_view column, Text why) {
    if (!error_) {
      error_ = Error{ErrorCode::kBadInput, std::move(why), tr("{}, column {}", where_, column)};
    }
  }
  const std::optional<Error>& error() const { return error_; }

 private:
  const TableColumns& columns_;
  const std::vector<std::string>& fields_;
  Place where_;
  std::optional<Error> error_;
};

/// Reads a whole table (RFC 4180, heading line first) with `read(columns, fields, where)`, which
/// returns a Result<Row>. Errors: those of the heading and of `read`, and kBadInput if a record has
/// another number of fields than the heading, each with the line.
template <class Row, class Read>
Result<std::vector<Row>> read_table(std::string_view csv, std::string_view name,
                                    std::span<const std::string_view> required,
                                    std::span<const std::string_view> optional, const Read& read) {
  CsvReader reader(csv, std::string(name));
  std::vector<std::string> fields;
  auto more = reader.next(fields);
  if (!more) return fail(more.error());
  if (!*more) return fail(ErrorCode::kBadInput, tr("the file is empty"), std::string(name));
  const auto columns = read_heading(fields, required, optional, reader.where());
  if (!columns) return fail(columns.error());
  const std::size_t width = fields.size();
  std::vector<Row> rows;
  while ((more = reader.next(fields)) && *more) {
    if (fields.size() != width) {
      return fail(
          ErrorCode::kBadInput,
          tr_plural(fields.size(), "the record has {} field, but the heading has {}",
                    "the record has {} fields, but the heading has {}", fields.size(), width),
          reader.where());
    }
    auto row = read(*columns, fields, reader.where());
    if (!row) return fail(row.error());
    rows.push_back(std::move(*row));
  }
  if (!more) return fail(more.error());
  return rows;
}

/// A row of measurements that a fit cannot use.
struct SkippedRow {
  std::string row;  ///< "G01674", "NI00316 throughput"
  Text reason;
};

/// One string "row: reason" per row.
inline Json skipped_json(const std::vector<SkippedRow>& skipped) {
  Json json = Json::array();
  for (const SkippedRow& one : skipped) json.push_back(tr("{}: {}", one.row, one.reason));
  return json;
}

}  // namespace nscope::sim
