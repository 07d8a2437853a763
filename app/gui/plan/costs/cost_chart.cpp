#include "app/gui/plan/costs/cost_chart.h"

#include "app/gui/plan/costs/cost_matrix_model.h"
#include "app/gui/text/text.h"
#include "app/gui/theme/plot_theme.h"
#include "app/gui/theme/theme.h"
#include "costmodel/cost_report/cost_report.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <qcustomplot.h>

namespace nscope::gui {
namespace {

constexpr double kGroupWidth = 0.8;  // share of the distance between groups

double bar_width(const cost::CostMatrix& matrix) {
  const auto options = std::max<std::size_t>(1, matrix.scenario.options.size());
  return kGroupWidth / static_cast<double>(options);
}

}  // namespace

CostChart::CostChart(QWidget* parent) : PlanChart(tr("Cost per million tokens"), parent) {
  plot().setMinimumHeight(180);
}

void CostChart::set_matrix(const cost::CostMatrix& matrix) {
  matrix_ = matrix;
  shown_.clear();
  // With more groups there is no room for their names.
  constexpr std::size_t kMostBeside = 6;
  const bool crowded = matrix_.rows.size() > kMostBeside;
  for (std::size_t row = 0; row < matrix_.rows.size(); ++row) {
    const cost::CostRow& line = matrix_.rows[row];
    const bool any =
        std::any_of(line.cells.begin(), line.cells.end(),
                    [](const cost::CostCell& cell) { return cell.figures.has_value(); });
    if (line.disqualified || (line.full_load && crowded)) continue;
    if (any || !matrix_.has_limits()) shown_.push_back(row);
  }
  rebuild();
}

void CostChart::draw() {
  QStringList names;
  for (const std::size_t row : shown_) names << row_title(matrix_, row);
  set_groups(names);
  for (std::size_t option = 0; option < matrix_.scenario.options.size(); ++option) {
    add_bars(option);
  }
  plot().legend->setVisible(plot().plottableCount() > 0);
  plot().yAxis->setLabel(tr("USD per million tokens"));
  plot().xAxis->grid()->setVisible(false);
  plot().rescaleAxes();
  plot().xAxis->setRange(-0.6, static_cast<double>(shown_.size()) - 0.4);
  plot().yAxis->setRangeLower(0.0);
  plot().yAxis->setRangeUpper(plot().yAxis->range().upper * 1.12);
}

void CostChart::add_bars(std::size_t option) {
  const double width = bar_width(matrix_);
  bool in_legend = false;
  // Cells that cannot be the cheapest are hatched, as they are faint in the matrix.
  for (const bool left_out : {false, true}) {
    QVector<double> keys;
    QVector<double> values;
    QVector<double> below;
    QVector<double> above;
    for (std::size_t i = 0; i < shown_.size(); ++i) {
      const auto& cell = matrix_.rows[shown_[i]].cells[option];
      if (!cell.figures || cost::is_left_out(matrix_, cell) != left_out) continue;
      const auto& cost = cell.figures->usd_per_million;
      keys << static_cast<double>(i) - kGroupWidth / 2 +
                  (static_cast<double>(option) + 0.5) * width;
      values << cost.value.dollars();
      // NaN draws no error bar; 0 would draw one of zero length.
      below << (cost.low ? cost.value.dollars() - cost.low->dollars() : qQNaN());
      above << (cost.high ? cost.high->dollars() - cost.value.dollars() : qQNaN());
    }
    if (keys.isEmpty()) continue;
    const QColor color = series_color(option);
    auto* bars = new QCPBars(plot().xAxis, plot().yAxis);
    bars->setName(to_qstring(cost::title(matrix_.scenario.options[option])));
    bars->setWidth(width * 0.86);
    bars->setBrush(left_out ? QBrush(color, Qt::BDiagPattern) : QBrush(color));
    bars->setPen(left_out ? QPen(color, 1.0) : QPen(Qt::NoPen));
    bars->setData(keys, values, true);
    auto* errors = new QCPErrorBars(plot().xAxis, plot().yAxis);
    errors->setDataPlottable(bars);
    errors->setData(below, above);
    errors->setPen(QPen(current_tokens().text, 1.2));
    errors->setWhiskerWidth(5);
    errors->setSymbolGap(0);
    errors->removeFromLegend();
    if (std::exchange(in_legend, true)) bars->removeFromLegend();
  }
}

bool CostChart::is_hatched() const {
  return std::any_of(shown_.begin(), shown_.end(), [this](std::size_t row) {
    const auto& cells = matrix_.rows[row].cells;
    return std::any_of(cells.begin(), cells.end(), [this](const cost::CostCell& cell) {
      return cost::is_left_out(matrix_, cell);
    });
  });
}

QString CostChart::text_at(double x, double) const {
  const double group = std::round(x);
  if (group < 0 || group >= static_cast<double>(shown_.size())) return {};
  const double option = std::floor((x - group + kGroupWidth / 2) / bar_width(matrix_));
  if (option < 0 || option >= static_cast<double>(matrix_.scenario.options.size())) return {};
  const std::size_t row = shown_[static_cast<std::size_t>(group)];
  const auto column = static_cast<std::size_t>(option);
  const cost::CostCell& cell = matrix_.rows[row].cells[column];
  const QString name = row_title(matrix_, row) + QStringLiteral(" · ") +
                       to_qstring(cost::title(matrix_.scenario.options[column]));
  if (!cell.figures)
    return name + QStringLiteral(": ") + to_qstring(matrix_.missing_of(matrix_.rows[row], cell));
  const auto& cost = cell.figures->usd_per_million;
  QString text = name + QStringLiteral(": ") + usd_per_million_text(cost.value);
  if (cost::is_left_out(matrix_, cell)) text += QStringLiteral(", ") + tr("price out of date");
  if (!cost.low || !cost.high) return text;
  return tr("%1 (90 % band: %2 to %3)")
      .arg(text, usd_per_million_text(*cost.low), usd_per_million_text(*cost.high));
}

}  // namespace nscope::gui

#include "moc_cost_chart.cpp"
