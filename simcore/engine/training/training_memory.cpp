#include "simcore/engine/training/training_memory.h"

#include "simcore/engine/training/adapters.h"
#include "simcore/engine/training/training_weights.h"
#include "simcore/engine/workload/element_type.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>
#include <vector>

namespace nscope::sim {
namespace {

/// Whether texts are made. Stages are compared by their bytes; only the stage that needs the most
/// memory is described.
enum class Texts { kNone, kArithmetic };

/// `bytes` of each of the parameters `count_of(held)`, sharded by ZeRO from stage `zero_stage` on.
template <class CountOf>
catalog::MemoryItem state_item(const TrainingStep& step, Phrase name,
                               const std::vector<HeldWeights>& weights, double bytes,
                               int zero_stage, Texts texts, const CountOf& count_of) {
  catalog::MemoryItem item{name, 0, {}};
  for (const HeldWeights& held : weights) {
    const double parameters = count_of(held);
    if (parameters <= 0) continue;
    const int shares = held.shares(step.setup.zero, zero_stage);
    item.bytes += parameters * bytes / shares;
    if (texts == Texts::kNone) continue;
    const TextNumber count = catalog::parameter_count(parameters);
    Text text = held.experts ? tr("{} parameters of experts x {} B", count, bytes)
                             : tr("{} parameters x {} B", count, bytes);
    if (shares > 1) text = tr("{} / {} replicas", text, shares);
    item.arithmetic = item.arithmetic.empty() ? text : tr("{} + {}", item.arithmetic, text);
  }
  return item;
}

/// The activations of the chunk of a stage that stores the most.
catalog::MemoryItem activations(const TrainingStep& step, int stage, Texts texts) {
  catalog::MemoryItem item{tr("activations"), 0, {}};
  const int held = held_microbatches(step.pipeline(), stage);
  for (int chunk = 0; chunk < step.setup.chunks; ++chunk) {
    const PartLayers layers = step.layers_in(chunk * step.setup.pipeline_parallel + stage);
    double bytes = 0;
    Text text;
    for (const auto& [count, experts] :
         {std::pair{layers.dense, false}, std::pair{layers.experts, true}}) {
      if (count == 0) continue;
      const double of_layer = saved_bytes(step.shape, step.layout, experts, step.element_bytes);
      bytes += of_layer * count * held;
      if (texts == Texts::kNone) continue;
      const Text microbatches = tr_plural(held, "{} microbatch", "{} microbatches", held);
      const Text product =
          experts && layers.dense > 0
              ? tr_plural(count, "{} per layer with experts x {} layer x {}",
                          "{} per layer with experts x {} layers x {}", as::bytes(of_layer), count,
                          microbatches)
              : tr_plural(count, "{} per layer x {} layer x {}", "{} per layer x {} layers x {}",
                          as::bytes(of_layer), count, microbatches);
      text = text.empty() ? product : tr("{} + {}", text, product);
    }
    if (bytes <= item.bytes) continue;
    item.bytes = bytes;
    if (texts == Texts::kNone) continue;
    item.arithmetic = tr("{}; checkpointing: {}", text, to_string(step.layout.checkpointing));
  }
  return item;
}

/// Adds the keys and values that a layer gathers from the ranks that share its sequence, and their
/// gradients, which it reduce-scatters.
void add_gathered(const TrainingStep& step, Texts texts, catalog::MemoryFit& fit) {
  if (step.setup.context_parallel <= 1) return;
  const double bytes = context_bytes(step.shape, step.layout, step.element_bytes);
  fit.items.push_back({tr("gathered keys and values"), 2 * bytes, {}});
  if (texts == Texts::kNone) return;
  fit.items.back().arithmetic = tr("{} of one layer, and their gradients", as::bytes(bytes));
}

/// Adds the activations of the layer that full checkpointing recomputes.
void add_recomputed_layer(const TrainingStep& step, int stage, catalog::MemoryFit& fit) {
  if (step.layout.checkpointing != Checkpointing::kFull) return;
  TrainingLayout whole = step.layout;
  whole.checkpointing = Checkpointing::kNone;
  double most = 0;
  for (int chunk = 0; chunk < step.setup.chunks; ++chunk) {
    const PartLayers layers = step.layers_in(chunk * step.setup.pipeline_parallel + stage);
    for (const auto& [count, experts] :
         {std::pair{layers.dense, false}, std::pair{layers.experts, true}}) {
      if (count == 0) continue;
      most = std::max(most, saved_bytes(step.shape, whole, experts, step.element_bytes));
    }
  }
  fit.items.push_back({tr("recomputed layer"), most, tr("the activations of one layer")});
}

void add_logits(const TrainingStep& step, Texts texts, catalog::MemoryFit& fit) {
  if (step.shape.vocabulary == 0) return;
  const double tokens = std::ceil(step.layout.samples * step.layout.positions *
                                  step.shape.predicted / step.setup.context_parallel);
  const double columns = std::ceil(1.0 * step.shape.vocabulary / step.layout.tensor_parallel);
  fit.items.push_back({tr("logits"), 2 * tokens * columns * kFp32, {}});
  if (texts == Texts::kNone) return;
  fit.items.back().arithmetic = tr("{} positions x {} x 4 B, and their gradients", tokens, columns);
}

double trained_of(const HeldWeights& held) {
  return held.trained();
}

/// Adds weights, adapters, gradients, optimizer state and the frozen copy of the reference.
void add_state(const TrainingStep& step, const std::vector<HeldWeights>& weights, Texts texts,
               catalog::MemoryFit& fit) {
  const auto add = [&](Phrase name, double bytes, int zero_stage, const auto& count_of) {
    fit.items.push_back(state_item(step, name, weights, bytes, zero_stage, texts, count_of));
  };
  constexpr int kShardsWeights = 3;
  const auto wide = [](const HeldWeights& held) { return held.parameters - held.narrow; };
  add(phrase("weights"), step.element_bytes, kShardsWeights, wide);
  if (step.layout.stored_weight > 0) {
    add(phrase("narrow weights"), step.layout.stored_weight, kShardsWeights,
        [](const HeldWeights& held) { return held.narrow; });
  }
  if (step.layout.frozen) {
    add(phrase("adapters"), step.element_bytes, kShardsWeights, trained_of);
  } else if (step.setup.tuning.has_reference()) {
    add(phrase("weights of the reference"), step.element_bytes, kShardsWeights, wide);
  }
  add(phrase("gradients"), step.layout.gradient_bytes, kShardsWeights, trained_of);
  add(phrase("optimizer state"), optimizer_state_bytes(step.setup), 1, trained_of);
}

/// The memory of one stage, without an explanation.
catalog::MemoryFit arithmetic(const TrainingStep& step, int stage, Texts texts) {
  const TrainingSetup& setup = step.setup;
  const catalog::Device& device = *step.machine->device;
  const std::vector<HeldWeights> weights = weights_of(step, stage);
  catalog::MemoryFit fit;
  fit.capacity = device.memory_per_logical_core();
  add_state(step, weights, texts, fit);
  fit.items.push_back(activations(step, stage, texts));
  add_recomputed_layer(step, stage, fit);
  add_gathered(step, texts, fit);
  if (stage == setup.pipeline_parallel - 1) add_logits(step, texts, fit);
  fit.items.push_back(catalog::runtime_item(device));
  catalog::add_up(fit);
  return fit;
}

/// The stage that needs the most memory; the first one if several do.
int fullest_stage(const TrainingStep& step) {
  int fullest = 0;
  double most = 0;
  for (int stage = 0; stage < step.setup.pipeline_parallel; ++stage) {
    const double required = arithmetic(step, stage, Texts::kNone).required;
    if (required <= most) continue;
    most = required;
    fullest = stage;
  }
  return fullest;
}

bool fits(const TrainingStep& step) {
  return arithmetic(step, fullest_stage(step), Texts::kNone).fits;
}

/// Looks for the smallest change with which a step fits: each one is kept while the next is tried.
class SmallestChange {
 public:
  explicit SmallestChange(const TrainingStep& step) : step_(step), other_(step) {}

