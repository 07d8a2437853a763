#include "app/gui/inspect/layouts.h"

#include "app/gui/inspect/inspect_page.h"

#include <QAction>
#include <QInputDialog>
#include <QMenu>
#include <QSettings>
#include <utility>

namespace nscope::gui {
namespace {

const QString kKey = QStringLiteral("layouts");
constexpr int kLayoutsLongestName = 60;

}  // namespace

Layouts::Layouts(InspectPage& page, bool remembers, QObject* parent)
    : QObject(parent), page_(page), remembers_(remembers) {
  if (!remembers_) return;
  const QVariantMap stored = QSettings().value(kKey).toMap();
  for (const auto& [name, state] : stored.asKeyValueRange()) {
    if (layouts_.size() < kMost) layouts_[name] = state.toByteArray();
  }
}

bool Layouts::save(const QString& name) {
  const QString kept = name.trimmed().left(kLayoutsLongestName);
  if (kept.isEmpty() || (!layouts_.contains(kept) && layouts_.size() >= kMost)) return false;
  layouts_[kept] = page_.save_layout();
  store();
  return true;
}

bool Layouts::apply(const QString& name) {
  const auto layout = layouts_.constFind(name);
  if (layout == layouts_.constEnd()) return false;
  page_.restore_layout(*layout);
  return true;
}

void Layouts::remove(const QString& name) {
  layouts_.remove(name);
  store();
}

void Layouts::show_timeline_only() {
  for (QAction* action : page_.dock_actions()) {
    if (action->isChecked()) action->trigger();
  }
}

void Layouts::store() const {
  if (!remembers_) return;
  QVariantMap stored;
  for (const auto& [name, state] : layouts_.asKeyValueRange()) stored[name] = state;
  QSettings().setValue(kKey, stored);
}

void Layouts::ask_for_name() {
  auto* dialog = new QInputDialog(&page_);
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setWindowTitle(tr("Save Layout"));
  dialog->setLabelText(tr("Layout name"));
  dialog->setComboBoxItems(names());
  dialog->setComboBoxEditable(true);
  connect(dialog, &QInputDialog::textValueSelected, this, &Layouts::save);
  dialog->open();
}

void Layouts::fill(QMenu& menu) {
  connect(&menu, &QMenu::aboutToShow, this, [this, &menu] {
    menu.clear();
    menu.addAction(tr("Standard"), &page_, &InspectPage::reset_layout);
    menu.addAction(tr("Timeline Only"), this, &Layouts::show_timeline_only);
    if (!layouts_.empty()) menu.addSeparator();
    for (const QString& name : names()) {
      menu.addAction(QString(name).replace(QLatin1Char('&'), QLatin1String("&&")), this,
                     [this, name] { apply(name); });
    }
    menu.addSeparator();
    menu.addAction(tr("Save Layout As…"), this, &Layouts::ask_for_name)
        ->setEnabled(layouts_.size() < kMost);
    QMenu* removing = menu.addMenu(tr("Remove"));
    removing->setEnabled(!layouts_.empty());
    for (const QString& name : names()) {
      removing->addAction(QString(name).replace(QLatin1Char('&'), QLatin1String("&&")), this,
                          [this, name] { remove(name); });
    }
  });
}

}  // namespace nscope::gui

#include "moc_layouts.cpp"
