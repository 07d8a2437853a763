#pragma once

#include "importers/system_recording/event_tracks.h"
#include "importers/system_recording/recording_info.h"
#include "profiler/base/files/byte_source.h"
#include "profiler/base/task_control.h"

#include <cstdint>
#include <string_view>

namespace nscope::importers {

/// The Unix time of a record of cpu_util.pb or host_mem.pb; negative if it is absent.
std::int64_t sample_time(std::string_view record);

/// The samples of cpu_util.pb and host_mem.pb as counters, with the names that the importer of
/// AWS's parsed output gives them.
class HostSamples {
 public:
  /// `origin_ns` (Unix time) is tick 0.
  HostSamples(TraceWriter& out, EventTracks& tracks, const RecordingInfo& info,
              std::int64_t origin_ns)
      : out_(out), tracks_(tracks), info_(info), origin_(origin_ns) {}

  /// Both return false if cancelled.
  bool read_cpu(const ByteSource& file, const TaskControl& control);
  bool read_memory(const ByteSource& file, const TaskControl& control);

  std::int64_t first_time() const { return first_time_; }
  std::int64_t last_time() const { return last_time_; }

 private:
  struct Sample {
    std::int64_t time_ns = -1;
    double value = 0.0;
    std::uint64_t index = 0;
  };

  template <class Take>
  bool read(const ByteSource& file, const TaskControl& control, const Take& take);
  void check_count(const ByteSource& file, std::uint64_t expected, std::uint64_t found);

  TraceWriter& out_;
  EventTracks& tracks_;
  const RecordingInfo& info_;
  std::int64_t origin_;
  std::int64_t first_time_ = INT64_MAX;
  std::int64_t last_time_ = INT64_MIN;
};

}  // namespace nscope::importers
