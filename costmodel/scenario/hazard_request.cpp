#include "costmodel/scenario/hazard_request.h"

#include "costmodel/scenario/scenario.h"
#include "profiler/base/nested_json.h"

namespace nscope::cost {

SpotHazard read_hazard(StrictObject& in) {
  SpotHazard hazard;
  const bool given = read_nested(in, "hazard", [&](StrictObject& stated) {
    const auto bucket = stated.optional_string("bucket");
    const auto rate = read_optional_positive(stated, "per_hour");
    if (bucket.has_value() == rate.has_value()) {
      stated.reject("bucket", "either bucket or per_hour is needed");
    } else if (rate) {
      hazard.per_hour = *rate;
      hazard.source = read_source(stated);
    } else if (const auto known = hazard_of_bucket(*bucket); !known) {
      stated.reject("bucket", known.error().message);
    } else {
      hazard = *known;
    }
  });
  if (!given) in.reject("hazard", "is missing: how often a spot instance is taken away");
  return hazard;
}

}  // namespace nscope::cost
