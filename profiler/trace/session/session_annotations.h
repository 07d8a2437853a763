#pragma once

#include "profiler/base/result.h"
#include "profiler/trace/annotations.h"

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace nscope::session_file {

/// The notes in a session; none if it has no table `annotation`, like sessions of versions
/// without notes. `trace` is the run that was loaded from the session. Errors: those of opening
/// a session; kBadInput with the number of the invalid note.
Result<std::vector<Annotation>> load_annotations(const std::string& path, const Trace& trace);

/// Replaces the notes in a session, and the state of the view unless `view` is empty (a text that
/// only the desktop application understands, at most kLargestView bytes). Changes a copy and
/// renames it, so that the file is complete at any time and a run that was loaded from it stays
/// readable. Errors: kIo, kBadInput, kNotFound.
Result<> store_annotations(const std::string& path, std::span<const Annotation> annotations,
                           std::string_view view = {});

inline constexpr std::size_t kLargestView = 4u << 20;
/// The state of the view in a session; empty: none. Errors: those of opening a session; kBadInput
/// for more than kLargestView bytes.
Result<std::string> load_view(const std::string& path);

}  // namespace nscope::session_file
