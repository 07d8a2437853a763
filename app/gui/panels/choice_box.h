#pragma once

#include <QComboBox>

class QPainter;

namespace nscope::gui {

/// Draws the arrow of a list at the right end of a field.
void draw_choice_arrow(QPainter& painter, const QRect& field);

/// A combo box that draws its own arrow. With a style sheet, Qt draws no arrow unless there is an
/// image of it for each theme. A text that does not fit is elided, and the tooltip shows it.
class ChoiceBox : public QComboBox {
 public:
  using QComboBox::QComboBox;

 protected:
  void paintEvent(QPaintEvent* event) override;
  bool event(QEvent* event) override;

 private:
  QString whole_text() const;
  QString elided_text() const;
};

}  // namespace nscope::gui
