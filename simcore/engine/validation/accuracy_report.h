#pragma once

#include "simcore/engine/validation/calibrate.h"
#include "simcore/engine/validation/validate.h"

#include <string>

namespace nscope::sim {

/// A fit in words, as Markdown: errors of each class, parameters, every row with its
/// leave-one-model-out prediction, worst first, and what was left out and why. The same
/// fit gives the same text.
std::string accuracy_report(const CalibrationReport& report);

/// `nscope.calibrate/1`: the calibration and the rows; errors in per cent.
Json to_json(const CalibrationReport& report);

}  // namespace nscope::sim
