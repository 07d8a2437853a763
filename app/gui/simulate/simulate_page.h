#pragma once

#include "app/gui/background/job.h"
#include "app/gui/live/speed_box.h"
#include "app/gui/panels/playback_buttons.h"
#include "app/gui/panels/trace_buttons.h"
#include "app/gui/simulate/run_player.h"
#include "app/gui/simulate/verdict_panel.h"
#include "app/gui/simulate/workload_form.h"
#include "app/gui/timeline/timeline_panel.h"
#include "simcore/catalog/catalog.h"

#include <QPushButton>
#include <QWidget>
#include <memory>

namespace nscope::gui {

/// Simulate mode: a form with a live verdict; Run simulates in the background and plays the
/// run into the timeline at the chosen speed. GUI thread.
class SimulatePage : public QWidget {
  Q_OBJECT

 public:
  explicit SimulatePage(QWidget* parent = nullptr);

  /// A built-in workload, or a file.
  void load(const std::string& name);
  void set_workload(const sim::Workload& workload);
  void run();

  Job& job() { return *job_; }
  WorkloadForm& form() { return *form_; }
  VerdictPanel& verdict() { return *verdict_; }
  QPushButton& run_button() { return *run_; }
  SpeedBox& speed() { return *speed_; }
  RunPlayer& player() { return *player_; }
  TimelineWidget& timeline() { return panel_->timeline(); }
  /// The last run, or the part of it that was played before Stop; null before.
  const std::shared_ptr<const Trace>& trace() const { return trace_; }

 signals:
  void price_requested(const nscope::sim::Workload& workload);
  void open_requested(std::shared_ptr<const nscope::Trace> trace, const QString& title);
  void save_requested(std::shared_ptr<const nscope::Trace> trace, const QString& title);
  void failed(const QString& what, const nscope::Error& error);
  /// What was simulated has been played, or was stopped.
  void run_finished();

 private:
  struct Run {
    sim::SimulationResult result;
    std::shared_ptr<const Trace> trace;
  };
  static Result<Run> simulate(const catalog::Catalog& catalog, const sim::Workload& workload,
                              TaskControl& control);
  void build_player(QVBoxLayout* layout);
  QWidget* build_form_column();
  QWidget* build_result_column();
  void estimate();
  void show_run(Result<Run> run);
  void show_trace(std::shared_ptr<const Trace> trace, const QString& remark);
  void show_played(std::shared_ptr<const Trace> run, bool complete);
  void show_controls();
  QString run_title() const;

  std::shared_ptr<const catalog::Catalog> catalog_;
  Job* job_;
  WorkloadForm* form_ = nullptr;
  VerdictPanel* verdict_;
  QPushButton* run_;
  PlaybackButtons* playback_;
  TraceButtons* simulated_;
  QPushButton* price_;
  SpeedBox* speed_;
  SectionTitle* result_title_;
  TimelinePanel* panel_;
  RunPlayer* player_;
  QLabel* empty_;
  sim::Workload shown_;  ///< what `trace_` is a run of
  std::shared_ptr<const Trace> trace_;
};

}  // namespace nscope::gui
