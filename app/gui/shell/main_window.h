#pragma once

#include "app/documents/built_in.h"
#include "app/gui/background/job.h"
#include "app/gui/panels/job_status.h"
#include "app/gui/run/run_view.h"
#include "app/gui/shell/actions/actions.h"
#include "app/gui/shell/banner.h"
#include "app/gui/shell/dialogs/error_log.h"
#include "app/gui/shell/dialogs/preferences.h"
#include "app/gui/shell/single_instance.h"
#include "app/gui/shell/top_bar.h"
#include "app/gui/theme/theme.h"
#include "profiler/trace/trace.h"
#include "simcore/catalog/catalog.h"

#include <QDialog>
#include <QLabel>
#include <QMainWindow>
#include <QPointer>
#include <QPushButton>
#include <QStackedWidget>
#include <deque>
#include <functional>
#include <memory>
#include <string>
#include <utility>

namespace nscope::gui {

class CommandPalette;
class ComparePage;
class ContentPage;
class FolderWatcher;
class InspectPage;
class Layouts;
class LivePage;
class MacroPlayer;
class MacroRecorder;
class PlanPage;
class PriceDrop;
struct PaletteEntry;
class SimulatePage;
class SweepPage;
class Tour;
class WelcomePage;

/// The main window: modes, banner, pages and status bar. Files are opened in the background, and
/// errors are shown as a banner. GUI thread.
class MainWindow : public QMainWindow {
  Q_OBJECT

 public:
  /// `system` is the scheme of ThemeChoice::kSystem. If `remembers` is false, no settings are read
  /// or written, which makes screenshots and tests reproducible.
  explicit MainWindow(Scheme system, bool remembers = true, QWidget* parent = nullptr);
  ~MainWindow() override;

  /// Opens a session, a capture, or a capture with its companion files. A workload, cost scenario,
  /// capacity plan or migration study, and the results of a sweep, open in their own mode. Price
  /// lists are imported into the
  /// user's price book. One path can be a link to a place of a run (profiler/trace/run_place.h).
  void open_files(const QStringList& paths);
  /// Shows a run in Inspect mode with the given title.
  void show_trace(std::shared_ptr<const Trace> trace, const QString& title);
  void show_run(std::shared_ptr<const Trace> trace, const QString& title, RunSource source);
  void open_entry(const app::BuiltIn& entry);
  /// Opens the built-in document NAME or KIND:NAME. If several documents have the name, the one
  /// of `mode` is opened. False if there is none.
  bool open_entry(std::string_view name, std::optional<Mode> mode = std::nullopt);
  /// Saves a run as a session, in the background and atomically.
  void save_run(const std::shared_ptr<const Trace>& trace, QString path);
  /// Writes the run in Inspect and its notes as an HTML timeline, in the background and atomically.
  /// There must be a run.
  void write_timeline(QString path);
  void set_mode(Mode mode);
  /// The catalogue of the pages that are created later; without one, the built-in catalogue.
  void set_catalog(std::shared_ptr<const catalog::Catalog> catalog) {
    catalog_ = std::move(catalog);
  }
  void set_theme(ThemeChoice choice);
  void set_preferences(const Preferences& preferences);
  const Preferences& preferences() const { return preferences_; }
  /// Handles the request of a second start of the program and raises the window.
  void take_over(const StartRequest& request);
  void show_preferences();
  /// The page of the documentation about the part of the window with the keyboard focus, or about
  /// the current page (panels/help_page.h).
  QString documentation_page() const;
  /// Opens that page in the web browser, or shows why it cannot.
  void show_documentation();
  void show_shortcuts();
  void show_about();
  void show_formats();
  /// Starts the tour, at the stop at which it was left. A running tour stays.
  void start_tour();
  /// The running tour; null if there is none.
  Tour* tour() const;
  WelcomePage& welcome() { return *welcome_; }

  ActionList& actions() { return *actions_; }
  CommandPalette& command_palette() { return *palette_; }
  /// The open dialog; null if there is none.
  QDialog* dialog() const { return dialog_; }
  InspectPage& inspect() { return *inspect_; }
  ContentPage& content() { return *content_; }
  SimulatePage& simulate();
  LivePage& live();
  ComparePage& compare();
  PlanPage& plan();
  SweepPage& sweep();
  bool sweep_is_shown() const;
  /// Watches a folder and opens captures that appear in it. Errors: those of
  /// watch::WatchedFolder::open().
  Result<> watch_folder(const QString& folder);
  FolderWatcher& watcher() { return *watcher_; }
  /// Plays a macro in Inspect. Errors are shown, and are last_error().
  void play_macro(const QString& path);
  MacroRecorder& macro_recorder() { return *macro_recorder_; }
  /// Shows the folder that is watched, and what was found in it.
  void show_watched();
  Banner& banner() { return *banner_; }
  Banner& confirmation() { return *confirmation_; }
  bool is_busy() const;
  /// The error of the last open_files() or play_macro(), if it failed.
  const std::optional<Error>& last_error() const { return last_error_; }

