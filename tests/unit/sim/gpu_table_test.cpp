#include "simcore/engine/gpu/gpu_table.h"

#include "simcore/engine/gpu/gpu_row_names.h"
#include "simcore/engine/gpu/gpu_rows.h"
#include "tests/unit/sim/catalogue.h"
#include "tests/unit/sim/text_matchers.h"

#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace nscope::sim {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr std::string_view kHeading =
    "row_id,workload_class,model,gpu,n_gpus,framework,version,precision,tp,pp,cp,parallelism,gbs,"
    "mbs,batch,input_len,output_len,seq_len,metric,value,source_repo,source_path,commit,notes\n";

std::string table_error(const std::string& csv) {
  const auto rows = parse_gpu_table(csv, "t.csv");
  return rows ? std::string("none") : to_string(rows.error());
}

GpuRow only_row(const std::string& line) {
  const auto rows = parse_gpu_table(std::string(kHeading) + line + "\n", "t.csv");
  EXPECT_TRUE(rows) << to_string(rows.error());
  return rows && rows->size() == 1 ? rows->front() : GpuRow();
}

ReadGpuRow read_row(const std::string& line) {
  return read_gpu_rows(catalogue(), std::vector<GpuRow>{only_row(line)}).front();
}

GpuMeasurement measured(const std::string& line) {
  const ReadGpuRow read = read_row(line);
  EXPECT_TRUE(read.measurement) << read.reason.english();
  return read.measurement.value_or(GpuMeasurement());
}

std::string reason_of(const std::string& line) {
  return read_row(line).reason.english();
}

TEST(GpuTable, ReadsARow) {
  const GpuRow row = only_row(
      "G1,training-FSDP,MPT-7b,A100-80GB,16,llm-foundry/Composer FSDP,,amp_bf16,,,,FSDP FULL_SHARD,"
      "96,6,,,,2048,tokens_per_s_per_gpu,4641,a/b,c/d.md,123,\"act-ckpt=True; x\"");
  EXPECT_EQ(row.id, "G1");
  EXPECT_EQ(row.gpus, 16);
  EXPECT_EQ(row.global_batch, 96);
  EXPECT_EQ(row.batch, std::nullopt);
  EXPECT_EQ(row.value, 4641);
  EXPECT_EQ(row.source, "a/b @ 123 c/d.md");
  EXPECT_EQ(row.notes, "act-ckpt=True; x");
}

TEST(GpuTable, ErrorsNameTheLine) {
  const std::string heading = "row_id,workload_class,model,gpu,framework,metric,value\n";
  EXPECT_EQ(table_error(""), "t.csv: the file is empty");
  EXPECT_THAT(table_error("row_id,colour\n"), HasSubstr("line 1: unknown column 'colour'"));
  EXPECT_THAT(table_error("row_id,row_id\n"), HasSubstr("duplicate column"));
  EXPECT_THAT(table_error("row_id,model\n"), HasSubstr("missing column 'workload_class'"));
  EXPECT_THAT(table_error(heading + "G1,a,b,c,d,e,1\nG2,a,b\n"),
              HasSubstr("line 3: the record has 3 fields"));
  EXPECT_THAT(table_error(heading + "G1,a,b,c,d,e,-1\n"), HasSubstr("line 2, column value"));
  EXPECT_THAT(table_error(heading + "G1,a,b,c,d,e,\n"), HasSubstr("column value: is required"));
  EXPECT_THAT(table_error(heading + "G1,a,,c,d,e,1\n"), HasSubstr("column model: is required"));
  EXPECT_THAT(table_error(heading + "G1,a,b,c,d,e,1e999\n"), HasSubstr("column value"));
}

