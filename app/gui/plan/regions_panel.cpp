#include "app/gui/plan/regions_panel.h"

#include "app/gui/panels/choice_box.h"
#include "app/gui/panels/section.h"
#include "app/gui/plan/cost_matrix_model.h"
#include "app/gui/plan/plan_card.h"
#include "app/gui/text.h"
#include "costmodel/cost_report.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QVBoxLayout>
#include <algorithm>

namespace nscope::gui {
namespace {

constexpr int kCellHeight = 45;
constexpr int kMostRows = 10;

}  // namespace

RegionMatrixModel::RegionMatrixModel(QObject* parent) : QAbstractTableModel(parent) {}

void RegionMatrixModel::set_matrix(cost::CostMatrix matrix, std::optional<std::size_t> option) {
  beginResetModel();
  matrix_ = std::move(matrix);
  option_ = option;
  places_.clear();
  least_.clear();
  for (std::size_t r = 0; r < matrix_.rows.size(); ++r) {
    const cost::CostRow& row = matrix_.rows[r];
    if (row.full_load) continue;
    if (places_.size() <= row.work) {
      places_.resize(row.work + 1);
      least_.resize(row.work + 1);
    }
    places_[row.work].push_back({r, cost::cheapest_cell(row, option)});
    const auto cost = usd(places_[row.work].back());
    std::optional<double>& least = least_[row.work];
    if (cost && !row.disqualified && (!least || *cost < *least)) least = cost;
  }
  endResetModel();
}

int RegionMatrixModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(places_.size());
}

int RegionMatrixModel::columnCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(matrix_.scenario.regions.size());
}

const RegionMatrixModel::Place& RegionMatrixModel::place(const QModelIndex& index) const {
  return places_[static_cast<std::size_t>(index.row())][static_cast<std::size_t>(index.column())];
}

std::optional<double> RegionMatrixModel::usd(const Place& place) const {
  if (!place.option) return std::nullopt;
  return matrix_.rows[place.row].cells[*place.option].figures->usd_per_million.value.dollars();
}

QVariant RegionMatrixModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid()) return {};
  const Place& at = place(index);
  const cost::CostRow& row = matrix_.rows[at.row];
  if (role == Qt::ToolTipRole) {
    return cell_tip(matrix_, at.row, at.option.value_or(option_.value_or(0)));
  }
  if (role == kDisqualifiedRole) return row.disqualified;
  const auto cost = usd(at);
  if (!cost) {
    if (role != Qt::DisplayRole && role != Qt::AccessibleTextRole) return {};
    return to_qstring(matrix_.missing_of(row, row.cells[option_.value_or(0)]));
  }
  const auto& least = least_[row.work];
  switch (role) {
    case Qt::DisplayRole:
    case Qt::AccessibleTextRole:
      return usd_text(row.cells[*at.option].figures->usd_per_million.value, 3);
    case kValueRole: return *cost;
    case kHeatRole: return *cost > 0 && least ? std::min(1.0, *least / *cost) : 1.0;
    case kBandRole:
      return option_ ? QString() : to_qstring(cost::title(matrix_.scenario.options[*at.option]));
    case kBestRole: return least && *cost == *least && !row.disqualified;
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
  if (at >= places_.size()) return {};
  return to_qstring(matrix_.scenario.work[at].estimate.label);
}

RegionsPanel::RegionsPanel(QWidget* parent)
    : QWidget(parent),
      model_(new RegionMatrixModel(this)),
      option_(new ChoiceBox),
      view_(new HeatTable(model_, tr("Cost by region"))),
      note_(named_label("muted")) {
  option_->setAccessibleName(tr("Purchase option of the comparison"));
  option_->setSizeAdjustPolicy(QComboBox::AdjustToContents);
  connect(option_, &QComboBox::activated, this, &RegionsPanel::show_option);
  constexpr int kColumn = 210;  // cost and option
  view_->horizontalHeader()->setDefaultSectionSize(kColumn);
  view_->fit_rows(kCellHeight, kMostRows);
  note_->setWordWrap(true);
  auto* content = new QWidget;
  auto* rows = new QVBoxLayout(content);
  rows->setContentsMargins(0, 0, 0, 0);
  auto* bar = new QHBoxLayout;
  bar->addWidget(named_label("muted", tr("Bought")));
  bar->addWidget(option_);
  bar->addStretch(1);
  rows->addLayout(bar);
  rows->addWidget(view_);
  rows->addWidget(note_);
  rows->addStretch(1);
  auto* title = new SectionTitle(tr("The same work in each region"));
  title->set_caption(tr("USD per million tokens"));
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->addWidget(plan_card(title, content));
}

void RegionsPanel::set_matrix(const cost::CostMatrix& matrix) {
  const int before = option_->currentIndex();
  const bool same = matrix.scenario.options == matrix_.scenario.options;
  matrix_ = matrix;
  option_->clear();
  option_->addItem(tr("the cheapest option of each"));
  for (const cost::Purchase& option : matrix.scenario.options) {
    option_->addItem(to_qstring(cost::title(option)));
  }
  option_->setCurrentIndex(same && before > 0 ? before : 0);
  show_option();
}

void RegionsPanel::show_option() {
  const int chosen = option_->currentIndex();
  std::optional<std::size_t> option;
  if (chosen > 0) option = static_cast<std::size_t>(chosen - 1);
  model_->set_matrix(matrix_, option);
  const Table table = cost::regions_table(matrix_, option);
  note_->setText(table.notes().empty() ? QString() : to_qstring(table.notes().front()));
}

}  // namespace nscope::gui
