#include "app/gui/timeline/paint/critical_overlay.h"

#include "app/gui/text/text.h"
#include "app/gui/theme/theme.h"
#include "profiler/base/format.h"

#include <algorithm>
#include <cmath>

namespace nscope::gui {
namespace {

constexpr double kCriticalOverlayBarHeight = 3.0;
constexpr double kLeastBar = 1.0;

using PathPart = DependencyView::PathPart;

auto first_after(const std::vector<PathPart>& parts, double tick) {
  return std::upper_bound(parts.begin(), parts.end(), tick,
                          [](double t, const PathPart& part) { return t < part.end; });
}

double row_middle(const FrameInput& frame, const TimelineRow& row) {
  return frame.y(row) + row.height / 2.0;
}

void paint_slack(QPainter& painter, const FrameInput& frame, const DependencyView& view,
                 SliceId selected, const Tokens& tokens) {
  const auto slack = view.slack(selected);
  if (!slack || *slack <= 0.0) return;
  const Trace::SliceRef slice = frame.trace->slice(selected);
  const TimelineRow* row = frame.rows->row_of(slice.track->id);
  if (row == nullptr) return;
  const auto end = static_cast<double>(slice.end().value());
  const double x0 = frame.x(end);
  const double x1 = std::min(frame.x(end + *slack), kGutterWidth + frame.content_width() + 20.0);
  const double y = row_middle(frame, *row);
  painter.setClipRect(frame.clip(*row).intersected(frame.content()));
  painter.setPen(QPen(tokens.good, 1.6, Qt::DashLine));
  painter.drawLine(QPointF(x0, y), QPointF(x1, y));
  painter.setPen(QPen(tokens.good, 1.6));
  painter.drawLine(QPointF(x1, y - 5.0), QPointF(x1, y + 5.0));
}

}  // namespace

std::vector<QRectF> path_bars(const FrameInput& frame, const TimelineRow& row,
                              const std::vector<PathPart>& parts) {
  std::vector<QRectF> bars;
  const double y = frame.y(row) + row.height - kCriticalOverlayBarHeight - 1.0;
  for (auto at = first_after(parts, frame.view.begin);
       at != parts.end() && at->begin < frame.view.end;) {
    const double x0 = std::max<double>(kGutterWidth, frame.x(at->begin));
    const double x1 = std::min(1.0 * kGutterWidth + frame.content_width(), frame.x(at->end));
    const double width = std::max(kLeastBar, x1 - x0);
    if (!bars.empty() && x0 - bars.back().right() < 1.0) {
      bars.back().setRight(std::max(bars.back().right(), x0 + width));
    } else {
      bars.emplace_back(x0, y, width, kCriticalOverlayBarHeight);
    }
    // Skip the parts that end within the same pixel.
    const auto next = first_after(parts, frame.tick(std::floor(bars.back().right())));
    at = next > at ? next : at + 1;
  }
  return bars;
}

std::vector<QLineF> path_links(const FrameInput& frame, const DependencyView& view,
                               std::size_t most) {
  const auto& path = view.path();
  const auto first = first_after(path, frame.view.begin);
  const auto last = std::partition_point(
      first, path.end(), [&](const PathPart& part) { return part.begin < frame.view.end; });
  if (static_cast<std::size_t>(last - first) > most) return {};
  std::vector<QLineF> links;
  for (auto at = first; at != path.end() && at <= last; ++at) {
    if (at == path.begin()) continue;
    const PathPart& from = *(at - 1);
    const TimelineRow* above = frame.rows->row_of(frame.trace->slice(from.event).track->id);
    const TimelineRow* below = frame.rows->row_of(frame.trace->slice(at->event).track->id);
    if (above == nullptr || below == nullptr || above == below) continue;
    links.emplace_back(QPointF(frame.x(from.end), row_middle(frame, *above)),
                       QPointF(frame.x(at->begin), row_middle(frame, *below)));
  }
  return links;
}

void paint_critical_path(QPainter& painter, const FrameInput& frame, const DependencyView& view,
                         SliceId selected, const Tokens& tokens) {
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setClipRect(frame.content());
  painter.setPen(QPen(tokens.bad, 1.2));
  for (const QLineF& link : path_links(frame, view)) painter.drawLine(link);
  painter.setRenderHint(QPainter::Antialiasing, false);
  for_visible_rows(frame, [&](const TimelineRow& row) {
    painter.setClipRect(frame.clip(row).intersected(frame.content()));
    for (const QRectF& bar : path_bars(frame, row, view.path_of(row.track))) {
      painter.fillRect(bar, tokens.bad);
    }
  });
  painter.setRenderHint(QPainter::Antialiasing);
  if (selected.valid()) paint_slack(painter, frame, view, selected, tokens);
  painter.restore();
}

}  // namespace nscope::gui
