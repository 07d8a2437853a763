#pragma once

#include "profiler/base/task_control.h"
#include "simcore/catalog/catalog.h"
#include "simcore/engine/calibration/calibration.h"
#include "simcore/engine/validation/operator_evidence.h"
#include "simcore/engine/validation/validate.h"
#include "simcore/engine/validation/validation_table.h"

#include <string>
#include <vector>

namespace nscope::sim {

struct CalibrationOptions {
  std::string date;  ///< ISO date written into the result
  std::string data;  ///< name of the table written into the result
  /// Decoder rows of older software, and rows whose lengths had to be assumed, are left out.
  std::string software = "2.18";
  /// Measured operators that join the fit; must outlive it.
  const OperatorEvidence* evidence = nullptr;
};

/// A fit and what it is worth.
struct CalibrationReport {
  Calibration calibration;
  std::vector<RowPrediction> fitted;  ///< each used row
  /// The same, predicted by parameters fitted without its model.
  std::vector<RowPrediction> leave_one_model_out;
  std::vector<std::string> skipped;  ///< "NI00316 throughput: why", rows not used
};

/// Fits the free parameters of parameter_table() to all classes of `rows` together
/// by least squares on logarithms: ln(predicted / measured), weighted per metric
/// (TPOT 1, throughput and latency 0.5, TTFT 0.3: it scatters more), and a weak prior,
/// 0.1 ln(p / initial), that keeps what the rows cannot tell apart physical. The
/// same fit without one model, and without one family of models, at a time gives the
/// residual statistics. A family has as many layers of the same width.
/// Deterministic. Errors: kBadInput with fewer than two usable models,
/// kCancelled.
Result<CalibrationReport> calibrate(const catalog::Catalog& catalog,
                                    const std::vector<ValidationRow>& rows,
                                    const CalibrationOptions& options, TaskControl& control);

}  // namespace nscope::sim
