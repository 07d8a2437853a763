#include "tests/unit/importers_parquet/explorer_test.h"

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include <gmock/gmock.h>

namespace nscope {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

TEST_F(ExplorerParquet, RefusesAnotherMajorVersion) {
  write_metadata("8.0.1");
  const auto trace = read();
  ASSERT_FALSE(trace);
  EXPECT_EQ(trace.error().code, ErrorCode::kUnsupportedVersion);
  EXPECT_THAT(trace.error().message.english(), HasSubstr("schema 8.0.1"));
  EXPECT_THAT(trace.error().where.english(), HasSubstr("Metadata.parquet"));
}

TEST_F(ExplorerParquet, ReadsAnotherMinorVersionByName) {
  write_metadata("7.9.0");
  write_query("PendingDma", "SELECT 5 AS timestamp, 3 AS value, 'x' AS brand_new");
  write_query("Novelty", "SELECT 7 AS start_ts, 2 AS duration_ns, 'n' AS name, 1.5 AS heat");
  write_query("Timeless", "SELECT 'x' AS name FROM range(3)");
  const std::string trace = text();
  EXPECT_THAT(trace, HasSubstr("diagnostic schema_version_differs info 1"));
  EXPECT_THAT(trace, HasSubstr("sample 5 3"));
  EXPECT_THAT(trace, HasSubstr("unknown_column info 1 'PendingDma.parquet has an unknown column "
                               "'brand_new' of type VARCHAR'"));
  EXPECT_THAT(trace, HasSubstr("sample_column_not_imported info 1"));
  EXPECT_THAT(trace, HasSubstr("'Novelty' other"));
  EXPECT_THAT(trace, HasSubstr("slice 1 'n' 7 +2"));
  EXPECT_THAT(trace, HasSubstr("heat = r1.5"));
  EXPECT_THAT(trace, HasSubstr("diagnostic unknown_table warning 4"));
}

TEST_F(ExplorerParquet, CountsMissingColumnsAndWrongTypes) {
  write_metadata();
  write_query("Instruction",
              "SELECT 'soon' AS start_ts, 5 AS duration_ns, 'tensor' AS engine UNION ALL "
              "SELECT '10', 5, 'tensor'");
  write_query("PendingDma", "SELECT 1.0::DOUBLE AS timestamp, 'many' AS value");
  const std::string trace = text();
  EXPECT_THAT(trace, HasSubstr("missing_column warning 6 'Instruction.parquet has no column"));
  EXPECT_THAT(trace, HasSubstr("wrong_field_type warning 2 'table 'Instruction', row 1: 'start_ts' "
                               "must be a whole number'"));
  EXPECT_THAT(trace, HasSubstr("'unknown' 10 +5"));
}

TEST_F(ExplorerParquet, TakesTypesThatTheSchemaDoesNotName) {
  write_metadata();
  write_query("Instruction",
              "SELECT 10::UINTEGER AS start_ts, 5::HUGEINT AS duration_ns, 'act' AS engine, 'A' AS "
              "opcode, 18446744073709551615::UBIGINT AS pc, [1, 2] AS list, {'a': 1} AS pair, "
              "DATE '2026-01-02' AS day, 1.25::DECIMAL(9,2) AS price, 'ab'::BLOB AS blob");
  const std::string trace = text();
  EXPECT_THAT(trace, HasSubstr("'A' 10 +5"));
  EXPECT_THAT(trace, HasSubstr("pc = r1.8446744073709552e+19"));
  EXPECT_THAT(trace, HasSubstr("list = t[1, 2]"));
  EXPECT_THAT(trace, HasSubstr("pair = t{'a': 1}"));
  EXPECT_THAT(trace, HasSubstr("day = t2026-01-02"));
  EXPECT_THAT(trace, HasSubstr("price = r1.25"));
  EXPECT_THAT(trace, HasSubstr("blob = t6162"));
}

TEST_F(ExplorerParquet, RefusesDamageWithTheFilesName) {
  write_metadata();
  write("PendingDma", Json::array({{{"timestamp", 5}, {"value", 1}}}));
  const fs::path file = folder_.path() / "PendingDma.parquet";
  std::ifstream in(file, std::ios::binary);
  const std::string good((std::istreambuf_iterator<char>(in)), {});
  for (std::size_t cut = 4; cut < good.size(); cut += 23) {
    std::ofstream(file, std::ios::binary) << good.substr(0, cut);
    const auto trace = read();
    ASSERT_FALSE(trace) << cut;
    EXPECT_EQ(trace.error().code, ErrorCode::kBadInput);
    EXPECT_THAT(trace.error().where.english(), HasSubstr("PendingDma.parquet"));
  }
  int refused = 0;
  for (std::size_t at = 4; at < good.size(); at += 11) {  // may be read or refused, must not crash
    std::string damaged = good;
    damaged[at] = static_cast<char>(~damaged[at]);
    std::ofstream(file, std::ios::binary) << damaged;
    const auto trace = read();
    if (!trace) {
      ++refused;
      EXPECT_THAT(trace.error().where.english(), HasSubstr("PendingDma.parquet"));
    }
  }
  EXPECT_GT(refused, 0);
}

TEST_F(ExplorerParquet, RefusesMoreRowsThanAFileCanHold) {
  write_metadata();
  write_query("PendingDma", "SELECT 1 AS timestamp, 1 AS value FROM range(50000000)");
  const auto trace = read();
  ASSERT_FALSE(trace);
  EXPECT_THAT(trace.error().message.english(), HasSubstr("the footer states 50000000 rows"));
}

TEST_F(ExplorerParquet, RefusesTextsThatUnpackToTooMuch) {
  write_metadata();
  write_query("PendingDma",
              "SELECT i AS timestamp, repeat('x', 50000000) AS value FROM range(50) t(i)");
  const auto trace = read();
  ASSERT_FALSE(trace);
  EXPECT_THAT(trace.error().message.english(), HasSubstr("would unpack to"));
}

TEST_F(ExplorerParquet, CutsOffLongTexts) {
  write_metadata();
  write_query("CoreBarriers",
              "SELECT 1 AS start_ts, 2 AS duration_ns, repeat('x', 65536) AS compiler_operands, "
              "repeat('y', 65535) AS compiler_opcode");
  const auto trace = read();
  ASSERT_TRUE(trace) << to_string(trace.error());
  const std::string text = trace_text(**trace);
  EXPECT_THAT(text, HasSubstr("diagnostic text_cut_off warning 1 'table 'CoreBarriers', row 1: "
                              "the text in 'compiler_operands' was truncated to 65536 bytes'"));
  EXPECT_THAT(text, HasSubstr(std::string(65535, 'y')));
}

TEST_F(ExplorerParquet, RefusesAHugeSparseFile) {
  write_metadata();
  const fs::path file = folder_.path() / "Instruction.parquet";
  std::ofstream(file, std::ios::binary) << "PAR1";
  fs::resize_file(file, std::uintmax_t{10} << 30);
  const auto trace = read();
  ASSERT_FALSE(trace);
  EXPECT_THAT(trace.error().where.english(), HasSubstr("Instruction.parquet"));
}

TEST_F(ExplorerParquet, StopsWhenCancelled) {
  write_metadata();
  control_.request_cancel();
  const auto trace = read();
  ASSERT_FALSE(trace);
  EXPECT_EQ(trace.error().code, ErrorCode::kCancelled);
}

}  // namespace
}  // namespace nscope
