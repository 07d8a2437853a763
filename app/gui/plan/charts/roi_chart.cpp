#include "app/gui/plan/charts/roi_chart.h"

#include "app/gui/text/text.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>
#include <qcustomplot.h>

namespace nscope::gui {

namespace {

/// Labels like "-350k" and "1.2M", because full amounts would overlap.
class MoneyTicker : public QCPAxisTicker {
 protected:
  QString getTickLabel(double tick, const QLocale&, QChar, int) override {
    const double size = std::abs(tick);
    if (size >= 1e9) return number_text(fmt::format("{:.4g}B", tick / 1e9));
    if (size >= 1e6) return number_text(fmt::format("{:.4g}M", tick / 1e6));
    if (size >= 1e3) return number_text(fmt::format("{:.4g}k", tick / 1e3));
    return number_text(fmt::format("{:.4g}", size < 1e-9 ? 0.0 : tick));
  }
};

}  // namespace

void set_money_axis(QCPAxis& axis, const QString& label) {
  axis.setTicker(QSharedPointer<MoneyTicker>::create());
  axis.setLabel(label);
}

void fit_axis(QCPAxis& axis, double low, double high) {
  low = std::min(low, 0.0);
  high = std::max(high, 0.0);
  const double room = high > low ? (high - low) * 0.08 : 1.0;
  axis.setRange(low < 0.0 ? low - room : 0.0, high > 0.0 ? high + room : 0.0);
  if (low == high) axis.setRange(-room, room);
}

void RoiChart::set_result(std::shared_ptr<const cost::RoiResult> result) {
  result_ = std::move(result);
  rebuild();
}

}  // namespace nscope::gui

#include "moc_roi_chart.cpp"
