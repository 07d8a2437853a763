#pragma once

#include "profiler/trace/trace.h"

#include <QString>
#include <utility>
#include <vector>

namespace nscope::gui {

/// Events in words, for tool tips and the event panel.

QString track_text(const Trace& trace, const Track& track);  ///< "TensorE · core 0"
QString slice_tool_tip(const Trace& trace, SliceId slice);
QString counter_tool_tip(const Trace& trace, const Track& track, double tick);
/// Why the track is idle at `tick`, as far as the capture tells.
QString idle_tool_tip(const Trace& trace, const Track& track, double tick);

/// A length on the axis of the run: "1.42 µs".
QString duration_text(const Trace& trace, TraceTime length);
/// A counter value in its unit.
QString counter_text(std::string_view unit, double value);
/// An event property in words; sizes and operations in their units.
QString arg_text(const Trace& trace, const Arg& arg);

/// One line of the event panel.
struct SliceField {
  QString label;
  QString value;
  QString key{};  ///< name of the property in the capture; empty for times
};
/// All fields of an event in reading order: times, wait, nesting, then every
/// property the capture has.
std::vector<SliceField> slice_fields(const Trace& trace, SliceId slice);

/// The producer that ended last on another track: what the event waited for.
/// Invalid where the capture names none.
SliceId waited_for(const Trace& trace, SliceId slice);
/// The same as one JSON object.
QString slice_json(const Trace& trace, SliceId slice);

}  // namespace nscope::gui
