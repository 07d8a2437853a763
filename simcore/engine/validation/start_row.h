#pragma once

#include "profiler/base/task_control.h"
#include "simcore/engine/start_up/start_up.h"
#include "simcore/engine/validation/row_groups.h"
#include "simcore/engine/validation/table_record.h"
#include "simcore/engine/validation/validate.h"
#include "simcore/engine/validation/validation_table.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace nscope::sim {

/// Whether the rows of a class measure compilations or starts.
inline bool starts(std::string_view class_name) {
  return class_name == kCompileClass || class_name == kStartClass;
}

/// What a row of the class "compile-time" or "cold-start" measures.
struct StartRow {
  enum class Quantity {
    kBuild,        ///< "build_total", "compile_time": all graphs, layout and, if stored, shards
    kFirstGraph,   ///< "compile_priority_hlo"
    kOtherGraphs,  ///< "compile_time" after the first graph
    kDivision,     ///< "weight_shard"
    kWeights,      ///< "weight_load", "model_load" of shards: runtime, reading, copying
    kLoad,         ///< the same with the division of the checkpoint
    kWarmUp,       ///< "warmup"
    kFirstOutput,  ///< "e2e_cold", "e2e_warm": loading and one output
  };
  Quantity quantity = Quantity::kBuild;
  StartPlan plan;
  double output_seconds = 0;  ///< of the output of kFirstOutput
  RowGroups groups{};
  std::vector<Text> assumptions{};
  /// Why the errors of the row are not those of the model: settings that are not described. Such a
  /// row is predicted, but it is not part of the fit.
  std::vector<Text> outside{};

  double seconds(const StartParameters& parameters) const;
};

/// The plan of a row, or the reason why it is not predicted. The catalogue must outlive it.
struct FoundStart {
  std::optional<StartRow> row{};
  Text reason{};
};
FoundStart start_row(const catalog::Catalog& catalog, const ValidationRow& row,
                     const Calibration& calibration, const StartParameters& parameters);

/// Predicts a row of these classes, or sets the reason why it is not predicted.
void predict_start(const catalog::Catalog& catalog, const ValidationRow& row,
                   const Calibration& calibration, RowPrediction& out);

/// The measured compilations and starts of a validation table. The catalogue must outlive it.
class MeasuredStarts {
 public:
  /// Rows that cannot be used are added to `skipped`.
  MeasuredStarts(const catalog::Catalog& catalog, const std::vector<ValidationRow>& rows,
                 std::vector<SkippedRow>& skipped);

  /// The parameters that fit all rows except those of `without`. Errors: kCancelled, and those of
  /// the parameter table.
  Result<StartParameters> fit(const LeftOut& without, const TaskControl& control) const;
  /// Appends the predictions of all rows with `parameters`, in seconds. Their metrics are those of
  /// their classes.
  void predict(const StartParameters& parameters, std::vector<RowPrediction>& out) const;
  /// Appends the predictions of every row with parameters that were fitted without its group.
  /// Errors: those of fit().
  Result<> leave_out(Grouping by, const TaskControl& control,
                     std::vector<RowPrediction>& out) const;
  /// The inputs that the fitted rows of a class cover; without models if there are none.
  CalibratedDomain domain(std::string_view class_name) const;
  bool empty() const { return measured_.empty(); }
  std::vector<std::string> ids() const;

 private:
  struct Measured {
    ValidationRow row;
    StartRow start;
    double seconds = 0;
    double weight = 0;  ///< of its residual; 0: predicted, but not fitted
  };
  void predict(const Measured& one, const StartParameters& parameters,
               std::vector<RowPrediction>& out) const;

  std::vector<Measured> measured_;
};

}  // namespace nscope::sim
