#include "importers/neuron_explorer_parquet/tables.h"
#include "importers/shared/possible_time.h"
#include "profiler/trace/vocabulary.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <string>
#include <string_view>

#include <fmt/format.h>

namespace nscope::importers {
namespace {

/// A column of Metadata with a name in the vocabulary.
struct KnownProperty {
  std::string_view column;
  std::string_view property;
  double factor = 0.0;  ///< of a real number; 0: unchanged
};
constexpr double kGigahertz = 1e9;
constexpr auto kKnownProperties = std::to_array<KnownProperty>({
    {"tensor_engine_clock_freq", property::kPeClock, kGigahertz},
    {"neuroncore_clock_freq", property::kEngineClock, kGigahertz},
    {"hbm_ddr_bandwidth", property::kHbmBandwidth, 1.0},
    {"tensor_engine_num_rows", property::kPeRows},
    {"tensor_engine_num_cols", property::kPeColumns},
    {"num_physical_cores", property::kPhysicalCores},
    {"ntff_version", property::kNtffVersion},
    {"instance_type", property::kInstanceType},
    {"runtime_version", property::kRuntimeVersion},
    {"driver_version", property::kDriverVersion},
    {"collectives_version", property::kCollectivesVersion},
    {"compiler_version", property::kCompilerVersion},
    {"explorer_version", property::kProfilerVersion},
});

/// Whether the current row is the first of a table that should have one row; others are counted.
bool is_first(const ParquetRows& rows, bool& seen, Profile& profile) {
  if (!seen) return seen = true;
  profile.out.diagnose("further_record", Severity::kWarning,
                       tr("{} was skipped: the table should have only one row", rows.place()));
  return false;
}

void put_known(Profile& profile, const KnownProperty& known_property, const DuckValue& value) {
  if (const auto* text = std::get_if<std::string_view>(&value)) {
    // "2.26.0 ()" is a version with an unknown build.
    std::string plain = plain_text(*text);
    if (plain.ends_with(" ()")) plain.resize(plain.size() - 3);
    if (!plain.empty())
      put_property(profile, known_property.property, PropertyValue(std::move(plain)));
    return;
  }
  const auto whole = whole_number(value);
  const auto* const real = std::get_if<double>(&value);
  const double number = real != nullptr ? *real : static_cast<double>(whole.value_or(0));
  if (!(number > 0.0) || !std::isfinite(number)) return;  // unknown, not zero
  if (known_property.factor != 0.0) {
    put_property(profile, known_property.property, PropertyValue(number * known_property.factor));
  } else if (whole) {
    put_property(profile, known_property.property, PropertyValue(*whole));
  }
}

void put_metric(Profile& profile, std::string name, double value, std::string_view unit) {
  profile.out.metric({.name = std::move(name),
                      .value = value,
                      .unit = std::string(unit),
                      .provenance = Provenance::kImported,
                      .note = tr("from the summary of AWS's profiler")});
}

/// The unit of a metric, from the column of the schema; shares of 1 have none.
std::string_view metric_unit(const Profile& profile, std::string_view table,
                             std::string_view column) {
  // The schema has no unit for these ratios.
  if (column == "mm_arithmetic_intensity" || column == "peak_flops_bandwidth_ratio") {
    return "FLOP/B";
  }
  const SchemaTable* const known = profile.schema.find(table);
  const SchemaColumn* const described = known == nullptr ? nullptr : known->find(column);
  if (described == nullptr || described->unit == "share") return {};
  return described->unit;
}

std::optional<double> as_number(const DuckValue& value) {
  if (const auto* real = std::get_if<double>(&value)) {
    return std::isfinite(*real) ? std::optional(*real) : std::nullopt;
  }
  if (std::holds_alternative<std::string_view>(value)) return std::nullopt;
  const auto whole = whole_number(value);
  return whole ? std::optional(static_cast<double>(*whole)) : std::nullopt;
}

/// Adds all numbers of a row as metrics "prefix.column".
void put_row_metrics(Profile& profile, const ParquetRows& rows, const std::string& prefix) {
  for (const ParquetRows::Other& other : rows.others()) {
    const auto number = as_number(rows.value(other));
    if (!number) continue;
    put_metric(profile, fmt::format("{}.{}", prefix, plain_text(other.name)), *number,
               metric_unit(profile, rows.table(), other.name));
  }
}

}  // namespace

Result<> read_metadata(Profile& profile, const ParquetTableFiles& table) {
  enum : std::size_t { kFirst, kLast, kSimulation };
  static constexpr auto kFields =
      std::to_array<std::string_view>({"first_hw_timestamp", "last_hw_timestamp", "is_simulation"});
  bool seen = false;
  return for_each_row(profile, table, kFields, [&](ParquetRows& rows) {
    if (!is_first(rows, seen, profile)) return;
    const auto moment = [&](std::size_t field) {
      const auto time = rows.integer(field);
      if (!time || possible_time(*time)) return time;
      profile.out.diagnose("impossible_window", Severity::kWarning,
                           tr("{}: the '{}' {} is out of range and was ignored", rows.place(),
                              kFields[field], *time));
      return std::optional<std::int64_t>();
    };
    profile.first_time = moment(kFirst);
    profile.last_time = moment(kLast);
    const bool simulated = rows.integer(kSimulation).value_or(0) != 0;
    put_property(profile, property::kProvenance,
                 PropertyValue(std::string(simulated ? "simulated" : "measured")));
    for (const ParquetRows::Other& other : rows.others()) {
      const DuckValue value = rows.value(other);
      const auto* const known_property =
          std::find_if(kKnownProperties.begin(), kKnownProperties.end(),
                       [&](const KnownProperty& known) { return known.column == other.name; });
      if (known_property == kKnownProperties.end()) {
        put_property(profile, "metadata." + plain_text(other.name), value);
        continue;
      }
      put_known(profile, *known_property, value);
      if (known_property->property == property::kInstanceType) {
        if (const auto* text = std::get_if<std::string_view>(&value)) {
          profile.instance_type = plain_text(*text);
        }
      }
      if (known_property->property == property::kPhysicalCores) {
        profile.physical_cores = whole_number(value).value_or(0);
      }
    }
  });
}

Result<> read_system_metadata(Profile& profile, const ParquetTableFiles& table) {
  bool seen = false;
  return for_each_row(profile, table, {}, [&](ParquetRows& rows) {
    if (!is_first(rows, seen, profile)) return;
    for (const ParquetRows::Other& other : rows.others()) {
      put_property(profile, "system_profile." + plain_text(other.name), rows.value(other));
    }
  });
}

Result<> read_summary(Profile& profile, const ParquetTableFiles& table) {
  bool seen = false;
  return for_each_row(profile, table, {}, [&](ParquetRows& rows) {
    if (!is_first(rows, seen, profile)) return;
    for (const ParquetRows::Other& other : rows.others()) {
      const DuckValue value = rows.value(other);
      if (std::holds_alternative<std::string_view>(value)) {
        put_property(profile, plain_text(other.name), value);
        continue;
      }
      const auto number = as_number(value);
      if (!number) continue;
      if (other.name == "total_time" && *number > 0.0) profile.total_time = *number;
      if (other.name == property::kDmaQueueCount) put_property(profile, other.name, value);
      put_metric(profile, plain_text(other.name), *number,
                 metric_unit(profile, table.name, other.name));
    }
  });
}

Result<> read_opcode_summary(Profile& profile, const ParquetTableFiles& table) {
  enum : std::size_t { kEngine, kOpcode };
  static constexpr auto kFields = std::to_array<std::string_view>({"engine", "opcode"});
  return for_each_row(profile, table, kFields, [&](ParquetRows& rows) {
    put_row_metrics(profile, rows,
                    fmt::format("opcode_summary.{}.{}", plain_text(rows.text(kEngine)),
                                plain_text(rows.text(kOpcode))));
  });
}

Result<> read_throttle_summary(Profile& profile, const ParquetTableFiles& table) {
  enum : std::size_t { kCore, kType };
  static constexpr auto kFields = std::to_array<std::string_view>({"nc_idx", "throttle_type"});
  return for_each_row(profile, table, kFields, [&](ParquetRows& rows) {
    const std::string type = plain_text(rows.text(kType));
    put_row_metrics(profile, rows,
                    fmt::format("throttle_summary.nc{}.{}", rows.integer(kCore).value_or(0),
                                type.empty() ? "all" : type));
  });
}

Result<> read_execution_info(Profile& profile, const ParquetTableFiles& table) {
  enum : std::size_t { kIndex, kStart, kEnd, kNoDuration };
  static constexpr auto kFields = std::to_array<std::string_view>(
      {"execution_index", "execution_start_ts", "execution_end_ts", "execution_duration_ns"});
  return for_each_row(profile, table, kFields, [&](ParquetRows& rows) {
    const auto index = rows.integer(kIndex).value_or(rows.rows_done() - 1);
    if (!rows.has(kStart) || !rows.has(kEnd)) {  // there are no times in NTFF before version 6
      for (const ParquetRows::Other& other : rows.others()) {
        put_property(profile, fmt::format("execution{}.{}", index, plain_text(other.name)),
                     rows.value(other));
      }
      return;
    }
    const auto interval = interval_of(rows, kStart, kNoDuration, kEnd, profile);
    if (!interval) return;
    const std::int64_t end = (interval->start + interval->duration).value();
    const SliceId slice = profile.out.slice(
        profile.tracks.executions(), profile.out.intern(fmt::format("Execution {}", index + 1)),
        interval->start, interval->duration);
    if (!profile.has_executions) {
      profile.first_time = interval->start.value();
      profile.last_time = end;
    }
    profile.first_time = std::min(*profile.first_time, interval->start.value());
    profile.last_time = std::max(*profile.last_time, end);
    profile.has_executions = true;
    add_other_columns(rows, slice, profile);
  });
}

Result<> read_device_profiles(Profile& profile, const ParquetTableFiles& table) {
  return for_each_row(profile, table, {}, [&](ParquetRows& rows) {
    for (const ParquetRows::Other& other : rows.others()) {
      put_property(profile,
                   fmt::format("device_profile{}.{}", rows.rows_done(), plain_text(other.name)),
                   rows.value(other));
    }
  });
}

Result<> read_warnings(Profile& profile, const ParquetTableFiles& table) {
  enum : std::size_t { kCategory, kMessage };
  static constexpr auto kFields = std::to_array<std::string_view>({"category", "message"});
  return for_each_row(profile, table, kFields, [&](ParquetRows& rows) {
    std::string text = plain_text(rows.text(kMessage));
    if (const auto category = plain_text(rows.text(kCategory)); !category.empty()) {
      text = category + ": " + text;
    }
    // A diagnostic keeps only one example; the properties keep all texts.
    put_property(profile, fmt::format("capture_warning.{}", rows.rows_done()), PropertyValue(text));
    profile.out.diagnose("capture_warning", Severity::kWarning, Text::verbatim(std::move(text)));
  });
}

}  // namespace nscope::importers
