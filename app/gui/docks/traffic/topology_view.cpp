#include "app/gui/docks/traffic/topology_view.h"

#include "app/gui/text/plain_text.h"
#include "app/gui/text/text.h"
#include "app/gui/theme/theme.h"
#include "profiler/base/format.h"

#include <QHelpEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QPainterPath>
#include <QPainterPathStroker>
#include <QToolTip>
#include <algorithm>
#include <cmath>

namespace nscope::gui {
namespace {

using analysis::LinkTraffic;

constexpr double kMapMargin = 34.0;
constexpr double kWidest = 9.0;             ///< line width of the busiest link in pixels
constexpr double kTopologyViewReach = 5.0;  ///< pixels around a link that still hit it

QString bytes_text(double bytes) {
  return number_text(format_bytes(bytes));
}

QRectF bounds_of(const std::vector<QPointF>& points) {
  QRectF bounds(points.empty() ? QPointF() : points.front(), QSizeF(0, 0));
  for (const QPointF& point : points) {
    bounds.setLeft(std::min(bounds.left(), point.x()));
    bounds.setRight(std::max(bounds.right(), point.x()));
    bounds.setTop(std::min(bounds.top(), point.y()));
    bounds.setBottom(std::max(bounds.bottom(), point.y()));
  }
  return bounds;
}

}  // namespace

TopologyView::TopologyView(QWidget* parent) : QWidget(parent) {
  setMouseTracking(true);
  setAccessibleName(tr("Chips and their links"));
  setAccessibleDescription(tr("The heat map next to it shows the same values as a table."));
}

void TopologyView::set_topology(TopologyLayout layout, const std::vector<LinkTraffic>& links,
                                std::vector<int> busy) {
  layout_ = std::move(layout);
  links_ = links;
  busy_ = std::move(busy);
  pairs_.clear();
  most_ = 0.0;
  for (const LinkTraffic& link : links_) {
    const auto ends = std::minmax(link.from, link.to);
    if (ends.second < 0) continue;
    Pair& pair = pairs_[{ends.first, ends.second}];
    pair.bytes += link.bytes;
    pair.directions.push_back(&link);
    most_ = std::max(most_, pair.bytes);
  }
  update();
}

const TopologyView::Pair* TopologyView::pair_of(int a, int b) const {
  const auto ends = std::minmax(a, b);
  const auto found = pairs_.find({ends.first, ends.second});
  return found == pairs_.end() ? nullptr : &found->second;
}

double TopologyView::bytes_between(int a, int b) const {
  const Pair* pair = pair_of(a, b);
  return pair == nullptr ? -1.0 : pair->bytes;
}

double TopologyView::step() const {
  const QRectF bounds = bounds_of(layout_.chips);
  const double x = (width() - 2.0 * kMapMargin) / std::max(1.0, bounds.width());
  const double y = (height() - 2.0 * kMapMargin) / std::max(1.0, bounds.height());
  return std::clamp(std::min(x, y), 10.0, 110.0);
}

QPointF TopologyView::position_of(int chip) const {
  const QRectF bounds = bounds_of(layout_.chips);
  const QPointF from_middle = layout_.chips[static_cast<std::size_t>(chip)] - bounds.center();
  return QRectF(rect()).center() + from_middle * step();
}

QPointF TopologyView::switch_position() const {
  return QRectF(rect()).center();
}

/// Wrap-around links are curved, so that they do not cover the links between the other chips.
QPainterPath TopologyView::path_of(const TopologyLayout::Edge& edge) const {
  const QPointF a = position_of(edge.a);
  const QPointF b = edge.b < 0 ? switch_position() : position_of(edge.b);
  QPainterPath path(a);
  if (!edge.around) {
    path.lineTo(b);
    return path;
  }
  const QPointF along = b - a;
  const double length = std::hypot(along.x(), along.y());
  const QPointF aside(-along.y() / length, along.x() / length);
  path.quadTo((a + b) / 2.0 + aside * step() * 0.55, b);
  return path;
}

void TopologyView::paintEvent(QPaintEvent*) {
  const Tokens& t = current_tokens();
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  std::vector<TopologyLayout::Edge> edges = layout_.edges;
  if (layout_.switched) {
    for (int chip = 0; chip < static_cast<int>(layout_.chips.size()); ++chip) {
      edges.push_back({chip, LinkTraffic::kNoChip});
    }
  }
  const QColor used = engine_color(Engine::kCc);
  for (const TopologyLayout::Edge& edge : edges) {
    const double bytes = bytes_between(edge.a, edge.b);
    const double share = most_ > 0.0 && bytes > 0.0 ? bytes / most_ : 0.0;
    painter.setPen(
        bytes > 0.0 ? QPen(mixed(t.panel, used, 0.45 + 0.55 * share), 1.5 + (kWidest - 1.5) * share)
                    : QPen(t.scroll, 1.2, bytes < 0.0 ? Qt::DashLine : Qt::SolidLine));
    painter.setBrush(Qt::NoBrush);
    painter.drawPath(path_of(edge));
  }
  const double radius = std::clamp(step() * 0.26, 7.0, 17.0);
  painter.setFont(mono_font(radius < 10.0 ? 9 : 11));
  for (int chip = 0; chip < static_cast<int>(layout_.chips.size()); ++chip) {
    const bool busy = std::binary_search(busy_.begin(), busy_.end(), chip);
    const QPointF at = position_of(chip);
    painter.setPen(QPen(busy ? t.accent : t.scroll, busy ? 2.0 : 1.0));
    painter.setBrush(t.raised);
    painter.drawEllipse(at, radius, radius);
    painter.setPen(busy ? t.text : t.muted);
    painter.drawText(QRectF(at.x() - radius, at.y() - radius, 2 * radius, 2 * radius),
                     Qt::AlignCenter, QString::number(chip));
  }
  if (!layout_.switched) return;
  painter.setPen(QPen(t.scroll, 1.0));
  painter.setBrush(t.raised);
  painter.setFont(ui_font(11));
  const QRectF box(switch_position() - QPointF(26, 11), QSizeF(52, 22));
  painter.drawRoundedRect(box, 4, 4);
  painter.setPen(t.text);
  painter.drawText(box, Qt::AlignCenter, tr("switch"));
}

int TopologyView::chip_at(const QPointF& position) const {
  const double radius = std::clamp(step() * 0.26, 7.0, 17.0);
  for (int chip = 0; chip < static_cast<int>(layout_.chips.size()); ++chip) {
    const QPointF away = position_of(chip) - position;
    if (std::hypot(away.x(), away.y()) <= radius) return chip;
  }
  return LinkTraffic::kNoChip;
}

const TopologyLayout::Edge* TopologyView::edge_at(const QPointF& position) const {
  QPainterPathStroker stroker;
  stroker.setWidth(2.0 * kTopologyViewReach);
  const auto hit = std::find_if(layout_.edges.begin(), layout_.edges.end(), [&](const auto& edge) {
    return stroker.createStroke(path_of(edge)).contains(position);
  });
  return hit == layout_.edges.end() ? nullptr : &*hit;
}

QString TopologyView::tool_tip(const QPointF& position) const {
  if (const int chip = chip_at(position); chip >= 0) {
    double in = 0.0;
    double out = 0.0;
    bool known = false;
    for (const LinkTraffic& link : links_) {
      if (link.from == chip) out += link.bytes;
      if (link.to == chip) in += link.bytes;
      known = known || link.from == chip || link.to == chip;
    }
    const bool busy = std::binary_search(busy_.begin(), busy_.end(), chip);
    const QString name =
        busy ? tr("Chip %1").arg(chip) : tr("Chip %1 (not used in this run)").arg(chip);
    return known ? tr("%1\nsent %2, received %3").arg(name, bytes_text(out), bytes_text(in))
                 : tr("%1\nno link counter").arg(name);
  }
  const TopologyLayout::Edge* edge = edge_at(position);
  if (edge == nullptr) return {};
  const Pair* pair = pair_of(edge->a, edge->b);
  if (pair == nullptr) {
    return tr("Chips %1 and %2\nno link counter").arg(edge->a).arg(edge->b);
  }
  QStringList lines;
  for (const LinkTraffic* link : pair->directions) {
    lines << tr("%1: %2, maximum %3")
                 .arg(to_qstring(link->name), bytes_text(link->bytes),
                      number_text(format_si(link->peak, "B/s")));
  }
  return lines.join(QLatin1Char('\n'));
}

void TopologyView::mousePressEvent(QMouseEvent* event) {
  const TopologyLayout::Edge* edge = edge_at(event->position());
  const Pair* pair = edge == nullptr ? nullptr : pair_of(edge->a, edge->b);
  if (pair != nullptr) emit track_chosen(pair->directions.front()->track);
}

bool TopologyView::event(QEvent* event) {
  if (event->type() != QEvent::ToolTip) return QWidget::event(event);
  const auto* help = static_cast<QHelpEvent*>(event);
  const QString text = tool_tip(help->pos());
  if (text.isEmpty()) {
    QToolTip::hideText();
  } else {
    gui::show_tool_tip(help->globalPos(), text, this);
  }
  return true;
}

}  // namespace nscope::gui

#include "moc_topology_view.cpp"
