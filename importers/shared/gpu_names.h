#pragma once

#include <cstdint>
#include <string>
#include <string_view>

// Names of PyTorch's profiler (Kineto) for the events of a GPU run. All importers of GPU captures
// use them, so that runs from different files can be compared.
namespace nscope::importers::gpu {

// Values of the property "cat" of an event.
inline constexpr std::string_view kKernelCategory = "kernel";
inline constexpr std::string_view kCopyCategory = "gpu_memcpy";
inline constexpr std::string_view kSetCategory = "gpu_memset";
inline constexpr std::string_view kSyncCategory = "cuda_sync";
inline constexpr std::string_view kAnnotationCategory = "user_annotation";
/// An annotation of a host thread on a stream, for as long as its work runs there.
inline constexpr std::string_view kGpuAnnotationCategory = "gpu_user_annotation";

/// Kind of the flow from a call to the event that it started.
inline constexpr std::string_view kLaunchFlow = "ac2g";

/// "cuda_driver" for the CUDA driver's functions ("cuLaunchKernel"), else "cuda_runtime".
std::string_view call_category(std::string_view function);

/// Whether a function of a host thread is of CUDA's or HIP's runtime or of CUDA's driver.
bool is_gpu_call(std::string_view function);

/// "HtoD" for "HTOD" or "H2D", the two kinds of memory of a copy; "" if unknown.
std::string_view copy_direction(std::string_view letters);

/// "Memcpy HtoD (Pageable -> Device)"; unknown parts are left out: "Memcpy HtoD", "Memcpy".
std::string copy_name(std::string_view direction, std::string_view source, std::string_view target);
/// "Memset (Device)"; "Memset" if the memory is unknown.
std::string set_name(std::string_view memory);

/// "[564, 1, 1]": the size of a grid or a block of threads.
std::string three_sizes(std::int64_t x, std::int64_t y, std::int64_t z);

}  // namespace nscope::importers::gpu
