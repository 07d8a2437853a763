#pragma once

#include "simcore/catalog/model.h"
#include "simcore/engine/inference/fixed_call.h"
#include "simcore/engine/start_up/start_parameters.h"

#include <string>
#include <vector>

namespace nscope::sim {

/// Multiply-accumulates of one matrix instruction.
inline constexpr double kTileMacs = 128.0 * 128 * 512;

/// What decides how long the compilation of one graph takes. Counts are those of one core.
struct GraphToCompile {
  enum class Kind {
    kPrefill,  ///< decoder layers over the positions of a prompt
    kDecode,   ///< decoder layers for one position of each sequence
    kBlocks,   ///< blocks of a diffusion transformer, of which the compiler compiles equal ones once
    kTraced,   ///< a network that is compiled as a whole, instruction by instruction
  };
  Kind kind = Kind::kDecode;
  double layers = 0;     ///< decoder layers or blocks
  double experts = 0;    ///< sum over the layers of the number of experts
  double elements = 0;   ///< weights whose products are unrolled
  double tokens = 0;     ///< positions of all sequences of a prefill
  double scores = 0;     ///< attention scores of one layer
  double operators = 0;  ///< of a traced network
  double tiles = 0;      ///< matrix instructions (128 x 128 x 512) of a traced network
};

/// Seconds of one compilation on an idle host:
///   graph_start + layers x layer + experts x expert + elements x elements' rate
///     + tokens x tokens' rate + scores x scores' rate        for decoders; the last two in prefills
///   graph_start + blocks x block + elements ... + tokens ... + scores ...     for blocks
///   graph_start + operators x trace_operator + tiles x tile                   for traced networks
double graph_seconds(const GraphToCompile& graph, const StartParameters& parameters);

/// All compilations of a model.
struct CompileWork {
  std::vector<GraphToCompile> graphs;
  bool in_sequence = false;    ///< each graph is compiled when it is traced
  double layout_elements = 0;  ///< weights of a core whose layout the compiler decides
  double stored_bytes = 0;     ///< of shards that the build reads and writes; 0: none
};

/// The compiled shapes of a decoder.
struct DecoderShape {
  /// A prefill of `tokens` positions that attend to `positions` of each sequence.
  struct Prefill {
    int tokens = 0;
    int positions = 0;
  };
  int tensor_parallel = 1;
  int prefill_batch = 1;            ///< sequences of a prefill
  std::vector<Prefill> prefills{};  ///< longest first
  std::vector<int> batches{1};      ///< sequences of the decode graphs, largest first
  /// Number of cache lengths for which each decode graph is compiled.
  int decode_lengths = 1;
};

/// The graphs of a decoder or an encoder-decoder: all prefills, and for each batch one decode graph
/// for each cache length. The time of a decode graph does not depend on its cache length.
/// A prefill with less than a block of tokens, and a decode step that uses all experts, unroll the
/// products of all experts; other graphs call a kernel that loops over them.
CompileWork decoder_compilations(const catalog::Model& model, const DecoderShape& shape,
                                 const StartParameters& parameters);

/// Weights of the routed experts of all layers, without shared experts; 0 without experts.
double routed_parameters(const catalog::Model& model);

/// The graphs of a model with calls of a fixed shape: one for each phase that has a launch.
/// Transformers that are shared by several cores are compiled block by block, others as a whole.
CompileWork call_compilations(const FixedCall& call);

/// Seconds of a build with an empty cache. The compiler first compiles the longest decode graph,
/// whose layout of the weights the others adopt, and then all others at the same time.
struct CompileTimes {
  double first = 0;   ///< the graph that decides the layout
  double others = 0;  ///< all other graphs
  double layout = 0;  ///< conversion of the weights
  double shards = 0;  ///< reading the checkpoint and writing the shards
  double total() const { return first + others + layout + shards; }
};
/// `vcpus` are those of the host, at least 1; `storage` is its bandwidth in B/s, which may be
/// infinite (the page cache).
///   others = longest + (sum - longest) x busy_cores / vcpus, at most the sum
///   shards = bytes / min(storage, stage): they are written while the checkpoint is read
CompileTimes compile_times(const CompileWork& work, double vcpus, double storage,
                           const StartParameters& parameters);

}  // namespace nscope::sim
