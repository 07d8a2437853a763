#include "simcore/engine/graph/latent_attention.h"

#include "simcore/catalog/layer_shard.h"
#include "simcore/engine/graph/shared_attention.h"

namespace nscope::sim {
namespace {

class LatentBuilder {
 public:
  LatentBuilder(std::vector<Operator>& ops, const MixerScope& scope)
      : ops_(ops),
        scope_(scope),
        rates_(scope.rates),
        mla_(*scope.model.mla),
        heads_(catalog::per_core(scope.model.heads, scope.cores())) {}

  void add() {
    add_projections();
    const bool selects = add_index();
    if (absorbs()) {
      add_absorbed(selects);
    } else {
      add_expanded();
    }
    if (scope_.model.attention_gate) {
      push("attention_gate", activation(rates_, scope_.tokens(), heads_ * mla_.value_dim, 1));
    }
  }

 private:
  void push(std::string_view name, const Work& work) { ops_.push_back({name, work}); }

  double latent_width() const { return mla_.kv_rank + mla_.rope_dim; }
  double query_dim() const { return mla_.nope_dim + mla_.rope_dim; }

  /// One pass over the latent vectors of the cache, as keys of one head.
  Attention latent_rows(double width) const { return shared_rows(scope_, width, scope_.keys); }

  void add_projections() {
    const double hidden = scope_.model.hidden;
    const double norm = rates_.parameters.norm_passes;
    const double queries = heads_ * query_dim();
    if (mla_.query_rank > 0) {
      push("query_compression", projection(scope_, hidden, mla_.query_rank));
      push("query_norm", elementwise(rates_, scope_.tokens(), mla_.query_rank, norm));
      push("query_projection", projection(scope_, mla_.query_rank, queries));
    } else {
      push("query_projection", projection(scope_, hidden, queries));
    }
    const double gate = scope_.model.attention_gate ? heads_ * mla_.value_dim : 0.0;
    push("latent_projection", projection(scope_, hidden, latent_width() + gate));
    push("latent_norm", elementwise(rates_, scope_.tokens(), mla_.kv_rank, norm));
    push("rope", elementwise(rates_, scope_.tokens(), (heads_ + 1) * mla_.rope_dim,
                             rates_.parameters.rope_passes));
    push("kv_cache_write", cache_write(scope_, latent_rows(latent_width()), 1, 0));
  }

  /// Adds the index. Returns whether it selects positions: the keys are more than it keeps.
  bool add_index() {
    if (!scope_.model.sparse_attention) return false;
    const catalog::SparseAttention& index = *scope_.model.sparse_attention;
    const double hidden = scope_.model.hidden;
    const double source = mla_.query_rank > 0 ? mla_.query_rank : hidden;
    const std::size_t first = ops_.size();
    push("index_queries", projection(scope_, source, 1.0 * index.heads * index.head_dim));
    push("index_keys", projection(scope_, hidden, index.head_dim + index.heads));
    push("index_cache_write", cache_write(scope_, latent_rows(index.head_dim), 1, 0));
    const bool selects = add_index_selection(ops_, scope_, scope_.keys / index.pool);
    // The mean of the layers with an index of their own and of those without it.
    for (std::size_t i = first; i < ops_.size() && index.share < 1; ++i) {
      Work mean;
      mean.add(ops_[i].work, index.share);
      ops_[i].work = mean;
    }
    return selects;
  }

  /// Whether attention to the latent vectors needs fewer operations than the expansion of all keys.
  bool absorbs() const {
    if (scope_.decodes()) return true;
    const double expansion = 1.0 * mla_.kv_rank * (mla_.nope_dim + mla_.value_dim);
    const double absorbed =
        scope_.queries * (expansion + scope_.keys * (latent_width() + mla_.kv_rank));
    const double expanded =
        scope_.keys * (expansion + scope_.queries * (query_dim() + mla_.value_dim));
    return absorbed < expanded;
  }

  /// Attention of all heads of a core to the same rows.
  void add_absorbed(bool selects) {
    push("query_absorption", per_head(mla_.nope_dim, mla_.kv_rank));
    // Each query of a step gathers the positions that its index selects.
    const bool gathers = selects && scope_.generates();
    const double keys = gathers ? scope_.model.sparse_attention->top_k : scope_.keys;
    add_shared_attention(ops_, scope_,
                         {.heads = heads_,
                          .width = latent_width(),
                          .value_width = 1.0 * mla_.kv_rank,
                          .attended = keys,
                          .gathered = gathers ? keys : 0});
    push("value_expansion", per_head(mla_.kv_rank, mla_.value_dim));
  }

  void add_expanded() {
    if (scope_.continues) {
      Work earlier;
      add_cache_read(rates_, earlier, latent_rows(latent_width()), scope_.keys - scope_.queries);
      push("kv_cache_read", earlier);
    }
    push("latent_expansion", gemm(rates_, {.rows = scope_.batch() * scope_.keys,
                                           .inner = 1.0 * mla_.kv_rank,
                                           .columns = heads_ * (mla_.nope_dim + mla_.value_dim),
                                           .weight_bytes = scope_.layout.weight_bytes,
                                           .block_scales = scope_.layout.block_scales}));
    Attention shape{.batch = scope_.batch(),
                    .query_heads = heads_,
                    .kv_heads = heads_,
                    .head_dim = query_dim(),
                    .queries = scope_.queries,
                    .keys = scope_.keys,
                    .fused = scope_.fused};
    push("attention_scores", attention_scores(rates_, shape));
    push("attention_softmax", attention_softmax(rates_, shape));
    shape.head_dim = mla_.value_dim;
    push("attention_context", attention_context(rates_, shape));
  }

  /// A weight matrix of each head for all tokens.
  Work per_head(double inner, double columns) const {
    Work work;
    work.add(projection(scope_, inner, columns), heads_);
    return work;
  }

  std::vector<Operator>& ops_;
  const MixerScope& scope_;
  const Rates& rates_;
  const catalog::MlaShape& mla_;
  double heads_;
};

}  // namespace

void add_latent_attention(std::vector<Operator>& ops, const MixerScope& scope) {
  LatentBuilder(ops, scope).add();
}

}  // namespace nscope::sim
