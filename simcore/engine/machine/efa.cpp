#include "simcore/engine/machine/efa.h"

namespace nscope::sim {

Text efa_obstacle(const catalog::Instance& instance) {
  if (instance.efa_count && instance.efa_interfaces == 0) return tr("{} has no EFA", instance.id);
  if (!instance.network_bandwidth) {
    return tr("the network bandwidth of {} is not published", instance.id);
  }
  return {};
}

Result<double> efa_bandwidth(const catalog::Instance& instance, double efa_share) {
  if (Text obstacle = efa_obstacle(instance); !obstacle.empty()) {
    return fail(ErrorCode::kInvalidArgument, std::move(obstacle));
  }
  constexpr double kBitsPerByte = 8;
  return efa_share * instance.network_bandwidth->value / kBitsPerByte;
}

}  // namespace nscope::sim
