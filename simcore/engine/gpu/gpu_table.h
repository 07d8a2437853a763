#pragma once

#include "profiler/base/result.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace nscope::sim {

/// One row of a table of published GPU measurements: one metric of one configuration.
/// Empty strings and missing numbers mean not stated.
struct GpuRow {
  std::string id;
  std::string class_name;  ///< "training-FSDP", "llm-inference-offline"
  std::string model;
  std::string gpu;        ///< as in the source, "A100-80GB (330W cap)"
  std::string instance;   ///< EC2 instance type
  std::string framework;  ///< "TensorRT-LLM", "llm-foundry/Composer FSDP"
  std::string version;
  std::string precision;
  std::string parallelism;  ///< "FSDP SHARD_GRAD_OP", "TP4 PP8 CP1 VP5"
  std::optional<int> gpus;
  std::optional<int> tensor_parallel;
  std::optional<int> pipeline_parallel;
  std::optional<int> context_parallel;
  std::optional<int> global_batch;
  std::optional<int> micro_batch;
  std::optional<int> batch;
  std::optional<int> input_length;
  std::optional<int> output_length;
  std::optional<int> sequence_length;
  std::string metric;
  double value = 0;
  std::string source;  ///< repository, commit and path
  std::string notes;
};

/// Reads the CSV (RFC 4180 with a heading line). Columns may have any order; row_id,
/// workload_class, model, gpu, framework, metric and value are required, and unknown columns are
/// an error. Errors: kBadInput with the line.
Result<std::vector<GpuRow>> parse_gpu_table(std::string_view csv, std::string_view name);

}  // namespace nscope::sim
