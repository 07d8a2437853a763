#include "simcore/engine/start_up/compile_time.h"

#include <algorithm>
#include <cmath>

namespace nscope::sim {
namespace {

constexpr double kGiga = 1e9;
constexpr double kKilo = 1e3;

/// Multiply-accumulates of one matrix instruction.
constexpr double kTileMacs = 128.0 * 128 * 512;



bool is_attention(const catalog::Block& block) {
  return block.kind == catalog::Block::Kind::kTransformer || block.kind == catalog::Block::Kind::kCrossAttention;
}

/// Operators of one block: norms, projections, attention and feed-forward of a transformer.
double operators_of(const catalog::Block& block) {
  constexpr double kOfTransformer = 8;
  return is_attention(block) ? kOfTransformer : 1;
}

/// Positions of one sample on which a block works.
double positions_of(const catalog::Block& block, const NetworkInput& input) {
  double rows = block.rows;
  if (block.rows == 0 && input.tokens > 0) rows = input.tokens;
  if (block.rows == 0 && input.tokens == 0) {
    rows = 1.0 * (input.height / block.scale) * (input.width / block.scale) * input.frames *
           block.images;
  }
  return rows + block.text_rows;
}

/// Experts of all layers on a core, and their weights.
struct Experts {
  double count = 0;     ///< of one layer
  double layers = 0;
  double elements = 0;  ///< of all layers on a core
};
Experts experts_of(const catalog::Model& model, int tensor_parallel) {
  if (!model.moe) return {};
  const double matrices = model.ffn_gated ? 3 : 2;
  const double layers = model.moe_layers();
  return {.count = 1.0 * model.moe->experts,
          .layers = layers,
          .elements = layers * model.moe->experts * matrices * model.hidden *
                      model.moe->expert_ffn / tensor_parallel};
}

void add_phase(const FixedCall::Phase& phase, GraphToCompile& graph) {
  const NetworkInput& input = phase.input;
  const double cores = 1.0 * input.tensor_parallel * input.context_parallel;
  for (const catalog::Block& block : phase.network) {
    graph.operators += block.times * operators_of(block);
    if (!is_attention(block)) continue;
    graph.layers += block.times;
    const double rows = input.batch * positions_of(block, input) / input.context_parallel;
    graph.tokens = std::max(graph.tokens, rows);
    const double keys = std::max(positions_of(block, input), 1.0 * block.context_rows);
    graph.scores = std::max(graph.scores, rows * keys * block.heads / input.tensor_parallel);
  }
  graph.elements +=
      (catalog::parameters_of(phase.network) - catalog::table_parameters_of(phase.network)) /
      input.tensor_parallel;
  graph.tiles += input.batch *
                 catalog::macs_of(phase.network, input.height, input.width, input.frames) / cores /
                 kTileMacs;
}

}  // namespace

double graph_seconds(const GraphToCompile& graph, const StartParameters& p) {
  const double weights = graph.elements / kGiga * p.elements;
  const double prompt = graph.tokens / kKilo * p.tokens + graph.scores / kGiga * p.scores;
  const double layers = graph.layers * p.layer + graph.experts * p.expert;
  switch (graph.kind) {
    case GraphToCompile::Kind::kPrefill: return p.graph_start + layers + weights + prompt;
    case GraphToCompile::Kind::kDecode: return p.graph_start + layers + weights;
    case GraphToCompile::Kind::kBlocks:
      return p.graph_start + graph.layers * p.block + weights + prompt;
    case GraphToCompile::Kind::kTraced: break;
  }
  return p.graph_start + graph.operators * p.trace_operator + graph.tiles * p.tile;
}

CompileWork decoder_compilations(const catalog::Model& model, const DecoderShape& shape,
                                 const StartParameters& parameters) {
  const Experts experts = experts_of(model, shape.tensor_parallel);
  const double whole = model.attention_parameters() + model.feed_forward_parameters() +
                       1.0 * model.vocabulary * model.hidden;
  const double dense = std::max(0.0, whole / shape.tensor_parallel - experts.elements);
  const double heads = std::ceil(1.0 * model.heads / shape.tensor_parallel);
  const int encoder = model.encoder_layers;
  CompileWork work;
  double length = shape.sequence_length;
  for (int bucket = 0; bucket < shape.buckets; ++bucket, length = std::ceil(length / 2)) {
    const double tokens = shape.prefill_batch * length;
    const double used = experts.count > 0 ? model.moe->top_k : 0;
    GraphToCompile prefill{.kind = GraphToCompile::Kind::kPrefill,
                           .layers = 1.0 * (encoder > 0 ? encoder : model.layers),
                           .experts = experts.count * experts.layers,
                           .elements = dense,
                           .tokens = tokens,
                           .scores = tokens * length * heads};
    if (tokens * used <= parameters.block_tokens) prefill.elements += experts.elements;
    GraphToCompile decode{.kind = GraphToCompile::Kind::kDecode,
                          .layers = 1.0 * model.layers,
                          .experts = experts.count * experts.layers,
                          .elements = dense};
    if (shape.batch * used >= experts.count) decode.elements += experts.elements;
    work.graphs.push_back(prefill);
    work.graphs.push_back(decode);
  }
  work.layout_elements = dense;
  return work;
}

CompileWork call_compilations(const FixedCall& call) {
  CompileWork work{.graphs = {}, .in_sequence = true};
  for (const FixedCall::Phase& phase : call.phases) {
    if (work.graphs.empty() || !phase.joined) work.graphs.emplace_back();
    GraphToCompile& graph = work.graphs.back();
    const bool shared = phase.input.tensor_parallel * phase.input.context_parallel > 1;
    graph.kind = shared ? GraphToCompile::Kind::kBlocks : GraphToCompile::Kind::kTraced;
    add_phase(phase, graph);
    if (shared) work.layout_elements += graph.elements;
  }
  return work;
}

CompileTimes compile_times(const CompileWork& work, double vcpus, double storage,
                           const StartParameters& parameters) {
  CompileTimes times;
  double sum = 0;
  double longest = 0;
  std::size_t deciding = work.graphs.size();
  for (std::size_t i = 0; i < work.graphs.size(); ++i) {
    const GraphToCompile& graph = work.graphs[i];
    const double seconds = graph_seconds(graph, parameters);
    const bool decides = work.in_sequence ? i == 0 : graph.kind == GraphToCompile::Kind::kDecode;
    if (decides && deciding == work.graphs.size()) {
      deciding = i;
      times.first = seconds;
      continue;
    }
    sum += seconds;
    longest = std::max(longest, seconds);
  }
  const double share =
      work.in_sequence ? 1.0 : std::min(1.0, parameters.busy_cores / std::max(1.0, vcpus));
  times.others = longest + (sum - longest) * share;
  times.layout = work.layout_elements / kGiga * parameters.layout;
  if (work.stored_bytes > 0) times.shards = work.stored_bytes / storage;
  return times;
}

}  // namespace nscope::sim
