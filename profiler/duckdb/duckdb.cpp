#include "profiler/duckdb/duckdb.h"

#include <algorithm>
#include <cassert>
#include <charconv>
#include <chrono>
#include <cmath>
#include <iterator>
#include <limits>
#include <thread>
#include <utility>

#include <fmt/format.h>

namespace nscope {
namespace {

/// The double with the shortest decimal representation of a single-precision number: 0.1, whereas
/// a plain conversion gives 0.10000000149.
double shortest(float value) {
  if (!std::isfinite(value)) return double{value};
  char text[32];
  const auto written = std::to_chars(std::begin(text), std::end(text), value);
  double result = 0.0;
  std::from_chars(std::begin(text), written.ptr, result);
  return result;
}

/// The first line of a message of DuckDB; a hint and the statement follow on further lines.
Text first_line(const char* message) {
  if (message == nullptr) return tr("unknown error");
  const std::string_view text = message;
  return Text::verbatim(std::string(text.substr(0, text.find('\n'))));
}

std::string_view text_of(const duck::StringCell& cell) {
  constexpr std::uint32_t kInlined = 12;
  return {cell.length <= kInlined ? cell.inlined : cell.pointer, cell.length};
}

template <class T>
T at(const void* data, std::size_t row) {
  return static_cast<const T*>(data)[row];
}

// The functions of a source are C functions with a handle as their only argument, and reading
// the handle requires the library. The DuckDb of a source has one thread, so these functions
// run in the thread that calls execute().
thread_local const DuckDbApi* calling_api = nullptr;

/// Destroys the prepared statement and the pending result at the end of a scope.
struct Running {
  explicit Running(const DuckDbApi& library) : api(library) { calling_api = &api; }
  Running(const Running&) = delete;
  Running& operator=(const Running&) = delete;

  const DuckDbApi& api;
  duck::Statement statement = nullptr;
  duck::Pending pending = nullptr;
  ~Running() {
    calling_api = nullptr;
    if (pending != nullptr) api.destroy_pending(&pending);
    if (statement != nullptr) api.destroy_prepare(&statement);
  }
};

std::string doubled(std::string_view text, char quote) {
  std::string result(1, quote);
  for (const char c : text) {
    if (c == quote) result += quote;
    result += c;
  }
  return result += quote;
}

}  // namespace

std::string sql_literal(std::string_view text) {
  return doubled(text, '\'');
}

std::string sql_identifier(std::string_view name) {
  return doubled(name, '"');
}

// ---- DuckRows

DuckRows::DuckRows(std::shared_ptr<const DuckDbApi> api, duck::ResultData result,
                   TaskControl& control)
    : api_(std::move(api)), result_(result), control_(&control) {
  const std::uint64_t count = api_->column_count(&result_);
  for (std::uint64_t i = 0; i < count; ++i) {
    names_.emplace_back(api_->column_name(&result_, i));
    columns_.push_back({api_->column_type(&result_, i), nullptr, nullptr});
  }
}

DuckRows::DuckRows(DuckRows&& other) noexcept
    : api_(std::move(other.api_)),
      result_(std::exchange(other.result_, {})),
      control_(other.control_),
      chunk_(std::exchange(other.chunk_, nullptr)),
      size_(std::exchange(other.size_, 0)),
      names_(std::move(other.names_)),
      columns_(std::move(other.columns_)) {}

DuckRows::~DuckRows() {
  if (api_ == nullptr) return;
  drop_chunk();
  api_->destroy_result(&result_);
}

void DuckRows::drop_chunk() {
  if (chunk_ != nullptr) api_->destroy_data_chunk(&chunk_);
  chunk_ = nullptr;
  size_ = 0;
}

Result<bool> DuckRows::next_chunk() {
  drop_chunk();
  if (control_->cancelled()) return cancelled();
  chunk_ = api_->fetch_chunk(result_);
  if (chunk_ == nullptr) {
    const char* const error = api_->result_error(&result_);
    if (error != nullptr && *error != '\0') return fail(ErrorCode::kBadInput, first_line(error));
    return false;
  }
  size_ = api_->data_chunk_get_size(chunk_);
  if (size_ == 0) return false;
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    const duck::Vector vector = api_->data_chunk_get_vector(chunk_, i);
    columns_[i].data = api_->vector_get_data(vector);
    columns_[i].validity = api_->vector_get_validity(vector);
  }
  return true;
}

