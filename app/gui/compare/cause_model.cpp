#include "app/gui/compare/cause_model.h"

#include "app/gui/panels/signed_text.h"
#include "app/gui/text/text.h"

#include <cmath>

namespace nscope::gui {
namespace {

// The internal id of a cause is 0; that of a part is the row of its cause plus 1.
bool is_part(const QModelIndex& index) {
  return index.internalId() != 0;
}

}  // namespace

void CauseModel::set_comparison(std::shared_ptr<const analysis::Comparison> comparison) {
  beginResetModel();
  comparison_ = std::move(comparison);
  endResetModel();
}

const analysis::Cause& CauseModel::cause_at(const QModelIndex& index) const {
  const auto row = is_part(index) ? index.internalId() - 1 : static_cast<quintptr>(index.row());
  return comparison_->causes[row];
}

const analysis::CausePart* CauseModel::part_at(const QModelIndex& index) const {
  if (!index.isValid()) return nullptr;
  const analysis::Cause& cause = cause_at(index);
  const std::size_t part = is_part(index) ? static_cast<std::size_t>(index.row()) : 0;
  return part < cause.parts.size() ? &cause.parts[part] : nullptr;
}

QModelIndex CauseModel::index(int row, int column, const QModelIndex& parent) const {
  if (!hasIndex(row, column, parent)) return {};
  return createIndex(row, column, parent.isValid() ? static_cast<quintptr>(parent.row()) + 1 : 0);
}

QModelIndex CauseModel::parent(const QModelIndex& child) const {
  if (!child.isValid() || !is_part(child)) return {};
  return createIndex(static_cast<int>(child.internalId() - 1), 0, quintptr{0});
}

int CauseModel::rowCount(const QModelIndex& parent) const {
  if (!comparison_) return 0;
  if (!parent.isValid()) return static_cast<int>(comparison_->causes.size());
  return is_part(parent) ? 0 : static_cast<int>(cause_at(parent).parts.size());
}

int CauseModel::columnCount(const QModelIndex&) const {
  return 1;
}

QVariant CauseModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid()) return {};
  const analysis::Cause& cause = cause_at(index);
  const analysis::CausePart* part = is_part(index) ? part_at(index) : nullptr;
  const double change = part != nullptr ? part->change_ns : cause.change_ns;
  const QString text = to_qstring(part != nullptr ? part->text : cause.text);
  switch (role) {
    case Qt::DisplayRole: return text;
    case Qt::ToolTipRole:
      return part_at(index) == nullptr
                 ? text
                 : tr("%1\nDouble-click or press Enter to show the event that "
                      "changed most in all timelines.")
                       .arg(text);
    case Qt::AccessibleTextRole: return signed_duration(change) + QStringLiteral(": ") + text;
    case kChangeRole: return change;
    case kShareRole: {
      const double total = comparison_->total_change_ns().value_or(0.0);
      return std::abs(total) < 1e-3 ? QVariant() : QVariant(change / total);
    }
    default: return {};
  }
}

}  // namespace nscope::gui

#include "moc_cause_model.cpp"
