#pragma once

#include <QComboBox>

namespace nscope::gui {

/// A combo box that draws its own arrow. With a style sheet, Qt draws no arrow unless there is an
/// image of it for each theme.
class ChoiceBox : public QComboBox {
 public:
  using QComboBox::QComboBox;

 protected:
  void paintEvent(QPaintEvent* event) override;
};

}  // namespace nscope::gui
