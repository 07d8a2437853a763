#pragma once

#include "profiler/base/result.h"
#include "profiler/base/task_control.h"

#include <string>

namespace nscope::batch {

/// A short string that changes with the content of a file or folder: size, CRC-32 and Adler-32 of
/// the bytes of a file, or of all files in a folder and their names, without hidden files. It
/// detects changes but not forgeries. Empty if the path does not exist. Errors: kIo, kCancelled.
Result<std::string> fingerprint(const std::string& path, TaskControl& control);

}  // namespace nscope::batch
