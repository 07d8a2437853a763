#include "app/documents/read_workload.h"

#include "app/documents/choose_tensor_parallel.h"
#include "tests/support/temporary_folder.h"

#include <fstream>
#include <variant>

#include <gtest/gtest.h>

namespace nscope::app {
namespace {

class ReadWorkloadTest : public testing::Test {
 protected:
  Result<ChosenWorkload> read(Json members) {
    described_.json.update(members);
    return read_workload(described_, catalog_, control_);
  }

  catalog::Catalog catalog_ = catalog::Catalog::load().value();
  TaskControl control_;
  DescribedWorkload described_{.json = {{"schema", "nscope.workload/1"},
                                        {"model", "llama-3-8b"},
                                        {"instance", "trn1.32xlarge"}},
                               .name = "w.json"};
};

TEST_F(ReadWorkloadTest, TakesTheDegreeThatIsStated) {
  const auto chosen = read({{"tensor_parallel", 4}});
  ASSERT_TRUE(chosen) << to_string(chosen.error());
  EXPECT_EQ(chosen->workload.tensor_parallel, 4);
  EXPECT_FALSE(chosen->tensor_parallel_chosen);
}

TEST_F(ReadWorkloadTest, ChoosesTheDegreeOfEachKind) {
  const auto decoder = read(Json::object());
  ASSERT_TRUE(decoder) << to_string(decoder.error());
  EXPECT_TRUE(decoder->tensor_parallel_chosen);
  EXPECT_EQ(decoder->workload.tensor_parallel, 32) << "all cores of the instance";
  const auto trained = read({{"training", {{"nodes", 2}}}, {"input_tokens", 4096}});
  ASSERT_TRUE(trained) << to_string(trained.error());
  EXPECT_GT(trained->workload.tensor_parallel, 1) << "it does not fit on one core";
  described_.json.erase("training");
  const auto encoder = read({{"model", "bert-large-uncased"}, {"input_tokens", 128}});
  ASSERT_TRUE(encoder) << to_string(encoder.error());
  EXPECT_EQ(encoder->workload.tensor_parallel, 1) << "every core has a copy";
  const auto video = read({{"model", "wan2.1-t2v-14b"}, {"instance", "trn2.48xlarge"}});
  ASSERT_TRUE(video) << to_string(video.error());
  EXPECT_EQ(video->workload.tensor_parallel, 2) << "it does not fit on one core";
  described_.json["instance"] = "trn1.32xlarge";
  described_.json.erase("model");
  const auto collective = read(
      {{"collective", {{"kind", "all_reduce"}, {"ranks", 8}, {"bytes", 1024}, {"dtype", "bf16"}}}});
  ASSERT_TRUE(collective) << to_string(collective.error());
  EXPECT_EQ(collective->workload.tensor_parallel, 1);
}

TEST_F(ReadWorkloadTest, ADegreeThatWasNotStatedIsNotBlamed) {
  // 32 cores have too little memory; 40 heads are padded to 64 cores.
  const auto large = read({{"model", "llama-4-maverick-17b-128e"}, {"instance", "trn2.48xlarge"}});
  ASSERT_TRUE(large) << to_string(large.error());
  EXPECT_EQ(large->workload.tensor_parallel, 64);
  EXPECT_EQ(large->too_small, 32);
  // No degree has enough memory.
  const auto huge = read(
      {{"model", "llama-4-maverick-17b-128e"}, {"instance", "trn1.2xlarge"}, {"dtype", "fp32"}});
  ASSERT_TRUE(huge) << to_string(huge.error());
  EXPECT_EQ(huge->workload.tensor_parallel, 2);
  const auto one_chip = read({{"model", "llama-3.1-405b"}, {"instance", "trn1.2xlarge"}});
  ASSERT_TRUE(one_chip) << to_string(one_chip.error());
  EXPECT_EQ(one_chip->workload.tensor_parallel, 2);
  // Logical cores of one physical core are twice as many.
  const auto single = read({{"model", "qwen3-8b"}, {"instance", "trn2.3xlarge"}, {"lnc", 1}});
  ASSERT_TRUE(single) << to_string(single.error());
  EXPECT_EQ(single->workload.tensor_parallel, 8);
  const auto few_heads = read({{"model", "gpt2"}, {"instance", "trn2.48xlarge"}});
  ASSERT_TRUE(few_heads) << to_string(few_heads.error());
  EXPECT_EQ(few_heads->workload.tensor_parallel, 8) << "without padding of the 12 heads";
}

TEST_F(ReadWorkloadTest, AppliesTheStoredWeightsOfAConfiguration) {
  // The configuration of Qwen3-32B-FP8 and its variants.
  const auto described_with = [&](const std::string& quantization, Json members) {
    DescribedWorkload described = described_;
    const auto json = parse_json(R"({"model_type": "qwen3", "hidden_size": 5120,
      "intermediate_size": 25600, "num_hidden_layers": 64, "num_attention_heads": 64,
      "num_key_value_heads": 8, "head_dim": 128, "vocab_size": 151936,
      "quantization_config": )" + quantization +
                                     "}",
                                 "config.json");
    auto configured = catalog::read_hf_config(*json, "config.json");
    EXPECT_TRUE(configured) << to_string(configured.error());
    described.json.update(Json{{"model", "config.json"}, {"instance", "trn2.48xlarge"}});
    described.json.update(members);
    described.custom_model = std::move(configured->model);
    described.stored_weights = std::move(configured->weights);
    apply_stored_weights(described);
    return described;
  };
  const std::string fp8 = R"({"quant_method": "fp8", "fmt": "e4m3"})";
  const auto applied = described_with(fp8, Json::object());
  const auto chosen = read_workload(applied, catalog_, control_);
  ASSERT_TRUE(chosen) << to_string(chosen.error());
  EXPECT_EQ(chosen->workload.weight_dtype, "fp8");
  EXPECT_NE(applied.custom_model->note.english().find("as quantization_config (fp8) states"),
            std::string::npos);
  // What the user states has precedence.
  const auto stated =
      read_workload(described_with(fp8, {{"weight_dtype", "bf16"}}), catalog_, control_);
  ASSERT_TRUE(stated) << to_string(stated.error());
  EXPECT_EQ(stated->workload.weight_dtype, "bf16");
  const auto int8 = read_workload(
      described_with(R"({"quant_method": "bitsandbytes", "load_in_8bit": true})", Json::object()),
      catalog_, control_);
  ASSERT_TRUE(int8) << to_string(int8.error());
  EXPECT_EQ(int8->workload.weight_dtype, "int8");
  // Types that NeuronCores do not have are refused with the option that replaces them.
  for (const char* const four_bits :
       {R"({"quant_method": "awq", "bits": 4})", R"({"quant_method": "mxfp4"})",
        R"({"quant_method": "modelopt", "quant_algo": "NVFP4"})"}) {
    const auto refused =
        read_workload(described_with(four_bits, Json::object()), catalog_, control_);
    ASSERT_FALSE(refused) << four_bits;
    EXPECT_EQ(refused.error().code, ErrorCode::kUnsupportedVersion);
    EXPECT_NE(to_string(refused.error()).find("use --weight-dtype int8, fp8 or bf16"),
              std::string::npos)
        << to_string(refused.error());
    const auto replaced =
        read_workload(described_with(four_bits, {{"weight_dtype", "int8"}}), catalog_, control_);
    EXPECT_TRUE(replaced) << to_string(replaced.error());
  }
  EXPECT_EQ(described_with(R"({"quant_method": "mxfp4"})", Json::object()).json["weight_dtype"],
            "fp4")
      << "as GPUs call it";
}

TEST_F(ReadWorkloadTest, EncodersOfSoundReadWindowsOfOneLength) {
  const auto speech =
      read({{"model", "whisper-large-v3"}, {"instance", "inf2.xlarge"}, {"tensor_parallel", 1}});
  ASSERT_TRUE(speech) << to_string(speech.error());
  EXPECT_EQ(speech->workload.input_tokens, 1500) << "30 s in steps of 20 ms";
  EXPECT_TRUE(read({{"input_tokens", 1500}}));
  const auto other = read({{"input_tokens", 128}});
  ASSERT_FALSE(other);
  EXPECT_NE(to_string(other.error()).find("pads every input to 1,500 positions"),
            std::string::npos);
}

TEST_F(ReadWorkloadTest, ImageModelsAreNotTrainedOnTokens) {
  const Json training{{"model", "vit-base-patch16-224"},
                      {"instance", "trn1.2xlarge"},
                      {"tensor_parallel", 1},
                      {"training", {{"global_batch", 32}, {"micro_batch", 16}}}};
  EXPECT_TRUE(read(training));
  const auto refused = read({{"input_tokens", 4096}});
  ASSERT_FALSE(refused);
  EXPECT_NE(to_string(refused.error()).find("w.json: /input_tokens: does not apply"),
            std::string::npos);
  EXPECT_TRUE(read({{"model", "bert-large-uncased"}})) << "a text model has tokens";
}

TEST_F(ReadWorkloadTest, BlamesTheFlagsOnlyForTheirOwnJson) {
  const auto document = read({{"batch", 0}});
  EXPECT_EQ(document.error().code, ErrorCode::kBadInput);
  described_.from_flags = true;
  EXPECT_EQ(read({{"batch", 0}}).error().code, ErrorCode::kInvalidArgument);
  const TestFolder folder;
  described_.requests = (folder.path() / "requests.csv").string();
  std::ofstream(described_.requests) << "no requests";
  EXPECT_EQ(read({{"batch", 1}}).error().code, ErrorCode::kBadInput);
}

TEST_F(ReadWorkloadTest, TakesTheRequestsOfAFile) {
  const TestFolder folder;
  described_.requests = (folder.path() / "requests.csv").string();
  std::ofstream(described_.requests) << "TIMESTAMP,ContextTokens,GeneratedTokens\n"
                                        "2023-11-16 18:15:46.0,100,20\n"
                                        "2023-11-16 18:15:47.0,300,40\n";
  const auto chosen =
      read({{"tensor_parallel", 8}, {"serving", {{"arrivals", {{"process", "file"}}}}}});
  ASSERT_TRUE(chosen) << to_string(chosen.error());
  EXPECT_TRUE(std::holds_alternative<sim::ServingSetup>(chosen->workload.kind));
  ASSERT_NE(chosen->workload.requests, nullptr);
  EXPECT_EQ(chosen->workload.requests->requests.size(), 2U);
  EXPECT_EQ(chosen->workload.sequence_length, 340) << "of the longest request";
}

TEST_F(ReadWorkloadTest, SaysThatNoRequestArrivesBeforeItChoosesADegree) {
  const auto none = read({{"model", "llama-3.1-8b"},
                          {"instance", "trn1.2xlarge"},
                          {"serving",
                           {{"scheduler", "continuous"},
                            {"duration", 1},
                            {"arrivals", {{"process", "poisson"}, {"rate", 0.01}}}}}});
  ASSERT_FALSE(none);
  EXPECT_TRUE(none.error().message.english().starts_with("no request arrives within the 1"))
      << to_string(none.error());
}

TEST_F(ReadWorkloadTest, KnowsInstancesWithGpus) {
  EXPECT_FALSE(runs_on_gpus(described_, catalog_));
  described_.json["instance"] = "p5.48xlarge";
  EXPECT_TRUE(runs_on_gpus(described_, catalog_));
  described_.json["instance"] = "unknown";
  EXPECT_FALSE(runs_on_gpus(described_, catalog_));
  described_.json.erase("instance");
  EXPECT_FALSE(runs_on_gpus(described_, catalog_));
}

}  // namespace
}  // namespace nscope::app
