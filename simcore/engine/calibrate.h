#pragma once

#include "profiler/base/task_control.h"
#include "simcore/engine/calibration.h"
#include "simcore/engine/validation_table.h"

#include <string>
#include <vector>

namespace nscope::sim {

struct CalibrationOptions {
  std::string date;  ///< ISO date written into the result
  std::string data;  ///< name of the table written into the result
  /// Rows of older software, and rows whose lengths had to be assumed, are left out.
  std::string software = "2.18";
};

/// A fit and what it is worth.
struct CalibrationReport {
  Calibration calibration;
  /// Each used row, predicted by parameters fitted without its model.
  std::vector<RowPrediction> leave_one_model_out;
  std::vector<std::string> skipped;  ///< "NI00316 throughput: why", rows not used
};

/// Fits the free parameters of parameter_table() to the decoder rows of `rows`
/// by least squares on logarithms: ln(predicted / measured), weighted per metric
/// (TPOT 1, throughput 0.5, TTFT 0.3: it scatters more), and a weak prior,
/// 0.1 ln(p / initial), that keeps what the rows cannot tell apart physical. The
/// same fit without one model at a time gives the residual statistics.
/// Deterministic. Errors: kBadInput with fewer than two usable models,
/// kCancelled.
Result<CalibrationReport> calibrate(const catalog::Catalog& catalog,
                                    const std::vector<ValidationRow>& rows,
                                    const CalibrationOptions& options, TaskControl& control);

}  // namespace nscope::sim
