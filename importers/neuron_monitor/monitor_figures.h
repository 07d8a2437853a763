#pragma once

#include <cstdint>
#include <optional>

namespace nscope::importers {

/// Values of the newest report for all runtimes together. Values that are not in the report are
/// absent.
struct MonitorFigures {
  std::int64_t reports = 0;                      ///< number of reports so far
  int cores = 0;                                 ///< NeuronCores in use
  std::optional<double> utilization_percent{};   ///< mean over the cores in use
  std::optional<double> device_memory_bytes{};   ///< used by the runtimes
  std::optional<double> runtime_memory_bytes{};  ///< host memory used by the runtimes
  std::optional<double> period_seconds{};        ///< shortest period of a metric group
};

}  // namespace nscope::importers
