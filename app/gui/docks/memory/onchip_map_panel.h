#pragma once

#include "app/gui/background/job.h"
#include "app/gui/docks/memory/onchip_map_view.h"
#include "app/gui/panels/choice_box.h"
#include "app/gui/panels/message_stack.h"
#include "profiler/analysis/memory/onchip_use.h"
#include "profiler/analysis/metrics/summary.h"

#include <QLabel>
#include <array>
#include <memory>
#include <vector>

namespace nscope::gui {

/// The on-chip map with the choice of core and memory, the peak, and notes on what is unknown. The
/// map is computed when the panel is visible. GUI thread.
class OnchipMapPanel : public QWidget {
  Q_OBJECT

 public:
  explicit OnchipMapPanel(QWidget* parent = nullptr);

  /// Shows the run in the range; null: nothing.
  void set_run(std::shared_ptr<const Trace> trace, analysis::SummaryOptions options);
  void set_current_event(SliceId event) { view_->set_current_event(event); }

  Job* job() const { return job_; }
  OnchipMapView& view() { return *view_; }
  QComboBox& core_box() { return *cores_; }
  QComboBox& memory_box() { return *memories_; }
  QString message() const { return stack_->message(); }
  QString peak() const { return peak_->text(); }
  QString notes() const { return notes_->text(); }

 signals:
  void activated(nscope::SliceId event);

 protected:
  void showEvent(QShowEvent* event) override;
  void changeEvent(QEvent* event) override;

 private:
  struct Outcome {
    std::shared_ptr<const analysis::OnchipMap> map{};
    std::vector<std::array<analysis::OnchipUse, 2>> uses{};  ///< by core and memory
    std::vector<Text> notes{};
    double begin_ns = 0.0;
    double end_ns = 1.0;
  };
  static Result<Outcome> compute(const Trace& trace, const analysis::SummaryOptions& options,
                                 TaskControl& control);
  void compute_if_visible();
  void receive(const std::shared_ptr<const Trace>& trace, Result<Outcome> outcome);
  void show_choice();
  void show_legend();

  Job* job_;
  MessageStack* stack_;
  ChoiceBox* cores_;
  ChoiceBox* memories_;
  QLabel* peak_;
  QLabel* legend_;
  OnchipMapView* view_;
  QLabel* notes_;
  std::shared_ptr<const Trace> trace_;
  analysis::SummaryOptions options_;
  bool stale_ = false;
  Outcome shown_;
};

}  // namespace nscope::gui
