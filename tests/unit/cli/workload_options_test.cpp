// Flags of a workload together with documents that are not validated yet.
#include "app/cli/options/workload_options.h"

#include "simcore/engine/gpu/gpu_training_document.h"
#include "simcore/engine/gpu/gpu_workload.h"

#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace nscope::cli {
namespace {

using testing::HasSubstr;

WorkloadOptions every_flag() {
  WorkloadOptions options;
  options.nodes = 2;
  options.pipeline_parallel = 2;
  options.global_batch = 8;
  options.micro_batch = 1;
  options.lora = 16;
  options.lora_targets = "attention";
  return options;
}

/// The error of a document with the flags; "accepted" if there is none.
std::string refusal(const WorkloadOptions& options, const std::string& members) {
  const std::string text = R"({"schema": "nscope.workload/1", "model": "llama-3-8b",
    "instance": "trn1.32xlarge", "tensor_parallel": 8, )" +
                           members + "}";
  const auto described = describe_workload(
      options, app::Document{*parse_json(text, "w.json"), "w.json"}, std::nullopt);
  if (!described) return to_string(described.error());
  static const catalog::Catalog catalog = catalog::Catalog::load().value();
  TaskControl control;
  const auto read = app::read_workload(*described, catalog, control);
  return read ? "accepted" : to_string(read.error());
}

TEST(WorkloadOptionsTest, FlagsApplyToMembersOfADocument) {
  const std::string members = R"("training": {"lora": {"alpha": 32}})";
  const std::string text = R"({"schema": "nscope.workload/1", )" + members + "}";
  const auto described = describe_workload(
      every_flag(), app::Document{*parse_json(text, "w.json"), "w.json"}, std::nullopt);
  ASSERT_TRUE(described) << to_string(described.error());
  EXPECT_EQ(described->json["training"]["lora"],
            (Json{{"alpha", 32}, {"rank", 16}, {"targets", "attention"}}));
  EXPECT_EQ(described->json["training"]["nodes"], 2);
  EXPECT_EQ(described->name, "w.json");
  EXPECT_FALSE(described->from_flags);
}

TEST(WorkloadOptionsTest, NodesOfAServerAreTheInstancesOfAReplica) {
  WorkloadOptions options;
  options.model = "llama-3-8b";
  options.instance = "trn1.32xlarge";
  options.nodes = 2;
  options.serving = "continuous";
  const auto flags = describe_workload(options, std::nullopt, std::nullopt);
  ASSERT_TRUE(flags);
  EXPECT_EQ(flags->json["serving"]["nodes"], 2);
  EXPECT_FALSE(flags->json.contains("training"));
  options.serving.clear();
  EXPECT_EQ(refusal(options, R"("serving": {"requests": 5})"), "accepted");
  const auto trains = describe_workload(options, std::nullopt, std::nullopt);
  ASSERT_TRUE(trains);
  EXPECT_EQ(trains->json["training"]["nodes"], 2);
}

TEST(WorkloadOptionsTest, MembersOfTheWrongTypeAreRefusedWithTheirPosition) {
  for (const std::string value : {"5", "\"x\"", "[1]", "true"}) {
    EXPECT_THAT(refusal(every_flag(), R"("training": {"lora": )" + value + "}"),
                HasSubstr("w.json: /training/lora"))
        << value;
    EXPECT_THAT(refusal(every_flag(), R"("training": )" + value), HasSubstr("w.json: /training"))
        << value;
    WorkloadOptions serving;
    serving.serving = "continuous";
    serving.rate = 2;
    serving.duration = 10;
    serving.replicas = 2;
    EXPECT_THAT(refusal(serving, R"("serving": )" + value), HasSubstr("w.json: /serving")) << value;
    WorkloadOptions start;
    start.storage = "s3";
    start.presharded = true;
    start.compile_host = "trn1.2xlarge";
    EXPECT_THAT(refusal(start, R"("start": )" + value), HasSubstr("w.json: /start")) << value;
    WorkloadOptions kernel;
    kernel.kernel.name = "matmul";
    kernel.kernel.sizes["m"] = 64;
    EXPECT_THAT(refusal(kernel, R"("kernel": )" + value), HasSubstr("w.json: /kernel")) << value;
  }
  EXPECT_THAT(to_string(describe_workload(every_flag(), app::Document{Json::array({1}), "w.json"},
                                          std::nullopt)
                            .error()),
              HasSubstr("w.json: must be a JSON object"));
}

TEST(WorkloadOptionsTest, FlagsAloneNeedAModelAndAnInstance) {
  WorkloadOptions options;
  options.model = "llama-3-8b";
  const auto refused = describe_workload(options, std::nullopt, std::nullopt);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, ErrorCode::kInvalidArgument);
  options.instance = "trn1.2xlarge";
  const auto described = describe_workload(options, std::nullopt, 7);
  ASSERT_TRUE(described) << to_string(described.error());
  EXPECT_TRUE(described->from_flags);
  EXPECT_EQ(described->json["schema"], "nscope.workload/1");
  EXPECT_EQ(described->json["seed"], 7);
}

/// The error of flags without a document; "accepted" if there is none.
std::string refused_flags(const WorkloadOptions& options) {
  const auto described = describe_workload(options, std::nullopt, std::nullopt);
  if (!described) return to_string(described.error());
  static const catalog::Catalog catalog = catalog::Catalog::load().value();
  if (app::runs_on_gpus(*described, catalog)) {
    const auto json = sim::gpu_training_document(catalog, described->json, described->name);
    if (!json) return to_string(described->blame(json.error()));
    const auto gpus = sim::gpu_workload_from_json(*json, described->name);
    return gpus ? "accepted" : to_string(described->blame(gpus.error()));
  }
  TaskControl control;
  const auto read = app::read_workload(*described, catalog, control);
  return read ? "accepted" : to_string(read.error());
}

TEST(WorkloadOptionsTest, ErrorsNameTheFlagAndTheMember) {
  WorkloadOptions options;
  options.model = "llama-3-8b";
  options.instance = "p5.48xlarge";
  options.input_tokens = 0;
  EXPECT_EQ(refused_flags(options), "--input (/input_tokens): must be a positive whole number");
  options.input_tokens = 128;
  options.cores = 2;
  EXPECT_EQ(refused_flags(options),
            "--cores (/cores): does not apply to this workload; remove the flag");
  options.cores.reset();
  options.train = true;
  EXPECT_EQ(refused_flags(options), "--global-batch (/training/global_batch): is required on GPUs");
  options.global_batch = 8;
  options.sequence_length = 4096;
  EXPECT_EQ(refused_flags(options),
            "--seq-len (/sequence_length): cannot be combined with 'training' on GPUs");
  options.sequence_length.reset();
  EXPECT_EQ(refused_flags(options), "accepted");
  options.instance = "trn1.32xlarge";
  options.input_tokens = 0;
  EXPECT_THAT(refused_flags(options), testing::StartsWith("--input (/input_tokens): "));
}

TEST(WorkloadOptionsTest, AnErrorInADocumentNamesTheFlagThatSetTheMember) {
  WorkloadOptions options;
  options.batch = 0;
  EXPECT_THAT(refusal(options, R"("input_tokens": 128)"),
              testing::StartsWith("w.json: /batch (--batch): "));
  options.batch.reset();
  EXPECT_THAT(refusal(options, R"("batch": 0)"), testing::StartsWith("w.json: /batch: "));
}

}  // namespace
}  // namespace nscope::cli
