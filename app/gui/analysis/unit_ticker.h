#pragma once

#include "profiler/base/tables/table.h"

#include <qcustomplot.h>

namespace nscope::gui {

/// Axis labels in the unit of a column, as its cells are written: "20 µs",
/// "64 KiB", "30 %". Steps of bytes are powers of two.
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

/// At most `most` ticks on a logarithmic axis: powers of two, or 1, 2 and 5 times
/// powers of ten, as many as fit. Empty where the range holds fewer than two.
QVector<double> log_ticks(double low, double high, bool powers_of_two, int most);

/// A value at an axis: short, without digits that say nothing.
QString axis_text(const Table::Column& column, double value);

/// The heading of the column; its unit stands at the numbers.
QString axis_title(const Table::Column& column);

}  // namespace nscope::gui
