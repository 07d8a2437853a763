#include "app/gui/shell/main_window.h"

#include "app/gui/inspect/inspect_page.h"
#include "app/gui/plan/plan_page.h"
#include "app/gui/shell/run_caption.h"
#include "app/gui/shell/search_field.h"
#include "app/gui/shell/welcome_page.h"
#include "app/gui/simulate/simulate_page.h"
#include "app/gui/text.h"
#include "importers/importer.h"
#include "profiler/trace/session_file.h"

#include <QApplication>
#include <QCloseEvent>
#include <QFileDialog>
#include <QFileInfo>
#include <QMenu>
#include <QMimeData>
#include <QSettings>
#include <QShortcut>
#include <QStatusBar>
#include <QVBoxLayout>

namespace nscope::gui {
namespace {

constexpr int kRecentFiles = 8;
constexpr qint64 kLargestDocument = 1 << 20;

}  // namespace

MainWindow::MainWindow(Scheme system, bool remembers, QWidget* parent)
    : QMainWindow(parent),
      system_(system),
      remembers_(remembers),
      menu_(new QMenu(this)),
      banner_(new Banner),
      pages_(new QStackedWidget),
      welcome_(new WelcomePage),
      inspect_(new InspectPage),
      open_job_(new Job(tr("Opening"), this)),
      read_ahead_job_(new Job(tr("Reading ahead"), this)),
      save_job_(new Job(tr("Saving"), this)),
      status_text_(new QLabel),
      diagnostics_(new QLabel),
      frame_time_(new QLabel),
      job_status_(new JobStatus) {
  setWindowTitle(QStringLiteral("Neuronscope"));
  setAcceptDrops(true);
  build_menu();
  top_bar_ = new TopBar(menu_);
  auto* body = new QWidget;
  body->setObjectName(QStringLiteral("page"));
  auto* layout = new QVBoxLayout(body);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  layout->addWidget(top_bar_);
  layout->addWidget(banner_);
  layout->addWidget(pages_, 1);
  setCentralWidget(body);
  pages_->addWidget(welcome_);
  pages_->addWidget(inspect_);
  build_status_bar();

  connect(top_bar_, &TopBar::mode_requested, this, &MainWindow::set_mode);
  connect(welcome_, &WelcomePage::open_requested, this, &MainWindow::choose_files);
  connect(welcome_, &WelcomePage::file_chosen, this,
          [this](const QString& path) { open_files({path}); });
  connect(welcome_, &WelcomePage::entry_chosen, this,
          qOverload<const app::BuiltIn&>(&MainWindow::open_entry));
  TimelineWidget* timeline = &inspect_->timeline();
  SearchField* search = &top_bar_->search();
  connect(search, &SearchField::jump_to_slice, timeline, &TimelineWidget::show_slice);
  connect(search, &SearchField::jump_to_track, timeline, &TimelineWidget::show_track);
  connect(timeline, &TimelineWidget::slice_selected, search, &SearchField::set_current);
  connect(timeline, &TimelineWidget::frame_painted, this, &MainWindow::show_frame_time);
  connect(inspect_, &InspectPage::status_changed, status_text_, &QLabel::setText);
  connect(inspect_, &InspectPage::failed, banner_, &Banner::show_error);
  connect(inspect_, &InspectPage::job_made, job_status_, &JobStatus::watch);
  connect(inspect_, &InspectPage::diagnostics_counted, this, [this](int count) {
    const QString text = count == 1 ? tr("1 diagnostic") : tr("%1 diagnostics").arg(count);
    diagnostics_->setText(text + QStringLiteral(" ·"));
  });
  restore_settings();
}

MainWindow::~MainWindow() = default;

void MainWindow::build_status_bar() {
  statusBar()->setSizeGripEnabled(false);
  statusBar()->setFixedHeight(26);
  statusBar()->addWidget(status_text_, 1);
  statusBar()->addPermanentWidget(diagnostics_);
  statusBar()->addPermanentWidget(frame_time_);
  statusBar()->addPermanentWidget(job_status_);
  statusBar()->setContentsMargins(8, 0, 8, 0);
  job_status_->watch(open_job_);
  job_status_->watch(read_ahead_job_);
  job_status_->watch(save_job_);
  for (Job* job : inspect_->jobs()) job_status_->watch(job);
  for (Job* job : inspect_->timeline().jobs()) job_status_->watch(job);
  connect(job_status_, &JobStatus::idle, this, &MainWindow::idle);
}

void MainWindow::show_frame_time(double milliseconds) {
  frame_time_->setText(tr("frame %1 ms ·").arg(milliseconds, 0, 'f', 1));
}

/// Opens a workload or a scenario. False for anything else, so that captures
/// go the usual way; large files cannot be documents and are not read here.
bool MainWindow::open_document(const QString& path) {
  const QFileInfo info(path);
  if (info.suffix() != QLatin1String("json") || !info.isFile() || info.size() > kLargestDocument) {
    return false;
  }
  const auto json = app::read_json_file(to_string(path));
  if (!json || !json->is_object()) return false;
  const auto schema = json->find("schema");
  if (schema == json->end()) return false;
  if (*schema == "nscope.workload/1") {
    set_mode(Mode::kSimulate);
    simulate().load(to_string(path));
  } else if (*schema == "nscope.cost/1") {
    set_mode(Mode::kPlan);
    plan().load(to_string(path));
  } else {
    return false;
  }
  remember({path});
  return true;
}

void MainWindow::open_files(const QStringList& paths) {
  if (paths.isEmpty()) return;
  if (paths.size() == 1 && open_document(paths.front())) return;
  const QString name = QFileInfo(paths.front()).fileName();
  std::vector<std::string> files;
  for (const QString& path : paths) files.push_back(to_string(path));
  open_job_->set_title(tr("Opening %1").arg(name));
  last_error_.reset();
  open_job_->start(
      [files](TaskControl& control) { return importers::open_run(files, {}, control); },
      [this, paths, name](Result<std::shared_ptr<const Trace>> run) {
        if (!run) {
          last_error_ = run.error();
          if (run.error().code != ErrorCode::kCancelled) {
            banner_->show_error(tr("Cannot open %1").arg(name), run.error());
          }
          return;
        }
        remember(paths);
        show_trace(std::move(*run), name);
      });
}

void MainWindow::show_trace(std::shared_ptr<const Trace> trace, const QString& title) {
  banner_->hide();
  top_bar_->set_caption(run_caption(*trace, title));
  top_bar_->search().set_trace(trace);
  setWindowTitle(title + QStringLiteral(" – Neuronscope"));
  inspect_->set_trace(std::move(trace));
  set_mode(Mode::kInspect);
  inspect_->timeline().setFocus();
  read_ahead();
  emit run_shown();
}

void MainWindow::read_ahead() {
  // A large session would otherwise be read bit by bit while its timeline is
  // painted. One that would fill the memory is left to be read where it is seen.
  constexpr std::size_t kMostSlices = 200'000'000;
  const std::shared_ptr<const Trace> trace = inspect_->trace();
  if (trace->slice_count() > kMostSlices) return;
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
    plan().load(entry.name);
  }
}

