// The guided tour of the window, and the sample captures of the start page.
#include "app/gui/compare/compare_page.h"
#include "app/gui/inspect/inspect_page.h"
#include "app/gui/plan/plan_page.h"
#include "app/gui/shell/main_window.h"
#include "app/gui/shell/samples.h"
#include "app/gui/shell/search/search_field.h"
#include "app/gui/shell/tour.h"
#include "app/gui/shell/welcome_page.h"
#include "app/gui/simulate/simulate_page.h"

#include <QSettings>

namespace nscope::gui {
namespace {

const QString kTourKey = QStringLiteral("tour");
constexpr int kTourSeen = -1;

}  // namespace

void MainWindow::open_sample(const QString& id) {
  const auto path = write_sample(id);
  if (!path) return banner_->show_error(tr("Cannot open the sample capture"), path.error());
  open_files({*path});
}

void MainWindow::compare_samples() {
  QStringList paths;
  for (const char* id : {"before", "after"}) {
    const auto path = write_sample(QString::fromLatin1(id));
    if (!path) return banner_->show_error(tr("Cannot open the sample capture"), path.error());
    paths << *path;
  }
  set_mode(Mode::kCompare);
  compare().add_files(paths);
}

void MainWindow::remember_tour(int stop) {
  tour_stop_ = stop;
  if (remembers_) QSettings().setValue(kTourKey, stop);
  show_tour_state();
}

void MainWindow::show_tour_state() {
  if (remembers_) tour_stop_ = QSettings().value(kTourKey, 0).toInt();
  using State = WelcomePage::TourState;
  welcome_->set_tour_state(tour_stop_ == kTourSeen ? State::kSeen
                           : tour_stop_ > 0        ? State::kBegun
                                                   : State::kNew);
}

Tour* MainWindow::tour() const {
  return qobject_cast<Tour*>(tour_.data());
}

void MainWindow::start_tour() {
  if (tour_ != nullptr) return;
  std::vector<TourStop> stops;
  stops.push_back({tr("Three ways to begin"),
                   tr("Open a capture to see where the time of a run goes, predict a workload "
                      "before you rent an instance, or ask what it costs. All data stays on this "
                      "computer."),
                   [this]() -> QWidget* {
                     show_start_page();
                     return &welcome_->doors();
                   }});
  stops.push_back(
      {tr("The timeline"),
       tr("Each row is an engine, a DMA queue or a counter. This sample is a kernel that waits for "
          "its weights: hover over a gap to see the cause. W and S zoom, A and D move, F fits the "
          "selected event."),
       [this]() -> QWidget* {
         if (!inspect_->trace()) open_sample(samples().front().id);
         set_mode(Mode::kInspect);
         return &inspect_->timeline_panel();
       }});
  stops.push_back({tr("What to improve first"),
                   tr("Insights lists findings by the time that they could save. The button of a "
                      "finding shows its place in the timeline."),
                   [this]() -> QWidget* {
                     set_mode(Mode::kInspect);
                     inspect_->show_dock(QStringLiteral("insights"));
                     return inspect_->dock_view(QStringLiteral("insights"));
                   }});
  stops.push_back({tr("Find anything"),
                   tr("Ctrl+K finds events and tracks by name. Ctrl+Shift+P finds every command, "
                      "dock, analysis and example. F1 opens the documentation of what you see."),
                   [this]() -> QWidget* { return &top_bar_->search(); }});
  stops.push_back({tr("Predict before you rent"),
                   tr("Choose model, instance and load on the left. The prediction follows every "
                      "keystroke, with its 90 % error band and the memory of a core. Run shows "
                      "the simulated timeline; Plan Costs takes the workload to the prices."),
                   [this]() -> QWidget* {
                     set_mode(Mode::kSimulate);
                     return &simulate().verdict();
                   }});
  stops.push_back({tr("From a question to a decision"),
                   tr("Costs compares instances and purchase options, Fleet finds the cheapest "
                      "fleet within latency limits, and Decision evaluates a migration. Every "
                      "price has its source and date: hover over it."),
                   [this]() -> QWidget* {
                     set_mode(Mode::kPlan);
                     return &plan();
                   }});
  const int last = static_cast<int>(stops.size()) - 1;
  const int first = tour_stop_ > 0 && tour_stop_ <= last ? tour_stop_ : 0;
  auto* tour = new Tour(centralWidget(), std::move(stops), static_cast<std::size_t>(first));
  tour_ = tour;
  connect(tour, &Tour::moved, this,
          [this](std::size_t stop) { remember_tour(static_cast<int>(stop)); });
  connect(tour, &Tour::ended, this, [this](bool complete) {
    if (complete) remember_tour(kTourSeen);
    tour_.clear();
  });
}

}  // namespace nscope::gui
