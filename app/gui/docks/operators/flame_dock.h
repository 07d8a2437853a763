#pragma once

#include "app/gui/docks/operators/flame_view.h"
#include "app/gui/docks/operators/operator_tree_dock.h"
#include "app/gui/panels/choice_box.h"
#include "app/gui/panels/elided_label.h"

#include <QLabel>

namespace nscope::gui {

/// The flame graph of the run's operators, and what its width means. GUI thread.
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
