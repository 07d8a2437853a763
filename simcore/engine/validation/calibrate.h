#pragma once

#include "profiler/base/task_control.h"
#include "simcore/catalog/catalog.h"
#include "simcore/engine/calibration/calibration.h"
#include "simcore/engine/start_up/start_parameters.h"
#include "simcore/engine/validation/operator_evidence.h"
#include "simcore/engine/validation/table_record.h"
#include "simcore/engine/validation/validate.h"
#include "simcore/engine/validation/validation_table.h"

#include <optional>
#include <string>
#include <vector>

namespace nscope::sim {

struct CalibrationOptions {
  std::string date;  ///< ISO date written into the result
  std::string data;  ///< name of the table written into the result
  /// The oldest Neuron SDK of decoder rows; older rows are skipped.
  std::string software = "2.18";
  /// Measured operators that are part of the fit; must outlive it.
  const OperatorEvidence* evidence = nullptr;
};

/// A fit and its accuracy.
struct CalibrationReport {
  Calibration calibration;
  std::vector<RowPrediction> fitted;  ///< every used row
  /// Every used row, predicted with parameters that were fitted without its model.
  std::vector<RowPrediction> leave_one_model_out;
  /// Every used row, predicted with parameters that were fitted without its source: the publication
  /// about a family of models on a chip generation. The bands come from these.
  std::vector<RowPrediction> leave_sources_out;
  std::vector<SkippedRow> skipped;
  /// The parameters of compilation and start, fitted to rows of their own; nullopt: no rows.
  std::optional<StartParameters> start{};
};

/// Fits the free parameters of parameter_table() to all classes of `rows` together by least squares
/// of ln(predicted / measured), weighted by metric (TPOT 1, throughput and latency 0.5, TTFT 0.3
/// because it varies more), and a weak prior, 0.1 ln(p / initial), that keeps parameters
/// that the rows do not determine in a physical range. Rows with assumed values are predicted
/// with the others, but not part of the fit. The
/// residual statistics come from the same fit without one model, one family of models, or a part of
/// the sources (Grouping) at a time; bands are those of error_band() without the sources.
/// Deterministic. Errors: kBadInput if fewer than two models are usable, kCancelled.
Result<CalibrationReport> calibrate(const catalog::Catalog& catalog,
                                    const std::vector<ValidationRow>& rows,
                                    const CalibrationOptions& options, TaskControl& control);

}  // namespace nscope::sim
