#pragma once

#include "simcore/engine/calibration/parameters.h"
#include "simcore/engine/machine/machine.h"

#include <string_view>

namespace nscope::sim {

/// How much longer work takes under the compiler of its software, which is a property
/// of the software and not of the model.
struct CompilerStretch {
  double all = 1;      ///< engines and the streaming of weights
  double engines = 1;  ///< engines alone
};

/// `software` is the Neuron SDK, empty for the newest; `images` for networks over images.
CompilerStretch compiler_slowdown(const Machine& machine, std::string_view software, bool images,
                                  const Parameters& parameters);

}  // namespace nscope::sim
