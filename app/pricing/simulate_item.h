#pragma once

#include "app/pricing/throughput_cache.h"
#include "profiler/base/json.h"
#include "profiler/base/result.h"
#include "profiler/base/task_control.h"
#include "simcore/catalog/catalog.h"
#include "simcore/engine/run/run_prediction.h"
#include "simcore/engine/workload/workload.h"

namespace nscope::app {

/// The memory of the simulated instances with the least to spare.
const catalog::MemoryFit& tightest_memory(const sim::SimulationResult& result);

/// Instances of the type of the workload that its servers or nodes need together.
int instances_of(const sim::Workload& workload, std::span<const Metric> metrics);

/// The throughput of one instance for a document of schema `nscope.workload/1`, on NeuronCores or
/// GPUs, with the same functions and defaults as `nscope simulate`. Independent copies of an
/// encoder use the whole instance, and the tokens of their inputs count. Any thread. Errors: those
/// of reading the document and of the simulators; kInvalidArgument for a model without tokens;
/// kCancelled.
Result<ThroughputCache::Entry> simulate_item(const catalog::Catalog& catalog, const Json& request,
                                             TaskControl& control);

/// What simulate_item() returns for a workload on NeuronCores whose prediction is known. Empty for
/// models that run as calls, of which simulate_item() puts copies on the whole instance. Errors:
/// kInvalidArgument for a prediction without a throughput in tokens.
Result<std::optional<ThroughputCache::Entry>> entry_of_prediction(
    const catalog::Catalog& catalog, const sim::Workload& workload,
    const sim::SimulationResult& prediction);

}  // namespace nscope::app
