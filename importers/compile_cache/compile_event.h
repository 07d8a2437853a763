#pragma once

#include "profiler/trace/build/trace_writer.h"

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>

namespace nscope::importers {

/// The key of a NEFF in the compile cache, from a path such as
/// ".../neuronxcc-2.8.0+a3/MODULE_1987+d41d8cd9/model.neff".
struct ModuleKey {
  std::string module;            ///< "MODULE_1987+d41d8cd9"; "" if absent
  std::string graph_hash;        ///< "1987"
  std::string flags_hash;        ///< "d41d8cd9"; "" in old layouts
  std::string compiler_version;  ///< "2.8.0+a3"; "" if absent
};

/// The key in a path or another text ("model.MODULE_1987+d4.neff").
ModuleKey module_in(std::string_view text);

/// One event of a compile cache in a log, or one entry of a cache folder.
struct CompileEvent {
  ModuleKey key;
  std::string_view state;  ///< see key::kCacheState
  TraceTime start{};
  TraceTime duration{};  ///< 0 if unknown
  std::string flags{};
  std::optional<std::int64_t> neff_bytes{};
  std::string source{};
  std::string_view time_source;  ///< see key::kTimeSource
  std::string error{};
  std::string error_code{};
  std::optional<std::int64_t> exit_code{};
};

/// Writes events with their properties and, at the end, totals: the count of each state and the
/// compile time. Graphs that were compiled with several compilers or sets of flags, the usual cause
/// of unexpected compilations, are counted in diagnostics. One thread.
class CompileEvents {
 public:
  explicit CompileEvents(TraceWriter& out) : out_(out) {}

  void write(const CompileEvent& event, TrackId track);
  /// Writes the metrics: "compile_cache.hit" and so on.
  void finish();

  std::int64_t count() const { return count_; }

 private:
  struct Variant {
    std::string flags;
    std::string compiler;
  };
  void check_recompilation(const CompileEvent& event);

  TraceWriter& out_;
  std::int64_t count_ = 0;
  std::map<std::string, std::int64_t, std::less<>> states_;
  double compile_seconds_ = 0.0;
  std::int64_t timed_compilations_ = 0;
  double neff_bytes_ = 0.0;
  bool any_neff_ = false;
  /// By graph: the variants that were compiled, by flags hash and compiler version.
  std::map<std::string, std::map<std::string, Variant>> graphs_;
};

}  // namespace nscope::importers
