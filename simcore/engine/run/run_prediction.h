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

/// What a run predicts. Metrics carry provenance `simulated` and a 90 % band
/// from the cross-validated residuals of their class; `outside_domain` says
/// which inputs lie outside what the parameters were fitted on.
struct SimulationResult {
  std::vector<Metric> metrics;  ///< tpot_p50 [s], ttft_p50 [s], throughput [tok/s], ...
  catalog::MemoryFit memory;
  std::vector<std::string> outside_domain;
  std::vector<std::pair<std::string, std::string>> unavailable{};  ///< metric, reason

  /// The metric of that name, or nullptr.
  const Metric* find(std::string_view name) const;
};

/// The metrics of the closed form, with bands, and the domain check.
SimulationResult predict(const PreparedRun& run, const Workload& workload,
                         const Calibration& calibration, const ClosedForm& form);

}  // namespace nscope::sim
