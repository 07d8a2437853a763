#include "simcore/catalog/catalog_tables.h"

#include "profiler/base/large_number.h"
#include "simcore/catalog/layer_shard.h"

#include <cmath>
#include <map>

#include <fmt/format.h>

namespace nscope::catalog {
namespace {

constexpr double kBytesPerGiB = 1024.0 * 1024.0 * 1024.0;
constexpr double kGigabyte = 1e9;
constexpr double kGigabit = 1e9;
constexpr double kTera = 1e12;

Missing not_published() {
  return {tr("not published")};
}

Missing blank() {
  return {Text()};
}

Cell text(const std::string& value) {
  return value.empty() ? Cell(blank()) : Cell(value);
}

Cell text(const Text& value) {
  return value.empty() ? Cell(blank()) : Cell(value);
}

Cell scaled(const Fact& fact, double unit) {
  return fact.value / unit;
}

Cell scaled(const std::optional<Fact>& fact, double unit) {
  return fact ? scaled(*fact, unit) : Cell(not_published());
}

Cell whole(const std::optional<Fact>& fact) {
  return fact ? Cell(static_cast<std::int64_t>(fact->value)) : Cell(not_published());
}

/// A dimension of a model; 0 means that it is not stated.
Cell dimension(int value) {
  return value > 0 ? Cell(static_cast<std::int64_t>(value)) : Cell(Missing{tr("not stated")});
}

Cell peak_cell(const Device& device, const std::string& dtype) {
  const auto it = device.peak.find(dtype);
  return it == device.peak.end() ? Cell(not_published()) : scaled(it->second, kTera);
}

std::string dims_text(const Topology& topology) {
  std::string dims;
  for (const int dim : topology.dims) dims += (dims.empty() ? "" : " x ") + std::to_string(dim);
  return std::string(to_string(topology.kind)) + (dims.empty() ? "" : " " + dims);
}

Cell degrees_cell(const Instance& instance) {
  std::string degrees;
  for (const Fact& degree : instance.tensor_parallel_degrees) {
    degrees += fmt::format("{}{:.0f}", degrees.empty() ? "" : ", ", degree.value);
  }
  return degrees.empty() ? Cell(not_published()) : Cell(degrees);
}

Table detail_table() {
  return Table({{.id = "member", .title = tr("Key")},
                {.id = "printed", .title = tr("As published")},
                {.id = "value", .title = tr("Value")},
                {.id = "unit", .title = tr("Unit")},
                {.id = "confidence", .title = tr("Confidence")},
                {.id = "source", .title = tr("Source")},
                {.id = "date", .title = tr("Date")},
                {.id = "note", .title = tr("Note")}});
}

void add_facts(Table& table, const std::vector<NamedFact>& facts, const std::string& prefix) {
  for (const NamedFact& named : facts) {
    const Fact& fact = *named.fact;
    table.add_row({prefix + named.name, fact.printed, fact.value, fact.unit,
                   Text(title(fact.confidence)), fact.source, fact.date, text(fact.note)});
  }
}

/// Adds the rows of one model. Its numbers have its source, date and confidence, unless cite() has
/// set others.
class ModelRows {
 public:
  ModelRows(Table& table, const Model& model)
      : table_(table), model_(model), source_(model.source), date_(model.date) {}

  void cite(const std::string& source, const std::string& date) {
    source_ = source;
    date_ = date;
  }

  void add(const std::string& member, double value, const std::string& unit = "",
           const Text& note = {}) {
    if (value == 0.0) return;  // does not apply, or computed from unknown members
    // 4.11 x 10^9 is not exact in binary.
    constexpr double kExact = 1e-12;
    const double whole = std::round(value);
    const bool is_count =
        std::abs(value - whole) <= kExact * std::abs(value) && std::abs(value) < 1e15;
    const Cell cell = is_count ? Cell(std::llround(value)) : Cell(value);
    const Text digits = is_count ? tr("{}", as::count(std::llround(value))) : tr("{}", value);
    const Text printed = unit.empty() ? digits : tr("{} {}", digits, unit);
    table_.add_row({member, printed, cell, text(unit), text(model_.confidence), source_,
                    text(date_), text(note)});
  }
  /// The same for a member that every model of the kind has: unknown if it is not stated.
  void add_or_unknown(const std::string& member, double value, const Text& note = {}) {
    if (value != 0.0) return add(member, value, "", note);
    table_.add_row({member, tr("unknown"), Missing{}, blank(), blank(), blank(), blank(), blank()});
  }
  /// A member whose value has no limit.
  void add_unlimited(const std::string& member, const Text& note) {
    table_.add_row({member, tr("no limit"), Missing{}, blank(), text(model_.confidence), source_,
                    text(date_), text(note)});
  }
  void add(const std::string& member, const std::map<std::string, double>& values,
           const std::string& unit) {
    for (const auto& [size, value] : values) add(member + "/" + size, value, unit);
  }
  void add_text(const std::string& member, const Cell& value) {
    if (std::holds_alternative<Missing>(value)) return;
    table_.add_row(
        {member, value, blank(), blank(), text(model_.confidence), source_, text(date_), blank()});
  }

