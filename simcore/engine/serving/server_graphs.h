#pragma once

#include "simcore/engine/serving/serving_stack.h"
#include "simcore/engine/workload/serving_setup.h"

#include <cstdint>
#include <vector>

namespace nscope::sim {

/// `shortest` times powers of two below the longest length, and the longest length: the lengths for
/// which software compiles graphs. Both must be at least 1.
std::vector<int> bucket_lengths(int longest, std::int64_t shortest);

/// What decides the graphs of a server besides its setup and its software.
struct ServerShape {
  int slots = 1;
  int longest = 2;            ///< positions of the longest sequence
  bool next_bucket = false;   ///< DecoderLayout::next_bucket
  double bucket_minimum = 0;  ///< Parameters::bucket_minimum
};

/// The shapes of the compiled graphs of a server. The only rule for them: the costs of its steps
/// and its compilation use it.
struct ServerGraphs {
  std::vector<int> batches{};    ///< sequences of the decode graphs, ascending
  std::vector<int> positions{};  ///< cache lengths of the decode graphs, ascending
  std::vector<int> prompts{};    ///< lengths of the prefill graphs, ascending
  bool next_bucket = false;      ///< whole prompts: a prompt that fills a bucket takes the next one
  int segment = 0;               ///< tokens that one prefill has at most; 0: no limit
  /// Whether a prefill can continue behind cached positions: chunks, segments, cached prefixes.
  /// Such graphs are compiled for pairs of a prompt length and a cache length.
  bool continues = false;
};
ServerGraphs server_graphs(const ServingSetup& setup, const ServingStack& stack,
                           const ServerShape& shape);

}  // namespace nscope::sim
