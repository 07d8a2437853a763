#pragma once

#include "profiler/base/tables/table.h"

#include <qcustomplot.h>

namespace nscope::gui {

/// Axis labels in the unit of a column, in the format of its cells: "20 µs", "64 KiB", "30 %".
/// Steps of bytes are powers of two.
class UnitTicker : public QCPAxisTicker {
 public:
  enum class Scale { kLinear, kLogarithmic };
  UnitTicker(Table::Column column, Scale scale);

 protected:
  double getTickStep(const QCPRange& range) override;
  int getSubTickCount(double) override { return 0; }
  QVector<double> createTickVector(double step, const QCPRange& range) override;
  QString getTickLabel(double tick, const QLocale&, QChar, int) override;

 private:
  Table::Column column_;
  Scale scale_;
};

/// Sets the numbers of ticks that fit on the axes of a chart of this size.
void fit_tick_counts(QCustomPlot& plot);

/// At most `most` ticks on a logarithmic axis: powers of two, or 1, 2 and 5 times powers of ten. If
/// these are too many, only every n-th power. Empty if the range contains fewer than two ticks.
QVector<double> log_ticks(double low, double high, bool powers_of_two, int most);

/// A value as an axis label, without trailing zeros.
QString axis_text(const Table::Column& column, double value);

/// The title of the column, without the unit, which the tick labels show.
QString axis_title(const Table::Column& column);

}  // namespace nscope::gui
