#include "app/gui/sweep/point_model.h"

#include "app/gui/sweep/point_text.h"
#include "app/gui/text/text.h"
#include "app/gui/theme/theme.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace nscope::gui {
namespace {

constexpr int kIdColumn = 0;
constexpr int kOutcomeColumn = 1;

bool is_listed(PointModel::Listed listed, sweep::Outcome outcome) {
  using Listed = PointModel::Listed;
  switch (listed) {
    case Listed::kEvaluated: return outcome == sweep::Outcome::kDone;
    case Listed::kRejected: return outcome == sweep::Outcome::kRejected;
    case Listed::kFailed: return outcome == sweep::Outcome::kFailed;
    case Listed::kAll:
    case Listed::kFront: break;
  }
  return true;
}

/// The place of each text in alphabetical order.
std::vector<std::uint32_t> ranks_of(const std::vector<std::string>& names) {
  std::vector<std::uint32_t> order(names.size());
  std::iota(order.begin(), order.end(), 0u);
  std::sort(order.begin(), order.end(),
            [&](std::uint32_t a, std::uint32_t b) { return names[a] < names[b]; });
  std::vector<std::uint32_t> ranks(names.size());
  for (std::uint32_t i = 0; i < order.size(); ++i) ranks[order[i]] = i;
  return ranks;
}

}  // namespace

PointModel::PointModel(PointSelection& selection, QObject* parent)
    : QAbstractTableModel(parent), selection_(selection) {
  connect(&selection_, &PointSelection::points_changed, this, [this] {
    beginResetModel();
    columns_.clear();
    const sweep::Results& head = selection_.points().head;
    for (std::size_t i = 0; i < head.columns.size(); ++i) {
      using ColumnKind = sweep::Column::Kind;
      const ColumnKind kind = head.columns[i].kind;
      if (kind != ColumnKind::kLow && kind != ColumnKind::kHigh) columns_.push_back(i);
    }
    // What the sweep is about comes first.
    std::stable_partition(columns_.begin(), columns_.end(),
                          [&](std::size_t i) { return is_main_column(head, i); });
    sorted_by_ = -1;
    front_.clear();
    endResetModel();
    rebuild();
  });
  connect(&selection_, &PointSelection::rows_changed, this, &PointModel::rebuild);
}

void PointModel::set_listed(Listed listed) {
  if (listed_ == listed) return;
  listed_ = listed;
  rebuild();
}

void PointModel::set_front(std::vector<std::uint32_t> front) {
  front_ = std::move(front);
  if (listed_ == Listed::kFront) rebuild();
}

void PointModel::rebuild() {
  beginResetModel();
  rows_.clear();
  if (listed_ == Listed::kFront) {
    rows_ = front_;
  } else {
    const auto& outcomes = selection_.points().outcomes;
    std::copy_if(selection_.rows().begin(), selection_.rows().end(), std::back_inserter(rows_),
                 [&](std::uint32_t row) { return is_listed(listed_, outcomes[row]); });
  }
  sort_rows();
  endResetModel();
}

void PointModel::sort(int column, Qt::SortOrder order) {
  sorted_by_ = column;
  order_ = order;
  beginResetModel();
  sort_rows();
  endResetModel();
}

void PointModel::sort_rows() {
  if (sorted_by_ < 0 || sorted_by_ >= columnCount()) return;
  const auto& points = selection_.points();
  const bool up = order_ == Qt::AscendingOrder;
  const auto by_key = [&](const auto& key) {
    std::stable_sort(rows_.begin(), rows_.end(), [&](std::uint32_t a, std::uint32_t b) {
      const double left = key(a);
      const double right = key(b);
      if (std::isnan(left) || std::isnan(right)) return !std::isnan(left) && std::isnan(right);
      return up ? left < right : right < left;
    });
  };
  if (sorted_by_ == kIdColumn) {
    return by_key([&](std::uint32_t row) { return static_cast<double>(points.ids[row]); });
  }
  if (sorted_by_ == kOutcomeColumn) {
    return by_key([&](std::uint32_t row) { return static_cast<double>(points.outcomes[row]); });
  }
  const sweep::PointColumn& column =
      sorted_by_ == kReason
          ? points.reasons
          : points.columns[columns_[static_cast<std::size_t>(sorted_by_ - kFirstValue)]];
  // Texts follow the numbers.
  const auto ranks = ranks_of(column.names);
  by_key([&](std::uint32_t row) {
    if (column.texts.empty() || column.texts[row] == 0) return column.numbers[row];
    constexpr double kAfterNumbers = 1e300;
    const auto rank = static_cast<double>(ranks[column.texts[row] - 1]);
    return column.has_numbers() ? kAfterNumbers * (1 + rank / 1e7) : rank;
  });
}

int PointModel::place_of(std::uint32_t row) const {
  const auto found = std::find(rows_.begin(), rows_.end(), row);
  return found == rows_.end() ? -1 : static_cast<int>(found - rows_.begin());
}

int PointModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(rows_.size());
}

int PointModel::columnCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : kFirstValue + static_cast<int>(columns_.size());
}

bool PointModel::is_number(int column) const {
  if (column == kIdColumn) return true;
  if (column < kFirstValue) return false;
  return !selection_.points()
              .columns[columns_[static_cast<std::size_t>(column - kFirstValue)]]
              .has_texts();
}

QString PointModel::text(std::uint32_t row, int column) const {
  const auto& points = selection_.points();
  if (column == kIdColumn) return count_text(points.ids[row]);
  if (column == kOutcomeColumn) return outcome_title(points.outcomes[row]);
  if (column == kReason) return to_qstring(points.reasons.text(row));
  return point_value(points.columns[columns_[static_cast<std::size_t>(column - kFirstValue)]],
                     row);
}

QVariant PointModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid() || index.row() >= rowCount()) return {};
  const std::uint32_t row = rows_[static_cast<std::size_t>(index.row())];
  switch (role) {
    case Qt::DisplayRole: return text(row, index.column());
    case Qt::ToolTipRole: {
      if (index.column() < kFirstValue) return text(row, index.column());
      const auto column = columns_[static_cast<std::size_t>(index.column() - kFirstValue)];
      return point_figure(selection_.points(), column, row);
    }
    case Qt::TextAlignmentRole:
      return static_cast<int>((is_number(index.column()) ? Qt::AlignRight : Qt::AlignLeft) |
                              Qt::AlignVCenter);
    case Qt::FontRole: return mono_font(11);
    case Qt::ForegroundRole:
      return selection_.points().outcomes[row] == sweep::Outcome::kDone
                 ? QVariant()
                 : QVariant(current_tokens().muted);
    default: return {};
  }
}

QVariant PointModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal || section >= columnCount()) return {};
  if (role == Qt::TextAlignmentRole) {
    return static_cast<int>((is_number(section) ? Qt::AlignRight : Qt::AlignLeft) |
                            Qt::AlignVCenter);
  }
  if (section >= kFirstValue) {
    const auto& column = selection_.points()
                             .head.columns[columns_[static_cast<std::size_t>(section - kFirstValue)]];
    if (role == Qt::DisplayRole) return column_title(column);
    if (role != Qt::ToolTipRole) return {};
    return column.kind == sweep::Column::Kind::kMember
               ? tr("Member %1 of the document").arg(to_qstring(column.pointer))
               : to_qstring(column.provenance);
  }
  if (role != Qt::DisplayRole) return {};
  return section == kIdColumn        ? tr("Point")
         : section == kOutcomeColumn ? tr("Outcome")
                                     : tr("Reason");
}

}  // namespace nscope::gui

#include "moc_point_model.cpp"
