#include "simcore/engine/gpu/gpu_training_document.h"

#include "simcore/engine/gpu/gpu_workload.h"
#include "tests/unit/sim/catalogue.h"

#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace nscope::sim {
namespace {

using testing::AllOf;
using testing::HasSubstr;

Result<Json> map(const std::string& training, const std::string& members = "") {
  const auto json = parse_json(
      R"({"schema": "nscope.workload/1", "model": "llama-2-70b", "instance": "p5.48xlarge",
          "tensor_parallel": 8, "input_tokens": 4096, "training": {)" +
          training + "}" + members + "}",
      "w.json");
  EXPECT_TRUE(json) << to_string(json.error());
  return gpu_training_document(catalogue(), *json, "w.json");
}

std::string mapping_error(const std::string& training, const std::string& members = "") {
  const auto mapped = map(training, members);
  return mapped ? std::string("none") : to_string(mapped.error());
}

TEST(GpuTrainingDocument, IsTheSameTraining) {
  const auto mapped = map(R"("nodes": 4, "pipeline_parallel": 2, "global_batch": 512,
      "micro_batch": 2, "schedule": "interleaved", "chunks": 5, "zero": 1,
      "checkpointing": "full", "fused_attention": true)");
  ASSERT_TRUE(mapped) << to_string(mapped.error());
  const auto workload = gpu_workload_from_json(*mapped, "w.json");
  ASSERT_TRUE(workload) << to_string(workload.error());
  EXPECT_EQ(workload->task, GpuTask::kTrain);
  EXPECT_EQ(workload->gpus, 32);  // 8 of each instance
  EXPECT_EQ(workload->tensor_parallel, 8);
  EXPECT_EQ(workload->pipeline_parallel, 2);
  EXPECT_EQ(workload->virtual_stages, 5);
  EXPECT_EQ(workload->batch, 512);
  EXPECT_EQ(workload->micro_batch, 2);
  EXPECT_EQ(workload->sequence_length, 4096);
  EXPECT_EQ(workload->sharding, Sharding::kOptimizer);
  EXPECT_TRUE(workload->checkpointing);
}

TEST(GpuTrainingDocument, HasTheSameAdapters) {
  const auto mapped =
      map(R"("global_batch": 8, "method": "lora", "lora": {"rank": 16, "targets": "attention"})");
  ASSERT_TRUE(mapped) << to_string(mapped.error());
  const auto workload = gpu_workload_from_json(*mapped, "w.json");
  ASSERT_TRUE(workload) << to_string(workload.error());
  EXPECT_EQ(workload->tuning.method, TuningMethod::kLora);
  EXPECT_EQ(workload->tuning.adapters.rank, 16);
  EXPECT_EQ(workload->tuning.adapters.targets, kAttentionTargets);
  const auto again = gpu_workload_from_json(to_json(*workload), "again");
  ASSERT_TRUE(again) << to_string(again.error());
  EXPECT_EQ(again->tuning.adapters.targets, kAttentionTargets);
}

TEST(GpuTrainingDocument, LeavesOpenWhatWasOpen) {
  const auto mapped = map(R"("global_batch": 8)");
  ASSERT_TRUE(mapped) << to_string(mapped.error());
  const auto workload = gpu_workload_from_json(*mapped, "w.json");
  ASSERT_TRUE(workload) << to_string(workload.error());
  EXPECT_EQ(workload->gpus, 8);
  EXPECT_EQ(workload->micro_batch, 0);
  EXPECT_FALSE(workload->sharding);
  EXPECT_FALSE(mapped->contains("checkpointing"));
}

TEST(GpuTrainingDocument, RejectsSettingsWithoutACounterpart) {
  EXPECT_THAT(mapping_error(""), HasSubstr("w.json: /training/global_batch: is required on GPUs"));
  for (const char* const member :
       {R"("cores": 16)", R"("context_parallel": 2)", R"("expert_parallel": 2)", R"("zero": 0)",
        R"("schedule": "gpipe")", R"("checkpointing": "selective")",
        R"("sequence_parallel": false)", R"("fused_attention": false)",
        R"("master_weights": false)", R"("data_seconds": 1)", R"("straggler": 1.5)",
        R"("job": {"steps": 10})", R"("method": "qlora", "lora": {"rank": 8})",
        R"("objective": "dpo")", R"("rollout": {})"}) {
    const std::string text = member;
    const std::string name = text.substr(1, text.find('"', 1) - 1);
    EXPECT_THAT(mapping_error(R"("global_batch": 8, )" + text),
                AllOf(HasSubstr("/training/" + name + ": "), HasSubstr(" on GPUs")));
  }
  EXPECT_THAT(mapping_error(R"("global_batch": 8, "nods": 2)"), HasSubstr("/training/nods"));
  EXPECT_THAT(mapping_error(R"("global_batch": 8)", R"(, "batch": 4)"),
              HasSubstr("/batch: cannot be combined with 'training'"));
  EXPECT_THAT(mapping_error(R"("global_batch": 8)", R"(, "task": "generate")"), HasSubstr("/task"));
  EXPECT_THAT(mapping_error(R"("global_batch": 8, "nodes": 2147483647)"),
              HasSubstr("/training/nodes: value out of range"));
}

// "requires the method 'qlora'" would ask for what the next error refuses.
TEST(GpuTrainingDocument, NeverAsksForQlora) {
  const std::string error = mapping_error(
      R"("global_batch": 8, "method": "lora", "lora": {"rank": 8, "frozen_type": "nf4"})");
  EXPECT_THAT(error, HasSubstr("/training/lora/frozen_type: is not supported on GPUs"));
  const Json own{{"schema", "nscope.workload/1"},
                 {"model", "llama-2-70b"},
                 {"instance", "p5.48xlarge"},
                 {"task", "train"},
                 {"method", "lora"},
                 {"lora", {{"rank", 8}, {"frozen_type", "int8"}}}};
  const auto read = gpu_workload_from_json(own, "w.json");
  ASSERT_FALSE(read);
  EXPECT_THAT(to_string(read.error()), HasSubstr("/lora/frozen_type: is not supported on GPUs"));
}

TEST(GpuTrainingDocument, LeavesOtherDocumentsAlone) {
  const Json json{{"model", "llama-2-70b"}, {"instance", "p5.48xlarge"}};
  EXPECT_EQ(gpu_training_document(catalogue(), json, "w.json").value(), json);
}

}  // namespace
}  // namespace nscope::sim
