#include "app/gui/shell/main_window.h"

#include "app/gui/compare/compare_page.h"
#include "app/gui/inspect/inspect_page.h"
#include "app/gui/inspect/layouts.h"
#include "app/gui/inspect/query_strip.h"
#include "app/gui/live/live_page.h"
#include "app/gui/panels/help_page.h"
#include "app/gui/plan/plan_page.h"
#include "app/gui/shell/content_page.h"
#include "app/gui/shell/price_drop.h"
#include "app/gui/shell/run_caption.h"
#include "app/gui/shell/search/search_field.h"
#include "app/gui/shell/welcome_page.h"
#include "app/gui/shell/wheel_guard.h"
#include "app/gui/simulate/simulate_page.h"
#include "app/gui/sweep/sweep_page.h"
#include "app/gui/text/text.h"
#include "app/gui/watch/folder_watcher.h"
#include "app/remote/fetch.h"
#include "importers/shared/importer.h"
#include "profiler/trace/run_place.h"
#include "profiler/trace/session/session_annotations.h"
#include "profiler/trace/session/session_file.h"

#include <QApplication>
#include <QCloseEvent>
#include <QDesktopServices>
#include <QDir>
#include <QFileInfo>
#include <QGridLayout>
#include <QLocale>
#include <QMenu>
#include <QScreen>
#include <QSettings>
#include <QShortcut>
#include <QStandardPaths>
#include <QStatusBar>
#include <QTimer>
#include <QUrl>
#include <QVBoxLayout>
#include <algorithm>
#include <array>
#include <chrono>
#include <fstream>
#include <optional>
#include <span>

