#include "simcore/engine/graph/feed_forward.h"

#include "simcore/catalog/layer_shard.h"

#include <algorithm>
#include <cmath>

namespace nscope::sim {
namespace {

/// Tokens of a block of one expert: default of NxD Inference (blockwise matmul).
constexpr double kExpertBlock = 512;

class ExpertBuilder {
 public:
  ExpertBuilder(std::vector<Operator>& ops, const MixerScope& scope)
      : ops_(ops),
        scope_(scope),
        rates_(scope.rates),
        moe_(*scope.model.moe),
        inputs_(catalog::expert_inputs(scope.model)),
        tokens_(scope.tokens()) {}

  /// The router, the experts, and the weighted sum of their outputs.
  void add() {
    ops_.push_back({"moe_router", gemm(rates_, {.rows = tokens_,
                                                .inner = static_cast<double>(scope_.model.hidden),
                                                .columns = static_cast<double>(moe_.experts),
                                                .weight_bytes = rates_.element_bytes})});
    if (moe_.latent > 0) {
      ops_.push_back({"moe_latent_down", projection(scope_, scope_.model.hidden, inputs_)});
    }
    double outputs = 0;  // rows of all experts
    // The verification of candidates is a decode step with several tokens of every sequence.
    if (scope_.generates()) {
      outputs = add_decoding_experts();
    } else if (scope_.layout.block_experts && !scope_.layout.all_experts &&
               tokens_ * moe_.top_k >= kExpertBlock) {
      outputs = add_expert_blocks();
    } else {
      outputs = tokens_ * moe_.experts;
      ops_.push_back({"moe_experts", expert_layers(moe_.experts, tokens_)});
    }
    constexpr double kCombinePasses = 2;
    ops_.push_back({"moe_combine", elementwise(rates_, outputs, inputs_, kCombinePasses)});
    if (moe_.latent > 0) {
      ops_.push_back({"moe_latent_up", projection(scope_, inputs_, scope_.model.hidden)});
    }
    if (moe_.shared_experts > 0) {
      add_feed_forward(ops_, scope_, static_cast<double>(moe_.expert_ffn) * moe_.shared_experts);
    }
  }

 private:
  /// From v3 on, hardware and GpSimd generate the descriptors of transfers whose addresses depend
  /// on data.
  bool generates_descriptors() const { return rates_.machine.generation >= CoreGeneration::kV3; }

  /// `count` experts, each for `rows` tokens.
  Work expert_layers(double count, double rows) const {
    const double columns = catalog::per_core(moe_.expert_ffn, scope_.cores());
    Work experts;
    const auto add = [&](double inner, double outer, bool activation) {
      experts.add(gemm(rates_, {.rows = rows,
                                .inner = inner,
                                .columns = outer,
                                .weight_bytes = scope_.layout.weight_bytes,
                                .block_scales = scope_.layout.block_scales,
                                .activation = activation}),
                  count);
    };
    add(inputs_, columns, true);
    if (scope_.model.ffn_gated) add(inputs_, columns, false);
    add(columns, inputs_, false);
    return experts;
  }

  /// A decode step reads the chosen experts of every sequence, or all experts if they are no more
  /// or if the software computes all. Software that gathers them reads an expert as often as tokens
  /// choose it. Returns the rows of all their outputs.
  double add_decoding_experts() {
    const double chosen = tokens_ * moe_.top_k;
    const bool gathers = scope_.layout.gathers_experts && generates_descriptors();
    const bool selective = (gathers || chosen < moe_.experts) && !scope_.layout.all_experts;
    const double used = selective ? chosen : moe_.experts;
    const double rows = selective ? 1 : tokens_;
    Work experts = expert_layers(used, rows);
    if (scope_.layout.all_experts) {
      ops_.push_back({"moe_experts", experts});
      return used * rows;
    }
    if (generates_descriptors()) {
      Work dispatch;
      dispatch[Unit::kDma] = moe_.top_k * rates_.parameters.expert_start;
      ops_.push_back({"moe_dispatch", dispatch});
      if (gathers) {
        add_gathered_copy(experts);
      } else if (selective && copies_chosen_experts()) {
        add_copy(experts, moe_.experts / chosen);
      }
    } else {
      const double matrices = scope_.model.ffn_gated ? 3 : 2;
      experts[Unit::kDma] += used * matrices * rates_.machine.dma_start;
    }
    ops_.push_back({"moe_experts", experts});
    return used * rows;
  }

