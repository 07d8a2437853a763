#pragma once

#include "app/pricing/throughput_cache.h"
#include "costmodel/scenario/scenario.h"
#include "profiler/base/result.h"
#include "profiler/base/task_control.h"
#include "simcore/catalog/catalog.h"
#include "simcore/engine/run/run_prediction.h"
#include "simcore/engine/workload/workload.h"

namespace nscope::app {

/// Determines the throughputs that a scenario does not state: simulates its "simulate" items,
/// searches for the largest load of its "serve" items, and reads its summary documents. The cost
/// model itself does none of these. Results in `cache` are reused; `cache` can be null. Errors:
/// those of the simulator and of reading, naming the item; kCancelled.
Result<> fill_scenario(const catalog::Catalog& catalog, cost::Scenario& scenario,
                       ThroughputCache* cache, TaskControl& control);

/// Puts the prediction of a workload into the cache for the item that describes the same workload,
/// so that it is not simulated again. Does nothing for items that are priced in another way. Any
/// thread.
void remember_prediction(const catalog::Catalog& catalog, const cost::WorkItem& item,
                         const sim::Workload& workload, const sim::SimulationResult& prediction,
                         ThroughputCache& cache);

}  // namespace nscope::app
