#include "importers/runtime_log/runtime_log.h"

#include "importers/runtime_log/memory_table.h"
#include "importers/runtime_log/runtime_failure.h"
#include "profiler/base/resources.h"
#include "profiler/base/tables/csv.h"
#include "profiler/trace/failure_keys.h"
#include "profiler/trace/vocabulary.h"
#include "tests/unit/importers_tools/compile_log.h"

#include <fmt/format.h>
#include <gmock/gmock.h>

namespace nscope::importers {
namespace {

constexpr double kRuntimeKiB = 1024.0;
constexpr double kRuntimeMiB = 1024.0 * kRuntimeKiB;
constexpr double kRuntimeGiB = 1024.0 * kRuntimeMiB;

Result<std::shared_ptr<const Trace>> read_runtime(std::string_view text) {
  return read_with(read_runtime_log, text);
}

/// A line of the runtime at 18:01 and this second.
std::string runtime_line(std::string_view second, std::string_view place, std::string_view message,
                         std::string_view thread = "3882:3882") {
  return fmt::format("2024-Oct-15 18:01:{}  {}  ERROR  {:40} {}\n", second, thread, place, message);
}
std::string failed_line(std::string_view second, std::string_view size, std::string_view where,
                        std::string_view details = "usage: tensors") {
  return runtime_line(
      second, "TDRV:log_dev_mem",
      fmt::format("Failed to allocate {} ({}) on {}, current utilization:", size, details, where));
}

/// The last value of a use of the memory of a core; -1 if it is not known.
double memory_use(const Trace& trace, std::string_view device, std::string_view core,
                  std::string_view memory, std::string_view name) {
  const auto samples = samples_at(trace, {device, core, memory, name});
  return samples.empty() ? -1.0 : samples.back().second;
}
double memory_use(const Trace& trace, std::string_view name) {
  return memory_use(trace, "Neuron device 0", "NeuronCore 0", "HBM by use", name);
}

std::vector<ShownSlice> failed_allocations(const Trace& trace) {
  std::vector<ShownSlice> result;
  for (const ShownSlice& slice : slices_of(trace)) {
    if (slice.track == "Failed allocations") result.push_back(slice);
  }
  return result;
}

const std::string kMemoryReport =
    runtime_line("17.728750", "TDRV:dmem_alloc_internal",
                 "Failed to alloc DEVICE memory: 180355072") +
    runtime_line("18.343121", "TDRV:dml_dump", "Wrote nrt memory alloc debug info to /tmp/x.csv") +
    failed_line("18.347720", "172.000MB", "ND 0:NC 0") +
    "\t* total: 15.855GB\n\t* tensors: 15.855GB\n\t* runtime: 1.062KB\n\t* dma rings: "
    "32.000KB\n\n" +
    runtime_line("18.356933", "TDRV:tensor_allocate",
                 "Failed to allocate 180355072 bytes on DEVICE for tensor weight_7.");

TEST(RuntimeLog, AReportIsAMemoryBreakdownOfTheCore) {
  const auto trace = read_runtime(kMemoryReport);
  ASSERT_TRUE(trace) << to_string(trace.error());
  EXPECT_EQ(memory_use(**trace, "Total"), 15.855 * kRuntimeGiB);
  EXPECT_EQ(memory_use(**trace, "Tensors"), 15.855 * kRuntimeGiB);
  EXPECT_EQ(memory_use(**trace, "Runtime"), 1.062 * kRuntimeKiB);
  EXPECT_EQ(memory_use(**trace, "DMA rings"), 32.0 * kRuntimeKiB);
  const Track* const tensors =
      track_at(**trace, {"Neuron device 0", "NeuronCore 0", "HBM by use", "Tensors"});
  ASSERT_NE(tensors, nullptr);
  EXPECT_EQ(tensors->core, 0);
  EXPECT_EQ((*trace)->text(tensors->unit), "B");
  ASSERT_EQ(failed_allocations(**trace).size(), 1u) << "four messages about one allocation";
  const SliceId failed = failed_allocations(**trace)[0].id;
  EXPECT_EQ(arg_text(**trace, failed, key::kRequestedBytes), "180355072");
  EXPECT_EQ(arg_text(**trace, failed, key::kMemoryUse), "tensors");
  EXPECT_EQ(arg_text(**trace, failed, key::kTensorName), "weight_7");
  EXPECT_EQ(metric_value(**trace, "out_of_memory.largest_request"), 180355072.0);
  EXPECT_EQ(diagnostic_count(**trace, "out_of_memory"), 1);
  EXPECT_THAT(find_diagnostic(**trace, "out_of_memory")->example.english(),
              ::testing::HasSubstr("ND 0: NC 0"));
  EXPECT_EQ((*trace)->property_text(property::kClock), "local");
}

TEST(RuntimeLog, OldTimesAreMilliseconds) {
  const auto trace = read_runtime(
      "2023-Oct-02 08:17:45.0945  4703:4866  ERROR  TDRV:log_dev_mem   Failed to allocate 13.107MB "
      "(usage: dma rings) on ND 0:NC 1, current utilization:\n"
      "        * total: 15.970GB\n        * model code: 233.719MB\n"
      "        * shared scratchpad: 512.000MB\n        * collectives: 518.002MB\n"
      "2023-Oct-02 08:17:46.0957  4703:4866  ERROR  TDRV:log_dev_mem   Failed to allocate 14.000MB "
      "(usage: dma rings) on ND 0:NC 1, current utilization:\n"
      "        * total: 15.980GB\n");
  ASSERT_TRUE(trace);
  const auto total =
      samples_at(**trace, {"Neuron device 0", "NeuronCore 1", "HBM by use", "Total"});
  ASSERT_EQ(total.size(), 2u);
  EXPECT_EQ(total[1].first - total[0].first, 1'012 * kMs);
  EXPECT_EQ(
      memory_use(**trace, "Neuron device 0", "NeuronCore 1", "HBM by use", "Shared scratchpad"),
      512.0 * kRuntimeMiB);
  EXPECT_EQ(failed_allocations(**trace).size(), 2u);
}

TEST(RuntimeLog, AClockThatWasSetBackIsCountedAndTheWindowContainsAllMessages) {
  const auto log = [](std::initializer_list<const char*> times) {
    std::string text;
    for (const char* time : times) {
      text += fmt::format("2026-Jan-05 {}.000000 12:12 ERROR  NRT:nrt_load   failed\n", time);
    }
    return text;
  };
  const auto back = read_runtime(log({"10:10:01", "10:10:02", "10:03:01", "10:03:02"}));
  ASSERT_TRUE(back);
  EXPECT_EQ(diagnostic_count(**back, "time_goes_back"), 1);
  EXPECT_EQ((*back)->time_base().window_begin.value(), -420'000'000'000);
  EXPECT_EQ((*back)->time_base().window_end.value(), 1'000'000'000);
  const auto mixed = read_runtime(log({"10:10:01", "10:10:03", "10:10:02"}));
  ASSERT_TRUE(mixed);
  EXPECT_EQ(diagnostic_count(**mixed, "time_goes_back"), 0) << "processes that write at once";
}

TEST(RuntimeLog, CoresOfSeveralDevices) {
  const auto trace = read_runtime(failed_line("18.1", "43.325MB", "ND 3:NC 0", "usage: dma rings") +
                                  "\t* total: 15.972GB\n\t* tensors: 13.170GB\n\n" +
                                  failed_line("18.2", "512.000MB", "ND14:NC 6",
                                              "alignment: 4.000MB, usage: shared scratchpad") +
                                  "\t* total: 11.000GB\n");
  ASSERT_TRUE(trace);
  EXPECT_EQ(memory_use(**trace, "Neuron device 3", "NeuronCore 0", "HBM by use", "Tensors"),
            13.170 * kRuntimeGiB);
  EXPECT_EQ(memory_use(**trace, "Neuron device 14", "NeuronCore 6", "HBM by use", "Total"),
            11.0 * kRuntimeGiB);
  EXPECT_EQ(track_at(**trace, {"Neuron device 3", "NeuronCore 0"})->core, -1)
      << "core 0 of device 3 is not core 0 of the instance";
  ASSERT_EQ(failed_allocations(**trace).size(), 2u);
  EXPECT_EQ(arg_text(**trace, failed_allocations(**trace)[1].id, key::kAlignment), "4.000MB");
  EXPECT_EQ(arg_text(**trace, failed_allocations(**trace)[1].id, key::kMemoryUse),
            "shared scratchpad");
}

const std::string kMemoryTable =
    "              |          |  Model   |  Shared  |          |DMA Rings |DMA Rings | Profiler |\n"
    "              |  TOTAL   |   Code   |Scratchpad| Tensors  | Runtime  |    IO    | Buffers  |\n"
    "ND 0 Overall  | 20.188GB |192.102MB |  0.000B  | 20.000GB | 68.000KB |179.000KB |  0.000B  |\n"
    "\\_NC 4        | 20.094GB | 96.065MB |  0.000B  | 20.000GB | 36.000KB |118.000KB |  0.000B  "
    "|\n"
    "  \\_NEFF 1001 |263.906KB | 28.562KB |   n/a    |   n/a    | 4.000KB  | 57.000KB |   n/a    "
    "|\n"
    "\\_NC 5        | 96.285MB | 96.037MB |  0.000B  |  0.000B  | 32.000KB | 61.000KB |  0.000B  "
    "|\n"
    "\nNEFF id to name mapping:\n1001: \"1.0.4+df-/local/dense\"\n";

TEST(RuntimeLog, ATableOfCoresAndPrograms) {
  const auto trace = read_runtime(
      runtime_line("33.8", "TDRV:print_lnc_hbm_details",
                   "LNC size is 1. Neuron Cores: NC 4 and NC 5") +
      runtime_line("33.9", "TDRV:log_dev_mem",
                   "Failed to allocate 4.000GB (alignment: none, usage: tensors) on ND 0:NC 4") +
      runtime_line("34.0", "TDRV:log_dev_mem_usage_table",
                   "Displaying Current Memory Utilization:") +
      "(NOTE: the lines are LONG, and NEFF id to name mapping is printed after)\n\n" +
      kMemoryTable);
  ASSERT_TRUE(trace) << to_string(trace.error());
  const auto of = [&](std::string_view core, std::string_view memory, std::string_view name) {
    return memory_use(**trace, "Neuron device 0", core, memory, name);
  };
  EXPECT_EQ(of("NeuronCore 4", "HBM by use", "Total"), 20.094 * kRuntimeGiB);
  EXPECT_EQ(of("NeuronCore 4", "HBM by use", "Model code"), 96.065 * kRuntimeMiB);
  EXPECT_EQ(of("NeuronCore 4", "HBM by use", "DMA rings IO"), 118.0 * kRuntimeKiB);
  EXPECT_EQ(of("NeuronCore 5", "HBM by use", "Tensors"), 0.0) << "stated, so it is known";
  EXPECT_EQ(of("NeuronCore 4", "NEFF 1001 (1.0.4+df-/local/dense) by use", "DMA rings runtime"),
            4.0 * kRuntimeKiB);
  EXPECT_EQ(of("NeuronCore 4", "NEFF 1001 (1.0.4+df-/local/dense) by use", "Tensors"), -1.0)
      << "n/a is not zero";
  const auto device = samples_at(**trace, {"Neuron device 0", "Device memory by use", "Tensors"});
  ASSERT_EQ(device.size(), 1u);
  EXPECT_EQ(device[0].second, 20.0 * kRuntimeGiB);
  ASSERT_EQ(failed_allocations(**trace).size(), 1u);
  EXPECT_EQ(arg_text(**trace, failed_allocations(**trace)[0].id, key::kUsedBytes),
            std::to_string(static_cast<std::int64_t>(20.094 * kRuntimeGiB)));
  EXPECT_EQ(diagnostic_count(**trace, "other_line"), 0)
      << find_diagnostic(**trace, "other_line")->example.english();
}

TEST(RuntimeLog, TheFileThatContainsOnlyTheTable) {
  EXPECT_TRUE(sniff_runtime_log(json_file(kMemoryTable)));
  const auto trace = read_runtime(kMemoryTable);
  ASSERT_TRUE(trace) << to_string(trace.error());
  EXPECT_EQ(memory_use(**trace, "Neuron device 0", "NeuronCore 5", "HBM by use", "Model code"),
            96.037 * kRuntimeMiB);
  EXPECT_TRUE(failed_allocations(**trace).empty());
}

TEST(RuntimeLog, ATableWithOneHeadingAndAnHbm) {
  const auto trace = read_runtime(
      runtime_line(
          "33.9", "TDRV:dmem_alloc_internal",
          "Failed to allocate DEVICE memory (14155776 bytes): memory allocation failed (ret=-12)") +
      runtime_line("33.9", "TDRV:log_dev_mem",
                   "Failed to allocate 13.500MB (alignment: none, usage: tensors) on ND 0:NC 0") +
      "              |  TOTAL   |   Code   | Tensors  |\n"
      "ND 0 HBM 0    | 23.957GB |109.148MB | 22.037GB |\n"
      "  \\_NC 0      | 23.568GB | 62.020MB | 22.037GB |\n");
  ASSERT_TRUE(trace);
  EXPECT_EQ(memory_use(**trace, "Tensors"), 22.037 * kRuntimeGiB);
  const auto hbm = samples_at(**trace, {"Neuron device 0", "HBM 0 by use", "Total"});
  ASSERT_EQ(hbm.size(), 1u);
  EXPECT_EQ(hbm[0].second, 23.957 * kRuntimeGiB);
  ASSERT_EQ(failed_allocations(**trace).size(), 1u);
  EXPECT_EQ(arg_text(**trace, failed_allocations(**trace)[0].id, key::kRequestedBytes), "14155776");
}

TEST(RuntimeLog, TheMemoryOfAProgramThatWasLoaded) {
  const auto trace = read_runtime(
      "2025-May-15 07:41:15.014997 2198754:2198754  INFO  TDRV:dml_log_dev_neff_mem\n"
      "[ND 0:NC 0] Current Usage Total: 96.543MB\n\tshared scratchpad: 0.000B\n"
      "Per NEFF memory usage breakdown for [concat3]:\n\tTotal: 230.562KB\n"
      "\t* model code: 30.562KB\n\t* dma rings io: 61.000KB\n");
  ASSERT_TRUE(trace) << to_string(trace.error());
  EXPECT_EQ(memory_use(**trace, "Total"), 96.543 * kRuntimeMiB);
  EXPECT_EQ(
      memory_use(**trace, "Neuron device 0", "NeuronCore 0", "NEFF concat3 by use", "Model code"),
      30.562 * kRuntimeKiB);
  EXPECT_TRUE(failed_allocations(**trace).empty());
}

TEST(RuntimeLog, InterleavedProcessesAndContainers) {
  std::string first;
  std::string second;
  const auto tagged = [](int rank, const std::string& text) {
    return fmt::format("2026-01-06T01:02:03.123456789Z stderr F \x1b[33m[rank{}]:\x1b[0m {}", rank,
                       text);
  };
  const auto trace = read_runtime(
      tagged(0, failed_line("18.1", "1.000GB", "ND 0:NC 0")) +
      tagged(1, failed_line("18.1", "2.000GB", "ND 0:NC 1")) + tagged(0, "\t* total: 3.000GB\n") +
      tagged(1, "\t* total: 4.000GB\n") + "loss 2.5\n" + tagged(1, "\t* tensors: 4.000GB\n") +
      tagged(0, "\t* tensors: 3.000GB\n"));
  ASSERT_TRUE(trace);
  EXPECT_EQ(memory_use(**trace, "Tensors"), 3.0 * kRuntimeGiB);
  EXPECT_EQ(memory_use(**trace, "Neuron device 0", "NeuronCore 1", "HBM by use", "Tensors"),
            4.0 * kRuntimeGiB);
}

TEST(RuntimeLog, AFailureWithoutAReport) {
  const auto trace = read_runtime(
      runtime_line("17.7", "TDRV:dmem_alloc_internal", "Failed to alloc HOST memory: 4096") +
      runtime_line("17.8", "NRT:nrt_infodump", "NRT version: 2.21.41.0 (fb17)") +
      runtime_line("17.8", "NMGR:dlr_kelf_stage", "Failed to load subgraph"));
  ASSERT_TRUE(trace);
  ASSERT_EQ(failed_allocations(**trace).size(), 1u);
  EXPECT_EQ(arg_text(**trace, failed_allocations(**trace)[0].id, key::kMemoryUse), "host memory");
  EXPECT_EQ((*trace)->property_text(property::kRuntimeVersion), "2.21.41.0");
  EXPECT_EQ(diagnostic_count(**trace, "runtime_error"), 1);
  const auto framework =
      read_runtime("RuntimeError: nrt_tensor_allocate status=4 message=\"Allocation Failure\"\n");
  ASSERT_TRUE(framework);
  EXPECT_EQ(failed_allocations(**framework).size(), 1u);
  EXPECT_EQ(metric_value(**framework, "out_of_memory.largest_request"), -1.0) << "unknown";
}

TEST(RuntimeLog, TheCompilationsOfTheSameLog) {
  const std::string text = call_line("2024-10-15 18:00:00.000100", 1, "MODULE_1+a") +
                           success_line("2024-10-15 18:00:10.000100", 1, "MODULE_1+a") +
                           kMemoryReport;
  EXPECT_TRUE(sniff_runtime_log(json_file(text)));
  const auto trace = read_runtime(text);
  ASSERT_TRUE(trace);
  EXPECT_EQ(event(**trace, "MODULE_1+a", "miss").duration, 10 * kSecondNs);
  const auto total =
      samples_at(**trace, {"Neuron device 0", "NeuronCore 0", "HBM by use", "Total"});
  ASSERT_EQ(total.size(), 1u);
  EXPECT_EQ(total[0].first, 78'347'720'000 - 100 * kMs) << "on the same clock";
}

TEST(RuntimeLog, Sizes) {
  EXPECT_EQ(runtime_size("172.000MB"), 180355072.0);
  EXPECT_EQ(runtime_size(" 0.000B "), 0.0);
  EXPECT_EQ(runtime_size("1.062KB"), 1.062 * kRuntimeKiB);
  for (const std::string_view text :
       {"", "B", "n/a", "GB", "-1GB", "1", "1 G", "nanGB", "1e300GB"}) {
    EXPECT_FALSE(runtime_size(text)) << text;
  }
  EXPECT_EQ(use_name("dma rings io"), "DMA rings IO");
  EXPECT_EQ(use_name("Shared Scratchpad"), "Shared scratchpad");
  EXPECT_EQ(use_name("XT CC"), "XT CC");
}

TEST(RuntimeLog, TruncatedAndDamagedLogs) {
  const std::string whole = kMemoryReport + kMemoryTable;
  for (std::size_t length = 0; length < whole.size(); ++length) {
    const auto trace = read_runtime(whole.substr(0, length));
    if (!trace) EXPECT_EQ(trace.error().code, ErrorCode::kBadInput);
  }
  std::string garbage = whole;
  for (std::size_t i = 500; i < garbage.size(); i += 29) garbage[i] = static_cast<char>(i * 41);
  EXPECT_TRUE(read_runtime(garbage));
  const auto short_row = read_runtime(
      "  |  TOTAL   | Tensors  |\nND 0 Overall | 1.000GB |\n\\_NC 0 | 1.000GB | 1.000GB |\n");
  ASSERT_TRUE(short_row);
  EXPECT_EQ(diagnostic_count(**short_row, "other_columns"), 1);
}

TEST(RuntimeLog, OtherTextsAreNotOne) {
  EXPECT_FALSE(sniff_runtime_log(json_file("Failed to allocate 5 bytes\n")));
  EXPECT_FALSE(sniff_runtime_log(json_file("{\"a\": \"TDRV:log_dev_mem\"}")));
  expect_refused(read_runtime_log, {"", "hello", "see TDRV:log_dev_mem for more\n"});
}

TEST(RuntimeLog, ErrorsAndFactsWithoutMemoryReports) {
  const std::string text =
      "2024-Oct-15 18:01:17.100000  3882:3882  INFO   NRT:nrt_init   Neuron Runtime 2.22.14.0 "
      "built "
      "on Sep  4 2024\n" +
      runtime_line("18.0", "TDRV:exec_wait_round_robin", "[ND 0][NC 0] Out of bounds access") +
      runtime_line("19.5", "NMGR:dlr_infer", "Inference completed with err: 1006", "3890:3891") +
      runtime_line("19.6", "NRT:nrt_infodump", "NRT version: 2.22.14.0 (fb17)") +
      runtime_line("19.6", "NRT:nrt_infodump", "Driver version: 2.17.17.0") +
      runtime_line("19.6", "NRT:nrt_infodump", "Cluster ID: N/A") +
      runtime_line("19.6", "NRT:nrt_infodump", "Failure: NRT_EXEC_OOB in nrt_execute()") +
      runtime_line("19.6", "NRT:nrt_infodump", "    NEURON_RT_VISIBLE_CORES=0-1");
  ASSERT_TRUE(sniff_runtime_log(json_file(text)));
  const auto trace = read_runtime(text);
  ASSERT_TRUE(trace) << to_string(trace.error());
  const auto slices = slices_of(**trace);
  ASSERT_EQ(slices.size(), 2u);
  EXPECT_EQ(slices[0].track, "Runtime errors of process 3882");
  EXPECT_EQ(slices[0].name, "[ND 0][NC 0] Out of bounds access");
  EXPECT_EQ(slices[1].start - slices[0].start, 1'500'000'000);
  EXPECT_EQ(arg_text(**trace, slices[1].id, "function"), "dlr_infer");
  EXPECT_EQ(arg_text(**trace, slices[1].id, key::kThread), "3890:3891");
  EXPECT_EQ((*trace)->property_text(property::kRuntimeVersion), "2.22.14.0");
  EXPECT_EQ((*trace)->property_text(property::kDriverVersion), "2.17.17.0");
  EXPECT_EQ((*trace)->property_text("runtime_failure"), "NRT_EXEC_OOB in nrt_execute()");
  EXPECT_EQ((*trace)->property_text("environment.NEURON_RT_VISIBLE_CORES"), "0-1");
  EXPECT_EQ((*trace)->property("cluster_id"), nullptr) << "unknown";
  EXPECT_EQ(metric_value(**trace, "runtime_errors"), 2.0);
  EXPECT_EQ(diagnostic_count(**trace, "runtime_error"), 2);
}

TEST(RuntimeLog, OnlyMessagesOfTheStart) {
  const std::string text =
      "2024-Oct-21 20:15:03.169055  7340:7340   INFO   NRT:nrt_init    Found neuron driver: 2.18\n";
  ASSERT_TRUE(sniff_runtime_log(json_file(text)));
  const auto trace = read_runtime(text);
  ASSERT_TRUE(trace) << to_string(trace.error());
  EXPECT_EQ((*trace)->property_text(property::kDriverVersion), "2.18");
  EXPECT_EQ(find_metric(**trace, "runtime_errors"), nullptr) << "none is not a measurement";
  EXPECT_FALSE(sniff_runtime_log(json_file("the ERROR of NRT: we read its manual\n")));
  EXPECT_FALSE(sniff_runtime_log(json_file(text + "Metric: CompileTime\n  TotalSamples: 4\n")));
}

TEST(RuntimeLog, LinesOfSeveralProcessesInOneAreCounted) {
  const auto trace = read_runtime(
      "2026-Jan-14 11:23:49.9876692026-Jan-14 11:23:49.987669 95447:105589 ERROR   "
      "NRT:nrt_infodump "
      "     95431:108485 ERROR   NRT:nrt_infodump    Driver version: 2.1Driver version: 2.1\n" +
      runtime_line("18.0", "NMGR:dlr_infer", "Inference completed with err: 1006"));
  ASSERT_TRUE(trace) << to_string(trace.error());
  EXPECT_EQ(diagnostic_count(**trace, "interleaved_line"), 1);
  EXPECT_EQ((*trace)->property(property::kDriverVersion), nullptr) << "the text is not reliable";
  EXPECT_EQ(slices_of(**trace).size(), 1u);
}

TEST(RuntimeLog, ALogOfTheCompilerWithErrorsOfTheRuntimeHasBoth) {
  const std::string text = call_line("2024-10-15 18:00:00.000100", 1, "MODULE_1+a") +
                           success_line("2024-10-15 18:00:10.000100", 1, "MODULE_1+a") +
                           runtime_line("18.0", "NMGR:dlr_infer", "Inference failed");
  ASSERT_TRUE(sniff_runtime_log(json_file(text)));
  const auto trace = read_runtime(text);
  ASSERT_TRUE(trace);
  EXPECT_EQ(event(**trace, "MODULE_1+a", "miss").duration, 10 * kSecondNs);
  EXPECT_EQ(metric_value(**trace, "runtime_errors"), 1.0);
}

TEST(RuntimeLog, AFailedAllocationInTheLineOfAnotherIsNotSilentlyLost) {
  const std::string second = failed_line("18.4", "2.000GB", "ND 1:NC 0");
  std::string first = failed_line("18.3", "1.000GB", "ND 0:NC 0");
  first.pop_back();  // the end of the line
  const auto trace = read_runtime(first + second + "\t* total: 3.000GB\n");
  ASSERT_TRUE(trace);
  EXPECT_EQ(failed_allocations(**trace).size(), 1u);
  EXPECT_EQ(diagnostic_count(**trace, "interleaved_line"), 1);
}

// Lines of other programs that state an error of the runtime, and its code.
TEST(RuntimeFailures, TheCodeOfEachForm) {
  for (const auto& [line, code] : std::vector<std::pair<std::string, std::string>>{
           {"RuntimeError: Failed to execute the model status=1006 message=Out Of Bounds",
            "NRT_EXEC_OOB"},
           {"RuntimeError: Could not load the model status=4 message=Allocation Failure",
            "NRT_RESOURCE"},
           {"adaptor.cc:4:Execute failed: nrt_execute: status=1004, error message=\"Other\"",
            "NRT_EXEC_COMPLETED_WITH_ERR"},
           {"INTERNAL: Nrt::Load failed on NeuronCores 0-0(2): nrt_load status=9, error",
            "NRT_LOAD_NOT_ENOUGH_NC"},
           {"model.cc:7] failed; nrt status code 1003, details", "NRT_EXEC_COMPLETED_WITH_NUM_ERR"},
           {"Check failed: status == NRT_SUCCESS : nrt_init failed. Status = 1", "NRT_FAILURE"},
           {"NRTD response code 'NERR_RESOURCE_NC' (9) There were not enough",
            "NRT_LOAD_NOT_ENOUGH_NC"},
           {"jax: accelerator device unrecoverable (NRT_EXEC_UNIT_UNRECOVERABLE status_code=101)",
            "NRT_EXEC_UNIT_UNRECOVERABLE"},
           {"Failed to load NN: resnet, err: 2", "NRT_INVALID"},
           {"neuron: NEURON_HW_ERR=DMA_ERROR instance-id=i-1 nd-id=2 nc-id=1", "DMA_ERROR"},
           {"kernel: NEURON_HW_ERR=NEW_KIND instance-id=i-1", "NEW_KIND"},
           {"Nrt::Load failed on NeuronCores 0-1(2):  nrt_status=4, message=\"", "NRT_RESOURCE"},
           {"nrt_execute status=77", "status 77"}}) {
    const auto failure = failure_in_message(line);
    ASSERT_TRUE(failure) << line;
    EXPECT_EQ(failure->code, code) << line;
    EXPECT_EQ(failure->meaning == nullptr, code == "NEW_KIND" || code == "status 77") << line;
  }
  for (const std::string_view line :
       {"nrt_execute status=0", "Unexpected: NRT_STATE_START", "export NEURON_RT_LOG_LEVEL=INFO",
        "status=1006 of an HTTP server", "INFO ||NEURON_CACHE||: Compile cache path: /c", "err: 5",
        "MY_NRT_TIMEOUT", "NEURON_HW_ERR=", "Inference completed with err: "}) {
    EXPECT_FALSE(find_runtime_failure(line)) << line;
  }
}

TEST(RuntimeFailures, DeviceAndCoreOfEachForm) {
  for (const auto& [message, device, core] : std::vector<std::tuple<std::string, int, int>>{
           {"[ND 3][NC 1] Out of bounds access", 3, 1},
           {"nd12:nc0:h_model.id1001: received", 12, 0},
           {"NEURON_HW_ERR=X nd-id=7 nc-id=1 serial-num=a", 7, 1},
           {"timeout (5 ms) on Neuron Device 4 NC 2, model", 4, 2},
           {"[MLA 5][NC 1] DMA TX engine 0 is in an abort state", 5, 1},
           {"is detected on Neuron device: 5:1 metadata: 0x2", 5, 1},
           {"Could not open the nd2", 2, -1},
           {"nd0 nc1 Failed to stop neuron core", 0, 1},
           {"and 5 devices found", -1, -1},
           {"sync 3 of bound 4", -1, -1}}) {
    const FailurePlace place = failure_place(message);
    EXPECT_EQ(place.device, device) << message;
    EXPECT_EQ(place.core, core) << message;
  }
}

TEST(RuntimeFailures, EveryPublishedErrorHasACauseARemedyAndASource) {
  const auto resource = find_resource("runtime/errors.csv");
  ASSERT_TRUE(resource);
  CsvReader reader(resource->content, "errors.csv");
  std::vector<std::string> row;
  ASSERT_TRUE(reader.next(row).value_or(false));
  EXPECT_THAT(row, ::testing::ElementsAre("level", "names", "status", "text", "cause", "remedy",
                                          "source", "date"));
  int rows = 0;
  for (; reader.next(row).value_or(false); ++rows) {
    ASSERT_EQ(row.size(), 8u) << reader.where().english();
    EXPECT_TRUE(row[0] == "error" || row[0] == "warning") << row[0];
    EXPECT_FALSE(row[1].empty() && row[3].empty()) << "cannot be found: " << row[4];
    for (const std::size_t text : {4u, 5u}) EXPECT_TRUE(row[text].ends_with('.')) << row[text];
    EXPECT_TRUE(row[6].starts_with("https://")) << row[6];
    EXPECT_EQ(row[7].size(), 10u) << row[7];
  }
  EXPECT_GE(rows, 40);
}

TEST(RuntimeFailures, TheKernelLogOfABrokenDevice) {
  const std::string text =
      "[  100.500000] neuron:npid_detach: neuron:npid_detach: pid=7, slot=0\n"
      "[  101.000000] neuron: NEURON_HW_ERR=NC_UNCORRECTABLE_ERROR instance-id=i-7 hostname=h "
      "nd-id=3 nc-id=1 serial-num=ab12 action=TERMINATE_INSTANCE\n"
      "[  103.250000] neuron: NEURON_HW_ERR=DMA_ERROR instance-id=i-7 hostname=h nd-id=3 nc-id=0 "
      "serial-num=ab12 action=TERMINATE_INSTANCE\n";
  ASSERT_TRUE(sniff_runtime_log(json_file(text)));
  const auto trace = read_runtime(text);
  ASSERT_TRUE(trace) << to_string(trace.error());
  const auto slices = slices_of(**trace);
  ASSERT_EQ(slices.size(), 2u);
  EXPECT_TRUE(slices[0].name.starts_with("neuron: NEURON_HW_ERR=NC")) << slices[0].name;
  EXPECT_EQ(slices[1].start - slices[0].start, 2'250'000'000);
  EXPECT_EQ(arg_text(**trace, slices[0].id, key::kErrorCode), "NC_UNCORRECTABLE_ERROR");
  EXPECT_EQ(arg_text(**trace, slices[0].id, key::kFailureDevice), "3");
  EXPECT_EQ(arg_text(**trace, slices[0].id, key::kFailureCore), "1");
  EXPECT_EQ(arg_text(**trace, slices[0].id, "action"), "TERMINATE_INSTANCE");
  EXPECT_EQ(arg_text(**trace, slices[0].id, "serial_num"), "ab12");
  EXPECT_THAT(arg_text(**trace, slices[0].id, key::kFailureRemedy),
              ::testing::HasSubstr("Replace the instance"));
  EXPECT_EQ(diagnostic_count(**trace, "runtime_failure"), 2);
  EXPECT_EQ(diagnostic_count(**trace, "line_without_time"), 0);
  EXPECT_EQ((*trace)->property(property::kClock), nullptr) << "the kernel states no date";
}

TEST(RuntimeFailures, TimesOfKernelLogs) {
  for (const std::string_view front :
       {"[Mon Nov 10 11:12:13 2025] ",
        "2025-11-10T11:12:13+00:00 host kernel: ", "Mon Nov 10 11:12:13 UTC 2025 "}) {
    const auto trace =
        read_runtime(fmt::format("{}NEURON_HW_ERR=DMA_ERROR nd-id=1 nc-id=0 action=NONE\n", front));
    ASSERT_TRUE(trace) << front;
    EXPECT_EQ((*trace)->property_number(property::kClockOrigin), 1762773133e9) << front;
  }
}

TEST(RuntimeFailures, AProgramRepeatsTheErrorOfTheRuntime) {
  const auto trace =
      read_runtime(runtime_line("18.0", "NMGR:dlr_infer", "Inference completed with err: 1006") +
                   "Traceback (most recent call last):\n"
                   "RuntimeError: Failed to execute the model status=1006 message=Out Of Bounds\n"
                   "RuntimeError: Failed to execute the model status=5 message=Timeout Exceeded\n");
  ASSERT_TRUE(trace);
  EXPECT_EQ(metric_value(**trace, "runtime_errors"), 2.0);
  EXPECT_EQ(diagnostic_count(**trace, "repeated_error"), 1);
  EXPECT_THAT(find_diagnostic(**trace, "runtime_failure")->example.english(),
              ::testing::StartsWith("line 1: NRT_EXEC_OOB: A gather"));
}

TEST(RuntimeFailures, TheMessageInTheNextLine) {
  const std::string first = "2026-May-10 06:59:24.358064 16842:16842 ERROR   NRT:nrt_allocate\n";
  const auto trace = read_runtime(first + "  Logical Neuron Core(s) not available - Requested:2\n" +
                                  first + first);
  ASSERT_TRUE(trace);
  const auto slices = slices_of(**trace);
  ASSERT_EQ(slices.size(), 3u);
  EXPECT_EQ(slices[0].name, "Logical Neuron Core(s) not available - Requested:2");
  EXPECT_EQ(slices[1].name, "nrt_allocate") << "without a message";
  const auto neff = read_runtime(runtime_line("1", "NEFF:parse",
                                              "0 are not supported. Currently "
                                              "supporting: 1"));
  ASSERT_TRUE(neff);
  EXPECT_EQ(diagnostic_count(**neff, "runtime_failure"), 1);
  const auto labelled = read_runtime("7: " + first + "7:    NeuronCore(s) not available\n");
  ASSERT_TRUE(labelled);
  EXPECT_EQ(slices_of(**labelled).at(0).name, "NeuronCore(s) not available");
  EXPECT_EQ(diagnostic_count(**trace, "runtime_failure"), 1);
}

TEST(RuntimeFailures, CollectiveCommunication) {
  const std::string front = "2024-Mar-05 10:11:12.0133 21001:21345 [3] ";
  const std::string text =
      front + "int create_plugin(plugin**):219 CCOM WARN NET/OFI no rdma protocol\n" + front +
      "net_plugin.cc:97 CCOM WARN OFI plugin initNet() failed is EFA enabled?\n" + front +
      "include/socket.h:270 CCOM WARN Timeout waiting for RX (waited 120 sec) - retrying\n" +
      front + "include/socket.h:533 CCOM WARN Net : Connection closed by remote peer ip<4>\n";
  ASSERT_TRUE(sniff_runtime_log(json_file(text)));
  const auto trace = read_runtime(text);
  ASSERT_TRUE(trace) << to_string(trace.error());
  const auto slices = slices_of(**trace);
  ASSERT_EQ(slices.size(), 3u);
  EXPECT_EQ(slices[0].track, "Runtime warnings of process 21001");
  EXPECT_EQ(slices[2].track, "Runtime errors of process 21001");
  EXPECT_EQ(arg_text(**trace, slices[2].id, "function"), "include/socket.h:533");
  EXPECT_EQ(metric_value(**trace, "runtime_errors"), 1.0);
  EXPECT_EQ(metric_value(**trace, "runtime_warnings"), 2.0);
  EXPECT_EQ(diagnostic_count(**trace, "runtime_message"), 1);
  // A log of the compiler with a harmless warning stays one.
  EXPECT_FALSE(sniff_runtime_log(
      json_file(call_line("2024-10-15 18:00:00.000100", 1, "MODULE_1+a") + front +
                "net_plugin.cc:97 CCOM WARN OFI plugin initNet() failed is EFA enabled?\n")));
}

TEST(RuntimeFailures, RanksOfLaunchersAndQuotedLogs) {
  const std::string line =
      runtime_line("18.0", "NMGR:dlr_infer", "Inference completed with err: 5");
  const auto trace = read_runtime("[pod/trn-0/main] " + line + "3: " + line + "> " + line);
  ASSERT_TRUE(trace);
  const auto slices = slices_of(**trace);
  ASSERT_EQ(slices.size(), 3u);
  EXPECT_EQ(arg_text(**trace, slices[0].id, "process_tag"), "[pod/trn-0/main]");
  EXPECT_EQ(arg_text(**trace, slices[1].id, "process_tag"), "3");
  EXPECT_EQ(arg_text(**trace, slices[2].id, "process_tag"), "absent");
}

TEST(RuntimeFailures, TheInformationOfACrashAlone) {
  const auto trace =
      read_runtime(runtime_line("19.6", "NRT:nrt_infodump", "NRT version: 2.22.14.0 (fb17)") +
                   runtime_line("19.6", "NRT:nrt_infodump", "Failure: NRT_RESOURCE in nrt_load()"));
  ASSERT_TRUE(trace);
  ASSERT_EQ(slices_of(**trace).size(), 1u);
  EXPECT_EQ(arg_text(**trace, slices_of(**trace)[0].id, key::kErrorCode), "NRT_RESOURCE");
}

TEST(RuntimeFailures, AFailedAllocationHasACauseAndAPlace) {
  const auto trace = read_runtime(failed_line("18.3", "1.000GB", "ND 2:NC 1"));
  ASSERT_TRUE(trace);
  const SliceId failed = failed_allocations(**trace).at(0).id;
  EXPECT_EQ(arg_text(**trace, failed, key::kErrorCode), "NRT_RESOURCE");
  EXPECT_EQ(arg_text(**trace, failed, key::kFailureDevice), "2");
  EXPECT_THAT(arg_text(**trace, failed, key::kFailureRemedy), ::testing::HasSubstr("batch"));
}

TEST(RuntimeFailures, ALogThatStartsWithBracesIsNoDocument) {
  const std::string line =
      runtime_line("18.0", "NMGR:dlr_infer", "Inference completed with err: 5");
  EXPECT_TRUE(sniff_runtime_log(json_file("{'loss': 2.5, 'epoch': 1}\n" + line)));
  EXPECT_TRUE(sniff_runtime_log(json_file("<6>[    1.000000] neuron: loaded\n" + line)));
  EXPECT_FALSE(sniff_runtime_log(json_file("[{\"MESSAGE\": \"" + line + "\"}]")));
  EXPECT_FALSE(sniff_runtime_log(json_file("<html>" + line)));
}

}  // namespace
}  // namespace nscope::importers
