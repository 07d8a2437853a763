#pragma once

#include "profiler/base/result.h"
#include "profiler/base/task_control.h"

#include <string>

namespace nscope::batch {

/// What a file or folder holds, as short text that changes with it: size, CRC-32 and
/// Adler-32 of a file's bytes; of a folder, those of all files in it, by name, without
/// hidden ones. Tells changes apart, not forgeries. "" where there is nothing of that
/// name. Errors: kIo, kCancelled.
Result<std::string> fingerprint(const std::string& path, TaskControl& control);

}  // namespace nscope::batch
