#pragma once

#include <cstdint>
#include <optional>

namespace nscope::importers {

/// What the newest report says of all runtimes together; what it does not say is absent.
struct MonitorFigures {
  std::int64_t reports = 0;                      ///< so far
  int cores = 0;                                 ///< NeuronCores in use
  std::optional<double> utilization_percent{};   ///< mean of these
  std::optional<double> device_memory_bytes{};   ///< used by the runtimes
  std::optional<double> runtime_memory_bytes{};  ///< the same on the host
  std::optional<double> period_seconds{};        ///< the shortest that a metric group states
};

}  // namespace nscope::importers
