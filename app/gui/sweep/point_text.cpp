#include "app/gui/sweep/point_text.h"

#include "app/gui/text/text.h"
#include "app/gui/text/tr.h"

#include <algorithm>
#include <cmath>

namespace nscope::gui {
namespace {

constexpr int kPointDigits = 4;

}  // namespace

QString column_title(const sweep::Column& column) {
  const QString name = to_qstring(column.name);
  return column.unit.empty() ? name
                             : QStringLiteral("%1 (%2)").arg(name, to_qstring(column.unit));
}

QString outcome_title(sweep::Outcome outcome) {
  switch (outcome) {
    case sweep::Outcome::kDone: return tr("evaluated");
    case sweep::Outcome::kRejected: return tr("rejected");
    case sweep::Outcome::kFailed: return tr("failed");
  }
  return {};
}

QString point_number(double value, bool integer) {
  constexpr double kMostFixed = 1e15;
  if (integer && std::abs(value) < kMostFixed) return count_text(static_cast<std::int64_t>(value));
  const bool fixed = value == 0 || (std::abs(value) >= 1e-6 && std::abs(value) < kMostFixed);
  return fixed ? significant_text(value, kPointDigits) : QString::number(value, 'g', kPointDigits);
}

QString point_value(const sweep::PointColumn& column, std::size_t row) {
  if (const auto text = column.text(row); !text.empty()) return to_qstring(text);
  const double number = column.numbers[row];
  return std::isnan(number) ? QString() : point_number(number, column.integers);
}

QString point_figure(const sweep::PointTable& points, std::size_t column, std::size_t row) {
  const QString value = point_value(points.columns[column], row);
  const std::string& name = points.head.columns[column].name;
  const std::size_t low = points.column(name + "_low");
  const std::size_t high = points.column(name + "_high");
  if (value.isEmpty() || low == sweep::Results::npos || high == sweep::Results::npos) return value;
  const QString from = point_value(points.columns[low], row);
  const QString to = point_value(points.columns[high], row);
  if (from.isEmpty() && to.isEmpty()) return value;
  const QString unknown = tr("unknown");
  return tr("%1 (%2 to %3)")
      .arg(value, from.isEmpty() ? unknown : from, to.isEmpty() ? unknown : to);
}

bool is_main_column(const sweep::Results& head, std::size_t column) {
  using ColumnKind = sweep::Column::Kind;
  const ColumnKind kind = head.columns[column].kind;
  if (kind == ColumnKind::kMember || kind == ColumnKind::kText) return true;
  return std::any_of(
      head.objectives.begin(), head.objectives.end(),
      [&](const auto& each) { return each.figure == head.columns[column].name; });
}

QString point_rows(const sweep::PointTable& points, std::size_t row) {
  QString html;
  const auto& columns = points.head.columns;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    if (!is_main_column(points.head, i)) continue;
    html += tip_row(column_title(columns[i]).toHtmlEscaped(),
                    point_figure(points, i, row).toHtmlEscaped());
  }
  if (points.outcomes[row] != sweep::Outcome::kDone) {
    html += tip_row(outcome_title(points.outcomes[row]),
                    to_qstring(points.reasons.text(row)).toHtmlEscaped());
  }
  return html;
}

}  // namespace nscope::gui
