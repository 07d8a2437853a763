#include "simcore/engine/start_up/start_up.h"

#include "profiler/base/json/metrics_json.h"
#include "simcore/catalog/layer_shard.h"
#include "simcore/engine/calibration/error_factors.h"
#include "simcore/engine/inference/prompt_images.h"
#include "simcore/engine/serving/server.h"
#include "simcore/engine/serving/server_graphs.h"
#include "simcore/engine/start_up/start_domain.h"
#include "simcore/engine/workload/element_type.h"
#include "simcore/engine/workload/software_stack.h"

#include <algorithm>
#include <span>
#include <utility>

namespace nscope::sim {
namespace {

/// Bytes of an element that the host converts: weights of 8 bits pass through fp32.
double converted_bytes(double stored) {
  return stored < kBf16 ? kFp32 : stored;
}

Result<double> stored_bytes(const catalog::Model& model, const Workload& workload) {
  const auto bytes = element_bytes(workload.weight_dtype);
  if (!bytes) {
    return fail(
        ErrorCode::kInvalidArgument,
        tr("unknown weight type '{}'; use bf16, fp16, fp32, int8 or fp8", workload.weight_dtype));
  }
  if (!(model.parameters > 0) && model.parts.empty()) {
    return fail(ErrorCode::kInvalidArgument, tr("{}: the parameter count is unknown", model.id));
  }
  return *bytes;
}

/// The stated number of lengths, each half of the next, longest first.
std::vector<int> halves(int longest, int count) {
  std::vector<int> lengths;
  int length = longest;
  for (int i = 0; i < count; ++i, length = (length + 1) / 2) lengths.push_back(length);
  return lengths;
}

template <class Value>
std::vector<Value> longest_first(std::vector<Value> values) {
  std::reverse(values.begin(), values.end());
  return values;
}

/// The graphs of a static batch.
void shape_of_batch(const Workload& workload, int longest, const Parameters& parameters,
                    DecoderShape& shape) {
  shape.prefill_batch = workload.batch;
  shape.batches = {workload.batch};
  const auto lengths =
      bucket_lengths(longest, static_cast<std::int64_t>(parameters.bucket_minimum));
  shape.decode_lengths = static_cast<int>(lengths.size());
  for (const int length : longest_first(lengths)) shape.prefills.push_back({length, length});
}

/// The graphs of a server, which prefills one sequence at a time.
Result<> shape_of_server(const ServingSetup& setup, const Workload& workload, int longest,
                         const Parameters& parameters, DecoderShape& shape) {
  const auto stack = serving_stack(setup.stack);
  if (!stack) return fail(stack.error());
  const ServerGraphs graphs = server_graphs(
      setup, *stack,
      {.slots = workload.batch, .longest = longest, .bucket_minimum = parameters.bucket_minimum});
  if (setup.scheduler == Scheduler::kStatic) shape.prefill_batch = workload.batch;
  shape.batches = longest_first(graphs.batches);
  shape.decode_lengths = static_cast<int>(graphs.positions.size());
  for (const int tokens : longest_first(graphs.prompts)) {
    if (!graphs.continues) shape.prefills.push_back({tokens, tokens});
    for (const int positions : longest_first(graphs.positions)) {
      if (graphs.continues && positions >= tokens) shape.prefills.push_back({tokens, positions});
    }
  }
  return {};
}

/// Positions of the longest sequence that the model is compiled for.
Result<int> compiled_positions(const catalog::Model& model, const Workload& workload) {
  if (workload.sequence_length > 0) return workload.sequence_length;
  if (model.architecture == catalog::Architecture::kEncoderDecoder) {
    return std::max(workload.input_tokens, workload.output_tokens);
  }
  const auto images = prompt_images(model, workload);
  if (!images) return fail(images.error());
  const Workload read = *images ? with_image_tokens(workload, **images) : workload;
  return read.sequence_length > 0 ? read.sequence_length : read.input_tokens + read.output_tokens;
}

Result<DecoderShape> shape_of(const catalog::Model& model, const Workload& workload,
                              const Parameters& parameters) {
  const auto longest = compiled_positions(model, workload);
  if (!longest) return fail(longest.error());
  constexpr int kLongest = 1 << 26;
  if (*longest < 1 || *longest > kLongest || workload.batch < 1 || workload.tensor_parallel < 1) {
    return fail(ErrorCode::kInvalidArgument,
                tr("tensor parallel degree and batch must be at least 1, and the sequence length "
                   "between 1 and {}",
                   as::count(kLongest)));
  }
  DecoderShape shape{.tensor_parallel = workload.tensor_parallel};
  if (const auto* const setup = std::get_if<ServingSetup>(&workload.kind)) {
    auto planned = shape_of_server(*setup, workload, *longest, parameters, shape);
    if (!planned) return fail(planned.error());
  } else {
    shape_of_batch(workload, *longest, parameters, shape);
  }
  if (const int buckets = workload.start.buckets; buckets > 0) {
    shape.prefills.clear();
    for (const int length : halves(*longest, buckets)) shape.prefills.push_back({length, length});
    shape.decode_lengths = buckets;
  }
  return shape;
}

/// The largest part of the model that an instance starts.
Result<catalog::Model> started_part(const catalog::Model& model, const Workload& workload) {
  const auto* const setup = std::get_if<ServingSetup>(&workload.kind);
  if (setup == nullptr || setup->nodes == 1) return model;
  auto parts = replica_parts(model, setup->nodes, setup->node_parallelism);
  if (!parts) return fail(parts.error());
  const auto largest = std::max_element(parts->begin(), parts->end(), [](auto& a, auto& b) {
    return a.model.parameters < b.model.parameters;
  });
  return std::move(largest->model);
}

/// Adds what a decoder compiles and loads besides its own graphs.
void note_left_out(const catalog::Model& model, const Workload& workload, StartPlan& plan) {
  const auto* const setup = std::get_if<ServingSetup>(&workload.kind);
  if (workload.speculation || (setup != nullptr && setup->speculation)) {
    plan.left_out.push_back(tr("the graphs and the weights of the draft"));
  }
  if (model.vision && workload.images > 0) {
    plan.left_out.push_back(tr("the graphs of the image tower"));
  }
}

/// Settings of a decoder that no measured compilation has.
void note_unmeasured(const catalog::Model& model, const Workload& workload, StartPlan& plan) {
  if (catalog::has_states(model) || !model.unmodelled.empty()) {
    plan.unmeasured.push_back(tr("layers without attention have other graphs"));
  }
  const auto* const setup = std::get_if<ServingSetup>(&workload.kind);
  if (setup != nullptr && setup->nodes > 1) {
    plan.unmeasured.push_back(tr("replicas on several instances"));
  }
  const auto& stacks = built_in_software_stacks();
  const SoftwareStack* const stack = stacks ? stacks->find(workload.stack) : nullptr;
  if (stack != nullptr && (stack->plain_operators || stack->eager)) {
    plan.unmeasured.push_back(tr("the stack compiles a decoder as a whole"));
  }
}

Result<> plan_decoder(const catalog::Model& model, const Workload& workload,
                      const Parameters& parameters, const StartParameters& start, StartPlan& plan) {
  if (model.layers < 1 || model.hidden < 1 || model.heads < 1) {
    return fail(ErrorCode::kInvalidArgument,
                tr("{}: the dimensions of the layers are unknown", model.id));
  }
  const auto bytes = stored_bytes(model, workload);
  if (!bytes) return fail(bytes.error());
  const auto shape = shape_of(model, workload, parameters);
  if (!shape) return fail(shape.error());
  plan.compile = decoder_compilations(model, *shape, start);
  plan.checkpoint = model.parameters * *bytes;
  plan.load.stored = plan.checkpoint;
  plan.load.largest_rank = plan.checkpoint / workload.tensor_parallel;
  plan.load.converted = routed_parameters(model) * converted_bytes(*bytes);
  note_left_out(model, workload, plan);
  note_unmeasured(model, workload, plan);
  return {};
}

/// The bytes of all parts of a model. Weights of less than 16 bits are those of described networks:
/// the other parts of a diffusion model, such as its text encoder, are not quantised.
double bytes_of_parts(const catalog::Model& model, double bytes, std::vector<Text>& left_out) {
  if (model.parts.empty()) return model.parameters * bytes;
  double sum = 0;
  for (const catalog::ModelPart& part : model.parts) {
    const double described = catalog::parameters_of(part.network);
    const double known = part.parameters > 0 ? part.parameters : described;
    sum += known * (described > 0 ? bytes : std::max(bytes, kBf16));
    if (known <= 0) {
      left_out.push_back(tr("the part {} of {} is not described", part.name, model.id));
    }
  }
  return sum;
}

Result<> plan_call(const catalog::Model& model, const FixedCall& call, const Workload& workload,
                   StartPlan& plan) {
  const auto bytes = stored_bytes(model, workload);
  if (!bytes) return fail(bytes.error());
  plan.compile = call_compilations(call);
  plan.checkpoint = bytes_of_parts(model, *bytes, plan.left_out);
  // The groups of cores that share the rows of a sample have the weights of the shared networks
  // each, and every rank stores its own.
  double shared = 0;
  for (const FixedCall::Phase& phase : call.phases) {
    if (phase.input.context_parallel > 1) shared += catalog::parameters_of(phase.network);
  }
  plan.load.stored = plan.checkpoint + shared * *bytes * std::max(0, workload.context_parallel - 1);
  plan.load.largest_rank = plan.checkpoint / std::max(1, workload.tensor_parallel);
  plan.load.presharded = true;  // networks are saved with their weights
  plan.load.divided = workload.tensor_parallel > 1;
  return {};
}

Text compile_note(const StartUp& start) {
  const std::size_t graphs = start.plan.compile.graphs.size();
  const auto seconds = [](double value) { return as::value(value, "s"); };
  Text note = graphs > 1 ? tr("{} for the first graph, {} for {} others on {} vCPUs",
                              seconds(start.compile.first), seconds(start.compile.others),
                              as::count(static_cast<std::int64_t>(graphs) - 1),
                              as::count(start.plan.compiler->vcpus_of_host()))
                         : tr("{} for one graph", seconds(start.compile.first));
  if (start.compile.layout > 0) {
    note = tr("{}, {} for the layout of the weights", note, seconds(start.compile.layout));
  }
  if (start.compile.shards > 0) note = tr("{}, {} for shards", note, seconds(start.compile.shards));
  return note;
}

Phrase title(WeightStorage storage) {
  switch (storage) {
    case WeightStorage::kEbs: return phrase("a gp3 volume");
    case WeightStorage::kLocalDisk: return phrase("the local disk");
    case WeightStorage::kPageCache: return phrase("the page cache");
    case WeightStorage::kS3: break;
  }
  return phrase("an object store");
}

Text load_note(const LoadTimes& load, WeightStorage storage) {
  const auto seconds = [](double value) { return as::value(value, "s"); };
  Text note = tr("{} until the load begins, {} to read from {}", seconds(load.framework),
                 seconds(load.read), title(storage));
  if (load.divide > 0) note = tr("{}, {} to divide the checkpoint", note, seconds(load.divide));
  return tr("{}, {} to copy, {} of runtime, {} to warm up", note, seconds(load.copy),
            seconds(load.runtime), seconds(load.warm_up));
}

Text with_outside(Text note, const std::vector<Text>& outside) {
  if (outside.empty()) return note;
  return tr("{}; outside of the measured domain: {}", note, joined_by_semicolons(outside));
}

/// Why the host of the plan cannot compile the model, or load it if `loads`; empty if it can.
Text refusal_of(const StartUp& start, bool loads) {
  if (!loads && start.plan.point.generation == "v1") {
    return tr("the compiler of {}, neuron-cc, is not modelled", start.plan.runner->id);
  }
  if (!loads && start.plan.gpu_compiler) {
    return tr("{} has no NeuronCores, and compile times are known only for hosts that have some",
              start.plan.compiler->id);
  }
  if (!loads && start.plan.compiler->vcpus_of_host() < 1) {
    return tr("compile times depend on the number of vCPUs, which is not published for {}",
              start.plan.compiler->id);
  }
  for (const HostNeed& need : start.host) {
    const bool compiles = need.step == HostNeed::Step::kCompile || need.with_compiler;
    if (compiles != loads && !need.fits()) {
      return tr("{}: {}", title(need.step), verdict_of(need));
    }
  }
  return {};
}

/// Adds the metric with its band, or why the host does not have it.
void add_time(const Calibration& calibration, std::string_view class_name, Metric metric,
              bool loads, StartUp& out) {
  if (Text refusal = refusal_of(out, loads); !refusal.empty()) {
    out.unavailable.emplace_back(metric.name, std::move(refusal));
    return;
  }
  const MeasuredAs measured{std::string(class_name), metric.name};
  set_band(metric, widened_factors(calibration, std::span(&measured, 1), out.plan.point.generation,
                                   start_widening(calibration, class_name, out.plan)));
  out.metrics.push_back(std::move(metric));
}

/// The hosts of an instance on which the cores of one replica are.
int hosts_of_replica(const catalog::Catalog& catalog, const catalog::Instance& instance,
                     int tensor_parallel) {
  const int cores = std::max(1, catalog.logical_cores_of(instance) / instance.hosts);
  return std::clamp((tensor_parallel + cores - 1) / cores, 1, instance.hosts);
}

}  // namespace

Result<StartPlan> plan_start(const catalog::Catalog& catalog, const Workload& workload,
                             const Parameters& parameters, const StartParameters& start) {
  if (!std::holds_alternative<InferenceSetup>(workload.kind) &&
      !std::holds_alternative<ServingSetup>(workload.kind)) {
    return fail(ErrorCode::kInvalidArgument, tr("only inference is compiled and loaded"));
  }
  StartPlan plan;
  const auto runner = catalog.instance(workload.instance, workload.logical_core_size);
  if (!runner) return fail(runner.error());
  const std::string& host = workload.start.compile_host;
  const auto compiler = host.empty() ? runner : catalog.instance(host);
  if (!compiler) return fail(compiler.error());
  const auto model = model_of(catalog, workload);
  if (!model) return fail(model.error());
  plan.compiler = *compiler;
  plan.runner = *runner;
  plan.gpu_compiler = catalog.device_of(**compiler).kind == catalog::DeviceKind::kGpu;
  if (runs_as_calls(**model, workload)) {
    const auto run = plan_run(catalog, workload, parameters);
    if (!run) return fail(run.error());
    const auto* const call = std::get_if<FixedCall>(&run->work);
    if (call == nullptr) return fail(ErrorCode::kInvalidArgument, tr("only inference is compiled"));
    if (auto ok = plan_call(*run->model, *call, workload, plan); !ok) return fail(ok.error());
  } else {
    const auto part = started_part(**model, workload);
    if (!part) return fail(part.error());
    if (auto ok = plan_decoder(*part, workload, parameters, start, plan); !ok) {
      return fail(ok.error());
    }
  }
  plan.load.presharded = plan.load.presharded || workload.start.presharded;
  plan.load.graphs = static_cast<int>(plan.compile.graphs.size());
  plan.load.host_share = 1.0 / hosts_of_replica(catalog, **runner, workload.tensor_parallel);
  plan.from = workload.start.storage;
  plan.build_storage =
      storage_bandwidth(plan.from, workload.start.bandwidth, *plan.compiler, start);
  plan.storage = storage_bandwidth(plan.from, workload.start.bandwidth, *plan.runner, start);
  plan.tensor_parallel = workload.tensor_parallel;
  plan.point = {.generation = catalog.device_of(*plan.runner).generation,
                .dtype = workload.dtype,
                .weight_dtype = workload.weight_dtype,
                .model = (*model)->id};
  // Shards are written as the checkpoint is read; the slower of both is the time.
  if (workload.start.presharded) plan.compile.stored_bytes = plan.checkpoint;
  return plan;
}

Result<StartUp> start_up(const catalog::Catalog& catalog, const Workload& workload,
                         const Calibration& calibration) {
  const auto& parameters = built_in_start_parameters();
  if (!parameters) return fail(parameters.error());
  auto plan = plan_start(catalog, workload, calibration.parameters, *parameters);
  if (!plan) return fail(plan.error());
  StartUp out;
  out.plan = std::move(*plan);
  out.compile = compile_times(out.plan.compile, out.plan.compiler->vcpus_of_host(),
                              out.plan.build_storage, *parameters);
  out.load = load_times(out.plan.load, out.plan.storage, *parameters);
  out.host = host_memory(catalog, *out.plan.compiler, *out.plan.runner, out.plan.compile,
                         out.plan.checkpoint, out.plan.load, out.plan.from, *parameters);
  out.compile_outside = outside_start(calibration, kCompileClass, out.plan);
  add_time(calibration, kCompileClass,
           {.name = std::string(kCompileMetric),
            .value = out.compile.total(),
            .unit = "s",
            .provenance = Provenance::kSimulated,
            .note = with_outside(compile_note(out), out.compile_outside)},
           false, out);
  out.load_outside = outside_start(calibration, kStartClass, out.plan);
  add_time(calibration, kStartClass,
           {.name = std::string(kStartMetric),
            .value = out.load.total(),
            .unit = "s",
            .provenance = Provenance::kSimulated,
            .note = with_outside(load_note(out.load, workload.start.storage), out.load_outside)},
           true, out);
  if (const auto prefill = prefill_workload(workload)) {
    auto start = start_up(catalog, *prefill, calibration);
    if (!start) return fail(start.error());
    out.prefill = std::make_shared<const StartUp>(std::move(*start));
  }
  return out;
}

Result<std::optional<StartUp>> start_up(const catalog::Catalog& catalog, const Workload& workload) {
  if (!std::holds_alternative<InferenceSetup>(workload.kind) &&
      !std::holds_alternative<ServingSetup>(workload.kind)) {
    return std::optional<StartUp>();
  }
  const auto& calibration = built_in_calibration();
  if (!calibration) return fail(calibration.error());
  auto start = start_up(catalog, workload, *calibration);
  if (!start) return fail(start.error());
  return std::optional<StartUp>(std::move(*start));
}

Json to_json(const StartUp& start) {
  Json json;
  const auto has = [&](std::string_view name) {
    return std::none_of(start.unavailable.begin(), start.unavailable.end(),
                        [&](const auto& one) { return one.first == name; });
  };
  json["compile"] = nullptr;
  json["load"] = nullptr;
  if (has(kCompileMetric)) {
    json["compile"] = {{"graphs", start.plan.compile.graphs.size()},
                       {"first_s", start.compile.first},
                       {"others_s", start.compile.others},
                       {"layout_s", start.compile.layout},
                       {"shards_s", start.compile.shards}};
  }
  if (has(kStartMetric)) {
    json["load"] = {{"framework_s", start.load.framework},
                    {"runtime_s", start.load.runtime},
                    {"read_s", start.load.read},
                    {"divide_s", start.load.divide},
                    {"copy_s", start.load.copy},
                    {"warm_up_s", start.load.warm_up},
                    {"stored_bytes", start.plan.load.stored}};
  }
  json["host_memory"] = Json::array();
  for (const HostNeed& need : start.host) {
    json["host_memory"].push_back({{"step", to_string(need.step)},
                                   {"instance", need.instance},
                                   {"hosts", need.hosts},
                                   {"required_bytes", need.bytes},
                                   {"available_bytes", need.available},
                                   {"fits", need.fits()},
                                   {"arithmetic", need.arithmetic},
                                   {"verdict", verdict_of(need)}});
  }
  json["metrics"] = metrics_json(start.metrics);
  json["unavailable"] = Json::object();
  for (const auto& [name, reason] : start.unavailable) json["unavailable"][name] = reason;
  json["outside_domain"] = {{kCompileMetric, start.compile_outside},
                            {kStartMetric, start.load_outside}};
  json["left_out"] = start.plan.left_out;
  if (start.prefill) {
    json["prefill"] = to_json(*start.prefill);
    json["prefill"]["instance"] = start.prefill->plan.runner->id;
  }
  return json;
}

}  // namespace nscope::sim
