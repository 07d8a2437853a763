#pragma once

#include "profiler/base/json.h"
#include "profiler/base/result.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace nscope::sim {

enum class CacheStore {
  kLocal,  ///< a disk of each instance
  kEfs,    ///< one shared file system
  kS3      ///< one bucket
};
std::string_view to_string(CacheStore store);  ///< "local", "efs", "s3"

enum class CompileMode {
  kJit,  ///< a graph is compiled when it is first used, and everybody waits
  kAot   ///< neuron_parallel_compile first, then the run
};
std::string_view to_string(CompileMode mode);  ///< "jit", "aot"

/// A graph that the program compiles, or one for each sequence length.
struct GraphSpec {
  std::string name;
  std::string model{};                 ///< catalogue id that gives the parameters; empty: stated
  double parameters = 0;               ///< of the whole model, all ranks
  bool training = false;               ///< forward, backward and update in one graph
  bool by_length = false;              ///< another graph for every sequence length
  int count = 1;                       ///< of such graphs, all different
  std::optional<double> seconds{};     ///< measured compile time at the scenario's settings
  std::optional<double> neff_bytes{};  ///< measured
};

/// The sequence lengths that arrive step after step.
struct LengthStream {
  int steps = 0;
  double step_seconds = 0;     ///< of the device, per step
  std::vector<int> lengths{};  ///< repeated as often as needed; empty: drawn
  double median = 0;           ///< of a log-normal draw
  double sigma = 0;            ///< of its logarithm
  int minimum = 1;
  int maximum = 0;
  std::vector<int> buckets{};  ///< ascending; lengths are padded to the next. Empty: no padding
  bool warm_up = false;        ///< all buckets are compiled before the first step
  int streams = 1;             ///< different streams in the fleet; instances share them evenly
};

/// What is in the cache before the run.
struct EarlierRun {
  std::string compiler_version{};  ///< empty: the scenario's
  std::optional<std::string> flags{};
  std::optional<int> optlevel{};
};

/// A fleet that starts with a compile cache: see docs/compile-cache-simulation.md. Plain data.
struct CompileScenario {
  std::string instance;
  int instances = 1;
  int processes = 1;        ///< on each instance, all of which want every graph
  double start_spread = 0;  ///< s between the first and the last instance's start
  std::vector<GraphSpec> graphs;
  std::optional<LengthStream> lengths{};
  CacheStore store = CacheStore::kLocal;
  std::optional<EarlierRun> earlier{};   ///< left all its graphs in the cache
  int stale_locks = 0;                   ///< first graphs that a dead process left locked
  std::optional<double> lock_timeout{};  ///< s, after which a waiting process takes a lock over
  std::optional<double> clear_locks{};   ///< s, when somebody removes the stale locks
  bool retry_failed = false;             ///< --retry_failed_compilation
  CompileMode mode = CompileMode::kJit;
  int workers = 1;       ///< of the compilation ahead of time
  int trial_steps = 15;  ///< whose graphs it sees
  std::string compiler_version = "2.23.6484.0+3b612583";
  std::string flags{};  ///< beyond target and optlevel
  int optlevel = 2;
  double failure_probability = 0;  ///< of one compilation
  int retries = 0;                 ///< of a failed compilation, by the process itself
  int restarts = 0;                ///< of the whole fleet, after the run
  bool keep_disk = true;           ///< local caches survive a restart
  std::uint64_t seed = 1;
};

/// A scenario and what it is compared with: the same with some members changed.
struct CompileStudy {
  std::string title;
  std::string note;
  std::string region;  ///< for prices; empty: not stated
  struct Variant {
    std::string name;
    CompileScenario scenario;
  };
  std::vector<Variant> variants;  ///< the first is the scenario itself
};

/// Whether a document says that it is of this schema.
bool is_compile_study(const Json& json);

/// Reads `nscope.compile/1`, strictly. A variant's "change" is merged into the document
/// (RFC 7396: null removes a member). Errors: kBadInput naming the member.
Result<CompileStudy> compile_study_from_json(const Json& json, std::string_view name);

}  // namespace nscope::sim
