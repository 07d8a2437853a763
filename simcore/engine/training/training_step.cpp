#include "simcore/engine/training/training_step.h"

#include "simcore/engine/documents/software.h"
#include "simcore/engine/machine/efa.h"
#include "simcore/engine/training/adapters.h"
#include "simcore/engine/training/training_memory.h"
#include "simcore/engine/training/training_weights.h"
#include "simcore/engine/workload/element_type.h"
#include "simcore/engine/workload/software_stack.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace nscope::sim {
namespace {

constexpr double kTile = 128;
constexpr int kMostNodes = 100'000;
constexpr int kLongest = 1 << 24;

tl::unexpected<Error> invalid(Text message) {
  return fail(ErrorCode::kInvalidArgument, std::move(message));
}

Result<> check_layout(const TrainingStep& step, const catalog::Instance& instance) {
  const TrainingSetup& setup = step.setup;
  const TrainingLayout& layout = step.layout;
  const int all = step.machine->logical_per_chip * instance.chips;
  if (setup.cores > all) {
    return invalid(tr_plural(all, "{} has only {} core", "{} has only {} cores", instance.id, all));
  }
  if (setup.nodes > kMostNodes) {
    return invalid(tr("'nodes' must be at most {}", kMostNodes));
  }
  if (const Text obstacle = efa_obstacle(instance); setup.nodes > 1 && !obstacle.empty()) {
    return invalid(tr("training on several nodes requires EFA: {}", obstacle));
  }
  const int tp = layout.tensor_parallel;
  if (tp > step.cores_of_node() || step.cores_of_node() % tp != 0) {
    return invalid(tr("tensor parallel degree {} does not divide the {} cores of a node", tp,
                      step.cores_of_node()));
  }
  if (tp > step.shape.heads || step.shape.heads % tp != 0) {
    return invalid(tr("tensor parallel degree {} does not divide the {} attention heads", tp,
                      step.shape.heads));
  }
  if (setup.pipeline_parallel > step.ranks() || setup.context_parallel > step.ranks()) {
    return invalid(
        tr("pipeline_parallel {} and context_parallel {} must be at most the number of cores, {}",
           setup.pipeline_parallel, setup.context_parallel, step.ranks()));
  }
  if (setup.chunks > step.shape.layers) {
    return invalid(
        tr("'chunks' is {}, but the model has only {} layers", setup.chunks, step.shape.layers));
  }
  if (static_cast<std::int64_t>(step.positions) % setup.context_parallel != 0) {
    return invalid(tr("context_parallel {} does not divide the {} positions of a sequence",
                      setup.context_parallel, step.positions));
  }
  const std::int64_t replica = std::int64_t{tp} * setup.pipeline_parallel * setup.context_parallel;
  if (step.ranks() % replica != 0) {
    return invalid(
        tr("{} cores are not a multiple of the tensor x pipeline x context parallel degrees, "
           "{} x {} x {}",
           step.ranks(), tp, setup.pipeline_parallel, setup.context_parallel));
  }
  return {};
}

Result<> check_tuning(const TransformerShape& shape, const FineTuning& tuning) {
  if (tuning.objective != TuningObjective::kNextToken && !(shape.causal && shape.vocabulary > 0)) {
    return invalid(tr("the objective '{}' requires a decoder", to_string(tuning.objective)));
  }
  return tuning.frozen_weights() ? check_adapters(shape, tuning.adapters) : Result<>();
}

Result<> check_split(const TrainingStep& step) {
  const TrainingSetup& setup = step.setup;
  if (step.parts() > step.shape.layers) {
    return invalid(tr_plural(setup.chunks,
                             "{} layers are not enough for {} pipeline stages with {} chunk each",
                             "{} layers are not enough for {} pipeline stages with {} chunks each",
                             step.shape.layers, setup.pipeline_parallel, setup.chunks));
  }
  if ((setup.chunks > 1) != (setup.schedule == PipelineSchedule::kInterleaved)) {
    return invalid(tr(
        "'chunks' {} and the schedule '{}' cannot be combined: the schedule 'interleaved' requires "
        "at least 2 chunks per stage, the other schedules exactly 1",
        setup.chunks, to_string(setup.schedule)));
  }
  if (setup.schedule == PipelineSchedule::kInterleaved && setup.pipeline_parallel == 1) {
    return invalid(tr("the interleaved schedule requires at least 2 pipeline stages"));
  }
  if (setup.expert_parallel > 1) {
    if (!step.shape.moe) return invalid(tr("expert parallelism requires a mixture of experts"));
    if (step.shape.moe->experts % setup.expert_parallel != 0 ||
        step.replicas() % setup.expert_parallel != 0) {
      return invalid(
          tr("expert parallel degree {} does not divide both the {} experts and the {} replicas",
             setup.expert_parallel, step.shape.moe->experts, step.replicas()));
    }
  }
  return check_groups(step.rank_layout());
}

/// Computes the number of microbatches, and the global batch if it is not stated. Errors: as
/// plan_training().
Result<> split_batch(TrainingStep& step) {
  TrainingSetup& setup = step.setup;
  if (setup.global_batch == 0) {
    const std::int64_t batch = std::int64_t{step.data_parallel} * setup.micro_batch;
    if (batch > kLongest) {
      return invalid(tr("the global batch, micro_batch {} x {} replicas, must be at most {}",
                        setup.micro_batch, step.data_parallel, as::count(kLongest)));
    }
    setup.global_batch = static_cast<int>(batch);
  }
  if (setup.sequences() > kLongest) {
    return invalid(tr("the global batch must be at most {} sequences", as::count(kLongest)));
  }
  const std::int64_t of_microbatches = std::int64_t{step.data_parallel} * setup.micro_batch;
  if (setup.global_batch % of_microbatches != 0) {
    return invalid(
        tr("a global batch of {} sequences is not a multiple of {} replicas x micro_batch {}",
           setup.global_batch, step.data_parallel, setup.micro_batch));
  }
  step.microbatches = static_cast<int>(setup.global_batch / of_microbatches);
  return {};
}

/// Copies to a layout what the setup states about a microbatch and its weights.
void apply_setup(const TrainingSetup& setup, TrainingLayout& layout) {
  const FineTuning& tuning = setup.tuning;
  const bool narrow = tuning.method == TuningMethod::kQlora;
  layout.samples = static_cast<double>(setup.micro_batch) * tuning.sequences_of_sample();
  layout.sequence_parallel = setup.sequence_parallel;
  layout.checkpointing = setup.checkpointing.value_or(Checkpointing::kNone);
  layout.gradient_bytes = setup.master_weights ? kFp32 : kBf16;
  layout.frozen = tuning.frozen_weights();
  layout.adapters = tuning.adapters;
  layout.stored_weight = narrow ? frozen_bytes(tuning.frozen) : 0;
  layout.restoring_passes = narrow ? restoring_passes(tuning.frozen) : 0;
}

TrainingLayout layout_of(const TrainingStep& step, const Workload& workload) {
  const TrainingSetup& setup = step.setup;
  const bool plain = stack_of_workload(workload.stack, step.machine->generation).plain_operators;
  // The fused attention kernel does not support dropout.
  const bool by_software =
      !plain && step.shape.causal && software_at_least(workload.software, kFusedAttentionSince);
  TrainingLayout layout{.positions = std::ceil(step.positions / kTile) * kTile,
                        .tensor_parallel = workload.tensor_parallel,
                        .fused = setup.fused_attention.value_or(by_software),
                        .plain = plain};
  apply_setup(setup, layout);
  return layout;
}

/// Chooses the least checkpointing that fits in memory if the workload does not state it.
void choose_checkpointing(TrainingStep& step) {
  for (const Checkpointing less : {Checkpointing::kNone, Checkpointing::kSelective}) {
    if (step.setup.checkpointing) break;
    step.layout.checkpointing = less;
    if (fits_training(step)) step.setup.checkpointing = less;
  }
  step.setup.checkpointing = step.setup.checkpointing.value_or(Checkpointing::kFull);
  step.layout.checkpointing = *step.setup.checkpointing;
}

/// Computes what follows from the setup and the layout of a microbatch, and checks it. Errors: as
/// plan_training().
Result<> complete(TrainingStep& step) {
  TrainingSetup& setup = step.setup;
  if (auto good = check_layout(step, *step.machine->instance); !good) return good;
  step.data_parallel =
      static_cast<int>(step.ranks() / (std::int64_t{step.layout.tensor_parallel} *
                                       setup.pipeline_parallel * setup.context_parallel));
  if (auto good = check_split(step); !good) return good;
  step.layout.context = step.rank_layout().context_group();
  step.layout.experts = step.rank_layout().expert_group();
  if (auto good = split_batch(step); !good) return good;
  step.layout.accumulates = step.microbatches > 1;
  if (setup.zero < 0) {
    setup.zero = step.layout.tensor_parallel > 1 || setup.pipeline_parallel > 1 ? 1 : 0;
  }
  if (auto good = check_pipeline(step.pipeline()); !good) return good;
  return {};
}

}  // namespace

