#pragma once

#include "simcore/engine/calibration/parameters.h"

#include <span>
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

/// What documents one of them. `low` and `high` bound it where it is uncertain and the
/// results depend on it; equal to `value` where they are not varied.
struct CompileParameterInfo {
  std::string_view name;
  std::string_view unit;
  ParameterKind kind;
  double CompileParameters::* member;
  double value;
  double low;
  double high;
  std::string_view meaning;
  std::string_view source;
};

std::span<const CompileParameterInfo> compile_parameter_table();

/// Where in their ranges the compile times are taken.
enum class CompileBand { kLow, kNominal, kHigh };
CompileParameters compile_parameters(CompileBand band);

}  // namespace nscope::sim
