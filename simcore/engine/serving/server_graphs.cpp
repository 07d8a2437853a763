#include "simcore/engine/serving/server_graphs.h"

#include <algorithm>

namespace nscope::sim {
namespace {

void sort_unique(std::vector<int>& sizes) {
  std::sort(sizes.begin(), sizes.end());
  sizes.erase(std::unique(sizes.begin(), sizes.end()), sizes.end());
}

/// Lengths up to `longest`, or only this one.
std::vector<int> lengths_of(bool several, int longest, double shortest) {
  if (!several) return {longest};
  return bucket_lengths(longest, static_cast<std::int64_t>(shortest));
}

}  // namespace

std::vector<int> bucket_lengths(int longest, std::int64_t shortest) {
  std::vector<int> lengths;
  for (std::int64_t length = shortest; length < longest; length *= 2) {
    lengths.push_back(static_cast<int>(length));
  }
  lengths.push_back(longest);
  return lengths;
}

ServerGraphs server_graphs(const ServingSetup& setup, const ServingStack& stack,
                           const ServerShape& shape) {
  const double shortest = setup.shortest_prompt_bucket > 0 ? setup.shortest_prompt_bucket
                          : stack.prompt_bucket > 0        ? stack.prompt_bucket
                                                           : shape.bucket_minimum;
  const bool chunks = setup.scheduler == Scheduler::kChunked;
  ServerGraphs graphs{
      .batches = setup.batch_buckets,
      .positions = lengths_of(setup.position_buckets, shape.longest, shape.bucket_minimum),
      .next_bucket = shape.next_bucket && !chunks,
      .segment = static_cast<int>(stack.segment)};
  graphs.batches.push_back(shape.slots);
  sort_unique(graphs.batches);
  const int whole = graphs.segment > 0 ? std::min(shape.longest, graphs.segment) : shape.longest;
  graphs.prompts = lengths_of(setup.prompt_buckets, whole, shortest);
  if (chunks) {
    graphs.prompts.push_back(std::min(setup.chunk_tokens, shape.longest));
    sort_unique(graphs.prompts);
  }
  graphs.continues = chunks || setup.prefix || setup.paged || graphs.prompts.back() < shape.longest;
  return graphs;
}

}  // namespace nscope::sim
