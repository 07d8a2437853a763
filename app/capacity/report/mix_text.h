#pragma once

#include "app/capacity/fleet/purchase_mix.h"
#include "profiler/base/json.h"
#include "profiler/base/tables/table.h"

#include <span>

namespace nscope::capacity {

// Sentences and tables about mixes of purchase options, shared by reports and the window. Pure.

/// What the mix costs, and what it saves compared with one option for all instances.
Text mix_sentence(const PurchaseMix& mix);
/// A row for each offer of each mix, from the base of the load up.
Table mix_table(std::span<const PurchaseMix> mixes);
/// Members in USD per hour and shares 0 to 1.
Json to_json(const PurchaseMix& mix);

}  // namespace nscope::capacity
