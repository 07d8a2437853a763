#include "app/gui/analysis/unit_ticker.h"

#include "app/gui/panels/table_model.h"
#include "app/gui/text.h"
#include "profiler/base/format.h"

#include <QRegularExpression>
#include <cmath>
#include <utility>

namespace nscope::gui {

QString axis_text(const Table::Column& column, double value) {
  if (is_share(column)) return to_qstring(format_percent(value, std::abs(value) < 0.05 ? 1 : 0));
  QString text = to_qstring(format_value(value, column.unit));
  static const QRegularExpression kZeros(QStringLiteral("\\.(\\d*?)0+(?=\\D|$)"));
  text.replace(kZeros, QStringLiteral(".\\1"));
  static const QRegularExpression kPoint(QStringLiteral("\\.(?=\\D|$)"));
  return text.remove(kPoint);
}

QString axis_title(const Table::Column& column) {
  return to_qstring(column.title.empty() ? column.id : column.title);
}

UnitTicker::UnitTicker(Table::Column column) : column_(std::move(column)) {
  setTickCount(5);
}

double UnitTicker::getTickStep(const QCPRange& range) {
  if (column_.unit != "B") return QCPAxisTicker::getTickStep(range);
  return std::exp2(std::ceil(std::log2(std::max(range.size() / tickCount(), 1.0))));
}

QString UnitTicker::getTickLabel(double tick, const QLocale&, QChar, int) {
  // A tick at zero is often a rounding error away from it.
  return axis_text(column_, std::abs(tick) < 1e-12 ? 0.0 : tick);
}

LogUnitTicker::LogUnitTicker(Table::Column column) : column_(std::move(column)) {}

QString LogUnitTicker::getTickLabel(double tick, const QLocale&, QChar, int) {
  return axis_text(column_, tick);
}

}  // namespace nscope::gui
