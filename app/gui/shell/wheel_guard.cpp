#include "app/gui/shell/wheel_guard.h"

#include <QAbstractScrollArea>
#include <QAbstractSpinBox>
#include <QApplication>
#include <QComboBox>
#include <QEvent>
#include <QSlider>
#include <QWidget>

namespace nscope::gui {
namespace {

/// A choice, number or slider inside a scroll area; null for all other objects.
QWidget* scrolled_field(QObject* object) {
  if (qobject_cast<QComboBox*>(object) == nullptr &&
      qobject_cast<QAbstractSpinBox*>(object) == nullptr &&
      qobject_cast<QSlider*>(object) == nullptr) {
    return nullptr;
  }
  auto* const field = qobject_cast<QWidget*>(object);
  for (const QWidget* at = field->parentWidget(); at != nullptr; at = at->parentWidget()) {
    if (qobject_cast<const QAbstractScrollArea*>(at) != nullptr) return field;
    if (at->isWindow()) break;
  }
  return nullptr;
}

}  // namespace

WheelGuard::WheelGuard(QObject* parent) : QObject(parent) {
  qApp->installEventFilter(this);
}

bool WheelGuard::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::Show) {
    // The wheel would also give them the keyboard focus.
    QWidget* const field = scrolled_field(watched);
    if (field != nullptr && field->focusPolicy() == Qt::WheelFocus) {
      field->setFocusPolicy(Qt::StrongFocus);
    }
    return false;
  }
  if (event->type() != QEvent::Wheel || scrolled_field(watched) == nullptr) return false;
  event->ignore();  // goes on to the scroll area
  return true;
}

}  // namespace nscope::gui
