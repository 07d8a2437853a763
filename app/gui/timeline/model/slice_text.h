#pragma once

#include "profiler/trace/trace.h"

#include <QString>
#include <utility>
#include <vector>

namespace nscope::gui {

// Events as text, for tool tips and the Event Details dock.

QString track_text(const Trace& trace, const Track& track);  ///< "TensorE · core 0"
QString slice_tool_tip(const Trace& trace, SliceId slice);
/// The whole path of a track, for its title, and what the number beside it means.
QString track_tool_tip(const Trace& trace, const Track& track);
QString counter_tool_tip(const Trace& trace, const Track& track, double tick);
/// Why the track is idle at `tick`, as far as the capture states it.
QString idle_tool_tip(const Trace& trace, const Track& track, double tick);

/// A duration on the time axis of the run: "1.42 µs".
QString duration_text(const Trace& trace, TraceTime length);
/// A counter value with its unit.
QString counter_text(std::string_view unit, double value);
/// The value of an event property as text; sizes and FLOPs have units.
QString arg_text(const Trace& trace, const Arg& arg);

/// One line of the Event Details dock.
struct SliceField {
  QString label;
  QString value;
  QString key{};  ///< name of the property in the capture; empty for times
};
/// All fields of an event in display order: times, wait and parent event, then the properties that
/// the capture has.
std::vector<SliceField> slice_fields(const Trace& trace, SliceId slice);

/// The producer that ended last on another track, for which the event waited. Invalid if the
/// capture has none.
SliceId waited_for(const Trace& trace, SliceId slice);
/// All fields and dependencies of an event as a document of schema nscope.event/1, without causes.
QString slice_json(const Trace& trace, SliceId slice);

}  // namespace nscope::gui
