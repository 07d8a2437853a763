#pragma once

#include "profiler/base/json.h"
#include "profiler/base/result.h"
#include "profiler/base/task_control.h"

#include <cstdint>
#include <string>

namespace nscope::remote {

/// A session that is ready to be copied to another machine.
struct StagedSession {
  std::string path;         ///< absolute
  std::uint64_t bytes = 0;  ///< size of the file
  std::string stamp{};      ///< changes with the capture and with the version of the program
};

/// The folder for files that can be made again: neuronscope/`name` in XDG_CACHE_HOME or ~/.cache.
/// Creates it, and removes entries that nobody has used for 30 days. Errors: kIo.
Result<std::string> cache_folder(const std::string& name);

/// Imports a capture or a folder of captures into the cache, unless an unchanged one was imported
/// before; a session is taken as it is. Errors: those of importing and saving; kIo.
Result<StagedSession> stage(const std::string& path, TaskControl& control);

Json to_json(const StagedSession& staged);
/// Errors: kBadInput.
Result<StagedSession> staged_from_json(const Json& json, const std::string& name);

}  // namespace nscope::remote
