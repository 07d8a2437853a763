#pragma once

#include "profiler/base/result.h"
#include "profiler/base/task_control.h"
#include "profiler/duckdb/duckdb_api.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace nscope {

/// One value of a result. Strings are valid until the next chunk. A single-precision
/// number is converted by way of its shortest decimal representation.
using DuckValue = std::variant<std::monostate, bool, std::int64_t, double, std::string_view>;

/// A column to write.
enum class DuckType : std::uint8_t { kBoolean, kInteger, kReal, kText };
struct DuckColumn {
  const char* name;
  DuckType type;
};

/// The rows of a query, with one chunk (at most 2048 rows) in memory. One
/// thread; must not outlive its DuckDb.
class DuckRows {
 public:
  DuckRows(DuckRows&& other) noexcept;
  DuckRows& operator=(DuckRows&&) = delete;
  ~DuckRows();

  std::size_t column_count() const { return names_.size(); }
  const std::string& column_name(std::size_t column) const { return names_[column]; }

  /// Reads the next chunk; false at the end. Errors: kBadInput with DuckDB's message
  /// (a damaged file), kCancelled.
  Result<bool> next_chunk();
  /// Number of rows of the chunk.
  std::size_t size() const { return size_; }
  DuckValue value(std::size_t column, std::size_t row) const;

 private:
  friend class DuckDb;
  DuckRows(std::shared_ptr<const DuckDbApi> api, duck::ResultData result, TaskControl& control);
  void drop_chunk();

  struct Column {
    int type = 0;
    const void* data = nullptr;
    const std::uint64_t* validity = nullptr;
  };

  std::shared_ptr<const DuckDbApi> api_;
  duck::ResultData result_;
  TaskControl* control_;
  duck::Chunk chunk_ = nullptr;
  std::size_t size_ = 0;
  std::vector<std::string> names_;
  std::vector<Column> columns_;
};

/// The chunk that a DuckSource fills. A cell that is not written is NULL.
class DuckChunkWriter {
 public:
  std::size_t capacity() const { return capacity_; }
  void put(std::size_t column, std::size_t row, std::int64_t value);
  void put(std::size_t column, std::size_t row, double value);
  void put(std::size_t column, std::size_t row, bool value);
  void put(std::size_t column, std::size_t row, std::string_view text);

 private:
  friend class DuckDb;
  friend struct DuckSourceCall;
  DuckChunkWriter(const DuckDbApi& api, duck::Chunk chunk, std::size_t columns);
  void set_valid(std::size_t column, std::size_t row);

  struct Column {
    duck::Vector vector = nullptr;
    void* data = nullptr;
    std::uint64_t* validity = nullptr;
  };
  const DuckDbApi& api_;
  std::size_t capacity_;
  std::vector<Column> columns_;
};

/// Rows that DuckDB reads from this program: fills the chunk and returns the number of rows, 0
/// at the end. Called from one thread at a time; must not throw.
using DuckSource = std::function<std::size_t(DuckChunkWriter&)>;

struct DuckDbOptions {
  /// The absolute path of the only folder in which queries may read and write files.
  std::string folder;
  std::int64_t memory_bytes = std::int64_t{512} << 20;
  int threads = 2;  ///< 1: results and files do not depend on scheduling
};

/// An in-memory DuckDB that reads and writes Parquet. It can access one folder,
/// loads no extensions, has a memory limit and writes no temporary files. One thread.
class DuckDb {
 public:
  /// Errors: those of load_duckdb(); kIo if DuckDB cannot be started.
  static Result<DuckDb> open(const DuckDbOptions& options);
  DuckDb(DuckDb&& other) noexcept;
  DuckDb& operator=(DuckDb&&) = delete;
  ~DuckDb();

  /// "v1.5.6".
  std::string version() const { return api_->library_version(); }

  /// Runs one statement and discards its result. Errors: kBadInput with
  /// DuckDB's message on one line, kCancelled.
  Result<> run(const std::string& sql, TaskControl& control) const;
  /// Runs a query; its rows are streamed. Errors: as for run().
  Result<DuckRows> query(const std::string& sql, TaskControl& control) const;

  /// Registers `source` as the table function `name()`. `columns` and `source` must
  /// outlive this object, which must have been opened with one thread.
  Result<> add_source(const char* name, std::span<const DuckColumn> columns,
                      const DuckSource& source);

 private:
  DuckDb(std::shared_ptr<const DuckDbApi> api, int threads)
      : api_(std::move(api)), threads_(threads) {}
  Result<> restrict(const DuckDbOptions& options) const;
  Result<duck::ResultData> execute(const std::string& sql, bool streaming,
                                   TaskControl& control) const;

  std::shared_ptr<const DuckDbApi> api_;
  int threads_;
  duck::Database database_ = nullptr;
  duck::Connection connection_ = nullptr;
};

/// 'text' as an SQL literal.
std::string sql_literal(std::string_view text);
/// "name" as an SQL identifier.
std::string sql_identifier(std::string_view name);

}  // namespace nscope
