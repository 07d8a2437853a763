#include "simcore/engine/inference/fixed_call.h"

#include "simcore/engine/graph/compiler_slowdown.h"
#include "simcore/engine/graph/mechanisms.h"
#include "simcore/engine/workload/element_type.h"
#include "simcore/engine/workload/image_size.h"
#include "simcore/engine/workload/model_limits.h"
#include "simcore/engine/workload/software_stack.h"
#include "simcore/engine/workload/workload.h"

#include <algorithm>
#include <cmath>

namespace nscope::sim {
namespace {

using catalog::Architecture;
using catalog::Block;

constexpr double kTokenBytes = 8;  // int64: ids, mask and token types
constexpr double kTokenTensors = 3;
constexpr double kHostBytes = 4;  // images, hidden states and scores are copied as fp32
constexpr double kColors = 3;
constexpr double kLatents = 4;
constexpr double kLatentScale = 8;
/// Share of the steps of a base network if a refiner does the rest.
constexpr double kBaseShare = 0.8;
constexpr int kMostSamples = 1 << 20;
constexpr int kMostGuidance = 16;
/// Frames of a video that one frame of its latents stands for, after the first.
constexpr int kLatentFrames = 4;

tl::unexpected<Error> refuse(const catalog::Model& model, Text why) {
  return fail(ErrorCode::kInvalidArgument, tr("{}: {}", model.id, std::move(why)));
}

int cores_of(const Machine& machine) {
  return machine.logical_per_chip * machine.instance->chips;
}

/// The layers of a text model for a whole sequence, with its head.
catalog::Network text_network(const catalog::Model& model, int tokens) {
  catalog::Network network;
  network.push_back({.kind = Block::Kind::kNorm, .in = model.hidden, .rows = tokens});
  network.push_back({.kind = Block::Kind::kTransformer,
                     .in = model.hidden,
                     .rows = tokens,
                     .times = model.layers,
                     .shared = model.loops > 1,
                     .heads = model.heads,
                     .head_dim = model.head_dim,
                     .ffn = model.ffn,
                     .gated = model.ffn_gated});
  if (model.returns == catalog::Returned::kLogits) {
    network.push_back(
        {.kind = Block::Kind::kLinear, .in = model.hidden, .out = model.hidden, .rows = tokens});
    network.push_back({.kind = Block::Kind::kLinear,
                       .in = model.hidden,
                       .out = model.vocabulary,
                       .rows = tokens});
  }
  return network;
}

double text_output_elements(const catalog::Model& model, double tokens) {
  switch (model.returns) {
    case catalog::Returned::kHiddenState: return tokens * model.hidden;
    case catalog::Returned::kLogits: return tokens * model.vocabulary;
    case catalog::Returned::kClasses: break;
  }
  return 2;
}

/// Output elements per sample of the last block of an image network.
double output_elements(const catalog::Network& network, double pixels) {
  const Block& last = network.back();
  const double rows = last.rows > 0 ? last.rows : pixels / last.scale / last.scale;
  return rows * (last.out > 0 ? last.out : last.in);
}

/// Input bytes per sample of a network over features: the indices of its tables, and the features
/// of its first other block.
double feature_bytes(const catalog::Network& network) {
  double bytes = 0;
  for (const Block& block : network) {
    if (block.is_table()) bytes += kTokenBytes * block.lookups * block.times;
  }
  const auto dense = std::find_if(network.begin(), network.end(),
                                  [](const Block& block) { return !block.is_table(); });
  if (dense != network.end()) bytes += kHostBytes * std::max(1, dense->rows) * dense->in;
  return bytes;
}

bool reads_features(const catalog::Model& model) {
  return model.architecture == Architecture::kRecommender ||
         model.architecture == Architecture::kTimeSeries;
}

/// Whether the model denoises the frames of a video together, as diffusion transformers can.
bool reads_videos(const catalog::Model& model) {
  return model.architecture == Architecture::kDiffusion &&
         std::any_of(model.parts.begin(), model.parts.end(), [](const catalog::ModelPart& part) {
           return part.name == "transformer" && can_be_sharded(part.network);
         });
}

Result<> check_text_model(const catalog::Model& model) {
  if (model.layers < 1 || model.hidden < 1 || model.heads < 1 || model.head_dim < 1) {
    return refuse(model, tr("the catalogue does not describe its layers"));
  }
  if (!model.unmodelled.empty()) return refuse(model, tr("{} are not supported", model.unmodelled));
  if (model.moe || model.mla || model.kv_heads != model.heads) {
    return refuse(model,
                  tr("only models with multi-head attention and dense layers are supported for "
                     "this task"));
  }
  return check_limits(model);
}

/// Checks the settings of the workload that do not depend on the networks of the model.
Result<> check_request(const Machine& machine, const catalog::Model& model,
                       const Workload& workload) {
  if (model.architecture == Architecture::kEncoderDecoder) {
    return refuse(model, tr("the architecture {} is not supported for this task",
                            to_string(model.architecture)));
  }
  const auto [least, most] =
      std::minmax({workload.batch, workload.copies, workload.input_tokens, workload.frames,
                   workload.tensor_parallel, workload.context_parallel});
  if (least < 1 || std::max(most, workload.steps) > kMostSamples) {
    return refuse(model,
                  tr("batch, tokens and copies must be between 1 and {}, and steps at most {}",
                     as::count(kMostSamples), as::count(kMostSamples)));
  }
  if (workload.frames > 1 && !reads_videos(model)) {
    return refuse(model, tr("it processes images, not videos of {} frames", workload.frames));
  }
  if (workload.guidance_passes > kMostGuidance) {
    return refuse(model, tr("a step has at most {} passes", kMostGuidance));
  }
  if (workload.cores < 0 || workload.cores > cores_of(machine)) {
    return refuse(model, tr_plural(cores_of(machine), "{} has only {} core", "{} has only {} cores",
                                   machine.instance->id, cores_of(machine)));
  }
  if (workload.image_height < 0 || workload.image_width < 0) {
    return refuse(model, tr("the image size must be height x width in pixels, such as 512x512"));
  }
  return {};
}

/// Denoising passes of a step.
int guidance_of(const catalog::Model& model, const Workload& workload) {
  if (workload.guidance_passes > 0) return workload.guidance_passes;
  return std::max(1, model.passes_per_step);
}

/// Adds the networks of a diffusion model: the text encoder for the prompt and the negative prompt,
/// the denoiser once per step with the halves of the guidance on all available cores (or as one
/// batch), and the decoder once. A text encoder or a decoder that is not described is left out.
Result<> add_diffusion(const catalog::Model& model, const Workload& workload, NetworkInput input,
                       FixedCall& call) {
  const int guidance = guidance_of(model, workload);
  const int steps = workload.steps > 0 ? workload.steps : model.diffusion_steps;
  if (steps < 1) return refuse(model, tr("the number of denoising steps is not stated"));
  const int shards = call.cores_per_copy;
  const bool refined = std::any_of(model.parts.begin(), model.parts.end(),
                                   [](const auto& part) { return part.name == "refiner_unet"; });
  const int base_steps = refined ? static_cast<int>(std::lround(kBaseShare * steps)) : steps;
  const int groups = model.batched_guidance ? 1 : std::clamp(call.cores / shards, 1, guidance);
  const int halves_on_core = (guidance + groups - 1) / groups;
  call.cores_per_copy = shards * groups;
  for (const catalog::ModelPart& part : model.parts) {
    const bool encodes = part.name == "text_encoder";
    const bool denoises = !encodes && part.name != "vae_decoder";
    if (part.network.empty()) {
      if (denoises) {
        return refuse(model,
                      tr("the catalogue does not describe the operators of its {}", part.name));
      }
      call.left_out.push_back(part.name);
      continue;
    }
    FixedCall::Phase phase{.name = part.name, .network = part.network, .input = input};
    if (encodes) {
      phase.passes = guidance;
    } else if (denoises) {
      phase.input.batch = call.batch * halves_on_core;
      phase.passes = part.name == "refiner_unet" ? steps - base_steps : base_steps;
      phase.denoises = true;
    }
    call.phases.push_back(std::move(phase));
  }
  if (call.denoising_steps() == 0)
    return refuse(model, tr("the catalogue does not describe its operators"));
  return {};
}

/// Adds the network of an image model, or the networks of its parts, which are compiled into one
/// graph. Their outputs are copied to the host.
Result<> add_image_networks(const catalog::Model& model, NetworkInput input, double pixels,
                            FixedCall& call) {
  const auto add = [&](const std::string& name, const catalog::Network& network, int samples) {
    FixedCall::Phase phase{.name = name, .network = network, .input = input};
    if (samples > 0) phase.input.batch = samples;
    phase.joined = !call.phases.empty();
    call.output_bytes += phase.input.batch * output_elements(network, pixels) * kHostBytes;
    call.phases.push_back(std::move(phase));
  };
  if (!model.network.empty()) {
    add("network", model.network, 0);
    return {};
  }
  if (model.parts.empty())
    return refuse(model, tr("the catalogue does not describe its operators"));
  for (const catalog::ModelPart& part : model.parts) {
    if (part.network.empty())
      return refuse(model, tr("the catalogue does not describe its operators"));
    add(part.name, part.network, part.samples);
  }
  return {};
}

/// The compiler of Inferentia casts the matrices of fp32 models to bf16, but nothing else.
bool casts_matrices(const Machine& machine) {
  return machine.generation == CoreGeneration::kV1;
}

/// Properties of a NeuronCore generation. On Inferentia, busy cores share the memory of their chip,
/// and a copy does not compute while another waits for the host.
struct GenerationRules {
  bool shares_memory = false;
  bool hides_host = true;
  double launch = 0;          ///< s
  double host_bandwidth = 0;  ///< B/s
  double engine_stretch = 0;
  double dma_share = 1;  ///< share of the rate of its DMA engines that a core achieves
};

GenerationRules rules_of(const Machine& machine, const Parameters& p) {
  if (machine.generation == CoreGeneration::kV1) {
    return {.shares_memory = true,
            .hides_host = false,
            .launch = p.v1_call_launch,
            .host_bandwidth = p.v1_host_bandwidth,
            .engine_stretch = p.v1_engine_stretch,
            .dma_share = p.v1_dma_share};
  }
  return {.launch = p.call_launch,
          .host_bandwidth = p.host_bandwidth,
          .engine_stretch = p.engine_stretch};
}

/// Whether a phase runs on one physical core of a logical core: the compiler divides the samples of
/// a call over the physical cores, so that a single sample has one of them. Denoisers whose tensors
/// are divided over several logical cores are also divided over the physical ones.
bool has_one_physical_core(const FixedCall::Phase& phase) {
  const NetworkInput& input = phase.input;
  const bool divided = input.tensor_parallel * input.context_parallel > 1;
  return input.batch == 1 && !(phase.denoises && divided);
}

/// Checks that the cores of a call can share the work of its networks.
Result<> check_sharing(const catalog::Model& model, const FixedCall& call) {
  const NetworkInput& input = call.phases[0].input;
  const int shards = input.tensor_parallel * input.context_parallel;
  if (shards == 1) return {};
  for (const FixedCall::Phase& phase : call.phases) {
    if (!can_be_sharded(phase.network)) {
      return refuse(model, tr("tensor and context parallelism are supported only for "
                              "transformers; the {} is none",
                              phase.name));
    }
  }
  if (call.cores < call.cores_per_copy) {
    return refuse(model, tr("tensor parallel degree {} and context parallel degree {} need {} "
                            "cores; there are {}",
                            input.tensor_parallel, input.context_parallel, shards, call.cores));
  }
  return {};
}

}  // namespace

std::optional<ImageSize> used_image_size(const catalog::Model& model, const Workload& workload) {
  if (workload.image_height > 0) {
    return ImageSize{workload.image_height, workload.image_width, workload.frames};
  }
  std::optional<ImageSize> smallest;
  const auto look = [&](const std::map<std::string, double>& sizes) {
    for (const auto& [text, value] : sizes) {
      const auto size = parse_image_size(text);
      if (!size) continue;
      if (size->frames > 1 && !reads_videos(model)) continue;
      const bool smaller =
          !smallest || size->height * size->width < smallest->height * smallest->width;
      if (smaller) smallest = size;
    }
  };
  look(model.macs);
  look(model.tokens);
  for (const catalog::ModelPart& part : model.parts) {
    look(part.macs);
    look(part.tokens);
  }
  return smallest;
}

bool can_divide_calls(const catalog::Model& model) {
  // The network of a text model is made of its layers, which are transformers.
  if (model.architecture == Architecture::kEncoder ||
      model.architecture == Architecture::kDecoder) {
    return true;
  }
  return can_be_sharded(model.network) &&
         std::all_of(model.parts.begin(), model.parts.end(),
                     [](const catalog::ModelPart& part) { return can_be_sharded(part.network); });
}

int FixedCall::denoising_steps() const {
  int steps = 0;
  for (const Phase& phase : phases) steps += phase.denoises ? phase.passes : 0;
  return steps;
}

double FixedCall::launch_seconds(const Phase& phase, const Parameters& parameters) const {
  return phase.joined ? 0 : rules_of(*machine, parameters).launch;
}

double FixedCall::transfer_seconds(double bytes, const Parameters& parameters) const {
  return bytes / rules_of(*machine, parameters).host_bandwidth;
}

int FixedCall::places() const {
  return std::min(copies, std::max(1, cores / cores_per_copy));
}

double FixedCall::macs() const {
  double sum = 0;
  for (const Phase& phase : phases) {
    const double samples = static_cast<double>(phase.input.batch) / batch;
    sum += phase.passes * samples * catalog::macs_of(phase.network, phase.input.sample()) /
           (phase.input.tensor_parallel * phase.input.context_parallel);
  }
  return sum;
}

namespace {

/// Adds the networks of a model and the bytes of a call.
Result<> add_networks(const catalog::Model& model, const Workload& workload, NetworkInput input,
                      FixedCall& call) {
  if (model.architecture == Architecture::kEncoder ||
      model.architecture == Architecture::kDecoder) {
    if (auto good = check_text_model(model); !good) return good;
    const double tokens = static_cast<double>(workload.batch) * workload.input_tokens;
    input.fused_attention = false;
    call.phases.push_back(
        {.name = "network", .network = text_network(model, workload.input_tokens), .input = input});
    call.input_bytes = tokens * kTokenBytes * kTokenTensors;
    call.output_bytes =
        workload.batch * kHostBytes * text_output_elements(model, workload.input_tokens);
    return {};
  }
  if (reads_features(model)) {
    if (model.network.empty())
      return refuse(model, tr("the catalogue does not describe its operators"));
    input.fused_attention = false;
    call.phases.push_back({.name = "network", .network = model.network, .input = input});
    call.input_bytes = workload.batch * feature_bytes(model.network);
    call.output_bytes = workload.batch * output_elements(model.network, 1) * kHostBytes;
    return {};
  }
  auto image = used_image_size(model, workload);
  if (model.architecture == Architecture::kDiffusion && workload.image_height == 0 &&
      workload.sequence_length > 0) {
    // The size is stated as the tokens of the denoiser.
    input.tokens = workload.sequence_length;
    image = ImageSize{.height = 1, .width = 1};
  }
  if (!image) return refuse(model, tr("the image size is not stated"));
  input.height = image->height;
  input.width = image->width;
  call.images = true;
  const double pixels = static_cast<double>(image->height) * image->width;
  if (model.architecture == Architecture::kDiffusion) {
    input.frames = 1 + (image->frames - 1 + kLatentFrames - 1) / kLatentFrames;
    if (auto added = add_diffusion(model, workload, input, call); !added) return added;
    const double latents =
        workload.batch * pixels / kLatentScale / kLatentScale * kLatents * input.frames;
    call.input_bytes = latents * kTokenBytes;
    call.output_bytes = call.left_out.empty()
                            ? workload.batch * pixels * image->frames * kColors * kHostBytes
                            : latents * kHostBytes;
    return {};
  }
  if (auto added = add_image_networks(model, input, pixels, call); !added) return added;
  call.input_bytes = workload.batch * pixels * kColors * kHostBytes;
  return {};
}

}  // namespace

Result<FixedCall> plan_fixed_call(const Machine& machine, const catalog::Model& model,
                                  const Workload& workload) {
  if (auto good = check_request(machine, model, workload); !good) return fail(good.error());
  const auto element = element_bytes(workload.dtype);
  const auto weight = element_bytes(workload.weight_dtype);
  if (!element || !weight) {
    return refuse(model,
                  tr("unknown data type '{}'", element ? workload.weight_dtype : workload.dtype));
  }
  // If cores are not stated, a copy gets all cores that can work on its call.
  const double shards = 1.0 * workload.tensor_parallel * workload.context_parallel;
  const double on_call = shards * (model.batched_guidance ? 1 : guidance_of(model, workload));
  const double wanted = std::min(workload.copies * on_call, 1.0 * cores_of(machine));
  FixedCall call{.machine = &machine,
                 .phases = {},
                 .batch = workload.batch,
                 .copies = workload.copies,
                 .cores = workload.cores > 0 ? workload.cores : static_cast<int>(wanted),
                 .cores_per_copy = static_cast<int>(std::min(shards, 1.0 * kMostSamples)),
                 .element_bytes = *element,
                 .casts_matmuls = workload.casts_matmuls || casts_matrices(machine),
                 .software = workload.software};
  NetworkInput input{.batch = workload.batch,
                     .weight_bytes = *weight,
                     .fused_attention = true,
                     .eager_scores = workload.materialised_scores,
                     .one_core_attention =
                         stack_of_workload(workload.stack, machine.generation).one_core_attention,
                     .tensor_parallel = workload.tensor_parallel,
                     .context_parallel = workload.context_parallel};
  if (casts_matrices(machine)) input.weight_bytes = std::min(*weight, 2.0);
  if (auto added = add_networks(model, workload, input, call); !added) return fail(added.error());
  if (auto good = check_sharing(model, call); !good) return fail(good.error());
  return call;
}

StepGraph phase_graph(const FixedCall& call, const FixedCall::Phase& phase,
                      const Parameters& parameters) {
  const GenerationRules rules = rules_of(*call.machine, parameters);
  const CompilerStretch stretch =
      compiler_slowdown(*call.machine, call.software, call.images, parameters);
  Parameters stretched = parameters;
  stretched.engine_stretch = rules.engine_stretch * stretch.all * stretch.engines;
  stretched.weight_efficiency /= stretch.all;
  Machine machine = *call.machine;
  if (rules.shares_memory) {
    const int busy = std::min(call.places(), machine.logical_per_chip);
    machine.dma_bandwidth = std::min(rules.dma_share * machine.dma_engines,
                                     machine.hbm_bandwidth * machine.logical_per_chip / busy);
  }
  if (has_one_physical_core(phase)) machine = one_physical_core(machine);
  const bool fp32 = call.element_bytes > 2 && !call.casts_matmuls;
  const Rates rates{machine, stretched, call.element_bytes, fp32};
  return network_graph(rates, phase.network, phase.input);
}

FixedCallTimes time_fixed_call(const FixedCall& call, const Parameters& parameters) {
  FixedCallTimes times;
  double launches = 0;
  for (const FixedCall::Phase& phase : call.phases) {
    times.phases.push_back(total(phase_graph(call, phase, parameters)));
    times.device_seconds += phase.passes * times.phases.back().seconds;
    launches += phase.passes * call.launch_seconds(phase, parameters);
    if (phase.denoises && times.step_seconds == 0) {
      times.step_seconds = times.phases.back().seconds + call.launch_seconds(phase, parameters) +
                           parameters.denoise_host;
    }
  }
  times.host_seconds = launches +
                       call.transfer_seconds(call.input_bytes + call.output_bytes, parameters) +
                       call.denoising_steps() * parameters.denoise_host;
  // Copies are distributed over the cores in turn, so some cores may have one more.
  const int used = call.places();
  const int fewest = call.copies / used;
  const int with_one_more = call.copies % used;
  const bool hides = rules_of(*call.machine, parameters).hides_host;
  const auto cycle = [&](int copies) {
    if (!hides) return copies * (times.device_seconds + times.host_seconds);
    return std::max(copies * times.device_seconds, times.device_seconds + times.host_seconds);
  };
  const double lighter = cycle(fewest);
  const double heavier = cycle(fewest + 1);
  times.throughput = call.batch * ((used - with_one_more) * fewest / lighter +
                                   with_one_more * (fewest + 1) / heavier);
  // The latency is that of the median copy.
  const int on_lighter = (used - with_one_more) * fewest;
  times.latency = call.copies / 2 < on_lighter ? lighter : heavier;
  return times;
}

}  // namespace nscope::sim
