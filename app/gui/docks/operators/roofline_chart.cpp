#include "app/gui/docks/operators/roofline_chart.h"

#include "app/gui/analysis/unit_ticker.h"
#include "app/gui/panels/section.h"
#include "app/gui/panels/table_model.h"
#include "app/gui/text/plain_text.h"
#include "app/gui/text/shown_language.h"
#include "app/gui/text/text.h"
#include "app/gui/theme/plot_theme.h"
#include "app/gui/theme/theme.h"
#include "profiler/base/format.h"

#include <QMouseEvent>
#include <QToolTip>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>
#include <functional>
#include <map>

#include <qcustomplot.h>

namespace nscope::gui {
namespace {

constexpr double kLargest = 34.0;            ///< largest diameter of a point in pixels
constexpr double kSmallest = 7.0;            ///< smallest diameter of a point in pixels
constexpr double kRooflineChartReach = 4.0;  ///< pixels around a point that still hit it

const Table::Column kIntensity{
    .id = "intensity", .title = nscope::tr("Intensity"), .unit = "FLOP/B"};
const Table::Column kRate{.id = "flops_per_s", .title = nscope::tr("Achieved"), .unit = "FLOP/s"};

QColor bound_color(bool compute) {
  return compute ? engine_color(Engine::kTensor, true) : engine_color(Engine::kDma);
}

QString rate_text(double flops) {
  return number_text(format_si(flops, "FLOP/s"));
}

}  // namespace

std::vector<RooflinePoint> roofline_points(const Table& table) {
  const auto name = find_column(table, "operator");
  const auto intensity = find_column(table, "intensity");
  const auto rate = find_column(table, "flops_per_s");
  const auto active = find_column(table, "active_ns");
  const auto bound = find_column(table, "bound");
  const auto above = find_column(table, "above_roof");
  if (!name || !intensity || !rate || !active || !bound || !above) return {};
  std::vector<RooflinePoint> points;
  for (std::size_t row = 0; row < table.row_count(); ++row) {
    const auto x = number_of(table.at(row, *intensity));
    const auto y = number_of(table.at(row, *rate));
    if (!x || !y || !(*x > 0.0) || !(*y > 0.0)) continue;
    const auto* is_above = std::get_if<bool>(&table.at(row, *above));
    points.push_back(
        {.row = row,
         .intensity = *x,
         .flops_per_s = *y,
         .active_ns = number_of(table.at(row, *active)).value_or(0.0),
         .compute_bound = nscope::to_string(table.at(row, *bound), nscope::Language()) == "compute",
         .above_roof = is_above != nullptr && *is_above,
         .name = to_qstring(nscope::to_string(table.at(row, *name), shown_language()))});
  }
  std::stable_sort(points.begin(), points.end(),
                   [](const auto& a, const auto& b) { return a.active_ns > b.active_ns; });
  return points;
}

std::optional<RooflinePoint> roofline_whole(const Trace& trace,
                                            const analysis::OperatorTotals& totals) {
  const double seconds = static_cast<double>(totals.active) * 1e-9 /
                         static_cast<double>(trace.time_base().ticks_per_ns);
  if (!(totals.flops > 0.0) || !(totals.hbm_bytes > 0.0) || !(seconds > 0.0)) return std::nullopt;
  return RooflinePoint{.intensity = totals.flops / totals.hbm_bytes,
                       .flops_per_s = totals.flops / seconds,
                       .active_ns = seconds * 1e9,
                       .name = RooflineChart::tr("All operators")};
}

double point_diameter(double share) {
  return std::max(kSmallest, kLargest * std::sqrt(std::clamp(share, 0.0, 1.0)));
}

RooflineChart::RooflineChart(QWidget* parent)
    : QWidget(parent), legend_(named_label("caption")), plot_(new QCustomPlot) {
  setObjectName(QStringLiteral("panel"));
  setAttribute(Qt::WA_StyledBackground);
  legend_->setTextFormat(Qt::RichText);
  legend_->setWordWrap(true);
  plot_->setMinimumSize(200, 100);
  plot_->setMouseTracking(true);
  plot_->setInteraction(QCP::iRangeDrag, true);
  plot_->setInteraction(QCP::iRangeZoom, true);
  plot_->installEventFilter(this);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(8, 4, 4, 2);
  layout->setSpacing(2);
  layout->addWidget(legend_);
  layout->addWidget(plot_, 1);
}

void RooflineChart::set_points(std::vector<RooflinePoint> points, const analysis::CoreRoof& roof,
                               const std::optional<RooflinePoint>& whole,
                               std::vector<analysis::FormatRoof> formats) {
  points_ = std::move(points);
  formats_ = std::move(formats);
  whole_ = whole;
  if (whole_) whole_->compute_bound = whole_->intensity >= roof.ridge();
  roof_ = roof;
  marked_.reset();
  rebuild();
  show_everything();
}

void RooflineChart::mark(std::optional<std::size_t> row) {
  if (row == marked_) return;
  marked_ = row;
  rebuild();
}

void RooflineChart::rebuild() {
  const QCPRange x = plot_->xAxis->range();
  const QCPRange y = plot_->yAxis->range();
  plot_->clearPlottables();
  plot_->clearItems();
  theme_plot(*plot_, current_tokens());
  for (const auto& [axis, column] :
       {std::pair(plot_->xAxis, kIntensity), std::pair(plot_->yAxis, kRate)}) {
    axis->setScaleType(QCPAxis::stLogarithmic);
    axis->setTicker(
        QSharedPointer<UnitTicker>::create(*axis, column, UnitTicker::Scale::kLogarithmic));
    axis->grid()->setVisible(true);
  }
  plot_->xAxis->setLabel(tr("Arithmetic intensity (FLOP per HBM byte)"));
  plot_->yAxis->setLabel(tr("Performance of one core (FLOP/s)"));
  plot_->xAxis->setRange(x);
  plot_->yAxis->setRange(y);
  if (roof_.flops > 0.0 && roof_.bytes > 0.0) draw_roofs();
  draw_points();
  if (whole_) draw_whole();
  show_legend();
  plot_->setAccessibleName(tr("Roofline of one core"));
  plot_->setAccessibleDescription(
      tr("%n operator(s). The table next to the chart shows all values.", nullptr,
         static_cast<int>(points_.size())));
  plot_->replot(QCustomPlot::rpQueuedReplot);
}

namespace {

/// The roofs to draw by height: the types with that peak, and their share of the FLOPs.
struct RoofLine {
  QStringList types{};
  double share = 0.0;
};
/// "bfloat16" and "bf16" are the same type.
QString format_name(std::string_view type) {
  QString name = to_qstring(type).toLower();
  name.replace(QStringLiteral("bfloat"), QStringLiteral("bf"));
  name.replace(QStringLiteral("float"), QStringLiteral("fp"));
  return name.toUpper();
}

std::map<double, RoofLine, std::greater<>> roofs_of(
    const analysis::CoreRoof& core, const std::vector<analysis::FormatRoof>& formats) {
  std::map<double, RoofLine, std::greater<>> roofs;
  roofs[core.flops];  // always drawn, because operators are compared with it
  double flops = 0.0;
  for (const analysis::FormatRoof& format : formats) flops += format.flops;
  for (const analysis::FormatRoof& format : formats) {
    if (!format.flops_per_s) continue;
    RoofLine& roof = roofs[*format.flops_per_s];
    const QString type = format_name(format.type);
    if (!roof.types.contains(type)) roof.types << type;
    roof.share += flops > 0.0 ? format.flops / flops : 0.0;
  }
  return roofs;
}

QCPItemText* roofline_label(QCustomPlot* plot, const QString& text, double x, double y,
                            Qt::Alignment side) {
  auto* item = new QCPItemText(plot);
  item->setText(text);
  item->setFont(ui_font(11));
  item->setColor(current_tokens().muted);
  item->setPadding(QMargins(6, 2, 6, 4));
  item->setPositionAlignment(side);
  item->position->setCoords(x, y);
  return item;
}

}  // namespace

void RooflineChart::draw_roof(double flops_per_s, const QString& text, bool main) {
  constexpr double kFar = 1e9;  // extends the roof beyond any zoom range
  const Tokens& t = current_tokens();
  const double from = flops_per_s / roof_.bytes;
  auto* graph = plot_->addGraph();
  graph->setData({from, from * kFar}, {flops_per_s, flops_per_s}, true);
  graph->setPen(main ? QPen(t.text, 1.5) : QPen(t.muted, 1.2, Qt::DashLine));
  // At the right edge, so that no label is cut.
  auto* label = roofline_label(plot_, text, 1.0, flops_per_s, Qt::AlignRight | Qt::AlignBottom);
  label->position->setTypeX(QCPItemPosition::ptAxisRectRatio);
  label->position->setCoords(1.0, flops_per_s);
  roof_labels_ << text;
}

void RooflineChart::draw_roofs() {
  constexpr double kFar = 1e9;
  const Tokens& t = current_tokens();
  const auto roofs = roofs_of(roof_, formats_);
  const double highest = roofs.begin()->first;
  const double ridge = roof_.ridge();
  auto* slope = plot_->addGraph();
  slope->setData({ridge / kFar, highest / roof_.bytes}, {roof_.flops / kFar, highest}, true);
  slope->setPen(QPen(t.text, 1.5));
  roof_labels_.clear();
  for (const auto& [height, roof] : roofs) {
    const bool main = height == roof_.flops;
    QStringList types = roof.types;
    if (main && !types.contains(QStringLiteral("BF16"))) types.prepend(QStringLiteral("BF16"));
    const QString name = types.join(QLatin1Char('/'));
    QString text = tr("TensorE, %1: %2").arg(name, rate_text(height));
    if (roofs.size() > 1) {
      text += QStringLiteral(" · ") +
              tr("%1 of the FLOPs").arg(number_text(format_percent(roof.share)));
    }
    draw_roof(height, text, main);
  }
  // Next to the slope, at a place that is visible in the initial view.
  roofline_label(plot_, tr("HBM: %1").arg(number_text(format_si(roof_.bytes, "B/s"))), ridge / 4.0,
                 roof_.flops / 4.0, Qt::AlignRight | Qt::AlignBottom);
  // The intensity of the ridge is written at the axis, because points would cover a label below
  // the roof.
  auto* drop = new QCPItemLine(plot_);
  drop->setPen(QPen(t.muted, 1.0, Qt::DotLine));
  drop->start->setCoords(ridge, roof_.flops);
  drop->end->setTypeY(QCPItemPosition::ptAxisRectRatio);
  drop->end->setCoords(ridge, 1.0);
  const QString place = QLocale().toString(ridge, 'f', ridge < 10.0 ? 1 : 0);
  auto* at = roofline_label(plot_, tr("%1 FLOP/B").arg(place), ridge, 1.0,
                            Qt::AlignLeft | Qt::AlignBottom);
  at->position->setTypeY(QCPItemPosition::ptAxisRectRatio);
  at->position->setCoords(ridge, 1.0);
}

void RooflineChart::draw_points() {
  const Tokens& t = current_tokens();
  const double longest = points_.empty() ? 1.0 : std::max(1.0, points_.front().active_ns);
  for (const RooflinePoint& point : points_) {
    auto* circle = new QCPItemTracer(plot_);
    circle->setStyle(QCPItemTracer::tsCircle);
    circle->setSize(point_diameter(point.active_ns / longest));
    const QColor color = bound_color(point.compute_bound);
    QColor fill = color;
    // HBM-bound operators are hollow, so that the bound is not shown by colour alone.
    fill.setAlphaF(point.compute_bound ? 0.65F : 0.12F);
    const bool marked = marked_ == point.row;
    circle->setPen(QPen(marked             ? t.text
                        : point.above_roof ? t.bad
                                           : color,
                        marked ? 2.5 : 1.5, point.above_roof ? Qt::DotLine : Qt::SolidLine));
    circle->setBrush(fill);
    circle->position->setCoords(point.intensity, point.flops_per_s);
  }
}

void RooflineChart::draw_whole() {
  const Tokens& t = current_tokens();
  auto* graph = plot_->addGraph();
  graph->setLineStyle(QCPGraph::lsNone);
  graph->setScatterStyle(
      QCPScatterStyle(QCPScatterStyle::ssDiamond, QPen(t.text, 2.0), QBrush(t.panel), 14));
  graph->addData(whole_->intensity, whole_->flops_per_s);
}

void RooflineChart::show_legend() {
  const auto count = [this](auto of) {
    return static_cast<int>(std::count_if(points_.begin(), points_.end(), of));
  };
  const auto entry = [](const QColor& color, const QString& sign, const QString& text) {
    return QStringLiteral("<span style='color:%1'>%2</span>&nbsp;%3")
        .arg(color.name(), sign, text.toHtmlEscaped());
  };
  const int compute = count([](const auto& point) { return point.compute_bound; });
  const int above = count([](const auto& point) { return point.above_roof; });
  const int memory = static_cast<int>(points_.size()) - compute;
  QStringList parts{
      entry(bound_color(true), QStringLiteral("●"), tr("compute-bound: %1").arg(compute)),
      entry(bound_color(false), QStringLiteral("○"), tr("HBM-bound: %1").arg(memory))};
  if (above > 0) {
    parts << entry(current_tokens().bad, QStringLiteral("◌"),
                   tr("above the roof because recorded time or work is incomplete: %1").arg(above));
  }
  if (whole_) parts << entry(current_tokens().text, QStringLiteral("◇"), whole_->name);
  parts << tr("area = active time");
  legend_->setText(parts.join(QStringLiteral("&nbsp;&nbsp;&nbsp; ")));
}

void RooflineChart::show_everything() {
  if (roof_.flops <= 0.0) return;
  double left = roof_.ridge() / 10.0;
  double right = roof_.ridge() * 10.0;
  double low = roof_.flops / 100.0;
  double high = roofs_of(roof_, formats_).begin()->first;
  const auto include = [&](const RooflinePoint& point) {
    left = std::min(left, point.intensity);
    right = std::max(right, point.intensity);
    low = std::min(low, point.flops_per_s);
    high = std::max(high, point.flops_per_s);
  };
  for (const RooflinePoint& point : points_) include(point);
  if (whole_) include(*whole_);
  plot_->xAxis->setRange(left / 2.0, right * 2.0);
  plot_->yAxis->setRange(low / 2.5, high * 4.0);
  plot_->replot(QCustomPlot::rpQueuedReplot);
}

const RooflinePoint* RooflineChart::point_at(const QPointF& position) const {
  const double longest = points_.empty() ? 1.0 : std::max(1.0, points_.front().active_ns);
  // Small points are drawn on top of large ones, so they are tested first.
  for (auto point = points_.rbegin(); point != points_.rend(); ++point) {
    const double radius = point_diameter(point->active_ns / longest) / 2.0;
    if (distance(*point, position) <= radius + kRooflineChartReach) return &*point;
  }
  if (whole_ && distance(*whole_, position) <= kSmallest + kRooflineChartReach) return &*whole_;
  return nullptr;
}

std::optional<std::size_t> RooflineChart::row_at(const QPointF& position) const {
  const RooflinePoint* point = point_at(position);
  if (point == nullptr || (whole_ && point == &*whole_)) return std::nullopt;
  return point->row;
}

double RooflineChart::distance(const RooflinePoint& point, const QPointF& position) const {
  return std::hypot(plot_->xAxis->coordToPixel(point.intensity) - position.x(),
                    plot_->yAxis->coordToPixel(point.flops_per_s) - position.y());
}

QString RooflineChart::tool_tip(const RooflinePoint& point) const {
  const double roof = std::min(roof_.flops, point.intensity * roof_.bytes);
  return tr("%1\n%2 of %3 attainable\nArithmetic intensity: %4 FLOP/B\nActive time: %5\n%6")
      .arg(point.name, rate_text(point.flops_per_s), rate_text(roof),
           QString::number(point.intensity, 'g', 4),
           number_text(format_duration_ns(point.active_ns)),
           point.compute_bound ? tr("Compute-bound") : tr("HBM-bound"));
}

bool RooflineChart::eventFilter(QObject* watched, QEvent* event) {
  if (watched != plot_) return QWidget::eventFilter(watched, event);
  const auto* mouse = dynamic_cast<QMouseEvent*>(event);
  if (mouse == nullptr) return false;
  const auto row = row_at(mouse->position());
  switch (event->type()) {
    case QEvent::MouseMove:
      if (mouse->buttons() != Qt::NoButton) return false;
      if (const RooflinePoint* point = point_at(mouse->position())) {
        gui::show_tool_tip(mouse->globalPosition().toPoint(), tool_tip(*point), plot_);
      } else {
        QToolTip::hideText();
      }
      return false;
    case QEvent::MouseButtonPress:
      if (row) emit row_clicked(*row);
      return false;
    case QEvent::MouseButtonDblClick:
      if (row) {
        emit row_activated(*row);
      } else {
        show_everything();
      }
      return false;
    default: return false;
  }
}

void RooflineChart::changeEvent(QEvent* event) {
  QWidget::changeEvent(event);
  if (event->type() == QEvent::PaletteChange || event->type() == QEvent::StyleChange) rebuild();
}

}  // namespace nscope::gui

#include "moc_roofline_chart.cpp"
