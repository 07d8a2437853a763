#include "profiler/export/exporters.h"

#include "profiler/export/chrome_json.h"
#include "profiler/export/csv.h"
#include "profiler/export/html.h"
#include "profiler/export/parquet.h"
#include "profiler/export/perfetto.h"
#include "profiler/export/sqlite.h"

#include <algorithm>
#include <vector>

#include <fmt/format.h>

namespace nscope {
namespace {

using TracePtr = std::shared_ptr<const Trace>;

Result<> write_csv(const TracePtr& trace, const std::string& path, const ExportOptions& options,
                   TaskControl& control) {
  return export_csv(trace, options.table, path, control);
}

Result<> write_parquet(const TracePtr& trace, const std::string& path, const ExportOptions&,
                       TaskControl& control) {
  return export_parquet(*trace, path, control);
}

Result<> write_sqlite(const TracePtr& trace, const std::string& path, const ExportOptions&,
                      TaskControl& control) {
  return export_sqlite(trace, path, control);
}

Result<> write_html(const TracePtr& trace, const std::string& path, const ExportOptions&,
                    TaskControl& control) {
  return export_html(trace, path, control);
}

Result<> write_chrome(const TracePtr& trace, const std::string& path, const ExportOptions&,
                      TaskControl& control) {
  return export_chrome_json(*trace, path, path.ends_with(".gz"), control);
}

Result<> write_perfetto(const TracePtr& trace, const std::string& path, const ExportOptions&,
                        TaskControl& control) {
  return export_perfetto(*trace, path, control);
}

// A new format is one more row.
constexpr Exporter kExporters[] = {
    {.id = "csv",
     .title = "Comma-separated values",
     .extension = ".csv",
     .writes = "one table: slices, or another with --table",
     .write = write_csv},
    {.id = "chrome",
     .title = "Chrome trace JSON",
     .extension = ".json",
     .writes = "everything, for chrome://tracing and scripts; packed where the name ends in "
               ".json.gz; can be opened again",
     .packed_extension = ".json.gz",
     .write = write_chrome},
    {.id = "perfetto",
     .title = "Perfetto trace",
     .extension = ".pftrace",
     .writes = "everything, for ui.perfetto.dev; can be opened again",
     .write = write_perfetto},
    {.id = "parquet",
     .title = "Parquet files",
     .extension = "",
     .writes = "everything, a file for each table; can be opened again",
     .is_folder = true,
     .write = write_parquet},
    {.id = "sqlite",
     .title = "SQLite database",
     .extension = ".sqlite",
     .writes = "the tables of SQL with indices, for any tool that reads SQLite",
     .write = write_sqlite},
    {.id = "html",
     .title = "HTML summary",
     .extension = ".html",
     .writes = "one page: run, activity, metrics, what takes the time, what was dropped",
     .write = write_html},
};

}  // namespace

std::span<const Exporter> exporters() {
  return kExporters;
}

Result<const Exporter*> find_exporter(std::string_view id) {
  const auto* found = std::find_if(std::begin(kExporters), std::end(kExporters),
                                   [&](const Exporter& exporter) { return exporter.id == id; });
  if (found != std::end(kExporters)) return found;
  std::vector<std::string_view> ids;
  for (const Exporter& exporter : kExporters) ids.push_back(exporter.id);
  return fail(ErrorCode::kInvalidArgument,
              fmt::format("there is no export format '{}'; formats: {}", id, fmt::join(ids, ", ")));
}

}  // namespace nscope
