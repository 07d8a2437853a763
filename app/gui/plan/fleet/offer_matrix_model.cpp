#include "app/gui/plan/fleet/offer_matrix_model.h"

#include "app/gui/plan/charts/heat_table.h"
#include "app/gui/plan/fleet/fleet_text.h"
#include "app/gui/text/plain_text.h"
#include "app/gui/text/text.h"
#include "costmodel/money/cost_arithmetic.h"
#include "profiler/base/format.h"

#include <algorithm>
#include <cmath>

namespace nscope::gui {

using capacity::Offer;
using capacity::TypeSummary;

OfferMatrixModel::OfferMatrixModel(QObject* parent) : QAbstractTableModel(parent) {}

void OfferMatrixModel::set_plan(const capacity::FleetPlan& plan) {
  beginResetModel();
  rows_.clear();
  options_.assign(cost::kPurchaseOptions.begin(), cost::kPurchaseOptions.end());
  asked_ = plan.request.purchase;
  several_regions_ = plan.request.regions.size() > 1;
  least_ = 0;
  best_row_ = best_column_ = -1;
  best_leads_ = plan.best && plan.best->offer.may_lead;
  for (const TypeSummary& type : plan.types) {
    if (!type.fleet) continue;
    for (const std::string& region : plan.request.regions) {
      Row row{
          .instance = type.instance, .count = type.fleet->count(), .region = region, .offers = {}};
      for (const cost::Purchase& option : options_) {
        const auto found = std::find_if(
            type.fleet->offers.begin(), type.fleet->offers.end(),
            [&](const Offer& offer) { return offer.region == region && offer.purchase == option; });
        row.offers.push_back(found != type.fleet->offers.end()
                                 ? *found
                                 : Offer{region, option, cost::UnknownPrice{}});
        const Offer& offer = row.offers.back();
        const double usd = per_month(row, offer).dollars();
        if (usd > 0 && can_win(offer) && (least_ == 0 || usd < least_)) least_ = usd;
      }
      if (plan.best && plan.best->candidate == type.fleet->candidate &&
          plan.best->offer.region == region) {
        best_row_ = static_cast<int>(rows_.size());
        const auto at = std::find(options_.begin(), options_.end(), plan.best->offer.purchase);
        best_column_ = at == options_.end() ? -1 : static_cast<int>(at - options_.begin());
      }
      rows_.push_back(std::move(row));
    }
  }
  endResetModel();
}

const std::string& OfferMatrixModel::instance(int row) const {
  return rows_[static_cast<std::size_t>(row)].instance;
}

int OfferMatrixModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(rows_.size());
}

int OfferMatrixModel::columnCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(options_.size());
}

Usd OfferMatrixModel::per_month(const Row& row, const Offer& offer) const {
  const cost::Priced* const priced = offer.priced();
  if (priced == nullptr) return {};
  return cost::monthly_cost(priced->per_hour * static_cast<std::int64_t>(row.count), 1);
}

bool OfferMatrixModel::is_asked(const Offer& offer) const {
  return std::find(asked_.begin(), asked_.end(), offer.purchase) != asked_.end();
}

bool OfferMatrixModel::can_win(const Offer& offer) const {
  return is_asked(offer) && (offer.may_lead || !best_leads_);
}

QVariant OfferMatrixModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid()) return {};
  const Row& row = rows_[static_cast<std::size_t>(index.row())];
  const Offer& offer = row.offers[static_cast<std::size_t>(index.column())];
  if (role == Qt::ToolTipRole) return tool_tip(row, offer);
  if (role == kDisqualifiedRole) return false;
  if (role == kReferenceRole) return !can_win(offer);
  if (offer.priced() == nullptr) {
    if (role != Qt::DisplayRole && role != Qt::AccessibleTextRole) return {};
    return to_qstring(cost::missing_word(offer.price));
  }
  const double usd = per_month(row, offer).dollars();
  switch (role) {
    case Qt::DisplayRole:
    case Qt::AccessibleTextRole: return usd_text(per_month(row, offer), 0);
    case kValueRole: return usd;
    case kHeatRole: return usd > 0 ? std::min(1.0, least_ / usd) : 1.0;
    case kBandRole: return offer.current ? QString() : tr("out of date");
    case kBestRole: return index.row() == best_row_ && index.column() == best_column_;
    default: return {};
  }
}

QString OfferMatrixModel::tool_tip(const Row& row, const Offer& offer) const {
  QString text =
      QStringLiteral("<b>%1</b>").arg(count_text(row.count, row.instance).toHtmlEscaped());
  text += offer_tip(offer);
  if (!is_asked(offer)) {
    text += QStringLiteral("<p>%1</p>").arg(tr("The plan does not allow this purchase option."));
  }
  return rich_tip(text);
}

QVariant OfferMatrixModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (role != Qt::DisplayRole || section < 0) return {};
  const auto at = static_cast<std::size_t>(section);
  if (orientation == Qt::Horizontal) {
    return at < options_.size() ? QVariant(to_qstring(cost::title(options_[at]))) : QVariant();
  }
  if (at >= rows_.size()) return {};
  QString title = count_text(rows_[at].count, rows_[at].instance);
  if (several_regions_) title += QStringLiteral(" · ") + to_qstring(rows_[at].region);
  return title;
}

}  // namespace nscope::gui

#include "moc_offer_matrix_model.cpp"
