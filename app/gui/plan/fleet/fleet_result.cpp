#include "app/gui/plan/fleet/fleet_result.h"

#include "app/capacity/report/mix_text.h"
#include "app/gui/panels/choice_box.h"
#include "app/gui/plan/charts/plan_card.h"
#include "app/gui/plan/fleet/fleet_text.h"
#include "app/gui/text/text.h"
#include "app/gui/theme/theme.h"
#include "profiler/base/format.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QVBoxLayout>
#include <algorithm>

#include <fmt/format.h>

namespace nscope::gui {
namespace {

using namespace capacity;

QFrame* card(QWidget* title, std::initializer_list<QWidget*> widgets) {
  auto* content = new QWidget;
  auto* layout = new QVBoxLayout(content);
  layout->setContentsMargins(0, 0, 0, 0);
  for (QWidget* widget : widgets) layout->addWidget(widget);
  return plan_card(title, content);
}

}  // namespace

FleetResult::FleetResult(QWidget* parent)
    : QWidget(parent),
      answer_(new FleetSummary),
      pages_(new TabbedPages(tr("Parts of the plan"))),
      latency_(new ChoiceBox),
      pareto_(new ParetoChart),
      pareto_card_(new ChartCard(tr("Latency and cost"), pareto_,
                                 tr("Choose Plan to see the fleets of all instance types."))),
      types_(new FleetTypesModel(this)),
      types_view_(new QTreeView),
      type_detail_(named_label("muted")),
      offers_(new OfferMatrixModel(this)),
      offers_view_(new HeatTable(offers_, tr("Monthly cost by purchase option"))),
      offers_note_(named_label("muted")),
      hours_(new HoursChart),
      hours_card_(new ChartCard(tr("Instances by hour"), hours_,
                                tr("There are no hourly instance counts. Autoscaling needs an "
                                   "hourly load and a loading time."))),
      hours_note_(named_label("muted")),
      bounds_card_(
          new ChartCard(tr("Lower bounds"), nullptr, tr("There are no lower bounds yet."))),
      assumptions_(new AssumptionsCard) {
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(10);
  layout->addWidget(answer_);
  layout->addWidget(pages_, 1);
  pages_->add(build_types_page(), tr("Instance types"));
  pages_->add(build_offers_page(), tr("Other purchase options"));
  auto* hours = new QWidget;
  auto* hours_layout = new QVBoxLayout(hours);
  hours_layout->setContentsMargins(0, 0, 0, 0);
  hours_note_->setWordWrap(true);
  hours_layout->addWidget(hours_card_, 1);
  hours_layout->addWidget(hours_note_);
  pages_->add(hours, tr("Hours"));
  bounds_card_->table().setMinimumHeight(160);
  pages_->add(bounds_card_, tr("Lower bounds"));
  pages_->add(assumptions_, tr("Assumptions"));
  connect(latency_, &QComboBox::activated, this, &FleetResult::show_points);
  connect(pareto_, &ParetoChart::instance_clicked, this, &FleetResult::choose);
  connect(types_view_->selectionModel(), &QItemSelectionModel::currentChanged, this, [this] {
    show_type();
    emit chosen();
  });
  set_plan(nullptr);
}

QWidget* FleetResult::build_types_page() {
  auto* page = new QWidget;
  auto* layout = new QVBoxLayout(page);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(10);
  latency_->setAccessibleName(tr("Latency of the chart"));
  latency_->setSizeAdjustPolicy(QComboBox::AdjustToContents);
  // Place it next to the title of the card.
  static_cast<QHBoxLayout*>(pareto_card_->layout()->itemAt(0)->layout())->insertWidget(1, latency_);
  layout->addWidget(pareto_card_, 3);
  types_view_->setModel(types_);
  types_view_->setAccessibleName(tr("Instance types"));
  types_view_->setEditTriggers(QAbstractItemView::NoEditTriggers);
  types_view_->setTabKeyNavigation(false);
  types_view_->setUniformRowHeights(true);
  types_view_->setMinimumHeight(120);
  types_view_->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
  types_view_->header()->setStretchLastSection(true);
  type_detail_->setWordWrap(true);
  type_detail_->setTextInteractionFlags(Qt::TextSelectableByMouse);
  auto* title = new SectionTitle(tr("Result by instance type"));
  title->set_caption(tr("expand a row to see rejected configurations"));
  layout->addWidget(card(title, {types_view_, type_detail_}), 2);
  return page;
}

QWidget* FleetResult::build_offers_page() {
  offers_view_->setMinimumHeight(170);
  offers_note_->setWordWrap(true);
  auto* title = new SectionTitle(tr("Cost of each fleet by purchase option"));
  title->set_caption(tr("USD per month of 730 h"));
  return card(title, {offers_view_, offers_note_});
}

void FleetResult::set_bounds(const std::vector<FleetBound>& bounds) {
  bounds_card_->set_table(bound_table(bounds));
  if (!plan_) answer_->set_bounds(bounds);
}

void FleetResult::set_plan(std::shared_ptr<const FleetPlan> plan) {
  const bool first = plan && !plan_;
  plan_ = std::move(plan);
  const FleetPlan none;
  const FleetPlan& shown = plan_ ? *plan_ : none;
  latency_->clear();
  int limited = 0;
  for (const Latency latency : latencies_of(shown)) {
    const Limit tail{latency, tail_share(shown.request.limits, latency)};
    latency_->addItem(to_qstring(tail.title()), static_cast<int>(latency));
    if (limit_of(shown.request.limits, latency) != nullptr) limited = latency_->count() - 1;
  }
  latency_->setCurrentIndex(latency_->count() > 0 ? limited : -1);
  latency_->setVisible(latency_->count() > 1);
  show_points();
  types_->set_plan(shown);
  size_types();
  show_offers();
  show_hours();
  QStringList more;
  if (plan_) {
    more << tr("Prices as of %1").arg(to_qstring(cost::to_string(shown.as_of)));
    more << tr("%1 configurations considered, %2 simulated in %3 runs, seed %4")
                .arg(number_text(format_count(std::ssize(shown.candidates))),
                     number_text(format_count(shown.simulated)),
                     number_text(format_count(shown.simulations)))
                .arg(shown.seed);
  }
  assumptions_->set_lines(shown.assumptions, more);
  if (plan_) {
    answer_->set_plan(*plan_);
  } else {
    answer_->set_bounds({});
    show_page(kBounds);
  }
  if (first) show_page(kTypes);
  types_view_->setCurrentIndex(types_->index(0, 0));
  show_type();
  emit chosen();
}

void FleetResult::show_points() {
  if (!plan_ || latency_->currentIndex() < 0) {
    pareto_->set_points({}, Latency::kE2e, std::nullopt);
    pareto_card_->set_table(point_table({}, Limit{}));
    return;
  }
  const auto latency = static_cast<Latency>(latency_->currentData().toInt());
  std::vector<FleetPoint> points = fleet_points(*plan_, latency);
  pareto_card_->set_table(
      point_table(points, Limit{latency, tail_share(plan_->request.limits, latency)}));
  const Limit* const limit = limit_of(plan_->request.limits, latency);
  pareto_->set_points(std::move(points), latency,
                      limit != nullptr ? std::optional(*limit) : std::nullopt);
}

void FleetResult::size_types() {
  constexpr int kMost = 260;
  for (int column = 0; column < FleetTypesModel::kDetail; ++column) {
    types_view_->resizeColumnToContents(column);
    types_view_->setColumnWidth(column, std::min(kMost, types_view_->columnWidth(column) + 8));
  }
}

void FleetResult::show_offers() {
  offers_->set_plan(plan_ ? *plan_ : FleetPlan{});
  offers_note_->setText(
      offers_->rowCount() > 0
          ? tr("All regions and purchase options use the same number of instances. "
               "A stronger colour is cheaper; the outlined cell is the choice of "
               "the plan. Faint cells are purchase options that the plan does not allow or whose "
               "price is out of date.")
      : plan_ ? tr("No instance type meets the limits.")
              : tr("Choose Plan to see the cost of the fleets."));
}

void FleetResult::show_hours() {
  const bool scaled = plan_ && plan_->scaled;
  hours_->set_hours(scaled ? plan_->scaled->instances : std::vector<int>{},
                    scaled ? plan_->request.traffic.hourly : std::vector<double>{});
  hours_card_->set_table(hour_table(plan_ ? *plan_ : FleetPlan{}));
  hours_card_->show_table(!scaled);
  if (!scaled) {
    hours_card_->set_caption({});
    return hours_note_->clear();
  }
  const ScaledFleet& fleet = *plan_->scaled;
  hours_card_->set_caption(fleet.per_hour
                               ? tr("%1 per hour on average").arg(usd_text(*fleet.per_hour))
                               : to_qstring(fleet.why_not));
  QString note = tr("%1 instances on average, including those that are loading.")
                     .arg(number_text(fmt::format("{:.1f}", fleet.mean_instances)));
  if (fleet.missed_when_reacting) {
    note += QLatin1Char(' ') +
            tr("Scale ahead of demand: with a reactive autoscaler, %1 of the requests after the "
               "steepest rise would miss a limit.")
                .arg(number_text(format_percent(*fleet.missed_when_reacting)));
  }
  for (const capacity::PurchaseMix& mix : fleet.mixes) {
    note += QLatin1Char('\n') + to_qstring(mix_sentence(mix));
  }
  hours_note_->setText(note);
}

void FleetResult::show_type() {
  const QModelIndex current = types_view_->currentIndex();
  if (!current.isValid()) return type_detail_->clear();
  const QString name = current.siblingAtColumn(FleetTypesModel::kInstance).data().toString();
  const QString result = current.siblingAtColumn(FleetTypesModel::kResult).data().toString();
  const QString detail = current.siblingAtColumn(FleetTypesModel::kDetail).data().toString();
  type_detail_->setText(QStringLiteral("%1 · %2\n%3").arg(name, result, detail));
}

void FleetResult::choose(const QString& instance) {
  const QModelIndex found = types_->find(instance);
  if (!found.isValid()) return;
  types_view_->setCurrentIndex(found);
  types_view_->scrollTo(found);
}

const PlannedFleet* FleetResult::chosen_fleet() const {
  if (!plan_) return nullptr;
  QModelIndex current = types_view_->currentIndex();
  while (current.parent().isValid()) current = current.parent();
  const std::string name =
      to_string(current.siblingAtColumn(FleetTypesModel::kInstance).data().toString());
  for (const TypeSummary& type : plan_->types) {
    if (type.instance == name) return type.fleet ? &*type.fleet : nullptr;
  }
  return nullptr;
}

}  // namespace nscope::gui

#include "moc_fleet_result.cpp"
