#pragma once

#include "simcore/engine/calibration/parameters.h"
#include "simcore/engine/machine/machine.h"

#include <string_view>

namespace nscope::sim {

/// Factors by which work takes longer with the compiler of a release of the software. They do not
/// depend on the model.
struct CompilerStretch {
  double all = 1;      ///< engines and the reading of weights
  double engines = 1;  ///< engines only
};

/// `software` is the Neuron SDK, or empty for the newest; `images` is set for image networks.
CompilerStretch compiler_slowdown(const Machine& machine, std::string_view software, bool images,
                                  const Parameters& parameters);

}  // namespace nscope::sim
