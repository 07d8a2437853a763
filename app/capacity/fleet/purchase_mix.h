#pragma once

#include "app/capacity/request/offers.h"
#include "profiler/base/result.h"
#include "profiler/base/units.h"

#include <span>
#include <string_view>
#include <vector>

namespace nscope::capacity {

/// The instances that one offer pays for.
struct MixedOffer {
  Offer offer;
  int instances = 0;  ///< commitments: paid in every hour; else the most at one time
  double used = 1;    ///< share of the paid hours in which the instances are in use
  Usd per_hour;       ///< mean cost over the term of the mix
  double break_even =
      0;  ///< commitments: share of the hours in use at which On-Demand costs the same
};

/// The cheapest combination of purchase options for an hourly demand that repeats for `years`.
struct PurchaseMix {
  int years = 1;
  std::vector<MixedOffer> offers;  ///< commitments from the base of the demand up, Spot, On-Demand
  Usd per_hour;                    ///< mean
  Offer single;                    ///< the cheapest option if all instances are bought in one way
  Usd single_per_hour;
};

/// What a mix may use.
struct MixRules {
  std::string_view instance;                ///< the type
  std::span<const Offer> offers;            ///< of the type, all regions
  std::string_view region;                  ///< of the mix
  std::span<const cost::Purchase> allowed;  ///< empty: On-Demand and commitments
  int most_spot = 0;                        ///< Spot instances at the same time
  bool spot_named = false;                  ///< Spot may have a price that is out of date
};

/// For each term of commitments that has a price (without any: for one year), the cheapest mix if
/// the demand stays the same for that term: newsvendor layers of commitments
/// (costmodel/commitments/commitment_mix.h), with Spot up to its limit and On-Demand above. A
/// commitment that ends after the term is paid in full. `demand`: instances in each hour of a
/// repeating period; not empty; fractions are instances that are paid for part of an hour. Empty if
/// On-Demand has no price or is not allowed, or if nothing else can be used. Capacity Blocks are
/// not used, because they end, nor are offers that may not lead while others exist
/// (Offer::current). Pure; any thread. Errors: those of cost::demand_states().
Result<std::vector<PurchaseMix>> purchase_mixes(const std::vector<double>& demand,
                                                const MixRules& rules);

}  // namespace nscope::capacity
