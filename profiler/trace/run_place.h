#pragma once

#include "profiler/base/result.h"
#include "profiler/trace/trace.h"

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace nscope {

/// A place of a run, as links name it after the '#' of FILE#PLACE. A plain value; any thread.
///   t=10us-50us           the visible time
///   range=12us-20us       the selected time
///   track=Core%200%20%2F…   the path of a track of the selection, or to show; can be repeated
///   event=42              the id of the selected event, as in SQL
/// Times are those of the time axis: with a unit, or in nanoseconds. Reserved characters are
/// percent-encoded.
struct RunPlace {
  using Interval = std::pair<TraceTime, TraceTime>;

  std::optional<Interval> shown{};
  std::optional<Interval> range{};
  std::vector<TrackId> tracks{};  ///< sorted
  SliceId event{};

  friend bool operator==(const RunPlace&, const RunPlace&) = default;
};

/// The text of a place, empty for no place. Times are exact.
std::string place_text(const RunPlace& place, const Trace& trace);

/// Reads a place. Errors: kInvalidArgument, naming the part of the text and what is allowed, also
/// for tracks and events that the run does not have.
Result<RunPlace> read_place(std::string_view text, const Trace& trace);

/// A link divided at its '#'.
struct PlaceLink {
  std::string path;
  std::string place;  ///< empty: none
};
/// The last '#' divides the link, unless a file or folder has the whole name.
PlaceLink split_link(std::string_view link);

}  // namespace nscope
