// The guards that use the catalogue: upper bounds of the throughput, and memory.
#include "costmodel/checks/guards.h"
#include "costmodel/money/figures.h"
#include "profiler/base/format.h"
#include "profiler/base/large_number.h"
#include "simcore/catalog/memory_fit.h"
#include "simcore/catalog/roofline.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include <fmt/format.h>

namespace nscope::cost {
namespace {

using catalog::Catalog;
using catalog::Device;
using catalog::Instance;
using catalog::Model;

/// The instance, or null if the catalogue does not have it.
const Instance* find_instance(const Catalog& catalog, const WorkEstimate& work) {
  const auto found = catalog.instance(work.instance);
  return found ? *found : nullptr;
}

const Model* find_model(const Catalog& catalog, const WorkEstimate& work) {
  if (work.shape.model.empty()) return nullptr;
  const auto found = catalog.model(work.shape.model);
  return found ? *found : nullptr;
}

/// Active parameters per token: those of the model, else the stated ones.
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

/// The number of instances that one copy of the model uses.
int instances_per_copy(const Catalog& catalog, const Instance& instance, const WorkEstimate& work) {
  const int cores = catalog.logical_cores_of(instance);
  return std::clamp((work.shape.tensor_parallel + cores - 1) / cores, 1, work.count);
}

std::optional<ThroughputBound> compute_bound(const Device& device, int chips,
                                             const WorkEstimate& work, double operations,
                                             const Text& operations_text) {
  const auto peak = device.peak.find(work.shape.dtype);
  if (peak == device.peak.end() || !(operations > 0.0)) return std::nullopt;
  const double flops = peak->second.value * chips;
  return ThroughputBound{flops / operations, false,
                         tr("{} x {} {} = {} / {}", tr_plural(chips, "{} chip", "{} chips", chips),
                            as::value(peak->second.value, "FLOP/s"), work.shape.dtype,
                            as::value(flops, "FLOP/s"), operations_text)};
}

/// Bytes that one decode step reads: stated, else from the dimensions of the model.
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

/// With decimal prefixes, as bandwidths have: "16.8 GB".
TextNumber decimal_bytes(double bytes) {
  return as::exact(format_si(bytes, "B"));
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
  Text text = tr("batch {} x {} ({} x {}) / {} read per step", work.shape.batch,
                 as::value(bandwidth, "B/s"), tr_plural(chips, "{} chip", "{} chips", chips),
                 as::value(device.memory_bandwidth.value, "B/s"), decimal_bytes(*bytes));
  if (copies > 1.0) text = tr("{} x {} copies", text, as_digits(copies, 3));
  if (work.shape.tokens_per_step > 1.0) {
    text = tr("{} x {} tokens per step", text, as_digits(work.shape.tokens_per_step, 3));
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
                                     operations, tr("{} per token", as::value(operations, "FLOP")));
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
                       tr("(6 x {} parameters)", large_number(*parameters)));
}

TextNumber gigabytes(double bytes) {
  return as::exact(fmt::format("{:.4g} GB", bytes / kGB));
}

std::vector<Finding> training_fit(const Catalog& catalog, const Instance& instance,
                                  const WorkEstimate& work, double parameters) {
  const double element = bytes_per_element(work.shape.dtype).value_or(2.0);
  const auto state = catalog::training_state(parameters, element, element, element < 4.0);
  const double least = state.weights + state.moments;
  const Device& device = catalog.device_of(instance);
  const int chips = instance.chips * work.count;
  const double capacity = device.memory.value * chips;
  const Text sum = tr(
      "weights {} + gradients {} + AdamW moments {} + master weights {} = {}; {} x {} chips = {}",
      gigabytes(state.weights), gigabytes(state.gradients), gigabytes(state.moments),
      gigabytes(state.master_weights), gigabytes(state.total()), as::bytes(device.memory.value),
      chips, gigabytes(capacity));
  if (state.total() <= capacity) {
    return {{Guard::kMemoryFit, Severity::kInfo, work.label, tr("fits: {}", sum)}};
  }
  const Severity severity = least > capacity ? Severity::kError : Severity::kWarning;
  const double per_instance = device.memory.value * instance.chips;
  const auto needed = static_cast<std::int64_t>(std::ceil(state.total() / per_instance));
  return {{Guard::kMemoryFit, severity, work.label,
           tr("does not fit on {} x {}: {}; at least {} instances are required", work.count,
              instance.id, sum, as::count(needed))}};
}

/// Sequences per copy of the model if an instance has several copies.
int batch_of_copy(int batch, int cores, int tensor_parallel) {
  const int copies = std::max(1, cores / std::max(1, tensor_parallel));
  return (std::max(1, batch) + copies - 1) / copies;
}

catalog::MemoryFit fit_at(const Catalog& catalog, const Instance& instance, const Model& model,
                          const WorkEstimate& work, int degree) {
  catalog::InferencePlacement placement;
  placement.tensor_parallel = degree;
  placement.batch = batch_of_copy(work.shape.batch, catalog.logical_cores_of(instance), degree);
  // The size of the KV cache is known only if both batch and lengths are known.
  if (work.shape.batch > 0) {
    placement.sequence_length = work.shape.input_tokens + work.shape.output_tokens;
  }
  placement.weight_bytes_per_element = bytes_per_element(work.shape.dtype).value_or(2.0);
  return catalog::inference_memory_fit(catalog, model, instance, placement);
}

std::vector<Finding> serving_fit(const Catalog& catalog, const Instance& instance,
                                 const Model& model, const WorkEstimate& work) {
  const auto finding = [&](Severity severity, Text text) {
    return std::vector<Finding>{{Guard::kMemoryFit, severity, work.label, std::move(text)}};
  };
  if (instances_per_copy(catalog, instance, work) > 1) {
    return finding(Severity::kInfo, tr("not checked: the model uses several instances"));
  }
  if (work.shape.tensor_parallel > 0) {
    const auto fit = fit_at(catalog, instance, model, work, work.shape.tensor_parallel);
    if (fit.fits) return finding(Severity::kInfo, tr("fits: {}", fit.explanation));
    return finding(Severity::kError, fit.smallest_change.empty()
                                         ? tr("does not fit: {}", fit.explanation)
                                         : tr("does not fit: {}; it fits with {}", fit.explanation,
                                              fit.smallest_change));
  }
  catalog::MemoryFit last;
  for (const int degree : catalog::tensor_parallel_choices(catalog, instance)) {
    last = fit_at(catalog, instance, model, work, degree);
    if (last.fits) {
      return finding(Severity::kInfo, tr("fits with tensor parallel degree {} or higher: {}",
                                         degree, last.explanation));
    }
  }
  return finding(Severity::kError,
                 tr("does not fit with any tensor parallel degree: {}", last.explanation));
}

}  // namespace

