#pragma once

#include "profiler/base/json.h"
#include "profiler/base/result.h"

#include <map>
#include <optional>
#include <string>

#include <CLI/CLI.hpp>

namespace nscope::cli {

/// The flags that describe a kernel.
struct KernelOptions {
  std::string name;
  std::string device;
  std::map<std::string, int> sizes;  ///< by the keys of sim::kernel_sizes()
  std::string variant;
  std::string caller;

  bool empty() const { return *this == KernelOptions(); }
  friend bool operator==(const KernelOptions&, const KernelOptions&) = default;
};

void add_kernel_options(CLI::App& app, KernelOptions& options);

/// Applies the flags to a workload document. `batch` and `dtype` are flags of all workloads.
/// Errors: kInvalidArgument if there are flags of a kernel but neither a name nor a kernel in the
/// document.
Result<> put_kernel(const KernelOptions& options, std::optional<int> batch,
                    const std::string& dtype, Json& json);

}  // namespace nscope::cli
