#pragma once

#include "profiler/base/json.h"
#include "profiler/base/result.h"
#include "simcore/catalog/config/hf_config.h"

#include <string>

namespace nscope::catalog {

/// Reads the member `quantization_config` of a config.json, whose place is `where`:
///   fp8, fbgemm_fp8              fp8
///   compressed-tensors           fp8, int8 or int4 by type and num_bits of the weights, mxfp4 by
///                                format
///   modelopt                     fp8 by quant_algo
///   awq, gptq, auto-round        int4 or int8 by bits, as do files without a method (MLX)
///   bitsandbytes                 int4 or int8
///   mxfp4                        mxfp4
/// Other methods and widths, and layers with different types, are kOtherWeights, which a workload
/// must replace. Errors: kBadInput if the member is not an object.
Result<StoredWeights> stored_weights(const Json& config, const std::string& where);

}  // namespace nscope::catalog
