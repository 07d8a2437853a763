#include "profiler/base/files/byte_source.h"
#include "tests/unit/importers_parquet/explorer_test.h"

#include <filesystem>
#include <fstream>

#include <gmock/gmock.h>

namespace nscope {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

TEST_F(ExplorerParquet, WorksInFoldersWithPatternsInTheirNames) {
  const fs::path odd = folder_.path() / "a[1]*?'x";
  const ExplorerFixture fixture(odd);
  ASSERT_TRUE(fixture.write("PendingDma", Json::array({{{"timestamp", 5}, {"value", 1}}})));
  TraceBuilder builder;
  const auto read = importers::read_neuron_explorer(odd, builder, control_);
  ASSERT_TRUE(read) << to_string(read.error());
  EXPECT_THAT(trace_text(*builder.finish()), HasSubstr("sample 5 1"));
}

TEST_F(ExplorerParquet, IsRecognisedByItsTables) {
  EXPECT_FALSE(importers::sniff_neuron_explorer(folder_.path()));
  EXPECT_FALSE(importers::sniff_neuron_explorer(folder_.path() / "missing"));
  std::ofstream(folder_.path() / "Instruction.parquet") << "no Parquet";
  EXPECT_FALSE(importers::sniff_neuron_explorer(folder_.path()));
  write_query("weather", "SELECT 1 AS timestamp");
  EXPECT_FALSE(importers::sniff_neuron_explorer(folder_.path()));
  write_metadata();
  EXPECT_TRUE(importers::sniff_neuron_explorer(folder_.path()));
}

TEST_F(ExplorerParquet, OpensItsFolderThroughOneFile) {
  write_metadata();
  write("PendingDma", Json::array({{{"timestamp", 5}, {"value", 1}}}));
  const auto file = ByteSource::open((folder_.path() / "PendingDma.parquet").string());
  ASSERT_TRUE(file);
  EXPECT_TRUE(importers::sniff_parquet_file(*file));
  TraceBuilder builder;
  const auto read = importers::read_parquet_file({*file, nullptr}, builder, control_);
  ASSERT_TRUE(read) << to_string(read.error());
  EXPECT_THAT(trace_text(*builder.finish()), HasSubstr("sample 5 1"));
}

TEST_F(ExplorerParquet, RefusesParquetOfOthers) {
  write_query("weather", "SELECT 1 AS timestamp");
  const auto file = ByteSource::open((folder_.path() / "weather.parquet").string());
  ASSERT_TRUE(file);
  TraceBuilder builder;
  const auto read = importers::read_parquet_file({*file, nullptr}, builder, control_);
  ASSERT_FALSE(read);
  EXPECT_EQ(read.error().code, ErrorCode::kBadInput);
  EXPECT_THAT(read.error().message.english(), HasSubstr("no table of a Neuron Explorer profile"));
}

TEST_F(ExplorerParquet, RefusesFilesAndFoldersOfOtherFormats) {
  write_metadata();
  const fs::path other = folder_.path() / "other.json";
  std::ofstream(other) << "{}";
  const auto file = ByteSource::open(other.string());
  ASSERT_TRUE(file);
  TraceBuilder builder;
  auto read = importers::read_parquet_file({*file, nullptr}, builder, control_);
  ASSERT_FALSE(read);
  EXPECT_EQ(read.error().code, ErrorCode::kBadInput);
  EXPECT_THAT(read.error().where.english(), HasSubstr("other.json: byte 0"));
  fs::create_directory(folder_.path() / "empty");
  read = importers::read_neuron_explorer(folder_.path() / "empty", builder, control_);
  ASSERT_FALSE(read);
  EXPECT_EQ(read.error().code, ErrorCode::kBadInput);
  EXPECT_THAT(read.error().message.english(), HasSubstr("no table of a Neuron Explorer profile"));
}

TEST(ExplorerWithoutDuckDb, SaysHowToGetIt) {
  const TestFolder folder;
  std::ofstream(folder.path() / "Instruction.parquet") << "PAR1";
  const TestVariable library("NSCOPE_DUCKDB", "/nonexistent/libduckdb.so");
  EXPECT_TRUE(importers::sniff_neuron_explorer(folder.path()));
  TraceBuilder builder;
  TaskControl control;
  const auto read = importers::read_neuron_explorer(folder.path(), builder, control);
  ASSERT_FALSE(read);
  EXPECT_EQ(read.error().code, ErrorCode::kNotFound);
  EXPECT_THAT(read.error().message.english(), HasSubstr("scripts/setup"));
}

}  // namespace
}  // namespace nscope
