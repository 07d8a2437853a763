#include "simcore/engine/training/training_memory.h"

#include "profiler/base/large_number.h"
#include "simcore/engine/training/training_remedy.h"
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
    const Text count = large_number(parameters);
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
  if (auto remedy = training_remedy(step)) {
    fit.smallest_change = std::move(remedy->changes);
  } else {
    fit.explanation = tr("{}; neither ZeRO, checkpointing, smaller microbatches, adapters, higher "
                         "parallel degrees nor up to 64 nodes make it fit",
                         fit.explanation);
  }
  return fit;
}

bool fits_training(const TrainingStep& step) {
  return arithmetic(step, fullest_stage(step), Texts::kNone).fits;
}

}  // namespace nscope::sim
