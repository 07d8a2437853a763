// Tables of NVIDIA's nccl-tests, which the importer of nccom-test reads.
#include "importers/nccom_test/measurements.h"
#include "importers/nccom_test/nccom_test.h"
#include "profiler/trace/vocabulary.h"
#include "tests/unit/importers_tools/read_tool.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace nscope::importers {
namespace {

std::shared_ptr<const Trace> read_nccl(std::string_view text) {
  auto trace = read_with(read_nccom_test, text);
  EXPECT_TRUE(trace) << to_string(trace.error());
  return trace ? *trace : nullptr;
}

constexpr std::string_view kHeader =
    "#                                     out-of-place                in-place\n"
    "#  size  count  type  redop  root  time  algbw  busbw #wrong  time  algbw  busbw #wrong\n"
    "#   (B)  (elements)                (us) (GB/s) (GB/s)         (us) (GB/s) (GB/s)\n";

std::string table(std::string_view rows) {
  return fmt::format("{}{}# Out of bounds values : 0 OK\n# Avg bus bandwidth    : 125.05\n#\n",
                     kHeader, rows);
}

// 1.75 = 2 x 7 / 8, so that the table is that of an all-reduce of 8 ranks.
constexpr std::string_view kAllReduceRows =
    "  1048576  262144  float  sum  -1  95.00  11.04  19.32  0  95.10  11.03  19.30  0\n"
    "  1073741824  268435456  float  sum  -1  8142.6  131.87  230.77  0  8141.2  131.89  230.81  "
    "0\n";

TEST(NcclTests, ARowHasAMeasurementOutOfPlaceAndOneInPlace) {
  const auto trace = read_nccl(
      "# nThread 1 nGpus 1 minBytes 8 maxBytes 1073741824 step: 2(factor) warmup iters: 5\n"
      "# Using devices\n"
      "#  Rank  0 Group  0 Pid   1001 on   nodea device  0 [0x10] NVIDIA A100-SXM4-40GB\n#\n" +
      table(kAllReduceRows));
  ASSERT_TRUE(trace);
  const auto slices = slices_of(*trace);
  ASSERT_EQ(slices.size(), 2u);
  EXPECT_EQ(slices[0].name, "AllReduce");
  EXPECT_EQ(slices[1].duration, 8'142'600);
  EXPECT_EQ(arg_text(*trace, slices[1].id, key::kBytes), "1073741824");
  EXPECT_EQ(arg_text(*trace, slices[1].id, key::kRanks), "8") << "one of eight is listed";
  EXPECT_EQ(arg_text(*trace, slices[1].id, "bus_bandwidth"), std::to_string(230.77e9));
  EXPECT_EQ(arg_text(*trace, slices[1].id, "in_place_bus_bandwidth"), std::to_string(230.81e9));
  EXPECT_EQ(arg_text(*trace, slices[1].id, "in_place_time_ns"), std::to_string(8141.2e3));
  EXPECT_EQ(arg_text(*trace, slices[1].id, "data_type"), "float");
  EXPECT_EQ(arg_text(*trace, slices[1].id, "wrong"), "0");
  EXPECT_DOUBLE_EQ(metric_value(*trace, "bus_bandwidth_avg"), 125.05e9);
  EXPECT_DOUBLE_EQ(metric_value(*trace, "bus_bandwidth_max"), 230.77e9);
  EXPECT_DOUBLE_EQ(metric_value(*trace, "in_place_bus_bandwidth_max"), 230.81e9);
  EXPECT_DOUBLE_EQ(metric_value(*trace, "time_min"), 95e-6);
  EXPECT_EQ(trace->property_text("source_format"), "nccl-tests");
  EXPECT_EQ(trace->property_text("device_name"), "NVIDIA A100-SXM4-40GB");
  EXPECT_EQ(diagnostic_count(*trace, "operation_inferred"), 1);
  EXPECT_EQ(diagnostic_count(*trace, "ranks_inferred"), 1);
}

TEST(NcclTests, TheCommandStatesTheOperation) {
  std::string ranks;
  for (int rank = 0; rank < 4; ++rank) {
    ranks += fmt::format("#   Rank  {0} Pid {0} on node device  {0} [0x1{0}] Tesla V100\n", rank);
  }
  for (const auto& [line, title] :
       {std::pair("$ mpirun -np 4 ./build/all_gather_perf -b 8 -g 1\n",
                  "all_gather_perf -b 8 -g 1"),
        {"# Collective test starting: all_gather_perf\n", "all_gather_perf"},
        {"all_gather_perf -e 1G\n", "all_gather_perf -e 1G"}}) {
    const auto trace = read_nccl(
        line + ranks +
        table(
            "  1048576  262144  float  none  -1  50.0  20.97  15.73  0  51.0  20.56  15.42  0\n"));
    ASSERT_TRUE(trace);
    const auto slices = slices_of(*trace);
    ASSERT_EQ(slices.size(), 1u);
    EXPECT_EQ(slices[0].name, "AllGather");
    EXPECT_EQ(slices[0].track, fmt::format("Run 1: {}", title));
    EXPECT_EQ(arg_text(*trace, slices[0].id, key::kRanks), "4");
    EXPECT_EQ(diagnostic_count(*trace, "operation_inferred"), 0);
    EXPECT_EQ(diagnostic_count(*trace, "ranks_inferred"), 0);
  }
}

TEST(NcclTests, OlderColumnsAndEmptyCellsAreRead) {
  // Without root, with "error" instead of "#wrong", and without the '#' of comments.
  const auto old = read_nccl(
      "reduce_scatter_perf\n"
      "        out-of-place                    in-place\n"
      " size  count  type  redop  time  algbw  busbw  error  time  algbw  busbw  error\n"
      " (B)  (elements)           (us) (GB/s) (GB/s)         (us) (GB/s) (GB/s)\n"
      " 65536  16384  float  sum  18.66  3.51  1.76  2e-07  17.95  3.65  1.83  0e+00\n"
      "[1,0]<stdout>: 131072  32768  float  sum  19  6.90  3.45  N/A  19  6.90  3.45  N/A\n");
  ASSERT_TRUE(old);
  const auto slices = slices_of(*old);
  ASSERT_EQ(slices.size(), 2u);
  EXPECT_EQ(slices[0].name, "ReduceScatter");
  EXPECT_EQ(arg_text(*old, slices[0].id, "error"), std::to_string(2e-7));
  EXPECT_EQ(arg_text(*old, slices[1].id, "error"), "absent") << "results were not checked";
  EXPECT_EQ(arg_text(*old, slices[1].id, key::kRanks), "2");
  EXPECT_EQ(find_metric(*old, "bus_bandwidth_avg")->provenance, Provenance::kMeasured);
  // A row of a program without reduction and root.
  const auto empty =
      read_nccl("# Collective test starting: sendrecv_perf\n" +
                table("  1048576  262144  float  50.0  20.97  20.97  0  51.0  20.56  20.56  0\n"));
  ASSERT_TRUE(empty);
  ASSERT_EQ(slices_of(*empty).size(), 1u);
  EXPECT_EQ(slices_of(*empty)[0].name, "SendRecv");
}

TEST(NcclTests, WrongResultsAndDamagedRowsAreCounted) {
  const auto trace = read_nccl(
      std::string(kHeader) +
      "  1048576  262144  float  sum  -1  95.00  11.04  19.32  3  95.10  11.03  19.30  0\n"
      "  1048576  262144  float  sum  -1  95.00\n"
      "  0  0  float  sum  -1  5.70  0.00  0.00  0  5.54  0.00  0.00  0\n"
      "nodea: NCCL INFO something\n"
      "# Out of bounds values : 3 FAILED\n");
  ASSERT_TRUE(trace);
  EXPECT_EQ(slices_of(*trace).size(), 2u);
  EXPECT_EQ(diagnostic_count(*trace, "wrong_results"), 1);
  EXPECT_EQ(diagnostic_count(*trace, "odd_table_row"), 1);
  EXPECT_EQ(diagnostic_count(*trace, "test_failed"), 1);
  EXPECT_EQ(diagnostic_count(*trace, "bandwidth_rounded_to_0"), 4);
}

TEST(NcclTests, OperationsFollowFromReductionRootAndFactor) {
  const auto operation_of_row = [](std::string_view row) {
    const auto trace = read_nccl(table(row));
    return trace == nullptr ? std::string() : slices_of(*trace).at(0).name;
  };
  EXPECT_EQ(operation_of_row("64 16 float sum -1 1 10.00 10.00 0 1 10.00 10.00 0\n"), "AllReduce");
  EXPECT_EQ(operation_of_row("64 16 float sum -1 1 10.00 8.75 0 1 10.00 8.75 0\n"),
            "ReduceScatter");
  EXPECT_EQ(operation_of_row("64 16 float sum 0 1 10.00 10.00 0 1 10.00 10.00 0\n"), "Reduce");
  EXPECT_EQ(operation_of_row("64 16 float none 0 1 10.00 10.00 0 1 10.00 10.00 0\n"), "Broadcast");
  EXPECT_EQ(operation_of_row("64 16 float none -1 1 10.00 8.75 0 1 10.00 8.75 0\n"), "collective")
      << "all-gather and all-to-all have the same factor";
  EXPECT_EQ(operation_of_row("64 16 float sum -1 1 0.10 0.18 0 1 0.10 0.18 0\n"), "collective")
      << "too few digits";
}

TEST(NcclTests, AFileCanHaveTablesOfBothTools) {
  const auto trace = read_nccl(
      "nccom-test -r 2 allr\n"
      "size(B) count(elems) type time(us) algbw(GB/s) busbw(GB/s)\n"
      "33554432 33554432 uint8 768 40.69 40.69\nAvg bus bandwidth:      40.6901GB/s\n" +
      table(kAllReduceRows));
  ASSERT_TRUE(trace);
  EXPECT_DOUBLE_EQ(metric_value(*trace, "run1.bus_bandwidth_max"), 40.69 * 1073741824.0);
  EXPECT_DOUBLE_EQ(metric_value(*trace, "run2.bus_bandwidth_max"), 230.77e9);
  EXPECT_EQ(trace->property_text("source_format"), "nccom-test");
}

TEST(NcclTests, ATableWithoutRowsIsAnError) {
  expect_refused(read_nccom_test, {kHeader});
}

TEST(NcclTests, TheJsonOfOptionJ) {
  const std::string_view text =
      R"({"version":4,"args":["/opt/nccl-tests/build/all_reduce_perf","-b","8"],"config":)"
      R"({"ngpus":2,"devices":[{"rank":0,"name":"NVIDIA H100"},{"rank":1,"name":"NVIDIA H100"}]},)"
      R"("results":[{"size":1048576,"count":262144,"type":"float","redop":"sum","root":-1,)"
      R"("out_of_place":{"time":80.0,"alg_bw":13.1,"bus_bw":13.1,"nwrong":0},)"
      R"("in_place":{"time":75.5,"alg_bw":13.9,"bus_bw":13.9,"nwrong":2},)"
      R"("in_place_per_iter":{"times_us":[1,2]}}],)"
      R"("average_bus_bandwidth":{"bandwidth":13.5}})";
  ASSERT_TRUE(sniff_nccom_test(json_file(text)));
  const auto trace = read_nccl(text);
  ASSERT_TRUE(trace);
  const auto slices = slices_of(*trace);
  ASSERT_EQ(slices.size(), 1u);
  EXPECT_EQ(slices[0].name, "AllReduce");
  EXPECT_EQ(slices[0].duration, 80'000);
  EXPECT_EQ(arg_text(*trace, slices[0].id, key::kBytes), "1048576");
  EXPECT_EQ(arg_text(*trace, slices[0].id, key::kRanks), "2");
  EXPECT_EQ(arg_text(*trace, slices[0].id, "bus_bandwidth"), std::to_string(13.1e9));
  EXPECT_EQ(arg_text(*trace, slices[0].id, "in_place_time_ns"), std::to_string(75.5e3));
  EXPECT_EQ(diagnostic_count(*trace, "wrong_results"), 1);
  EXPECT_DOUBLE_EQ(metric_value(*trace, "bus_bandwidth_avg"), 13.5e9);
  EXPECT_EQ(trace->property_text("source_format"), "nccl-tests");
  EXPECT_EQ(trace->property_text("device_name"), "NVIDIA H100");
}

TEST(NcclTests, UnitsInTheHeading) {
  const auto trace = read_nccl(
      "#  size(B)  count(elems)  type  redop  root  time(us)  algbw(GB/s)  busbw(GB/s)\n"
      "   1048576        262144  float    sum    -1     78.12        13.42        12.61\n"
      "   2097152        524288  float    sum    -1    135.21        15.51        14.54\n"
      "# Avg bus bandwidth    : 13.5\n");
  ASSERT_TRUE(trace);
  const auto slices = slices_of(*trace);
  ASSERT_EQ(slices.size(), 2u);
  EXPECT_EQ(slices[0].duration, 78'120);
  EXPECT_EQ(arg_text(*trace, slices[1].id, key::kBytes), "2097152");
  EXPECT_EQ(trace->property_text("source_format"), "nccl-tests");
  EXPECT_DOUBLE_EQ(metric_value(*trace, "bus_bandwidth_avg"), 13.5e9);
}

}  // namespace
}  // namespace nscope::importers
