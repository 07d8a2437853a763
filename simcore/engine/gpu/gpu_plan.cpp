#include "simcore/engine/gpu/gpu_plan.h"

#include "simcore/engine/gpu/gpu_memory.h"
#include "simcore/engine/training/adapters.h"
#include "simcore/engine/workload/model_limits.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace nscope::sim {
namespace {

tl::unexpected<Error> impossible(Text why) {
  return fail(ErrorCode::kInvalidArgument, std::move(why));
}

Result<const catalog::Model*> find_model(const catalog::Catalog& catalog,
                                         const GpuWorkload& workload) {
  const catalog::Model* model = nullptr;
  if (workload.custom_model) {
    model = &*workload.custom_model;
  } else {
    const auto found = catalog.model(workload.model);
    if (!found) return fail(found.error());
    model = *found;
  }
  if (workload.task == GpuTask::kEncode) return model;
  const bool heads = model->heads > 0 && model->kv_heads > 0 && model->head_dim > 0;
  if (model->architecture != catalog::Architecture::kDecoder || model->layers < 1 ||
      model->hidden < 1 || (!heads && model->layer_pattern.empty()) || !(model->parameters > 0)) {
    return impossible(tr("{}: only decoders are supported for the task '{}' on GPUs", model->id,
                         to_string(workload.task)));
  }
  if (auto small = check_limits(*model); !small) return fail(small.error());
  constexpr int kLongest = 1 << 24;
  if (std::max({workload.input_tokens, workload.output_tokens, workload.sequence_length}) >
      kLongest) {
    return impossible(tr("a sequence must have at most {} tokens", as::count(kLongest)));
  }
  return model;
}

/// Sets the bytes per element and the peaks.
Result<> set_types(GpuPlan& plan) {
  const GpuWorkload& w = plan.workload;
  const auto peak = gpu_peak(plan.machine, w.dtype);
  if (!peak) return fail(peak.error());
  plan.peak = *peak;
  plan.gemm_peak = *peak;
  const double wide = w.dtype == "fp32" ? 4 : 2;
  plan.weight_bytes = wide;
  plan.kv_bytes = wide;
  if (w.weight_dtype == w.dtype) return {};
  if (w.weight_dtype == "fp8") {
    const auto fp8 = gpu_peak(plan.machine, "fp8");
    if (!fp8) return fail(fp8.error());
    plan.gemm_peak = *fp8;
    plan.weight_bytes = 1;
    // vLLM and SGLang keep the cache in the wide type by default.
    plan.kv_bytes = plan.stack == GpuStack::kTensorRtLlm ? 1 : wide;
    return {};
  }
  if (w.weight_dtype == "fp4" && w.task == GpuTask::kGenerate) {
    const auto fp4 = gpu_peak(plan.machine, "fp4");
    if (!fp4) return fail(fp4.error());
    const auto fp8 = gpu_peak(plan.machine, "fp8");
    if (!fp8) return fail(fp8.error());
    plan.gemm_peak = *fp4;
    plan.fp8_peak = *fp8;
    plan.weight_bytes = 0.5 + 1.0 / 16;  // an 8-bit scale for each block of 16
    plan.kv_bytes = plan.stack == GpuStack::kTensorRtLlm ? 1 : wide;
    return {};
  }
  const bool widened = w.weight_dtype == "int8" || w.weight_dtype == "int4";
  if (!widened || w.task == GpuTask::kTrain) {
    if (w.task == GpuTask::kTrain) {
      return impossible(
          tr("training in {} with weights in {} is not supported; weights of the same "
             "type and fp8 are",
             w.dtype, w.weight_dtype));
    }
    return impossible(
        tr("{} with weights in {} is not supported; weights of the same type, fp8, "
           "int8 and int4 are",
           w.dtype, w.weight_dtype));
  }
  // int4 has a 16-bit scale and a 16-bit zero point for each group of 32.
  plan.weight_bytes = w.weight_dtype == "int8" ? 1 : 0.5 + 4.0 / 32;
  return {};
}

Result<> check_tensor_parallel(const GpuPlan& plan) {
  const GpuMachine& machine = plan.machine;
  const int tp = plan.workload.tensor_parallel;
  if (tp > machine.gpus) {
    return impossible(tr_plural(machine.gpus, "tensor parallel degree {} exceeds the {} GPU of {}",
                                "tensor parallel degree {} exceeds the {} GPUs of {}", tp,
                                machine.gpus, machine.instance->id));
  }
  if (plan.model->heads % tp != 0) {
    return impossible(tr("the {} attention heads of {} cannot be divided evenly among {} GPUs",
                         plan.model->heads, plan.model->id, tp));
  }
  return {};
}

/// Checks that the bandwidths between several GPUs are known.
Result<> check_links(const GpuPlan& plan, int gpus) {
  const GpuMachine& machine = plan.machine;
  if (gpus > 1 && machine.gpus > 1 && machine.link <= 0) {
    return impossible(
        tr("the bandwidth between the GPUs ({}) is not in the catalogue", machine.device->title));
  }
  if (gpus > machine.gpus && machine.network <= 0) {
    return impossible(tr("the network bandwidth of the instance is not in the catalogue"));
  }
  return {};
}

/// A change that makes the workload fit, or advice if no tensor parallel degree does.
Text smallest_change(const catalog::Catalog& catalog, GpuPlan plan,
                     const GpuParameters& parameters) {
  double sequences = 0;
  for (int tp = plan.workload.tensor_parallel * 2; tp <= plan.machine.gpus; tp *= 2) {
    if (plan.model->heads % tp != 0) continue;
    plan.workload.tensor_parallel = tp;
    if (gpu_generation_memory(catalog, plan, parameters, sequences).fits) {
      return tr("tensor parallel degree {}", tp);
    }
  }
  return tr("a larger instance, weights with fewer bits, or fewer or shorter sequences");
}

Result<> place_generation(const catalog::Catalog& catalog, GpuPlan& plan,
                          const GpuParameters& parameters) {
  GpuWorkload& w = plan.workload;
  if (w.saturated && !batches_in_flight(plan.stack)) {
    return impossible(
        tr("{} runs a static batch; state 'batch' instead of 'saturated'", to_string(plan.stack)));
  }
  w.gpus = w.tensor_parallel;
  if (auto linked = check_links(plan, w.gpus); !linked) return linked;
  plan.memory = gpu_generation_memory(catalog, plan, parameters, plan.sequences);
  if (plan.memory.fits) return {};
  plan.memory.smallest_change = smallest_change(catalog, plan, parameters);
  return fail(ErrorCode::kInfeasible,
              tr("does not fit: {}; try {}", plan.memory.explanation, plan.memory.smallest_change));
}

Result<> place_call(GpuPlan& plan, const GpuParameters& parameters) {
  GpuWorkload& w = plan.workload;
  if (w.tensor_parallel > 1) {
    return impossible(tr("{}: tensor parallelism is supported only for decoders", plan.model->id));
  }
  w.gpus = 1;
  auto call = plan_gpu_call(plan.machine, *plan.model, w, plan.stack, plan.weight_bytes);
  if (!call) return fail(call.error());
  plan.call = std::move(*call);
  plan.memory = gpu_call_memory(plan, parameters);
  if (plan.memory.fits) return {};
  plan.memory.smallest_change = tr("a smaller batch, or a GPU with more memory");
  return fail(ErrorCode::kInfeasible,
              tr("does not fit: {}; try {}", plan.memory.explanation, plan.memory.smallest_change));
}

Result<> check_training_layout(const GpuPlan& plan) {
  const GpuWorkload& w = plan.workload;
  const GpuMachine& machine = plan.machine;
  const double split = static_cast<double>(w.tensor_parallel) * w.pipeline_parallel;
  if (plan.model->moe) {
    return impossible(
        tr("{}: training of mixtures of experts is not supported on GPUs", plan.model->id));
  }
  if (plan.stack == GpuStack::kLlmFoundry && split > 1) {
    return impossible(
        tr("llm-foundry does not support tensor or pipeline parallelism; use megatron"));
  }
  if (plan.stack == GpuStack::kMegatron && w.sharding == Sharding::kFull && split > 1) {
    return impossible(tr("full sharding and tensor or pipeline parallelism cannot be combined"));
  }
  if (w.gpus > machine.gpus && w.gpus % machine.gpus != 0) {
    return impossible(tr("{} GPUs are not a multiple of the {} GPUs of {}", w.gpus, machine.gpus,
                         machine.instance->id));
  }
  if (split > w.gpus || std::fmod(w.gpus, split) != 0) {
    return impossible(
        tr("{} GPUs are not a multiple of tensor parallel degree {} x pipeline "
           "parallel degree {}",
           w.gpus, w.tensor_parallel, w.pipeline_parallel));
  }
  const double stages = static_cast<double>(w.pipeline_parallel) * w.virtual_stages;
  if (plan.model->loops > 1) {
    return impossible(
        tr("{}: training of layers that a token passes several times is not "
           "supported",
           plan.model->id));
  }
  if (stages > plan.model->layers) {
    return impossible(tr("{} has {} layers, fewer than {} pipeline stages", plan.model->id,
                         plan.model->layers, as::fixed(stages, 0)));
  }
  if (w.virtual_stages > 1 && w.pipeline_parallel == 1) {
    return impossible(tr("virtual stages require pipeline parallelism"));
  }
  return {};
}

/// Sets the microbatch and the number of microbatches of a rank. If the microbatch is 0, it becomes
/// the largest that fits, starting with the rank's share of the batch and halving it.
Result<> set_micro_batch(GpuPlan& plan, const GpuParameters& parameters) {
  GpuWorkload& w = plan.workload;
  if (w.batch % plan.data_parallel != 0) {
    return impossible(
        tr("a batch of {} sequences cannot be divided evenly among {} data parallel ranks", w.batch,
           plan.data_parallel));
  }
  const int share = w.batch / plan.data_parallel;
  const bool free = w.micro_batch == 0;
  if (free) w.micro_batch = share;
  if (share % w.micro_batch != 0) {
    return impossible(tr("the {} sequences of a rank are not a multiple of the microbatch of {}",
                         share, w.micro_batch));
  }
  while (true) {
    plan.micro_batches = share / w.micro_batch;
    plan.memory = gpu_training_memory(plan, parameters);
    if (plan.memory.fits || !free || w.micro_batch % 2 != 0) return {};
    w.micro_batch /= 2;
  }
}

Result<> set_adapters(GpuPlan& plan) {
  const FineTuning& tuning = plan.workload.tuning;
  if (!tuning.frozen_weights()) return {};
  const auto shape = transformer_shape(*plan.model);
  if (!shape) return fail(shape.error());
  if (auto good = check_adapters(*shape, tuning.adapters); !good) return good;
  plan.adapters = all_adapter_parameters(*shape, tuning.adapters);
  return {};
}

Result<> place_training(GpuPlan& plan, const GpuParameters& parameters) {
  GpuWorkload& w = plan.workload;
  if (w.gpus == 0) w.gpus = plan.machine.gpus;
  if (!w.sharding) {
    w.sharding = plan.stack == GpuStack::kMegatron ? Sharding::kOptimizer : Sharding::kFull;
  }
  constexpr double kBytesPerGigabit = 1e9 / 8;
  if (w.network_gbps) plan.machine.network = *w.network_gbps * kBytesPerGigabit;
  if (auto possible = check_training_layout(plan); !possible) return possible;
  if (auto set = set_adapters(plan); !set) return set;
  if (auto linked = check_links(plan, w.gpus); !linked) return linked;
  plan.nodes = std::max(1, w.gpus / plan.machine.gpus);
  plan.data_parallel = w.gpus / (w.tensor_parallel * w.pipeline_parallel);
  if (auto set = set_micro_batch(plan, parameters); !set) return set;
  if (plan.memory.fits) return {};
  plan.memory.smallest_change =
      w.checkpointing ? tr("more GPUs, a smaller microbatch or shorter sequences")
                      : tr("checkpointing, more GPUs, a smaller microbatch or shorter sequences");
  return fail(ErrorCode::kInfeasible,
              tr("does not fit: {}; try {}", plan.memory.explanation, plan.memory.smallest_change));
}

GpuStack usual_stack(const GpuWorkload& workload) {
  switch (workload.task) {
    case GpuTask::kGenerate: return GpuStack::kTensorRtLlm;
    case GpuTask::kEncode: return GpuStack::kPyTorch;
    case GpuTask::kTrain: break;
  }
  const bool cut = workload.tensor_parallel > 1 || workload.pipeline_parallel > 1;
  return cut ? GpuStack::kMegatron : GpuStack::kLlmFoundry;
}

}  // namespace

