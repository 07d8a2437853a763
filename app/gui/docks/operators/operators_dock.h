#pragma once

#include "app/gui/docks/operators/operator_tree_dock.h"
#include "app/gui/docks/operators/operator_tree_model.h"
#include "app/gui/panels/elided_label.h"

#include <QLineEdit>
#include <QTimer>
#include <QTreeView>

namespace nscope::gui {

/// Shows the operator tree as an expandable table. A click highlights the events of a row; a
/// double-click or Enter zooms to the longest event. GUI thread.
class OperatorsDock : public OperatorTreeDock {
  Q_OBJECT

 public:
  OperatorsDock(RunView& run, QWidget* parent);
  QByteArray save_state() const override;
  void restore_state(const QByteArray& state) override;

  QTreeView& view() { return *view_; }
  QLineEdit& filter() { return *filter_; }
  OperatorTreeModel& model() { return *model_; }
  /// The analysed range, preceded by the number of rows that match if a filter is set.
  QString caption_text() const { return caption_label_->text(); }

 protected:
  void show_tree() override;
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void set_up_view();
  void apply_filter();
  void show_caption();
  void copy_rows() const;

  QLineEdit* filter_;
  ElidedLabel* caption_label_;
  QTreeView* view_;
  OperatorTreeModel* model_;
  QTimer filter_timer_;
};

}  // namespace nscope::gui
