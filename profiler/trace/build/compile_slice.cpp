#include "profiler/trace/build/compile_slice.h"

#include "profiler/trace/vocabulary.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace nscope {
namespace {

std::vector<std::string_view> words_of(std::string_view text) {
  std::vector<std::string_view> words;
  while (true) {
    text.remove_prefix(std::min(text.find_first_not_of(" \t"), text.size()));
    if (text.empty()) return words;
    words.push_back(text.substr(0, text.find_first_of(" \t")));
    text.remove_prefix(words.back().size());
  }
}

}  // namespace

bool was_compiled(std::string_view state) {
  return state == "miss" || state == "failure" || state == "success" || state == "unfinished";
}

Text flags_missing_in(std::string_view other, std::string_view flags) {
  const auto have = words_of(other);
  std::string result;
  for (const std::string_view flag : words_of(flags)) {
    if (std::find(have.begin(), have.end(), flag) != have.end()) continue;
    if (!result.empty()) result += ' ';
    result += flag;
  }
  return result.empty() ? tr("nothing") : Text::verbatim(std::move(result));
}

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
  text(key::kErrorCode, slice.error_code);
  if (slice.exit_code) out.arg(id, out.intern(key::kExitCode), *slice.exit_code);
  return id;
}

}  // namespace nscope
