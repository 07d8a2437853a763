#include "costmodel/spot/spot_hazard.h"

#include "profiler/base/resources.h"
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
    in.reject("percent_a_month", "must be above 0 and below 100");
  }
  if (in.string("source").empty()) in.reject("source", "must not be empty");
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
  if (in.string("schema") != kSchema) in.reject("schema", fmt::format("must be {}", kSchema));
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
                fmt::format("'{}' is no bucket of the Spot Advisor: {}", text, names));
  }
  return SpotHazard{.per_hour = reliability::rate_of_chance(bucket->chance, kHoursPerMonth),
                    .low = std::nullopt,
                    .high = std::nullopt,
                    .provenance = Provenance::kAssumed,
                    .source = fmt::format("Spot Advisor bucket {}, taken as {:.3g} % a month", text,
                                          bucket->chance * 100)};
}

Result<SpotHazard> hazard_of_prices(std::span<const SpotPricePoint> points, double end_hour,
                                    Usd bid) {
  if (points.empty()) return fail(ErrorCode::kInvalidArgument, "the price history is empty");
  double below = 0;
  int rises = 0;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const double until = i + 1 < points.size() ? points[i + 1].hour : end_hour;
    if (until < points[i].hour) {
      return fail(ErrorCode::kInvalidArgument,
                  fmt::format("price {} of the history ends before it begins", i + 1));
    }
    const bool above = points[i].per_hour > bid;
    if (!above) below += until - points[i].hour;
    if (above && i > 0 && points[i - 1].per_hour <= bid) ++rises;
  }
  if (!(below > 0)) {
    return fail(ErrorCode::kInvalidArgument, "the price was never at or below the bid");
  }
  const auto rate = reliability::observed_rate(rises, below);
  return SpotHazard{.per_hour = rate.value,
                    .low = rate.low,
                    .high = rate.high,
                    .provenance = Provenance::kMeasured,
                    .source = fmt::format("{} rises above {} USD/h in {:.0f} h of price history",
                                          rises, format_usd(bid, 4), below)};
}

}  // namespace nscope::cost
