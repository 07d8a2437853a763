#pragma once

#include "profiler/base/result.h"
#include "profiler/trace/annotations.h"

#include <span>
#include <string>
#include <vector>

namespace nscope::session_file {

/// The notes in a session; none where it has no table of them, as all have that were
/// written before there were notes. `trace` is the run that was loaded from it. Errors:
/// those of opening a session; kBadInput naming the note that cannot be.
Result<std::vector<Annotation>> load_annotations(const std::string& path, const Trace& trace);

/// Replaces the notes in a session. Works on a copy that is renamed: the file is whole at
/// any moment, and a run that was loaded from it stays readable. Errors: kIo, kBadInput,
/// kNotFound.
Result<> store_annotations(const std::string& path, std::span<const Annotation> annotations);

}  // namespace nscope::session_file
