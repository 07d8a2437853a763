// Documents, results of sweeps, whose points open as documents, and the folder that is watched.
#include "app/gui/panels/help_page.h"
#include "app/gui/plan/plan_page.h"
#include "app/gui/shell/main_window.h"
#include "app/gui/simulate/simulate_page.h"
#include "app/gui/sweep/sweep_page.h"
#include "app/gui/text/text.h"
#include "app/gui/watch/folder_watcher.h"
#include "app/sweep/sweep_results.h"
#include "simcore/engine/workload/workload.h"

#include <QFileInfo>
#include <algorithm>
#include <iterator>
#include <utility>

namespace nscope::gui {
namespace {

constexpr qint64 kLargestDocument = 1 << 20;

}  // namespace

/// Opens a document of Simulate or Plan mode. Returns false for all other files, which may be
/// captures. Large files cannot be documents and are not read.
bool MainWindow::open_document(const QString& path) {
  const QFileInfo info(path);
  if (info.suffix() != QLatin1String("json") || !info.isFile() || info.size() > kLargestDocument) {
    return false;
  }
  const auto json = app::read_json_file(to_string(path));
  if (!json || !json->is_object()) return false;
  const auto schema = json->find("schema");
  if (schema == json->end()) return false;
  using Kind = app::BuiltIn::Kind;
  constexpr std::pair<const char*, Kind> kSchemas[] = {{"nscope.workload/1", Kind::kWorkload},
                                                       {"nscope.cost/1", Kind::kScenario},
                                                       {"nscope.plan/1", Kind::kPlan},
                                                       {"nscope.roi/1", Kind::kMigration}};
  const auto* const found =
      std::ranges::find_if(kSchemas, [&](const auto& each) { return *schema == each.first; });
  if (*schema == "nscope.sweep/1") {
    set_mode(Mode::kSweep);
    banner_->show_notice(
        tr("%1 is a sweep that has not been run").arg(info.fileName()),
        tr("Run 'nscope sweep %1 -o results.db' in a terminal, then open results.db.")
            .arg(info.fileName()));
    return true;
  }
  if (found == std::end(kSchemas)) return false;
  banner_->settle(open_job_);
  if (found->second == Kind::kWorkload) {
    set_mode(Mode::kSimulate);
    simulate().load(to_string(path));
  } else {
    set_mode(Mode::kPlan);
    plan().load(to_string(path), found->second);
  }
  remember({path});
  return true;
}

SweepPage& MainWindow::sweep() {
  if (sweep_ == nullptr) {
    sweep_ = new SweepPage;
    set_help_page(*sweep_, "sweep");
    pages_->addWidget(sweep_);
    job_status_->watch(&sweep_->job());
    connect(sweep_, &SweepPage::failed, this, [this](const QString& what, const Error& error) {
      last_error_ = error;
      banner_->show_error_of(sweep_, what, error);
    });
    connect(sweep_, &SweepPage::loaded, this, [this] {
      banner_->settle(sweep_);
      show_title();
    });
    connect(sweep_, &SweepPage::document_requested, this, &MainWindow::open_point);
    connect(sweep_, &SweepPage::open_requested, this, &MainWindow::choose_files);
  }
  return *sweep_;
}

bool MainWindow::sweep_is_shown() const {
  return sweep_ != nullptr && pages_->currentWidget() == sweep_;
}

bool MainWindow::open_results(const QString& path) {
  if (!QFileInfo(path).isFile() || !sweep::is_results_file(to_string(path))) return false;
  last_error_.reset();
  banner_->settle(open_job_);
  set_mode(Mode::kSweep);
  sweep().load(path);
  remember({path});
  return true;
}

void MainWindow::open_point(const Json& document, const QString& name) {
  const auto member = document.is_object() ? document.find("schema") : document.end();
  const std::string schema = document.is_object() && member != document.end() && member->is_string()
                                 ? member->get<std::string>()
                                 : std::string();
  if (schema.starts_with("nscope.plan/") || schema.starts_with("nscope.cost/")) {
    const bool costs = schema.starts_with("nscope.cost/");
    set_mode(Mode::kPlan);
    return plan().show_document(document, to_string(name),
                                costs ? app::BuiltIn::Kind::kScenario : app::BuiltIn::Kind::kPlan);
  }
  const auto workload = sim::workload_from_json(document, to_string(name));
  if (!workload) {
    return banner_->show_error_of(sweep_, tr("Cannot open %1").arg(name), workload.error());
  }
  banner_->settle(sweep_);
  set_mode(Mode::kSimulate);
  simulate().set_workload(*workload);
}

void MainWindow::build_watcher() {
  watched_->setObjectName(QStringLiteral("statusLink"));
  watched_->hide();
  watched_->setToolTip(tr("Shows the folder that is watched, and what was found in it."));
  connect(watched_, &QPushButton::clicked, this, &MainWindow::show_watched);
  connect(watcher_, &FolderWatcher::changed, this, &MainWindow::show_watch_state);
  connect(watcher_, &FolderWatcher::capture_found, this, &MainWindow::open_found);
  connect(
      this, &MainWindow::files_opened, this, [this](const QStringList& paths, const Error* error) {
        if (paths.size() != 1) return;
        const bool cancelled = error != nullptr && error->code == ErrorCode::kCancelled;
        if (cancelled) return;
        watcher_->note_opened(
            paths.front(), {.is_open = error == nullptr,
                            .problem = error == nullptr ? QString() : to_qstring(error->message)});
      });
}

Result<> MainWindow::watch_folder(const QString& folder) {
  return watcher_->start(folder);
}

void MainWindow::open_found(const QString& path) {
  open_files({path});
}

void MainWindow::show_watch_state() {
  watched_->setVisible(watcher_->is_watching());
  const auto& found = watcher_->scan().found;
  const auto captures = std::count_if(found.begin(), found.end(), [](const watch::Found& each) {
    return each.state == watch::State::kPresent || each.state == watch::State::kComplete ||
           each.state == watch::State::kChanged;
  });
  const QString name = QFileInfo(watcher_->folder()).fileName();
  watched_->setText(captures == 1
                        ? tr("Watching %1: 1 capture").arg(name)
                        : tr("Watching %1: %2 captures")
                              .arg(name, count_text(static_cast<std::int64_t>(captures))));
}

}  // namespace nscope::gui