std::optional<ThroughputBound> throughput_bound(const Catalog& catalog, const WorkEstimate& work) {
  const Instance* instance = find_instance(catalog, work);
  if (instance == nullptr) return std::nullopt;
  const Model* model = find_model(catalog, work);
  return work.phase == Phase::kServing ? serving_bound(catalog, *instance, work, model)
                                       : training_bound(catalog, *instance, work, model);
}

std::vector<Finding> least_throughput_guard(const Catalog& catalog, const WorkEstimate& work) {
  constexpr double kImpossibleShare = 1e-5;
  constexpr double kDoubtfulShare = 1e-3;
  if (!work.has_throughput()) return {};
  const double rate = work.throughput.tokens_per_second;
  const auto finding = [&](Severity severity, Text text) {
    return std::vector<Finding>{{Guard::kRoofline, severity, work.label, std::move(text)}};
  };
  WorkEstimate single = work;
  if (work.phase == Phase::kServing) single.shape.batch = 1;
  const auto bound = throughput_bound(catalog, single);
  if (!bound) {
    if (rate >= work.count / kSecondsPerHour) return {};
    return finding(
        Severity::kError,
        tr("a throughput of {} tok/s is less than one token per instance-hour; check the "
           "units of the load and of the hours ({})",
           as_digits(rate, 3), work.throughput.source));
  }
  const double share = rate / bound->tokens_per_second;
  const bool predicted = work.throughput.provenance == Provenance::kSimulated;
  if (share >= (predicted ? kImpossibleShare : kDoubtfulShare)) return {};
  const Text limit = work.phase == Phase::kServing
                         ? tr("with a single sequence at a time, the bound is {} tok/s ({})",
                              as_digits(bound->tokens_per_second, 4), bound->arithmetic)
                         : tr("the bound is {} tok/s ({})", as_digits(bound->tokens_per_second, 4),
                              bound->arithmetic);
  return share < kImpossibleShare
             ? finding(Severity::kError,
                       tr("nobody runs these instances with {} tok/s: {}. Check the units of the "
                          "load and of the hours ({}).",
                          as_digits(rate, 3), limit, work.throughput.source))
             : finding(
                   Severity::kWarning,
                   tr("{} tok/s is {} times less than possible: {}. Check the units of the load "
                      "and of the hours ({}).",
                      as_digits(rate, 3), as_digits(1 / share, 3), limit, work.throughput.source));
}

std::vector<Finding> memory_fit_guard(const Catalog& catalog, const WorkEstimate& work) {
  if (work.service && work.has_throughput() &&
      work.throughput.provenance == Provenance::kSimulated) {
    // The calculation below is that of a static batch, which needs more memory than a server that
    // processes one prompt at a time.
    return {{Guard::kMemoryFit, Severity::kInfo, work.label,
             tr("fits: the search for the load checked the memory of every replica ({})",
                work.service->configuration)}};
  }
  if (work.memory) {
    // The simulator knows the copies, the compiled lengths and the types of the cache.
    return {
        {Guard::kMemoryFit, Severity::kInfo, work.label, tr("fits: {}", work.memory->explanation)}};
  }
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
