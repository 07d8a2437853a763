#pragma once

#include <QComboBox>

namespace nscope::gui {

/// A combo box that draws its own arrow: a styled one gets none from Qt unless
/// there is a picture of it for each theme.
class ChoiceBox : public QComboBox {
 public:
  using QComboBox::QComboBox;

 protected:
  void paintEvent(QPaintEvent* event) override;
};

}  // namespace nscope::gui
