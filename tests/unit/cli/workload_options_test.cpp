// Flags of a workload together with documents that are not validated yet.
#include "app/cli/options/workload_options.h"

#include "simcore/engine/gpu/gpu_training_document.h"
#include "simcore/engine/gpu/gpu_workload.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

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
  // In training, both flags state the tokens of a sequence.
  options.input_tokens.reset();
  options.sequence_length = 0;
  EXPECT_THAT(refused_flags(options), testing::StartsWith("--seq-len (/input_tokens): "));
  options.sequence_length = 2048;
  EXPECT_EQ(refused_flags(options), "accepted");
}

TEST(WorkloadOptionsTest, AnErrorInADocumentNamesTheFlagThatSetTheMember) {
  WorkloadOptions options;
  options.batch = 0;
  EXPECT_THAT(refusal(options, R"("input_tokens": 128)"),
              testing::StartsWith("w.json: /batch (--batch): "));
  options.batch.reset();
  EXPECT_THAT(refusal(options, R"("batch": 0)"), testing::StartsWith("w.json: /batch: "));
}

struct Flag {
  const char* name;
  void (*set)(WorkloadOptions&);
};

/// Every flag with a value that a workload of its kind accepts.
constexpr auto kFlags = std::to_array<Flag>({
    {"--tp", [](WorkloadOptions& o) { o.tensor_parallel = 8; }},
    {"--lnc", [](WorkloadOptions& o) { o.lnc = 1; }},
    {"--batch", [](WorkloadOptions& o) { o.batch = 2; }},
    {"--input", [](WorkloadOptions& o) { o.input_tokens = 64; }},
    {"--output", [](WorkloadOptions& o) { o.output_tokens = 64; }},
    {"--seq-len", [](WorkloadOptions& o) { o.sequence_length = 512; }},
    {"--dtype", [](WorkloadOptions& o) { o.dtype = "bf16"; }},
    {"--weight-dtype", [](WorkloadOptions& o) { o.weight_dtype = "bf16"; }},
    {"--stack", [](WorkloadOptions& o) { o.stack = "nxd"; }},
    {"--task", [](WorkloadOptions& o) { o.task = "generate"; }},
    {"--copies", [](WorkloadOptions& o) { o.copies = 2; }},
    {"--cores", [](WorkloadOptions& o) { o.cores = 2; }},
    {"--image", [](WorkloadOptions& o) { o.image = "224x224"; }},
    {"--images", [](WorkloadOptions& o) { o.images = 1; }},
    {"--steps", [](WorkloadOptions& o) { o.steps = 20; }},
    {"--software", [](WorkloadOptions& o) { o.software = "2.21"; }},
    {"--train", [](WorkloadOptions& o) { o.train = true; }},
    {"--nodes", [](WorkloadOptions& o) { o.nodes = 2; }},
    {"--pp", [](WorkloadOptions& o) { o.pipeline_parallel = 2; }},
    {"--global-batch", [](WorkloadOptions& o) { o.global_batch = 8; }},
    {"--micro-batch", [](WorkloadOptions& o) { o.micro_batch = 2; }},
    {"--lora", [](WorkloadOptions& o) { o.lora = 16; }},
    {"--serving", [](WorkloadOptions& o) { o.serving = "continuous"; }},
    {"--rate", [](WorkloadOptions& o) { o.rate = 1.0; }},
    {"--users", [](WorkloadOptions& o) { o.users = 4; }},
    {"--duration", [](WorkloadOptions& o) { o.duration = 10.0; }},
    {"--replicas", [](WorkloadOptions& o) { o.replicas = 2; }},
    {"--storage", [](WorkloadOptions& o) { o.storage = "s3"; }},
    {"--presharded", [](WorkloadOptions& o) { o.presharded = true; }},
    {"--compile-host", [](WorkloadOptions& o) { o.compile_host = "trn1.32xlarge"; }},
});

