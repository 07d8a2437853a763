#pragma once

#include <QLabel>

namespace nscope::gui {

/// One line that is cut with an ellipsis where the room is short, and left out
/// where only a word or two would fit. The tool tip has all of it.
class ElidedLabel : public QLabel {
 public:
  explicit ElidedLabel(const char* object_name);
  void set_text(const QString& text);
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override;

 protected:
  void paintEvent(QPaintEvent* event) override;
};

}  // namespace nscope::gui
