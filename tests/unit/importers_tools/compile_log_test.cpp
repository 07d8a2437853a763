#include "tests/unit/importers_tools/compile_log.h"

#include "importers/compile_cache/compile_event.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace nscope::importers {
namespace {

TEST(CompileLog, HitsOfTheCache) {
  const auto trace = read_log(
      "2023-08-25 21:51:36.000433: INFO ||NCC_WRAPPER||: Compile cache path: /var/tmp/cache\n"
      "2023-08-25 21:52:23.000453: INFO ||NCC_WRAPPER||: Using a cached neff at "
      "/var/tmp/cache/neuronxcc-2.8.0.25+a3ad/MODULE_1987+d41d8cd9/model.neff. Exiting with a "
      "successfully compiled graph.\n");
  ASSERT_TRUE(trace) << to_string(trace.error());
  const ShownSlice hit = event(**trace, "MODULE_1987+d41d8cd9", "hit");
  EXPECT_EQ(hit.start, 47'020 * kMs) << "47.020 s: the six digits are milliseconds";
  EXPECT_EQ(hit.track, "Compiler");
  EXPECT_EQ(arg_text(**trace, hit.id, key::kGraphHash), "1987");
  EXPECT_EQ(arg_text(**trace, hit.id, key::kFlagsHash), "d41d8cd9");
  EXPECT_EQ(arg_text(**trace, hit.id, key::kCacheCompiler), "2.8.0.25+a3ad");
  EXPECT_EQ((*trace)->property_text("compile_cache_path"), "/var/tmp/cache");
  EXPECT_EQ((*trace)->property_text(property::kClock), "local") << "no zone in the log";
  const Track& track = *find_track(**trace, "Compiler");
  EXPECT_EQ(track.kind, TrackKind::kCompile);
  EXPECT_EQ(track.slice_kind, SliceKind::kCompile);
  EXPECT_EQ(metric_value(**trace, "compile_cache.hit"), 1.0);
}

TEST(CompileLog, CompilationsHaveDurationAndFlags) {
  const auto trace = read_log(
      "2024-07-27 15:22:50.000670:  7592  INFO ||NEURON_CC_WRAPPER||: Call compiler with cmd: "
      "neuronx-cc compile --target=trn1 --framework=XLA /tmp/x/model.MODULE_71+d4.hlo_module.pb "
      "--output /tmp/x/model.MODULE_71+d4.neff --verbose=35\n"
      "DGE ON Levels: {'io'}\n"
      ".....\n"
      "Compiler status PASS\n"
      "2024-07-27 15:23:00.000170:  7592  [INFO]: Compilation Successfully Completed for "
      "model.MODULE_71+d4.hlo_module.pb\n");
  ASSERT_TRUE(trace);
  const ShownSlice miss = event(**trace, "MODULE_71+d4", "miss");
  EXPECT_EQ(miss.track, "Compiler, process 7592");
  EXPECT_EQ(miss.start, 0);
  EXPECT_EQ(miss.duration, 9'500 * kMs);
  EXPECT_EQ(arg_text(**trace, miss.id, key::kCompilerFlags),
            "--target=trn1 --framework=XLA --verbose=35");
  EXPECT_EQ(arg_text(**trace, miss.id, key::kTimeSource), "log");
  EXPECT_EQ(metric_value(**trace, "compile_cache.compile_time"), 9.5);
  EXPECT_EQ(metric_value(**trace, "compile_cache.hit_share"), 0.0);
  EXPECT_EQ(diagnostic_count(**trace, "other_line"), 1) << "DGE ON Levels";
}

TEST(CompileLog, ASuccessWithoutTimeEndsWhereTheNextLineStands) {
  const auto trace = read_log(
      "2024-02-26 16:03:05.000000: 5  INFO ||NEURON_CC_WRAPPER||: Call compiler with cmd: "
      "['neuronx-cc', '--target=trn1', 'compile', '--framework', 'XLA', "
      "'/t/model.MODULE_1+a.hlo.pb',"
      " '--output', '/t/model.MODULE_1+a.neff']\n"
      ".Compiler status PASS\n"
      "2024-02-26 16:03:08.000000: 5  INFO ||NEURON_CACHE||: Compile cache path: /c\n"
      "2024-02-26 16:03:09.000000: 5  INFO ||NEURON_CC_WRAPPER||: Call compiler with cmd: "
      "neuronx-cc compile /t/model.MODULE_2+a.hlo.pb\n");
  ASSERT_TRUE(trace);
  const ShownSlice miss = event(**trace, "MODULE_1+a", "miss");
  EXPECT_EQ(miss.duration, 3'000 * kMs);
  EXPECT_EQ(arg_text(**trace, miss.id, key::kTimeSource), "next line");
  EXPECT_EQ(arg_text(**trace, miss.id, key::kCompilerFlags), "--target=trn1 --framework XLA");
  EXPECT_EQ(event(**trace, "MODULE_2+a", "unfinished").duration, 0);
  EXPECT_EQ(diagnostic_count(**trace, "compilation_without_end"), 1);
}

TEST(CompileLog, ParallelCompilationsAreToldApart) {
  const std::string pass = "Compiler status PASS\n";
  const auto trace = read_log(call_line("2024-02-26 16:00:00.000000", 1, "MODULE_1+a") +
                              call_line("2024-02-26 16:00:01.000000", 2, "MODULE_2+a") + pass +
                              success_line("2024-02-26 16:00:05.000000", 2, "MODULE_2+a") + pass +
                              success_line("2024-02-26 16:00:09.000000", 1, "MODULE_1+a"));
  ASSERT_TRUE(trace);
  EXPECT_EQ(event(**trace, "MODULE_2+a", "miss").duration, 4'000 * kMs);
  EXPECT_EQ(event(**trace, "MODULE_1+a", "miss").duration, 9'000 * kMs);
  EXPECT_EQ(event(**trace, "MODULE_1+a", "miss").track, "Compiler, process 1");
}

TEST(CompileLog, OldWordingOfMissAndSuccess) {
  const std::string cache = "/c/USER_neuroncc-1.0.47+16/MODULE_18";
  const auto trace = read_log(
      "2022-04-12 16:15:00.000947: INFO ||NCC_WRAPPER||: No candidate found under " + cache +
      ".\n" + "2022-04-12 16:15:00.000949: INFO ||NCC_WRAPPER||: Cache dir for the neff: " + cache +
      "/MODULE_0_SyncTensorsGraph.318_18_ip/83a0\nCompiler status PASS\n"
      "2022-04-12 16:18:05.000843: INFO ||NCC_WRAPPER||: Exiting with a successfully compiled "
      "graph\n"
      "2022-11-22 19:07:46.000353: ERROR ||NCC_WRAPPER||: There was a compilation error for this "
      "graph in the previous run. Returning with the errored graph at " +
      cache + "9/MODULE_0_Sync.1_19/16f/x.neff .\n");
  ASSERT_TRUE(trace);
  const ShownSlice miss = event(**trace, "MODULE_18", "miss");
  EXPECT_EQ(miss.duration, 184'896 * kMs);
  EXPECT_EQ(arg_text(**trace, miss.id, key::kCacheCompiler), "1.0.47+16");
  event(**trace, "MODULE_189", "cached_failure");
}

TEST(CompileLog, FailuresSayWhy) {
  const auto trace = read_log(
      "2024-09-21 16:15:28.000570:  4820  INFO ||NEURON_CC_WRAPPER||: Call compiler with cmd: "
      "neuronx-cc compile /t/model.MODULE_a7+39.hlo_module.pb --model-type=transformer\n"
      "2024-09-21 16:17:37.000815:  4820  ERROR ||NEURON_CC_WRAPPER||: Failed compilation with "
      "['neuronx-cc', 'compile', '/t/model.MODULE_a7+39.hlo_module.pb']: 2024-09-21T16:17:32Z "
      "walrus_driver: error while loading shared libraries\n"
      "2024-09-21 16:17:38.000000:  4820  ERROR ||NEURON_CC_WRAPPER||: Compilation failed for "
      "/t/model.MODULE_a7+39.hlo_module.pb after 0 retries\n"
      "INFO ||NCC_WRAPPER||: Got a cached failed neff at /c/neuronxcc-2.8/MODULE_12+d4/model.neff. "
      "Will skip compilation, please set --retry_failed_compilation for recompilation.\n");
  ASSERT_TRUE(trace);
  const ShownSlice failure = event(**trace, "MODULE_a7+39", "failure");
  EXPECT_EQ(failure.duration, 129'245 * kMs);
  EXPECT_THAT(arg_text(**trace, failure.id, key::kCompileError),
              ::testing::HasSubstr("error while loading shared libraries"));
  EXPECT_EQ(metric_value(**trace, "compile_cache.failure"), 1.0)
      << "one failure that is logged twice";
  event(**trace, "MODULE_12+d4", "cached_failure");
  EXPECT_EQ(diagnostic_count(**trace, "cached_failure"), 1);
  EXPECT_EQ(diagnostic_count(**trace, "line_without_time"), 1);
}

TEST(CompileLog, WaitingForAnotherProcess) {
  const std::string wait =
      " 7 [INFO]: Another process must be compiling /c/neuronxcc-2.21/MODULE_5+e3/"
      "model.hlo_module.pb, been waiting for: ";
  const std::string told =
      "2026-04-13 01:46:33.000000: 7 INFO ||NEURON_CACHE||: Compile cache path: /c\n"
      "2026-04-13 01:47:33.000000:" +
      wait +
      "1.0 minutes\n"
      "2026-04-13 01:48:33.000000:" +
      wait + "2.0 minutes\n";
  const auto open = read_log(told);
  ASSERT_TRUE(open);
  EXPECT_EQ(event(**open, "MODULE_5+e3", "locked").duration, 120'000 * kMs);
  EXPECT_EQ(event(**open, "MODULE_5+e3", "locked").start, 0);
  EXPECT_EQ(diagnostic_count(**open, "waited_for_lock"), 1);
  const auto ended = read_log(told +
                              "2026-04-13 01:49:00.000000: 7 INFO ||NEURON_CC_WRAPPER||: Using a "
                              "cached neff at /c/neuronxcc-2.21/MODULE_5+e3/model.neff\n");
  ASSERT_TRUE(ended);
  EXPECT_EQ(event(**ended, "MODULE_5+e3", "locked").duration, 147'000 * kMs);
  event(**ended, "MODULE_5+e3", "hit");
  EXPECT_EQ(diagnostic_count(**ended, "waited_for_lock"), 0);
}

TEST(CompileLog, ProgressOfParallelCompilationIsCounted) {
  const auto trace = read_log(
      "INFO ||NEURON_CC_WRAPPER||: Extracting graphs (/c/neuronxcc-2.0/MODULE_92+ab/model.hlo.pb) "
      "for ahead-of-time parallel compilation. No compilation was done.\n"
      "2024-01-01 00:00:00.000000: 9 INFO ||NEURON_CACHE||: Current remaining items are 5, locked "
      "are 0, failed are 1, "
      "done are 2, total is 8\n"
      "2024-01-01 00:00:02.000000: 9 INFO ||NEURON_CACHE||: Current remaining items are 0, locked "
      "are 0, failed are 1, "
      "done are 7, total is 8\n"
      "2024-01-01 00:00:02.000000: 9 INFO ||NEURON_PARALLEL_COMPILE||: Total graphs: 8\n");
  ASSERT_TRUE(trace);
  const auto remaining = samples_at(**trace, {"Graphs to compile", "remaining"});
  ASSERT_EQ(remaining.size(), 2u);
  EXPECT_EQ(remaining[0].second, 5.0);
  EXPECT_EQ(remaining[1].first - remaining[0].first, 2'000 * kMs);
  EXPECT_EQ(samples_at(**trace, {"Graphs to compile", "failed"})[1].second, 1.0);
  event(**trace, "MODULE_92+ab", "extracted");
  EXPECT_EQ(metric_value(**trace, "parallel_compile.total_graphs"), 8.0);
  EXPECT_EQ(diagnostic_count(**trace, "other_line"), 0);
}

constexpr std::string_view kReport =
    "2025-01-17 01:16:00.000000:  32201  INFO ||NEURON_PARALLEL_COMPILE||: {\n"
    "    \"compilation_summary\": {\"true\": 1, \"false\": 1},\n"
    "    \"compilation_report\": {\n"
    "        \"/c/neuronxcc-2.16/MODULE_99+3c/model.hlo_module.pb\": {\n"
    "            \"status\": true, \"retry\": 0, \"compile_time\": 9.5 },\n"
    "        \"/c/neuronxcc-2.16/MODULE_74+3c/model.hlo_module.pb\": {\n"
    "            \"status\": false, \"retry\": 1, \"compile_time\": 20.0 }\n"
    "    },\n"
    "    \"start_time\": 1737076372.654127,\n"
    "    \"compilation_time\": 21.0\n"
    "}\n"
    "2025-01-17 01:16:00.000981:  32201  INFO ||NEURON_PARALLEL_COMPILE||: Total graphs: 2\n";

TEST(CompileLog, TheReportOfParallelCompilationHasDurations) {
  const auto trace = read_log(kReport);
  ASSERT_TRUE(trace);
  const ShownSlice passed = event(**trace, "MODULE_99+3c", "miss");
  EXPECT_EQ(passed.duration, 9'500 * kMs);
  EXPECT_EQ(passed.start, -21'000 * kMs) << "the start of the whole compilation";
  EXPECT_EQ(arg_text(**trace, passed.id, key::kTimeSource), "report");
  EXPECT_EQ(event(**trace, "MODULE_74+3c", "failure").duration, 20'000 * kMs);
  EXPECT_EQ(diagnostic_count(**trace, "other_line"), 0);
  // A report that is interrupted by another message is not read.
  const auto cut =
      read_log(std::string(kReport.substr(0, 200)) +
               "\n2025-01-17 01:16:01.000000: 1 INFO ||NEURON_CACHE||: Compile cache path: /c\n");
  ASSERT_TRUE(cut);
  EXPECT_TRUE(slices_of(**cut).empty());
}

TEST(CompileLog, WhyItWasCompiledAgain) {
  const auto compile = [](std::string_view time, std::string_view module, std::string_view flags) {
    const std::string second = "2024-01-01 00:00:" + std::string(time);
    return call_line(second + ".000000", 1, module, flags) +
           success_line(second + ".000500", 1, module);
  };
  const auto trace = read_log(compile("01", "MODULE_1+aa", " --target=trn1 -O1") +
                              compile("02", "MODULE_1+bb", " --target=trn1 -O2") +
                              compile("03", "MODULE_1+aa", " --target=trn1 -O1"));
  ASSERT_TRUE(trace);
  EXPECT_EQ(diagnostic_count(**trace, "recompiled_for_flags"), 1);
  EXPECT_EQ(find_diagnostic(**trace, "recompiled_for_flags")->example.english(),
            "graph 1 was compiled with different flags: -O1 in one compilation, -O2 in another");
  EXPECT_EQ(diagnostic_count(**trace, "compiled_again"), 1);
  EXPECT_EQ(metric_value(**trace, "compile_cache.compile_time"), 1.5);
}

TEST(CompileLog, TerminalsLaunchersAndProgressBars) {
  const auto trace = read_log(
      "\xEF\xBB\xBF\x1b[36m(RayTrainWorker pid=5, ip=10.0.0.1)\x1b[0m 2024-01-01 00:00:00.000001:  "
      "9 "
      " INFO ||NEURON_CC_WRAPPER||: Using a cached neff at /c/MODULE_1+a/model.neff\r\n"
      " 10%|#         | 1/10 [00:08<01:17,  8.64s/it]\r 20%|##  | 2/10 [00:09]2024-01-01 "
      "00:00:01.000001:  9  INFO ||NEURON_CC_WRAPPER||: Using a cached neff at "
      "/c/MODULE_2+a/model.neff\r\n"
      "[1,0]<stdout>:INFO: 2024-01-01 00:00:02.000001:  161136  INFO ||NEURON_CC_WRAPPER||: Using "
      "a "
      "cached neff at /c/MODULE_3+a/model.neff\n"
      "2024-01-01 00 (tel:2024010100):00:03.000001: INFO ||NCC_WRAPPER||: Using a cached neff at "
      "/c/MODULE_4+a/model.neff\n");
  ASSERT_TRUE(trace);
  EXPECT_EQ(event(**trace, "MODULE_2+a", "hit").start, 1'000 * kMs);
  EXPECT_EQ(event(**trace, "MODULE_3+a", "hit").start, 2'000 * kMs);
  EXPECT_EQ(event(**trace, "MODULE_3+a", "hit").track, "Compiler, process 161136");
  EXPECT_EQ(event(**trace, "MODULE_4+a", "hit").start, 3'000 * kMs);
}

TEST(CompileLog, OtherToolsDoNotMoveTheTime) {
  const auto trace = read_log(
      "2031-01-01 00:00:00.000001 [INFO]: something else entirely\n"
      "2024-01-01 00:00:00.000001: INFO ||NCC_WRAPPER||: Using a cached neff at "
      "/c/MODULE_1+a/m.neff\n");
  ASSERT_TRUE(trace);
  EXPECT_EQ(event(**trace, "MODULE_1+a", "hit").start, 0);
  EXPECT_EQ(diagnostic_count(**trace, "other_line"), 1);
  EXPECT_EQ((*trace)->property_number(property::kClockOrigin), 1704067200.001e9);
}

TEST(CompileLog, KeysInPaths) {
  const ModuleKey key = module_in("x/neuronxcc-2.8.0+a3/MODULE_19+d4/model.neff");
  EXPECT_EQ(key.module, "MODULE_19+d4");
  EXPECT_EQ(key.compiler_version, "2.8.0+a3");
  EXPECT_EQ(module_in("model.MODULE_56f0d3+617f.hlo_module.pb").flags_hash, "617f");
  EXPECT_EQ(module_in("MODULE_").module, "");
  EXPECT_EQ(module_in("MODULE_+").module, "");
  EXPECT_EQ(module_in("").module, "");
}

TEST(CompileLog, RecognisedByContentAndOthersAreErrors) {
  const auto sniff = [](std::string_view text) { return sniff_compile_log(json_file(text)); };
  EXPECT_TRUE(sniff("hello\nINFO ||NEURON_CACHE||: Compile cache path: /x\n"));
  EXPECT_TRUE(sniff("..Compiler status PASS\n"));
  EXPECT_FALSE(sniff("hello\n"));
  EXPECT_FALSE(sniff("{\"log\": \"INFO ||NEURON_CACHE||: x\"}"));
  expect_refused(read_compile_log, {"", "hello", "{}", "see ||NEURON_CACHE||: for more\n"});
}

}  // namespace
}  // namespace nscope::importers
