#pragma once

#include "profiler/trace/trace.h"

#include <QString>
#include <cstdint>
#include <functional>
#include <memory>
#include <utility>

namespace nscope::gui {

/// A set of events that is highlighted in all views of a run; the other events are dimmed. Passed
/// as a pointer; null means that nothing is highlighted.
struct Highlight {
  QString text;  ///< description of the events: "MATMUL", "layer 3"
  /// Returns whether an event of a track is highlighted. Several threads call it for each visible
  /// event of a frame, so it must be O(1), without locks or allocations.
  std::function<bool(const Track& track, std::uint32_t row)> holds;
};
using HighlightPtr = std::shared_ptr<const Highlight>;

/// Highlights the events with one name.
inline HighlightPtr highlight_name(const Trace& trace, StringId name) {
  if (!name.valid()) return nullptr;
  const std::string_view text = trace.text(name);
  return std::make_shared<const Highlight>(Highlight{
      QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size())),
      [name](const Track& track, std::uint32_t row) { return track.slices.name[row] == name; }});
}

}  // namespace nscope::gui
