#pragma once

#include "profiler/base/provenance.h"
#include "simcore/catalog/memory_fit.h"
#include "simcore/engine/calibration/calibration.h"
#include "simcore/engine/run/prepared_run.h"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace nscope::sim {

/// The memory of one core of instances that have another share of the work. Plain data.
struct OtherMemory {
  Text title;  ///< "the prefill instance trn1.32xlarge"
  std::string instance;
  catalog::MemoryFit fit;
};

/// The prediction of a run. Metrics have the provenance `simulated` and a 90 % band from the
/// cross-validated residuals of their class. `outside_domain` lists the inputs that are outside of
/// the measured domain.
struct SimulationResult {
  std::vector<Metric> metrics;  ///< tpot_p50 [s], ttft_p50 [s], throughput [tok/s], ...
  catalog::MemoryFit memory;
  std::vector<Text> outside_domain;
  std::vector<OtherMemory> other_memory{};                  ///< of the instances that prefill
  std::vector<std::pair<std::string, Text>> unavailable{};  ///< metric, reason

  /// The metric with that name, or nullptr.
  const Metric* find(std::string_view name) const;
};

/// The metrics of the closed form with error bands, and the inputs outside of the measured domain.
SimulationResult predict(const PreparedRun& run, const Workload& workload,
                         const Calibration& calibration, const ClosedForm& form);

}  // namespace nscope::sim
