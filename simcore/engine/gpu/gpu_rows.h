#pragma once

#include "simcore/engine/gpu/gpu_measurement.h"
#include "simcore/engine/gpu/gpu_table.h"

#include <optional>
#include <span>
#include <vector>

namespace nscope::sim {

/// A row as a measurement, or the reason why it cannot be used.
struct ReadGpuRow {
  std::optional<GpuMeasurement> measurement;
  Text reason;  ///< empty if there is a measurement
};

/// Interprets the rows of a table, in order: the device of the GPU, the workload on the stated
/// instance or the largest one with that device, and the value in the unit of the simulator. Rows
/// cannot be used if they have other classes, if the GPU or the model is not in the catalogue, if
/// inputs of the prediction are missing, or if their value is computed from that of another row.
std::vector<ReadGpuRow> read_gpu_rows(const catalog::Catalog& catalog,
                                      std::span<const GpuRow> rows);

}  // namespace nscope::sim
