#include "simcore/engine/inference/draft.h"

#include "simcore/engine/graph/mechanisms.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace nscope::sim {
namespace {

constexpr std::string_view kDraftPart = "draft";

/// The width of a dense feed-forward part with the work of the model for one token.
int dense_width(const catalog::Model& model) {
  if (model.ffn > 0 || !model.moe) return model.ffn;
  return model.moe->expert_ffn * (model.moe->top_k + model.moe->shared_experts);
}

/// Whether the vocabularies can be the same: tables are padded by up to a few hundred rows.
bool same_vocabulary(const catalog::Model& draft, const catalog::Model& model) {
  constexpr int kMostPadding = 256;
  return std::abs(draft.vocabulary - model.vocabulary) <= kMostPadding;
}

bool is_smaller(const catalog::Model& draft, const catalog::Model& model) {
  return draft.active_matrix_parameters() < model.active_matrix_parameters();
}

/// "qwen" of "qwen3-8b".
std::string_view family_name(const catalog::Model& model) {
  const std::string_view id = model.id;
  return id.substr(0, id.find_first_of("-0123456789"));
}

/// Up to three decoders of the catalogue that can draft for the model: of its family first, then
/// the smallest first.
std::string possible_drafts(const catalog::Catalog& catalog, const catalog::Model& model) {
  std::vector<const catalog::Model*> fitting;
  for (const catalog::Model& one : catalog.models()) {
    if (one.architecture == catalog::Architecture::kDecoder && one.unmodelled.empty() &&
        one.active_matrix_parameters() > 0 && same_vocabulary(one, model) &&
        is_smaller(one, model)) {
      fitting.push_back(&one);
    }
  }
  const auto rank = [&](const catalog::Model* one) {
    return std::pair(family_name(*one) != family_name(model), one->active_matrix_parameters());
  };
  std::stable_sort(fitting.begin(), fitting.end(),
                   [&](const auto* a, const auto* b) { return rank(a) < rank(b); });
  constexpr std::size_t kMostNames = 3;
  std::string names;
  for (std::size_t i = 0; i < std::min(kMostNames, fitting.size()); ++i) {
    names += fmt::format("{}{}", names.empty() ? "" : ", ", fitting[i]->id);
  }
  return names;
}

/// Refuses a draft model whose tokens are not those of the model, or that is not smaller.
Result<> check_draft_model(const catalog::Catalog& catalog, const catalog::Model& draft,
                           const catalog::Model& model) {
  Text why;
  if (draft.vocabulary > 0 && model.vocabulary > 0 && !same_vocabulary(draft, model)) {
    why = tr("{} has a vocabulary of {} tokens and cannot draft for {}, which has {}", draft.id,
             as::count(draft.vocabulary), model.id, as::count(model.vocabulary));
  } else if (!is_smaller(draft, model)) {
    why =
        tr("{} computes as many or more parameters for each token as {}, so drafting with it "
           "saves no time",
           draft.id, model.id);
  } else {
    return {};
  }
  const std::string names = possible_drafts(catalog, model);
  if (names.empty()) {
    return fail(ErrorCode::kInvalidArgument,
                tr("{}; no decoder of the catalogue can draft for it, so use the method 'eagle' or "
                   "'parallel'",
                   why));
  }
  return fail(ErrorCode::kInvalidArgument,
              tr("{}; models that can draft for it are {}", why, names));
}

/// The dimensions of a head for `model`.
catalog::Model head_of(const catalog::Model& model, const Speculation& setup) {
  catalog::Model head;
  head.id = fmt::format("{} ({})", model.id, to_string(setup.method));
  head.architecture = catalog::Architecture::kDecoder;
  head.layers = setup.layers();
  head.hidden = model.hidden;
  head.heads = model.heads;
  head.kv_heads = model.kv_heads;
  head.head_dim = model.head_dim;
  head.ffn = dense_width(model);
  head.ffn_gated = model.ffn_gated;
  head.vocabulary = setup.draft_vocabulary > 0 ? setup.draft_vocabulary : model.vocabulary;
  head.mla = model.mla;
  if (setup.method == DraftMethod::kMtp && model.moe) {
    head.moe = model.moe;
    head.moe->every = 1;
    head.moe->dense_layers = 0;
  }
  head.parameters = head.computed_parameters();
  return head;
}

/// Whether the projection is part of every execution of the draft: the first layer of EAGLE-3 reads
/// hidden states of the model only once for each round, and its own ones afterwards.
bool projects_again(const Draft& draft) {
  return draft.setup.states() <= 1;
}

/// The elements of the projection of the embedding and of the hidden states to the width of a head.
double projection_inputs(const Draft& draft) {
  return (draft.setup.states() + 1.0) * draft.model->hidden;
}

void add_projection(const Machine& machine, const Parameters& parameters,
                    const DecoderLayout& layout, const Draft& draft, double rows,
                    StepGraph& graph) {
  const Rates rates{machine, parameters, layout.element_bytes, layout.element_bytes > 2};
  const int cores = layout.tensor_parallel;
  const double hidden = draft.model->hidden;
  graph.before.push_back(
      {"feature_projection", gemm(rates, {.rows = rows,
                                          .inner = projection_inputs(draft),
                                          .columns = std::ceil(hidden / cores),
                                          .weight_bytes = layout.weight_bytes,
                                          .block_scales = layout.block_scales})});
  if (cores <= 1) return;
  graph.before.push_back({"feature_all_gather",
                          {},
                          plan_collective(machine, parameters, CollectiveKind::kAllGather, cores,
                                          rows * hidden * layout.element_bytes)});
}

/// A draft with fewer heads than cores uses one core for each head. Without attention, all cores
/// share it.
int cores_of_draft(const Draft& draft, int cores) {
  return draft.model->heads > 0 ? std::min(cores, draft.model->heads) : cores;
}

DecoderLayout layout_of(const Draft& draft, const DecoderLayout& layout) {
  DecoderLayout own = layout;
  own.tensor_parallel = cores_of_draft(draft, layout.tensor_parallel);
  return own;
}

}  // namespace

