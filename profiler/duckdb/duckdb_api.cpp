#include "profiler/duckdb/duckdb_api.h"

#include <cstdlib>
#include <filesystem>
#include <system_error>

#include <dlfcn.h>
#include <fmt/format.h>

namespace nscope {
namespace {

constexpr Phrase kFix = phrase(
    "run scripts/setup-duckdb (in a package: /usr/share/neuronscope/setup-duckdb) to "
    "install it, or set NSCOPE_DUCKDB to the path of libduckdb.so");

/// The last message of the dynamic loader.
Text loader_message() {
  const char* const message = dlerror();
  return message == nullptr ? tr("unknown error") : Text::verbatim(message);
}

/// Looks up functions, and stores the name of the first that is missing.
class Symbols {
 public:
  explicit Symbols(void* library) : library_(library) {}

  template <class Function>
  void get(Function*& function, const char* name) {
    function = reinterpret_cast<Function*>(dlsym(library_, name));
    if (function == nullptr && missing_.empty()) missing_ = name;
  }
  const std::string& missing() const { return missing_; }

 private:
  void* library_;
  std::string missing_;
};

void get_query_functions(Symbols& symbols, DuckDbApi& api) {
  symbols.get(api.library_version, "duckdb_library_version");
  symbols.get(api.create_config, "duckdb_create_config");
  symbols.get(api.set_config, "duckdb_set_config");
  symbols.get(api.destroy_config, "duckdb_destroy_config");
  symbols.get(api.open_ext, "duckdb_open_ext");
  symbols.get(api.close, "duckdb_close");
  symbols.get(api.connect, "duckdb_connect");
  symbols.get(api.disconnect, "duckdb_disconnect");
  symbols.get(api.free, "duckdb_free");
  symbols.get(api.prepare, "duckdb_prepare");
  symbols.get(api.prepare_error, "duckdb_prepare_error");
  symbols.get(api.destroy_prepare, "duckdb_destroy_prepare");
  symbols.get(api.pending_prepared, "duckdb_pending_prepared");
  symbols.get(api.pending_prepared_streaming, "duckdb_pending_prepared_streaming");
  symbols.get(api.pending_execute_task, "duckdb_pending_execute_task");
  symbols.get(api.execute_pending, "duckdb_execute_pending");
  symbols.get(api.pending_error, "duckdb_pending_error");
  symbols.get(api.destroy_pending, "duckdb_destroy_pending");
  symbols.get(api.result_error, "duckdb_result_error");
  symbols.get(api.column_count, "duckdb_column_count");
  symbols.get(api.column_name, "duckdb_column_name");
  symbols.get(api.column_type, "duckdb_column_type");
  symbols.get(api.fetch_chunk, "duckdb_fetch_chunk");
  symbols.get(api.destroy_result, "duckdb_destroy_result");
}

void get_chunk_functions(Symbols& symbols, DuckDbApi& api) {
  symbols.get(api.destroy_data_chunk, "duckdb_destroy_data_chunk");
  symbols.get(api.data_chunk_get_size, "duckdb_data_chunk_get_size");
  symbols.get(api.data_chunk_set_size, "duckdb_data_chunk_set_size");
  symbols.get(api.data_chunk_get_vector, "duckdb_data_chunk_get_vector");
  symbols.get(api.vector_get_data, "duckdb_vector_get_data");
  symbols.get(api.vector_get_validity, "duckdb_vector_get_validity");
  symbols.get(api.vector_ensure_validity_writable, "duckdb_vector_ensure_validity_writable");
  symbols.get(api.vector_assign_string_element_len, "duckdb_vector_assign_string_element_len");
  symbols.get(api.vector_size, "duckdb_vector_size");
  symbols.get(api.create_logical_type, "duckdb_create_logical_type");
  symbols.get(api.destroy_logical_type, "duckdb_destroy_logical_type");
  symbols.get(api.create_table_function, "duckdb_create_table_function");
  symbols.get(api.destroy_table_function, "duckdb_destroy_table_function");
  symbols.get(api.table_function_set_name, "duckdb_table_function_set_name");
  symbols.get(api.table_function_set_extra_info, "duckdb_table_function_set_extra_info");
  symbols.get(api.table_function_set_bind, "duckdb_table_function_set_bind");
  symbols.get(api.table_function_set_init, "duckdb_table_function_set_init");
  symbols.get(api.table_function_set_function, "duckdb_table_function_set_function");
  symbols.get(api.register_table_function, "duckdb_register_table_function");
  symbols.get(api.bind_get_extra_info, "duckdb_bind_get_extra_info");
  symbols.get(api.bind_add_result_column, "duckdb_bind_add_result_column");
  symbols.get(api.function_get_extra_info, "duckdb_function_get_extra_info");
}

Result<std::shared_ptr<const DuckDbApi>> load(const std::string& path) {
  // RTLD_NODELETE, because the library has threads and static data that outlive a
  // connection, so that unloading it would be unsafe.
  void* const library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
  if (library == nullptr) {
    return fail(ErrorCode::kIo,
                tr("cannot load the DuckDB library, which Parquet requires ({}); {}",
                   loader_message(), kFix),
                path);
  }
  auto api = std::make_shared<DuckDbApi>();
  api->library = path;
  Symbols symbols(library);
  get_query_functions(symbols, *api);
  get_chunk_functions(symbols, *api);
  if (!symbols.missing().empty()) {
    dlclose(library);
    return fail(ErrorCode::kIo,
                tr("not a DuckDB library of version 1.2 or later (missing function {}); {}",
                   symbols.missing(), kFix),
                path);
  }
  return std::shared_ptr<const DuckDbApi>(std::move(api));
}

}  // namespace

std::vector<std::string> duckdb_candidates() {
  if (const char* const named = std::getenv("NSCOPE_DUCKDB"); named != nullptr && *named != '\0') {
    return {named};
  }
  std::vector<std::string> paths;
  std::error_code error;
  const auto program = std::filesystem::read_symlink("/proc/self/exe", error);
  if (!error) {
    paths.push_back((program.parent_path().parent_path() / "lib/nscope/libduckdb.so").string());
  }
  paths.emplace_back("/usr/local/lib/nscope/libduckdb.so");
  paths.emplace_back("/usr/lib/nscope/libduckdb.so");
  paths.emplace_back("libduckdb.so");  // the search path of the loader
  return paths;
}

Result<std::shared_ptr<const DuckDbApi>> load_duckdb() {
  const std::vector<std::string> candidates = duckdb_candidates();
  const bool named = candidates.size() == 1;
  for (const std::string& path : candidates) {
    std::error_code error;
    const bool is_file = std::filesystem::is_regular_file(path, error);
    if (is_file) return load(path);
    if (!named && path.find('/') == std::string::npos) {
      // Only the loader can find it.
      if (void* const found = dlopen(path.c_str(), RTLD_LAZY | RTLD_LOCAL); found != nullptr) {
        dlclose(found);
        return load(path);
      }
    }
  }
  if (named) {
    return fail(
        ErrorCode::kNotFound,
        tr("the file in NSCOPE_DUCKDB does not exist; Parquet requires the DuckDB library: {}",
           kFix),
        candidates.front());
  }
  return fail(ErrorCode::kNotFound,
              tr("Parquet requires the DuckDB library, which is not installed: {}", kFix),
              "libduckdb.so");
}

}  // namespace nscope
