#pragma once

#include "app/gui/docks/regions/region_comparison.h"
#include "app/gui/docks/regions/region_list_model.h"
#include "app/gui/panels/choice_box.h"
#include "app/gui/panels/elided_label.h"
#include "app/gui/panels/message_stack.h"
#include "app/gui/panels/table_panel.h"
#include "app/gui/run/dock_view.h"

#include <QLineEdit>
#include <QPushButton>
#include <QSplitter>
#include <QTreeView>
#include <memory>
#include <optional>

namespace nscope::gui {

/// Compares the regions of the run: layers, kernels, collectives, annotations or executions. A list
/// with check boxes is on the left, the figures of the checked regions are side by side on the
/// right, and the timeline shows the regions as a band. A double-click or Enter selects the time of
/// a region; the space bar checks it. GUI thread.
class RegionsDock : public DockView {
  Q_OBJECT

 public:
  RegionsDock(RunView& run, QWidget* parent);
  std::vector<Job*> jobs() override { return {job_}; }
  void enter(const QString& text) override { filter_->setText(text); }
  void take_focus() override { list_->setFocus(); }
  QByteArray save_state() const override;
  void restore_state(const QByteArray& state) override;

  ChoiceBox& method() { return *method_; }
  ChoiceBox& baseline() { return *baseline_; }
  QLineEdit& filter() { return *filter_; }
  QPushButton& band_button() { return *show_band_; }
  QPushButton& all_button() { return *all_; }
  QTreeView& list() { return *list_; }
  RegionListModel& model() { return *model_; }
  TablePanel& figures() { return *figures_; }
  QString message() const { return stack_->message(); }
  QString notes() const { return notes_->text(); }

 protected:
  void refresh() override;
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void build_controls();
  void build_list();
  void build_layout();
  void compute();
  void receive(const std::shared_ptr<const Trace>& trace, Result<Table> table);
  void show_figures();
  void show_band();
  void select_region(const QModelIndex& index);
  void toggle_selected();
  /// The row of the table of an index of the list.
  std::optional<std::size_t> row_of(const QModelIndex& index) const;
  TimeView time_of(std::size_t row) const;

  Job* job_;
  ChoiceBox* method_;
  ChoiceBox* baseline_;
  QLineEdit* filter_;
  QPushButton* all_;
  QPushButton* none_;
  QPushButton* show_band_;
  ElidedLabel* notes_;
  QTreeView* list_;
  RegionListModel* model_;
  TableSorter* sorter_;
  TablePanel* figures_;
  QSplitter* split_;
  MessageStack* stack_;
  std::shared_ptr<const RegionComparison> comparison_;
};

}  // namespace nscope::gui