  /// The experts of a single sequence are copied in HBM before they are used. A step of several
  /// sequences reads them in place, but measured ones were not faster than that of one. The time
  /// is at most that of all experts, which are `all` times as many.
  void add_copy(Work& experts, double all) const {
    const double reads = experts[Unit::kDma];
    const double one = experts.read_bytes / tokens_;
    const double copy = one / (rates_.parameters.expert_copy_share * dma_rate(rates_));
    // DMA prefetches while GpSimd scatters the keys.
    const double scatter = std::max(0.0, 2 * scatter_seconds(scope_) - overlap_of(rates_).lead);
    const double others = reads * (1 - 1 / tokens_) + scatter;
    const double visible = std::clamp(copy - others, 0.0, (all - 1) * reads);
    experts[Unit::kDma] += visible;
    experts.read_bytes += one * visible / copy;
    experts.write_bytes += one * visible / copy;
  }

  /// All experts that a step uses are copied in HBM before, and nothing hides the copy.
  void add_gathered_copy(Work& experts) const {
    const double bytes = experts.read_bytes;
    experts[Unit::kDma] += bytes / (rates_.parameters.expert_copy_share * dma_rate(rates_));
    experts.read_bytes += bytes;
    experts.write_bytes += bytes;
  }

  bool copies_chosen_experts() const {
    return rates_.machine.generation == CoreGeneration::kV3 && !scope_.layout.fused_layers;
  }

  /// A prefill sorts the chosen experts of all tokens into blocks of one expert each. In the worst
  /// case, for which the graph is compiled, every expert has one block that is not full. A block
  /// gathers its tokens, reads its expert, and adds its outputs to those of the tokens. Returns the
  /// rows that remain to be combined.
  double add_expert_blocks() {
    const double blocks = moe_.experts - 1 + std::ceil(tokens_ * moe_.top_k / kExpertBlock);
    Work dispatch;
    dispatch[Unit::kGpSimd] = blocks * rates_.parameters.expert_block;
    ops_.push_back({"moe_dispatch", dispatch});
    Work experts = expert_layers(blocks, kExpertBlock);
    const double bytes = blocks * kExpertBlock * inputs_ * rates_.element_bytes;
    add_stream(rates_, experts, 2 * bytes, bytes);
    ops_.push_back({"moe_experts", experts});
    return tokens_;
  }

  std::vector<Operator>& ops_;
  const MixerScope& scope_;
  const Rates& rates_;
  const catalog::MoeShape& moe_;
  double inputs_;  ///< width of the inputs of the chosen experts
  double tokens_;
};

}  // namespace

void add_feed_forward(std::vector<Operator>& ops, const MixerScope& scope, double width) {
  const double columns = catalog::per_core(width, scope.cores());
  const double hidden = scope.model.hidden;
  if (scope.model.ffn_gated) {
    ops.push_back({"ffn_gate", projection(scope, hidden, columns, true)});
    ops.push_back({"ffn_up", projection(scope, hidden, columns)});
    ops.push_back({"ffn_product", elementwise(scope.rates, scope.tokens(), columns, 1)});
  } else {
    ops.push_back({"ffn_up", projection(scope, hidden, columns, true)});
  }
  ops.push_back({"ffn_down", projection(scope, columns, hidden)});
}

void add_experts(std::vector<Operator>& ops, const MixerScope& scope) {
  ExpertBuilder(ops, scope).add();
}

}  // namespace nscope::sim
