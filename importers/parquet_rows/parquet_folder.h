#pragma once

#include "profiler/base/result.h"
#include "profiler/base/task_control.h"
#include "profiler/duckdb/duckdb.h"

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace nscope::importers {

/// A value that outlives the row it came from.
using ParquetValue = std::variant<std::monostate, bool, std::int64_t, double, std::string>;

/// One column of a Parquet file, with the type as DuckDB calls it.
struct ParquetColumn {
  std::string name;
  std::string type;  ///< "BIGINT", "VARCHAR", "BIGINT[]", ...
};

/// One file of a table; big tables are split into "DmaPacket_0.parquet" and on.
struct ParquetFile {
  std::filesystem::path path;  ///< absolute
  std::string shown;           ///< in the folder as the user named it, for messages
  std::int64_t rows = 0;
  std::vector<ParquetColumn> columns;

  bool has_column(std::string_view name) const;
};

/// All files of one table, in the order of their numbers.
struct ParquetTableFiles {
  std::string name;  ///< "DmaPacket"
  std::vector<ParquetFile> files;

  std::int64_t rows() const;
};

/// The names of the tables in a folder: "X.parquet" and "X_0.parquet" are X.
/// Only files that begin as Parquet does count. Sorted. Looks at a bounded
/// number of files; no library is needed.
std::vector<std::string> parquet_table_names(const std::filesystem::path& folder);

/// A folder of Parquet tables, opened with DuckDB. One thread.
class ParquetFolder {
 public:
  /// Reads the footer of every file. Errors: no library (load_duckdb),
  /// kBadInput for a damaged file, one that claims more rows than its size can
  /// hold, or a folder of more than 4096 files; kCancelled.
  static Result<ParquetFolder> open(const std::filesystem::path& folder, TaskControl& control);

  const std::filesystem::path& path() const { return path_; }
  const std::string& shown() const { return shown_; }  ///< as the user named it
  const DuckDb& db() const { return db_; }
  std::span<const ParquetTableFiles> tables() const { return tables_; }
  /// Null where the folder has no such table.
  const ParquetTableFiles* find(std::string_view table) const;
  std::int64_t rows() const;

  /// The first row of "SELECT `list` FROM `file`": for sums over a column. Errors:
  /// kBadInput with the file, kCancelled.
  Result<std::vector<ParquetValue>> first_row(const ParquetFile& file, std::string_view list,
                                              TaskControl& control) const;

 private:
  ParquetFolder(std::filesystem::path path, std::string shown, DuckDb db)
      : path_(std::move(path)), shown_(std::move(shown)), db_(std::move(db)) {}
  Result<> read_footer(ParquetFile& file, TaskControl& control) const;
  Result<> read_columns(ParquetFile& file, TaskControl& control) const;

  std::filesystem::path path_;
  std::string shown_;
  DuckDb db_;
  std::vector<ParquetTableFiles> tables_;
};

/// "read_parquet('...')" of one file, whatever characters its path has.
std::string read_parquet(const std::filesystem::path& file);

/// The profile's folder that one of its files lies in, for reading a folder
/// through one file of it.
std::filesystem::path folder_of(const std::string& file);

}  // namespace nscope::importers
