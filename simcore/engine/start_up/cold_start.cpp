#include "simcore/engine/start_up/cold_start.h"

#include <algorithm>
#include <limits>

namespace nscope::sim {

double storage_bandwidth(WeightStorage storage, double stated, const catalog::Instance& instance,
                         const StartParameters& parameters) {
  if (stated > 0) return stated;
  switch (storage) {
    case WeightStorage::kEbs: return parameters.ebs;
    case WeightStorage::kLocalDisk: return parameters.local_disk;
    case WeightStorage::kPageCache: return std::numeric_limits<double>::infinity();
    case WeightStorage::kS3: break;
  }
  constexpr double kBits = 8;
  if (!instance.network_bandwidth) return parameters.s3;
  return std::min(parameters.s3, instance.network_bandwidth->value / kBits / instance.hosts);
}

LoadTimes load_times(const LoadWork& work, double storage, const StartParameters& p) {
  LoadTimes times{.framework = p.framework,
                  .runtime = p.runtime,
                  .read = work.read_bytes() / std::min(storage, p.stage),
                  .copy = work.largest_rank / p.copy,
                  .warm_up = work.graphs * p.warm_up};
  if (!work.presharded) {
    times.divide = p.shard_start +
                   work.host_share * (work.stored / p.shard + work.converted / p.expert_layout);
  }
  return times;
}

}  // namespace nscope::sim