double Draft::round_launch(const Parameters& parameters) const {
  return parameters.decode_launch * (setup.fused ? 1 : setup.passes() + 1);
}

double Draft::prefill_launch(const Parameters& parameters) const {
  return parameters.prefill_launch * (setup.fused ? 1 : 2);
}

Result<Draft> draft_of(const catalog::Catalog& catalog, const catalog::Model& model,
                       const Speculation& setup, int tensor_parallel) {
  if (model.architecture != catalog::Architecture::kDecoder) {
    return fail(ErrorCode::kInvalidArgument,
                tr("{}: speculative decoding is supported only for decoders", model.id));
  }
  Draft draft{.setup = setup, .model = nullptr};
  if (setup.draft_model.empty()) {
    if (setup.method == DraftMethod::kMtp && model.mtp_layers < 1) {
      return fail(ErrorCode::kInvalidArgument,
                  tr("{} has no module for multi-token prediction ('mtp_layers' of the catalogue, "
                     "'num_nextn_predict_layers' of a config.json), so the method 'mtp' does not "
                     "apply; use the method 'eagle', 'parallel' or 'draft-model'",
                     model.id));
    }
    if (model.heads < 1 || model.kv_heads < 1 || model.head_dim < 1 || dense_width(model) < 1) {
      return fail(ErrorCode::kInvalidArgument,
                  tr("{} has no attention or no feed-forward part from which the dimensions of a "
                     "draft could follow; state a 'draft_model'",
                     model.id));
    }
    draft.derived = true;
    draft.own_head = setup.draft_vocabulary > 0;
    draft.model = std::make_shared<const catalog::Model>(head_of(model, setup));
  } else {
    const auto found = catalog.model(setup.draft_model);
    if (!found) return fail(found.error());
    draft.model = std::shared_ptr<const catalog::Model>(std::shared_ptr<void>(), *found);
  }
  if (auto modelled = check_modelled(*draft.model, cores_of_draft(draft, tensor_parallel));
      !modelled) {
    return fail(modelled.error());
  }
  if (draft.model->architecture != catalog::Architecture::kDecoder) {
    return fail(ErrorCode::kInvalidArgument,
                tr("{}: a draft model must be a decoder", draft.model->id));
  }
  if (setup.method == DraftMethod::kDraftModel && !draft.derived) {
    if (auto good = check_draft_model(catalog, *draft.model, model); !good) {
      return fail(good.error());
    }
  }
  return draft;
}

