#pragma once

#include "app/gui/docks/operators/flame_view.h"
#include "app/gui/docks/operators/operator_tree_dock.h"
#include "app/gui/panels/choice_box.h"
#include "app/gui/panels/elided_label.h"

#include <QLabel>

namespace nscope::gui {

/// Shows the operators of the analysed range as a flame graph; the user chooses the quantity that
/// sets the widths. GUI thread.
class FlameDock : public OperatorTreeDock {
  Q_OBJECT

 public:
  FlameDock(RunView& run, QWidget* parent);
  QByteArray save_state() const override;
  void restore_state(const QByteArray& state) override;

  FlameView& view() { return *view_; }
  QComboBox& width_box() { return *width_; }

 protected:
  void show_tree() override;

 private:
  ChoiceBox* width_;
  ElidedLabel* caption_label_;
  FlameView* view_;
};

}  // namespace nscope::gui
