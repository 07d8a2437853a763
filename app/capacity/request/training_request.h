#pragma once

#include "costmodel/money/date.h"
#include "costmodel/prices/price_book.h"
#include "profiler/base/json.h"
#include "profiler/base/result.h"
#include "simcore/engine/workload/job_setup.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace nscope::capacity {

/// The interruptions of Spot nodes. Times in hours.
struct SpotTerms {
  double hazard = 0;          ///< interruptions of a node per hour
  Text hazard_source;         ///< as stated, or the bucket of the Spot Advisor
  double shared = 0;          ///< share of the interruptions that affect all nodes at once
  double wait_hours = 0;      ///< mean time until a replacement node is available
  double wait_all_hours = 0;  ///< the same for all nodes after a shared interruption
  bool uses_notice = false;   ///< the two-minute notice is used to write a checkpoint
};

/// A request for a training plan: `nscope.plan/1` with a member "training" instead of "traffic".
/// Plain data.
struct TrainingRequest {
  std::string title;
  std::string note;
  std::string model;  ///< catalogue id
  int sequence_length = 0;
  int global_batch = 0;  ///< sequences per step; the same for all layouts
  std::string dtype = "bf16";
  std::vector<std::string> gpu_weight_dtypes;  ///< of matrix products on GPUs; empty: `dtype`
  bool master_weights = true;
  double data_seconds = 0;  ///< time per step in which the devices wait for data
  double straggler = 1;     ///< step time of the slowest node divided by that of the others
  sim::JobSetup job;        ///< amount of work, deadline, failures, checkpoints and restarts
  std::optional<Usd> budget{};
  double chance = 0.9;  ///< probability with which deadline and budget must be met
  std::optional<SpotTerms> spot{};
  std::vector<int> nodes;  ///< numbers of nodes to try; empty: 1 to `max_instances`
  int max_instances = 64;
  // Degrees to try; empty: all that divide the work.
  std::vector<int> tensor_parallel;
  std::vector<int> pipeline_parallel;
  std::vector<int> context_parallel;
  std::vector<int> expert_parallel;
  std::vector<int> micro_batches;
  std::vector<std::string> regions;
  std::vector<std::string> instances;  ///< empty: all NeuronCore instances of the catalogue
  bool baselines = false;              ///< if `instances` is empty: also instances with GPUs
  std::vector<cost::Purchase> purchase;
  std::optional<cost::Day> as_of{};

  /// Tokens on which the job trains, computed from its tokens, sequences or steps.
  double tokens() const;
};

/// Whether the document is a training plan, which has a member "training".
bool asks_training(const Json& json);

/// Reads a training plan; unknown keys are errors. Errors: kBadInput naming file and key;
/// kUnsupportedVersion for another `nscope.plan/` schema.
Result<TrainingRequest> training_request_from_json(const Json& json, std::string_view name);

}  // namespace nscope::capacity
