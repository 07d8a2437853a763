#include "profiler/analysis/metrics/flop_weight.h"
#include "profiler/analysis/operators/exposure_sweep.h"
#include "profiler/analysis/operators/format_roofs.h"
#include "tests/unit/analysis/run_table.h"
#include "tests/unit/analysis/test_run.h"

#include <random>
#include <vector>

#include <gtest/gtest.h>

namespace nscope::analysis {
namespace {

TEST(ExposureSweep, EqualsCountingEveryTick) {
  std::mt19937 random(5);
  constexpr std::size_t kOwners = 4;
  for (int round = 0; round < 100; ++round) {
    ExposureSweep sweep;
    std::vector<std::vector<int>> under_way(kOwners, std::vector<int>(600));
    std::int64_t begin = 0;
    for (int i = 0; i < 60; ++i) {
      begin += static_cast<std::int64_t>(random() % 9);
      const auto end = begin + static_cast<std::int64_t>(random() % 20);
      const std::size_t owner = random() % kOwners;
      sweep.start(owner, begin, end);
      for (auto t = begin; t < end; ++t) ++under_way[owner][static_cast<std::size_t>(t)];
    }
    sweep.finish();
    for (std::size_t owner = 0; owner < sweep.times().size(); ++owner) {
      std::int64_t active = 0;
      std::int64_t alone = 0;
      for (std::size_t t = 0; t < 600; ++t) {
        if (under_way[owner][t] == 0) continue;
        ++active;
        bool others = false;
        for (std::size_t o = 0; o < kOwners; ++o) others |= o != owner && under_way[o][t] > 0;
        alone += others ? 0 : 1;
      }
      ASSERT_EQ(sweep.times()[owner].active, active);
      ASSERT_EQ(sweep.times()[owner].alone, alone);
    }
  }
}

/// Two HLO operators on one core of trn2. "dot" loads 3580 B (10 ns at 358 GB/s) with a DMA
/// instruction 0..10 whose packet runs 20..60, and multiplies 100..200. "add" runs on VectorE
/// 150..250. A packet 300..400 does not belong to an operator.
std::shared_ptr<const Trace> named_run() {
  TestRun run;
  run.device(1).execution(0, 1000);
  const SliceId load = run.instruction(0, Engine::kSync, "DMA_DIRECT2D", 0, 10);
  run.arg(load, key::kHloName, "dot");
  run.arg(load, key::kHbmReadBytes, 3580);
  const SliceId matmul = run.instruction(0, Engine::kTensor, "MATMUL", 100, 200);
  run.arg(matmul, key::kHloName, "dot");
  run.arg(matmul, key::kElements, 786432);  // 20 ns at 78.6432 TFLOP/s
  run.arg(matmul, key::kOperands, "src=bfloat16@0x0[1][512] 128*128");
  const SliceId add = run.instruction(0, Engine::kVector, "TENSOR_TENSOR", 150, 250);
  run.arg(add, key::kHloName, "add");
  run.arg(add, key::kSourceLocation, "model.py:7");
  run.instruction(0, Engine::kVector, "EVENT_SEMAPHORE", 400, 900);
  const SliceId packet = run.packet(0, 1, "hardware_dynamic", 3580, 20, 60);
  run.packet(0, 2, "instruction", 64, 300, 400);
  run.out().flow(load, packet, run.out().intern(flow_kind::kDmaTrigger));
  return run.finish();
}

TEST(Operators, AddsUpTimeWorkAndExposure) {
  const NamedTable table = run_table("operators", *named_run());
  ASSERT_EQ(table.rows(), 3u);
  const std::size_t dot = table.row({{"operator", "dot"}});
  EXPECT_EQ(table.number(dot, "count"), 2);
  EXPECT_EQ(table.number(dot, "active_ns"), 150);  // 0..10, 20..60, 100..200
  EXPECT_DOUBLE_EQ(table.number(dot, "share"), 0.15);
  EXPECT_EQ(table.number(dot, "exposed_ns"), 100);
  EXPECT_EQ(table.number(dot, "tensor_ns"), 100);
  EXPECT_EQ(table.number(dot, "sync_ns"), 10);
  EXPECT_EQ(table.number(dot, "dma_ns"), 40);
  EXPECT_EQ(table.number(dot, "flops"), 1572864);
  EXPECT_EQ(table.number(dot, "hbm_bytes"), 3580);
  EXPECT_DOUBLE_EQ(table.number(dot, "flops_per_s"), 1572864 / 150e-9);
  EXPECT_DOUBLE_EQ(table.number(dot, "mfu"), 20.0 / 150.0);
  EXPECT_DOUBLE_EQ(table.number(dot, "bytes_per_s"), 3580 / 150e-9);
  const std::size_t add = table.row({{"operator", "add"}});
  EXPECT_EQ(table.number(add, "exposed_ns"), 50);
  EXPECT_TRUE(table.missing(add, "flops"));
  const std::size_t unnamed = table.row({{"operator", "(not named)"}});
  EXPECT_EQ(table.number(unnamed, "dma_ns"), 100);
  EXPECT_EQ(table.number(unnamed, "count"), 0);
  EXPECT_TRUE(table.has_note("grouped by 'hlo'"));
  EXPECT_TRUE(table.has_note("1 of 2 DMA packets"));
}

TEST(Operators, GroupsByTheRequestedName) {
  const NamedTable opcodes = run_table("operators", *named_run(), {{"by", "name"}});
  EXPECT_EQ(opcodes.number(opcodes.row({{"operator", "MATMUL"}}), "tensor_ns"), 100);
  EXPECT_EQ(opcodes.number(opcodes.row({{"operator", "DMA_DIRECT2D"}}), "dma_ns"), 40);
  const NamedTable layers = run_table("operators", *named_run(), {{"by", "layer"}});
  EXPECT_EQ(layers.rows(), 0u);
  EXPECT_TRUE(layers.has_note("'layer'"));
  const NamedTable sources = run_table("operators", *named_run(), {{"by", "source"}});
  EXPECT_EQ(sources.number(sources.row({{"operator", "model.py:7"}}), "vector_ns"), 100);
  const NamedTable few = run_table("operators", *named_run(), {{"rows", "1"}});
  EXPECT_EQ(few.rows(), 1u);
  EXPECT_TRUE(few.has_note("2 more"));
}

TEST(Operators, KnowsSimulatedOperatorsAndGpuKernels) {
  TestRun run;
  run.device(1);
  TraceWriter& out = run.out();
  const TrackId tensor = run.tracks().engine(0, Engine::kTensor, true, SliceKind::kOperator);
  const SliceId gemm = out.slice(tensor, out.intern("ffn_up"), run.at(0), run.at(100));
  out.arg(gemm, out.intern(key::kFlops), 1000.0);
  out.slice(run.tracks().dma(0), out.intern("ffn_up"), run.at(50), run.at(100));
  out.slice(run.tracks().collectives(0), out.intern("all_reduce"), run.at(150), run.at(50));
  const TrackId gpu = out.track({.name = "GPU 0"});
  const TrackId stream = out.track({.name = "stream 7",
                                    .kind = TrackKind::kEngine,
                                    .parent = gpu,
                                    .slice_kind = SliceKind::kOperator});
  out.slice(stream, out.intern("gemm_kernel"), run.at(0), run.at(300));
  const NamedTable table = run_table("operators", *run.finish());
  const std::size_t up = table.row({{"operator", "ffn_up"}});
  EXPECT_EQ(table.number(up, "active_ns"), 150);
  EXPECT_EQ(table.number(up, "exposed_ns"), 150);  // the GPU is a separate place
  EXPECT_EQ(table.number(up, "dma_ns"), 100);
  EXPECT_EQ(table.number(up, "flops"), 1000);
  EXPECT_EQ(table.number(table.row({{"operator", "all_reduce"}}), "cc_ns"), 50);
  EXPECT_EQ(table.number(table.row({{"operator", "gemm_kernel"}}), "other_ns"), 300);
}

TEST(Roofline, PlacesOperatorsBelowTheRoof) {
  const NamedTable table = run_table("roofline", *named_run());
  ASSERT_EQ(table.rows(), 1u);  // only "dot" states FLOPs and bytes
  EXPECT_EQ(table.text(0, "operator"), "dot");
  EXPECT_DOUBLE_EQ(table.number(0, "intensity"), 1572864.0 / 3580.0);
  EXPECT_EQ(table.text(0, "bound"), "compute");
  EXPECT_DOUBLE_EQ(table.number(0, "roof_flops_per_s"), 2.0 * 128 * 128 * 2.4e9);
  EXPECT_DOUBLE_EQ(table.number(0, "roof_share"), 20.0 / 150.0);
  EXPECT_NEAR(table.number(0, "saved_ns"), 130.0, 1e-9);
  EXPECT_EQ(table.at(0, "above_roof"), Cell(false));
  EXPECT_TRUE(table.has_note("78.6\u202fTFLOP/s and 358\u202fGB/s"));
}

TEST(Roofline, FlagsOperatorsAboveTheRoof) {
  TestRun run;
  run.device(1).execution(0, 1000);
  const SliceId load = run.instruction(0, Engine::kSync, "DMA_DIRECT2D", 0, 10);
  run.arg(load, key::kHbmReadBytes, 35800);  // 100 ns at the roof
  run.packet(0, 1, "hardware_dynamic", 35800, 20, 220);
  const auto trace = run.finish();
  const NamedTable table = run_table("roofline", *trace);
  ASSERT_EQ(table.rows(), 1u);
  EXPECT_EQ(table.text(0, "bound"), "memory");
  EXPECT_EQ(table.at(0, "above_roof"), Cell(true));
  EXPECT_DOUBLE_EQ(table.number(0, "roof_share"), 10.0);
  EXPECT_NEAR(table.number(0, "saved_ns"), -90.0, 1e-9);
  EXPECT_TRUE(table.has_note("triggered the DMA packets"));
}

TEST(Roofline, NeedsADevice) {
  TestRun run;
  run.instruction(0, Engine::kTensor, "MATMUL", 0, 10);
  const NamedTable table = run_table("roofline", *run.finish());
  EXPECT_EQ(table.rows(), 0u);
  EXPECT_TRUE(table.has_note("the size and clock of TensorE"));
}

TEST(FormatRoofs, AreThePeaksOfTheTypesThatAreMultiplied) {
  TestRun run;
  run.device(1).property(property::kGeneration, std::string("v3")).execution(0, 1000);
  const auto multiply = [&](std::string_view operands, int begin) {
    const SliceId slice = run.instruction(0, Engine::kTensor, "MATMUL", begin, begin + 100);
    run.arg(slice, key::kElements, std::int64_t{1000});
    if (!operands.empty()) run.arg(slice, key::kOperands, operands);
  };
  multiply("src=bf16@0x100[1,0,0]", 0);
  multiply("src=fp8e4@0x100[1,0,0]", 100);
  multiply("src=fp32@0x100[1,0,0]", 200);
  multiply("src=fp32@0x100[1,0,0]", 300);
  multiply("", 400);
  const auto trace = run.finish();
  TaskControl control;
  const CoreRoof roof{.flops = 100.0, .bytes = 1.0};
  const auto all = format_roofs(*trace, Scope(*trace, {}), roof, control);
  ASSERT_TRUE(all);
  ASSERT_EQ(all->size(), 4u);
  EXPECT_EQ((*all)[0].type, "fp8e4");
  EXPECT_EQ((*all)[0].flops_per_s, 200.0);
  EXPECT_EQ((*all)[1].type, "bf16");
  EXPECT_EQ((*all)[1].flops_per_s, 100.0);
  EXPECT_EQ((*all)[2].type, "fp32");
  EXPECT_EQ((*all)[2].flops_per_s, 50.0);
  EXPECT_EQ((*all)[2].flops, 4000.0);
  EXPECT_FALSE((*all)[3].flops_per_s) << "the type is not stated";
  const SummaryOptions half{.range = {{TraceTime(0), TraceTime(50'000)}}, .core = {}};
  const auto part = format_roofs(*trace, Scope(*trace, half), roof, control);
  ASSERT_EQ(part->size(), 1u);
  EXPECT_EQ((*part)[0].flops, 1000.0);
}

TEST(Roofline, NamesOperatorsWithoutFlopsAndBytes) {
  TestRun run;
  run.device(1).execution(0, 1000);
  run.arg(run.instruction(0, Engine::kTensor, "MATMUL", 0, 100), key::kElements,
          std::int64_t{1000});
  run.instruction(0, Engine::kVector, "COPY", 100, 200);
  EXPECT_TRUE(run_table("roofline", *run.finish())
                  .has_note("1 operator states neither FLOPs nor HBM bytes: COPY."));
}

TEST(FlopWeight, FollowsThePublishedWeights) {
  EXPECT_EQ(flop_weight("bfloat16", "v3"), 1.0);
  EXPECT_EQ(flop_weight("fp32", "v2"), 4.0);
  EXPECT_EQ(flop_weight("fp8e4", "v2"), 1.0);
  EXPECT_EQ(flop_weight("fp8e4", "v3"), 0.5);
  EXPECT_EQ(flop_weight("mxfp4", "v4"), 0.25);
  EXPECT_EQ(flop_weight("mxfp4", "v3"), std::nullopt);
  EXPECT_EQ(flop_weight("complex", "v3"), std::nullopt);
  EXPECT_EQ(operand_type("acc_flags=1 src=fp32@0x36ff8[1,0,0][512,1,1] dst=bf16@0x1"), "fp32");
  EXPECT_EQ(operand_type("src=fp32"), "");
  EXPECT_EQ(operand_type("dst=fp32@0x0"), "");
}

/// Layer 0 from 100 to 500 with "norm" 100..200 and "gemm" 200..450 inside, layer 1
/// from 500 to 600; TensorE busy 150..400, DMA 550..700.
std::shared_ptr<const Trace> layered_run() {
  TestRun run;
  run.execution(0, 1000);
  TraceWriter& out = run.out();
  const TrackId layers = run.tracks().layers(0);
  out.slice(layers, out.intern("layer 0"), run.at(100), run.at(400));
  out.slice(layers, out.intern("norm"), run.at(100), run.at(100));
  out.slice(layers, out.intern("gemm"), run.at(200), run.at(250));
  out.slice(layers, out.intern("layer 1"), run.at(500), run.at(100));
  out.slice(run.tracks().layers(1), out.intern("layer 0"), run.at(100), run.at(300));
  run.instruction(0, Engine::kTensor, "MATMUL", 150, 400);
  run.packet(0, 1, "hardware_dynamic", 64, 550, 700);
  run.instruction(1, Engine::kVector, "COPY", 0, 200);
  return run.finish();
}

TEST(Layers, AddUpWithDepthAndOwnTime) {
  const NamedTable table = run_table("layers", *layered_run());
  ASSERT_EQ(table.rows(), 4u);
  const std::size_t first = table.row({{"layer", "layer 0"}});
  EXPECT_EQ(table.number(first, "count"), 2);
  EXPECT_EQ(table.number(first, "time_ns"), 700);
  EXPECT_EQ(table.number(first, "self_ns"), 350);
  EXPECT_EQ(table.number(first, "tensor_ns"), 250);
  EXPECT_EQ(table.number(first, "vector_ns"), 100);
  EXPECT_EQ(table.number(first, "idle_ns"), 150 + 200);
  EXPECT_EQ(table.number(first, "duration_ns"), 400);
  EXPECT_TRUE(table.missing(first, "parent"));
  const std::size_t gemm = table.row({{"layer", "gemm"}});
  EXPECT_EQ(table.text(gemm, "parent"), "layer 0");
  EXPECT_EQ(table.number(gemm, "depth"), 1);
  EXPECT_EQ(table.number(gemm, "tensor_ns"), 200);
  EXPECT_EQ(table.number(table.row({{"layer", "layer 1"}}), "dma_ns"), 50);
}

TEST(Layers, ListsOccurrencesAndLimitsDepth) {
  const NamedTable each = run_table("layers", *layered_run(), {{"show", "occurrences"}});
  ASSERT_EQ(each.rows(), 5u);
  EXPECT_EQ(each.text(0, "layer"), "layer 0");
  EXPECT_EQ(each.number(0, "self_ns"), 50);
  EXPECT_EQ(each.number(4, "core"), 1);
  const NamedTable flat = run_table("layers", *layered_run(), {{"depth", "0"}});
  EXPECT_EQ(flat.rows(), 2u);
  const NamedTable few =
      run_table("layers", *layered_run(), {{"show", "occurrences"}, {"rows", "2"}});
  EXPECT_EQ(few.rows(), 2u);
  EXPECT_TRUE(few.has_note("3 more"));
  const NamedTable none = run_table("layers", *named_run());
  EXPECT_EQ(none.rows(), 0u);
  EXPECT_TRUE(none.has_note("no layers"));
}

}  // namespace
}  // namespace nscope::analysis
