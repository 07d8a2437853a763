#include "app/gui/docks/event_baseline.h"

#include "app/gui/panels/signed_text.h"
#include "app/gui/text/text.h"
#include "app/gui/text/tr.h"
#include "app/gui/timeline/model/slice_text.h"
#include "profiler/base/format.h"

#include <QStringList>
#include <cmath>
#include <optional>

namespace nscope::gui {
namespace {

/// Maximum number of properties that are compared.
constexpr int kMostComparedProperties = 12;

double event_ns(const Trace& trace, std::int64_t ticks) {
  return static_cast<double>(ticks) / static_cast<double>(trace.time_base().ticks_per_ns);
}

QString change_of_time(const Trace& trace, std::int64_t ticks, std::int64_t before) {
  const double ns = event_ns(trace, ticks);
  const double base = event_ns(trace, before);
  QString text = QStringLiteral("%1 · %2").arg(number_text(format_duration_ns(ns)),
                                               signed_duration(ns - base));
  if (base > 0.0) text += QStringLiteral(" (%1)").arg(signed_percent((ns - base) / base));
  return text;
}

std::optional<double> numeric_value(const Arg& arg) {
  if (const auto* whole = std::get_if<std::int64_t>(&arg.value)) return static_cast<double>(*whole);
  const auto* real = std::get_if<double>(&arg.value);
  return real != nullptr ? std::optional(*real) : std::nullopt;
}

}  // namespace

QString baseline_text(const Trace& trace, SliceId slice, SliceId baseline) {
  if (slice == baseline) return tr("This event is pinned as the baseline.");
  const Trace::SliceRef now = trace.slice(slice);
  const Trace::SliceRef before = trace.slice(baseline);
  const double start = event_ns(trace, before.begin().value());
  QStringList lines{
      tr("Compared with the pinned event %1 at %2:")
          .arg(to_qstring(trace.text(before.name())), number_text(format_time_ns(start, 1.0)))};
  lines << tr("Duration: %1")
               .arg(change_of_time(trace, (now.end() - now.begin()).value(),
                                   (before.end() - before.begin()).value()));
  if (now.wait() != before.wait()) {
    lines << tr("Wait: %1").arg(change_of_time(trace, now.wait().value(), before.wait().value()));
  }
  int left = kMostComparedProperties;
  for (const Arg& arg : trace.args_of(slice)) {
    const auto value = numeric_value(arg);
    const auto other = trace.arg(baseline, arg.key);
    if (!value || !other) continue;
    const auto base = numeric_value(Arg{.slice = baseline, .key = arg.key, .value = *other});
    if (!base || *base == *value || left-- <= 0) continue;
    QString change;
    if (*base != 0.0) {
      change = QStringLiteral(" (%1)").arg(signed_percent((*value - *base) / std::abs(*base)));
    }
    lines << QStringLiteral("%1: %2 → %3%4")
                 .arg(to_qstring(trace.text(arg.key)),
                      arg_text(trace, {.slice = baseline, .key = arg.key, .value = *other}),
                      arg_text(trace, arg), change);
  }
  return lines.join(QLatin1Char('\n'));
}

}  // namespace nscope::gui
