#include "app/gui/files/capture_filters.h"

#include "app/gui/text/shown_language.h"
#include "app/gui/text/text.h"
#include "importers/shared/importer.h"

#include <QCoreApplication>
#include <QStringList>

namespace nscope::gui {
namespace {

struct Filters {
  Q_DECLARE_TR_FUNCTIONS(nscope::gui::MainWindow)
};

/// "*.json *.json.gz *.json.zst" of "*.json". A pattern that has an ending of compression stays.
QStringList with_compressed(const QStringList& patterns) {
  QStringList all;
  const auto add = [&all](const QString& pattern) {
    if (!all.contains(pattern)) all << pattern;
  };
  for (const QString& pattern : patterns) {
    add(pattern);
    if (pattern.endsWith(QLatin1String(".gz"))) continue;
    add(pattern + QStringLiteral(".gz"));
    add(pattern + QStringLiteral(".zst"));
  }
  return all;
}

}  // namespace

QString session_filter() {
  return Filters::tr("Neuronscope session (*.nscope)");
}

QString capture_filters() {
  QStringList all{QStringLiteral("*.nscope")};
  QStringList each;
  for (const auto& importer : importers::registry()) {
    const QStringList patterns = with_compressed(
        to_qstring(importer.file_pattern).split(QLatin1Char(' '), Qt::SkipEmptyParts));
    all << patterns;
    each << QStringLiteral("%1 (%2)").arg(to_qstring(shown_language().say(importer.title)),
                                          patterns.join(QLatin1Char(' ')));
  }
  const QString archives = QStringLiteral("*.zip *.tar *.tar.gz *.tgz *.tar.zst");
  all << archives.split(QLatin1Char(' '));
  each << Filters::tr("Archives with captures (%1)").arg(archives);
  all.removeDuplicates();
  each.sort(Qt::CaseInsensitive);
  each.prepend(session_filter());
  each.prepend(Filters::tr("All captures (%1)").arg(all.join(QLatin1Char(' '))));
  each << Filters::tr("Results of a sweep (*.db)");
  each << Filters::tr("All files (*)");
  return each.join(QStringLiteral(";;"));
}

}  // namespace nscope::gui
