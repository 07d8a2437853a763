#include "simcore/engine/graph/compressed_attention.h"

#include "simcore/catalog/layer_shard.h"
#include "simcore/engine/graph/shared_attention.h"

#include <algorithm>

namespace nscope::sim {
namespace {

/// Passes over the values of a compression and over their weights: the weights are exponentiated,
/// multiplied, and both are summed.
constexpr double kCompressionPasses = 4;

class CompressedBuilder {
 public:
  CompressedBuilder(std::vector<Operator>& ops, const MixerScope& scope, catalog::Mixer mixer)
      : ops_(ops),
        scope_(scope),
        model_(scope.model),
        shape_(*scope.model.compressed),
        mixer_(mixer),
        heads_(catalog::per_core(scope.model.heads, scope.cores())) {}

  void add() {
    add_projections();
    const bool selects = add_compression();
    add_attention(selects);
    add_output();
  }

 private:
  void push(std::string_view name, const Work& work) { ops_.push_back({name, work}); }

  void pass(std::string_view name, double width, double passes) {
    push(name, elementwise(scope_.rates, scope_.tokens(), width, passes));
  }

  void add_projections() {
    const Parameters& parameters = scope_.rates.parameters;
    const double queries = heads_ * model_.head_dim;
    push("query_compression", projection(scope_, model_.hidden, shape_.query_rank));
    pass("query_norm", shape_.query_rank, parameters.norm_passes);
    push("query_projection", projection(scope_, shape_.query_rank, queries));
    pass("query_head_norm", queries, parameters.norm_passes);
    push("key_value_projection", projection(scope_, model_.hidden, model_.head_dim));
    pass("key_value_norm", model_.head_dim, parameters.norm_passes);
    // The outputs are rotated back, because values are keys.
    pass("rope", (2 * heads_ + 1) * shape_.rope_dim, parameters.rope_passes);
    push("kv_cache_write", cache_write(scope_, rows(model_.head_dim, window()), 1,
                                       model_.sliding_window.value_or(0)));
  }

  Attention rows(double width, double keys) const { return shared_rows(scope_, width, keys); }

  double window() const { return std::min<double>(scope_.keys, model_.sliding_window.value_or(0)); }

  /// Compressed positions of a sequence.
  double compressed_keys() const {
    switch (mixer_) {
      case catalog::Mixer::kCompressed: return scope_.keys / shape_.ratio;
      case catalog::Mixer::kSparseCompressed: return scope_.keys / shape_.sparse_ratio;
      default: return 0;
    }
  }

  /// The projections of the values of a compression of `width` and of their weights, and their sum.
  void add_one_compression(std::string_view projected, std::string_view summed,
                           std::string_view written, double channels, double width) {
    push(projected, projection(scope_, model_.hidden, 2 * channels * width));
    pass(summed, channels * width, kCompressionPasses);
    push(written, cache_write(scope_, rows(width, compressed_keys()), 1, 0));
  }

  /// Adds the compression and the index of the layer. Returns whether the index selects.
  bool add_compression() {
    if (mixer_ == catalog::Mixer::kCompressed) {
      add_one_compression("compression_projection", "compression", "compressed_cache_write", 1,
                          model_.head_dim);
    }
    if (mixer_ != catalog::Mixer::kSparseCompressed) return false;
    const catalog::SparseAttention& index = *model_.sparse_attention;
    add_one_compression("compression_projection", "compression", "compressed_cache_write",
                        shape_.kOverlap, model_.head_dim);
    push("index_queries",
         projection(scope_, shape_.query_rank, 1.0 * index.heads * index.head_dim));
    push("index_weights", projection(scope_, model_.hidden, index.heads));
    add_one_compression("index_keys", "index_compression", "index_cache_write", shape_.kOverlap,
                        index.head_dim);
    return add_index_selection(ops_, scope_, compressed_keys());
  }

  void add_attention(bool selects) {
    const bool gathers = selects && scope_.generates();
    const double compressed = gathers ? 1.0 * model_.sparse_attention->top_k : compressed_keys();
    if (scope_.generates()) {
      // Each further candidate of a verification sees one position more.
      const double recent = std::min(scope_.keys, window() + scope_.queries - 1);
      return add_shared_attention(ops_, scope_,
                                  {.heads = heads_,
                                   .width = 1.0 * model_.head_dim,
                                   .value_width = 1.0 * model_.head_dim,
                                   .attended = recent + compressed,
                                   .gathered = gathers ? compressed : 0});
    }
    // Plain attention masks the scores outside of the window; a kernel skips their tiles.
    const double recent = scope_.fused
                              ? std::min(scope_.keys, window() + scope_.rates.machine.partitions)
                              : scope_.keys;
    const Attention attention{.batch = scope_.batch(),
                              .query_heads = heads_,
                              .kv_heads = 1,
                              .head_dim = 1.0 * model_.head_dim,
                              .queries = scope_.queries,
                              .keys = recent + compressed,
                              .fused = scope_.fused};
    if (scope_.continues) {
      Work earlier;
      add_cache_read(scope_.rates, earlier, rows(model_.head_dim, window() + compressed),
                     window() + compressed);
      push("kv_cache_read", earlier);
    }
    push("attention_scores", attention_scores(scope_.rates, attention));
    push("attention_softmax", attention_softmax(scope_.rates, attention));
    push("attention_context", attention_context(scope_.rates, attention));
  }

  void add_output() {
    const double groups = catalog::per_core(shape_.output_groups, scope_.cores());
    Work compression;
    compression.add(projection(scope_, heads_ * model_.head_dim / groups, shape_.output_rank),
                    groups);
    push("output_compression", compression);
    push("output_projection", projection(scope_, groups * shape_.output_rank, model_.hidden));
  }

  std::vector<Operator>& ops_;
  const MixerScope& scope_;
  const catalog::Model& model_;
  const catalog::CompressedShape& shape_;
  catalog::Mixer mixer_;
  double heads_;
};

}  // namespace

void add_compressed_attention(std::vector<Operator>& ops, const MixerScope& scope,
                              catalog::Mixer mixer) {
  CompressedBuilder(ops, scope, mixer).add();
}

void add_residual_streams(std::vector<Operator>& ops, const MixerScope& scope) {
  const double streams = scope.model.residual_streams;
  if (streams <= 1) return;
  const double width = streams * scope.model.hidden;
  ops.push_back({"stream_weights", projection(scope, width, scope.model.stream_weights())});
  // Norm, the weighted sum that the part reads, its output added to each stream, and each stream
  // as a sum of all.
  const double passes = scope.rates.parameters.norm_passes + 2 + streams;
  ops.push_back({"stream_mixing", elementwise(scope.rates, scope.tokens(), width, passes)});
}

}  // namespace nscope::sim
