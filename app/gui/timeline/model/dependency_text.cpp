#include "app/gui/timeline/model/dependency_text.h"

#include "app/gui/text/text.h"
#include "app/gui/text/tr.h"
#include "app/gui/timeline/model/slice_text.h"
#include "profiler/base/format.h"

namespace nscope::gui {
namespace {

using analysis::EngineState;

QString ticks_text(const Trace& trace, double ticks) {
  return number_text(
      format_duration_ns(ticks / static_cast<double>(trace.time_base().ticks_per_ns)));
}

QString event_text(const Trace& trace, SliceId event) {
  if (!event.valid()) return tr("an event that is not in the capture");
  const Trace::SliceRef slice = trace.slice(event);
  return tr("%1 on %2")
      .arg(to_qstring(trace.text(slice.name())).toHtmlEscaped(),
           track_text(trace, *slice.track).toHtmlEscaped());
}

/// The cause of idle time, with details if known.
struct Cause {
  QString title;
  QString detail{};
};

Cause cause_of(const Trace& trace, const DependencyView::Idle& idle) {
  const auto waited = [&] { return tr("for %1").arg(event_text(trace, idle.producer)); };
  switch (idle.state) {
    case EngineState::kWork: break;
    case EngineState::kDmaWait: return {tr("DMA wait"), waited()};
    case EngineState::kSemaphoreWait: return {tr("Semaphore wait"), waited()};
    case EngineState::kCollectiveWait: return {tr("Collective wait"), waited()};
    case EngineState::kLaunch: return {tr("Launch"), tr("before the first instruction")};
    case EngineState::kLatency:
      return {tr("Latency"), tr("after %1").arg(event_text(trace, idle.producer))};
    case EngineState::kDescriptors: return {tr("DMA descriptors"), tr("written by GpSimd")};
    case EngineState::kClockStopped: return {tr("Clock stopped"), tr("throttled")};
    case EngineState::kControl:
      return {tr("Control instruction"), tr("after %1").arg(event_text(trace, idle.producer))};
    case EngineState::kOutside:
      return {tr("External signal"), tr("the sender is not in the capture")};
    case EngineState::kSemaphore: return {tr("Semaphore instruction"), tr("without waiting")};
    case EngineState::kFinished: return {tr("Finished"), tr("no further instructions")};
    case EngineState::kUnexplained: return {tr("Nothing issued"), tr("cause unknown")};
  }
  return {};
}

}  // namespace

QString idle_text(const Trace& trace, const DependencyView::Idle& idle) {
  const Cause cause = cause_of(trace, idle);
  if (cause.title.isEmpty()) return {};
  QString text = QStringLiteral("<b>%1</b> %2<br>%3")
                     .arg(cause.title, cause.detail,
                          tr("duration %1").arg(ticks_text(trace, idle.end - idle.begin)));
  if (idle.next.valid()) {
    text +=
        QStringLiteral("<br>") +
        tr("next: %1").arg(to_qstring(trace.text(trace.slice(idle.next).name())).toHtmlEscaped());
  }
  return text;
}

QString slack_text(const Trace& trace, const DependencyView& view, SliceId event) {
  if (view.on_path(event)) return tr("on the critical path");
  const auto slack = view.slack(event);
  if (!slack) return {};
  return *slack > 0.0 ? tr("slack %1").arg(ticks_text(trace, *slack)) : tr("no slack");
}

}  // namespace nscope::gui
