#pragma once

#include "simcore/engine/graph/operator.h"
#include "simcore/engine/kernel_run/kernel_parameters.h"
#include "simcore/engine/machine/machine.h"
#include "simcore/engine/workload/kernel_setup.h"

#include <vector>

namespace nscope::sim {

/// The work of a kernel on one logical core of an otherwise idle chip.
struct KernelStages {
  /// Run one after the other; a stage reads from HBM what the previous one has written. Not empty.
  std::vector<Operator> stages;
  double flops = 0;          ///< of its matrix products, without padding, repeats and transposes
  double operand_bytes = 0;  ///< inputs, weights and outputs in HBM, each once
  double output_bytes = 0;
};

/// The stages of a kernel. Matrix products, attention products, convolutions and gathers are those
/// of mechanisms.h with the parameters of kernels instead of `engine_stretch`; DMA streams at the
/// published rate of the engines, because nothing else uses the memory. `setup` must be valid for
/// the machine (plan_kernel_run()).
KernelStages kernel_stages(const Machine& machine, const KernelParameters& parameters,
                           const KernelSetup& setup);

}  // namespace nscope::sim
