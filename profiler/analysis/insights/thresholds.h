#pragma once

#include "profiler/analysis/definition/parameter.h"

#include <array>

namespace nscope::analysis {

/// A threshold that is a share 0..1.
constexpr Parameter share_threshold(std::string_view id, Phrase title, double value,
                                    Phrase meaning) {
  return {.id = id, .title = title, .meaning = meaning, .value = value, .lowest = 0, .highest = 1};
}

/// The thresholds of all rules. docs/insights.md states their sources.
inline constexpr std::array kInsightThresholds{
    share_threshold(
        "model_flops_share", phrase("Minimum MFU"), 0.5,
        phrase("Rule low-model-flops reports an MFU below this share (Neuron Explorer's limit)")),
    share_threshold("active_flops_share", phrase("Minimum active utilisation"), 0.5,
                    phrase("Rule low-active-flops reports a FLOP utilisation of TensorE's active "
                           "time below this share (Neuron Explorer's limit)")),
    share_threshold("transpose_share", phrase("Maximum transposes"), 0.1,
                    phrase("Rule transposes reports more than this share of TensorE's FLOPs "
                           "(Neuron Explorer's limit)")),
    share_threshold("throttle_share", phrase("Maximum throttling"), 0.01,
                    phrase("Rule throttling reports a loss of more than this share of the time")),
    share_threshold("warm_up_share", phrase("Maximum warm-up"), 0.02,
                    phrase("Rule warm-up reports a loss of more than this share of the time, "
                           "caused by a cold PE clock")),
    share_threshold(
        "fp32_share", phrase("Maximum fp32 products"), 0.1,
        phrase("Rule fp32 reports more than this share of the time of matrix products")),
    share_threshold(
        "array_fill", phrase("Minimum array fill"), 0.75,
        phrase("Rule narrow-products reports a mean fill of TensorE's array below this share")),
    share_threshold("vector_share", phrase("Maximum VectorE work"), 0.4,
                    phrase("Rule vector-bound reports VectorE work on the critical path of more "
                           "than this share of the time")),
    share_threshold(
        "unfused_share", phrase("Maximum unfused instructions"), 0.2,
        phrase(
            "Rule unfused reports more than this share of the time of element-wise instructions")),
    share_threshold("kernel_share", phrase("Minimum NKI coverage"), 0.5,
                    phrase("Rule kernel-coverage reports less than this share of the engines' time "
                           "in NKI kernels (Neuron Explorer's limit)")),
    Parameter{
        .id = "small_dma_bytes",
        .title = phrase("Small packet limit"),
        .unit = "B",
        .meaning = phrase(
            "Packets below this size are small; with 512 B, DMA reaches 21 % of its bandwidth"),
        .value = 512,
        .lowest = 1,
        .highest = 1e9},
    share_threshold(
        "small_dma_share", phrase("Maximum small packets"), 0.25,
        phrase("Rule small-dma reports more than this share of the time of DMA packets")),
    share_threshold("dma_share", phrase("Maximum DMA time"), 0.3,
                    phrase("Rule dma-bound reports transfers on the critical path of more than "
                           "this share of the time")),
    share_threshold("spill_share", phrase("Maximum spills"), 0.25,
                    phrase("Rule spills reports more than this share of the HBM traffic (Neuron "
                           "Explorer's limit)")),
    Parameter{.id = "traffic_ratio",
              .title = phrase("Maximum HBM traffic"),
              .meaning = phrase("Rule reloads reports HBM traffic above this multiple of the size "
                                "of inputs, outputs and weights"),
              .value = 2,
              .lowest = 1,
              .highest = 1e6},
    share_threshold("intensity_share", phrase("Minimum intensity"), 0.5,
                    phrase("Rule low-intensity reports an arithmetic intensity below this share of "
                           "the roofline's ridge")),
    share_threshold("collective_share", phrase("Maximum exposed collectives"), 0.2,
                    phrase("Rules exposed-collectives and small-collectives report more than this "
                           "share of the time")),
    Parameter{.id = "small_collective_bytes",
              .title = phrase("Small collective limit"),
              .unit = "B",
              .meaning = phrase("Collectives with a smaller mean size are bound by latency; below "
                                "1 MiB, the mesh algorithm is used"),
              .value = 1'048'576,
              .lowest = 1,
              .highest = 1e12},
    Parameter{.id = "outlier_factor",
              .title = phrase("Slow collective factor"),
              .meaning = phrase("Collectives longer than this multiple of the median of the same "
                                "kind and size are slow"),
              .value = 2,
              .lowest = 1,
              .highest = 1000},
    share_threshold(
        "outlier_share", phrase("Maximum slow collectives"), 0.01,
        phrase("Rule slow-collectives reports more than this share of the time beyond the median")),
    share_threshold("imbalance_share", phrase("Maximum imbalance"), 0.05,
                    phrase("Rule imbalance reports computing time of the busiest core beyond the "
                           "average of more than this share of the time")),
    share_threshold("wide_tp_share", phrase("Tensor parallel limit"), 0.3,
                    phrase("Rule wide-tensor-parallel proposes a lower degree if exposed "
                           "collectives take more than this share of the time")),
    share_threshold("bubble_share", phrase("Maximum pipeline bubbles"), 0.1,
                    phrase("Rule pipeline-bubbles reports more than this share of the step")),
    share_threshold("padding_share", phrase("Maximum padding"), 0.2,
                    phrase("Rule padding reports more than this share of the computed positions")),
    share_threshold("queue_share", phrase("Maximum queueing"), 0.5,
                    phrase("Rule queueing reports more than this share of queue and prefill time")),
    share_threshold("host_share", phrase("Maximum host time"), 0.1,
                    phrase("Rule host-bound reports host time without device activity of more than "
                           "this share of the time")),
    share_threshold("idle_core_share", phrase("Minimum core utilisation"), 0.05,
                    phrase("Rule idle-cores reports NeuronCores that are assigned to a runtime and "
                           "whose mean utilisation is below this share")),
    Parameter{.id = "compiled_graphs",
              .title = phrase("Minimum compiled graphs"),
              .meaning = phrase("Rule shape-churn reports this number of different graphs or more"),
              .value = 3,
              .lowest = 1,
              .highest = 1e9},
    share_threshold("compile_share", phrase("Maximum compilation"), 0.1,
                    phrase("Rules shape-churn and lock-waits report compilations or lock waits of "
                           "more than this share of the run")),
    share_threshold("again_share", phrase("Maximum repeated compilation"), 0.01,
                    phrase("Rule compiled-again reports more than this share of the run")),
};

}  // namespace nscope::analysis
