#include "profiler/trace/compile_slice.h"

#include "profiler/trace/vocabulary.h"

namespace nscope {

SliceId write_compile_slice(TraceWriter& out, TrackId track, const CompileSlice& slice,
                            TraceTime start, TraceTime duration) {
  const SliceId id = out.slice(track, out.intern(slice.name), start, duration);
  const auto text = [&](std::string_view key, std::string_view value) {
    if (!value.empty()) out.arg(id, out.intern(key), value);
  };
  text(key::kCacheState, slice.state);
  text(key::kGraphHash, slice.graph_hash);
  text(key::kFlagsHash, slice.flags_hash);
  text(key::kCacheCompiler, slice.compiler_version);
  text(key::kCompilerFlags, slice.flags);
  if (slice.neff_bytes) out.arg(id, out.intern(key::kNeffBytes), *slice.neff_bytes);
  text(key::kCacheSource, slice.source);
  text(key::kTimeSource, slice.time_source);
  text(key::kCompileError, slice.error);
  return id;
}

}  // namespace nscope
