#pragma once

#include <QProxyStyle>

namespace nscope::gui {

/// Draws check boxes with a tick in the colours of the current theme, which a style sheet can do
/// only with image files. GUI thread.
class ThemeStyle : public QProxyStyle {
 public:
  ThemeStyle();
  void drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                     const QWidget* widget) const override;
};

}  // namespace nscope::gui
