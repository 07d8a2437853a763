#pragma once

#include "profiler/base/json.h"
#include "profiler/base/result.h"

#include <string>
#include <string_view>
#include <vector>

namespace nscope::cost {

/// The rate at which AWS reclaims one Spot instance, for exponentially distributed times.
struct SpotHazard {
  double per_hour = 0;  ///< reclaims per instance-hour
  Text source{};
};

/// The monthly probability of an interruption that is assumed for a bucket of the AWS Spot
/// Advisor; see resources/calibration/spot-advisor.json.
struct SpotBucket {
  std::string name;   ///< "<5%", "5-10%"
  double chance = 0;  ///< probability per month
};
using SpotBuckets = std::vector<SpotBucket>;

/// Reads a document of schema nscope.spot-advisor/1, strictly. `name` is the file's name for
/// messages. Errors: kBadInput naming the member.
Result<SpotBuckets> spot_buckets_from_json(const Json& json, std::string_view name);

/// The buckets of resources/calibration/spot-advisor.json, read once. Thread-safe.
const Result<SpotBuckets>& built_in_spot_buckets();

/// The reclaim rate of a bucket: -ln(1 - p) / 730 h. Spaces in `text` are ignored. Errors:
/// kInvalidArgument for an unknown bucket, listing the known ones.
Result<SpotHazard> hazard_of_bucket(std::string_view text);

}  // namespace nscope::cost
