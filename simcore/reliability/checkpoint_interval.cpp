#include "simcore/reliability/checkpoint_interval.h"

#include <cmath>

namespace nscope::reliability {

double young_interval(double write, double mtbf) {
  return std::sqrt(2 * write * mtbf);
}

double daly_interval(double write, double mtbf) {
  if (write >= 2 * mtbf) return mtbf;
  const double ratio = write / (2 * mtbf);
  return young_interval(write, mtbf) * (1 + std::sqrt(ratio) / 3 + ratio / 9) - write;
}

double exact_interval(double write, double mtbf) {
  if (write <= 0) return 0;
  // x = t / M solves 1 - x = e^-(x + d).
  const double d = write / mtbf;
  double low = 0;
  double high = 1;
  for (int i = 0; i < 200 && high - low > 0; ++i) {
    const double x = low + (high - low) / 2;
    if (x <= low || x >= high) break;
    // Below the root, 1 - e^-(x + d) > x.
    (-std::expm1(-(x + d)) > x ? low : high) = x;
  }
  return mtbf * high;
}

double expected_job_time(double work, double interval, double write, double restart, double mtbf) {
  return mtbf * std::exp(restart / mtbf) * std::expm1((interval + write) / mtbf) * work / interval;
}

}  // namespace nscope::reliability
