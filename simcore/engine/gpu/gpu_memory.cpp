#include "simcore/engine/gpu/gpu_memory.h"

#include "profiler/base/large_number.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace nscope::sim {
namespace {

using catalog::MemoryFit;

/// Sums the items and explains whether they fit. `available` describes the capacity.
void finish(MemoryFit& fit, const GpuPlan& plan, const Text& available) {
  catalog::add_up(fit);
  fit.explanation = tr("each {} needs {} ({}) and has {}", plan.machine.device->title,
                       as::bytes(fit.required), catalog::items_text(fit), available);
  if (!fit.fits) {
    fit.explanation =
        tr("{}, {} too little", fit.explanation, as::bytes(fit.required - fit.capacity));
  }
}

/// Elements of the widest intermediate of one token on one GPU.
double widest_intermediate(const catalog::Model& model, int tensor_parallel) {
  double ffn = model.ffn;
  if (model.moe) {
    ffn = std::max(ffn, static_cast<double>(model.moe->top_k + model.moe->shared_experts) *
                            model.moe->expert_ffn);
  }
  return std::ceil(ffn / tensor_parallel) * (model.ffn_gated ? 2.0 : 1.0);
}

catalog::MemoryItem state_item(const GpuPlan& plan, const GpuParameters& parameters) {
  const GpuWorkload& w = plan.workload;
  const double split = static_cast<double>(w.tensor_parallel) * w.pipeline_parallel;
  const double elements = plan.trained() / split;
  const double all = plan.model->parameters / split;
  // Frozen weights have 2 B; they are sharded as far as those that are trained.
  const double frozen = plan.frozen() / split;
  const double ranks = plan.data_parallel;
  const int count = plan.data_parallel;
  const Text trained = tr("{} parameters / {}", large_number(plan.trained()), as::fixed(split, 0));
  // The part of frozen weights, which have neither gradients nor an optimizer state.
  const auto with_frozen = [&](const Text& arithmetic, const Text& each) {
    if (frozen <= 0) return arithmetic;
    return tr("{}; {} frozen parameters / {} x {}", arithmetic, large_number(plan.frozen()),
              as::fixed(split, 0), each);
  };
  switch (*w.sharding) {
    case Sharding::kFull: {
      // FSDP gathers the current layer and the next one.
      const double gathered = ranks > 1 ? 2 * 2 * all / plan.model->layers : 0;
      return {tr("training state"),
              (elements * parameters.state_bytes + 2 * frozen) / ranks + gathered,
              with_frozen(tr("{} x {} B / {} ranks, plus two gathered layers", trained,
                             parameters.state_bytes, count),
                          tr("2 B / {} ranks", count))};
    }
    case Sharding::kGradients:
      return {
          tr("training state"),
          elements * (parameters.state_bytes / ranks + 2) + frozen * (2 / ranks + 2),
          with_frozen(tr("{} x ({} B / {} ranks + 2 B)", trained, parameters.state_bytes, count),
                      tr("(2 B / {} ranks + 2 B)", count))};
    case Sharding::kOptimizer: break;
  }
  // Each rank has all bf16 weights and fp32 gradients; the rest is sharded.
  return {
      tr("training state"), elements * (6 + (parameters.state_bytes - 4) / ranks) + 2 * frozen,
      with_frozen(tr("{} x (6 B + {} B / {} ranks)", trained, parameters.state_bytes - 4, count),
                  tr("2 B"))};
}

}  // namespace

catalog::SequenceMemory gpu_sequence_memory(const catalog::Model& model, int tensor_parallel) {
  return catalog::sequence_memory(model, {.tensor_parallel = tensor_parallel});
}

