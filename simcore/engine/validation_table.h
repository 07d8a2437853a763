#pragma once

#include "profiler/base/json.h"
#include "profiler/base/result.h"
#include "profiler/base/task_control.h"
#include "simcore/engine/calibration.h"
#include "simcore/engine/simulate.h"
#include "simcore/engine/software.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace nscope::sim {

/// One row of a table of published or own measurements: one metric of one
/// configuration. Empty texts and missing numbers mean not stated. The columns
/// are described in docs/simulator.md.
struct ValidationRow {
  std::string id;
  std::string class_name;
  std::string model;
  std::string instance;
  std::optional<int> nodes;
  std::optional<int> cores;
  std::optional<int> tensor_parallel;
  std::optional<int> pipeline_parallel;
  std::optional<int> data_parallel;
  std::optional<int> batch;
  std::optional<double> global_batch;  ///< sequences; tables print it rounded
  std::optional<int> micro_batch;
  std::optional<int> concurrency;  ///< closed-loop users of a server
  std::optional<int> copies;
  std::optional<int> sequence_length;
  std::optional<std::int64_t> input_length;
  std::optional<int> output_length;
  std::string image_size;  ///< "224x224"
  std::string dtype;
  std::string weight_dtype;
  std::string stack;
  std::string speculation;
  std::string metric;
  double value = 0;
  std::string unit;
  std::string sdk;
  std::string zero;  ///< "ZeRO-1"
  std::string source;
};

/// Reads the CSV (RFC 4180, heading line first). Columns may come in any order;
/// id, class, model, instance, metric, value and unit must be there, unknown
/// columns are an error. Errors: kBadInput with the line.
Result<std::vector<ValidationRow>> parse_validation_table(std::string_view csv,
                                                          std::string_view name);

/// The workload of a row, or why there is none.
struct RowWorkload {
  std::optional<Workload> workload;
  std::string reason;      ///< why it cannot be simulated; empty where it can
  std::string assumption;  ///< what had to be assumed; empty: nothing
};
RowWorkload workload_of(const ValidationRow& row);

/// True where the row's software is stated and at least `sdk` ("2.18").
inline bool sdk_at_least(std::string_view row_sdk, std::string_view sdk) {
  return !row_sdk.empty() && software_at_least(row_sdk, sdk);
}

/// Whether the rows of a class generate tokens: "decoder", "encoder-decoder".
inline bool generates(std::string_view class_name) {
  return class_name == "decoder" || class_name == "encoder-decoder";
}

/// Whether the rows of a class train: "training-dp", "training-tp-pp".
inline bool trains(std::string_view class_name) {
  return class_name.starts_with("training-");
}

/// "encoder-batch" and "encoder-realtime" are of the family "encoder".
std::string_view class_family(std::string_view class_name);

/// Factor from our unit to the table's: from "s" to "ms"; nullopt for a unit that does
/// not fit.
std::optional<double> unit_factor(std::string_view ours, std::string_view table);

/// The row's value in seconds or per second; nullopt for a unit that is not one of its
/// metric, and for a value too small to be one.
std::optional<double> base_value(const ValidationRow& row);

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
  std::string reason;  ///< why not predicted, or why outside the domain

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
