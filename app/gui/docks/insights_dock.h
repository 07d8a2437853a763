#pragma once

#include "app/gui/docks/insight_card.h"
#include "app/gui/panels/message_stack.h"
#include "app/gui/run/dock_view.h"
#include "profiler/analysis/insights/insight.h"

#include <QGridLayout>
#include <vector>

class QScrollArea;

namespace nscope::gui {

/// What holds the whole run up, ranked by estimated gain, and last the rules whose data the
/// run lacks. It does not follow the range, for its evidence sets it. GUI thread.
class InsightsDock : public DockView {
  Q_OBJECT

 public:
  InsightsDock(RunView& run, QWidget* parent);
  std::vector<Job*> jobs() override { return {job_}; }

  const std::vector<InsightCard*>& cards() const { return cards_; }
  QString summary() const { return summary_->text(); }
  /// The rules that were not judged; empty where all were.
  QString not_judged() const { return not_judged_->text(); }
  QString message() const { return stack_->message(); }

 protected:
  void refresh() override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  void show_report(const std::shared_ptr<const Trace>& trace,
                   const Result<analysis::InsightReport>& report);
  void clear();
  void place_cards();

  Job* job_;
  MessageStack* stack_;
  QScrollArea* scroll_;
  QLabel* summary_;
  QGridLayout* grid_;
  QLabel* not_judged_title_;
  QLabel* not_judged_;
  std::vector<InsightCard*> cards_;
  int columns_ = 0;
};

}  // namespace nscope::gui
