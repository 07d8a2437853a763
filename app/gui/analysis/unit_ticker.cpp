#include "app/gui/analysis/unit_ticker.h"

#include "app/gui/panels/table_model.h"
#include "app/gui/text/text.h"
#include "app/gui/timeline/model/time_view.h"
#include "profiler/base/format.h"

#include <QRegularExpression>
#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <utility>

namespace nscope::gui {

QString axis_text(const Table::Column& column, double value) {
  if (is_share(column)) {
    const bool small = value != 0.0 && std::abs(value) < 0.05;
    return number_text(format_percent(value, small ? 1 : 0));
  }
  QString text = to_qstring(format_value(value, column.unit));
  static const QRegularExpression kZeros(QStringLiteral("\\.(\\d*?)0+(?=\\D|$)"));
  text.replace(kZeros, QStringLiteral(".\\1"));
  static const QRegularExpression kPoint(QStringLiteral("\\.(?=\\D|$)"));
  return number_text(to_string(text.remove(kPoint)));
}

QString axis_title(const Table::Column& column) {
  return title_text(column);
}

QVector<double> log_ticks(double low, double high, bool powers_of_two, int most) {
  if (!(low > 0.0) || !(high > low)) return {};
  const double base = powers_of_two ? 2.0 : 10.0;
  const int first = static_cast<int>(std::floor(std::log(low) / std::log(base)));
  const int last = static_cast<int>(std::ceil(std::log(high) / std::log(base)));
  const auto ticks = [&](std::initializer_list<double> factors, int stride) {
    QVector<double> values;
    for (int exponent = first; exponent <= last; ++exponent) {
      if (exponent % stride != 0) continue;
      for (const double factor : factors) {
        const double value = factor * std::pow(base, exponent);
        if (value >= low && value <= high) values << value;
      }
    }
    return values;
  };
  QVector<double> values = powers_of_two ? ticks({1.0}, 1) : ticks({1.0, 2.0, 5.0}, 1);
  for (int stride = 1; values.size() > most && stride <= last - first + 1; ++stride) {
    values = ticks({1.0}, stride);
  }
  return values.size() < 2 ? QVector<double>() : values;
}

UnitTicker::UnitTicker(const QCPAxis& axis, Table::Column column, Scale scale)
    : axis_(axis), column_(std::move(column)), scale_(scale) {
  setTickCount(5);
}

double UnitTicker::getTickStep(const QCPRange& range) {
  const double least = range.size() / tickCount();
  if (is_time()) {
    largest_ = std::max(std::abs(range.lower), std::abs(range.upper));
    return step_ = time_step(std::max(least, 1e-3));
  }
  if (column_.unit != "B") return QCPAxisTicker::getTickStep(range);
  return std::exp2(std::ceil(std::log2(std::max(least, 1.0))));
}

QVector<double> UnitTicker::createTickVector(double step, const QCPRange& range) {
  if (scale_ == Scale::kLogarithmic) {
    QVector<double> ticks = log_ticks(range.lower, range.upper, column_.unit == "B", tickCount());
    if (!ticks.isEmpty()) return without_touching(std::move(ticks), 0.0);
  }
  QVector<double> ticks = QCPAxisTicker::createTickVector(step, range);
  trimTicks(range, ticks, false);
  return without_touching(std::move(ticks), step);
}

/// Keeps every n-th tick, with the smallest n for which no two labels touch. With a step, multiples
/// of n steps are kept, so that the ticks do not change while the axis is moved.
QVector<double> UnitTicker::without_touching(QVector<double> ticks, double step) {
  constexpr double kGap = 10.0;  // pixels
  const QCPAxisRect* const rect = axis_.axisRect();
  const bool horizontal = axis_.orientation() == Qt::Horizontal;
  if (rect == nullptr || (horizontal ? rect->width() : rect->height()) <= 0) return ticks;
  const QFontMetrics metrics(axis_.tickLabelFont());
  const auto half = [&](double tick) {
    if (!horizontal) return metrics.height() / 2.0;
    return metrics.horizontalAdvance(getTickLabel(tick, QLocale(), QLatin1Char('g'), 6)) / 2.0;
  };
  const double gap = horizontal ? kGap : 0.0;
  for (qsizetype n = 1; n <= ticks.size(); ++n) {
    QVector<double> kept;
    for (qsizetype i = 0; i < ticks.size(); ++i) {
      const auto place = step > 0.0 ? std::llround(ticks[i] / step) : static_cast<long long>(i);
      if (place % n == 0) kept << ticks[i];
    }
    bool touching = false;
    for (qsizetype i = 1; i < kept.size() && !touching; ++i) {
      const double apart = std::abs(axis_.coordToPixel(kept[i]) - axis_.coordToPixel(kept[i - 1]));
      touching = apart < half(kept[i]) + half(kept[i - 1]) + gap;
    }
    if (!touching && !kept.isEmpty()) return kept;
  }
  return ticks.mid(0, 1);
}

QString UnitTicker::getTickLabel(double tick, const QLocale&, QChar, int) {
  // The tick at zero often has a small rounding error.
  const double value = std::abs(tick) < 1e-12 ? 0.0 : tick;
  if (is_time()) return number_text(time_label(value, step_, largest_));
  return axis_text(column_, value);
}

void fit_tick_counts(QCustomPlot& plot) {
  constexpr int kTickWidth = 90;
  constexpr int kTickHeight = 32;
  plot.xAxis->ticker()->setTickCount(std::clamp(plot.width() / kTickWidth, 2, 10));
  plot.yAxis->ticker()->setTickCount(std::clamp(plot.height() / kTickHeight, 2, 6));
}

}  // namespace nscope::gui
