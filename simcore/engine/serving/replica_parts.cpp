#include "simcore/engine/serving/replica_parts.h"

#include <algorithm>
#include <utility>

namespace nscope::sim {
namespace {

tl::unexpected<Error> not_divisible(const catalog::Model& model, const Text& why) {
  return fail(ErrorCode::kInvalidArgument, tr("{}: {}", model.id, why));
}

/// Feed-forward parts of the first `layers` layers. In some models, a layer is either a mixer or a
/// feed-forward part.
int feed_forward_parts(const catalog::Model& model, int layers) {
  const auto& pattern = model.layer_pattern;
  const auto separate = std::count(pattern.begin(), pattern.end(), catalog::Mixer::kFeedForward);
  if (separate == 0) return layers;
  int parts = 0;
  for (int layer = 0; layer < layers; ++layer) {
    const auto at = static_cast<std::size_t>(layer) % pattern.size();
    parts += pattern[at] == catalog::Mixer::kFeedForward ? 1 : 0;
  }
  return parts;
}

/// The parameters of a part: its matrices, and its share of norms and biases, which are what the
/// published count has beyond the matrices.
void set_parameters(const catalog::Model& whole, catalog::Model& part) {
  const double others = std::max(0.0, whole.parameters - whole.computed_parameters());
  part.parameters = part.computed_parameters() + others * part.layers / whole.layers;
}

ReplicaPart stage_of(const catalog::Model& model, int first, int layers, int stage, int stages) {
  ReplicaPart part{.model = model, .embeds = stage == 0, .samples = stage == stages - 1};
  catalog::Model& own = part.model;
  own.layers = layers;
  auto& pattern = own.layer_pattern;
  if (!pattern.empty()) {
    const auto shift = static_cast<std::size_t>(first) % pattern.size();
    std::rotate(pattern.begin(), pattern.begin() + static_cast<std::ptrdiff_t>(shift),
                pattern.end());
  }
  if (own.moe) own.moe->dense_layers -= feed_forward_parts(model, first);
  // One table: the embedding of the first stage or the LM head of the last one.
  if (stages > 1) own.tied_embeddings = true;
  if (!part.embeds && !part.samples) own.vocabulary = 0;
  if (!part.embeds) own.vision.reset();
  set_parameters(model, own);
  const int last = first + layers;
  part.title = layers == 1
                   ? tr("stage {} of {} (layer {} of {})", stage + 1, stages, last, model.layers)
                   : tr("stage {} of {} (layers {} to {} of {})", stage + 1, stages, first + 1,
                        last, model.layers);
  return part;
}

Result<std::vector<ReplicaPart>> stages_of(const catalog::Model& model, int stages) {
  if (stages > model.layers) {
    return not_divisible(
        model, tr("its {} layers cannot be divided between {} instances", model.layers, stages));
  }
  if (model.loops > 1) {
    return not_divisible(model, tr("replicas on several instances are not modelled for layers that "
                                   "a token passes several times"));
  }
  if (model.shared_kv) {
    return not_divisible(model, tr("replicas on several instances are not modelled for layers that "
                                   "use the keys and values of other layers"));
  }
  std::vector<ReplicaPart> parts;
  int first = 0;
  for (int stage = 0; stage < stages; ++stage) {
    const int layers = model.layers / stages + (stage < model.layers % stages ? 1 : 0);
    parts.push_back(stage_of(model, first, layers, stage, stages));
    first += layers;
  }
  return parts;
}

Result<std::vector<ReplicaPart>> share_of_experts(const catalog::Model& model, int nodes) {
  if (!model.moe || model.moe_layers() == 0) {
    return not_divisible(model, tr("it has no experts to divide between {} instances; use "
                                   "'node_parallelism' '{}'",
                                   nodes, to_string(NodeParallelism::kPipeline)));
  }
  const int experts = model.moe->experts / nodes;
  if (model.moe->experts % nodes != 0 || experts < model.moe->top_k) {
    return not_divisible(
        model,
        tr("its {} experts, {} of which a token uses, cannot be divided between {} instances",
           model.moe->experts, model.moe->top_k, nodes));
  }
  ReplicaPart part{.model = model};
  part.model.moe->experts = experts;
  set_parameters(model, part.model);
  part.title = tr("an instance with {} of {} experts", experts, model.moe->experts);
  return std::vector{std::move(part)};
}

}  // namespace

StepGraph ReplicaPart::without_others(StepGraph graph) const {
  if (!embeds) graph.before.clear();
  if (!samples) graph.after.clear();
  return graph;
}

Result<std::vector<ReplicaPart>> replica_parts(const catalog::Model& model, int nodes,
                                               NodeParallelism parallelism) {
  if (nodes == 1) return std::vector{ReplicaPart{.model = model}};
  return parallelism == NodeParallelism::kPipeline ? stages_of(model, nodes)
                                                   : share_of_experts(model, nodes);
}

int sequences_of_part(int sequences, int nodes) {
  return (sequences + nodes - 1) / nodes;
}

int PartNetwork::groups(int sequences) const {
  return parallelism == NodeParallelism::kPipeline ? std::min(nodes, sequences) : 1;
}

double PartNetwork::transfer(std::size_t part, std::size_t parts, double tokens) const {
  if (nodes == 1) return 0;
  const double activations = tokens * seconds_of_token;
  if (parallelism == NodeParallelism::kExperts) return exchanges * (hop + activations);
  return part + 1 < parts ? hop + activations : hop;
}

double PartNetwork::prefill(std::span<const double> parts, double tokens) const {
  double sum = 0;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    sum += parts[i] + transfer(i, parts.size(), tokens);
  }
  return sum;
}

double PartNetwork::step(std::span<const double> parts, int sequences, double tokens) const {
  double slowest = 0;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    slowest = std::max(slowest, parts[i] + transfer(i, parts.size(), tokens));
  }
  return std::max(prefill(parts, tokens), groups(sequences) * slowest);
}

PartNetwork part_network(const catalog::Model& model, int nodes, NodeParallelism parallelism,
                         const DecoderLayout& layout, double bandwidth,
                         const Parameters& parameters) {
  PartNetwork network{.nodes = nodes, .parallelism = parallelism};
  if (nodes == 1) return network;
  network.hop = parameters.network_hop;
  network.seconds_of_token = model.hidden * layout.element_bytes / bandwidth;
  if (parallelism == NodeParallelism::kPipeline) return network;
  const double others = nodes - 1;
  network.seconds_of_token *= std::min(model.moe->top_k * others / nodes, others);
  constexpr int kDispatchAndCombine = 2;
  network.exchanges = kDispatchAndCombine * model.moe_layers();
  return network;
}

}  // namespace nscope::sim
