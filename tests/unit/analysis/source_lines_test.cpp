#include "profiler/analysis/source/source_lines.h"

#include "profiler/base/text/source_location.h"
#include "tests/unit/analysis/run_table.h"
#include "tests/unit/analysis/test_run.h"

#include <string>
#include <utility>

#include <gtest/gtest.h>

namespace nscope::analysis {
namespace {

TEST(SourceLocation, SplitsFileAndLine) {
  using Expected = std::pair<std::string_view, std::uint32_t>;
  const std::pair<std::string_view, Expected> cases[] = {
      {"/home/me/attn.py:86", {"/home/me/attn.py", 86}},
      {"attn.py:86:12", {"attn.py", 86}},
      {"attn.py", {"attn.py", 0}},
      {"main /src/app.cc:7", {"/src/app.cc", 7}},
      {"/my files/attn.py:3", {"/my files/attn.py", 3}},
      {"C:\\work\\attn.py:9", {"C:\\work\\attn.py", 9}},
      {"attn.py:0", {"attn.py:0", 0}},
      {"attn.py:99999999999", {"attn.py:99999999999", 0}},
      {"attn.py:", {"attn.py:", 0}},
      {":5", {":5", 0}},
      {"", {"", 0}}};
  for (const auto& [text, expected] : cases) {
    const SourceLocation location = parse_source_location(text);
    EXPECT_EQ(Expected(location.file, location.line), expected) << text;
  }
}

TEST(SourceLocation, CountsEqualPartsAtTheEndOfPaths) {
  EXPECT_EQ(common_path_end("/home/me/kernels/attn.py", "src/kernels/attn.py"), 2u);
  EXPECT_EQ(common_path_end("C:\\me\\kernels\\attn.py", "kernels/attn.py"), 2u);
  EXPECT_EQ(common_path_end("a/./attn.py", "a//attn.py"), 2u);
  EXPECT_EQ(common_path_end("attn.py", "my_attn.py"), 0u) << "whole parts only";
  EXPECT_EQ(common_path_end("", ""), 0u);
  EXPECT_EQ(common_path_end("/", "/"), 0u);
  EXPECT_EQ(last_path_part("/home/me/attn.py"), "attn.py");
  EXPECT_EQ(last_path_part("folder/"), "folder");
}

/// attn.py:7 multiplies 0..100 and 100..200 (with an overlap on two tracks of TensorE) and triggers
/// a packet of 64 bytes; attn.py:9 copies 300..400 after a semaphore of :7. A COPY has no line.
struct LinedRun {
  LinedRun() {
    run.device(1).execution(0, 1000);
    first = run.instruction(0, Engine::kTensor, "MATMUL", 0, 100);
    second = run.instruction(0, Engine::kTensor, "LDWEIGHTS", 50, 200);
    load = run.instruction(0, Engine::kGpSimd, "DMA_DIRECT2D", 0, 20);
    copy = run.instruction(0, Engine::kVector, "COPY", 300, 400);
    other = run.instruction(0, Engine::kVector, "COPY", 500, 520);
    for (const SliceId slice : {first, second, load}) {
      run.arg(slice, key::kSourceLocation, "/home/me/attn.py:7");
    }
    run.arg(copy, key::kSourceLocation, "/home/me/attn.py:9");
    run.arg(first, key::kElements, 1000);
    run.arg(load, key::kHbmReadBytes, 4096);
    packet = run.packet(0, 1, "hardware_dynamic", 64, 20, 60);
    run.out().flow(load, packet, run.out().intern(flow_kind::kDmaTrigger));
    run.out().flow(second, copy, run.out().intern(flow_kind::kSemaphore));
  }
  TestRun run;
  SliceId first, second, load, copy, other, packet;
};

TEST(SourceLines, AddsUpTheEventsOfEachLine) {
  LinedRun made;
  const NamedTable table = run_table("source-lines", *made.run.finish());
  const std::size_t seven = table.row({{"source", "attn.py:7"}});
  EXPECT_EQ(table.text(seven, "file"), "/home/me/attn.py");
  EXPECT_EQ(table.number(seven, "line"), 7);
  EXPECT_EQ(table.number(seven, "count"), 3) << "without the packet";
  EXPECT_EQ(table.number(seven, "active_ns"), 200);
  EXPECT_DOUBLE_EQ(table.number(seven, "share"), 0.2);
  EXPECT_EQ(table.number(seven, "tensor_ns"), 250) << "the sum of the durations";
  EXPECT_EQ(table.number(seven, "gpsimd_ns"), 20);
  EXPECT_EQ(table.number(seven, "dma_ns"), 40) << "the triggered packet";
  EXPECT_EQ(table.number(seven, "flops"), 2000);
  EXPECT_EQ(table.number(seven, "hbm_read_bytes"), 4096);
  EXPECT_TRUE(table.missing(seven, "hbm_write_bytes")) << "unknown is not zero";
  EXPECT_EQ(table.number(seven, "dma_bytes"), 64);
  EXPECT_TRUE(table.missing(seven, "spill_bytes"));
  const std::size_t nine = table.row({{"source", "attn.py:9"}});
  EXPECT_EQ(table.number(nine, "active_ns"), 100);
  EXPECT_TRUE(table.missing(nine, "dma_bytes"));
  const std::size_t unlined = table.row({{"source", "(no source line)"}});
  EXPECT_EQ(table.number(unlined, "count"), 1);
  EXPECT_TRUE(table.missing(unlined, "file"));
  EXPECT_TRUE(table.missing(unlined, "line"));
}

TEST(SourceLines, CountsOverlappingEventsOfAUnitOnce) {
  LinedRun made;
  const NamedTable table = run_table("source-lines", *made.run.finish(), {{"time", "busy"}});
  EXPECT_EQ(table.number(table.row({{"source", "attn.py:7"}}), "tensor_ns"), 200);
}

TEST(SourceLines, AssignsIdleTimeToTheLineOfTheInstructionThatComesNext) {
  LinedRun made;
  const auto trace = made.run.finish();
  const NamedTable lines = run_table("source-lines", *trace);
  const std::size_t nine = lines.row({{"source", "attn.py:9"}});
  // VectorE has no instruction before the copy, so the time until 300 is its launch or the wait
  // for :7. The analysis 'idle' decides.
  const NamedTable idle = run_table("idle", *trace);
  double all = 0.0;
  for (std::size_t row = 0; row < idle.rows(); ++row) {
    const std::string cause = idle.text(row, "cause");
    if (cause == "total idle" || cause == "launch" || cause == "finished") continue;
    all += idle.number(row, "time_ns");
  }
  double stalls = 0.0;
  for (std::size_t row = 0; row < lines.rows(); ++row) stalls += lines.number(row, "stall_ns");
  EXPECT_DOUBLE_EQ(stalls, all) << "one definition";
  EXPECT_GT(lines.number(nine, "stall_ns"), 0.0);
  EXPECT_EQ(lines.number(nine, "wait_ns"), 200) << "until the end of :7";
}

TEST(SourceLines, SumsSpillsOfTheSourceThatTheRunHas) {
  const auto spilled = [](std::string_view what) {
    LinedRun made;
    if (what == "bytes") {
      made.run.arg(made.load, key::kSpillSaveBytes, 100);
      made.run.arg(made.load, key::kSpillReloadBytes, 20);
    }
    made.run.arg(made.load, key::kInstructionType, what == "none" ? "REGULAR" : "SPILL");
    const NamedTable table = run_table("source-lines", *made.run.finish());
    return table.text(table.row({{"source", "attn.py:7"}}), "spill_bytes");
  };
  EXPECT_EQ(spilled("bytes"), "120") << "stated bytes take precedence over the type";
  EXPECT_EQ(spilled("type"), "4096");
  EXPECT_EQ(spilled("none"), "0") << "known not to spill";
}

TEST(SourceLines, DoesNotCountASpillWithoutBytesAsZero) {
  LinedRun made;
  made.run.arg(made.copy, key::kInstructionType, "SPILL");
  const NamedTable table = run_table("source-lines", *made.run.finish());
  EXPECT_TRUE(table.missing(table.row({{"source", "attn.py:9"}}), "spill_bytes"));
}

TEST(SourceLines, JoinsLocationsOfTheSameLine) {
  LinedRun made;
  made.run.arg(made.other, key::kSourceLocation, "/home/me/attn.py:9:4");
  const NamedTable table = run_table("source-lines", *made.run.finish());
  const std::size_t nine = table.row({{"source", "attn.py:9"}});
  EXPECT_EQ(table.number(nine, "count"), 2);
  EXPECT_EQ(table.number(nine, "active_ns"), 120);
}

TEST(SourceLines, LimitsTheAnalysedRange) {
  LinedRun made;
  const std::pair range{made.run.at(250), made.run.at(450)};
  const NamedTable table =
      run_table("source-lines", *made.run.finish(), {}, {.range = range, .core = {}});
  ASSERT_EQ(table.rows(), 1u);
  EXPECT_EQ(table.text(0, "source"), "attn.py:9");
  EXPECT_DOUBLE_EQ(table.number(0, "share"), 0.5);
}

TEST(SourceLines, StatesWhyARunHasNone) {
  TestRun run;
  run.device(1);
  run.instruction(0, Engine::kTensor, "MATMUL", 0, 100);
  const NamedTable table = run_table("source-lines", *run.finish());
  EXPECT_EQ(table.rows(), 0u);
  EXPECT_TRUE(table.has_note("states its source line"));
}

TEST(SourceLines, ListsFilesWithoutALine) {
  TestRun run;
  run.device(1);
  run.arg(run.instruction(0, Engine::kTensor, "MATMUL", 0, 100), key::kSourceLocation, "attn.py");
  const NamedTable table = run_table("source-lines", *run.finish());
  ASSERT_EQ(table.rows(), 1u);
  EXPECT_EQ(table.text(0, "source"), "attn.py");
  EXPECT_TRUE(table.missing(0, "line"));
}

}  // namespace
}  // namespace nscope::analysis
