#pragma once

#include "profiler/base/provenance.h"
#include "profiler/base/result.h"
#include "profiler/base/units.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace nscope::cost {

/// How often AWS takes one spot instance away: exponential, per instance-hour.
struct SpotHazard {
  double per_hour = 0;
  std::optional<double> low{};  ///< ends of a 90 % interval where it was observed
  std::optional<double> high{};
  Provenance provenance = Provenance::kAssumed;
  std::string source{};  ///< in words

  double mtbf_hours() const { return 1 / per_hour; }  ///< infinite without any reclaim
};

/// The chance of being reclaimed in a month that stands for a bucket of the AWS Spot Advisor
/// ("<5%", "5-10%", "10-15%", "15-20%", ">20%"; spaces do not matter): the middle, and 30 % for
/// the open one. An assumption: the advisor prints the share of the trailing month, which is
/// of all customers and strongly correlated. Nothing for other texts.
std::optional<double> chance_of_bucket(std::string_view bucket);

/// The rate behind a bucket: -ln(1 - p) / 730 h. Errors: kInvalidArgument for other texts,
/// listing the buckets.
Result<SpotHazard> hazard_of_bucket(std::string_view bucket);

/// The price of a zone from `hour` (of any origin) on.
struct SpotPricePoint {
  double hour = 0;
  Usd per_hour;
};

/// Reclaims as a price history shows them: how often the price rose above `bid` by the hours
/// it was not above, until `end_hour`. A lower bound of the real hazard, since 2017 capacity is
/// taken away without the price saying so. Points must be sorted by hour. Errors:
/// kInvalidArgument where there is no point, no order, or no hour below the bid.
Result<SpotHazard> hazard_of_prices(std::span<const SpotPricePoint> points, double end_hour,
                                    Usd bid);

}  // namespace nscope::cost
