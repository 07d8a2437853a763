#include "app/gui/timeline/paint/timeline_frame.h"

#include "app/gui/text/text.h"
#include "app/gui/text/tr.h"
#include "app/gui/theme/theme.h"
#include "app/gui/timeline/model/timeline_geometry.h"
#include "app/gui/timeline/paint/block_colors.h"
#include "app/gui/timeline/paint/row_raster.h"
#include "profiler/analysis/metrics/throttle_ratio.h"
#include "profiler/base/format.h"
#include "profiler/base/parallel.h"

#include <QFontMetrics>
#include <algorithm>
#include <cmath>
#include <vector>

#include <fmt/format.h>

namespace nscope::gui {
namespace {

RasterArea device_area(const FrameInput& frame, const TimelineRow& row) {
  const RowInset inset = row_inset(row);
  const double ratio = frame.device_ratio;
  RasterArea area;
  area.left = static_cast<int>(std::lround(kGutterWidth * ratio));
  area.top = static_cast<int>(std::lround((frame.y(row) + inset.top) * ratio));
  area.width = static_cast<int>(std::lround(frame.content_width() * ratio));
  area.height = static_cast<int>(std::lround(inset.height * ratio));
  return area;
}

/// The lanes of a row that are at least partly in `clip`, a part of the viewport.
LaneRange visible_lanes(const FrameInput& frame, const TimelineRow& row, const QRect& clip) {
  const RowInset inset = row_inset(row);
  const int top = frame.y(row) + inset.top;
  // One more line on each side, because device pixels are rounded.
  return lanes_between(inset.height, row.lanes, std::max(0, clip.top() - top - 1),
                       std::min(inset.height, clip.bottom() + 2 - top));
}

double counter_scale(const Track& track, const Trace& trace) {
  const std::string_view unit = trace.text(track.unit);
  // An on/off state has a natural maximum of 1.
  const double peak = counter_peak(track);
  return unit == "used" ? std::max(1.0, peak) : peak;
}

void draw_counter(RowRaster& raster, const FrameInput& frame, const TimelineRow& row,
                  const RasterArea& area) {
  const Track& track = frame.trace->track(row.track);
  const TimeScale scale{frame.view, static_cast<double>(area.width)};
  const double peak = counter_scale(track, *frame.trace);
  const QColor color = track_color(*frame.trace, track);
  switch (row.counter) {
    case CounterStyle::kArea:
      raster.draw_counter(area, counter_columns(track, scale), peak, color);
      return;
    case CounterStyle::kLine:
      raster.draw_curve(area, counter_line(track, scale), peak, color);
      return;
    case CounterStyle::kSteps:
      raster.draw_curve(area, counter_columns(track, scale), peak, color);
      return;
  }
}

QString counter_caption(const Trace& trace, const Track& track) {
  const std::string_view unit = trace.text(track.unit);
  const double peak = counter_peak(track);
  if (unit == "share") return tr("%1 peak").arg(number_text(format_percent(peak, 0)));
  if (unit == "B/s") return number_text(format_si(peak, unit));
  if (unit == "B" || unit == "bytes") return number_text(format_bytes(peak));
  // Longer units, such as "requests", are those of the name of the track.
  const std::string number = fmt::format("{:.4g}", peak);
  return tr("max %1").arg(
      number_text(!unit.empty() && unit.size() <= 3 ? fmt::format("{} {}", number, unit) : number));
}

void draw_row(RowRaster& raster, const FrameInput& frame, const TimelineRow& row,
              const Tokens& tokens) {
  const Track& track = frame.trace->track(row.track);
  const RasterArea area = device_area(frame, row);
  const TimeScale scale{frame.view, static_cast<double>(area.width)};
  switch (row.kind) {
    case RowKind::kGroup: {
      if (!row.collapsed) return;
      const auto below = frame.rows->slice_tracks_below(row.track);
      raster.draw_columns(area, busiest_columns(*frame.trace, below, scale), tokens.bar);
      return;
    }
    case RowKind::kSlices: {
      const BlockStyle style = block_style(frame, track, tokens);
      const LaneRange lanes = visible_lanes(frame, row, frame.clip(row));
      raster.draw_blocks(area, slice_geometry(track, scale, lanes), row.lanes, style.color,
                         style.pattern);
      return;
    }
    case RowKind::kCounter:
    case RowKind::kSteps: draw_counter(raster, frame, row, area); return;
  }
}

/// Space at the right that the scroll bar may cover.
constexpr int kRightMargin = 10;
/// Minimum distance between the gutter and a label.
constexpr int kLeftMargin = 3;
constexpr double kTickSpacing = 120.0;
/// Events need this width for a name, about three letters, and their lanes this height.
constexpr double kLeastNamed = 24.0;
constexpr int kLeastNamedLane = 12;
constexpr double kNameMargin = 4.0;

std::vector<AxisTick> frame_ticks(const FrameInput& frame) {
  return axis_ticks(frame.scale(), static_cast<double>(frame.trace->time_base().ticks_per_ns),
                    kTickSpacing);
}

/// Draws dotted lines at the ticks. They are behind the events: only background pixels change.
void draw_grid(QImage& image, const FrameInput& frame, QRgb background, QRgb color) {
  const int dot = std::max(1, static_cast<int>(std::lround(frame.device_ratio)));
  const int period = dot * 5;
  for (const AxisTick& tick : frame_ticks(frame)) {
    const int x = static_cast<int>(std::lround((kGutterWidth + tick.x) * frame.device_ratio));
    for (int y = static_cast<int>(kAxisHeight * frame.device_ratio); y < image.height(); ++y) {
      if (y % period >= dot) continue;
      auto* out = reinterpret_cast<QRgb*>(image.scanLine(y));
      for (int i = x; i < std::min(x + dot, image.width()); ++i) {
        if (out[i] == background) out[i] = color;
      }
    }
  }
}

}  // namespace

int FrameInput::y(const TimelineRow& row) const {
  if (is_sticky(row)) return kAxisHeight + row.top;
  if (!is_stuck(row)) return kAxisHeight + row.top - scroll;
  int top = kAxisHeight + sticky;
  for (const std::size_t header : stuck) {
    if (&rows->rows()[header] == &row) break;
    top += rows->rows()[header].height;
  }
  return top;
}

GutterTexts fit_gutter_texts(const QFontMetrics& title_font, const QString& title,
                             const QFontMetrics& caption_font, const QString& caption, int room,
                             bool title_first, const NameCut& cut) {
  constexpr int kBetween = 6;
  if (caption.isEmpty()) return {elided_name(title_font, title, cut, room), {}};
  const int caption_width = caption_font.horizontalAdvance(caption);
  const int title_width = title_font.horizontalAdvance(title);
  if (title_width + kBetween + caption_width <= room) return {title, caption};
  if (!title_first) {
    const int rest = std::max(0, room - kBetween - caption_width);
    return {elided_name(title_font, title, cut, rest), caption};
  }
  const QString shorter =
      caption_font.elidedText(caption, Qt::ElideRight, room - kBetween - title_width);
  return {elided_name(title_font, title, cut, room), shorter.size() > 2 ? shorter : QString()};
}

int gutter_left(const TimelineRow& row) {
  return 16 + row.level * 14;
}

bool has_fold_mark(const TimelineRow& row) {
  return row.kind == RowKind::kSlices && is_deep(row.lanes);
}

RowInset row_inset(const TimelineRow& row) {
  switch (row.kind) {
    case RowKind::kGroup: return {5, row.height - 9};
    case RowKind::kCounter: return {3, row.height - 4};
    case RowKind::kSteps: return {2, row.height - 4};
    case RowKind::kSlices: break;
  }
  return {3, row.height - 6};
}

QImage render_rows(const FrameInput& frame, const Tokens& tokens, QImage reuse) {
  const QSize pixels(
      std::max(1, static_cast<int>(std::lround(frame.size.width() * frame.device_ratio))),
      std::max(1, static_cast<int>(std::lround(frame.size.height() * frame.device_ratio))));
  QImage image = std::move(reuse);
  if (image.size() != pixels) image = QImage(pixels, QImage::Format_RGB32);
  image.fill(tokens.window);
  const RowRaster blank(image, frame.device_ratio, tokens.window.rgb());
  const QRgb line = mixed(tokens.window, tokens.line, 0.5).rgb();
  std::vector<const TimelineRow*> rows;
  for_visible_rows(frame, [&](const TimelineRow& row) { rows.push_back(&row); });
  // One thread draws a whole row, from its events to its pixels, while its data are in the cache.
  for_each_in_parallel(rows.size(), [&](std::size_t i) {
    RowRaster raster = blank;
    raster.clip_above(
        static_cast<int>(std::lround(frame.clip(*rows[i]).top() * frame.device_ratio)));
    draw_row(raster, frame, *rows[i], tokens);
    const double bottom = frame.y(*rows[i]) + rows[i]->height;
    const int y = static_cast<int>(std::lround(bottom * frame.device_ratio)) - 1;
    raster.draw_line(y, line);
  });
  if (frame.sticky > 0) {
    RowRaster raster = blank;
    const double bottom = kAxisHeight + frame.sticky;
    raster.draw_line(static_cast<int>(std::lround(bottom * frame.device_ratio)) - 1,
                     tokens.muted.rgb());
  }
  if (!frame.stuck.empty()) {
    RowRaster raster = blank;
    const double bottom = kAxisHeight + frame.sticky + frame.stuck_height;
    raster.draw_line(static_cast<int>(std::lround(bottom * frame.device_ratio)) - 1,
                     tokens.line.rgb());
  }
  draw_grid(image, frame, tokens.window.rgb(), tokens.line.rgb());
  image.setDevicePixelRatio(frame.device_ratio);
  return image;
}

void paint_gutter(QPainter& painter, const FrameInput& frame, const Tokens& tokens, TrackId hovered,
                  TrackId current) {
  const QFont plain = ui_font(12);
  const QFont bold = ui_font(12, QFont::DemiBold);
  const QFont number = mono_font(11);
  const QFontMetrics plain_metrics(plain);
  const QFontMetrics bold_metrics(bold);
  const QFontMetrics number_metrics(number);
  painter.save();
  for_visible_rows(frame, [&](const TimelineRow& row) {
    painter.setClipRect(
        frame.clip(row).intersected(QRect(0, 0, kGutterWidth, frame.size.height())));
    const Track& track = frame.trace->track(row.track);
    const QRect box(0, frame.y(row), kGutterWidth, row.height);
    if (row.track == hovered) painter.fillRect(box.adjusted(0, 0, 0, -1), tokens.raised);
    if (row.track == current) {
      painter.setPen(tokens.accent);
      painter.setBrush(Qt::NoBrush);
      painter.drawRect(box.adjusted(1, 0, -3, -2));
    }
    const bool group = row.kind == RowKind::kGroup;
    const int left = gutter_left(row);
    QString caption;
    if (group) {
      caption = to_qstring(row.caption);
    } else if (row.kind == RowKind::kSlices) {
      caption = frame.shares == nullptr
                    ? QStringLiteral("…")
                    : number_text(format_percent(frame.shares->share(track, frame.view), 0));
    } else {
      caption = counter_caption(*frame.trace, track);
    }
    // The text of a row that is higher than the screen is in the visible part.
    QRect line = box;
    if (row.lanes > 1) {
      const QRect seen = box.intersected(frame.clip(row));
      if (seen.height() >= std::min(box.height(), number_metrics.height())) line = seen;
    }
    if (row.pinned && row.level == 0)
      painter.fillRect(0, box.top(), 3, box.height() - 1, tokens.accent);
    QString title = to_qstring(row.title);
    NameCut cut{0, {row.difference}};
    const bool folded = group ? row.collapsed : row.stack == StackMode::kCompact;
    if (group || has_fold_mark(row)) {
      const QString mark = folded ? QStringLiteral("▸ ") : QStringLiteral("▾ ");
      title.prepend(mark);
      cut.differences.front() += mark.size();
    }
    const QFontMetrics& title_metrics = group ? bold_metrics : plain_metrics;
    const GutterTexts texts = fit_gutter_texts(title_metrics, title, number_metrics, caption,
                                               kGutterWidth - left - 9, group, cut);
    painter.setFont(number);
    painter.setPen(tokens.muted);
    painter.drawText(line.adjusted(0, 0, -9, -1), Qt::AlignRight | Qt::AlignVCenter, texts.caption);
    painter.setFont(group ? bold : plain);
    painter.setPen(tokens.text);
    painter.drawText(line.adjusted(left, 0, -9, -1), Qt::AlignLeft | Qt::AlignVCenter, texts.title);
  });
  painter.restore();
  painter.fillRect(kGutterWidth - 1, 0, 1, frame.size.height(), tokens.line);
}

void paint_axis(QPainter& painter, const FrameInput& frame, const Tokens& tokens) {
  painter.save();
  painter.setFont(mono_font(11));
  const QFontMetrics metrics(painter.font());
  const auto ticks = frame_ticks(frame);
  painter.setClipRect(kGutterWidth, 0, frame.content_width(), frame.size.height());
  for (const AxisTick& tick : ticks) {
    const int x = kGutterWidth + static_cast<int>(std::lround(tick.x));
    const QString label = number_text(tick.label);
    const int half = metrics.horizontalAdvance(label) / 2;
    // A truncated label could be read as another number.
    if (x - half < kGutterWidth || x + half > frame.size.width() - kRightMargin) continue;
    painter.setPen(tokens.muted);
    const int from_gutter = std::max(0, kGutterWidth + kLeftMargin - (x - half));
    painter.drawText(QRect(x - 70 + from_gutter, 0, 140, kAxisHeight), Qt::AlignCenter, label);
  }
  painter.restore();
}

void paint_names(QPainter& painter, const FrameInput& frame, const Tokens& tokens,
                 NameTexts& texts) {
  struct Label {
    StringId name;
    QPointF place;
    double room;
    QColor color;
    QRect clip;
  };
  std::vector<Label> labels;
  const QColor ink(0x0d, 0x11, 0x17);
  const TimeScale scale = frame.scale();
  for_visible_rows(frame, [&](const TimelineRow& row) {
    const RowInset inset = row_inset(row);
    if (row.kind != RowKind::kSlices || inset.height / row.lanes < kLeastNamedLane) return;
    const QRect clip = frame.clip(row).intersected(frame.content());
    const Track& track = frame.trace->track(row.track);
    const bool throttle = track.kind == TrackKind::kThrottle;
    const auto least = static_cast<std::int64_t>(scale.ticks_per_pixel() * kLeastNamed);
    const auto collect = [&](const LodSpan& span) {
      if (span.count > 1) return;
      const double x0 = std::max(0.0, scale.x(static_cast<double>(span.begin)));
      const double x1 = std::min(scale.width, scale.x(static_cast<double>(span.end)));
      if (x1 - x0 < kLeastNamed) return;
      const bool dim = is_dimmed(frame, track, span.row);
      if (dim && frame.hide_others) return;
      const bool plain = throttle && !analysis::ThrottleRatio(*frame.trace).limits(track, span.row);
      const LaneStrip lane = lane_strip(inset.height, row.lanes, span.depth, 1);
      const double y = frame.y(row) + inset.top + lane.top + (lane.height - texts.height()) / 2.0;
      labels.push_back({span.name, QPointF(kGutterWidth + x0 + kNameMargin, std::round(y)),
                        x1 - x0 - 2 * kNameMargin,
                        dim     ? dimmed_text(tokens)
                        : plain ? tokens.muted
                                : ink,
                        clip});
      texts.add(*frame.trace, span.name);
    };
    const LaneRange lanes = visible_lanes(frame, row, clip);
    for (int lane = lanes.first; lane < lanes.end; ++lane) {
      if (static_cast<std::size_t>(lane) >= track.pyramid.lanes().size()) break;
      track.pyramid.visit_depth(
          track.slices, static_cast<std::size_t>(lane), static_cast<std::int64_t>(frame.view.begin),
          static_cast<std::int64_t>(frame.view.end), std::max<std::int64_t>(1, least), collect);
    }
  });
  painter.save();
  painter.setFont(texts.font());
  QRect clip;
  for (const Label& label : labels) {
    const QStaticText* text = texts.fitted(*frame.trace, label.name, label.room);
    if (text == nullptr) continue;
    if (label.clip != clip) painter.setClipRect(clip = label.clip);
    painter.setPen(label.color);
    painter.drawStaticText(label.place, *text);
  }
  painter.restore();
}

}  // namespace nscope::gui
