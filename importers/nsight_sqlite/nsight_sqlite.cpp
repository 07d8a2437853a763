#include "importers/nsight_sqlite/nsight_sqlite.h"

#include "importers/nsight_sqlite/export_database.h"
#include "importers/nsight_sqlite/export_import.h"
#include "importers/shared/printable.h"
#include "profiler/trace/build/trace_writer.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace nscope::importers {
namespace {

/// Prefixes of tables that only Nsight Systems writes.
constexpr auto kTablePrefixes = std::to_array<std::string_view>(
    {"CUPTI_ACTIVITY_KIND_", "NVTX_EVENTS", "META_DATA_EXPORT", "TARGET_INFO_", "OSRT_API"});

bool is_export_table(std::string_view name) {
  return std::any_of(kTablePrefixes.begin(), kTablePrefixes.end(),
                     [&](std::string_view prefix) { return name.starts_with(prefix); });
}

/// The names in the schema of a damaged file or of the start of a file, whose tables cannot be
/// listed.
bool mentions_export_tables(std::string_view head) {
  return head.find("StringIds") != std::string_view::npos &&
         std::any_of(kTablePrefixes.begin(), kTablePrefixes.end(), [&](std::string_view prefix) {
           return head.find(prefix) != std::string_view::npos;
         });
}

}  // namespace

bool sniff_nsight_sqlite(const ByteSource& file) {
  if (!file.text().starts_with("SQLite format 3")) return false;
  constexpr std::size_t kSchemaBytes = std::size_t{1} << 20;
  if (mentions_export_tables(file.text().substr(0, kSchemaBytes))) return true;
  const TaskControl control;
  const auto database = ExportDatabase::open(file, control);
  if (!database) return false;
  const auto& tables = database->tables();
  // Versions of nvprof write tables of CUPTI too, but no StringIds.
  return database->has("StringIds") && std::any_of(tables.begin(), tables.end(), is_export_table);
}

Result<> read_nsight_sqlite(const CaptureInput& input, TraceSink& sink, TaskControl& control) {
  const auto database = ExportDatabase::open(input.file, control);
  if (!database) return fail(database.error());
  TraceWriter out(sink);
  nsight::ExportImport import(*database, out, control);
  if (auto ok = import.run(file_name(input.file.name())); !ok) {
    Error error = ok.error();
    if (error.where.empty()) error.where = input.file.name();
    return fail(std::move(error));
  }
  return out.finish() ? Result<>() : Result<>(cancelled());
}

}  // namespace nscope::importers
