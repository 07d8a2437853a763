#pragma once

#include "app/gui/theme/tokens.h"
#include "app/gui/timeline/model/highlight.h"
#include "app/gui/timeline/model/slice_classes.h"
#include "app/gui/timeline/model/time_view.h"
#include "app/gui/timeline/model/timeline_rows.h"

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
  int sticky = 0;  ///< height of the pinned rows, which do not scroll
  double device_ratio = 1.0;
  const Highlight* highlight = nullptr;   ///< others are dimmed; null: nothing is
  bool hide_others = false;               ///< instead of dimming them
  const SliceClasses* classes = nullptr;  ///< what colours say; null: the engine
  bool patterns = false;                  ///< hatches tell classes apart as well

  int content_width() const { return std::max(1, size.width() - kGutterWidth); }
  TimeScale scale() const { return {view, static_cast<double>(content_width())}; }
  double x(double tick) const { return kGutterWidth + scale().x(tick); }
  double tick(double x) const { return scale().tick(x - kGutterWidth); }
  bool is_sticky(const TimelineRow& row) const { return row.bottom() <= sticky; }
  /// Viewport y of a row's top.
  int y(const TimelineRow& row) const {
    return kAxisHeight + row.top - (is_sticky(row) ? 0 : scroll);
  }
  /// The part of the viewport in which a row may be seen, with the gutter.
  QRect clip(const TimelineRow& row) const {
    const int top = kAxisHeight + (is_sticky(row) ? 0 : sticky);
    return {0, top, size.width(), std::max(0, size.height() - top)};
  }
  QRect content() const {
    return {kGutterWidth, kAxisHeight, content_width(), std::max(0, size.height() - kAxisHeight)};
  }
};

/// Calls use(row) for each row that is at least partly on screen, the pinned ones first.
template <class Use>
void for_visible_rows(const FrameInput& frame, Use use) {
  const auto& rows = frame.rows->rows();
  std::size_t i = 0;
  for (; i < rows.size() && frame.is_sticky(rows[i]); ++i) use(rows[i]);
  i = std::max(i, frame.rows->first_below(frame.sticky + frame.scroll));
  for (; i < rows.size() && frame.y(rows[i]) < frame.size.height(); ++i) use(rows[i]);
}

/// Where the events of a row are drawn inside it, logical pixels from its top.
struct RowInset {
  int top = 0;
  int height = 0;
};
RowInset row_inset(const TimelineRow& row);

/// The rows' events, waits and counters as an image of the viewport's size. `reuse` gives
/// its memory where it has the size: new memory would cost more than what is drawn.
QImage render_rows(const FrameInput& frame, const Tokens& tokens, QImage reuse = {});

/// Row titles, busy shares, counter values: the left column. `current` is the track that
/// has the keyboard.
void paint_gutter(QPainter& painter, const FrameInput& frame, const Tokens& tokens, TrackId hovered,
                  TrackId current);

/// The time axis with its grid lines.
void paint_axis(QPainter& painter, const FrameInput& frame, const Tokens& tokens);

/// Names inside the events that are wide enough for theirs.
void paint_names(QPainter& painter, const FrameInput& frame, const Tokens& tokens);

}  // namespace nscope::gui
