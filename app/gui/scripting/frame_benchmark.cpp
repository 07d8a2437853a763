#include "app/gui/scripting/frame_benchmark.h"

#include "app/gui/inspect/inspect_page.h"
#include "app/gui/scripting/screenshot.h"
#include "app/gui/text/text.h"
#include "app/gui/text/tr.h"
#include "profiler/base/format.h"
#include "profiler/base/json.h"
#include "profiler/base/json/document_text.h"
#include "profiler/base/order_statistics.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QScrollBar>
#include <QWheelEvent>
#include <algorithm>
#include <fstream>
#include <numeric>
#include <optional>
#include <random>

#include <fmt/format.h>
#include <unistd.h>

namespace nscope::gui {
namespace {

/// Warm-up frames, which fill caches and the allocator's pools before the measurement.
constexpr int kWarmUp = 60;
/// The benchmark fails if this many inputs in a row cause no frame.
constexpr int kMostWithoutFrame = 1000;
constexpr int kFramePatienceMs = 10'000;
/// Wheel notches from the whole run to 1/100,000 of it.
constexpr int kDive = 40;
constexpr int kPanStrokes = 30;
constexpr int kPanLevels[] = {3, 8, 16, 28};
constexpr int kNotch = 120;

/// Resident memory of this process in bytes; -1 if unknown.
std::int64_t resident_bytes() {
  std::ifstream statm("/proc/self/statm");
  std::int64_t pages = 0;
  std::int64_t resident = -1;
  if (!(statm >> pages >> resident)) return -1;
  return resident * sysconf(_SC_PAGESIZE);
}

/// Generates the inputs of a script: an endless sequence that is the same in every run.
class Inputs {
 public:
  Inputs(TimelineWidget& timeline, FrameScript script) : timeline_(timeline), script_(script) {}

  /// Posts the next input to the event queue.
  void post() {
    switch (script_) {
      case FrameScript::kZoom: return zoom();
      case FrameScript::kPan: return pan();
      case FrameScript::kMixed: return mixed();
    }
  }

 private:
  void zoom() {
    const int step = static_cast<int>(count_++) % (2 * kDive);
    if (step == 0) point_ = somewhere();
    wheel(step < kDive ? kNotch : -kNotch, Qt::ControlModifier);
  }

  void pan() {
    const int phase = static_cast<int>(count_++) % (kPanStrokes * 4);
    if (phase == 0) {
      // Start a new zoom level: show the whole run, then zoom in to the part to pan through.
      key(Qt::Key_Home);
      point_ = somewhere();
      const int level = kPanLevels[level_++ % std::size(kPanLevels)];
      wheel(kNotch * level, Qt::ControlModifier);
    } else if (phase < kPanStrokes) {
      key(Qt::Key_D);
    } else if (phase < kPanStrokes * 3) {
      key(Qt::Key_A);
    } else {
      wheel(-kNotch, Qt::ShiftModifier);
    }
  }

  void mixed() {
    const auto dice = random_() % 100;
    if (count_++ % 40 == 0) key(Qt::Key_Home);
    if (dice < 30) {
      point_ = somewhere();
      wheel(kNotch, Qt::ControlModifier);
    } else if (dice < 40) {
      wheel(-kNotch, Qt::ControlModifier);
    } else if (dice < 70) {
      key(dice % 2 == 0 ? Qt::Key_D : Qt::Key_A);
    } else if (dice < 82) {
      wheel(dice % 2 == 0 ? kNotch : -kNotch, Qt::NoModifier);
    } else if (dice < 92) {
      point_ = somewhere();
      mouse(QEvent::MouseMove, Qt::NoButton);
    } else if (dice < 96) {
      point_ = somewhere();
      mouse(QEvent::MouseButtonPress, Qt::LeftButton);
      mouse(QEvent::MouseButtonRelease, Qt::LeftButton);
    } else {
      key(Qt::Key_BracketRight);
    }
  }

