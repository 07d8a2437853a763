#include "costmodel/spot/spot_hazard.h"

#include "simcore/reliability/failure_rate.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

namespace nscope::cost {
namespace {

struct Bucket {
  std::string_view name;
  double chance;
};
constexpr std::array kBuckets = {Bucket{"<5%", 0.025}, Bucket{"5-10%", 0.075},
                                 Bucket{"10-15%", 0.125}, Bucket{"15-20%", 0.175},
                                 Bucket{">20%", 0.30}};

}  // namespace

std::optional<double> chance_of_bucket(std::string_view bucket) {
  std::string tight(bucket);
  std::erase(tight, ' ');
  for (const Bucket& each : kBuckets) {
    if (tight == each.name) return each.chance;
  }
  return std::nullopt;
}

Result<SpotHazard> hazard_of_bucket(std::string_view bucket) {
  const auto chance = chance_of_bucket(bucket);
  if (!chance) {
    return fail(ErrorCode::kInvalidArgument,
                fmt::format("'{}' is no bucket of the Spot Advisor: <5%, 5-10%, 10-15%, 15-20%, "
                            ">20%",
                            bucket));
  }
  return SpotHazard{.per_hour = reliability::rate_of_chance(*chance, kHoursPerMonth),
                    .low = std::nullopt,
                    .high = std::nullopt,
                    .provenance = Provenance::kAssumed,
                    .source = fmt::format("Spot Advisor bucket {}, taken as {:.3g} % a month",
                                          bucket, *chance * 100)};
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
