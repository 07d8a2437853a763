// Writes the seeds of the binary formats that our own test writers can make:
//   make_fuzz_seeds tests/fuzz/corpus
// Deterministic, so that a second run changes only what a format change changed.
#include "profiler/base/files/atomic_file.h"
#include "profiler/trace/build/trace_builder.h"
#include "profiler/trace/session/session_file.h"
#include "tests/support/ntff_writer.h"
#include "tests/unit/importers/neff_writer.h"
#include "tests/unit/trace/sample_trace.h"

#include <cstdio>
#include <filesystem>
#include <string>

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

std::string two_core_capture() {
  NtffWriter ntff;
  ntff.executions = {{kStart, kStart + 60 * kNs}, {kStart + 80 * kNs, kStart + 200 * kNs}};
  ntff.cores = {busy_core("sg00", 0), busy_core("sg01", 1)};
  ntff.cores[1].instruction(kPe, 0, kStart + 90 * kNs, kStart + 95 * kNs);
  ntff.cores[1].instructions.push_back({0x80000000u | 1u << 26, 0, kStart + 99 * kNs});  // no end
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

bool write_all(const std::filesystem::path& corpus) {
  for (const char* name : {"ntff", "neff", "session"}) {
    std::filesystem::create_directories(corpus / name);
  }
  return write_file(corpus / "ntff" / "one_core.ntff", one_core_capture()) &&
         write_file(corpus / "ntff" / "two_cores.ntff", two_core_capture()) &&
         write_file(corpus / "ntff" / "no_cores.ntff", NtffWriter{}.text()) &&
         write_file(corpus / "neff" / "plain.neff", model(1)) &&
         write_file(corpus / "neff" / "gzip.neff", model(2)) &&
         write_file(corpus / "neff" / "archive.tar", importers::tar_of({{"info.json", "{}"}})) &&
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
