#pragma once

#include "profiler/base/result.h"
#include "simcore/catalog/catalog.h"
#include "simcore/engine/compile_cache/compile_parameters.h"
#include "simcore/engine/compile_cache/compile_scenario.h"
#include "simcore/engine/start_up/compile_time.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace nscope::sim {

/// The key of a NEFF in the Neuron cache: <version>/MODULE_<graph>+<flags>. Any change of the
/// graph, the flags or the compiler version results in another entry.
struct CompileKey {
  std::uint64_t graph = 0;
  std::uint32_t flags = 0;
  std::string compiler_version{};

  std::string graph_text() const;  ///< decimal, as the cache writes it
  std::string flags_text() const;  ///< eight hex digits
  std::string module() const;      ///< "MODULE_1987+d41d8cd9"
  friend bool operator==(const CompileKey&, const CompileKey&) = default;
};

/// The options of the compiler in canonical form: sorted and without duplicates.
std::string canonical_flags(std::string_view target, int optlevel, std::string_view more);
CompileKey compile_key(std::string_view graph, std::string_view flags, std::string_view version);

/// One graph of the program with the cost of its compilation.
struct CompiledGraph {
  std::string name;  ///< "decode, length 512"
  std::uint64_t hash = 0;
  double seconds = 0;     ///< of one compilation that uses the whole host
  double neff_bytes = 0;  ///< B
  double memory = 0;      ///< B of host memory; 0: unknown
  bool measured = false;  ///< whether `seconds` were stated by the user
};

/// The first use of a graph by a program.
struct Need {
  std::uint32_t graph = 0;
  int steps_before = 0;  ///< steps since the previous need
};

/// The needs of the program of one stream, in order.
struct CompileProgram {
  std::vector<Need> needs;
  std::size_t needs_before_first_step = 0;
  int steps = 0;
  int steps_after_last_need = 0;
  double tokens = 0;         ///< received tokens
  double padded_tokens = 0;  ///< computed tokens, with padding
  int too_long = 0;          ///< number of skipped lengths above the largest bucket
};

/// The constant inputs of the simulation of a fleet.
struct CompilePlan {
  const catalog::Instance* instance = nullptr;
  std::string flags;
  std::vector<CompiledGraph> graphs;
  std::vector<CompileProgram> programs;  ///< one for each stream
  int workers = 1;                       ///< parallel compilations ahead of time
  Text workers_limit{};                  ///< the reason for fewer than requested, or empty
  Text no_band{};                ///< why compile times have no band although they vary; or empty
  double worker_factor = 1;              ///< factor for a compilation that shares the host
  bool earlier_matches = false;          ///< whether an earlier run left these entries
  std::uint32_t flags_hash = 0;
  std::string compiler_version;

  /// Whether all compile times are measured.
  bool all_measured() const;
  CompileKey key(std::uint32_t graph) const {
    return {graphs[graph].hash, flags_hash, compiler_version};
  }
};

/// The graphs that a trial run sees: those used in the first steps of these programs, in order
/// and without duplicates.
std::vector<std::uint32_t> seen_by_trial(const CompilePlan& plan,
                                         std::span<const std::uint32_t> programs, int trial_steps);

/// Seconds of one compilation on a host:
///   max(smallest, graph_seconds x (parameters / 1e9)^exponent x training x level) x host
///   host = (1 - core_share) + core_share x useful_cores / min(useful_cores, cores)
/// Source: see resources/calibration/compile-cache.json. This model is rough; use it with its band.
double compile_seconds(const GraphSpec& graph, int optlevel, double cores,
                       const CompileParameters& parameters);

/// Seconds of one compilation of a graph of a decoder with known dimensions: graph_seconds() of
/// compile_time.h x level x host as above.
double compile_seconds(const GraphToCompile& graph, int optlevel, double cores,
                       const CompileParameters& parameters, const StartParameters& start);
/// That graph: a prefill of `length` positions if it is positive, otherwise a decode graph.
GraphToCompile decoder_graph(const catalog::Model& model, int tensor_parallel, int length,
                             const StartParameters& start);

/// Plans the compilations of a scenario with compile times at one point of their range: `parameters`
/// are those of the point. The range of a graph of a decoder is the band of measured compilations
/// (class kCompileClass of the built-in calibration), wider outside of what was measured. A training
/// step, of which no compilation was measured, follows the power law. Errors: kNotFound (instance,
/// model), kInvalidArgument if a model has no parameter count, a tensor parallel degree exceeds the
/// cores, or the host has too little memory for one compilation.
Result<CompilePlan> plan_compilations(const catalog::Catalog& catalog,
                                      const CompileScenario& scenario,
                                      const CompileParameters& parameters,
                                      CompileBand band = CompileBand::kNominal);

}  // namespace nscope::sim
