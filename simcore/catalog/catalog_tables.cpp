#include "simcore/catalog/catalog_tables.h"

#include <cmath>

#include <fmt/format.h>

namespace nscope::catalog {
namespace {

constexpr double kBytesPerGiB = 1024.0 * 1024.0 * 1024.0;
constexpr double kGigabyte = 1e9;
constexpr double kGigabit = 1e9;
constexpr double kTera = 1e12;

const Missing kNotPublished{"not published"};

Cell text(const std::string& value) {
  return value.empty() ? Cell(Missing{""}) : Cell(value);
}

Cell scaled(const Fact& fact, double unit) {
  return fact.value / unit;
}

Cell scaled(const std::optional<Fact>& fact, double unit) {
  return fact ? scaled(*fact, unit) : Cell(kNotPublished);
}

Cell whole(const std::optional<Fact>& fact) {
  return fact ? Cell(static_cast<std::int64_t>(fact->value)) : Cell(kNotPublished);
}

/// A dimension of a model: 0 means that it is not stated.
Cell dimension(int value) {
  return value > 0 ? Cell(static_cast<std::int64_t>(value)) : Cell(Missing{"not stated"});
}

Cell peak_cell(const Device& device, const std::string& dtype) {
  const auto it = device.peak.find(dtype);
  return it == device.peak.end() ? Cell(kNotPublished) : scaled(it->second, kTera);
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
  return degrees.empty() ? Cell(kNotPublished) : Cell(degrees);
}

Table detail_table() {
  return Table({{.id = "member"},
                {.id = "printed", .title = "as printed"},
                {.id = "value"},
                {.id = "unit"},
                {.id = "confidence"},
                {.id = "source"},
                {.id = "date"},
                {.id = "note"}});
}

void add_facts(Table& table, const std::vector<NamedFact>& facts, const std::string& prefix) {
  for (const NamedFact& named : facts) {
    const Fact& fact = *named.fact;
    table.add_row({prefix + named.name, fact.printed, fact.value, fact.unit,
                   std::string(to_string(fact.confidence)), fact.source, fact.date,
                   text(fact.note)});
  }
}

/// Adds the rows of one model: all its numbers share source, date, confidence.
class ModelRows {
 public:
  ModelRows(Table& table, const Model& model) : table_(table), model_(model) {}

  void add(const std::string& member, double value, const std::string& unit = "",
           const std::string& note = "") {
    if (value == 0.0) return;  // not stated
    const bool counted = value == std::floor(value) && std::abs(value) < 1e15;
    const Cell cell = counted ? Cell(static_cast<std::int64_t>(value)) : Cell(value);
    const std::string printed = to_string(cell) + (unit.empty() ? "" : " " + unit);
    table_.add_row({member, printed, cell, text(unit), model_.confidence, model_.source,
                    text(model_.date), text(note)});
  }
  void add(const std::string& member, const std::map<std::string, double>& values,
           const std::string& unit) {
    for (const auto& [size, value] : values) add(member + "/" + size, value, unit);
  }
  void add_text(const std::string& member, const std::string& value) {
    if (value.empty()) return;
    table_.add_row({member, value, Missing{""}, Missing{""}, model_.confidence, model_.source,
                    text(model_.date), Missing{""}});
  }

