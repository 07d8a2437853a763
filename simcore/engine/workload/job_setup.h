#pragma once

#include "profiler/base/json.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace nscope::sim {

/// Checkpoints of the weights and the optimizer state on a storage: the key "checkpoint" of a job.
struct CheckpointSetup {
  std::optional<std::int64_t> interval_steps{};
  std::optional<double> interval_seconds{};  ///< of steps; if both are empty: Daly's optimum
  std::optional<double> bytes{};             ///< of a checkpoint; empty: from model and layout
  std::optional<double> node_bandwidth{};    ///< B/s between a node and the storage, per direction
  std::optional<double> shared_bandwidth{};  ///< B/s of the storage for all nodes together
  /// Whether training continues while a copy of the state is written.
  bool asynchronous = false;
  double snapshot_seconds = 0;  ///< s that training pauses to copy the state, if asynchronous
};

/// The steps after a failure, in this order, in seconds. The checkpoint is read last.
struct RestartSetup {
  double detect_seconds = 0;           ///< failure detection time
  double replace_seconds = 0;          ///< until a replacement node is available without a spare
  double load_executable_seconds = 0;  ///< start of the processes and load of cached NEFFs
  std::optional<double> load_checkpoint_seconds{};  ///< empty: computed from the bandwidths
};

/// A training job of many steps with failures and checkpoints: the key "job" of "training". Exactly
/// one of steps, tokens and sequences is set. Plain data.
struct JobSetup {
  std::optional<std::int64_t> steps{};      ///< of the optimizer
  std::optional<std::int64_t> tokens{};     ///< training tokens, rounded up to whole steps
  std::optional<std::int64_t> sequences{};  ///< training sequences, rounded up to whole steps
  std::optional<double> deadline_days{};
  std::optional<double> node_mtbf_hours{};      ///< mean time between failures of one node
  std::vector<double> failure_seconds{};        ///< alternative: failure times since the start
  std::optional<CheckpointSetup> checkpoint{};  ///< empty: none, a failure loses all work
  std::optional<RestartSetup> restart{};        ///< required if there are failures
  int spares = 0;                               ///< number of spare nodes
  std::optional<int> max_retries{};             ///< number of restarts after which the job stops
  int trials = 10'000;                          ///< of the Monte Carlo simulation

  bool fails() const { return node_mtbf_hours.has_value() || !failure_seconds.empty(); }
};

/// Reads `json`, the key "job" of `in`, strictly. Problems are reported through `in`.
JobSetup job_setup_from_json(const Json& json, StrictObject& in);
/// The values that differ from their defaults; reading it back gives the same setup.
Json to_json(const JobSetup& setup);

}  // namespace nscope::sim
