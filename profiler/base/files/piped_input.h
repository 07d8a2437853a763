#pragma once

#include "profiler/base/files/byte_source.h"
#include "profiler/base/result.h"
#include "profiler/base/task_control.h"

#include <chrono>
#include <cstdint>
#include <string>

namespace nscope {

/// Limits of a pipe that is read to its end.
struct PipeLimits {
  std::uint64_t most_bytes = std::uint64_t{4} << 30;
  /// How long a named pipe may have no writer.
  std::chrono::milliseconds wait_for_writer{1000};
};

/// Whether the path means standard input: "-" or "/dev/stdin".
bool is_standard_input(const std::string& path);

struct InputFile {
  ByteSource
      content;  ///< has the path as its name, or "standard input", or "pipe 63" for /dev/fd/63
  bool piped = false;  ///< the content is not in a file
};

/// Opens a file that the user named. The content of a pipe or socket, named or as standard input,
/// is first copied to the end: to memory, or to a temporary file without a name, so that nothing is
/// left behind. Waits for the writer until the task is cancelled. Errors: those of
/// ByteSource::open; kBadInput (an empty pipe, above the limit), kInvalidArgument (standard input
/// is a terminal), kIo, kCancelled.
Result<InputFile> open_input_file(const std::string& path, TaskControl& control,
                                  const PipeLimits& limits = {});

}  // namespace nscope
