#pragma once

#include <QColor>
#include <QFont>
#include <QImage>
#include <QPointer>
#include <QRectF>
#include <QString>
#include <QStringList>
#include <QWidget>
#include <vector>

namespace nscope::gui {

/// One piece of text that a window paints, in logical pixels of the window.
struct PaintedText {
  QString text;
  QRectF ink;    ///< the visible letters, without what is cut or covered
  QRectF full;   ///< all letters
  QSizeF cut{};  ///< how much of their width and height is cut off
  QColor color;
  QFont font;
  QPointer<QWidget> widget;  ///< that paints it
};

/// The texts that are visible in `window`: its widgets are painted once more on a device that
/// records texts, clips, and what later covers them. GUI thread.
std::vector<PaintedText> painted_texts(QWidget& window);

/// Texts whose letters are cut off, except where the user can scroll.
QStringList clipped_texts(const std::vector<PaintedText>& texts);
/// Titles, tabs, choices and hints of empty fields that end in an ellipsis because they are longer
/// than their place. `has_room`: even if their tooltip has the whole text, as in a large window.
QStringList elided_texts(const std::vector<PaintedText>& texts, bool has_room);
/// Pairs of texts that are painted over each other.
QStringList overlapping_texts(const std::vector<PaintedText>& texts);
/// Texts whose contrast with the most frequent colour around them is below that of WCAG 2.1 (4.5,
/// large texts 3), except disabled ones. `picture` is that of the same window.
QStringList faint_texts(const std::vector<PaintedText>& texts, const QImage& picture);
/// Labels, buttons and fields that overlap others of the same parent.
QStringList overlapping_widgets(const QWidget& window);

}  // namespace nscope::gui
