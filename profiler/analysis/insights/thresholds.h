#pragma once

#include "profiler/analysis/definition/parameter.h"

#include <array>

namespace nscope::analysis {

/// A share 0..1 from which, or below which, a rule speaks.
constexpr Parameter share_threshold(std::string_view id, std::string_view title, double value,
                                    std::string_view meaning) {
  return {.id = id, .title = title, .meaning = meaning, .value = value, .lowest = 0, .highest = 1};
}

inline constexpr std::array kInsightThresholds{
    share_threshold("model_flops_share", "Model FLOPs, least", 0.5,
                    "below it low-model-flops speaks (Neuron Explorer's limit)"),
    share_threshold("active_flops_share", "FLOPs while active, least", 0.5,
                    "below it low-active-flops speaks (Neuron Explorer's limit)"),
    share_threshold("transpose_share", "Transposes, most", 0.1,
                    "of TensorE's FLOPs; above it transposes speaks (Neuron Explorer's limit)"),
    share_threshold("throttle_share", "Throttled, most", 0.01,
                    "work lost to throttling, of the time"),
    share_threshold("warm_up_share", "Warm-up, most", 0.02,
                    "work lost to a cold PE clock, of the time"),
    share_threshold("fp32_share", "fp32 products, most", 0.1, "of the time of matrix products"),
    share_threshold("array_fill", "Array fill, least", 0.75,
                    "mean share of the array that products use"),
    share_threshold("vector_share", "VectorE, most", 0.4,
                    "its work on the critical path, of the time"),
    share_threshold("unfused_share", "Unfused, most", 0.2,
                    "of the time of element-wise instructions"),
    share_threshold("kernel_share", "NKI coverage, least", 0.5,
                    "of the engines' time (Neuron Explorer's limit)"),
    Parameter{.id = "small_dma_bytes",
              .title = "Small packets",
              .unit = "B",
              .meaning = "packets below it are small: at 512 B DMA reaches 21 % of its bandwidth",
              .value = 512,
              .lowest = 1,
              .highest = 1e9},
    share_threshold("small_dma_share", "Small packets, most", 0.25, "of the time of DMA packets"),
    share_threshold("dma_share", "DMA, most", 0.3, "transfers on the critical path, of the time"),
    share_threshold("spill_share", "Spills, most", 0.25,
                    "of the HBM traffic (Neuron Explorer's limit)"),
    Parameter{.id = "traffic_ratio",
              .title = "HBM traffic, most",
              .meaning = "times the bytes of inputs, outputs and weights",
              .value = 2,
              .lowest = 1,
              .highest = 1e6},
    share_threshold("intensity_share", "Intensity, least", 0.5, "of the roofline's ridge point"),
    share_threshold("collective_share", "Exposed collectives, most", 0.2, "of the time"),
    Parameter{.id = "small_collective_bytes",
              .title = "Small collectives",
              .unit = "B",
              .meaning = "mean size below which latency decides (1 MiB: mesh is chosen below)",
              .value = 1'048'576,
              .lowest = 1,
              .highest = 1e12},
    Parameter{.id = "outlier_factor",
              .title = "Slow collectives",
              .meaning = "slow is longer than this many medians of the same kind and size",
              .value = 2,
              .lowest = 1,
              .highest = 1000},
    share_threshold("outlier_share", "Slow collectives, most", 0.01,
                    "time beyond the median, of the time"),
    share_threshold("imbalance_share", "Imbalance, most", 0.05,
                    "busiest core's computing beyond the average, of the time"),
    share_threshold("wide_tp_share", "Collectives of a wide TP", 0.3,
                    "exposed collectives from which a lower tensor parallel degree is proposed"),
    share_threshold("bubble_share", "Pipeline bubbles, most", 0.1, "of the step"),
    share_threshold("padding_share", "Padding, most", 0.2, "of the computed positions"),
    share_threshold("queue_share", "Queueing, most", 0.5, "of the time to the first token"),
    share_threshold("host_share", "Host, most", 0.1, "host time without device activity"),
    Parameter{.id = "compiled_graphs",
              .title = "Compiled graphs",
              .meaning = "different graphs from which shape-churn speaks",
              .value = 3,
              .lowest = 1,
              .highest = 1e9},
    share_threshold("compile_share", "Compilation, most", 0.1,
                    "compilations or lock waits, of the run"),
    share_threshold("again_share", "Repeated compilation, most", 0.01, "of the run"),
};

}  // namespace nscope::analysis
