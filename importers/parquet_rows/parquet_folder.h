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

/// A value that outlives its row.
using ParquetValue = std::variant<std::monostate, bool, std::int64_t, double, std::string>;

/// One column of a Parquet file with DuckDB's name of its type.
struct ParquetColumn {
  std::string name;
  std::string type;  ///< "BIGINT", "VARCHAR", "BIGINT[]", ...
};

/// One file of a table. Large tables are split into "DmaPacket_0.parquet" and so on.
struct ParquetFile {
  std::filesystem::path path;  ///< absolute
  std::string shown;           ///< path in the folder as the user gave it, for messages
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

/// The names of the tables in a folder, sorted: X for "X.parquet" and "X_0.parquet". Files that do
/// not start with the magic number of Parquet are ignored. Reads a bounded number of files and does
/// not need the DuckDB library.
std::vector<std::string> parquet_table_names(const std::filesystem::path& folder);

/// A folder of Parquet tables, opened with DuckDB. One thread.
class ParquetFolder {
 public:
  /// Reads the footer of every file. Errors: those of load_duckdb(); kBadInput for a damaged file,
  /// a file that states more rows than its size allows, or a folder of more than 4096 files;
  /// kCancelled.
  static Result<ParquetFolder> open(const std::filesystem::path& folder, TaskControl& control);

  const std::filesystem::path& path() const { return path_; }
  const std::string& shown() const { return shown_; }  ///< as the user gave it
  const DuckDb& db() const { return db_; }
  std::span<const ParquetTableFiles> tables() const { return tables_; }
  /// Null if the folder does not contain the table.
  const ParquetTableFiles* find(std::string_view table) const;
  std::int64_t rows() const;

  /// The first row of "SELECT `list` FROM `file`", for aggregates of columns. Errors: kBadInput
  /// with the file, kCancelled.
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

/// The SQL "read_parquet('...')" for one file, with the path quoted.
std::string read_parquet(const std::filesystem::path& file);

/// The folder of a file, to open a profile through one of its files.
std::filesystem::path folder_of(const std::string& file);

}  // namespace nscope::importers
