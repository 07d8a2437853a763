#include "simcore/reliability/failure_rate.h"

#include <cmath>

namespace nscope::reliability {
double rate_of_chance(double p, double hours) {
  return -std::log1p(-p) / hours;
}

GangRate gang_rate(double node_rate, int nodes, double shared) {
  return {.single = node_rate * nodes * (1 - shared), .shared = node_rate * shared};
}

}  // namespace nscope::reliability
