#include "tests/gui/pages.h"
#include "tests/gui/shell_fixture.h"

#include <QAbstractItemView>
#include <QAbstractButton>
#include <QAbstractSpinBox>
#include <QAccessible>
#include <QApplication>
#include <QLineEdit>
#include <QScrollArea>
#include <QSplitter>
#include <QTabBar>
#include <set>

namespace nscope::gui {
namespace {

std::string describe(const QWidget& widget) {
  const auto* const button = qobject_cast<const QAbstractButton*>(&widget);
  const QString name = button != nullptr ? button->text() : widget.objectName();
  return std::string(widget.metaObject()->className()) + " '" + name.toStdString() +
         "' in " +
         (widget.parentWidget() != nullptr ? widget.parentWidget()->metaObject()->className()
                                           : "nothing");
}

/// Parts of other controls: the field of a spin box, the list of a combo box.
bool is_part(const QWidget& widget) {
  const QWidget* parent = widget.parentWidget();
  if (parent == nullptr) return false;
  return qobject_cast<const QAbstractSpinBox*>(parent) != nullptr ||
         qobject_cast<const QComboBox*>(parent) != nullptr ||
         qobject_cast<const QLineEdit*>(parent) != nullptr ||
         parent->inherits("QComboBoxPrivateContainer");
}

/// What takes the keyboard: a control, and not only room for others.
bool is_control(const QWidget& widget) {
  if (!widget.isVisible() || !widget.isEnabled() || is_part(widget)) return false;
  if (qobject_cast<const QScrollArea*>(&widget) != nullptr) return false;
  return (widget.focusPolicy() & Qt::TabFocus) == Qt::TabFocus;
}

class AccessibilityTest : public ShellTest {};

TEST_F(AccessibilityTest, EveryControlHasANameAndARole) {
  visit_pages(
      window_, [this] { wait_until_idle(); },
      [](const std::string& page, QWidget& root) {
        for (QWidget* widget : root.findChildren<QWidget*>()) {
          if (!is_control(*widget)) continue;
          const QAccessibleInterface* face = QAccessible::queryAccessibleInterface(widget);
          ASSERT_NE(face, nullptr) << page << ": " << describe(*widget);
          EXPECT_FALSE(face->text(QAccessible::Name).trimmed().isEmpty())
              << page << ": " << describe(*widget) << " has no accessible name";
          EXPECT_NE(face->role(), QAccessible::NoRole) << page << ": " << describe(*widget);
        }
      });
}

/// The controls that Tab reaches from the one that has the focus, until it comes round.
std::set<const QWidget*> reached_by_tab() {
  std::set<const QWidget*> reached;
  constexpr int kMost = 400;
  for (int i = 0; i < kMost; ++i) {
    QWidget* focus = QApplication::focusWidget();
    if (focus == nullptr || !reached.insert(focus).second) break;
    // A date has three parts, each a stop; a view that keeps Tab for itself is a trap.
    constexpr int kMostStops = 3;
    for (int stop = 0; stop < kMostStops && QApplication::focusWidget() == focus; ++stop) {
      QTest::keyClick(focus, Qt::Key_Tab);
    }
    if (QApplication::focusWidget() == focus) break;
  }
  return reached;
}

TEST_F(AccessibilityTest, TabReachesEveryControl) {
  visit_pages(
      window_, [this] { wait_until_idle(); },
      [](const std::string& page, QWidget& root) {
        // The palette has one field, which keeps Tab; Esc leaves it.
        if (page == "command palette") return;
        root.activateWindow();
        QTest::qWait(20);
        QWidget* first = nullptr;
        for (QWidget* widget : root.findChildren<QWidget*>()) {
          if (is_control(*widget)) first = first == nullptr ? widget : first;
        }
        ASSERT_NE(first, nullptr) << page;
        first->setFocus();
        const auto reached = reached_by_tab();
        for (const QWidget* widget : root.findChildren<QWidget*>()) {
          if (!is_control(*widget)) continue;
          EXPECT_TRUE(reached.contains(widget) || reached.contains(widget->focusProxy()))
              << page << ": Tab does not reach " << describe(*widget) << " "
              << widget->accessibleName().toStdString();
        }
      });
}

}  // namespace
}  // namespace nscope::gui
