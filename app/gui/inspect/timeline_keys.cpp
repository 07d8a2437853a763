#include "app/gui/inspect/timeline_keys.h"

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QAbstractSpinBox>
#include <QApplication>
#include <QComboBox>
#include <QKeyEvent>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QScopedValueRollback>
#include <QShortcut>
#include <QTextEdit>

namespace nscope::gui {
namespace {

constexpr int kVisitMs = 400;

bool is_text_field(const QWidget& widget) {
  if (const auto* choice = qobject_cast<const QComboBox*>(&widget)) return choice->isEditable();
  return qobject_cast<const QLineEdit*>(&widget) != nullptr ||
         qobject_cast<const QTextEdit*>(&widget) != nullptr ||
         qobject_cast<const QPlainTextEdit*>(&widget) != nullptr ||
         qobject_cast<const QAbstractSpinBox*>(&widget) != nullptr;
}

/// Keys that tables and lists would only use to find a row by its first letter.
bool is_letter(int key) {
  switch (key) {
    case Qt::Key_W:
    case Qt::Key_S:
    case Qt::Key_A:
    case Qt::Key_D:
    case Qt::Key_F:
    case Qt::Key_P:
    case Qt::Key_N:
    case Qt::Key_M:
    case Qt::Key_E:
    case Qt::Key_BracketLeft:
    case Qt::Key_BracketRight:
    case Qt::Key_Comma:
    case Qt::Key_Period: return true;
    default: return false;
  }
}

/// Keys that are harmless if the user did not mean the timeline: not Delete, Enter, Space.
bool moves_view(int key) {
  return is_letter(key) || key == Qt::Key_Home || key == Qt::Key_Escape || key == Qt::Key_Left ||
         key == Qt::Key_Right || key == Qt::Key_Plus || key == Qt::Key_Minus;
}

}  // namespace

TimelineKeys::TimelineKeys(TimelineWidget& timeline, QWidget* page)
    : QObject(page), timeline_(timeline), page_(*page) {
  qApp->installEventFilter(this);
  pause_.setSingleShot(true);
  pause_.setInterval(kVisitMs);
  connect(&pause_, &QTimer::timeout, this, &TimelineKeys::remember);
  const auto moved = [this] {
    if (!going_) pause_.start();
  };
  connect(&timeline_, &TimelineWidget::view_changed, this, moved);
  connect(&timeline_, &TimelineWidget::slice_selected, this, moved);
  connect(&timeline_, &TimelineWidget::selection_changed, this, moved);
  const auto shortcut = [&](int key, void (TimelineKeys::*go)()) {
    auto* made = new QShortcut(QKeySequence(Qt::ALT | key), page);
    connect(made, &QShortcut::activated, this, go);
  };
  shortcut(Qt::Key_Left, &TimelineKeys::back);
  shortcut(Qt::Key_Right, &TimelineKeys::forward);
}

void TimelineKeys::forget() {
  pause_.stop();
  places_.clear();
  remember();
}

void TimelineKeys::remember() {
  pause_.stop();
  if (!timeline_.trace()) return;
  places_.visit({timeline_.view(), timeline_.selected(), timeline_.selection()});
}

void TimelineKeys::back() {
  if (pause_.isActive()) remember();
  if (const auto place = places_.back()) go_to(*place);
}

void TimelineKeys::forward() {
  if (pause_.isActive()) remember();
  if (const auto place = places_.forward()) go_to(*place);
}

void TimelineKeys::go_to(const VisitedPlace& place) {
  const QScopedValueRollback<bool> mine(going_, true);
  timeline_.set_selection(place.range);
  if (place.event.valid()) {
    timeline_.show_slice(place.event);
  } else {
    timeline_.select(SliceId());
  }
  timeline_.set_view(place.view);
}

bool TimelineKeys::takes_key(const QWidget* focus, const QKeyEvent& key) const {
  if (focus == nullptr || focus == page_.window()) return true;
  if (focus == &timeline_ || timeline_.isAncestorOf(focus) || is_text_field(*focus)) return false;
  // The list of analyses finds its entries by letters, as it says.
  const bool finds = focus->property("finds_by_letters").toBool();
  if (is_letter(key.key())) return !finds;
  const bool plain = qobject_cast<const QAbstractButton*>(focus) != nullptr ||
                     qobject_cast<const QComboBox*>(focus) != nullptr;
  return (key.key() == Qt::Key_Home || key.key() == Qt::Key_Escape) && plain;
}

bool TimelineKeys::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() != QEvent::KeyPress || !watched->isWidgetType()) return false;
  auto* widget = static_cast<QWidget*>(watched);
  if (!page_.isVisible() || !timeline_.trace() || QApplication::activePopupWidget() != nullptr ||
      QApplication::activeModalWidget() != nullptr || widget->window() != page_.window()) {
    return false;
  }
  // Only the first receiver: a key that no widget used is sent to its parents, too.
  const QWidget* focus = page_.window()->focusWidget();
  if (focus != nullptr && !focus->isVisible()) focus = nullptr;
  if (widget != focus && widget != page_.window()) return false;
  const auto& key = *static_cast<QKeyEvent*>(event);
  if (focus != nullptr && widget != focus) {
    // No widget on the way used the key.
    if (is_text_field(*focus) || focus == &timeline_) return false;
    return moves_view(key.key()) && timeline_.use_key(key);
  }
  return takes_key(focus, key) && timeline_.use_key(key);
}

}  // namespace nscope::gui

#include "moc_timeline_keys.cpp"
