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

namespace nscope::importers {
namespace {

// One row for each format that is a file, the most specific test first.
constexpr Importer kImporters[] = {
    {.id = "parquet",
     .title = phrase("Parquet table of a profile"),
     .file_pattern = "*.parquet",
     .reads = phrase("the profile in the folder of the file; see the folder formats"),
     .sniff = sniff_parquet_file,
     .read = read_parquet_file},
    {.id = "ntff",
     .title = phrase("Neuron device profile (NTFF)"),
     .file_pattern = "*.ntff",
     .reads = phrase("instructions with operands, DMA packets, semaphores, throttling, "
                     "dependencies; with the NEFF also compiler names and tensors"),
     .sniff = sniff_ntff,
     .read = read_ntff},
    {.id = "neuron-profile-json",
     .title = phrase("neuron-profile JSON"),
     .file_pattern = "*.json",
     .reads = phrase("instructions with predecessors, DMA packets, semaphores, throttling, layers, "
                     "on-chip memory, the profiler's summary"),
     .sniff = sniff_profile_json,
     .read = read_profile_json},
    {.id = "neuron-summary-json",
     .title = phrase("neuron-profile summary JSON"),
     .file_pattern = "*.json",
     .reads = phrase("the metrics of one profile; no events"),
     .sniff = sniff_summary_json,
     .read = read_summary_json},
    {.id = "neuron-system-profile",
     .title = phrase("Neuron system profile JSON"),
     .file_pattern = "system_profile.json",
     .reads = phrase("calls of the Neuron Runtime and the framework, host memory, CPU utilisation"),
     .sniff = sniff_system_profile,
     .read = read_system_profile},
    {.id = "neuron-monitor",
     .title = phrase("neuron-monitor reports"),
     .file_pattern = "*.json *.jsonl *.log",
     .reads = phrase("utilisation, FLOP/s, memory, latency, errors, ECC events and CPU utilisation "
                     "over time"),
     .sniff = sniff_neuron_monitor,
     .read = read_neuron_monitor},
    {.id = "neuron-ls",
     .title = phrase("neuron-ls device list"),
     .file_pattern = "*.json *.txt",
     .reads = phrase("devices, cores, memory, links and processes; no events"),
     .sniff = sniff_neuron_ls,
     .read = read_neuron_ls},
    {.id = "nccom-test",
     .title = phrase("nccom-test results"),
     .file_pattern = "*.json *.txt *.log",
     .reads = phrase("times and bandwidths of collectives, from text or JSON"),
     .sniff = sniff_nccom_test,
     .read = read_nccom_test},
    {.id = "compile-log",
     .title = phrase("Neuron compiler and cache log"),
     .file_pattern = "*.log *.out *.txt",
     .reads = phrase("compilations, cache hits, failures and waits, from the log of any program"),
     .sniff = sniff_compile_log,
     .read = read_compile_log},
    {.id = "xla-metrics",
     .title = phrase("XLA metrics report"),
     .file_pattern = "*.txt *.log",
     .reads = phrase("metrics and counters of torch_xla; no events"),
     .sniff = sniff_xla_metrics,
     .read = read_xla_metrics},
    {.id = "perfetto",
     .title = phrase("Perfetto trace"),
     .file_pattern = "*.pftrace *.perfetto-trace *.pb *.gz",
     .reads = phrase("track events with properties, counters, flows and clocks; Neuronscope's "
                     "Perfetto exports without loss"),
     .sniff = sniff_perfetto,
     .read = read_perfetto},
    {.id = "chrome-json",
     .title = phrase("Chrome trace JSON (Kineto, torch.profiler)"),
     .file_pattern = "*.json *.json.gz",
     .reads = phrase("slices with properties, counters, flows, asynchronous and instant events; "
                     "from Kineto also devices and ranks"),
     .sniff = sniff_chrome_json,
     .read = read_chrome_json},
};

// One row for each format that is a folder.
constexpr FolderImporter kFolderImporters[] = {
    {.id = "neuron-explorer-parquet",
     .title = phrase("Neuron Explorer profile (Parquet)"),
     .reads = phrase("all tables of profile schema 7: instructions, DMA, collectives, on-chip "
                     "memory, dependencies, layers, source locations, host events, the profiler's "
                     "summary"),
     .sniff = sniff_neuron_explorer,
     .read = read_neuron_explorer},
    {.id = "nscope-parquet",
     .title = phrase("Neuronscope Parquet export"),
     .reads = phrase("the complete trace"),
     .sniff = sniff_nscope_parquet,
     .read = read_nscope_parquet},
    {.id = "compile-cache",
     .title = phrase("Neuron compile cache"),
     .reads = phrase("compiled graphs with state, duration, flags and size"),
     .sniff = sniff_compile_cache,
     .read = read_compile_cache,
     .nested = false},
};

}  // namespace

std::span<const Importer> registry() {
  return kImporters;
}

std::span<const FolderImporter> folder_registry() {
  return kFolderImporters;
}

}  // namespace nscope::importers
