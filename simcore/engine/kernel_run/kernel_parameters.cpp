#include "simcore/engine/kernel_run/kernel_parameters.h"

#include "simcore/engine/calibration/stated_constant.h"

#include <array>

namespace nscope::sim {
namespace {

constexpr std::string_view kKernelSchema = "nscope.kernel-parameters/1";
constexpr const char* kKernelBuiltIn = "calibration/kernels.json";

using KernelConstant = ParameterMember<KernelParameters>;
constexpr std::array kKernelConstants{
    KernelConstant{"launch", "s", &KernelParameters::launch},
    KernelConstant{"stage", "s", &KernelParameters::stage},
    KernelConstant{"stretch", "ratio", &KernelParameters::stretch},
    KernelConstant{"tuned_stretch", "ratio", &KernelParameters::tuned_stretch},
    KernelConstant{"tiles", "tiles", &KernelParameters::tiles},
    KernelConstant{"softmax_passes", "passes", &KernelParameters::softmax_passes},
    KernelConstant{"polynomial_passes", "passes", &KernelParameters::polynomial_passes},
    KernelConstant{"tuned_vector", "share", &KernelParameters::tuned_vector},
    KernelConstant{"weight_share", "share", &KernelParameters::weight_share},
    KernelConstant{"block_share", "share", &KernelParameters::block_share},
    KernelConstant{"descriptor", "s", &KernelParameters::descriptor},
    KernelConstant{"trace_launch", "s", &KernelParameters::trace_launch},
    KernelConstant{"trace_copy", "B/s", &KernelParameters::trace_copy},
    KernelConstant{"trace_fresh_pages", "B/s", &KernelParameters::trace_fresh_pages},
    KernelConstant{"native_launch", "s", &KernelParameters::native_launch},
};

Result<KernelParameters> load_kernel_parameters() {
  const auto json = parse_json_resource(kKernelBuiltIn);
  if (!json) return fail(json.error());
  return kernel_parameters_from_json(*json, kKernelBuiltIn);
}

}  // namespace

Result<KernelParameters> kernel_parameters_from_json(const Json& json, std::string_view name) {
  return constants_from_json<KernelParameters>(json, name, kKernelSchema, "parameters",
                                               kKernelConstants);
}

const Result<KernelParameters>& built_in_kernel_parameters() {
  static const Result<KernelParameters> loaded = load_kernel_parameters();
  return loaded;
}

}  // namespace nscope::sim
