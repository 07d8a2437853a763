#include "app/gui/plan/decision/purchase_pair_model.h"

#include "app/gui/plan/charts/heat_table.h"
#include "app/gui/text/text.h"
#include "app/gui/theme/tokens.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace nscope::gui {

void PurchasePairModel::set_result(std::shared_ptr<const cost::RoiResult> result) {
  beginResetModel();
  result_ = std::move(result);
  const auto& pairs = result_->options;
  columns_ =
      static_cast<int>(std::count_if(pairs.begin(), pairs.end(), [&](const cost::OptionCell& pair) {
        return pair.baseline == pairs.front().baseline;
      }));
  most_ = 1.0;
  for (const cost::OptionCell& pair : pairs) {
    if (pair.npv) most_ = std::max(most_, std::abs(pair.npv->dollars()));
  }
  endResetModel();
}

int PurchasePairModel::rowCount(const QModelIndex& parent) const {
  if (parent.isValid() || columns_ == 0) return 0;
  return static_cast<int>(result_->options.size()) / columns_;
}

int PurchasePairModel::columnCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : columns_;
}

const cost::OptionCell& PurchasePairModel::cell(int row, int column) const {
  return result_->options[static_cast<std::size_t>(row * columns_ + column)];
}

QVariant PurchasePairModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid()) return {};
  const cost::OptionCell& pair = cell(index.row(), index.column());
  const bool own = pair.baseline == result_->study.baseline.option &&
                   pair.target == result_->study.target.option;
  switch (role) {
    case Qt::DisplayRole: return pair.npv ? usd_text(*pair.npv, 0) : to_qstring(pair.missing);
    case Qt::ToolTipRole: return tool_tip(pair);
    case kHeatRole: return pair.npv ? QVariant(std::abs(pair.npv->dollars()) / most_) : QVariant();
    case kHeatColorRole: {
      const Tokens& t = current_tokens();
      return pair.npv && pair.npv->nano() > 0 ? t.good : t.bad;
    }
    case kBestRole: return own;
    case kValueRole: return pair.npv ? QVariant(pair.npv->dollars()) : QVariant();
    default: return {};
  }
}

QString PurchasePairModel::tool_tip(const cost::OptionCell& pair) const {
  QStringList lines{
      tr("Baseline: %1, target: %2")
          .arg(to_qstring(cost::title(pair.baseline)), to_qstring(cost::title(pair.target)))};
  if (!pair.npv) {
    lines << to_qstring(pair.missing);
  } else {
    lines << tr("Net present value: %1").arg(usd_text(*pair.npv, 0));
    if (pair.saving_per_month) {
      lines << tr("Saving in the last month: %1").arg(usd_text(*pair.saving_per_month, 0));
    }
  }
  return lines.join(QLatin1Char('\n'));
}

QVariant PurchasePairModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (role != Qt::DisplayRole || section < 0 || columns_ == 0) return {};
  if (orientation == Qt::Horizontal) {
    return section < columns_ ? QVariant(to_qstring(cost::title(cell(0, section).target)))
                              : QVariant();
  }
  if (section >= rowCount()) return {};
  const cost::Purchase& option = cell(section, 0).baseline;
  if (result_->study.baseline.bill && option == result_->study.baseline.option) {
    return tr("your bill");
  }
  return to_qstring(cost::title(option));
}

}  // namespace nscope::gui

#include "moc_purchase_pair_model.cpp"
