#pragma once

#include "app/gui/timeline/paint/timeline_frame.h"

#include <functional>

namespace nscope::gui {

/// The colours and patterns of the events of a track.
struct BlockStyle {
  std::function<QRgb(std::uint32_t row)> color;  ///< of a slice row, or of the waits for Id::kNone
  std::function<Pattern(std::uint32_t row)> pattern{};  ///< empty: no hatching
};

/// The style of the events of a track in a frame. `frame` and `tokens` must outlive it. Any thread.
BlockStyle block_style(const FrameInput& frame, const Track& track, const Tokens& tokens);

/// Whether an event is dimmed, because it is not in the highlight of the frame.
bool is_dimmed(const FrameInput& frame, const Track& track, std::uint32_t row);

/// The colours of a dimmed event and of its name.
QColor dimmed_color(const QColor& color, const Tokens& tokens);
QColor dimmed_text(const Tokens& tokens);

}  // namespace nscope::gui