bool MainWindow::open_entry(std::string_view name) {
  for (const app::BuiltIn& entry : app::built_ins()) {
    if (entry.name != name) continue;
    open_entry(entry);
    return true;
  }
  return false;
}

SimulatePage& MainWindow::simulate() {
  if (simulate_ == nullptr) {
    simulate_ = new SimulatePage;
    pages_->addWidget(simulate_);
    job_status_->watch(&simulate_->job());
    connect(simulate_, &SimulatePage::open_requested, this, &MainWindow::show_trace);
    connect(simulate_, &SimulatePage::failed, banner_, &Banner::show_error);
    connect(simulate_, &SimulatePage::price_requested, this, [this](const sim::Workload& workload) {
      set_mode(Mode::kPlan);
      plan().price(workload);
    });
  }
  return *simulate_;
}

PlanPage& MainWindow::plan() {
  if (plan_ == nullptr) {
    plan_ = new PlanPage;
    pages_->addWidget(plan_);
    job_status_->watch(&plan_->job());
    connect(plan_, &PlanPage::failed, banner_, &Banner::show_error);
    connect(plan_, &PlanPage::computed, this, [this] {
      if (pages_->currentWidget() == plan_) status_text_->setText(plan_->status());
    });
  }
  return *plan_;
}

void MainWindow::set_mode(Mode mode) {
  top_bar_->set_mode(mode);
  QWidget* page = welcome_;
  if (mode == Mode::kInspect && inspect_->trace()) page = inspect_;
  if (mode == Mode::kSimulate) page = &simulate();
  if (mode == Mode::kPlan) page = &plan();
  pages_->setCurrentWidget(page);
  // Keys go to the page, not to the bar that was clicked.
  if (page == inspect_) {
    inspect_->timeline().setFocus();
  } else {
    page->setFocus();
  }
  const bool timeline = page == inspect_;
  status_text_->setText(timeline        ? inspect_->status()
                        : page == plan_ ? plan_->status()
                                        : QString());
  diagnostics_->setVisible(timeline);
  frame_time_->setVisible(timeline);
}

void MainWindow::set_theme(ThemeChoice choice) {
  Scheme scheme = system_;
  if (choice == ThemeChoice::kDark) scheme = Scheme::kDark;
  if (choice == ThemeChoice::kLight) scheme = Scheme::kLight;
  apply_theme(*qApp, scheme);
  if (remembers_) QSettings().setValue(QStringLiteral("theme"), static_cast<int>(choice));
}

void MainWindow::remember(const QStringList& paths) {
  if (!remembers_) return;
  QSettings settings;
  QStringList recent = settings.value(QStringLiteral("recent")).toStringList();
  const QString path = QFileInfo(paths.front()).absoluteFilePath();
  recent.removeAll(path);
  recent.prepend(path);
  while (recent.size() > kRecentFiles) recent.removeLast();
  settings.setValue(QStringLiteral("recent"), recent);
  welcome_->set_recent_files(recent);
}

void MainWindow::restore_settings() {
  resize(1600, 1000);
  if (!remembers_) return;
  const QSettings settings;
  restoreGeometry(settings.value(QStringLiteral("geometry")).toByteArray());
  inspect_->restore_layout(settings.value(QStringLiteral("layout")).toByteArray());
  welcome_->set_recent_files(settings.value(QStringLiteral("recent")).toStringList());
}

void MainWindow::closeEvent(QCloseEvent* event) {
  event->accept();
  if (!remembers_) return;
  QSettings settings;
  settings.setValue(QStringLiteral("geometry"), saveGeometry());
  settings.setValue(QStringLiteral("layout"), inspect_->save_layout());
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event) {
  if (event->mimeData()->hasUrls()) event->acceptProposedAction();
}

void MainWindow::dropEvent(QDropEvent* event) {
  QStringList paths;
  for (const QUrl& url : event->mimeData()->urls()) {
    if (url.isLocalFile()) paths << url.toLocalFile();
  }
  open_files(paths);
}

}  // namespace nscope::gui
