#pragma once

#include "simcore/engine/gpu/gpu_measurement.h"
#include "simcore/engine/gpu/gpu_table.h"

#include <optional>
#include <string>

namespace nscope::sim {

/// A row as a measurement, or why it is none.
struct ReadGpuRow {
  std::optional<GpuMeasurement> measurement;
  std::string reason;  ///< empty where there is one
};

/// Reads what a row of the table means: which device of the catalogue its GPU is, its
/// workload on the largest instance of that device, its figure in our unit. Rows of other
/// classes, of GPUs or models that are not in the catalogue, that leave out what the
/// prediction needs, or whose figure is computed from another row's, are none.
ReadGpuRow read_gpu_row(const catalog::Catalog& catalog, const GpuRow& row);

}  // namespace nscope::sim
