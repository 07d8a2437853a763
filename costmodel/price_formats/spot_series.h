#pragma once

#include "costmodel/money/instant.h"
#include "costmodel/price_formats/price_format.h"
#include "profiler/base/units.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace nscope::cost {

/// The Spot price of an instance type in a zone over time. A price applies from its change to the
/// next change.
struct SpotSeries {
  std::string instance;
  std::string region;
  std::string zone;      ///< zone id ("use1-az4"), or a zone name that depends on the account
  bool zone_id = false;  ///< whether `zone` is a zone id
  std::vector<std::pair<Instant, Usd>> changes;  ///< oldest first, at different times

  /// The price at a point in time; empty before the first change.
  std::optional<Usd> at(Instant moment) const;
  /// The time-weighted mean from `from` to `to` (exclusive) of the time in which the price is
  /// known; empty if it is unknown throughout.
  std::optional<Usd> mean(Instant from, Instant to) const;
};

/// The Linux prices of `aws ec2 describe-spot-price-history`.
struct SpotHistory {
  std::vector<SpotSeries> series;  ///< sorted by instance, region and zone
  Instant end{};                   ///< of the latest change
};

/// Reads the output of `aws ec2 describe-spot-price-history`. Skipped entries are counted in
/// `sink`: other products, zones of unknown regions, prices of zero. Errors: kBadInput naming line
/// or member.
Result<SpotHistory> read_spot_history(const PriceInput& input, PriceSink& sink,
                                      TaskControl& control);

}  // namespace nscope::cost