 private:
  Table& table_;
  const Model& model_;
  std::string source_;
  std::string date_;
};

void add_parts(ModelRows& rows, const Model& model) {
  for (const ModelPart& part : model.parts) {
    const std::string prefix = part.name + "/";
    if (!part.source.empty()) rows.cite(part.source, part.date);
    rows.add_or_unknown(prefix + "parameters", part.parameters, part.note);
    rows.cite(model.source, model.date);
    rows.add(prefix + "layers", part.layers);
    rows.add(prefix + "hidden", part.hidden);
    rows.add(prefix + "heads", part.heads);
    rows.add(prefix + "ffn", part.ffn);
    rows.add(prefix + "vocabulary", part.vocabulary);
    rows.add(prefix + "tokens", part.tokens, "tokens");
    rows.add(prefix + "macs", part.macs, "MAC");
  }
}

void add_experts(ModelRows& rows, const Model& model) {
  if (!model.unmodelled.empty()) rows.add_text("unmodelled", model.unmodelled);
  if (model.moe) {
    rows.add("moe/experts", model.moe->experts);
    rows.add("moe/top_k", model.moe->top_k);
    rows.add("moe/expert_ffn", model.moe->expert_ffn);
    rows.add("moe/shared_experts", model.moe->shared_experts);
    if (model.moe->latent > 0) rows.add("moe/latent", model.moe->latent);
    rows.add("moe/every", model.moe->every);
    rows.add("moe/dense_layers", model.moe->dense_layers);
  }
  if (model.mla) {
    rows.add("mla/query_rank", model.mla->query_rank);
    rows.add("mla/kv_rank", model.mla->kv_rank);
    rows.add("mla/nope_dim", model.mla->nope_dim);
    rows.add("mla/rope_dim", model.mla->rope_dim);
    rows.add("mla/value_dim", model.mla->value_dim);
  }
}

void add_compressed(ModelRows& rows, const Model& model) {
  if (!model.compressed) return;
  rows.add("compressed/query_rank", model.compressed->query_rank);
  rows.add("compressed/rope_dim", model.compressed->rope_dim);
  rows.add("compressed/output_rank", model.compressed->output_rank);
  rows.add("compressed/output_groups", model.compressed->output_groups);
  rows.add("compressed/ratio", model.compressed->ratio);
  rows.add("compressed/sparse_ratio", model.compressed->sparse_ratio);
  rows.add("residual_streams", model.residual_streams);
}

/// The kinds of layers with their numbers and dimensions, and what a sequence needs.
void add_mixers(ModelRows& rows, const Model& model) {
  add_compressed(rows, model);
  if (model.sparse_attention) {
    rows.add("sparse_attention/heads", model.sparse_attention->heads);
    rows.add("sparse_attention/head_dim", model.sparse_attention->head_dim);
    rows.add("sparse_attention/top_k", model.sparse_attention->top_k);
    if (model.sparse_attention->share < 1) {
      rows.add("sparse_attention/share", model.sparse_attention->share);
    }
    if (model.sparse_attention->pool > 1) {
      rows.add("sparse_attention/pool", model.sparse_attention->pool);
    }
  }
  if (!model.layer_pattern.empty()) {
    std::map<Mixer, int> counts;
    for (const LayerGroup& layer : model.layer_groups()) counts[layer.mixer] += layer.count;
    for (const auto& [mixer, count] : counts) {
      rows.add("layers/" + std::string(to_string(mixer)), count);
    }
  }
  if (model.linear) {
    rows.add_text("linear/rule", std::string(to_string(model.linear->rule)));
    rows.add("linear/key_heads", model.linear->key_heads);
    rows.add("linear/value_heads", model.linear->value_heads);
    rows.add("linear/key_dim", model.linear->key_dim);
    rows.add("linear/value_dim", model.linear->value_dim);
    if (model.linear->rule == LinearRule::kKda) {
      rows.add("linear/decay_rank", model.linear->decay_bottleneck());
      rows.add("linear/gate_rank", model.linear->gate_bottleneck());
    }
  }
  if (model.mamba) {
    rows.add("mamba/inner", model.mamba->inner);
    rows.add("mamba/state", model.mamba->state);
    rows.add("mamba/dt_rank", model.mamba->dt_rank);
  }
  if (model.mamba2) {
    rows.add("mamba2/heads", model.mamba2->heads);
    rows.add("mamba2/head_dim", model.mamba2->head_dim);
    rows.add("mamba2/state", model.mamba2->state);
    rows.add("mamba2/groups", model.mamba2->groups);
  }
  if (model.recurrent) {
    rows.add("recurrent/width", model.recurrent->width);
    rows.add("recurrent/blocks", model.recurrent->blocks);
  }
  if (model.convolution) {
    rows.add("convolution/width", model.convolution->width);
    rows.add("convolution/taps", model.convolution->taps);
  }
  rows.add("mtp_layers", model.mtp_layers);
  rows.add("mtp_parameters", model.mtp_parameters(), "",
           tr("of the module for multi-token prediction, not part of the parameters"));
  constexpr double kHalf = 2;  // bytes of bf16
  rows.add("state_bytes_per_sequence", sequence_memory(model).constant_bytes(kHalf), "B",
           tr("computed: states that do not grow with the sequence, with bf16 activations"));
}

/// Of the model, or of all its parts; 0 if the count of a part is unknown.
double published_parameters(const Model& model) {
  if (model.parameters > 0.0) return model.parameters;
  double sum = 0;
  for (const ModelPart& part : model.parts) {
    if (part.parameters == 0.0) return 0.0;
    sum += part.parameters;
  }
  return sum;
}

/// The layers or parts of a model that the catalogue does not describe; blank if there are none.
Cell not_described(const Model& model) {
  if (!model.unmodelled.empty()) return model.unmodelled;
  std::string parts;
  for (const ModelPart& part : model.parts) {
    if (!part.network.empty()) continue;
    parts += (parts.empty() ? "" : ", ") + part.name;
  }
  const bool described = model.layers > 0 || !model.network.empty() || !model.parts.empty();
  if (parts.empty() && !described) return Text(tr("operators"));
  return parts.empty() ? Cell(blank()) : Cell(parts);
}

/// The dimensions of the layers. Those that all models of the architecture have are unknown if they
/// are not stated; layers without attention have no heads.
void add_dimensions(ModelRows& rows, const Model& model) {
  const bool generates = model.architecture == Architecture::kDecoder ||
                         model.architecture == Architecture::kEncoderDecoder;
  const bool reads_text = generates || model.architecture == Architecture::kEncoder;
  const bool has_layers = reads_text || model.architecture == Architecture::kVisionTransformer;
  const bool attends = has_layers && model.layer_pattern.empty();
  const auto add = [&](bool applies, const char* member, double value, const Text& note = {}) {
    if (applies) {
      rows.add_or_unknown(member, value, note);
    } else {
      rows.add(member, value, "", note);
    }
  };
  add(has_layers, "layers", model.layers);
  if (model.loops > 1) {
    rows.add("loops", model.loops, "",
             tr("passes of a token through the stored layers; 'layers' counts each of them"));
  }
  add(model.architecture == Architecture::kEncoderDecoder, "encoder_layers", model.encoder_layers);
  add(has_layers, "hidden", model.hidden);
  add(attends, "heads", model.heads);
  add(attends && generates, "kv_heads", model.kv_heads);
  rows.add("head_dim", model.head_dim);
  add(attends, "ffn", model.ffn,
      model.ffn_gated ? tr("gated: three matrices") : tr("two matrices"));
  add(reads_text, "vocabulary", model.vocabulary,
      model.tied_embeddings ? tr("the LM head shares the embedding") : Text());
  rows.add("embedding_dim", model.embedding_dim);
  if (has_unlimited_sequences(model)) {
    rows.add_unlimited("max_positions",
                       tr("its layers keep states of constant size or attend to windows"));
  } else {
    add(reads_text, "max_positions", model.max_positions);
  }
  rows.add("encoder_positions", model.encoder_positions, "",
           tr("to which every input of the encoder is padded"));
}

void add_vision(ModelRows& rows, const VisionTower& vision) {
  rows.add("vision/parameters", vision.parameters, "",
           tr("of the vision tower and its projection, not part of the parameters"));
  rows.add("vision/layers", vision.layers);
  rows.add("vision/hidden", vision.hidden);
  rows.add("vision/heads", vision.heads);
  rows.add("vision/ffn", vision.ffn);
  rows.add("vision/patch", vision.patch, "", tr("pixels of a side"));
  rows.add("vision/image_size", vision.image_size, "", tr("pixels of a side"));
  rows.add("vision/tokens", vision_input(vision, 0, 0).tokens, "tokens",
           vision.image_size > 0
               ? Text()
               : tr("of an image of {} x {} pixels", vision.assumed_size, vision.assumed_size));
}

}  // namespace

Table device_table(const Catalog& catalog) {
  Table table(
      {{.id = "device", .title = tr("Device")},
       {.id = "title", .title = tr("Name")},
       {.id = "kind", .title = tr("Kind")},
       {.id = "generation", .title = tr("Generation")},
       {.id = "cores", .title = tr("Cores")},
       {.id = "logical_cores", .title = tr("Logical cores")},
       {.id = "memory", .title = tr("Memory"), .unit = "GiB", .decimals = 0},
       {.id = "memory_bandwidth", .title = tr("Memory bandwidth"), .unit = "GB/s", .decimals = 0},
       {.id = "bf16", .unit = "TFLOP/s"},
       {.id = "fp16", .unit = "TFLOP/s"},
       {.id = "fp8", .unit = "TFLOP/s"},
       {.id = "int8", .unit = "TOP/s"},
       {.id = "link_bandwidth", .title = tr("Link bandwidth"), .unit = "GB/s", .decimals = 0},
       {.id = "power", .title = tr("Power"), .unit = "W"}});
  for (const Device& device : catalog.devices()) {
    table.add_row({device.id, device.title, std::string(to_string(device.kind)), device.generation,
                   std::int64_t{device.cores}, std::int64_t{device.logical_cores},
                   scaled(device.memory, kBytesPerGiB), scaled(device.memory_bandwidth, kGigabyte),
                   peak_cell(device, "bf16"), peak_cell(device, "fp16"), peak_cell(device, "fp8"),
                   peak_cell(device, "int8"), scaled(device.link_bandwidth, kGigabyte),
                   whole(device.power)});
  }
  return table;
}

Table instance_table(const Catalog& catalog) {
  Table table(
      {{.id = "instance", .title = tr("Instance type")},
       {.id = "device", .title = tr("Device")},
       {.id = "chips", .title = tr("Chips")},
       {.id = "logical_cores", .title = tr("Logical cores")},
       {.id = "device_memory", .title = tr("Device memory"), .unit = "GiB", .decimals = 0},
       {.id = "device_bandwidth", .title = tr("Memory bandwidth"), .unit = "GB/s", .decimals = 0},
       {.id = "topology", .title = tr("Topology")},
       {.id = "hosts", .title = tr("Hosts")},
       {.id = "vcpus", .title = tr("vCPUs")},
       {.id = "host_memory", .title = tr("Host memory"), .unit = "GiB"},
       {.id = "network", .title = tr("Network"), .unit = "Gbit/s"},
       {.id = "efa", .title = tr("EFA interfaces")},
       {.id = "local_storage", .title = tr("Local storage"), .unit = "GB"},
       {.id = "tensor_parallel", .title = tr("Tensor parallel degrees")}});
  for (const Instance& instance : catalog.instances()) {
    const Device& device = catalog.device_of(instance);
    table.add_row({instance.id, instance.device, std::int64_t{instance.chips},
                   std::int64_t{catalog.logical_cores_of(instance)},
                   device.memory.value * instance.chips / kBytesPerGiB,
                   device.memory_bandwidth.value * instance.chips / kGigabyte,
                   dims_text(instance.topology), std::int64_t{instance.hosts},
                   whole(instance.vcpu_count), scaled(instance.host_memory, kBytesPerGiB),
                   scaled(instance.network_bandwidth, kGigabit), whole(instance.efa_count),
                   scaled(instance.local_storage, kGigabyte), degrees_cell(instance)});
  }
  return table;
}

Table model_table(const Catalog& catalog) {
  Table table({{.id = "model", .title = tr("Model")},
               {.id = "architecture", .title = tr("Architecture")},
               {.id = "parameters", .title = tr("Parameters"), .unit = "1e9", .decimals = 3},
               {.id = "layers", .title = tr("Layers")},
               {.id = "hidden", .title = tr("Hidden size")},
               {.id = "heads", .title = tr("Heads")},
               {.id = "kv_heads", .title = tr("KV heads")},
               {.id = "ffn", .title = tr("Feed-forward size")},
               {.id = "vocabulary", .title = tr("Vocabulary")},
               {.id = "experts", .title = tr("Experts")},
               {.id = "confidence", .title = tr("Confidence")},
               {.id = "not_described", .title = tr("Not described")},
               {.id = "source", .title = tr("Source")}});
  for (const Model& model : catalog.models()) {
    const double parameters = published_parameters(model);
    table.add_row({model.id, std::string(to_string(model.architecture)),
                   parameters > 0.0 ? Cell(parameters / 1e9) : Cell(Missing{}),
                   dimension(model.layers), dimension(model.hidden), dimension(model.heads),
                   dimension(model.kv_heads), dimension(model.ffn), dimension(model.vocabulary),
                   model.moe ? Cell(tr("{} of {}", model.moe->top_k, model.moe->experts))
                             : Cell(Missing{tr("none")}),
                   text(model.confidence), not_described(model), model.source});
  }
  return table;
}

Table device_table(const Device& device) {
  Table table = detail_table();
  add_facts(table, facts_of(device), "");
  return table;
}

Table instance_table(const Catalog& catalog, const Instance& instance) {
  Table table = detail_table();
  add_facts(table, facts_of(instance), "");
  const auto unknown = [&](const char* member, bool known) {
    if (known) return;
    table.add_row({std::string(member), tr("not published"), not_published(), blank(), blank(),
                   blank(), blank(), blank()});
  };
  unknown("vcpus", instance.vcpu_count.has_value());
  unknown("network_bandwidth", instance.network_bandwidth.has_value());
  unknown("efa_interfaces", instance.efa_count.has_value());
  unknown("local_storage", instance.local_storage.has_value());
  const auto add_text = [&](const char* member, const std::string& value, const std::string& note) {
    table.add_row(
        {std::string(member), value, blank(), blank(), blank(), blank(), blank(), text(note)});
  };
  add_text("topology", dims_text(instance.topology), instance.topology.note);
  if (!instance.note.empty()) add_text("note", "", instance.note);
  add_facts(table, facts_of(catalog.device_of(instance)), "device/");
  return table;
}

Table model_table(const Model& model) {
  Table table = detail_table();
  ModelRows rows(table, model);
  rows.add_text("architecture", std::string(to_string(model.architecture)));
  const double computed = model.computed_parameters();
  const Text computed_note =
      computed > 0.0 ? tr("the matrices add up to {}", large_number(computed)) : Text();
  // The parts of a model have their own counts.
  if (model.parts.empty()) {
    rows.add_or_unknown("parameters", model.parameters, computed_note);
  } else {
    rows.add("parameters", model.parameters, "", computed_note);
  }
  if (model.moe) {
    rows.add_or_unknown("active_parameters", model.active_parameters);
  } else {
    rows.add("active_parameters", model.active_parameters);
  }
  add_dimensions(rows, model);
  rows.add("sliding_window", model.sliding_window.value_or(0));
  add_experts(rows, model);
  add_mixers(rows, model);
  rows.add("kv_elements_per_token", model.kv_elements_per_token(), "",
           tr("computed for all layers, without padding"));
  rows.add("tokens", model.tokens, "tokens");
  rows.add("macs", model.macs, "MAC");
  add_parts(rows, model);
  if (model.vision) add_vision(rows, *model.vision);
  rows.add("diffusion_steps", model.diffusion_steps);
  rows.add("passes_per_step", model.passes_per_step);
  if (model.unmodelled.empty()) rows.add_text("not_described", not_described(model));
  rows.add_text("note", text(model.note));
  std::string aliases;
  for (const std::string& alias : model.aliases) {
    aliases += (aliases.empty() ? "" : ", ") + alias;
  }
  rows.add_text("aliases", text(aliases));
  return table;
}

}  // namespace nscope::catalog
