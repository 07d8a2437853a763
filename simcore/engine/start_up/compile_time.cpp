#include "simcore/engine/start_up/compile_time.h"

#include "simcore/catalog/layer_shard.h"

#include <algorithm>

namespace nscope::sim {
namespace {

constexpr double kGiga = 1e9;
constexpr double kKilo = 1e3;

bool is_attention(const catalog::Block& block) {
  return block.kind == catalog::Block::Kind::kTransformer ||
         block.kind == catalog::Block::Kind::kCrossAttention;
}

/// Operators of one block: norms, projections, attention and feed-forward of a transformer.
double operators_of(const catalog::Block& block) {
  constexpr double kOfTransformer = 8;
  return is_attention(block) ? kOfTransformer : 1;
}

void add_phase(const FixedCall::Phase& phase, GraphToCompile& graph) {
  const NetworkInput& input = phase.input;
  const double cores = 1.0 * input.tensor_parallel * input.context_parallel;
  for (const catalog::Block& block : phase.network) {
    graph.operators += block.times * operators_of(block);
    if (!is_attention(block)) continue;
    graph.layers += block.times;
    const double positions = catalog::positions_of(block, input.sample()) + block.text_rows;
    const double rows = input.batch * positions / input.context_parallel;
    graph.tokens = std::max(graph.tokens, rows);
    const double keys = std::max(positions, 1.0 * block.context_rows);
    graph.scores = std::max(graph.scores, rows * keys * block.heads / input.tensor_parallel);
  }
  graph.elements +=
      (catalog::parameters_of(phase.network) - catalog::table_parameters_of(phase.network)) /
      input.tensor_parallel;
  graph.tiles += input.batch * catalog::macs_of(phase.network, input.sample()) / cores / kTileMacs;
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

double routed_parameters(const catalog::Model& model) {
  if (!model.moe) return 0;
  const double matrices = model.ffn_gated ? 3 : 2;
  return 1.0 * model.moe_layers() * model.moe->experts * matrices * catalog::expert_inputs(model) *
         model.moe->expert_ffn;
}

CompileWork decoder_compilations(const catalog::Model& model, const DecoderShape& shape,
                                 const StartParameters& parameters) {
  const double routed = routed_parameters(model) / shape.tensor_parallel;
  const double experts = model.moe ? model.moe->experts : 0;
  const double used = model.moe ? model.moe->top_k : 0;
  const double of_layers = experts * model.moe_layers();
  const double whole = model.attention_parameters() + model.feed_forward_parameters() +
                       1.0 * model.vocabulary * model.hidden;
  const double dense = std::max(0.0, whole / shape.tensor_parallel - routed);
  const double heads = catalog::per_core(model.heads, shape.tensor_parallel);
  const int encoder = model.encoder_layers;
  CompileWork work{.graphs = {}, .layout_elements = dense};
  for (const DecoderShape::Prefill& one : shape.prefills) {
    const double tokens = 1.0 * shape.prefill_batch * one.tokens;
    GraphToCompile prefill{.kind = GraphToCompile::Kind::kPrefill,
                           .layers = 1.0 * (encoder > 0 ? encoder : model.layers),
                           .experts = of_layers,
                           .elements = dense,
                           .tokens = tokens,
                           .scores = tokens * one.positions * heads};
    if (tokens * used <= parameters.block_tokens) prefill.elements += routed;
    work.graphs.push_back(prefill);
  }
  for (const int batch : shape.batches) {
    GraphToCompile decode{.kind = GraphToCompile::Kind::kDecode,
                          .layers = 1.0 * model.layers,
                          .experts = of_layers,
                          .elements = dense};
    if (batch * used >= experts) decode.elements += routed;
    work.graphs.insert(work.graphs.end(), static_cast<std::size_t>(shape.decode_lengths), decode);
  }
  return work;
}

CompileWork call_compilations(const FixedCall& call) {
  CompileWork work{.graphs = {}, .in_sequence = true};
  for (const FixedCall::Phase& phase : call.phases) {
    if (work.graphs.empty() || !phase.joined) work.graphs.emplace_back();
    GraphToCompile& graph = work.graphs.back();
    const bool shared = phase.input.tensor_parallel * phase.input.context_parallel > 1;
    graph.kind = shared ? GraphToCompile::Kind::kBlocks : GraphToCompile::Kind::kTraced;
    const double before = graph.elements;
    add_phase(phase, graph);
    // A graph of several phases grows; each phase has its layout once.
    if (shared) work.layout_elements += graph.elements - before;
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
  if (work.stored_bytes > 0) {
    times.shards = work.stored_bytes / std::min(storage, parameters.stage);
  }
  return times;
}

}  // namespace nscope::sim