  Text find() {
    if (optimizer_shards() || checkpoints() || shrinks() || all_shards() || spreads()) {
      return text();
    }
    const Text narrower = adapters();
    if (!narrower.empty()) return narrower;
    if (step_.shape.moe) {
      return tr("higher tensor, pipeline or expert parallel degrees than {} x {} x {}",
                step_.layout.tensor_parallel, step_.setup.pipeline_parallel,
                step_.setup.expert_parallel);
    }
    return tr("higher tensor or pipeline parallel degrees than {} x {}",
              step_.layout.tensor_parallel, step_.setup.pipeline_parallel);
  }

 private:
  bool optimizer_shards() {
    if (step_.setup.zero >= 1 || step_.replicas() == 1) return false;
    other_.setup.zero = 1;
    return fits(other_);
  }

  bool checkpoints() {
    for (const Checkpointing more : {Checkpointing::kSelective, Checkpointing::kFull}) {
      if (more <= step_.layout.checkpointing) continue;
      other_.layout.checkpointing = more;
      if (fits(other_)) return true;
    }
    return false;
  }

  bool shrinks() {
    const double one = step_.setup.tuning.sequences_of_sample();
    while (other_.layout.samples / 2 >= one) {
      other_.layout.samples = one * std::floor(other_.layout.samples / 2 / one);
      if (fits(other_)) return true;
    }
    return false;
  }

