#pragma once

#include "profiler/base/result.h"
#include "profiler/trace/build/trace_writer.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace nscope::importers {

/// A process that uses a Neuron device.
struct NeuronProcess {
  std::int64_t pid = 0;
  std::string command;
  std::string runtime_version;  ///< "" where it uses none ("NA")
};

/// One Neuron device as neuron-ls shows it. Which fields there are depends on
/// the tool's version and options; "" or nullopt: not shown.
struct NeuronDevice {
  std::optional<std::int64_t> cores;
  std::string core_ids;  ///< "0-3" or "0, 1, 2, 3"
  std::optional<std::int64_t> memory_bytes;
  std::optional<std::vector<std::int64_t>> connected_to;
  std::string bdf;  ///< PCI bus:device.function
  std::string cpu_affinity;
  std::string numa_node;
  std::map<std::int64_t, NeuronProcess> processes;  ///< by pid
};

struct DeviceList {
  std::string instance_type;
  std::string instance_id;
  std::optional<std::int64_t> logical_core_config;
  bool shows_processes = false;                  ///< false: who uses the devices is not known
  std::map<std::int64_t, NeuronDevice> devices;  ///< by device number
};

/// The output of `neuron-ls -j`. Rows without a device number are counted.
/// Errors: kBadInput where the text is no JSON or holds no device.
Result<DeviceList> parse_device_json(std::string_view json, const std::string& file,
                                     TraceWriter& out);

/// The tables that `neuron-ls` prints, with any of its options; several tables of
/// one instance add up. Errors: kBadInput where there is no device in it.
Result<DeviceList> parse_device_table(std::string_view text, const std::string& file,
                                      TraceWriter& out);

/// Writes the list as properties ("device0.bdf") and metrics. Links that only one
/// end shows are counted.
void write_device_list(const DeviceList& list, TraceWriter& out);

}  // namespace nscope::importers
