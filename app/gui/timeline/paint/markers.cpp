#include "app/gui/timeline/paint/markers.h"

#include "app/gui/text/text.h"
#include "app/gui/theme/theme.h"
#include "profiler/base/format.h"

#include <QCoreApplication>
#include <QFontMetrics>
#include <QSet>
#include <algorithm>
#include <cmath>
#include <limits>

namespace nscope::gui {
namespace {

/// Maximum distances in logical pixels: of a marker from the edge to which it snaps, and of a click
/// from a marker.
constexpr double kSnapPixels = 8.0;
constexpr double kGrabPixels = 4.0;
constexpr int kFlagTop = 3;
constexpr int kFlagHeight = 15;
constexpr int kMostFlagWidth = 120;
/// Minimum visible width of a flag, logical pixels.
constexpr double kLeastFlagRoom = 4.0;
constexpr std::size_t kMostDifferences = 12;

QFont flag_font() {
  return ui_font(10, QFont::DemiBold);
}

QString difference_text(const Trace& trace, double ticks) {
  const double ns = std::abs(ticks) / static_cast<double>(trace.time_base().ticks_per_ns);
  return number_text(format_duration_ns(ns));
}

/// Paints the dimension line between two markers, below the axis.
void paint_difference(QPainter& painter, const FrameInput& frame, const Marker& a, const Marker& b,
                      const Tokens& tokens) {
  const double left = kGutterWidth;
  const double right = kGutterWidth + frame.content_width();
  const double x0 = std::clamp(frame.x(std::min(a.tick, b.tick)), left, right);
  const double x1 = std::clamp(frame.x(std::max(a.tick, b.tick)), left, right);
  const double y = kAxisHeight + 9.0;
  painter.setPen(QPen(tokens.text, 1.2));
  painter.drawLine(QPointF(x0, y), QPointF(x1, y));
  painter.setFont(mono_font(11, QFont::DemiBold));
  const QString text = QStringLiteral("Δ ") + difference_text(*frame.trace, b.tick - a.tick);
  const double width = painter.fontMetrics().horizontalAdvance(text) + 12.0;
  const double middle = std::clamp((x0 + x1) / 2.0, left + width / 2.0, right - width / 2.0);
  const QRectF label(middle - width / 2.0, y - 8.0, width, 16.0);
  painter.setPen(QPen(tokens.text, 1.0));
  painter.setBrush(tokens.panel);
  painter.drawRoundedRect(label, 3, 3);
  painter.drawText(label, Qt::AlignCenter, text);
}

}  // namespace

std::optional<double> nearest_edge(const Track& track, double tick, double reach) {
  std::optional<double> best;
  double distance = reach;
  const auto offer = [&](std::int64_t edge) {
    const double away = std::abs(static_cast<double>(edge) - tick);
    if (away > distance) return;
    distance = away;
    best = static_cast<double>(edge);
  };
  // Runs of events that are much shorter than the reach are treated as one event, because their
  // events cannot be distinguished on screen.
  const auto resolution = std::max<std::int64_t>(1, static_cast<std::int64_t>(reach / 32.0));
  track.pyramid.visit(track.slices, static_cast<std::int64_t>(std::floor(tick - reach)),
                      static_cast<std::int64_t>(std::ceil(tick + reach)) + 1, resolution,
                      [&](const LodSpan& span) {
                        offer(span.begin);
                        offer(span.end);
                      });
  return best;
}

double snapped_tick(const FrameInput& frame, const QPoint& position) {
  const double tick = frame.tick(position.x());
  const double reach = frame.scale().ticks_per_pixel() * kSnapPixels;
  double best = tick;
  double best_distance = std::numeric_limits<double>::infinity();
  for_visible_rows(frame, [&](const TimelineRow& row) {
    const auto edge = nearest_edge(frame.trace->track(row.track), tick, reach);
    if (!edge) return;
    const int y = frame.y(row);
    const bool here = position.y() >= y && position.y() < y + row.height;
    // The row under the cursor takes precedence over all others.
    const double distance = std::abs(*edge - tick) - (here ? 2.0 * reach : 0.0);
    if (distance >= best_distance) return;
    best_distance = distance;
    best = *edge;
  });
  return best;
}

QString next_marker_name(const Markers& markers) {
  QSet<QString> taken;
  for (const Marker& marker : markers) taken.insert(marker.name);
  for (int number = 1;; ++number) {
    const QString name = QStringLiteral("M%1").arg(number);
    if (!taken.contains(name)) return name;
  }
}

QRectF marker_flag(const FrameInput& frame, const Marker& marker) {
  const double x = frame.x(marker.tick);
  if (x < kGutterWidth || x > kGutterWidth + frame.content_width()) return {};
  const int width =
      std::min(kMostFlagWidth, QFontMetrics(flag_font()).horizontalAdvance(marker.name) + 10);
  return {x, 1.0 * kFlagTop, 1.0 * width, 1.0 * kFlagHeight};
}

std::vector<SeenMarker> seen_markers(const FrameInput& frame, const Markers& markers,
                                     const PickedMarkers& picked) {
  const double left = kGutterWidth;
  const double right = left + frame.content_width();
  const auto is_picked = [&](std::size_t index) {
    return picked.last == index || picked.before == index;
  };
  std::vector<SeenMarker> seen;
  const auto first_from = [&](auto from, double x) {
    return std::partition_point(from, markers.end(),
                                [&](const Marker& marker) { return frame.x(marker.tick) < x; });
  };
  const auto beyond = std::partition_point(markers.begin(), markers.end(), [&](const Marker& each) {
    return frame.x(each.tick) <= right;
  });
  for (auto next = first_from(markers.begin(), left); next < beyond;) {
    next = std::min(beyond, first_from(next, std::floor(frame.x(next->tick)) + 1.0));
    const auto index = static_cast<std::size_t>(next - markers.begin()) - 1;
    if (is_picked(index)) continue;
    const double x = frame.x(markers[index].tick);
    if (!seen.empty()) seen.back().has_flag = x - seen.back().x >= kLeastFlagRoom;
    seen.push_back({index, x});
  }
  for (const auto& index : {picked.before, picked.last}) {
    if (!index || *index >= markers.size()) continue;
    const double x = frame.x(markers[*index].tick);
    if (x >= left && x <= right) seen.push_back({*index, x});
  }
  return seen;
}

std::optional<std::size_t> marker_at(const FrameInput& frame, const Markers& markers,
                                     const PickedMarkers& picked, const QPoint& position) {
  if (position.y() >= kAxisHeight) return std::nullopt;
  const auto seen = seen_markers(frame, markers, picked);
  for (auto each = seen.rbegin(); each != seen.rend(); ++each) {
    if (position.x() < each->x - kGrabPixels || position.x() > each->x + kMostFlagWidth) continue;
    QRectF area = marker_flag(frame, markers[each->index]);
    if (!each->has_flag) area.setWidth(kGrabPixels);
    if (area.adjusted(-kGrabPixels, -kFlagTop, 0, 6).contains(position)) return each->index;
  }
  return std::nullopt;
}

void paint_markers(QPainter& painter, const FrameInput& frame, const Markers& markers,
                   const PickedMarkers& picked, const Tokens& tokens) {
  painter.save();
  painter.setClipRect(kGutterWidth, 0, frame.content_width(), frame.size.height());
  painter.setRenderHint(QPainter::Antialiasing);
  for (const SeenMarker& seen : seen_markers(frame, markers, picked)) {
    const bool is_picked = picked.last == seen.index || picked.before == seen.index;
    const QColor color = is_picked ? tokens.text : tokens.muted;
    painter.setPen(QPen(color, is_picked ? 1.4 : 1.0));
    if (!seen.has_flag) {
      // There can be one such line per pixel; antialiased lines would take too long.
      const int x = static_cast<int>(seen.x);
      painter.fillRect(x, kFlagTop, 1, frame.size.height() - kFlagTop, color);
      continue;
    }
    painter.drawLine(QPointF(seen.x, kFlagTop), QPointF(seen.x, frame.size.height()));
    const QRectF flag = marker_flag(frame, markers[seen.index]);
    painter.setBrush(is_picked ? tokens.text : tokens.raised);
    painter.drawRoundedRect(flag, 2, 2);
    painter.setPen(is_picked ? tokens.window : tokens.text);
    painter.setFont(flag_font());
    const QString name = painter.fontMetrics().elidedText(markers[seen.index].name, Qt::ElideRight,
                                                          static_cast<int>(flag.width()) - 8);
    painter.drawText(flag.adjusted(5, 0, -3, 0), Qt::AlignLeft | Qt::AlignVCenter, name);
  }
  if (picked.last && picked.before && *picked.last < markers.size() &&
      *picked.before < markers.size()) {
    paint_difference(painter, frame, markers[*picked.before], markers[*picked.last], tokens);
  }
  painter.restore();
}

std::pair<std::size_t, std::size_t> nearest_markers(const Markers& markers, std::size_t index,
                                                    std::size_t most) {
  std::size_t first = index;
  std::size_t end = index + 1;
  const double tick = markers[index].tick;
  while (end - first <= most && (first > 0 || end < markers.size())) {
    const bool earlier = end == markers.size() ||
                         (first > 0 && tick - markers[first - 1].tick <= markers[end].tick - tick);
    if (earlier) {
      --first;
    } else {
      ++end;
    }
  }
  return {first, end};
}

QString marker_tool_tip(const Trace& trace, const Markers& markers, std::size_t index) {
  const Marker& marker = markers[index];
  const auto per_ns = static_cast<double>(trace.time_base().ticks_per_ns);
  QString text =
      QStringLiteral("<b>%1</b><br>%2")
          .arg(marker.name.toHtmlEscaped(), number_text(format_time_ns(marker.tick / per_ns, 1.0)));
  const auto [first, end] = nearest_markers(markers, index, kMostDifferences);
  for (std::size_t i = first; i < end; ++i) {
    if (i == index) continue;
    const double away = marker.tick - markers[i].tick;
    const QString line = away < 0.0 ? QCoreApplication::translate("Markers", "%1 before %2")
                                    : QCoreApplication::translate("Markers", "%1 after %2");
    text += QStringLiteral("<br>") +
            line.arg(difference_text(trace, away), markers[i].name.toHtmlEscaped());
  }
  if (const std::size_t further = markers.size() - (end - first); further > 0) {
    text += QStringLiteral("<br>") +
            QCoreApplication::translate("Markers", "%1 more").arg(count_text(further));
  }
  return text;
}

}  // namespace nscope::gui
