#include "simcore/engine/training/adapters.h"

#include "simcore/engine/training/rank_shape.h"

#include <array>
#include <cstddef>
#include <utility>

namespace nscope::sim {
namespace {

#define NSCOPE_ADAPTER(target)                                             \
  AdapterNames {                                                           \
    target "_lora_a", target "_lora_b", target "_lora_b_input_gradient",   \
        target "_lora_b_weight_gradient", target "_lora_a_input_gradient", \
        target "_lora_a_weight_gradient"                                   \
  }
constexpr std::array<AdapterNames, kAdapterTargets.size()> kAdapterNames{
    NSCOPE_ADAPTER("q_proj"),   NSCOPE_ADAPTER("k_proj"),    NSCOPE_ADAPTER("v_proj"),
    NSCOPE_ADAPTER("o_proj"),   NSCOPE_ADAPTER("gate_proj"), NSCOPE_ADAPTER("up_proj"),
    NSCOPE_ADAPTER("down_proj")};
#undef NSCOPE_ADAPTER

class Matrices {
 public:
  Matrices(const TransformerShape& shape, const AdapterSetup& adapters, int tensor_parallel)
      : shape_(shape), adapters_(adapters), ranks_(tensor_parallel) {}

  void add_attention() {
    const double hidden = shape_.hidden;
    const double queries = catalog::per_core(shape_.heads, ranks_) * shape_.head_dim;
    const double keys = kv_heads_on_rank(shape_, ranks_) * shape_.head_dim;
    add({.target = AdapterTarget::kQuery, .inner = hidden, .columns = queries});
    add({.target = AdapterTarget::kKey, .inner = hidden, .columns = keys});
    add({.target = AdapterTarget::kValue, .inner = hidden, .columns = keys});
    add({.target = AdapterTarget::kOutput, .inner = queries, .columns = hidden, .by_rows = true});
  }

  void add_feed_forward(double width, double copies, bool routed) {
    const double hidden = shape_.hidden;
    const auto put = [&](AdapterTarget target, double inner, double columns, bool by_rows) {
      add({target, inner, columns, by_rows, copies, routed});
    };
    if (shape_.gated) put(AdapterTarget::kGate, hidden, width, false);
    put(AdapterTarget::kUp, hidden, width, false);
    put(AdapterTarget::kDown, width, hidden, true);
  }

  std::vector<AdaptedMatrix> take() { return std::move(found_); }

 private:
  void add(const AdaptedMatrix& matrix) {
    if (adapters_.targets.has(matrix.target)) found_.push_back(matrix);
  }

  const TransformerShape& shape_;
  const AdapterSetup& adapters_;
  int ranks_;
  std::vector<AdaptedMatrix> found_;
};

}  // namespace

std::vector<AdaptedMatrix> adapted_matrices(const TransformerShape& shape,
                                            const AdapterSetup& adapters, int tensor_parallel,
                                            bool experts, int expert_parallel) {
  Matrices matrices(shape, adapters, tensor_parallel);
  matrices.add_attention();
  if (!experts) {
    matrices.add_feed_forward(catalog::per_core(shape.ffn, tensor_parallel), 1, false);
    return matrices.take();
  }
  const catalog::MoeShape& moe = *shape.moe;
  const double width = catalog::per_core(moe.expert_ffn, tensor_parallel);
  // Shared experts are one network of their common width.
  if (moe.shared_experts > 0) matrices.add_feed_forward(moe.shared_experts * width, 1, false);
  if (adapters.experts) {
    matrices.add_feed_forward(width, catalog::per_core(moe.experts, expert_parallel), true);
  }
  return matrices.take();
}

AdapterParameters adapter_parameters(const TransformerShape& shape, const AdapterSetup& adapters,
                                     int tensor_parallel, bool experts, int expert_parallel) {
  AdapterParameters sum;
  for (const AdaptedMatrix& matrix :
       adapted_matrices(shape, adapters, tensor_parallel, experts, expert_parallel)) {
    sum.all += matrix.parameters(adapters.rank);
    if (matrix.routed) sum.routed += matrix.parameters(adapters.rank);
    if (tensor_parallel > 1) sum.repeated += matrix.repeated(adapters.rank);
  }
  return sum;
}

double all_adapter_parameters(const TransformerShape& shape, const AdapterSetup& adapters) {
  const int dense = shape.layers - shape.moe_layers;
  double sum = 0;
  if (dense > 0) sum += dense * adapter_parameters(shape, adapters, 1, false, 1).all;
  if (shape.moe_layers > 0) {
    sum += shape.moe_layers * adapter_parameters(shape, adapters, 1, true, 1).all;
  }
  return sum;
}

const AdapterNames& adapter_names(AdapterTarget target) {
  return kAdapterNames[static_cast<std::size_t>(target)];
}

Result<> check_adapters(const TransformerShape& shape, const AdapterSetup& adapters) {
  const auto invalid = [](Text why) { return fail(ErrorCode::kInvalidArgument, std::move(why)); };
  if (adapters.rank > shape.hidden) {
    return invalid(
        tr("the rank of the adapters is {}; it must be at most the width of the model, "
           "{}",
           adapters.rank, shape.hidden));
  }
  if (adapters.experts && !shape.moe) {
    return invalid(tr("adapters of experts require a mixture of experts"));
  }
  const bool asks_gate =
      adapters.targets.has(AdapterTarget::kGate) && adapters.targets != kAllLinearTargets;
  if (asks_gate && !shape.gated) {
    return invalid(tr("the model has no matrix '{}'", to_string(AdapterTarget::kGate)));
  }
  if (all_adapter_parameters(shape, adapters) > 0) return {};
  return invalid(
      tr("no matrix has an adapter: all layers have routed experts, whose adapters require "
         "'experts'"));
}

double frozen_bytes(FrozenType type) {
  if (type == FrozenType::kInt8) return 1;
  constexpr double kBlock = 64;
  constexpr double kBlocks = 256;
  constexpr double kScale = 4;
  return 0.5 + 1 / kBlock + kScale / (kBlock * kBlocks);
}

double restoring_passes(FrozenType type) {
  constexpr double kSeparate = 1;
  constexpr double kLevels = 16;
  constexpr double kApplyScale = 1;
  return type == FrozenType::kInt8 ? 1 : kSeparate + (kLevels - 1) + kApplyScale;
}

}  // namespace nscope::sim
