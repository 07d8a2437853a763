#include "importers/nccom_test/nccom_test.h"

#include "importers/nccom_test/measurements.h"
#include "profiler/trace/vocabulary.h"
#include "tests/unit/importers_tools/read_tool.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace nscope::importers {
namespace {

Result<std::shared_ptr<const Trace>> read_nccom(std::string_view text) {
  return read_with(read_nccom_test, text);
}

constexpr double kGiB = 1073741824.0;

// 32 MiB in 768 us are 40.69 GiB/s, so a GB of the older tool is a GiB.
constexpr std::string_view kOld =
    "$ nccom-test -r 2 allr\n"
    "    size(B)    count(elems)     type    time(us)    algbw(GB/s)    busbw(GB/s)\n"
    "   33554432        33554432    uint8         768          40.69          40.69\n"
    "Avg bus bandwidth:      40.6901GB/s\n";

// 32 MiB in 2754.15 us are 12.18 GB/s: a GB of the newer tool is 10^9 bytes.
constexpr std::string_view kNew =
    "nccom-test -r 16 allr -b 4 --show-algorithm\n"
    "  size(B)  count(elems)  type  time:avg(us)  time:p99(us)  algbw(GB/s)  busbw(GB/s)  "
    "algorithm\n"
    "        4             1  fp32        299.91           310         0.00         0.00       "
    "mesh\n"
    " 33554432       8388608  fp32       2754.15          2800        12.18        22.84  "
    "kangaring\n"
    "Avg bus bandwidth:\t11.4200GB/s\n";

TEST(NccomTest, RowsBecomeCollectivesOneAfterTheOther) {
  const auto trace = read_nccom(kNew);
  ASSERT_TRUE(trace) << to_string(trace.error());
  const auto slices = slices_of(**trace);
  ASSERT_EQ(slices.size(), 2u);
  EXPECT_EQ(slices[0].name, "AllReduce");
  EXPECT_EQ(slices[0].start, 0);
  EXPECT_EQ(slices[0].duration, 299'910);
  EXPECT_EQ(slices[1].start, 299'910);
  EXPECT_EQ(slices[1].duration, 2'754'150);
  const Track* const track = &(*trace)->tracks()[0];
  EXPECT_EQ(track->kind, TrackKind::kCollective);
  EXPECT_EQ(track->slice_kind, SliceKind::kCollective);
  EXPECT_EQ(arg_text(**trace, slices[1].id, key::kBytes), "33554432");
  EXPECT_EQ(arg_text(**trace, slices[1].id, key::kRanks), "16");
  EXPECT_EQ(arg_text(**trace, slices[1].id, key::kAlgorithm), "kangaring");
  EXPECT_EQ(arg_text(**trace, slices[1].id, "operation"), "allr");
  EXPECT_EQ(arg_text(**trace, slices[1].id, "count"), "8388608");
  EXPECT_EQ(arg_text(**trace, slices[1].id, "data_type"), "fp32");
  EXPECT_EQ(arg_text(**trace, slices[1].id, "time_p99_ns"), std::to_string(2.8e6));
  EXPECT_EQ(arg_text(**trace, slices[1].id, "bus_bandwidth"), std::to_string(22.84e9));
  EXPECT_DOUBLE_EQ(metric_value(**trace, "bus_bandwidth_avg"), 11.42e9);
  EXPECT_DOUBLE_EQ(metric_value(**trace, "bus_bandwidth_max"), 22.84e9);
  EXPECT_DOUBLE_EQ(metric_value(**trace, "time_min"), 299.91e-6);
  EXPECT_EQ(diagnostic_count(**trace, "bandwidth_unit_found"), 1);
}

TEST(NccomTest, TheUnitOfBandwidthsIsFoundInTheRows) {
  const auto trace = read_nccom(kOld);
  ASSERT_TRUE(trace);
  EXPECT_DOUBLE_EQ(metric_value(**trace, "bus_bandwidth_avg"), 40.6901 * kGiB);
  // The values are too small to decide, so the header, which differs by version, is used.
  const auto small = read_nccom(
      "size(B) count(elems) type time(us) algbw(GB/s) busbw(GB/s)\n1024 256 fp32 58 0.02 0.02\n");
  ASSERT_TRUE(small);
  EXPECT_EQ(diagnostic_count(**small, "bandwidth_unit_assumed"), 1);
  EXPECT_DOUBLE_EQ(metric_value(**small, "bus_bandwidth_max"), 0.02 * kGiB);
  const auto recent = read_nccom(
      "size(B) count(elems) type time:avg(us) algbw(GB/s) busbw(GB/s)\n1024 256 fp32 58 0.02 "
      "0.02\n");
  ASSERT_TRUE(recent);
  EXPECT_DOUBLE_EQ(metric_value(**recent, "bus_bandwidth_max"), 0.02e9);
}

TEST(NccomTest, SeveralRunsAreSeveralTracks) {
  const auto trace = read_nccom(std::string(kOld) + "-----\n" + std::string(kNew));
  ASSERT_TRUE(trace);
  ASSERT_EQ((*trace)->tracks().size(), 2u);
  EXPECT_EQ((*trace)->text((*trace)->tracks()[0].name), "Run 1: nccom-test -r 2 allr");
  EXPECT_DOUBLE_EQ(metric_value(**trace, "run1.bus_bandwidth_max"), 40.69 * kGiB);
  EXPECT_DOUBLE_EQ(metric_value(**trace, "run2.bus_bandwidth_max"), 22.84e9);
}

TEST(NccomTest, JsonHasTheSameColumns) {
  const auto trace = read_nccom(R"json({"results":[
      {"size(B)":65536,"count(elems)":16384,"type":"fp32","algbw(GB/s)":8.009,
       "busbw(GB/s)":7.7587,"time:avg(us)":8.18},
      {"size(B)":524288,"algbw(GB/s)":22.69,"busbw(GB/s)":21.98,"time:avg(us)":23.11}, 7]})json");
  ASSERT_TRUE(trace) << to_string(trace.error());
  const auto slices = slices_of(**trace);
  ASSERT_EQ(slices.size(), 2u);
  EXPECT_EQ(slices[0].name, "collective") << "the file does not state the operation";
  EXPECT_EQ(slices[0].duration, 8'180);
  EXPECT_EQ(arg_text(**trace, slices[1].id, "bus_bandwidth"), std::to_string(21.98e9));
  EXPECT_EQ(find_metric(**trace, "bus_bandwidth_avg")->provenance, Provenance::kMeasured);
  EXPECT_EQ(diagnostic_count(**trace, "odd_table_row"), 1);
}

TEST(NccomTest, FailuresAreCounted) {
  const std::string failed =
      "nccom-test -r 2 allr\n"
      "  size(B)    count(elems)    type    time(us)    algbw(GB/s)    busbw(GB/s)\n"
      " 33554432    Failure running neuron-bench - log file /tmp/nccom_test_log_7pqpdfjf.log\n"
      "1 errors found - test failed\n";
  const auto trace = read_nccom(failed + std::string(kOld));
  ASSERT_TRUE(trace);
  EXPECT_EQ(diagnostic_count(**trace, "failed_measurement"), 1);
  EXPECT_EQ(diagnostic_count(**trace, "test_failed"), 1);
  EXPECT_EQ(slices_of(**trace).size(), 1u);
  const auto alone = read_nccom(failed);
  ASSERT_FALSE(alone);
  EXPECT_THAT(alone.error().message.english(), ::testing::HasSubstr("all of them failed"));
}

TEST(NccomTest, AFailureIsNoRowHoweverManyWordsItHas) {
  const auto trace = read_nccom(
      "size(B) count(elems) type time:avg(us) algbw(GB/s) busbw(GB/s) x y\n"
      "64 Failure running neuron-bench - log file /tmp/x.log\n"
      "1024 256 fp32 10 0.1 0.1 1 2\n");
  ASSERT_TRUE(trace);
  EXPECT_EQ(slices_of(**trace).size(), 1u);
  EXPECT_EQ(diagnostic_count(**trace, "failed_measurement"), 1);
}

TEST(NccomTest, LaunchersAndOtherLinesDoNotDisturb) {
  const auto trace = read_nccom(
      "[1,0]<stdout>: size(B) count(elems) type time:avg(us) algbw(GB/s) busbw(GB/s)\r\n"
      "[1,0]<stdout>:\x1b[32m 1024 256 fp32 10 0.1 0.1\x1b[0m\r\n"
      "[1,1]<stderr>:warning: slow\r\n"
      "[1,0]<stdout>: 2048 512 fp32 11 0.19 0.19\r\n");
  ASSERT_TRUE(trace) << to_string(trace.error());
  EXPECT_EQ(slices_of(**trace).size(), 2u);
  EXPECT_EQ(diagnostic_count(**trace, "other_line"), 1);
}

TEST(NccomTest, RowsWithoutTimeAreLeftOut) {
  const auto trace = read_nccom(R"json({"results":[{"size(B)":1,"busbw(GB/s)":1},
                          {"size(B)":1,"busbw(GB/s)":1,"time:p50(us)":3}]})json");
  ASSERT_TRUE(trace) << to_string(trace.error());
  EXPECT_EQ(diagnostic_count(**trace, "row_without_time"), 1);
  ASSERT_EQ(slices_of(**trace).size(), 1u);
  EXPECT_EQ(slices_of(**trace)[0].duration, 3000) << "another statistic than the mean";
}

