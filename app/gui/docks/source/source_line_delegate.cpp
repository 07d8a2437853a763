#include "app/gui/docks/source/source_line_delegate.h"

#include "app/gui/docks/source/python_colors.h"
#include "app/gui/docks/source/source_line_model.h"
#include "app/gui/theme/theme.h"

#include <QApplication>
#include <QPainter>
#include <QTextLayout>
#include <algorithm>

namespace nscope::gui {
namespace {

/// Characters after this one are not visible on any screen, and their layout takes time.
constexpr qsizetype kMostCharacters = 500;

QColor color_of(PythonPart part, const Tokens& t) {
  switch (part) {
    case PythonPart::kKeyword: return t.accent;
    case PythonPart::kText: return t.good;
    case PythonPart::kNumber: return mixed(t.text, t.warn, 0.7);
    case PythonPart::kDecorator: return mixed(t.text, t.accent, 0.6);
    case PythonPart::kComment: break;
  }
  return t.muted;
}

}  // namespace

void HeatDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                         const QModelIndex& index) const {
  QStyleOptionViewItem text = option;
  initStyleOption(&text, index);
  QStyleOptionViewItem background = text;
  background.text.clear();
  const QWidget* widget = option.widget;
  const QStyle* style = widget != nullptr ? widget->style() : QApplication::style();
  style->drawControl(QStyle::CE_ItemViewItem, &background, painter, widget);
  painter->save();
  if (const QVariant heat = index.data(SourceLineModel::kHeatRole); heat.isValid()) {
    const double share = std::clamp(heat.toDouble(), 0.0, 1.0);
    const QRectF bar = QRectF(option.rect).adjusted(2.0, 3.0, -2.0, -3.0);
    const Tokens& t = current_tokens();
    painter->fillRect(
        QRectF(bar.topLeft(), QSizeF(std::max(2.0, bar.width() * share), bar.height())),
        mixed(t.panel, t.bad, 0.15 + 0.35 * share));
  }
  painter->setFont(text.font);
  painter->setPen(current_tokens().text);
  painter->drawText(option.rect.adjusted(0, 0, -6, 0), Qt::AlignRight | Qt::AlignVCenter,
                    text.text);
  painter->restore();
}

void SourceLineDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                               const QModelIndex& index) const {
  QStyleOptionViewItem background = option;
  initStyleOption(&background, index);
  const QString line = background.text.left(kMostCharacters);
  background.text.clear();
  const QWidget* widget = option.widget;
  const QStyle* style = widget != nullptr ? widget->style() : QApplication::style();
  style->drawControl(QStyle::CE_ItemViewItem, &background, painter, widget);
  const Tokens& t = current_tokens();
  QList<QTextLayout::FormatRange> formats;
  for (const PythonSpan& span : python_spans(line)) {
    QTextLayout::FormatRange range;
    range.start = static_cast<int>(span.begin);
    range.length = static_cast<int>(span.length);
    range.format.setForeground(color_of(span.part, t));
    formats.push_back(range);
  }
  QTextLayout layout(line, background.font);
  layout.setFormats(formats);
  layout.beginLayout();
  QTextLine text = layout.createLine();
  if (text.isValid()) text.setPosition({0.0, 0.0});
  layout.endLayout();
  if (!text.isValid()) return;
  painter->save();
  painter->setClipRect(option.rect);
  painter->setPen(t.text);
  const double top = option.rect.top() + (option.rect.height() - text.height()) / 2.0;
  layout.draw(painter, {option.rect.left() + 8.0, top});
  painter->restore();
}

}  // namespace nscope::gui

#include "moc_source_line_delegate.cpp"
