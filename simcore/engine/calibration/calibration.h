#pragma once

#include "profiler/base/json.h"
#include "profiler/base/result.h"
#include "simcore/catalog/catalog.h"
#include "simcore/engine/calibration/parameters.h"
#include "simcore/engine/calibration/value_range.h"

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace nscope::sim {

/// How well one metric of one class is predicted. Ratios are measured over
/// predicted of leave-one-model-out predictions: nothing in them was fitted on
/// the model they judge.
struct ResidualStatistics {
  std::string class_name;  ///< "decoder"
  std::string metric;      ///< "tpot_p50"
  int rows = 0;
  double fit_mape = 0;     ///< mean absolute error of the fit, share
  double lomo_mape = 0;    ///< the same, leave one model out
  double lomo_median = 0;  ///< median absolute error, share
  double lomo_p90 = 0;
  double family_mape = 0;  ///< mean absolute error, leave one family of models out
  double low_ratio = 1;    ///< 5th percentile of measured / predicted
  double high_ratio = 1;   ///< 95th percentile
};

/// What the rows of a class covered; predictions beyond are extrapolations.
struct CalibratedDomain {
  std::string class_name;                 ///< "decoder"
  std::vector<std::string> generations;   ///< "v2"
  std::vector<std::string> weight_types;  ///< "bf16", "int8"
  std::vector<std::string> types;         ///< "bf16 on v2"
  std::vector<std::string> models;
  ValueRanges sizes;  ///< by the names of PreparedRun::sizes()
};

/// Parameters with everything needed to defend them.
struct Calibration {
  Parameters parameters;
  std::string date;               ///< ISO date of the fit
  std::string data;               ///< what it was fitted to
  std::string software;           ///< decoder rows from this SDK on
  std::vector<std::string> rows;  ///< ids of the rows used
  std::vector<ResidualStatistics> residuals;
  std::vector<CalibratedDomain> domains;  ///< one for each class

  const ResidualStatistics* find(std::string_view class_name, std::string_view metric) const;
};

/// The built-in calibration (resources/calibration/neuroncore-v2.json).
Result<Calibration> load_calibration();
/// The same, read once. Thread-safe.
const Result<Calibration>& built_in_calibration();
/// Strict. Errors: kBadInput naming the member; parameters that are unknown,
/// missing, or not positive and finite.
Result<Calibration> calibration_from_json(const Json& json, std::string_view name);
/// Schema `nscope.calibration/2`; reading it back gives the same values.
Json to_json(const Calibration& calibration);

/// "2026-11-23, published measurements, listed in docs/accuracy.md": which calibration a run
/// was predicted with.
std::string label_of(const Calibration& calibration);

/// Models of as many layers of the same width, which a fit may leave out together.
std::string family_of(const catalog::Model& model);

}  // namespace nscope::sim