Result<GpuPlan> plan_gpu(const catalog::Catalog& catalog, const GpuWorkload& workload,
                         const GpuParameters& parameters) {
  const auto model = find_model(catalog, workload);
  if (!model) return fail(model.error());
  if (!(*model)->unmodelled.empty()) {
    return impossible(tr("{}: {} are not supported", (*model)->id, (*model)->unmodelled));
  }
  const auto instance = catalog.instance(workload.instance);
  if (!instance) return fail(instance.error());
  auto machine = gpu_machine_of(catalog, **instance);
  if (!machine) return fail(machine.error());
  GpuPlan plan;
  plan.machine = *machine;
  plan.model = *model;
  plan.workload = workload;
  plan.workload.custom_model.reset();  // `model` points to it
  plan.stack = workload.stack.value_or(usual_stack(workload));
  plan.workload.stack = plan.stack;
  if (auto set = set_types(plan); !set) return fail(set.error());
  const bool calls = workload.task == GpuTask::kEncode;
  if (!calls) {
    if (auto possible = check_tensor_parallel(plan); !possible) return fail(possible.error());
  }
  auto placed = calls                              ? place_call(plan, parameters)
                : workload.task == GpuTask::kTrain ? place_training(plan, parameters)
                                                   : place_generation(catalog, plan, parameters);
  if (!placed) return fail(placed.error());
  return plan;
}

}  // namespace nscope::sim
