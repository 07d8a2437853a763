#pragma once

#include "importers/chrome_json/track_table.h"
#include "importers/chrome_json/xla_planes.h"

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace nscope::importers {

/// What the names of a process and a thread say about the events of the thread, for programs that
/// do not state it with each event: TensorFlow and JAX ("/device:GPU:0", "Stream #7(Compute)"),
/// rocprof ("2 GPU0", "1 COPY"), Ascend's profiler ("Ascend Hardware") and the profiler of PyTorch
/// before 1.8 (the process "CUDA functions"). One thread.
class DeviceLines {
 public:
  explicit DeviceLines(TrackTable& tracks) : tracks_(tracks) {}

  /// The class of the track of an event; kGeneric if the names say nothing. Streams get the same
  /// name as in traces of other programs.
  TrackClass track_of(Thread& thread, std::string_view event);
  /// Whether the thread is a stream or a line of operators of a device.
  bool is_device(Thread& thread) {
    const Line line = line_of(thread);
    return line != Line::kNone && line != Line::kHost;
  }

 private:
  enum class Line : std::uint8_t {
    kUnknown,  ///< not determined yet
    kNone,
    kHost,
    kStream,
    kOps,
    kAsyncOps,
    kMarkers,
    kCopies
  };
  Line line_of(Thread& thread);
  Line determine(Thread& thread);
  bool has_work_line(const Process& process);

  TrackTable& tracks_;
  std::vector<Line> lines_;       // by number of the thread
  std::vector<bool> work_lines_;  // by number of the process
  std::size_t scanned_ = 0;       // threads whose names are in work_lines_
};

}  // namespace nscope::importers
