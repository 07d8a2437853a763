#pragma once

#include "profiler/base/json.h"
#include "profiler/base/result.h"

#include <string_view>

namespace nscope::sim {

/// Parameters of named kernels: one value for every kernel and device.
struct KernelParameters {
  double launch = 0;             ///< s, start and end of a kernel on the device
  double stage = 0;              ///< s between operators that exchange data through HBM
  double stretch = 0;            ///< engine time divided by its issue-interval bound
  double tuned_stretch = 0;      ///< the same for TensorE in tuned kernels
  double tiles = 0;              ///< tiles in flight between the units
  double softmax_passes = 0;     ///< VectorE cycles per attention score and lane
  double polynomial_passes = 0;  ///< the same for an activation as a polynomial
  double tuned_vector = 0;       ///< share of VectorE time that remains on it in tuned kernels
  double weight_share = 0;       ///< share of SBUF in which weights stay
  double block_share = 0;        ///< share of SBUF for a block of input rows
  double descriptor = 0;         ///< s, software generation of one DMA descriptor
  double trace_launch = 0;       ///< s of host and launch of a traced model
  double trace_copy = 0;         ///< B/s, output of a traced model to the host
  double trace_fresh_pages = 0;  ///< B/s, additional work for large outputs
  double native_launch = 0;      ///< s of host and launch of an eager operator
};

/// Reads a document with the schema nscope.kernel-parameters/1 strictly. `name` is the file name
/// for messages. Errors: kBadInput with the key.
Result<KernelParameters> kernel_parameters_from_json(const Json& json, std::string_view name);

/// The parameters of resources/calibration/kernels.json, which also states their sources; read
/// once. Thread-safe.
const Result<KernelParameters>& built_in_kernel_parameters();

}  // namespace nscope::sim