TEST(GpuMeasurement, ReadsAShardedTraining) {
  const GpuMeasurement m = measured(
      "G1,training-FSDP,MPT-3b,A100-80GB,16,llm-foundry/Composer FSDP,,amp_fp8,,,,FSDP "
      "SHARD_GRAD_OP,96,6,,,,2048,tokens_per_s_per_gpu,100,a/b,c,1,act-ckpt=True; with 1600 Gbps "
      "node-node interconnect");
  EXPECT_EQ(m.gpu, "a100-80gb");
  EXPECT_EQ(m.workload.instance, "p4de.24xlarge");
  EXPECT_EQ(m.workload.model, "mpt-3b");
  EXPECT_EQ(m.workload.task, GpuTask::kTrain);
  EXPECT_EQ(m.workload.stack, GpuStack::kLlmFoundry);
  EXPECT_EQ(m.workload.sharding, Sharding::kGradients);
  EXPECT_EQ(m.workload.weight_dtype, "fp8");
  EXPECT_EQ(m.workload.network_gbps, 1600);
  EXPECT_TRUE(m.workload.checkpointing);
  EXPECT_EQ(m.metric, "throughput");
  EXPECT_EQ(m.value, 1600);
  EXPECT_EQ(m.printed, "100 tokens_per_s_per_gpu");
}

TEST(GpuMeasurement, ReadsAPipeline) {
  const GpuMeasurement m = measured(
      "G1,training-pretrain,LLAMA3_70B,H100-SXM-80GB,64,Megatron-Bridge / NeMo,25.11,FP8-CS,4,8,1,"
      "FSDP0 TP4 PP8 CP1 VP5 EP1,128,1,,,,8192,tokens_per_s_per_gpu,1602,a/b,c,1,");
  EXPECT_EQ(m.workload.stack, GpuStack::kMegatron);
  EXPECT_EQ(m.workload.tensor_parallel, 4);
  EXPECT_EQ(m.workload.pipeline_parallel, 8);
  EXPECT_EQ(m.workload.virtual_stages, 5);
  EXPECT_EQ(m.workload.sharding, Sharding::kOptimizer);
  EXPECT_EQ(m.workload.network_gbps, std::nullopt);
  const GpuMeasurement sharded = measured(
      "G1,training-pretrain,LLAMA3_8B,H100-SXM-80GB,8,Megatron-Bridge / NeMo,25.11,FP8-CS,1,1,1,"
      "FSDP8 TP1 PP1 CP1 EP1,128,1,,,,8192,tokens_per_s_per_gpu,14451,a/b,c,1,");
  EXPECT_EQ(sharded.workload.sharding, Sharding::kFull);
}

TEST(GpuMeasurement, ReadsPerGpuFigures) {
  const std::string before = "G1,llm-inference-offline,LLaMA 70B,A100-80GB,4,TensorRT-LLM,";
  const std::string behind = ",FP16,4,,,,,,64,128,128,,";
  EXPECT_EQ(measured(before + "v0.9.0" + behind + "output_tokens_per_s_per_gpu,686,a,b,c,").value,
            4 * 686);
  EXPECT_EQ(measured(before + "v0.5" + behind + "output_tokens_per_s,1237,a,b,c,").value, 1237);
  const GpuMeasurement ambiguous =
      measured(before + "v0.6.1/v0.5" + behind + "output_tokens_per_s,670,a,b,c,");
  EXPECT_EQ(ambiguous.value, 4 * 670);
  EXPECT_EQ(ambiguous.workload.software, "0.6.1");
  EXPECT_THAT(ambiguous.reading, HasSubstr("per second and GPU"));
}

TEST(GpuMeasurement, ReadsOtherServingRows) {
  const GpuMeasurement first = measured(
      "G1,llm-inference-latency,LLaMA "
      "7B,H100-SXM-80GB,1,TensorRT-LLM,v0.6.1/v0.5,FP8,1,,,,,,1,2048,"
      ",,ttft_ms,36,a,b,c,");
  EXPECT_EQ(first.metric, "ttft_p50");
  EXPECT_DOUBLE_EQ(first.value, 0.036);
  EXPECT_EQ(first.workload.weight_dtype, "fp8");
  const GpuMeasurement fast = measured(
      "G1,llm-inference-latency,Llama-2-7B,A100-80GB (330W cap),2,gpt-fast "
      "(torch.compile),,int4-g32,2,,,,,,1,,,,output_tokens_per_s,168,a,b,c,\"batch 1 decode, "
      "prompt 5 "
      "tokens, 200 new\"");
  EXPECT_EQ(fast.workload.input_tokens, 5);
  EXPECT_EQ(fast.workload.output_tokens, 200);
  EXPECT_EQ(fast.workload.weight_dtype, "int4");
  EXPECT_EQ(fast.value, 168);
  const GpuMeasurement saturated = measured(
      "G1,llm-inference-offline,Llama 3.3 70B,H200,1,TensorRT-LLM (PyTorch "
      "backend),v1.0,FP8,1,,,,,,,128,128,,output_tokens_per_s,3803,a,b,c,batch chosen by in-flight "
      "batching");
  EXPECT_TRUE(saturated.workload.saturated);
}

