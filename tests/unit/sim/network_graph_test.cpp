#include "simcore/engine/graph/network_graph.h"

#include "simcore/catalog/catalog.h"
#include "tests/unit/sim/catalogue.h"

#include <algorithm>

#include <gtest/gtest.h>

namespace nscope::sim {
namespace {

using catalog::Block;

Machine machine() {
  return machine_of(catalogue(), **catalogue().instance("inf2.xlarge")).value();
}

/// Engine times are the issue intervals, without fitted or assumed factors.
Parameters plain() {
  Parameters parameters = initial_parameters();
  parameters.engine_stretch = 1;
  parameters.weight_efficiency = 1;
  return parameters;
}

TEST(Convolution, IsOneMatmulPerTap) {
  const Machine inf2 = machine();
  const Parameters parameters = plain();
  const Rates rates{inf2, parameters};
  const Work work = convolution(rates, {.pixels = 1024, .in = 256, .out = 128, .taps = 9});
  EXPECT_DOUBLE_EQ(work[Unit::kTensor], inf2.tensor_seconds(9.0 * 2 * 1 * 1024));
  EXPECT_DOUBLE_EQ(work[Unit::kScalar], inf2.scalar_seconds(1024));
  EXPECT_EQ(work[Unit::kVector], 0);
  EXPECT_EQ(work.read_bytes, 256.0 * 128 * 9 * 2);
  EXPECT_EQ(work.flops, 2.0 * 1024 * 256 * 128 * 9);
}

TEST(Convolution, FirstLayersShareTheArrayInPairsOfTaps) {
  const Machine inf2 = machine();
  const Parameters parameters = plain();
  const Rates rates{inf2, parameters};
  const Work first = convolution(rates, {.pixels = 1024, .in = 3, .out = 64, .taps = 49});
  EXPECT_DOUBLE_EQ(first[Unit::kTensor], inf2.tensor_seconds(25.0 * 1024));
  const Work second = convolution(rates, {.pixels = 1024, .in = 64, .out = 64, .taps = 9});
  EXPECT_DOUBLE_EQ(second[Unit::kTensor], inf2.tensor_seconds(9.0 * 1024));
}

TEST(Convolution, DepthwiseStaysOffTheArray) {
  const Machine inf2 = machine();
  const Parameters parameters = plain();
  const Rates rates{inf2, parameters};
  const Work work =
      convolution(rates, {.pixels = 1024, .in = 256, .out = 256, .taps = 9, .groups = 256});
  EXPECT_EQ(work[Unit::kTensor], 0);
  EXPECT_DOUBLE_EQ(work[Unit::kVector], inf2.vector_seconds(9.0 * 2 * 1024));
  EXPECT_EQ(work.read_bytes, 256.0 * 9 * 2);
  EXPECT_EQ(work.flops, 2.0 * 1024 * 256 * 9);
}

TEST(Convolution, SpilledImagesCostTraffic) {
  const Machine inf2 = machine();
  const Parameters parameters = plain();
  const Rates rates{inf2, parameters};
  const double pixels = 512.0 * 512;
  const Work large = convolution(rates, {.pixels = pixels, .in = 128, .out = 128, .taps = 9});
  EXPECT_EQ(large.read_bytes, 128.0 * 128 * 9 * 2 + pixels * 128 * 2);
  EXPECT_EQ(large.write_bytes, pixels * 128 * 2);
}

/// The graph of every network has the work that the catalogue counts.
TEST(NetworkGraph, ConservesOperationsAndWeights) {
  const Machine inf2 = machine();
  const Parameters parameters = plain();
  const Rates rates{inf2, parameters};
  std::size_t checked = 0;
  const auto check = [&](const catalog::Network& network, std::string_view name) {
    if (network.empty()) return;
    ++checked;
    constexpr int kBatch = 3;
    constexpr int kSize = 256;
    const StepGraph graph =
        network_graph(rates, network, {.batch = kBatch, .height = kSize, .width = kSize});
    const StepTotals totals = total(graph);
    EXPECT_NEAR(totals.work.flops / (2.0 * kBatch * macs_of(network, kSize, kSize)), 1.0, 1e-9)
        << name;
    EXPECT_GE(totals.work.read_bytes, 2.0 * (parameters_of(network) - table_parameters_of(network)))
        << name;
    EXPECT_GT(totals.seconds, totals.work[Unit::kTensor]) << name;
    EXPECT_EQ(totals.collectives, 0);
  };
  for (const catalog::Model& model : catalogue().models()) {
    check(model.network, model.id);
    for (const catalog::ModelPart& part : model.parts) check(part.network, part.name);
  }
  EXPECT_GE(checked, 25u);
}

TEST(NetworkGraph, CrossAttentionReadsItsContext) {
  const Machine inf2 = machine();
  const Parameters parameters = plain();
  const Rates rates{inf2, parameters};
  const catalog::Network network{{.kind = Block::Kind::kTransformer,
                                  .in = 64,
                                  .out = 64,
                                  .rows = 100,
                                  .heads = 2,
                                  .head_dim = 32,
                                  .ffn = 128,
                                  .context_rows = 77,
                                  .context_width = 48}};
  const StepGraph graph = network_graph(rates, network, {.batch = 2});
  ASSERT_EQ(graph.layers.size(), 1u);
  const auto& operators = graph.layers[0].operators;
  const auto cross = std::find_if(operators.begin(), operators.end(), [](const Operator& op) {
    return op.name == "cross_kv_projection";
  });
  ASSERT_NE(cross, operators.end());
  EXPECT_EQ(cross->work.flops, 2.0 * 2 * 77 * 48 * 128);
  EXPECT_EQ(std::count_if(operators.begin(), operators.end(),
                          [](const Operator& op) { return op.name == "attention_scores"; }),
            2);
}

TEST(Gather, ShortRowsTakeAsLongAsADescriptor) {
  const Machine inf2 = machine();
  const Parameters parameters = plain();
  const Rates rates{inf2, parameters};
  const Work narrow = gather(rates, {.rows = 1000, .row_bytes = 32, .width = 16});
  EXPECT_EQ(narrow.read_bytes, 32'000);
  EXPECT_DOUBLE_EQ(narrow[Unit::kDma], inf2.dma_start + 1000 * 2450 / inf2.dma_bandwidth);
  EXPECT_EQ(narrow[Unit::kVector], 0);
  const Work wide = gather(rates, {.rows = 1000, .row_bytes = 8192, .width = 4096, .sums = 900});
  EXPECT_DOUBLE_EQ(wide[Unit::kDma], inf2.dma_start + 1000 * 8192 / inf2.dma_bandwidth);
  EXPECT_DOUBLE_EQ(wide[Unit::kVector], inf2.vector_seconds(std::min(8.0 * 4096, 32.0 * 900)));
}

TEST(NetworkGraph, TablesAreReadByTheRow) {
  const Machine inf2 = machine();
  const Parameters parameters = plain();
  const Rates rates{inf2, parameters};
  const catalog::Network network{
      {.kind = Block::Kind::kEmbedding, .in = 40'000'000, .out = 128, .lookups = 3}};
  EXPECT_EQ(parameters_of(network), 40e6 * 128);
  EXPECT_EQ(table_parameters_of(network), 40e6 * 128);
  EXPECT_EQ(macs_of(network, 1, 1), 0);
  const StepTotals totals = total(network_graph(rates, network, {.batch = 10}));
  EXPECT_EQ(totals.work.read_bytes, 10 * 3 * 256);
  EXPECT_GT(totals.work[Unit::kVector], 0) << "three rows are added up";
}

TEST(NetworkGraph, InteractionMultipliesAllPairs) {
  const Machine inf2 = machine();
  const Parameters parameters = plain();
  const Rates rates{inf2, parameters};
  const catalog::Network network{
      {.kind = Block::Kind::kInteraction, .in = 16, .out = 27, .rows = 27}};
  EXPECT_EQ(macs_of(network, 1, 1), 27.0 * 27 * 16);
  const StepGraph graph = network_graph(rates, network, {.batch = 100});
  const Work work = total(graph).work;
  EXPECT_EQ(work.flops, 2 * 100.0 * 27 * 27 * 16);
  // One product per sample, each at least as long as the issue interval of the array.
  EXPECT_DOUBLE_EQ(work[Unit::kTensor],
                   inf2.tensor_seconds(100 * matmul_sweep_cycles(*inf2.timing, 128, 27, false)));
}

TEST(NetworkGraph, LstmStepsFollowOneAnother) {
  const Machine inf2 = machine();
  const Parameters parameters = plain();
  const Rates rates{inf2, parameters};
  const catalog::Network network{
      {.kind = Block::Kind::kLstm, .in = 64, .out = 512, .rows = 168, .times = 2}};
  EXPECT_EQ(parameters_of(network), 2 * 4.0 * (64 + 512) * 512);
  EXPECT_EQ(macs_of(network, 1, 1), 168 * 2 * 4.0 * (64 + 512) * 512);
  const StepGraph graph = network_graph(rates, network, {.batch = 8});
  ASSERT_EQ(graph.layers.size(), 4u);
  EXPECT_EQ(graph.layers[0].operators.size(), 2u);  // input projection and first step
  EXPECT_EQ(graph.layers[1].count, 167);
  // The recurrent weights fit in SBUF, so they are read once.
  const StepTotals totals = total(graph);
  EXPECT_EQ(totals.work.read_bytes, 2.0 * parameters_of(network));
  // One step: four tiles of 128 rows of weights by 16 columns; five functions; four passes and the
  // sum.
  const Work& step = graph.layers[1].operators[0].work;
  EXPECT_DOUBLE_EQ(step[Unit::kTensor], inf2.tensor_seconds(4 * 16 * 64));
  EXPECT_DOUBLE_EQ(step[Unit::kScalar], inf2.scalar_seconds(128 + 64));
  EXPECT_DOUBLE_EQ(step[Unit::kVector], inf2.vector_seconds(128 + 4 * 64));
  // Twice the number of steps takes twice the time, independent of the batch.
  const catalog::Network longer{
      {.kind = Block::Kind::kLstm, .in = 64, .out = 512, .rows = 336, .times = 2}};
  const double more = total(network_graph(rates, longer, {.batch = 8})).seconds;
  EXPECT_NEAR(more / totals.seconds, 2, 0.05);
}

TEST(NetworkGraph, LstmWeightsBeyondSbufAreReadEachStep) {
  const Machine inf2 = machine();
  const Parameters parameters = plain();
  const Rates rates{inf2, parameters};
  const int hidden = 2048;  // 4 x 2048 x 2048 x 2 B = 32 MiB, more than 24
  const catalog::Network network{{.kind = Block::Kind::kLstm, .in = 64, .out = hidden, .rows = 10}};
  const StepTotals totals = total(network_graph(rates, network, {.batch = 1}));
  EXPECT_EQ(totals.work.read_bytes, 2.0 * 4 * hidden * (64 + 10.0 * hidden));
}

}  // namespace
}  // namespace nscope::sim
