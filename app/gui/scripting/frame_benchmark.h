#pragma once

#include "app/gui/shell/main_window.h"
#include "profiler/base/result.h"

#include <QSize>
#include <QString>
#include <QStringList>
#include <cstdint>
#include <string>
#include <vector>

namespace nscope::gui {

/// The kind of input that a benchmark simulates.
enum class FrameScript { kZoom, kPan, kMixed };
std::string_view to_string(FrameScript script);

/// The options of `--benchmark-frames`.
struct FrameBenchmarkOptions {
  QStringList files;
  FrameScript script = FrameScript::kMixed;
  int frames = 600;
  QSize size{1600, 900};  ///< of the window, logical pixels
};

/// Times of the frames in milliseconds, ascending.
struct FrameTimes {
  std::vector<double> sorted;
  double quantile(double share) const;
  double mean() const;
  double most() const;
};

struct FrameReport {
  FrameBenchmarkOptions options;
  double device_ratio = 1.0;
  std::size_t slices = 0;
  std::size_t flows = 0;
  std::size_t rows = 0;              ///< rows of the timeline at the end
  FrameTimes frame;                  ///< from the end of one frame to the end of the next
  FrameTimes latency;                ///< from an input in the event queue to its frame on screen
  FrameTimes paint;                  ///< time in the timeline's paint event
  std::int64_t resident_before = 0;  ///< bytes, after the warm-up; -1: unknown
  std::int64_t resident_after = 0;   ///< bytes, at the end; -1: unknown
};

/// Opens the files in `window`, waits until background work is done, and then drives the timeline
/// with wheel, keys and mouse through the event queue. Each input is sent as soon as the frame of
/// the previous one is on screen. Errors: those of the files; kInvalidArgument if there is no
/// timeline; kInternal if no frame is painted.
Result<FrameReport> benchmark_frames(MainWindow& window, const FrameBenchmarkOptions& options);

std::string frame_report_text(const FrameReport& report);
/// One JSON object; times in milliseconds, memory in bytes.
std::string frame_report_json(const FrameReport& report);

}  // namespace nscope::gui
