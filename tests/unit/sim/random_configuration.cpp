#include "tests/unit/sim/random_configuration.h"

#include "profiler/base/json/document_text.h"
#include "profiler/base/overloaded.h"
#include "simcore/engine/workload/software_stack.h"
#include "tests/unit/sim/catalogue.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <set>
#include <sstream>

namespace nscope::sim {
namespace {

const std::vector<std::string>& stack_ids() {
  static const std::vector<std::string> ids = [] {
    std::vector<std::string> list;
    std::istringstream text(built_in_software_stacks()->ids());
    for (std::string id; std::getline(text >> std::ws, id, ',');) list.push_back(id);
    return list;
  }();
  return ids;
}

}  // namespace

int RandomConfigurations::size(int low, int high) {
  const double share = static_cast<double>(below(1 << 20)) / (1 << 20);
  const auto value =
      static_cast<int>(std::exp(std::lerp(std::log(low), std::log(high + 1.0), share)));
  const auto power = static_cast<int>(std::bit_ceil(static_cast<unsigned>(value)));
  return std::clamp(one_in(2) ? power : value, low, high);
}

const catalog::Model& RandomConfigurations::model_of(catalog::Architecture architecture) {
  std::vector<const catalog::Model*> models;
  for (const catalog::Model& one : catalogue().models()) {
    if (one.architecture == architecture) models.push_back(&one);
  }
  return *of(models);
}

const catalog::Model& RandomConfigurations::model() {
  const auto models = catalogue().models();
  if (one_in(2)) return models[below(models.size())];
  std::set<catalog::Architecture> known;
  for (const catalog::Model& one : models) known.insert(one.architecture);
  return model_of(of(std::vector(known.begin(), known.end())));
}

std::string RandomConfigurations::instance(catalog::DeviceKind kind) {
  std::vector<std::string> ids;
  for (const catalog::Instance& one : catalogue().instances()) {
    if (catalogue().device_of(one).kind == kind) ids.push_back(one.id);
  }
  return of(ids);
}

void RandomConfigurations::choose_types(Workload& workload) {
  workload.dtype = of<std::string>({"bf16", "bf16", "bf16", "fp16", "fp32"});
  workload.weight_dtype =
      one_in(2) ? workload.dtype : of<std::string>({"int8", "fp8", "bf16", "fp32"});
}

Workload RandomConfigurations::inference() {
  Workload w;
  const catalog::Model& chosen = model();
  w.model = chosen.id;
  w.instance = instance(catalog::DeviceKind::kNeuron);
  w.logical_core_size = of<int>({0, 0, 1, 2});
  choose_types(w);
  if (one_in(2)) w.stack = of(stack_ids());
  if (one_in(3)) w.software = of<std::string>({"2.9", "2.12", "2.20", "2.28"});
  w.input_tokens = size(1, one_in(4) ? 16384 : 2048);
  w.batch = size(1, 64);
  const bool generates = chosen.architecture == catalog::Architecture::kDecoder ||
                         chosen.architecture == catalog::Architecture::kEncoderDecoder;
  if (generates) {
    w.tensor_parallel = of<int>({1, 2, 4, 8, 16, 24, 32, 64});
    w.output_tokens = size(1, 32);
    if (one_in(2)) w.sequence_length = size(w.input_tokens + w.output_tokens, 32768);
    if (one_in(8)) w.task = "encode";
    if (one_in(4)) w.kv_dtype = of<std::string>({"bf16", "fp16", "fp8"});
    if (chosen.vision && one_in(2)) w.images = size(1, 4);
    if (one_in(8)) {
      const int tokens = size(1, 8);
      std::vector<double> accepted(static_cast<std::size_t>(tokens) + 1, 1.0 / (tokens + 1));
      w.speculation = {.draft_model = model_of(catalog::Architecture::kDecoder).id,
                       .tokens = tokens,
                       .accepted = accepted};
    }
    return w;
  }
  w.input_tokens = std::min(w.input_tokens, 512);
  w.copies = of<int>({1, 1, 1, 2, 4});
  if (w.copies > 1 && one_in(2)) w.cores = of<int>({1, 2});
  w.casts_matmuls = w.dtype == "fp32" && one_in(2);
  if (chosen.architecture == catalog::Architecture::kDiffusion) {
    w.batch = size(1, 4);
    w.tensor_parallel = of<int>({1, 1, 2, 4, 8});
    w.context_parallel = of<int>({1, 1, 1, 2});
    w.guidance_passes = of<int>({0, 0, 1, 2});
    w.materialised_scores = one_in(4);
    w.steps = size(1, 6);
  } else if (one_in(4)) {
    w.image_height = w.image_width = of<int>({224, 384, 512});
  }
  return w;
}

Workload RandomConfigurations::server() {
  Workload w;
  w.model = model_of(catalog::Architecture::kDecoder).id;
  w.instance = instance(catalog::DeviceKind::kNeuron);
  w.logical_core_size = of<int>({0, 0, 1, 2});
  choose_types(w);
  w.tensor_parallel = of<int>({1, 2, 4, 8, 16, 32, 64});
  w.batch = size(1, 16);
  w.input_tokens = size(64, 1024);
  w.output_tokens = size(16, 512);
  w.sequence_length = size(w.input_tokens + w.output_tokens, 4096);
  ServingSetup setup;
  setup.scheduler = of<Scheduler>(
      {Scheduler::kStatic, Scheduler::kContinuous, Scheduler::kDecodeFirst, Scheduler::kChunked});
  setup.stack = of<std::string>({"", "tgi", "vllm", "vllm-nxd", "vllm-neuron"});
  setup.position_buckets = one_in(2);
  w.kind = setup;
  return w;
}

Workload RandomConfigurations::training() {
  Workload w;
  w.model = model().id;
  w.instance = instance(catalog::DeviceKind::kNeuron);
  w.dtype = w.weight_dtype = of<std::string>({"bf16", "bf16", "fp32"});
  w.tensor_parallel = of<int>({1, 2, 4, 8, 16, 32});
  w.input_tokens = size(64, 4096);
  TrainingSetup setup;
  setup.nodes = of<int>({1, 1, 1, 2, 4, 16});
  setup.pipeline_parallel = of<int>({1, 1, 1, 2, 4});
  setup.context_parallel = of<int>({1, 1, 1, 2});
  setup.zero = of<int>({-1, 0, 1, 3});
  setup.micro_batch = size(1, 8);
  if (one_in(2)) setup.global_batch = static_cast<int>(std::bit_ceil(unsigned(size(32, 1024))));
  setup.schedule =
      of<PipelineSchedule>({PipelineSchedule::kGpipe, PipelineSchedule::kOneForwardOneBackward});
  if (one_in(2)) {
    setup.checkpointing =
        of<Checkpointing>({Checkpointing::kNone, Checkpointing::kSelective, Checkpointing::kFull});
  }
  setup.sequence_parallel = one_in(2);
  setup.master_weights = one_in(2);
  setup.tuning.method = of<TuningMethod>(
      {TuningMethod::kFull, TuningMethod::kFull, TuningMethod::kLora, TuningMethod::kQlora});
  if (setup.tuning.frozen_weights()) {
    setup.tuning.adapters.rank = size(1, 256);
    if (one_in(2)) setup.tuning.adapters.targets = kAttentionTargets;
    if (one_in(2)) setup.tuning.frozen = FrozenType::kInt8;
  }
  w.kind = setup;
  return w;
}

Workload RandomConfigurations::kernel() {
  const auto names = kernel_names();
  KernelSetup setup{.name = std::string(names[below(names.size())])};
  for (const KernelSize& one : kernel_sizes()) {
    if (has_size(setup.name, one.key)) setup.sizes.*one.member = size(1, 4096);
  }
  // Sizes of which few values occur in practice.
  const auto choose = [&](int& value, std::vector<int> values) {
    if (value > 1) value = of(values);
  };
  choose(setup.sizes.batch, {1, 2, 4, 8});
  choose(setup.sizes.kv_heads, {1, 2, 4, 8});
  choose(setup.sizes.heads, {8, 16, 32});
  choose(setup.sizes.head_dim, {64, 80, 128});
  choose(setup.sizes.rank, {8, 16, 64});
  choose(setup.sizes.states, {16, 128});
  choose(setup.sizes.taps, {1, 4, 9, 49});
  setup.dtype = of<std::string>({"bf16", "bf16", "fp16", "fp32", "bf16x2", "fp8", "mxfp8"});
  setup.variant =
      of<KernelVariant>({KernelVariant::kBaseline, KernelVariant::kFused, KernelVariant::kTuned});
  setup.polynomial = one_in(4);
  setup.caller = of<KernelCaller>(
      {KernelCaller::kProfiler, KernelCaller::kTorchTrace, KernelCaller::kTorchNative});
  Workload w;
  w.instance = instance(catalog::DeviceKind::kNeuron);
  w.logical_core_size = of<int>({0, 0, 1});
  w.kind = setup;
  return w;
}

Workload RandomConfigurations::collective() {
  Workload w;
  w.instance = instance(catalog::DeviceKind::kNeuron);
  CollectiveSetup setup;
  setup.kind = of<CollectiveKind>({CollectiveKind::kAllReduce, CollectiveKind::kAllGather,
                                   CollectiveKind::kReduceScatter, CollectiveKind::kAllToAll,
                                   CollectiveKind::kBroadcast, CollectiveKind::kPermute});
  setup.group.ranks_per_node = of<int>({2, 4, 8, 16, 32, 64});
  setup.group.nodes = of<int>({1, 1, 2, 4});
  setup.bytes = std::exp2(12.0 + static_cast<double>(below(17)));
  if (one_in(4)) setup.measured_by = MeasuredBy::kHostTool;
  w.kind = setup;
  return w;
}

GpuWorkload RandomConfigurations::gpu() {
  GpuWorkload w;
  const catalog::Model& chosen = model();
  w.model = chosen.id;
  w.instance = instance(catalog::DeviceKind::kGpu);
  w.dtype = of<std::string>({"bf16", "fp16", "fp16", "fp32"});
  w.weight_dtype =
      one_in(2) ? w.dtype : of<std::string>({"int8", "int4", "fp8", "fp4", "bf16", "fp16"});
  w.batch = size(1, 256);
  w.input_tokens = size(16, 4096);
  w.output_tokens = size(1, 512);
  if (chosen.architecture != catalog::Architecture::kDecoder) {
    w.task = GpuTask::kEncode;
    w.input_tokens = std::min(w.input_tokens, 512);
    w.batch = size(1, 64);
    return w;
  }
  w.tensor_parallel = of<int>({1, 1, 2, 4, 8});
  if (one_in(4)) {
    w.task = GpuTask::kTrain;
    w.sequence_length = size(512, 8192);
    w.checkpointing = one_in(2);
    return w;
  }
  w.stack = of<GpuStack>(
      {GpuStack::kTensorRtLlm, GpuStack::kVllm, GpuStack::kSglang, GpuStack::kGptFast});
  return w;
}

std::string described(const Configuration& configuration) {
  return std::visit([](const auto& workload) { return compact_text(to_json(workload)); },
                    configuration);
}

}  // namespace nscope::sim
