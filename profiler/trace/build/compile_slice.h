#pragma once

#include "profiler/trace/build/trace_writer.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace nscope {

/// One event of a compile cache, as importers and the simulator write it. Empty and
/// absent members are unknown. The strings must outlive it.
struct CompileSlice {
  std::string_view name;   ///< "MODULE_1987+d41d8cd9"
  std::string_view state;  ///< see key::kCacheState
  std::string_view graph_hash;
  std::string_view flags_hash;
  std::string_view compiler_version;
  std::string_view flags;
  std::optional<std::int64_t> neff_bytes{};
  std::string_view source;
  std::string_view time_source;  ///< see key::kTimeSource
  std::string_view error;
  std::string_view error_code{};
  std::optional<std::int64_t> exit_code{};
};

/// Whether a compiler ran, even if it failed, according to key::kCacheState.
bool was_compiled(std::string_view state);

/// The compiler options of `flags` that `other` does not have, separated by spaces, or "nothing".
Text flags_missing_in(std::string_view other, std::string_view flags);

/// Writes the event with its properties.
SliceId write_compile_slice(TraceWriter& out, TrackId track, const CompileSlice& slice,
                            TraceTime start, TraceTime duration);

}  // namespace nscope
