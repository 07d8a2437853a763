#pragma once

#include "profiler/base/table.h"

#include <qcustomplot.h>

namespace nscope::gui {

/// Axis labels in the unit of a column, as its cells are written: "20 µs",
/// "64 KiB", "30 %". Steps of bytes are powers of two.
class UnitTicker : public QCPAxisTicker {
 public:
  explicit UnitTicker(Table::Column column);

 protected:
  double getTickStep(const QCPRange& range) override;
  QString getTickLabel(double tick, const QLocale&, QChar, int) override;

 private:
  Table::Column column_;
};

/// The same on a logarithmic axis.
class LogUnitTicker : public QCPAxisTickerLog {
 public:
  explicit LogUnitTicker(Table::Column column);

 protected:
  QString getTickLabel(double tick, const QLocale&, QChar, int) override;

 private:
  Table::Column column_;
};

/// A value at an axis: short, without digits that say nothing.
QString axis_text(const Table::Column& column, double value);

/// The heading of the column; its unit stands at the numbers.
QString axis_title(const Table::Column& column);

}  // namespace nscope::gui
