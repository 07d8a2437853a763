#pragma once

#include <QStyledItemDelegate>

namespace nscope::gui {

/// Draws the number of a cell in front of a bar with the length SourceLineModel::kHeatRole.
class HeatDelegate : public QStyledItemDelegate {
  Q_OBJECT

 public:
  using QStyledItemDelegate::QStyledItemDelegate;
  void paint(QPainter* painter, const QStyleOptionViewItem& option,
             const QModelIndex& index) const override;
};

/// Draws a line of source as plain text with the colours of Python.
class SourceLineDelegate : public QStyledItemDelegate {
  Q_OBJECT

 public:
  using QStyledItemDelegate::QStyledItemDelegate;
  void paint(QPainter* painter, const QStyleOptionViewItem& option,
             const QModelIndex& index) const override;
};

}  // namespace nscope::gui