int TrainingStep::layers_of(int part) const {
  const int each = shape.layers / parts();
  // The remaining layers go to the first parts, because the last part has the head.
  const int left = shape.layers % parts();
  return each + (part < left ? 1 : 0);
}

PartLayers TrainingStep::layers_in(int part) const {
  const int before = part * (shape.layers / parts()) + std::min(part, shape.layers % parts());
  const int layers = layers_of(part);
  const int dense = std::clamp(shape.layers - shape.moe_layers - before, 0, layers);
  return {.dense = dense, .experts = layers - dense};
}

int TrainingStep::cores_of_node() const {
  return setup.cores > 0 ? setup.cores : machine->logical_per_chip * machine->instance->chips;
}

int TrainingStep::ranks() const {
  return setup.nodes * cores_of_node();
}

int TrainingStep::replicas() const {
  return data_parallel * setup.context_parallel;
}

RankLayout TrainingStep::rank_layout() const {
  return {.cores_of_node = cores_of_node(),
          .tensor = layout.tensor_parallel,
          .context = setup.context_parallel,
          .experts = setup.expert_parallel,
          .data = data_parallel,
          .stages = setup.pipeline_parallel};
}

Pipeline TrainingStep::pipeline() const {
  return {.schedule = setup.schedule,
          .stages = setup.pipeline_parallel,
          .chunks = setup.chunks,
          .microbatches = microbatches,
          .forward = {},
          .backward = {}};
}

