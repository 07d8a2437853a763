#pragma once

#include "simcore/engine/gpu/gpu_plan.h"

#include <optional>
#include <string_view>

namespace nscope::sim {

/// Seconds of one GPU for each kind of operator of a step, without overlap.
struct GpuWork {
  double gemm = 0;         ///< matrix products at the achievable share of the peak
  double weights = 0;      ///< reading the weights from memory in generation
  double attention = 0;    ///< scores and weighted values of prompt tokens
  double cache = 0;        ///< reading the KV cache
  double elementwise = 0;  ///< memory traffic between matrix products
  double collectives = 0;
  double launches = 0;
  double sequences = 0;  ///< sampling and scheduling, for each sequence of a decode step

  /// Seconds of a generation step. Everything runs in sequence: the measurements show no overlap of
  /// products with the reading of their weights.
  double generation_seconds() const;
  /// Seconds of a training microbatch. Collectives overlap with everything else; the time is the
  /// root of the sum of squares, which is close to the longer one if they differ much.
  double training_seconds() const;
};

/// One prefill step: `tokens` tokens of `sequences` prompts.
GpuWork prefill_work(const GpuPlan& plan, const GpuParameters& parameters, double tokens,
                     double sequences);
/// One decode step: one token for each of `sequences` sequences at `context` positions.
GpuWork decode_work(const GpuPlan& plan, const GpuParameters& parameters, double sequences,
                    double context);
/// Forward and backward pass of a microbatch on one GPU, with its share of the collectives of a
/// step.
GpuWork training_work(const GpuPlan& plan, const GpuParameters& parameters);

/// The closed form of a plan, with times in seconds.
struct GpuTimes {
  GpuWork work;            ///< of a decode step at the mean context, a microbatch, or a call
  double first_token = 0;  ///< generation: prefill of all concurrent sequences
  double step = 0;         ///< decode step at the mean context, training step, or call
  double total = 0;        ///< of one sequence, from prefill to the last token, or of a call
  double throughput = 0;   ///< generated or training tokens/s of all GPUs, or samples/s
  double flops = 0;        ///< model FLOP/s of all GPUs (see time_gpu)

  /// The value of "ttft_p50", "tpot_p50", "latency_p50", "throughput" or "step_time"; nullopt for
  /// a metric that the task does not have.
  std::optional<double> value(GpuTask task, std::string_view metric) const;
};

/// Computes the closed form without checks and allocations. `flops` counts 6 N + 12 L h s per token
/// of training (N all parameters except idle experts, attention not halved for causality, as in
/// published MFU values), and two operations per matrix element and token plus attention at the
/// mean context for generation.
GpuTimes time_gpu(const GpuPlan& plan, const GpuParameters& parameters);

/// FLOPs per token of a training step by this convention.
double training_flops_per_token(const catalog::Model& model, int sequence_length);

}  // namespace nscope::sim
