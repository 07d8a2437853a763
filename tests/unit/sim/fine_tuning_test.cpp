#include "profiler/trace/vocabulary.h"
#include "simcore/engine/training/adapters.h"
#include "simcore/engine/training/training_memory.h"
#include "simcore/engine/training/training_remedy.h"
#include "simcore/engine/training/training_weights.h"
#include "simcore/engine/training_job/checkpoint_bytes.h"
#include "tests/unit/sim/simulated.h"
#include "tests/unit/sim/training_jobs.h"

#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace nscope::sim {
namespace {

using testing::HasSubstr;

/// Llama-3-8B with sequences of 2,048 tokens on one instance, tensor parallel 8.
Workload llama3(TuningMethod method, int rank = 16) {
  Workload workload{.model = "llama-3-8b", .instance = "trn1.32xlarge", .tensor_parallel = 8};
  workload.input_tokens = 2048;
  TrainingSetup setup{.global_batch = 16};
  setup.tuning.method = method;
  if (method != TuningMethod::kFull) setup.tuning.adapters.rank = rank;
  workload.kind = setup;
  return workload;
}

Workload mixtral(bool experts) {
  Workload workload{.model = "mixtral-8x7b", .instance = "trn2.48xlarge", .tensor_parallel = 16};
  workload.input_tokens = 2048;
  TrainingSetup setup{.expert_parallel = 4, .global_batch = 16};
  setup.tuning.method = TuningMethod::kLora;
  setup.tuning.adapters = {.rank = 8, .experts = experts};
  workload.kind = setup;
  return workload;
}

double trainable(const Workload& workload) {
  return step_of(prepared(workload)).trainable_parameters();
}

double item(const PreparedRun& run, std::string_view name) {
  for (const catalog::MemoryItem& entry : run.memory.items) {
    if (entry.name.english() == name) return entry.bytes;
  }
  ADD_FAILURE() << "no item " << name;
  return -1;
}

/// Work of all passes of one microbatch.
Work all_passes(const TrainingTimes& times) {
  Work sum;
  for (const TrainingTimes::Part& part : times.parts) {
    sum.add(part.forward.work, 1);
    sum.add(part.backward.work, 1);
  }
  for (const StepTotals& pass : times.reference_parts) sum.add(pass.work, 1);
  return sum;
}

TEST(Lora, TrainsTheSumOfRankTimesInputsAndOutputs) {
  // The sum of rank x (inputs + outputs) over the matrices, by hand.
  EXPECT_EQ(trainable(llama3(TuningMethod::kLora)), 41'943'040);
  Workload seven = llama3(TuningMethod::kLora, 8);
  seven.model = "llama-2-7b";
  AdapterTargets targets;
  targets.add(AdapterTarget::kQuery);
  targets.add(AdapterTarget::kValue);
  training_of(seven).tuning.adapters.targets = targets;
  EXPECT_EQ(trainable(seven), 4'194'304);
  // Four attention matrices of Llama-3-8B: 4096 -> 4096 twice, 4096 -> 1024 twice.
  Workload attention = llama3(TuningMethod::kLora);
  training_of(attention).tuning.adapters.targets = kAttentionTargets;
  EXPECT_EQ(trainable(attention), 32.0 * 16 * 2 * (4096 + 4096 + 4096 + 1024));
  // Mixtral: only attention, or the three matrices of eight experts, too.
  const double of_attention = 32.0 * 8 * 2 * (4096 + 4096 + 4096 + 1024);
  EXPECT_EQ(trainable(mixtral(false)), of_attention);
  EXPECT_EQ(trainable(mixtral(true)), of_attention + 32.0 * 8 * 8 * 3 * (4096 + 14336));
}

TEST(Lora, FrozenWeightsHaveNoWeightGradients) {
  const PreparedRun run = prepared(llama3(TuningMethod::kLora));
  const TrainingStep& step = step_of(run);
  const Rates rates{*run.machine, parameters()};
  const TrainingGraphs graphs = training_graphs(rates, step.shape, step.layout);
  for (const Operator& op : graphs.layer_gradient) {
    if (op.name.ends_with("weight_gradient")) {
      EXPECT_THAT(std::string(op.name), HasSubstr("_lora_")) << op.name;
    }
  }
  EXPECT_TRUE(graphs.embedding_gradient.empty());
  // Two operations per element and token forward, two backward for the input; adapters six in both.
  TrainingLayout full = step.layout;
  full.frozen = false;
  full.adapters.rank = 0;
  const TrainingGraphs all = training_graphs(rates, step.shape, full);
  const double tokens = 2048;
  const double weights = 2 * tokens * layer_weights(step.shape, 8, false, 1);
  const double adapters =
      2 * tokens * adapter_parameters(step.shape, step.layout.adapters, 8, false, 1).all;
  EXPECT_NEAR(flops(graphs.layer) / (flops(all.layer) + adapters), 1, 1e-12);
  EXPECT_NEAR(flops(graphs.layer_gradient) / (flops(all.layer_gradient) - weights + 2 * adapters),
              1, 1e-12);
}

TEST(Lora, MemoryFollowsFromTheClosedForm) {
  Workload workload = llama3(TuningMethod::kLora);
  training_of(workload).checkpointing = Checkpointing::kNone;
  training_of(workload).fused_attention = true;
  const PreparedRun run = prepared(workload);
  // A core of eight: 4 of 32 heads, 1 of 8 KV heads, 1,792 of 14,336 columns, 16,032 of 128,256
  // rows of the vocabulary; 4 replicas share the optimizer state.
  const double base = 32.0 * (4096 * (512 + 128 + 128 + 512) + 3 * 4096 * 1792) + 2 * 4096 * 16032;
  const double adapters =
      32.0 * 16 *
      ((4096 + 512) + 2 * (4096 + 128) + (512 + 4096) + 2 * (4096 + 1792) + (1792 + 4096));
  EXPECT_EQ(item(run, "weights"), 2 * base);
  EXPECT_EQ(item(run, "adapters"), 2 * adapters);
  EXPECT_EQ(item(run, "gradients"), 4 * adapters);
  EXPECT_EQ(item(run, "optimizer state"), 12 * adapters / 4);
  // Residual and normalised inputs are split over the eight cores: 256 of 2,048 positions.
  const double stored =
      4.0 * 256 * 4096 + 2048.0 * (2 * 512 + 2 * 128) + 2048.0 * 1792 * 3 + 2048.0 * 16 * 7;
  EXPECT_EQ(item(run, "activations"), 32 * 2 * stored);
  // The same model does not fit with all weights trained.
  EXPECT_LT(run.memory.required, run.memory.capacity);
  EXPECT_LT(
      run.memory.required,
      0.6 * plan_run(catalogue(), llama3(TuningMethod::kFull), parameters())->memory.required);
}

TEST(Qlora, StoresNarrowWeightsAndRestoresThem) {
  // 4 bits, 8 bits for 64 weights and 32 bits for 256 x 64 weights: 4.127 bits (QLoRA, section 3).
  EXPECT_NEAR(8 * frozen_bytes(FrozenType::kNf4), 4.127, 1e-3);
  const PreparedRun wide = prepared(llama3(TuningMethod::kLora));
  const PreparedRun narrow = prepared(llama3(TuningMethod::kQlora));
  const double layers = 32.0 * (4096 * (512 + 128 + 128 + 512) + 3 * 4096 * 1792);
  EXPECT_EQ(item(narrow, "narrow weights"), layers * frozen_bytes(FrozenType::kNf4));
  EXPECT_EQ(item(narrow, "weights"), 2.0 * 2 * 4096 * 16032);
  EXPECT_EQ(item(narrow, "optimizer state"), item(wide, "optimizer state"));
  const TrainingTimes slow = time_training(step_of(narrow), parameters());
  const TrainingTimes fast = time_training(step_of(wide), parameters());
  EXPECT_EQ(all_passes(slow).flops, all_passes(fast).flops);
  EXPECT_GT(all_passes(slow)[Unit::kVector], all_passes(fast)[Unit::kVector]);
  EXPECT_LT(all_passes(slow).read_bytes, all_passes(fast).read_bytes);
  EXPECT_GE(slow.step_seconds, fast.step_seconds);
  Workload bytes = llama3(TuningMethod::kQlora);
  training_of(bytes).tuning.frozen = FrozenType::kInt8;
  EXPECT_EQ(item(prepared(bytes), "narrow weights"), layers);
}

TEST(Lora, ReducesOnlyTheGradientsOfAdapters) {
  const PreparedRun run = prepared(llama3(TuningMethod::kLora));
  const TrainingStep& step = step_of(run);
  const StageEnd end = end_of(step, 0, parameters());
  ASSERT_EQ(end.reductions.size(), 2U);
  EXPECT_EQ(end.reductions[0].name, "adapter_gradient_reduction");
  // A of q, k, v, gate and up, and B of the output and down projections, on all eight cores.
  EXPECT_EQ(end.reductions[0].collective.bytes, 4 * 32.0 * 16 * 7 * 4096);
  EXPECT_EQ(end.reductions[1].collective.bytes, 4 * weights_of(step, 0)[0].adapters);
  EXPECT_EQ(end.reductions[1].collective.ranks, 4);
  Workload one = llama3(TuningMethod::kLora, 8);
  one.model = "llama-2-7b";
  one.instance = "trn2.48xlarge";
  one.tensor_parallel = 1;
  training_of(one).cores = 1;
  training_of(one).global_batch = 1;
  EXPECT_TRUE(end_of(step_of(prepared(one)), 0, parameters()).reductions.empty());
}

TEST(Lora, HigherRanksAndMoreTargetsAreNeverFaster) {
  double before = 0;
  for (const int rank : {1, 8, 16, 64, 256, 1024}) {
    const double seconds = times_of(llama3(TuningMethod::kLora, rank)).step_seconds;
    EXPECT_GE(seconds, before) << rank;
    before = seconds;
  }
  AdapterTargets targets;
  before = 0;
  for (const AdapterTarget target : kAdapterTargets) {
    targets.add(target);
    Workload workload = llama3(TuningMethod::kLora);
    training_of(workload).tuning.adapters.targets = targets;
    const double seconds = times_of(workload).step_seconds;
    EXPECT_GE(seconds, before) << to_string(target);
    before = seconds;
  }
  EXPECT_LT(before, times_of(llama3(TuningMethod::kFull)).step_seconds);
}

TEST(Lora, CheckpointsHaveTheAdapters) {
  const CheckpointBytes bytes = checkpoint_bytes(step_of(prepared(llama3(TuningMethod::kLora))));
  EXPECT_EQ(bytes.written, 14 * 41'943'040.0);
  EXPECT_EQ(bytes.written_by_node, bytes.written);
  // A restart also reads the frozen weights.
  const double base =
      32.0 * (4096 * (4096 + 2 * 1024 + 4096) + 3 * 4096.0 * 14336) + 2.0 * 4096 * 128256;
  EXPECT_EQ(bytes.read, bytes.written + 2 * base);
  // Adapters of experts are distributed as their experts; together they are all adapters.
  EXPECT_NEAR(checkpoint_bytes(step_of(prepared(mixtral(true)))).written,
              14 * trainable(mixtral(true)), 1);
}

TEST(Lora, ZeroThreeGathersFrozenWeightsAndScattersAdapters) {
  Workload workload = llama3(TuningMethod::kLora);
  training_of(workload).zero = 3;
  const PreparedRun run = prepared(workload);
  const PartGraphs graphs = part_graphs(step_of(run), 0, parameters());
  double scattered = 0;
  for (const Operator& op : graphs.backward.layers[0].operators) {
    if (op.name == "gradient_reduce_scatter") scattered += op.collective->bytes;
  }
  EXPECT_EQ(32 * scattered, 4 * weights_of(step_of(run), 0)[0].adapters);
}

TEST(Lora, SaysThatNothingWasMeasured) {
  const Simulated plain = simulated(llama3(TuningMethod::kLora));
  std::string reasons;
  for (const Text& reason : plain.result.outside_domain) reasons += reason.english() + "\n";
  EXPECT_THAT(reasons, HasSubstr("training method 'lora' (not measured)"));
}

TEST(Lora, TraceHasTheWorkOfTheClosedForm) {
  for (const TuningMethod method : {TuningMethod::kLora, TuningMethod::kQlora}) {
    Workload workload = llama3(method);
    training_of(workload).tuning.objective = TuningObjective::kDpo;
    training_of(workload).global_batch = 8;
    const PreparedRun run = prepared(workload);
    const TrainingStep& step = step_of(run);
    const TrainingTimes times = time_training(step, parameters());
    const Simulated shown = simulated(workload);
    const TimeBase& info = shown.trace->time_base();
    EXPECT_NEAR(shown.trace->to_seconds(info.window_end - info.window_begin) / times.step_seconds,
                1, 1e-9);
    const Work passes = all_passes(times);
    EXPECT_NEAR(sum_of(*shown.trace, 0, key::kFlops) / (step.microbatches * passes.flops), 1, 1e-9);
    const Work update = optimizer_of(step, 0, parameters()).work;
    const double moved = step.microbatches * (passes.read_bytes + passes.write_bytes) +
                         update.read_bytes + update.write_bytes;
    EXPECT_NEAR(sum_of(*shown.trace, 0, key::kTransferSize) / moved, 1, 1e-6);
  }
}

TEST(Lora, RejectsWhatTheModelDoesNotHave) {
  Workload workload = llama3(TuningMethod::kLora, 8192);
  EXPECT_THAT(refusal(workload), HasSubstr("must be at most the width of the model, 4096"));
  workload = llama3(TuningMethod::kLora);
  training_of(workload).tuning.adapters.experts = true;
  EXPECT_THAT(refusal(workload), HasSubstr("require a mixture of experts"));
  workload = llama3(TuningMethod::kLora);
  workload.model = "gpt3-6.7b";
  AdapterTargets gate;
  gate.add(AdapterTarget::kGate);
  training_of(workload).tuning.adapters.targets = gate;
  EXPECT_THAT(refusal(workload), HasSubstr("no matrix 'gate_proj'"));
  workload = mixtral(false);
  training_of(workload).tuning.adapters.targets = gate;
  EXPECT_THAT(refusal(workload), HasSubstr("no matrix has an adapter"));
  workload = {.model = "bert-large-uncased", .instance = "trn1.32xlarge"};
  TrainingSetup pairs;
  pairs.tuning.objective = TuningObjective::kDpo;
  workload.kind = pairs;
  EXPECT_THAT(refusal(workload), HasSubstr("the objective 'dpo' requires a decoder"));
}

TEST(FullFineTuning, SaysWhatWouldFit) {
  Workload workload = llama3(TuningMethod::kFull);
  workload.tensor_parallel = 4;
  training_of(workload).zero = 0;
  training_of(workload).checkpointing = Checkpointing::kFull;
  EXPECT_THAT(refusal(workload), HasSubstr("it fits with "));
  // Each suggested change is one with which the step fits.
  workload = llama3(TuningMethod::kFull);
  workload.tensor_parallel = 2;
  training_of(workload).zero = 0;
  const std::string why = refusal(workload);
  ASSERT_THAT(why, HasSubstr("it fits with ZeRO-3"));
  training_of(workload).zero = 3;
  EXPECT_EQ(refusal(workload), "accepted");
  // One core of a small instance: only adapters help, and for a larger model only narrow weights.
  workload = {.model = "gemma-2b-it", .instance = "trn1.2xlarge", .tensor_parallel = 1};
  workload.input_tokens = 512;
  workload.kind = TrainingSetup{.cores = 1};
  EXPECT_THAT(refusal(workload), HasSubstr("it fits with the method 'lora' of rank 16"));
  training_of(workload).tuning = {.method = TuningMethod::kLora, .adapters = {.rank = 16}};
  EXPECT_EQ(refusal(workload), "accepted");
  workload.model = "llama-3.1-8b";
  EXPECT_THAT(refusal(workload), HasSubstr("it fits with the method 'qlora' of rank 16"));
  training_of(workload).tuning.method = TuningMethod::kQlora;
  EXPECT_EQ(refusal(workload), "accepted");
}

/// Every suggestion is planned again from its workload.
TEST(TrainingMemory, SuggestsOnlyWhatFits) {
  int tried = 0;
  int adapters = 0;
  for (const char* const id : {"gemma-2b-it", "llama-3.1-8b", "llama-2-70b", "mixtral-8x7b"}) {
    for (const char* const instance : {"trn1.2xlarge", "trn1.32xlarge", "trn2.48xlarge"}) {
      for (const int degree : {1, 2, 8}) {
        for (const int samples : {1, 4}) {
          Workload workload{.model = id, .instance = instance, .tensor_parallel = degree};
          workload.input_tokens = 4096;
          workload.kind = TrainingSetup{.micro_batch = samples};
          const auto run = plan_run(catalogue(), workload, parameters());
          if (!run || run->memory.fits) continue;
          const auto remedy = training_remedy(step_of(*run));
          ASSERT_EQ(remedy.has_value(), !run->memory.smallest_change.empty());
          if (!remedy) continue;
          workload.tensor_parallel = remedy->step.layout.tensor_parallel;
          workload.kind = remedy->step.setup;
          const auto changed = plan_run(catalogue(), workload, parameters());
          ASSERT_TRUE(changed) << to_string(changed.error());
          EXPECT_TRUE(changed->memory.fits) << id << " on " << instance << ", degree " << degree
                                            << ": " << remedy->changes.english();
          EXPECT_FALSE(remedy->changes.empty());
          ++tried;
          if (training_of(workload).tuning.frozen_weights()) ++adapters;
        }
      }
    }
  }
  EXPECT_GT(tried, 20);
  EXPECT_GT(adapters, 0);
}

TEST(Dpo, LaunchesOnlyTheForwardPassesOfTheReference) {
  Workload workload = llama3(TuningMethod::kFull);
  workload.instance = "trn2.48xlarge";
  workload.stack = "torch-eager";
  TrainingSetup& training = training_of(workload);
  training.tuning.objective = TuningObjective::kDpo;
  training.checkpointing = Checkpointing::kFull;
  training.zero = 3;
  const TrainingTimes times = times_of(workload);
  EXPECT_GT(times.reference_launch, 0.1 * times.forward_launch);
  EXPECT_LT(times.reference_launch, 0.5 * times.forward_launch)
      << "without the operators of the backward pass";
  EXPECT_EQ(times.backward_launch, 0) << "launched together with the forward pass";
  training.pipeline_parallel = 2;
  const TrainingTimes stages = times_of(workload);
  EXPECT_GT(stages.backward_launch, stages.forward_launch) << "it has more operators";
  EXPECT_LE(stages.reference_launch, stages.forward_launch);
}

TEST(Dpo, RunsTheReferenceAndTwoSequencesOfAPair) {
  Workload plain = llama3(TuningMethod::kLora);
  Workload pairs = plain;
  training_of(pairs).tuning.objective = TuningObjective::kDpo;
  training_of(pairs).global_batch = 8;
  const TrainingTimes one = times_of(plain);
  const TrainingTimes two = times_of(pairs);
  EXPECT_TRUE(one.reference_parts.empty());
  // Half as many microbatches of twice the sequences: as many operations, and those of the
  // reference, which are a forward pass without adapters.
  EXPECT_EQ(two.parts[0].forward.work.flops, 2 * one.parts[0].forward.work.flops);
  EXPECT_GT(two.reference.seconds, 0.8 * 2 * one.parts[0].forward.seconds * 2);
  EXPECT_LT(two.reference_parts[0].work.flops, two.parts[0].forward.work.flops);
  EXPECT_NEAR(two.step_seconds, two.reference.seconds + two.pipeline.seconds + two.end.seconds(),
              1e-12);
  Workload alone = pairs;
  training_of(alone).tuning.reference = false;
  EXPECT_TRUE(times_of(alone).reference_parts.empty());
  EXPECT_EQ(prepared(alone).memory.required, prepared(pairs).memory.required);  // LoRA: one copy
}

TEST(Dpo, FullFineTuningHoldsTheReference) {
  Workload pairs = llama3(TuningMethod::kFull);
  training_of(pairs).tuning.objective = TuningObjective::kDpo;
  training_of(pairs).zero = 3;
  const PreparedRun run = prepared(pairs);
  EXPECT_EQ(item(run, "weights of the reference"), item(run, "weights"));
  Workload stages = pairs;
  stages.tensor_parallel = 4;
  training_of(stages).pipeline_parallel = 2;
  training_of(stages).zero = 1;
  training_of(stages).global_batch = 16;
  training_of(stages).checkpointing = Checkpointing::kFull;
  const auto planned = plan_run(catalogue(), stages, parameters());
  ASSERT_TRUE(planned) << to_string(planned.error());
  const TrainingTimes times = time_training(step_of(*planned), parameters());
  // All forward passes follow each other: one bubble of the pipeline.
  const double longest =
      std::max(times.reference_parts[0].seconds, times.reference_parts[1].seconds);
  EXPECT_GT(times.reference.seconds, step_of(*planned).microbatches * longest);
  EXPECT_LT(times.reference.seconds,
            (step_of(*planned).microbatches + 3) * (longest + times.forward_launch));
}

TEST(FineTuning, RoundTrips) {
  Workload workload = llama3(TuningMethod::kQlora, 32);
  FineTuning& tuning = training_of(workload).tuning;
  tuning.adapters.targets = kAttentionTargets;
  tuning.adapters.experts = true;
  tuning.frozen = FrozenType::kInt8;
  tuning.objective = TuningObjective::kDpo;
  tuning.reference = false;
  const Json json = to_json(workload);
  EXPECT_EQ(json["training"]["lora"]["targets"], "attention");
  const auto again = workload_from_json(json, "again");
  ASSERT_TRUE(again) << to_string(again.error());
  EXPECT_EQ(to_json(*again), json);
  tuning.adapters.targets = {};
  tuning.adapters.targets.add(AdapterTarget::kDown);
  const auto list = workload_from_json(to_json(workload), "list");
  ASSERT_TRUE(list) << to_string(list.error());
  EXPECT_EQ(training_of(*list).tuning.adapters.targets, tuning.adapters.targets);
}

TEST(FineTuning, ErrorsNameTheKey) {
  const auto message = [](const Json& members) {
    Json json = to_json(llama3(TuningMethod::kFull));
    json["training"].update(members);
    const auto read = workload_from_json(json, "w.json");
    return read ? std::string("accepted") : to_string(read.error());
  };
  EXPECT_EQ(message({{"method", "lora"}, {"lora", {{"rank", 16}}}}), "accepted");
  EXPECT_THAT(message({{"method", "dora"}}), HasSubstr("one of full, lora, qlora"));
  EXPECT_THAT(message({{"method", "lora"}}), HasSubstr("training/lora"));
  EXPECT_THAT(message({{"lora", {{"rank", 16}}}}), HasSubstr("requires the method 'lora'"));
  EXPECT_THAT(message({{"method", "lora"}, {"lora", {{"rank", 0}}}}), HasSubstr("lora/rank"));
  EXPECT_THAT(message({{"method", "lora"}, {"lora", Json::object()}}), HasSubstr("lora/rank"));
  EXPECT_THAT(message({{"method", "lora"}, {"lora", {{"rank", 8}, {"targets", {"w_q"}}}}}),
              HasSubstr("q_proj, k_proj"));
  EXPECT_THAT(message({{"method", "lora"}, {"lora", {{"rank", 8}, {"frozen_type", "nf4"}}}}),
              HasSubstr("requires the method 'qlora'"));
  EXPECT_THAT(message({{"method", "lora"}, {"lora", {{"rank", 8}, {"alpha", 8}}}}),
              HasSubstr("lora/alpha"));
  EXPECT_THAT(message({{"objective", "ppo"}}), HasSubstr("one of next-token, dpo, grpo"));
  EXPECT_THAT(message({{"reference", true}}), HasSubstr("requires the objective"));
}

}  // namespace
}  // namespace nscope::sim