DuckValue DuckRows::value(std::size_t column, std::size_t row) const {
  const Column& from = columns_[column];
  constexpr std::size_t kBits = 64;
  if (from.validity != nullptr && (from.validity[row / kBits] >> (row % kBits) & 1u) == 0) {
    return {};
  }
  switch (from.type) {
    case duck::kBoolean: return at<bool>(from.data, row);
    case duck::kTinyInt: return std::int64_t{at<std::int8_t>(from.data, row)};
    case duck::kSmallInt: return std::int64_t{at<std::int16_t>(from.data, row)};
    case duck::kInteger: return std::int64_t{at<std::int32_t>(from.data, row)};
    case duck::kBigInt: return at<std::int64_t>(from.data, row);
    case duck::kUTinyInt: return std::int64_t{at<std::uint8_t>(from.data, row)};
    case duck::kUSmallInt: return std::int64_t{at<std::uint16_t>(from.data, row)};
    case duck::kUInteger: return std::int64_t{at<std::uint32_t>(from.data, row)};
    case duck::kUBigInt: {
      const auto number = at<std::uint64_t>(from.data, row);
      constexpr std::uint64_t kMax = std::numeric_limits<std::int64_t>::max();
      if (number > kMax) return static_cast<double>(number);
      return static_cast<std::int64_t>(number);
    }
    case duck::kFloat: return shortest(at<float>(from.data, row));
    case duck::kDouble: return at<double>(from.data, row);
    case duck::kVarchar: return text_of(static_cast<const duck::StringCell*>(from.data)[row]);
    default: return {};
  }
}

// ---- DuckChunkWriter

DuckChunkWriter::DuckChunkWriter(const DuckDbApi& api, duck::Chunk chunk, std::size_t columns)
    : api_(api), capacity_(api.vector_size()) {
  columns_.reserve(columns);
  for (std::size_t i = 0; i < columns; ++i) {
    const duck::Vector vector = api.data_chunk_get_vector(chunk, i);
    api.vector_ensure_validity_writable(vector);
    Column column{vector, api.vector_get_data(vector), api.vector_get_validity(vector)};
    constexpr std::size_t kBits = 64;
    std::fill_n(column.validity, (capacity_ + kBits - 1) / kBits, 0);
    columns_.push_back(column);
  }
}

void DuckChunkWriter::set_valid(std::size_t column, std::size_t row) {
  constexpr std::size_t kBits = 64;
  columns_[column].validity[row / kBits] |= std::uint64_t{1} << (row % kBits);
}

void DuckChunkWriter::put(std::size_t column, std::size_t row, std::int64_t value) {
  static_cast<std::int64_t*>(columns_[column].data)[row] = value;
  set_valid(column, row);
}

void DuckChunkWriter::put(std::size_t column, std::size_t row, double value) {
  static_cast<double*>(columns_[column].data)[row] = value;
  set_valid(column, row);
}

void DuckChunkWriter::put(std::size_t column, std::size_t row, bool value) {
  static_cast<bool*>(columns_[column].data)[row] = value;
  set_valid(column, row);
}

void DuckChunkWriter::put(std::size_t column, std::size_t row, std::string_view text) {
  api_.vector_assign_string_element_len(columns_[column].vector, row, text.data(), text.size());
  set_valid(column, row);
}

// ---- DuckDb

Result<DuckDb> DuckDb::open(const DuckDbOptions& options) {
  auto api = load_duckdb();
  if (!api) return fail(api.error());
  DuckDb db(std::move(*api), options.threads);
  duck::Config config = nullptr;
  if (db.api_->create_config(&config) != duck::kSuccess) {
    return fail(ErrorCode::kIo, tr("cannot start DuckDB"), db.api_->library);
  }
  const std::pair<const char*, std::string> settings[] = {
      {"memory_limit", fmt::format("{}B", options.memory_bytes)},
      {"threads", std::to_string(options.threads)},
      {"temp_directory", ""},
      {"autoinstall_known_extensions", "false"},
      {"autoload_known_extensions", "false"},
  };
  for (const auto& [name, value] : settings) {
    if (db.api_->set_config(config, name, value.c_str()) != duck::kSuccess) {
      db.api_->destroy_config(&config);
      return fail(ErrorCode::kIo, tr("DuckDB does not have the setting '{}'", name),
                  db.api_->library);
    }
  }
  char* error = nullptr;
  const auto opened = db.api_->open_ext(nullptr, &db.database_, config, &error);
  db.api_->destroy_config(&config);
  if (opened != duck::kSuccess ||
      db.api_->connect(db.database_, &db.connection_) != duck::kSuccess) {
    auto failure =
        fail(ErrorCode::kIo, tr("cannot start DuckDB: {}", first_line(error)), db.api_->library);
    if (error != nullptr) db.api_->free(error);
    return failure;
  }
  if (auto ok = db.restrict(options); !ok) return fail(ok.error());
  return db;
}

