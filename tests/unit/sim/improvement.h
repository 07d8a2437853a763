#pragma once

#include "simcore/engine/calibration/calibration.h"
#include "simcore/engine/gpu/gpu_calibration.h"
#include "tests/unit/sim/random_configuration.h"

#include <functional>
#include <string>
#include <vector>

namespace nscope::sim {

/// What a prediction depends on besides its configuration.
struct World {
  catalog::Catalog catalogue;
  Calibration calibration;
  GpuCalibration gpu_calibration;
  double launches = 1;  ///< factor of the launches of kernels, which no calibration states
};

/// The built-in catalogue and parameters.
const World& usual_world();

/// A change that makes a device better, or work cheaper.
struct Improvement {
  std::string name;
  std::function<void(World&)> world{};
  /// Returns whether the configuration changed.
  std::function<bool(Configuration&)> configuration{};
};

/// More bandwidth, compute and memory, shorter latencies and launches, and cheaper formats.
std::vector<Improvement> improvements();

}  // namespace nscope::sim
