#include "simcore/engine/validation/collective_row.h"
#include "simcore/engine/validation/measured_collectives.h"
#include "tests/unit/sim/catalogue.h"

#include <cmath>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace nscope::sim {
namespace {

using testing::HasSubstr;

ValidationRow gather_row(std::string id, double value, std::string sdk = "") {
  ValidationRow row;
  row.id = std::move(id);
  row.class_name = "collective";
  row.model = "all_gather";
  row.instance = "trn1.32xlarge";
  row.cores = 32;
  row.input_length = 4096;
  row.dtype = "fp32";
  row.metric = "time";
  row.unit = "us";
  row.value = value;
  row.sdk = std::move(sdk);
  return row;
}

std::vector<ValidationRow> gather_rows() {
  return {gather_row("short", 6.2), gather_row("long", 150), gather_row("stated", 150, "2.24")};
}

std::vector<RowPrediction> predicted_gathers(const std::vector<ValidationRow>& rows) {
  std::vector<SkippedRow> skipped;
  const MeasuredCollectives measured(catalogue(), rows, skipped);
  EXPECT_TRUE(skipped.empty());
  std::vector<RowPrediction> predicted;
  measured.predict({}, initial_parameters(), predicted);
  return predicted;
}

TEST(CollectiveClass, DependsOnTheValuesOfOtherRowsOnly) {
  auto rows = gather_rows();
  auto predicted = predicted_gathers(rows);
  ASSERT_EQ(predicted.size(), 3u);
  EXPECT_EQ(predicted[0].class_name, "collective");
  EXPECT_EQ(predicted[1].class_name, "collective-host") << "the first is published with 6.2 us";
  EXPECT_EQ(predicted[2].class_name, "collective") << "its software is stated";
  EXPECT_GT(*predicted[1].predicted, 10 * *predicted[0].predicted);
  // Without the other row, nothing but the value itself says that the host is included.
  rows.erase(rows.begin());
  predicted = predicted_gathers(rows);
  ASSERT_EQ(predicted.size(), 2u);
  EXPECT_EQ(predicted[0].class_name, "collective");
  EXPECT_DOUBLE_EQ(*predicted[0].predicted, *predicted[1].predicted);
}

TEST(CollectiveClass, OnlyEqualConfigurationsShowTheHost) {
  EXPECT_EQ(rows_with_host(gather_rows()), (std::set<std::string>{"long"}));
  EXPECT_TRUE(rows_with_host({}).empty());
  for (const auto change : {+[](ValidationRow& row) { row.dtype = "bf16"; },
                            +[](ValidationRow& row) { row.cores = 16; },
                            +[](ValidationRow& row) { row.input_length = 2048; },
                            +[](ValidationRow& row) { row.value = 38; },
                            +[](ValidationRow& row) { row.sdk = "2.24"; }}) {
    auto rows = gather_rows();
    change(rows[0]);
    EXPECT_TRUE(rows_with_host(rows).empty());
  }
}

TEST(CollectiveClass, AGraphMayMultiplyMatricesFirst) {
  ValidationRow row = gather_row("graph", 93792);
  row.model = "all_gather (matmul + collective)";
  row.instance = "trn2.48xlarge";
  row.cores = 16;
  row.logical_core_size = 2;
  row.input_length = 1 << 29;
  row.dtype = "bf16";
  row.notes = "16384^3 bf16 matmul per rank followed by all_gather of its 512 MiB output";
  const RowCollective found = collective_of(catalogue(), row);
  ASSERT_TRUE(found.setup) << found.reason.english();
  EXPECT_EQ(found.matrix, 16384);
  EXPECT_EQ(found.setup->bytes, 8.0 * (1 << 29)) << "the result of 8 ranks";
  const auto run =
      plan_collective_run(catalogue(), row.instance, *found.setup, "", initial_parameters(), 2);
  ASSERT_TRUE(run) << to_string(run.error());
  const CollectiveRequest request = request_of(found, *run);
  EXPECT_EQ(collective_class(request), "collective-graph");
  const double whole = seconds_of(run->machine, initial_parameters(), request, found.matrix);
  const double alone = seconds_of(run->machine, initial_parameters(), request, 0);
  // The published bf16 peak of two physical cores is 166.75 TFLOP/s.
  EXPECT_GT(whole - alone, 2 * std::pow(16384.0, 3) / 166.75e12);
  for (const char* notes : {"", "a matmul", "^3 bf16", "0^3", "99999999999^3"}) {
    row.notes = notes;
    EXPECT_THAT(collective_of(catalogue(), row).reason.english(),
                HasSubstr("size of the matrix product"))
        << notes;
  }
  row.model = "gossip (matmul + collective)";
  row.notes = "128^3";
  EXPECT_THAT(collective_of(catalogue(), row).reason.english(), HasSubstr("'gossip "));
}

}  // namespace
}  // namespace nscope::sim
