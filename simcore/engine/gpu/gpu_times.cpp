#include "simcore/engine/gpu/gpu_times.h"

#include "simcore/catalog/roofline.h"
#include "simcore/engine/documents/software.h"
#include "simcore/engine/gpu/gpu_memory.h"

#include <algorithm>
#include <cmath>

namespace nscope::sim {
namespace {

constexpr double kActivationBytes = 2;

/// Seconds of one pass of a ring, which is an all-gather or reduce-scatter of `bytes`; an
/// all-reduce has two passes.
double ring_pass(double ranks, double bytes, double rate) {
  return ranks > 1 ? (ranks - 1) / ranks * bytes / rate : 0.0;
}

/// Seconds of the two all-reduces of every layer with `tokens` rows.
double layer_all_reduces(const GpuPlan& plan, const GpuParameters& p, double tokens) {
  const int tp = plan.workload.tensor_parallel;
  if (tp == 1) return 0;
  const double bytes = tokens * plan.model->hidden * kActivationBytes;
  const double latency = plan.machine.pcie ? p.pcie_all_reduce : p.serve_all_reduce;
  const double one = latency + 2 * ring_pass(tp, bytes, plan.machine.link * p.serve_link);
  return 2.0 * plan.model->layers * one;
}

/// Seconds for reading the weights that `tokens` tokens use once.
double weight_seconds(const GpuPlan& plan, const GpuParameters& p, double tokens) {
  const GpuWorkload& w = plan.workload;
  const double quantised = w.weight_dtype == "int8"   ? p.int8_stream
                           : w.weight_dtype == "int4" ? p.int4_stream
                                                      : 1.0;
  const double bytes =
      catalog::decode_step_bytes(*plan.model, static_cast<int>(tokens), 0, plan.weight_bytes);
  const double rate = plan.machine.memory_bandwidth * p.serve_memory * quantised;
  return bytes / w.tensor_parallel / rate;
}

/// Seconds of `operations` in products. fp4 is at least as fast as fp8.
double product_seconds(const GpuPlan& plan, const GpuParameters& p, double operations) {
  double peak = plan.gemm_peak;
  if (plan.workload.weight_dtype == "fp4") {
    peak = std::max(p.serve_fp4 * peak, plan.fp8_peak);
  }
  return operations / plan.workload.tensor_parallel / (peak * p.serve_gemm);
}

/// Seconds of the memory traffic between products.
double elementwise_seconds(const GpuPlan& plan, const GpuParameters& p, double tokens) {
  return p.serve_elementwise * plan.model->layers * plan.model->hidden * tokens /
         plan.machine.memory_bandwidth;
}

double head_elements(const catalog::Model& model) {
  return static_cast<double>(model.vocabulary) * model.hidden;
}

GpuTimes time_generation(const GpuPlan& plan, const GpuParameters& p) {
  const GpuWorkload& w = plan.workload;
  GpuTimes times;
  const double prompts = plan.sequences * w.input_tokens;
  const double steps = std::ceil(prompts / p.most_tokens);
  const GpuWork prefill = prefill_work(plan, p, prompts / steps, plan.sequences / steps);
  times.first_token = steps * prefill.generation_seconds();
  const double context = w.input_tokens + w.output_tokens / 2.0;
  times.work = decode_work(plan, p, plan.sequences, context);
  times.step = times.work.generation_seconds();
  times.total = times.first_token + (w.output_tokens - 1) * times.step;
  times.throughput = plan.sequences * w.output_tokens / times.total;
  const double per_sequence =
      w.input_tokens * catalog::decode_flops_per_token(*plan.model, w.input_tokens / 2) +
      (w.output_tokens - 1) *
          catalog::decode_flops_per_token(*plan.model, static_cast<int>(context));
  times.flops = plan.sequences * per_sequence / times.total;
  return times;
}

GpuTimes time_call(const GpuPlan& plan, const GpuParameters& p) {
  GpuTimes times;
  const GpuCallTimes call = time_gpu_call(plan.call, plan.machine, plan.gemm_peak, plan.stack, p);
  times.total = call.seconds();
  times.step = times.total;
  times.throughput = plan.workload.batch / times.total;
  times.work.gemm = call.products;
  times.work.elementwise = call.elementwise;
  times.work.launches = call.host;
  times.flops = (plan.call.gemm + plan.call.convolution) / times.total;
  return times;
}

GpuTimes time_training(const GpuPlan& plan, const GpuParameters& p) {
  const GpuWorkload& w = plan.workload;
  GpuTimes times;
  times.work = training_work(plan, p);
  // A pipeline idles while it fills and drains.
  const double slots = plan.micro_batches + (w.pipeline_parallel - 1.0) / w.virtual_stages;
  const double straggling = 1 + p.train_straggler * std::log2(static_cast<double>(plan.nodes));
  times.step = times.work.training_seconds() * slots * straggling;
  times.throughput = static_cast<double>(w.batch) * w.sequence_length / times.step;
  times.flops = times.throughput * (training_flops_per_token(*plan.model, w.sequence_length) -
                                    2 * plan.frozen() + 6 * plan.adapters);
  return times;
}

}  // namespace

double GpuWork::generation_seconds() const {
  return gemm + weights + attention + cache + elementwise + collectives + launches + sequences;
}

double GpuWork::training_seconds() const {
  return std::hypot(gemm + attention + elementwise, collectives) + launches;
}

GpuWork prefill_work(const GpuPlan& plan, const GpuParameters& p, double tokens, double sequences) {
  const GpuWorkload& w = plan.workload;
  const catalog::Model& model = *plan.model;
  GpuWork work;
  // Only the last token of a prompt passes through the LM head.
  const double head = head_elements(model);
  const double products = (model.active_matrix_parameters() - head) * tokens + head * sequences;
  work.gemm = product_seconds(plan, p, 2 * products);
  work.weights = weight_seconds(plan, p, tokens);
  // With causal attention, every token attends to half of the prompt on average.
  const double operations = tokens * catalog::mixer_operations(model, w.input_tokens / 2.0);
  work.attention = operations / w.tensor_parallel / (plan.peak * p.serve_gemm);
  work.elementwise = elementwise_seconds(plan, p, tokens);
  work.collectives = layer_all_reduces(plan, p, tokens);
  work.launches = model.layers * p.launched_layer;
  return work;
}

GpuWork decode_work(const GpuPlan& plan, const GpuParameters& p, double sequences, double context) {
  const GpuWorkload& w = plan.workload;
  const catalog::Model& model = *plan.model;
  GpuWork work;
  work.gemm = product_seconds(plan, p, 2 * model.active_matrix_parameters() * sequences);
  work.weights = weight_seconds(plan, p, sequences);
  double reread = 1;
  if (plan.stack == GpuStack::kTensorRtLlm && !model.mla && !software_at_least(w.software, "0.9")) {
    const double shared_by = static_cast<double>(model.heads) / model.kv_heads;
    reread += p.reread_before_0_9 * (shared_by - 1);
  }
  const catalog::SequenceMemory memory = gpu_sequence_memory(model, w.tensor_parallel);
  const double states = memory.constant_bytes(plan.kv_bytes);
  const double cache = memory.bytes(context, plan.kv_bytes) - states;
  // States are read and written.
  work.cache =
      sequences * (reread * cache + 2 * states) / (plan.machine.memory_bandwidth * p.serve_memory);
  work.elementwise = elementwise_seconds(plan, p, sequences);
  work.collectives = layer_all_reduces(plan, p, sequences);
  work.launches =
      model.layers * (captures_steps(plan.stack, w.software) ? p.captured_layer : p.launched_layer);
  work.sequences = p.serve_sequence * sequences;
  return work;
}

GpuWork training_work(const GpuPlan& plan, const GpuParameters& p) {
  const GpuWorkload& w = plan.workload;
  const catalog::Model& model = *plan.model;
  const double split = static_cast<double>(w.tensor_parallel) * w.pipeline_parallel;
  const double tokens = static_cast<double>(w.micro_batch) * w.sequence_length;
  const double passes = w.checkpointing ? 1 + p.train_recompute : 1.0;
  const double share = plan.machine.hopper_on ? p.train_gemm_hopper : p.train_gemm;
  const bool fp8 = w.weight_dtype == "fp8";
  GpuWork work;
  // The forward pass has one product of every matrix, the backward pass two, or one if it is
  // frozen.
  const double active = model.active_matrix_parameters();
  const double products = plan.adapters > 0 ? 4 * active + 6 * plan.adapters : 6 * active;
  work.gemm =
      products * tokens * passes / split / (plan.gemm_peak * share * (fp8 ? p.train_fp8 : 1.0));
  const double kernel = plan.stack == GpuStack::kMegatron ? p.fused_attention
                        : plan.machine.hopper_on          ? p.train_attention_hopper
                                                          : p.train_attention;
  // Forward, and twice as much backward.
  const double operations = 3 * tokens * catalog::mixer_operations(model, w.sequence_length / 2.0);
  work.attention = operations * passes / split / (plan.peak * share * kernel);
  const double traffic =
      p.train_elementwise * model.layers * model.hidden + p.logit_traffic * model.vocabulary;
  work.elementwise = traffic * tokens * passes / split / plan.machine.memory_bandwidth;
  // Groups of a node that reduce at the same time share its network.
  double rate = plan.machine.link;
  if (plan.nodes > 1) {
    const double groups = std::min<double>(plan.machine.gpus, split);
    const double network = plan.machine.network / groups;
    rate = rate > 0 ? std::min(rate, network) : network;
  }
  // "full" gathers weights in both passes and scatters gradients in every microbatch; "gradients"
  // gathers once; "optimizer" does both once per step, with gradients in fp32.
  // Frozen weights are only gathered, and "optimizer" has all of them on each rank.
  const double held = plan.trained() / split;
  const double frozen = plan.frozen() / split;
  const double moved = *w.sharding == Sharding::kFull        ? 6 * held + 4 * frozen
                       : *w.sharding == Sharding::kGradients ? 4 * held + 2 * frozen
                                                             : 6 * held / plan.micro_batches;
  if (plan.data_parallel > 1) {
    work.collectives = ring_pass(plan.data_parallel, moved, rate * p.train_link);
  }
  if (w.tensor_parallel > 1) {
    // Every layer has two all-reduces in the forward pass and two in the backward pass.
    const double bytes = tokens * model.hidden * kActivationBytes;
    work.collectives += 4.0 * model.layers / w.pipeline_parallel * 2 *
                        ring_pass(w.tensor_parallel, bytes, plan.machine.link * p.train_link);
  }
  return work;
}

std::optional<double> GpuTimes::value(GpuTask task, std::string_view metric) const {
  if (metric == "throughput") return throughput;
  if (task == GpuTask::kTrain) {
    if (metric == "step_time") return step;
    return std::nullopt;
  }
  if (metric == "latency_p50") return total;
  if (task == GpuTask::kEncode) return std::nullopt;
  if (metric == "ttft_p50") return first_token;
  if (metric == "tpot_p50") return step;
  return std::nullopt;
}

GpuTimes time_gpu(const GpuPlan& plan, const GpuParameters& parameters) {
  switch (plan.workload.task) {
    case GpuTask::kGenerate: return time_generation(plan, parameters);
    case GpuTask::kTrain: return time_training(plan, parameters);
    case GpuTask::kEncode: break;
  }
  return time_call(plan, parameters);
}

double training_flops_per_token(const catalog::Model& model, int sequence_length) {
  // A token does not pass through all experts.
  const double matrices =
      model.attention_parameters() + model.feed_forward_parameters() + head_elements(model);
  const double idle = model.moe ? matrices - model.active_matrix_parameters() : 0.0;
  return 6 * (model.parameters - idle) +
         12.0 * model.layers * model.hidden * static_cast<double>(sequence_length);
}

}  // namespace nscope::sim
