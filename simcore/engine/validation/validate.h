#pragma once

#include "profiler/base/json.h"
#include "profiler/base/result.h"
#include "profiler/base/task_control.h"
#include "simcore/engine/calibration/calibration.h"
#include "simcore/engine/validation/validation_table.h"

#include <optional>
#include <string>
#include <vector>

namespace nscope::sim {

/// One row of a validation report, values in the table's own unit.
struct RowPrediction {
  std::string id;
  std::string class_name;
  std::string metric;
  std::string unit;
  double measured = 0;
  std::optional<double> predicted;
  std::optional<double> low;
  std::optional<double> high;
  bool in_domain = false;
  std::string reason;    ///< why not predicted, or why outside the domain
  std::string source{};  ///< where the measurement was published

  /// predicted / measured - 1.
  double relative_error() const { return *predicted / measured - 1.0; }
};
/// Of a row that is predicted, inside the domain and without a band.
RowPrediction predicted_row(const ValidationRow& row, double predicted);

/// Errors over the rows of one class and metric that could be predicted, as
/// shares of the measured value.
struct ClassError {
  std::string class_name;
  std::string metric;
  int rows = 0;
  double mape = 0;
  double median = 0;
  double p90 = 0;
};

struct ValidationReport {
  std::vector<RowPrediction> rows;
  std::vector<ClassError> classes;  ///< all predicted rows, then the same names with
                                    ///< " (in domain)" for those inside it
};

/// The errors of all predicted rows, then of those inside the domain.
std::vector<ClassError> class_errors(const std::vector<RowPrediction>& rows);

/// Predicts every row. Errors: kCancelled.
Result<ValidationReport> validate(const catalog::Catalog& catalog,
                                  const std::vector<ValidationRow>& rows,
                                  const Calibration& calibration, TaskControl& control);

/// `nscope.validate/1`; mape, median and p90 in per cent.
Json to_json(const ValidationReport& report);

}  // namespace nscope::sim
