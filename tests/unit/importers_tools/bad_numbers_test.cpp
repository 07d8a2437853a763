#include "importers/compile_cache/cache_folder.h"
#include "importers/compile_cache/compile_log.h"
#include "importers/nccom_test/nccom_test.h"
#include "importers/neuron_ls/neuron_ls.h"
#include "importers/neuron_monitor/neuron_monitor.h"
#include "importers/system_profile/system_profile.h"
#include "profiler/trace/vocabulary.h"
#include "tests/unit/importers_tools/read_tool.h"

#include <filesystem>
#include <fstream>

#include <fcntl.h>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

// Numbers that no tool writes must neither overflow nor be taken for unknown values.
namespace nscope::importers {
namespace {

constexpr std::int64_t kLatest = 2'400'000'000'000'000'000;

TEST(BadNumbers, AStampBeyondAnyClockIsNoStamp) {
  const auto trace = read_with(read_neuron_monitor,
                               "{\"neuron_runtime_data\":[],\"timestamp\":5e10}\n"
                               "{\"neuron_runtime_data\":[],\"timestamp\":5e13}\n"
                               "{\"neuron_runtime_data\":[],\"timestamp\":8e18}\n");
  ASSERT_TRUE(trace) << to_string(trace.error());
  EXPECT_EQ((*trace)->property(property::kClock), nullptr);
  EXPECT_EQ(diagnostic_count(**trace, "no_time_stamps"), 3);
}

TEST(BadNumbers, ReportedCompileTimesDoNotAddUpBeyondTime) {
  std::string log;
  for (int i = 0; i < 200; ++i) {
    log += fmt::format(
        "INFO ||NEURON_CACHE||: No candidate found under /c/MODULE_{0}+a/\n"
        "INFO ||NEURON_PARALLEL_COMPILE||: {{\"compilation_report\": "
        "{{\"/c/MODULE_{0}+a/\": {{\"status\": true, \"compile_time\": 1e9}}}}}}\n",
        i);
  }
  const auto trace = read_with(read_compile_log, log);
  ASSERT_TRUE(trace) << to_string(trace.error());
  EXPECT_EQ(slices_of(**trace).size(), 200u);
  for (const ShownSlice& slice : slices_of(**trace)) {
    EXPECT_GE(slice.start, 0);
    EXPECT_LT(slice.start, kLatest);
  }
}

TEST(BadNumbers, FilesOfTheFarFutureAreStillFiles) {
  const std::filesystem::path root =
      std::filesystem::temp_directory_path() / ("nscope_future_" + std::to_string(::getpid()));
  const std::filesystem::path neff = root / "MODULE_1+a" / "model.neff";
  std::filesystem::create_directories(neff.parent_path());
  std::ofstream(neff) << "x";
  std::ofstream(root / "MODULE_1+a" / "model.done") << "x";
  const timespec at{13'000'000'000, 0};  // the year 2381
  const timespec times[2] = {at, at};
  ASSERT_EQ(::utimensat(AT_FDCWD, neff.c_str(), times, 0), 0);
  TraceBuilder builder;
  TaskControl control;
  const auto ok = read_compile_cache(root, builder, control);
  std::filesystem::remove_all(root);
  ASSERT_TRUE(ok) << to_string(ok.error());
  const auto trace = builder.finish();
  ASSERT_TRUE(trace);
  EXPECT_GT(trace->property_number(property::kClockOrigin), 0.0);
}

TEST(BadNumbers, MeasurementsDoNotAddUpBeyondTime) {
  std::string text = "size(B) count(elems) type time:avg(us) algbw(GB/s) busbw(GB/s)\n";
  for (int i = 0; i < 12'000; ++i) text += "1024 256 fp32 1000000000000 0.1 0.1\n";
  const auto trace = read_with(read_nccom_test, text);
  ASSERT_TRUE(trace) << to_string(trace.error());
  EXPECT_GT(diagnostic_count(**trace, "row_without_time"), 9000);
  for (const ShownSlice& slice : slices_of(**trace)) {
    EXPECT_GE(slice.start, 0);
    EXPECT_LT(slice.start, kLatest);
  }
}

TEST(BadNumbers, WhatNccomTestPrintsIsShownAsText) {
  const auto trace =
      read_with(read_nccom_test,
                "nccom-test -r 2 allr \\\n"
                "--note \x01\xff\n"
                "size(B) count(elems) type time:avg(us) algbw(GB/s) busbw(GB/s) \xff\n"
                "1024 256 fp32 10 0.1 0.1 7\n");
  ASSERT_TRUE(trace) << to_string(trace.error());
  const auto slices = slices_of(**trace);
  ASSERT_EQ(slices.size(), 1u);
  EXPECT_EQ(slices[0].track, "Run 1: nccom-test -r 2 allr --note \u2401\uFFFD");
  EXPECT_EQ(arg_text(**trace, slices[0].id, "\uFFFD"), "7");
  EXPECT_EQ(diagnostic_count(**trace, "text_not_utf8"), 2);
}

TEST(BadNumbers, ProcessesThatAreNotShownAreNotZero) {
  const auto silent =
      read_with(read_neuron_ls, R"([{"neuron_device":0,"bdf":"00:1e.0","nc_count":2}])");
  ASSERT_TRUE(silent) << to_string(silent.error());
  EXPECT_EQ(find_metric(**silent, "neuron_process_count"), nullptr);
  const auto none =
      read_with(read_neuron_ls,
                R"([{"neuron_device":0,"bdf":"00:1e.0","nc_count":2,"neuron_processes":[]}])");
  ASSERT_TRUE(none) << to_string(none.error());
  EXPECT_EQ(metric_value(**none, "neuron_process_count"), 0.0);
  const auto table =
      read_with(read_neuron_ls,
                "+--------+---------+\n| NEURON |   PCI   |\n| DEVICE |   BDF   |\n"
                "+--------+---------+\n| 0      | cc:00.0 |\n+--------+---------+\n");
  ASSERT_TRUE(table) << to_string(table.error());
  EXPECT_EQ(find_metric(**table, "neuron_process_count"), nullptr);
}

TEST(BadNumbers, CoreIdsAtTheEndsOfTheRangeAreAList) {
  const auto trace = read_with(read_neuron_ls,
                               R"([{"neuron_device":0,"nc_count":2,"neuroncore_ids":
                                   [9223372036854775807,-9223372036854775808]}])");
  ASSERT_TRUE(trace) << to_string(trace.error());
  EXPECT_EQ((*trace)->property_text("device0.neuroncore_ids"),
            "9223372036854775807, -9223372036854775808");
}

TEST(BadNumbers, AnImpossibleTimeIsNoZeroOfASystemProfile) {
  const auto trace = read_with(read_system_profile,
                               R"({"trace_events":[
      {"timestamp":9000000000000000000,"duration":1,"name":"late"},
      {"timestamp":-2000000000000000000,"duration":1,"name":"early"}]})");
  ASSERT_TRUE(trace) << to_string(trace.error());
  EXPECT_EQ(diagnostic_count(**trace, "row_without_time"), 1);
  ASSERT_EQ(slices_of(**trace).size(), 1u);
  EXPECT_EQ(slices_of(**trace)[0].start, -2'000'000'000'000'000'000);
}

}  // namespace
}  // namespace nscope::importers
