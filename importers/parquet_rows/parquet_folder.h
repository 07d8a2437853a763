#pragma once

#include "profiler/base/result.h"
#include "profiler/base/task_control.h"
#include "profiler/duckdb/duckdb.h"

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace nscope::importers {

/// One column of a Parquet file, with the type as DuckDB calls it.
struct ParquetColumn {
  std::string name;
  std::string type;  ///< "BIGINT", "VARCHAR", "BIGINT[]", ...
};

/// One file of a table; big tables are split into "DmaPacket_0.parquet" and on.
struct ParquetFile {
  std::filesystem::path path;
  std::int64_t rows = 0;
  std::vector<ParquetColumn> columns;
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
  /// kBadInput for a damaged file or one that claims more rows than its size
  /// can hold, kCancelled.
  static Result<ParquetFolder> open(const std::filesystem::path& folder, TaskControl& control);

  const std::filesystem::path& path() const { return path_; }
  const DuckDb& db() const { return db_; }
  std::span<const ParquetTableFiles> tables() const { return tables_; }
  /// Null where the folder has no such table.
  const ParquetTableFiles* find(std::string_view table) const;
  std::int64_t rows() const;

 private:
  ParquetFolder(std::filesystem::path path, DuckDb db)
      : path_(std::move(path)), db_(std::move(db)) {}
  Result<> read_footer(ParquetFile& file, TaskControl& control) const;
  Result<> read_columns(ParquetFile& file, TaskControl& control) const;

  std::filesystem::path path_;
  DuckDb db_;
  std::vector<ParquetTableFiles> tables_;
};

/// "read_parquet('...')" of one file, whatever characters its path has.
std::string read_parquet(const std::filesystem::path& file);

/// The profile's folder that one of its files lies in, for reading a folder
/// through one file of it.
std::filesystem::path folder_of(const std::string& file);

}  // namespace nscope::importers
