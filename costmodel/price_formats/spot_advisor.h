#pragma once

#include "costmodel/price_formats/price_format.h"

#include <string>
#include <vector>

namespace nscope::cost {

/// The figures of the AWS Spot Instance Advisor for an instance type in a region in the last
/// month.
struct SpotAdvice {
  std::string instance;
  std::string region;
  int saving_percent = 0;    ///< of the average Spot price compared with on-demand
  std::string interruption;  ///< share of interrupted instances: "5-10%"
};

/// Reads spot-advisor-data.json, Linux only. Skipped entries are counted in `sink`. Errors:
/// kBadInput naming line or member.
Result<std::vector<SpotAdvice>> read_spot_advice(const PriceInput& input, PriceSink& sink,
                                                 TaskControl& control);

}  // namespace nscope::cost