TEST(GpuMeasurement, ReportsWhyARowCannotBeUsed) {
  EXPECT_EQ(reason_of("G1,training-LoRA,MPT-7b,H100-SXM-80GB,8,x,,,,,,,,,,,,,m,1,,,,"),
            "the class 'training-LoRA' is not supported on GPUs");
  EXPECT_EQ(reason_of("G1,training-FSDP,MPT-7b,GH200,8,x,,,,,,,,,,,,,m,1,,,,"),
            "the GPU 'GH200' is not in the catalogue");
  EXPECT_EQ(reason_of("G1,training-FSDP,MPT-9b,H200,8,x,,,,,,,,,,,,,m,1,,,,"),
            "the model 'MPT-9b' is not in the catalogue");
  EXPECT_EQ(reason_of("G1,training-FSDP,MPT-7b,H200,8,x,,,,,,,,,,,,,MFU_percent,1,,,,"),
            "computed from the tokens per second of the same run");
  EXPECT_EQ(
      reason_of("G1,training-FSDP,MPT-7b,H200,8,torchtitan,,,,,,,,,,,,,tokens_per_s_per_gpu,1,"
                ",,,"),
      "the framework torchtitan is not supported");
  const std::string foundry = "G1,training-FSDP,MPT-7b,H200,8,llm-foundry/Composer FSDP,,";
  EXPECT_EQ(reason_of(foundry + ",,,,,,,,,,,tokens_per_s_per_gpu,1,,,,"),
            "GPUs, batch, microbatch or sequence length are not stated");
  EXPECT_EQ(reason_of(foundry + ",,,,,8,1,,,,2048,tokens_per_s_per_gpu,1,,,,"),
            "the precision is not stated");
  EXPECT_EQ(reason_of(foundry + "NVFP4,,,,,8,1,,,,2048,tokens_per_s_per_gpu,1,,,,"),
            "training in 'NVFP4' is not supported");
  EXPECT_EQ(reason_of(foundry + "bf16,,,2,,8,1,,,,2048,tokens_per_s_per_gpu,1,,,,"),
            "context parallelism is not supported");
  const std::string trt = "G1,llm-inference-offline,LLaMA 7B,H200,1,TensorRT-LLM,v0.9.0,";
  EXPECT_EQ(reason_of(trt + "Q4_K_M,1,,,,,,1,128,128,,output_tokens_per_s,1,,,,"),
            "inference in 'Q4_K_M' is not supported");
  EXPECT_EQ(reason_of(trt + "FP8,1,,,,,,1,128,128,,watts,1,,,,"),
            "the metric 'watts' is not predicted");
  EXPECT_EQ(reason_of(trt + "FP8,1,,,,,,1,128,128,,tpot_p99_ms,1,,,,"),
            "the metric 'tpot_p99_ms' is not predicted");
  EXPECT_EQ(reason_of("G1,training-pretrain,LLAMA3_8B,GB200,8,Megatron-Bridge / "
                      "NeMo,,BF16,,,,,8,1,,,,2048,tokens_per_s_per_gpu,1,,,,"),
            "NVLink domains of 72 GPUs are not supported for training");
  EXPECT_EQ(reason_of(trt + "FP8,1,,,,,,1,,128,,output_tokens_per_s,1,,,,"),
            "the lengths are not stated");
  EXPECT_EQ(reason_of(trt + "FP8,1,,,,,,,128,128,,output_tokens_per_s,1,,,,"),
            "the batch is not stated");
  EXPECT_EQ(reason_of(trt + "FP8,1,2,,,,,1,128,128,,output_tokens_per_s,1,,,,"),
            "pipeline parallelism is not supported for generation");
}

