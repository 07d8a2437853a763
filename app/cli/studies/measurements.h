#pragma once

#include "simcore/engine/gpu/gpu_table.h"
#include "simcore/engine/validation/validation_table.h"

#include <string>
#include <vector>

namespace nscope::cli {

/// Reads the table of measurements of --against. Errors: those of opening the file
/// and of sim::parse_validation_table().
Result<std::vector<sim::ValidationRow>> read_measurements(const std::string& path);
/// Reads a table of GPU measurements. Errors: those of opening the file and of
/// sim::parse_gpu_table().
Result<std::vector<sim::GpuRow>> read_gpu_measurements(const std::string& path);

}  // namespace nscope::cli
