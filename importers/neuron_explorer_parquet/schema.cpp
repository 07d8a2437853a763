#include "importers/neuron_explorer_parquet/schema.h"

#include "profiler/base/json.h"

#include <algorithm>

namespace nscope::importers {
namespace {

constexpr std::string_view kResource = "formats/neuron_explorer_7.4.0.json";

template <class List>
auto* find_named(List& list, std::string_view name) {
  const auto it =
      std::find_if(list.begin(), list.end(), [&](const auto& item) { return item.name == name; });
  return it == list.end() ? nullptr : &*it;
}

SchemaTable read_table(const Json& json) {
  SchemaTable table{json.at("name").get<std::string>(), {}};
  for (const Json& column : json.at("columns")) {
    table.columns.push_back({column.at("name").get<std::string>(),
                             column.at("type").get<std::string>(),
                             column.value("unit", std::string()), column.value("required", false)});
  }
  return table;
}

}  // namespace

const SchemaColumn* SchemaTable::find(std::string_view column) const {
  return find_named(columns, column);
}

const SchemaTable* ExplorerSchema::find(std::string_view table) const {
  return find_named(tables, table);
}

Result<ExplorerSchema> explorer_schema() {
  const auto json = parse_json_resource(kResource);
  if (!json) return fail(json.error());
  try {
    ExplorerSchema schema{json->at("schema_version").get<std::string>(), {}};
    for (const Json& table : json->at("tables")) schema.tables.push_back(read_table(table));
    return schema;
  } catch (const Json::exception& error) {
    return fail(ErrorCode::kInternal, Text::verbatim(error.what()), std::string(kResource));
  }
}

void compare_with_schema(const SchemaTable& schema, const ParquetTableFiles& table,
                         TraceWriter& out) {
  for (const ParquetFile& file : table.files) {
    const std::string name = file.path.filename().string();
    for (const SchemaColumn& column : schema.columns) {
      if (!column.required || find_named(file.columns, column.name) != nullptr) continue;
      out.diagnose("missing_column", Severity::kWarning,
                   tr("{} has no column '{}'", name, column.name));
    }
    for (const ParquetColumn& column : file.columns) {
      if (schema.find(column.name) != nullptr) continue;
      out.diagnose("unknown_column", Severity::kInfo,
                   tr("{} has an unknown column '{}' of type {}", name, column.name, column.type));
    }
  }
}

}  // namespace nscope::importers
