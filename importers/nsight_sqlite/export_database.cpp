#include "importers/nsight_sqlite/export_database.h"

#include "importers/shared/printable.h"

#include <algorithm>
#include <limits>

#include <fmt/format.h>
#include <sqlite3.h>

namespace nscope::importers {
namespace {

// Nothing in an export is longer or more complex.
constexpr int kLongestValue = 16 << 20;
constexpr int kLongestStatement = 1 << 20;  // also of the schema's statements
constexpr int kMostColumns = 2000;
constexpr int kStepsPerCheck = 100'000;  // of SQLite's virtual machine, a few milliseconds
constexpr std::int64_t kSchemaChecks = 500;
/// A row has at least a length, a number, a header and a pointer.
constexpr std::int64_t kLeastRowBytes = 4;

constexpr std::string_view kMagic{"SQLite format 3\0", 16};
constexpr std::size_t kHeaderBytes = 100;

std::uint32_t big_endian(std::span<const std::byte> bytes, std::size_t at, std::size_t size) {
  std::uint32_t value = 0;
  for (std::size_t i = 0; i < size; ++i) {
    value = value << 8 | std::to_integer<std::uint32_t>(bytes[at + i]);
  }
  return value;
}

/// SQLite's own messages for these cases name neither the cause nor the remedy.
Result<> check_header(const ByteSource& file) {
  const auto bytes = file.bytes();
  if (!file.text().starts_with(kMagic)) {
    return fail(ErrorCode::kBadInput, tr("not an SQLite database"), file.name());
  }
  if (bytes.size() < kHeaderBytes) {
    return fail(
        ErrorCode::kBadInput,
        tr("unexpected end of file: expected {} bytes, found {}", kHeaderBytes, bytes.size()),
        file.name());
  }
  constexpr std::byte kWriteAheadLog{2};
  if (bytes[18] == kWriteAheadLog || bytes[19] == kWriteAheadLog) {
    return fail(
        ErrorCode::kBadInput,
        tr("the database is in WAL mode; run \"PRAGMA journal_mode=DELETE\" on it in sqlite3"),
        file.name());
  }
  const std::uint32_t stored_page = big_endian(bytes, 16, 2);
  const std::uint64_t page = stored_page == 1 ? 65'536 : stored_page;
  const std::uint64_t expected = page * big_endian(bytes, 28, 4);
  // The page count is valid only if both change counters are equal (SQLite file format, 1.3.7).
  if (big_endian(bytes, 24, 4) == big_endian(bytes, 92, 4) && expected > bytes.size()) {
    return fail(ErrorCode::kBadInput,
                tr("unexpected end of file: expected {} bytes, found {}", expected, bytes.size()),
                file.name());
  }
  return {};
}

/// The error of a statement that the progress handler or damaged data ended.
Error error_of(int code, sqlite3* database, const TaskControl& control, std::string where) {
  if (code == SQLITE_INTERRUPT && control.cancelled()) return cancelled().value();
  Text message = code == SQLITE_INTERRUPT ? tr("the schema of the database is damaged")
                                          : Text::verbatim(sqlite3_errmsg(database));
  return {ErrorCode::kBadInput, std::move(message), std::move(where)};
}

/// A name as an SQL identifier, or a text as an SQL literal with mark '\''.
std::string quoted(std::string_view name, char mark = '"') {
  std::string text(1, mark);
  for (const char c : name) {
    if (c == mark) text += c;
    text += c;
  }
  return text + mark;
}

}  // namespace

void TableRows::Finalize::operator()(sqlite3_stmt* statement) const {
  sqlite3_finalize(statement);
}

void ExportDatabase::Close::operator()(sqlite3* database) const {
  sqlite3_close_v2(database);
}

bool TableRows::next() {
  if (statement_ == nullptr || !status_) return false;
  const int code = sqlite3_step(statement_.get());
  if (code == SQLITE_ROW) {
    constexpr std::int64_t kRowsPerRelease = 1 << 17;
    if (++number_ % kRowsPerRelease == 0) file_->release(file_->size());
    if (number_ <= static_cast<std::int64_t>(file_->size()) / kLeastRowBytes) return true;
    status_ =
        fail(ErrorCode::kBadInput, tr("the table has more rows than fit in the file"), where_);
  } else if (code != SQLITE_DONE) {
    status_ = fail(error_of(code, sqlite3_db_handle(statement_.get()), *control_, where_));
  }
  file_->release(file_->size());
  statement_.reset();
  return false;
}

std::optional<std::int64_t> TableRows::integer(std::size_t column) const {
  const int i = static_cast<int>(column);
  if (sqlite3_column_type(statement_.get(), i) != SQLITE_INTEGER) return std::nullopt;
  return sqlite3_column_int64(statement_.get(), i);
}

std::optional<double> TableRows::real(std::size_t column) const {
  const int i = static_cast<int>(column);
  const int type = sqlite3_column_type(statement_.get(), i);
  if (type != SQLITE_INTEGER && type != SQLITE_FLOAT) return std::nullopt;
  return sqlite3_column_double(statement_.get(), i);
}

std::string_view TableRows::text(std::size_t column) const {
  const int i = static_cast<int>(column);
  if (sqlite3_column_type(statement_.get(), i) != SQLITE_TEXT) return {};
  const auto* const bytes = static_cast<const char*>(sqlite3_column_blob(statement_.get(), i));
  const auto size = static_cast<std::size_t>(sqlite3_column_bytes(statement_.get(), i));
  if (size > kLongestText) ++cut_texts_;
  return bytes == nullptr ? std::string_view()
                          : std::string_view(bytes, std::min(size, kLongestText));
}

std::span<const std::byte> TableRows::bytes(std::size_t column) const {
  const int i = static_cast<int>(column);
  const int type = sqlite3_column_type(statement_.get(), i);
  if (type != SQLITE_BLOB && type != SQLITE_TEXT) return {};
  const auto* const bytes = static_cast<const std::byte*>(sqlite3_column_blob(statement_.get(), i));
  if (bytes == nullptr) return {};
  return {bytes, static_cast<std::size_t>(sqlite3_column_bytes(statement_.get(), i))};
}

Result<ExportDatabase> ExportDatabase::open(const ByteSource& file, const TaskControl& control) {
  if (auto ok = check_header(file); !ok) return fail(ok.error());
  ExportDatabase out;
  out.file_ = &file;
  out.control_ = &control;
  out.watch_ = std::make_unique<Watch>(Watch{&control, kSchemaChecks});
  sqlite3* database = nullptr;
  const int opened =
      sqlite3_open_v2(":memory:", &database,
                      SQLITE_OPEN_READWRITE | SQLITE_OPEN_MEMORY | SQLITE_OPEN_NOMUTEX, nullptr);
  out.database_.reset(database);
  if (opened != SQLITE_OK) {
    return fail(ErrorCode::kIo, tr("SQLite cannot be started"), file.name());
  }
  if (auto ok = out.configure(); !ok) return fail(ok.error());
  if (auto ok = out.list_tables(); !ok) return fail(ok.error());
  out.watch_->checks_left = std::numeric_limits<std::int64_t>::max();
  return out;
}

int ExportDatabase::check(void* watch) {
  auto& [control, checks_left] = *static_cast<Watch*>(watch);
  return control->cancelled() || checks_left-- <= 0 ? 1 : 0;
}

Result<> ExportDatabase::configure() {
  sqlite3* const database = database_.get();
  sqlite3_limit(database, SQLITE_LIMIT_LENGTH, kLongestValue);
  sqlite3_limit(database, SQLITE_LIMIT_SQL_LENGTH, kLongestStatement);
  sqlite3_limit(database, SQLITE_LIMIT_COLUMN, kMostColumns);
  sqlite3_limit(database, SQLITE_LIMIT_ATTACHED, 1);
  for (const int setting : {SQLITE_DBCONFIG_TRUSTED_SCHEMA, SQLITE_DBCONFIG_ENABLE_VIEW,
                            SQLITE_DBCONFIG_ENABLE_TRIGGER}) {
    sqlite3_db_config(database, setting, 0, nullptr);
  }
  sqlite3_db_config(database, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
  sqlite3_progress_handler(database, kStepsPerCheck, check, watch_.get());
  // With READONLY, SQLite does not write to the bytes, which are those of a mapped file.
  const auto* const first = reinterpret_cast<const unsigned char*>(file_->bytes().data());
  const auto size = static_cast<sqlite3_int64>(file_->size());
  const int code = sqlite3_deserialize(database, "main", const_cast<unsigned char*>(first), size,
                                       size, SQLITE_DESERIALIZE_READONLY);
  if (code == SQLITE_OK) return {};
  return fail(ErrorCode::kBadInput, Text::verbatim(sqlite3_errmsg(database)), file_->name());
}

Result<> ExportDatabase::list_tables() {
  // Views and virtual tables have no root page.
  auto listed =
      prepare("SELECT name FROM sqlite_schema WHERE type='table' AND rootpage>0", "sqlite_schema");
  if (!listed) return fail(listed.error());
  listed->columns_ = {true};
  while (listed->next()) tables_.emplace(listed->text(0));
  return listed->status();
}

Result<TableRows> ExportDatabase::prepare(const std::string& sql, std::string_view table) const {
  TableRows rows;
  rows.file_ = file_;
  rows.control_ = control_;
  rows.where_ = fmt::format("{}: {}", file_->name(), printable(table));
  sqlite3_stmt* statement = nullptr;
  const int code = sqlite3_prepare_v2(database_.get(), sql.data(), static_cast<int>(sql.size()),
                                      &statement, nullptr);
  rows.statement_.reset(statement);
  if (code == SQLITE_OK) return rows;
  return fail(error_of(code, database_.get(), *control_, rows.where_));
}

Result<std::set<std::string, std::less<>>> ExportDatabase::columns_of(
    std::string_view table) const {
  auto listed = prepare(
      fmt::format("SELECT name FROM pragma_table_xinfo({}) WHERE hidden=0", quoted(table, '\'')),
      table);
  if (!listed) return fail(listed.error());
  listed->columns_ = {true};
  std::set<std::string, std::less<>> columns;
  while (listed->next()) columns.emplace(listed->text(0));
  if (!listed->status()) return fail(listed->status().error());
  return columns;
}

Result<TableRows> ExportDatabase::rows(std::string_view table,
                                       std::span<const std::string_view> columns) const {
  if (!has(table)) return TableRows();
  const auto known = columns_of(table);
  if (!known) return fail(known.error());
  std::string list;
  std::vector<bool> present;
  for (const std::string_view column : columns) {
    present.push_back(known->contains(column));
    list += fmt::format("{}{}", list.empty() ? "" : ",",
                        present.back() ? quoted(column) : std::string("NULL"));
  }
  // An index could contain expressions of the file's author.
  auto rows = prepare(fmt::format("SELECT {} FROM {} NOT INDEXED", list, quoted(table)), table);
  if (rows) rows->columns_ = std::move(present);
  return rows;
}

Result<TableRows> ExportDatabase::row_numbers(std::string_view table,
                                              std::string_view column) const {
  auto rows = prepare(
      fmt::format("SELECT rowid,{} FROM {} NOT INDEXED", quoted(column), quoted(table)), table);
  if (rows) rows->columns_ = {true, true};
  return rows;
}

Result<TableRows> ExportDatabase::row_at(std::string_view table, std::string_view column,
                                         std::int64_t row) const {
  auto rows = prepare(fmt::format("SELECT {} FROM {} NOT INDEXED WHERE rowid={}", quoted(column),
                                  quoted(table), row),
                      table);
  if (rows) rows->columns_ = {true};
  return rows;
}

std::uint64_t ExportDatabase::row_count(std::string_view table) const {
  if (!has(table)) return 0;
  auto rows = prepare(fmt::format("SELECT max(rowid) FROM {} NOT INDEXED", quoted(table)), table);
  if (!rows || !rows->next()) return 0;
  const auto highest = rows->integer(0);
  return highest && *highest > 0 ? static_cast<std::uint64_t>(*highest) : 0;
}

}  // namespace nscope::importers
