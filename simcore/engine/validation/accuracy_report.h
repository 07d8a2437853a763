#pragma once

#include "profiler/base/language.h"
#include "simcore/engine/validation/calibrate.h"
#include "simcore/engine/validation/validate.h"

#include <string>

namespace nscope::sim {

/// The accuracy of a fit as Markdown: errors of each class, parameters, every row with its
/// leave-one-model-out prediction (largest errors first), and skipped rows with reasons.
/// Deterministic.
std::string accuracy_report(const CalibrationReport& report, const Language& language);

/// `nscope.calibrate/1`: the calibration and the rows; errors in percent.
Json to_json(const CalibrationReport& report);

}  // namespace nscope::sim
