#include "simcore/engine/graph/shared_attention.h"

#include <algorithm>

namespace nscope::sim {
namespace {

/// Passes of VectorE with which a kernel finds the threshold of the largest scores: one comparison
/// and count for each bit of an fp32 score.
constexpr double kSelectionPasses = 32;

}  // namespace

Attention shared_rows(const MixerScope& scope, double width, double keys) {
  return {.batch = scope.batch(),
          .kv_heads = 1,
          .head_dim = width,
          .queries = scope.queries,
          .keys = keys,
          .cache_bytes = scope.layout.kv_bytes()};
}

Work resident_product(const Rates& rates, double rows, double inner, double columns) {
  return gemm(rates, {.rows = rows, .inner = inner, .columns = columns, .resident = true});
}

bool add_index_selection(std::vector<Operator>& ops, const MixerScope& scope, double candidates) {
  const catalog::SparseAttention& index = *scope.model.sparse_attention;
  // A compiled graph selects, too, if there are not more positions than the index keeps: its
  // selection sorts them. Hand-written kernels only need the threshold.
  const double kept = 1.0 * index.top_k / index.pool;
  const bool selects = candidates > kept;
  const bool sorts = !scope.layout.fused_layers;
  if (!selects && !sorts) return false;
  // ReLU and the weighted sum over the heads follow when the scores leave PSUM.
  Work scores;
  scores.add(resident_product(scope.rates, index.heads * scope.queries, index.head_dim, candidates),
             scope.batch());
  add_cache_read(scope.rates, scores, shared_rows(scope, index.head_dim, candidates), candidates);
  ops.push_back({"index_scores", scores});
  ops.push_back(
      {"index_selection",
       sorts ? sorted_selection(scope.rates, scope.tokens(), candidates, std::min(kept, candidates))
             : elementwise(scope.rates, scope.tokens(), candidates, kSelectionPasses)});
  return selects;
}

void add_shared_attention(std::vector<Operator>& ops, const MixerScope& scope,
                          const SharedAttention& shape) {
  const Rates& rates = scope.rates;
  const bool gathers = shape.gathered > 0;
  const double groups = gathers ? scope.tokens() : scope.batch();
  const double rows = shape.heads * scope.tokens() / groups;
  const Attention cache = shared_rows(scope, shape.width, shape.attended);
  Work scores;
  scores.add(resident_product(rates, rows, shape.width, shape.attended), groups);
  if (gathers) {
    scores.add(gather(rates, {.rows = shape.gathered * groups,
                              .row_bytes = cache_pass_bytes(rates, cache, 1) / scope.batch()}),
               1);
  }
  // After the product: how long a conversion may take depends on the other work.
  const double read = shape.attended - shape.gathered;
  if (read > 0) add_cache_read(rates, scores, cache, read);
  ops.push_back({"attention_scores", scores});
  // The rows of all heads and queries are on partitions together, as in a decode step.
  ops.push_back(
      {"attention_softmax",
       attention_softmax(rates, {.batch = groups, .query_heads = rows, .keys = shape.attended})});
  Work context;
  context.add(resident_product(rates, rows, shape.attended, shape.value_width), groups);
  ops.push_back({"attention_context", context});
}

}  // namespace nscope::sim
