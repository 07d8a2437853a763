#pragma once

#include "simcore/engine/calibration/domain_point.h"
#include "simcore/engine/start_up/start_up.h"

#include <string_view>
#include <vector>

namespace nscope::sim {

/// What the measured domain of compilations (kCompileClass) or starts (kStartClass) limits: the
/// generation and the types; of a compilation the kinds and the sizes of its graphs, the tensor
/// parallel degree and the vCPUs of the host; of a start the storage, the bytes of the checkpoint and
/// those of a core.
DomainPoint start_point(const StartPlan& plan, std::string_view class_name);

/// The inputs of a plan that no measurement of the class has; empty: all are measured.
std::vector<Text> outside_start(const Calibration& calibration, std::string_view class_name,
                                const StartPlan& plan);

/// The exponent of the error band of a plan: 1 inside of the measured domain of the class. If only
/// sizes are outside, 1 + log10 of the largest factor by which one exceeds its measured range, at
/// most `outside_factor`; otherwise `outside_factor`.
double start_widening(const Calibration& calibration, std::string_view class_name,
                      const StartPlan& plan);

}  // namespace nscope::sim
