#include "profiler/trace/vocabulary.h"
#include "simcore/engine/training/training_memory.h"
#include "simcore/engine/validation/training_row.h"
#include "tests/unit/sim/simulated.h"
#include "tests/unit/sim/training_jobs.h"

#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace nscope::sim {
namespace {

using testing::HasSubstr;

/// Llama-2-7B on 16 nodes, tensor parallel 8.
Workload llama() {
  Workload workload{.model = "llama-2-7b", .instance = "trn1.32xlarge", .tensor_parallel = 8};
  workload.input_tokens = 4096;
  workload.kind = TrainingSetup{.nodes = 16, .global_batch = 1024, .micro_batch = 1};
  return workload;
}

Workload pipelined(int stages) {
  Workload workload = llama();
  training_of(workload).pipeline_parallel = stages;
  return workload;
}

struct Uniform {
  Uniform(int parts, double one_forward, double one_backward)
      : forward(static_cast<std::size_t>(parts), one_forward),
        backward(static_cast<std::size_t>(parts), one_backward) {}
  PipelineRun run(Pipeline pipeline) const {
    pipeline.forward = forward;
    pipeline.backward = backward;
    EXPECT_TRUE(check_pipeline(pipeline));
    return run_pipeline(pipeline);
  }
  std::vector<double> forward;
  std::vector<double> backward;
};

TEST(PipelineSchedule, GpipeAndOneForwardOneBackwardTakeTheSameTime) {
  const Uniform parts(4, 1.0, 2.0);
  for (const auto schedule : {PipelineSchedule::kGpipe, PipelineSchedule::kOneForwardOneBackward}) {
    const PipelineRun run = parts.run({.schedule = schedule, .stages = 4, .microbatches = 12});
    EXPECT_DOUBLE_EQ(run.seconds, (12 + 4 - 1) * 3.0) << to_string(schedule);
    for (int stage = 0; stage < 4; ++stage) EXPECT_DOUBLE_EQ(run.busy(stage), 12 * 3.0);
  }
}

TEST(PipelineSchedule, InterleavingDividesTheBubble) {
  // With two chunks of half the layers, warm-up and drain take half the time.
  const Uniform parts(8, 0.5, 1.0);
  const PipelineRun run = parts.run(
      {.schedule = PipelineSchedule::kInterleaved, .stages = 4, .chunks = 2, .microbatches = 12});
  EXPECT_DOUBLE_EQ(run.seconds, 12 * 3.0 + (4 - 1) * 3.0 / 2);
}

TEST(PipelineSchedule, KeepsAsManyMicrobatchesAsItSays) {
  for (const auto schedule : {PipelineSchedule::kGpipe, PipelineSchedule::kOneForwardOneBackward,
                              PipelineSchedule::kInterleaved}) {
    const int chunks = schedule == PipelineSchedule::kInterleaved ? 3 : 1;
    const Pipeline pipeline{.schedule = schedule, .stages = 4, .chunks = chunks, .microbatches = 8};
    const PipelineRun run = Uniform(4 * chunks, 1.0, 2.0).run(pipeline);
    for (int stage = 0; stage < 4; ++stage) {
      int held = 0;
      int most = 0;
      for (const PipelinePass& pass : run.stages[static_cast<std::size_t>(stage)]) {
        held += pass.backward ? -1 : 1;
        most = std::max(most, held);
      }
      EXPECT_EQ(held, 0);
      EXPECT_EQ(most, held_microbatches(pipeline, stage)) << to_string(schedule) << " " << stage;
    }
  }
}

TEST(PipelineSchedule, PassesWaitForTheirInput) {
  const Uniform parts(3, 1.0, 2.0);
  const std::vector<double> sends(3, 0.25);
  const PipelineRun run = parts.run({.stages = 3, .microbatches = 4, .send = sends});
  // The first microbatch reaches the last stage after two passes and two sends.
  EXPECT_DOUBLE_EQ(run.stages[2][0].start, 2 * 1.0 + 2 * 0.25);
  // Its gradient reaches the first stage after three more passes and two sends.
  const auto& first = run.stages[0];
  const auto back = std::find_if(first.begin(), first.end(),
                                 [](const PipelinePass& pass) { return pass.backward; });
  EXPECT_DOUBLE_EQ(back->start, 3 * 1.0 + 4 * 0.25 + 2 * 2.0);
}

TEST(PipelineSchedule, RejectsImpossiblePipelines) {
  const auto uneven = check_pipeline(
      {.schedule = PipelineSchedule::kInterleaved, .stages = 4, .chunks = 2, .microbatches = 6});
  ASSERT_FALSE(uneven);
  EXPECT_THAT(uneven.error().message.english(),
              HasSubstr("is a multiple of the 4 stages; it is 6"));
  EXPECT_FALSE(check_pipeline({.stages = 1000, .microbatches = 2'000'000}));
}

TEST(TrainingGraph, BackwardPassIsTwiceTheForwardPass) {
  const auto shape = transformer_shape(model("gpt3-6.7b"));
  ASSERT_TRUE(shape);
  const PreparedRun run = prepared(llama());
  const Rates rates{*run.machine, parameters()};
  TrainingLayout layout{.samples = 1, .positions = 2048, .tensor_parallel = 8};
  const TrainingGraphs graphs = training_graphs(rates, *shape, layout);
  // 2 operations per matrix element and token, and two products over the scores.
  const double expected =
      2.0 * 2048 * layer_weights(*shape, 8, false, 1) + 4.0 * (32.0 / 8) * 2048 * 2048 * 128;
  EXPECT_NEAR(flops(graphs.layer) / expected, 1, 1e-12);
  EXPECT_NEAR(flops(graphs.layer_gradient) / expected, 2, 1e-12);
  layout.checkpointing = Checkpointing::kFull;
  EXPECT_NEAR(flops(training_graphs(rates, *shape, layout).layer_gradient) / expected, 3, 1e-12);
}

TEST(TrainingGraph, FusedAttentionKeepsScoresOnTheChip) {
  const auto shape = transformer_shape(model("llama-2-7b"));
  ASSERT_TRUE(shape);
  const PreparedRun run = prepared(llama());
  const Rates rates{*run.machine, parameters()};
  const auto score_bytes = [&](bool fused) {
    double sum = 0;
    const TrainingGraphs graphs = training_graphs(
        rates, *shape, {.samples = 1, .positions = 4096, .tensor_parallel = 8, .fused = fused});
    for (const auto* const list : {&graphs.layer, &graphs.layer_gradient}) {
      for (const Operator& op : *list) {
        if (op.name.starts_with("attention_") && !op.name.ends_with("norm") &&
            !op.name.ends_with("norm_gradient")) {
          sum += op.work.read_bytes + op.work.write_bytes;
        }
      }
    }
    return sum;
  };
  EXPECT_EQ(score_bytes(true), 0);
  // 4 heads per core: each score is transferred in fp32 16 times in both passes, three of them with
  // a mask.
  EXPECT_EQ(score_bytes(false), 4.0 * 4096 * 4096 * 4 * 16);
}

TEST(TrainingGraph, PlainOperatorsPassThroughMemory) {
  const auto shape = transformer_shape(model("gpt3-6.7b"));
  ASSERT_TRUE(shape);
  const PreparedRun run = prepared(llama());
  const Rates rates{*run.machine, parameters()};
  const auto layer_bytes = [&](bool plain, std::string_view prefix) {
    double sum = 0;
    const TrainingGraphs graphs = training_graphs(
        rates, *shape, {.samples = 1, .positions = 2048, .tensor_parallel = 8, .plain = plain});
    for (const Operator& op : graphs.layer) {
      if (op.name.starts_with(prefix)) sum += op.work.read_bytes + op.work.write_bytes;
    }
    return sum;
  };
  // The scores of 4 heads, and the passes of the norm over an eighth of the tokens, in fp32.
  const double scores = 4.0 * 2048 * 2048;
  EXPECT_DOUBLE_EQ(layer_bytes(false, "attention_passes"), 0);
  EXPECT_DOUBLE_EQ(layer_bytes(true, "attention_passes"),
                   scores * (parameters().eager_score_bytes - 28));
  EXPECT_GE(layer_bytes(true, "ffn_norm"), 256.0 * 4096 * 8 * parameters().norm_passes);
  EXPECT_GT(layer_bytes(true, ""), layer_bytes(false, ""));
}

TEST(TrainingStep, NativePyTorchHasPlainOperatorsAndAHostCostOfEach) {
  Workload workload{.model = "gpt-d6-55.7m", .instance = "trn2.3xlarge"};
  workload.input_tokens = 2048;
  workload.kind = TrainingSetup{.global_batch = 64, .micro_batch = 16};
  const auto seconds = [&](const char* stack) {
    workload.stack = stack;
    return times_of(workload).step_seconds;
  };
  EXPECT_TRUE(step_of(prepared(workload)).layout.fused);
  const double compiled = seconds("torch-compiled");
  EXPECT_FALSE(step_of(prepared(workload)).layout.fused);
  EXPECT_GT(compiled, 1.3 * seconds("nxd"));
  const double eager = seconds("torch-eager");
  EXPECT_GT(eager, compiled);
  // Four microbatches pay the host four times.
  training_of(workload).micro_batch = 4;
  EXPECT_NEAR(seconds("torch-eager") - seconds("torch-compiled"), 4 * (eager - compiled),
              0.01 * eager);
  training_of(workload).fused_attention = true;
  EXPECT_TRUE(step_of(prepared(workload)).layout.fused);
}

TEST(TrainingStep, DecodersHaveFusedAttentionFromItsSoftwareOn) {
  const auto fused = [](const Workload& workload) {
    return step_of(prepared(workload)).layout.fused;
  };
  Workload workload = llama();
  workload.software = "2.17";
  EXPECT_FALSE(fused(workload));
  workload.software = "2.18";
  EXPECT_TRUE(fused(workload));
  workload.model = "gpt3-6.7b";  // learned positions instead of rotary ones
  workload.input_tokens = 2048;
  EXPECT_TRUE(fused(workload));
}

TEST(TrainingStep, LaysOutTheJob) {
  const PreparedRun run = prepared(pipelined(4));
  const TrainingStep& step = step_of(run);
  EXPECT_EQ(step.ranks(), 512);
  EXPECT_EQ(step.data_parallel, 16);
  EXPECT_EQ(step.microbatches, 64);
  EXPECT_EQ(step.layers_of(0), 8);
  EXPECT_EQ(step.setup.zero, 1);
  EXPECT_EQ(run.class_name(), "training-tp-pp");
  EXPECT_EQ(run.ranks(), 512);
  // All stages together have the weights of the model except the norms.
  double held = 0;
  for (int stage = 0; stage < 4; ++stage) held += step.parameters_of(stage);
  EXPECT_NEAR(held * 8 / model("llama-2-7b").parameters, 1, 1e-3);
}

TEST(TrainingStep, RejectsImpossibleLayouts) {
  Workload workload = llama();
  workload.tensor_parallel = 5;
  EXPECT_THAT(refusal(workload), HasSubstr("does not divide the 32 cores of a node"));
  // A degree that the software does not list is a note, as for inference, and no error.
  workload = llama();
  workload.tensor_parallel = 16;
  EXPECT_TRUE(prepare_run(catalogue(), workload, initial_parameters()));
  workload = llama();
  workload.model = "qwen2.5-7b";
  EXPECT_THAT(refusal(workload), HasSubstr("degree 8 does not divide the 28 attention heads"));
  workload = llama();
  workload.instance = "inf2.48xlarge";
  workload.tensor_parallel = 24;
  EXPECT_THAT(refusal(workload), HasSubstr("requires EFA: inf2.48xlarge has no EFA"));
  workload = llama();
  training_of(workload).global_batch = 1000;
  EXPECT_THAT(refusal(workload), HasSubstr("is not a multiple of 64 replicas"));
  workload = pipelined(64);
  training_of(workload).nodes = 64;
  EXPECT_THAT(refusal(workload), HasSubstr("32 layers are not enough for 64 pipeline stages"));
  workload = llama();
  training_of(workload).expert_parallel = 4;
  EXPECT_THAT(refusal(workload), HasSubstr("requires a mixture of experts"));
  workload = llama();
  workload.dtype = "fp8";
  EXPECT_THAT(refusal(workload), HasSubstr("use bf16, fp16 or fp32"));
  workload = llama();
  workload.model = "t5-3b";
  EXPECT_THAT(refusal(workload), HasSubstr("training of the architecture encoder-decoder"));
  workload = {.model = "bert-base-uncased", .instance = "inf1.xlarge"};
  workload.kind = TrainingSetup{};
  EXPECT_THAT(refusal(workload), HasSubstr("training is not supported"));
}

TEST(TrainingStep, RejectsDegreesThatDoNotDivideOrAreTooLarge) {
  Workload workload = pipelined(1 << 30);
  training_of(workload).context_parallel = 1 << 29;  // their product with tp overflows
  EXPECT_THAT(refusal(workload), HasSubstr("must be at most the number of cores, 512"));
  workload = pipelined(2);
  training_of(workload).schedule = PipelineSchedule::kInterleaved;
  training_of(workload).chunks = 1 << 30;
  EXPECT_THAT(refusal(workload),
              HasSubstr("'chunks' is 1073741824, but the model has only 32 layers"));
  workload = pipelined(2);
  training_of(workload).nodes = 3;
  EXPECT_THAT(refusal(workload), HasSubstr("nor fill whole nodes"));
  workload = llama();
  workload.input_tokens = 4098;
  training_of(workload).nodes = 3;
  training_of(workload).context_parallel = 3;
  EXPECT_THAT(refusal(workload), HasSubstr("context_parallel 3 x tensor parallel degree 8 = 24 "
                                           "cores, which neither divide the 32 cores"));
  training_of(workload).context_parallel = 6;
  EXPECT_THAT(refusal(workload), HasSubstr("= 48 cores, which neither divide"));
  workload = llama();
  workload.input_tokens = 4095;
  training_of(workload).context_parallel = 4;
  EXPECT_THAT(refusal(workload), HasSubstr("does not divide the 4095 positions"));
  workload = llama();
  training_of(workload).chunks = 2;
  EXPECT_THAT(refusal(workload),
              HasSubstr("'chunks' 2 and the schedule '1f1b' cannot be combined"));
}

TEST(TrainingStep, CountsAnUntiedHead) {
  // Llama has separate matrices for embedding and head; GPT-2 has one for both.
  for (const char* const id : {"llama-3-8b", "gpt2-medium"}) {
    Workload workload = llama();
    workload.model = id;
    workload.tensor_parallel = 2;
    workload.input_tokens = 128;
    const auto run = plan_run(catalogue(), workload, parameters());
    ASSERT_TRUE(run) << to_string(run.error());
    EXPECT_NEAR(step_of(*run).parameters_of(0) * 2 / model(id).parameters, 1, 0.01) << id;
  }
}

TEST(TrainingStep, BubbleFollowsStagesAndMicrobatches) {
  Workload deep = pipelined(8);
  deep.model = "llama-2-70b";
  deep.tensor_parallel = 32;
  const PreparedRun run = prepared(deep);
  const TrainingTimes times = time_training(step_of(run), parameters());
  // All stages except the last, which has the head, take the same time and wait for it.
  const auto seconds = [&](std::size_t stage) {
    return times.parts[stage].forward.seconds + times.parts[stage].backward.seconds +
           times.forward_launch + times.backward_launch;
  };
  const double each = seconds(1);
  const double more = seconds(7) - each;
  const double microbatches = step_of(run).microbatches;
  const double busy = microbatches * (each + more / 8);
  const double all = microbatches * (each + more) + 7 * each;
  EXPECT_NEAR(times.bubble_share / (1 - busy / all), 1, 0.05);
  EXPECT_EQ(times_of(llama()).bubble_share, 0);
}

TEST(TrainingStep, FixedWorkDoesNotShrinkWithTheBatch) {
  Workload small = llama();
  training_of(small).global_batch = 64;
  Workload large = llama();
  training_of(large).global_batch = 1024;
  const TrainingTimes few = times_of(small);
  const TrainingTimes many = times_of(large);
  EXPECT_EQ(few.end.reduction_seconds, many.end.reduction_seconds);
  EXPECT_EQ(few.end.optimizer_seconds(), many.end.optimizer_seconds());
  EXPECT_NEAR(many.pipeline.seconds / few.pipeline.seconds, 16, 0.5);
}

TEST(TrainingStep, FasterNetworkShortensTheReductionAlone) {
  Workload faster = llama();
  faster.instance = "trn1n.32xlarge";
  const TrainingTimes slow = times_of(llama());
  const TrainingTimes fast = times_of(faster);
  EXPECT_LT(fast.end.reduction_seconds, 0.7 * slow.end.reduction_seconds);
  EXPECT_EQ(fast.end.optimizer_seconds(), slow.end.optimizer_seconds());
}

TEST(TrainingStep, ZeroThreeGathersWeightsInEveryPass) {
  Workload sharded = llama();
  training_of(sharded).zero = 3;
  const TrainingTimes times = times_of(sharded);
  EXPECT_EQ(times.end.reduction_seconds, 0);
  EXPECT_GT(times.parts[0].forward.collectives, times_of(llama()).parts[0].forward.collectives);
  EXPECT_LT(prepared(sharded).memory.required, prepared(llama()).memory.required);
}

TEST(TrainingStep, ExpertsShareTheTokens) {
  Workload workload{.model = "mixtral-8x7b", .instance = "trn2.48xlarge", .tensor_parallel = 16};
  workload.input_tokens = 2048;
  workload.kind = TrainingSetup{.nodes = 8, .expert_parallel = 4, .global_batch = 256};
  const PreparedRun run = prepared(workload);
  const TrainingStep& step = step_of(run);
  const TrainingGraphs graphs =
      training_graphs({*run.machine, parameters()}, step.shape, step.layout);
  // Every token is processed by two experts, which are as many operations as a dense layer of twice
  // the width.
  TransformerShape dense = step.shape;
  dense.ffn = 2 * 14336;
  dense.moe.reset();
  dense.moe_layers = 0;
  const double router = 2.0 * 2048 * 4096 * 8;
  const TrainingGraphs wide = training_graphs({*run.machine, parameters()}, dense, step.layout);
  EXPECT_NEAR(flops(graphs.moe_layer) / (flops(wide.layer) + router), 1, 1e-9);
}

TEST(TrainingMemory, CountsTheState) {
  const PreparedRun run = prepared(llama());
  const TrainingStep& step = step_of(run);
  const double parameters_of_rank = step.parameters_of(0);
  ASSERT_GE(run.memory.items.size(), 4u);
  EXPECT_EQ(run.memory.items[0].bytes, 2 * parameters_of_rank);
  EXPECT_EQ(run.memory.items[1].bytes, 4 * parameters_of_rank);
  EXPECT_EQ(run.memory.items[2].bytes, 12 * parameters_of_rank / 64);  // ZeRO-1
}

TEST(TrainingMemory, TakesTheLeastCheckpointingThatFits) {
  EXPECT_EQ(*step_of(prepared(llama())).setup.checkpointing, Checkpointing::kNone);
  Workload more = llama();
  training_of(more).micro_batch = 8;
  EXPECT_EQ(*step_of(prepared(more)).setup.checkpointing, Checkpointing::kFull);
}

TEST(TrainingMemory, SuggestsTheSmallestChange) {
  Workload workload = llama();
  training_of(workload).micro_batch = 16;
  training_of(workload).checkpointing = Checkpointing::kNone;
  const std::string why = refusal(workload);
  EXPECT_THAT(why, HasSubstr("too little; it fits with"));
  workload = llama();
  workload.model = "llama-2-70b";
  EXPECT_THAT(refusal(workload), HasSubstr("it fits with ZeRO-3"));
  training_of(workload).zero = 3;
  EXPECT_EQ(refusal(workload), "accepted");
  // A single replica of eight cores: not even narrow frozen weights of 405 billion parameters fit.
  // On many nodes, each holds its part of weights and state.
  workload = llama();
  workload.model = "llama-3.1-405b";
  workload.input_tokens = 512;
  training_of(workload) = TrainingSetup{.cores = 8};
  EXPECT_THAT(refusal(workload), HasSubstr("it fits with 64 nodes and ZeRO-3"));
  training_of(workload).nodes = 64;
  training_of(workload).zero = 3;
  EXPECT_EQ(refusal(workload), "accepted");
}

TEST(TrainingTrace, ShowsTheWorkOfOneRankOfEveryStage) {
  const PreparedRun run = prepared(pipelined(4));
  const TrainingStep& step = step_of(run);
  const TrainingTimes times = time_training(step, parameters());
  const Simulated shown = simulated(pipelined(4));
  const Trace& trace = *shown.trace;
  const TimeBase& info = trace.time_base();
  EXPECT_NEAR(trace.to_seconds(info.window_end - info.window_begin) / times.step_seconds, 1, 1e-9);
  for (int stage = 0; stage < 4; ++stage) {
    const auto& part = times.parts[static_cast<std::size_t>(stage)];
    const int core = stage * 128;
    const double flops_of_stage =
        step.microbatches * (part.forward.work.flops + part.backward.work.flops);
    EXPECT_NEAR(sum_of(trace, core, key::kFlops) / flops_of_stage, 1, 1e-9) << stage;
    const Work update = optimizer_of(step, stage, parameters()).work;
    const double moved =
        step.microbatches * (part.forward.work.read_bytes + part.forward.work.write_bytes +
                             part.backward.work.read_bytes + part.backward.work.write_bytes) +
        update.read_bytes + update.write_bytes;
    EXPECT_NEAR(sum_of(trace, core, key::kTransferSize) / moved, 1, 1e-6) << stage;
  }
  for (const Diagnostic& entry : trace.diagnostics()) {
    EXPECT_THAT(entry.code, testing::AnyOf("folded_steps", "symmetric_ranks_not_shown",
                                           "outside_calibrated_domain"));
  }
}

TEST(TrainingTrace, IsTheSameEveryTime) {
  const Simulated one = simulated(pipelined(2));
  const Simulated two = simulated(pipelined(2));
  ASSERT_EQ(one.trace->tracks().size(), two.trace->tracks().size());
  for (std::size_t i = 0; i < one.trace->tracks().size(); ++i) {
    const Track& a = one.trace->tracks()[i];
    const Track& b = two.trace->tracks()[i];
    ASSERT_EQ(a.slices.size(), b.slices.size());
    for (std::size_t row = 0; row < a.slices.size(); ++row) {
      ASSERT_EQ(a.slices.begin(row), b.slices.begin(row));
      ASSERT_EQ(a.slices.end(row), b.slices.end(row));
    }
  }
}

TEST(TrainingTrace, RejectsAStepThatIsTooLong) {
  Workload workload = pipelined(16);
  training_of(workload).global_batch = 1 << 20;
  TraceBuilder builder;
  TaskControl control;
  const auto result = simulate(catalogue(), workload, builder, control);
  ASSERT_FALSE(result);
  EXPECT_THAT(result.error().message.english(), HasSubstr("passes"));
}

TEST(TrainingSetup, RoundTrips) {
  Workload workload = pipelined(4);
  TrainingSetup& setup = training_of(workload);
  setup.schedule = PipelineSchedule::kInterleaved;
  setup.chunks = 2;
  setup.checkpointing = Checkpointing::kSelective;
  setup.fused_attention = false;
  setup.zero = 3;
  setup.straggler = 1.5;
  const Json json = to_json(workload);
  const auto again = workload_from_json(json, "again");
  ASSERT_TRUE(again) << to_string(again.error());
  EXPECT_EQ(to_json(*again), json);
  EXPECT_EQ(training_of(*again).chunks, 2);
}

TEST(TrainingSetup, ErrorsNameTheKey) {
  const auto message = [](const char* member, const Json& value) {
    Json json = to_json(llama());
    json["training"][member] = value;
    const auto read = workload_from_json(json, "w.json");
    return read ? std::string("accepted") : to_string(read.error());
  };
  EXPECT_THAT(message("nodes", 0), HasSubstr("training/nodes"));
  EXPECT_THAT(message("zero", 2), HasSubstr("must be 0, 1 or 3"));
  EXPECT_THAT(message("schedule", "2f2b"), HasSubstr("one of gpipe, 1f1b, interleaved"));
  EXPECT_THAT(message("straggler", 0.5), HasSubstr("between 1 and 1000"));
  EXPECT_THAT(message("pipelines", 2), HasSubstr("training/pipelines"));
}

TEST(TrainingSetup, RejectsKeysOfOtherKinds) {
  for (const char* const member : {"batch", "output_tokens", "copies", "cores"}) {
    Json json = to_json(llama());
    json[member] = 2;
    const auto read = workload_from_json(json, "w.json");
    ASSERT_FALSE(read) << member;
    EXPECT_THAT(to_string(read.error()),
                HasSubstr("'" + std::string(member) + "' and 'training' cannot be combined"));
  }
}

TEST(TrainingRow, ReadsWhatTablesState) {
  ValidationRow row;
  row.class_name = "training-dp";
  row.model = "bert-large-uncased";
  row.instance = "trn1.32xlarge";
  row.nodes = 16;
  row.cores = 512;
  row.global_batch = 1.04858e6;  // 2^20, printed with six digits
  row.micro_batch = 16;
  row.sequence_length = 128;
  row.dtype = "Autocast:BF16+SR";
  row.sdk = "2.3-2.4";
  RowWorkload found = workload_of(row);
  ASSERT_TRUE(found.workload) << found.reason.english();
  EXPECT_EQ(training_of(*found.workload).global_batch, 1 << 20);
  EXPECT_FALSE(training_of(*found.workload).master_weights);
  EXPECT_EQ(found.workload->software, "2.3");
  EXPECT_TRUE(found.assumption.empty());
  row.global_batch = 1000;
  EXPECT_THAT(workload_of(row).reason.english(), HasSubstr("not a multiple of 512 replicas"));
  row.global_batch = 512 * 16;
  row.model = "";
  EXPECT_EQ(workload_of(row).reason.english(), "the model is not stated");
  row.sequence_length.reset();
  EXPECT_THAT(workload_of(row).assumption.english(), HasSubstr("vit-base"));
}

TEST(TrainingRow, ReadsTheStackOfNativePyTorch) {
  ValidationRow row;
  row.class_name = "training-dp";
  row.model = "gpt-d6-55.7M";
  row.instance = "trn2.3xlarge";
  row.cores = 8;
  row.logical_core_size = 2;
  row.global_batch = 64;
  row.sequence_length = 2048;
  row.dtype = "bf16";
  row.stack = "PyTorch native, torch.compile, DDP, Muon";
  RowWorkload found = workload_of(row);
  ASSERT_TRUE(found.workload) << found.reason.english();
  EXPECT_EQ(found.workload->stack, "torch-compiled");
  EXPECT_EQ(training_of(*found.workload).micro_batch, 16);
  EXPECT_EQ(training_of(*found.workload).zero, -1);
  EXPECT_THAT(found.assumption.english(), HasSubstr("16 sequences are assumed"));
  row.stack = "TorchTitan FSDP2";
  row.micro_batch = 4;
  found = workload_of(row);
  EXPECT_EQ(found.workload->stack, "torch-compiled");
  EXPECT_EQ(training_of(*found.workload).zero, 3);
  row.stack = "PyTorch native, eager, DDP";
  EXPECT_EQ(workload_of(row).workload->stack, "torch-eager");
  row.stack = "another trainer";
  EXPECT_THAT(workload_of(row).assumption.english(), HasSubstr("is not known"));
}

}  // namespace
}  // namespace nscope::sim
