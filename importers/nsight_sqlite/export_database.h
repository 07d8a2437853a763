#pragma once

#include "profiler/base/files/byte_source.h"
#include "profiler/base/result.h"
#include "profiler/base/task_control.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

struct sqlite3;
struct sqlite3_stmt;

namespace nscope::importers {

/// The rows of a table in the order of the file, with columns that were requested by name. Versions
/// of Nsight Systems write different columns, so a column that the table does not have reads as
/// NULL. Must not outlive its ExportDatabase. One thread.
class TableRows {
 public:
  /// Moves to the next row. False at the end, after an error and after cancellation.
  bool next();
  /// Whether the table has the column.
  bool has(std::size_t column) const { return columns_[column]; }
  /// The value of an integer; nullopt if the column is absent or not an integer.
  std::optional<std::int64_t> integer(std::size_t column) const;
  std::int64_t integer(std::size_t column, std::int64_t if_absent) const {
    return integer(column).value_or(if_absent);
  }
  /// The value of an integer or a real number.
  std::optional<double> real(std::size_t column) const;
  /// The bytes of a text, valid until next(); "" for other values. At most kLongestText bytes.
  std::string_view text(std::size_t column) const;
  /// The bytes of a blob or a text, valid until next(); empty for other values.
  std::span<const std::byte> bytes(std::size_t column) const;
  std::int64_t number() const { return number_; }  ///< rows so far
  std::int64_t cut_texts() const { return cut_texts_; }

  /// Longer texts are cut: a damaged file can state a text of any length.
  static constexpr std::size_t kLongestText = std::size_t{64} << 10;

  /// Errors: kCancelled; kBadInput if the table is damaged after the last row, or has more rows
  /// than fit in the file: a damaged tree can contain a page any number of times.
  Result<> status() const { return status_; }

 private:
  friend class ExportDatabase;
  struct Finalize {
    void operator()(sqlite3_stmt* statement) const;
  };
  TableRows() = default;

  std::unique_ptr<sqlite3_stmt, Finalize> statement_;
  std::vector<bool> columns_;
  const ByteSource* file_ = nullptr;
  const TaskControl* control_ = nullptr;
  std::string where_;
  std::int64_t number_ = 0;
  mutable std::int64_t cut_texts_ = 0;
  Result<> status_{};
};

/// An SQLite file that somebody else wrote, read from memory: SQLite opens no file, journal or
/// lock. Only ordinary columns of ordinary tables are read, because a view, a virtual table and a
/// generated column run code of the file's author. One thread; move-only.
class ExportDatabase {
 public:
  /// `file` and `control` must outlive it. Errors: kBadInput (not SQLite, truncated, damaged, in
  /// write-ahead mode).
  static Result<ExportDatabase> open(const ByteSource& file, const TaskControl& control);

  bool has(std::string_view table) const { return tables_.contains(table); }
  const std::set<std::string, std::less<>>& tables() const { return tables_; }

  /// Reads `columns` of a table. An absent table has no rows. Errors: kBadInput.
  Result<TableRows> rows(std::string_view table, std::span<const std::string_view> columns) const;
  /// The row number and an integer of each row of `table`.
  Result<TableRows> row_numbers(std::string_view table, std::string_view column) const;
  /// The row of `table` with this row number, with its only column.
  Result<TableRows> row_at(std::string_view table, std::string_view column, std::int64_t row) const;
  /// The highest row number of a table, which is about its number of rows; 0 if unknown.
  std::uint64_t row_count(std::string_view table) const;

 private:
  struct Close {
    void operator()(sqlite3* database) const;
  };
  ExportDatabase() = default;
  Result<> configure();
  Result<> list_tables();
  Result<std::set<std::string, std::less<>>> columns_of(std::string_view table) const;
  Result<TableRows> prepare(const std::string& sql, std::string_view table) const;

  /// Ends SQLite's work if it is cancelled, or takes too long while the schema is read.
  struct Watch {
    const TaskControl* control = nullptr;
    std::int64_t checks_left = 0;
  };
  static int check(void* watch);

  std::unique_ptr<Watch> watch_;
  std::unique_ptr<sqlite3, Close> database_;
  const ByteSource* file_ = nullptr;
  const TaskControl* control_ = nullptr;
  std::set<std::string, std::less<>> tables_;
};

}  // namespace nscope::importers
