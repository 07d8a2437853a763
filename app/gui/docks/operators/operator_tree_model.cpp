#include "app/gui/docks/operators/operator_tree_model.h"

#include "app/gui/panels/table_model.h"
#include "app/gui/text/shown_language.h"
#include "app/gui/text/text.h"
#include "app/gui/theme/theme.h"

#include <algorithm>
#include <array>

namespace nscope::gui {
namespace {

using analysis::OperatorColumn;
using analysis::OperatorTree;

struct Heading {
  const char* title;
  const char* meaning;
  OperatorColumn of;  ///< unused for the columns name and level
};

constexpr std::array<Heading, OperatorTreeModel::kColumns> kHeadings{
    {{QT_TRANSLATE_NOOP("OperatorTreeModel", "Name"), "", OperatorColumn::kName},
     {QT_TRANSLATE_NOOP("OperatorTreeModel", "Level"),
      QT_TRANSLATE_NOOP("OperatorTreeModel", "The kind of node that the row shows."),
      OperatorColumn::kName},
     {QT_TRANSLATE_NOOP("OperatorTreeModel", "Events"),
      QT_TRANSLATE_NOOP("OperatorTreeModel",
                        "The number of events in the row, without DMA packets."),
      OperatorColumn::kCount},
     {QT_TRANSLATE_NOOP("OperatorTreeModel", "Active"),
      QT_TRANSLATE_NOOP("OperatorTreeModel",
                        "Time in which at least one event of the row runs, summed over cores."),
      OperatorColumn::kActive},
     {QT_TRANSLATE_NOOP("OperatorTreeModel", "Share of time"),
      QT_TRANSLATE_NOOP("OperatorTreeModel",
                        "Active time / (length of the analysed range × cores)."),
      OperatorColumn::kShare},
     {QT_TRANSLATE_NOOP("OperatorTreeModel", "Exposed"),
      QT_TRANSLATE_NOOP("OperatorTreeModel",
                        "Active time in which no other row of the same level runs on the core."),
      OperatorColumn::kExposed},
     {QT_TRANSLATE_NOOP("OperatorTreeModel", "FLOPs"),
      QT_TRANSLATE_NOOP("OperatorTreeModel",
                        "2 × multiply-accumulates, or the value recorded in the run."),
      OperatorColumn::kFlops},
     {QT_TRANSLATE_NOOP("OperatorTreeModel", "HBM bytes"),
      QT_TRANSLATE_NOOP("OperatorTreeModel", "Bytes read from and written to HBM."),
      OperatorColumn::kHbmBytes},
     {QT_TRANSLATE_NOOP("OperatorTreeModel", "MFU"),
      QT_TRANSLATE_NOOP("OperatorTreeModel", "FLOPs / (active time × TensorE peak of one core)."),
      OperatorColumn::kMfu},
     {QT_TRANSLATE_NOOP("OperatorTreeModel", "HBM bandwidth"),
      QT_TRANSLATE_NOOP("OperatorTreeModel", "HBM bytes / active time."),
      OperatorColumn::kByteRate}}};

/// Missing values come last in both directions.
bool before(const Cell& a, const Cell& b, Qt::SortOrder order) {
  const auto x = number_of(a);
  const auto y = number_of(b);
  if (x.has_value() != y.has_value()) return x.has_value();
  if (x) return order == Qt::AscendingOrder ? *x < *y : *x > *y;
  if (!is_text(a) || !is_text(b)) return false;
  const std::string s = nscope::to_string(a, shown_language());
  const std::string t = nscope::to_string(b, shown_language());
  return order == Qt::AscendingOrder ? s < t : s > t;
}

}  // namespace

OperatorTreeModel::OperatorTreeModel(QObject* parent)
    : QAbstractItemModel(parent), columns_(analysis::operator_columns("name", phrase("Name"))) {}

void OperatorTreeModel::set_tree(std::shared_ptr<const Trace> trace, OperatorTreePtr tree) {
  beginResetModel();
  trace_ = std::move(trace);
  tree_ = std::move(tree);
  cells_.reset();
  if (tree_) cells_.emplace(*trace_, tree_->window);
  apply_filter();
  endResetModel();
}

void OperatorTreeModel::set_filter(const QString& text) {
  if (text == filter_) return;
  beginResetModel();
  filter_ = text;
  apply_filter();
  endResetModel();
}

void OperatorTreeModel::apply_filter() {
  children_.clear();
  visible_.clear();
  const std::size_t count = tree_ ? tree_->nodes.size() : 0;
  row_.assign(count, 0);
  visible_nodes_ = count;
  if (filter_.isEmpty() || count == 0) return;
  std::unordered_map<std::uint32_t, bool> known;
  visible_.assign(count, false);
  for (std::uint32_t node = 0; node < count; ++node) {
    const auto& at = tree_->nodes[node];
    const auto [match, added] = known.try_emplace(at.totals.name.value, false);
    if (added) match->second = node_name(*trace_, at).contains(filter_, Qt::CaseInsensitive);
    if (!match->second) continue;
    std::fill(visible_.begin() + node, visible_.begin() + at.end, true);
    for (std::uint32_t up = at.parent; up != kNone && !visible_[up]; up = tree_->nodes[up].parent) {
      visible_[up] = true;
    }
  }
  visible_nodes_ = static_cast<std::size_t>(std::count(visible_.begin(), visible_.end(), true));
}

const OperatorTreeModel::Siblings& OperatorTreeModel::children(std::uint32_t node) const {
  const auto [found, added] = children_.try_emplace(node);
  Siblings& siblings = found->second;
  if (!added || !tree_) return siblings;
  siblings = tree_->children(node);
  if (!visible_.empty()) {
    std::erase_if(siblings, [this](std::uint32_t each) { return !visible_[each]; });
  }
  if (sort_column_ >= 0) sort_siblings(siblings);
  for (std::uint32_t row = 0; row < siblings.size(); ++row) row_[siblings[row]] = row;
  return siblings;
}

void OperatorTreeModel::sort_siblings(Siblings& siblings) const {
  std::vector<std::pair<Cell, std::uint32_t>> keyed;
  keyed.reserve(siblings.size());
  for (const std::uint32_t node : siblings) keyed.emplace_back(cell(node, sort_column_), node);
  std::stable_sort(keyed.begin(), keyed.end(), [this](const auto& a, const auto& b) {
    return before(a.first, b.first, sort_order_);
  });
  for (std::size_t i = 0; i < keyed.size(); ++i) siblings[i] = keyed[i].second;
}

void OperatorTreeModel::sort(int column, Qt::SortOrder order) {
  if (column == sort_column_ && order == sort_order_) return;
  emit layoutAboutToBeChanged({}, QAbstractItemModel::VerticalSortHint);
  const QModelIndexList old = persistentIndexList();
  sort_column_ = column;
  sort_order_ = order;
  children_.clear();
  QModelIndexList now;
  for (const QModelIndex& index : old) {
    const QModelIndex first = index_of(node(index));
    now << first.siblingAtColumn(index.column());
  }
  changePersistentIndexList(old, now);
  emit layoutChanged({}, QAbstractItemModel::VerticalSortHint);
}

std::uint32_t OperatorTreeModel::node(const QModelIndex& index) const {
  return index.isValid() ? static_cast<std::uint32_t>(index.internalId()) : kNone;
}

QModelIndex OperatorTreeModel::index_of(std::uint32_t node) const {
  if (!tree_ || node >= tree_->nodes.size()) return {};
  if (!visible_.empty() && !visible_[node]) return {};
  children(tree_->nodes[node].parent);
  return createIndex(static_cast<int>(row_[node]), 0, node);
}

QModelIndex OperatorTreeModel::index(int row, int column, const QModelIndex& parent) const {
  if (row < 0 || column < 0 || column >= kColumns || parent.column() > 0) return {};
  const Siblings& siblings = children(node(parent));
  if (static_cast<std::size_t>(row) >= siblings.size()) return {};
  return createIndex(row, column, siblings[static_cast<std::size_t>(row)]);
}

QModelIndex OperatorTreeModel::parent(const QModelIndex& index) const {
  const std::uint32_t at = node(index);
  return at == kNone ? QModelIndex() : index_of(tree_->nodes[at].parent);
}

int OperatorTreeModel::rowCount(const QModelIndex& parent) const {
  return parent.column() > 0 ? 0 : static_cast<int>(children(node(parent)).size());
}

int OperatorTreeModel::columnCount(const QModelIndex&) const {
  return kColumns;
}

bool OperatorTreeModel::hasChildren(const QModelIndex& parent) const {
  if (!tree_ || parent.column() > 0) return false;
  const std::uint32_t at = node(parent);
  // Without a filter, the tree knows whether a node has children, so no rows are created.
  if (at != kNone && visible_.empty()) return tree_->nodes[at].end > at + 1;
  return rowCount(parent) > 0;
}

Cell OperatorTreeModel::cell(std::uint32_t node, int column) const {
  const auto& at = tree_->nodes[node];
  if (column == kName) return to_string(node_name(*trace_, at));
  if (column == kLevel) return to_string(level_text(at.level));
  return cells_->cell(at.totals, kHeadings[static_cast<std::size_t>(column)].of);
}

QString OperatorTreeModel::text(std::uint32_t node, int column) const {
  const auto of = static_cast<std::size_t>(kHeadings[static_cast<std::size_t>(column)].of);
  Table::Column format = columns_[of];
  if (column == kMfu) format.unit = "share";
  return cell_text(format, cell(node, column));
}

std::string OperatorTreeModel::column_id(int column) const {
  if (column == kName) return "name";
  if (column == kLevel) return "level";
  return columns_[static_cast<std::size_t>(kHeadings[static_cast<std::size_t>(column)].of)].id;
}

QVariant OperatorTreeModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid() || !tree_) return {};
  const std::uint32_t at = node(index);
  const bool words = index.column() <= kLevel;
  switch (role) {
    case Qt::DisplayRole:
      // The tooltip gives the reason for a missing value; as cell text it would fill most cells.
      return std::holds_alternative<Missing>(cell(at, index.column())) ? QStringLiteral("–")
                                                                       : text(at, index.column());
    case Qt::ToolTipRole:
      return text(at, index.column()) + QLatin1Char('\n') +
             tr("Click to highlight the events. Double-click or press Enter to zoom to the longest "
                "event.");
    case Qt::TextAlignmentRole:
      return static_cast<int>(Qt::AlignVCenter | (words ? Qt::AlignLeft : Qt::AlignRight));
    case Qt::FontRole: return index.column() == kLevel ? ui_font(11) : mono_font(11);
    case Qt::ForegroundRole:
      if (index.column() == kLevel || std::holds_alternative<Missing>(cell(at, index.column()))) {
        return current_tokens().muted;
      }
      return {};
    case TableModel::kSortRole: {
      const auto number = number_of(cell(at, index.column()));
      return number ? QVariant(*number) : QVariant();
    }
    default: return {};
  }
}

QVariant OperatorTreeModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal || section < 0 || section >= kColumns) return {};
  const Heading& heading = kHeadings[static_cast<std::size_t>(section)];
  if (role == Qt::DisplayRole) return tr(heading.title);
  if (role == Qt::ToolTipRole) return *heading.meaning == 0 ? QString() : tr(heading.meaning);
  if (role == Qt::TextAlignmentRole) {
    const bool right = section > kLevel && section != kShare;
    return static_cast<int>(Qt::AlignVCenter | (right ? Qt::AlignRight : Qt::AlignLeft));
  }
  if (role == Qt::InitialSortOrderRole && section > kLevel) return Qt::DescendingOrder;
  return {};
}

}  // namespace nscope::gui

#include "moc_operator_tree_model.cpp"
