#include "app/pricing/parquet_bill_rows.h"

#include "costmodel/bills/read_bill.h"

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <utility>
#include <variant>

#include <fmt/format.h>

namespace nscope::app {
namespace {

namespace fs = std::filesystem;

// Limits the number of rows by the file size, because a damaged footer could claim 10^12 empty
// rows.
constexpr std::int64_t kMaxRowsPerByte = 16;
constexpr std::int64_t kFreeRows = 100'000;

std::string read_parquet(const std::string& file) {
  return fmt::format("read_parquet({}, hive_partitioning = false)", sql_literal(file));
}

/// SQL for the text of an expression with backslashes and quotes escaped as in JSON.
std::string json_escaped(const std::string& sql) {
  return fmt::format(R"(replace(replace(CAST({} AS VARCHAR), '\', '\\'), '"', '\"'))", sql);
}

/// SQL for a column as text; maps become JSON objects of strings.
std::string as_text(const std::string& name, const std::string& type) {
  const std::string column = sql_identifier(name);
  if (!type.starts_with("MAP(")) return fmt::format("CAST({} AS VARCHAR) AS {}", column, column);
  return fmt::format(
      "CASE WHEN {0} IS NULL THEN NULL ELSE '{{' || array_to_string(list_transform("
      "map_entries({0}), x -> '\"' || {1} || '\":\"' || coalesce({2}, '') || '\"'), ',') || '}}' "
      "END AS {0}",
      column, json_escaped("x.key"), json_escaped("x.value"));
}

}  // namespace

Result<std::unique_ptr<ParquetBillRows>> ParquetBillRows::open(const std::string& path,
                                                               TaskControl& control) {
  std::error_code error;
  const fs::path file = fs::canonical(path, error);
  if (error) return fail(ErrorCode::kIo, Text::verbatim(error.message()), path);
  auto db = DuckDb::open({.folder = file.parent_path().string()});
  if (!db) return fail(db.error());
  std::unique_ptr<ParquetBillRows> rows(new ParquetBillRows(path, std::move(*db), control));
  const auto failed = [&](const Error& why) { return fail(why.code, why.message, path); };
  const auto count = rows->count_rows(file.string());
  if (!count) return failed(count.error());
  const auto size = static_cast<std::int64_t>(fs::file_size(file, error));
  if (error) return fail(ErrorCode::kIo, Text::verbatim(error.message()), path);
  if (*count < 0 || (*count - kFreeRows) / kMaxRowsPerByte > size) {
    return fail(
        ErrorCode::kBadInput,
        tr("the footer states {} rows, which is too many for a file of {} bytes", *count, size),
        path);
  }
  const auto list = rows->select_list(file.string());
  if (!list) return failed(list.error());
  if (rows->columns_.empty()) {
    return fail(ErrorCode::kBadInput, tr("none of the columns belongs to a bill"), path);
  }
  auto result = rows->db_.query(
      fmt::format("SELECT {} FROM {}", *list, read_parquet(file.string())), control);
  if (!result) return failed(result.error());
  rows->rows_.emplace(std::move(*result));
  control.begin(phrase("Reading the bill"), static_cast<std::uint64_t>(*count));
  return rows;
}

Result<std::int64_t> ParquetBillRows::count_rows(const std::string& file) {
  auto rows = db_.query(
      fmt::format("SELECT num_rows FROM parquet_file_metadata({})", sql_literal(file)), control_);
  if (!rows) return fail(rows.error());
  const auto more = rows->next_chunk();
  if (!more) return fail(more.error());
  const DuckValue value = *more ? rows->value(0, 0) : DuckValue();
  const auto* const count = std::get_if<std::int64_t>(&value);
  return count == nullptr ? 0 : *count;
}

/// Finds the columns that bills use and returns the list for a SELECT statement.
Result<std::string> ParquetBillRows::select_list(const std::string& file) {
  auto rows = db_.query("DESCRIBE SELECT * FROM " + read_parquet(file), control_);
  if (!rows) return fail(rows.error());
  std::vector<std::pair<std::string, std::string>> all;
  auto more = rows->next_chunk();
  for (; more && *more; more = rows->next_chunk()) {
    for (std::size_t i = 0; i < rows->size(); ++i) {
      const DuckValue name = rows->value(0, i);
      const DuckValue type = rows->value(1, i);
      const auto* const name_text = std::get_if<std::string_view>(&name);
      const auto* const type_text = std::get_if<std::string_view>(&type);
      if (name_text != nullptr && type_text != nullptr) all.emplace_back(*name_text, *type_text);
    }
  }
  if (!more) return fail(more.error());
  std::vector<std::string> names;
  for (const auto& [name, type] : all) names.push_back(name);
  const auto used = cost::used_bill_columns(names);
  std::string list;
  for (const auto& [name, type] : all) {
    if (std::find(used.begin(), used.end(), name) == used.end()) continue;
    list += (list.empty() ? "" : ", ") + as_text(name, type);
    columns_.push_back(name);
  }
  return list;
}

Result<bool> ParquetBillRows::next() {
  while (at_ >= rows_->size()) {
    at_ = 0;
    auto more = rows_->next_chunk();
    if (!more) return fail(more.error().code, more.error().message, where());
    if (!*more) return false;
    control_.advance_to(static_cast<std::uint64_t>(row_));
  }
  ++at_;
  ++row_;
  return true;
}

std::string_view ParquetBillRows::field(std::size_t column) const {
  const DuckValue value = rows_->value(column, at_ - 1);
  const auto* const text = std::get_if<std::string_view>(&value);
  return text == nullptr ? std::string_view() : *text;
}

Text ParquetBillRows::where() const {
  return tr("{}: row {}", name_, row_);
}

}  // namespace nscope::app
