#pragma once

#include "simcore/engine/gpu/gpu_measurement.h"
#include "simcore/engine/gpu/gpu_table.h"

#include <optional>
#include <string>

namespace nscope::sim {

/// A row as a measurement, or the reason why it cannot be used.
struct ReadGpuRow {
  std::optional<GpuMeasurement> measurement;
  Text reason;  ///< empty if there is a measurement
};

/// Interprets a row of the table: the device of its GPU, its workload on the largest instance with
/// that device, and its value in the unit of the simulator. Rows cannot be used if they have other
/// classes, if the GPU or the model is not in the catalogue, if inputs of the prediction are
/// missing, or if their value is computed from that of another row.
ReadGpuRow read_gpu_row(const catalog::Catalog& catalog, const GpuRow& row);

}  // namespace nscope::sim
