#include "app/gui/plan/costs/regions_panel.h"

#include "app/gui/panels/choice_box.h"
#include "app/gui/panels/section.h"
#include "app/gui/plan/charts/plan_card.h"
#include "app/gui/plan/costs/cost_matrix_model.h"
#include "app/gui/text/text.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QVBoxLayout>
#include <algorithm>

namespace nscope::gui {
namespace {

constexpr int kRegionCellHeight = 45;
constexpr int kRegionsPanelMostRows = 10;

}  // namespace

RegionMatrixModel::RegionMatrixModel(QObject* parent) : QAbstractTableModel(parent) {}

void RegionMatrixModel::set_matrix(cost::CostMatrix matrix, std::optional<std::size_t> option) {
  beginResetModel();
  matrix_ = std::move(matrix);
  option_ = option;
  items_ = cost::region_rows(matrix_, option_);
  endResetModel();
}

void RegionMatrixModel::set_option(std::optional<std::size_t> option) {
  beginResetModel();
  option_ = option;
  items_ = cost::region_rows(matrix_, option_);
  endResetModel();
}

int RegionMatrixModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(items_.size());
}

int RegionMatrixModel::columnCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(matrix_.scenario.regions.size());
}

QVariant RegionMatrixModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid()) return {};
  const cost::RegionRow& item = items_[static_cast<std::size_t>(index.row())];
  const cost::RegionPlace& at = item.places[static_cast<std::size_t>(index.column())];
  const cost::CostRow& row = matrix_.rows[at.row];
  if (role == Qt::ToolTipRole) {
    return cell_tip(matrix_, at.row, at.option.value_or(option_.value_or(0)));
  }
  if (role == kDisqualifiedRole) return row.disqualified;
  const auto cost = cost::cost_at(matrix_, at);
  if (!cost) {
    if (role != Qt::DisplayRole && role != Qt::AccessibleTextRole) return {};
    return to_qstring(matrix_.missing_of(row, row.cells[option_.value_or(0)]));
  }
  const Usd least =
      item.least ? cost::cost_at(matrix_, item.places[*item.least]).value_or(*cost) : *cost;
  switch (role) {
    case Qt::DisplayRole:
    case Qt::AccessibleTextRole: return usd_per_million_text(*cost);
    case kValueRole: return cost->dollars();
    case kHeatRole: return *cost > Usd() ? std::min(1.0, least / *cost) : 1.0;
    case kBandRole:
      return option_ ? QString() : to_qstring(cost::title(matrix_.scenario.options[*at.option]));
    case kBestRole: return item.least && *cost == least;
    default: return {};
  }
}

QVariant RegionMatrixModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (role != Qt::DisplayRole || section < 0) return {};
  const auto at = static_cast<std::size_t>(section);
  if (orientation == Qt::Horizontal) {
    const auto& regions = matrix_.scenario.regions;
    return at < regions.size() ? QVariant(to_qstring(regions[at])) : QVariant();
  }
  if (at >= items_.size()) return {};
  return to_qstring(matrix_.scenario.work[items_[at].work].estimate.label);
}

RegionsPanel::RegionsPanel(QWidget* parent)
    : QWidget(parent),
      model_(new RegionMatrixModel(this)),
      option_(new ChoiceBox),
      view_(new HeatTable(model_, tr("Cost by region"))),
      note_(named_label("muted")) {
  option_->setAccessibleName(tr("Purchase option of the comparison"));
  option_->setSizeAdjustPolicy(QComboBox::AdjustToContents);
  connect(option_, &QComboBox::activated, this, [this] {
    model_->set_option(chosen());
    show_note();
  });
  constexpr int kColumn = 210;  // cost and option
  view_->horizontalHeader()->setDefaultSectionSize(kColumn);
  view_->fit_rows(kRegionCellHeight, kRegionsPanelMostRows);
  note_->setWordWrap(true);
  auto* content = new QWidget;
  auto* rows = new QVBoxLayout(content);
  rows->setContentsMargins(0, 0, 0, 0);
  auto* bar = new QHBoxLayout;
  bar->addWidget(named_label("muted", tr("Purchase option")));
  bar->addWidget(option_);
  bar->addStretch(1);
  rows->addLayout(bar);
  rows->addWidget(view_);
  rows->addWidget(note_);
  rows->addStretch(1);
  auto* title = new SectionTitle(tr("Cost of the same work by region"));
  title->set_caption(tr("USD per million tokens"));
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->addWidget(plan_card(title, content));
}

void RegionsPanel::set_matrix(const cost::CostMatrix& matrix) {
  const int before = option_->currentIndex();
  const bool same = matrix.scenario.options == model_->matrix().scenario.options;
  option_->clear();
  option_->addItem(tr("cheapest in each region"));
  for (const cost::Purchase& option : matrix.scenario.options) {
    option_->addItem(to_qstring(cost::title(option)));
  }
  option_->setCurrentIndex(same && before > 0 ? before : 0);
  model_->set_matrix(matrix, chosen());
  show_note();
}

std::optional<std::size_t> RegionsPanel::chosen() const {
  const int at = option_->currentIndex();
  return at > 0 ? std::optional(static_cast<std::size_t>(at - 1)) : std::nullopt;
}

void RegionsPanel::show_note() {
  note_->setText(to_qstring(cost::regions_note(model_->matrix(), chosen())));
}

}  // namespace nscope::gui

#include "moc_regions_panel.cpp"
