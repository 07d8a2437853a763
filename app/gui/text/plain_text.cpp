#include "app/gui/text/plain_text.h"

#include <QAbstractItemView>
#include <QHeaderView>
#include <QHelpEvent>
#include <QLabel>
#include <QRandomGenerator>
#include <QTextDocument>
#include <QToolTip>

namespace nscope::gui {
namespace {

/// A tag that has no effect. Its number differs in each run of the program.
const QString& mark() {
  static const QString kMark =
      QStringLiteral("<qt data-own='%1'>")
          .arg(QRandomGenerator::system()->generate64(), 16, 16, QLatin1Char('0'));
  return kMark;
}

/// The tool tip that the widget shows at the position; empty if it paints its own.
QString tip_at(QWidget& widget, const QPoint& position) {
  auto* const view = qobject_cast<QAbstractItemView*>(widget.parentWidget());
  if (view == nullptr || view->viewport() != &widget || view->model() == nullptr) {
    return widget.toolTip();
  }
  if (const auto* const header = qobject_cast<QHeaderView*>(view)) {
    const int section = header->logicalIndexAt(position);
    return view->model()->headerData(section, header->orientation(), Qt::ToolTipRole).toString();
  }
  return view->indexAt(position).data(Qt::ToolTipRole).toString();
}

}  // namespace

bool PlainTextGuard::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::Polish) {
    auto* const label = qobject_cast<QLabel*>(watched);
    // Qt's own label of tool tips receives texts of tool_tip_text().
    if (label != nullptr && label->textFormat() == Qt::AutoText && !label->inherits("QTipLabel")) {
      label->setTextFormat(Qt::PlainText);
    }
  } else if (event->type() == QEvent::ToolTip && watched->isWidgetType()) {
    auto& widget = static_cast<QWidget&>(*watched);
    const auto& help = static_cast<QHelpEvent&>(*event);
    const QString text = tip_at(widget, help.pos());
    const QString shown = tool_tip_text(text);
    if (shown != text) {
      QToolTip::showText(help.globalPos(), shown, &widget);
      return true;
    }
  }
  return false;
}

QString rich_tip(const QString& html) {
  return mark() + html;
}

QString tool_tip_text(const QString& text) {
  return text.startsWith(mark()) || !Qt::mightBeRichText(text) ? text
                                                               : Qt::convertFromPlainText(text);
}

void show_tool_tip(const QPoint& global, const QString& text, QWidget* widget, const QRect& area) {
  QToolTip::showText(global, tool_tip_text(text), widget, area);
}

void show_cut_text(const QPoint& global, const QString& text, QWidget& widget) {
  QString tip = text.toHtmlEscaped();
  if (!widget.toolTip().isEmpty()) {
    tip += QStringLiteral("<p>%1</p>").arg(widget.toolTip().toHtmlEscaped());
  }
  show_tool_tip(global, rich_tip(tip), &widget, widget.rect());
}

QString without_mnemonics(QString name) {
  return name.replace(QLatin1Char('&'), QLatin1String("&&"));
}

}  // namespace nscope::gui