  bool all_shards() {
    if (step_.setup.zero >= 3 || step_.replicas() == 1) return false;
    const int before = other_.setup.zero;
    other_.setup.zero = 3;
    if (fits(other_)) return true;
    other_.setup.zero = before;
    return false;
  }

  /// Tries higher tensor parallel degrees of the same cores, with fewer replicas.
  bool spreads() {
    const int cores = step_.cores_of_node();
    for (int degree = 2 * step_.layout.tensor_parallel; degree <= cores; degree *= 2) {
      const int times = degree / step_.layout.tensor_parallel;
      if (cores % degree != 0 || step_.shape.heads % degree != 0) continue;
      if (step_.data_parallel % times != 0) continue;
      TrainingStep wider = other_;
      wider.layout.tensor_parallel = degree;
      wider.data_parallel = step_.data_parallel / times;
      wider.microbatches = step_.microbatches * times;
      if (wider.replicas() % step_.setup.expert_parallel != 0) continue;
      if (!fits(wider)) continue;
      other_ = std::move(wider);
      return true;
    }
    return false;
  }

  /// The adapters with which the step fits; empty if none do, or if it has adapters.
  Text adapters() {
    constexpr int kRank = 16;
    if (step_.layout.frozen && step_.layout.stored_weight > 0) return {};
    other_.layout.frozen = true;
    if (other_.layout.adapters.rank == 0) other_.layout.adapters.rank = kRank;
    const int rank = other_.layout.adapters.rank;
    if (!step_.layout.frozen && fits(other_)) {
      return tr("the method '{}' of rank {}", to_string(TuningMethod::kLora), rank);
    }
    other_.layout.stored_weight = frozen_bytes(step_.setup.tuning.frozen);
    if (!fits(other_)) return {};
    return tr("the method '{}' of rank {}", to_string(TuningMethod::kQlora), rank);
  }

  /// What differs from the step.
  Text text() const {
    std::vector<Text> changes;
    if (other_.layout.tensor_parallel != step_.layout.tensor_parallel) {
      changes.push_back(tr("tensor parallel degree {}", other_.layout.tensor_parallel));
    }
    const double one = step_.setup.tuning.sequences_of_sample();
    if (other_.layout.samples < step_.layout.samples) {
      changes.push_back(tr("microbatches of {}", other_.layout.samples / one));
    }
    if (other_.layout.checkpointing != step_.layout.checkpointing) {
      changes.push_back(tr("checkpointing '{}'", to_string(other_.layout.checkpointing)));
    }
    if (other_.setup.zero != step_.setup.zero) {
      changes.push_back(tr("ZeRO-{}", other_.setup.zero));
    }
    Text all = std::move(changes.front());
    for (std::size_t i = 1; i < changes.size(); ++i) all = tr("{} and {}", all, changes[i]);
    return all;
  }

  const TrainingStep& step_;
  TrainingStep other_;
};

}  // namespace

TrainingState training_state(const TrainingStep& step) {
  const bool copies = step.setup.tuning.has_reference() && !step.layout.frozen;
  TrainingState most;
  for (int stage = 0; stage < step.setup.pipeline_parallel; ++stage) {
    TrainingState state;
    for (const HeldWeights& held : weights_of(step, stage)) {
      constexpr int kShardsWeights = 3;
      const int shares = held.shares(step.setup.zero, kShardsWeights);
      state.weights += (copies ? 2 : 1) * held.bytes(step.element_bytes) / shares;
      state.other +=
          held.trained() * (step.layout.gradient_bytes / shares +
                            optimizer_state_bytes(step.setup) / held.shares(step.setup.zero, 1));
    }
    if (state.weights + state.other > most.weights + most.other) most = state;
  }
  return most;
}

double optimizer_state_bytes(const TrainingSetup& setup) {
  return 2 * kFp32 + (setup.master_weights ? kFp32 : 0);
}

catalog::MemoryFit training_memory(const TrainingStep& step) {
  const int stage = fullest_stage(step);
  catalog::MemoryFit fit = arithmetic(step, stage, Texts::kArithmetic);
  fit.explanation = tr("a core of stage {} needs {} ({}) and has {}", stage,
                       as::bytes(fit.required), catalog::items_text(fit), as::bytes(fit.capacity));
  if (fit.fits) return fit;
  fit.explanation =
      tr("{}, {} too little", fit.explanation, as::bytes(fit.required - fit.capacity));
  fit.smallest_change = SmallestChange(step).find();
  return fit;
}

}  // namespace nscope::sim
