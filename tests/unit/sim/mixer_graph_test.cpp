#include "simcore/catalog/layer_shard.h"
#include "simcore/catalog/memory_fit.h"
#include "simcore/catalog/roofline.h"
#include "simcore/engine/graph/decoder_graph.h"
#include "simcore/engine/graph/mechanisms.h"
#include "tests/unit/sim/built_in.h"
#include "tests/unit/sim/catalogue.h"
#include "tests/unit/sim/estimated.h"

#include <algorithm>
#include <cmath>
#include <string_view>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace nscope::sim {
namespace {

const catalog::Model& mixed_model(std::string_view id) {
  return **catalogue().model(id);
}

StepTotals decode_step(std::string_view id, int cores, int batch, int positions,
                       bool fused = false) {
  const DecoderLayout layout{.tensor_parallel = cores,
                             .batch = batch,
                             .sequence_length = 1 << 17,
                             .replicate_kv = false,
                             .fused_layers = fused};
  return total(
      decode_graph(machine("trn2.48xlarge"), parameters(), mixed_model(id), layout, positions));
}

bool has_operator(const StepGraph& graph, std::string_view name) {
  for (const StepGraph::Layers& layers : graph.layers) {
    for (const Operator& op : layers.operators) {
      if (op.name == name) return true;
    }
  }
  return false;
}

TEST(LatentAttention, EveryCoreReadsTheWholeCacheOnce) {
  for (const int cores : {16, 64}) {
    for (const int batch : {1, 8}) {
      const double read = decode_step("deepseek-v3", cores, batch, 8192).work.read_bytes -
                          decode_step("deepseek-v3", cores, batch, 4096).work.read_bytes;
      EXPECT_NEAR(read, 4096.0 * batch * 61 * 576 * 2, 1e-3 * read) << cores << " " << batch;
    }
  }
}

TEST(LatentAttention, PrefillExpandsAndDecodeAbsorbs) {
  const Machine core = machine("trn2.48xlarge");
  const catalog::Model& model = mixed_model("deepseek-v3");
  const DecoderLayout layout{.tensor_parallel = 64, .batch = 1, .sequence_length = 16384};
  const StepGraph prefill = prefill_graph(core, parameters(), model, layout, 2048);
  EXPECT_TRUE(has_operator(prefill, "latent_expansion"));
  EXPECT_FALSE(has_operator(prefill, "query_absorption"));
  const StepGraph step = decode_graph(core, parameters(), model, layout, 2048);
  EXPECT_TRUE(has_operator(step, "query_absorption"));
  // The expansion of 8,192 cached positions for four candidates would be most of the work.
  EXPECT_TRUE(has_operator(chunk_graph(core, parameters(), model, layout, 4, 8192, true),
                           "query_absorption"));
  EXPECT_TRUE(has_operator(chunk_graph(core, parameters(), model, layout, 1024, 8192, false),
                           "latent_expansion"));
}

TEST(LatentAttention, PrefillOperationsAreThoseOfTheExpandedHeads) {
  const catalog::Model& model = mixed_model("deepseek-v2-lite");  // 16 heads on 8 cores: no padding
  const DecoderLayout layout{.tensor_parallel = 8, .batch = 1, .sequence_length = 4096};
  const double tokens = 1024;
  const double flops =
      total(prefill_graph(machine("trn2.48xlarge"), parameters(), model, layout, 1024)).work.flops;
  const double shared = 2048.0 * 576 * 27;  // compressing projection, on every core
  const double divided = model.attention_parameters() - shared;
  // 128 expanded queries and keys, 64 rotary and 128 values for each pair of positions.
  const double attention = 2 * tokens * tokens * 2 * (192 + 128) * 27;
  const double mixers = 2 * tokens * (divided / 8 + shared) + attention;
  const double experts = 64 + 2;
  const double ffn = 2 * tokens * 3 * 2048 * 26 * (64 * 1408 + 2 * 1408) / 8;
  const double dense = 2 * tokens * 3 * 2048 * 10944 / 8;
  const double router = 2 * tokens * 2048 * 64 * 26;
  const double head = 2.0 * 2048 * 102400 / 8;
  EXPECT_GT(experts, 0);
  EXPECT_NEAR(flops / (mixers + ffn + dense + router + head), 1.0, 1e-3);
}

TEST(LatentAttention, SparseAttentionReadsTheIndexAndTheSelectedPositions) {
  const auto read = [](int positions) {
    return decode_step("deepseek-v3.2", 64, 1, positions, true).work.read_bytes;
  };
  // Up to 2,048 positions all latent vectors are read, beyond only the keys of the index grow.
  EXPECT_NEAR(read(2048) - read(1024), 1024.0 * 61 * 576 * 2, 1e4);
  EXPECT_NEAR(read(65536) - read(32768), 32768.0 * 61 * 128 * 2, 1e5);
  EXPECT_LT(decode_step("deepseek-v3.2", 64, 8, 65536, true).seconds,
            decode_step("deepseek-v3", 64, 8, 65536, true).seconds);
}

TEST(LatentAttention, ACompiledIndexSortsAllPositions) {
  const auto vector = [](int batch, int positions) {
    return decode_step("deepseek-v3.2", 64, batch, positions).work[Unit::kVector];
  };
  const auto fused = [](int positions) {
    return decode_step("deepseek-v3.2", 64, 1, positions, true).work[Unit::kVector];
  };
  const Machine core = machine("trn2.48xlarge");
  // Three instructions for each eight of the 2,048 largest, in each of 61 layers, on one physical
  // core at one element per cycle and lane.
  const double round = parameters().engine_stretch * 3 * 61 / core.vector_hz;
  for (const int positions : {1024, 2048, 32768}) {
    const double sorted = round * std::min(positions, 2048) / 8 * positions;
    EXPECT_NEAR((vector(1, positions) - fused(positions)) / sorted, 1, 0.05) << positions;
  }
  // Sequences are on partitions of their own.
  EXPECT_LT(vector(8, 2048) - vector(1, 2048), 0.1 * round * 256 * 2048);
}

TEST(DecoderGraph, AStepMayReturnACopyOfItsCache) {
  const Machine core = machine("trn2.3xlarge");
  const auto step = [&](std::string_view id, bool returns, int length) {
    const DecoderLayout layout{.tensor_parallel = 4,
                               .batch = 2,
                               .sequence_length = length,
                               .replicate_kv = false,
                               .returns_cache = returns};
    return total(decode_graph(core, parameters(), mixed_model(id), layout, 1024)).work;
  };
  const Work kept = step("qwen3-8b", false, 4096);
  const Work returned = step("qwen3-8b", true, 4096);
  // Two sequences, two KV heads on a core, keys and values in 36 layers, of the whole cache.
  const double rows = 2.0 * 2 * 2 * 36 * 4095;
  EXPECT_DOUBLE_EQ(returned.read_bytes - kept.read_bytes, rows * 128 * 2);
  EXPECT_DOUBLE_EQ(returned.write_bytes - kept.write_bytes, rows * 128 * 2);
  // A row of 256 B takes as long as a longer one, and one of two physical cores moves them.
  const double rate =
      std::min(core.dma_bandwidth, parameters().memory_share * core.hbm_bandwidth) / 2;
  EXPECT_NEAR(returned[Unit::kDma] - kept[Unit::kDma], 2 * rows * core.timing->gathered_row / rate,
              1e-9);
  EXPECT_DOUBLE_EQ(step("qwen3-8b", false, 2048).read_bytes, kept.read_bytes);
  // Every other layer of gpt-oss has a window of 128 positions.
  const double longer =
      step("gpt-oss-20b", true, 4096).write_bytes - step("gpt-oss-20b", true, 2048).write_bytes;
  EXPECT_NEAR(longer, 12 * 2.0 * 2 * 2 * 2048 * 64 * 2, 1);
}

TEST(LatentAttention, AVerificationReadsTheSelectedPositionsOfEachCandidate) {
  constexpr int kCandidates = 5;
  const DecoderLayout layout{
      .tensor_parallel = 64, .batch = 1, .sequence_length = 1 << 17, .replicate_kv = false};
  const auto read = [&](int positions) {
    return total(chunk_graph(machine("trn2.48xlarge"), parameters(), mixed_model("deepseek-v3.2"),
                             layout, kCandidates, positions, true))
        .work.read_bytes;
  };
  EXPECT_NEAR(read(65536) - read(32768), 32768.0 * 61 * 128 * 2, 1e6)
      << "only the keys of the index grow";
}

TEST(CompressedAttention, ADecodeStepReadsTheIndexAndTheSelectedVectors) {
  const auto read = [](int positions) {
    return decode_step("deepseek-v4-flash", 64, 1, positions, true).work.read_bytes;
  };
  // 21 layers with an index of 128 for each 4 positions, 20 layers with a vector of 512 for each
  // 128. Up to 2,048 positions the index would select all vectors, and a kernel does not use it.
  EXPECT_NEAR(read(65536) - read(32768), 2 * 32768 * (21 * 128 / 4.0 + 20 * 512 / 128.0), 1e5);
  EXPECT_NEAR(read(2048) - read(1024), 2 * 1024 * (21 * 512 / 4.0 + 20 * 512 / 128.0), 1e4);
  EXPECT_LT(decode_step("deepseek-v4-flash", 64, 8, 65536, true).seconds,
            decode_step("deepseek-v3.2", 64, 8, 65536, true).seconds);
}

TEST(CompressedAttention, PrefillOperationsAreThoseOfTheMatricesAndTheirKeys) {
  const catalog::Model& model = mixed_model("deepseek-v4-flash");
  const DecoderLayout layout{.tensor_parallel = 1, .batch = 1, .sequence_length = 4096};
  const double tokens = 1024;
  const StepGraph graph =
      prefill_graph(machine("trn2.48xlarge"), parameters(), model, layout, 1024);
  EXPECT_TRUE(has_operator(graph, "stream_mixing"));
  const double matrices =
      2 * tokens * (model.attention_parameters() + model.feed_forward_parameters());
  // Plain attention of 64 heads of 512 to all positions and to the compressed ones, and the index.
  const double keys = 43 * tokens + 21 * tokens / 4 + 20 * tokens / 128;
  const double attention = 2 * tokens * keys * 64 * (512 + 512);
  const double index = 2 * tokens * 21 * tokens / 4 * 64 * 128;
  const double head = 2.0 * 4096 * 129280;
  EXPECT_NEAR(total(graph).work.flops / (matrices + attention + index + head), 1.0, 0.01);
}

TEST(CompressedAttention, CoresShareHeadsAndGroupsOfTheOutput) {
  const catalog::Model& model = mixed_model("deepseek-v4-flash");
  const catalog::LayerGroup layer{.mixer = catalog::Mixer::kSliding, .count = 1};
  const auto elements = [&](int cores) {
    return catalog::mixer_elements(model, layer, {.tensor_parallel = cores});
  };
  // On every core: compressed queries, the shared vector, the weights of the streams.
  const double shared = 4096.0 * 1024 + 4096.0 * 512 + 2 * 4 * 4096.0 * 24;
  EXPECT_DOUBLE_EQ(elements(8) - shared, (elements(1) - shared) / 8);
  // With 64 cores, 8 cores have the same group of 1,024 columns.
  EXPECT_DOUBLE_EQ(elements(64) - shared, (1024 + 1024) * 512.0 + 1024 * 4096.0);
}

TEST(StateLayers, ADecodeStepDoesNotDependOnTheContext) {
  for (const char* const id : {"mamba-2.8b", "mamba2-2.7b", "codestral-mamba-7b"}) {
    EXPECT_EQ(decode_step(id, 1, 4, 1024).seconds, decode_step(id, 1, 4, 65536).seconds) << id;
  }
  // Only the attention layers read more: one of four.
  const double grown = decode_step("qwen3-next-80b-a3b", 2, 1, 8192).work.read_bytes -
                       decode_step("qwen3-next-80b-a3b", 2, 1, 4096).work.read_bytes;
  EXPECT_NEAR(grown, 4096.0 * 12 * 2 * 256 * 2, 1);
}

TEST(StateLayers, ADecodeStepReadsAndWritesTheStates) {
  for (const char* const id : {"mamba-2.8b", "mamba2-2.7b", "qwen3.5-9b", "kimi-linear-48b-a3b",
                               "recurrentgemma-2b-it", "lfm2-1.2b", "minimax-text-01"}) {
    const catalog::Model& model = mixed_model(id);
    const double states = catalog::sequence_memory(model).constant_bytes(2);
    const double more =
        decode_step(id, 1, 33, 128).work.read_bytes - decode_step(id, 1, 32, 128).work.read_bytes;
    const double written =
        decode_step(id, 1, 33, 128).work.write_bytes - decode_step(id, 1, 32, 128).work.write_bytes;
    EXPECT_GE(more, states * 0.999) << id;
    EXPECT_GE(written, states * 0.999) << id;
  }
}

/// The state operator of a decode step of one layer on four logical cores.
Work state_operator(std::string_view id, std::string_view name, int batch, StateUpdates updates) {
  const DecoderLayout layout{.tensor_parallel = 4,
                             .batch = batch,
                             .sequence_length = 1024,
                             .replicate_kv = false,
                             .state_updates = updates};
  const StepGraph graph =
      decode_graph(machine("trn2.48xlarge"), parameters(), mixed_model(id), layout, 512);
  for (const StepGraph::Layers& layers : graph.layers) {
    for (const Operator& op : layers.operators) {
      if (op.name == name) return op.work;
    }
  }
  ADD_FAILURE() << id << " has no " << name;
  return {};
}

TEST(StateLayers, OperatorsWithoutAKernelPassOverTheStatesInHbm) {
  // Eight heads of 128 x 128 on a core: twelve tensors of this size, seven of which are written.
  const double bytes = 8.0 * 128 * 128 * 4;
  const Work plain = state_operator("qwen3.5-35b-a3b", "linear_state", 1, StateUpdates::kPlain);
  EXPECT_NEAR(plain.read_bytes, 5 * bytes, 1);
  EXPECT_NEAR(plain.write_bytes, 7 * bytes, 1);
  const Work fused = state_operator("qwen3.5-35b-a3b", "linear_state", 1, StateUpdates::kFused);
  EXPECT_NEAR(fused.read_bytes, bytes, 1);
  EXPECT_NEAR(fused.write_bytes, bytes, 1);
  // Rows of 512 B take as long as 2,450 B, on one of two physical cores.
  const Machine core = machine("trn2.48xlarge");
  const double rate = std::min(core.dma_engines, parameters().memory_share * core.hbm_bandwidth);
  const double rows = 12 * 8.0 * 128 * 2450 / (rate / 2);
  EXPECT_NEAR(plain[Unit::kDma], rows + 14 * core.dma_start, 0.01 * rows);
}

TEST(StateLayers, SequencesOneAfterTheOtherTakeAsLongEach) {
  for (const auto& [id, name] : {std::pair("qwen3.5-35b-a3b", "linear_state"),
                                 std::pair("granite-4.0-h-small", "mamba_state")}) {
    const auto dma = [&, id = id, name = name](int batch, StateUpdates updates) {
      return state_operator(id, name, batch, updates)[Unit::kDma];
    };
    const double each = dma(2, StateUpdates::kOneByOne) - dma(1, StateUpdates::kOneByOne);
    EXPECT_NEAR(dma(16, StateUpdates::kOneByOne) - dma(1, StateUpdates::kOneByOne), 15 * each, 1e-9)
        << id;
    EXPECT_GT(each, 0.6 * dma(1, StateUpdates::kOneByOne)) << "the starts of transfers overlap";
    EXPECT_LT(dma(16, StateUpdates::kFused), dma(16, StateUpdates::kPlain)) << id;
  }
  // The heads of 16 sequences fill the partitions, so that whole states are single transfers.
  const auto seconds = [](StateUpdates updates) {
    return state_operator("qwen3.5-35b-a3b", "linear_state", 16, updates)[Unit::kDma];
  };
  EXPECT_LT(seconds(StateUpdates::kPlain), 0.5 * seconds(StateUpdates::kOneByOne));
}

TEST(StateLayers, SoftwareBeforeTheFirstKernelsForStatesHasNone) {
  const auto step = [](const char* stack, const char* software, int batch) {
    Workload workload{.model = "qwen3.5-35b-a3b", .instance = "trn2.3xlarge"};
    workload.tensor_parallel = 4;
    workload.batch = batch;
    workload.stack = stack;
    workload.software = software;
    return estimate_of(workload)->find("tpot_p50")->value;
  };
  EXPECT_GT(step("nxd", "2.29", 1), 1.1 * step("nxd", "2.30", 1));
  EXPECT_EQ(step("nxd", "2.30", 1), step("nxd", "", 1));
  EXPECT_EQ(step("torch-compiled", "2.29", 1), step("torch-compiled", "", 1));
  const double more = step("torch-compiled", "", 64) - step("torch-compiled", "", 32);
  EXPECT_GT(step("torch-compiled-dense", "", 64) - step("torch-compiled-dense", "", 32), 2 * more)
      << "one sequence after the other";
}

TEST(StateLayers, ChunksOfTheDeltaRuleAreCountedProductByProduct) {
  const catalog::Model& model = mixed_model("qwen3.5-9b");  // 24 linear layers of 32 value heads
  const DecoderLayout layout{.tensor_parallel = 1, .batch = 1, .sequence_length = 4096};
  const StepGraph graph =
      prefill_graph(machine("trn2.48xlarge"), parameters(), model, layout, 1024);
  double flops = 0;
  for (const StepGraph::Layers& layers : graph.layers) {
    for (const Operator& op : layers.operators) {
      if (op.name == "linear_chunks") flops += layers.count * op.work.flops;
    }
  }
  const double c = 64, d = 128;
  const double chunk = 2 * (2 * c * c * d        // queries and keys with keys
                            + c * c * d          // scores with values
                            + 2 * 5 * c * c * c  // five squares and five products of the inverse
                            + 2 * c * c * d      // the inverse with keys and values
                            + 3 * c * d * d);    // with the state: two reads and the update
  EXPECT_NEAR(flops, 24.0 * 32 * (1024 / 64) * chunk, 1);
}

/// Bytes that a decode step on one core reads more with the first model than with the second one.
double more_bytes(const catalog::Model& more, const catalog::Model& less) {
  const DecoderLayout layout{.tensor_parallel = 1, .batch = 1, .sequence_length = 1024};
  const auto bytes = [&](const catalog::Model& model) {
    return total(decode_graph(machine("trn2.48xlarge"), parameters(), model, layout, 512))
        .work.read_bytes;
  };
  return bytes(more) - bytes(less);
}

TEST(StateLayers, GatesWithoutANarrowWidthAreOneMatrixEach) {
  const catalog::Model& full = mixed_model("ling-3.0-flash");
  catalog::Model narrow = full;
  narrow.linear->decay_rank = 0;
  narrow.linear->gate_rank = 0;
  const double elements = 35 * 2 * (2560.0 * 4096 - 128 * (2560 + 4096));
  EXPECT_NEAR(more_bytes(full, narrow), elements * 2, elements * 2 * 0.01);
  EXPECT_DOUBLE_EQ(full.computed_parameters() - narrow.computed_parameters(), elements);
}

TEST(LatentAttention, TheOutputGateIsOneMatrix) {
  const catalog::Model& gated = mixed_model("kimi-k3");
  catalog::Model plain = gated;
  plain.attention_gate = false;
  const double elements = 24 * 7168.0 * 96 * 128;
  EXPECT_NEAR(more_bytes(gated, plain), elements * 2, elements * 2 * 0.01);
  EXPECT_DOUBLE_EQ(gated.computed_parameters() - plain.computed_parameters(), elements);
}

TEST(StateLayers, PrefillGrowsLinearly) {
  const Machine core = machine("trn2.48xlarge");
  for (const char* const id : {"mamba-2.8b", "codestral-mamba-7b"}) {
    const DecoderLayout layout{.tensor_parallel = 1, .batch = 1, .sequence_length = 65536};
    const auto seconds = [&](int tokens) {
      return total(prefill_graph(core, parameters(), mixed_model(id), layout, tokens)).seconds;
    };
    EXPECT_NEAR((seconds(32768) - seconds(16384)) / (seconds(16384) - seconds(8192)), 2.0, 0.1)
        << id;
  }
}

TEST(SlidingLayers, ReadAtMostTheirWindow) {
  const auto read = [](int positions) {
    return decode_step("mimo-v2-flash", 4, 1, positions).work.read_bytes;
  };
  // Nine full layers with one KV head of 192 + 128 elements per core.
  EXPECT_NEAR(read(8192) - read(4096), 4096.0 * 9 * (192 + 128) * 2, 1);
  // Beside them, 39 sliding layers with two heads until the window of 128 is full.
  EXPECT_NEAR(read(128) - read(64), 64.0 * (9 * 320 + 39 * 640) * 2, 1);
}

TEST(SeparateLayers, HaveOneNormAndOneReductionEach) {
  const catalog::Model& model = mixed_model("nemotron-h-8b");
  const DecoderLayout layout{.tensor_parallel = 4, .batch = 1, .sequence_length = 1024};
  const StepTotals step =
      total(decode_graph(machine("trn2.48xlarge"), parameters(), model, layout, 1024));
  EXPECT_EQ(step.collectives, model.layers + 2) << "and those of embedding and sampling";
}

/// The invariants that hold for every model of the catalogue that generates.
TEST(Mixers, AreNotAboveTheRooflineNorSlowerWithMoreBandwidth) {
  std::size_t checked = 0;
  for (const catalog::Model& model : catalogue().models()) {
    const bool decoder = model.architecture == catalog::Architecture::kDecoder;
    if (!decoder || (model.layer_pattern.empty() && !model.mla)) continue;
    const int cores = model.parameters > 2e11 ? 64 : 4;
    if (!check_modelled(model, cores)) continue;
    ++checked;
    const Machine slow = machine("trn2.48xlarge");
    Machine fast = slow;
    fast.hbm_bandwidth *= 2;
    fast.dma_bandwidth *= 2;
    for (const int batch : {1, 8}) {
      const DecoderLayout layout{.tensor_parallel = cores,
                                 .batch = batch,
                                 .sequence_length = 8192,
                                 .replicate_kv = false,
                                 .fused_prefill = true};
      const auto seconds = [&](const Machine& core, int tokens, int positions) {
        return total(tokens > 1 ? prefill_graph(core, parameters(), model, layout, tokens)
                                : decode_graph(core, parameters(), model, layout, positions))
            .seconds;
      };
      for (const int positions : {512, 8192}) {
        const double step = seconds(slow, 1, positions);
        EXPECT_TRUE(std::isfinite(step)) << model.id;
        EXPECT_LE(seconds(fast, 1, positions), step * 1.001) << model.id;
        EXPECT_LE(seconds(fast, positions, positions), seconds(slow, positions, positions) * 1.001)
            << model.id;
        // With one expert per token at least; several tokens may choose the same ones.
        const double bytes = catalog::decode_step_bytes(model, 1, positions, 2.0);
        EXPECT_GE(step, bytes / cores / slow.hbm_bandwidth * 0.999) << model.id;
      }
    }
  }
  EXPECT_GE(checked, 35u);
}

TEST(Mixers, MemoryIsTheClosedFormOfCachesAndStates) {
  const catalog::Instance& instance = **catalogue().instance("trn2.48xlarge");
  for (const char* const id :
       {"deepseek-v3", "qwen3.5-27b", "granite-4.0-h-small", "mimo-v2-flash", "mamba-2.8b"}) {
    const catalog::Model& model = mixed_model(id);
    for (const int cores : {4, 16}) {
      const catalog::MemoryFit fit =
          inference_memory_fit(catalogue(), model, instance,
                               {.tensor_parallel = cores, .batch = 3, .sequence_length = 5000});
      double caches = 0;
      for (const catalog::MemoryItem& item : fit.items) {
        const std::string name = item.name.english();
        if (name.starts_with("KV cache") || name == "recurrent states") caches += item.bytes;
      }
      const auto memory = catalog::sequence_memory(model, {.tensor_parallel = cores});
      EXPECT_NEAR(caches, 3 * memory.bytes(5000, 2), 1e-9 * caches) << id;
    }
  }
}

}  // namespace
}  // namespace nscope::sim
