#include "importers/neuron_explorer_parquet/tables.h"
#include "profiler/trace/vocabulary.h"

#include <algorithm>
#include <array>
#include <map>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>

namespace nscope::importers {
namespace {

// Sizes come from the file and may be arbitrary: their sum must not overflow.
constexpr std::int64_t kMaxBytes = std::int64_t{1} << 50;

}  // namespace

Result<> read_neff_header(Profile& profile, const ParquetTableFiles& table) {
  enum : std::size_t { kUuid, kName };
  static constexpr auto kFields = std::to_array<std::string_view>({"uuid", "network_name"});
  return for_each_row(profile, table, kFields, [&](ParquetRows& rows) {
    put_property(profile, property::kUuid, rows.value(kUuid));
    put_property(profile, property::kNeffName, rows.value(kName));
    for (const ParquetRows::Other& other : rows.others()) {
      put_property(profile, "neff." + plain_text(other.name), rows.value(other));
    }
  });
}

Result<> read_hbm_usage_by_type(Profile& profile, const ParquetTableFiles& table) {
  enum : std::size_t { kDevice, kDeviceCore, kUse, kBytes };
  static constexpr auto kFields = std::to_array<std::string_view>(
      {"neuron_device_idx", "neuroncore_idx", "usage_type", "usage_bytes"});
  using Core = std::pair<std::int64_t, std::int64_t>;
  std::map<Core, std::map<std::string, std::int64_t>> usage;
  auto read = for_each_row(profile, table, kFields, [&](ParquetRows& rows) {
    const auto core = rows.integer(kDeviceCore);
    const auto bytes = rows.integer(kBytes);
    const std::string use = plain_text(rows.text(kUse));
    if (!core || !bytes || use.empty()) {
      profile.out.diagnose(
          "memory_use_not_imported", Severity::kWarning,
          tr("{} was skipped: the core, usage type or amount is missing", rows.place()));
      return;
    }
    usage[{rows.integer(kDevice).value_or(0), *core}].emplace(use, *bytes);
  });
  if (!read) return read;
  // The tables of events number the cores of the profile from 0 (pcore_idx) and do not contain
  // their numbers on the device. If the counts are equal, the order is assumed to be the same.
  const bool in_order = profile.physical_cores == static_cast<std::int64_t>(usage.size());
  int core = 0;
  for (const auto& [of_device, uses] : usage) {
    const auto [device, device_core] = of_device;
    if (in_order) {
      put_property(profile, property::core_property(core, property::kNdIndex),
                   PropertyValue(device));
      put_property(profile, property::core_property(core, property::kNcIndex),
                   PropertyValue(device_core));
      profile.tracks.describe_core(core, fmt::format("nc {}", device_core));
    }
    for (const auto& [use, bytes] : uses) {
      const std::string name = std::string(property::kHbmUsage) + use;
      put_property(profile,
                   in_order ? property::core_property(core, name)
                            : fmt::format("nd{}.nc{}.{}", device, device_core, name),
                   PropertyValue(bytes));
    }
    ++core;
  }
  return {};
}

Result<> read_tensor_info(Profile& profile, const ParquetTableFiles& table) {
  enum : std::size_t { kName, kType, kBytes, kShape, kFormat, kNode, kCore };
  static constexpr auto kFields = std::to_array<std::string_view>(
      {"variable_name", "type", "size", "shape", "format", "node", "pcore_idx"});
  std::map<std::string, std::int64_t> sums;  // by type
  bool any = false;
  auto read = for_each_row(profile, table, kFields, [&](ParquetRows& rows) {
    const std::string name = plain_text(rows.text(kName));
    if (name.empty()) return;  // the node of a subgraph, not a tensor
    put_property(profile, std::string(property::kTensorType) + name, rows.value(kType));
    put_property(profile, std::string(property::kTensorShape) + name, rows.value(kShape));
    for (const ParquetRows::Other& other : rows.others()) {
      put_property(profile, fmt::format("tensor_{}.{}", plain_text(other.name), name),
                   rows.value(other));
    }
    const auto bytes = rows.integer(kBytes);
    const std::string property = std::string(property::kTensorBytes) + name;
    if (!bytes || *bytes < 0) return;
    any = true;
    // A tensor that several cores use is listed for each of them.
    if (!profile.properties.contains(property)) {
      sums[plain_text(rows.text(kType))] += std::min(*bytes, kMaxBytes);
    }
    put_property(profile, property, PropertyValue(*bytes));
  });
  if (read && any) {
    put_property(profile, property::kInputBytes, PropertyValue(sums["IN"]));
    put_property(profile, property::kOutputBytes, PropertyValue(sums["OUT"]));
    put_property(profile, property::kWeightBytes, PropertyValue(sums["WEIGHT"]));
  }
  return read;
}

Result<> read_cc_streams(Profile& profile, const ParquetTableFiles& table) {
  enum : std::size_t { kStream };
  static constexpr auto kFields = std::to_array<std::string_view>({"stream_id"});
  return for_each_row(profile, table, kFields, [&](ParquetRows& rows) {
    for (const ParquetRows::Other& other : rows.others()) {
      put_property(
          profile,
          fmt::format("cc_stream{}.{}", rows.integer(kStream).value_or(0), plain_text(other.name)),
          rows.value(other));
    }
  });
}

}  // namespace nscope::importers
