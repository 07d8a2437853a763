#include "simcore/engine/checkpoint_restart/optimal_interval.h"

#include <cmath>

namespace nscope::sim {

double young_interval(double write, double mtbf) {
  return std::sqrt(2 * write * mtbf);
}

double daly_interval(double write, double mtbf) {
  if (write >= 2 * mtbf) return mtbf;
  const double ratio = write / (2 * mtbf);
  return young_interval(write, mtbf) * (1 + std::sqrt(ratio) / 3 + ratio / 9) - write;
}

double expected_job_seconds(double work, double interval, double write, double restart,
                            double mtbf) {
  return mtbf * std::exp(restart / mtbf) * std::expm1((interval + write) / mtbf) * work / interval;
}

}  // namespace nscope::sim
