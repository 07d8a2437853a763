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
  kLocal,  ///< a local disk of each instance
  kEfs,    ///< one shared file system
  kS3      ///< one bucket
};
std::string_view to_string(CacheStore store);  ///< "local", "efs", "s3"

enum class CompileMode {
  kJit,  ///< a graph is compiled at its first use, and all processes wait
  kAot   ///< neuron_parallel_compile first, then the run
};
std::string_view to_string(CompileMode mode);  ///< "jit", "aot"

/// A graph that the program compiles once or once for each sequence length.
struct GraphSpec {
  std::string name;
  std::string model{};                 ///< model of the catalogue; empty: `parameters` are stated
  double parameters = 0;               ///< of the whole model, all ranks
  int tensor_parallel = 0;             ///< of `model`; 0: all logical cores of the instance
  bool training = false;               ///< forward, backward and update in one graph
  bool by_length = false;              ///< one graph for every sequence length
  int count = 1;                       ///< number of different graphs of this kind
  std::optional<double> seconds{};     ///< measured compile time with the scenario's settings
  std::optional<double> neff_bytes{};  ///< measured
};

/// The sequence lengths of consecutive steps.
struct LengthStream {
  int steps = 0;
  double step_seconds = 0;     ///< of the device, per step
  std::vector<int> lengths{};  ///< repeated as often as needed; empty: drawn at random
  double median = 0;           ///< of a log-normal distribution
  double sigma = 0;            ///< standard deviation of the logarithm
  int minimum = 1;
  int maximum = 0;
  std::vector<int> buckets{};  ///< ascending; lengths are padded to the next; empty: no padding
  bool warm_up = false;        ///< all buckets are compiled before the first step
  int streams = 1;             ///< different streams, evenly distributed over the instances
};

/// The content of the cache before the run.
struct EarlierRun {
  std::string compiler_version{};  ///< empty: the scenario's
  std::optional<std::string> flags{};
  std::optional<int> optlevel{};
};

/// The start of a fleet with a compile cache; see docs/compile-cache-simulation.md. Plain data.
struct CompileScenario {
  std::string instance;
  int instances = 1;
  int processes = 1;        ///< on each instance; every process needs every graph
  double start_spread = 0;  ///< s between the starts of the first and the last instance
  std::vector<GraphSpec> graphs;
  std::optional<LengthStream> lengths{};
  CacheStore store = CacheStore::kLocal;
  std::optional<EarlierRun> earlier{};   ///< a run whose graphs are in the cache
  int stale_locks = 0;                   ///< number of first graphs with a stale lock
  std::optional<double> lock_timeout{};  ///< s until a waiting process takes over a lock
  std::optional<double> clear_locks{};   ///< s until an operator removes the stale locks
  bool retry_failed = false;             ///< --retry_failed_compilation
  CompileMode mode = CompileMode::kJit;
  int workers = 1;       ///< of the ahead-of-time compilation
  int trial_steps = 15;  ///< steps of its trial run, whose graphs it compiles
  std::string compiler_version = "2.23.6484.0+3b612583";
  std::string flags{};  ///< in addition to target and optlevel
  int optlevel = 2;
  double failure_probability = 0;  ///< of one compilation
  int retries = 0;                 ///< of a failed compilation, by the same process
  int restarts = 0;                ///< of the whole fleet after the run
  bool keep_disk = true;           ///< whether local caches survive a restart
  std::uint64_t seed = 1;
};

/// A scenario and the variants it is compared with.
struct CompileStudy {
  std::string title;
  std::string note;
  std::string region;  ///< for prices; empty: not stated
  struct Variant {
    Text name;
    CompileScenario scenario;
  };
  std::vector<Variant> variants;  ///< the first is the scenario itself
};

/// Whether the document has the schema of a compile study.
bool is_compile_study(const Json& json);

/// Reads `nscope.compile/1` strictly. The "change" of a variant is merged into the document
/// (RFC 7396: null removes a key). Errors: kBadInput with the key.
Result<CompileStudy> compile_study_from_json(const Json& json, std::string_view name);

}  // namespace nscope::sim
