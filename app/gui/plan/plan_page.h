#pragma once

#include "app/gui/plan/forms/plan_context.h"
#include "app/gui/plan/view/plan_view.h"
#include "simcore/engine/run/run_prediction.h"
#include "simcore/engine/workload/workload.h"

#include <QStackedWidget>
#include <QTabBar>
#include <QWidget>
#include <memory>
#include <string>
#include <vector>

namespace nscope::gui {

class CostsView;
class DecisionView;
class FleetView;

/// Plan mode: tabs for costs, fleets and migration decisions, which share one catalogue and one
/// price book. GUI thread.
class PlanPage : public QWidget {
  Q_OBJECT

 public:
  /// Without a catalogue, the built-in one is loaded.
  explicit PlanPage(std::shared_ptr<const catalog::Catalog> catalog = nullptr,
                    QWidget* parent = nullptr);

  /// Opens a file or a built-in document in the view for documents of `kind`, and shows that view.
  void load(const std::string& name, app::BuiltIn::Kind kind);
  /// Opens a cost scenario for one simulated workload in the Costs view.
  void price(const sim::Workload& workload, const sim::SimulationResult& predicted);

  PlanContext& context() { return context_; }
  CostsView& costs() { return *costs_; }
  FleetView& fleet() { return *fleet_; }
  DecisionView& decision() { return *decision_; }
  PlanView& view() const;
  void show_view(PlanView& view);
  QTabBar& tabs() { return *tabs_; }
  /// The background jobs of all views.
  std::vector<Job*> jobs() const;
  /// Left text of the status bar.
  const QString& status() const { return view().status(); }

 signals:
  void simulate_requested(const nscope::sim::Workload& workload);
  void failed(const QString& what, const nscope::Error& error);
  /// The status text of the view that is shown.
  void status_changed(const QString& text);

 protected:
  void showEvent(QShowEvent* event) override;

 private:
  /// Loads the example document of the view if no document is opened first.
  void fill_view();
  void add_view(PlanView* view, const QString& title);

  PlanContext context_;
  std::vector<PlanView*> views_;
  CostsView* costs_;
  FleetView* fleet_;
  DecisionView* decision_;
  QTabBar* tabs_;
  QStackedWidget* stack_;
};

}  // namespace nscope::gui
