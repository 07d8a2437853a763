#pragma once

#include "profiler/base/result.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace nscope {

// Declarations of the part of DuckDB's stable C API that this program uses. The library is
// not linked: load_duckdb() loads it at run time.
namespace duck {

struct DatabaseTag;
struct ConnectionTag;
struct ConfigTag;
struct StatementTag;
struct PendingTag;
struct ChunkTag;
struct VectorTag;
struct LogicalTypeTag;
struct TableFunctionTag;
struct BindInfoTag;
struct InitInfoTag;
struct FunctionInfoTag;

using Database = DatabaseTag*;
using Connection = ConnectionTag*;
using Config = ConfigTag*;
using Statement = StatementTag*;
using Pending = PendingTag*;
using Chunk = ChunkTag*;
using Vector = VectorTag*;
using LogicalType = LogicalTypeTag*;
using TableFunction = TableFunctionTag*;
using BindInfo = BindInfoTag*;
using InitInfo = InitInfoTag*;
using FunctionInfo = FunctionInfoTag*;

using State = int;  ///< 0: success
inline constexpr State kSuccess = 0;

enum PendingState : int { kReady = 0, kNotReady = 1, kPendingError = 2, kNoTasks = 3 };

/// Numbers of the column types that are read directly; others are cast in SQL.
enum Type : int {
  kBoolean = 1,
  kTinyInt = 2,
  kSmallInt = 3,
  kInteger = 4,
  kBigInt = 5,
  kUTinyInt = 6,
  kUSmallInt = 7,
  kUInteger = 8,
  kUBigInt = 9,
  kFloat = 10,
  kDouble = 11,
  kVarchar = 17,
  kList = 24,
};

/// A result, passed by value to fetch_chunk.
struct ResultData {
  std::uint64_t column_count = 0;
  std::uint64_t row_count = 0;
  std::uint64_t rows_changed = 0;
  void* columns = nullptr;
  char* error_message = nullptr;
  void* internal_data = nullptr;
};

/// One string of a VARCHAR vector: strings up to 12 bytes are stored in it, longer ones with their
/// first four bytes and a pointer.
struct StringCell {
  std::uint32_t length;
  char inlined[4];
  const char* pointer;
};

}  // namespace duck

/// The functions of a loaded libduckdb. Immutable; may be used from any thread within DuckDB's
/// rules (one thread for each connection).
struct DuckDbApi {
  std::string library;  ///< the file it was loaded from

  const char* (*library_version)();
  duck::State (*create_config)(duck::Config*);
  duck::State (*set_config)(duck::Config, const char* name, const char* value);
  void (*destroy_config)(duck::Config*);
  duck::State (*open_ext)(const char* path, duck::Database*, duck::Config, char** error);
  void (*close)(duck::Database*);
  duck::State (*connect)(duck::Database, duck::Connection*);
  void (*disconnect)(duck::Connection*);
  void (*free)(void*);

  duck::State (*prepare)(duck::Connection, const char* sql, duck::Statement*);
  const char* (*prepare_error)(duck::Statement);
  void (*destroy_prepare)(duck::Statement*);
  duck::State (*pending_prepared)(duck::Statement, duck::Pending*);
  duck::State (*pending_prepared_streaming)(duck::Statement, duck::Pending*);
  duck::PendingState (*pending_execute_task)(duck::Pending);
  duck::State (*execute_pending)(duck::Pending, duck::ResultData*);
  const char* (*pending_error)(duck::Pending);
  void (*destroy_pending)(duck::Pending*);

  const char* (*result_error)(duck::ResultData*);
  std::uint64_t (*column_count)(duck::ResultData*);
  const char* (*column_name)(duck::ResultData*, std::uint64_t);
  int (*column_type)(duck::ResultData*, std::uint64_t);
  duck::Chunk (*fetch_chunk)(duck::ResultData);
  void (*destroy_result)(duck::ResultData*);
  void (*destroy_data_chunk)(duck::Chunk*);
  std::uint64_t (*data_chunk_get_size)(duck::Chunk);
  void (*data_chunk_set_size)(duck::Chunk, std::uint64_t);
  duck::Vector (*data_chunk_get_vector)(duck::Chunk, std::uint64_t);
  void* (*vector_get_data)(duck::Vector);
  std::uint64_t* (*vector_get_validity)(duck::Vector);
  void (*vector_ensure_validity_writable)(duck::Vector);
  void (*vector_assign_string_element_len)(duck::Vector, std::uint64_t row, const char*,
                                           std::uint64_t length);
  std::uint64_t (*vector_size)();

  duck::LogicalType (*create_logical_type)(int type);
  void (*destroy_logical_type)(duck::LogicalType*);
  duck::TableFunction (*create_table_function)();
  void (*destroy_table_function)(duck::TableFunction*);
  void (*table_function_set_name)(duck::TableFunction, const char*);
  void (*table_function_set_extra_info)(duck::TableFunction, void*, void (*)(void*));
  void (*table_function_set_bind)(duck::TableFunction, void (*)(duck::BindInfo));
  void (*table_function_set_init)(duck::TableFunction, void (*)(duck::InitInfo));
  void (*table_function_set_function)(duck::TableFunction,
                                      void (*)(duck::FunctionInfo, duck::Chunk));
  duck::State (*register_table_function)(duck::Connection, duck::TableFunction);
  void* (*bind_get_extra_info)(duck::BindInfo);
  void (*bind_add_result_column)(duck::BindInfo, const char*, duck::LogicalType);
  void* (*function_get_extra_info)(duck::FunctionInfo);
};

/// The paths at which libduckdb.so is searched, in this order: only the file in the environment
/// variable NSCOPE_DUCKDB if it is set; otherwise ../lib/nscope relative to the program,
/// /usr/local/lib/nscope, /usr/lib/nscope, and the search path of the loader.
std::vector<std::string> duckdb_candidates();

/// Loads the library, which stays in the process. Errors: kNotFound if it is not found; kIo if it
/// cannot be loaded (another architecture, damaged) or lacks a function. Messages say what to do.
Result<std::shared_ptr<const DuckDbApi>> load_duckdb();

}  // namespace nscope
