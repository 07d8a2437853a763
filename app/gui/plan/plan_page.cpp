#include "app/gui/plan/plan_page.h"

#include "app/gui/panels/help_page.h"
#include "app/gui/plan/costs/costs_view.h"
#include "app/gui/plan/decision/decision_view.h"
#include "app/gui/plan/fleet/fleet_view.h"
#include "app/gui/text/text.h"

#include <QAction>
#include <QTimer>
#include <QVBoxLayout>
#include <algorithm>

namespace nscope::gui {

PlanPage::PlanPage(std::shared_ptr<const catalog::Catalog> catalog, QWidget* parent)
    : QWidget(parent),
      context_(std::move(catalog)),
      costs_(new CostsView(context_)),
      fleet_(new FleetView(context_)),
      decision_(new DecisionView(context_)),
      tabs_(new QTabBar),
      stack_(new QStackedWidget) {
  setObjectName(QStringLiteral("page"));
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  tabs_->setObjectName(QStringLiteral("planTabs"));
  tabs_->setAccessibleName(tr("Plan views"));
  tabs_->setDrawBase(false);
  tabs_->setExpanding(false);
  layout->addWidget(tabs_);
  layout->addWidget(stack_, 1);
  add_view(costs_, tr("Costs"));
  set_help_page(*costs_, "guide/plan-costs");
  set_help_page(*fleet_, "guide/plan-a-fleet");
  set_help_page(*decision_, "guide/decide");
  add_view(fleet_, tr("Fleet"));
  connect(fleet_, &FleetView::simulate_requested, this, &PlanPage::simulate_requested);
  connect(fleet_, &FleetView::decide_requested, this, [this](const Json& study) {
    show_view(*decision_);
    decision_->document().ask_then([this, study] { decision_->show_draft(study); });
  });
  add_view(decision_, tr("Decision"));
  tabs_->setVisible(views_.size() > 1);
  connect(tabs_, &QTabBar::currentChanged, this, [this](int index) {
    stack_->setCurrentIndex(index);
    emit status_changed(status());
    emit document_state_changed();
    fill_view();
  });
  add_keys();
}

void PlanPage::add_keys() {
  const auto add = [this](const QString& title, const QKeySequence& keys, auto run) {
    auto* action = new QAction(title, this);
    action->setShortcut(keys);
    action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    connect(action, &QAction::triggered, this, [this, run] { run(view().document()); });
    addAction(action);
  };
  add(tr("Undo"), QKeySequence::Undo, [](DocumentPanel& document) { document.undo(); });
  add(tr("Redo"), QKeySequence::Redo, [](DocumentPanel& document) { document.redo(); });
  add(tr("Save"), QKeySequence::Save, [](DocumentPanel& document) { document.save(); });
}

void PlanPage::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  fill_view();
}

void PlanPage::fill_view() {
  QTimer::singleShot(0, this, [this] {
    if (isVisible() && view().is_empty() && !view().is_asking_new()) view().ask_new();
  });
}

void PlanPage::add_view(PlanView* view, const QString& title) {
  views_.push_back(view);
  tabs_->addTab(title);
  stack_->addWidget(view);
  connect(view, &PlanView::failed, this, &PlanPage::failed);
  connect(view, &PlanView::answered, this, &PlanPage::answered);
  connect(view, &PlanView::document_saved, this, &PlanPage::document_saved);
  connect(view, &PlanView::document_state_changed, this, [this, view] {
    if (stack_->currentWidget() == view) emit document_state_changed();
  });
  connect(view, &PlanView::status_changed, this, [this, view](const QString& text) {
    if (stack_->currentWidget() == view) emit status_changed(text);
  });
}

PlanView& PlanPage::view() const {
  return *views_[static_cast<std::size_t>(std::max(0, stack_->currentIndex()))];
}

void PlanPage::show_view(PlanView& view) {
  const auto at = std::find(views_.begin(), views_.end(), &view);
  if (at != views_.end()) tabs_->setCurrentIndex(static_cast<int>(at - views_.begin()));
}

void PlanPage::show_kind(app::BuiltIn::Kind kind) {
  for (PlanView* const view : views_) {
    if (view->kind() == kind) return show_view(*view);
  }
}

void PlanPage::ask_new(app::BuiltIn::Kind kind) {
  show_kind(kind);
  view().ask_new();
}

void PlanPage::load(const std::string& name, app::BuiltIn::Kind kind) {
  for (PlanView* const view : views_) {
    if (view->kind() != kind) continue;
    show_view(*view);
    return view->document().ask_then([view, name] { view->open(name); });
  }
  emit failed(tr("Cannot open the document"),
              {ErrorCode::kUnsupportedVersion,
               text_of(tr("Plan mode cannot show documents of this kind")), name});
}

void PlanPage::show_document(const Json& document, const std::string& name,
                             app::BuiltIn::Kind kind) {
  show_kind(kind);
  PlanView* const shown = &view();
  shown->document().ask_then(
      [shown, document, name] { shown->document().set_document(document, name); });
}

void PlanPage::price(const sim::Workload& workload, const sim::SimulationResult& predicted) {
  show_view(*costs_);
  costs_->document().ask_then([this, workload, predicted] { costs_->price(workload, predicted); });
}

PlanView* PlanPage::edited_view() const {
  const auto edited = std::find_if(views_.begin(), views_.end(), [](const PlanView* view) {
    return view->document().is_edited();
  });
  return edited == views_.end() ? nullptr : *edited;
}

std::vector<Job*> PlanPage::jobs() const {
  std::vector<Job*> jobs{&context_.job()};
  for (PlanView* const view : views_) {
    const std::vector<Job*> some = view->jobs();
    jobs.insert(jobs.end(), some.begin(), some.end());
  }
  return jobs;
}

}  // namespace nscope::gui

#include "moc_plan_page.cpp"
