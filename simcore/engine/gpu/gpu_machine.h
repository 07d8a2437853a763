#pragma once

#include "profiler/base/result.h"
#include "simcore/catalog/catalog.h"

#include <string_view>

namespace nscope::sim {

/// The published rates of one GPU of an instance from the catalogue, without fitted values. Plain
/// data; `instance` and `device` are valid while the catalogue exists.
struct GpuMachine {
  const catalog::Instance* instance = nullptr;
  const catalog::Device* device = nullptr;
  int gpus = 1;                 ///< of one instance
  bool pcie = false;            ///< the GPUs of the instance are connected by PCIe only
  bool hopper_on = false;       ///< Hopper or later: asynchronous copies feed the tensor cores
  double memory = 0;            ///< bytes
  double memory_bandwidth = 0;  ///< B/s
  double link = 0;              ///< B/s per direction from one GPU to the others of its instance;
                                ///< 0: single GPU, or not published
  double network = 0;           ///< B/s of the whole instance; 0: not published
};

/// Errors: kInvalidArgument if the instance has no GPUs.
Result<GpuMachine> gpu_machine_of(const catalog::Catalog& catalog,
                                  const catalog::Instance& instance);

/// FLOP/s of one GPU for dense matrices of a type ("bf16", "fp8"). Errors: kInvalidArgument with
/// the types for which the catalogue has a peak.
Result<double> gpu_peak(const GpuMachine& machine, std::string_view type);

}  // namespace nscope::sim
