#pragma once

#include <QProxyStyle>

namespace nscope::gui {

/// Draws what a style sheet cannot without picture files: check boxes with a tick, in the
/// colours of the current theme. GUI thread.
class ThemeStyle : public QProxyStyle {
 public:
  ThemeStyle();
  void drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                     const QWidget* widget) const override;
};

}  // namespace nscope::gui
