#include "importers/neuron_explorer_parquet/neuron_explorer_parquet.h"

#include "importers/neuron_explorer_parquet/profile.h"
#include "importers/neuron_explorer_parquet/schema.h"
#include "importers/neuron_explorer_parquet/tables.h"
#include "importers/nscope_parquet/nscope_parquet.h"
#include "importers/ntff/device_constants.h"
#include "importers/parquet_rows/parquet_folder.h"
#include "importers/shared/printable.h"
#include "profiler/trace/vocabulary.h"

#include <algorithm>
#include <charconv>
#include <string>
#include <string_view>

namespace nscope::importers {
namespace {

constexpr int kMajorVersion = 7;

bool is_table_of_explorer(std::string_view name) {
  const auto tables = table_formats();
  return std::any_of(tables.begin(), tables.end(),
                     [&](const TableFormat& table) { return table.name == name; });
}

/// The text of Metadata.profile_schema_version; "" if it is missing.
Result<std::string> schema_version(const Profile& profile) {
  const ParquetTableFiles* const table = profile.folder.find("Metadata");
  if (table == nullptr) return std::string();
  static constexpr std::string_view kFields[] = {"profile_schema_version"};
  ParquetRows rows(profile.folder, *table, kFields, profile.out, profile.control);
  const auto more = rows.next();
  if (!more) return fail(more.error());
  return *more ? plain_text(rows.text(0)) : std::string();
}

Result<> check_version(Profile& profile) {
  const auto version = schema_version(profile);
  if (!version) return fail(version.error());
  if (version->empty()) {
    profile.out.diagnose("schema_version_unknown", Severity::kInfo,
                         tr("the profile does not state the version of its schema; {} was assumed",
                            profile.schema.version));
    return {};
  }
  int major = -1;
  const auto [end, error] =
      std::from_chars(version->data(), version->data() + version->size(), major);
  if (error != std::errc() || major != kMajorVersion) {
    return fail(ErrorCode::kUnsupportedVersion,
                tr("unsupported profile schema {}; supported: {}.x (tested with {}). Export the "
                   "profile as JSON with neuron-explorer, or use a version of neuron-explorer that "
                   "writes schema {}.x.",
                   *version, kMajorVersion, profile.schema.version, kMajorVersion),
                profile.folder.find("Metadata")->files.front().shown);
  }
  if (*version != profile.schema.version) {
    profile.out.diagnose("schema_version_differs", Severity::kInfo,
                         tr("schema {} was read with the column names of schema {}", *version,
                            profile.schema.version));
  }
  return {};
}

Result<> read_tables(Profile& profile) {
  for (const TableFormat& format : table_formats()) {
    const ParquetTableFiles* const table = profile.folder.find(format.name);
    if (table == nullptr) continue;
    if (const SchemaTable* const known = profile.schema.find(format.name)) {
      compare_with_schema(*known, *table, profile.out);
    }
    if (auto ok = format.read(profile, *table); !ok) return ok;
  }
  for (const ParquetTableFiles& table : profile.folder.tables()) {
    if (is_table_of_explorer(table.name)) continue;
    if (auto ok = read_unknown_table(profile, table); !ok) return ok;
  }
  return {};
}

/// Adds constants of the device that the profile does not contain, if the device is known.
void put_device(Profile& profile) {
  const auto known = device_constants(profile.instance_type);
  if (!known) return;
  put_property(profile, property::kGeneration, PropertyValue(std::string(known->generation)));
  put_property(profile, property::kDevice, PropertyValue(std::string(known->device)));
  put_property(profile, property::kPeClock, PropertyValue(known->pe_clock_hz));
  put_property(profile, property::kEngineClock, PropertyValue(known->engine_clock_hz));
  put_property(profile, property::kPeRows, PropertyValue(std::int64_t{known->pe_rows}));
  put_property(profile, property::kPeColumns, PropertyValue(std::int64_t{known->pe_columns}));
}

void put_time_base(Profile& profile) {
  const std::int64_t first = profile.first_time.value_or(0);
  std::int64_t last = profile.latest_event;
  if (profile.last_time && *profile.last_time > first) {
    last = *profile.last_time;
  } else if (profile.total_time && *profile.total_time < 1e9) {
    last = first + static_cast<std::int64_t>(*profile.total_time * 1e9);
  }
  last = std::max(first, last);
  profile.out.time_base(
      {.ticks_per_ns = 1, .window_begin = TraceTime(first), .window_end = TraceTime(last)});
  // Calls of the host are not an execution on a device.
  if (last > first && !profile.has_executions && !profile.has_system_events) {
    profile.out.slice(profile.tracks.executions(), profile.out.intern("Execution 1"),
                      TraceTime(first), TraceTime(last - first));
  }
}

}  // namespace

bool sniff_neuron_explorer(const std::filesystem::path& folder) {
  const std::vector<std::string> names = parquet_table_names(folder);
  return std::any_of(names.begin(), names.end(), is_table_of_explorer);
}

Result<> read_neuron_explorer(const std::filesystem::path& path, TraceSink& sink,
                              TaskControl& control) {
  control.begin(phrase("Opening the tables"), 0);
  const auto schema = explorer_schema();
  if (!schema) return fail(schema.error());
  auto folder = ParquetFolder::open(path, control);
  if (!folder) return fail(folder.error());
  const auto tables = folder->tables();
  if (std::none_of(tables.begin(), tables.end(), [](const ParquetTableFiles& table) {
        return is_table_of_explorer(table.name);
      })) {
    return fail(ErrorCode::kBadInput,
                tr("the folder contains no table of a Neuron Explorer profile, such as "
                   "Instruction.parquet"),
                folder->shown());
  }
  TraceWriter out(sink);
  Profile profile(*folder, *schema, out, control);
  if (auto ok = check_version(profile); !ok) return ok;
  put_property(profile, property::kSourceFormat,
               PropertyValue(std::string("neuron-explorer parquet")));
  put_property(profile, property::kSourceFile, PropertyValue(file_name(folder->path().string())));
  put_property(profile, "parquet_reader", PropertyValue("DuckDB " + folder->db().version()));
  control.begin(phrase("Reading tables"), static_cast<std::uint64_t>(folder->rows()));
  if (auto ok = find_system_origin(profile); !ok) return ok;
  if (auto ok = create_indexes(profile); !ok) return ok;
  if (auto ok = read_tables(profile); !ok) return ok;
  put_property(profile, property::kProvenance, PropertyValue(std::string("measured")));
  put_device(profile);
  put_time_base(profile);
  return out.finish() ? Result<>() : cancelled();
}

bool sniff_parquet_file(const ByteSource& file) {
  return file.text().starts_with("PAR1");
}

Result<> read_parquet_file(const CaptureInput& input, TraceSink& sink, TaskControl& control) {
  if (!sniff_parquet_file(input.file)) {
    return fail(ErrorCode::kBadInput, tr("not a Parquet file: it must start with PAR1"),
                tr("{}: byte {}", input.file.name(), 0));
  }
  const std::filesystem::path folder = folder_of(input.file.name());
  if (sniff_nscope_parquet(folder)) return read_nscope_parquet(folder, sink, control);
  if (sniff_neuron_explorer(folder)) return read_neuron_explorer(folder, sink, control);
  return fail(ErrorCode::kBadInput,
              tr("the folder of this Parquet file contains no table of a Neuron Explorer profile, "
                 "such as Instruction.parquet, and is not a Neuronscope export"),
              input.file.name());
}

}  // namespace nscope::importers