  QPointF somewhere() {
    const QSize size = timeline_.viewport()->size();
    const int width = std::max(1, size.width() - kGutterWidth);
    const int height = std::max(1, size.height() - kAxisHeight);
    const auto x = static_cast<int>(random_() % static_cast<unsigned>(width));
    const auto y = static_cast<int>(random_() % static_cast<unsigned>(height));
    return {1.0 * kGutterWidth + x, 1.0 * kAxisHeight + y};
  }

  void wheel(int delta, Qt::KeyboardModifiers keys) {
    QWidget* to = timeline_.viewport();
    QApplication::postEvent(
        to, new QWheelEvent(point_, to->mapToGlobal(point_), QPoint(), QPoint(0, delta),
                            Qt::NoButton, keys, Qt::NoScrollPhase, false));
  }
  void key(int code) {
    QApplication::postEvent(&timeline_, new QKeyEvent(QEvent::KeyPress, code, Qt::NoModifier));
    QApplication::postEvent(&timeline_, new QKeyEvent(QEvent::KeyRelease, code, Qt::NoModifier));
  }
  void mouse(QEvent::Type type, Qt::MouseButton button) {
    QWidget* to = timeline_.viewport();
    const Qt::MouseButtons held = type == QEvent::MouseButtonPress ? button : Qt::NoButton;
    QApplication::postEvent(
        to, new QMouseEvent(type, point_, to->mapToGlobal(point_), button, held, Qt::NoModifier));
  }

  TimelineWidget& timeline_;
  FrameScript script_;
  QPointF point_{600.0, 200.0};
  std::size_t count_ = 0;
  std::size_t level_ = 0;
  std::minstd_rand random_{11};
};

/// Measures the time until the frame that an input causes.
class FrameMeter {
 public:
  explicit FrameMeter(TimelineWidget& timeline) : timeline_(timeline) {
    connection_ =
        QObject::connect(&timeline, &TimelineWidget::frame_painted, &timeline, [this](double ms) {
          painted_ = true;
          paint_ms_ = ms;
        });
    clock_.start();
  }
  ~FrameMeter() { QObject::disconnect(connection_); }
  FrameMeter(const FrameMeter&) = delete;
  FrameMeter& operator=(const FrameMeter&) = delete;

  struct Frame {
    double latency_ms = 0.0;
    double paint_ms = 0.0;
    double end_ms = 0.0;  ///< since the meter was created
  };
  /// Nullopt if the input causes no frame.
  std::optional<Frame> take(Inputs& inputs) {
    painted_ = false;
    const TimeView view = timeline_.view();
    const double posted = now();
    inputs.post();
    do {
      QApplication::processEvents(QEventLoop::AllEvents);
      if (painted_ || timeline_.view() == view) break;
    } while (now() - posted < kFramePatienceMs);
    if (!painted_) return std::nullopt;
    const double end = now();
    return Frame{end - posted, paint_ms_, end};
  }
  double now() const { return static_cast<double>(clock_.nsecsElapsed()) / 1e6; }

