#include "simcore/engine/validation/validation_table.h"

#include "simcore/engine/gpu/gpu_calibration.h"
#include "simcore/engine/gpu/gpu_plan.h"
#include "simcore/engine/run/prepared_run.h"
#include "simcore/engine/validation/publications.h"
#include "simcore/engine/validation/serving_rows.h"
#include "simcore/engine/validation/validate.h"
#include "tests/support/corpus.h"
#include "tests/unit/sim/catalogue.h"

#include <map>
#include <string>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace nscope::sim {
namespace {

using testing::HasSubstr;

constexpr std::string_view kColumns =
    "id,class,model,instance,cores,tp,dp,batch,seq_len,input_len,output_len,dtype,weight_dtype,"
    "copies,stack,metric,value,unit,sdk,lnc,notes,doubtful,repo_group\n";

std::vector<ValidationRow> table(const std::string& rows) {
  auto read = parse_validation_table(std::string(kColumns) + rows, "t.csv");
  EXPECT_TRUE(read) << (read ? "" : to_string(read.error()));
  return read ? std::move(*read) : std::vector<ValidationRow>();
}

ValidationReport predicted(const std::string& rows, bool count_doubtful = false) {
  TaskControl control;
  const auto calibration = load_calibration();
  EXPECT_TRUE(calibration);
  auto report = validate(catalogue(), table(rows), *calibration, control, count_doubtful);
  EXPECT_TRUE(report);
  return std::move(*report);
}

TEST(ValidationTable, ReadsTheColumnsOf2026) {
  const auto rows = table(
      "a,decoder,qwen3-8b,trn2.3xlarge,8,,,1,512,,,bf16,bf16,,NxD Inference,tpot_p50,10,ms,2.29,2,"
      "\"bucketing on, dated\",4 cores,owner/model\n");
  ASSERT_EQ(rows.size(), 1u);
  EXPECT_EQ(rows[0].logical_core_size, 2);
  EXPECT_EQ(rows[0].notes, "bucketing on, dated");
  EXPECT_EQ(rows[0].doubtful, "4 cores");
  EXPECT_EQ(rows[0].repository, "owner/model");
  const auto unknown = parse_validation_table("id,surprise\n", "t.csv");
  ASSERT_FALSE(unknown);
  EXPECT_THAT(to_string(unknown.error()),
              HasSubstr("unknown column 'surprise'; known columns are id, class, model"));
  EXPECT_THAT(to_string(unknown.error()), HasSubstr("doubtful, repo_group"));
}

TEST(ValidationTable, CoresArePhysicalIfTheSizeOfALogicalCoreIsStated) {
  ValidationRow row{.cores = 8};
  EXPECT_EQ(logical_cores(row), 8);
  row.logical_core_size = 2;
  EXPECT_EQ(logical_cores(row), 4);
  EXPECT_EQ(degree_of(row), 4);
  row.tensor_parallel = 2;
  EXPECT_EQ(degree_of(row), 2);
  row.cores = 7;
  EXPECT_FALSE(logical_cores(row));
  row.cores.reset();
  EXPECT_FALSE(logical_cores(row));
}

TEST(ValidationTable, OddCoresAreNoLogicalCores) {
  const auto rows = table(
      "a,decoder,qwen3-8b,trn2.3xlarge,7,,,1,512,128,64,bf16,bf16,,NxD "
      "Inference,tpot_p50,10,ms,,2,,,\n"
      "b,vision,dinov3-vits16,trn2.3xlarge,3,,,1,,,,bf16,bf16,,torch-neuronx,latency_p50,10,ms,,2,,"
      ",\n");
  for (const ValidationRow& row : rows) {
    const RowWorkload found = workload_of(row);
    EXPECT_FALSE(found.workload);
    EXPECT_THAT(found.reason.english(),
                HasSubstr("physical cores are not whole logical cores of 2"));
  }
}

TEST(ValidationTable, APromptThatFillsTheSequenceIsAPrefillOnly) {
  auto row = table(
      "a,decoder,qwen3-8b,trn1.32xlarge,2,2,,1,512,512,,bf16,bf16,,NxD "
      "Inference,ttft_p50,80,ms,2.28,,,,\n")[0];
  const RowWorkload found = workload_of(row);
  ASSERT_TRUE(found.workload) << found.reason.english();
  EXPECT_EQ(found.workload->input_tokens, 512);
  EXPECT_EQ(found.workload->output_tokens, 1);
  EXPECT_TRUE(found.assumption.empty());
  const auto run = prepare_run(catalogue(), *found.workload, initial_parameters());
  ASSERT_TRUE(run) << to_string(run.error());
  EXPECT_EQ(std::get<StaticBatch>(run->work).prefill_bucket, 512);
  EXPECT_TRUE(std::get<StaticBatch>(run->work).decode.empty());
  // With other metrics and with output tokens, the lengths are those of a whole run.
  row.metric = "tpot_p50";
  EXPECT_FALSE(workload_of(row).assumption.empty());
}

TEST(ValidationTable, StacksAreFoundByTheirNames) {
  const auto stack = [](const char* text) {
    const NamedStack named = stack_of(ValidationRow{.stack = text});
    return named.stack == nullptr ? std::string() : named.stack->id;
  };
  EXPECT_EQ(stack("NxD Inference (contrib)"), "nxd");
  EXPECT_EQ(stack("NxD Inference (contrib) + fused TKG"), "nxd-fused");
  EXPECT_EQ(stack("NxD Inference + NKI megakernel"), "nxd-fused");
  EXPECT_EQ(stack("NxD Inference / ModelBuilder"), "nxd-modelbuilder");
  EXPECT_EQ(stack("Transformers NeuronX"), "transformers-neuronx");
  EXPECT_EQ(stack("vLLM 0.16 V1 + vllm-neuron 0.5 (NxDI), LLM.generate"), "vllm-nxd");
  EXPECT_EQ(stack("optimum-neuron vLLM"), "vllm-optimum");
  EXPECT_EQ(stack("TGI (neuronx-tgi)"), "tgi");
  EXPECT_EQ(stack("PyTorch Native torch.compile(neuron), one NEFF"), "torch-compiled");
  EXPECT_EQ(stack("PyTorch native, eager, DDP, Muon"), "torch-eager");
  EXPECT_EQ(stack("nkipy"), "nkipy");
  EXPECT_EQ(weight_scales({.weight_dtype = "fp8 blockwise"}), "blocks");
  EXPECT_EQ(weight_scales({.weight_dtype = "fp8 per-channel"}), "");
  EXPECT_EQ(stack_of({.stack = "nkipy", .notes = "MoE kernel dense all experts"}).stack->id,
            "nkipy-dense");
  EXPECT_EQ(stack_of({.stack = "PyTorch Native torch.compile(neuron)", .notes = "masked-dense MoE"})
                .stack->id,
            "torch-compiled-dense");
  EXPECT_EQ(stack("vLLM + vllm-neuron (native)"), "vllm-neuron-native");
  EXPECT_EQ(stack("vLLM + vllm-neuron"), "vllm-neuron");
  EXPECT_EQ(stack("Difflet server"), "difflet");
  EXPECT_EQ(stack(""), "");
  EXPECT_EQ(stack("my own loop"), "");
  EXPECT_TRUE(
      stack_of({.stack = "Triton server, torch_neuronx.trace --auto-cast matmult"}).casts_matmuls);
  EXPECT_FALSE(stack_of({.stack = "torch_neuronx.trace -O3"}).casts_matmuls);
}

TEST(ValidationTable, ImagesOfUnknownPromptsOrSizesAreNotPredicted) {
  ValidationRow row{.class_name = "decoder",
                    .model = "qwen3.5-35b-a3b",
                    .instance = "trn2.48xlarge",
                    .tensor_parallel = 8,
                    .sequence_length = 8192,
                    .image_size = "512x512",
                    .metric = "ttft_p50"};
  EXPECT_FALSE(workload_of(row).workload) << "the time includes the vision tower";
  EXPECT_THAT(workload_of(row).reason.english(), HasSubstr("512x512"));
  row.metric = "tpot_p50";
  EXPECT_TRUE(workload_of(row).workload) << "decode steps do not read the image";
  const ValidationRow tower{.class_name = "vision",
                            .model = "kimi-k2.5-moonvit",
                            .instance = "trn2.48xlarge",
                            .batch = 1,
                            .metric = "latency_p50"};
  EXPECT_THAT(workload_of(tower).assumption.english(), HasSubstr("image size"));
}

TEST(ValidationTable, AnUnknownStackIsAnAssumption) {
  const auto rows = table(
      "a,decoder,qwen3-8b,trn2.3xlarge,8,4,,1,512,128,64,bf16,bf16,,my own "
      "loop,tpot_p50,10,ms,,2,,,\n"
      "b,decoder,qwen3-8b,trn2.3xlarge,8,4,,1,512,128,64,bf16,bf16,,,tpot_p50,10,ms,,2,,,\n");
  EXPECT_THAT(workload_of(rows[0]).assumption.english(), HasSubstr("'my own loop' is not known"));
  EXPECT_TRUE(workload_of(rows[1]).assumption.empty());
}

TEST(ValidationTable, TheRowsOfAServerHaveOneSequenceLength) {
  const auto rows = table(
      "a,serving,qwen3-8b,trn2.3xlarge,8,4,,4,,128,128,bf16,bf16,,vLLM,tpot_p50,9,ms,,2,,,o/r\n"
      "b,serving,qwen3-8b,trn2.3xlarge,8,4,,4,,2048,512,bf16,bf16,,vLLM,tpot_p50,9,ms,,2,,,o/r\n"
      "c,serving,qwen3-8b,trn2.3xlarge,8,4,,8,,128,128,bf16,bf16,,vLLM,tpot_p50,9,ms,,2,,,o/r\n"
      "d,serving,qwen3-8b,trn2.3xlarge,8,4,,4,,128,130,bf16,bf16,,vLLM,tpot_p50,9,ms,,2,,,o/s\n"
      "e,serving,qwen3-8b,trn2.3xlarge,8,4,,4,300,128,128,bf16,bf16,,vLLM,tpot_p50,9,ms,,2,,,o/r\n"
      "f,serving,qwen3-8b,trn2.3xlarge,8,4,,4,,,128,bf16,bf16,,vLLM,tpot_p50,9,ms,,2,,,o/r\n"
      "g,decoder,qwen3-8b,trn2.3xlarge,8,4,,4,,128,128,bf16,bf16,,vLLM,tpot_p50,9,ms,,2,,,o/r\n");
  ASSERT_EQ(rows.size(), 7u);
  EXPECT_EQ(rows[0].sequence_length, 4096) << "the next power of two of 2560";
  EXPECT_EQ(rows[1].sequence_length, 4096);
  EXPECT_EQ(rows[2].sequence_length, 256) << "another number of slots is another server";
  EXPECT_EQ(rows[3].sequence_length, 512) << "another source";
  EXPECT_EQ(rows[4].sequence_length, 300);
  EXPECT_FALSE(rows[5].sequence_length);
  EXPECT_FALSE(rows[6].sequence_length);
}

TEST(ValidationTable, TheDataTypeDoesNotDecideTheStack) {
  for (const char* const type : {"bf16", "fp16"}) {
    ValidationRow row{.class_name = "serving", .model = "llama-2-7b", .instance = "inf2.48xlarge"};
    row.tensor_parallel = 24;
    row.batch = 4;
    row.concurrency = 2;
    row.input_length = 512;
    row.output_length = 100;
    row.dtype = type;
    row.stack = "TGI (neuronx-tgi)";
    EXPECT_EQ(serving_row(catalogue(), row).workload->stack, "tgi") << type;
    row.source = "huggingface/optimum-neuron:benchmark/text-generation-inference/llama-7b/a.csv@1";
    EXPECT_EQ(serving_row(catalogue(), row).workload->stack, "optimum-tgi") << type;
    EXPECT_TRUE(serving_row(catalogue(), row).setup.latency_per_token) << type;
  }
}

TEST(ValidationTable, AMissingReleaseIsTheNewestUnlessThePublicationTells) {
  ValidationRow row{.class_name = "training-dp",
                    .model = "bert-large-uncased",
                    .instance = "trn1.32xlarge",
                    .cores = 32};
  row.sequence_length = 128;
  const RowWorkload unstated = workload_of(row);
  ASSERT_TRUE(unstated.workload);
  EXPECT_EQ(unstated.workload->software, "");
  EXPECT_THAT(unstated.assumption.english(), HasSubstr("the newest is assumed"));
  row.source = "aws-neuron/aws-neuron-sdk:general/benchmarks/trn1/nlp_data.csv@7060a1c6";
  EXPECT_EQ(workload_of(row).workload->software, "2.5");
  EXPECT_TRUE(workload_of(row).assumption.empty());
}

TEST(ValidationTable, ReleasesBefore218CountPrompts) {
  ValidationRow row{.class_name = "decoder", .metric = "throughput", .sdk = "2.16.1"};
  Workload workload;
  workload.input_tokens = 100;
  workload.output_tokens = 50;
  EXPECT_EQ(counted_tokens(row, workload), 3);
  row.data_parallel = 4;
  EXPECT_EQ(counted_tokens(row, workload), 12);
  row.data_parallel.reset();
  for (const char* const other : {"2.14.1", "2.18.0", "2.29", ""}) {
    row.sdk = other;
    EXPECT_EQ(counted_tokens(row, workload), 1) << other;
  }
  row.sdk = "2.15";
  row.class_name = "encoder-decoder";
  EXPECT_EQ(counted_tokens(row, workload), 1);
  row.class_name = "decoder";
  row.metric = "tpot_p50";
  EXPECT_EQ(counted_tokens(row, workload), 1);
}

TEST(ValidationTable, TimesOfTheSameIdTellWhatAThroughputCounts) {
  const std::string start =
      ",decoder,qwen3-8b,trn2.3xlarge,8,4,,4,4096,,,bf16,bf16,,NxD Inference,";
  const auto row = [&](const char* id, const char* metric, const char* value, const char* unit) {
    return id + start + metric + "," + value + "," + unit + ",2.29,2,,,\n";
  };
  const std::string times =
      row("a", "tpot_p50", "15.49", "ms") + row("a", "ttft_p50", "921.3", "ms");
  // 4 x 64 tokens in 921.3 ms and 63 steps of 15.49 ms.
  const auto whole = table(row("a", "throughput", "134.9", "tokens/s") + times);
  EXPECT_EQ(whole[0].output_length, 64);
  EXPECT_FALSE(whole[0].decode_rate);
  const RowWorkload found = workload_of(whole[0]);
  ASSERT_TRUE(found.workload) << found.reason.english();
  EXPECT_EQ(found.workload->output_tokens, 64);
  EXPECT_EQ(found.workload->input_tokens, 4096 - 64);
  EXPECT_THAT(found.assumption.english(), HasSubstr("the measured times show 64 output tokens"));
  // 4 / 15.49 ms = 258.2 tokens/s.
  const auto steps = table(times + row("a", "throughput", "259", "tokens/s"));
  EXPECT_TRUE(steps[2].decode_rate);
  EXPECT_FALSE(steps[2].output_length);
  // Neither: no whole number of tokens, other ids, stated lengths.
  const auto open = table(row("a", "throughput", "20", "tokens/s") + times +
                          row("b", "throughput", "134.9", "tokens/s"));
  EXPECT_FALSE(open[0].output_length || open[0].decode_rate);
  EXPECT_FALSE(open[3].output_length || open[3].decode_rate);

  const auto report = predicted(times + row("a", "throughput", "259", "tokens/s"));
  ASSERT_TRUE(report.rows[0].predicted && report.rows[2].predicted);
  EXPECT_NEAR(*report.rows[2].predicted * *report.rows[0].predicted, 4 * 1000, 0.02 * 4000);
}

TEST(ValidationTable, WeightTypesWithTheirGranularity) {
  Text assumption;
  EXPECT_EQ(weight_type({.dtype = "bf16", .weight_dtype = "fp8 per-channel"}, assumption), "fp8");
  EXPECT_EQ(weight_type({.dtype = "fp16"}, assumption), "fp16");
  EXPECT_TRUE(assumption.empty());
  EXPECT_EQ(weight_type({.dtype = "bf16", .weight_dtype = "fp8 experts"}, assumption), "fp8");
  EXPECT_THAT(assumption.english(), HasSubstr("all weights are assumed to be fp8"));
}

TEST(ValidationTable, ClassesWithoutDivisionFollowTheBatch) {
  const auto report = predicted(
      "a,encoder,distilbert-base-uncased,trn2.3xlarge,8,,,16,128,,,fp32,fp32,4,"
      "torch_neuronx.trace --auto-cast matmult,throughput,17000,inferences/s,2.29,2,,,\n"
      "b,encoder,distilbert-base-uncased,trn2.3xlarge,2,,,,128,,,bf16,bf16,1,torch-neuronx,"
      "latency_p50,2,ms,2.29,2,,,\n"
      "c,vision,dinov3-vitb16,trn2.3xlarge,2,,,1,,,,bf16,bf16,1,torch-neuronx,throughput,200,"
      "images/s,2.29,2,,,\n"
      "d,vision,distilbert-base-uncased,trn2.3xlarge,2,,,1,128,,,bf16,bf16,1,torch-neuronx,"
      "throughput,200,images/s,2.29,2,,,\n");
  EXPECT_TRUE(report.rows[0].predicted) << report.rows[0].reason.english();
  EXPECT_TRUE(report.rows[1].predicted) << report.rows[1].reason.english();
  EXPECT_THAT(report.rows[1].reason.english(), HasSubstr("the batch is not stated"));
  EXPECT_TRUE(report.rows[2].predicted) << report.rows[2].reason.english();
  EXPECT_THAT(report.rows[3].reason.english(), HasSubstr("belongs to the class encoder-realtime"));
}

TEST(ValidationTable, OtherNamesOfMetrics) {
  const std::string start =
      "a,decoder,qwen3-8b,trn2.3xlarge,8,4,,4,512,128,64,bf16,bf16,,NxD Inference,";
  const auto value = [&](const char* metric, const char* unit) {
    const auto report = predicted(start + metric + ",10," + unit + ",2.29,2,,,\n");
    EXPECT_TRUE(report.rows[0].predicted) << metric << ": " << report.rows[0].reason.english();
    return report.rows[0].predicted.value_or(0);
  };
  EXPECT_EQ(value("e2e_p50", "ms"), value("latency_p50", "ms"));
  EXPECT_EQ(value("e2e_mean", "s"), value("latency_p50", "s"));
  EXPECT_EQ(value("ttft_mean", "ms"), value("ttft_p50", "ms"));
  EXPECT_EQ(value("itl_p50", "ms"), value("tpot_p50", "ms"));
  EXPECT_NEAR(4 * value("throughput_per_request", "tokens/s"), value("throughput", "tokens/s"),
              1e-9);
  EXPECT_NEAR(value("prefill_throughput", "tokens/s") * value("ttft_p50", "s"), 4 * 128, 1e-6);
  EXPECT_GT(value("tpot_mean", "ms"), 0);
}

TEST(ValidationTable, ClassesWithoutASimulationSayWhy) {
  const auto report = predicted(
      "a,kernel,matmul M128 K128 N512,trn2,,,,,,,,bf16,,,NKI,latency_p50,10,us,,,,,\n"
      "b,compile-time,qwen3-8b,trn2.3xlarge,8,4,,,,,,,,,NxD Inference,compile_time,100,s,,2,,,\n"
      "c,cold-start,qwen3-8b,trn2.3xlarge,8,4,,,,,,,,,NxD Inference,weight_load,10,s,,2,,,\n"
      "d,module,Kokoro-82M decoder,trn2.3xlarge,2,,,,,,,,,,torch,latency_p50,10,ms,,2,,,\n"
      "e,juggling,qwen3-8b,trn2.3xlarge,2,,,,,,,,,,torch,latency_p50,10,ms,,2,,,\n");
  for (const RowPrediction& row : report.rows) {
    const bool known = row.id == "a" || row.id == "b" || row.id == "c";
    EXPECT_EQ(row.predicted.has_value(), known) << row.id;
    EXPECT_TRUE(row.predicted || !row.reason.empty()) << row.id;
  }
  EXPECT_THAT(report.rows[1].reason.english(), HasSubstr("2,048 is assumed"));
  EXPECT_THAT(report.rows[2].reason.english(), HasSubstr("the page cache is assumed"));
  EXPECT_THAT(report.rows[3].reason.english(), HasSubstr("single components"));
  EXPECT_THAT(report.rows[4].reason.english(), HasSubstr("'juggling' is not supported"));
}

TEST(ValidationTable, DoubtfulRowsAreListedAndNotCounted) {
  const std::string rows =
      "a,encoder-realtime,distilbert-base-uncased,inf2.xlarge,1,,,1,128,,,bf16,bf16,1,,latency_p50,"
      "1,ms,2.21,,,,\n"
      "b,encoder-realtime,distilbert-base-uncased,inf2.xlarge,1,,,1,128,,,bf16,bf16,1,,latency_p50,"
      "100,ms,2.21,,,printed twice,\n";
  const ValidationReport trusted = predicted(rows);
  ASSERT_EQ(trusted.rows.size(), 2u);
  EXPECT_TRUE(trusted.rows[1].predicted);
  EXPECT_FALSE(trusted.rows[1].counted);
  EXPECT_EQ(trusted.classes[0].rows, 1);
  const ValidationReport all = predicted(rows, true);
  EXPECT_EQ(all.classes[0].rows, 2);
  const Json json = to_json(trusted);
  EXPECT_EQ(json["rows"][1]["doubtful"], "printed twice");
  EXPECT_EQ(json["rows"][1]["counted"], false);
}

RowPrediction row_of(const char* class_name, double measured, double predicted, double low,
                     double high) {
  RowPrediction row{.class_name = class_name, .metric = "tpot_p50", .measured = measured};
  row.predicted = predicted;
  row.low = low;
  row.high = high;
  return row;
}

TEST(ValidationReport, BiasCoverageAndTheWorstClass) {
  ValidationReport report;
  report.rows = {row_of("decoder", 10, 11, 9, 12), row_of("decoder", 10, 8, 7, 9),
                 row_of("serving", 10, 15, 5, 20)};
  report.rows.push_back(row_of("serving", 10, 10, 0, 0));
  report.rows.back().low = std::nullopt;
  report.classes = class_errors(report.rows);
  ASSERT_EQ(report.classes.size(), 3u) << "two classes and all rows; none is in the domain";
  const ClassError& decoder = report.classes[0];
  EXPECT_NEAR(decoder.mape, 0.15, 1e-12);
  EXPECT_NEAR(decoder.bias, -0.05, 1e-12);
  EXPECT_EQ(decoder.banded, 2);
  EXPECT_EQ(decoder.coverage, 0.5);
  EXPECT_EQ(report.classes[1].banded, 1);
  EXPECT_EQ(report.classes[1].coverage, 1);
  const ClassError& all = report.classes[2];
  EXPECT_EQ(all.title().english(), "all rows");
  EXPECT_EQ(all.rows, 4);
  EXPECT_NEAR(all.bias, (0.1 - 0.2 + 0.5 + 0) / 4, 1e-12);
  EXPECT_EQ(report.above(0.3), nullptr);
  ASSERT_NE(report.above(0.2), nullptr);
  EXPECT_EQ(report.above(0.2)->class_name, "serving");
  EXPECT_EQ(report.above(0.1)->class_name, "decoder");
}

TEST(SoftwareStacks, SupportEndsWithAReleaseOnADevice) {
  const auto& stacks = built_in_software_stacks();
  ASSERT_TRUE(stacks) << to_string(stacks.error());
  const auto notes = [&](const char* id, CoreGeneration generation, const char* software) {
    std::string text;
    for (const Text& note :
         support_notes(*stacks->find(id), generation, "AWS Inferentia2", software)) {
      text += note.english();
    }
    return text;
  };
  EXPECT_THAT(notes("transformers-neuronx", CoreGeneration::kV2, ""),
              HasSubstr("ended with Neuron SDK 2.26"));
  EXPECT_EQ(notes("transformers-neuronx", CoreGeneration::kV2, "2.21"), "");
  EXPECT_THAT(notes("nxd", CoreGeneration::kV2, "2.29"),
              HasSubstr("does not support AWS Inferentia2 since"));
  EXPECT_EQ(notes("nxd", CoreGeneration::kV2, "2.28"), "");
  EXPECT_THAT(notes("nxd", CoreGeneration::kV3, ""),
              HasSubstr("in maintenance since Neuron SDK 2.32"));
  EXPECT_THAT(notes("vllm-neuron", CoreGeneration::kV2, "2.20"),
              HasSubstr("does not support AWS Inferentia2 ("));
  EXPECT_EQ(notes("vllm-neuron", CoreGeneration::kV4, ""), "");
  EXPECT_TRUE(copies_kv_heads("", CoreGeneration::kV2));
  EXPECT_FALSE(copies_kv_heads("", CoreGeneration::kV3));
  EXPECT_TRUE(copies_kv_heads("transformers-neuronx", CoreGeneration::kV3));
  EXPECT_FALSE(copies_kv_heads("nxd", CoreGeneration::kV2));
}

TEST(SoftwareStacks, RejectsBadDocuments) {
  const auto& read = parse_json_resource("calibration/software-stacks.json");
  ASSERT_TRUE(read);
  const auto error = [&](const auto& edit) {
    Json json = *read;
    edit(json);
    const auto stacks = SoftwareStacks::from_json(json, "s.json");
    return stacks ? std::string("accepted") : to_string(stacks.error());
  };
  EXPECT_EQ(error([](Json&) {}), "accepted");
  EXPECT_THAT(error([](Json& j) { j["names"][0]["stack"] = "nxt"; }), HasSubstr("/names/0/stack"));
  EXPECT_THAT(error([](Json& j) { j["names"][0]["contains"] = Json::array(); }),
              HasSubstr("must not be empty"));
  EXPECT_THAT(error([](Json& j) { j["stacks"]["nxd"]["features"] = {"fast"}; }),
              HasSubstr("unknown feature 'fast'"));
  EXPECT_THAT(error([](Json& j) { j["stacks"]["nxd"]["limits"][0]["state"] = "over"; }),
              HasSubstr("must be one of ended, maintenance, unsupported"));
  EXPECT_THAT(error([](Json& j) { j["stacks"]["nxd"]["limits"][0]["generations"] = {"v9"}; }),
              HasSubstr("/generations"));
  EXPECT_THAT(error([](Json& j) { j["stacks"]["nxd"]["limits"][0]["since"] = "soon"; }),
              HasSubstr("must be a version"));
}

TEST(Publications, RejectsBadDocuments) {
  ASSERT_TRUE(built_in_publications()) << to_string(built_in_publications().error());
  const auto error = [](const char* entry) {
    const Json json = *parse_json(
        fmt::format(R"({{"schema": "nscope.publications/1", "date": "x", "publications": [{}]}})",
                    entry),
        "p.json");
    const auto read = publications_from_json(json, "p.json");
    return read ? std::string("accepted") : to_string(read.error());
  };
  EXPECT_EQ(error(R"({"source": "a/b", "stack": "nxd", "because": "x"})"), "accepted");
  EXPECT_THAT(error(R"({"source": "", "because": "x"})"), HasSubstr("/publications/0/source"));
  EXPECT_THAT(error(R"({"source": "a", "stack": "n", "because": "x"})"),
              HasSubstr("must be one of"));
  EXPECT_THAT(error(R"({"source": "a", "software": "n", "because": "x"})"), HasSubstr("version"));
  EXPECT_THAT(error(R"({"source": "a", "load_generator": "n", "because": "x"})"),
              HasSubstr("llmperf"));
  EXPECT_EQ(publication_of("nobody/knows").stack, "");
  const std::string folder = "jimburtoft/neuronx-distributed-inference:contrib/models/";
  EXPECT_EQ(publication_of(folder + "Kimi-K2-Instruct-0905/README.md@0").stack, "nxd-all-experts");
  EXPECT_EQ(publication_of(folder + "Kimi-K2.5/README.md@0").stack, "");
  EXPECT_FALSE(publication_of("nobody/knows").load);
}

TEST(LogicalCores, AWorkloadOfSinglePhysicalCores) {
  const auto time = [](int size, int degree) {
    Workload workload{.model = "qwen3-8b", .instance = "trn2.3xlarge", .tensor_parallel = degree};
    workload.logical_core_size = size;
    const auto result = prepare_run(catalogue(), workload, initial_parameters());
    EXPECT_TRUE(result) << to_string(result.error());
    return *time_run(*result, initial_parameters()).value(*result, "tpot_p50");
  };
  EXPECT_EQ(time(0, 4), time(2, 4)) << "2 is the default";
  EXPECT_GT(time(1, 4), 1.2 * time(2, 4)) << "half of the chip";
  Workload workload{.model = "qwen3-8b", .instance = "trn1.32xlarge", .tensor_parallel = 8};
  workload.logical_core_size = 2;
  const auto refused = prepare_run(catalogue(), workload, initial_parameters());
  ASSERT_FALSE(refused);
  EXPECT_THAT(to_string(refused.error()), HasSubstr("does not support logical cores of 2"));
  const auto back = workload_from_json(to_json(workload), "w.json");
  ASSERT_TRUE(back);
  EXPECT_EQ(back->logical_core_size, 2);
}

TEST(UnmodelledLayers, AreRefusedEverywhere) {
  const auto refusal = [](Workload workload) {
    workload.model = "evo2-7b";
    workload.instance = "trn2.48xlarge";
    workload.tensor_parallel = 4;
    const auto run = plan_run(catalogue(), workload, initial_parameters());
    return run ? std::string("accepted") : to_string(run.error());
  };
  Workload trains;
  trains.kind = TrainingSetup();
  Workload encodes;
  encodes.task = "encode";
  encodes.tensor_parallel = 1;
  for (const Workload& workload : {Workload(), trains}) {
    EXPECT_THAT(refusal(workload), HasSubstr("convolution mixers are not supported"));
  }
  EXPECT_NE(refusal(encodes), "accepted");
  GpuWorkload on_gpus;
  on_gpus.model = "evo2-7b";
  on_gpus.instance = "p5.48xlarge";
  const auto plan = plan_gpu(catalogue(), on_gpus, built_in_gpu_calibration()->parameters);
  ASSERT_FALSE(plan);
  EXPECT_THAT(to_string(plan.error()), HasSubstr("convolution mixers are not supported"));
}

TEST(UnmodelledLayers, StatesAreNotTrained) {
  Workload workload;
  workload.model = "qwen3.5-9b";
  workload.instance = "trn2.48xlarge";
  workload.tensor_parallel = 4;
  EXPECT_TRUE(plan_run(catalogue(), workload, initial_parameters()));
  workload.kind = TrainingSetup();
  const auto run = plan_run(catalogue(), workload, initial_parameters());
  ASSERT_FALSE(run);
  EXPECT_THAT(to_string(run.error()), HasSubstr("layers of the kind 'linear'"));
}

class Table2026 : public CorpusTest {};

TEST_F(Table2026, EveryRowIsPredictedOrSaysWhy) {
  const auto rows = parse_validation_table(corpus_text("calibration/neuron2.csv"), "neuron2.csv");
  ASSERT_TRUE(rows) << to_string(rows.error());
  EXPECT_EQ(rows->size(), 1479u);
  TaskControl control;
  const auto report = validate(catalogue(), *rows, *load_calibration(), control);
  ASSERT_TRUE(report);
  std::map<std::string, int> done;
  for (const RowPrediction& row : report->rows) {
    EXPECT_TRUE(row.predicted || !row.reason.empty()) << row.id;
    EXPECT_EQ(row.counted, row.doubtful.empty()) << row.id;
    if (row.predicted) ++done[row.class_name];
  }
  EXPECT_GE(done["decoder"], 130);
  EXPECT_GE(done["serving"] + done["decoder-stack"], 150);
  EXPECT_GE(done["encoder"], 9);
  EXPECT_GE(done["vision"], 20);
}

}  // namespace
}  // namespace nscope::sim
