#include "app/gui/plan/costs/cost_results.h"

#include "app/gui/panels/clear_layout.h"
#include "app/gui/panels/scroll_column.h"
#include "app/gui/plan/charts/card_grid.h"
#include "app/gui/plan/costs/item_panel.h"
#include "app/gui/text/text.h"
#include "costmodel/cost_report/cost_report.h"

#include <QClipboard>
#include <QGuiApplication>
#include <algorithm>
#include <numeric>

namespace nscope::gui {
namespace {

constexpr int kMatrixCellHeight = 45;
constexpr int kCostResultsRowHeight = 24;
constexpr int kAroundCostResultsRows = 56;

}  // namespace

ItemTable::ItemTable(const QString& name, QWidget* parent)
    : QWidget(parent),
      panel_(new TablePanel(QString())),
      fold_(new QPushButton),
      reasons_(named_label("muted")) {
  panel_->view().setAccessibleName(name);
  fold_->setObjectName(QStringLiteral("link"));
  fold_->setCheckable(true);
  connect(fold_, &QPushButton::toggled, this, &ItemTable::show_rows);
  reasons_->setWordWrap(true);
  reasons_->setTextFormat(Qt::PlainText);
  reasons_->setTextInteractionFlags(Qt::TextSelectableByMouse);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->addWidget(panel_);
  layout->addWidget(fold_, 0, Qt::AlignLeft);
  layout->addWidget(reasons_);
}

void ItemTable::set_table(Table table, const cost::CostMatrix& matrix) {
  impossible_ = impossible_rows(matrix, table).size();
  table_ = possible_first(matrix, std::move(table));
  reasons_->setText(impossible_reasons(matrix));
  show_rows();
}

/// An item that a check found impossible is hidden while the table has another one.
void ItemTable::show_rows() {
  const std::size_t all = table_.row_count();
  const bool foldable = impossible_ > 0 && impossible_ < all;
  const bool folded = foldable && !fold_->isChecked();
  std::vector<std::size_t> rows(folded ? all - impossible_ : all);
  std::iota(rows.begin(), rows.end(), std::size_t{0});
  panel_->set_table(rows_of(table_, rows));
  panel_->setMinimumHeight(std::min(8, static_cast<int>(rows.size())) * kCostResultsRowHeight +
                           kAroundCostResultsRows);
  fold_->setVisible(foldable);
  fold_->setText(fold_text(fold_->isChecked(), impossible_));
  fold_->setToolTip(reasons_->text());
  reasons_->setVisible(impossible_ > 0 && !folded);
}

CostResults::CostResults(QWidget* parent)
    : QWidget(parent),
      model_(new CostMatrixModel(this)),
      matrix_title_(new SectionTitle(tr("USD per million tokens"))),
      view_(new HeatTable(model_, tr("Cost matrix"))),
      best_(named_label("sectionTitle")),
      stale_(named_label("muted")),
      fetch_(new QPushButton),
      impossible_(new QPushButton),
      matrix_part_(build_matrix()),
      tabs_(new QTabBar),
      tab_row_(new QHBoxLayout),
      pages_(new QVBoxLayout),
      chart_title_(new SectionTitle(tr("Cost per million tokens"))),
      chart_(new CostChart),
      findings_title_(new SectionTitle(tr("Checks"))),
      findings_(new FindingList(*findings_title_)),
      limits_(new TablePanel(tr("No item has latency limits."))),
      regions_(new RegionsPanel),
      regions_part_(new OptionalPart(
          regions_,
          tr("What does the same work cost in other regions? The button adds all regions in which "
             "the price book has a price for an instance type of the scenario. To remove regions, "
             "edit the Regions field on the left."),
          tr("Compare with Other Regions"))),
      break_even_(new BreakEvenPanel),
      commitments_(new CommitmentsPanel),
      commitments_part_(new OptionalPart(
          commitments_,
          tr("How many instances should be covered by commitments? This needs the demand for each "
             "hour. The button adds one week of demand and the usual commitments. You can edit "
             "these assumptions on the left, and reports cite them."),
          tr("Add Demand and Commitments"))),
      spot_(new SpotJobPanel),
      spot_part_(new OptionalPart(
          spot_,
          tr("What does an interruptible (Spot) job cost, and how often should it write a "
             "checkpoint? The button adds a job of 100 hours on the chosen work item. You can edit "
             "these assumptions on the left, and reports cite them."),
          tr("Add Spot Job"))),
      bundle_chart_(new BundleChart),
      bundle_table_(new TablePanel(tr("The scenario has no bundles."))),
      other_(new QWidget),
      other_parts_(new QVBoxLayout(other_)),
      tables_(new CostTables) {
  tabs_->setObjectName(QStringLiteral("resultTabs"));
  tabs_->setAccessibleName(tr("Results"));
  tabs_->setDrawBase(false);
  tabs_->setExpanding(false);
  tabs_->setUsesScrollButtons(true);
  other_parts_->setContentsMargins(0, 0, 0, 0);
  other_parts_->setSpacing(12);
  add_tab(kComparison, tr("Costs and checks"), build_comparison());
  add_tab(kLimits, tr("Latency limits"), build_limits());
  add_tab(kRegions, tr("Regions"), regions_part_);
  connect(regions_part_, &OptionalPart::add_requested, this, &CostResults::regions_requested);
  add_tab(kBreakEven, tr("Break-even"), break_even_);
  add_tab(kCommitments, tr("Commitments"), commitments_part_);
  add_tab(kSpot, tr("Spot"), spot_part_);
  add_tab(kBundles, tr("Bundles"), build_bundles());
  add_tab(kOther, tr("Utilisation and other costs"), other_);
  add_tab(kTables, tr("Tables"), tables_);
  connect(tabs_, &QTabBar::currentChanged, this, &CostResults::show_page);
  connect(commitments_part_, &OptionalPart::add_requested, this,
          [this] { emit part_requested(app::ScenarioPart::kCommitments); });
  connect(spot_part_, &OptionalPart::add_requested, this,
          [this] { emit part_requested(app::ScenarioPart::kSpot); });
  connect(break_even_, &BreakEvenPanel::changed, this,
          [this] { tables_->set_curve(break_even_->curve_table()); });

  auto* layout = new QVBoxLayout(this);
  layout->setSpacing(10);
  layout->addWidget(matrix_part_);
  tab_row_->addWidget(tabs_, 1);
  layout->addLayout(tab_row_);
  layout->addLayout(pages_, 1);
  show_page(kComparison);
}

void CostResults::add_tab(Tab tab, const QString& title, QWidget* page) {
  tabs_->insertTab(tab, title);
  pages_->insertWidget(tab, page, 1);
}

/// Hides the other pages, so that they do not make the column longer.
void CostResults::show_page(int index) {
  for (int i = 0; i < pages_->count(); ++i) pages_->itemAt(i)->widget()->setVisible(i == index);
}

QWidget* CostResults::build_matrix() {
  auto* part = new QWidget;
  auto* layout = new QVBoxLayout(part);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(10);
  for (QLabel* label : {best_, stale_}) {
    label->setWordWrap(true);
    label->setTextFormat(Qt::PlainText);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    layout->addWidget(label);
  }
  fetch_->setObjectName(QStringLiteral("link"));
  connect(fetch_, &QPushButton::clicked, this, [this] {
    QGuiApplication::clipboard()->setText(fetch_command_);
    fetch_->setText(tr("Copied"));
  });
  layout->addWidget(fetch_, 0, Qt::AlignLeft);
  layout->addWidget(matrix_title_);
  constexpr int kMostRows = 8;
  view_->fit_rows(kMatrixCellHeight, kMostRows);
  layout->addWidget(view_);
  impossible_->setObjectName(QStringLiteral("link"));
  impossible_->setCheckable(true);
  connect(impossible_, &QPushButton::toggled, this, &CostResults::fold_impossible);
  layout->addWidget(impossible_, 0, Qt::AlignLeft);
  return part;
}

QWidget* CostResults::build_comparison() {
  findings_->layout()->setContentsMargins(0, 0, 6, 0);
  QScrollArea* const scroll = scroll_column(findings_);
  scroll->setMinimumHeight(180);
  auto* row = new CardGrid(2, kBesideWidth);
  row->add(plan_card(chart_title_, chart_));
  row->add(plan_card(findings_title_, scroll));
  return row;
}

QWidget* CostResults::build_limits() {
  auto* title = new SectionTitle(tr("Within the latency limits"));
  title->set_caption(tr("largest simulated load that meets them"));
  limits_->view().setAccessibleName(tr("Load served within the limits"));
  limits_->setMinimumHeight(220);
  return plan_card(title, limits_);
}

QWidget* CostResults::build_bundles() {
  auto* page = new QWidget;
  auto* layout = new QVBoxLayout(page);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(12);
  auto* title = new SectionTitle(tr("Totals"));
  title->set_caption(tr("with the ratio to the reference bundle"));
  layout->addWidget(plan_card(title, bundle_chart_), 1);
  bundle_table_->view().setAccessibleName(tr("Parts of the bundles"));
  bundle_table_->setMinimumHeight(160);
  layout->addWidget(plan_card(new SectionTitle(tr("Parts")), bundle_table_), 1);
  return page;
}

void CostResults::set_priced(std::shared_ptr<const app::PricedScenario> priced_scenario) {
  const cost::CostMatrix& matrix = priced_scenario->matrix;
  const bool priced = !matrix.rows.empty();
  matrix_part_->setVisible(priced);
  show_matrix(matrix);
  std::vector<FindingText> findings;
  for (const cost::Finding& finding : cost::listed_findings(matrix)) {
    findings.push_back(text_of(finding));
  }
  findings_->set_findings(std::move(findings));
  chart_->set_matrix(matrix);
  chart_title_->set_caption(chart_->is_hatched()
                                ? tr("USD, 90 % error bands, hatched: price out of date")
                                : tr("USD, 90 % error bands"));
  set_tab_shown(kComparison, priced);
  set_tab_shown(kLimits, matrix.has_limits());
  limits_->set_table(cost::service_table(matrix));
  set_tab_shown(kRegions, priced);
  if (matrix.scenario.regions.size() > 1) {
    regions_->set_matrix(matrix);
    regions_part_->show_content();
  } else {
    regions_part_->show_offer();
  }
  const bool compared = break_even_->set_matrix(matrix);
  set_tab_shown(kBreakEven, compared);
  set_tab_shown(kCommitments, priced);
  set_tab_shown(kSpot, priced);
  if (matrix.economics.commitments.empty()) {
    commitments_part_->show_offer();
  } else {
    commitments_->set_priced(priced_scenario);
    commitments_part_->show_content();
  }
  if (matrix.economics.spot.empty()) {
    spot_part_->show_offer();
  } else {
    spot_->set_priced(priced_scenario);
    spot_part_->show_content();
  }
  set_tab_shown(kBundles, !matrix.economics.bundles.empty());
  bundle_chart_->set_lines(matrix.economics.bundles);
  show_other(matrix);
  tables_->set_priced(*priced_scenario, compared ? &break_even_->curve_table() : nullptr);
  if (!tabs_->isTabVisible(tabs_->currentIndex())) show_first_tab();
}

/// The tab bar of Qt 6.4 keeps the place of a hidden tab if a later setTabVisible() changes
/// nothing.
void CostResults::set_tab_shown(Tab tab, bool shown) {
  if (tabs_->isTabVisible(tab) != shown) tabs_->setTabVisible(tab, shown);
}

void CostResults::show_first_tab() {
  for (int tab = 0; tab < kTabCount; ++tab) {
    if (tabs_->isTabVisible(tab)) return tabs_->setCurrentIndex(tab);
  }
}

void CostResults::show_matrix(const cost::CostMatrix& matrix) {
  best_->setText(to_qstring(cost::best_sentence(matrix)));
  show_stale_price(matrix);
  QString caption = tr("prices as of %1").arg(to_qstring(cost::to_string(matrix.as_of)));
  if (matrix.stale > 0) {
    caption += QStringLiteral(" · ") +
               tr("%1 of %2 prices are out of date").arg(matrix.stale).arg(matrix.priced);
  }
  matrix_title_->set_caption(caption);
  model_->set_matrix(matrix);
  fold_impossible();
}

void CostResults::show_stale_price(const cost::CostMatrix& matrix) {
  const auto found = cost::stale_price(matrix);
  stale_->setVisible(found.has_value());
  fetch_->setVisible(found.has_value());
  stale_->setText(found ? to_qstring(found->sentence) : QString());
  fetch_command_ = found ? to_qstring(found->fetch) : QString();
  fetch_->setText(tr("Copy Download Command"));
  fetch_->setToolTip(tr("Copies the command that downloads a current price:") + u'\n' +
                     fetch_command_);
}

/// Items that a check found impossible are hidden while another item has a price.
void CostResults::fold_impossible() {
  const std::vector<cost::CostRow>& rows = model_->matrix().rows;
  std::vector<int> impossible;
  for (std::size_t row = 0; row < rows.size(); ++row) {
    if (rows[row].disqualified) impossible.push_back(static_cast<int>(row));
  }
  const bool foldable = !impossible.empty() && impossible.size() < rows.size();
  impossible_->setVisible(foldable);
  impossible_->setText(fold_text(impossible_->isChecked(), impossible.size()));
  impossible_->setToolTip(impossible_reasons(model_->matrix()));
  view_->hide_rows(foldable && !impossible_->isChecked() ? impossible : std::vector<int>());
}

/// Adds a card for each table that has no chart.
void CostResults::show_other(const cost::CostMatrix& matrix) {
  clear_layout(*other_parts_);
  bool any = false;
  for (cost::EconomicsSection& section : cost::economics_sections(matrix.economics)) {
    if (section.id == "bundles") bundle_table_->set_table(section.table);
    if (section.id != "utilisation" && section.id != "lines" && section.id != "carbon") continue;
    any = true;
    auto* table = new ItemTable(to_qstring(section.title));
    table->set_table(std::move(section.table), matrix);
    other_parts_->addWidget(plan_card(new SectionTitle(to_qstring(section.title)), table));
  }
  other_parts_->addStretch(1);
  set_tab_shown(kOther, any);
}

}  // namespace nscope::gui

#include "moc_cost_results.cpp"
