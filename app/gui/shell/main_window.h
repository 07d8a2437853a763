#pragma once

#include "app/core/built_in.h"
#include "app/gui/background/job.h"
#include "app/gui/background/job_status.h"
#include "app/gui/inspect/run_view.h"
#include "app/gui/shell/banner.h"
#include "app/gui/shell/top_bar.h"
#include "app/gui/theme/theme.h"
#include "profiler/trace/trace.h"

#include <QLabel>
#include <QMainWindow>
#include <QPushButton>
#include <QStackedWidget>
#include <memory>

namespace nscope::gui {

class InspectPage;
class PlanPage;
class SimulatePage;
class WelcomePage;

/// The window: modes, banner, pages, status bar. Opening a file never blocks:
/// it runs in the background, and errors come as a banner. GUI thread.
class MainWindow : public QMainWindow {
  Q_OBJECT

 public:
  /// `system` is what ThemeChoice::kSystem stands for. Without `remembers` no
  /// settings are read or written: pictures and tests depend on nothing else.
  explicit MainWindow(Scheme system, bool remembers = true, QWidget* parent = nullptr);
  ~MainWindow() override;

  /// A session, a capture, or a capture with its companion; a workload or a
  /// cost scenario goes to its own mode.
  void open_files(const QStringList& paths);
  /// Shows a finished run in Inspect mode. `title` names it.
  void show_trace(std::shared_ptr<const Trace> trace, const QString& title);
  void show_run(std::shared_ptr<const Trace> trace, const QString& title, RunSource source);
  void open_entry(const app::BuiltIn& entry);
  /// Opens the built-in workload or scenario of that name. False where there is none.
  bool open_entry(std::string_view name);
  void set_mode(Mode mode);
  void set_theme(ThemeChoice choice);

  InspectPage& inspect() { return *inspect_; }
  SimulatePage& simulate();
  PlanPage& plan();
  Banner& banner() { return *banner_; }
  bool is_busy() const { return job_status_->is_busy(); }
  /// The error of the last open_files(), if it failed.
  const std::optional<Error>& last_error() const { return last_error_; }

 signals:
  /// A run has been read and is on screen (not yet painted).
  void run_shown();
  /// No background work is left.
  void idle();

 protected:
  void closeEvent(QCloseEvent* event) override;
  void dragEnterEvent(QDragEnterEvent* event) override;
  void dropEvent(QDropEvent* event) override;

 private:
  /// Loads the columns of the shown session in the background.
  void read_ahead();
  void build_menu();
  void build_status_bar();
  bool open_document(const QString& path);
  void choose_files();
  void find_events();
  void save_session();
  void show_shortcuts();
  void remember(const QStringList& paths);
  void show_frame_time(double milliseconds);
  void restore_settings();

  Scheme system_;
  bool remembers_;
  QMenu* menu_;
  TopBar* top_bar_ = nullptr;
  Banner* banner_;
  QStackedWidget* pages_;
  WelcomePage* welcome_;
  InspectPage* inspect_;
  SimulatePage* simulate_ = nullptr;  ///< made when first shown
  PlanPage* plan_ = nullptr;          ///< made when first shown
  Job* open_job_;
  Job* read_ahead_job_;
  Job* save_job_;
  QLabel* status_text_;
  QPushButton* diagnostics_;  ///< how many there are; opens their dock
  QLabel* frame_time_;
  JobStatus* job_status_;
  std::optional<Error> last_error_;
};

}  // namespace nscope::gui
