#pragma once

#include "costmodel/price_formats/price_format.h"

#include <string>
#include <vector>

namespace nscope::cost {

/// What AWS's Spot Instance Advisor says of an instance type in a region: figures of
/// the trailing month.
struct SpotAdvice {
  std::string instance;
  std::string region;
  int saving_percent = 0;    ///< below on-demand, of the average spot price
  std::string interruption;  ///< share of instances interrupted, as labelled: "5-10%"
};

/// Reads spot-advisor-data.json, Linux only. Counts in `sink` what it drops. Errors:
/// kBadInput naming line or member.
Result<std::vector<SpotAdvice>> read_spot_advice(const PriceInput& input, PriceSink& sink,
                                                 TaskControl& control);

}  // namespace nscope::cost
