#pragma once

#include "app/gui/docks/operators/operator_tree_dock.h"
#include "app/gui/docks/operators/operator_tree_model.h"
#include "app/gui/panels/elided_label.h"

#include <QLineEdit>
#include <QTimer>
#include <QTreeView>

namespace nscope::gui {

/// The tree of operators as a table that opens: click highlights the events of a row,
/// double click or Enter zooms to the longest. GUI thread.
class OperatorsDock : public OperatorTreeDock {
  Q_OBJECT

 public:
  OperatorsDock(RunView& run, QWidget* parent);
  QByteArray save_state() const override;
  void restore_state(const QByteArray& state) override;

  QTreeView& view() { return *view_; }
  QLineEdit& filter() { return *filter_; }
  OperatorTreeModel& model() { return *model_; }
  /// What the tree is of, and of a filter what it found.
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
