#include "importers/neuron_ls/device_list.h"
#include "importers/shared/json_values.h"
#include "importers/shared/printable.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>
#include <simdjson.h>

namespace nscope::importers {
namespace {

using simdjson::dom::array;
using simdjson::dom::element;
using simdjson::dom::object;

std::string number_or_text(object in, std::string_view key) {
  if (const auto number = integer_at(in, key)) return std::to_string(*number);
  return printable(text_at(in, key));
}

/// The whole numbers of a list. Null is an empty list (a single device has no links).
std::optional<std::vector<std::int64_t>> integers_at(object in, std::string_view key) {
  element value;
  if (in[key].get(value) != simdjson::SUCCESS) return std::nullopt;
  std::vector<std::int64_t> result;
  array list;
  if (value.get(list) != simdjson::SUCCESS) {
    return value.is_null() ? std::optional(result) : std::nullopt;
  }
  for (const element item : list) {
    std::int64_t number = 0;
    if (item.get(number) == simdjson::SUCCESS) result.push_back(number);
  }
  return result;
}

/// "0-3" for consecutive numbers, else "0, 2, 5".
std::string id_range(const std::vector<std::int64_t>& ids) {
  bool row = ids.size() > 1;
  for (std::size_t i = 1; i < ids.size(); ++i) {
    row = row && ids[i] > ids[i - 1] && ids[i] - 1 == ids[i - 1];
  }
  if (row) return fmt::format("{}-{}", ids.front(), ids.back());
  return fmt::format("{}", fmt::join(ids, ", "));
}

/// The members of a row that are read, or that describe the instance.
constexpr auto kReadKeys = std::to_array<std::string_view>(
    {"neuron_device", "nc_count", "logical_nc_count", "memory_size", "connected_to", "bdf",
     "cpu_affinity", "numa_node", "neuroncore_ids", "neuron_processes", "instance_type",
     "instance_id", "logical_neuroncore_config"});
constexpr std::size_t kMostOthers = 32;

NeuronDevice read_device(object row, std::size_t number, TraceWriter& out) {
  NeuronDevice device;
  device.cores = integer_at(row, "nc_count");
  device.logical_cores = integer_at(row, "logical_nc_count");
  device.memory_bytes = integer_at(row, "memory_size");
  device.connected_to = integers_at(row, "connected_to");
  device.bdf = printable(text_at(row, "bdf"));
  device.cpu_affinity = printable(text_at(row, "cpu_affinity"));
  device.numa_node = number_or_text(row, "numa_node");
  if (const auto ids = integers_at(row, "neuroncore_ids")) device.core_ids = id_range(*ids);
  if (const auto processes = list_at(row, "neuron_processes")) {
    for (const element item : *processes) {
      object process;
      if (item.get(process) != simdjson::SUCCESS) continue;
      const auto pid = integer_at(process, "pid");
      if (!pid) continue;
      std::string version = printable(text_at(process, "neuron_runtime_version"));
      if (version == "NA") version.clear();
      const bool has_runtime = !version.empty();
      device.processes[*pid] = {*pid, printable(text_at(process, "command")), std::move(version),
                                has_runtime};
    }
  }
  for (const auto member : row) {
    const bool read = std::find(kReadKeys.begin(), kReadKeys.end(), member.key) != kReadKeys.end();
    const auto value = read ? std::nullopt : property_of(member.value);
    if (!value) continue;
    if (device.others.size() >= kMostOthers) {
      out.diagnose("too_many_members", Severity::kInfo,
                   tr("row {}: '{}' was skipped: a device can have at most {} further members",
                      number, printable(member.key), kMostOthers));
      continue;
    }
    device.others[printable(member.key)] =
        std::visit([](const auto& of) { return fmt::format("{}", of); }, *value);
  }
  return device;
}

std::vector<element> elements(array list) {
  std::vector<element> result;
  for (const element item : list) result.push_back(item);
  return result;
}

/// The rows: the document itself, a list in it, or its only device.
std::vector<element> device_rows(element document) {
  array rows;
  if (document.get(rows) == simdjson::SUCCESS) return elements(rows);
  object wrapper;
  if (document.get(wrapper) != simdjson::SUCCESS) return {};
  if (integer_at(wrapper, "neuron_device")) return {document};
  for (const std::string_view key : {"neuron_devices", "devices"}) {
    if (const auto found = list_at(wrapper, key)) return elements(*found);
  }
  return {};
}

}  // namespace

Result<DeviceList> parse_device_json(std::string_view json, const std::string& file,
                                     TraceWriter& out) {
  simdjson::dom::parser parser;
  element document;
  if (const auto error = parse_values(parser, json, out, document); error != simdjson::SUCCESS) {
    return fail(ErrorCode::kBadInput, tr("not valid JSON: {}", simdjson::error_message(error)),
                file);
  }
  DeviceList list;
  if (object wrapper; document.get(wrapper) == simdjson::SUCCESS) {
    list.instance_type = printable(text_at(wrapper, "instance_type"));
    list.instance_id = printable(text_at(wrapper, "instance_id"));
    list.logical_core_config = integer_at(wrapper, "logical_neuroncore_config");
  }
  std::size_t number = 0;
  for (const element item : device_rows(document)) {
    ++number;
    object row;
    std::optional<std::int64_t> index;
    if (item.get(row) == simdjson::SUCCESS) index = integer_at(row, "neuron_device");
    if (!index) {
      out.diagnose("row_without_device", Severity::kWarning,
                   tr("row {} was skipped: it has no device number 'neuron_device'", number));
      continue;
    }
    if (!list.devices.emplace(*index, read_device(row, number, out)).second) {
      out.diagnose("device_listed_twice", Severity::kWarning,
                   tr("row {} was skipped: duplicate device {}", number, *index));
    }
    element processes;
    if (row["neuron_processes"].get(processes) == simdjson::SUCCESS) list.shows_processes = true;
    if (list.instance_type.empty()) list.instance_type = printable(text_at(row, "instance_type"));
    if (list.instance_id.empty()) list.instance_id = printable(text_at(row, "instance_id"));
    if (!list.logical_core_config) {
      list.logical_core_config = integer_at(row, "logical_neuroncore_config");
    }
  }
  if (list.devices.empty()) {
    return fail(ErrorCode::kBadInput,
                tr("the file contains no Neuron device: no object has a number 'neuron_device'"),
                file);
  }
  return list;
}

}  // namespace nscope::importers
