#include "importers/neuron_profile_json/lists.h"
#include "importers/shared/printable.h"
#include "profiler/trace/vocabulary.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include <fmt/format.h>

namespace nscope::importers {
namespace {

// Sizes come from the file and may be arbitrary: their sum must not overflow.
constexpr std::int64_t kMaxBytes = std::int64_t{1} << 50;

/// A device or core number; -1 if it is out of range.
int index(std::int64_t number) {
  return number >= 0 && number < (1 << 20) ? static_cast<int>(number) : -1;
}

}  // namespace

Result<> read_model_info(const ListInput& in, ImportState& state) {
  enum : std::size_t { kSubgraph, kDevice, kDeviceCore };
  static constexpr auto kFields = std::to_array<std::string_view>({"sg_name", "nd_idx", "nc_idx"});
  RowReader rows(in.file, in.list, kFields, state.out, in.control);
  auto more = rows.next();
  for (; more && *more; more = rows.next()) {
    const int core = core_of(rows, kSubgraph, state);
    const auto put = [&](std::string_view name, simdjson::dom::element value) {
      put_property(state, property::core_property(core, name), value);
    };
    const auto device = rows.integer(kDevice);
    const auto device_core = rows.integer(kDeviceCore);
    if (device) put(property::kNdIndex, rows.value(kDevice));
    if (device_core) {
      put(property::kNcIndex, rows.value(kDeviceCore));
      state.tracks.describe_core(core, fmt::format("nc {}", *device_core));
      state.core_of_device_core.try_emplace({index(device.value_or(0)), index(*device_core)}, core);
    }
    for (const auto& [field, value] : rows.others()) put(collapse_space(field), value);
  }
  return end_of(more);
}

Result<> read_neff_header(const ListInput& in, ImportState& state) {
  enum : std::size_t { kUuid, kName };
  static constexpr auto kFields = std::to_array<std::string_view>({"uuid", "network_name"});
  RowReader rows(in.file, in.list, kFields, state.out, in.control);
  auto more = rows.next();
  for (; more && *more; more = rows.next()) {
    if (rows.has(kUuid)) put_property(state, property::kUuid, rows.value(kUuid));
    if (rows.has(kName)) put_property(state, property::kNeffName, rows.value(kName));
    for (const auto& [field, value] : rows.others()) {
      put_property(state, "neff." + collapse_space(field), value);
    }
  }
  return end_of(more);
}

Result<> read_neff_node(const ListInput& in, ImportState& state) {
  enum : std::size_t { kName, kType, kBytes, kShape, kFormat, kSubgraph, kNode };
  static constexpr auto kFields = std::to_array<std::string_view>(
      {"variable_name", "type", "size", "shape", "format", "sg_name", "node"});
  RowReader rows(in.file, in.list, kFields, state.out, in.control);
  std::int64_t inputs = 0;
  std::int64_t outputs = 0;
  std::int64_t weights = 0;
  bool any = false;
  auto more = rows.next();
  for (; more && *more; more = rows.next()) {
    const std::string name = collapse_space(rows.text(kName));
    if (name.empty()) continue;  // the node of a subgraph, not a tensor
    const auto put = [&](std::string_view prefix, std::size_t field) {
      if (rows.has(field)) put_property(state, std::string(prefix) + name, rows.value(field));
    };
    put(property::kTensorType, kType);
    put(property::kTensorShape, kShape);
    if (const auto bytes = rows.integer(kBytes); bytes && *bytes >= 0) {
      put_property(state, std::string(property::kTensorBytes) + name, PropertyValue(*bytes));
      const std::int64_t counted = std::min(*bytes, kMaxBytes);
      const std::string_view type = rows.text(kType);
      if (type == "IN") inputs += counted;
      if (type == "OUT") outputs += counted;
      if (type == "WEIGHT") weights += counted;
      any = true;
    }
    count_other_fields(rows, state);
  }
  if (any) {
    put_property(state, property::kInputBytes, PropertyValue(inputs));
    put_property(state, property::kOutputBytes, PropertyValue(outputs));
    put_property(state, property::kWeightBytes, PropertyValue(weights));
  }
  return end_of(more);
}

Result<> read_nc_mem_usage(const ListInput& in, ImportState& state) {
  enum : std::size_t { kBytes, kDeviceCore, kDevice, kUse };
  static constexpr auto kFields =
      std::to_array<std::string_view>({"amount_bytes", "nc", "nd", "usage_type"});
  RowReader rows(in.file, in.list, kFields, state.out, in.control);
  auto more = rows.next();
  for (; more && *more; more = rows.next()) {
    const auto bytes = rows.integer(kBytes);
    const auto device_core = rows.integer(kDeviceCore);
    const std::string use = collapse_space(rows.text(kUse));
    if (!bytes || !device_core || use.empty()) {
      state.out.diagnose(
          "memory_use_not_imported", Severity::kWarning,
          tr("{} was skipped: the core, usage type or amount is missing", rows.place()));
      continue;
    }
    const std::int64_t device = rows.integer(kDevice).value_or(0);
    const auto core = state.core_of_device_core.find({index(device), index(*device_core)});
    const std::string name = std::string(property::kHbmUsage) + use;
    put_property(state,
                 core != state.core_of_device_core.end()
                     ? property::core_property(core->second, name)
                     : fmt::format("nd{}.nc{}.{}", device, *device_core, name),
                 PropertyValue(*bytes));
    count_other_fields(rows, state);
  }
  return end_of(more);
}

}  // namespace nscope::importers