double TrainingStep::parameters_of(int stage) const {
  double sum = 0;
  for (const HeldWeights& held : weights_of(*this, stage)) sum += held.parameters;
  return sum;
}

double TrainingStep::trainable_parameters() const {
  if (layout.frozen) return all_adapter_parameters(shape, layout.adapters);
  return shape.parameters;
}

std::string TrainingStep::class_name() const {
  return layout.tensor_parallel > 1 || setup.pipeline_parallel > 1 ? "training-tp-pp"
                                                                   : "training-dp";
}

std::vector<Text> TrainingStep::unmeasured() const {
  std::vector<Text> reasons;
  if (setup.context_parallel > 1) {
    reasons.push_back(tr("context parallel degree: {} (measured: 1)", setup.context_parallel));
  }
  if (setup.expert_parallel > 1) {
    reasons.push_back(tr("expert parallel degree: {} (measured: 1)", setup.expert_parallel));
  }
  const FineTuning& tuning = setup.tuning;
  if (tuning.frozen_weights()) {
    reasons.push_back(tr("training method '{}' (not measured)", to_string(tuning.method)));
  }
  if (tuning.objective != TuningObjective::kNextToken) {
    reasons.push_back(tr("objective '{}' (not measured)", to_string(tuning.objective)));
  }
  if (setup.rollout) reasons.push_back(tr("generation of the sequences (not measured)"));
  if (const int stages = rank_layout().stages_of_node(); stages > 1) {
    reasons.push_back(tr("pipeline stages on one node: {} (measured: 1)", stages));
  }
  return reasons;
}

