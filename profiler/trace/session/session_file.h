#pragma once

#include "profiler/base/result.h"
#include "profiler/base/task_control.h"
#include "profiler/trace/trace.h"

#include <cstddef>
#include <memory>
#include <span>
#include <string>

namespace nscope {

/// The `.nscope` file: one SQLite database that contains a complete trace. Small
/// tables are stored as rows; slices, counters, flows and event properties as
/// zstd-compressed column chunks with a CRC-32 each. See docs/session-format.md
/// for the schema.
namespace session_file {

inline constexpr int kApplicationId = 0x4E53434F;  // "NSCO"
inline constexpr int kSchemaVersion = 3;

/// True if the bytes start like a session file (SQLite with kApplicationId).
bool sniff(std::span<const std::byte> head);

/// Writes `trace` to `path` atomically: an existing file is kept until the new
/// one is complete. Errors: kIo, kCancelled.
Result<> save(const Trace& trace, const std::string& path, TaskControl& control);

/// Opens a session. A small session (up to a million rows) is loaded and checked
/// completely. The columns of a larger one are loaded on first use; damage is then
/// reported by Trace::storage_error(). Errors: kNotFound; kBadInput with the
/// table, column or chunk for damaged or malicious content;
/// kUnsupportedVersion for another schema.
Result<std::shared_ptr<const Trace>> load(const std::string& path, TaskControl& control);

/// Loads all columns that are not in memory yet, on all cores, for work that
/// needs them soon. Errors: kBadInput (damage), kCancelled.
Result<> load_columns(const Trace& trace, TaskControl& control);

}  // namespace session_file
}  // namespace nscope
