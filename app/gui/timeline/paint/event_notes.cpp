#include "app/gui/timeline/paint/event_notes.h"

#include "app/gui/timeline/paint/hit_test.h"

#include <QPolygonF>
#include <cstddef>

namespace nscope::gui {
namespace {

constexpr double kFlagSize = 8.0;
constexpr std::size_t kMostFlags = 500;

}  // namespace

std::vector<NoteFlag> note_flags(const FrameInput& frame, const std::vector<EventNote>& notes) {
  std::vector<NoteFlag> flags;
  for (const EventNote& note : notes) {
    if (flags.size() >= kMostFlags) break;
    const Trace::SliceRef slice = frame.trace->slice(note.event);
    if (static_cast<double>(slice.end().value()) < frame.view.begin ||
        static_cast<double>(slice.begin().value()) > frame.view.end) {
      continue;
    }
    const QRectF box = slice_rect(frame, note.event);
    if (box.isEmpty()) continue;
    const TimelineRow* row = frame.rows->row_of(slice.track->id);
    const QPointF corner(std::max<double>(kGutterWidth, box.left()), box.top());
    if (!frame.clip(*row).contains(corner.toPoint())) continue;
    flags.push_back({corner, note.color});
  }
  return flags;
}

void paint_event_notes(QPainter& painter, const FrameInput& frame,
                       const std::vector<EventNote>& notes, const Tokens& tokens) {
  painter.setPen(QPen(tokens.window, 1.0));
  for (const NoteFlag& flag : note_flags(frame, notes)) {
    painter.setBrush(flag.color);
    painter.drawPolygon(QPolygonF({flag.corner, flag.corner + QPointF(kFlagSize, 0.0),
                                   flag.corner + QPointF(0.0, kFlagSize)}));
  }
}

}  // namespace nscope::gui
