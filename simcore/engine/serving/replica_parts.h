#pragma once

#include "simcore/catalog/model.h"
#include "simcore/engine/calibration/parameters.h"
#include "simcore/engine/graph/decoder_graph.h"
#include "simcore/engine/graph/step_graph.h"
#include "simcore/engine/workload/serving_setup.h"

#include <span>
#include <vector>

namespace nscope::sim {

/// What one instance of a replica holds of its model. Plain data.
struct ReplicaPart {
  catalog::Model model;  ///< its layers and experts as a model of their own
  bool embeds = true;    ///< begins with the embedding of tokens
  bool samples = true;   ///< ends with the LM head and sampling
  Text title{};          ///< "stage 1 of 2 (layers 1 to 16)", "instance with 64 of 128 experts"

  /// Removes from a graph of `model` what the part does not execute.
  StepGraph without_others(StepGraph graph) const;
};

/// The parts of a model on `nodes` instances. One instance: one part, the model itself.
/// - kPipeline: `nodes` stages. The layers are divided evenly; the first stages have one more if they
///   cannot be. The first has the embedding and the image tower, the last the LM head; with tied
///   embeddings, both have the table.
/// - kExperts: one part that all instances have: all layers, but an equal share of the experts.
/// Errors: kInvalidArgument for fewer layers than stages, layers that use the keys of others, and
/// experts that cannot be divided or of which one instance would have fewer than a token uses.
Result<std::vector<ReplicaPart>> replica_parts(const catalog::Model& model, int nodes,
                                               NodeParallelism parallelism);

/// The sequences of `sequences` that one part processes together: a group of a pipeline, or the
/// sequences of one instance. Rounded up.
int sequences_of_part(int sequences, int nodes);

/// How the parts of a replica work together. Times in seconds, sizes in bytes. Plain data.
///
/// Pipeline of P stages: the sequences are g = min(P, sequences) groups that circulate, and every
/// stage passes the hidden state of each token to the next instance. With the time t of a stage and
/// its transfer, one step of all sequences takes the longer one of a round of one group and the work
/// of the slowest stage for all groups:
///   transfer = hop + tokens x hidden x bytes / bandwidth; the last stage returns tokens only: hop
///   step     = max(sum of t, g x max t)
///   prefill  = sum of t; it passes through the stages alone
/// Experts on N instances: each instance has the attention of its own sequences and exchanges the
/// hidden states of its tokens with the instances of their experts, before and after the experts of
/// every layer with experts. A token is copied at most once for each of its `top_k` experts that are
/// elsewhere, and once for each other instance:
///   exchange = 2 x layers x (hop + tokens x min(top_k x (N - 1) / N, N - 1) x hidden x bytes /
///              bandwidth)
///   step, prefill = t + exchange
struct PartNetwork {
  int nodes = 1;
  NodeParallelism parallelism = NodeParallelism::kPipeline;
  double hop = 0;              ///< s of a transfer without its bytes
  double seconds_of_token = 0;  ///< of one exchange of the hidden state of one token
  int exchanges = 0;           ///< of experts in one execution

  /// `parts`: seconds of every part with its launch. `tokens`: of one group or one instance.
  double step(std::span<const double> parts, int sequences, double tokens) const;
  double prefill(std::span<const double> parts, double tokens) const;
  /// Seconds after its computation in which part `part` sends.
  double transfer(std::size_t part, std::size_t parts, double tokens) const;
  /// Groups of sequences that circulate in a pipeline.
  int groups(int sequences) const;
};

/// The network of a replica whose instances send `bandwidth` B/s each.
PartNetwork part_network(const catalog::Model& model, int nodes, NodeParallelism parallelism,
                         const DecoderLayout& layout, double bandwidth,
                         const Parameters& parameters);

}  // namespace nscope::sim
