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
inline constexpr int kSchemaVersion = 3;

/// True where the bytes look like a session file (SQLite with our id).
bool sniff(std::span<const std::byte> head);

/// Writes `trace` to `path` atomically: an existing file stays until the new
/// one is complete. Errors: kIo, kCancelled.
Result<> save(const Trace& trace, const std::string& path, TaskControl& control);

/// Opens a session. A small one (up to a million rows) is loaded and checked
/// whole; of a larger one the columns are loaded on first use, and what is
/// damaged there shows in Trace::storage_error(). Errors: kNotFound; kBadInput
/// naming table, column or chunk for damaged or hostile content;
/// kUnsupportedVersion for another schema.
Result<std::shared_ptr<const Trace>> load(const std::string& path, TaskControl& control);

/// Loads everything that is not in memory yet, on all cores, for work that
/// would wait for it later. Errors: kBadInput (damage), kCancelled.
Result<> load_columns(const Trace& trace, TaskControl& control);

}  // namespace session_file
}  // namespace nscope
