#pragma once

#include "profiler/base/task_control.h"
#include "simcore/engine/gpu/gpu_calibration.h"
#include "simcore/engine/gpu/gpu_plan.h"
#include "simcore/engine/run/run_prediction.h"
#include "simcore/engine/serving/serving_plan.h"
#include "simcore/engine/serving/step_costs.h"

#include <cstdint>

namespace nscope::sim {

/// The costs of a server on GPUs: decode steps of up to `slots` sequences and prefills with at most
/// `longest` positions, and with `chunks` also those of chunks of prompts. Lengths and batches are
/// in steps of an eighth, because inputs are not padded. Takes the plan of a generation.
StepCosts gpu_step_costs(GpuPlan plan, const GpuParameters& parameters, int longest, int slots,
                         bool chunks);

/// Positions of the paged KV cache that fit next to the weights and activations of a generation.
double gpu_cache_positions(const GpuPlan& plan);

/// The tokens of the longest request for which the paged cache of a server has room.
std::int64_t gpu_longest_request(const GpuPlan& plan, const ServingSetup& setup);

/// The workload of a server as a generation with the mean lengths of its requests. Errors: those of
/// draw_requests(); kInvalidArgument if there are no requests.
Result<GpuWorkload> gpu_generation_of(const GpuWorkload& workload);

/// Simulates the server of a workload (GpuWorkload::serving) with the scheduler of docs/serving.md.
/// The KV cache is paged and has the memory that the weights leave; requests wait until their
/// prompt fits. Metrics have the error bands of the closed form. Errors: those of plan_gpu(),
/// draw_requests() and simulate_serving(); kInvalidArgument for settings that GPUs do not support;
/// kInfeasible with the calculation if the rate of generated requests exceeds the capacity.
Result<SimulationResult> serve_on_gpus(const catalog::Catalog& catalog, const GpuWorkload& workload,
                                       const GpuCalibration& calibration, TaskControl& control);

}  // namespace nscope::sim
