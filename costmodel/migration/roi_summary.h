#pragma once

#include "costmodel/migration/roi.h"

#include <vector>

namespace nscope::cost {

// The lists on page one of a study's report and workbook. Pure.

/// The saving with its band, the date of the payback, and the prices of both sides with source and
/// date.
std::vector<Text> decision_items(const RoiResult& result);

/// An input with its range and the net present value at both ends.
struct MainAssumption {
  RoiInput input;
  Text text;
};
/// At most five, those with the largest effect on the result first.
std::vector<MainAssumption> main_assumptions(const RoiResult& result);

/// What the amounts do not include.
std::vector<Text> exclusions(const RoiResult& result);

/// What the study does not know, besides the open questions of the recommendation.
std::vector<Text> unknowns(const RoiResult& result);
/// The findings of the checks that can change the decision: errors and warnings, except prices that
/// are out of date, which decision_items() names.
std::vector<Text> warnings(const RoiResult& result);

}  // namespace nscope::cost
