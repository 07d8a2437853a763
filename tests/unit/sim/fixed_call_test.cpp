#include "simcore/engine/inference/fixed_call.h"

#include "profiler/trace/build/trace_builder.h"
#include "simcore/engine/inference/fixed_call_memory.h"
#include "simcore/engine/run/prepared_run.h"
#include "simcore/engine/simulation/prediction.h"
#include "simcore/engine/simulation/simulate.h"
#include "simcore/engine/workload/workload.h"
#include "tests/unit/sim/catalogue.h"
#include "tests/unit/sim/estimated.h"
#include "tests/unit/sim/text_matchers.h"

#include <algorithm>
#include <variant>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace nscope::sim {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

Workload bert() {
  return {.model = "bert-base-cased", .instance = "inf2.xlarge", .batch = 4, .input_tokens = 128};
}
Workload diffusion(std::string model, int cores) {
  Workload workload{.model = std::move(model), .instance = "inf2.xlarge"};
  workload.cores = cores;
  return workload;
}

PreparedRun prepared(const Workload& workload) {
  auto run = prepare_run(catalogue(), workload, initial_parameters());
  EXPECT_TRUE(run) << to_string(run.error());
  return std::move(run.value());
}

const FixedCall& call_of(const PreparedRun& run) {
  return std::get<FixedCall>(run.work);
}
std::string refusal(const Workload& workload) {
  const auto run = prepare_run(catalogue(), workload, initial_parameters());
  EXPECT_FALSE(run);
  return run ? std::string() : to_string(run.error());
}

std::vector<std::string> names(const FixedCall& call) {
  std::vector<std::string> names;
  for (const FixedCall::Phase& phase : call.phases) names.push_back(phase.name);
  return names;
}
std::vector<int> passes(const FixedCall& call) {
  std::vector<int> passes;
  for (const FixedCall::Phase& phase : call.phases) passes.push_back(phase.passes);
  return passes;
}

TEST(FixedCall, AnEncoderReadsWholeSequences) {
  const PreparedRun run = prepared(bert());
  const FixedCall& call = call_of(run);
  EXPECT_THAT(names(call), ElementsAre("network"));
  EXPECT_EQ(call.input_bytes, 4 * 128 * 3 * 8);     // ids, mask and types, int64
  EXPECT_EQ(call.output_bytes, 4 * 128 * 768 * 4);  // the last hidden state, fp32
  // 12 layers x (4 hidden^2 + 2 hidden x ffn) x 128 tokens, and attention.
  const double matrices = 12.0 * 128 * (4 * 768 * 768 + 2 * 768 * 3072);
  EXPECT_DOUBLE_EQ(call.macs(), matrices + 12.0 * 2 * 128 * 128 * 768);
  EXPECT_EQ(run.class_name(), "encoder-batch");
  EXPECT_EQ(run.ranks(), 1);
}

