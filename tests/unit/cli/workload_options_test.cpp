// Flags of a workload together with documents that are not validated yet.
#include "app/cli/options/workload_options.h"

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

}  // namespace
}  // namespace nscope::cli
