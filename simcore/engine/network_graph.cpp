#include "simcore/engine/network_graph.h"

#include <algorithm>

namespace nscope::sim {
namespace {

using catalog::Block;

/// Keys from which on the attention of an image is worth a kernel of its own.
constexpr double kFusedFrom = 2048;

/// Builds the operators of single blocks; lives for one call.
class Builder {
 public:
  Builder(const Rates& rates, const NetworkInput& input) : rates_(rates), input_(input) {}

  std::vector<Operator> operators(const Block& block) const {
    switch (block.kind) {
      case Block::Kind::kConvolution: return {{"convolution", convolved(block)}};
      case Block::Kind::kPool: return {{"pool", pooled(block)}};
      case Block::Kind::kLinear: return {{"linear", projected(rows(block), block.in, block.out)}};
      case Block::Kind::kNorm: return {{"norm", normalised(rows(block), block.in, false)}};
      case Block::Kind::kTransformer: break;
    }
    return transformer(block);
  }

 private:
  double sequence(const Block& block) const {
    if (block.rows > 0) return block.rows;
    return static_cast<double>(std::max(1, input_.height / block.scale)) *
           std::max(1, input_.width / block.scale);
  }
  double rows(const Block& block) const { return input_.batch * sequence(block); }

  Work convolved(const Block& block) const {
    return convolution(rates_, {.pixels = rows(block),
                                .in = static_cast<double>(block.in),
                                .out = static_cast<double>(block.out),
                                .taps = static_cast<double>(block.kernel) * block.kernel,
                                .groups = static_cast<double>(block.groups),
                                .weight_bytes = input_.weight_bytes,
                                .residual = block.residual});
  }
  Work pooled(const Block& block) const {
    return elementwise(rates_, block.in, rows(block),
                       static_cast<double>(block.kernel) * block.kernel);
  }
  Work projected(double tokens, double inner, double columns, bool activation = false) const {
    return gemm(rates_, {.rows = tokens,
                         .inner = inner,
                         .columns = columns,
                         .weight_bytes = input_.weight_bytes,
                         .activation = activation});
  }
  Work normalised(double tokens, double width, bool residual) const {
    const Parameters& p = rates_.parameters;
    return elementwise(rates_, tokens, width, residual ? p.norm_passes : p.norm_passes - 2);
  }

  void add_attention(std::vector<Operator>& ops, const Block& block, double keys) const {
    const Attention shape{.batch = static_cast<double>(input_.batch),
                          .query_heads = static_cast<double>(block.heads),
                          .kv_heads = static_cast<double>(block.heads),
                          .head_dim = static_cast<double>(block.head_dim),
                          .queries = std::max(2.0, sequence(block)),
                          .keys = keys,
                          .fused = fuses_attention(input_, keys)};
    ops.push_back({"attention_scores", attention_scores(rates_, shape)});
    ops.push_back({"attention_softmax", attention_softmax(rates_, shape)});
    ops.push_back({"attention_context", attention_context(rates_, shape)});
  }

  std::vector<Operator> transformer(const Block& block) const {
    const double tokens = rows(block);
    const double width = block.in;
    const double inner = static_cast<double>(block.heads) * block.head_dim;
    std::vector<Operator> ops;
    ops.push_back({"qkv_projection", projected(tokens, width, 3 * inner)});
    add_attention(ops, block, sequence(block));
    ops.push_back({"output_projection", projected(tokens, inner, width)});
    ops.push_back({"attention_norm", normalised(tokens, width, true)});
    if (block.context_rows > 0) {
      ops.push_back({"cross_query_projection", projected(tokens, width, inner)});
      ops.push_back(
          {"cross_kv_projection", projected(static_cast<double>(input_.batch) * block.context_rows,
                                            block.context_width, 2 * inner)});
      add_attention(ops, block, block.context_rows);
      ops.push_back({"cross_output_projection", projected(tokens, inner, width)});
      ops.push_back({"cross_norm", normalised(tokens, width, true)});
    }
    if (block.ffn == 0) return ops;
    ops.push_back({"ffn_up", projected(tokens, width, block.ffn, true)});
    if (block.gated) {
      ops.push_back({"ffn_gate", projected(tokens, width, block.ffn)});
      ops.push_back({"ffn_product", elementwise(rates_, tokens, block.ffn, 1)});
    }
    ops.push_back({"ffn_down", projected(tokens, block.ffn, width)});
    ops.push_back({"ffn_norm", normalised(tokens, width, true)});
    return ops;
  }

  const Rates& rates_;
  const NetworkInput& input_;
};

}  // namespace

bool fuses_attention(const NetworkInput& input, double keys) {
  return input.fused_attention && keys >= kFusedFrom;
}

StepGraph network_graph(const Rates& rates, const catalog::Network& network,
                        const NetworkInput& input) {
  const Builder builder(rates, input);
  StepGraph graph;
  for (const Block& block : network) {
    graph.layers.push_back({builder.operators(block), block.times});
  }
  return graph;
}

}  // namespace nscope::sim
