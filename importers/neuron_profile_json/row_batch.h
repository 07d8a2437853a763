#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include <simdjson.h>

namespace nscope::importers {

/// The numbers of the fields that a reader of rows knows, at most 64, by name. Immutable; any
/// thread. The names must outlive the table.
class FieldTable {
 public:
  explicit FieldTable(std::span<const std::string_view> names);

  std::size_t size() const { return names_.size(); }
  std::string_view name(std::size_t field) const { return names_[field]; }
  /// The number of a field; size() if the name is unknown.
  std::size_t find(std::string_view name) const;

 private:
  static constexpr std::size_t kSlots = 256;  // at least four per field, so that probes are short
  std::span<const std::string_view> names_;
  std::array<std::uint8_t, kSlots> slots_;
};

/// Parsed rows of a list, with fields by number. Values are valid until the next parse. One
/// thread at a time.
class RowBatch {
 public:
  using OtherField = std::pair<std::string_view, simdjson::dom::element>;

  explicit RowBatch(const FieldTable& fields) : fields_(&fields) {}

  /// Parses rows that are separated by commas. False if they are not valid JSON; the batch is
  /// then empty.
  bool parse(std::string_view rows);
  /// Parses one row in place; at least simdjson::SIMDJSON_PADDING bytes after it must be readable.
  simdjson::error_code parse_one(std::string_view row);

  void clear();

  std::size_t size() const { return rows_.size(); }
  bool is_object(std::size_t row) const { return rows_[row].is_object; }
  bool has(std::size_t row, std::size_t field) const {
    return (rows_[row].present >> field & 1) != 0;
  }
  /// has(row, field) must be true.
  simdjson::dom::element value(std::size_t row, std::size_t field) const {
    return values_[row * fields_->size() + field];
  }
  std::span<const OtherField> others(std::size_t row) const {
    return std::span(others_).subspan(rows_[row].first_other, rows_[row].others);
  }

 private:
  struct Row {
    std::uint64_t present = 0;
    std::size_t first_other = 0;
    std::size_t others = 0;
    bool is_object = false;
  };
  void add(simdjson::dom::element row);

  const FieldTable* fields_;
  simdjson::dom::parser parser_;
  std::unique_ptr<char[]> text_;
  std::size_t capacity_ = 0;
  std::vector<Row> rows_;
  std::vector<simdjson::dom::element> values_;  ///< rows x fields
  std::vector<OtherField> others_;
};

}  // namespace nscope::importers
