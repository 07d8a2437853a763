#include "simcore/engine/graph/mechanisms.h"

#include "simcore/engine/events/event_queue.h"
#include "simcore/engine/fit/least_squares.h"
#include "simcore/engine/graph/decoder_graph.h"
#include "tests/unit/sim/built_in.h"
#include "tests/unit/sim/catalogue.h"

#include <numeric>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace nscope::sim {
namespace {

const catalog::Model& model(std::string_view id) {
  return **catalogue().model(id);
}

TEST(EventQueue, EqualTimesKeepTheirOrder) {
  EventQueue<int> queue;
  queue.schedule(20, 1);
  queue.schedule(10, 2);
  queue.schedule(20, 3);
  queue.schedule(10, 4);
  queue.schedule(5, 5);
  std::vector<int> order;
  while (!queue.empty()) order.push_back(queue.take().event);
  EXPECT_THAT(order, testing::ElementsAre(5, 2, 4, 1, 3));
}

TEST(LeastSquares, FindsAKnownMinimum) {
  const TaskControl control;
  // Rosenbrock's valley: residuals 10 (y - x^2) and 1 - x, minimum at (1, 1).
  const Residuals valley = [](std::span<const double> at) {
    return std::vector<double>{10 * (at[1] - at[0] * at[0]), 1 - at[0]};
  };
  const auto best = least_squares(valley, {-1.2, 1.0}, control);
  ASSERT_TRUE(best);
  EXPECT_NEAR((*best)[0], 1.0, 1e-5);
  EXPECT_NEAR((*best)[1], 1.0, 1e-5);
}

TEST(LeastSquares, StopsWhenCancelled) {
  TaskControl control;
  control.request_cancel();
  const auto best = least_squares(
      [](std::span<const double> at) { return std::vector<double>{at[0] - 3}; }, {0.0}, control);
  ASSERT_FALSE(best);
  EXPECT_EQ(best.error().code, ErrorCode::kCancelled);
}

Operator example_operator() {
  Operator op{.name = "gemm", .work = {}};
  op.work[Unit::kDma] = 6;
  op.work[Unit::kTensor] = 4;
  op.work[Unit::kVector] = 2;
  op.work[Unit::kScalar] = 1;
  return op;
}

TEST(OperatorTiming, LiesBetweenSerialAndPerfectPipeline) {
  const Operator op = example_operator();
  EXPECT_DOUBLE_EQ(operator_seconds(op, {}), 12);  // 6 + 4 + 2, ScalarE in parallel with VectorE
  EXPECT_DOUBLE_EQ(operator_seconds(op, {.engines = 1, .prefetch = 2}), 9);   // (6 + 6) / 2 + 6 / 2
  EXPECT_DOUBLE_EQ(operator_seconds(op, {.engines = 2, .prefetch = 1}), 11);  // 6 + 6 / 2 + 4 / 2
  EXPECT_NEAR(operator_seconds(op, {.engines = 1e9, .prefetch = 1e9}), 6, 1e-6);
  EXPECT_EQ(time_operator(op, {}).bound, "DMA");
}

TEST(OperatorTiming, UnitsAreBusyInsideTheOperator) {
  for (const double buffers : {1.0, 2.0, 8.0}) {
    const OperatorTiming timing =
        time_operator(example_operator(), {.engines = buffers, .prefetch = buffers});
    for (const OperatorTiming::Interval& interval : timing.units) {
      EXPECT_GE(interval.start, 0);
      EXPECT_LE(interval.start + interval.busy, timing.seconds + 1e-12);
    }
    // TensorE cannot start before the first tile has arrived.
    EXPECT_GE(timing.units[1].start, 6 / buffers - 1e-12);
  }
}

TEST(OperatorTiming, DmaGoesOnWithTheNextOperatorWhileTheEnginesWork) {
  const Overlap overlap{.engines = 1, .prefetch = 1e12, .lead = 3};
  Operator busy{.name = "norm", .work = {}};
  busy.work[Unit::kVector] = 10;
  Operator streams{.name = "gemm", .work = {}};
  streams.work[Unit::kDma] = 8;
  streams.work[Unit::kTensor] = 2;
  double ahead = 0;
  EXPECT_NEAR(operator_seconds(busy, overlap, ahead), 10, 1e-9);
  EXPECT_NEAR(ahead, 3, 1e-9);  // no further than the buffer
  const OperatorTiming timing = time_operator(streams, overlap, ahead);
  EXPECT_NEAR(timing.seconds, 5, 1e-9);
  EXPECT_NEAR(timing.units[0].start, -3, 1e-9);
  EXPECT_NEAR(timing.units[0].start + timing.units[0].busy, timing.seconds, 1e-9);
  EXPECT_NEAR(ahead, 0, 1e-9);
  EXPECT_NEAR(operator_seconds(streams, overlap, ahead), 8, 1e-9);
}

TEST(OperatorTiming, DmaRunsAheadDuringCollectivesButNotPastTransfersThatWait) {
  const Overlap overlap{.engines = 1, .prefetch = 1e12, .lead = 3};
  Collective plan;
  plan.seconds = 2;
  const Operator reduction{.name = "all_reduce", .work = {}, .collective = plan};
  Operator write{.name = "kv_cache_write", .work = {}};
  write.work[Unit::kDma] = 1;
  double ahead = 0;
  EXPECT_EQ(operator_seconds(reduction, overlap, ahead), 2);
  EXPECT_EQ(ahead, 2);
  const OperatorTiming timing = time_operator(write, overlap, ahead);
  EXPECT_EQ(timing.seconds, 1);
  EXPECT_EQ(timing.units[0].start, 0);
  EXPECT_EQ(ahead, 0);
}

TEST(StepGraph, OnlyTheFirstOfEqualLayersBeginsWithoutALead) {
  const Overlap overlap{.engines = 1, .prefetch = 1e12, .lead = 3};
  Operator streams{.name = "gemm", .work = {}};
  streams.work[Unit::kDma] = 8;
  streams.work[Unit::kTensor] = 2;
  Operator busy{.name = "norm", .work = {}};
  busy.work[Unit::kVector] = 10;
  const StepGraph graph{
      .before = {}, .layers = {{{streams, busy}, 4}}, .after = {}, .overlap = overlap};
  const StepTotals sum = total(graph);
  EXPECT_NEAR(sum.seconds, (8 + 10) + 3 * (5 + 10), 1e-6);
  EXPECT_NEAR(sum.work[Unit::kDma], 4 * 8, 1e-9);
}

TEST(StepGraph, LayersFollowOneAnotherWhileTheLeadGrows) {
  const Overlap overlap{.engines = 1, .prefetch = 2, .lead = 1.3};
  Operator streams{.name = "gemm", .work = {}};
  streams.work[Unit::kDma] = 2.5;
  streams.work[Unit::kTensor] = 2;
  constexpr int kLayers = 6;
  std::vector<double> layers;
  double ahead = 0;
  for (int i = 0; i < kLayers; ++i) layers.push_back(operator_seconds(streams, overlap, ahead));
  EXPECT_NE(layers[1], layers[2]);
  EXPECT_EQ(layers[4], layers[5]);
  const StepGraph graph{
      .before = {}, .layers = {{{streams}, kLayers}}, .after = {}, .overlap = overlap};
  EXPECT_NEAR(total(graph).seconds, std::accumulate(layers.begin(), layers.end(), 0.0), 1e-12);
}

TEST(Overlap, TheLeadIsWhatDmaBringsInItsTime) {
  Parameters parameters = initial_parameters();
  const Machine v2 = machine("inf2.48xlarge");
  EXPECT_DOUBLE_EQ(overlap_of({v2, parameters}).lead, parameters.prefetch_bytes / 272e9);
  const Machine v3 = machine("trn2.48xlarge");  // two physical cores
  EXPECT_DOUBLE_EQ(overlap_of({v3, parameters}).lead,
                   2 * parameters.prefetch_bytes / dma_rate({v3, parameters}));
  const Machine v1 = machine("inf1.xlarge");
  EXPECT_EQ(overlap_of({v1, parameters}).lead, 0);
  parameters.weight_efficiency = 0.5;  // as long for half of it
  EXPECT_DOUBLE_EQ(overlap_of({v2, parameters}).lead, parameters.prefetch_bytes / 136e9);
}

TEST(Machine, FollowsTheCatalogue) {
  const Machine v2 = machine("inf2.48xlarge");
  EXPECT_DOUBLE_EQ(v2.dma_bandwidth, 16 * 17e9);  // below half of 820 GB/s
  EXPECT_DOUBLE_EQ(v2.hbm_bandwidth, 410e9);
  EXPECT_EQ(v2.physical_per_logical, 1);
  const Machine v3 = machine("trn2.48xlarge");
  EXPECT_EQ(v3.physical_per_logical, 2);
  EXPECT_DOUBLE_EQ(v3.dma_bandwidth, 2.9e12 / 4);   // below 2 x 16 x 23 GB/s
  EXPECT_DOUBLE_EQ(v3.tensor_seconds(2.4e9), 0.5);  // two physical cores share the work
}

TEST(Machine, KnowsItsAssumptionsOfInferentia) {
  const Machine v1 = machine("inf1.xlarge");
  EXPECT_EQ(v1.generation, CoreGeneration::kV1);
  EXPECT_NEAR(2 * v1.pe_rows * v1.pe_columns * v1.tensor_hz, 16e12, 0.01e12);  // its peak
  EXPECT_EQ(v1.gpsimd_hz, 0);
  EXPECT_DOUBLE_EQ(v1.hbm_bandwidth, 50.0 * 1024 * 1024 * 1024 / 4);
  const catalog::Device& device = *v1.device;
  EXPECT_EQ(device.core->tensor_clock->confidence, catalog::Confidence::kDerived);
  EXPECT_EQ(device.core->vector_clock->confidence, catalog::Confidence::kAssumed);
}

TEST(Machine, RejectsDevicesWithoutPublishedClocks) {
  for (const std::string_view name : {"p4d.24xlarge"}) {
    const auto refused = machine_of(catalogue(), **catalogue().instance(name));
    ASSERT_FALSE(refused) << name;
    EXPECT_EQ(refused.error().code, ErrorCode::kInvalidArgument);
    EXPECT_NE(refused.error().message.english().find("is not supported"), std::string::npos);
  }
}

TEST(Collectives, HopsOfRingAndTorus) {
  // Ring of 12 chips: 2 x (1 + ... + 5) + 6 = 36 hops to 11 other chips. 4 x 4 torus: every row and
  // column is a ring of four, 32 hops to 15 other chips.
  EXPECT_DOUBLE_EQ(mean_hops(**catalogue().instance("inf2.48xlarge"), 12), 36.0 / 11);
  EXPECT_DOUBLE_EQ(mean_hops(**catalogue().instance("trn1.32xlarge"), 16), 32.0 / 15);
  EXPECT_DOUBLE_EQ(mean_hops(**catalogue().instance("inf2.xlarge"), 1), 0);
}

TEST(Collectives, AlgorithmBySizeAndGroup) {
  const Parameters parameters = initial_parameters();
  const auto plan = [&](std::string_view instance, int ranks, double bytes) {
    return plan_collective(machine(instance), parameters, CollectiveKind::kAllReduce, ranks, bytes);
  };
  EXPECT_EQ(plan("inf2.48xlarge", 24, 16e3).algorithm, "mesh");
  EXPECT_EQ(plan("inf2.48xlarge", 24, 16e3).steps, 2);
  EXPECT_EQ(plan("inf2.48xlarge", 24, 2e6).algorithm, "ring");
  EXPECT_EQ(plan("inf2.48xlarge", 24, 2e6).steps, 2 * 23);
  EXPECT_EQ(plan("trn1.32xlarge", 32, 2e6).algorithm, "rdh");
  EXPECT_EQ(plan("trn1.32xlarge", 32, 2e6).steps, 2 * 5);
  EXPECT_EQ(plan("trn1.32xlarge", 1, 2e6).seconds, 0);
  // Fewer steps and the same bytes: the torus with a power of two is faster.
  EXPECT_LT(plan("trn1.32xlarge", 32, 2e6).seconds, plan("inf2.48xlarge", 24, 2e6).seconds);
  // Two ranks share a chip: no hop.
  EXPECT_LT(plan("inf2.48xlarge", 2, 8).seconds, plan("inf2.48xlarge", 4, 8).seconds);
}

TEST(Collectives, AllGatherIsOnePhase) {
  const Parameters parameters = initial_parameters();
  const Machine inf2 = machine("inf2.48xlarge");
  const Collective gather = plan_collective(inf2, parameters, CollectiveKind::kAllGather, 24, 1024);
  EXPECT_EQ(gather.phases, 1);
  EXPECT_LT(gather.seconds,
            plan_collective(inf2, parameters, CollectiveKind::kAllReduce, 24, 1024).seconds);
}

TEST(Collectives, RingTrafficIsTheSameOnEveryLink) {
  const Parameters parameters = initial_parameters();
  const Machine inf2 = machine("inf2.48xlarge");
  const Collective ring = plan_collective(inf2, parameters, CollectiveKind::kAllReduce, 24, 24e6);
  // Each rank forwards 2 x 23/24 of the message; one of two ranks per chip sends to the next chip
  // in one of the two directions.
  EXPECT_NEAR(bytes_per_link(inf2, ring), 2.0 * 23 / 24 * 24e6 / 2, 1);
}

TEST(Mechanisms, TensorsSpillWhenTheyDoNotFit) {
  const Machine inf2 = machine("inf2.48xlarge");
  EXPECT_EQ(spilled_bytes(inf2, 24.0 * 1024 * 1024), 0);
  EXPECT_EQ(spilled_bytes(inf2, 24.0 * 1024 * 1024 + 1), 24.0 * 1024 * 1024 + 1);
}

TEST(Mechanisms, ScoresLeaveTheCoreWithTheSquareOfThePrompt) {
  const Machine inf2 = machine("inf2.48xlarge");
  const Parameters parameters = initial_parameters();
  const Rates rates{inf2, parameters};
  const auto bytes = [&](double prompt) {
    const Attention shape{.query_heads = 3, .kv_heads = 3, .queries = prompt, .keys = prompt};
    const Work scores = attention_scores(rates, shape);
    const Work softmax = attention_softmax(rates, shape);
    const Work context = attention_context(rates, shape);
    return scores.write_bytes + softmax.read_bytes + softmax.write_bytes + context.read_bytes;
  };
  EXPECT_EQ(bytes(1024), 0);  // 12.6 MB of fp32 scores stay in SBUF
  EXPECT_DOUBLE_EQ(bytes(4096), 3.0 * 4096 * 4096 * (4 + 4 + 2 + 2));
  EXPECT_DOUBLE_EQ(bytes(8192), 4 * bytes(4096));
}

TEST(Mechanisms, Fp32CostsFourPassesAndTwiceTheBytes) {
  const Machine inf2 = machine("inf2.48xlarge");
  const Parameters parameters = initial_parameters();
  const Work half = gemm({inf2, parameters}, {.rows = 512, .inner = 4096, .columns = 1024});
  const Work full = gemm({inf2, parameters, 4, true},
                         {.rows = 512, .inner = 4096, .columns = 1024, .weight_bytes = 4});
  EXPECT_DOUBLE_EQ(full[Unit::kTensor], 4 * half[Unit::kTensor]);
  EXPECT_DOUBLE_EQ(full[Unit::kDma], 2 * half[Unit::kDma]);
  EXPECT_DOUBLE_EQ(full.flops, half.flops);
}

// Performance modes of VectorE require 16-bit elements, but PSUM has fp32.
TEST(Mechanisms, EmptyingPsumTakesTheIntervalOfItsCopy) {
  Parameters parameters = initial_parameters();
  parameters.engine_stretch = 1;
  for (const char* const name : {"trn1.32xlarge", "trn2.48xlarge"}) {
    const Machine core = machine(name);
    const auto cycles = instruction_cycles(
        *core.timing, core.generation,
        {.op = "tensor_copy", .elements = 512, .type = ElementType::kFp32, .input = OnChip::kPsum});
    ASSERT_TRUE(cycles);
    const Work work = gemm({core, parameters}, {.rows = 128, .inner = 128, .columns = 512});
    EXPECT_DOUBLE_EQ(work[Unit::kVector] * core.vector_hz * core.physical_per_logical, *cycles)
        << name;
  }
}

TEST(Mechanisms, GemmTimeIsAtLeastTheRoofline) {
  const Machine inf2 = machine("inf2.48xlarge");
  const Parameters parameters = initial_parameters();
  for (const double rows : {1.0, 7.0, 128.0, 1000.0, 4096.0}) {
    for (const double columns : {64.0, 1195.0, 28672.0}) {
      const Work work = gemm({inf2, parameters}, {.rows = rows, .inner = 8192, .columns = columns});
      const double peak = 2.0 * 128 * 128 * 2.8e9;
      EXPECT_GE(work[Unit::kTensor] * peak, work.flops) << rows << " x " << columns;
      EXPECT_GE(work[Unit::kDma] * 272e9, 8192 * columns * 2 - 1);
    }
  }
}

TEST(Mechanisms, ShortCacheRowsCostTheFloor) {
  const Machine inf2 = machine("inf2.48xlarge");
  const Parameters parameters = initial_parameters();
  const Rates rates{inf2, parameters};
  const Attention narrow{.kv_heads = 1};  // 256 B a row
  const Attention wide{.batch = 8, .kv_heads = 2};
  EXPECT_GT(cache_pass_seconds(rates, narrow, 1000) / cache_pass_bytes(rates, narrow, 1000),
            cache_pass_seconds(rates, wide, 1000) / cache_pass_bytes(rates, wide, 1000));
}

// VectorE finds the maximum only along the free axis, so one head of one sequence takes as long as
// all heads and sequences that fit on the partitions.
TEST(Mechanisms, TheSoftmaxOfAStepGrowsWithItsKeysNotWithItsHeads) {
  const Machine inf2 = machine("inf2.48xlarge");
  const Parameters parameters = initial_parameters();
  const Rates rates{inf2, parameters};
  const auto seconds = [&](double batch, double heads, double keys) {
    return attention_softmax(
        rates,
        {.batch = batch, .query_heads = heads, .kv_heads = heads, .keys = keys})[Unit::kVector];
  };
  EXPECT_DOUBLE_EQ(seconds(32, 4, 4096), seconds(1, 1, 4096));
  EXPECT_DOUBLE_EQ(seconds(33, 4, 4096), 2 * seconds(1, 1, 4096));
  EXPECT_DOUBLE_EQ(seconds(1, 1, 8192), 2 * seconds(1, 1, 4096));
}

TEST(DecoderGraph, LongPromptsKeepTheirScoresOnTheChip) {
  const Machine inf2 = machine("inf2.48xlarge");
  const catalog::Model& llama = model("llama-3-8b");
  const Parameters parameters = initial_parameters();
  const auto written = [&](int tokens, bool fused) {
    const DecoderLayout layout{
        .tensor_parallel = 8, .batch = 1, .sequence_length = 8192, .fused_prefill = fused};
    return total(prefill_graph(inf2, parameters, llama, layout, tokens)).work.write_bytes;
  };
  EXPECT_EQ(written(1024, true), written(1024, false));
  // Scores in fp32 and probabilities in bf16 of 4 heads and 32 layers.
  EXPECT_DOUBLE_EQ(written(4096, false) - written(4096, true), 32.0 * 4 * 4096 * 4096 * (4 + 2));
}

TEST(DecoderGraph, ReadsEveryWeightOnce) {
  const Machine inf2 = machine("inf2.48xlarge");
  const catalog::Model& llama = model("llama-2-7b");
  const DecoderLayout layout{.tensor_parallel = 8, .batch = 1, .sequence_length = 2048};
  const Parameters parameters = initial_parameters();
  const auto bytes = [&](int positions) {
    return total(decode_graph(inf2, parameters, llama, layout, positions)).work.read_bytes;
  };
  // 32 heads and 11008 columns are divisible by 8, so there is no padding. The cache has 32 layers
  // of keys and values with 4 heads of 128 elements per core.
  const double cache = 32.0 * 2 * 4 * 128 * 2;
  EXPECT_NEAR(bytes(2048) - bytes(1024), 1024 * cache, 1);
  const double weights = llama.active_matrix_parameters() * 2 / 8;
  EXPECT_NEAR(bytes(1024) - 1024 * cache, weights, 1e-3 * weights);
}

TEST(DecoderGraph, CountsTheOperationsOfAPrefill) {
  const Machine trn1 = machine("trn1.32xlarge");
  const catalog::Model& llama = model("llama-2-7b");
  const DecoderLayout layout{.tensor_parallel = 8, .batch = 2, .sequence_length = 1024};
  const StepTotals prefill = total(prefill_graph(trn1, initial_parameters(), llama, layout, 512));
  const double tokens = 2 * 512;
  const double matrices =
      2 * tokens * (llama.attention_parameters() + llama.feed_forward_parameters()) +
      2 * 2 * 32000.0 * 4096;
  const double attention = 4.0 * 2 * 512 * 512 * 32 * 128 * 32;
  EXPECT_NEAR(prefill.work.flops * 8 / (matrices + attention), 1.0, 1e-6);
  EXPECT_EQ(prefill.collectives, 2 * 32 + 2);
}

TEST(DecoderGraph, ExpertsAreReadOneByOneOnlyWhileFew) {
  const Machine trn1 = machine("trn1.32xlarge");
  const catalog::Model& mixtral = model("mixtral-8x7b");
  ASSERT_TRUE(mixtral.moe);
  const auto bytes = [&](int batch) {
    const DecoderLayout layout{.tensor_parallel = 32, .batch = batch, .sequence_length = 1024};
    return total(decode_graph(trn1, initial_parameters(), mixtral, layout, 1024)).work.read_bytes;
  };
  const double expert =
      3.0 * mixtral.hidden * std::ceil(mixtral.moe->expert_ffn / 32.0) * 2 * mixtral.layers;
  const double cache = 2.0 * 1024 * 128 * 2 * mixtral.layers;
  EXPECT_NEAR(bytes(2) - bytes(1) - cache, 2 * expert, 1e-3 * expert);
  EXPECT_NEAR(bytes(8) - bytes(4) - 4 * cache, 0, 1e-3 * expert);  // all eight either way
}

TEST(DecoderGraph, Buckets) {
  EXPECT_EQ(bucket_of(1, 128, 4096), 128);
  EXPECT_EQ(bucket_of(128, 128, 4096), 128);
  EXPECT_EQ(bucket_of(129, 128, 4096), 256);
  EXPECT_EQ(bucket_of(2049, 128, 3072), 3072);
  EXPECT_EQ(bucket_of(50, 128, 100), 100);
}

TEST(EncoderDecoder, CrossesToItsEncoderInEveryLayer) {
  const Machine inf2 = machine("inf2.24xlarge");
  const catalog::Model& t5 = **catalogue().model("t5-3b");
  const DecoderLayout layout{.tensor_parallel = 8, .sequence_length = 128, .encoder_tokens = 256};
  const StepGraph encoder = prefill_graph(inf2, initial_parameters(), t5, layout, 256);
  ASSERT_EQ(encoder.layers.size(), 2u);
  EXPECT_EQ(encoder.layers[0].count, 24);  // the encoder's layers
  EXPECT_EQ(encoder.layers[1].count,
            24);  // keys and values of its output for the layers of the decoder
  EXPECT_EQ(total(encoder).collectives, 1 + 2 * 24);  // with the embedding's
  const StepGraph step = decode_graph(inf2, initial_parameters(), t5, layout, 128);
  const StepTotals totals = total(step);
  EXPECT_EQ(totals.collectives, 1 + 3 * 24 + 1);  // embedding, three a layer, sampling
  // Self-attention reads 128 positions and cross-attention 256, keys and values, of 4 heads.
  DecoderLayout alone = layout;
  alone.encoder_tokens = 0;
  const StepTotals decoder = total(decode_graph(inf2, initial_parameters(), t5, alone, 128));
  const double cross_weights = 2.0 * 1024 * 4 * 128 * 2;
  const double cross_cache = 2.0 * 256 * 4 * 128 * 2;
  EXPECT_DOUBLE_EQ(totals.work.read_bytes - decoder.work.read_bytes,
                   24 * (cross_weights + cross_cache));
}

}  // namespace
}  // namespace nscope::sim
