#pragma once

#include "profiler/base/json.h"
#include "profiler/base/result.h"
#include "profiler/base/task_control.h"
#include "simcore/catalog/catalog.h"
#include "simcore/engine/workload/workload.h"

#include <cstdint>
#include <optional>
#include <string>

#include <CLI/CLI.hpp>

namespace nscope::cli {

/// WORKLOAD and the flags that describe one; flags go before the document.
struct WorkloadOptions {
  std::string document;
  std::string config;  ///< Hugging Face config.json
  std::string model;
  std::string instance;
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

  friend bool operator==(const WorkloadOptions&, const WorkloadOptions&) = default;
};

void add_workload_options(CLI::App& app, WorkloadOptions& options);

/// What document and flags say together, not yet read as a workload.
struct DescribedWorkload {
  Json json;
  std::string name;  ///< of the document, for messages
  bool document = false;
  std::optional<catalog::Model> custom_model;
  std::string requests{};  ///< file of requests that a server answers; empty: none

  /// Without a document the flags are to blame for an error in the JSON.
  Error blame(Error error) const;
};

/// The document's members with those of the flags put over them. Errors: kInvalidArgument
/// where both leave model or instance open, those of its files.
Result<DescribedWorkload> describe_workload(const WorkloadOptions& options,
                                            std::optional<std::uint64_t> seed);

struct ChosenWorkload {
  sim::Workload workload;
  /// No tensor parallelism was asked for: as many cores as can be used were taken.
  bool tensor_parallel_chosen = false;
};

/// The workload that is described. Where it leaves the tensor parallelism open, `control` cancels
/// the search for it (choose_tensor_parallel). Errors: those of sim::workload_from_json, of them
/// kInvalidArgument where flags are to blame, and of the search.
Result<ChosenWorkload> read_workload(const DescribedWorkload& described,
                                     const catalog::Catalog& catalog, TaskControl& control);

}  // namespace nscope::cli
