#include "simcore/engine/gpu/gpu_calibration.h"

#include "simcore/catalog/layer_shard.h"
#include "simcore/engine/calibration/parameter_json.h"
#include "simcore/engine/documents/json_members.h"

#include <algorithm>

#include <fmt/format.h>

namespace nscope::sim {
namespace {

constexpr std::string_view kSchema = "nscope.gpu-calibration/1";
constexpr const char* kBuiltIn = "calibration/gpu.json";

Result<GpuAccuracy> read_accuracy(const Json& json, const std::string& where) {
  StrictObject in(json, where);
  GpuAccuracy out;
  out.task = in.string("task");
  out.stack = in.string("stack");
  out.metric = in.string("metric");
  out.rows = static_cast<int>(in.integer("rows"));
  out.groups = static_cast<int>(in.integer("groups"));
  out.fit = in.number("fit");
  out.group_out = in.number("group_out");
  out.group_median = in.number("group_median");
  out.group_p90 = in.number("group_p90");
  out.group_bias = in.number("group_bias");
  out.source_out = in.number("source_out");
  out.gpu_out = in.number("gpu_out");
  out.coverage = in.number("coverage");
  const ValueRange ratios = ratios_member(in);
  out.low_ratio = ratios.low;
  out.high_ratio = ratios.high;
  if (auto done = in.finish(); !done) return fail(done.error());
  return out;
}

Result<GpuDomain> read_domain(const Json& json, const std::string& where) {
  StrictObject in(json, where);
  GpuDomain domain;
  domain.stack = in.string("stack");
  domain.gpus = texts_member(in, "gpus");
  domain.weight_types = texts_member(in, "weight_types");
  domain.models = texts_member(in, "models");
  domain.sizes = ranges_member(in, "sizes");
  if (auto done = in.finish(); !done) return fail(done.error());
  return domain;
}

Json accuracy_json(const GpuAccuracy& entry) {
  return {{"task", entry.task},
          {"stack", entry.stack},
          {"metric", entry.metric},
          {"rows", entry.rows},
          {"groups", entry.groups},
          {"fit", entry.fit},
          {"group_out", entry.group_out},
          {"group_median", entry.group_median},
          {"group_p90", entry.group_p90},
          {"group_bias", entry.group_bias},
          {"source_out", entry.source_out},
          {"gpu_out", entry.gpu_out},
          {"low_ratio", entry.low_ratio},
          {"high_ratio", entry.high_ratio},
          {"coverage", entry.coverage}};
}

Json domain_json(const GpuDomain& domain) {
  return {{"stack", domain.stack},
          {"gpus", domain.gpus},
          {"weight_types", domain.weight_types},
          {"models", domain.models},
          {"sizes", ranges_json(domain.sizes)}};
}

bool contains(const std::vector<std::string>& texts, std::string_view wanted) {
  return std::find(texts.begin(), texts.end(), wanted) != texts.end();
}

bool same_chip(const catalog::Device& a, const catalog::Device& b) {
  return a.generation == b.generation && std::equal(a.peak.begin(), a.peak.end(), b.peak.begin(),
                                                    b.peak.end(), [](const auto& x, const auto& y) {
                                                      return x.first == y.first &&
                                                             x.second.value == y.second.value;
                                                    });
}

Result<GpuCalibration> load() {
  const auto json = parse_json_resource(kBuiltIn);
  if (!json) return fail(json.error());
  return gpu_calibration_from_json(*json, kBuiltIn);
}

}  // namespace

const GpuAccuracy* GpuCalibration::find(std::string_view stack, std::string_view metric) const {
  for (const GpuAccuracy& entry : accuracy) {
    if (entry.stack == stack && entry.metric == metric) return &entry;
  }
  return nullptr;
}

const GpuAccuracy* GpuCalibration::band_of(GpuTask task, std::string_view stack,
                                           std::string_view metric) const {
  constexpr int kFewestGroups = 4;
  const GpuAccuracy* const own = find(stack, metric);
  if (own != nullptr && own->groups >= kFewestGroups) return own;
  for (const GpuAccuracy& entry : accuracy) {
    if (entry.task == to_string(task) && entry.stack == "all" && entry.metric == "all") {
      return &entry;
    }
  }
  return nullptr;
}

std::map<std::string, double> gpu_sizes(const GpuPlan& plan) {
  const GpuWorkload& w = plan.workload;
  std::map<std::string, double> sizes{
      {"parameters", plan.model->parameters},
      {"GPUs", w.gpus},
  };
  if (w.task == GpuTask::kTrain) {
    sizes["sequence length"] = w.sequence_length;
    sizes["tokens of a microbatch"] = static_cast<double>(w.micro_batch) * w.sequence_length;
    sizes["tensor parallelism"] = w.tensor_parallel;
    sizes["pipeline stages"] = w.pipeline_parallel;
    return sizes;
  }
  if (w.task == GpuTask::kEncode) {
    sizes["batch"] = w.batch;
    if (plan.call.images == 0) sizes["input tokens"] = w.input_tokens;
    return sizes;
  }
  sizes["sequences at a time"] = plan.sequences;
  sizes["input tokens"] = w.input_tokens;
  sizes["output tokens"] = w.output_tokens;
  return sizes;
}

std::string gpu_weight_type(const GpuWorkload& workload, std::string_view gpu) {
  const std::string& type = workload.weight_dtype;
  return fmt::format("{} on {}", type == "bf16" || type == "fp16" ? "16-bit" : type, gpu);
}

std::vector<Text> outside_gpu_domain(const catalog::Catalog& catalog,
                                     const GpuCalibration& calibration, const GpuPlan& plan) {
  const std::string_view stack = to_string(plan.stack);
  const auto domain =
      std::find_if(calibration.domains.begin(), calibration.domains.end(),
                   [&](const GpuDomain& candidate) { return candidate.stack == stack; });
  if (domain == calibration.domains.end()) {
    return {tr("no measurements with {}", stack)};
  }
  std::vector<Text> outside;
  bool measured = false;
  bool type_measured = false;
  for (const std::string& gpu : domain->gpus) {
    const auto device = catalog.device(gpu);
    if (!device || !same_chip(**device, *plan.machine.device)) continue;
    measured = true;
    type_measured |= contains(domain->weight_types, gpu_weight_type(plan.workload, gpu));
  }
  if (!measured) {
    outside.push_back(tr("GPU {} (measured: {})", plan.machine.device->id,
                         fmt::format("{}", fmt::join(domain->gpus, ", "))));
  } else if (!type_measured) {
    outside.push_back(tr("matrices in {} (measured: {})", plan.workload.weight_dtype,
                         fmt::format("{}", fmt::join(domain->weight_types, ", "))));
  }
  if (plan.workload.task == GpuTask::kEncode &&
      plan.model->architecture == catalog::Architecture::kDiffusion) {
    outside.emplace_back(tr("a diffusion model (measured: encoders and image networks)"));
  }
  if (plan.adapters > 0) {
    outside.push_back(
        tr("training method '{}' (not measured)", to_string(plan.workload.tuning.method)));
  }
  const auto sizes = gpu_sizes(plan);
  for (const auto& [name, range] : domain->sizes) {
    const auto size = sizes.find(name);
    if (size == sizes.end() || (size->second >= range.low && size->second <= range.high)) continue;
    outside.push_back(outside_range(name, size->second, range));
  }
  if (plan.model->moe && std::find(domain->models.begin(), domain->models.end(), plan.model->id) ==
                             domain->models.end()) {
    outside.emplace_back(tr("a mixture of experts without measurements"));
  }
  if (plan.model->mla) {
    outside.emplace_back(tr("latent attention (measured: multi-head and grouped-query attention)"));
  }
  for (const std::string& kind : catalog::unusual_layers(*plan.model)) {
    if (kind == "latent attention") continue;
    outside.push_back(tr("layers of the kind '{}' (not among the measured ones)", kind));
  }
  if (plan.model->sliding_window && plan.model->layer_pattern.empty()) {
    outside.emplace_back(tr("sliding window attention (computed as full attention)"));
  }
  return outside;
}

Result<GpuCalibration> gpu_calibration_from_json(const Json& json, std::string_view name) {
  StrictObject in(json, std::string(name));
  if (in.string("schema") != kSchema) in.reject("schema", tr("must be {}", kSchema));
  GpuCalibration calibration;
  calibration.date = in.string("date");
  calibration.data = in.string("data");
  const Json& parameters = in.object("parameters");
  const Json& domains = in.array("domains");
  const Json& accuracy = in.array("accuracy");
  const Json& measurements = in.array("measurements");
  if (auto done = in.finish(); !done) return fail(done.error());
  const auto values =
      parameters_from_json(gpu_parameter_table(), parameters, in.path("parameters"));
  if (!values) return fail(values.error());
  calibration.parameters = *values;
  Result<> ok = read_entries(domains, in.path("domains"), read_domain, calibration.domains);
  if (ok) ok = read_entries(accuracy, in.path("accuracy"), read_accuracy, calibration.accuracy);
  if (ok) {
    ok = read_entries(measurements, in.path("measurements"), gpu_measurement_from_json,
                      calibration.measurements);
  }
  if (!ok) return fail(ok.error());
  return calibration;
}

Json to_json(const GpuCalibration& calibration) {
  Json json;
  json["schema"] = kSchema;
  json["date"] = calibration.date;
  json["data"] = calibration.data;
  json["parameters"] = parameters_json(gpu_parameter_table(), calibration.parameters);
  json["domains"] = Json::array();
  for (const GpuDomain& domain : calibration.domains) {
    json["domains"].push_back(domain_json(domain));
  }
  json["accuracy"] = Json::array();
  for (const GpuAccuracy& entry : calibration.accuracy) {
    json["accuracy"].push_back(accuracy_json(entry));
  }
  json["measurements"] = Json::array();
  for (const GpuMeasurement& measurement : calibration.measurements) {
    json["measurements"].push_back(to_json(measurement));
  }
  return json;
}

const Result<GpuCalibration>& built_in_gpu_calibration() {
  static const Result<GpuCalibration> loaded = load();
  return loaded;
}

}  // namespace nscope::sim
