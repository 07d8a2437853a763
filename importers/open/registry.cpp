#include "importers/chrome_json/chrome_json.h"
#include "importers/compile_cache/cache_folder.h"
#include "importers/compile_cache/compile_log.h"
#include "importers/nccom_test/nccom_test.h"
#include "importers/neuron_explorer_parquet/neuron_explorer_parquet.h"
#include "importers/neuron_ls/neuron_ls.h"
#include "importers/neuron_monitor/neuron_monitor.h"
#include "importers/neuron_profile_json/neuron_profile_json.h"
#include "importers/nscope_parquet/nscope_parquet.h"
#include "importers/ntff/ntff.h"
#include "importers/perfetto/perfetto.h"
#include "importers/shared/importer.h"
#include "importers/system_profile/system_profile.h"
#include "importers/xla_metrics/xla_metrics.h"

#include <vector>

namespace nscope::importers {
namespace {

// A new format of one file is one more row. Order: the most specific test first.
constexpr Importer kImporters[] = {
    {.id = "parquet",
     .title = "Parquet table of a profile",
     .file_pattern = "*.parquet",
     .reads = "the folder that it lies in, see the formats that are folders",
     .sniff = sniff_parquet_file,
     .read = read_parquet_file},
    {.id = "ntff",
     .title = "Neuron device profile (NTFF)",
     .file_pattern = "*.ntff",
     .reads = "instructions with operands, DMA packets, semaphores, throttling, dependencies; "
              "with its NEFF also compiler names and tensors",
     .sniff = sniff_ntff,
     .read = read_ntff},
    {.id = "neuron-profile-json",
     .title = "neuron-profile JSON",
     .file_pattern = "*.json",
     .reads = "instructions with predecessors, DMA packets, semaphores, throttling, layers, "
              "on-chip memory, the profiler's own summary",
     .sniff = sniff_profile_json,
     .read = read_profile_json},
    {.id = "neuron-summary-json",
     .title = "neuron-profile summary JSON",
     .file_pattern = "*.json",
     .reads = "the metrics of one profile; no events",
     .sniff = sniff_summary_json,
     .read = read_summary_json},
    {.id = "neuron-system-profile",
     .title = "Neuron system profile JSON",
     .file_pattern = "system_profile.json",
     .reads = "calls of the Neuron Runtime and the framework, host memory and CPU use",
     .sniff = sniff_system_profile,
     .read = read_system_profile},
    {.id = "neuron-monitor",
     .title = "neuron-monitor reports",
     .file_pattern = "*.json *.jsonl *.log",
     .reads = "utilization, FLOP/s, memory, latency, errors, ECC events and CPU use over time",
     .sniff = sniff_neuron_monitor,
     .read = read_neuron_monitor},
    {.id = "neuron-ls",
     .title = "neuron-ls device list",
     .file_pattern = "*.json *.txt",
     .reads = "devices, cores, memory, links and processes; no events",
     .sniff = sniff_neuron_ls,
     .read = read_neuron_ls},
    {.id = "nccom-test",
     .title = "nccom-test results",
     .file_pattern = "*.json *.txt *.log",
     .reads = "times and bandwidths of collectives, from text or JSON",
     .sniff = sniff_nccom_test,
     .read = read_nccom_test},
    {.id = "compile-log",
     .title = "Neuron compiler and cache log",
     .file_pattern = "*.log *.out *.txt",
     .reads = "compilations, cache hits, failures and waits, from any program's log",
     .sniff = sniff_compile_log,
     .read = read_compile_log},
    {.id = "xla-metrics",
     .title = "XLA metrics report",
     .file_pattern = "*.txt *.log",
     .reads = "metrics and counters of torch_xla; no events",
     .sniff = sniff_xla_metrics,
     .read = read_xla_metrics},
    {.id = "perfetto",
     .title = "Perfetto trace",
     .file_pattern = "*.pftrace *.perfetto-trace *.pb *.gz",
     .reads = "track events with properties, counters, flows and clocks; our own Perfetto exports "
              "completely",
     .sniff = sniff_perfetto,
     .read = read_perfetto},
    {.id = "chrome-json",
     .title = "Chrome trace JSON (Kineto, torch.profiler)",
     .file_pattern = "*.json *.json.gz",
     .reads = "slices with properties, counters, flows, asynchronous and instant events; of Kineto "
              "also devices and ranks",
     .sniff = sniff_chrome_json,
     .read = read_chrome_json},
};

}  // namespace

std::span<const Importer> registry() {
  return kImporters;
}

std::span<const FolderImporter> folder_registry() {
  // A new format that is a folder is one more row.
  static const std::vector<FolderImporter> folders = {
      {.id = "neuron-explorer-parquet",
       .title = "Neuron Explorer profile (Parquet)",
       .reads = "all tables of profile schema 7: instructions, DMA, collectives, on-chip memory, "
                "dependencies, layers, source places, host events, the profiler's own summary",
       .sniff = sniff_neuron_explorer,
       .read = read_neuron_explorer},
      {.id = "nscope-parquet",
       .title = "Parquet export of Neuronscope",
       .reads = "everything: the same trace again",
       .sniff = sniff_nscope_parquet,
       .read = read_nscope_parquet},
      {.id = "compile-cache",
       .title = "Neuron compile cache",
       .reads = "compiled graphs with state, duration, flags and size",
       .sniff = sniff_compile_cache,
       .read = read_compile_cache,
       .nested = false},
  };
  return folders;
}

}  // namespace nscope::importers
