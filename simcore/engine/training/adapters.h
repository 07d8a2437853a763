#pragma once

#include "simcore/engine/training/training_graph.h"

#include <string_view>
#include <vector>

namespace nscope::sim {

/// One matrix of a layer on a rank, and its adapter: y = x W + (x A) B with A [inner, rank] and
/// B [rank, columns] (arXiv:2106.09685, equation 3). Plain data.
///
/// A matrix whose columns are sharded over the tensor-parallel ranks has a sharded B and the same A
/// on all ranks; a matrix whose rows are sharded has a sharded A and the same B. Either way each
/// rank computes its part of a sum, or its columns, without another collective: the parts of A x
/// are summed together with those of x W. The gradients of the factor that all ranks have are
/// summed over the ranks once per step.
struct AdaptedMatrix {
  AdapterTarget target{};
  double inner = 0;      ///< K on the rank
  double columns = 0;    ///< N on the rank
  bool by_rows = false;  ///< the rows are sharded: output and down projection
  double copies = 1;     ///< experts of the rank
  bool routed = false;   ///< of routed experts

  double parameters(int rank) const { return copies * rank * (inner + columns); }
  /// Elements of the factor that all tensor-parallel ranks have.
  double repeated(int rank) const { return copies * rank * (by_rows ? columns : inner); }
};

/// The matrices with adapters of a layer, with or without experts, on one rank.
std::vector<AdaptedMatrix> adapted_matrices(const TransformerShape& shape,
                                            const AdapterSetup& adapters, int tensor_parallel,
                                            bool experts, int expert_parallel);

/// Parameters of the adapters of one layer on a rank.
struct AdapterParameters {
  double all = 0;
  double routed = 0;    ///< part of `all`: adapters of routed experts
  double repeated = 0;  ///< part of `all`: factors that all tensor-parallel ranks have
};
AdapterParameters adapter_parameters(const TransformerShape& shape, const AdapterSetup& adapters,
                                     int tensor_parallel, bool experts, int expert_parallel);

/// Parameters of the adapters of the whole model: the sum of rank x (inputs + outputs) of all
/// matrices with an adapter.
double all_adapter_parameters(const TransformerShape& shape, const AdapterSetup& adapters);

/// The names of the operators of an adapter: literals.
struct AdapterNames {
  std::string_view a;  ///< "q_proj_lora_a"
  std::string_view b;
  std::string_view b_input_gradient;
  std::string_view b_weight_gradient;
  std::string_view a_input_gradient;
  std::string_view a_weight_gradient;
};
const AdapterNames& adapter_names(AdapterTarget target);

/// Checks the adapters of a model. Errors: kInvalidArgument with the reason: a rank above the width
/// of the model, a gate projection that the model does not have, experts of a dense model, no
/// matrix at all.
Result<> check_adapters(const TransformerShape& shape, const AdapterSetup& adapters);

/// Bytes of a stored frozen weight. NF4 (arXiv:2305.14314, section 3): 4 bits, and one 8-bit scale
/// for 64 weights whose fp32 scale is that of 256 such blocks ("double quantization", 0.127 bits).
/// int8: one byte; the scale of a column is not counted.
double frozen_bytes(FrozenType type);
/// Passes of VectorE over a weight that restore it for a product. int8: one conversion with the
/// scale. NF4 has no instruction of its own: two weights of a byte are separated (one pass), each
/// of the 16 levels except the first adds its distance to the level below it where the code is at
/// least as large (15 passes), and the scale is applied (one pass). Assumed, not measured.
double restoring_passes(FrozenType type);

}  // namespace nscope::sim
