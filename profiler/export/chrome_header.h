#pragma once

#include "profiler/trace/trace.h"

#include <cstdint>
#include <string>
#include <vector>

namespace nscope {

/// The position of the events of a track in a Chrome trace.
struct ChromePlace {
  std::int64_t process = 0;
  std::int64_t first_thread = 0;  ///< of its first lane; further lanes have the next numbers
  std::uint32_t lanes = 0;        ///< 0: no slices
  std::string counter{};          ///< name of its counter, unique in its process; "": none
};

/// The positions of all tracks by TrackId.
std::vector<ChromePlace> chrome_places(const Trace& trace);

/// Ticks, a multiple of a nanosecond, that are added to all times so that none is negative.
std::int64_t chrome_shift(const Trace& trace);

/// "otherData": data that events cannot express, for the importer of this program.
std::string chrome_other_data(const Trace& trace, const std::vector<ChromePlace>& places);

/// The metadata events with the names of processes and threads, each followed by a comma and a
/// line break.
std::string chrome_names(const Trace& trace, const std::vector<ChromePlace>& places);

/// Appends `text` as a JSON string with quotes.
void append_json_text(std::string& out, std::string_view text);

}  // namespace nscope
