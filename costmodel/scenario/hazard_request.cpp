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
      stated.reject("bucket", tr("exactly one of 'bucket' and 'per_hour' is required"));
    } else if (rate) {
      hazard.per_hour = *rate;
      hazard.source = Text::verbatim(read_source(stated));
    } else if (const auto known = hazard_of_bucket(*bucket); !known) {
      stated.reject("bucket", known.error().message);
    } else {
      hazard = *known;
    }
  });
  if (!given) {
    in.reject("hazard", tr("missing key; state the rate at which Spot instances are reclaimed"));
  }
  return hazard;
}

}  // namespace nscope::cost
