#include "app/gui/shell/actions/actions.h"

#include "app/gui/shell/dialogs/shortcuts_dialog.h"
#include "tests/gui/run_fixtures.h"
#include "tests/gui/shell_fixture.h"

#include <QAction>
#include <QFile>
#include <QLineEdit>
#include <QMenu>
#include <QShortcut>
#include <QTableWidget>
#include <set>

namespace nscope::gui {
namespace {

using ActionsTest = ShellTest;

/// Keys as the guide writes them, whatever the platform calls them.
QString keys_text(const QKeySequence& keys) {
  return keys.toString(QKeySequence::PortableText);
}

TEST_F(ActionsTest, IdsTitlesAndKeysAreUnique) {
  std::set<QString> ids;
  std::set<QString> titles;
  std::set<QString> keys;
  for (const Action& action : window_.actions().actions()) {
    EXPECT_TRUE(ids.insert(action.id).second) << action.id.toStdString();
    EXPECT_TRUE(titles.insert(action.title).second) << action.title.toStdString();
    EXPECT_TRUE(action.run != nullptr) << action.id.toStdString();
    if (action.keys.isEmpty()) continue;
    EXPECT_TRUE(keys.insert(keys_text(action.keys)).second) << keys_text(action.keys).toStdString();
  }
  EXPECT_GE(ids.size(), 15u);
}

TEST_F(ActionsTest, EveryMenuActionAndShortcutIsListed) {
  const ActionList& list = window_.actions();
  std::set<QString> keys;
  for (const Action& action : list.actions()) keys.insert(keys_text(action.keys));
  for (const QAction* action : window_.findChildren<QAction*>()) {
    if (action->shortcut().isEmpty()) continue;
    EXPECT_EQ(list.action(action->objectName()), action)
        << action->text().toStdString() << " has keys but is not in the list";
  }
  // Shortcuts of views are gestures: named with the same keys.
  QString gesture_keys;
  for (const Gesture& gesture : gestures()) gesture_keys += gesture.keys + QLatin1Char('\n');
  for (const Mode mode : kModes) window_.set_mode(mode);
  for (const QShortcut* shortcut : window_.findChildren<QShortcut*>()) {
    QString text = keys_text(shortcut->key());
    text.replace(QStringLiteral("Return"), QStringLiteral("Enter"));
    EXPECT_TRUE(keys.contains(keys_text(shortcut->key())) || gesture_keys.contains(text))
        << text.toStdString();
  }
}

TEST_F(ActionsTest, TheGuideHasEveryActionAndShortcut) {
  QFile guide(QStringLiteral(NSCOPE_SOURCE_DIR "/docs/desktop.md"));
  ASSERT_TRUE(guide.open(QIODevice::ReadOnly));
  const QStringList lines = QString::fromUtf8(guide.readAll()).split(QLatin1Char('\n'));
  const auto has_row = [&lines](const QString& keys, const QString& what) {
    return std::ranges::any_of(lines, [&](const QString& line) {
      QString plain = line;
      plain.remove(QLatin1Char('`'));
      const QStringList cells = plain.split(QLatin1Char('|'));
      return cells.size() >= 4 && cells[1].trimmed() == keys && cells[2].contains(what);
    });
  };
  for (const Action& action : window_.actions().actions()) {
    EXPECT_TRUE(has_row(keys_text(action.keys), action.title))
        << "docs/desktop.md lacks a row | " << keys_text(action.keys).toStdString() << " | "
        << action.title.toStdString() << " |";
  }
  for (const Gesture& gesture : gestures()) {
    EXPECT_TRUE(has_row(gesture.keys, gesture.does))
        << "docs/desktop.md lacks a row | " << gesture.keys.toStdString() << " | "
        << gesture.does.toStdString() << " |";
  }
}

TEST_F(ActionsTest, WhatCannotBeDoneSaysWhy) {
  window_.actions().run(QStringLiteral("file.save"));
  EXPECT_FALSE(window_.banner().isHidden());
  EXPECT_TRUE(window_.banner().title().contains("Save Session"));
  EXPECT_FALSE(window_.banner().text().isEmpty());
  EXPECT_FALSE(window_.actions().run(QStringLiteral("no.such.action")));
}

TEST_F(ActionsTest, TheOpenMenuDisablesWhatCannotBeDone) {
  QMenu menu;
  window_.actions().fill_menu(menu, ActionGroup::kFile);
  QAction* save = window_.actions().action(QStringLiteral("file.save"));
  EXPECT_TRUE(menu.actions().contains(save));
  menu.popup(QPoint(0, 0));
  EXPECT_FALSE(save->isEnabled());
  EXPECT_FALSE(save->toolTip().isEmpty());
  menu.hide();
  EXPECT_TRUE(save->isEnabled()) << "its keys can say why";
  window_.show_trace(make_run(), QStringLiteral("run"));
  menu.popup(QPoint(0, 0));
  EXPECT_TRUE(save->isEnabled());
  menu.hide();
  wait_until_idle();
}

TEST_F(ActionsTest, KeysWorkWhileTheMenuIsClosed) {
  QTest::keyClick(&window_, Qt::Key_2, Qt::ControlModifier);
  wait_until_idle();
  QTest::keyClick(&window_, Qt::Key_F1, Qt::ControlModifier);
  auto* dialog = qobject_cast<ShortcutsDialog*>(window_.dialog());
  ASSERT_NE(dialog, nullptr);
  EXPECT_FALSE(dialog->isModal());
  const int rows = dialog->table().rowCount();
  EXPECT_EQ(rows, static_cast<int>(window_.actions().actions().size() + gestures().size()));
  dialog->filter().setText(QStringLiteral("Ctrl+K"));
  int shown = 0;
  for (int row = 0; row < rows; ++row) shown += dialog->table().isRowHidden(row) ? 0 : 1;
  EXPECT_EQ(shown, 1);
  for (const Scheme scheme : {Scheme::kDark, Scheme::kLight, Scheme::kDark}) {
    apply_theme(*qApp, scheme);
    QCoreApplication::processEvents();
    EXPECT_EQ(dialog->table().item(0, 0)->foreground().color(), tokens(scheme).muted);
  }
}

}  // namespace
}  // namespace nscope::gui
