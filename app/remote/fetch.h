#pragma once

#include "app/remote/remote_path.h"
#include "importers/shared/importer.h"
#include "profiler/base/result.h"
#include "profiler/base/task_control.h"
#include "profiler/trace/trace.h"

#include <memory>
#include <span>
#include <string>
#include <vector>

namespace nscope::remote {

/// How other machines are reached.
struct Connection {
  std::string ssh = "ssh";        ///< program; NSCOPE_SSH
  std::string nscope = "nscope";  ///< program on the other machine; NSCOPE_REMOTE_PROGRAM
  bool may_ask = true;            ///< whether ssh may ask for a password on the terminal
};
/// The programs that the environment states.
Connection connection_from_environment(bool may_ask);

/// Copies a capture from another machine and returns the local path. If `nscope` is there, it
/// imports the capture into a session, which is copied; otherwise the files are copied with tar. A
/// copy that was interrupted continues where it was, also in a later call; a complete copy of an
/// unchanged capture is used again. Errors: kIo with the message of ssh; those of importing on the
/// other machine; kCancelled.
Result<std::string> fetch(const RemotePath& from, const Connection& connection,
                          TaskControl& control);

/// The paths with remote ones replaced by their local copies. Errors: those of parse_remote_path()
/// and fetch().
Result<std::vector<std::string>> local_paths(std::span<const std::string> paths,
                                             TaskControl& control);

/// importers::open_run() that also opens remote paths. Errors: those of both.
Result<std::shared_ptr<const Trace>> open_run(std::span<const std::string> paths,
                                              const importers::OpenOptions& options,
                                              TaskControl& control);

}  // namespace nscope::remote
