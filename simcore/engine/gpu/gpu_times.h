#pragma once

#include "simcore/engine/gpu/gpu_plan.h"

#include <optional>
#include <string_view>

namespace nscope::sim {

/// Seconds that one GPU would need for each kind of operator of a step, each on its own.
struct GpuWork {
  double gemm = 0;         ///< matrix products at the reachable share of the peak
  double weights = 0;      ///< reading the weights from memory; generation
  double attention = 0;    ///< scores and weighted values of prompt tokens
  double cache = 0;        ///< reading the KV cache
  double elementwise = 0;  ///< memory traffic between matrix products; training
  double collectives = 0;
  double launches = 0;

  /// Of a generation step: products and the streaming of their weights overlap, as the
  /// root of the sum of squares, which is the longer one where they differ much; the
  /// rest follows one after the other.
  double generation_seconds() const;
  /// Of a training microbatch: collectives overlap with everything else, likewise.
  double training_seconds() const;
};

/// Passing `tokens` tokens of `sequences` prompts through the model on each of the plan's
/// GPUs: one prefill step.
GpuWork prefill_work(const GpuPlan& plan, const GpuParameters& parameters, double tokens,
                     double sequences);
/// One token for each of `sequences` sequences at `context` positions.
GpuWork decode_work(const GpuPlan& plan, const GpuParameters& parameters, double sequences,
                    double context);
/// Forward and backward pass of a microbatch on one GPU, with its share of a step's
/// collectives.
GpuWork training_work(const GpuPlan& plan, const GpuParameters& parameters);

/// A plan's closed form. Times in s.
struct GpuTimes {
  GpuWork work;            ///< of a decode step at the mean context, or of a microbatch
  double first_token = 0;  ///< generation: prefill of all sequences that run at a time
  double step = 0;         ///< decode step at the mean context, or training step
  double total = 0;        ///< generation: of one sequence, first to last token
  double throughput = 0;   ///< tokens/s of all GPUs: generated, or trained on
  double flops = 0;        ///< FLOP/s of all GPUs that the model itself needs (see time_gpu)

  /// "ttft_p50", "tpot_p50", "latency_p50", "throughput", "step_time"; nullopt for a
  /// metric that the task does not have.
  std::optional<double> value(GpuTask task, std::string_view metric) const;
};

/// Cheap: no checks, no allocation. `flops` counts training as 6 N + 12 L h s per token
/// (N all parameters, the attention not halved for causality: the convention of published
/// MFU figures), and generation as two operations per matrix element and token and the
/// attention at the mean context.
GpuTimes time_gpu(const GpuPlan& plan, const GpuParameters& parameters);

/// Operations per token of a training step by that convention.
double training_flops_per_token(const catalog::Model& model, int sequence_length);

}  // namespace nscope::sim