MemoryFit gpu_generation_memory(const catalog::Catalog& catalog, const GpuPlan& plan,
                                const GpuParameters& parameters, double& sequences) {
  const GpuWorkload& w = plan.workload;
  const catalog::Model& model = *plan.model;
  MemoryFit fit;
  fit.capacity = plan.machine.memory * parameters.usable_memory;
  // inference_memory_fit() includes the padding of weights by tensor parallelism.
  const MemoryFit weights = catalog::inference_memory_fit(
      catalog, model, *plan.machine.instance,
      {.tensor_parallel = w.tensor_parallel, .weight_bytes_per_element = plan.weight_bytes});
  fit.items.push_back(weights.items.front());
  const bool in_flight = batches_in_flight(plan.stack);
  const double wanted = w.saturated ? parameters.most_sequences : w.batch;
  const double tokens = std::min(parameters.most_tokens, wanted * w.input_tokens);
  const double width = 2.0 * model.hidden + widest_intermediate(model, w.tensor_parallel);
  const catalog::MemoryItem activations{
      tr("activations"), tokens * width * catalog::kActivationBytes,
      tr("estimate: {} tokens of a prefill step x {} elements x {} B", as::fixed(tokens, 0),
         as::fixed(width, 0), catalog::kActivationBytes)};
  const catalog::MemoryItem runtime = catalog::runtime_item(*plan.machine.device);
  const double free = fit.capacity - fit.items[0].bytes - activations.bytes - runtime.bytes;
  const catalog::SequenceMemory memory = gpu_sequence_memory(model, w.tensor_parallel);
  const double longest = static_cast<double>(w.input_tokens) + w.output_tokens;
  const double mean = w.input_tokens + w.output_tokens / 2.0;
  double positions = wanted * longest;
  double bytes = wanted * memory.bytes(longest, plan.kv_bytes);
  sequences = wanted;
  if (in_flight) {
    // Sequences end at different times, so the sequences of a batch have their mean length.
    const double one = memory.bytes(mean, plan.kv_bytes);
    const double places = one > 0 ? std::max(0.0, std::floor(free / one)) : wanted;
    sequences = std::max(1.0, std::min(wanted, places));
    positions = std::max(longest, sequences * mean);
    bytes = std::max(memory.bytes(longest, plan.kv_bytes), sequences * one);
  }
  const double growing = positions * memory.growing * plan.kv_bytes;
  fit.items.push_back(
      {tr("KV cache"), growing,
       tr_plural(std::llround(sequences), "{} positions of {} sequence x {} elements x {} B",
                 "{} positions of {} sequences x {} elements x {} B", as::fixed(positions, 0),
                 as::fixed(sequences, 0), as::fixed(memory.growing, 0), plan.kv_bytes),
       catalog::MemoryUse::kCache});
  if (bytes > growing) {
    fit.items.push_back({tr("windows and states"), bytes - growing,
                         tr("caches of sliding windows and states that do not grow with the "
                            "sequence"),
                         catalog::MemoryUse::kSequence});
  }
  fit.items.push_back(activations);
  fit.items.push_back(runtime);
  finish(fit, plan,
         tr("{} usable ({} of {})", as::bytes(fit.capacity),
            as::percent(parameters.usable_memory, 0), as::bytes(plan.machine.memory)));
  return fit;
}

MemoryFit gpu_call_memory(const GpuPlan& plan, const GpuParameters& parameters) {
  MemoryFit fit;
  fit.capacity = plan.machine.memory * parameters.usable_memory;
  fit.items.push_back({tr("weights"), plan.call.weights,
                       tr("all networks of the model, {} B per weight", plan.weight_bytes)});
  fit.items.push_back({tr("activations"), plan.call.activations,
                       tr("estimate: inputs and outputs of the largest kernel")});
  fit.items.push_back(catalog::runtime_item(*plan.machine.device));
  finish(fit, plan,
         tr("{} usable ({} of {})", as::bytes(fit.capacity),
            as::percent(parameters.usable_memory, 0), as::bytes(plan.machine.memory)));
  return fit;
}

MemoryFit gpu_training_memory(const GpuPlan& plan, const GpuParameters& parameters) {
  const GpuWorkload& w = plan.workload;
  const catalog::Model& model = *plan.model;
  MemoryFit fit;
  fit.capacity = plan.machine.memory;
  fit.items.push_back(state_item(plan, parameters));
  const double tokens = static_cast<double>(w.micro_batch) * w.sequence_length;
  const double layers =
      std::ceil(static_cast<double>(model.layers) / w.pipeline_parallel / w.virtual_stages) *
      w.virtual_stages;
  double in_flight = std::min(w.pipeline_parallel, plan.micro_batches);
  if (w.virtual_stages > 1) {
    // Interleaving keeps a part of one more microbatch (Megatron-LM).
    in_flight *= 1 + (w.pipeline_parallel - 1.0) / (w.pipeline_parallel * w.virtual_stages);
  }
  const double kept = w.checkpointing ? parameters.checkpoint_bytes : parameters.activation_bytes;
  // With checkpointing, all activations of the recomputed layer are in memory.
  const double bytes =
      kept * layers * in_flight + (w.checkpointing ? parameters.activation_bytes : 0.0);
  const TextNumber microbatches = as::exact(fmt::format("{:.3g}", in_flight));
  fit.items.push_back(
      {tr("activations"), tokens * model.hidden * bytes / w.tensor_parallel,
       tr_plural(in_flight == 1 ? 1 : 2,
                 "estimate: {} tokens x {} x {} B ({} layers, {} microbatch in flight) / {}",
                 "estimate: {} tokens x {} x {} B ({} layers, {} microbatches in flight) / {}",
                 as::fixed(tokens, 0), model.hidden, as::fixed(bytes, 0), as::fixed(layers, 0),
                 microbatches, w.tensor_parallel)});
  if (w.pipeline_parallel == 1) {
    fit.items.push_back({tr("logits"),
                         tokens * model.vocabulary * parameters.logit_bytes / w.tensor_parallel,
                         tr("{} tokens x vocabulary of {} x {} B / {}", as::fixed(tokens, 0),
                            model.vocabulary, parameters.logit_bytes, w.tensor_parallel)});
  }
  fit.items.push_back(catalog::runtime_item(*plan.machine.device));
  finish(fit, plan, tr("{} of memory", as::bytes(fit.capacity)));
  return fit;
}

}  // namespace nscope::sim
