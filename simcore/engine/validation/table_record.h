#pragma once

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

#include <fmt/format.h>

namespace nscope::sim {

/// Column names of a table of measurements and where each stands.
using TableColumns = std::map<std::string, std::size_t, std::less<>>;

/// Reads a heading line: columns in any order. `where` names the line. Errors: kBadInput
/// for unknown, doubled and missing columns.
Result<TableColumns> read_heading(const std::vector<std::string>& fields,
                                  std::span<const std::string_view> required,
                                  std::span<const std::string_view> optional,
                                  const std::string& where);

/// One record of such a table by column names; the first problem is kept. Borrows
/// everything it is given.
class TableRecord {
 public:
  TableRecord(const TableColumns& columns, const std::vector<std::string>& fields,
              std::string where)
      : columns_(columns), fields_(fields), where_(std::move(where)) {}

  /// Empty where the table has no such column.
  std::string text(std::string_view column) const {
    const auto it = columns_.find(column);
    return it == columns_.end() ? std::string() : fields_[it->second];
  }
  /// As text(), but an empty field is a problem.
  std::string required_text(std::string_view column) {
    std::string field = text(column);
    if (field.empty()) reject(column, "is missing");
    return field;
  }
  /// nullopt for an empty field; what is not a positive, finite number is a problem.
  template <class Number>
  std::optional<Number> positive(std::string_view column) {
    const std::string field = text(column);
    if (field.empty()) return std::nullopt;
    Number value{};
    const auto [end, error] = std::from_chars(field.data(), field.data() + field.size(), value);
    if (error != std::errc() || end != field.data() + field.size() || !(value > 0) ||
        !std::isfinite(static_cast<double>(value))) {
      reject(column, fmt::format("\"{}\" is not a positive number", field));
      return std::nullopt;
    }
    return value;
  }
  void reject(std::string_view column, std::string why) {
    if (!error_) {
      error_ =
          Error{ErrorCode::kBadInput, std::move(why), fmt::format("{}, column {}", where_, column)};
    }
  }
  const std::optional<Error>& error() const { return error_; }

 private:
  const TableColumns& columns_;
  const std::vector<std::string>& fields_;
  std::string where_;
  std::optional<Error> error_;
};

/// Reads a whole table (RFC 4180, heading line first) with `read(columns, fields, where)`,
/// which gives a Result<Row>. Errors: those of the heading and of `read`, and kBadInput for
/// records of another width, each with the line.
template <class Row, class Read>
Result<std::vector<Row>> read_table(std::string_view csv, std::string_view name,
                                    std::span<const std::string_view> required,
                                    std::span<const std::string_view> optional, const Read& read) {
  CsvReader reader(csv, std::string(name));
  std::vector<std::string> fields;
  auto more = reader.next(fields);
  if (!more) return fail(more.error());
  if (!*more) return fail(ErrorCode::kBadInput, "is empty", std::string(name));
  const auto columns = read_heading(fields, required, optional, reader.where());
  if (!columns) return fail(columns.error());
  const std::size_t width = fields.size();
  std::vector<Row> rows;
  while ((more = reader.next(fields)) && *more) {
    if (fields.size() != width) {
      return fail(ErrorCode::kBadInput,
                  fmt::format("{} fields where the heading has {}", fields.size(), width),
                  reader.where());
    }
    auto row = read(*columns, fields, reader.where());
    if (!row) return fail(row.error());
    rows.push_back(std::move(*row));
  }
  if (!more) return fail(more.error());
  return rows;
}

}  // namespace nscope::sim
