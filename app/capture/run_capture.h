#pragma once

#include "app/capture/capture_request.h"
#include "profiler/base/result.h"
#include "profiler/base/task_control.h"

#include <cstdint>
#include <string>

namespace nscope::capture {

/// A capture that was made.
struct Captured {
  int exit_code = 0;    ///< of the command
  std::string session;  ///< file
  std::uint64_t events = 0;
};

/// Runs the capture, imports what it has written, and saves it as a session at `output`. The
/// command has the streams of this program and gets its signals, so that Ctrl+C ends the command
/// and what it wrote until then is imported. On another machine, the session is made there and
/// copied, see remote::fetch(). Errors: those of check(); kInfeasible if the folder has files
/// already; kBadInput if nothing was written; kIo if a program cannot be started or a server does
/// not answer; those of importing and saving.
Result<Captured> run_capture(const CaptureRequest& request, const std::string& output,
                             TaskControl& control);

}  // namespace nscope::capture
