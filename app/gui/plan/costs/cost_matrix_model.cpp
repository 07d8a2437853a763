#include "app/gui/plan/costs/cost_matrix_model.h"

#include "app/gui/plan/charts/heat_table.h"
#include "app/gui/text/plain_text.h"
#include "app/gui/text/text.h"
#include "costmodel/cost_report/cost_report.h"
#include "costmodel/money/cost_arithmetic.h"
#include "profiler/base/format.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace nscope::gui {
namespace {

/// How the effective price is computed: upfront fees over the term, and the user's discount.
QString effective_lines(const cost::Priced& priced, const cost::Purchase& purchase) {
  const auto tr = [](const char* text) { return CostMatrixModel::tr(text); };
  QString text;
  if (priced.upfront != Usd() && purchase.years > 0) {
    constexpr int kHoursAYear = 8760;
    text += tip_row(tr("Calculation"),
                    tr("%1 per hour + %2 upfront / %3 h")
                        .arg(hourly_text(priced.recurring), usd_text(priced.upfront),
                             number_text(format_count(kHoursAYear * purchase.years))));
  }
  if (priced.list) {
    const double off = 1 - priced.per_hour / *priced.list;
    text += tip_row(tr("Discount"),
                    tr("%1 off the list price of %2")
                        .arg(number_text(format_percent(off, 2)), hourly_text(*priced.list)));
  }
  if (priced.own)
    text += tip_row(tr("Origin"), tr("your own price, which takes precedence over public prices"));
  if (priced.provenance == Provenance::kApproximate) {
    text += tip_row(tr("Type"), tr("an estimate, not a published price"));
  }
  return text;
}

QString price_lines(const cost::CostCell& cell, const cost::Purchase& purchase) {
  const auto tr = [](const char* text) { return CostMatrixModel::tr(text); };
  if (const auto* priced = std::get_if<cost::Priced>(&cell.price)) {
    QString text =
        tip_row(tr("Price"), tr("%1 per instance-hour").arg(hourly_text(priced->per_hour)));
    text += effective_lines(*priced, purchase);
    QString source = to_qstring(priced->source) + QStringLiteral(", ") +
                     to_qstring(cost::to_string(priced->date));
    if (!priced->zone.empty()) source += QStringLiteral(", ") + to_qstring(priced->zone);
    text += tip_row(tr("Source"), source);
    text += tip_row(tr("Term"), to_qstring(priced->term));
    text += tip_row(tr("Note"), to_qstring(priced->note));
    if (priced->zones) {
      text += tip_row(tr("Zones"), tr("%1 to %2 per hour")
                                       .arg(hourly_text(priced->zones->first),
                                            hourly_text(priced->zones->second)));
    }
    return text;
  }
  if (const auto* refused = std::get_if<cost::NotOffered>(&cell.price)) {
    return tip_row(tr("Not offered"), to_qstring(refused->reason)) +
           tip_row(tr("Source"), to_qstring(refused->source) + QStringLiteral(", ") +
                                     to_qstring(cost::to_string(refused->date)));
  }
  return tip_row(tr("Unknown"), to_qstring(std::get<cost::UnknownPrice>(cell.price).remedy));
}

}  // namespace

QString row_title(const cost::CostMatrix& matrix, std::size_t row) {
  const cost::CostRow& line = matrix.rows[row];
  const cost::WorkEstimate& work = matrix.work_of(line);
  QString title = to_qstring(work.label.empty() ? work.instance : work.label);
  if (work.count > 1) title += QStringLiteral(" × %1").arg(work.count);
  if (line.full_load) title += QStringLiteral(" · ") + CostMatrixModel::tr("full load");
  if (matrix.scenario.regions.size() > 1) title += QStringLiteral(" · ") + to_qstring(line.region);
  return title;
}