void append(StepGraph& graph, StepGraph part, std::string_view name) {
  const auto add = [&](std::vector<Operator> operators) {
    if (!operators.empty()) graph.layers.push_back({std::move(operators), 1, name});
  };
  add(std::move(part.before));
  for (StepGraph::Layers& layers : part.layers) {
    graph.layers.push_back({std::move(layers.operators), layers.count, name});
  }
  add(std::move(part.after));
  graph.overlap = part.overlap;
}

StepGraph round_graph(const Machine& machine, const Parameters& parameters,
                      const catalog::Model& model, const DecoderLayout& layout, const Draft& draft,
                      int positions) {
  StepGraph round;
  const DecoderLayout own = layout_of(draft, layout);
  const int candidates = draft.setup.tokens;
  const bool together = draft.setup.method == DraftMethod::kParallel;
  const double rows = static_cast<double>(layout.batch) * (together ? candidates : 1);
  for (int pass = 0; pass < draft.setup.passes(); ++pass) {
    StepGraph part =
        together ? chunk_graph(machine, parameters, *draft.model, own, candidates, positions, true)
                 : decode_graph(machine, parameters, *draft.model, own, positions);
    if (draft.derived && (pass == 0 || projects_again(draft))) {
      add_projection(machine, parameters, own, draft, rows, part);
    }
    append(round, std::move(part), kDraftPart);
  }
  StepGraph verification =
      chunk_graph(machine, parameters, model, layout, candidates + 1, positions, true);
  append(round, std::move(verification), {});
  return round;
}

StepGraph draft_prompt_graph(const Machine& machine, const Parameters& parameters,
                             const DecoderLayout& layout, const Draft& draft, int tokens,
                             int positions) {
  const DecoderLayout own = layout_of(draft, layout);
  StepGraph graph =
      positions > tokens
          ? chunk_graph(machine, parameters, *draft.model, own, tokens, positions, false)
          : prefill_graph(machine, parameters, *draft.model, own, tokens);
  if (draft.derived) {
    add_projection(machine, parameters, own, draft, 1.0 * layout.batch * tokens, graph);
  }
  return graph;
}

void add_draft_memory(const catalog::Catalog& catalog, const catalog::Instance& instance,
                      const Draft& draft, const catalog::InferencePlacement& placement,
                      catalog::MemoryFit& fit) {
  catalog::InferencePlacement own = placement;
  own.tensor_parallel = cores_of_draft(draft, placement.tensor_parallel);
  const catalog::MemoryFit alone =
      catalog::inference_memory_fit(catalog, *draft.model, instance, own);
  double weights = 0;
  double cache = 0;
  for (const catalog::MemoryItem& item : alone.items) {
    switch (item.use) {
      case catalog::MemoryUse::kWeights: weights += item.bytes; break;
      case catalog::MemoryUse::kCache:
      case catalog::MemoryUse::kSequence: cache += item.bytes; break;
      case catalog::MemoryUse::kOther: break;
    }
  }
  const double each = placement.weight_bytes_per_element / own.tensor_parallel;
  if (draft.derived) {
    weights += projection_inputs(draft) * draft.model->hidden * each;
    // The embedding and the LM head of the model.
    if (!draft.own_head) weights -= draft.model->embedding_parameters() * each;
  }
  fit.items.insert(fit.items.begin() + 1,
                   {tr("draft model"), std::max(0.0, weights) + cache,
                    tr("{} weights and {} caches and states of {}",
                       as::bytes(std::max(0.0, weights)), as::bytes(cache), draft.model->id)});
  const bool possible = fit.fits;
  catalog::add_up(fit);
  fit.explanation = tr("{}; with {} for the draft model each core needs {} of {}", fit.explanation,
                       as::bytes(std::max(0.0, weights) + cache), as::bytes(fit.required),
                       as::bytes(fit.capacity));
  if (possible && !fit.fits) fit.smallest_change = tr("a smaller draft model or a smaller batch");
  fit.fits = fit.fits && possible;
}

}  // namespace nscope::sim