namespace nscope::gui {
namespace {

struct OpenedRun {
  std::shared_ptr<const Trace> trace{};
  RunSource source{};
  std::optional<Error> notes_error{};     ///< the run was read, but not its annotations
  std::vector<cost::PriceList> prices{};  ///< price lists instead of a run
};

/// Opens a run and, if it is a session, its annotations.
Result<OpenedRun> open_with_notes(const std::vector<std::string>& files, TaskControl& control) {
  const auto local = remote::local_paths(files, control);
  if (!local) return fail(local.error());
  auto trace = importers::open_run(*local, {}, control);
  if (!trace) {
    if (trace.error().code != ErrorCode::kBadInput) return fail(trace.error());
    auto lists = app::open_price_lists(files);
    if (!lists) return fail(trace.error());
    OpenedRun none;
    none.prices = std::move(*lists);
    return none;
  }
  OpenedRun opened{.trace = std::move(*trace)};
  opened.source.capture = to_qstring(files.front());
  // A copy from another machine is not saved in place.
  if (files.size() != 1 || *local != files) return opened;
  std::array<char, 100> head{};
  std::ifstream(files.front(), std::ios::binary).read(head.data(), head.size());
  if (!session_file::sniff(std::as_bytes(std::span(head)))) return opened;
  auto notes = session_file::load_annotations(files.front(), *opened.trace);
  if (notes) {
    opened.source.session = to_qstring(files.front());
    opened.source.annotations = std::move(*notes);
    // Without the state of the view, the run is shown as usual.
    opened.source.view = session_file::load_view(files.front()).value_or(std::string());
  } else {
    opened.notes_error = notes.error();
  }
  return opened;
}

constexpr std::chrono::seconds kWarningIsValid(20);

}  // namespace

template <class Page, class Success>
void MainWindow::show_errors_of(Page* page, Success success) {
  connect(page, &Page::failed, this, [this, page](const QString& what, const Error& error) {
    banner_->show_error_of(page, what, error);
  });
  connect(page, success, this, [this, page] { banner_->settle(page); });
}

MainWindow::MainWindow(Scheme system, bool remembers, QWidget* parent)
    : QMainWindow(parent),
      system_(system),
      remembers_(remembers),
      preferences_(remembers ? Preferences::load(QSettings()) : Preferences()),
      menu_(new QMenu(this)),
      actions_(new ActionList(this)),
      banner_(new Banner),
      confirmation_(new Banner),
      pages_(new QStackedWidget),
      welcome_(new WelcomePage),
      inspect_(new InspectPage),
      content_(new ContentPage),
      layouts_(new Layouts(*inspect_, remembers, this)),
      watcher_(new FolderWatcher(this)),
      open_job_(new Job(tr("Opening"), this)),
      read_ahead_job_(new Job(tr("Prefetching"), this)),
      save_job_(new Job(tr("Saving"), this)),
      export_job_(new Job(tr("Exporting"), this)),
      prices_(new PriceDrop(this)),
      status_text_(new QLabel),
      watched_(new QPushButton),
      diagnostics_(new QPushButton),
      macro_state_(new QLabel),
      job_status_(new JobStatus) {
  setWindowTitle(QStringLiteral("Neuronscope"));
  setAcceptDrops(true);
  // Input fields accept dropped files as text; eventFilter() prevents this.
  qApp->installEventFilter(this);
  new WheelGuard(this);
  build_menu();
  top_bar_ = new TopBar(menu_);
  auto* body = new QWidget;
  body->setObjectName(QStringLiteral("page"));
  auto* layout = new QVBoxLayout(body);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  layout->addWidget(top_bar_);
  layout->addWidget(banner_);
  // Confirmations lie over the page, which does not move under the pointer.
  auto* page = new QGridLayout;
  page->addWidget(pages_, 0, 0);
  page->addWidget(confirmation_, 0, 0, Qt::AlignRight | Qt::AlignBottom);
  layout->addLayout(page, 1);
  setCentralWidget(body);
  pages_->addWidget(welcome_);
  pages_->addWidget(inspect_);
  pages_->addWidget(content_);
  set_help_page(*inspect_, "guide/open-a-capture");
  set_help_page(*content_, "guide/open-a-capture");
  connect(content_, &ContentPage::inspect_requested, this, [this] {
    shows_content_ = false;
    set_mode(Mode::kInspect);
    inspect_->show_dock(QStringLiteral("analyses"));
  });
  build_status_bar();
  build_macros();
  build_palette();

  connect(banner_, &Banner::error_shown, this,
          [this](const QString& title, const QString& text) { errors_.add(title, text); });
  connect(top_bar_, &TopBar::mode_requested, this, &MainWindow::set_mode);
  connect(prices_, &PriceDrop::failed, banner_, &Banner::show_error);
  connect(prices_, &PriceDrop::imported, this, [this](const QString& title, const QString& text) {
    banner_->show_notice(title, text);
    if (plan_ != nullptr) plan_->context().reload_book();
  });
  connect(welcome_, &WelcomePage::open_requested, this, &MainWindow::choose_files);
  connect(welcome_, &WelcomePage::prediction_requested, this,
          [this] { set_mode(Mode::kSimulate); });
  connect(welcome_, &WelcomePage::question_asked, this, [this](app::BuiltIn::Kind kind) {
    set_mode(Mode::kPlan);
    plan().ask_new(kind);
  });
  connect(welcome_, &WelcomePage::formats_requested, this, &MainWindow::show_formats);
  connect(welcome_, &WelcomePage::tour_requested, this, &MainWindow::start_tour);
  connect(welcome_, &WelcomePage::sample_chosen, this, &MainWindow::open_sample);
  connect(welcome_, &WelcomePage::samples_compared, this, &MainWindow::compare_samples);
  connect(welcome_, &WelcomePage::file_chosen, this,
          [this](const QString& path) { open_files({path}); });
  connect(welcome_, &WelcomePage::removal_requested, this, &MainWindow::forget);
  connect(welcome_, &WelcomePage::entry_chosen, this,
          qOverload<const app::BuiltIn&>(&MainWindow::open_entry));
  TimelineWidget* timeline = &inspect_->timeline();
  SearchField* search = &top_bar_->search();
  connect(search, &SearchField::jump_to_slice, timeline, &TimelineWidget::show_slice);
  connect(search, &SearchField::jump_to_track, timeline, &TimelineWidget::show_track);
  connect(timeline, &TimelineWidget::slice_selected, search, &SearchField::set_current);
  connect(inspect_, &InspectPage::status_changed, status_text_, &QLabel::setText);
  connect(inspect_, &InspectPage::failed, banner_, &Banner::show_error);
  connect(inspect_, &InspectPage::noticed, banner_, &Banner::show_notice);
  connect(inspect_, &InspectPage::job_made, job_status_, &JobStatus::watch);
  connect(inspect_, &InspectPage::diagnostics_counted, this, [this](int count) {
    const QString text = count == 1 ? tr("1 diagnostic") : tr("%1 diagnostics").arg(count);
    diagnostics_->setText(text);
  });
  follow_patterns();
  restore_settings();
}

MainWindow::~MainWindow() = default;

/// Keeps the Patterns button of the timeline and the preference in sync.
void MainWindow::follow_patterns() {
  QPushButton& shown = inspect_->timeline_panel().bar().patterns_button();
  shown.setChecked(preferences_.patterns);
  connect(this, &MainWindow::preferences_changed, &shown,
          [&shown](const Preferences& now) { shown.setChecked(now.patterns); });
  connect(&shown, &QPushButton::toggled, this, [this](bool on) {
    if (on == preferences_.patterns) return;
    Preferences changed = preferences_;
    changed.patterns = on;
    set_preferences(changed);
  });
}

void MainWindow::build_status_bar() {
  statusBar()->setSizeGripEnabled(false);
  statusBar()->setFixedHeight(26);
  statusBar()->addWidget(status_text_, 1);
  diagnostics_->setObjectName(QStringLiteral("statusLink"));
  diagnostics_->hide();  // until a run is shown
  diagnostics_->setToolTip(tr("Shows what the importer repaired, skipped or assumed."));
  connect(diagnostics_, &QPushButton::clicked, this,
          [this] { inspect_->show_dock(QStringLiteral("diagnostics")); });
  build_watcher();
  statusBar()->addPermanentWidget(macro_state_);
  statusBar()->addPermanentWidget(diagnostics_);
  statusBar()->addPermanentWidget(watched_);
  statusBar()->addPermanentWidget(job_status_);
  statusBar()->setContentsMargins(8, 0, 8, 0);
  job_status_->watch(open_job_);
  job_status_->watch(read_ahead_job_);
  job_status_->watch(save_job_);
  job_status_->watch(export_job_);
  job_status_->watch(&prices_->job());
  job_status_->watch(&top_bar_->search().job());
  for (Job* job : inspect_->jobs()) job_status_->watch(job);
  for (Job* job : inspect_->timeline().jobs()) job_status_->watch(job);
  job_status_->watch(&inspect_->query_strip().job());
  connect(job_status_, &JobStatus::idle, this, &MainWindow::idle);
}

void MainWindow::open_files(const QStringList& given) {
  if (given.isEmpty()) return;
  QStringList paths = given;
  std::string place;
  if (paths.size() == 1) {
    PlaceLink link = split_link(to_string(paths.front()));
    paths.front() = to_qstring(link.path);
    place = std::move(link.place);
  }
  if (paths.size() == 1 && (open_document(paths.front()) || open_results(paths.front()))) return;
  const QString name = QFileInfo(paths.front()).fileName();
  std::vector<std::string> files;
  for (const QString& path : paths) files.push_back(to_string(path));
  open_job_->set_title(tr("Opening %1").arg(name));
  last_error_.reset();
  open_job_->start(
      [files](TaskControl& control) { return open_with_notes(files, control); },
      [this, paths, name, place](Result<OpenedRun> run) {
        if (!run) {
          last_error_ = run.error();
          if (run.error().code != ErrorCode::kCancelled) {
            banner_->show_error_of(open_job_, tr("Cannot open %1").arg(name), run.error());
          }
          emit files_opened(paths, &run.error());
          return;
        }
        if (!run->prices.empty()) {
          return prices_->import(name, std::move(run->prices));
        }
        remember(paths);
        show_run(std::move(run->trace), name, std::move(run->source));
        if (run->notes_error) {
          banner_->show_error(tr("Cannot read the annotations of %1").arg(name), *run->notes_error);
        }
        follow_link(place);
        emit files_opened(paths, nullptr);
      });
}

void MainWindow::follow_link(const std::string& place) {
  if (place.empty() || !inspect_->trace()) return;
  const auto read = read_place(place, *inspect_->trace());
  if (!read) return banner_->show_error(tr("Cannot show the place of the link"), read.error());
  inspect_->go_to(*read);
}

void MainWindow::show_trace(std::shared_ptr<const Trace> trace, const QString& title) {
  show_run(std::move(trace), title, {});
}

void MainWindow::show_run(std::shared_ptr<const Trace> trace, const QString& title,
                          RunSource source) {
  banner_->hide();
  run_title_ = title;
  top_bar_->search().set_trace(trace);
  shows_content_ = !has_timeline(*trace);
  if (shows_content_) content_->set_trace(trace, title);
  inspect_->set_trace(std::move(trace), std::move(source));
  set_mode(Mode::kInspect);
  read_ahead();
  emit run_shown();
}

void MainWindow::read_ahead() {
  // Without prefetching, a session is read in pieces while its timeline is painted, which is
  // slow. Sessions that may not fit into memory are still read this way.
  constexpr double kBytesPerSlice = 20.0;  // 16, plus depth and wait if present
  const double most_bytes = preferences_.read_ahead_gib * 1024.0 * 1024.0 * 1024.0;
  const std::shared_ptr<const Trace> trace = inspect_->trace();
  if (static_cast<double>(trace->slice_count()) * kBytesPerSlice > most_bytes) return;
  read_ahead_job_->start(
      [trace](TaskControl& control) { return session_file::load_columns(*trace, control); },
      [this](const Result<>& done) {
        if (done || done.error().code == ErrorCode::kCancelled) return;
        banner_->show_error(tr("The session is damaged"), done.error());
      });
}

void MainWindow::open_entry(const app::BuiltIn& entry) {
  if (entry.kind == app::BuiltIn::Kind::kWorkload) {
    set_mode(Mode::kSimulate);
    simulate().load(entry.name);
    simulate().run();
  } else {
    set_mode(Mode::kPlan);
    plan().load(entry.name, entry.kind);
  }
}

bool MainWindow::open_entry(std::string_view name, std::optional<Mode> mode) {
  using Kind = app::BuiltIn::Kind;
  std::vector<Kind> preferred;
  if (mode == Mode::kSimulate) preferred = {Kind::kWorkload};
  if (mode == Mode::kPlan) preferred = {Kind::kScenario, Kind::kPlan, Kind::kMigration};
  const auto entry = app::find_built_in(name, preferred);
  if (entry) open_entry(*entry);
  return entry.has_value();
}

SimulatePage& MainWindow::simulate() {
  if (simulate_ == nullptr) {
    simulate_ = new SimulatePage(catalog_);
    set_help_page(*simulate_, "guide/simulate");
    pages_->addWidget(simulate_);
    for (Job* job : simulate_->jobs()) job_status_->watch(job);
    connect(simulate_, &SimulatePage::estimated, this, &MainWindow::show_title);
    connect(simulate_, &SimulatePage::open_requested, this, &MainWindow::show_trace);
    connect(simulate_, &SimulatePage::save_requested, this, &MainWindow::choose_where_to_save);
    show_errors_of(simulate_, &SimulatePage::succeeded);
    connect(simulate_, &SimulatePage::price_requested, this,
            [this](const sim::Workload& workload, const sim::SimulationResult& predicted) {
              set_mode(Mode::kPlan);
              plan().price(workload, predicted);
            });
  }
  return *simulate_;
}

LivePage& MainWindow::live() {
  if (live_ == nullptr) {
    live_ = new LivePage;
    set_help_page(*live_, "guide/live");
    pages_->addWidget(live_);
    for (Job* job : live_->jobs()) job_status_->watch(job);
    connect(live_, &LivePage::started, this, &MainWindow::show_title);
    connect(live_, &LivePage::open_requested, this, &MainWindow::show_trace);
    connect(live_, &LivePage::save_requested, this, &MainWindow::choose_where_to_save);
    show_errors_of(live_, &LivePage::started);
  }
  return *live_;
}

ComparePage& MainWindow::compare() {
  if (compare_ == nullptr) {
    compare_ = new ComparePage;
    set_help_page(*compare_, "guide/compare-runs");
    pages_->addWidget(compare_);
    for (Job* job : compare_->jobs()) job_status_->watch(job);
    TimelineStack& timelines = compare_->timelines();
    timelines.set_patterns(preferences_.patterns);
    connect(this, &MainWindow::preferences_changed, &timelines,
            [&timelines](const Preferences& now) { timelines.set_patterns(now.patterns); });
    connect(compare_, &ComparePage::open_requested, this, &MainWindow::show_trace);
    connect(compare_, &ComparePage::open_run_requested, this,
            [this] { compare_->add_run(inspect_->trace(), run_title_); });
    connect(compare_, &ComparePage::failed, this, [this](const QString& what, const Error& error) {
      last_error_ = error;
      banner_->show_error_of(compare_, what, error);
    });
    connect(compare_, &ComparePage::compared, this, [this] { banner_->settle(compare_); });
    connect(compare_, &ComparePage::status_changed, this, [this](const QString& text) {
      if (pages_->currentWidget() != compare_) return;
      status_text_->setText(text);
      show_title();
    });
  }
  return *compare_;
}

void MainWindow::compare_with() {
  if (simulate_ != nullptr && pages_->currentWidget() == simulate_ && simulate_->trace()) {
    compare().add_run(simulate_->trace(), simulate_->run_title());
  } else if (inspect_->trace()) {
    compare().add_run(inspect_->trace(), run_title_);
  }
  set_mode(Mode::kCompare);
  compare().choose_files();
}

PlanPage& MainWindow::plan() {
  if (plan_ == nullptr) {
    plan_ = new PlanPage(catalog_);
    set_help_page(*plan_, "guide/plan-costs");
    pages_->addWidget(plan_);
    for (Job* job : plan_->jobs()) job_status_->watch(job);
    show_errors_of(plan_, &PlanPage::answered);
    connect(plan_, &PlanPage::document_state_changed, this, &MainWindow::show_title);
    connect(plan_, &PlanPage::document_saved, this,
            [this](const QString& path, const std::function<void()>& undo) {
              remember({path});
              confirm_saved(path, undo);
            });
    connect(plan_, &PlanPage::simulate_requested, this, [this](const sim::Workload& workload) {
      set_mode(Mode::kSimulate);
      simulate().set_workload(workload);
    });
    connect(plan_, &PlanPage::status_changed, this, [this](const QString& text) {
      if (pages_->currentWidget() == plan_) status_text_->setText(text);
    });
  }
  return *plan_;
}

void MainWindow::set_mode(Mode mode) {
  top_bar_->set_mode(mode);
  QWidget* page = welcome_;
  if (mode == Mode::kInspect && inspect_->trace()) {
    page = shows_content_ ? static_cast<QWidget*>(content_) : inspect_;
  }
  if (mode == Mode::kSimulate) page = &simulate();
  if (mode == Mode::kLive) page = &live();
  if (mode == Mode::kCompare) {
    page = &compare();
    compare().offer(inspect_->trace() ? run_title_ : QString(), recent_files());
  }
  if (mode == Mode::kPlan) page = &plan();
  if (mode == Mode::kSweep) page = &sweep();
  pages_->setCurrentWidget(page);
  // The page gets the keyboard focus, not the bar that was clicked.
  if (page == inspect_) {
    inspect_->timeline().setFocus();
  } else {
    page->setFocus();
  }
  const bool timeline = page == inspect_;
  status_text_->setText(timeline           ? inspect_->status()
                        : page == plan_    ? plan_->status()
                        : page == compare_ ? compare_->status()
                                           : QString());
  diagnostics_->setVisible(timeline);
  show_title();
}

QString MainWindow::shown_title() const {
  const QWidget* const page = pages_->currentWidget();
  if (page == simulate_ && simulate_ != nullptr) return simulate_->title();
  if (page == live_ && live_ != nullptr) return live_->title();
  if (page == compare_ && compare_ != nullptr) return compare_->title();
  if (page == plan_ && plan_ != nullptr) return plan_->document_title();
  if (page == sweep_ && sweep_ != nullptr) return sweep_->title();
  return shows_run() ? run_title_ : QString();
}

bool MainWindow::shows_run() const {
  const QWidget* const page = pages_->currentWidget();
  return inspect_->trace() && (page == inspect_ || page == content_);
}

/// Title and caption name what the page shows; a star marks a document with edits that are not
/// saved.
void MainWindow::show_title() {
  const QWidget* const page = pages_->currentWidget();
  const QString shown = shown_title();
  top_bar_->set_caption(shows_run() ? run_caption(*inspect_->trace(), run_title_) : shown);
  setWindowTitle(shown.isEmpty() ? QStringLiteral("Neuronscope")
                                 : shown + QStringLiteral("[*] – Neuronscope"));
  setWindowModified(page == plan_ && !shown.isEmpty() && plan_->view().document().is_edited());
}

void MainWindow::confirm_saved(const QString& path, std::function<void()> undo) {
  const QFileInfo info(path);
  std::vector<BannerAction> actions;
  actions.push_back({tr("Show in Folder"), [this, folder = info.absolutePath()] {
                       if (QDesktopServices::openUrl(QUrl::fromLocalFile(folder))) return;
                       banner_->show_notice(tr("Cannot open the folder"), folder);
                     }});
  if (undo) actions.push_back({tr("Undo"), std::move(undo)});
  confirmation_->show_done(tr("Saved %1").arg(info.fileName()),
                           QDir::toNativeSeparators(info.absoluteFilePath()), std::move(actions));
  confirmation_->raise();
}

void MainWindow::fit_screen() {
  const QScreen* const on = screen();
  if (on == nullptr) return;
  const QRect room = on->availableGeometry();
  if (width() > room.width() || height() > room.height()) {
    resize(std::min(width(), room.width()), std::min(height(), room.height()));
  }
  if (!room.contains(frameGeometry().topLeft())) move(room.topLeft());
}

void MainWindow::restore_settings() {
  resize(1600, 1000);
  if (!remembers_) return fit_screen();
  inspect_->run().set_data_folder(
      QStandardPaths::writableLocation(QStandardPaths::AppDataLocation));
  const QSettings settings;
  restoreGeometry(settings.value(QStringLiteral("geometry")).toByteArray());
  inspect_->restore_layout(settings.value(QStringLiteral("layout")).toByteArray());
  welcome_->set_recent_files(recent_files());
  show_tour_state();
  fit_screen();
}

void MainWindow::discard_and_close(bool& warned) {
  warned = true;
  close();
}

bool MainWindow::may_close() {
  const auto warn = [this](bool& warned) {
    warned = true;
    QTimer::singleShot(kWarningIsValid, this, [&warned] { warned = false; });
  };
  if (live_ != nullptr && live_->has_unsaved() && !warned_of_recording_) {
    warn(warned_of_recording_);
    set_mode(Mode::kLive);
    banner_->show_choice(
        tr("A recording is not saved"),
        live_->is_running() ? tr("Saving it stops the stream.") : QString(),
        {{tr("Save Recording…"),
          [this] {
            closes_after_choice_ = true;
            warned_of_recording_ = false;  // there may be a second recording
            live_->keep();
          }},
         {tr("Discard and Close"), [this] { discard_and_close(warned_of_recording_); }}});
    return false;
  }
  PlanView* const edited = plan_ == nullptr ? nullptr : plan_->edited_view();
  if (edited == nullptr || warned_of_document_) return true;
  warn(warned_of_document_);
  set_mode(Mode::kPlan);
  plan_->show_view(*edited);
  banner_->show_choice(
      tr("The changes of %1 are not saved").arg(edited->document().title()), QString(),
      {{tr("Save"),
        [this, edited] {
          if (!edited->document().save()) return;
          warned_of_document_ = false;  // another document may have changes, too
          close();
        }},
       {tr("Discard and Close"), [this] { discard_and_close(warned_of_document_); }}});
  return false;
}

void MainWindow::closeEvent(QCloseEvent* event) {
  if (save_job_->is_running()) {
    closes_after_saving_ = true;
    banner_->show_notice(tr("Saving"), tr("The window closes after the session is saved."));
    return event->ignore();
  }
  if (!may_close()) return event->ignore();
  event->accept();
  if (!remembers_) return;
  QSettings settings;
  settings.setValue(QStringLiteral("geometry"), saveGeometry());
  settings.setValue(QStringLiteral("layout"), inspect_->save_layout());
}

}  // namespace nscope::gui

#include "moc_main_window.cpp"
