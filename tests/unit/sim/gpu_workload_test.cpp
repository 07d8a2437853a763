#include "simcore/engine/gpu/gpu_workload.h"

#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace nscope::sim {
namespace {

using testing::HasSubstr;

Result<GpuWorkload> read(const std::string& members) {
  const auto json =
      parse_json(R"({"schema":"nscope.workload/1","model":"llama-2-7b","instance":"p5.48xlarge")" +
                     members + "}",
                 "w.json");
  EXPECT_TRUE(json) << to_string(json.error());
  return gpu_workload_from_json(*json, "w.json");
}

std::string error_of(const std::string& members) {
  const auto workload = read(members);
  return workload ? std::string("none") : to_string(workload.error());
}

TEST(GpuWorkloadJson, HasDefaults) {
  const auto workload = read("");
  ASSERT_TRUE(workload) << to_string(workload.error());
  EXPECT_EQ(workload->task, GpuTask::kGenerate);
  EXPECT_EQ(workload->batch, 1);
  EXPECT_EQ(workload->input_tokens, 128);
  EXPECT_EQ(workload->weight_dtype, "bf16");
  EXPECT_FALSE(workload->stack);
}

TEST(GpuWorkloadJson, ComesBackAsItWent) {
  for (const std::string members :
       {R"(,"tensor_parallel":4,"stack":"tensorrt-llm","software":"0.9.0","dtype":"fp16",)"
        R"("weight_dtype":"fp8","saturated":true,"input_tokens":20000,"output_tokens":7)",
        R"(,"task":"train","stack":"megatron","gpus":64,"tensor_parallel":4,)"
        R"("pipeline_parallel":8,"virtual_stages":5,"batch":128,"micro_batch":2,)"
        R"("sequence_length":8192,"checkpointing":true,"sharding":"optimizer",)"
        R"("network_gbps":1600)",
        R"(,"task":"encode","stack":"pytorch","batch":4,"image":"512x768","steps":25)"}) {
    const auto workload = read(members);
    ASSERT_TRUE(workload) << to_string(workload.error());
    const Json written = to_json(*workload);
    const auto again = gpu_workload_from_json(written, "again");
    ASSERT_TRUE(again) << to_string(again.error());
    EXPECT_EQ(to_json(*again), written);
    const Json given = parse_json("{" + members.substr(1) + "}", "given").value();
    for (const auto& [key, value] : given.items()) {
      EXPECT_EQ(written.at(key), value) << key;
    }
  }
}

TEST(GpuWorkloadJson, RefusesWhatItDoesNotKnow) {
  EXPECT_THAT(error_of(R"(,"cores":4)"), HasSubstr("cores"));
  EXPECT_THAT(error_of(R"(,"speculation":{"method":"eagle"})"),
              HasSubstr("/speculation: unknown key on GPUs; it applies only to NeuronCores"));
  EXPECT_THAT(error_of(R"(,"dtype":"fp8")"),
              HasSubstr("/dtype: must be one of bf16, fp16, fp32; for weights that are stored as "
                        "'fp8', state weight_dtype"));
  EXPECT_EQ(error_of(R"(,"task":"train","sequence_length":2048)"), "none");
  EXPECT_THAT(error_of(R"(,"batch":0)"), HasSubstr("batch"));
  EXPECT_THAT(error_of(R"(,"batch":1e12)"), HasSubstr("batch"));
  EXPECT_THAT(error_of(R"(,"tensor_parallel":-1)"), HasSubstr("tensor_parallel"));
  EXPECT_THAT(error_of(R"(,"weight_dtype":"fp2")"), HasSubstr("weight_dtype"));
  EXPECT_THAT(error_of(R"(,"stack":"lmdeploy")"),
              HasSubstr("must be one of tensorrt-llm, vllm, sglang, gpt-fast, llm-foundry"));
  EXPECT_THAT(error_of(R"(,"software":"newest")"), HasSubstr("software"));
  EXPECT_THAT(error_of(R"(,"task":"rank")"), HasSubstr("generate, train, encode"));
  EXPECT_THAT(error_of(R"(,"task":"encode","image":"big")"), HasSubstr("height x width"));
  EXPECT_THAT(error_of(R"(,"task":"encode","output_tokens":4)"), HasSubstr("output_tokens"));
  EXPECT_THAT(error_of(R"(,"seed":-1)"), HasSubstr("must not be negative"));
  EXPECT_THAT(error_of(R"(,"serving":{"scheduler":"magic"})"), HasSubstr("serving/scheduler"));
  EXPECT_THAT(error_of(R"(,"saturated":true,"batch":4)"), HasSubstr("batch"));
}

TEST(GpuWorkloadJson, RejectsKeysOfTheOtherTask) {
  EXPECT_THAT(error_of(R"(,"gpus":8)"), HasSubstr("gpus"));
  EXPECT_THAT(error_of(R"(,"task":"train","input_tokens":8)"), HasSubstr("input_tokens"));
  EXPECT_THAT(error_of(R"(,"task":"train","stack":"gpt-fast")"),
              HasSubstr("gpt-fast is software for the task 'generate'"));
  EXPECT_THAT(error_of(R"(,"task":"train","network_gbps":0)"), HasSubstr("network_gbps"));
  EXPECT_THAT(error_of(R"(,"task":"train","sharding":"none")"),
              HasSubstr("full, gradients, optimizer"));
}

}  // namespace
}  // namespace nscope::sim
