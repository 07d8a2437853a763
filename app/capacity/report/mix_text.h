#pragma once

#include "app/capacity/fleet/plan_fleet.h"
#include "profiler/base/json.h"
#include "profiler/base/tables/table.h"

#include <span>

namespace nscope::capacity {

// Sentences and tables about mixes of purchase options, shared by reports and the window. Pure.

/// The cheapest mix, if it costs less than instances that are all bought in one way; null
/// otherwise.
const PurchaseMix* leading_mix(const ScaledFleet& scaled);
/// "2 with 1-year RI, up to 4 with Spot".
Text offers_text(const PurchaseMix& mix);
/// What the mix costs, and what it saves compared with one option for all instances.
Text mix_sentence(const PurchaseMix& mix);
/// A row for each offer of each mix, from the base of the load up.
Table mix_table(std::span<const PurchaseMix> mixes);
/// Members in USD per hour and shares 0 to 1.
Json to_json(const PurchaseMix& mix);

}  // namespace nscope::capacity
