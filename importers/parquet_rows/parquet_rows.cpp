#include "importers/parquet_rows/parquet_rows.h"

#include "importers/shared/printable.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include <fmt/format.h>

namespace nscope::importers {
namespace {

constexpr auto kReadAsTheyAre = std::to_array<std::string_view>(
    {"BOOLEAN", "TINYINT", "SMALLINT", "INTEGER", "BIGINT", "UTINYINT", "USMALLINT", "UINTEGER",
     "UBIGINT", "FLOAT", "DOUBLE"});

/// SQL for a text of limited length. Complete texts are shorter than kMaxText bytes, so a text of
/// that length is a truncated one.
std::string bounded(const std::string& text) {
  return fmt::format("CASE WHEN strlen({0}) < {1} THEN {0} ELSE left({0}, {1}) END", text,
                     kMaxText);
}

/// SQL that selects a column with a type that DuckRows reads.
std::string selected(const ParquetColumn& column) {
  const std::string name = sql_identifier(column.name);
  const auto is = [&](std::string_view type) { return column.type == type; };
  if (std::any_of(kReadAsTheyAre.begin(), kReadAsTheyAre.end(), is)) return name;
  if (is("VARCHAR")) return bounded(name);
  if (is("HUGEINT") || is("UHUGEINT") || column.type.starts_with("DECIMAL")) {
    return fmt::format("CAST({} AS DOUBLE)", name);
  }
  if (is("BLOB")) return bounded(fmt::format("hex({})", name));
  if (is("VARCHAR[]")) {
    return bounded(
        fmt::format("array_to_string({0}, chr({1})) || CASE WHEN len({0}) > 0 THEN chr({1}) "
                    "ELSE '' END",
                    name, int{kListSeparator}));
  }
  return bounded(fmt::format("CAST({} AS VARCHAR)", name));
}

}  // namespace

ParquetRows::ParquetRows(const ParquetFolder& folder, const ParquetTableFiles& table,
                         std::span<const std::string_view> fields, TraceWriter& out,
                         TaskControl& control)
    : folder_(folder),
      table_(table),
      fields_(fields),
      out_(out),
      control_(control),
      columns_(fields.size(), -1) {}

Result<bool> ParquetRows::open_next_file() {
  rows_.reset();
  if (file_ == table_.files.size()) return false;
  const ParquetFile& file = table_.files[file_++];
  std::fill(columns_.begin(), columns_.end(), -1);
  others_.clear();
  cut_.assign(file.columns.size(), 0);
  std::string list;
  for (std::size_t i = 0; i < file.columns.size(); ++i) {
    list += fmt::format("{}{} AS {}", i == 0 ? "" : ", ", selected(file.columns[i]),
                        sql_identifier(file.columns[i].name));
    const auto field = std::find(fields_.begin(), fields_.end(), file.columns[i].name);
    if (field == fields_.end()) {
      others_.push_back({file.columns[i].name, i});
    } else {
      columns_[static_cast<std::size_t>(field - fields_.begin())] = static_cast<int>(i);
    }
  }
  if (list.empty()) return open_next_file();
  auto rows =
      folder_.db().query(fmt::format("SELECT {} FROM {}", list, read_parquet(file.path)), control_);
  if (!rows) return fail(rows.error().code, rows.error().message, file.shown);
  rows_.emplace(std::move(*rows));
  return true;
}

Result<bool> ParquetRows::next() {
  if (rows_ && ++at_ < rows_->size()) {
    ++row_;
    return true;
  }
  while (true) {
    if (rows_) {
      auto more = rows_->next_chunk();
      if (!more) {
        return fail(more.error().code, more.error().message, table_.files[file_ - 1].shown);
      }
      if (*more) {
        at_ = 0;
        ++row_;
        return true;
      }
    }
    auto opened = open_next_file();
    if (!opened || !*opened) return opened;
  }
}

DuckValue ParquetRows::checked(std::size_t column) const {
  const DuckValue value = rows_->value(column, at_);
  const auto* const text = std::get_if<std::string_view>(&value);
  if (text != nullptr && text->size() >= kMaxText && cut_[column] != row_) {
    cut_[column] = row_;
    out_.diagnose("text_cut_off", Severity::kWarning,
                  tr("{}: the text in '{}' was truncated to {} bytes", place(),
                     rows_->column_name(column), kMaxText));
  }
  return value;
}

Text ParquetRows::place() const {
  return tr("table '{}', row {}", table_.name, row_);
}

void ParquetRows::wrong_type(std::string_view field, Phrase expected) {
  out_.diagnose("wrong_field_type", Severity::kWarning,
                tr("{}: '{}' must be {}", place(), field, expected));
}

std::optional<std::int64_t> ParquetRows::integer(std::size_t field) {
  const DuckValue found = value(field);
  if (std::holds_alternative<std::monostate>(found)) return std::nullopt;
  const auto number = whole_number(found);
  if (!number) wrong_type(fields_[field], phrase("a whole number"));
  return number;
}

std::optional<double> ParquetRows::number(std::size_t field) {
  const DuckValue found = value(field);
  if (std::holds_alternative<std::monostate>(found)) return std::nullopt;
  if (const auto* real = std::get_if<double>(&found)) {
    if (std::isfinite(*real)) return *real;
  } else if (const auto whole = whole_number(found)) {
    return static_cast<double>(*whole);
  }
  wrong_type(fields_[field], phrase("a number"));
  return std::nullopt;
}

std::string_view ParquetRows::text(std::size_t field) {
  const DuckValue found = value(field);
  if (const auto* text = std::get_if<std::string_view>(&found)) return *text;
  if (!std::holds_alternative<std::monostate>(found)) {
    wrong_type(fields_[field], phrase("a string"));
  }
  return {};
}

std::optional<std::int64_t> whole_number(const DuckValue& value) {
  if (const auto* number = std::get_if<std::int64_t>(&value)) return *number;
  if (const auto* flag = std::get_if<bool>(&value)) return *flag ? 1 : 0;
  if (const auto* real = std::get_if<double>(&value)) {
    constexpr double kExact = 9007199254740992.0;  // 2^53
    if (std::floor(*real) != *real || std::abs(*real) > kExact) return std::nullopt;
    return static_cast<std::int64_t>(*real);
  }
  if (const auto* text = std::get_if<std::string_view>(&value)) {
    std::int64_t number = 0;
    const char* const end = text->data() + text->size();
    const auto [rest, error] = std::from_chars(text->data(), end, number);
    if (error == std::errc() && rest == end) return number;
  }
  return std::nullopt;
}

std::string plain_text(std::string_view text) {
  if (text.find(kListSeparator) != std::string_view::npos) {
    std::string list = "[";
    for (std::size_t at = 0; at < text.size();) {
      const std::size_t end = std::min(text.find(kListSeparator, at), text.size());
      list += (at == 0 ? "" : ", ") + plain_text(text.substr(at, end - at));
      at = end + 1;
    }
    return list + "]";
  }
  return collapse_space(text);
}

}  // namespace nscope::importers
