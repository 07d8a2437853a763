#pragma once

#include "app/gui/forms/plan_context.h"
#include "app/gui/plan/view/plan_view.h"
#include "simcore/engine/run/run_prediction.h"
#include "simcore/engine/workload/workload.h"

#include <QStackedWidget>
#include <QTabBar>
#include <QWidget>
#include <functional>
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
  /// Shows a document that is not stored in a file in the view for documents of `kind`.
  void show_document(const Json& document, const std::string& name, app::BuiltIn::Kind kind);
  /// Opens a cost scenario for one simulated workload in the Costs view.
  void price(const sim::Workload& workload, const sim::SimulationResult& predicted);

  PlanContext& context() { return context_; }
  CostsView& costs() { return *costs_; }
  FleetView& fleet() { return *fleet_; }
  DecisionView& decision() { return *decision_; }
  PlanView& view() const;
  void show_view(PlanView& view);
  /// Shows the view for documents of this kind.
  void show_kind(app::BuiltIn::Kind kind);
  /// Begins a new document of this kind with a short question.
  void ask_new(app::BuiltIn::Kind kind);
  QTabBar& tabs() { return *tabs_; }
  /// The title of the document of the view that is shown.
  QString document_title() const { return view().document().title(); }
  /// A view whose document has edits that are not saved; null if there is none.
  PlanView* edited_view() const;
  /// The background jobs of all views.
  std::vector<Job*> jobs() const;
  /// Left text of the status bar.
  const QString& status() const { return view().status(); }

 signals:
  void simulate_requested(const nscope::sim::Workload& workload);
  void failed(const QString& what, const nscope::Error& error);
  /// The status text of the view that is shown.
  void status_changed(const QString& text);
  /// The title of the shown document, or whether it is edited, has changed.
  void document_state_changed();
  void document_saved(const QString& path, const std::function<void()>& undo);
  void answered();

 protected:
  void showEvent(QShowEvent* event) override;

 private:
  /// Asks for a document of the user's own if none is opened first: results of an example would be
  /// taken for an answer.
  void fill_view();
  void add_keys();
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
