#pragma once

#include "profiler/base/json.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace nscope::sim {

/// Checkpoints of the weights and the optimizer's state on a storage. Member "checkpoint" of
/// a job.
struct CheckpointSetup {
  std::optional<std::int64_t> interval_steps{};
  std::optional<double> interval_seconds{};  ///< of steps; neither: Daly's optimum
  std::optional<double> bytes{};             ///< of one; absent: from the model and its layout
  std::optional<double> node_bandwidth{};    ///< B/s between one node and the storage, both ways
  std::optional<double> shared_bandwidth{};  ///< B/s of the storage, all nodes together
  /// Training goes on while a copy of the state is written.
  bool asynchronous = false;
  double snapshot_seconds = 0;  ///< s that training stands still for the copy, asynchronous
};

/// What follows a failure, in this order; the checkpoint is read last. All in seconds.
struct RestartSetup {
  double detect_seconds = 0;           ///< until the job is known to have stopped
  double replace_seconds = 0;          ///< until another node is there, where no spare is
  double load_executable_seconds = 0;  ///< start of the processes, NEFF from the compile cache
  std::optional<double> load_checkpoint_seconds{};  ///< absent: by the bandwidths
};

/// A training job of many steps, with what interrupts it. Exactly one of steps, tokens and
/// sequences is stated. Plain data. Member "job" of "training".
struct JobSetup {
  std::optional<std::int64_t> steps{};      ///< of the optimizer
  std::optional<std::int64_t> tokens{};     ///< to train on, rounded up to whole steps
  std::optional<std::int64_t> sequences{};  ///< the same in sequences
  std::optional<double> deadline_days{};
  std::optional<double> node_mtbf_hours{};      ///< mean time between failures of one node
  std::vector<double> failure_seconds{};        ///< instead: when the job fails, from its start
  std::optional<CheckpointSetup> checkpoint{};  ///< absent: none, a failure loses everything
  std::optional<RestartSetup> restart{};        ///< needed where there are failures
  int spares = 0;                               ///< nodes that stand by
  std::optional<int> max_retries{};             ///< restarts after which the job gives up
  int trials = 10'000;                          ///< of the Monte Carlo simulation

  bool fails() const { return node_mtbf_hours.has_value() || !failure_seconds.empty(); }
};

/// Strict; problems are reported through `in`, whose member "job" `json` is.
JobSetup job_setup_from_json(const Json& json, StrictObject& in);
/// Members that differ from their defaults; reading it back gives the same values.
Json to_json(const JobSetup& setup);

}  // namespace nscope::sim
