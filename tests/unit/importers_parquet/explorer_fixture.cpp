#include "tests/unit/importers_parquet/explorer_fixture.h"

#include "importers/neuron_explorer_parquet/schema.h"
#include "profiler/duckdb/duckdb.h"

#include <fmt/format.h>

namespace nscope {
namespace {

/// The SQL type for a column type of the schema.
std::string sql_type(std::string_view type) {
  if (type == "int64") return "BIGINT";
  if (type == "int32") return "INTEGER";
  if (type == "float") return "FLOAT";
  if (type == "double") return "DOUBLE";
  if (type == "bool") return "BOOLEAN";
  if (type == "int64[]") return "BIGINT[]";
  if (type == "string[]") return "VARCHAR[]";
  return "VARCHAR";
}

DuckType written_as(std::string_view type) {
  if (type == "int64" || type == "int32") return DuckType::kInteger;
  if (type == "float" || type == "double") return DuckType::kReal;
  if (type == "bool") return DuckType::kBoolean;
  return DuckType::kText;
}

void put(DuckChunkWriter& chunk, std::size_t column, std::size_t row, DuckType type,
         const Json& value) {
  if (value.is_null()) return;
  switch (type) {
    case DuckType::kBoolean: return chunk.put(column, row, value.get<bool>());
    case DuckType::kInteger:
      return chunk.put(column, row,
                       value.is_string() ? std::int64_t{std::stoll(value.get<std::string>())}
                                         : value.get<std::int64_t>());
    case DuckType::kReal: return chunk.put(column, row, value.get<double>());
    case DuckType::kText: break;
  }
  const std::string text = value.is_string() ? value.get<std::string>() : value.dump();
  chunk.put(column, row, std::string_view(text));
}

}  // namespace

Result<> ExplorerFixture::write(std::string_view name, const Json& rows,
                                std::string_view file) const {
  const auto schema = importers::explorer_schema();
  if (!schema) return fail(schema.error());
  const importers::SchemaTable* const table = schema->find(name);
  if (table == nullptr) {
    return fail(ErrorCode::kInvalidArgument, tr("unknown table"), std::string(name));
  }
  for (const Json& row : rows) {
    for (const auto& [key, value] : row.items()) {
      if (table->find(key) == nullptr) {
        return fail(ErrorCode::kInvalidArgument, tr("unknown column '{}'", key), std::string(name));
      }
    }
  }
  std::vector<DuckColumn> columns;
  std::string list;
  for (const importers::SchemaColumn& column : table->columns) {
    columns.push_back({column.name.c_str(), written_as(column.type)});
    list +=
        fmt::format("{}CAST({} AS {}) AS {}", list.empty() ? "" : ", ", sql_identifier(column.name),
                    sql_type(column.type), sql_identifier(column.name));
  }
  std::size_t next = 0;
  const DuckSource source = [&](DuckChunkWriter& chunk) {
    std::size_t count = 0;
    for (; count < chunk.capacity() && next < rows.size(); ++count, ++next) {
      for (std::size_t i = 0; i < columns.size(); ++i) {
        const auto value = rows[next].find(columns[i].name);
        if (value != rows[next].end()) put(chunk, i, count, columns[i].type, *value);
      }
    }
    return count;
  };
  std::filesystem::create_directories(folder_);
  auto db = DuckDb::open({.folder = std::filesystem::canonical(folder_).string(), .threads = 1});
  if (!db) return fail(db.error());
  if (auto ok = db->add_source("fixture", columns, source); !ok) return ok;
  const std::string path =
      (std::filesystem::canonical(folder_) / fmt::format("{}.parquet", file.empty() ? name : file))
          .string();
  TaskControl control;
  return db->run(
      fmt::format("COPY (SELECT {} FROM fixture()) TO {} (FORMAT PARQUET, COMPRESSION ZSTD)", list,
                  sql_literal(path)),
      control);
}

Result<> ExplorerFixture::write_query(std::string_view file, std::string sql) const {
  std::filesystem::create_directories(folder_);
  const std::string folder = std::filesystem::canonical(folder_).string();
  for (auto at = sql.find('$'); at != std::string::npos; at = sql.find('$', at + folder.size())) {
    sql.replace(at, 1, folder);
  }
  const auto db = DuckDb::open({.folder = folder, .threads = 1});
  if (!db) return fail(db.error());
  TaskControl control;
  return db->run(fmt::format("COPY ({}) TO {} (FORMAT PARQUET, COMPRESSION ZSTD)", sql,
                             sql_literal(fmt::format("{}/{}.parquet", folder, file))),
                 control);
}

}  // namespace nscope
