#include "simcore/engine/gpu/gpu_memory.h"

#include "profiler/base/format.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace nscope::sim {
namespace {

using catalog::MemoryFit;

/// Adds the items up and says in a sentence whether they fit.
void judge(MemoryFit& fit, const GpuPlan& plan, std::string_view available) {
  catalog::add_up(fit);
  fit.explanation = fmt::format("each {} needs {} ({}) of {} {}", plan.machine.device->title,
                                format_bytes(fit.required), catalog::items_text(fit),
                                format_bytes(fit.capacity), available);
  if (!fit.fits) {
    fit.explanation += fmt::format(": {} too much", format_bytes(fit.required - fit.capacity));
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
  const double elements = plan.model->parameters / split;
  const double ranks = plan.data_parallel;
  const std::string count = fmt::format("{} parameters / {:.0f}",
                                        catalog::parameter_count(plan.model->parameters), split);
  switch (*w.sharding) {
    case Sharding::kFull: {
      // FSDP gathers the layer it works on and the next one.
      const double gathered = ranks > 1 ? 2 * 2 * elements / plan.model->layers : 0;
      return {"training state", elements * parameters.state_bytes / ranks + gathered,
              fmt::format("{} x {} B / {:.0f} ranks, two layers gathered", count,
                          parameters.state_bytes, ranks)};
    }
    case Sharding::kGradients:
      return {
          "training state", elements * (parameters.state_bytes / ranks + 2),
          fmt::format("{} x ({} B / {:.0f} ranks + 2 B)", count, parameters.state_bytes, ranks)};
    case Sharding::kOptimizer: break;
  }
  // Whole: bf16 weight and fp32 gradient; among the ranks: all but the gradient.
  return {
      "training state", elements * (6 + (parameters.state_bytes - 4) / ranks),
      fmt::format("{} x (6 B + {} B / {:.0f} ranks)", count, parameters.state_bytes - 4, ranks)};
}

}  // namespace

double gpu_kv_elements(const catalog::Model& model, int tensor_parallel) {
  if (model.mla) return model.kv_elements_per_token();
  const double heads = std::ceil(static_cast<double>(model.kv_heads) / tensor_parallel);
  return 2.0 * model.layers * heads * model.head_dim;
}

MemoryFit gpu_generation_memory(const catalog::Catalog& catalog, const GpuPlan& plan,
                                const GpuParameters& parameters, double& sequences) {
  const GpuWorkload& w = plan.workload;
  const catalog::Model& model = *plan.model;
  MemoryFit fit;
  fit.capacity = plan.machine.memory * parameters.usable_memory;
  // The catalogue knows how tensor parallelism pads weights.
  const MemoryFit weights = catalog::inference_memory_fit(
      catalog, model, *plan.machine.instance,
      {.tensor_parallel = w.tensor_parallel, .weight_bytes_per_element = plan.weight_bytes});
  fit.items.push_back(weights.items.front());
  const bool in_flight = plan.stack == GpuStack::kTensorRtLlm;
  const double wanted = w.saturated ? parameters.most_sequences : w.batch;
  const double tokens = std::min(parameters.most_tokens, wanted * w.input_tokens);
  const double width = 2.0 * model.hidden + widest_intermediate(model, w.tensor_parallel);
  const catalog::MemoryItem activations{
      "activations", tokens * width * catalog::kActivationBytes,
      fmt::format("estimate: {:.0f} tokens of a prefill step x {:.0f} elements x {} B", tokens,
                  width, catalog::kActivationBytes)};
  const catalog::MemoryItem runtime = catalog::runtime_item(*plan.machine.device);
  const double free = fit.capacity - fit.items[0].bytes - activations.bytes - runtime.bytes;
  const double position = gpu_kv_elements(model, w.tensor_parallel) * plan.kv_bytes;
  const double longest = static_cast<double>(w.input_tokens) + w.output_tokens;
  const double mean = w.input_tokens + w.output_tokens / 2.0;
  double positions = wanted * longest;
  sequences = wanted;
  if (in_flight) {
    // Sequences end one by one, so a running batch holds them at their mean length.
    const double places = std::max(0.0, std::floor(free / (mean * position)));
    sequences = std::max(1.0, std::min(wanted, places));
    positions = std::max(longest, sequences * mean);
  }
  fit.items.push_back(
      {"KV cache", positions * position,
       fmt::format("{:.0f} positions of {:.0f} sequence{} x {:.0f} elements x {} B", positions,
                   sequences, sequences == 1 ? "" : "s", position / plan.kv_bytes, plan.kv_bytes)});
  fit.items.push_back(activations);
  fit.items.push_back(runtime);
  judge(fit, plan,
        fmt::format("usable ({:.0f} % of {})", 100 * parameters.usable_memory,
                    format_bytes(plan.machine.memory)));
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
    // Interleaving keeps a part of a further microbatch (Megatron-LM).
    in_flight *= 1 + (w.pipeline_parallel - 1.0) / (w.pipeline_parallel * w.virtual_stages);
  }
  const double kept = w.checkpointing ? parameters.checkpoint_bytes : parameters.activation_bytes;
  // With checkpointing the layer being recomputed is there in full.
  const double bytes =
      kept * layers * in_flight + (w.checkpointing ? parameters.activation_bytes : 0.0);
  fit.items.push_back({"activations", tokens * model.hidden * bytes / w.tensor_parallel,
                       fmt::format("estimate: {:.0f} tokens x {} x {:.0f} B ({:.0f} layers, {:.3g} "
                                   "microbatch{} in flight) / {}",
                                   tokens, model.hidden, bytes, layers, in_flight,
                                   in_flight == 1 ? "" : "es", w.tensor_parallel)});
  if (w.pipeline_parallel == 1) {
    fit.items.push_back({"logits",
                         tokens * model.vocabulary * parameters.logit_bytes / w.tensor_parallel,
                         fmt::format("{:.0f} tokens x {} words x {} B / {}", tokens,
                                     model.vocabulary, parameters.logit_bytes, w.tensor_parallel)});
  }
  fit.items.push_back(catalog::runtime_item(*plan.machine.device));
  judge(fit, plan, "of memory");
  return fit;
}

}  // namespace nscope::sim
