#pragma once

#include "simcore/engine/calibration/calibration.h"
#include "simcore/engine/machine/machine.h"
#include "tests/unit/sim/catalogue.h"

#include <string_view>

namespace nscope::sim {

// Machines of the built-in catalogue and the parameters of the built-in calibration.

inline Machine machine(std::string_view instance) {
  return machine_of(catalogue(), **catalogue().instance(instance)).value();
}

inline const Parameters& parameters() {
  return built_in_calibration()->parameters;
}

}  // namespace nscope::sim
