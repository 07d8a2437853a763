#pragma once

#include "profiler/base/result.h"
#include "profiler/base/task_control.h"
#include "profiler/trace/trace.h"

#include <cstddef>
#include <memory>
#include <span>
#include <string>

namespace nscope {

/// The `.nscope` file: one SQLite database that holds a whole trace. Small
/// tables as rows; slices, counters, flows and event properties as
/// zstd-compressed column chunks with a CRC-32 each. docs/session-format.md
/// describes the schema.
namespace session_file {

inline constexpr int kApplicationId = 0x4E53434F;  // "NSCO"
inline constexpr int kSchemaVersion = 1;

/// True where the bytes look like a session file (SQLite with our id).
bool sniff(std::span<const std::byte> head);

/// Writes `trace` to `path` atomically: an existing file stays until the new
/// one is complete. Errors: kIo, kCancelled.
Result<> save(const Trace& trace, const std::string& path, TaskControl& control);

/// Reads a session. Errors: kNotFound; kBadInput naming table and chunk for
/// damaged or hostile content; kUnsupportedVersion for a newer schema.
Result<std::shared_ptr<const Trace>> load(const std::string& path, TaskControl& control);

}  // namespace session_file
}  // namespace nscope