 signals:
  /// open_files() has ended; `error` is null if it succeeded.
  void files_opened(const QStringList& paths, const nscope::Error* error);
  /// A run has been read and is shown, but not yet painted.
  void run_shown();
  /// All background work is done.
  void idle();
  void preferences_changed(const nscope::gui::Preferences& preferences);

 protected:
  void closeEvent(QCloseEvent* event) override;
  void dragEnterEvent(QDragEnterEvent* event) override;
  void dropEvent(QDropEvent* event) override;
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  struct PendingSave {
    std::shared_ptr<const Trace> trace;
    QString path;
    std::vector<Annotation> notes{};
    std::string view{};  ///< state of the view; empty: unknown
  };

  /// Shows the place of a link in the run that was opened.
  void follow_link(const std::string& place);
  /// Prefetches the columns of the shown session in the background.
  void read_ahead();
  void add_actions();
  void add_theme_actions();
  void add_macro_actions();
  void build_macros();
  void save_macro();
  void build_menu();
  void build_palette();
  void fill_recent_menu(QMenu& menu);
  /// Runs the entry that was chosen in the command palette.
  void do_entry(const PaletteEntry& entry);
  void show_start_page();
  void open_sample(const QString& id);
  void compare_samples();
  void remember_tour(int stop);
  void show_tour_state();
  void open_new_window();
  void follow_patterns();
  void build_status_bar();
  bool open_document(const QString& path);
  /// Opens the results of a sweep. Returns false for other files.
  bool open_results(const QString& path);
  void open_point(const Json& document, const QString& name);
  void build_watcher();
  void open_found(const QString& path);
  void show_watch_state();
  void choose_files();
  void choose_folder();
  void find_events();
  QWidget& current_view();
  void save_view();
  void save_session();
  void export_timeline();
  void choose_where_to_save(const std::shared_ptr<const Trace>& trace, const QString& name);
  void save_next();
  QStringList recent_files() const;
  void set_recent_files(const QStringList& recent);
  /// Adds the run of Inspect to Compare and asks for the runs to compare it with.
  void compare_with();
  void remember(const QStringList& paths);
  void forget(const QStringList& paths);
  void restore_settings();
  /// Makes the window at most as large as its screen.
  void fit_screen();
  /// The title of what the page shows; empty for the start page.
  QString shown_title() const;
  /// Whether the page shows the run of Inspect.
  bool shows_run() const;
  void show_title();
  /// Connects failed() of a page with the banner, and `success`, after which the banner ends.
  template <class Page, class Success>
  void show_errors_of(Page* page, Success success);
  /// Confirms that a file was saved; `undo` is empty if that cannot be undone.
  void confirm_saved(const QString& path, std::function<void()> undo = {});
  /// Whether nothing would be lost, or the user was asked and closes again.
  bool may_close();
  void discard_and_close(bool& warned);

  std::shared_ptr<const catalog::Catalog> catalog_;
  Scheme system_;
  bool remembers_;
  Preferences preferences_;
  ErrorLog errors_;
  QMenu* menu_;
  ActionList* actions_;
  CommandPalette* palette_ = nullptr;
  QPointer<QDialog> dialog_;  ///< preferences, shortcuts or about
  TopBar* top_bar_ = nullptr;
  Banner* banner_;
  Banner* confirmation_;  ///< of what was saved
  QStackedWidget* pages_;
  WelcomePage* welcome_;
  QPointer<QWidget> tour_;  ///< a Tour
  int tour_stop_ = 0;       ///< where to continue; negative after the last stop
  InspectPage* inspect_;
  ContentPage* content_;  ///< shown in Inspect if the file has no timeline
  bool shows_content_ = false;
  Layouts* layouts_;
  SimulatePage* simulate_ = nullptr;  ///< created when first shown
  LivePage* live_ = nullptr;          ///< created when first shown
  ComparePage* compare_ = nullptr;    ///< created when first shown
  PlanPage* plan_ = nullptr;          ///< created when first shown
  SweepPage* sweep_ = nullptr;        ///< created when first shown
  FolderWatcher* watcher_;
  MacroRecorder* macro_recorder_ = nullptr;
  MacroPlayer* macro_player_ = nullptr;
  Job* open_job_;
  Job* read_ahead_job_;
  Job* save_job_;
  Job* export_job_;
  PriceDrop* prices_;
  std::deque<PendingSave> saves_;  ///< waiting for the running save
  bool closes_after_saving_ = false;
  bool closes_after_choice_ = false;  ///< close when the file that is asked for now is saved
  bool warned_of_recording_ = false;  ///< closing again soon discards it
  bool warned_of_document_ = false;   ///< closing again soon discards its edits
  QString run_title_;                 ///< title of the run in Inspect
  QLabel* status_text_;
  QPushButton* watched_;      ///< the folder that is watched; opens its list
  QPushButton* diagnostics_;  ///< number of diagnostics; opens their dock
  QLabel* macro_state_;       ///< hidden unless a macro is recorded
  JobStatus* job_status_;
  std::optional<Error> last_error_;
};

}  // namespace nscope::gui
