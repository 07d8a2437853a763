#pragma once

#include "app/gui/panels/message_stack.h"
#include "app/gui/panels/section.h"
#include "app/gui/panels/table_panel.h"
#include "app/gui/run/dock_view.h"
#include "profiler/analysis/metrics/summary.h"

#include <QTabWidget>
#include <array>
#include <memory>

namespace nscope::gui {

/// Shows the compile cache activity in the analysed range: hits, misses and failures with their
/// times, the reasons for compilations, the failures by error code, and a list of all events. A run
/// with failures, but without hits and misses, opens with its failures. GUI thread.
class CompileDock : public DockView {
  Q_OBJECT

 public:
  enum Figure { kHitRate, kMisses, kFailures, kLocks };

  CompileDock(RunView& run, QWidget* parent);
  std::vector<Job*> jobs() override { return {job_}; }

  QString figure(Figure which) const { return figures_[which]->value(); }
  QTabWidget& tabs() { return *tabs_; }
  TablePanel& reasons() { return *reasons_; }
  TablePanel& failures() { return *failures_; }
  TablePanel& events() { return *events_; }
  TablePanel& states() { return *states_; }
  QString message() const { return stack_->message(); }
  QString notes() const { return notes_->text(); }

 protected:
  void refresh() override;

 private:
  struct Outcome {
    Table states;
    Table reasons;
    Table failures;
    Table events;
  };
  static Result<Outcome> compute(const Trace& trace, const analysis::SummaryOptions& options,
                                 TaskControl& control);
  void receive(const std::shared_ptr<const Trace>& trace, Result<Outcome> outcome);
  /// Whether compilations failed and no look-up was a hit or a miss.
  static bool only_failures(const Outcome& outcome);
  void show_figures(const Table& states);
  TablePanel* add_table(const QString& title, const QString& accessible);

  Job* job_;
  MessageStack* stack_;
  std::array<KeyFigure*, 4> figures_{};
  QTabWidget* tabs_;
  TablePanel* reasons_;
  TablePanel* failures_;
  TablePanel* events_;
  TablePanel* states_;
  QLabel* notes_;
  std::weak_ptr<const Trace> shown_;  ///< the run for which the tab was chosen
};

}  // namespace nscope::gui
