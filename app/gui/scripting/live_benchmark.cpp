#include "app/gui/scripting/live_benchmark.h"

#include "app/documents/simulated_trace.h"
#include "app/gui/live/live_page.h"
#include "app/gui/shell/main_window.h"
#include "app/gui/text/text.h"
#include "app/gui/text/tr.h"
#include "profiler/base/order_statistics.h"

#include <QElapsedTimer>
#include <QEventLoop>
#include <QTimer>
#include <fstream>

#include <fmt/format.h>
#include <qcustomplot.h>

namespace nscope::gui {
namespace {

constexpr double kFrameBudgetMs = 33.0;

/// Measures frames: the time from the start of an update of the page until all changes are
/// painted.
class FrameWatch : public QObject {
 public:
  FrameWatch(MainWindow& window, LivePage& page) : window_(window) {
    clock_.start();
    window_.installEventFilter(this);
    connect(&page, &LivePage::refreshing, this, [this] { begin(); });
    for (QCustomPlot* plot : page.findChildren<QCustomPlot*>()) {
      connect(plot, &QCustomPlot::afterReplot, this, [this] { last_ = now(); });
    }
  }

  /// Durations of the frames and the intervals between their starts, ms.
  std::vector<double> frames;
  std::vector<double> intervals;

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override {
    if (watched == &window_ && event->type() == QEvent::UpdateRequest) {
      // The queued call runs after this event has been handled.
      QMetaObject::invokeMethod(this, [this] { last_ = now(); }, Qt::QueuedConnection);
    }
    return QObject::eventFilter(watched, event);
  }

 private:
  double now() const { return static_cast<double>(clock_.nsecsElapsed()) / 1e6; }
  void begin() {
    const double next = now();
    if (begin_ >= 0.0) {
      if (last_ > begin_) frames.push_back(last_ - begin_);
      intervals.push_back(next - begin_);
    }
    begin_ = next;
    last_ = next;
  }

  MainWindow& window_;
  QElapsedTimer clock_;
  double begin_ = -1.0;
  double last_ = -1.0;
};

/// Peak memory of this process in bytes; 0 if unknown.
std::int64_t peak_memory() {
  std::ifstream status("/proc/self/status");
  std::string word;
  while (status >> word) {
    std::int64_t kilobytes = 0;
    if (word == "VmHWM:" && status >> kilobytes) return kilobytes * 1024;
  }
  return 0;
}

void wait_for(double milliseconds) {
  QEventLoop loop;
  QTimer::singleShot(static_cast<int>(milliseconds), &loop, &QEventLoop::quit);
  loop.exec();
}

Json percentiles(std::vector<double> values) {
  if (values.empty()) return nullptr;
  std::sort(values.begin(), values.end());
  return {{"p50", sorted_quantile(values, 0.5)},
          {"p95", sorted_quantile(values, 0.95)},
          {"p99", sorted_quantile(values, 0.99)},
          {"max", values.back()}};
}

/// The playback speed at which the repeated run has `options.rate` events per second.
Result<double> speed_for(const LiveBenchmarkOptions& options) {
  TaskControl control;
  const auto run = app::simulated_trace(options.workload, std::nullopt, control);
  if (!run) return fail(run.error());
  std::size_t events = (*run)->slice_count();
  for (const Track& track : (*run)->tracks()) events += track.counters.size();
  const double length = (*run)->to_seconds((*run)->end() - (*run)->begin());
  return options.rate * length / static_cast<double>(std::max<std::size_t>(events, 1));
}

Json figures_of(const app::LiveStatus& status, const FrameWatch& watch, double seconds,
                double stop_ms) {
  const auto events = status.delivered.slices + status.delivered.samples;
  const auto over = std::count_if(watch.frames.begin(), watch.frames.end(),
                                  [](double frame) { return frame > kFrameBudgetMs; });
  return {{"schema", "nscope.benchmark_live/1"},
          {"seconds", seconds},
          {"events", events},
          {"events_per_second", static_cast<double>(events) / seconds},
          {"lost_events", status.lost_events},
          {"backpressure_waits", status.backpressure.waits},
          {"backpressure_ms", static_cast<double>(status.backpressure.waited.count()) / 1e6},
          {"delivery_ms",
           {{"p50", status.delivery_p50.value_or(0.0) * 1e3},
            {"p99", status.delivery_p99.value_or(0.0) * 1e3},
            {"max", status.delivery_max * 1e3}}},
          {"frames", watch.frames.size()},
          {"frame_ms", percentiles(watch.frames)},
          {"frames_over_33_ms", over},
          {"frame_interval_ms", percentiles(watch.intervals)},
          {"stop_ms", stop_ms},
          {"kept_events", status.kept},
          {"not_kept_events", status.not_kept},
          {"peak_memory_bytes", peak_memory()}};
}

}  // namespace

Result<Json> benchmark_live(MainWindow& window, const LiveBenchmarkOptions& options) {
  const auto speed = speed_for(options);
  if (!speed) return fail(speed.error());
  window.setFixedSize(1600, 1000);
  window.set_mode(Mode::kLive);
  window.show();
  LivePage& page = window.live();
  page.form().set_kind(LiveKind::kSimulator);
  page.form().set_source(to_qstring(options.workload));
  std::optional<Error> error;
  QObject::connect(&page, &LivePage::failed, &page,
                   [&](const QString&, const Error& what) { error = what; });
  wait_for(300);
  FrameWatch watch(window, page);
  QElapsedTimer timer;
  timer.start();
  app::LiveSettings settings;
  settings.record = options.record;
  settings.speed = *speed;
  settings.repeat = true;
  app::LiveOptions source;
  source.source = options.workload;
  page.start(source, settings);
  wait_for(options.seconds * 1e3);
  if (error || !page.is_running()) {
    return fail(
        error.value_or(Error{ErrorCode::kInternal, text_of(tr("the stream ended too early")), {}}));
  }
  QElapsedTimer stop;
  QEventLoop loop;
  QObject::connect(&page, &LivePage::stopped, &loop, &QEventLoop::quit);
  stop.start();
  page.stop();
  loop.exec();
  const double stop_ms = static_cast<double>(stop.nsecsElapsed()) / 1e6;
  const double seconds = static_cast<double>(timer.nsecsElapsed()) / 1e9;
  return figures_of(page.session()->status(), watch, seconds, stop_ms);
}

std::string live_benchmark_text(const Json& f) {
  return fmt::format(
      "{:.0f} events in {:.1f} s: {:.0f} per second, {} lost\n"
      "backpressure: {} waits, {:.1f} ms; delivery p99 {:.2f} ms, maximum {:.2f} ms\n"
      "{} frames: p50 {:.1f} ms, p99 {:.1f} ms, maximum {:.1f} ms; {} over 33 ms\n"
      "stop took {:.1f} ms; peak memory {:.0f} MiB\n",
      f["events"].get<double>(), f["seconds"].get<double>(), f["events_per_second"].get<double>(),
      f["lost_events"].get<std::int64_t>(), f["backpressure_waits"].get<std::int64_t>(),
      f["backpressure_ms"].get<double>(), f["delivery_ms"]["p99"].get<double>(),
      f["delivery_ms"]["max"].get<double>(), f["frames"].get<std::int64_t>(),
      f["frame_ms"]["p50"].get<double>(), f["frame_ms"]["p99"].get<double>(),
      f["frame_ms"]["max"].get<double>(), f["frames_over_33_ms"].get<std::int64_t>(),
      f["stop_ms"].get<double>(), f["peak_memory_bytes"].get<double>() / 1048576.0);
}

}  // namespace nscope::gui
