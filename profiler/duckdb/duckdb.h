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

/// One value of a result. Text is valid until the next chunk. A single precision
/// number is given as the shortest decimal that stands for it.
using DuckValue = std::variant<std::monostate, bool, std::int64_t, double, std::string_view>;

/// A column that we write.
enum class DuckType : std::uint8_t { kBoolean, kInteger, kReal, kText };
struct DuckColumn {
  const char* name;
  DuckType type;
};

/// The rows of a query, one chunk (at most 2048 rows) in memory at a time. One
/// thread; must not outlive its DuckDb.
class DuckRows {
 public:
  DuckRows(DuckRows&& other) noexcept;
  DuckRows& operator=(DuckRows&&) = delete;
  ~DuckRows();

  std::size_t column_count() const { return names_.size(); }
  const std::string& column_name(std::size_t column) const { return names_[column]; }

  /// The next chunk; false at the end. Errors: kBadInput with DuckDB's message
  /// (a damaged file), kCancelled.
  Result<bool> next_chunk();
  /// Rows of the chunk.
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

/// Rows that DuckDB pulls from us: fills the chunk and gives their number, 0 at
/// the end. Called in one thread at a time; must not throw.
using DuckSource = std::function<std::size_t(DuckChunkWriter&)>;

struct DuckDbOptions {
  /// The only folder whose files queries may read or write; absolute.
  std::string folder;
  std::int64_t memory_bytes = std::int64_t{512} << 20;
  int threads = 2;  ///< 1: results and written files do not depend on scheduling
};

/// A DuckDB in memory, used to read and write Parquet. It can touch one folder,
/// loads no extensions, has a memory limit and does not spill. One thread.
class DuckDb {
 public:
  /// Errors: those of load_duckdb(), kIo where DuckDB refuses to start.
  static Result<DuckDb> open(const DuckDbOptions& options);
  DuckDb(DuckDb&& other) noexcept;
  DuckDb& operator=(DuckDb&&) = delete;
  ~DuckDb();

  /// "v1.5.6".
  std::string version() const { return api_->library_version(); }

  /// Runs one statement whose result is of no interest. Errors: kBadInput with
  /// DuckDB's message on one line, kCancelled.
  Result<> run(const std::string& sql, TaskControl& control) const;
  /// Runs a query; rows come as they are computed. Errors: as above.
  Result<DuckRows> query(const std::string& sql, TaskControl& control) const;

  /// Makes `source` the table function `name()`. `columns` and `source` must
  /// outlive this, which must have been opened with one thread.
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

/// 'text' as a literal of SQL.
std::string sql_literal(std::string_view text);
/// "name" as an identifier of SQL.
std::string sql_identifier(std::string_view name);

}  // namespace nscope
