#include "simcore/catalog/memory_fit.h"

#include "profiler/base/format.h"
#include "profiler/base/large_number.h"
#include "simcore/catalog/layer_shard.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include <fmt/format.h>

namespace nscope::catalog {
namespace {

/// The part of the model on one of `tp` cores.
struct Shard {
  HeadShard heads;
  double elements = 0;  ///< weight elements, padding included
  SequenceMemory sequence{};
  double widest = 0;  ///< elements of the widest intermediate per token
};

/// Elements of the widest intermediate of the mixers of a layer and one token.
double mixer_width(const Model& model, const LayerGroup& layer, const TensorSharding& sharding) {
  const int tp = sharding.tensor_parallel;
  double width = 0;
  if (has_attention(layer.mixer) && !model.mla) {
    const AttentionHeads heads = model.attention_of(layer.mixer);
    const HeadShard shard = heads_of_core(heads, sharding);
    width =
        shard.query_heads * heads.head_dim + shard.kv_heads * (heads.head_dim + heads.value_dim);
  }
  if (has_attention(layer.mixer) && model.mla) {
    // Queries, and the keys and values that a prefill expands for every head.
    const MlaShape& mla = *model.mla;
    width = per_core(model.heads, tp) * (2.0 * (mla.nope_dim + mla.rope_dim) + mla.value_dim);
  }
  if (layer.mixer == Mixer::kLinear) {
    const LinearShard shard = linear_of_core(*model.linear, tp);
    width = 2 * shard.key_heads * model.linear->key_dim +
            2 * shard.value_heads * model.linear->value_dim;
  }
  if (layer.mixer == Mixer::kMamba) width = 2 * per_core(model.mamba->inner, tp);
  if (layer.mixer == Mixer::kMamba2 || layer.mixer == Mixer::kAttentionMamba2) {
    const Mamba2Shard shard = mamba2_of_core(*model.mamba2, tp);
    width += 2 * shard.heads * model.mamba2->head_dim + 2 * shard.groups * model.mamba2->state;
  }
  if (layer.mixer == Mixer::kRecurrent) width = 2 * per_core(model.recurrent->width, tp);
  if (layer.mixer == Mixer::kConvolution) width = 3 * per_core(model.convolution->width, tp);
  return width;
}

Shard shard_of(const Model& model, int tp, bool replicate_kv_heads) {
  Shard shard;
  // Graphs for one core also replicate KV heads, but measured batches would not fit with them.
  const TensorSharding sharding{.tensor_parallel = tp,
                                .replicate_kv = replicate_kv_heads && tp > 1};
  const bool described =
      model.layers > 0 && model.hidden > 0 && (model.heads > 0 || !model.layer_pattern.empty());
  if (!described) {
    shard.elements = model.parameters / tp;
    return shard;
  }
  shard.heads = heads_of_core(model.attention_of(Mixer::kAttention), sharding);
  const double experts = model.moe ? model.moe->experts : 0;
  const double crossed = model.architecture == Architecture::kEncoderDecoder ? model.layers : 0;
  double layers =
      model.encoder_layers * feed_forward_elements(model, FeedForward::kDense, experts, tp);
  if (model.encoder_layers + crossed > 0) {
    layers += (model.encoder_layers + crossed) * mixer_elements(model, {}, sharding);
  }
  for (const LayerGroup& layer : model.layer_groups()) {
    layers += layer.count * (mixer_elements(model, layer, sharding) +
                             feed_forward_elements(model, layer.feed_forward, experts, tp));
    shard.widest = std::max(shard.widest, mixer_width(model, layer, sharding));
  }
  const double embedding =
      per_core(model.vocabulary, tp) * (model.hidden * (model.tied_embeddings ? 1.0 : 2.0) +
                                        1.0 * model.layers * model.layer_embedding) +
      3.0 * model.layers * model.layer_embedding * model.hidden;
  // The embedding of an encoder with shared layers is narrower than the model.
  const bool narrow = model.loops > 1 && model.architecture == Architecture::kEncoder;
  shard.elements = narrow ? model.parameters / tp : layers / model.loops + embedding;
  // Norms, biases and positions: the published count minus the matrices.
  shard.elements += std::max(0.0, model.parameters - model.computed_parameters()) / tp;
  shard.sequence = sequence_memory(model, sharding);
  const double ffn =
      model.moe ? std::max<double>(
                      model.ffn, static_cast<double>(model.moe->top_k + model.moe->shared_experts) *
                                     model.moe->expert_ffn)
                : model.ffn;
  shard.widest = std::max(shard.widest, per_core(ffn, tp) * (model.ffn_gated ? 2.0 : 1.0));
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
  Text text = tr("{} parameters x {} B / {}", large_number(model.parameters),
                 placement.weight_bytes_per_element, cores_text(device, tp));
  if (shard.heads.query_heads * tp > model.heads) {
    text = tr("{}, {} heads padded to {}", text, model.heads, shard.heads.query_heads * tp);
  }
  if (model.compressed && tp > 1) {
    text = tr("{}, shared keys and values on every core", text);
  } else if (model.mla && tp > 1) {
    text = tr("{}, latent projections on every core", text);
  } else if (shard.heads.kv_heads * tp > model.kv_heads && model.kv_heads > 0) {
    text = tr("{}, {} KV heads replicated to {}", text, model.kv_heads, shard.heads.kv_heads * tp);
  }
  return text;
}

/// The caches and states of `cached` sequences.
void add_sequence_items(const Model& model, const SequenceMemory& sequence,
                        const InferencePlacement& placement, int cached, MemoryFit& fit) {
  const double element = placement.kv_bytes_per_element;
  const double window = std::min<double>(placement.sequence_length, sequence.window);
  fit.items.push_back(
      {tr("KV cache"),
       static_cast<double>(cached) * placement.sequence_length * sequence.growing * element,
       tr("batch {} x {} positions x {} elements x {} B", cached, placement.sequence_length,
          sequence.growing, element),
       MemoryUse::kCache});
  if (sequence.windowed > 0) {
    fit.items.push_back({tr("KV cache of sliding windows"),
                         cached * window * sequence.windowed * element,
                         tr("batch {} x {} positions x {} elements x {} B", cached, window,
                            sequence.windowed, element),
                         MemoryUse::kSequence});
  }
  if (const double constant = sequence.constant_bytes(element); constant > 0) {
    fit.items.push_back(
        {model.compressed ? tr("positions that wait for their compression")
                          : tr("recurrent states"),
         cached * constant,
         tr("batch {} x ({} elements x {} B + {} inputs of convolutions x {} B)", cached,
            sequence.state, sequence.state_bytes, sequence.convolution, element),
         MemoryUse::kSequence});
  }
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
  fit.items.push_back({tr("weights"), shard.elements * placement.weight_bytes_per_element,
                       weight_arithmetic(model, placement, shard, device), MemoryUse::kWeights});
  if (model.vision) {
    // Checkpoints keep 16 bits for the tower when they quantise the decoder.
    const double bytes = std::max(2.0, placement.weight_bytes_per_element);
    const int cores = std::min(placement.tensor_parallel, model.vision->heads);
    fit.items.push_back({tr("vision tower"), model.vision->parameters * bytes / cores,
                         tr("{} parameters x {} B / {}", large_number(model.vision->parameters),
                            bytes, cores_text(device, cores))});
  }
  if (placement.sequence_length > 0) {
    add_sequence_items(model, shard.sequence, placement, cached, fit);
    const double width = model.hidden > 0 ? 2.0 * model.hidden + shard.widest : 0.0;
    const int prefilled = placement.prefill_positions > 0
                              ? std::min(placement.prefill_positions, placement.sequence_length)
                              : placement.sequence_length;
    fit.items.push_back({tr("activations"),
                         static_cast<double>(prefills) * prefilled * width * kActivationBytes,
                         tr("estimate: batch {} x {} positions x {} elements x {} B", prefills,
                            prefilled, width, kActivationBytes)});
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
      tr("{} parameters x {} B = {} of weights", large_number(model.parameters),
         placement.weight_bytes_per_element,
         as::exact(format_si(model.parameters * placement.weight_bytes_per_element, "B")));
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

/// The largest value below the current one of a member for which the placement fits; 0 if there is
/// none. A smaller value never needs more memory.
int largest_that_fits(const Model& model, const Device& device, InferencePlacement placement,
                      int cores, int InferencePlacement::* member) {
  int low = 0;
  int high = placement.*member;  // does not fit
  while (high - low > 1) {
    const int middle = low + (high - low) / 2;
    placement.*member = middle;
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

Text find_change(const Model& model, const Device& device, const InferencePlacement& placement,
                 int cores, const std::vector<int>& choices) {
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
  if (const int batch =
          largest_that_fits(model, device, placement, cores, &InferencePlacement::batch);
      batch > 0) {
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
    return tr("a larger instance (the weights alone need {}; the instance has {})",
              cores_text(device, needed), cores);
  }
  const int longest =
      largest_that_fits(model, device, placement, cores, &InferencePlacement::sequence_length);
  if (longest > 0) return tr("a sequence of at most {} positions, or a larger instance", longest);
  return tr("a larger instance");
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
    fit.smallest_change =
        find_change(model, device, placement, cores, tensor_parallel_choices(catalog, instance));
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
