#include "profiler/export/exporters.h"

#include "profiler/export/chrome_json.h"
#include "profiler/export/csv.h"
#include "profiler/export/html.h"
#include "profiler/export/parquet.h"
#include "profiler/export/perfetto.h"
#include "profiler/export/sqlite.h"
#include "profiler/export/timeline/html_timeline.h"

#include <algorithm>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace nscope {
namespace {

using TracePtr = std::shared_ptr<const Trace>;
using LeftOut = Result<std::vector<Text>>;

/// The result of a format without limits.
LeftOut complete(Result<> written) {
  if (!written) return fail(std::move(written.error()));
  return std::vector<Text>();
}

LeftOut write_csv(const TracePtr& trace, const std::string& path, const ExportOptions& options,
                  TaskControl& control) {
  return complete(export_csv(trace, options.table, path, control));
}

LeftOut write_parquet(const TracePtr& trace, const std::string& path, const ExportOptions&,
                      TaskControl& control) {
  return complete(export_parquet(*trace, path, control));
}

LeftOut write_sqlite(const TracePtr& trace, const std::string& path, const ExportOptions&,
                     TaskControl& control) {
  return complete(export_sqlite(trace, path, control));
}

LeftOut write_html(const TracePtr& trace, const std::string& path, const ExportOptions& options,
                   TaskControl& control) {
  return complete(export_html(trace, path, options.language, control));
}

LeftOut write_html_timeline(const TracePtr& trace, const std::string& path,
                            const ExportOptions& options, TaskControl& control) {
  return export_html_timeline(*trace, options.notes, path, options.language, control);
}

LeftOut write_chrome(const TracePtr& trace, const std::string& path, const ExportOptions&,
                     TaskControl& control) {
  return complete(export_chrome_json(*trace, path, path.ends_with(".gz"), control));
}

LeftOut write_perfetto(const TracePtr& trace, const std::string& path, const ExportOptions&,
                       TaskControl& control) {
  return complete(export_perfetto(*trace, path, control));
}

constexpr Exporter kExporters[] = {
    {.id = "csv",
     .title = phrase("Comma-separated values"),
     .extension = ".csv",
     .writes = phrase("One SQL table: slice, or the table given by --table"),
     .write = write_csv},
    {.id = "chrome",
     .title = phrase("Chrome trace JSON"),
     .extension = ".json",
     .writes = phrase("Complete run for chrome://tracing and scripts, compressed if the name ends "
                      "in .json.gz; can be imported"),
     .packed_extension = ".json.gz",
     .write = write_chrome},
    {.id = "perfetto",
     .title = phrase("Perfetto trace"),
     .extension = ".pftrace",
     .writes = phrase("Complete run for ui.perfetto.dev; can be imported"),
     .write = write_perfetto},
    {.id = "parquet",
     .title = phrase("Parquet files"),
     .extension = "",
     .writes = phrase("Complete run, one file for each table; can be imported"),
     .is_folder = true,
     .write = write_parquet},
    {.id = "sqlite",
     .title = phrase("SQLite database"),
     .extension = ".sqlite",
     .writes = phrase("SQL tables with indexes for any program that reads SQLite"),
     .write = write_sqlite},
    // Before html, because its extension is longer.
    {.id = "html-timeline",
     .title = phrase("HTML timeline"),
     .extension = ".timeline.html",
     .writes = phrase("One page with the timeline of up to 1,000,000 events, and notes, for any "
                      "browser; loads nothing"),
     .has_notes = true,
     .write = write_html_timeline},
    {.id = "html",
     .title = phrase("HTML summary"),
     .extension = ".html",
     .writes = phrase("One page: run, activity, metrics, longest events and diagnostics"),
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
  return fail(ErrorCode::kInvalidArgument, tr("unknown export format '{}'; use one of {}", id,
                                              fmt::format("{}", fmt::join(ids, ", "))));
}

}  // namespace nscope
