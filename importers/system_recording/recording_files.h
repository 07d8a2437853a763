#pragma once

#include "profiler/base/files/byte_source.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace nscope::importers {

/// The four kinds of files of a system recording.
enum class RecordingFile {
  kInfo,    ///< trace_info.pb
  kEvents,  ///< ntrace.pb
  kCpu,     ///< cpu_util.pb
  kMemory,  ///< host_mem.pb
};

/// The name that the runtime gives to a file of this kind.
std::string_view usual_name(RecordingFile kind);

/// The kind of a file by its content; nullopt if it does not belong to a system recording.
std::optional<RecordingFile> recording_file(const ByteSource& file);

/// The content of one record file: records that follow their length, 4 bytes.
struct RecordFrames {
  std::string_view rest;  ///< bytes that were not read yet

  /// Reads one record. False at the end, and if the length is beyond the end of the file; then
  /// `rest` is not empty.
  bool next(std::string_view& record);
};

/// Times further than this from the start of the recording are damaged: 20 days, in nanoseconds. In
/// picoseconds, the unit of device captures, they are within the limits of a trace.
inline constexpr std::int64_t kLongestRecording = 20 * std::int64_t{86'400} * 1'000'000'000;

/// Whether a Unix time belongs to a recording that starts at `origin_ns`; sets `time` to the
/// distance.
constexpr bool time_in_recording(std::int64_t unix_ns, std::int64_t origin_ns, std::int64_t& time) {
  return unix_ns >= 0 && !__builtin_sub_overflow(unix_ns, origin_ns, &time) &&
         time >= -kLongestRecording && time <= kLongestRecording;
}

/// The path of the file of another kind that belongs to the same recording as `file`, which is of
/// the kind `own`; "" if there is none. Files that a program renamed belong together if their names
/// differ only in the usual part ("a_ntrace.pb", "a_cpu_util.pb"). If the name of `file` has no
/// such part, the only file of the kind in the folder does.
std::string part_beside(const ByteSource& file, RecordingFile own, RecordingFile kind);

/// The path of a file named `name` in the folder of `file`; "" if `file` itself is not on disk.
std::string path_beside(const ByteSource& file, std::string_view name);

}  // namespace nscope::importers
