#pragma once

#include "profiler/base/provenance.h"
#include "profiler/base/text.h"
#include "simcore/engine/calibration/calibration.h"
#include "simcore/engine/calibration/value_range.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace nscope::sim {

/// A measured metric whose errors apply to a prediction.
struct MeasuredAs {
  std::string class_name;   ///< "decoder"
  std::string_view metric;  ///< "tpot_p50"
  bool inverted = false;    ///< a rate is predicted and its time was measured, or the reverse
};

/// The 90 % band of a prediction as factors of the predicted value. Without a range, `missing` says
/// why although there are measurements; it is empty if there are none.
struct ErrorFactors {
  std::optional<ValueRange> range{};
  Text missing{};
};

/// The widest of the bands of the measured metrics on a generation of NeuronCores, raised to
/// `outside_factor` if the inputs are outside of the measured ones. A band beyond a factor of ten
/// up or down says nothing, so that there is a reason instead of it.
ErrorFactors error_factors(const Calibration& calibration, std::span<const MeasuredAs> measured,
                           std::string_view generation, bool inside);

/// The same, raised to a stated exponent of at least 1.
ErrorFactors widened_factors(const Calibration& calibration, std::span<const MeasuredAs> measured,
                             std::string_view generation, double exponent);

/// Sets the band of the metric, or adds to its note why it has none.
void set_band(Metric& metric, const ErrorFactors& factors);

}  // namespace nscope::sim
