#include "app/gui/shell/dialogs/shortcuts_dialog.h"

#include "app/gui/panels/section.h"
#include "app/gui/theme/theme.h"

#include <QDialogButtonBox>
#include <QEvent>
#include <QHeaderView>
#include <QLineEdit>
#include <QPushButton>
#include <QTableWidget>
#include <QVBoxLayout>

namespace nscope::gui {
namespace {

constexpr int kShortcutsDialogRowHeight = 24;

}  // namespace

ShortcutsDialog::ShortcutsDialog(const ActionList& actions, QWidget* parent)
    : QDialog(parent), filter_(new QLineEdit), table_(new QTableWidget(0, 3)) {
  setObjectName(QStringLiteral("page"));
  setWindowTitle(tr("Keyboard and mouse shortcuts"));
  filter_->setPlaceholderText(tr("Find an action or a shortcut"));
  filter_->setAccessibleName(tr("Find an action or a shortcut"));
  filter_->setClearButtonEnabled(true);
  table_->setAccessibleName(tr("Keyboard and mouse shortcuts"));
  table_->setHorizontalHeaderLabels({tr("Context"), tr("Action"), tr("Shortcut")});
  table_->horizontalHeader()->setSectionResizeMode(0, QHeaderView::ResizeToContents);
  table_->horizontalHeader()->setSectionResizeMode(1, QHeaderView::Stretch);
  table_->horizontalHeader()->setSectionResizeMode(2, QHeaderView::ResizeToContents);
  table_->horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
  table_->horizontalHeader()->setHighlightSections(false);
  table_->verticalHeader()->setDefaultSectionSize(kShortcutsDialogRowHeight);
  table_->verticalHeader()->hide();
  table_->setEditTriggers(QAbstractItemView::NoEditTriggers);
  table_->setSelectionBehavior(QAbstractItemView::SelectRows);
  table_->setTabKeyNavigation(false);
  table_->setShowGrid(false);
  for (const ActionGroup group : kActionGroups) {
    for (const Action& action : actions.actions()) {
      if (action.group != group) continue;
      add_row(group_title(group), action.title, action.keys.toString(QKeySequence::NativeText));
    }
  }
  for (const Gesture& gesture : gestures()) add_row(gesture.where, gesture.does, gesture.keys);
  mute_groups();
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::close);
  connect(filter_, &QLineEdit::textChanged, this, &ShortcutsDialog::apply_filter);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(24, 20, 24, 16);
  layout->setSpacing(12);
  layout->addWidget(named_label("pageTitle", tr("Keyboard and mouse shortcuts")));
  layout->addWidget(filter_);
  layout->addWidget(table_, 1);
  layout->addWidget(buttons);
  resize(720, 680);
}

void ShortcutsDialog::add_row(const QString& where, const QString& what, const QString& keys) {
  const int row = table_->rowCount();
  table_->insertRow(row);
  auto* group = new QTableWidgetItem(where);
  table_->setItem(row, 0, group);
  table_->setItem(row, 1, new QTableWidgetItem(what));
  table_->setItem(row, 2, new QTableWidgetItem(keys));
}

void ShortcutsDialog::changeEvent(QEvent* event) {
  QDialog::changeEvent(event);
  if (event->type() == QEvent::PaletteChange || event->type() == QEvent::StyleChange) mute_groups();
}

void ShortcutsDialog::mute_groups() {
  for (int row = 0; row < table_->rowCount(); ++row) {
    table_->item(row, 0)->setForeground(current_tokens().muted);
  }
}

void ShortcutsDialog::apply_filter(const QString& text) {
  const QStringList words = text.split(QLatin1Char(' '), Qt::SkipEmptyParts);
  for (int row = 0; row < table_->rowCount(); ++row) {
    QString all;
    for (int column = 0; column < 3; ++column) {
      all += table_->item(row, column)->text() + QLatin1Char(' ');
    }
    const bool found = std::ranges::all_of(
        words, [&](const QString& word) { return all.contains(word, Qt::CaseInsensitive); });
    table_->setRowHidden(row, !found);
  }
}

}  // namespace nscope::gui

#include "moc_shortcuts_dialog.cpp"