 private:
  TimelineWidget& timeline_;
  QMetaObject::Connection connection_;
  QElapsedTimer clock_;
  bool painted_ = false;
  double paint_ms_ = 0.0;
};

Result<> measure(TimelineWidget& timeline, FrameReport& report) {
  Inputs inputs(timeline, report.options.script);
  FrameMeter meter(timeline);
  int in_vain = 0;
  double last_end = meter.now();
  for (int taken = -kWarmUp; taken < report.options.frames;) {
    const auto frame = meter.take(inputs);
    if (!frame) {
      if (++in_vain > kMostWithoutFrame) {
        return fail(ErrorCode::kInternal, text_of(tr("the timeline painted no frames")));
      }
      last_end = meter.now();
      continue;
    }
    in_vain = 0;
    if (taken == 0) report.resident_before = resident_bytes();
    if (taken >= 0) {
      report.frame.sorted.push_back(frame->end_ms - last_end);
      report.latency.sorted.push_back(frame->latency_ms);
      report.paint.sorted.push_back(frame->paint_ms);
    }
    last_end = frame->end_ms;
    ++taken;
  }
  report.resident_after = resident_bytes();
  return {};
}

Json times_json(const FrameTimes& times) {
  return {{"p50", times.quantile(0.5)},
          {"p95", times.quantile(0.95)},
          {"p99", times.quantile(0.99)},
          {"max", times.most()},
          {"mean", times.mean()}};
}

std::string times_text(std::string_view name, const FrameTimes& times) {
  return fmt::format("{:<16}{:>8.2f} {:>8.2f} {:>8.2f} {:>8.2f} {:>8.2f}  ms\n", name,
                     times.quantile(0.5), times.quantile(0.95), times.quantile(0.99), times.most(),
                     times.mean());
}

}  // namespace

std::string_view to_string(FrameScript script) {
  switch (script) {
    case FrameScript::kZoom: return "zoom";
    case FrameScript::kPan: return "pan";
    case FrameScript::kMixed: break;
  }
  return "mixed";
}

double FrameTimes::quantile(double share) const {
  return sorted_quantile(sorted, share);
}

double FrameTimes::mean() const {
  if (sorted.empty()) return 0.0;
  return std::accumulate(sorted.begin(), sorted.end(), 0.0) / static_cast<double>(sorted.size());
}

double FrameTimes::most() const {
  return sorted.empty() ? 0.0 : sorted.back();
}

Result<FrameReport> benchmark_frames(MainWindow& window, const FrameBenchmarkOptions& options) {
  FrameReport report;
  report.options = options;
  window.setFixedSize(options.size);
  window.show();
  window.open_files(options.files);
  if (!settle(window))
    return fail(ErrorCode::kInternal, text_of(tr("background work did not finish in time")));
  if (window.last_error()) return fail(*window.last_error());
  TimelineWidget& timeline = window.inspect().timeline();
  const auto& trace = timeline.trace();
  if (!trace || timeline.rows().rows().empty()) {
    return fail(ErrorCode::kInvalidArgument, text_of(tr("the file has no timeline to paint")));
  }
  report.device_ratio = window.devicePixelRatioF();
  report.slices = trace->slice_count();
  report.flows = trace->flows().size();
  if (auto done = measure(timeline, report); !done) return fail(done.error());
  report.rows = timeline.rows().rows().size();
  for (FrameTimes* times : {&report.frame, &report.latency, &report.paint}) {
    std::sort(times->sorted.begin(), times->sorted.end());
  }
  return report;
}

std::string frame_report_text(const FrameReport& report) {
  const auto count = [](std::size_t n) { return format_count(static_cast<std::int64_t>(n)); };
  std::string text = fmt::format(
      "{}: {} frames of {}x{} at {}x, {} slices, {} flows, {} rows\n"
      "{:<16}{:>8} {:>8} {:>8} {:>8} {:>8}\n",
      to_string(report.options.script), count(report.frame.sorted.size()),
      report.options.size.width(), report.options.size.height(), report.device_ratio,
      count(report.slices), count(report.flows), count(report.rows), "", "p50", "p95", "p99", "max",
      "mean");
  text += times_text("frame", report.frame);
  text += times_text("input to paint", report.latency);
  text += times_text("timeline paint", report.paint);
  const auto bytes = [](std::int64_t n) {
    return n < 0 ? std::string("unknown") : format_bytes(static_cast<double>(n));
  };
  return text + fmt::format("memory          {} before, {} after\n", bytes(report.resident_before),
                            bytes(report.resident_after));
}

std::string frame_report_json(const FrameReport& report) {
  const auto bytes = [](std::int64_t n) { return n < 0 ? Json(nullptr) : Json(n); };
  Json json;
  json["script"] = std::string(to_string(report.options.script));
  json["frames"] = report.frame.sorted.size();
  json["width"] = report.options.size.width();
  json["height"] = report.options.size.height();
  json["device_pixel_ratio"] = report.device_ratio;
  json["slices"] = report.slices;
  json["flows"] = report.flows;
  json["rows"] = report.rows;
  json["frame_ms"] = times_json(report.frame);
  json["input_to_paint_ms"] = times_json(report.latency);
  json["timeline_paint_ms"] = times_json(report.paint);
  json["rss_before_bytes"] = bytes(report.resident_before);
  json["rss_after_bytes"] = bytes(report.resident_after);
  return document_text(json);
}

}  // namespace nscope::gui
