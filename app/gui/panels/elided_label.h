#pragma once

#include <QLabel>

namespace nscope::gui {

/// A label of one line that is elided if there is not enough space, and hidden if only a word or
/// two would fit. The tooltip shows the whole text.
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
