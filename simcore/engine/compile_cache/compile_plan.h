#pragma once

#include "profiler/base/result.h"
#include "simcore/catalog/catalog.h"
#include "simcore/engine/compile_cache/compile_parameters.h"
#include "simcore/engine/compile_cache/compile_scenario.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace nscope::sim {

/// What the Neuron cache finds a NEFF by: <version>/MODULE_<graph>+<flags>. Any change of
/// graph, flags or compiler is another entry.
struct CompileKey {
  std::uint64_t graph = 0;
  std::uint32_t flags = 0;
  std::string compiler_version{};

  std::string graph_text() const;  ///< decimal, as the cache writes it
  std::string flags_text() const;  ///< eight hex digits
  std::string module() const;      ///< "MODULE_1987+d41d8cd9"
  friend bool operator==(const CompileKey&, const CompileKey&) = default;
};

/// The options of the compiler in their canonical form: sorted, each once.
std::string canonical_flags(std::string_view target, int optlevel, std::string_view more);
CompileKey compile_key(std::string_view graph, std::string_view flags, std::string_view version);

/// One graph of the program, with what its compilation takes.
struct CompiledGraph {
  std::string name;  ///< "decode, length 512"
  std::uint64_t hash = 0;
  double seconds = 0;     ///< of one compilation that has the whole host
  double neff_bytes = 0;  ///< B
  double memory = 0;      ///< B of host memory; 0: not known
  bool measured = false;  ///< `seconds` are the user's
};

/// The first use of a graph by a program.
struct Need {
  std::uint32_t graph = 0;
  int steps_before = 0;  ///< executed since the need before this one
};

/// What one stream's program needs, in its order.
struct CompileProgram {
  std::vector<Need> needs;
  std::size_t needs_before_first_step = 0;
  int steps = 0;
  int steps_after_last_need = 0;
  double tokens = 0;         ///< that arrived
  double padded_tokens = 0;  ///< that were computed
  int too_long = 0;          ///< lengths above the largest bucket, left out
};

/// Everything that does not change while the fleet runs.
struct CompilePlan {
  const catalog::Instance* instance = nullptr;
  std::string flags;
  std::vector<CompiledGraph> graphs;
  std::vector<CompileProgram> programs;  ///< one for each stream
  int workers = 1;                       ///< compilations at a time ahead of time
  std::string workers_limit{};           ///< why fewer than were asked for; empty: all
  double worker_factor = 1;              ///< of a compilation that shares the host
  bool earlier_matches = false;          ///< an earlier run left these very entries
  std::uint32_t flags_hash = 0;
  std::string compiler_version;

  /// Whether no compile time is a modelled one.
  bool all_measured() const;
  CompileKey key(std::uint32_t graph) const {
    return {graphs[graph].hash, flags_hash, compiler_version};
  }
};

/// The graphs that the first steps of these programs use, each once, in their order: what
/// a trial run sees.
std::vector<std::uint32_t> seen_by_trial(const CompilePlan& plan,
                                         std::span<const std::uint32_t> programs, int trial_steps);

/// Seconds of one compilation on a host:
///   max(smallest, graph_seconds x (parameters / 1e9)^exponent x training x level) x host
///   host = (1 - core_share) + core_share x useful_cores / min(useful_cores, cores)
/// Source: see resources/calibration/compile-cache.json. A rough model: use it with its band.
double compile_seconds(const GraphSpec& graph, int optlevel, double cores,
                       const CompileParameters& parameters);

/// Errors: kNotFound (instance, model), kInvalidArgument where a model has no parameter
/// count, or the host's memory does not hold one compilation.
Result<CompilePlan> plan_compilations(const catalog::Catalog& catalog,
                                      const CompileScenario& scenario,
                                      const CompileParameters& parameters);

}  // namespace nscope::sim