 private:
  Table& table_;
  const Model& model_;
};

void add_parts(ModelRows& rows, const Model& model) {
  for (const ModelPart& part : model.parts) {
    const std::string prefix = part.name + "/";
    rows.add(prefix + "parameters", part.parameters);
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
  if (model.moe) {
    rows.add("moe/experts", model.moe->experts);
    rows.add("moe/top_k", model.moe->top_k);
    rows.add("moe/expert_ffn", model.moe->expert_ffn);
    rows.add("moe/shared_experts", model.moe->shared_experts);
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

}  // namespace

Table device_table(const Catalog& catalog) {
  Table table({{.id = "device"},
               {.id = "title"},
               {.id = "kind"},
               {.id = "generation"},
               {.id = "cores"},
               {.id = "logical_cores", .title = "logical cores"},
               {.id = "memory", .unit = "GiB"},
               {.id = "memory_bandwidth", .title = "bandwidth", .unit = "GB/s", .decimals = 0},
               {.id = "bf16", .unit = "TFLOP/s"},
               {.id = "fp16", .unit = "TFLOP/s"},
               {.id = "fp8", .unit = "TFLOP/s"},
               {.id = "int8", .unit = "TOP/s"},
               {.id = "link_bandwidth", .title = "links", .unit = "GB/s", .decimals = 0},
               {.id = "power", .unit = "W"}});
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
  Table table({{.id = "instance"},
               {.id = "device"},
               {.id = "chips"},
               {.id = "logical_cores", .title = "logical cores"},
               {.id = "device_memory", .title = "device memory", .unit = "GiB"},
               {.id = "device_bandwidth", .title = "bandwidth", .unit = "GB/s", .decimals = 0},
               {.id = "topology"},
               {.id = "vcpus", .title = "vCPUs"},
               {.id = "host_memory", .title = "host memory", .unit = "GiB"},
               {.id = "network", .unit = "Gbit/s"},
               {.id = "efa", .title = "EFA"},
               {.id = "local_storage", .title = "local disks", .unit = "GB"},
               {.id = "tensor_parallel", .title = "TP degrees"}});
  for (const Instance& instance : catalog.instances()) {
    const Device& device = catalog.device_of(instance);
    table.add_row({instance.id, instance.device, std::int64_t{instance.chips},
                   std::int64_t{catalog.logical_cores_of(instance)},
                   device.memory.value * instance.chips / kBytesPerGiB,
                   device.memory_bandwidth.value * instance.chips / kGigabyte,
                   dims_text(instance.topology), whole(instance.vcpu_count),
                   scaled(instance.host_memory, kBytesPerGiB),
                   scaled(instance.network_bandwidth, kGigabit), whole(instance.efa_count),
                   scaled(instance.local_storage, kGigabyte), degrees_cell(instance)});
  }
  return table;
}

Table model_table(const Catalog& catalog) {
  Table table({{.id = "model"},
               {.id = "architecture"},
               {.id = "parameters", .unit = "1e9", .decimals = 3},
               {.id = "layers"},
               {.id = "hidden"},
               {.id = "heads"},
               {.id = "kv_heads", .title = "KV heads"},
               {.id = "ffn"},
               {.id = "vocabulary"},
               {.id = "experts"},
               {.id = "confidence"}});
  for (const Model& model : catalog.models()) {
    table.add_row({model.id, std::string(to_string(model.architecture)),
                   model.parameters > 0.0 ? Cell(model.parameters / 1e9) : Cell(Missing{}),
                   dimension(model.layers), dimension(model.hidden), dimension(model.heads),
                   dimension(model.kv_heads), dimension(model.ffn), dimension(model.vocabulary),
                   model.moe ? Cell(fmt::format("{} of {}", model.moe->top_k, model.moe->experts))
                             : Cell(Missing{"none"}),
                   model.confidence});
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
  const auto add_words = [&](const char* member, const std::string& words,
                             const std::string& note) {
    table.add_row({std::string(member), words, Missing{""}, Missing{""}, Missing{""}, Missing{""},
                   Missing{""}, text(note)});
  };
  add_words("topology", dims_text(instance.topology), instance.topology.note);
  if (!instance.note.empty()) add_words("note", "", instance.note);
  add_facts(table, facts_of(catalog.device_of(instance)), "device/");
  return table;
}

Table model_table(const Model& model) {
  Table table = detail_table();
  ModelRows rows(table, model);
  rows.add_text("architecture", std::string(to_string(model.architecture)));
  const double computed = model.computed_parameters();
  rows.add("parameters", model.parameters, "",
           computed > 0.0 ? fmt::format("the matrices add up to {:.4g}", computed) : "");
  rows.add("active_parameters", model.active_parameters);
  rows.add("layers", model.layers);
  rows.add("encoder_layers", model.encoder_layers);
  rows.add("hidden", model.hidden);
  rows.add("heads", model.heads);
  rows.add("kv_heads", model.kv_heads);
  rows.add("head_dim", model.head_dim);
  rows.add("ffn", model.ffn, "", model.ffn_gated ? "gated: three matrices" : "two matrices");
  rows.add("vocabulary", model.vocabulary, "", model.tied_embeddings ? "tied LM head" : "");
  rows.add("embedding_dim", model.embedding_dim);
  rows.add("max_positions", model.max_positions);
  rows.add("sliding_window", model.sliding_window.value_or(0));
  add_experts(rows, model);
  rows.add("kv_elements_per_token", model.kv_elements_per_token(), "",
           "computed: all layers, without padding");
  rows.add("tokens", model.tokens, "tokens");
  rows.add("macs", model.macs, "MAC");
  add_parts(rows, model);
  rows.add("diffusion_steps", model.diffusion_steps);
  rows.add("passes_per_step", model.passes_per_step);
  rows.add_text("note", model.note);
  std::string aliases;
  for (const std::string& alias : model.aliases) {
    aliases += (aliases.empty() ? "" : ", ") + alias;
  }
  rows.add_text("aliases", aliases);
  return table;
}

}  // namespace nscope::catalog