/// The flags that a message names.
std::vector<std::string> named_in(const std::string& message) {
  std::vector<std::string> names;
  for (const Flag& flag : kFlags) {
    const std::size_t at = message.find(flag.name);
    if (at == std::string::npos) continue;
    const std::size_t end = at + std::string_view(flag.name).size();
    const bool whole =
        end == message.size() || (message[end] != '-' && std::isalpha(message[end]) == 0);
    if (whole) names.emplace_back(flag.name);
  }
  return names;
}

/// If two flags are accepted alone and not together, the error names both and no other flag.
TEST(WorkloadOptionsTest, ErrorsOfTwoFlagsNameBoth) {
  WorkloadOptions model;
  model.model = "llama-3-8b";
  model.instance = "trn1.32xlarge";
  model.tensor_parallel = 8;
  const auto error_of = [&](std::initializer_list<const Flag*> flags) {
    WorkloadOptions options = model;
    for (const Flag* const flag : flags) flag->set(options);
    return refused_flags(options);
  };
  int refusals = 0;
  for (const Flag& a : kFlags) {
    if (error_of({&a}) != "accepted") continue;
    for (const Flag& b : kFlags) {
      if (&a == &b || error_of({&b}) != "accepted") continue;
      const std::string error = error_of({&a, &b});
      if (error == "accepted") continue;
      ++refusals;
      const std::vector<std::string> named = named_in(error);
      EXPECT_THAT(named, testing::IsSubsetOf({a.name, b.name})) << error;
      // "--duration: does not apply to a closed loop of users" names the other one as a word.
      for (const Flag* const flag : {&a, &b}) {
        const bool is_named = std::find(named.begin(), named.end(), flag->name) != named.end();
        const bool is_word = flag->name == std::string_view("--users");
        EXPECT_TRUE(is_named || (is_word && error.find("users") != std::string::npos))
            << flag->name << ": " << error;
      }
    }
  }
  EXPECT_GT(refusals, 20);
}

/// A flag that contradicts a document is named together with the member of the document.
TEST(WorkloadOptionsTest, ErrorsOfAFlagAndADocumentNameBoth) {
  struct Case {
    const char* members;
    const char* key;  ///< that the flags of other kinds contradict
    std::vector<std::string> refused;
  };
  const std::vector<Case> cases{
      {R"("serving": {"requests": 5})", "serving", {"--pp", "--global-batch", "--lora", "--train"}},
      {R"("training": {"nodes": 1})", "training", {"--serving", "--rate", "--users", "--replicas"}},
      {R"("batch": 4)", "batch", {"--nodes", "--pp", "--train"}},
      {R"("output_tokens": 4)", "output_tokens", {"--nodes", "--micro-batch"}},
      {R"("training": {"nodes": 1})",
       "training",
       {"--batch", "--output", "--storage", "--copies"}}};
  for (const Case& one : cases) {
    for (const Flag& flag : kFlags) {
      if (std::find(one.refused.begin(), one.refused.end(), flag.name) == one.refused.end())
        continue;
      WorkloadOptions options;
      flag.set(options);
      const std::string error = refusal(options, one.members);
      EXPECT_THAT(named_in(error), testing::ElementsAre(flag.name)) << error;
      EXPECT_THAT(error, HasSubstr(std::string("'") + one.key + "'")) << flag.name;
      EXPECT_THAT(error, testing::StartsWith("w.json: ")) << flag.name;
    }
  }
}

TEST(WorkloadOptionsTest, AnUnknownCompileHostIsAnError) {
  WorkloadOptions options;
  options.model = "llama-3-8b";
  options.instance = "trn1.32xlarge";
  options.tensor_parallel = 8;
  options.compile_host = "t3.small";
  const std::string error = refused_flags(options);
  EXPECT_THAT(error, testing::StartsWith("--compile-host (/start/compile_host): "));
  EXPECT_THAT(error, HasSubstr("t3.small"));
}

}  // namespace
}  // namespace nscope::cli