TEST(GpuNames, AreReadFromTheWordsOfSources) {
  const auto named = [](std::string_view printed) {
    const auto id = gpu_named(catalogue(), printed);
    return id ? *id : to_string(id.error());
  };
  EXPECT_EQ(named("A100-80GB (330W cap)"), "a100-80gb");
  EXPECT_EQ(named("DGX A100 (1x A100 40GB)"), "a100-40gb");
  EXPECT_EQ(named("DGX-2 (1x V100 32G)"), "v100-32gb");
  EXPECT_EQ(named("H100 80GB SXM5"), "h100");
  EXPECT_EQ(named("NVIDIA H200 140GB SXM"), "h200");
  EXPECT_EQ(named("B200"), "b200");
  EXPECT_EQ(named("nvidia_b300_sxm"), "b300");
  EXPECT_EQ(named("GB200 NVL72"), "gb200");
  EXPECT_EQ(named("L40S 48GB"), "l40s");
  EXPECT_EQ(named("L4"), "l4");
  EXPECT_EQ(named("A10G"), "a10g");
  EXPECT_EQ(named("Tesla T4"), "t4");
  for (const char* const other : {"A10", "L40", "GH200 96GB", "A100 80GB PCIe", "H100 NVL 94GB",
                                  "H100 96GB", "RTX 4090", "A100 64GB", ""}) {
    EXPECT_THAT(named(other), HasSubstr("is not in the catalogue")) << other;
  }
  EXPECT_THAT(named("A100-SXM"), HasSubstr("does not state its memory"));
}

// A GPU that is added to the catalogue must have a name in tables.
TEST(GpuNames, CoverTheCatalogue) {
  for (const catalog::Instance& instance : catalogue().instances()) {
    const catalog::Device& device = catalogue().device_of(instance);
    if (device.kind != catalog::DeviceKind::kGpu) continue;
    const auto id = gpu_named(catalogue(), device.id);
    ASSERT_TRUE(id) << to_string(id.error());
    EXPECT_EQ(*id, device.id);
    EXPECT_EQ(*gpu_named(catalogue(), device.title), device.id);
  }
}

TEST(GpuNames, ReadTypesStacksAndReleases) {
  EXPECT_EQ(types_named("NVFP4", "bf16")->weight_dtype, "fp4");
  EXPECT_EQ(types_named("FP8 (E4M3)", "bf16")->weight_dtype, "fp8");
  EXPECT_EQ(types_named("int4-g32", "bf16")->dtype, "bf16");
  EXPECT_EQ(types_named("AWQ", "fp16")->dtype, "fp16");
  EXPECT_EQ(types_named("AMP fp16", "bf16")->dtype, "fp16");
  EXPECT_FALSE(types_named("Q4_K_M", "bf16"));
  EXPECT_EQ(stack_named("vLLM 0.10", GpuTask::kGenerate), GpuStack::kVllm);
  EXPECT_EQ(stack_named("TensorRT-LLM (PyTorch backend)", GpuTask::kGenerate),
            GpuStack::kTensorRtLlm);
  EXPECT_EQ(stack_named("SGLang", GpuTask::kGenerate), GpuStack::kSglang);
  EXPECT_FALSE(stack_named("vLLM", GpuTask::kTrain));
  EXPECT_FALSE(stack_named("llama.cpp", GpuTask::kGenerate));
  EXPECT_EQ(release_named("v0.6.1/v0.5"), "0.6.1");
  EXPECT_EQ(release_named("0.10.0.post1"), "0.10.0");
  EXPECT_EQ(release_named("nightly"), "");
}

TEST(GpuMeasurement, ReadsLatenciesOfOneUser) {
  const std::string before = "G1,llm-inference-latency,Llama 3.3 70B,";
  const GpuMeasurement token =
      measured(before + "H100-SXM-80GB,2,vLLM,0.10.0,FP8,2,,,,,,1,5000,500,,tpot_ms,18,a,b,c,");
  EXPECT_EQ(token.metric, "tpot_p50");
  EXPECT_DOUBLE_EQ(token.value, 0.018);
  EXPECT_EQ(token.workload.stack, GpuStack::kVllm);
  EXPECT_EQ(token.workload.software, "0.10.0");
  const GpuMeasurement whole =
      measured(before + "L40S,4,vLLM,,int4,4,,,,,,1,500,500,,latency_avg_ms,9000,a,b,c,");
  EXPECT_EQ(whole.metric, "latency_p50");
  EXPECT_EQ(whole.gpu, "l40s");
}

