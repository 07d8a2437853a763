#include "importers/chrome_json/chrome_json.h"
#include "importers/compile_cache/cache_folder.h"
#include "importers/compile_cache/compile_log.h"
#include "importers/nccom_test/nccom_test.h"
#include "importers/neuron_explorer_parquet/neuron_explorer_parquet.h"
#include "importers/neuron_ls/neuron_ls.h"
#include "importers/neuron_monitor/neuron_monitor.h"
#include "importers/neuron_profile_json/neuron_profile_json.h"
#include "importers/nscope_parquet/nscope_parquet.h"
#include "importers/nsight_sqlite/nsight_sqlite.h"
#include "importers/ntff/ntff.h"
#include "importers/perfetto/perfetto.h"
#include "importers/prometheus_text/prometheus_text.h"
#include "importers/runtime_log/runtime_log.h"
#include "importers/shared/importer.h"
#include "importers/system_profile/system_profile.h"
#include "importers/system_recording/system_recording.h"
#include "importers/xla_metrics/xla_metrics.h"
#include "importers/xplane/xplane.h"

namespace nscope::importers {
namespace {

// One row for each format that is a file, the most specific test first.
constexpr Importer kImporters[] = {
    {.id = "parquet",
     .title = phrase("Parquet table of a profile"),
     .file_pattern = "*.parquet",
     .reads = phrase("the profile in the folder of the file; see the folder formats"),
     .sniff = sniff_parquet_file,
     .read = read_parquet_file,
     .packed = PackedInput::kNever},
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
    {.id = "neuron-summary-text",
     .title = phrase("neuron-profile summary text"),
     .file_pattern = "*.txt *.log",
     .reads = phrase("the metrics of one profile; no events"),
     .sniff = sniff_summary_text,
     .read = read_summary_text},
    {.id = "neuron-system-profile",
     .title = phrase("Neuron system profile JSON"),
     .file_pattern = "system_profile.json",
     .reads = phrase("calls of the Neuron Runtime and the framework, host memory, CPU utilisation"),
     .sniff = sniff_system_profile,
     .read = read_system_profile},
    {.id = "neuron-system-recording",
     .title = phrase("Neuron system recording"),
     .file_pattern = "ntrace.pb trace_info.pb cpu_util.pb host_mem.pb",
     .reads = phrase("calls of the Neuron Runtime and executions by thread and core, host "
                     "transfers, HBM usage by component, host memory, CPU utilisation"),
     .sniff = sniff_system_recording,
     .read = read_system_recording,
     .whole_folder = true},
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
     .title = phrase("nccom-test or nccl-tests results"),
     .file_pattern = "*.json *.txt *.log",
     .reads = phrase("times and bandwidths of collectives, from text or JSON"),
     .sniff = sniff_nccom_test,
     .read = read_nccom_test},
    // Before the log of the compiler, which it can contain.
    {.id = "runtime-log",
     .title = phrase("Neuron Runtime log"),
     .file_pattern = "*.log *.out *.txt",
     .reads =
         phrase("errors of the runtime, memory of each core by use when an allocation failed, failed "
                "allocations, versions, and the compilations of the same log"),
     .sniff = sniff_runtime_log,
     .read = read_runtime_log},
    {.id = "compile-log",
     .title = phrase("Neuron compiler and cache log"),
     .file_pattern = "*.log *.out *.txt",
     .reads = phrase("compilations, cache hits, failures with the compiler's error and waits, from "
                     "the log of any program or of the compiler"),
     .sniff = sniff_compile_log,
     .read = read_compile_log},
    {.id = "xla-metrics",
     .title = phrase("XLA metrics report"),
     .file_pattern = "*.txt *.log",
     .reads = phrase("metrics and counters of torch_xla; no events"),
     .sniff = sniff_xla_metrics,
     .read = read_xla_metrics},
    {.id = "prometheus-text",
     .title = phrase("Prometheus text format"),
     .file_pattern = "*.prom *.txt *.log",
     .reads = phrase("counters, gauges and histograms of scrapes; latencies, load and KV cache of "
                     "servers such as vLLM, utilisation from neuron-monitor-prometheus"),
     .sniff = sniff_prometheus_text,
     .read = read_prometheus_text},
    {.id = "nsight-sqlite",
     .title = phrase("Nsight Systems export (SQLite)"),
     .file_pattern = "*.sqlite *.db",
     .reads = phrase("GPU kernels, copies and CUDA graphs with the calls that started them, NVTX "
                     "ranges, synchronisation, GPU metrics, facts of the GPUs"),
     .sniff = sniff_nsight_sqlite,
     .read = read_nsight_sqlite},
    {.id = "xplane",
     .title = phrase("XLA profile of JAX or TensorFlow (XPlane)"),
     .file_pattern = "*.xplane.pb *.pb",
     .reads = phrase("operators, kernels and copies of GPUs, TPUs and other devices with the calls "
                     "that started them, steps, modules, host threads, counters"),
     .sniff = sniff_xplane,
     .read = read_xplane},
    {.id = "perfetto",
     .title = phrase("Perfetto trace"),
     .file_pattern = "*.pftrace *.perfetto-trace *.pb *.gz",
     .reads = phrase("track events with properties, counters, flows and clocks; Neuronscope's "
                     "Perfetto exports without loss"),
     .sniff = sniff_perfetto,
     .read = read_perfetto,
     .packed = PackedInput::kGzipStream},
    {.id = "chrome-json",
     .title = phrase("Chrome trace JSON (Kineto, torch.profiler)"),
     .file_pattern = "*.json *.json.gz",
     .reads = phrase("slices with properties, counters, flows, asynchronous and instant events; "
                     "from Kineto also devices and ranks"),
     .sniff = sniff_chrome_json,
     .read = read_chrome_json,
     .packed = PackedInput::kGzipStream},
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
