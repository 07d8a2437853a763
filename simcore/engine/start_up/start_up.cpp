#include "simcore/engine/start_up/start_up.h"

#include "simcore/engine/calibration/metric_list.h"
#include "simcore/engine/graph/decoder_graph.h"
#include "simcore/engine/workload/element_type.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace nscope::sim {
namespace {

/// Lengths between the smallest bucket and the compiled length, in powers of two.
int ladder(int sequence_length, const Parameters& parameters) {
  const int minimum = static_cast<int>(parameters.bucket_minimum);
  int count = 1;
  for (int length = minimum; length < sequence_length; length *= 2) ++count;
  return count;
}

/// Bytes of an element that the host converts: weights of 8 bits pass through fp32.
double converted_bytes(double stored) {
  return stored < kBf16 ? kFp32 : stored;
}

Result<double> stored_bytes(const catalog::Model& model, const Workload& workload) {
  const auto bytes = element_bytes(workload.weight_dtype);
  if (!bytes) {
    return fail(ErrorCode::kInvalidArgument,
                tr("unknown weight type '{}'; use bf16, fp16, fp32, int8 or fp8",
                   workload.weight_dtype));
  }
  if (!(model.parameters > 0) && model.parts.empty()) {
    return fail(ErrorCode::kInvalidArgument,
                tr("{}: the parameter count is unknown", model.id));
  }
  return *bytes;
}

Result<> plan_decoder(const catalog::Model& model, const Workload& workload,
                      const Parameters& parameters, const StartParameters& start,
                      StartPlan& plan) {
  if (model.layers < 1 || model.hidden < 1 || model.heads < 1) {
    return fail(ErrorCode::kInvalidArgument,
                tr("{}: the dimensions of the layers are unknown", model.id));
  }
  const auto bytes = stored_bytes(model, workload);
  if (!bytes) return fail(bytes.error());
  const bool serves = std::holds_alternative<ServingSetup>(workload.kind);
  const int length = workload.sequence_length > 0
                         ? workload.sequence_length
                         : workload.input_tokens + workload.output_tokens;
  const DecoderShape shape{
      .tensor_parallel = workload.tensor_parallel,
      .batch = workload.batch,
      .prefill_batch = serves ? 1 : workload.batch,
      .sequence_length = length,
      .buckets =
          workload.start.buckets > 0 ? workload.start.buckets : ladder(length, parameters)};
  plan.compile = decoder_compilations(model, shape, start);
  plan.checkpoint = model.parameters * *bytes;
  plan.load.stored = plan.checkpoint;
  plan.load.largest_rank = plan.checkpoint / workload.tensor_parallel;
  if (model.moe) {
    const double matrices = model.ffn_gated ? 3 : 2;
    plan.load.converted = 1.0 * model.moe_layers() * model.moe->experts * matrices * model.hidden *
                          model.moe->expert_ffn * converted_bytes(*bytes);
  }
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
  plan.load.stored =
      plan.checkpoint + shared * *bytes * std::max(0, workload.context_parallel - 1);
  plan.load.largest_rank = plan.checkpoint / std::max(1, workload.tensor_parallel);
  plan.load.presharded = true;  // networks are saved with their weights
  return {};
}

Text compile_note(const StartUp& start) {
  const std::size_t graphs = start.plan.compile.graphs.size();
  const auto seconds = [](double value) { return as::value(value, "s"); };
  Text note = graphs > 1 ? tr("{} for the first graph, {} for {} others on {} vCPUs",
                              seconds(start.compile.first), seconds(start.compile.others),
                              as::count(static_cast<std::int64_t>(graphs) - 1),
                              as::count(start.plan.compiler->vcpus))
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
  if (plan.compiler->vcpus < 1) {
    return fail(ErrorCode::kInvalidArgument,
                tr("{}: compile times depend on the number of vCPUs, which is not published",
                   plan.compiler->id));
  }
  if (runs_as_calls(**model, workload)) {
    const auto run = plan_run(catalog, workload, parameters);
    if (!run) return fail(run.error());
    const auto* const call = std::get_if<FixedCall>(&run->work);
    if (call == nullptr) return fail(ErrorCode::kInvalidArgument, tr("only inference is compiled"));
    if (auto ok = plan_call(*run->model, *call, workload, plan); !ok) return fail(ok.error());
  } else if (auto ok = plan_decoder(**model, workload, parameters, start, plan); !ok) {
    return fail(ok.error());
  }
  plan.load.presharded = plan.load.presharded || workload.start.presharded;
  plan.load.graphs = static_cast<int>(plan.compile.graphs.size());
  plan.build_storage = storage_bandwidth(WeightStorage::kEbs, 0, *plan.compiler, start);
  plan.storage =
      storage_bandwidth(workload.start.storage, workload.start.bandwidth, *plan.runner, start);
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
  out.compile = compile_times(out.plan.compile, out.plan.compiler->vcpus, out.plan.build_storage,
                              *parameters);
  out.load = load_times(out.plan.load, out.plan.storage, *parameters);
  out.host = host_memory(catalog, *out.plan.compiler, *out.plan.runner, out.plan.compile,
                         out.plan.checkpoint, out.plan.load, *parameters);
  MetricList compile(calibration, std::string(kCompileClass), {}, true);
  compile.add(std::string(kCompileMetric), out.compile.total(), "s", kCompileMetric,
              compile_note(out));
  MetricList load(calibration, std::string(kStartClass), {}, true);
  load.add(std::string(kStartMetric), out.load.total(), "s", kStartMetric,
           load_note(out.load, workload.start.storage));
  out.metrics = compile.take();
  for (Metric& metric : load.take()) out.metrics.push_back(std::move(metric));
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
  json["compile"] = {{"graphs", start.plan.compile.graphs.size()},
                     {"first_s", start.compile.first},
                     {"others_s", start.compile.others},
                     {"layout_s", start.compile.layout},
                     {"shards_s", start.compile.shards}};
  json["load"] = {{"framework_s", start.load.framework}, {"runtime_s", start.load.runtime},
                  {"read_s", start.load.read},           {"divide_s", start.load.divide},
                  {"copy_s", start.load.copy},           {"warm_up_s", start.load.warm_up},
                  {"stored_bytes", start.plan.load.stored}};
  json["host_memory"] = Json::array();
  for (const HostNeed& need : start.host) {
    json["host_memory"].push_back({{"step", to_string(need.step)},
                                   {"instance", need.instance},
                                   {"required_bytes", need.bytes},
                                   {"available_bytes", need.available},
                                   {"fits", need.fits()},
                                   {"arithmetic", need.arithmetic},
                                   {"verdict", verdict_of(need)}});
  }
  json["metrics"] = Json::array();
  for (const Metric& metric : start.metrics) {
    const auto optional = [](const std::optional<double>& value) {
      return value ? Json(*value) : Json(nullptr);
    };
    json["metrics"].push_back({{"name", metric.name},
                               {"value", metric.value},
                               {"unit", metric.unit},
                               {"low", optional(metric.low)},
                               {"high", optional(metric.high)},
                               {"provenance", to_string(metric.provenance)},
                               {"note", metric.note}});
  }
  json["left_out"] = start.plan.left_out;
  return json;
}

}  // namespace nscope::sim
