#pragma once

#include "profiler/base/json.h"
#include "profiler/base/result.h"

#include <string_view>

namespace nscope::sim {

/// What is assumed about compilers and caches. Nearly nothing of this is published, so
/// every value has a range, and results are computed at both ends of the compile time's.
struct CompileParameters {
  double graph_seconds = 0;         ///< s, a graph of 1e9 parameters at optlevel 2
  double size_exponent = 0;         ///< of the number of parameters
  double smallest_seconds = 0;      ///< s, no compilation is shorter
  double training_factor = 0;       ///< a training step over a forward pass
  double level_1 = 0;               ///< time at optlevel 1 over optlevel 2
  double level_3 = 0;               ///< time at optlevel 3 over optlevel 2
  double core_share = 0;            ///< of a compilation that further host cores shorten
  double useful_cores = 0;          ///< vCPUs that one compilation can use
  double compiler_memory = 0;       ///< B of host memory, whatever the graph
  double memory_per_parameter = 0;  ///< B of host memory
  double level_3_memory = 0;        ///< memory at optlevel 3 over optlevel 2
  double neff_bytes = 0;            ///< B, whatever the graph
  double neff_per_parameter = 0;    ///< B
  double extraction = 0;            ///< s of a trial run for one graph
  double poll = 0;                  ///< s between two looks at another process's lock
  double local_latency = 0;         ///< s of a lookup
  double local_bandwidth = 0;       ///< B/s of one instance
  double efs_latency = 0;
  double efs_bandwidth = 0;
  double efs_total_bandwidth = 0;  ///< B/s of all instances together
  double s3_latency = 0;
  double s3_bandwidth = 0;
};

/// Where in their ranges the compile times are taken.
enum class CompileBand { kLow, kNominal, kHigh };

/// The assumptions and both ends of their ranges, which are equal to the nominal value
/// where it is not varied.
struct CompileParameterRange {
  CompileParameters low;
  CompileParameters nominal;
  CompileParameters high;

  const CompileParameters& at(CompileBand band) const;
};

/// Reads a document of schema nscope.compile-parameters/1, strictly. `name` is the file's
/// name for messages. Errors: kBadInput naming the member.
Result<CompileParameterRange> compile_parameters_from_json(const Json& json, std::string_view name);

/// Those of resources/calibration/compile-cache.json, where each has its source; read once.
/// Thread-safe.
const Result<CompileParameterRange>& built_in_compile_parameters();

}  // namespace nscope::sim
