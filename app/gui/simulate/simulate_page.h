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
#include "simcore/engine/start_up/start_up.h"

#include <QPushButton>
#include <QTimer>
#include <QWidget>
#include <memory>
#include <optional>
#include <vector>

namespace nscope::gui {

/// The Simulate page: a form with a prediction that is updated on each change. Run simulates event
/// by event and plays the run in the timeline at the chosen speed. Both are computed in the
/// background; the previous prediction is greyed out if the next one takes long. GUI thread.
class SimulatePage : public QWidget {
  Q_OBJECT

 public:
  /// Without a catalogue, the built-in one is loaded.
  explicit SimulatePage(std::shared_ptr<const catalog::Catalog> catalog = nullptr,
                        QWidget* parent = nullptr);

  /// Whether sim::estimate() has to simulate the workload, which can take seconds. Any thread.
  static bool is_simulated(const sim::Workload& workload);

  /// Loads a built-in workload or a file.
  void load(const std::string& name);
  void set_workload(const sim::Workload& workload);
  void run();

  /// The job of Run.
  Job& job() { return *job_; }
  /// The jobs that the status bar lists.
  std::vector<Job*> jobs() { return {job_, estimate_job_}; }
  bool is_estimating() const { return estimate_job_->is_running(); }
  WorkloadForm& form() { return *form_; }
  VerdictPanel& verdict() { return *verdict_; }
  /// How the prediction was computed, or that it is outdated.
  QString verdict_state() const { return verdict_title_->caption(); }
  QPushButton& run_button() { return *run_; }
  QPushButton& price_button() { return *price_; }
  SpeedBox& speed() { return *speed_; }
  RunPlayer& player() { return *player_; }
  TimelineWidget& timeline() { return panel_->timeline(); }
  /// The last run, or the part of it that was played before Stop; null before the first run.
  const std::shared_ptr<const Trace>& trace() const { return trace_; }
  /// "llama-3.1-8b, trn1.32xlarge": the workload in the form.
  QString title() const;
  /// The same of the last run.
  QString run_title() const;

 signals:
  /// The user asks for the costs of the workload and its prediction.
  void price_requested(const nscope::sim::Workload& workload,
                       const nscope::sim::SimulationResult& predicted);
  void open_requested(std::shared_ptr<const nscope::Trace> trace, const QString& title);
  void save_requested(std::shared_ptr<const nscope::Trace> trace, const QString& title);
  void failed(const QString& what, const nscope::Error& error);
  /// The prediction of the workload in the form is shown, or it was cancelled.
  void estimated();
  /// A simulation has ended, or a workload was read.
  void succeeded();
  /// Run has ended: the run has been played or stopped, or the simulation failed.
  void run_finished();

 private:
  struct Run {
    sim::SimulationResult result;
    std::shared_ptr<const Trace> trace;
  };
  static Result<Run> simulate(const catalog::Catalog& catalog, const sim::Workload& workload,
                              TaskControl& control);
  /// The prediction of a workload.
  struct Verdict {
    sim::Workload workload;
    Result<sim::SimulationResult> result;
    std::optional<catalog::MemoryFit> fit;        ///< memory, if known although there is no result
    std::optional<sim::StartUp> start;            ///< compilation and start, if they are predicted
    std::optional<catalog::MemoryLimits> limits;  ///< the sizes that fit, if the model is known
    std::vector<sim::Workload> possible;          ///< what can be run instead of a refused workload
  };
  /// `chooses`: the tensor parallel degree is not that of the user, and the best one is used.
  static Verdict verdict_of(const catalog::Catalog& catalog, sim::Workload workload, bool chooses,
                            TaskControl& control);
  void build_player(QVBoxLayout* layout);
  QWidget* build_form_column();
  QWidget* build_result_column();
  void estimate();
  void show_verdict(Verdict verdict);
  void show_outdated(const QString& why);
  void show_run(Result<Run> run);
  void show_trace(std::shared_ptr<const Trace> trace, const QString& remark);
  void show_played(std::shared_ptr<const Trace> run, bool complete);
  void show_actions();
  void show_fixes();
  void show_simulated();
  void show_controls();

  std::shared_ptr<const catalog::Catalog> catalog_;
  Job* job_;
  Job* estimate_job_;
  QTimer patience_;  ///< delay before an outdated prediction is greyed out
  WorkloadForm* form_ = nullptr;
  SectionTitle* verdict_title_;
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
  std::optional<Verdict> known_;           ///< the last prediction
  bool outdated_ = false;                  ///< `known_` is of another workload, or cancelled
  sim::Workload shown_;                    ///< workload of `trace_`
  std::vector<Metric> simulated_metrics_;  ///< of the last run that was simulated completely
  std::shared_ptr<const Trace> trace_;
};

}  // namespace nscope::gui
