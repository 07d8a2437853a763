#pragma once

#include "profiler/base/tables/table.h"

#include <qcustomplot.h>

namespace nscope::gui {

/// Axis labels in the unit of a column, in the format of its cells: "20 µs", "64 KiB", "30 %".
/// Steps of bytes are powers of two, and times have the steps and labels of the time axis. Ticks
/// whose labels would touch are left out.
class UnitTicker : public QCPAxisTicker {
 public:
  enum class Scale { kLinear, kLogarithmic };
  /// `axis` must outlive the ticker.
  UnitTicker(const QCPAxis& axis, Table::Column column, Scale scale);

 protected:
  double getTickStep(const QCPRange& range) override;
  int getSubTickCount(double) override { return 0; }
  QVector<double> createTickVector(double step, const QCPRange& range) override;
  QString getTickLabel(double tick, const QLocale&, QChar, int) override;

 private:
  bool is_time() const { return column_.unit == "ns" && scale_ == Scale::kLinear; }
  QVector<double> without_touching(QVector<double> ticks, double step);

  const QCPAxis& axis_;
  Table::Column column_;
  Scale scale_;
  double step_ = 1;     ///< of a time axis, ns
  double largest_ = 1;  ///< visible time, ns
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
