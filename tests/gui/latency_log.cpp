#include "tests/gui/latency_log.h"

#include <QElapsedTimer>
#include <QEvent>
#include <QMetaEnum>
#include <QThread>
#include <algorithm>
#include <utility>

namespace nscope::gui {
namespace {

constexpr std::size_t kSlowest = 5;  // of each kind

double quantile_of(std::vector<double> values, double share) {
  std::sort(values.begin(), values.end());
  return values[static_cast<std::size_t>(share * static_cast<double>(values.size() - 1) + 0.5)];
}

}  // namespace

void LatencyLog::add(const QString& kind, const QString& what, double ms) {
  Kind& of_kind = kinds_[kind];
  of_kind.times.push_back(ms);
  std::vector<Entry>& slowest = of_kind.slowest;
  const auto place = std::find_if(slowest.begin(), slowest.end(),
                                  [ms](const Entry& entry) { return entry.ms < ms; });
  slowest.insert(place, {ms, what});
  if (slowest.size() > kSlowest) slowest.pop_back();
}

void LatencyLog::print(std::FILE* out, double limit) const {
  std::fprintf(out, "%-10s %9s %9s %9s %9s  above %.0f ms\n", "kind", "number", "p50 ms", "p99 ms",
               "max ms", limit);
  for (const auto& [name, kind] : kinds_) {
    const auto above = std::count_if(kind.times.begin(), kind.times.end(),
                                     [limit](double ms) { return ms > limit; });
    std::fprintf(out, "%-10s %9zu %9.2f %9.2f %9.2f  %td\n", qPrintable(name), kind.times.size(),
                 quantile_of(kind.times, 0.5), quantile_of(kind.times, 0.99),
                 quantile_of(kind.times, 1.0), above);
    for (const Entry& entry : kind.slowest) {
      std::fprintf(out, "           %8.1f ms  %s\n", entry.ms, qPrintable(entry.what));
    }
  }
}

bool TimedApplication::notify(QObject* receiver, QEvent* event) {
  if (QThread::currentThread() != thread()) return QApplication::notify(receiver, event);
  const int level = QThread::currentThread()->loopLevel();
  if (level_ > 0 && level <= level_) return QApplication::notify(receiver, event);
  // An event of the outermost loop, or of one that a measured event started.
  const int outer = std::exchange(level_, level);
  const bool outer_nested = std::exchange(nested_, false);
  const QEvent::Type type = event->type();
  const QString target =
      QString::fromLatin1(receiver->metaObject()->className()) + u' ' + receiver->objectName();
  QElapsedTimer clock;
  clock.start();
  const bool result = QApplication::notify(receiver, event);
  const double ms = static_cast<double>(clock.nsecsElapsed()) / 1e6;
  if (!nested_) {
    const char* const name = QMetaEnum::fromType<QEvent::Type>().valueToKey(type);
    log_.add(
        QStringLiteral("event"),
        QString::fromLatin1(name != nullptr ? name : "user") + QStringLiteral(" for ") + target,
        ms);
  }
  level_ = outer;
  nested_ = outer > 0 || outer_nested;
  return result;
}

}  // namespace nscope::gui
