#pragma once

#include "simcore/engine/graph/mixer_scope.h"

#include <string_view>

namespace nscope::sim {

/// Positions of a chunk of linear attention in a prefill: that of the published kernels of the
/// delta rule (flash-linear-attention).
inline constexpr double kLinearChunk = 64;
/// Positions of a chunk of Mamba-2: as many as TensorE has rows. Published configurations have 128
/// or 256.
inline constexpr double kMamba2Chunk = 128;
/// VectorE cycles for one state of one channel and position of a selective scan: two products, the
/// scan, the product with the output and the sum, with two operands each.
inline constexpr double kScanCycles = 10;

/// The first Neuron SDK whose library has kernels for recurrent states: linear and selective scans
/// and state space duality (release notes of the NKI Library). Before, the graph updates them
/// operator by operator.
inline constexpr std::string_view kStateKernelsSince = "2.30";

/// Add the operators between the norm and the output projection of layers whose sequences have a
/// state of constant size. A decode step reads and writes the states and does not depend on the
/// positions. Without a kernel (StateUpdates), every operator of the step passes over the states in
/// HBM, on one physical core, in one of two layouts: rows of a state across the partitions,
/// each of which is a transfer of its own, or sequences and heads across them. Other graphs read
/// the states (a prefill begins with zeros), process the new positions in chunks, and write the
/// states once.
///
/// Linear attention (gated delta rule: arXiv:2412.06464; KDA: arXiv:2510.26692; lightning
/// attention: arXiv:2501.08313): the products of a chunk of all heads on TensorE, including the
/// inverse of a triangular matrix by repeated squaring, each of which also takes `scan_product`,
/// and elementwise decays on VectorE.
void add_linear_attention(std::vector<Operator>& ops, const MixerScope& scope);
/// Mamba-2 in chunks (state space duality, arXiv:2405.21060). No kernel is published for
/// NeuronCores, so that a chunk is computed with elementwise passes over all pairs of its
/// positions.
void add_mamba2(std::vector<Operator>& ops, const MixerScope& scope);
/// Mamba-1 as a selective scan on VectorE (arXiv:2312.00752).
void add_mamba(std::vector<Operator>& ops, const MixerScope& scope);
/// The real-gated linear recurrent unit with its block-diagonal gates (Griffin, arXiv:2402.19427).
void add_recurrent(std::vector<Operator>& ops, const MixerScope& scope);
/// A gated short convolution (LFM2).
void add_short_convolution(std::vector<Operator>& ops, const MixerScope& scope);

/// The inner width of a mixer's output projection on one core.
double mixer_output_width(const catalog::Model& model, catalog::Mixer mixer, int cores);

}  // namespace nscope::sim
