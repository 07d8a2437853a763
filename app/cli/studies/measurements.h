#pragma once

#include "simcore/engine/gpu/gpu_table.h"
#include "simcore/engine/validation/validation_table.h"

#include <string>
#include <vector>

namespace nscope::cli {

/// Reads the tables of measurements of --against one after the other. Errors: those of opening a
/// file and of sim::parse_validation_table().
Result<std::vector<sim::ValidationRow>> read_measurements(const std::vector<std::string>& paths);
/// Reads tables of GPU measurements. Errors: those of opening a file and of sim::parse_gpu_table().
Result<std::vector<sim::GpuRow>> read_gpu_measurements(const std::vector<std::string>& paths);

}  // namespace nscope::cli
