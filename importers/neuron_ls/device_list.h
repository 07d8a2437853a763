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
  std::string runtime_version;  ///< "" if unknown or without a Neuron runtime ("NA")
  bool has_runtime = false;     ///< whether it uses a Neuron runtime
};

/// One Neuron device as neuron-ls prints it. The fields depend on the version and options of the
/// tool; "" or nullopt: absent.
struct NeuronDevice {
  std::optional<std::int64_t> cores;
  std::optional<std::int64_t> logical_cores;  ///< column LOGICAL NC of trn2 tables
  std::string core_ids;  ///< "0-3" or "0, 1, 2, 3"
  std::optional<std::int64_t> memory_bytes;
  std::optional<std::vector<std::int64_t>> connected_to;
  std::string bdf;  ///< PCI bus:device.function
  std::string cpu_affinity;
  std::string numa_node;
  std::map<std::string, std::string> others;        ///< values whose meaning is not known, by name
  std::map<std::int64_t, NeuronProcess> processes;  ///< by pid
};

struct DeviceList {
  std::string instance_type;
  std::string instance_id;
  std::optional<std::int64_t> logical_core_config;
  bool shows_processes = false;                  ///< false: processes are unknown
  std::map<std::int64_t, NeuronDevice> devices;  ///< by device number
};

/// Parses the output of `neuron-ls -j`: a list of devices, an object that contains one, or a single
/// device. Rows without a device number are counted. Errors: kBadInput
/// if the text is not valid JSON or contains no device.
Result<DeviceList> parse_device_json(std::string_view json, const std::string& file,
                                     TraceWriter& out);

/// Whether a line is the first of a table's heading: its first column is NEURON DEVICE, or PCI BDF
/// and LOGICAL ID follow each other as in the oldest versions.
bool is_table_heading(std::string_view line);

/// Parses the tables that `neuron-ls` prints with any of its options; several tables of one
/// instance are combined. Errors: kBadInput if the text contains no device.
Result<DeviceList> parse_device_table(std::string_view text, const std::string& file,
                                      TraceWriter& out);

/// Writes the list as properties ("device0.bdf") and metrics. Links that only one of the two
/// devices lists are counted.
void write_device_list(const DeviceList& list, TraceWriter& out);

}  // namespace nscope::importers
