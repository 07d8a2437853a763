#include "tests/unit/importers_parquet/explorer_test.h"

#include <fstream>
#include <string>

#include <gmock/gmock.h>

namespace nscope {
namespace {

using testing::HasSubstr;
using testing::Not;

TEST_F(ExplorerParquet, AnImpossibleTimeIsNoZeroOfTheSystemTables) {
  write_metadata();
  write_query("CpuUsage",
              "SELECT (-9223372036854775808)::BIGINT AS timestamp, 5.0::FLOAT AS util_percent, "
              "'0' AS cpu_id UNION ALL SELECT 1700000000000000000, 6.0, '0'");
  const std::string trace = text();
  EXPECT_THAT(trace, HasSubstr("sample 0 6"));
  EXPECT_THAT(trace, HasSubstr("diagnostic row_without_time warning 1"));
  EXPECT_THAT(trace, HasSubstr("1700000000000000000")) << "the origin of the clock";
}

TEST_F(ExplorerParquet, AWindowThatCannotBeIsIgnored) {
  write_query("Metadata",
              "SELECT '7.4.0' AS profile_schema_version, (-9000000000000000000)::BIGINT AS "
              "first_hw_timestamp, 9000000000000000000::BIGINT AS last_hw_timestamp");
  write_query("PendingDma", "SELECT 5 AS timestamp, 3 AS value");
  const std::string trace = text();
  EXPECT_THAT(trace, HasSubstr("diagnostic impossible_window warning 2"));
  EXPECT_THAT(trace, Not(HasSubstr("Execution 1")));
}

TEST_F(ExplorerParquet, IdsThatAreUsedTwiceAreCounted) {
  write_metadata();
  write_query("Instruction",
              "SELECT 1 AS id, 10 AS start_ts, 5 AS duration_ns, 'act' AS engine, 'A' AS opcode "
              "UNION ALL SELECT 1, 20, 5, 'act', 'B' UNION ALL SELECT 2, 30, 5, 'act', 'C'");
  write_query("Flow",
              "SELECT 1 AS in_id, 2 AS out_id, 'instruction' AS in_table, 'instruction' AS "
              "out_table");
  EXPECT_THAT(text(), HasSubstr("diagnostic duplicate_id warning 1"));
}

TEST_F(ExplorerParquet, AFolderOfAnyNumberOfFilesIsRefused) {
  write_metadata();
  for (int i = 0; i < 4200; ++i) {
    std::ofstream(folder_.path() / ("other" + std::to_string(i) + ".txt")) << "x";
  }
  const auto trace = read();
  ASSERT_FALSE(trace);
  EXPECT_THAT(trace.error().message.english(), HasSubstr("more than 4096 files"));
}

}  // namespace
}  // namespace nscope
