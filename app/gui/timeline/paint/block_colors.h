#pragma once

#include "app/gui/timeline/paint/timeline_frame.h"

#include <functional>

namespace nscope::gui {

/// How the events of a track look.
struct BlockStyle {
  std::function<QRgb(std::uint32_t row)> color;  ///< of a slice row; of Id::kNone: of the waits
  std::function<Pattern(std::uint32_t row)> pattern{};  ///< empty: no hatches
};

/// How the events of a track look in a frame. `frame` and `tokens` must outlive it; any
/// thread.
BlockStyle block_style(const FrameInput& frame, const Track& track, const Tokens& tokens);

/// Whether an event is dimmed by the frame's highlight.
bool is_dimmed(const FrameInput& frame, const Track& track, std::uint32_t row);

/// The colour of an event that is not marked out, and of its name.
QColor dimmed_color(const QColor& color, const Tokens& tokens);
QColor dimmed_text(const Tokens& tokens);

}  // namespace nscope::gui
