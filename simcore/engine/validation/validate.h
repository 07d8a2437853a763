#pragma once

#include "profiler/base/json.h"
#include "profiler/base/result.h"
#include "profiler/base/task_control.h"
#include "simcore/engine/calibration/calibration.h"
#include "simcore/engine/validation/row_groups.h"
#include "simcore/engine/validation/validation_table.h"

#include <optional>
#include <string>
#include <vector>

namespace nscope::sim {

/// One row of a validation report. Values have the unit of the table.
struct RowPrediction {
  std::string id{};
  std::string class_name{};
  std::string metric{};
  std::string unit{};
  double measured = 0;
  std::optional<double> predicted{};
  std::optional<double> low{};
  std::optional<double> high{};
  bool in_domain = false;
  Text reason{};           ///< why the row is not predicted, or why it is outside of the domain
  std::string source{};    ///< where the measurement was published
  std::string doubtful{};  ///< why the measurement is not trusted; empty: it is
  bool counted = true;     ///< whether the errors of classes include the row
  RowGroups groups{};      ///< set by calibrate()

  /// predicted / measured - 1.
  double relative_error() const { return *predicted / measured - 1.0; }
};
/// The prediction of a row inside the domain without a band.
RowPrediction predicted_row(const ValidationRow& row, double predicted);

/// Errors of the predicted rows of one class and metric as shares of the measured values.
struct ClassError {
  std::string class_name;
  bool in_domain = false;  ///< whether only rows inside the domain are included
  std::string metric;
  int rows = 0;
  double mape = 0;
  double median = 0;
  double p90 = 0;
  double bias = 0;      ///< mean of the errors with their signs
  int banded = 0;       ///< rows whose prediction has a band
  double coverage = 0;  ///< share of them whose measured value is inside the band

  Text title() const;  ///< "decoder", "decoder (in domain)", "all rows"
};

struct ValidationReport {
  std::vector<RowPrediction> rows;
  std::vector<ClassError> classes;  ///< of class_errors()

  /// The first class and metric of all rows whose mean error exceeds `share`; null: none.
  const ClassError* above(double share) const;
};

/// The errors of all predicted rows that are counted, followed by those of the rows inside the
/// domain. The last entry of each has the errors of all classes and metrics, without their names.
std::vector<ClassError> class_errors(const std::vector<RowPrediction>& rows);

/// Predicts every row. Doubtful rows are counted only if `count_doubtful`. Errors: kCancelled.
Result<ValidationReport> validate(const catalog::Catalog& catalog,
                                  const std::vector<ValidationRow>& rows,
                                  const Calibration& calibration, TaskControl& control,
                                  bool count_doubtful = false);

/// `nscope.validate/1`; `mape`, `median`, `p90`, `bias` and `coverage` are in percent.
Json to_json(const ValidationReport& report);

}  // namespace nscope::sim
