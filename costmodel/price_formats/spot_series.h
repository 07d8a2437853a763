#pragma once

#include "costmodel/money/instant.h"
#include "costmodel/price_formats/price_format.h"
#include "profiler/base/units.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace nscope::cost {

/// The spot price of an instance type in a zone over time, as AWS reports it: a price
/// holds from its change until the next one.
struct SpotSeries {
  std::string instance;
  std::string region;
  std::string zone;      ///< zone id ("use1-az4"), or the account's own name of the zone
  bool zone_id = false;  ///< whether `zone` means the same in every account
  std::vector<std::pair<Instant, Usd>> changes;  ///< oldest first, at different times

  /// The price that holds at a moment; nothing before the first change.
  std::optional<Usd> at(Instant moment) const;
  /// The mean over [from, to), weighted by time, of the part in which the price is
  /// known; nothing where there is no such part.
  std::optional<Usd> mean(Instant from, Instant to) const;
};

/// What `aws ec2 describe-spot-price-history` says about Linux.
struct SpotHistory {
  std::vector<SpotSeries> series;  ///< sorted by instance, region and zone
  Instant end{};                   ///< of the newest change of all
};

/// Reads such an answer. Counts in `sink` what it drops: other products, zones whose
/// region is unknown, prices of zero. Errors: kBadInput naming line or member.
Result<SpotHistory> read_spot_history(const PriceInput& input, PriceSink& sink,
                                      TaskControl& control);

}  // namespace nscope::cost
