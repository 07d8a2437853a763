#pragma once

#include "profiler/base/json.h"
#include "profiler/base/result.h"

#include <string>
#include <string_view>
#include <vector>

namespace nscope::cost {

/// How often AWS takes one spot instance away: exponential, per instance-hour.
struct SpotHazard {
  double per_hour = 0;
  std::string source{};  ///< in words
};

/// The monthly chance of interruption assumed for a bucket of the AWS Spot Advisor:
/// an assumption, see resources/calibration/spot-advisor.json.
struct SpotBucket {
  std::string name;   ///< "<5%", "5-10%"
  double chance = 0;  ///< a month
};
using SpotBuckets = std::vector<SpotBucket>;

/// Reads a document of schema nscope.spot-advisor/1, strictly. `name` is the file's name for
/// messages. Errors: kBadInput naming the member.
Result<SpotBuckets> spot_buckets_from_json(const Json& json, std::string_view name);

/// Those of resources/calibration/spot-advisor.json, read once. Thread-safe.
const Result<SpotBuckets>& built_in_spot_buckets();

/// The rate behind a bucket: -ln(1 - p) / 730 h; spaces in `text` do not matter. Errors:
/// kInvalidArgument for other texts, listing the buckets.
Result<SpotHazard> hazard_of_bucket(std::string_view text);

}  // namespace nscope::cost
