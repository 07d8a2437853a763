#pragma once

#include "profiler/base/json.h"
#include "profiler/base/result.h"
#include "simcore/engine/calibration/parameter_info.h"

#include <string_view>
#include <vector>

namespace nscope::sim {

/// Parameters of the compilation and the start of a model: one value for every model, device and
/// host. Large counts are in units of 1e9 elements or scores and of 1,000 tokens.
struct StartParameters {
  // Compilation of one graph.
  double graph_start = 0;     ///< s, start of the compiler
  double layer = 0;           ///< s for each decoder layer
  double expert = 0;          ///< s for each expert of each layer
  double elements = 0;        ///< s for 1e9 weights on a core whose products are unrolled
  double tokens = 0;          ///< s for 1,000 positions of a prefill
  double scores = 0;          ///< s for 1e9 attention scores of a layer on a core
  double block = 0;           ///< s for each block of a diffusion transformer
  double trace_operator = 0;  ///< s for each operator of a network that is compiled as a whole
  double tile = 0;            ///< s for each matrix instruction of such a network
  // Compilation of a model.
  double layout = 0;       ///< s for 1e9 weights on a core whose layout changes
  double busy_cores = 0;   ///< vCPUs that one of several parallel compilations uses
  double block_tokens = 0; ///< tokens of a block of an expert; fewer tokens use all experts at once
  // Start of a process.
  double ebs = 0;            ///< B/s of a gp3 volume
  double local_disk = 0;     ///< B/s of the NVMe of the instance
  double s3 = 0;             ///< B/s of one instance from an object store
  double framework = 0;      ///< s until the process begins to load the model
  double runtime = 0;        ///< s, runtime, NEFFs and collectives
  double stage = 0;          ///< B/s through the memory of the host
  double copy = 0;           ///< B/s from the host to one logical core
  double shard_start = 0;    ///< s of the division of a checkpoint, independent of its size
  double shard = 0;          ///< B/s of the division of a checkpoint
  double expert_layout = 0;  ///< B/s at which experts are stacked and converted
  double warm_up = 0;        ///< s of the first execution of one graph
  // Memory of the host.
  double reserve = 0;            ///< B of the operating system and other processes
  double process = 0;            ///< B of a process that loads shards
  double checkpoint_copies = 0;  ///< copies of the checkpoint while it is divided
  double compiler = 0;           ///< B of one compilation, independent of its graph
  double compiler_elements = 0;  ///< B for each weight of the graph of a core
};

using StartParameterInfo = ParameterInfoOf<StartParameters>;

/// The parameters of resources/calibration/start-up.json in the order of the struct; `initial` is
/// the start value of their fit. Read once. Thread-safe. Errors: kBadInput with file and key.
const Result<std::vector<StartParameterInfo>>& built_in_start_parameter_table();
/// The values of resources/calibration/start-up.json, which also states their sources. Read once.
/// Thread-safe.
const Result<StartParameters>& built_in_start_parameters();

/// The document with the fitted parameters of `fitted`; the others are the built-in ones. Errors:
/// those of built_in_start_parameter_table().
Result<Json> start_parameters_json(const StartParameters& fitted, std::string_view date);

}  // namespace nscope::sim
