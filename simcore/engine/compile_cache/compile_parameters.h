#pragma once

#include "profiler/base/json.h"
#include "profiler/base/result.h"

#include <string_view>

namespace nscope::sim {

/// Assumptions about compilers and caches. Almost none of these values is published, so they
/// have ranges, and results are also computed at both ends of the range of compile times.
struct CompileParameters {
  double graph_seconds = 0;         ///< s, a graph of 1e9 parameters at optlevel 2
  double size_exponent = 0;         ///< of the number of parameters
  double smallest_seconds = 0;      ///< s, no compilation is shorter
  double training_factor = 0;       ///< time of a training step divided by a forward pass
  double level_1 = 0;               ///< time at optlevel 1 divided by optlevel 2
  double level_3 = 0;               ///< time at optlevel 3 divided by optlevel 2
  double core_share = 0;            ///< share of a compilation that more host cores accelerate
  double useful_cores = 0;          ///< vCPUs that one compilation can use
  double compiler_memory = 0;       ///< B of host memory, independent of the graph
  double memory_per_parameter = 0;  ///< B of host memory
  double level_3_memory = 0;        ///< memory at optlevel 3 divided by optlevel 2
  double neff_bytes = 0;            ///< B, independent of the graph
  double neff_per_parameter = 0;    ///< B
  double extraction = 0;            ///< s of a trial run for one graph
  double poll = 0;                  ///< s between two checks of the lock of another process
  double local_latency = 0;         ///< s of a lookup
  double local_bandwidth = 0;       ///< B/s of one instance
  double efs_latency = 0;
  double efs_bandwidth = 0;
  double efs_total_bandwidth = 0;  ///< B/s of all instances together
  double s3_latency = 0;
  double s3_bandwidth = 0;
};

/// The point of their ranges at which compile times are taken.
enum class CompileBand { kLow, kNominal, kHigh };

/// The assumptions and both ends of their ranges. The ends of a value that does not vary equal
/// the nominal value.
struct CompileParameterRange {
  CompileParameters low;
  CompileParameters nominal;
  CompileParameters high;

  const CompileParameters& at(CompileBand band) const;
};

/// Reads a document with the schema nscope.compile-parameters/1 strictly. `name` is the file name
/// for messages. Errors: kBadInput with the key.
Result<CompileParameterRange> compile_parameters_from_json(const Json& json, std::string_view name);

/// The parameters of resources/calibration/compile-cache.json, which also states their sources;
/// read once. Thread-safe.
const Result<CompileParameterRange>& built_in_compile_parameters();

}  // namespace nscope::sim
