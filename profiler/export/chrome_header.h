#pragma once

#include "profiler/trace/trace.h"

#include <cstdint>
#include <string>
#include <vector>

namespace nscope {

/// Where a track's events stand in a Chrome trace.
struct ChromePlace {
  std::int64_t process = 0;
  std::int64_t first_thread = 0;  ///< of its lanes, which are numbered on
  std::uint32_t lanes = 0;        ///< 0: no slices
  std::string counter{};          ///< name of its counter, unique in its process; "": none
};

/// The places of all tracks, by TrackId.
std::vector<ChromePlace> chrome_places(const Trace& trace);

/// Ticks that are added to all times so that none is negative: whole nanoseconds.
std::int64_t chrome_shift(const Trace& trace);

/// "otherData": what the events cannot say, for our own importer.
std::string chrome_other_data(const Trace& trace, const std::vector<ChromePlace>& places);

/// The metadata events that name processes and threads, each with a comma and a
/// line break behind it.
std::string chrome_names(const Trace& trace, const std::vector<ChromePlace>& places);

/// `text` as a JSON string, with its quotes.
void append_json_text(std::string& out, std::string_view text);

}  // namespace nscope
