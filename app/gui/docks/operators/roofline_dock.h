#pragma once

#include "app/gui/docks/operators/roofline_chart.h"
#include "app/gui/panels/message_stack.h"
#include "app/gui/panels/table_panel.h"
#include "app/gui/run/dock_view.h"
#include "profiler/analysis/operators/work_tree.h"

#include <QSplitter>
#include <memory>

namespace nscope::gui {

/// Compares the operators of the analysed range with the roofline of one core, as a chart and as a
/// table. A click highlights an operator; a double-click zooms to its longest event. GUI thread.
class RooflineDock : public DockView {
  Q_OBJECT

 public:
  RooflineDock(RunView& run, QWidget* parent);
  std::vector<Job*> jobs() override { return {job_}; }
  QByteArray save_state() const override { return split_->saveState(); }
  void restore_state(const QByteArray& state) override { split_->restoreState(state); }

  RooflineChart& chart() { return *chart_; }
  TablePanel& table() { return *table_; }
  QString message() const { return stack_->message(); }
  QString notes() const { return notes_->text(); }

 protected:
  void refresh() override;

 private:
  struct Outcome {
    Table table;
    analysis::CoreRoof roof;
    std::shared_ptr<const analysis::WorkTree> events;
    std::optional<RooflinePoint> whole;
    std::vector<analysis::FormatRoof> formats;
  };
  static Result<Outcome> compute(const Trace& trace, const analysis::SummaryOptions& options,
                                 TaskControl& control);
  void receive(const std::shared_ptr<const Trace>& trace, Result<Outcome> outcome);
  void highlight_row();

  Job* job_;
  MessageStack* stack_;
  QSplitter* split_;
  RooflineChart* chart_;
  TablePanel* table_;
  QLabel* notes_;
  std::shared_ptr<const analysis::WorkTree> events_;
};

}  // namespace nscope::gui
