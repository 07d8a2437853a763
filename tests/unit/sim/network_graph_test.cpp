#include "simcore/engine/network_graph.h"

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

/// Engine times as the issue intervals are, without fitted or assumed factors.
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

/// The graph does the work that the catalogue counts, whatever the network.
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
    const StepTotals totals = total(graph, {.engines = 2, .prefetch = 2});
    EXPECT_NEAR(totals.work.flops / (2.0 * kBatch * macs_of(network, kSize, kSize)), 1.0, 1e-9)
        << name;
    EXPECT_GE(totals.work.read_bytes, 2.0 * parameters_of(network)) << name;
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

}  // namespace
}  // namespace nscope::sim
