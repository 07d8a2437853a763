#pragma once

#include "app/cli/options/kernel_options.h"
#include "app/documents/built_in.h"
#include "app/documents/read_workload.h"
#include "profiler/base/result.h"

#include <cstdint>
#include <optional>
#include <string>

#include <CLI/CLI.hpp>

namespace nscope::cli {

/// WORKLOAD and the flags that describe a workload. Flags take precedence over the document.
struct WorkloadOptions {
  std::string document;
  std::string config;  ///< Hugging Face config.json
  std::string model;
  std::string instance;
  std::optional<int> lnc;  ///< physical cores of a logical core
  std::optional<int> tensor_parallel;
  std::optional<int> batch;
  std::optional<int> input_tokens;
  std::optional<int> output_tokens;
  std::optional<int> sequence_length;
  std::string dtype;
  std::string weight_dtype;
  std::string stack;
  std::string task;
  std::optional<int> copies;
  std::optional<int> cores;
  std::string image;
  std::optional<int> images;  ///< in each prompt
  std::optional<int> steps;
  std::string software;
  std::string serving;   ///< scheduler
  std::string requests;  ///< file
  std::optional<double> rate;
  std::optional<double> duration;
  std::optional<int> users;
  std::optional<int> replicas;
  bool train = false;
  std::optional<int> nodes;
  std::optional<int> pipeline_parallel;
  std::optional<int> global_batch;
  std::optional<int> micro_batch;
  std::optional<int> lora;   ///< rank of adapters
  std::optional<int> qlora;  ///< rank of adapters beside narrow weights
  std::string lora_targets;  ///< set of matrices
  std::string storage;       ///< of the weights
  bool presharded = false;
  std::string compile_host;
  KernelOptions kernel;

  friend bool operator==(const WorkloadOptions&, const WorkloadOptions&) = default;
};

void add_workload_options(CLI::App& app, WorkloadOptions& options);

/// The document with the values of the flags; nullopt: flags only. Errors: kInvalidArgument if
/// model or instance is missing; kBadInput for a document that is not an object; those of reading
/// the config.json.
Result<app::DescribedWorkload> describe_workload(const WorkloadOptions& options,
                                                 std::optional<app::Document> document,
                                                 std::optional<std::uint64_t> seed);

}  // namespace nscope::cli
