#pragma once

#include "app/gui/timeline/paint/timeline_frame.h"

#include <QColor>
#include <QString>
#include <vector>

namespace nscope::gui {

/// A note on an event.
struct EventNote {
  SliceId event;
  QString name;
  QColor color;
};

/// The flags of the notes whose events are visible, in logical pixels of the viewport: a triangle
/// in the upper left corner of each event. At most 500 are drawn.
struct NoteFlag {
  QPointF corner;
  QColor color;
};
std::vector<NoteFlag> note_flags(const FrameInput& frame, const std::vector<EventNote>& notes);
void paint_event_notes(QPainter& painter, const FrameInput& frame,
                       const std::vector<EventNote>& notes, const Tokens& tokens);

}  // namespace nscope::gui
