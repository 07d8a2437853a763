#include "costmodel/spot/spot_hazard.h"

#include "costmodel/money/figures.h"
#include "profiler/base/resources.h"
#include "profiler/base/units.h"
#include "simcore/reliability/failure_rate.h"

#include <algorithm>

#include <fmt/format.h>

namespace nscope::cost {
namespace {

constexpr const char* kBuiltIn = "calibration/spot-advisor.json";
constexpr std::string_view kSchema = "nscope.spot-advisor/1";

SpotBucket read_bucket(StrictObject& in) {
  constexpr double kPercent = 100;
  SpotBucket bucket;
  bucket.name = in.string("bucket");
  bucket.chance = in.number("percent_a_month") / kPercent;
  if (!(bucket.chance > 0 && bucket.chance < 1)) {
    in.reject("percent_a_month", tr("must be greater than 0 and less than 100"));
  }
  if (in.string("source").empty()) in.reject("source", tr("must not be empty"));
  return bucket;
}

Result<SpotBuckets> load_buckets() {
  const auto resource = find_resource(kBuiltIn);
  if (!resource) return fail(resource.error());
  const auto json = parse_json(resource->content, resource->path);
  if (!json) return fail(json.error());
  return spot_buckets_from_json(*json, resource->path);
}

const SpotBucket* find_bucket(const SpotBuckets& buckets, std::string_view text) {
  std::string tight(text);
  std::erase(tight, ' ');
  const auto found = std::ranges::find(buckets, tight, &SpotBucket::name);
  return found == buckets.end() ? nullptr : &*found;
}

}  // namespace

Result<SpotBuckets> spot_buckets_from_json(const Json& json, std::string_view name) {
  StrictObject in(json, std::string(name));
  if (in.string("schema") != kSchema) in.reject("schema", tr("must be {}", kSchema));
  in.string("date");
  in.optional_string("note");
  SpotBuckets buckets;
  const Json& list = in.array("buckets");
  for (std::size_t i = 0; i < list.size(); ++i) {
    StrictObject entry(list[i], in.path(fmt::format("buckets/{}", i)));
    buckets.push_back(read_bucket(entry));
    in.adopt(entry);
  }
  if (auto done = in.finish(); !done) return fail(done.error());
  return buckets;
}

const Result<SpotBuckets>& built_in_spot_buckets() {
  static const Result<SpotBuckets> loaded = load_buckets();
  return loaded;
}

Result<SpotHazard> hazard_of_bucket(std::string_view text) {
  const Result<SpotBuckets>& buckets = built_in_spot_buckets();
  if (!buckets) return fail(buckets.error());
  const SpotBucket* const bucket = find_bucket(*buckets, text);
  if (bucket == nullptr) {
    std::string names;
    for (const SpotBucket& known : *buckets) names += (names.empty() ? "" : ", ") + known.name;
    return fail(ErrorCode::kInvalidArgument,
                tr("unknown Spot Advisor bucket '{}'; use one of {}", text, names));
  }
  return SpotHazard{.per_hour = reliability::rate_of_chance(bucket->chance, kHoursPerMonth),
                    .source = tr("Spot Advisor bucket {}, assumed to be {} % per month", text,
                                 as_digits(bucket->chance * 100, 3))};
}

}  // namespace nscope::cost
