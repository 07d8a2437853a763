#pragma once

#include "app/core/throughput_cache.h"
#include "costmodel/scenario.h"
#include "profiler/base/result.h"
#include "simcore/catalog/catalog.h"

namespace nscope::app {

/// Finds the throughputs that a scenario leaves open: simulates its "simulate"
/// items and reads its summary documents. The cost model prices both alike and
/// knows neither. What `cache` has is not simulated again. Errors: those of the simulator and of
/// reading, naming the item.
Result<> fill_scenario(const catalog::Catalog& catalog, cost::Scenario& scenario,
                       ThroughputCache* cache = nullptr);

}  // namespace nscope::app