QString cell_tip(const cost::CostMatrix& matrix, std::size_t row_index, std::size_t option) {
  const auto tr = [](const char* text) { return CostMatrixModel::tr(text); };
  const cost::CostRow& row = matrix.rows[row_index];
  const cost::CostCell& at = row.cells[option];
  const cost::WorkEstimate& work = matrix.work_of(row);
  QString text =
      QStringLiteral("<b>%1</b><table>").arg(row_title(matrix, row_index).toHtmlEscaped());
  text += price_lines(at, matrix.scenario.options[option]);
  if (at.figures) {
    const cost::CostFigures& figures = *at.figures;
    if (figures.price_age_days) {
      const int days = *figures.price_age_days;
      text += tip_row(tr("Age"), figures.stale ? tr("%1 days (out of date)").arg(days)
                                               : tr("%1 days").arg(days));
    }
    QString million = usd_per_million_text(figures.usd_per_million.value);
    if (figures.usd_per_million.low && figures.usd_per_million.high) {
      million += QStringLiteral(" (%1 – %2)")
                     .arg(usd_per_million_text(*figures.usd_per_million.low),
                          usd_per_million_text(*figures.usd_per_million.high));
    }
    text += tip_row(tr("Per million tokens"), million);
    if (figures.run) text += tip_row(tr("Run"), usd_text(figures.run->usd, 0));
    if (figures.month)
      text += tip_row(tr("Per month, metered"), usd_text(figures.month->metered, 0));
  }
  if (const cost::Throughput* const rate = matrix.throughput_of(row)) {
    text += tip_row(tr("Throughput"),
                    tr("%1 tokens/s, %2: %3")
                        .arg(significant_text(rate->tokens_per_second, 3),
                             to_qstring(title(rate->provenance)), to_qstring(rate->source)));
  } else {
    text += tip_row(tr("Throughput"),
                    tr("no load meets %1: %2")
                        .arg(to_qstring(work.service->limits), to_qstring(work.service->why_not)));
  }
  if (row.full_load) text += tip_row(tr("Limits"), tr("none; this row cannot win"));
  if (cost::is_left_out(matrix, at)) {
    text += tip_row(tr("Check"), tr("the price is out of date; this cell cannot win"));
  }
  if (row.disqualified) text += tip_row(tr("Check"), tr("impossible; this row cannot win"));
  return rich_tip(text + QStringLiteral("</table>"));
}

CostMatrixModel::CostMatrixModel(QObject* parent) : QAbstractTableModel(parent) {}

void CostMatrixModel::set_matrix(cost::CostMatrix matrix) {
  beginResetModel();
  matrix_ = std::move(matrix);
  most_ = 0.0;
  for (const cost::CostRow& row : matrix_.rows) {
    for (const cost::CostCell& cell : row.cells) {
      if (cell.figures && row.may_win() && !cost::is_left_out(matrix_, cell))
        most_ = std::max(most_, cell.figures->tokens_per_usd.value);
    }
  }
  endResetModel();
}

int CostMatrixModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(matrix_.rows.size());
}

int CostMatrixModel::columnCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(matrix_.scenario.options.size());
}

const cost::CostCell& CostMatrixModel::cell(const QModelIndex& index) const {
  return matrix_.rows[static_cast<std::size_t>(index.row())]
      .cells[static_cast<std::size_t>(index.column())];
}

QVariant CostMatrixModel::heat(const cost::CostFigures& figures) const {
  return most_ > 0.0 ? std::min(1.0, figures.tokens_per_usd.value / most_) : 0.0;
}

QVariant CostMatrixModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid()) return {};
  const cost::CostCell& at = cell(index);
  const auto row = static_cast<std::size_t>(index.row());
  if (role == Qt::ToolTipRole) {
    return cell_tip(matrix_, row, static_cast<std::size_t>(index.column()));
  }
  if (role == kDisqualifiedRole) return matrix_.rows[row].disqualified;
  const bool left_out = cost::is_left_out(matrix_, at);
  if (role == kReferenceRole) return matrix_.rows[row].full_load || left_out;
  if (!at.figures) {
    if (role == Qt::DisplayRole || role == Qt::AccessibleTextRole) {
      return to_qstring(matrix_.missing_of(matrix_.rows[row], at));
    }
    return {};
  }
  const auto& million = at.figures->usd_per_million;
  switch (role) {
    case Qt::DisplayRole: return significant_text(million.value.dollars(), 3);
    case kValueRole: return at.figures->tokens_per_usd.value;
    case kHeatRole: return heat(*at.figures);
    case kBandRole:
      if (left_out) return tr("out of date");
      if (!million.low || !million.high) return QString();
      return QStringLiteral("± ") +
             significant_text((million.high->dollars() - million.low->dollars()) / 2.0, 2);
    case kBestRole:
      return matrix_.best && matrix_.best->row == row &&
             static_cast<int>(matrix_.best->option) == index.column();
    default: return {};
  }
}

QVariant CostMatrixModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (role != Qt::DisplayRole || section < 0) return {};
  const auto at = static_cast<std::size_t>(section);
  if (orientation == Qt::Horizontal) {
    if (at >= matrix_.scenario.options.size()) return {};
    return to_qstring(cost::title(matrix_.scenario.options[at]));
  }
  return at < matrix_.rows.size() ? QVariant(row_title(matrix_, at)) : QVariant();
}

}  // namespace nscope::gui

#include "moc_cost_matrix_model.cpp"
