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

/// What interrupts nodes that are bought as spot. Times in hours.
struct SpotTerms {
  double hazard = 0;          ///< reclaims of a node per hour
  std::string hazard_source;  ///< in words
  double shared = 0;          ///< share of them that take all nodes at once
  double wait_hours = 0;      ///< mean wait for one node
  double wait_all_hours = 0;  ///< mean wait for all nodes after a shared reclaim
  bool uses_notice = false;   ///< writes a checkpoint when the two-minute notice comes
};

/// A training job to be bought: `nscope.plan/1` with a member "training" in place of "traffic".
/// Plain data.
struct TrainingRequest {
  std::string title;
  std::string note;
  std::string model;  ///< catalogue id
  int sequence_length = 0;
  int global_batch = 0;  ///< sequences of a step: the same on every layout, so that the work is
  std::string dtype = "bf16";
  bool master_weights = true;
  double data_seconds = 0;  ///< of a step that the devices wait for it
  double straggler = 1;     ///< time of the slowest node over that of the others
  sim::JobSetup job;        ///< how much, by when, what fails and what that costs
  std::optional<Usd> budget{};
  double chance = 0.9;  ///< with which deadline and budget are kept
  std::optional<SpotTerms> spot{};
  std::vector<int> nodes;  ///< that are tried; empty: 1 to `max_instances`
  int max_instances = 64;
  // Layouts that are tried; empty: what goes.
  std::vector<int> tensor_parallel;
  std::vector<int> pipeline_parallel;
  std::vector<int> context_parallel;
  std::vector<int> expert_parallel;
  std::vector<int> micro_batches;
  std::vector<std::string> regions;
  std::vector<std::string> instances;  ///< empty: every NeuronCore instance of the catalogue
  std::vector<cost::Purchase> purchase;
  std::optional<cost::Day> as_of{};

  /// Tokens that the job trains on, as it states them; a job of steps has those of its steps.
  double tokens() const;
};

/// Whether a plan asks for training: it has a member "training".
bool asks_training(const Json& json);

/// Strict. Errors: kBadInput naming file and member; kUnsupportedVersion for another
/// `nscope.plan/` schema.
Result<TrainingRequest> training_request_from_json(const Json& json, std::string_view name);

}  // namespace nscope::capacity
