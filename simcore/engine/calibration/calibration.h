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

/// Accuracy of the prediction of one metric for one class. Ratios are measured values divided by
/// predictions whose fit did not use the source: the publication about a family of models on a
/// generation of chips.
struct ResidualStatistics {
  std::string class_name;  ///< "decoder"
  std::string metric;      ///< "tpot_p50"
  std::string generation;  ///< of the NeuronCores, "v3"; empty: of all generations
  int rows = 0;
  int groups = 0;          ///< sources of the rows
  double fit_mape = 0;     ///< mean absolute error of the fit, share
  double lomo_mape = 0;    ///< mean absolute error with leave one model out
  double lomo_median = 0;  ///< median absolute error, share
  double lomo_p90 = 0;
  double family_mape = 0;  ///< mean absolute error with leave one model family out
  double source_mape = 0;  ///< mean absolute error with sources left out
  double source_median = 0;
  double bias = 0;       ///< mean of predicted / measured - 1 with sources left out
  double coverage = 0;   ///< share of the rows inside the band of the other sources; 0: one source
  double low_ratio = 1;  ///< 90 % band of measured / predicted: error_band()
  double high_ratio = 1;
};

/// The inputs that the measurements of a class cover. Other predictions are extrapolations.
struct CalibratedDomain {
  std::string class_name;                 ///< "decoder"
  std::vector<std::string> generations;   ///< "v2"
  std::vector<std::string> weight_types;  ///< "bf16", "int8"
  std::vector<std::string> types;         ///< "bf16 on v2"
  std::vector<std::string> models;
  std::vector<std::string> features;  ///< of the models: "experts", "sliding window"
  ValueRanges sizes;                  ///< by the names of PreparedRun::sizes()
};

/// Parameters with the measurements, accuracy and measured domain that they are based on.
struct Calibration {
  Parameters parameters;
  std::string date;               ///< ISO date of the fit
  std::string data;               ///< the measurements used for the fit
  std::string software;           ///< oldest SDK of the decoder rows
  std::vector<std::string> rows;  ///< ids of the rows used
  std::vector<ResidualStatistics> residuals;
  std::vector<CalibratedDomain> domains;  ///< one for each class

  /// The accuracy on a generation of NeuronCores, or on all generations if it has no entry of its
  /// own; null if there is neither.
  const ResidualStatistics* find(std::string_view class_name, std::string_view metric,
                                 std::string_view generation = {}) const;
};

/// The built-in calibration (resources/calibration/neuroncore-v2.json).
Result<Calibration> load_calibration();
/// The result of load_calibration(), read once. Thread-safe.
const Result<Calibration>& built_in_calibration();
/// Reads a calibration strictly. Errors: kBadInput with the key, also for parameters that are
/// unknown, missing, or not positive and finite.
Result<Calibration> calibration_from_json(const Json& json, std::string_view name);
/// Schema `nscope.calibration/3`; reading it back gives the same values.
Json to_json(const Calibration& calibration);

/// Identifies the calibration of a prediction: "2026-11-23, published measurements, listed in
/// docs/accuracy.md".
std::string label_of(const Calibration& calibration);

/// The family of a model: models with equal numbers of layers and hidden sizes, which a fit can
/// leave out together.
std::string family_of(const catalog::Model& model);

}  // namespace nscope::sim
