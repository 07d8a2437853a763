#pragma once

#include "app/gui/text/short_name.h"
#include "app/gui/theme/tokens.h"
#include "app/gui/timeline/model/active_shares.h"
#include "app/gui/timeline/model/highlight.h"
#include "app/gui/timeline/model/slice_classes.h"
#include "app/gui/timeline/model/time_view.h"
#include "app/gui/timeline/model/timeline_rows.h"
#include "app/gui/timeline/paint/name_texts.h"

#include <QFontMetrics>
#include <QImage>
#include <QPainter>
#include <QRect>
#include <QSize>
#include <algorithm>
#include <vector>

namespace nscope::gui {

/// Sizes of the fixed parts of the timeline, logical pixels.
inline constexpr int kGutterWidth = 190;
inline constexpr int kAxisHeight = 24;

/// Everything that a frame depends on, except the theme.
struct FrameInput {
  const Trace* trace = nullptr;
  const TimelineRows* rows = nullptr;
  TimeView view;
  QSize size;  ///< of the viewport, logical pixels
  int scroll = 0;
  int sticky = 0;  ///< height of the pinned rows, which do not scroll; logical pixels
  std::vector<std::size_t> stuck{};  ///< rows whose headers stay below the pinned rows
  int stuck_height = 0;              ///< of all of them
  double device_ratio = 1.0;
  const Highlight* highlight = nullptr;   ///< other events are dimmed; null: none
  bool hide_others = false;               ///< hide the other events instead of dimming them
  const SliceClasses* classes = nullptr;  ///< classes for colours; null: by engine
  bool patterns = false;                  ///< draw the patterns of the classes
  const ActiveShares* shares = nullptr;   ///< null: not computed yet

  int content_width() const { return std::max(1, size.width() - kGutterWidth); }
  TimeScale scale() const { return {view, static_cast<double>(content_width())}; }
  double x(double tick) const { return kGutterWidth + scale().x(tick); }
  double tick(double x) const { return scale().tick(x - kGutterWidth); }
  bool is_sticky(const TimelineRow& row) const { return row.bottom() <= sticky; }
  /// Whether the row is the header of a group that stays while the rows of the group scroll.
  bool is_stuck(const TimelineRow& row) const {
    const auto index = static_cast<std::size_t>(&row - rows->rows().data());
    return std::find(stuck.begin(), stuck.end(), index) != stuck.end();
  }
  /// The viewport y of the top of a row.
  int y(const TimelineRow& row) const;
  /// The part of the viewport in which a row can be visible, including the gutter.
  QRect clip(const TimelineRow& row) const {
    const int above = is_sticky(row) ? 0 : is_stuck(row) ? sticky : sticky + stuck_height;
    const int top = kAxisHeight + above;
    return {0, top, size.width(), std::max(0, size.height() - top)};
  }
  QRect content() const {
    return {kGutterWidth, kAxisHeight, content_width(), std::max(0, size.height() - kAxisHeight)};
  }
};

/// Calls use(row) for each row that is at least partly visible: the pinned rows, the headers that
/// stay, and the others.
template <class Use>
void for_visible_rows(const FrameInput& frame, Use use) {
  const auto& rows = frame.rows->rows();
  std::size_t i = 0;
  for (; i < rows.size() && frame.is_sticky(rows[i]); ++i) use(rows[i]);
  for (const std::size_t header : frame.stuck) use(rows[header]);
  i = std::max(i, frame.rows->first_below(frame.sticky + frame.stuck_height + frame.scroll));
  for (; i < rows.size() && frame.y(rows[i]) < frame.size.height(); ++i) use(rows[i]);
}

/// The vertical area of a row in which its events are drawn, logical pixels from its top.
struct RowInset {
  int top = 0;
  int height = 0;
};
RowInset row_inset(const TimelineRow& row);

/// Renders the events, waits and counters of the rows as an image of the size of the viewport. The
/// memory of `reuse` is used if its size fits, because allocating it would cost more than drawing.
QImage render_rows(const FrameInput& frame, const Tokens& tokens, QImage reuse = {});

/// The x of the title of a row in the left column.
int gutter_left(const TimelineRow& row);
/// Whether a mark before the title expands and compacts the stack of the row.
bool has_fold_mark(const TimelineRow& row);

/// The texts of a row in the left column.
struct GutterTexts {
  QString title;
  QString caption;
};
/// Shortens the texts to `room` pixels: first the caption of groups (`title_first`), but the title
/// of tracks, whose caption is a number. `cut`: where the title differs from those beside it.
GutterTexts fit_gutter_texts(const QFontMetrics& title_font, const QString& title,
                             const QFontMetrics& caption_font, const QString& caption, int room,
                             bool title_first, const NameCut& cut = {});

/// Paints the left column: row titles, busy shares and counter values. `current` is the track that
/// keys act on.
void paint_gutter(QPainter& painter, const FrameInput& frame, const Tokens& tokens, TrackId hovered,
                  TrackId current);

/// Paints the labels of the time axis.
void paint_axis(QPainter& painter, const FrameInput& frame, const Tokens& tokens);

/// Paints the names of the events that are wide enough for a few letters. Longer names are elided.
void paint_names(QPainter& painter, const FrameInput& frame, const Tokens& tokens,
                 NameTexts& texts);

}  // namespace nscope::gui
