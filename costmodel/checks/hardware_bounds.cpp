// The parts of the guards that read the catalogue: what a machine can do at most,
// and what it can hold.
#include "costmodel/checks/guards.h"
#include "profiler/base/format.h"
#include "simcore/catalog/memory_fit.h"
#include "simcore/catalog/roofline.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace nscope::cost {
namespace {

using catalog::Catalog;
using catalog::Device;
using catalog::Instance;
using catalog::Model;

/// The instance, or nothing where the catalogue does not have it.
const Instance* find_instance(const Catalog& catalog, const WorkEstimate& work) {
  const auto found = catalog.instance(work.instance);
  return found ? *found : nullptr;
}

const Model* find_model(const Catalog& catalog, const WorkEstimate& work) {
  if (work.shape.model.empty()) return nullptr;
  const auto found = catalog.model(work.shape.model);
  return found ? *found : nullptr;
}

/// Parameters that a token passes through: stated, else the model's.
std::optional<double> active_parameters(const WorkEstimate& work, const Model* model) {
  if (model != nullptr && model->active_matrix_parameters() > 0.0) {
    return model->active_matrix_parameters();
  }
  return work.shape.parameters;
}

std::optional<double> stored_parameters(const WorkEstimate& work, const Model* model) {
  if (model != nullptr && model->parameters > 0.0) return model->parameters;
  return work.shape.parameters;
}

/// How many instances one copy of the model spans.
int instances_per_copy(const Catalog& catalog, const Instance& instance, const WorkEstimate& work) {
  const int cores = catalog.logical_cores_of(instance);
  return std::clamp((work.shape.tensor_parallel + cores - 1) / cores, 1, work.count);
}

std::optional<ThroughputBound> compute_bound(const Device& device, int chips,
                                             const WorkEstimate& work, double operations,
                                             std::string_view operations_text) {
  const auto peak = device.peak.find(work.shape.dtype);
  if (peak == device.peak.end() || !(operations > 0.0)) return std::nullopt;
  const double flops = peak->second.value * chips;
  return ThroughputBound{
      flops / operations, false,
      fmt::format("{} chips x {} {} = {} / {}", chips, format_si(peak->second.value, "FLOP/s"),
                  work.shape.dtype, format_si(flops, "FLOP/s"), operations_text)};
}

/// Bytes that one decode step reads: as stated, else from the model's dimensions.
std::optional<double> step_bytes(const WorkEstimate& work, const Model* model) {
  const auto element = bytes_per_element(work.shape.dtype);
  if (work.shape.weight_bytes) return work.shape.weight_bytes;
  if (!element) return std::nullopt;
  if (model != nullptr && model->architecture == catalog::Architecture::kDecoder) {
    return catalog::decode_step_bytes(*model, work.shape.batch, work.shape.input_tokens, *element);
  }
  if (model == nullptr && work.shape.parameters) return *work.shape.parameters * *element;
  return std::nullopt;
}

std::optional<ThroughputBound> memory_bound(const Catalog& catalog, const Instance& instance,
                                            const WorkEstimate& work, const Model* model) {
  const auto bytes = step_bytes(work, model);
  if (!bytes || work.shape.batch < 1) return std::nullopt;
  const Device& device = catalog.device_of(instance);
  const int span = instances_per_copy(catalog, instance, work);
  const int chips = instance.chips * span;
  const double bandwidth = device.memory_bandwidth.value * chips;
  const double copies = static_cast<double>(work.count) / span;
  const double bound = catalog::decode_memory_bound(*bytes, bandwidth, work.shape.batch) * copies *
                       work.shape.tokens_per_step;
  std::string text =
      fmt::format("batch {} x {} ({} chips x {}) / {} read per step", work.shape.batch,
                  format_si(bandwidth, "B/s"), chips,
                  format_si(device.memory_bandwidth.value, "B/s"), format_si(*bytes, "B"));
  if (copies > 1.0) text += fmt::format(" x {:.3g} copies", copies);
  if (work.shape.tokens_per_step > 1.0) {
    text += fmt::format(" x {:.3g} tokens per step", work.shape.tokens_per_step);
  }
  return ThroughputBound{bound, true, std::move(text)};
}

std::optional<ThroughputBound> serving_bound(const Catalog& catalog, const Instance& instance,
                                             const WorkEstimate& work, const Model* model) {
  const auto memory = memory_bound(catalog, instance, work, model);
  double operations = 0.0;
  if (model != nullptr && model->architecture == catalog::Architecture::kDecoder) {
    operations = catalog::decode_flops_per_token(*model, work.shape.input_tokens);
  } else if (const auto parameters = active_parameters(work, model)) {
    operations = 2.0 * *parameters;
  }
  const auto compute = compute_bound(catalog.device_of(instance), instance.chips * work.count, work,
                                     operations, format_si(operations, "FLOP") + " per token");
  if (!memory) return compute;
  if (!compute || memory->tokens_per_second <= compute->tokens_per_second) return memory;
  return compute;
}

std::optional<ThroughputBound> training_bound(const Catalog& catalog, const Instance& instance,
                                              const WorkEstimate& work, const Model* model) {
  constexpr double kPerParameter = 6.0;  // 2 forward, 4 backward
  const auto parameters = active_parameters(work, model);
  if (!parameters) return std::nullopt;
  return compute_bound(catalog.device_of(instance), instance.chips * work.count, work,
                       kPerParameter * *parameters,
                       fmt::format("(6 x {:.4g} billion parameters)", *parameters / 1e9));
}

std::string memory_text(double bytes) {
  return fmt::format("{:.4g} GB", bytes / kGB);
}

std::vector<Finding> training_fit(const Catalog& catalog, const Instance& instance,
                                  const WorkEstimate& work, double parameters) {
  const double element = bytes_per_element(work.shape.dtype).value_or(2.0);
  const auto state = catalog::training_state(parameters, element, element, element < 4.0);
  const double least = state.weights + state.moments;
  const Device& device = catalog.device_of(instance);
  const int chips = instance.chips * work.count;
  const double capacity = device.memory.value * chips;
  std::string text = fmt::format(
      "weights {} + gradients {} + AdamW moments {} + master weights {} = {}; {} x {} chips = {}",
      memory_text(state.weights), memory_text(state.gradients), memory_text(state.moments),
      memory_text(state.master_weights), memory_text(state.total()),
      format_bytes(device.memory.value), chips, memory_text(capacity));
  Severity severity = Severity::kInfo;
  if (state.total() <= capacity) {
    text = "fits: " + text;
  } else {
    severity = least > capacity ? Severity::kError : Severity::kWarning;
    const double per_instance = device.memory.value * instance.chips;
    text = fmt::format("does not fit on {} x {}: {}; at least {:.0f} instances", work.count,
                       instance.id, text, std::ceil(state.total() / per_instance));
  }
  return {{Guard::kMemoryFit, severity, work.label, std::move(text)}};
}

/// The sequences of one copy of the model where an instance holds several.
int batch_of_copy(int batch, int cores, int tensor_parallel) {
  const int copies = std::max(1, cores / std::max(1, tensor_parallel));
  return (std::max(1, batch) + copies - 1) / copies;
}

catalog::MemoryFit fit_at(const Catalog& catalog, const Instance& instance, const Model& model,
                          const WorkEstimate& work, int degree) {
  catalog::InferencePlacement placement;
  placement.tensor_parallel = degree;
  placement.batch = batch_of_copy(work.shape.batch, catalog.logical_cores_of(instance), degree);
  // Half of it known is not known: a cache of an assumed batch would be a guess.
  if (work.shape.batch > 0) {
    placement.sequence_length = work.shape.input_tokens + work.shape.output_tokens;
  }
  placement.weight_bytes_per_element = bytes_per_element(work.shape.dtype).value_or(2.0);
  return catalog::inference_memory_fit(catalog, model, instance, placement);
}

std::vector<Finding> serving_fit(const Catalog& catalog, const Instance& instance,
                                 const Model& model, const WorkEstimate& work) {
  const auto finding = [&](Severity severity, std::string text) {
    return std::vector<Finding>{{Guard::kMemoryFit, severity, work.label, std::move(text)}};
  };
  if (instances_per_copy(catalog, instance, work) > 1) {
    return finding(Severity::kInfo, "not checked: the model spans several instances");
  }
  if (work.shape.tensor_parallel > 0) {
    const auto fit = fit_at(catalog, instance, model, work, work.shape.tensor_parallel);
    if (fit.fits) return finding(Severity::kInfo, "fits: " + fit.explanation);
    std::string text = "does not fit: " + fit.explanation;
    if (!fit.smallest_change.empty()) text += "; it would with " + fit.smallest_change;
    return finding(Severity::kError, std::move(text));
  }
  catalog::MemoryFit last;
  for (const int degree : catalog::tensor_parallel_choices(catalog, instance)) {
    last = fit_at(catalog, instance, model, work, degree);
    if (last.fits) {
      return finding(Severity::kInfo, fmt::format("fits from tensor parallel degree {}: {}", degree,
                                                  last.explanation));
    }
  }
  return finding(Severity::kError,
                 "does not fit at any tensor parallel degree: " + last.explanation);
}

}  // namespace

std::optional<ThroughputBound> throughput_bound(const Catalog& catalog, const WorkEstimate& work) {
  const Instance* instance = find_instance(catalog, work);
  if (instance == nullptr) return std::nullopt;
  const Model* model = find_model(catalog, work);
  return work.phase == Phase::kServing ? serving_bound(catalog, *instance, work, model)
                                       : training_bound(catalog, *instance, work, model);
}

std::vector<Finding> memory_fit_guard(const Catalog& catalog, const WorkEstimate& work) {
  const Instance* instance = find_instance(catalog, work);
  if (instance == nullptr) return {};
  const Model* model = find_model(catalog, work);
  if (work.phase == Phase::kTraining) {
    const auto parameters = stored_parameters(work, model);
    return parameters ? training_fit(catalog, *instance, work, *parameters)
                      : std::vector<Finding>{};
  }
  return model != nullptr ? serving_fit(catalog, *instance, *model, work) : std::vector<Finding>{};
}

}  // namespace nscope::cost
