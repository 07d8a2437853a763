#include "app/gui/live/live_text.h"

#include "app/gui/text/text.h"
#include "profiler/base/format.h"

#include <QCoreApplication>
#include <QStringList>
#include <cmath>

namespace nscope::gui {
namespace {

using Phase = app::LiveStatus::Phase;

struct Live {
  Q_DECLARE_TR_FUNCTIONS(Live)
};

QString duration_text(double seconds) {
  return number_text(format_duration_ns(seconds * 1e9));
}

QString unknown() {
  return Live::tr("unknown");
}

QString bytes_text(const std::optional<double>& bytes) {
  return bytes ? number_text(format_bytes(*bytes)) : unknown();
}

bool is_late(const app::LiveStatus& status) {
  if (!status.since_report || status.played) return false;
  return *status.since_report > app::lateness_limit(status.newest.period_seconds);
}

StateText running_text(const app::LiveStatus& status, bool held) {
  if (held) {
    return {Live::tr("Paused"), status.played
                                    ? Live::tr("The run is paused.")
                                    : Live::tr("The display is paused; recording continues.")};
  }
  if (is_late(status)) {
    return {Live::tr("Waiting"),
            Live::tr("No report for %1 s.").arg(std::floor(*status.since_report)), true};
  }
  return {Live::tr("Live"),
          status.played ? Live::tr("Playing a simulated run.") : Live::tr("Receiving reports.")};
}

std::array<FigureText, kLiveFigures> played_figures(const app::LiveStatus& status) {
  const auto& pressure = status.backpressure;
  const QString waits =
      pressure.waits == 0
          ? Live::tr("no backpressure")
          : Live::tr("backpressure: %1 waits, %2")
                .arg(count_text(pressure.waits),
                     number_text(format_duration_ns(static_cast<double>(pressure.waited.count()))));
  const QString rate = status.events_per_second
                           ? number_text(format_si(*status.events_per_second, "/s"))
                           : unknown();
  return {{{Live::tr("Events"), count_text(status.delivered.slices + status.delivered.samples),
            Live::tr("slices and samples"), Live::tr("Slices and counter samples delivered.")},
           {Live::tr("Event rate"), rate, Live::tr("latest sample"),
            Live::tr("Events delivered per second of real time.")},
           {Live::tr("Lost events"), count_text(status.lost_events), waits,
            Live::tr("Events that the source sent but that were not delivered. If the recording "
                     "is slower than the source, the source waits (backpressure).")},
           {Live::tr("Delivery latency p99"),
            status.delivery_p99 ? duration_text(*status.delivery_p99) : unknown(),
            Live::tr("maximum %1").arg(duration_text(status.delivery_max)),
            Live::tr("Time from the source to the recording.")},
           {Live::tr("Played"), number_text(format_duration_ns(status.delivered.played_ns)),
            Live::tr("simulated time"),
            Live::tr("Simulated time that was played, including repetitions.")}}};
}

std::array<FigureText, kLiveFigures> monitor_figures(const app::LiveStatus& status) {
  const auto& newest = status.newest;
  const QString cores =
      newest.cores == 1 ? Live::tr("1 core in use") : Live::tr("%1 cores in use").arg(newest.cores);
  const QString lost = status.connections_lost == 0
                           ? Live::tr("no connections lost")
                           : Live::tr("connections lost: %1").arg(status.connections_lost);
  return {
      {{Live::tr("Utilisation"),
        newest.utilization_percent
            ? number_text(format_percent(*newest.utilization_percent / 100.0))
            : unknown(),
        newest.utilization_percent ? cores : Live::tr("no cores reported"),
        Live::tr("Mean of the NeuronCores in use, from the latest report.")},
       {Live::tr("Device memory"), bytes_text(newest.device_memory_bytes), Live::tr("all runtimes"),
        Live::tr("neuron_runtime_used_bytes, neuron_device")},
       {Live::tr("Host memory"), bytes_text(newest.runtime_memory_bytes), Live::tr("all runtimes"),
        Live::tr("neuron_runtime_used_bytes, host")},
       {Live::tr("Reports"), count_text(newest.reports),
        newest.period_seconds ? Live::tr("one every %1").arg(duration_text(*newest.period_seconds))
                              : Live::tr("period unknown"),
        Live::tr("Complete reports since the start.")},
       {Live::tr("Gaps"), count_text(status.gaps), lost,
        Live::tr("Reports that arrived more than 2.5 periods after the previous one.")}}};
}

QString retry_text(const app::LiveStatus& status) {
  const double seconds = std::ceil(status.retry_in.value_or(0.0));
  if (status.reason.empty()) {
    return Live::tr("Retrying in %1 s (attempt %2).").arg(seconds).arg(status.attempt);
  }
  return Live::tr("Retrying in %1 s (attempt %2): %3")
      .arg(seconds)
      .arg(status.attempt)
      .arg(to_qstring(status.reason));
}

}  // namespace

StateText state_text(const app::LiveStatus& status, bool held) {
  switch (status.phase) {
    case Phase::kOpening: return {Live::tr("Starting"), Live::tr("Opening the source.")};
    case Phase::kWaiting:
      return {Live::tr("Waiting"), status.played ? Live::tr("No events received yet.")
                                                 : Live::tr("No report received yet.")};
    case Phase::kRunning: return running_text(status, held);
    case Phase::kLost: return {Live::tr("No connection"), retry_text(status), true};
    case Phase::kTrying:
      return {Live::tr("Connecting"),
              status.attempt == 0
                  ? Live::tr("No report received yet.")
                  : Live::tr("Attempt %1: no report received yet.").arg(status.attempt),
              true};
    case Phase::kMissing:
      if (status.kind.empty()) {
        return {Live::tr("Waiting for the file"),
                Live::tr("The file does not exist yet. Reading starts when it appears."), true};
      }
      return {Live::tr("No file"),
              Live::tr("The file was removed or renamed. Reading resumes when it reappears."),
              true};
    case Phase::kEnded: return {Live::tr("Ended"), QString()};
  }
  return {};
}

std::array<FigureText, kLiveFigures> figure_texts(const app::LiveStatus& status) {
  return status.played ? played_figures(status) : monitor_figures(status);
}

QString diagnostics_text(const app::LiveStatus& status) {
  QStringList lines;
  for (const Diagnostic& each : status.diagnostics) {
    QString line = QStringLiteral("%1 × %2").arg(to_qstring(each.code), count_text(each.count));
    if (!each.example.empty()) line += QStringLiteral(": ") + to_qstring(each.example);
    lines << line;
  }
  if (status.not_kept > 0) {
    lines << Live::tr("The recording is full: %1 later events were shown but not recorded.")
                 .arg(count_text(status.not_kept));
  }
  if (status.series_left_out > 0) {
    lines << Live::tr("%1 series exceed the number that can be shown. They are recorded.")
                 .arg(count_text(status.series_left_out));
  }
  return lines.join(QLatin1Char('\n'));
}

}  // namespace nscope::gui
