#include "app/gui/panels/help_page.h"

#include <QCoreApplication>
#include <QDesktopServices>
#include <QDir>
#include <QFileInfo>
#include <QUrl>
#include <QVariant>
#include <QWidget>

namespace nscope::gui {
namespace {

constexpr const char* kProperty = "helpPage";

struct HelpPage {
  Q_DECLARE_TR_FUNCTIONS(HelpPage)
};

}  // namespace

void set_help_page(QWidget& widget, const char* page) {
  widget.setProperty(kProperty, QString::fromLatin1(page));
}

QString help_page(const QWidget* widget) {
  for (; widget != nullptr; widget = widget->parentWidget()) {
    const QVariant page = widget->property(kProperty);
    if (page.isValid()) return page.toString();
  }
  return QStringLiteral("index");
}

QString documentation_folder() {
  const QDir programs(QCoreApplication::applicationDirPath());
  // Installed in PREFIX/bin; built in build/PRESET/bin.
  for (const char* folder : {"../share/doc/neuronscope/html", "../../docs"}) {
    const QString path = QDir::cleanPath(programs.filePath(QString::fromLatin1(folder)));
    if (QFileInfo::exists(path + QStringLiteral("/index.html"))) return path;
  }
  return {};
}

QString open_documentation(const QString& page) {
  const QString folder = documentation_folder();
  if (folder.isEmpty()) {
    return HelpPage::tr(
        "The documentation is not installed. Install the package neuronscope, or run scripts/docs "
        "in the source folder.");
  }
  const QString file = QStringLiteral("%1/%2.html").arg(folder, page);
  if (QDesktopServices::openUrl(QUrl::fromLocalFile(file))) return {};
  return HelpPage::tr("Cannot start a web browser. The documentation is in %1.").arg(file);
}

}  // namespace nscope::gui
