#pragma once

#include "simcore/catalog/instance.h"
#include "simcore/engine/start_up/start_parameters.h"
#include "simcore/engine/workload/start_setup.h"

namespace nscope::sim {

/// The B/s at which one host of an instance reads from a storage: `stated` if it is positive, and
/// at most the network bandwidth of the host for an object store. Infinite for the page cache.
double storage_bandwidth(WeightStorage storage, double stated, const catalog::Instance& instance,
                         const StartParameters& parameters);

/// The weights that a starting process moves, in bytes.
struct LoadWork {
  double stored = 0;  ///< files of the model
  /// Share of the ranks on one host: 1 divided by the hosts of an UltraServer that a replica uses.
  double host_share = 1;
  double largest_rank = 0;  ///< bytes that one logical core receives; all receive at the same time
  bool presharded = false;
  /// Whether the checkpoint is divided between cores, at a start or when it is compiled. A network
  /// of one core is saved with all its weights.
  bool divided = true;
  double converted = 0;  ///< bytes of experts that the host stacks and converts while it divides
  int graphs = 0;        ///< compiled graphs, each executed once before the first request

  /// Bytes that one host reads: the shards of its ranks, or the whole checkpoint to divide it.
  double read_bytes() const { return presharded ? stored * host_share : stored; }
};

/// Seconds of the processes of a replica from their start to its first request. Several hosts work
/// at the same time.
///   read    = read_bytes / min(storage, stage)
///   copy    = largest_rank / copy
///   divide  = shard_start + host_share x (stored / shard + converted / expert_layout), unless
///             presharded
///   warm_up = graphs x warm_up
struct LoadTimes {
  double framework = 0;
  double runtime = 0;
  double read = 0;
  double divide = 0;
  double copy = 0;
  double warm_up = 0;
  double weights() const { return runtime + read + copy; }  ///< loading without dividing
  double load() const { return weights() + divide; }
  double total() const { return framework + load() + warm_up; }
};
LoadTimes load_times(const LoadWork& work, double storage, const StartParameters& parameters);

}  // namespace nscope::sim