std::map<std::string, double> TrainingStep::sizes() const {
  return {{"tensor parallel degree", layout.tensor_parallel},
          {"pipeline stages", setup.pipeline_parallel},
          {"nodes", setup.nodes},
          {"microbatch", setup.micro_batch},
          {"sequence length", positions},
          {"model parameters", shape.parameters}};
}

Result<TrainingStep> plan_training(const Machine& machine, const catalog::Model& model,
                                   const Workload& workload, const TrainingSetup& asked) {
  auto shape = transformer_shape(model);
  if (!shape) return fail(shape.error());
  const auto element = element_bytes(workload.dtype);
  if (!element || *element < kBf16) {
    return invalid(tr("unknown data type '{}'; use bf16, fp16 or fp32", workload.dtype));
  }
  if (workload.tensor_parallel < 1 || workload.input_tokens < 1 ||
      workload.input_tokens > kLongest) {
    return invalid(tr("tensor parallel degree and tokens must be at least 1, and tokens at most {}",
                      as::count(kLongest)));
  }
  TrainingStep step{.machine = &machine,
                    .shape = std::move(*shape),
                    .layout = {},
                    .setup = asked,
                    .software = workload.software,
                    .element_bytes = *element};
  TrainingSetup& setup = step.setup;
  if (auto good = check_tuning(step.shape, setup.tuning); !good) return fail(good.error());
  step.positions = step.shape.positions > 0 ? step.shape.positions : workload.input_tokens;
  step.layout = layout_of(step, workload);
  const SoftwareStack& stack = stack_of_workload(workload.stack, machine.generation);
  step.stream_share = stack.stream_share;
  step.operator_launch = stack.operator_launch;
  if (auto good = complete(step); !good) return fail(good.error());
  if (auto good = try_collectives(step); !good) return fail(good.error());
  choose_checkpointing(step);
  return step;
}

Result<> try_collectives(const TrainingStep& step) {
  const RankLayout ranks = step.rank_layout();
  const auto can = [&](CollectiveKind kind, const CollectiveGroup& group) -> Result<> {
    const auto plan = plan_collective(*step.machine, initial_parameters(),
                                      {.kind = kind, .group = group, .bytes = 1});
    if (!plan) return fail(plan.error());
    return {};
  };
  Result<> good = can(CollectiveKind::kAllReduce, ranks.replica_group());
  if (good) good = can(CollectiveKind::kAllReduce, ranks.expert_replica_group());
  if (good) good = can(CollectiveKind::kAllToAll, ranks.expert_group());
  if (good) good = can(CollectiveKind::kAllGather, ranks.context_group());
  for (int stage = 0; good && ranks.stages > 1 && stage < ranks.stages_of_node(); ++stage) {
    good = can(CollectiveKind::kSend, ranks.send_group(ranks.leaves_node(stage)));
  }
  return good;
}

Result<TrainingStep> replanned(const TrainingStep& step, TrainingSetup setup, int tensor_parallel) {
  TrainingStep other = step;
  other.setup = std::move(setup);
  other.layout.tensor_parallel = tensor_parallel;
  apply_setup(other.setup, other.layout);
  if (auto good = check_tuning(other.shape, other.setup.tuning); !good) return fail(good.error());
  if (auto good = complete(other); !good) return fail(good.error());
  return other;
}

}  // namespace nscope::sim