TEST(NccomTest, Commands) {
  NccomRun run;
  read_command("nccom-test allg -r 64 -c --streams-json x.json", run);
  EXPECT_EQ(run.operation, "allg");
  EXPECT_EQ(run.ranks, 64);
  NccomRun other;
  read_command("nccom-test --nworkers x", other);
  EXPECT_EQ(other.operation, "");
  EXPECT_EQ(other.ranks, std::nullopt);
}

TEST(NccomTest, RecognisedByContent) {
  const auto sniff = [](std::string_view text) { return sniff_nccom_test(json_file(text)); };
  EXPECT_TRUE(sniff(kOld));
  EXPECT_TRUE(sniff(kNew));
  EXPECT_TRUE(sniff(R"json({"results":[{"busbw(GB/s)":1}]})json"));
  EXPECT_FALSE(sniff(R"json({"results":[{"accuracy":1}]})json"));
  EXPECT_TRUE(sniff("#   size  count  type  redop  root  time  algbw  busbw\n")) << "nccl-tests";
  EXPECT_FALSE(sniff("#   size  count  type  time\n"));
}

TEST(NccomTest, OtherFilesAreErrors) {
  expect_refused(read_nccom_test, {"", "text", R"json({"results":[{"busbw(GB/s)":1)json",
                                   R"json({"results":[],"x":"busbw(GB/s)"})json",
                                   "size(B) count(elems) algbw(GB/s) busbw(GB/s)\n"});
}

}  // namespace
}  // namespace nscope::importers
