#pragma once

#include "app/gui/docks/insight_card.h"
#include "app/gui/panels/message_stack.h"
#include "app/gui/run/dock_view.h"
#include "profiler/analysis/insights/insight.h"

#include <QGridLayout>
#include <vector>

class QScrollArea;
class QToolButton;

namespace nscope::gui {

/// Shows the insights of the whole run, ranked by estimated gain, followed by the rules that were
/// not evaluated because the run lacks their data. The dock does not follow the selected range,
/// because showing evidence changes the selected range. GUI thread.
class InsightsDock : public DockView {
  Q_OBJECT

 public:
  InsightsDock(RunView& run, QWidget* parent);
  std::vector<Job*> jobs() override { return {job_}; }

  const std::vector<InsightCard*>& cards() const { return cards_; }
  QString summary() const { return summary_->text(); }
  /// The kinds of data that the run lacks, with the number of rules that need them; empty if all
  /// rules were evaluated.
  QString missing() const { return missing_->text(); }
  /// The rules that were not evaluated, one per line; empty if all rules were evaluated.
  QString not_evaluated() const { return not_evaluated_->text(); }
  /// Shows and hides the list of rules that were not evaluated, which is hidden at first.
  QToolButton& not_evaluated_button() { return *not_evaluated_button_; }
  bool shows_not_evaluated() const { return not_evaluated_->isVisibleTo(this); }
  QString message() const { return stack_->message(); }

 protected:
  void refresh() override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  void show_report(const std::shared_ptr<const Trace>& trace,
                   const Result<analysis::InsightReport>& report);
  void show_not_evaluated(const analysis::InsightReport& report);
  void clear();
  void place_cards();

  Job* job_;
  MessageStack* stack_;
  QWidget* content_;
  QScrollArea* scroll_;
  QLabel* summary_;
  QGridLayout* grid_;
  QWidget* missing_row_;
  QToolButton* not_evaluated_button_;
  QLabel* missing_;
  QLabel* not_evaluated_;
  std::vector<InsightCard*> cards_;
  int columns_ = 0;
};

}  // namespace nscope::gui
