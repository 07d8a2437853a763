#include "simcore/catalog/memory_fit.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include <fmt/format.h>

namespace nscope::catalog {
namespace {

double ceil_div(double a, double b) {
  return std::ceil(a / b);
}

/// The part of the model on one of `tp` cores.
struct Shard {
  double query_heads = 0;
  double kv_heads = 0;
  double elements = 0;     ///< weight elements, padding included
  double cache_width = 0;  ///< KV elements per token, all layers
  double widest = 0;       ///< elements of the widest intermediate per token
};

double matrices(const Model& model) {
  return model.ffn_gated ? 3.0 : 2.0;
}

double feed_forward_shard(const Model& model, int tp) {
  const double hidden = model.hidden;
  const int sparse = model.moe_layers();
  const int dense = model.layers + model.encoder_layers - sparse;
  double elements = dense * matrices(model) * hidden * ceil_div(model.ffn, tp);
  if (model.moe) {
    const MoeShape& moe = *model.moe;
    elements += sparse * (matrices(model) * hidden * ceil_div(moe.expert_ffn, tp) *
                              (moe.experts + moe.shared_experts) +
                          hidden * moe.experts);
  }
  return elements;
}

double attention_shard(const Model& model, const Shard& shard, int tp) {
  if (model.mla) return model.attention_parameters() / tp;
  const double crossed = model.architecture == Architecture::kEncoderDecoder ? model.layers : 0;
  return (model.layers + model.encoder_layers + crossed) * static_cast<double>(model.hidden) *
         model.head_dim * (2.0 * shard.query_heads + 2.0 * shard.kv_heads);
}

Shard shard_of(const Model& model, int tp, bool replicate_kv_heads) {
  Shard shard;
  if (model.layers == 0 || model.hidden == 0 || model.heads == 0) {
    shard.elements = model.parameters / tp;
    return shard;
  }
  shard.query_heads = ceil_div(model.heads, tp);
  shard.kv_heads = tp <= model.kv_heads ? ceil_div(model.kv_heads, tp)
                   : replicate_kv_heads ? shard.query_heads
                                        : 1.0;
  const double layers = attention_shard(model, shard, tp) + feed_forward_shard(model, tp);
  const double embedding =
      ceil_div(model.vocabulary, tp) * model.hidden * (model.tied_embeddings ? 1.0 : 2.0);
  shard.elements = model.shared_layers ? model.parameters / tp : layers + embedding;
  // Norms, biases and positions: the published count minus the matrices.
  shard.elements += std::max(0.0, model.parameters - model.computed_parameters()) / tp;
  if (model.kv_elements_per_token() > 0.0) {
    // Every core needs the whole compressed cache of latent attention.
    shard.cache_width = model.mla ? model.kv_elements_per_token()
                                  : 2.0 * model.layers * shard.kv_heads * model.head_dim;
  }
  const double ffn =
      model.moe ? std::max<double>(
                      model.ffn, static_cast<double>(model.moe->top_k + model.moe->shared_experts) *
                                     model.moe->expert_ffn)
                : model.ffn;
  shard.widest = std::max((shard.query_heads + 2.0 * shard.kv_heads) * model.head_dim,
                          ceil_div(ffn, tp) * (model.ffn_gated ? 2.0 : 1.0));
  return shard;
}

/// "24 cores", "1 GPU".
Text cores_text(const Device& device, int count) {
  if (device.kind == DeviceKind::kGpu) return tr_plural(count, "{} GPU", "{} GPUs", count);
  return tr_plural(count, "{} core", "{} cores", count);
}

Text weight_arithmetic(const Model& model, const InferencePlacement& placement, const Shard& shard,
                       const Device& device) {
  const int tp = placement.tensor_parallel;
  Text text = tr("{} parameters x {} B / {}", parameter_count(model.parameters),
                 placement.weight_bytes_per_element, cores_text(device, tp));
  if (shard.query_heads * tp > model.heads) {
    text = tr("{}, {} heads padded to {}", text, model.heads, shard.query_heads * tp);
  }
  if (shard.kv_heads * tp > model.kv_heads && !model.mla && model.kv_heads > 0) {
    text = tr("{}, {} KV heads replicated to {}", text, model.kv_heads, shard.kv_heads * tp);
  }
  return text;
}

void add_items(const Model& model, const Device& device, const InferencePlacement& placement,
               MemoryFit& fit) {
  const Shard shard = shard_of(model, placement.tensor_parallel, placement.replicate_kv_heads);
  // A smaller batch has no more sequences than it.
  const auto of_batch = [&](int stated) {
    return stated > 0 ? std::min(stated, placement.batch) : placement.batch;
  };
  const int cached = of_batch(placement.cached);
  const int prefills = of_batch(placement.prefills);
  const auto positions = [&](int sequences) {
    return static_cast<double>(sequences) * static_cast<double>(placement.sequence_length);
  };
  fit.items.push_back({tr("weights"), shard.elements * placement.weight_bytes_per_element,
                       weight_arithmetic(model, placement, shard, device)});
  if (placement.sequence_length > 0) {
    fit.items.push_back(
        {tr("KV cache"), positions(cached) * shard.cache_width * placement.kv_bytes_per_element,
         tr("batch {} x {} positions x {} elements x {} B", cached, placement.sequence_length,
            shard.cache_width, placement.kv_bytes_per_element)});
    const double width = model.hidden > 0 ? 2.0 * model.hidden + shard.widest : 0.0;
    fit.items.push_back({tr("activations"), positions(prefills) * width * kActivationBytes,
                         tr("estimate: batch {} x {} positions x {} elements x {} B", prefills,
                            placement.sequence_length, width, kActivationBytes)});
  }
  fit.items.push_back(runtime_item(device));
}

/// The calculation without an explanation and without a search for a change.
MemoryFit arithmetic(const Model& model, const Device& device, const InferencePlacement& placement,
                     int cores) {
  MemoryFit fit;
  fit.capacity = device.memory_per_logical_core();
  add_items(model, device, placement, fit);
  for (const MemoryItem& item : fit.items) fit.required += item.bytes;
  fit.fits =
      fit.required <= fit.capacity && placement.tensor_parallel <= cores && model.parameters > 0.0;
  return fit;
}

Text explain(const Model& model, const Instance& instance, const Device& device,
             const InferencePlacement& placement, int cores, const MemoryFit& fit) {
  const int tp = placement.tensor_parallel;
  const TextNumber capacity = as::bytes(fit.capacity);
  std::vector<Text> parts;
  for (const MemoryItem& item : fit.items) {
    const bool is_reserve = &item == &fit.items.back();
    parts.push_back(is_reserve ? tr("{} assumed for {}", as::bytes(item.bytes), item.name)
                               : tr("{} {}", as::bytes(item.bytes), item.name));
  }
  const Text weights =
      tr("{} parameters x {} B = {} GB of weights", parameter_count(model.parameters),
         placement.weight_bytes_per_element,
         as::exact(
             fmt::format("{:.3g}", model.parameters * placement.weight_bytes_per_element / 1e9)));
  const Text total =
      tr("{} x {} = {}", cores_text(device, tp), capacity, as::bytes(fit.capacity * tp));
  const Text each = device.kind == DeviceKind::kGpu
                        ? tr("each GPU needs {} ({}) and has {}", as::bytes(fit.required),
                             joined(parts), capacity)
                        : tr("each core needs {} ({}) and has {}", as::bytes(fit.required),
                             joined(parts), capacity);
  Text text = tr("{}; {}; {}", weights, total, each);
  if (tp > cores) {
    text = tr("{}; {} has only {}", text, instance.id, cores_text(device, cores));
  } else if (!fit.fits) {
    text = tr("{}, {} too little", text, as::bytes(fit.required - fit.capacity));
  }
  if (placement.sequence_length == 0) {
    text = tr("{} (without KV cache and activations because batch or lengths are unknown)", text);
  }
  return text;
}

/// The largest smaller batch that fits; 0 if there is none.
int largest_batch(const Model& model, const Device& device, InferencePlacement placement,
                  int cores) {
  int low = 0;
  int high = placement.batch;  // does not fit
  while (high - low > 1) {
    const int middle = low + (high - low) / 2;
    placement.batch = middle;
    (arithmetic(model, device, placement, cores).fits ? low : high) = middle;
  }
  return low;
}

/// The smallest degree of `choices` that fits; 0 if there is none.
int smallest_degree(const Model& model, const Device& device, InferencePlacement placement,
                    int cores, const std::vector<int>& choices) {
  const int current = placement.tensor_parallel;
  for (const int degree : choices) {
    const bool smaller_is_worse = degree <= current && current <= cores;
    if (smaller_is_worse || degree > cores) continue;
    if (model.heads > 0 && degree >= 2 * model.heads) continue;  // whole cores of padding
    placement.tensor_parallel = degree;
    if (arithmetic(model, device, placement, cores).fits) return degree;
  }
  return 0;
}

Text find_change(const Model& model, const Device& device, const Instance& instance,
                 const InferencePlacement& placement, int cores, const std::vector<int>& choices) {
  Text changes;
  const auto add = [&](const Text& change) {
    changes = changes.empty() ? change : tr("{}, or {}", changes, change);
  };
  const auto degree_text = [&](int degree) {
    return tr("tensor parallel degree {} ({} of {})", degree, degree, cores_text(device, cores));
  };
  if (const int degree = smallest_degree(model, device, placement, cores, choices); degree > 0) {
    add(degree_text(degree));
  }
  InferencePlacement int8 = placement;
  int8.weight_bytes_per_element = 1.0;
  const bool wide = placement.weight_bytes_per_element > 1.0;
  if (wide && arithmetic(model, device, int8, cores).fits) add(tr("int8 weights"));
  if (const int batch = largest_batch(model, device, placement, cores); batch > 0) {
    add(tr("batch {}", batch));
  }
  if (changes.empty() && wide) {
    if (const int degree = smallest_degree(model, device, int8, cores, choices); degree > 0) {
      add(tr("{} with int8 weights", degree_text(degree)));
    }
  }
  if (!changes.empty()) return changes;
  const double bytes = model.parameters * placement.weight_bytes_per_element;
  const int needed = minimum_cores(bytes, device.memory_per_logical_core());
  if (needed > cores) {
    return tr("a larger instance (the weights alone need {}; {} has {})",
              cores_text(device, needed), instance.id, cores);
  }
  return tr("a sequence shorter than {} positions, or a larger instance",
            placement.sequence_length);
}

}  // namespace

MemoryItem runtime_item(const Device& device) {
  if (!device.runtime_reserve) {
    return {tr("runtime and collectives"), 0, tr("unknown, counted as 0")};
  }
  return {tr("runtime and collectives"), device.runtime_reserve->value,
          tr("assumed: {}", device.runtime_reserve->note)};
}

Text items_text(const MemoryFit& fit) {
  std::vector<Text> items;
  for (const MemoryItem& item : fit.items) {
    items.push_back(tr("{} {}", as::bytes(item.bytes), item.name));
  }
  return joined(items);
}

void add_up(MemoryFit& fit) {
  fit.required = 0;
  for (const MemoryItem& item : fit.items) fit.required += item.bytes;
  fit.fits = fit.required <= fit.capacity;
}

TextNumber parameter_count(double parameters) {
  return as::exact(parameters >= 1e9 ? fmt::format("{:.4g}e9", parameters / 1e9)
                                     : fmt::format("{:.4g}e6", parameters / 1e6));
}

int minimum_cores(double bytes, double bytes_per_core) {
  if (!(bytes > 0.0) || !(bytes_per_core > 0.0)) return 0;
  const double cores = std::ceil(bytes / bytes_per_core);
  return cores < std::numeric_limits<int>::max() ? static_cast<int>(cores)
                                                 : std::numeric_limits<int>::max();
}

std::vector<int> tensor_parallel_choices(const Catalog& catalog, const Instance& instance) {
  const int cores = catalog.logical_cores_of(instance);
  std::vector<int> choices;
  for (const Fact& degree : instance.tensor_parallel_degrees) {
    if (degree.value <= cores) choices.push_back(static_cast<int>(degree.value));
  }
  if (!choices.empty()) return choices;
  for (int degree = 1; degree <= cores; ++degree) {
    if (cores % degree == 0) choices.push_back(degree);
  }
  return choices;
}

MemoryFit inference_memory_fit(const Catalog& catalog, const Model& model, const Instance& instance,
                               const InferencePlacement& placement) {
  const Device& device = catalog.device_of(instance);
  const int cores = catalog.logical_cores_of(instance);
  if (placement.tensor_parallel < 1 || placement.batch < 1 || placement.sequence_length < 0 ||
      !(placement.weight_bytes_per_element > 0.0) || !(placement.kv_bytes_per_element > 0.0)) {
    MemoryFit fit;
    fit.capacity = device.memory_per_logical_core();
    fit.explanation =
        tr("the tensor parallel degree, the batch and the bytes per element must be positive, and "
           "the sequence length must not be negative");
    return fit;
  }
  MemoryFit fit = arithmetic(model, device, placement, cores);
  if (!(model.parameters > 0.0)) {
    fit.explanation = tr("the parameter count of {} is unknown", model.id);
    return fit;
  }
  fit.explanation = explain(model, instance, device, placement, cores, fit);
  if (!fit.fits) {
    fit.smallest_change = find_change(model, device, instance, placement, cores,
                                      tensor_parallel_choices(catalog, instance));
  }
  return fit;
}

TrainingState training_state(double parameters, double weight_bytes_per_element,
                             double gradient_bytes_per_element, bool master_weights) {
  constexpr double kFp32 = 4.0;
  constexpr double kMoments = 2.0;  // AdamW keeps a mean and a variance
  return {.weights = parameters * weight_bytes_per_element,
          .gradients = parameters * gradient_bytes_per_element,
          .moments = parameters * kMoments * kFp32,
          .master_weights = master_weights ? parameters * kFp32 : 0.0};
}

}  // namespace nscope::catalog
