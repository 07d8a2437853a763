#include "app/gui/shell/dialogs/system_report.h"

#include "app/gui/text/text.h"
#include "profiler/base/format.h"
#include "profiler/duckdb/duckdb_api.h"

#include <QFile>
#include <QGuiApplication>
#include <QLocale>
#include <QScreen>
#include <QSettings>
#include <QSysInfo>
#include <QThread>

#include <sqlite3.h>

namespace nscope::gui {
namespace {

const QString kUnknown = QStringLiteral("unknown");

/// The value in the first line of a /proc file that starts with `key`.
QString proc_value(const char* file, const char* key) {
  QFile in(QString::fromLatin1(file));
  if (!in.open(QIODevice::ReadOnly)) return kUnknown;
  // Files in /proc report no size, so they must be read to the end.
  const QList<QByteArray> lines = in.readAll().split('\n');
  for (const QByteArray& line : lines) {
    if (!line.startsWith(key)) continue;
    return QString::fromUtf8(line.mid(line.indexOf(':') + 1)).trimmed();
  }
  return kUnknown;
}

QString memory(const char* key) {
  const QString value = proc_value("/proc/meminfo", key);
  const double kib = value.section(QLatin1Char(' '), 0, 0).toDouble();
  return kib > 0.0 ? to_qstring(format_bytes(kib * 1024.0)) : kUnknown;
}

QString duckdb_state() {
  const auto loaded = load_duckdb();
  if (loaded) return QStringLiteral("found (Parquet can be read and written)");
  return QStringLiteral("not found: ") + to_qstring(nscope::to_string(loaded.error()));
}

QString compiler() {
#if defined(__clang__)
  return QStringLiteral("clang " __clang_version__);
#else
  return QStringLiteral("g++ " __VERSION__);
#endif
}

}  // namespace

std::vector<ReportLine> system_report() {
  QString cpu = proc_value("/proc/cpuinfo", "model name");
  if (cpu == kUnknown) cpu = QSysInfo::currentCpuArchitecture();
  return {
      {QStringLiteral("Neuronscope"), QStringLiteral(NSCOPE_VERSION)},
      {QStringLiteral("Compiler"), compiler()},
      {QStringLiteral("Qt"),
       QStringLiteral("%1 (built with %2)")
           .arg(QString::fromLatin1(qVersion()), QStringLiteral(QT_VERSION_STR))},
      {QStringLiteral("Window system"), QGuiApplication::platformName()},
      {QStringLiteral("System"), QSysInfo::prettyProductName()},
      {QStringLiteral("Kernel"),
       QSysInfo::kernelType() + QLatin1Char(' ') + QSysInfo::kernelVersion()},
      {QStringLiteral("Processor"),
       QStringLiteral("%1, %2 threads").arg(cpu).arg(QThread::idealThreadCount())},
      {QStringLiteral("Memory"),
       QStringLiteral("%1, %2 available").arg(memory("MemTotal"), memory("MemAvailable"))},
      {QStringLiteral("Used by Neuronscope"),
       to_qstring(format_bytes(
           proc_value("/proc/self/status", "VmRSS").section(QLatin1Char(' '), 0, 0).toDouble() *
           1024.0))},
      {QStringLiteral("SQLite"), QString::fromLatin1(sqlite3_libversion())},
      {QStringLiteral("DuckDB"), duckdb_state()},
      {QStringLiteral("Language"),
       QLocale().name() + QStringLiteral(", system ") + QLocale::system().name()},
      {QStringLiteral("Settings"), QSettings().fileName()},
  };
}

std::vector<ReportLine> screen_report() {
  std::vector<ReportLine> lines;
  for (const QScreen* screen : QGuiApplication::screens()) {
    const QSize size = screen->size();
    lines.push_back({QStringLiteral("Screen %1").arg(lines.size() + 1),
                     QStringLiteral("%1 x %2, scale %3, %4 Hz")
                         .arg(size.width())
                         .arg(size.height())
                         .arg(screen->devicePixelRatio())
                         .arg(screen->refreshRate(), 0, 'f', 0)});
  }
  return lines;
}

QString report_text(const std::vector<ReportLine>& lines, const ErrorLog& errors) {
  QString text;
  for (const ReportLine& line : lines) {
    text += line.name + QStringLiteral(": ") + line.value + QLatin1Char('\n');
  }
  text += QStringLiteral("\nLast errors:\n");
  if (errors.entries().empty()) text += QStringLiteral("none\n");
  for (const ErrorLog::Entry& entry : errors.entries()) {
    QString message = entry.text;
    message.replace(QLatin1Char('\n'), QLatin1Char(' '));
    text += entry.when.toString(Qt::ISODate) + QLatin1Char(' ') + entry.title +
            QStringLiteral(": ") + message + QLatin1Char('\n');
  }
  return text;
}

}  // namespace nscope::gui