TEST(GpuMeasurement, ReadsCallsOfOneShape) {
  const std::string behind = ",NVIDIA DeepLearningExamples,,FP16/AMP,,,,,,,8,,,";
  const GpuMeasurement image =
      measured("G1,inference-vision,ResNet-50 TF1,DGX A100 (1x A100 40GB),1" + behind +
               ",images_per_s,1503,NVIDIA/DeepLearningExamples,TensorFlow/R/README.md,1,");
  EXPECT_EQ(image.workload.task, GpuTask::kEncode);
  EXPECT_EQ(image.workload.stack, GpuStack::kTensorFlow);
  EXPECT_EQ(image.workload.model, "resnet50");
  EXPECT_EQ(image.workload.batch, 8);
  EXPECT_EQ(image.metric, "throughput");
  EXPECT_EQ(image.value, 1503);
  EXPECT_EQ(reason_of("G1,inference-encoder,BERT-large,A100-80GB,1" + behind +
                      ",sequences_per_s,300,a,PyTorch/B,1,"),
            "the sequence length is not stated");
  EXPECT_EQ(reason_of("G1,inference-encoder,BERT-large,A100-80GB,1" + behind +
                      "384,latency_avg_ms,300,a,PyTorch/B,1,"),
            "computed from the samples per second of the same run");
}

// The README of the source has the same table for both models.
TEST(GpuMeasurement, TellsTwoTablesOfOneConfigurationApart) {
  const auto line = [](const char* value) {
    return only_row(std::string("G1,inference-encoder,BERT-large TF2,A100-80GB,1,NVIDIA "
                                "DeepLearningExamples,,FP16/AMP,,,,,,,8,,,384,sequences_per_s,") +
                    value + ",N/D,TensorFlow2/B,1,");
  };
  const auto models = [&](const char* first, const char* second) {
    const auto read = read_gpu_rows(catalogue(), std::vector<GpuRow>{line(first), line(second)});
    return read[0].measurement->workload.model + " " + read[1].measurement->workload.model;
  };
  EXPECT_EQ(models("342", "846"), "bert-large-uncased bert-base-uncased");
  EXPECT_EQ(models("846", "342"), "bert-base-uncased bert-large-uncased");
  EXPECT_EQ(models("342", "360"), "bert-large-uncased bert-large-uncased");
}

GpuMeasurement published(std::string id, int gpus, int batch, int input) {
  GpuMeasurement m;
  m.id = std::move(id);
  m.gpu = "h100";
  m.metric = "throughput";
  m.value = 1;
  m.workload = {.model = "llama-2-70b",
                .instance = "p5.48xlarge",
                .stack = GpuStack::kTensorRtLlm,
                .tensor_parallel = gpus,
                .batch = batch,
                .input_tokens = input};
  return m;
}

TEST(FindPublished, ReturnsTheNearest) {
  const std::vector<GpuMeasurement> list{published("a", 2, 64, 128), published("b", 4, 512, 128),
                                         published("c", 4, 32, 2048), published("d", 4, 64, 1024)};
  GpuWorkload w = published("", 4, 64, 2048).workload;
  const auto found = find_published(catalogue(), list, w);
  ASSERT_TRUE(found);
  // Both measurements with four GPUs differ by a factor of two; the first one is returned.
  EXPECT_EQ(found->measurement->id, "c");
  EXPECT_THAT(found->differences, ElementsAre(TextWith("batch 32 instead of 64")));
  w.tensor_parallel = 2;
  EXPECT_EQ(find_published(catalogue(), list, w)->measurement->id, "a");
  w.tensor_parallel = 4;
  w.input_tokens = 1024;
  EXPECT_THAT(find_published(catalogue(), list, w)->differences, IsEmpty());
}

TEST(FindPublished, TakesNoOtherModelOrGpu) {
  const std::vector<GpuMeasurement> list{published("a", 4, 64, 128)};
  GpuWorkload w = list[0].workload;
  EXPECT_TRUE(find_published(catalogue(), list, w));
  EXPECT_FALSE(find_published(catalogue(), list, w, "ttft_p50"));
  w.instance = "p4d.24xlarge";
  EXPECT_FALSE(find_published(catalogue(), list, w));
  w = list[0].workload;
  w.model = "llama-2-7b";
  EXPECT_FALSE(find_published(catalogue(), list, w));
  w = list[0].workload;
  w.task = GpuTask::kTrain;
  EXPECT_FALSE(find_published(catalogue(), list, w));
}

}  // namespace
}  // namespace nscope::sim
