// The tables of a profile come from other people. Decoding Parquet is DuckDB's
// work; this drives ours: tables with any names, columns, types and values, as
// JSON {"Instruction": [{"start_ts": 1, ...}, ...], ...}, written as Parquet and
// read back by both importers of folders. Without DuckDB's library it does
// nothing.
#include "importers/neuron_explorer_parquet/neuron_explorer_parquet.h"
#include "importers/nscope_parquet/nscope_parquet.h"
#include "profiler/base/json.h"
#include "profiler/duckdb/duckdb.h"
#include "profiler/trace/build/trace_builder.h"

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <unistd.h>

namespace {

namespace fs = std::filesystem;
using nscope::Json;

constexpr std::size_t kMaxTables = 12;
constexpr std::size_t kMaxColumns = 64;
constexpr std::size_t kMaxRows = 64;

bool is_name(const std::string& name) {
  return !name.empty() && name.size() < 64 &&
         std::all_of(
             name.begin(), name.end(),
             [](unsigned char c) { return std::isalnum(c) != 0 || c == '_'; });
}

nscope::DuckType type_of(const Json& value) {
  if (value.is_boolean()) return nscope::DuckType::kBoolean;
  if (value.is_number_integer()) return nscope::DuckType::kInteger;
  return value.is_number() ? nscope::DuckType::kReal : nscope::DuckType::kText;
}

/// The columns of all rows, with the type of the first value of each.
std::vector<std::pair<std::string, nscope::DuckType>> columns_of(const Json& rows) {
  std::vector<std::pair<std::string, nscope::DuckType>> columns;
  for (const Json& row : rows) {
    if (!row.is_object()) continue;
    for (const auto& [name, value] : row.items()) {
      const bool known = std::any_of(columns.begin(), columns.end(),
                                     [&](const auto& column) { return column.first == name; });
      if (!known && is_name(name) && !value.is_null() && columns.size() < kMaxColumns) {
        columns.emplace_back(name, type_of(value));
      }
    }
  }
  return columns;
}

void put(nscope::DuckChunkWriter& chunk, std::size_t column, std::size_t row, nscope::DuckType type,
         const Json& value) {
  if (value.is_null() || (type != nscope::DuckType::kText && type_of(value) != type)) return;
  switch (type) {
    case nscope::DuckType::kBoolean: return chunk.put(column, row, value.get<bool>());
    case nscope::DuckType::kInteger: return chunk.put(column, row, value.get<std::int64_t>());
    case nscope::DuckType::kReal: return chunk.put(column, row, value.get<double>());
    case nscope::DuckType::kText: break;
  }
  const std::string text = value.is_string()
                               ? value.get<std::string>()
                               : value.dump(-1, ' ', true, Json::error_handler_t::replace);
  chunk.put(column, row, std::string_view(text));
}

bool write_table(const fs::path& folder, const std::string& name, const Json& rows) {
  if (!is_name(name) || !rows.is_array()) return false;
  const auto found = columns_of(rows);
  if (found.empty()) return false;
  std::vector<nscope::DuckColumn> columns;
  for (const auto& [column, type] : found) columns.push_back({column.c_str(), type});
  std::size_t next = 0;
  const nscope::DuckSource source = [&](nscope::DuckChunkWriter& chunk) {
    std::size_t count = 0;
    for (; next < std::min(rows.size(), kMaxRows); ++next) {
      if (!rows[next].is_object()) continue;
      for (std::size_t i = 0; i < columns.size(); ++i) {
        const auto value = rows[next].find(columns[i].name);
        if (value != rows[next].end()) put(chunk, i, count, columns[i].type, *value);
      }
      ++count;
    }
    return count;
  };
  auto db = nscope::DuckDb::open({.folder = folder.string(), .threads = 1});
  nscope::TaskControl control;
  return db && db->add_source("fuzz", columns, source) &&
         db->run(fmt::format("COPY (SELECT * FROM fuzz()) TO '{}/{}.parquet' (FORMAT PARQUET)",
                             folder.string(), name),
                 control);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const bool has_library = nscope::load_duckdb().has_value();
  if (!has_library) return 0;
  const auto document =
      nscope::parse_json({reinterpret_cast<const char*>(data), size}, "fuzz.json");
  if (!document || !document->is_object()) return 0;
  const fs::path folder =
      fs::temp_directory_path() / fmt::format("nscope_explorer_fuzz_{}", ::getpid());
  fs::remove_all(folder);
  fs::create_directory(folder);
  std::size_t tables = 0;
  for (const auto& [name, rows] : document->items()) {
    if (tables < kMaxTables && write_table(folder, name, rows)) ++tables;
  }
  for (const auto read :
       {nscope::importers::read_neuron_explorer, nscope::importers::read_nscope_parquet}) {
    nscope::TraceBuilder builder;
    nscope::TaskControl control;
    if (read(folder, builder, control)) (void)builder.finish();
  }
  fs::remove_all(folder);
  return 0;
}
