#include "simcore/engine/training/training_memory.h"

#include "profiler/base/format.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace nscope::sim {
namespace {

constexpr double kFp32 = 4;

catalog::MemoryItem state_item(const char* name, double parameters, double bytes, int shares) {
  std::string text =
      fmt::format("{} parameters x {} B", catalog::parameter_count(parameters), bytes);
  if (shares > 1) text += fmt::format(" / {} replicas", shares);
  return {name, parameters * bytes / shares, std::move(text)};
}

/// Of one stage; without explanation.
catalog::MemoryFit arithmetic(const TrainingStep& step, int stage) {
  const TrainingSetup& setup = step.setup;
  const catalog::Device& device = *step.machine->device;
  const double parameters = step.parameters_of(stage);
  const int shares = step.replicas();
  const int of_weights = setup.zero >= 3 ? shares : 1;
  const int of_state = setup.zero >= 1 ? shares : 1;
  catalog::MemoryFit fit;
  fit.capacity = device.memory_per_logical_core();
  fit.items.push_back(state_item("weights", parameters, step.element_bytes, of_weights));
  fit.items.push_back(state_item("gradients", parameters, step.layout.gradient_bytes, of_weights));
  fit.items.push_back(
      state_item("optimizer state", parameters, optimizer_state_bytes(setup), of_state));
  int layers = 0;
  for (int chunk = 0; chunk < setup.chunks; ++chunk) {
    layers = std::max(layers, step.layers_of(chunk * setup.pipeline_parallel + stage));
  }
  const double of_layer = saved_bytes(step.shape, step.layout, step.element_bytes);
  const int held = held_microbatches(step.pipeline(), stage);
  fit.items.push_back({"activations", of_layer * layers * held,
                       fmt::format("{} a layer x {} layers x {} microbatch{}, checkpointing {}",
                                   format_bytes(of_layer), layers, held, held == 1 ? "" : "es",
                                   to_string(step.layout.checkpointing))});
  if (step.layout.checkpointing == Checkpointing::kFull) {
    TrainingLayout whole = step.layout;
    whole.checkpointing = Checkpointing::kNone;
    fit.items.push_back({"layer computed again", saved_bytes(step.shape, whole, step.element_bytes),
                         "the activations of one layer"});
  }
  if (stage == setup.pipeline_parallel - 1 && step.shape.vocabulary > 0) {
    const double tokens = std::ceil(step.layout.samples * step.layout.positions *
                                    step.shape.predicted / step.layout.context_parallel);
    const double columns = std::ceil(1.0 * step.shape.vocabulary / step.layout.tensor_parallel);
    fit.items.push_back(
        {"logits", 2 * tokens * columns * kFp32,
         fmt::format("{} positions x {} x 4 B, and their gradient", tokens, columns)});
  }
  fit.items.push_back(catalog::runtime_item(device));
  catalog::add_up(fit);
  return fit;
}

/// Of the stage that needs most.
catalog::MemoryFit worst(const TrainingStep& step, int& stage) {
  stage = 0;
  catalog::MemoryFit fit = arithmetic(step, 0);
  for (const int other : {1, step.setup.pipeline_parallel - 1}) {
    if (other <= 0 || other >= step.setup.pipeline_parallel) continue;
    catalog::MemoryFit there = arithmetic(step, other);
    if (there.required <= fit.required) continue;
    fit = std::move(there);
    stage = other;
  }
  return fit;
}

std::string smallest_change(const TrainingStep& step) {
  int stage = 0;
  TrainingStep other = step;
  if (step.setup.zero < 1 && step.replicas() > 1) {
    other.setup.zero = 1;
    if (worst(other, stage).fits) return "ZeRO-1";
  }
  for (const Checkpointing more : {Checkpointing::kSelective, Checkpointing::kFull}) {
    if (more <= step.layout.checkpointing) continue;
    other.layout.checkpointing = more;
    if (worst(other, stage).fits) {
      return fmt::format("checkpointing {}{}", to_string(more),
                         other.setup.zero != step.setup.zero ? " and ZeRO-1" : "");
    }
  }
  for (other.layout.samples = step.layout.samples / 2; other.layout.samples >= 1;
       other.layout.samples = std::floor(other.layout.samples / 2)) {
    if (worst(other, stage).fits) {
      return fmt::format("microbatches of {} with checkpointing {}{}", other.layout.samples,
                         to_string(other.layout.checkpointing),
                         other.setup.zero != step.setup.zero ? " and ZeRO-1" : "");
    }
  }
  return fmt::format("more tensor or pipeline parallelism than {} x {}",
                     step.layout.tensor_parallel, step.setup.pipeline_parallel);
}

}  // namespace

double optimizer_state_bytes(const TrainingSetup& setup) {
  return 2 * kFp32 + (setup.master_weights ? kFp32 : 0);
}

catalog::MemoryFit training_memory(const TrainingStep& step) {
  int stage = 0;
  catalog::MemoryFit fit = worst(step, stage);
  fit.explanation =
      fmt::format("a core of stage {} needs {} ({}) of {}", stage, format_bytes(fit.required),
                  catalog::items_text(fit), format_bytes(fit.capacity));
  if (fit.fits) return fit;
  fit.explanation += fmt::format(": {} too much", format_bytes(fit.required - fit.capacity));
  fit.smallest_change = smallest_change(step);
  return fit;
}

}  // namespace nscope::sim
