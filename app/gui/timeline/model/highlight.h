#pragma once

#include "profiler/trace/trace.h"

#include <QString>
#include <cstdint>
#include <functional>
#include <memory>
#include <utility>

namespace nscope::gui {

/// Events that a view marks out in all views of a run: the others are dimmed. A plain
/// value behind a pointer: null marks nothing out.
struct Highlight {
  QString text;  ///< "MATMUL", "layer 3": what the events are
  /// Whether an event of a track belongs to it. Called for each visible block of a
  /// frame, by several threads at once: O(1), no locks, no allocation.
  std::function<bool(const Track& track, std::uint32_t row)> holds;
};
using HighlightPtr = std::shared_ptr<const Highlight>;

/// Events of one name.
inline HighlightPtr highlight_name(const Trace& trace, StringId name) {
  if (!name.valid()) return nullptr;
  const std::string_view text = trace.text(name);
  return std::make_shared<const Highlight>(Highlight{
      QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size())),
      [name](const Track& track, std::uint32_t row) { return track.slices.name[row] == name; }});
}

}  // namespace nscope::gui
