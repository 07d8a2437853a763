#pragma once

#include "app/pricing/throughput_cache.h"
#include "costmodel/scenario/scenario.h"
#include "profiler/base/result.h"
#include "profiler/base/task_control.h"
#include "simcore/catalog/catalog.h"

namespace nscope::app {

/// Finds the throughputs that a scenario leaves open: simulates its "simulate" items, searches the
/// largest load of its "serve" items and reads its summary documents. The cost model prices them
/// alike and knows none. What `cache` has is not simulated again. Errors: those of the simulator
/// and of reading, naming the item; kCancelled.
Result<> fill_scenario(const catalog::Catalog& catalog, cost::Scenario& scenario,
                       ThroughputCache* cache, TaskControl& control);

}  // namespace nscope::app
