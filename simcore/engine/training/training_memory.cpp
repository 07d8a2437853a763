#include "simcore/engine/training/training_memory.h"

#include "profiler/base/format.h"
#include "simcore/engine/training/training_weights.h"
#include "simcore/engine/workload/element_type.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace nscope::sim {
namespace {

/// Stages are compared by their bytes; only the one that needs most is put into words.
enum class Words { kNone, kArithmetic };

/// `bytes` of every parameter, shared by ZeRO from `stage` on.
catalog::MemoryItem state_item(const TrainingStep& step, const char* name,
                               const std::vector<HeldWeights>& weights, double bytes, int stage,
                               Words words) {
  catalog::MemoryItem item{name, 0, {}};
  for (const HeldWeights& held : weights) {
    const int shares = held.shares(step.setup.zero, stage);
    item.bytes += held.parameters * bytes / shares;
    if (words == Words::kNone) continue;
    if (!item.arithmetic.empty()) item.arithmetic += " + ";
    item.arithmetic +=
        fmt::format("{} parameters{} x {} B", catalog::parameter_count(held.parameters),
                    held.experts ? " of experts" : "", bytes);
    if (shares > 1) item.arithmetic += fmt::format(" / {} replicas", shares);
  }
  return item;
}

/// Of the chunk of a stage that keeps most.
catalog::MemoryItem activations(const TrainingStep& step, int stage, Words words) {
  catalog::MemoryItem item{"activations", 0, {}};
  const int held = held_microbatches(step.pipeline(), stage);
  for (int chunk = 0; chunk < step.setup.chunks; ++chunk) {
    const PartLayers layers = step.layers_in(chunk * step.setup.pipeline_parallel + stage);
    double bytes = 0;
    std::string text;
    for (const auto& [count, experts] :
         {std::pair{layers.dense, false}, std::pair{layers.experts, true}}) {
      if (count == 0) continue;
      const double of_layer = saved_bytes(step.shape, step.layout, experts, step.element_bytes);
      bytes += of_layer * count * held;
      if (words == Words::kNone) continue;
      text += fmt::format("{}{} a layer{} x {} layers x ", text.empty() ? "" : " + ",
                          format_bytes(of_layer),
                          experts && layers.dense > 0 ? " with experts" : "", count);
      text += fmt::format("{} microbatch{}", held, held == 1 ? "" : "es");
    }
    if (bytes <= item.bytes) continue;
    item.bytes = bytes;
    if (words == Words::kNone) continue;
    item.arithmetic =
        fmt::format("{}, checkpointing {}", text, to_string(step.layout.checkpointing));
  }
  return item;
}

/// Keys and values that a layer has gathered from the ranks that share its sequence, and
/// the gradients that it scatters to them.
void add_gathered(const TrainingStep& step, Words words, catalog::MemoryFit& fit) {
  if (step.setup.context_parallel <= 1) return;
  const double bytes = context_bytes(step.shape, step.layout, step.element_bytes);
  fit.items.push_back({"gathered keys and values", 2 * bytes, {}});
  if (words == Words::kNone) return;
  fit.items.back().arithmetic =
      fmt::format("{} of one layer, and their gradients", format_bytes(bytes));
}

void add_layer_again(const TrainingStep& step, int stage, catalog::MemoryFit& fit) {
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
  fit.items.push_back({"layer computed again", most, "the activations of one layer"});
}

void add_logits(const TrainingStep& step, Words words, catalog::MemoryFit& fit) {
  if (step.shape.vocabulary == 0) return;
  const double tokens = std::ceil(step.layout.samples * step.layout.positions *
                                  step.shape.predicted / step.setup.context_parallel);
  const double columns = std::ceil(1.0 * step.shape.vocabulary / step.layout.tensor_parallel);
  fit.items.push_back({"logits", 2 * tokens * columns * kFp32, {}});
  if (words == Words::kNone) return;
  fit.items.back().arithmetic =
      fmt::format("{} positions x {} x 4 B, and their gradient", tokens, columns);
}

/// Of one stage; without explanation.
catalog::MemoryFit arithmetic(const TrainingStep& step, int stage, Words words) {
  const TrainingSetup& setup = step.setup;
  const catalog::Device& device = *step.machine->device;
  const std::vector<HeldWeights> weights = weights_of(step, stage);
  catalog::MemoryFit fit;
  fit.capacity = device.memory_per_logical_core();
  fit.items.push_back(state_item(step, "weights", weights, step.element_bytes, 3, words));
  fit.items.push_back(state_item(step, "gradients", weights, step.layout.gradient_bytes, 3, words));
  fit.items.push_back(
      state_item(step, "optimizer state", weights, optimizer_state_bytes(setup), 1, words));
  fit.items.push_back(activations(step, stage, words));
  add_layer_again(step, stage, fit);
  add_gathered(step, words, fit);
  if (stage == setup.pipeline_parallel - 1) add_logits(step, words, fit);
  fit.items.push_back(catalog::runtime_item(device));
  catalog::add_up(fit);
  return fit;
}

/// The first of those that need most.
int fullest_stage(const TrainingStep& step) {
  int fullest = 0;
  double most = 0;
  for (int stage = 0; stage < step.setup.pipeline_parallel; ++stage) {
    const double required = arithmetic(step, stage, Words::kNone).required;
    if (required <= most) continue;
    most = required;
    fullest = stage;
  }
  return fullest;
}

bool fits(const TrainingStep& step) {
  return arithmetic(step, fullest_stage(step), Words::kNone).fits;
}

std::string smallest_change(const TrainingStep& step) {
  TrainingStep other = step;
  if (step.setup.zero < 1 && step.replicas() > 1) {
    other.setup.zero = 1;
    if (fits(other)) return "ZeRO-1";
  }
  for (const Checkpointing more : {Checkpointing::kSelective, Checkpointing::kFull}) {
    if (more <= step.layout.checkpointing) continue;
    other.layout.checkpointing = more;
    if (fits(other)) {
      return fmt::format("checkpointing {}{}", to_string(more),
                         other.setup.zero != step.setup.zero ? " and ZeRO-1" : "");
    }
  }
  for (other.layout.samples = step.layout.samples / 2; other.layout.samples >= 1;
       other.layout.samples = std::floor(other.layout.samples / 2)) {
    if (fits(other)) {
      return fmt::format("microbatches of {} with checkpointing {}{}", other.layout.samples,
                         to_string(other.layout.checkpointing),
                         other.setup.zero != step.setup.zero ? " and ZeRO-1" : "");
    }
  }
  if (step.shape.moe) {
    return fmt::format("more tensor, pipeline or expert parallelism than {} x {} x {}",
                       step.layout.tensor_parallel, step.setup.pipeline_parallel,
                       step.setup.expert_parallel);
  }
  return fmt::format("more tensor or pipeline parallelism than {} x {}",
                     step.layout.tensor_parallel, step.setup.pipeline_parallel);
}

}  // namespace

double optimizer_state_bytes(const TrainingSetup& setup) {
  return 2 * kFp32 + (setup.master_weights ? kFp32 : 0);
}

catalog::MemoryFit training_memory(const TrainingStep& step) {
  const int stage = fullest_stage(step);
  catalog::MemoryFit fit = arithmetic(step, stage, Words::kArithmetic);
  fit.explanation =
      fmt::format("a core of stage {} needs {} ({}) of {}", stage, format_bytes(fit.required),
                  catalog::items_text(fit), format_bytes(fit.capacity));
  if (fit.fits) return fit;
  fit.explanation += fmt::format(": {} too much", format_bytes(fit.required - fit.capacity));
  fit.smallest_change = smallest_change(step);
  return fit;
}

}  // namespace nscope::sim