TEST(FixedCall, AHeadDecidesWhatComesBack) {
  Workload workload = bert();
  workload.model = "bert-base-cased-finetuned-mrpc";
  EXPECT_EQ(call_of(prepared(workload)).output_bytes, 4 * 2 * 4);
  workload.model = "xlm-roberta-base";
  EXPECT_EQ(call_of(prepared(workload)).output_bytes, 4.0 * 128 * 250'002 * 4);
}

TEST(FixedCall, ADecoderMayPassOverItsPromptOnce) {
  Workload workload = bert();
  workload.model = "gpt2";
  workload.task = "encode";
  EXPECT_TRUE(std::holds_alternative<FixedCall>(prepared(workload).work));
  workload.task = "";
  EXPECT_TRUE(std::holds_alternative<StaticBatch>(prepared(workload).work));
}

TEST(FixedCall, DiffusionDenoisesInSteps) {
  const PreparedRun two_cores = prepared(diffusion("stable-diffusion-2.1", 2));
  EXPECT_THAT(names(call_of(two_cores)), ElementsAre("text_encoder", "unet", "vae_decoder"));
  EXPECT_THAT(passes(call_of(two_cores)), ElementsAre(2, 50, 1));
  EXPECT_EQ(call_of(two_cores).phases[1].input.batch, 1);  // a half of the guidance on each core
  EXPECT_EQ(two_cores.ranks(), 2);
  EXPECT_EQ(call_of(two_cores).phases[1].input.height, 512);
  EXPECT_EQ(call_of(two_cores).denoising_steps(), 50);
  const PreparedRun one_core = prepared(diffusion("stable-diffusion-2.1", 1));
  EXPECT_EQ(call_of(one_core).phases[1].input.batch, 2);
  EXPECT_EQ(one_core.ranks(), 1);
  // A diffusion transformer processes both halves as one batch on every device.
  EXPECT_EQ(call_of(prepared(diffusion("pixart-alpha", 2))).phases[1].input.batch, 2);
  Workload large = diffusion("stable-diffusion-2.1", 2);
  large.image_height = 768;
  large.image_width = 512;
  large.steps = 20;
  const PreparedRun asked = prepared(large);
  EXPECT_EQ(call_of(asked).phases[1].input.height, 768);
  EXPECT_EQ(call_of(asked).phases[1].passes, 20);
}

TEST(FixedCall, ARefinerTakesTheLastSteps) {
  const PreparedRun run = prepared(diffusion("stable-diffusion-xl-base-and-refiner", 2));
  EXPECT_THAT(names(call_of(run)), ElementsAre("unet", "refiner_unet", "vae_decoder"));
  EXPECT_THAT(passes(call_of(run)), ElementsAre(32, 8, 1));
}

TEST(FixedCall, ARefinerMayHaveNothingToDo) {
  Workload workload = diffusion("stable-diffusion-xl-base-and-refiner", 2);
  workload.instance = "trn1.32xlarge";
  workload.steps = 2;
  TraceBuilder builder;
  TaskControl control;
  const auto result = simulate(catalogue(), workload, builder, control);
  ASSERT_TRUE(result) << to_string(result.error());
  EXPECT_EQ(call_of(prepared(workload)).denoising_steps(), 2);
}

TEST(FixedCall, CopiesHideTheHostOfOneAnother) {
  const PreparedRun run = prepared(bert());
  FixedCall call = call_of(run);
  const Parameters parameters = initial_parameters();
  const FixedCallTimes alone = time_fixed_call(call, parameters);
  const double device = alone.device_seconds;
  const double host = alone.host_seconds;
  EXPECT_DOUBLE_EQ(host, parameters.call_launch +
                             (call.input_bytes + call.output_bytes) / parameters.host_bandwidth);
  EXPECT_DOUBLE_EQ(alone.latency, device + host);
  EXPECT_DOUBLE_EQ(alone.throughput, 4 / (device + host));
  call.copies = 4;
  call.cores = 2;
  const FixedCallTimes shared = time_fixed_call(call, parameters);
  const double cycle = std::max(2 * device, device + host);
  EXPECT_DOUBLE_EQ(shared.latency, cycle);
  EXPECT_DOUBLE_EQ(shared.throughput, 4 * 4 / cycle);
  call.copies = 3;  // one core has two
  const FixedCallTimes uneven = time_fixed_call(call, parameters);
  EXPECT_DOUBLE_EQ(uneven.throughput, 4 / (device + host) + 2 * 4 / cycle);
  EXPECT_DOUBLE_EQ(uneven.latency, cycle);  // the median of the three
}

TEST(FixedCall, OlderCompilersTakeLonger) {
  Workload workload = bert();
  const Parameters parameters = initial_parameters();
  const auto device = [&](const char* software, const char* instance) {
    workload.software = software;
    workload.instance = instance;
    const PreparedRun run = prepared(workload);
    return time_fixed_call(call_of(run), parameters).device_seconds;
  };
  const double newest = device("", "inf2.xlarge");
  EXPECT_EQ(device("2.21.0", "inf2.xlarge"), newest);
  EXPECT_NEAR(device("2.9.0", "inf2.xlarge") / newest, parameters.stretch_before_2_10, 1e-9);
  EXPECT_EQ(device("2.14", "inf2.xlarge"), newest);  // only images were slower
  EXPECT_LT(device("2.21.0", "trn1.2xlarge"), newest);
  EXPECT_EQ(device("2.14", "trn1.2xlarge"), newest);
}

TEST(FixedCall, CoresOfInferentiaShareItsMemory) {
  Workload workload = bert();
  workload.instance = "inf1.xlarge";
  workload.dtype = workload.weight_dtype = "fp32";
  workload.batch = 1;
  const Parameters parameters = initial_parameters();
  const PreparedRun run = prepared(workload);
  FixedCall call = call_of(run);
  EXPECT_EQ(call.phases[0].input.weight_bytes, 2);  // matrices are cast to bf16
  const FixedCallTimes alone = time_fixed_call(call, parameters);
  EXPECT_EQ(alone.phases[0].work.read_bytes, 2 * catalog::parameters_of(call.phases[0].network));
  call.copies = call.cores = 4;
  const FixedCallTimes together = time_fixed_call(call, parameters);
  EXPECT_GT(together.device_seconds, 1.5 * alone.device_seconds);
  call.copies = 8;  // no copy hides the host time of another
  const FixedCallTimes shared = time_fixed_call(call, parameters);
  EXPECT_DOUBLE_EQ(shared.latency, 2 * (shared.device_seconds + shared.host_seconds));
  EXPECT_DOUBLE_EQ(shared.throughput, 8 / shared.latency);
}

TEST(FixedCall, LongAttentionOfImagesStaysOnTheChip) {
  const PreparedRun run = prepared(diffusion("stable-diffusion-2.1", 2));
  FixedCall call = call_of(run);
  const StepTotals fused = total(phase_graph(call, call.phases[1], initial_parameters()));
  call.phases[1].input.fused_attention = false;
  const StepTotals plain = total(phase_graph(call, call.phases[1], initial_parameters()));
  EXPECT_LT(fused.work.write_bytes, plain.work.write_bytes);
  EXPECT_LT(fused.work[Unit::kVector], plain.work[Unit::kVector]);
  EXPECT_EQ(fused.work.flops, plain.work.flops);
}

TEST(FixedCall, RejectsUnsupportedWorkloads) {
  Workload parallel = diffusion("stable-diffusion-2.1", 2);
  parallel.tensor_parallel = 2;
  EXPECT_THAT(refusal(parallel), HasSubstr("supported only for transformers; the unet is none"));
  parallel = bert();
  parallel.tensor_parallel = 2;
  parallel.context_parallel = 2;
  EXPECT_THAT(refusal(parallel), HasSubstr("need 4 cores; there are 2"));
  Workload video = diffusion("stable-diffusion-2.1", 2);
  video.frames = 9;
  EXPECT_THAT(refusal(video), HasSubstr("processes images, not videos of 9 frames"));
  Workload crowd = bert();
  crowd.cores = 3;
  EXPECT_THAT(refusal(crowd), HasSubstr("inf2.xlarge has only 2 cores"));
  for (int Workload::*member :
       {&Workload::copies, &Workload::batch, &Workload::input_tokens, &Workload::steps}) {
    Workload huge = bert();
    huge.*member = 2'147'483'647;
    EXPECT_THAT(refusal(huge), HasSubstr("must be between 1 and 1,048,576"));
  }
  Workload sparse = bert();
  sparse.task = "encode";
  for (const char* model : {"mixtral-8x7b", "llama-2-70b"}) {
    sparse.model = model;
    EXPECT_THAT(refusal(sparse), HasSubstr("multi-head attention and dense layers")) << model;
  }
  Workload deep = bert();
  deep.custom_model = **catalogue().model("bert-base-cased");
  deep.custom_model->layers = 100'000'000;
  EXPECT_THAT(refusal(deep), HasSubstr("the number of layers must be at most"));
  Workload mixed{.model = "llama-2-7b", .instance = "inf2.48xlarge", .tensor_parallel = 24};
  mixed.copies = 3;
  EXPECT_THAT(refusal(mixed), HasSubstr("do not apply to models that generate tokens"));
  Workload wide = bert();
  wide.dtype = "int4";
  EXPECT_THAT(refusal(wide), HasSubstr("unknown data type 'int4'"));
}

TEST(FixedCall, ReportsTheSmallestChangeThatFits) {
  Workload workload = bert();
  workload.batch = 200'000;
  const std::string text = refusal(workload);
  EXPECT_THAT(text, HasSubstr("does not fit on inf2.xlarge: a core needs"));
  EXPECT_THAT(text, HasSubstr("activations"));
  const std::size_t at = text.find("it fits with batch ");
  ASSERT_NE(at, std::string::npos) << text;
  workload.batch = std::stoi(text.substr(at + 19));
  EXPECT_TRUE(prepared(workload).memory.fits);
  ++workload.batch;
  refusal(workload);
}

TEST(FixedCall, ScoresInHbmRequireMemory) {
  Workload workload = bert();
  workload.batch = 1;
  workload.input_tokens = 131'072;  // 12 heads x 131,072 squared
  EXPECT_THAT(refusal(workload), HasSubstr("does not fit"));
}

TEST(FixedCall, RejectsATraceThatIsTooLong) {
  Workload workload = diffusion("stable-diffusion-2.1", 2);
  workload.steps = 300'000;
  ASSERT_TRUE(estimate_of(workload));
  TraceBuilder builder;
  TaskControl control;
  const auto result = simulate(catalogue(), workload, builder, control);
  ASSERT_FALSE(result);
  EXPECT_THAT(result.error().message.english(), HasSubstr("The trace would have"));
}

TEST(FixedCall, TraceAndClosedFormAgree) {
  Workload workload = diffusion("stable-diffusion-2.1", 2);
  workload.steps = 8;
  const auto estimated = estimate_of(workload);
  ASSERT_TRUE(estimated) << to_string(estimated.error());
  TraceBuilder builder;
  TaskControl control;
  const auto simulated = simulate(catalogue(), workload, builder, control);
  ASSERT_TRUE(simulated) << to_string(simulated.error());
  const auto trace = builder.finish();
  const double whole = trace->to_seconds(trace->end() - trace->begin());
  EXPECT_NEAR(whole / estimated->find("latency_p50")->value, 1.0, 1e-4);
  std::size_t executions = 0;
  for (const Track& track : trace->tracks()) {
    if (track.kind == TrackKind::kExecution) executions += track.slices.size();
  }
  EXPECT_EQ(executions, 2u + 8u + 1u);
  // Every operation of the networks is counted once, independent of folded steps.
  const StringId flops = trace->strings().find("flops");
  const PreparedRun run = prepared(workload);
  double stated = 0;
  for (const Track& track : trace->tracks()) {
    if (track.core != 0) continue;
    for (const ArgColumn& column : track.args) {
      if (column.key != flops) continue;
      for (const double value : column.reals) stated += value;
    }
  }
  // This core runs one of the two halves of the guidance.
  const FixedCall& call = call_of(run);
  EXPECT_NEAR(stated / (2 * call.macs()), 1.0, 1e-6);
}

TEST(FixedCall, IsPartOfTheWorkloadsJson) {
  Workload workload = diffusion("stable-diffusion-2.1", 2);
  workload.copies = 2;
  workload.steps = 20;
  workload.image_height = 768;
  workload.image_width = 512;
  workload.software = "2.21";
  workload.task = "encode";
  const Json json = to_json(workload);
  EXPECT_EQ(json["image"], "768x512");
  const auto back = workload_from_json(json, "w.json");
  ASSERT_TRUE(back) << to_string(back.error());
  EXPECT_EQ(to_json(*back), json);
  for (const char* software : {"latest", "v2.21", "2.21.0rc1", "2..1"}) {
    Json wrong = json;
    wrong["software"] = software;
    EXPECT_FALSE(workload_from_json(wrong, "w.json")) << software;
  }
  for (const char* image :
       {"16385x5", "4294967520x224", "224x224junk", "768", "768x", "x512", "768x512x", "768x512x0",
        "768x512x3x3", "768x512x16385", "0x5", "-1x5", "99999999999x5"}) {
    Json wrong = json;
    wrong["image"] = image;
    const auto read = workload_from_json(wrong, "w.json");
    ASSERT_FALSE(read) << image;
    EXPECT_THAT(to_string(read.error()), HasSubstr("image: must be height x width")) << image;
  }
}

TEST(FixedCall, ARecommenderSendsIndicesAndFeatures) {
  const Workload workload{.model = "dlrm_criteo_kaggle", .instance = "inf2.xlarge", .batch = 2048};
  const PreparedRun run = prepared(workload);
  EXPECT_EQ(call_of(run).input_bytes, 2048.0 * (26 * 8 + 13 * 4));
  EXPECT_EQ(call_of(run).output_bytes, 2048.0 * 4);
  EXPECT_EQ(run.class_name(), "recommender");
  const auto tables =
      std::find_if(run.memory.items.begin(), run.memory.items.end(),
                   [](const auto& item) { return item.name.english() == "embedding tables"; });
  ASSERT_NE(tables, run.memory.items.end());
  EXPECT_EQ(tables->bytes, 33'762'577.0 * 16 * 2);
  const auto result = estimate_of(workload);
  ASSERT_TRUE(result);
  EXPECT_THAT(result->outside_domain,
              ElementsAre(TextWith("no measurements of the class recommender")));
  EXPECT_FALSE(result->find("latency_p50")->low) << "no band without measurements";
}

TEST(FixedCall, TablesMustFitInTheMemoryOfACore) {
  Workload workload{.model = "dlrm_dcnv2", .instance = "trn1.32xlarge", .batch = 64};
  EXPECT_THAT(refusal(workload), HasSubstr("embedding tables"));
}

TEST(FixedCall, ASequenceTakesItsStepsTime) {
  Workload workload{.model = "lstm-2x512", .instance = "inf2.xlarge", .batch = 1};
  const auto one = estimate_of(workload);
  ASSERT_TRUE(one) << to_string(one.error());
  workload.batch = 16;
  const auto many = estimate_of(workload);
  ASSERT_TRUE(many);
  // The steps determine the latency, so a small batch hardly increases it.
  EXPECT_LT(many->find("latency_p50")->value, 2 * one->find("latency_p50")->value);
  EXPECT_GT(many->find("throughput")->value, 8 * one->find("throughput")->value);
  EXPECT_EQ(call_of(prepared(workload)).input_bytes, 16.0 * 168 * 64 * 4);
  EXPECT_EQ(call_of(prepared(workload)).output_bytes, 16.0 * 24 * 4);
  EXPECT_EQ(prepared(workload).class_name(), "time-series");
}

TEST(FixedCall, ClipReadsItsCaptionsOncePerCall) {
  Workload workload{.model = "clip-vit-base-patch32", .instance = "inf2.xlarge", .batch = 1};
  const PreparedRun one = prepared(workload);
  EXPECT_THAT(names(call_of(one)), ElementsAre("image_tower", "text_tower"));
  EXPECT_EQ(call_of(one).phases[1].input.batch, 100);
  EXPECT_EQ(call_of(one).output_bytes, (1 + 100) * 512 * 4);
  workload.batch = 64;
  const PreparedRun many = prepared(workload);
  EXPECT_EQ(call_of(many).phases[0].input.batch, 64);
  EXPECT_EQ(call_of(many).phases[1].input.batch, 100);
  // Both towers are one graph, which is launched once.
  const Parameters parameters = initial_parameters();
  const auto times = time_fixed_call(call_of(one), parameters);
  EXPECT_DOUBLE_EQ(times.host_seconds,
                   parameters.call_launch + (call_of(one).input_bytes + call_of(one).output_bytes) /
                                                parameters.host_bandwidth);
}

TEST(FixedCall, APerceiverAttendsToItsPixels) {
  const PreparedRun run =
      prepared({.model = "vision-perceiver-conv", .instance = "inf2.xlarge", .batch = 1});
  EXPECT_NEAR(call_of(run).macs(), 183.5e9, 0.01 * 183.5e9);
  EXPECT_EQ(run.class_name(), "vision-transformer-realtime");
  EXPECT_THAT(refusal({.model = "multimodal-perceiver", .instance = "inf2.xlarge"}),
              HasSubstr("image size is not stated"));
}

}  // namespace
}  // namespace nscope::sim
