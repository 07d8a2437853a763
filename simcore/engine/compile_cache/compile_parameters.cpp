#include "simcore/engine/compile_cache/compile_parameters.h"

#include <array>

namespace nscope::sim {
namespace {

using P = CompileParameters;
constexpr ParameterKind kA = ParameterKind::kAssumed;

constexpr std::array<CompileParameterInfo, 22> kTable{{
    {"graph_seconds", "s", kA, &P::graph_seconds, 240, 96, 600,
     "compile time of a forward graph of 1e9 parameters at optlevel 2",
     "power law through four printed examples (aws-neuron-sdk @ 81ce03ae): quickstart model 1 to 2 "
     "min, 15 GB model about 15 min, 70B 30 to 60 min, T5 encoder and decoder 15 to 20 min; the "
     "sizes of the first and last (0.11e9, 3e9) and two graphs a generating model are assumed. It "
     "meets them within a factor of 1.5; the range of 2.5 either way is wider because hosts and "
     "graphs of the examples are not stated"},
    {"size_exponent", "power", kA, &P::size_exponent, 0.4, 0.4, 0.4,
     "of the number of parameters in the compile time", "the same four examples give 0.41"},
    {"smallest_seconds", "s", kA, &P::smallest_seconds, 5, 5, 5, "shortest compilation",
     "start of the compiler; assumed"},
    {"training_factor", "ratio", kA, &P::training_factor, 3, 3, 3,
     "compile time of a training step over the forward pass alone",
     "operators of forward and backward pass; BERT-Large then takes 8 min a graph, where about 13 "
     "min in parallel and 40 min in all are printed (nxd-training/bert.rst)"},
    {"level_1", "ratio", kA, &P::level_1, 0.14, 0.14, 1,
     "compile time at optlevel 1 over optlevel 2",
     "one company's claim of 86 % less; the compiler guide only says minimum compile time"},
    {"level_3", "ratio", kA, &P::level_3, 1.5, 1, 3, "compile time at optlevel 3 over optlevel 2",
     "the compiler guide says longer; the ratio is assumed"},
    {"core_share", "share", kA, &P::core_share, 0.3, 0.3, 0.3,
     "share of a compilation that more host cores shorten",
     "users report a mostly single-threaded compiler (aws-neuron-sdk issue 646); share assumed"},
    {"useful_cores", "vCPUs", kA, &P::useful_cores, 8, 8, 8, "that one compilation can use",
     "assumed"},
    {"compiler_memory", "B", kA, &P::compiler_memory, 4e9, 4e9, 4e9,
     "host memory of a compilation whatever the graph", "assumed"},
    {"memory_per_parameter", "B", kA, &P::memory_per_parameter, 1, 1, 1,
     "host memory of a compilation per parameter of its graph", "assumed"},
    {"level_3_memory", "ratio", kA, &P::level_3_memory, 1.5, 1.5, 1.5,
     "host memory at optlevel 3 over optlevel 2",
     "the compiler guide says more; the ratio is assumed"},
    {"neff_bytes", "B", kA, &P::neff_bytes, 1e6, 1e6, 1e6, "NEFF without weights, smallest",
     "assumed; public ones of single kernels have 0.04 to 1 MB"},
    {"neff_per_parameter", "B", kA, &P::neff_per_parameter, 0.005, 0.005, 0.005,
     "instructions per parameter of the graph; weights are not in the NEFF", "assumed"},
    {"extraction", "s", kA, &P::extraction, 5, 5, 5,
     "of the trial run of neuron_parallel_compile for each graph", "assumed"},
    {"poll", "s", kA, &P::poll, 10, 10, 10, "between two looks at a locked entry", "assumed"},
    {"local_latency", "s", kA, &P::local_latency, 0.001, 0.001, 0.001, "lookup on the local disk",
     "assumed"},
    {"local_bandwidth", "B/s", kA, &P::local_bandwidth, 1e9, 1e9, 1e9, "of the local disk",
     "assumed"},
    {"efs_latency", "s", kA, &P::efs_latency, 0.02, 0.02, 0.02, "lookup on a shared file system",
     "assumed"},
    {"efs_bandwidth", "B/s", kA, &P::efs_bandwidth, 500e6, 500e6, 500e6,
     "of one instance from a shared file system", "assumed"},
    {"efs_total_bandwidth", "B/s", kA, &P::efs_total_bandwidth, 3e9, 3e9, 3e9,
     "of all instances together from a shared file system", "assumed"},
    {"s3_latency", "s", kA, &P::s3_latency, 0.1, 0.1, 0.1, "lookup of an object", "assumed"},
    {"s3_bandwidth", "B/s", kA, &P::s3_bandwidth, 500e6, 500e6, 500e6,
     "of one instance from an object store, which all may reach at once", "assumed"},
}};

}  // namespace

std::span<const CompileParameterInfo> compile_parameter_table() {
  return kTable;
}

CompileParameters compile_parameters(CompileBand band) {
  CompileParameters parameters;
  for (const CompileParameterInfo& info : kTable) {
    parameters.*info.member = band == CompileBand::kLow    ? info.low
                              : band == CompileBand::kHigh ? info.high
                                                           : info.value;
  }
  return parameters;
}

}  // namespace nscope::sim
