#include "simcore/engine/graph/network_graph.h"

#include <algorithm>

namespace nscope::sim {
namespace {

using catalog::Block;

/// Builds the operators of single blocks, for one call.
class Builder {
 public:
  Builder(const Rates& rates, const NetworkInput& input) : rates_(rates), input_(input) {}

  std::vector<Operator> operators(const Block& block) const {
    switch (block.kind) {
      case Block::Kind::kConvolution: return {{"convolution", convolved(block)}};
      case Block::Kind::kPool: return {{"pool", pooled(block)}};
      case Block::Kind::kLinear: return {{"linear", projected(rows(block), block.in, block.out)}};
      case Block::Kind::kNorm: return {{"norm", normalised(rows(block), block.in, false)}};
      case Block::Kind::kCrossAttention: {
        std::vector<Operator> ops;
        add_cross_attention(ops, block);
        return ops;
      }
      case Block::Kind::kEmbedding: return {{"embedding", looked_up(block)}};
      case Block::Kind::kInteraction: return interaction(block);
      case Block::Kind::kElementwise:
        return {{"elementwise",
                 elementwise(rates_, rows(block), block.in, static_cast<double>(block.kernel))}};
      case Block::Kind::kLstm: return {};  // add_lstm() adds its steps as a separate group
      case Block::Kind::kTransformer: break;
    }
    return transformer(block);
  }

  /// The inputs of all steps are known and projected together; the steps follow in sequence. The
  /// recurrent weights are read once if they fit in SBUF.
  void add_lstm(const Block& block, StepGraph& graph) const {
    const double hidden = block.out;
    const double weights = 4 * hidden * hidden * input_.weight_bytes;
    LstmStep step{.batch = static_cast<double>(input_.batch),
                  .hidden = hidden,
                  .weight_bytes = input_.weight_bytes};
    std::vector<Operator> first{
        {"lstm_input_projection", projected(rows(block), block.in, 4 * hidden)},
        {"lstm_step", lstm_step(rates_, step)}};
    step.resident = spilled_bytes(rates_.machine, weights) == 0;
    const std::vector<Operator> later{{"lstm_step", lstm_step(rates_, step)}};
    for (int layer = 0; layer < block.times; ++layer) {
      graph.layers.push_back({first, 1});
      if (block.rows > 1) graph.layers.push_back({later, block.rows - 1});
    }
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
  Work looked_up(const Block& block) const {
    const double samples = input_.batch;
    return gather(rates_, {.rows = samples * block.lookups,
                           .row_bytes = block.out * input_.weight_bytes,
                           .width = static_cast<double>(block.out),
                           .sums = samples * (block.lookups - 1)});
  }
  /// The pairs of one sample are one small matrix product, half of which is used.
  std::vector<Operator> interaction(const Block& block) const {
    const double vectors = block.rows;
    const Attention pairs{.batch = static_cast<double>(input_.batch),
                          .head_dim = static_cast<double>(block.in),
                          .queries = vectors,
                          .keys = vectors};
    return {{"interaction", attention_scores(rates_, pairs)},
            {"interaction_pairs", elementwise(rates_, input_.batch, vectors * vectors / 2, 1)}};
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
    // A single query is computed as two, because one would be a decode step with a cache.
    const double counted = sequence(block) / shape.queries;
    const auto add = [&](std::string_view name, Work work) {
      work.flops *= counted;
      ops.push_back({name, work});
    };
    add("attention_scores", attention_scores(rates_, shape));
    add("attention_softmax", attention_softmax(rates_, shape));
    add("attention_context", attention_context(rates_, shape));
  }

  void add_cross_attention(std::vector<Operator>& ops, const Block& block) const {
    const double tokens = rows(block);
    const double width = block.in;
    const double inner = static_cast<double>(block.heads) * block.head_dim;
    ops.push_back({"cross_query_projection", projected(tokens, width, inner)});
    ops.push_back(
        {"cross_kv_projection", projected(static_cast<double>(input_.batch) * block.context_rows,
                                          block.context_width, 2 * inner)});
    add_attention(ops, block, block.context_rows);
    ops.push_back({"cross_output_projection", projected(tokens, inner, width)});
    ops.push_back({"cross_norm", normalised(tokens, width, true)});
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
    if (block.context_rows > 0) add_cross_attention(ops, block);
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
  return input.fused_attention && keys >= kFusedKeys;
}

StepGraph network_graph(const Rates& rates, const catalog::Network& network,
                        const NetworkInput& input) {
  const Builder builder(rates, input);
  StepGraph graph{.before = {}, .layers = {}, .after = {}, .overlap = overlap_of(rates)};
  for (const Block& block : network) {
    if (block.kind == Block::Kind::kLstm) {
      builder.add_lstm(block, graph);
    } else {
      graph.layers.push_back({builder.operators(block), block.times});
    }
  }
  return graph;
}

}  // namespace nscope::sim
