#include "simcore/engine/graph/network_graph.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

namespace nscope::sim {
namespace {

using catalog::Block;

bool has_eager_scores(const NetworkInput& input, const Block& block, double keys) {
  return keys >= kFusedKeys && (input.eager_scores || block.masked);
}

/// Builds the operators of single blocks, for one call.
class Builder {
 public:
  Builder(const Rates& rates, const NetworkInput& input) : rates_(rates), input_(input) {}

  std::vector<Operator> operators(const Block& block) const {
    switch (block.kind) {
      case Block::Kind::kConvolution: return {{"convolution", convolved(block)}};
      case Block::Kind::kPool: return {{"pool", pooled(block)}};
      case Block::Kind::kLinear: return linear(block);
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
  /// Rows of one sample on all cores, without text.
  double sequence(const Block& block) const {
    return catalog::positions_of(block, input_.sample());
  }
  /// Rows of the batch on this core. Rows of a fixed number are few and are not shared.
  double rows(const Block& block) const {
    const bool shared = block.rows == 0 || block.kind == Block::Kind::kTransformer;
    return input_.batch * (shared ? share(sequence(block)) : sequence(block));
  }
  double share(double rows) const { return std::ceil(rows / input_.context_parallel); }
  double shard(double columns) const { return std::ceil(columns / input_.tensor_parallel); }
  double heads(const Block& block) const { return shard(block.heads); }

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

  std::vector<Operator> linear(const Block& block) const {
    std::vector<Operator> ops{{"linear", projected(rows(block), block.in, shard(block.out))}};
    add_collective(ops, "linear_all_gather", CollectiveKind::kAllGather,
                   rows(block) * block.out * rates_.element_bytes);
    return ops;
  }

  void add_collective(std::vector<Operator>& ops, std::string_view name, CollectiveKind kind,
                      double bytes) const {
    if (input_.tensor_parallel <= 1) return;
    ops.push_back(
        {name,
         {},
         plan_collective(rates_.machine, rates_.parameters, kind, input_.tensor_parallel, bytes)});
  }
  void add_reduction(std::vector<Operator>& ops, std::string_view name, double tokens,
                     double width) const {
    add_collective(ops, name, CollectiveKind::kAllReduce, tokens * width * rates_.element_bytes);
  }

  /// Gathers the keys and values of all rows from the groups that share them.
  void add_key_gather(std::vector<Operator>& ops, double bytes) const {
    const int groups = input_.context_parallel;
    if (groups <= 1) return;
    const int stride = input_.tensor_parallel;
    const auto plan = plan_collective(
        rates_.machine, rates_.parameters,
        {.kind = CollectiveKind::kAllGather,
         .group = {.ranks_per_node = groups, .stride = stride, .concurrent = stride},
         .bytes = bytes,
         .in_graph = true});
    ops.push_back({"kv_all_gather",
                   {},
                   plan ? plan->summary
                        : plan_collective(rates_.machine, rates_.parameters,
                                          CollectiveKind::kAllGather, groups, bytes)});
  }

  void add_attention(std::vector<Operator>& ops, const Block& block, double rows,
                     double keys) const {
    const Attention shape{.batch = static_cast<double>(input_.batch),
                          .query_heads = heads(block),
                          .kv_heads = heads(block),
                          .head_dim = static_cast<double>(block.head_dim),
                          .queries = std::max(2.0, rows),
                          .keys = keys,
                          .fused = fuses_attention(input_, block, keys)};
    // A single query is computed as two, because one would be a decode step with a cache.
    const double counted = rows / shape.queries;
    const auto add = [&](std::string_view name, Work work) {
      work.flops *= counted;
      ops.push_back({name, work});
    };
    const bool alone = shape.fused && input_.one_core_attention;
    const Machine machine = alone ? one_physical_core(rates_.machine) : rates_.machine;
    const Rates rates{machine, rates_.parameters, rates_.element_bytes, rates_.fp32};
    add("attention_scores", attention_scores(rates, shape));
    add("attention_softmax", attention_softmax(rates, shape));
    if (has_eager_scores(input_, block, keys))
      ops.push_back({"attention_passes", passes_of(shape)});
    add("attention_context", attention_context(rates, shape));
  }

  /// The traffic of scores that no operator keeps on the chip, beyond that of scores which are
  /// written once and read once.
  Work passes_of(const Attention& shape) const {
    const Parameters& p = rates_.parameters;
    const double scores = shape.batch * shape.query_heads * shape.queries * shape.keys;
    const double once = 2 * p.score_bytes + 2 * rates_.element_bytes;
    Work work;
    add_stream(rates_, work, scores * std::max(0.0, p.eager_score_bytes - once), 0);
    return work;
  }

  void add_cross_attention(std::vector<Operator>& ops, const Block& block) const {
    const double tokens = rows(block);
    const double width = block.in;
    const double inner = heads(block) * block.head_dim;
    ops.push_back({"cross_query_projection", projected(tokens, width, inner)});
    ops.push_back(
        {"cross_kv_projection", projected(static_cast<double>(input_.batch) * block.context_rows,
                                          block.context_width, 2 * inner)});
    add_attention(ops, block, tokens / input_.batch, block.context_rows);
    ops.push_back({"cross_output_projection", projected(tokens, inner, width)});
    add_reduction(ops, "cross_all_reduce", tokens, width);
    ops.push_back({"cross_norm", normalised(tokens, width, true)});
  }

  /// The rows of a transformer on this core, for the batch.
  struct Rows {
    double image = 0;  ///< or of a text model
    double text = 0;
    double all() const { return image + text; }
  };

  /// A projection of all rows, or one of each stream.
  void project(std::vector<Operator>& ops, const Block& block, const Rows& rows,
               std::array<std::string_view, 2> names, double inner, double columns,
               bool activation = false) const {
    const double first = block.own_text_weights ? rows.image : rows.all();
    ops.push_back({names[0], projected(first, inner, columns, activation)});
    if (block.own_text_weights && rows.text > 0)
      ops.push_back({names[1], projected(rows.text, inner, columns, activation)});
  }

  void add_norm(std::vector<Operator>& ops, std::string_view name, const Block& block,
                double tokens) const {
    ops.push_back({name, normalised(tokens, block.in, true)});
    constexpr double kModulationPasses = 3;  // scale, shift, gate
    if (block.modulated)
      ops.push_back({"modulation", elementwise(rates_, tokens, block.in, kModulationPasses)});
  }

  /// What queries and keys pass through before they are multiplied.
  void add_key_passes(std::vector<Operator>& ops, const Block& block, double tokens) const {
    const double width = 2 * heads(block) * block.head_dim;
    if (block.qk_norm) ops.push_back({"qk_norm", normalised(tokens, width, false)});
    if (block.rope)
      ops.push_back({"rope", elementwise(rates_, tokens, width, rates_.parameters.rope_passes)});
  }

  void add_feed_forward(std::vector<Operator>& ops, const Block& block, const Rows& rows) const {
    const double width = block.in;
    const double columns = shard(block.ffn);
    project(ops, block, rows, {"ffn_up", "text_ffn_up"}, width, columns, true);
    if (block.gated) {
      project(ops, block, rows, {"ffn_gate", "text_ffn_gate"}, width, columns);
      ops.push_back({"ffn_product", elementwise(rates_, rows.all(), columns, 1)});
    }
    project(ops, block, rows, {"ffn_down", "text_ffn_down"}, columns, width);
  }

  std::vector<Operator> transformer(const Block& block) const {
    const double samples = input_.batch;
    const Rows local{.image = rows(block), .text = samples * share(block.text_rows)};
    const double width = block.in;
    const double inner = heads(block) * block.head_dim;
    const double keys = sequence(block) + block.text_rows;
    std::vector<Operator> ops;
    project(ops, block, local, {"qkv_projection", "text_qkv_projection"}, width, 3 * inner);
    add_key_passes(ops, block, local.all());
    add_key_gather(ops, 2 * samples * keys * inner * rates_.element_bytes);
    add_attention(ops, block, local.all() / samples, keys);
    const Rows returned{.image = local.image, .text = block.text_ends ? 0.0 : local.text};
    project(ops, block, returned, {"output_projection", "text_output_projection"}, inner, width);
    if (!block.parallel) {
      add_reduction(ops, "attention_all_reduce", returned.all(), width);
      add_norm(ops, "attention_norm", block, returned.all());
    }
    if (block.context_rows > 0) add_cross_attention(ops, block);
    if (block.ffn > 0) add_feed_forward(ops, block, returned);
    if (block.ffn == 0 && !block.parallel) return ops;
    add_reduction(ops, "ffn_all_reduce", returned.all(), width);
    add_norm(ops, "ffn_norm", block, returned.all());
    return ops;
  }

  const Rates& rates_;
  const NetworkInput& input_;
};

}  // namespace

bool fuses_attention(const NetworkInput& input, const Block& block, double keys) {
  return input.fused_attention && keys >= kFusedKeys && !has_eager_scores(input, block, keys);
}

bool can_be_sharded(const catalog::Network& network) {
  constexpr int kPatch = 2;  // larger kernels belong to networks of images
  return std::none_of(network.begin(), network.end(), [](const Block& block) {
    switch (block.kind) {
      case Block::Kind::kTransformer:
      case Block::Kind::kCrossAttention:
      case Block::Kind::kLinear:
      case Block::Kind::kNorm:
      case Block::Kind::kElementwise: return false;
      case Block::Kind::kConvolution: return block.kernel > kPatch;
      default: return true;
    }
  });
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
