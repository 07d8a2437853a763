#pragma once

#include "profiler/base/result.h"
#include "profiler/trace/annotations.h"

#include <span>
#include <string>
#include <vector>

namespace nscope::session_file {

/// The notes in a session; none if it has no table `annotation`, like sessions of versions
/// without notes. `trace` is the run that was loaded from the session. Errors: those of opening
/// a session; kBadInput with the number of the invalid note.
Result<std::vector<Annotation>> load_annotations(const std::string& path, const Trace& trace);

/// Replaces the notes in a session. Changes a copy and renames it, so that the file is complete
/// at any time and a run that was loaded from it stays readable. Errors: kIo, kBadInput,
/// kNotFound.
Result<> store_annotations(const std::string& path, std::span<const Annotation> annotations);

}  // namespace nscope::session_file
