#include "simcore/engine/graph/decoder_graph.h"
#include "simcore/engine/graph/mechanisms.h"
#include "simcore/engine/inference/static_batch.h"
#include "tests/unit/sim/built_in.h"
#include "tests/unit/sim/catalogue.h"

#include <cmath>
#include <string_view>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace nscope::sim {
namespace {

const catalog::Model& expert_model(std::string_view id) {
  return **catalogue().model(id);
}

StepTotals decode(const Machine& core, const catalog::Model& model, const DecoderLayout& layout,
                  const Parameters& values = parameters()) {
  return total(decode_graph(core, values, model, layout, 1024));
}

TEST(DmaRate, IsLimitedByAShareOfTheMemory) {
  const auto rate = [](const Machine& core) {
    return dma_rate({.machine = core, .parameters = parameters()});
  };
  const double share = parameters().memory_share;
  EXPECT_DOUBLE_EQ(rate(machine("inf2.48xlarge")), 272e9);  // the DMA engines
  EXPECT_DOUBLE_EQ(rate(machine("trn2.48xlarge")), share * 2.9e12 / 4);
  Machine faster = machine("trn2.48xlarge");
  faster.hbm_bandwidth *= 2;
  EXPECT_GE(rate(faster), rate(machine("trn2.48xlarge")));
  EXPECT_LE(rate(faster), faster.dma_bandwidth);
  const Machine inf1 = machine("inf1.xlarge");
  EXPECT_DOUBLE_EQ(rate(inf1), inf1.dma_bandwidth);  // v1 has a share of its own
}

TEST(DecoderGraph, ReadsNarrowExpertsAndTheirProjections) {
  catalog::Model model = expert_model("qwen3-30b-a3b");
  // Fused layers do not copy the experts of a single sequence.
  const DecoderLayout layout{
      .tensor_parallel = 4, .batch = 1, .sequence_length = 2048, .fused_layers = true};
  const Machine core = machine("trn2.48xlarge");
  const double wide = decode(core, model, layout).work.read_bytes;
  model.moe->latent = 512;
  const double narrow = decode(core, model, layout).work.read_bytes;
  const double columns = model.moe->expert_ffn / 4;
  const double experts = 3.0 * model.moe->top_k * columns * (model.hidden - 512);
  const double projections = 2.0 * model.hidden * 512;
  EXPECT_NEAR(wide - narrow, 2 * model.layers * (experts - projections), 1e-6 * wide);
}

TEST(DecoderGraph, SeveralSequencesScatterTheirKeys) {
  const catalog::Model& llama = expert_model("llama-3-8b");
  const double scatter = 2 * llama.layers * parameters().scatter_write;
  const auto gpsimd = [&](const char* instance, int batch) {
    const DecoderLayout layout{.tensor_parallel = 4, .batch = batch, .sequence_length = 2048};
    return decode(machine(instance), llama, layout).work[Unit::kGpSimd];
  };
  EXPECT_EQ(gpsimd("trn2.48xlarge", 1), 0);
  EXPECT_DOUBLE_EQ(gpsimd("trn2.48xlarge", 2), scatter);
  EXPECT_DOUBLE_EQ(gpsimd("trn2.48xlarge", 16), scatter);
  EXPECT_EQ(gpsimd("inf2.48xlarge", 4), 0);  // v2 has no descriptors at run time
}

TEST(DecoderGraph, OneCoreStoresAKeyForEveryQueryHead) {
  const catalog::Model& llama = expert_model("llama-3-8b");  // 32 query heads, 8 KV heads
  const auto cache = [&](int cores, bool replicate) {
    const DecoderLayout layout{
        .tensor_parallel = cores, .batch = 1, .sequence_length = 2048, .replicate_kv = replicate};
    const Machine core = machine("trn2.48xlarge");
    const auto read = [&](int positions) {
      return total(decode_graph(core, parameters(), llama, layout, positions)).work.read_bytes;
    };
    return (read(2048) - read(1024)) / 1024;
  };
  const double head = 2.0 * llama.layers * llama.head_dim * 2;
  EXPECT_NEAR(cache(1, true), 32 * head, 1e-3);
  EXPECT_NEAR(cache(1, false), 8 * head, 1e-3);
  EXPECT_NEAR(cache(2, true), 4 * head, 1e-3);
  EXPECT_NEAR(cache(16, true), 2 * head, 1e-3);
  EXPECT_NEAR(cache(16, false), 1 * head, 1e-3);
}

TEST(Experts, OfASingleSequenceAreCopiedUnlessFused) {
  const catalog::Model& mixtral = expert_model("mixtral-8x7b");
  const auto of = [&](const char* instance, int batch, bool fused) {
    const DecoderLayout layout{
        .tensor_parallel = 8, .batch = batch, .sequence_length = 2048, .fused_layers = fused};
    return decode(machine(instance), mixtral, layout);
  };
  const double chosen =
      2 * 3.0 * mixtral.hidden * (mixtral.moe->expert_ffn / 8.0) * 2 * mixtral.layers;
  const StepTotals plain = of("trn2.48xlarge", 1, false);
  const StepTotals fused = of("trn2.48xlarge", 1, true);
  EXPECT_NEAR(plain.work.read_bytes - fused.work.read_bytes, chosen, 1e-9 * chosen);
  EXPECT_GT(plain.work.write_bytes - fused.work.write_bytes, 0.9 * chosen);
  EXPECT_GT(plain.seconds, 1.5 * fused.seconds);
  // No other generation copies.
  EXPECT_EQ(of("inf2.48xlarge", 1, false).seconds, of("inf2.48xlarge", 1, true).seconds);
  // The copy of two of eight experts takes no longer than reading the other six.
  EXPECT_LE(plain.work[Unit::kDma], of("trn2.48xlarge", 4, false).work[Unit::kDma]);
}

TEST(Experts, AStepNeverBecomesFasterWithMoreSequences) {
  for (const char* const instance : {"inf2.48xlarge", "trn2.48xlarge", "trn3.48xlarge"}) {
    const Machine core = machine(instance);
    for (const char* const id :
         {"mixtral-8x7b", "gpt-oss-20b", "qwen3-30b-a3b", "llama-4-scout-17b-16e"}) {
      for (const bool fused : {false, true}) {
        double before = 0;
        for (int batch = 1; batch <= 40; ++batch) {
          const DecoderLayout layout{
              .tensor_parallel = 8, .batch = batch, .sequence_length = 2048, .fused_layers = fused};
          const double seconds = decode(core, expert_model(id), layout).seconds;
          EXPECT_GE(seconds, before * (1 - 1e-12)) << instance << ' ' << id << ' ' << batch;
          before = seconds;
        }
      }
    }
  }
}

TEST(Experts, APrefillUsesBlocksOfOneExpert) {
  const Machine trn2 = machine("trn2.48xlarge");
  const catalog::Model& trinity = expert_model("trinity-nano");
  const auto prefill = [&](int tokens, bool blocks) {
    const DecoderLayout layout{.tensor_parallel = 2,
                               .batch = 1,
                               .sequence_length = 4096,
                               .replicate_kv = false,
                               .fused_prefill = true,
                               .block_experts = blocks};
    return total(prefill_graph(trn2, parameters(), trinity, layout, tokens));
  };
  const int layers = trinity.moe_layers();
  // 127 blocks that are not full, and one for each 512 chosen experts: 8 for each of 2,048 tokens.
  EXPECT_NEAR(prefill(2048, true).work[Unit::kGpSimd],
              layers * (127 + 32) * parameters().expert_block, 1e-12);
  EXPECT_NEAR(prefill(4096, true).work[Unit::kGpSimd],
              layers * (127 + 64) * parameters().expert_block, 1e-12);
  EXPECT_EQ(prefill(2048, false).work[Unit::kGpSimd], 0);
  // All experts for all tokens are more operations than the blocks of a long prompt.
  EXPECT_LT(prefill(4096, true).work.flops, 0.5 * prefill(4096, false).work.flops);
}

TEST(Experts, SomeSoftwareComputesAllForEveryToken) {
  const Machine trn2 = machine("trn2.48xlarge");
  const catalog::Model& trinity = expert_model("trinity-nano");
  DecoderLayout layout{.tensor_parallel = 2, .batch = 1, .sequence_length = 2048};
  const StepTotals chosen = decode(trn2, trinity, layout);
  layout.all_experts = true;
  const StepTotals all = decode(trn2, trinity, layout);
  const double expert = 2 * 3.0 * trinity.hidden * (trinity.moe->expert_ffn / 2.0);
  EXPECT_GE(all.work.read_bytes - chosen.work.read_bytes,
            0.999 * trinity.moe_layers() * (128 - 2 * 8) * expert);
  EXPECT_GT(all.seconds, chosen.seconds);
  layout.block_experts = true;
  EXPECT_EQ(total(prefill_graph(trn2, parameters(), trinity, layout, 2048)).work[Unit::kGpSimd], 0);
}

TEST(Experts, SomeSoftwareCopiesThoseOfEveryToken) {
  const catalog::Model& model = expert_model("gpt-oss-20b");  // 4 of 32 experts
  const Machine trn2 = machine("trn2.48xlarge");
  const auto step = [&](int batch, bool gathers, bool fused) {
    return decode(trn2, model,
                  {.tensor_parallel = 4,
                   .batch = batch,
                   .sequence_length = 2048,
                   .fused_layers = fused,
                   .gathers_experts = gathers});
  };
  const double expert = 2 * 3.0 * model.hidden * (model.moe->expert_ffn / 4.0);
  const double rate =
      parameters().expert_copy_share * dma_rate({.machine = trn2, .parameters = parameters()});
  for (const int batch : {1, 4, 7}) {
    const double copied = expert * 4 * batch * model.layers;
    const StepTotals with = step(batch, true, true);
    const StepTotals without = step(batch, false, true);
    EXPECT_NEAR(with.work.read_bytes - without.work.read_bytes, copied, 1e-9 * copied) << batch;
    EXPECT_NEAR(with.work.write_bytes - without.work.write_bytes, copied, 1e-9 * copied) << batch;
    EXPECT_NEAR(with.work[Unit::kDma] - without.work[Unit::kDma], copied / rate,
                1e-9 * copied / rate)
        << batch;
  }
  // 16 tokens choose 64 experts, each of which is read although there are only 32.
  EXPECT_NEAR(step(16, true, true).work.read_bytes - step(16, false, true).work.read_bytes,
              (2 * 64 - 32) * expert * model.layers, 1e-6 * expert);
  // Other software copies the experts of a single sequence, too.
  EXPECT_DOUBLE_EQ(step(1, true, false).seconds, step(1, false, false).seconds);
  EXPECT_GT(step(4, true, false).seconds, 1.2 * step(4, false, false).seconds);
}

TEST(Experts, StreamsReachTheShareOfTheirSoftware) {
  const Machine trn2 = machine("trn2.48xlarge");
  const catalog::Model& trinity = expert_model("trinity-nano");
  DecoderLayout layout{
      .tensor_parallel = 2, .batch = 1, .sequence_length = 2048, .all_experts = true};
  const StepTotals full = decode(trn2, trinity, layout);
  layout.stream_share = 0.5;
  const StepTotals half = decode(trn2, trinity, layout);
  EXPECT_EQ(half.work.read_bytes, full.work.read_bytes);
  EXPECT_GT(half.seconds, full.seconds);
  EXPECT_GT(half.work[Unit::kDma], 1.9 * full.work[Unit::kDma]);
}

TEST(StaticBatch, SomeSoftwareLaunchesEveryLayer) {
  const Machine trn2 = machine("trn2.48xlarge");
  const auto launch = [&](const char* stack) {
    const Workload workload{.model = "llama-3-8b",
                            .instance = "trn2.48xlarge",
                            .tensor_parallel = 4,
                            .input_tokens = 128,
                            .output_tokens = 8,
                            .stack = stack};
    const auto batch =
        plan_static_batch(trn2, **catalogue().model("llama-3-8b"), workload, parameters());
    EXPECT_TRUE(batch);
    return batch->step_launch(parameters());
  };
  EXPECT_DOUBLE_EQ(launch("nxd"), parameters().decode_launch);
  EXPECT_DOUBLE_EQ(launch("nkipy"), 33 * parameters().decode_launch);
  // A draft of several layers is one graph.
  const catalog::Model& llama = **catalogue().model("llama-3-8b");
  const auto draft =
      draft_of(catalogue(), llama, {.method = DraftMethod::kParallel, .tokens = 3}, 4);
  ASSERT_TRUE(draft) << to_string(draft.error());
  const Workload workload{.model = "llama-3-8b",
                          .instance = "trn2.48xlarge",
                          .tensor_parallel = 4,
                          .input_tokens = 128,
                          .output_tokens = 8,
                          .stack = "nkipy"};
  const auto rounds = plan_static_batch(trn2, llama, workload, parameters(), *draft);
  ASSERT_TRUE(rounds);
  EXPECT_DOUBLE_EQ(rounds->step_launch(parameters()), 34 * parameters().decode_launch);
}

TEST(Experts, FewTokensUseNoBlocks) {
  const Machine trn1 = machine("trn1.32xlarge");
  const catalog::Model& mixtral = expert_model("mixtral-8x7b");
  DecoderLayout layout{.tensor_parallel = 8, .batch = 1, .sequence_length = 4096};
  const double all = total(prefill_graph(trn1, parameters(), mixtral, layout, 128)).seconds;
  layout.block_experts = true;
  EXPECT_EQ(total(prefill_graph(trn1, parameters(), mixtral, layout, 128)).seconds, all);
  EXPECT_GT(total(prefill_graph(trn1, parameters(), mixtral, layout, 256)).work[Unit::kGpSimd], 0);
}

TEST(StaticBatch, ScalesOfBlocksMultiplyAllWeights) {
  const Machine trn2 = machine("trn2.48xlarge");
  const auto step = [&](const char* type, const char* scales) {
    const Workload workload{.model = "llama-3-8b",
                            .instance = "trn2.48xlarge",
                            .tensor_parallel = 4,
                            .input_tokens = 128,
                            .output_tokens = 8,
                            .weight_dtype = type,
                            .weight_scales = scales};
    const auto batch = plan_static_batch(trn2, expert_model("llama-3-8b"), workload, parameters());
    EXPECT_TRUE(batch) << to_string(batch.error());
    return total(batch->step_graph(batch->decode.front(), parameters()));
  };
  const StepTotals channels = step("fp8", "channels");
  const StepTotals blocks = step("fp8", "blocks");
  EXPECT_EQ(step("fp8", "").seconds, channels.seconds);
  EXPECT_EQ(blocks.work.read_bytes, channels.work.read_bytes);
  EXPECT_EQ(blocks.work[Unit::kTensor], channels.work[Unit::kTensor]);
  // 32 layers of 218,103,808 weights, of which a core has a quarter: one per cycle and lane of two
  // physical engines with 128 lanes each.
  const double weights = 32 * 218103808.0 / 4;
  const double multiplied = parameters().engine_stretch * weights / 128 / (2 * trn2.vector_hz);
  const StepTotals wide = step("bf16", "");
  EXPECT_NEAR(blocks.work[Unit::kVector] - wide.work[Unit::kVector], multiplied, 1e-6 * multiplied);
  EXPECT_GT(blocks.seconds, channels.seconds);
  const Workload unscaled{.model = "llama-3-8b",
                          .instance = "trn2.48xlarge",
                          .tensor_parallel = 4,
                          .weight_scales = "blocks"};
  const auto refused = plan_static_batch(trn2, expert_model("llama-3-8b"), unscaled, parameters());
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().message.english(),
            "weight_scales applies only to weights of 8 bits; set weight_dtype to fp8 or int8, or "
            "remove weight_scales");
  const auto read = workload_from_json({{"schema", "nscope.workload/1"},
                                        {"model", "llama-3-8b"},
                                        {"instance", "trn2.48xlarge"},
                                        {"weight_dtype", "fp8"},
                                        {"weight_scales", "blocks"}},
                                       "w.json");
  ASSERT_TRUE(read) << to_string(read.error());
  EXPECT_EQ(read->weight_scales, "blocks");
  EXPECT_EQ(to_json(*read)["weight_scales"], "blocks");
}

TEST(StaticBatch, TheStackDecidesTheBucketOfAFullPrompt) {
  const Machine trn2 = machine("trn2.48xlarge");
  const auto bucket = [&](const char* stack, int tokens, int length) {
    const Workload workload{.model = "llama-3-8b",
                            .instance = "trn2.48xlarge",
                            .tensor_parallel = 4,
                            .input_tokens = tokens,
                            .output_tokens = 64,
                            .sequence_length = length,
                            .stack = stack};
    return plan_static_batch(trn2, expert_model("llama-3-8b"), workload, parameters())
        ->prefill_bucket;
  };
  EXPECT_EQ(bucket("nxd", 128, 1024), 128);
  EXPECT_EQ(bucket("vllm-nxd", 128, 1024), 256);
  EXPECT_EQ(bucket("vllm-nxd", 127, 1024), 128);
  EXPECT_EQ(bucket("vllm-nxd", 512, 600), 600);  // the longest graph
}

}  // namespace
}  // namespace nscope::sim
