#pragma once

#include "app/gui/theme/tokens.h"
#include "app/gui/timeline/time_view.h"
#include "app/gui/timeline/timeline_rows.h"

#include <QImage>
#include <QPainter>
#include <QRect>
#include <QSize>
#include <vector>

namespace nscope::gui {

/// Sizes of the timeline's fixed parts, in logical pixels.
inline constexpr int kGutterWidth = 190;
inline constexpr int kAxisHeight = 24;

/// Everything one frame depends on besides the theme.
struct FrameInput {
  const Trace* trace = nullptr;
  const TimelineRows* rows = nullptr;
  TimeView view;
  QSize size;  ///< of the viewport, logical pixels
  int scroll = 0;
  double device_ratio = 1.0;
  StringId highlight{};  ///< other names are dimmed while this is valid

  int content_width() const { return std::max(1, size.width() - kGutterWidth); }
  TimeScale scale() const { return {view, static_cast<double>(content_width())}; }
  double x(double tick) const { return kGutterWidth + scale().x(tick); }
  double tick(double x) const { return scale().tick(x - kGutterWidth); }
  /// Viewport y of a row's top.
  int y(const TimelineRow& row) const { return kAxisHeight + row.top - scroll; }
  QRect content() const {
    return {kGutterWidth, kAxisHeight, content_width(), std::max(0, size.height() - kAxisHeight)};
  }
};

/// Where the events of a row are drawn inside it, logical pixels from its top.
struct RowInset {
  int top = 0;
  int height = 0;
};
RowInset row_inset(const TimelineRow& row);

/// The rows' events, waits and counters as an image of the viewport's size.
QImage render_rows(const FrameInput& frame, const Tokens& tokens);

/// Row titles, busy shares, counter values: the left column.
void paint_gutter(QPainter& painter, const FrameInput& frame, const Tokens& tokens,
                  TrackId hovered);

/// The time axis with its grid lines.
void paint_axis(QPainter& painter, const FrameInput& frame, const Tokens& tokens);

/// Names inside the events that are wide enough for theirs.
void paint_names(QPainter& painter, const FrameInput& frame);

}  // namespace nscope::gui
