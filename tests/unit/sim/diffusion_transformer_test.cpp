#include "profiler/trace/build/trace_builder.h"
#include "simcore/engine/inference/fixed_call.h"
#include "simcore/engine/inference/fixed_call_memory.h"
#include "simcore/engine/run/prepared_run.h"
#include "simcore/engine/simulation/simulate.h"
#include "simcore/engine/validation/load_generators.h"
#include "simcore/engine/validation/row_notes.h"
#include "simcore/engine/validation/validation_table.h"
#include "simcore/engine/workload/image_size.h"
#include "simcore/engine/workload/software_stack.h"
#include "tests/unit/sim/estimated.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace nscope::sim {
namespace {

using catalog::Block;
using testing::HasSubstr;

Machine core_pair() {
  return machine_of(catalogue(), **catalogue().instance("trn2.3xlarge")).value();
}

/// A double block and a single block of a small diffusion transformer.
catalog::Network small_network() {
  Block both{.kind = Block::Kind::kTransformer, .in = 256, .out = 256, .scale = 16};
  both.heads = 4;
  both.head_dim = 64;
  both.ffn = 1024;
  both.text_rows = 64;
  both.own_text_weights = true;
  Block single = both;
  single.own_text_weights = false;
  single.parallel = true;
  return {both, single};
}

StepTotals totals_of(const catalog::Network& network, NetworkInput input) {
  const Machine machine = core_pair();
  const Parameters parameters = initial_parameters();
  input.height = input.width = 512;
  return total(network_graph({machine, parameters}, network, input));
}

TEST(DiffusionTransformer, TextJoinsTheRowsOfTheImage) {
  const catalog::Network network = small_network();
  // A double block has two sets of 12 x 256 x 256 weights, a single block one.
  EXPECT_EQ(parameters_of(network), 3 * 12.0 * 256 * 256);
  const double rows = 32 * 32 + 64;
  const double macs = 2 * (rows * 12 * 256 * 256 + 2 * rows * rows * 256);
  EXPECT_EQ(macs_of(network, 512, 512), macs);
  EXPECT_DOUBLE_EQ(totals_of(network, {}).work.flops, 2 * macs);
  EXPECT_EQ(macs_of(network, {.tokens = 32 * 32 + 64}), macs) << "image and text together";
  const double frames = 3 * 32 * 32 + 64;
  EXPECT_EQ(macs_of(network, 512, 512, 3),
            2 * (frames * 12 * 256 * 256 + 2 * frames * frames * 256));
  EXPECT_DOUBLE_EQ(totals_of(network, {.frames = 3}).work.flops, 2 * macs_of(network, 512, 512, 3));
}

TEST(DiffusionTransformer, ImagesOfAnEditAreOneSequence) {
  catalog::Network network = small_network();
  for (Block& block : network) block.images = 2;
  EXPECT_EQ(macs_of(network, 512, 512), macs_of(small_network(), 512, 512, 2));
}

TEST(DiffusionTransformer, CoresShareColumnsAndAddTheirResults) {
  const StepTotals alone = totals_of(small_network(), {});
  EXPECT_EQ(alone.collectives, 0);
  const StepTotals shared = totals_of(small_network(), {.tensor_parallel = 4});
  EXPECT_DOUBLE_EQ(shared.work.flops, alone.work.flops / 4);
  // A parallel block adds once, the other one after the attention and after the feed-forward layer.
  EXPECT_EQ(shared.collectives, 3);
  EXPECT_EQ(shared.collective_bytes, 3 * (32 * 32 + 64) * 256 * 2.0);
  EXPECT_LT(shared.work.read_bytes, alone.work.read_bytes);
}

TEST(DiffusionTransformer, GroupsShareRowsAndGatherTheKeys) {
  const StepTotals alone = totals_of(small_network(), {});
  const StepTotals shared = totals_of(small_network(), {.context_parallel = 2});
  EXPECT_DOUBLE_EQ(shared.work.flops, alone.work.flops / 2);
  EXPECT_EQ(shared.collectives, 2);
  EXPECT_EQ(shared.collective_bytes, 2 * 2 * (32 * 32 + 64) * 256 * 2.0);
  const StepTotals both = totals_of(small_network(), {.tensor_parallel = 2, .context_parallel = 2});
  EXPECT_DOUBLE_EQ(both.work.flops, alone.work.flops / 4);
  EXPECT_EQ(both.collectives, 3 + 2);
}

TEST(DiffusionTransformer, NetworksOfImagesAreNotShared) {
  EXPECT_TRUE(can_be_sharded(small_network()));
  EXPECT_FALSE(
      can_be_sharded({{.kind = Block::Kind::kConvolution, .in = 3, .out = 8, .kernel = 3}}));
  EXPECT_TRUE(
      can_be_sharded({{.kind = Block::Kind::kConvolution, .in = 16, .out = 8, .kernel = 2}}));
  EXPECT_FALSE(can_be_sharded({{.kind = Block::Kind::kLstm, .in = 3, .out = 8}}));
}

Workload wan(int tp) {
  Workload workload{.model = "wan2.1-t2v-14b", .instance = "trn2.3xlarge", .tensor_parallel = tp};
  workload.image_height = 480;
  workload.image_width = 832;
  workload.frames = 9;
  workload.guidance_passes = 1;
  workload.steps = 3;
  return workload;
}

double step_of(const Workload& workload) {
  const auto result = estimate_of(workload);
  EXPECT_TRUE(result) << to_string(result.error());
  return result ? result->find("step_latency")->value : 0;
}

TEST(DiffusionTransformer, AStepIsPredictedWithoutTheRestOfTheModel) {
  const auto result = estimate_of(wan(4));
  ASSERT_TRUE(result) << to_string(result.error());
  EXPECT_EQ(result->find("latency_p50"), nullptr);
  EXPECT_EQ(result->find("throughput"), nullptr);
  const double step = result->find("step_latency")->value;
  EXPECT_DOUBLE_EQ(result->find("denoising_time")->value, 3 * step);
  // All figures of the steps have the error of measured steps.
  const auto slowest = [&](const char* name) {
    const Metric& metric = *result->find(name);
    return metric.high.value_or(0) / metric.value;
  };
  EXPECT_GT(slowest("step_latency"), 1);
  EXPECT_DOUBLE_EQ(slowest("device_time"), slowest("step_latency"));
  const Metric& share = *result->find("mbu_estimated_percent");
  EXPECT_DOUBLE_EQ(share.value / share.low.value_or(0), slowest("step_latency"));
  EXPECT_THAT(result->find("denoising_time")->note.english(),
              HasSubstr("does not describe the text_encoder, vae_decoder"));
  EXPECT_LT(result->find("collective_time")->value + result->find("compute_time")->value, step);
  // 2 x 14.3e9 parameters x 4,680 tokens, and attention, on four cores of 167 TFLOP/s.
  EXPECT_GT(step, 0.2);
  EXPECT_NEAR(step_of(wan(2)) / step, 2, 0.35);
}

TEST(DiffusionTransformer, TwoPassesTakeTwiceAsLongOnTheSameCores) {
  Workload workload = wan(2);
  workload.cores = 2;
  const double one = step_of(workload);
  workload.guidance_passes = 2;
  // Larger messages may take another algorithm.
  EXPECT_NEAR(step_of(workload) / one, 2, 0.1);
  workload.cores = 4;
  EXPECT_NEAR(step_of(workload) / one, 1, 1e-9) << "each pass has two cores of its own";
}

TEST(DiffusionTransformer, MaterialisedScoresTakeLonger) {
  Workload workload = wan(4);
  const double fused = step_of(workload);
  workload.materialised_scores = true;
  EXPECT_GT(step_of(workload), 1.1 * fused);
}

TEST(DiffusionTransformer, AKernelOnOnePhysicalCoreTakesLonger) {
  const auto step = [](std::string stack, int lnc, int tp) {
    Workload workload = wan(tp);
    workload.stack = std::move(stack);
    workload.logical_core_size = lnc;
    return step_of(workload);
  };
  const double both = step("difflet-both-cores", 2, 4);
  EXPECT_DOUBLE_EQ(both, step("", 2, 4));
  // In each of 40 blocks, ten heads of the core apply the exponential to the scores of all pairs of
  // 4,680 positions; one of two physical cores takes as much longer as the other one leaves.
  const Machine core = core_pair();
  const double scores = 40 * 10.0 * 4680 * 4680 / core.partitions;
  EXPECT_GT(step("difflet", 2, 4) - both, core.scalar_seconds(scores));
  EXPECT_LT(step("difflet", 2, 4), 1.5 * both);
  EXPECT_DOUBLE_EQ(step("difflet", 1, 8), step("", 1, 8)) << "a logical core of one physical core";
}

TEST(DiffusionTransformer, NarrowOrSharedWeightsAreFewerBytes) {
  const auto weights = [](const Workload& workload) {
    const auto run = prepare_run(catalogue(), workload, initial_parameters());
    EXPECT_TRUE(run) << to_string(run.error());
    return run->memory.items[0].bytes;
  };
  EXPECT_NEAR(weights(wan(2)) / weights(wan(4)), 2, 1e-9);
  const auto refused = prepare_run(catalogue(), wan(1), initial_parameters());
  EXPECT_TRUE(!refused || !refused->memory.fits) << "28.6 GB do not fit on a core of 24 GB";
}

TEST(DiffusionTransformer, TraceAndClosedFormAgree) {
  for (const int context : {1, 2}) {
    Workload workload = wan(2);
    workload.context_parallel = context;
    const auto estimated = estimate_of(workload);
    ASSERT_TRUE(estimated) << to_string(estimated.error());
    TraceBuilder builder;
    TaskControl control;
    const auto simulated = simulate(catalogue(), workload, builder, control);
    ASSERT_TRUE(simulated) << to_string(simulated.error());
    const auto trace = builder.finish();
    const double whole = trace->to_seconds(trace->end() - trace->begin());
    // The trace also has the transfers of the inputs and outputs.
    EXPECT_NEAR(whole / estimated->find("denoising_time")->value, 1.0, 1e-3);
  }
}

TEST(DiffusionTransformer, ItsSettingsArePartOfTheWorkload) {
  Workload workload = wan(2);
  workload.context_parallel = 2;
  workload.materialised_scores = true;
  workload.casts_matmuls = true;
  const Json json = to_json(workload);
  EXPECT_EQ(json["image"], "480x832x9");
  EXPECT_EQ(json["auto_cast"], "matmult");
  const auto back = workload_from_json(json, "w.json");
  ASSERT_TRUE(back) << to_string(back.error());
  EXPECT_EQ(to_json(*back), json);
  EXPECT_EQ(back->frames, 9);
  Json wrong = json;
  wrong["auto_cast"] = "all";
  EXPECT_FALSE(workload_from_json(wrong, "w.json"));
}

TEST(ImageSize, MayHaveFrames) {
  const auto video = parse_image_size("480x832x81");
  ASSERT_TRUE(video);
  EXPECT_EQ(video->frames, 81);
  EXPECT_EQ(parse_image_size("480x832")->frames, 1);
  for (const char* text :
       {"480x832x", "480x832x0", "480x832x-1", "480x832x81x2", "480x832x99999"}) {
    EXPECT_FALSE(parse_image_size(text)) << text;
  }
}

TEST(DiffusionTransformer, AMaskOfPaddedTextHasNoKernel) {
  catalog::Network network = small_network();
  const StepTotals fused = totals_of(network, {.frames = 4, .fused_attention = true});
  network[0].masked = true;
  const StepTotals masked = totals_of(network, {.frames = 4, .fused_attention = true});
  const double scores = 4 * std::pow(4 * 32 * 32 + 64, 2);
  EXPECT_NEAR((masked.work.read_bytes + masked.work.write_bytes - fused.work.read_bytes -
               fused.work.write_bytes) /
                  scores,
              initial_parameters().eager_score_bytes, 1e-6);
}

TEST(FixedCall, ASingleSampleHasOnePhysicalCore) {
  const auto time = [](int lnc, int batch) {
    Workload workload{.model = "siglip-so400m-patch14-384", .instance = "trn2.3xlarge"};
    workload.logical_core_size = lnc;
    workload.batch = batch;
    const auto result = estimate_of(workload);
    EXPECT_TRUE(result) << to_string(result.error());
    return result->find("device_time")->value;
  };
  EXPECT_NEAR(time(2, 1) / time(1, 1), 1, 0.06) << "its share of the memory is larger";
  EXPECT_LT(time(2, 4), 0.6 * time(1, 4));
  EXPECT_GE(time(2, 2), 0.8 * time(2, 1));
}

TEST(FixedCall, AnUndividedDenoiserHasOnePhysicalCore) {
  const auto step = [](int lnc) {
    Workload workload{.model = "stable-diffusion-2.1", .instance = "trn2.3xlarge", .cores = 1};
    workload.logical_core_size = lnc;
    workload.guidance_passes = 1;
    return step_of(workload);
  };
  EXPECT_NEAR(step(2) / step(1), 1, 0.1) << "its share of the memory is larger";
}

ValidationRow step_row(std::string notes, int tp, int replicas, int batch = 1) {
  ValidationRow row;
  row.class_name = "diffusion";
  row.model = "Qwen-Image";
  row.instance = "trn2.48xlarge";
  row.metric = "step_latency";
  row.unit = "ms";
  row.image_size = "1024x1024";
  row.tensor_parallel = tp;
  row.data_parallel = replicas;
  row.batch = batch;
  row.notes = std::move(notes);
  return row;
}

TEST(DiffusionRow, NotesSayWhereTheAttentionRuns) {
  const auto stack = [](std::string notes) {
    ValidationRow row = step_row(std::move(notes), 4, 1);
    row.stack = "Difflet (native PyTorch on Neuron)";
    return workload_of(row).workload->stack;
  };
  EXPECT_EQ(stack("-O1; dated 2026-10-05"), "difflet");
  EXPECT_EQ(stack("VIRTUAL_CORE_SIZE=2 (attention kernel on both cores)"), "difflet-both-cores");
  EXPECT_EQ(stack("VC2 + strided DMA; dated 2026-10-05"), "difflet-both-cores");
}

TEST(DiffusionRow, NotesSayWhatReplicasShare) {
  const auto of = [](const ValidationRow& row) { return workload_of(row).workload.value(); };
  const Workload context = of(step_row("TP4 CP16; one direction, profile", 4, 16));
  EXPECT_EQ(context.context_parallel, 16);
  EXPECT_EQ(context.guidance_passes, 1);
  EXPECT_EQ(context.cores, 64);
  EXPECT_EQ(context.copies, 1);
  const Workload guidance = of(step_row("tp2 cfg2", 2, 2));
  EXPECT_EQ(guidance.context_parallel, 1);
  EXPECT_EQ(guidance.guidance_passes, 2);
  EXPECT_EQ(guidance.cores, 4);
  const Workload batched = of(step_row("TP4 CP16; CFG as batch 2", 4, 16, 2));
  EXPECT_EQ(batched.guidance_passes, 1);
  EXPECT_EQ(batched.batch, 2);
  EXPECT_TRUE(of(step_row("TP8, standard attention; both CFG branches", 8, 1)).materialised_scores);
  const Workload plain = of(step_row("tp4, 20 steps", 4, 1));
  EXPECT_FALSE(plain.materialised_scores);
  EXPECT_EQ(plain.guidance_passes, 1);
  // Words that only contain the letters do not count.
  EXPECT_EQ(of(step_row("tcp4, wasp2, cp", 4, 1)).context_parallel, 1);
  EXPECT_EQ(of(step_row("cp99999999999", 4, 1)).context_parallel, 1);
}

TEST(CallRow, CopiesInOneProcessWaitForEachOther) {
  ValidationRow row;
  row.class_name = "vision";
  row.metric = "latency_p50";
  row.copies = 2;
  EXPECT_EQ(counted_calls(row), 1);
  row.notes = "DataParallel in one process; batch";
  const double share = built_in_load_generators()->serial_share;
  EXPECT_DOUBLE_EQ(counted_calls(row), 1 + share);
  row.copies = 1;
  row.data_parallel = 4;
  EXPECT_DOUBLE_EQ(counted_calls(row), 1 + 3 * share);
  row.metric = "throughput";
  EXPECT_EQ(counted_calls(row), 1);
  EXPECT_DOUBLE_EQ(counted_tokens(row, Workload()), 1 / (1 + 3 * share));
  row.data_parallel.reset();
  EXPECT_EQ(counted_tokens(row, Workload()), 1);
}

TEST(Speech, StepsOfNxdInferenceTakeLessOfTheHost) {
  Workload speech{.model = "whisper-large-v3-turbo",
                  .instance = "trn2.3xlarge",
                  .input_tokens = 1500,
                  .output_tokens = 20,
                  .stack = "nxd"};
  const Parameters usual = initial_parameters();
  const auto launch_of = [&](const Workload& workload) {
    const auto run = prepare_run(catalogue(), workload, usual);
    EXPECT_TRUE(run) << to_string(run.error());
    return std::get<StaticBatch>(run->work).step_launch(usual);
  };
  const double of_stack = built_in_software_stacks()->find("nxd")->generate_launch;
  EXPECT_GT(of_stack, 0);
  EXPECT_LT(of_stack, usual.generate_launch);
  EXPECT_EQ(launch_of(speech), of_stack);
  speech.software = "2.18";  // before NxD Inference
  EXPECT_EQ(launch_of(speech), usual.generate_launch);
  speech.software = "2.28";
  speech.stack = "torch-neuronx";
  EXPECT_EQ(launch_of(speech), usual.generate_launch);
}

TEST(AudioRow, SpeechHasWindowsAndTokens) {
  ValidationRow row;
  row.class_name = "encoder-decoder";
  row.model = "whisper-large-v3-turbo";
  row.instance = "trn2.3xlarge";
  row.tensor_parallel = 1;
  row.metric = "latency_p50";
  row.unit = "ms";
  row.notes = "90 s of audio; tokens not printed";
  const auto audio = audio_of(row);
  ASSERT_TRUE(audio);
  EXPECT_EQ(audio->windows, 3);
  EXPECT_EQ(audio->tokens, 104);
  const RowWorkload found = workload_of(row);
  ASSERT_TRUE(found.workload);
  EXPECT_EQ(found.workload->input_tokens, 1500);
  EXPECT_THAT(found.assumption.english(), HasSubstr("104 for each window"));
  EXPECT_EQ(counted_calls(row), 3);
  EXPECT_EQ(counted_tokens(row, *found.workload), 1);
  // The host computes the spectrogram of every sequence before the encoder begins.
  row.batch = 4;
  const Parameters usual = initial_parameters();
  EXPECT_DOUBLE_EQ(parameters_of(row, usual).prefill_launch - usual.prefill_launch,
                   4 * built_in_load_generators()->spectrogram);
  row.metric = "throughput";
  row.unit = "audios/s";
  row.data_parallel = 4;
  EXPECT_DOUBLE_EQ(counted_tokens(row, *found.workload), 4.0 / (3 * 104));
  row.notes = "7.3 s audio, 4 logical cores";
  EXPECT_NEAR(audio_of(row)->seconds, 7.3, 1e-12);
  for (const char* none :
       {"audio", "x s of audio", "0 s of audio", " s audio", "1000000 s audio"}) {
    row.notes = none;
    EXPECT_FALSE(audio_of(row)) << none;
  }
  row.notes = "5 s of audio";
  row.output_length = 12;
  EXPECT_FALSE(audio_of(row)) << "stated lengths are used";
}

}  // namespace
}  // namespace nscope::sim
