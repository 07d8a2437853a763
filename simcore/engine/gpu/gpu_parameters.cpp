#include "simcore/engine/gpu/gpu_parameters.h"

#include <array>

namespace nscope::sim {
namespace {

using P = GpuParameters;
constexpr ParameterKind kF = ParameterKind::kFitted;
constexpr ParameterKind kA = ParameterKind::kAssumed;

constexpr std::array<GpuParameterInfo, 30> kTable{{
    {"train_gemm", "share", kF, &P::train_gemm, 0.7,
     "of the published peak that large GEMMs reach in training, before Hopper", "starts from 0.7"},
    {"train_gemm_hopper", "share", kF, &P::train_gemm_hopper, 0.7,
     "the same from Hopper on, whose clocks the power limit lowers", "starts from 0.7"},
    {"train_fp8", "ratio", kF, &P::train_fp8, 0.8,
     "fp8 training GEMMs: their share of the fp8 peak over that of bf16 GEMMs of theirs (casts, "
     "scales, gradients in higher precision)",
     "starts from 0.8"},
    {"train_attention", "ratio", kF, &P::train_attention, 0.5,
     "rate of attention over that of GEMMs in llm-foundry (Triton flash attention), before Hopper",
     "starts from 0.5"},
    {"train_attention_hopper", "ratio", kF, &P::train_attention_hopper, 0.5,
     "the same from Hopper on: a kernel written for Ampere", "starts from 0.5"},
    {"train_elementwise", "B", kF, &P::train_elementwise, 200,
     "memory traffic of a training step per token, layer and hidden element: norms, residuals, "
     "activation functions, operands of GEMMs",
     "starts from 200 B, about a hundred bf16 elements read or written forward and backward"},
    {"train_recompute", "share", kF, &P::train_recompute, 1.0 / 3.0,
     "work added by activation checkpointing",
     "starts from a third: the forward pass again; runs with checkpointing also use larger "
     "microbatches"},
    {"train_link", "share", kF, &P::train_link, 0.5,
     "of the slowest link on the ring (NVLink, or the node's network) that collectives of training "
     "reach",
     "starts from 0.5"},
    {"train_straggler", "share", kF, &P::train_straggler, 0.01,
     "time added per doubling of the number of nodes", "starts from 1 %"},
    {"serve_memory", "share", kF, &P::serve_memory, 0.8,
     "of the memory bandwidth that TensorRT-LLM reaches reading weights and KV cache",
     "starts from 0.8"},
    {"serve_gemm", "share", kF, &P::serve_gemm, 0.6,
     "of the published peak that GEMMs reach in prefill and in decode steps of large batches",
     "starts from 0.6"},
    {"serve_layer", "s", kF, &P::serve_layer, 50e-6,
     "per layer of a step in TensorRT-LLM: launches, norms, small kernels, the scheduler's share",
     "starts from 50 us"},
    {"serve_all_reduce", "s", kF, &P::serve_all_reduce, 10e-6,
     "per all-reduce in TensorRT-LLM, beyond its bytes", "starts from 10 us"},
    {"reread_before_0_9", "share", kF, &P::reread_before_0_9, 0.5,
     "how often TensorRT-LLM before 0.9 reads the KV cache again for each further query head that "
     "shares it",
     "starts from 0.5; later releases share it"},
    {"compiled_memory", "share", kF, &P::compiled_memory, 0.75,
     "of the memory bandwidth that gpt-fast (torch.compile) reaches reading weights",
     "starts from 0.75"},
    {"compiled_layer", "s", kF, &P::compiled_layer, 20e-6, "per layer of a step in gpt-fast",
     "starts from 20 us"},
    {"compiled_all_reduce", "s", kF, &P::compiled_all_reduce, 10e-6,
     "per all-reduce in gpt-fast, beyond its bytes", "starts from 10 us"},
    {"int8_stream", "ratio", kF, &P::int8_stream, 0.85,
     "rate of reading int8 weights that are widened on the way, over that of 16-bit weights",
     "starts from 0.85; gpt-fast rows tell"},
    {"int4_stream", "ratio", kF, &P::int4_stream, 0.7,
     "the same of int4 weights with a scale for each group", "starts from 0.7; gpt-fast rows tell"},
    {"fused_attention", "ratio", kA, &P::fused_attention, 1.0,
     "rate of attention over that of GEMMs in megatron (fused kernels made for the GPU)",
     "not told by the rows: attention is a small part of them"},
    {"serve_link", "share", kA, &P::serve_link, 0.6,
     "of the links' rate that all-reduces of generation reach", "not told by the rows"},
    {"most_sequences", "sequences", kA, &P::most_sequences, 512,
     "that the scheduler runs at a time where the load leaves it free",
     "the rows do not state it; 256 to 2048 change the error by less than 3 points"},
    {"most_tokens", "tokens", kA, &P::most_tokens, 8192,
     "prompt tokens of one prefill step; longer prompts and larger batches take several",
     "a usual scheduler setting; the rows do not state it"},
    {"usable_memory", "share", kA, &P::usable_memory, 0.9,
     "of a GPU's memory that weights, KV cache and activations of generation may fill",
     "usual setting of paged KV caches"},
    {"state_bytes", "B", kA, &P::state_bytes, 16,
     "training state per parameter: fp32 weight and gradient, two Adam moments",
     "4 + 4 + 2 x 4; with bf16 weights and fp32 masters the sum is the same within 2 B"},
    {"activation_bytes", "B", kA, &P::activation_bytes, 32,
     "activations kept for the backward pass per token, layer and hidden element, with flash "
     "attention and without dropout",
     "derived, bf16: inputs of two norms 4, of the projections 2, query, key and value 6, "
     "attention output 2, feed-forward input 2, its 4 h intermediate before and after the "
     "activation function 16"},
    {"checkpoint_bytes", "B", kA, &P::checkpoint_bytes, 2,
     "the same with checkpointing: the layer's input, bf16", "derived"},
    {"logit_bytes", "B", kA, &P::logit_bytes, 6,
     "memory per token and word of the loss: bf16 logits, fp32 softmax", "derived: 2 + 4"},
    {"logit_traffic", "B", kA, &P::logit_traffic, 16,
     "memory traffic per token and word of the loss",
     "derived: bf16 logits and their gradient "
     "written and read, the fp32 softmax written and read: 2 x 2 x 2 + 2 x 4"},
    {"outside_factor", "ratio", kA, &P::outside_factor, 3,
     "multiplier of the error band's logarithm outside the calibrated domain",
     "a caution, not a measurement"},
}};

}  // namespace

std::span<const GpuParameterInfo> gpu_parameter_table() {
  return kTable;
}

}  // namespace nscope::sim
