#pragma once

#include "app/gui/panels/elided_label.h"

#include <QAbstractButton>
#include <QHBoxLayout>
#include <QLabel>
#include <QScrollArea>
#include <QTest>
#include <QWidget>
#include <algorithm>

namespace nscope::gui {

/// Text that does not fit in the widget; empty: it fits.
inline QString cut_text(const QWidget& widget) {
  if (const auto* label = qobject_cast<const QLabel*>(&widget)) {
    if (label->text().isEmpty() || dynamic_cast<const ElidedLabel*>(label) != nullptr) return {};
    // Two pixels: font metrics round.
    if (label->wordWrap()) {
      const bool fits = label->heightForWidth(label->width()) <= label->height() + 2;
      return fits ? QString() : label->text();
    }
    return label->sizeHint().width() <= label->width() + 2 ? QString() : label->text();
  }
  if (const auto* button = qobject_cast<const QAbstractButton*>(&widget)) {
    if (button->text().isEmpty() || button->layout() != nullptr) return {};
    return button->sizeHint().width() <= button->width() + 2 ? QString() : button->text();
  }
  return {};
}

/// Whether a visible label was not laid out yet.
inline bool has_flat_label(const QWidget& window) {
  const QList<QLabel*> labels = window.findChildren<QLabel*>();
  return std::any_of(labels.begin(), labels.end(), [](const QLabel* label) {
    return label->isVisible() && !label->text().isEmpty() && label->height() == 0;
  });
}

/// Waits until the window computes nothing and its labels are laid out.
template <class Window>
void settle_layout(Window& window) {
  QTest::qWait(200);
  // What one job has computed can start the next one.
  for (int round = 0; round == 0 || (round < 10 && window.is_busy()); ++round) {
    for (int i = 0; i < 600 && window.is_busy(); ++i) QTest::qWait(50);
    QTest::qWait(100);
  }
  // Cards that came last get their heights with the next layout.
  for (int i = 0; i < 60 && has_flat_label(window); ++i) QTest::qWait(50);
}

/// The names of the widgets in the row of a column that needs the most width.
inline QString widest_row(const QWidget& column) {
  int most = 0;
  QString names;
  for (const QHBoxLayout* row : column.findChildren<QHBoxLayout*>()) {
    if (row->minimumSize().width() <= most) continue;
    most = row->minimumSize().width();
    names.clear();
    for (int i = 0; i < row->count(); ++i) {
      const QWidget* widget = row->itemAt(i)->widget();
      if (widget != nullptr) names += widget->accessibleName() + widget->objectName() + u' ';
    }
  }
  return QStringLiteral("%1 pixels, %2").arg(most).arg(names);
}

/// The visible columns in `root` that are wider than the place they have.
inline QStringList wide_columns(const QWidget& root) {
  QStringList found;
  for (const QScrollArea* area : root.findChildren<QScrollArea*>()) {
    const bool scrolls = area->horizontalScrollBarPolicy() != Qt::ScrollBarAlwaysOff;
    if (scrolls || !area->isVisible() || area->widget() == nullptr) continue;
    if (area->widget()->width() <= area->viewport()->width()) continue;
    found << QStringLiteral("the content of a column: %1 of %2 pixels; widest row: %3")
                 .arg(area->viewport()->width())
                 .arg(area->widget()->width())
                 .arg(widest_row(*area->widget()));
  }
  return found;
}

/// The visible texts in `root` that do not fit, each with its widget and sizes, and columns that
/// are wider than the place they have.
inline QStringList cut_texts(const QWidget& root) {
  QStringList found;
  for (const QWidget* widget : root.findChildren<QWidget*>()) {
    if (!widget->isVisible()) continue;
    const QString cut = cut_text(*widget);
    if (cut.isEmpty()) continue;
    found << QStringLiteral("%1 '%2' %3 x %4 of %5 x %6 pixels: %7")
                 .arg(QString::fromLatin1(widget->metaObject()->className()), widget->objectName())
                 .arg(widget->width())
                 .arg(widget->height())
                 .arg(widget->sizeHint().width())
                 .arg(widget->heightForWidth(widget->width()))
                 .arg(cut);
  }
  return found + wide_columns(root);
}

}  // namespace nscope::gui
