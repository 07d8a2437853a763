#pragma once

#include "app/gui/background/job.h"
#include "app/gui/live/earlier_recording.h"
#include "app/gui/live/live_table_model.h"
#include "app/gui/live/live_text.h"
#include "app/gui/live/rolling_chart.h"
#include "app/gui/live/source_form.h"
#include "app/gui/panels/playback_buttons.h"
#include "app/gui/panels/section.h"
#include "app/gui/panels/trace_buttons.h"
#include "app/live/live_session.h"

#include <QCheckBox>
#include <QGridLayout>
#include <QLabel>
#include <QPushButton>
#include <QTableView>
#include <QTimer>
#include <QWidget>
#include <array>
#include <memory>
#include <vector>

namespace nscope::gui {

/// The Live page: a source, its data as rolling plots and numbers, and its recording. The stream
/// runs in the background, also while the page is hidden. GUI thread.
class LivePage : public QWidget {
  Q_OBJECT

 public:
  explicit LivePage(QWidget* parent = nullptr);
  ~LivePage() override;

  /// Starts the stream of the form, unless a stream is running. An unsaved recording of reports
  /// becomes the earlier recording; if there is one already, failed() is emitted instead.
  void start();
  /// Like start(), with settings that the form does not offer (benchmarks, tests).
  void start(const app::LiveOptions& options, const app::LiveSettings& settings);
  void stop();
  /// Pauses or resumes the display, or the playback of a simulated run.
  void set_paused(bool paused);

  /// The title of the latest stream; empty before the first.
  const QString& title() const { return title_; }
  bool is_running() const { return stream_job_->is_running(); }
  SourceForm& form() { return *form_; }
  /// The latest stream, also after its end; null before the first.
  const std::shared_ptr<app::LiveSession>& session() const { return session_; }
  /// The recording of the last stream that ended; null if there is none.
  const std::shared_ptr<const Trace>& recording() const { return recording_.trace; }
  EarlierRecording& earlier() { return *earlier_; }
  /// Whether closing the program would lose a recording, either a finished or a running one.
  /// Recordings of simulated runs do not count because they can be reproduced.
  bool has_unsaved() const;
  /// Marks a recording as saved, so that the next one may replace it.
  void mark_kept(const std::shared_ptr<const Trace>& trace);
  /// Asks to save the unsaved recordings, after stopping a stream that is recorded.
  void keep();
  RollingChart& chart(app::LiveQuantity quantity);
  LiveTableModel& table() { return *model_; }
  QString state() const { return state_->text(); }
  QString details() const { return details_->text(); }
  QString figure(std::size_t index) const { return figures_[index]->value(); }
  QString diagnostics() const { return diagnostics_->text(); }
  /// Jobs for the status bar: the work after the end of a stream.
  std::vector<Job*> jobs() { return {finish_job_, close_job_}; }
  /// Shows the current state. Called 30 times per second while a stream runs.
  void refresh();

 signals:
  void failed(const QString& what, const nscope::Error& error);
  /// A stream has started.
  void started();
  /// The stream has stopped; the recording is being finished.
  void stopped();
  /// The recording is ready, or there is none.
  void recorded();
  void open_requested(std::shared_ptr<const nscope::Trace> trace, const QString& title);
  void save_requested(std::shared_ptr<const nscope::Trace> trace, const QString& title);
  /// A frame starts: changes are painted after this signal.
  void refreshing();

 protected:
  void showEvent(QShowEvent* event) override;

 private:
  QWidget* build_side();
  QWidget* build_header();
  QWidget* build_charts();
  void build_table();
  void connect_controls();
  void arrange(bool played);
  void on_ended(const Result<>& result);
  void finish_recording();
  bool make_room();
  /// Whether a recording that must not be lost is being finished.
  bool is_finishing() const;
  void show_state(const StateText& text);
  void show_controls();
  void show_status(const app::LiveStatus& status);
  void show_series(const app::LiveStatus& status);
  double window_seconds() const;

  std::shared_ptr<app::LiveSession> session_;
  LiveRecording recording_;
  QString title_;  ///< of the stream
  bool records_ = true;
  bool paused_ = false;
  bool stopping_ = false;
  bool arranged_ = false;
  bool arranged_played_ = false;
  bool played_ = false;  ///< the stream is a simulated run
  double held_now_ = 0.0;
  bool show_all_ = true;  ///< update all plots and the table in the next frame
  app::LiveStatus::Phase shown_phase_ = app::LiveStatus::Phase::kEnded;
  int frame_ = 0;

  Job* stream_job_;
  Job* finish_job_;
  Job* close_job_;
  QTimer timer_;
  SourceForm* form_;
  QCheckBox* record_;
  QPushButton* start_;
  PlaybackButtons* playback_;
  SectionTitle* recording_title_;
  TraceButtons* recorded_;
  EarlierRecording* earlier_;
  SectionTitle* diagnostics_title_;
  QLabel* diagnostics_;
  QLabel* state_;
  QLabel* details_;
  ChoiceBox* window_;
  QWidget* figure_row_;
  std::array<KeyFigure*, kLiveFigures> figures_{};
  QLabel* empty_;
  QWidget* chart_area_;
  QGridLayout* grid_;
  std::vector<RollingChart*> charts_;
  LiveTableModel* model_;
  QTableView* view_;
};

}  // namespace nscope::gui
