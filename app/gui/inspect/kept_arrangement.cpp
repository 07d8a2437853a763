#include "app/gui/inspect/kept_arrangement.h"

#include "app/gui/text/text.h"
#include "app/gui/timeline/model/track_arrangement.h"
#include "profiler/base/files/atomic_file.h"
#include "profiler/trace/annotations.h"

#include <QDir>
#include <QFile>

namespace nscope::gui {
namespace {

constexpr int kMostRuns = 200;
constexpr qint64 kLargestFile = 4 << 20;

QString file_of(const Trace& trace, const QString& folder) {
  return folder + QLatin1Char('/') + to_qstring(run_fingerprint(trace)) + QStringLiteral(".json");
}

void forget_oldest(const QString& folder) {
  const QFileInfoList files =
      QDir(folder).entryInfoList({QStringLiteral("*.json")}, QDir::Files, QDir::Time);
  for (int i = kMostRuns; i < files.size(); ++i) QFile::remove(files[i].filePath());
}

}  // namespace

Result<> keep_arrangement(const TimelineWidget& timeline, const QString& folder) {
  const auto& trace = timeline.trace();
  if (!trace || folder.isEmpty()) return {};
  const QString path = file_of(*trace, folder);
  TrackArrangement arrangement = timeline.arrangement();
  arrangement.filter.clear();
  if (arrangement == TimelineRows(trace).arrangement()) {
    QFile::remove(path);
    return {};
  }
  QDir().mkpath(folder);
  const QByteArray json = save_arrangement(arrangement, *trace);
  if (auto written = write_file(to_string(path), json.toStdString()); !written) return written;
  forget_oldest(folder);
  return {};
}

void restore_arrangement(TimelineWidget& timeline, const QString& folder) {
  const auto& trace = timeline.trace();
  if (!trace || folder.isEmpty()) return;
  QFile file(file_of(*trace, folder));
  if (file.size() > kLargestFile || !file.open(QIODevice::ReadOnly)) return;
  if (auto kept = load_arrangement(file.readAll(), *trace)) timeline.set_arrangement(*kept);
}

}  // namespace nscope::gui
