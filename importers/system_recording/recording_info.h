#pragma once

#include "profiler/base/files/byte_source.h"
#include "profiler/trace/build/trace_writer.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace nscope::importers {

/// A table of texts that a recording contains: number -> text.
using RecordingTable = std::map<std::uint64_t, std::string>;

// Names of the tables that are used. The numbers in them differ between versions of the runtime.
inline constexpr std::string_view kEventTypeTable = "ntrace_inspect_type";
inline constexpr std::string_view kMemoryUseTable = "nrt_inspect_mem_usage_type";
inline constexpr std::string_view kMemoryErrorTable = "nrt_inspect_mem_alloc_errno_type";
inline constexpr std::string_view kModelTable = "system_trace";  ///< model id -> NEFF

/// The content of trace_info.pb: the recorded process and host, and the tables of texts that give
/// numbers in the other files their meaning. Layout: docs/formats/system-recording.md.
struct RecordingInfo {
  struct EventFile {
    std::string name;  ///< without the folder
    std::optional<std::uint64_t> records{};
  };

  std::optional<std::uint64_t> process_id;
  std::string instance_id;
  std::string instance_type;
  std::string host_name;
  std::string cpu_name;
  std::optional<std::uint64_t> cpus;
  std::optional<std::uint64_t> host_memory;  ///< bytes
  std::optional<std::int64_t> begin_ns;      ///< of the recording, Unix time
  std::optional<std::int64_t> end_ns;
  std::vector<EventFile> event_files;
  std::optional<std::uint64_t> cpu_samples;     ///< times at which all CPUs were sampled
  std::optional<std::uint64_t> memory_samples;  ///< of the host's memory
  std::map<std::string, RecordingTable, std::less<>> tables;
  std::optional<std::size_t> damaged_at;  ///< byte of the field that is damaged or truncated

  /// The text of `number` in a table; "" if the table or the entry is absent.
  std::string_view text(std::string_view table, std::uint64_t number) const;
};

/// Whether the start of `file` is a trace_info.pb. It may be truncated.
bool is_recording_info(const ByteSource& file);

/// Reads as much as is readable; see `damaged_at`.
RecordingInfo read_recording_info(const ByteSource& file);

/// Writes the properties of the process and its host.
void put_recording_info(TraceWriter& out, const RecordingInfo& info);

}  // namespace nscope::importers
