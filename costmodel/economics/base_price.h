#pragma once

#include "costmodel/commitments/demand_curve.h"
#include "costmodel/prices/price_book.h"
#include "costmodel/scenario/scenario.h"

#include <string_view>

namespace nscope::cost {

/// The on-demand price that the item states, if any, else the price of the book.
PriceState price_of(const PriceBook& book, const WorkEstimate& work, std::string_view region,
                    const Purchase& option, Day day);

/// The price of hours without a commitment. If On-Demand is not sold or unknown, the cheapest other
/// option that the scenario names, or else a Capacity Block: options that can be bought around the
/// clock, so that Spot is none.
struct BasePrice {
  Purchase option{};
  PriceState state;  ///< of On-Demand if nothing has a price
};
BasePrice base_price(const PriceBook& book, const Scenario& scenario, const WorkEstimate& work,
                     std::string_view region, Day day);

/// The instances that are paid in each hour if `demand` is bought with `option`: Capacity Blocks
/// are paid by the day, so that each day needs its peak; commitments are paid for years.
DemandCurve paid_instances(const DemandCurve& demand, const Purchase& option);

}  // namespace nscope::cost