Result<> DuckDb::restrict(const DuckDbOptions& options) const {
  TaskControl control;
  for (const std::string& sql :
       {fmt::format("SET allowed_directories = [{}]", sql_literal(options.folder)),
        std::string("SET enable_external_access = false"),
        std::string("SET lock_configuration = true")}) {
    if (auto ok = run(sql, control); !ok) {
      return fail(ErrorCode::kIo,
                  tr("cannot restrict DuckDB to one folder: {}", ok.error().message),
                  api_->library);
    }
  }
  return {};
}

DuckDb::DuckDb(DuckDb&& other) noexcept
    : api_(std::move(other.api_)),
      threads_(other.threads_),
      database_(std::exchange(other.database_, nullptr)),
      connection_(std::exchange(other.connection_, nullptr)) {}

DuckDb::~DuckDb() {
  if (connection_ != nullptr) api_->disconnect(&connection_);
  if (database_ != nullptr) api_->close(&database_);
}

Result<duck::ResultData> DuckDb::execute(const std::string& sql, bool streaming,
                                         TaskControl& control) const {
  Running running(*api_);
  if (api_->prepare(connection_, sql.c_str(), &running.statement) != duck::kSuccess) {
    return fail(ErrorCode::kBadInput, first_line(api_->prepare_error(running.statement)));
  }
  const auto start = streaming ? api_->pending_prepared_streaming : api_->pending_prepared;
  if (start(running.statement, &running.pending) != duck::kSuccess) {
    return fail(ErrorCode::kBadInput, first_line(api_->pending_error(running.pending)));
  }
  while (true) {
    if (control.cancelled()) return cancelled();
    const duck::PendingState state = api_->pending_execute_task(running.pending);
    if (state == duck::kReady) break;
    if (state == duck::kPendingError) {
      return fail(ErrorCode::kBadInput, first_line(api_->pending_error(running.pending)));
    }
    if (state == duck::kNoTasks) {  // other threads are working
      constexpr std::chrono::milliseconds kPoll(1);
      std::this_thread::sleep_for(kPoll);
    }
  }
  duck::ResultData result;
  if (api_->execute_pending(running.pending, &result) != duck::kSuccess) {
    auto failure = fail(ErrorCode::kBadInput, first_line(api_->result_error(&result)));
    api_->destroy_result(&result);
    return failure;
  }
  return result;
}

Result<> DuckDb::run(const std::string& sql, TaskControl& control) const {
  auto result = execute(sql, false, control);
  if (!result) return fail(result.error());
  api_->destroy_result(&*result);
  return {};
}

Result<DuckRows> DuckDb::query(const std::string& sql, TaskControl& control) const {
  auto result = execute(sql, true, control);
  if (!result) return fail(result.error());
  return DuckRows(api_, *result, control);
}

// ---- Sources

/// The data that DuckDB passes to the functions of one source.
struct DuckSourceCall {
  std::span<const DuckColumn> columns;
  const DuckSource& source;

  static void bind(duck::BindInfo info) {
    const DuckDbApi& api = *calling_api;
    const auto& call = *static_cast<const DuckSourceCall*>(api.bind_get_extra_info(info));
    for (const DuckColumn& column : call.columns) {
      int type = duck::kVarchar;
      if (column.type == DuckType::kBoolean) type = duck::kBoolean;
      if (column.type == DuckType::kInteger) type = duck::kBigInt;
      if (column.type == DuckType::kReal) type = duck::kDouble;
      duck::LogicalType logical = api.create_logical_type(type);
      api.bind_add_result_column(info, column.name, logical);
      api.destroy_logical_type(&logical);
    }
  }
  static void init(duck::InitInfo) {}
  static void fill(duck::FunctionInfo info, duck::Chunk chunk) {
    const DuckDbApi& api = *calling_api;
    const auto& call = *static_cast<const DuckSourceCall*>(api.function_get_extra_info(info));
    DuckChunkWriter writer(api, chunk, call.columns.size());
    api.data_chunk_set_size(chunk, call.source(writer));
  }
  static void destroy(void* call) { delete static_cast<DuckSourceCall*>(call); }
};

Result<> DuckDb::add_source(const char* name, std::span<const DuckColumn> columns,
                            const DuckSource& source) {
  assert(threads_ == 1);
  duck::TableFunction function = api_->create_table_function();
  api_->table_function_set_name(function, name);
  // DuckDB takes ownership of the call.
  api_->table_function_set_extra_info(function, new DuckSourceCall{columns, source},
                                      DuckSourceCall::destroy);
  api_->table_function_set_bind(function, DuckSourceCall::bind);
  api_->table_function_set_init(function, DuckSourceCall::init);
  api_->table_function_set_function(function, DuckSourceCall::fill);
  const duck::State state = api_->register_table_function(connection_, function);
  api_->destroy_table_function(&function);
  if (state == duck::kSuccess) return {};
  return fail(ErrorCode::kInternal, tr("DuckDB rejected the table function '{}'", name));
}

}  // namespace nscope
