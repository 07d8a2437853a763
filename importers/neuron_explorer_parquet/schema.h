#pragma once

#include "importers/parquet_rows/parquet_folder.h"
#include "profiler/base/result.h"
#include "profiler/trace/build/trace_writer.h"

#include <string>
#include <string_view>
#include <vector>

namespace nscope::importers {

/// One column of a table as AWS documents it.
struct SchemaColumn {
  std::string name;
  std::string type;  ///< "int64", "float", "string", ...
  std::string unit;  ///< "ns", "B", "s", "share" (of 1), ... or ""
  bool required = false;
};

struct SchemaTable {
  std::string name;
  std::vector<SchemaColumn> columns;

  const SchemaColumn* find(std::string_view column) const;
};

/// The published schema of Neuron Explorer's profiles, from resources/formats.
struct ExplorerSchema {
  std::string version;  ///< "7.4.0"
  std::vector<SchemaTable> tables;

  const SchemaTable* find(std::string_view table) const;
};

/// Errors: kInternal (the resource is part of the program).
Result<ExplorerSchema> explorer_schema();

/// Counts missing required columns and unknown columns of a table in diagnostics.
void compare_with_schema(const SchemaTable& schema, const ParquetTableFiles& table,
                         TraceWriter& out);

}  // namespace nscope::importers
