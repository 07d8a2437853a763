#include "profiler/analysis/metrics/summary.h"

#include "profiler/analysis/metrics/metric_definitions.h"
#include "profiler/analysis/operators/opcode_tables.h"
#include "tests/unit/analysis/run_table.h"
#include "tests/unit/analysis/test_run.h"

#include <cmath>
#include <set>

#include <gtest/gtest.h>

namespace nscope::analysis {
namespace {

double value(const Summary& summary, std::string_view name) {
  const Metric* metric = summary.find(name);
  EXPECT_NE(metric, nullptr) << name;
  return metric == nullptr ? NAN : metric->value;
}

std::string reason(const Summary& summary, std::string_view name) {
  for (const auto& [metric, why] : summary.unavailable) {
    if (metric == name) return why.english();
  }
  return {};
}

/// Two cores with matrix multiplications and their traffic, a transpose, waits and DMA of all
/// kinds.
std::shared_ptr<const Trace> busy_run() {
  TestRun run;
  run.device(2).execution(0, 1000);
  const SliceId matmul = run.instruction(0, Engine::kTensor, "MATMUL", 100, 200);
  run.arg(matmul, key::kElements, 1'000'000);
  run.arg(matmul, key::kInstructionType, "REGULAR");
  const SliceId transpose = run.instruction(0, Engine::kTensor, "MATMUL", 150, 300);
  run.arg(transpose, key::kElements, 500'000);
  run.arg(transpose, key::kInstructionType, "TRANSPOSE");
  run.instruction(0, Engine::kTensor, "EVENT_SEMAPHORE", 300, 900);
  run.instruction(1, Engine::kTensor, "LDWEIGHTS", 250, 350);
  const SliceId copy = run.instruction(1, Engine::kVector, "COPY", 400, 500);
  run.arg(copy, key::kPsumReadBytes, 64);
  run.arg(copy, key::kSbufWriteBytes, 32);
  run.arg(copy, key::kPsumReadSbufWriteBytes, 32);
  const SliceId load = run.instruction(0, Engine::kSync, "DMA_DIRECT2D", 10, 20);
  run.arg(load, key::kHbmReadBytes, 4000);
  run.packet(0, 1, "hardware_dynamic", 3000, 20, 60);
  run.packet(0, 1, "hardware_dynamic", 1000, 50, 80);
  run.packet(0, 2, "software_dynamic", 4000, 60, 100);
  run.packet(0, 14, "instruction", 2000, 500, 510);
  run.packet(1, 14, "instruction", 500, -5, 5);  // in flight at the start
  run.packet(1, 14, "instruction", 500, 600, 610);
  run.out().counter(run.tracks().semaphore(0, 3, "GpSimd"), run.at(5), 1);
  run.out().counter(run.tracks().semaphore(0, 3, "GpSimd"), run.at(2000), 2);
  run.out().counter(run.tracks().events(0), run.at(6), 1);
  return run.finish();
}

TEST(Summary, DoesNotConfuseAGpuWithANeuronCore) {
  TestRun run;
  TraceWriter& out = run.out();
  const TrackId stream =
      out.track({.name = "stream", .kind = TrackKind::kEngine, .slice_kind = SliceKind::kOperator});
  const TrackId copies =
      out.track({.name = "copies", .kind = TrackKind::kDmaQueue, .slice_kind = SliceKind::kDma});
  const TrackId nccl = out.track(
      {.name = "nccl", .kind = TrackKind::kCollective, .slice_kind = SliceKind::kCollective});
  for (const TrackId track : {stream, copies, nccl}) {
    out.slice(track, out.intern("something"), run.at(0), run.at(500));
  }
  const auto trace = run.finish();
  const Summary s = summarize(*trace);
  ASSERT_EQ(s.metrics.size(), 1u);
  EXPECT_EQ(s.metrics[0].name, "total_time");
  for (const auto* name : {"tensor_engine_active_time", "hardware_flops", "hbm_read_bytes",
                           "dma_active_time", "cc_op_count", "total_active_time"}) {
    EXPECT_FALSE(reason(s, name).empty()) << name;
  }
}

TEST(Summary, FollowsTheFormulas) {
  const auto trace = busy_run();
  const Summary s = summarize(*trace);
  EXPECT_DOUBLE_EQ(value(s, "total_time"), 1e-6);
  EXPECT_DOUBLE_EQ(value(s, "neuroncore_cycle_count"), 1200);
  EXPECT_EQ(value(s, "tensor_engine_instruction_count"), 4);
  EXPECT_DOUBLE_EQ(value(s, "tensor_engine_instruction_time"), 350e-9);
  EXPECT_DOUBLE_EQ(value(s, "tensor_engine_active_time"), 250e-9);  // 100..350
  EXPECT_DOUBLE_EQ(value(s, "tensor_engine_active_time_percent"), 0.25);
  EXPECT_EQ(value(s, "gpsimd_engine_instruction_count"), 0);
  EXPECT_EQ(value(s, "matmul_instruction_count"), 2);
  EXPECT_EQ(value(s, "hardware_flops"), 3e6);
  EXPECT_EQ(value(s, "transpose_flops"), 1e6);
  EXPECT_EQ(value(s, "psum_read_sbuf_write_count"), 1);
  const double peak = 2.0 * 128 * 128 * 2.4e9;
  EXPECT_DOUBLE_EQ(value(s, "hfu_estimated_percent"), 3e6 / (1e-6 * peak * 2));
  EXPECT_DOUBLE_EQ(value(s, "mfu_estimated_percent"), 2e6 / (1e-6 * peak * 2));
  EXPECT_DOUBLE_EQ(value(s, "mbu_estimated_percent"), 4000 / (1e-6 * 716e9));
  EXPECT_DOUBLE_EQ(value(s, "mm_arithmetic_intensity"), 500);
  EXPECT_DOUBLE_EQ(value(s, "mfu_max_achievable_estimated_percent"), 1.0);
  EXPECT_DOUBLE_EQ(value(s, "peak_flops_bandwidth_ratio"), peak / 716e9);
  EXPECT_EQ(value(s, "event_count"), 2);
  EXPECT_EQ(value(s, "trace_count"), 2 + 6 + 4);
}

TEST(Summary, CountsDmaByKindWithoutRingsInFlightAtTheStart) {
  const auto trace = busy_run();
  const Summary s = summarize(*trace);
  EXPECT_EQ(value(s, "hardware_dynamic_dma_packet_count"), 2);
  EXPECT_DOUBLE_EQ(value(s, "hardware_dynamic_dma_size_percent"), 0.4);
  EXPECT_DOUBLE_EQ(value(s, "hardware_dynamic_dma_active_time"), 60e-9);
  EXPECT_EQ(value(s, "static_dma_packet_count"), 1);  // the ring of core 1 is excluded
  EXPECT_DOUBLE_EQ(value(s, "dma_active_time"), 90e-9);
  EXPECT_DOUBLE_EQ(value(s, "dma_packet_time"), 120e-9);
  // Kinds overlap between 60 and 80 ns, so the sum of both exceeds their union.
  EXPECT_DOUBLE_EQ(value(s, "dynamic_dma_active_time_percent"), 100.0 / 90.0);
  EXPECT_NE(s.find("dma_active_time")->note.english().find("1 packet"), std::string::npos);
  EXPECT_EQ(value(s, "input_queue_bytes"), 0);
}

TEST(Summary, CoreAndRangeSelect) {
  const auto trace = busy_run();
  const Summary core = summarize(*trace, {.range = {}, .core = 1});
  EXPECT_EQ(value(core, "tensor_engine_instruction_count"), 1);
  EXPECT_EQ(value(core, "hardware_flops"), 0);
  EXPECT_EQ(core.find("mm_arithmetic_intensity"), nullptr);
  EXPECT_DOUBLE_EQ(value(core, "mbu_estimated_percent"), 0.0);
  EXPECT_DOUBLE_EQ(value(core, "total_time"), 1e-6);

  // 140..320 ns contains the whole transpose, 60 % of the first MATMUL, and parts of a wait.
  const Summary range =
      summarize(*trace, {.range = std::pair(TraceTime(140'000), TraceTime(320'000)), .core = {}});
  EXPECT_DOUBLE_EQ(value(range, "total_time"), 180e-9);
  EXPECT_EQ(value(range, "tensor_engine_instruction_count"), 4) << "those that are cut, too";
  EXPECT_DOUBLE_EQ(value(range, "hardware_flops"), 1e6 + 0.6 * 2e6);
  EXPECT_DOUBLE_EQ(value(range, "tensor_engine_active_time_percent"), 1.0);
  EXPECT_EQ(value(range, "dma_active_time"), 0);
}

TEST(Summary, ARangeInsideAnEventIsFullyActiveAndNothingExceedsAHundredPercent) {
  TestRun run;
  run.device(1).execution(0, 1000);
  const SliceId matmul = run.instruction(0, Engine::kTensor, "MATMUL", 0, 1000);
  run.arg(matmul, key::kElements, 1'000'000);
  run.property(property::kInputBytes, 1e9).property(property::kWeightBytes, 1e9);
  const auto trace = run.finish();
  const Summary range =
      summarize(*trace, {.range = std::pair(run.at(400), run.at(410)), .core = {}});
  EXPECT_DOUBLE_EQ(value(range, "tensor_engine_active_time_percent"), 1.0);
  EXPECT_DOUBLE_EQ(value(range, "hardware_flops"), 2e6 / 100.0);
  EXPECT_DOUBLE_EQ(value(range, "hfu_estimated_percent"),
                   value(summarize(*trace), "hfu_estimated_percent"))
      << "the same load in every part of one event";
  EXPECT_EQ(range.find("mbu_min_read_util_percent"), nullptr)
      << "a range does not read all weights";
}

TEST(Opcodes, AWaitThatIsLeftFromAnEarlierInstructionIsLimited) {
  TestRun run;
  run.device(1);
  run.instruction(0, Engine::kTensor, "MATMUL", 100, 200, 5'000);
  run.instruction(0, Engine::kTensor, "MATMUL", 230, 300, 29'900);
  const auto trace = run.finish();
  TaskControl control;
  const auto table = run_analysis(kOpcodeAnalysis, *trace, {}, control);
  ASSERT_TRUE(table.has_value());
  EXPECT_DOUBLE_EQ(NamedTable{*table}.number(0, "wait_ns"), 100.0 + 30.0)
      << "not longer than the time since the start, or since the instruction before";
  EXPECT_EQ(table->notes().size(), 1u);
}

TEST(Summary, WeighsFlopsByTheOperandsType) {
  const auto with_operands = [](std::string_view first, std::string_view second) {
    TestRun run;
    run.device(1).execution(0, 1000);
    const SliceId matmul = run.instruction(0, Engine::kTensor, "MATMUL", 0, 100);
    run.arg(matmul, key::kElements, 1000);
    run.arg(matmul, key::kOperands, first);
    const SliceId transpose = run.instruction(0, Engine::kTensor, "MATMUL", 100, 200);
    run.arg(transpose, key::kElements, 100);
    run.arg(transpose, key::kInstructionType, "TRANSPOSE");
    run.arg(transpose, key::kOperands, second);
    return run.finish();
  };
  const Summary s = summarize(*with_operands("src=bfloat16@0x0[1][2]", "src=fp32@0x0[1][2]"));
  EXPECT_EQ(value(s, "adjusted_hardware_flops"), 2000 + 800);
  EXPECT_EQ(value(s, "adjusted_transpose_flops"), 800);
  const Summary unknown = summarize(*with_operands("src=bfloat16@0x0[1][2]", "src=?@0x0"));
  EXPECT_EQ(unknown.find("adjusted_hardware_flops"), nullptr);
  EXPECT_EQ(reason(unknown, "adjusted_transpose_flops"),
            "the operand type of 1 multiplication is unknown");
}

TEST(Summary, MeasuresTheTimeOfWorkInEachExecution) {
  TestRun run(1000, 2000);
  run.device(1).execution(0, 1000).execution(1500, 2000);
  run.instruction(0, Engine::kTensor, "NOP", 0, 50);
  run.packet(0, 1, "hardware_dynamic", 64, 100, 200);
  run.instruction(0, Engine::kTensor, "MATMUL", 300, 400);
  run.instruction(0, Engine::kTensor, "DRAIN", 500, 900);
  run.instruction(0, Engine::kVector, "COPY", 1600, 1700);
  EXPECT_DOUBLE_EQ(value(summarize(*run.finish()), "total_exec_time"), (300 + 100) * 1e-9);

  TestRun setup;
  setup.instruction(0, Engine::kTensor, "NOP", 0, 50);
  EXPECT_FALSE(reason(summarize(*setup.finish()), "total_exec_time").empty());
}

TEST(Summary, AddsUpSpillsAndTransfersWhereTheyAreStated) {
  TestRun run;
  run.device(1).execution(0, 1000);
  const SliceId save = run.instruction(0, Engine::kSync, "DMA_DIRECT2D", 0, 10);
  EXPECT_TRUE(save.valid());
  run.arg(save, key::kSpillSaveBytes, 300);
  const SliceId reload = run.instruction(0, Engine::kSync, "DMA_DIRECT2D", 20, 30);
  run.arg(reload, key::kSpillReloadBytes, 200);
  const TrackId transfers = run.out().track(
      {.name = "DMA transfers", .kind = TrackKind::kOther, .engine = Engine::kDma, .core = 0});
  for (const int begin : {100, 300}) {
    const SliceId transfer =
        run.out().slice(transfers, run.out().intern("x"), run.at(begin), run.at(50));
    run.arg(transfer, key::kTransferSize, 1000);
  }
  const Summary s = summarize(*run.finish());
  EXPECT_EQ(value(s, "spill_save_bytes"), 300);
  EXPECT_EQ(value(s, "spill_reload_bytes"), 200);
  EXPECT_EQ(value(s, "dma_transfer_count"), 2);
  EXPECT_EQ(value(s, "dma_transfer_total_bytes"), 2000);
  EXPECT_EQ(value(s, "dma_transfer_average_bytes"), 1000);
  EXPECT_DOUBLE_EQ(value(s, "dma_transfer_time"), 100e-9);
  const Summary without = summarize(*busy_run());
  EXPECT_FALSE(reason(without, "spill_save_bytes").empty());
  EXPECT_FALSE(reason(without, "dma_transfer_count").empty());
  EXPECT_FALSE(reason(without, "total_row_count").empty());
}

TEST(Summary, TimeBetweenExecutionsDoesNotCount) {
  TestRun run(1000, 1000);
  run.device(1).execution(0, 100).execution(900, 1000);
  run.instruction(0, Engine::kScalar, "ACTIVATE", 10, 60);
  run.instruction(0, Engine::kScalar, "ACTIVATE", 400, 500);
  run.instruction(0, Engine::kScalar, "ACTIVATE", 910, 960);
  const auto trace = run.finish();
  const Summary s = summarize(*trace);
  EXPECT_DOUBLE_EQ(value(s, "total_time"), 200e-9);
  EXPECT_EQ(value(s, "scalar_engine_instruction_count"), 2);
  EXPECT_DOUBLE_EQ(value(s, "scalar_engine_active_time_percent"), 0.5);
  EXPECT_DOUBLE_EQ(value(s, "activate_instruction_time"), 100e-9);
}

TEST(Summary, UnknownIsNotZero) {
  TestRun empty;
  const auto trace = empty.finish();
  const Summary s = summarize(*trace);
  for (const std::string_view name :
       {"total_time", "tensor_engine_active_time", "hardware_flops", "dma_active_time",
        "event_count", "cc_op_count", "mfu_estimated_percent", "weight_size_bytes"}) {
    EXPECT_EQ(s.find(name), nullptr) << name;
    EXPECT_FALSE(reason(s, name).empty()) << name;
  }

  TestRun no_device;
  no_device.instruction(0, Engine::kTensor, "MATMUL", 1, 2);
  const auto other = no_device.finish();
  const Summary without = summarize(*other);
  EXPECT_EQ(value(without, "tensor_engine_instruction_count"), 1);
  EXPECT_EQ(reason(without, "hfu_estimated_percent"), "the size and clock of TensorE are unknown");
  EXPECT_EQ(reason(without, "mbu_estimated_percent"), "the HBM bandwidth is unknown");
  EXPECT_EQ(reason(without, "neuroncore_cycle_count"), "the engine clock is unknown");
}

TEST(Summary, UndecodedCollectivesAreUnavailable) {
  TestRun run;
  run.instruction(0, Engine::kTensor, "MATMUL", 1, 2);
  run.out().diagnose("collective_trace_not_decoded", Severity::kWarning, tr("x"), 5);
  const auto trace = run.finish();
  const Summary s = summarize(*trace);
  EXPECT_EQ(s.find("cc_op_count"), nullptr);
  EXPECT_NE(reason(s, "cc_op_count").find("does not read"), std::string::npos);
}

TEST(Summary, WholeNanosecondsMakeTimesApproximate) {
  TestRun run(1);
  run.device(1);
  const SliceId matmul = run.instruction(0, Engine::kTensor, "MATMUL", 1, 2);
  run.arg(matmul, key::kElements, 10);
  const auto trace = run.finish();
  const Summary s = summarize(*trace);
  EXPECT_EQ(s.find("total_time")->provenance, Provenance::kApproximate);
  EXPECT_FALSE(s.find("total_time")->note.empty());
  EXPECT_EQ(s.find("hardware_flops")->provenance, Provenance::kMeasured);
}

TEST(Summary, SimulatedRunsHaveSimulatedMetrics) {
  TestRun run(1);
  run.device(1).property(property::kProvenance, std::string("simulated"));
  const SliceId op =
      run.out().slice(run.tracks().engine(0, Engine::kTensor, false, SliceKind::kOperator),
                      run.out().intern("qkv_proj"), run.at(0), run.at(500));
  run.arg(op, key::kFlops, 5'000'000);
  run.arg(op, key::kHbmReadBytes, 10'000);
  run.out().metric({.name = "tpot_p50",
                    .value = 0.02,
                    .unit = "s",
                    .provenance = Provenance::kSimulated,
                    .low = 0.018,
                    .high = 0.022});
  const auto trace = run.finish();
  const Summary s = summarize(*trace);
  EXPECT_EQ(s.find("total_time")->provenance, Provenance::kSimulated);
  EXPECT_DOUBLE_EQ(value(s, "tensor_engine_active_time_percent"), 0.5);
  EXPECT_EQ(value(s, "hardware_flops"), 5e6);
  EXPECT_DOUBLE_EQ(value(s, "mm_arithmetic_intensity"), 500);
  EXPECT_EQ(s.find("tensor_engine_instruction_count"), nullptr);
  EXPECT_EQ(s.find("model_flops"), nullptr);
  EXPECT_EQ(value(s, "tpot_p50"), 0.02);

  const Json json = summary_json(s);
  EXPECT_EQ(json.at("schema"), "nscope.summary/1");
  EXPECT_EQ(json.at("metrics").at("tpot_p50").at("low"), 0.018);
  EXPECT_EQ(json.at("metrics").at("tpot_p50").at("provenance"), "simulated");
  EXPECT_TRUE(json.at("unavailable").contains("model_flops"));
  const Summary range = summarize(*trace, {.range = std::pair(run.at(0), run.at(100)), .core = {}});
  EXPECT_EQ(reason(range, "tpot_p50"), "stated only for the whole run");
}

TEST(Summary, ImportedMetricsTakePrecedenceOnlyOnRequest) {
  TestRun run;
  run.device(1);
  run.instruction(0, Engine::kTensor, "MATMUL", 0, 100);
  run.out().metric(
      {.name = "total_time", .value = 42.0, .unit = "s", .provenance = Provenance::kImported});
  const auto trace = run.finish();
  EXPECT_EQ(value(summarize(*trace), "total_time"), 42.0);
  SummaryOptions recompute;
  recompute.use_imported = false;
  EXPECT_DOUBLE_EQ(value(summarize(*trace, recompute), "total_time"), 1e-6);
  SummaryOptions part;
  part.core = 0;
  EXPECT_DOUBLE_EQ(value(summarize(*trace, part), "total_time"), 1e-6);
}

TEST(Summary, ThrottlingIsRelativeToTheLastInstruction) {
  TestRun run;
  run.instruction(0, Engine::kTensor, "MATMUL", 0, 800);
  const auto limit = [&](std::int64_t begin, std::int64_t end, std::int64_t type, std::int64_t k) {
    const SliceId slice = run.out().slice(run.tracks().throttle(0), run.out().intern("limit"),
                                          run.at(begin), run.at(end - begin));
    run.arg(slice, key::kThrottleType, type);
    run.arg(slice, key::kThrottleK, k);
    run.arg(slice, key::kThrottleN, 8);
  };
  limit(-100, 200, 1, 4);
  limit(200, 600, 0, 8);
  limit(600, 800, 1, 2);
  const auto trace = run.finish();
  const Summary s = summarize(*trace);
  EXPECT_DOUBLE_EQ(value(s, "throttle_activity_1_active_time_nc0_percent"), 0.5);
  EXPECT_DOUBLE_EQ(value(s, "throttle_activity_1_avg_util_limit_nc0_percent"), 150.0 / 400.0);
  EXPECT_DOUBLE_EQ(value(s, "throttle_active_nc0_time_ns"), 400);
  EXPECT_DOUBLE_EQ(value(s, "throttle_avg_util_limit_nc0_percent"), 550.0 / 800.0);
}

TEST(MetricDefinitions, AreCompleteAndFindFamilies) {
  std::set<std::string_view> names;
  for (const MetricDefinition& d : metric_definitions()) {
    EXPECT_TRUE(names.insert(d.name).second) << d.name;
    EXPECT_FALSE(d.group.english.empty() || d.definition.english.empty() ||
                 d.formula.english.empty())
        << d.name;
    EXPECT_TRUE(d.definition.english.ends_with('.')) << d.name;
  }
  ASSERT_NE(find_metric_definition("gpsimd_engine_active_time_percent"), nullptr);
  EXPECT_EQ(find_metric_definition("gpsimd_engine_active_time_percent")->name,
            "*_engine_active_time_percent");
  EXPECT_EQ(find_metric_definition("throttle_activity_3_avg_util_limit_nc12_percent")->name,
            "throttle_activity_*_avg_util_limit_*_percent");
  EXPECT_EQ(find_metric_definition("dma_active_time")->name, "dma_active_time");
  EXPECT_EQ(find_metric_definition("static_dma_active_time")->unit, "s");
  EXPECT_EQ(find_metric_definition("nonsense"), nullptr);
  EXPECT_EQ(find_metric_definition("_engine_active_time"), nullptr);
}

}  // namespace
}  // namespace nscope::analysis
