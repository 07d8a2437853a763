// Writes the seeds of the binary formats that our own test writers can make:
//   make_fuzz_seeds tests/fuzz/corpus
// Deterministic, so that a second run changes only what a format change changed.
#include "profiler/base/files/atomic_file.h"
#include "profiler/trace/build/trace_builder.h"
#include "profiler/trace/session/session_file.h"
#include "tests/support/gpu_run.h"
#include "tests/support/nsight_writer.h"
#include "tests/support/ntff_writer.h"
#include "tests/support/recording_writer.h"
#include "tests/support/tar_writer.h"
#include "tests/support/xplane_writer.h"
#include "tests/support/zip_writer.h"
#include "tests/support/zstd.h"
#include "tests/unit/importers/neff_writer.h"
#include "tests/unit/trace/sample_trace.h"

#include <cstdio>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include <SQLiteCpp/SQLiteCpp.h>

namespace nscope {
namespace {

using importers::bir_instruction;
using importers::MessageWriter;
using importers::NeffWriter;
using importers::NtffWriter;
using importers::TestCore;
using importers::TestWord;

constexpr std::uint64_t kStart = 5'000'000'000'000;  // device ticks (ps)
constexpr std::uint64_t kNs = 1000;
constexpr std::size_t kPe = 0;
constexpr std::size_t kAct = 1;
constexpr std::size_t kSp = 4;

/// A core that waits for a DMA packet, multiplies twice and updates a semaphore.
TestCore busy_core(const std::string& subgraph, std::uint32_t number) {
  TestCore core;
  core.subgraph = subgraph;
  core.device_core = number;
  core.code[kPe] = {TestWord(0x02).wait_at_least(24, 16), TestWord(0x02).increment(3),
                    TestWord(0xa2)};
  core.code[kAct] = {TestWord(0x0e).increment(9), TestWord(0x95)};
  core.code[kSp] = {TestWord(0xb8).u64(16, 0x1200).u64(40, 0x802000000000), TestWord(0xa4)};
  core.queues = {{79, 2, "qSyncDynamicHW"}};
  core.memory = {{"Weights", 4096}, {"Tensors", 512}};
  core.instruction(kSp, 0, kStart + 2 * kNs, kStart + 4 * kNs)
      .instruction(kPe, 0, kStart + 10 * kNs, kStart + 30 * kNs, 7)
      .instruction(kPe, 1, kStart + 30 * kNs, kStart + 50 * kNs)
      .instruction(kAct, 0, kStart + 12 * kNs, kStart + 15 * kNs)
      .packet(79, 2, 512, kStart + 4 * kNs, kStart + 9 * kNs)
      .semaphore(24, 16, kStart + 9 * kNs)
      .semaphore(3, 1, kStart + 50 * kNs)
      .event_flag(4, true, kStart + 11 * kNs)
      .event_flag(4, false, kStart + 13 * kNs)
      .clock_limit(0, 8, kStart)
      .clock_limit(1, 4, kStart + 40 * kNs);
  return core;
}

std::string one_core_capture() {
  NtffWriter ntff;
  ntff.executions = {{kStart, kStart + 100 * kNs}};
  ntff.cores = {busy_core("sg00", 0)};
  return ntff.text();
}

/// A version with the words in the header message and no executions.
std::string older_capture(int version) {
  NtffWriter ntff;
  ntff.version = version;
  ntff.cores = {busy_core("sg00", 0)};
  ntff.cores[0].length = 100 * kNs;
  ntff.cores[0].clocks.assign(5 + 16, {kStart, 1024, 1025});
  ntff.cores[0].code[0].push_back(TestWord(0xa6).u8(36, 2));
  ntff.cores[0].instruction(0, static_cast<unsigned>(ntff.cores[0].code[0].size() - 1),
                            kStart - 1 * kNs, kStart);
  return ntff.text();
}

std::string two_core_capture() {
  NtffWriter ntff;
  ntff.executions = {{kStart, kStart + 60 * kNs}, {kStart + 80 * kNs, kStart + 200 * kNs}};
  ntff.cores = {busy_core("sg00", 0), busy_core("sg01", 1)};
  ntff.cores[1].instruction(kPe, 0, kStart + 90 * kNs, kStart + 95 * kNs);
  ntff.cores[1].instructions.push_back(
      {importers::word_record(0, 0), 0, kStart + 99 * kNs});  // no end
  return ntff.text();
}

std::string model(std::uint64_t package_version) {
  NeffWriter neff;
  neff.package_version = package_version;
  neff.engine(
      "sg00", "PE", {TestWord(0xb1), TestWord(0xcc), TestWord(0x02), TestWord(0xa2)},
      {{}, {}, {11}, {}},
      MessageWriter().message(3, bir_instruction(11, "I-11-0", {101}, {10}, {4}, {10}, {1})));
  neff.members.emplace_back("info.json", R"({"tool_version": "2.23.1"})");
  neff.members.emplace_back("sg00/def.json", R"({"runtime_semaphore_count": 3,
      "dma_queue": {"qSPDynamicHW": {"semaphore_set": [24, 25]}},
      "var": {"q_ref": {"type": "input", "size": 2048, "var_id": 7}}})");
  return neff.text();
}

std::shared_ptr<const Trace> nested_trace() {
  TraceBuilder builder;
  TraceWriter out(builder);
  const TrackId thread = out.track({.name = "thread",
                                    .kind = TrackKind::kHost,
                                    .slice_kind = SliceKind::kHost,
                                    .layout = TrackLayout::kNested});
  for (int i = 0; i < 100; ++i) {
    const SliceId call = out.slice(thread, out.intern("call"), TraceTime(i * 10), TraceTime(9));
    out.arg(call, out.intern("n"), std::int64_t{i});
    out.slice(thread, out.intern("inner"), TraceTime(i * 10 + 1), TraceTime(3));
  }
  out.finish();
  return builder.finish();
}

/// The session with small pages: as saved, most of such a file would be padding.
bool write_session(const Trace& trace, const std::string& path) {
  TaskControl control;
  if (!session_file::save(trace, path, control)) return false;
  SQLite::Database database(path, SQLite::OPEN_READWRITE);
  database.exec("PRAGMA page_size=512; VACUUM");
  return true;
}

/// An export with the tables of an early version and with CUDA graphs and metrics.
std::string nsight_of_2020() {
  return SqliteWriter(512)
      .sql(nsight_tables(NsightTables::k2020))
      .sql(R"(
        CREATE TABLE CUPTI_ACTIVITY_KIND_GRAPH_TRACE (start INT, end INT, deviceId INT,
          streamId INT, correlationId INT, globalPid INT, graphId INT);
        CREATE TABLE GPU_METRICS (timestamp INT, typeId INT, metricId INT, value INT);
        INSERT INTO StringIds VALUES (1, 'gemm'), (2, 'cudaLaunchKernel_v7000');
        INSERT INTO CUPTI_ACTIVITY_KIND_RUNTIME VALUES (10, 20, 1, 7, 2, 0);
        INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL VALUES
          (25, 28, 0, 1, 13, 7, 0, 1, 2, 3, 4, 64, 2, 1, 24, 100, 28);
        INSERT INTO CUPTI_ACTIVITY_KIND_GRAPH_TRACE VALUES (30, 40, 0, 13, 7, 0, 4);
        INSERT INTO GPU_METRICS VALUES (35, 1, 2, 50);
        INSERT INTO NVTX_EVENTS VALUES (5, 45, 59, 'epoch', 1), (7, NULL, 60, 'open', 1);)")
      .bytes();
}

std::string tpu_profile() {
  XPlaneRow plane{.name = "/device:TPU:0"};
  plane.lines = {
      {.id = 1, .name = "Steps", .timestamp_ns = 5, .events = {{"1", 0, 90}}},
      {.id = 2,
       .name = "XLA Ops",
       .timestamp_ns = 5,
       .events = {{"%fusion.1", 1, 50, {{"_c", std::int64_t{3}}}}, {"all-reduce.2", 60, 9}}},
      {.id = 3, .name = "Async XLA Ops", .timestamp_ns = 5, .events = {{"copy-start.3", 8, 20}}},
      {.id = 4, .name = "_counters_", .timestamp_ns = 5, .events = {{"w", 3, 0, {{"w", 1.5}}}}}};
  plane.shared = {{"%fusion.1", {{"hlo_category", XReference{"loop fusion"}}}}};
  plane.display_names = {{"%fusion.1", "fusion.1"}};
  plane.facts = {{"device_type_string", std::string("TPU v5")}};
  return XSpaceWriter()
      .plane(plane)
      .plane({.name = "/host:CPU",
              .lines = {{.id = 9,
                         .name = "python",
                         .timestamp_ns = 4,
                         .events = {{"Execute", 0, 2, {{"_p", std::int64_t{3}}}}}}}})
      .error("an error")
      .hostname("host")
      .bytes();
}

/// A call with an execution, an allocation and a copy.
importers::RecordingWriter recording() {
  constexpr std::uint64_t kBase = importers::RecordingWriter::kBase;
  importers::RecordingWriter run;
  run.start("nrt_execute", 1, kBase + 100, 7, {{"nc_idx", "0"}, {"model_id", "77"}})
      .start("kbl_exec_pre", 2, kBase + 110, 7,
             {{"nc_idx", "0"}, {"model_id", "77"}, {"exec_id", "1"}})
      .stop("kbl_exec_pre", 2, kBase + 120, 7)
      .point("timestamp_sync_point", 3, kBase + 150, 8,
             {{"cpu_timestamp_ns", "1773237600000000130"}, {"nc_timestamp_ns", "9000"}})
      .start("nc_exec_running", 4, kBase + 130, 8,
             {{"nc_idx", "0"},
              {"device_core_idx", "4"},
              {"exec_id", "1"},
              {"nc_timestamp_ns", "9000"}})
      .stop("nc_exec_running", 4, kBase + 180, 8, {{"nc_timestamp_ns", "9050"}})
      .stop("nrt_execute", 1, kBase + 200, 7)
      .start("nrt_dma_mem_alloc", 5, kBase + 300, 7,
             {{"nc_idx", "0"}, {"hbm_idx", "2"}, {"usage_type", "tensor"}})
      .stop("nrt_dma_mem_alloc", 5, kBase + 310, 7,
            {{"allocated_bytes", "64"},
             {"total_bytes", "64"},
             {"usage_type_total_bytes", "64"},
             {"return_code", "12"}})
      .start("dmem_buf_copyin", 6, kBase + 400, 7, {{"nc_idx", "0"}, {"size", "64"}})
      .stop("dmem_buf_copyin", 6, kBase + 430, 7)
      .cpu_sample(kBase, 0, 1.5f)
      .cpu_sample(kBase, 1, 0.0f)
      .memory_sample(kBase, 500);
  return run;
}

bool write_recording_seeds(const std::filesystem::path& folder) {
  const importers::RecordingWriter run = recording();
  std::filesystem::create_directories(folder);
  return write_file(folder / "ntrace.pb", run.events) &&
         write_file(folder / "trace_info.pb", run.info()) &&
         write_file(folder / "cpu_util.pb", run.cpu) &&
         write_file(folder / "host_mem.pb", run.memory) &&
         write_file(folder / "together.bin", run.info() + std::string("\n\0\n", 3) + run.events);
}

bool write_archive_seeds(const std::filesystem::path& folder) {
  const std::vector<std::pair<std::string, std::string>> files{
      {"run/a.json", R"([{"ph":"X","name":"step","ts":1,"dur":1}])"}, {"run/b/c.txt", "text"}};
  const std::string tar = tar_member("link", "a.json", '2') + tar_of(files);
  std::filesystem::create_directories(folder);
  return write_file(folder / "run.zip", zip(files)) &&
         write_file(folder / "stored.zip", zip(files, true)) &&
         write_file(folder / "run.tar", tar) && write_file(folder / "run.tgz", gzip(tar)) &&
         write_file(folder / "run.tar.zst", zstd(tar));
}

bool write_all(const std::filesystem::path& corpus) {
  for (const char* name : {"ntff", "neff", "session", "nsight_sqlite", "xplane"}) {
    std::filesystem::create_directories(corpus / name);
  }
  return write_file(corpus / "ntff" / "one_core.ntff", one_core_capture()) &&
         write_file(corpus / "ntff" / "two_cores.ntff", two_core_capture()) &&
         write_file(corpus / "ntff" / "version_4.ntff", older_capture(4)) &&
         write_file(corpus / "ntff" / "version_5.ntff", older_capture(5)) &&
         write_file(corpus / "ntff" / "no_cores.ntff", NtffWriter{}.text()) &&
         write_file(corpus / "neff" / "plain.neff", model(1)) &&
         write_file(corpus / "neff" / "gzip.neff", model(2)) &&
         write_file(corpus / "neff" / "archive.tar", tar_of({{"info.json", "{}"}})) &&
         write_file(corpus / "nsight_sqlite" / "run.sqlite", nsight_sqlite(gpu_run(), 512)) &&
         write_file(corpus / "nsight_sqlite" / "2020.sqlite", nsight_of_2020()) &&
         write_file(corpus / "xplane" / "gpu.xplane.pb", xplane(gpu_run())) &&
         write_file(corpus / "xplane" / "tpu.xplane.pb", tpu_profile()) &&
         write_archive_seeds(corpus / "archive") &&
         write_recording_seeds(corpus / "system_recording") &&
         write_session(*make_sample_trace(), corpus / "session" / "sample.nscope") &&
         write_session(*nested_trace(), corpus / "session" / "nested.nscope") &&
         write_session(*TraceBuilder().finish(), corpus / "session" / "empty.nscope");
}

}  // namespace
}  // namespace nscope

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fprintf(stderr, "usage: make_fuzz_seeds CORPUS_FOLDER\n");
    return 2;
  }
  return nscope::write_all(argv[1]) ? 0 : 1;
}
