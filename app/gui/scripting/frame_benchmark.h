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

/// What the user of a benchmark does all the time.
enum class FrameScript { kZoom, kPan, kMixed };
std::string_view to_string(FrameScript script);

/// What `--benchmark-frames` measures.
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
  std::size_t rows = 0;              ///< of the timeline, open at the end
  FrameTimes frame;                  ///< from the end of one frame to the end of the next
  FrameTimes latency;                ///< from an input in the event queue to its frame on screen
  FrameTimes paint;                  ///< the timeline's own part
  std::int64_t resident_before = 0;  ///< bytes, after the first frames; -1: unknown
  std::int64_t resident_after = 0;   ///< bytes
};

/// Opens the files in `window`, waits until all is read and computed, and then drives
/// the timeline with wheel and keys through the event queue, each input as soon as the
/// frame of the last one is on screen. Errors: those of the files; kInvalidArgument
/// where nothing is to be seen; kInternal where no frame comes.
Result<FrameReport> benchmark_frames(MainWindow& window, const FrameBenchmarkOptions& options);

std::string frame_report_text(const FrameReport& report);
/// One JSON object, times in milliseconds, memory in bytes.
std::string frame_report_json(const FrameReport& report);

}  // namespace nscope::gui
