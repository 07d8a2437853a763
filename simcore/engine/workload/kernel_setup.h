#pragma once

#include "profiler/base/json.h"
#include "profiler/base/result.h"

#include <span>
#include <string>
#include <string_view>

namespace nscope::sim {

/// Sizes of a kernel. The meaning of each is that of its operation (docs/simulator.md); a size
/// that an operation does not have is its default.
struct KernelSizes {
  int batch = 1;
  int m = 1;         ///< rows: tokens, queries, pixels
  int k = 1;         ///< contracted length, channels of the input
  int n = 1;         ///< columns: width, keys, channels of the output
  int heads = 1;     ///< query heads
  int kv_heads = 1;  ///< heads of keys and values
  int head_dim = 1;
  int rank = 1;    ///< of a low-rank adapter
  int states = 1;  ///< of a state space per channel
  int taps = 1;    ///< height x width of the kernel of a convolution
};

/// How the kernel was written.
enum class KernelVariant {
  kBaseline,  ///< intermediate results pass through HBM
  kFused,     ///< intermediate results stay on the chip
  kTuned,     ///< fused, with weights in the largest blocks and VectorE work shared with GpSimd
};
std::string_view to_string(KernelVariant variant);  ///< "baseline", ...

/// What a measured time includes.
enum class KernelCaller {
  kProfiler,     ///< nki.benchmark or a profile: the launch on the device
  kTorchTrace,   ///< a torch_neuronx.trace() model that returns its output to the host
  kTorchNative,  ///< an eager operator of native PyTorch
};
std::string_view to_string(KernelCaller caller);  ///< "profiler", "torch-trace", "torch-native"

/// One named kernel as a workload: the value of "kernel" in a workload document.
///
///   {"name": "gemm_gelu", "m": 4096, "k": 512, "n": 2048, "dtype": "bf16",
///    "variant": "fused", "polynomial": false, "called_from": "profiler"}
/// `name` and the sizes of its operation are required.
struct KernelSetup {
  std::string name = "matmul";
  KernelSizes sizes{};
  /// "bf16", "fp16", "fp32", "fp8", "mxfp8"; "bf16x2": fp32 data, multiplied as three products of
  /// bf16 parts.
  std::string dtype = "bf16";
  KernelVariant variant = KernelVariant::kFused;
  bool polynomial = false;  ///< VectorE evaluates the activation instead of ScalarE
  KernelCaller caller = KernelCaller::kProfiler;

  double element_bytes() const;  ///< of all operands in HBM
};

/// A named size of an operation.
struct KernelSize {
  std::string_view key;  ///< in documents: "head_dim"
  int KernelSizes::*member;
};
/// All sizes, in the order in which they are printed.
std::span<const KernelSize> kernel_sizes();
/// The names of all operations, ascending.
std::span<const std::string_view> kernel_names();
/// Whether the operation has the size. Without it, the size has no effect.
bool has_size(std::string_view name, std::string_view size);

/// Reads a setup strictly. Errors: kBadInput with the key, also for a size that the operation does
/// not have.
Result<KernelSetup> kernel_setup_from_json(const Json& json, std::string_view where);
/// Reading it back gives the same setup; values equal to their defaults are left out.
Json to_json(const KernelSetup& setup);

}  // namespace nscope::sim
