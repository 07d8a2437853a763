#include "importers/neuron_explorer_parquet/schema.h"
#include "importers/neuron_explorer_parquet/tables.h"
#include "tests/unit/importers_parquet/explorer_test.h"

#include <filesystem>
#include <iostream>
#include <set>
#include <string>
#include <string_view>

#include <fmt/format.h>
#include <gmock/gmock.h>

namespace nscope {
namespace {

using testing::HasSubstr;

TEST(ExplorerSchema, HasAReaderForEachTable) {
  const auto schema = importers::explorer_schema();
  ASSERT_TRUE(schema) << to_string(schema.error());
  EXPECT_EQ(schema->version, "7.4.0");
  EXPECT_EQ(schema->tables.size(), 52u);
  std::set<std::string_view> described;
  for (const auto& table : schema->tables) described.insert(table.name);
  std::set<std::string_view> read;
  for (const auto& table : importers::table_formats()) read.insert(table.name);
  EXPECT_EQ(read, described);
  EXPECT_EQ(importers::table_formats().size(), 52u);
}

// Columns whose values are not in the trace as they are, with the reason. The values of all other
// columns of all 52 tables must be found in it.
const std::set<std::string> kNotKept{
    "AssemblyInstruction.instruction_id",  // used to join tables
    "BirInstruction.end_ts",               // start + duration
    "CcOp.end_ts",
    "CcInstruction.end_ts",
    "CoreBarriers.end_ts",
    "DmaPacket.end_ts",
    "DmaPacketAggregated.end_ts",
    "Instruction.end_ts",
    "SystemProfileEvents.end_ts",
    "ActiveTime.end_ts",
    "FrameworkInstruction.end_ts",
    "FrameworkNode.end_ts",
    "HloInstruction.end_ts",
    "PenguinInstruction.end_ts",
    "SbufAllocation.end_ts",
    "ExecutionInfo.execution_index",  // counted from 1

    "DmaPacket.id",
    "Instruction.id",
    "SystemProfileEvents.id",  // random; flows use them
    "DmaPacket.throughput",
    "DmaPacketAggregated.throughput",  // bytes / duration
    "Instruction.raw_bir_id",
    "Instruction.raw_penguin_id",  // the numbers in the ids
    "Instruction.engine",          // the timeline track
    "Instruction.timeline_track",
    "ActiveTime.engine",
    "DmaUsage.total_transfer_bytes",
    "HbmUsage.total_transfer_bytes",  // sums of the packets
    "DmaUsageSummary.sum_total_transfer_bytes",
    "DmaUsageSummary.max_total_transfer_bytes",
    "DmaUsageSummary.bucket_resolution_ns",
    "DmaUsageSummary.sum_current_throughput",
    "DmaUsageSummary.count",       // the quotient of the two is a sample
    "PsumUsage.avg_util_percent",  // of the banks
    "SbufUsage.partition_0_util_percent",
    "SbufUsage.partition_32_util_percent",  // counted
    "SbufUsage.partition_64_util_percent",
    "SbufUsage.partition_96_util_percent",
    "SemaphoreUpdate.update_source",
    "SemaphoreUpdate.double_set_or_clear",  // counted
    "SemaphoreUpdate.update_mode",
    "SemaphoreUpdate.update_operation_type",
    "SemaphoreUpdate.update_trigger_timing",
    "Metadata.first_hw_timestamp",
    "Metadata.last_hw_timestamp",  // the window
    "Metadata.is_simulation",      // provenance
    "Metadata.tensor_engine_clock_freq",
    "Metadata.neuroncore_clock_freq",  // in Hz
    "TensorInfo.format",
    "TensorInfo.node",
    "TensorInfo.pcore_idx",
    "CpuUsage.ultraserver_id",
    "CpuUsage.ultraserver_instance_index",
    "HostMemUsage.ultraserver_id",
    "HostMemUsage.ultraserver_instance_index",
    "Throttle.type",
};
// Lookup tables describe rows of other tables. Other tests cover them.
const std::set<std::string> kLookups{"StackFrame",
                                     "StackFrameFileLocation",
                                     "StackFrameFileName",
                                     "StackFrameFunctionName",
                                     "KernelStackFrames",
                                     "KernelIterationVariables",
                                     "KernelInstructions",
                                     "AssemblyInstruction",
                                     "Flow"};
const std::set<std::string> kNoFiles{"MemoryBandwidthPoint", "MemoryBandwidthSeries",
                                     "MemoryBandwidthResponse", "SchemaFields"};

/// A row of a table with a different value in each column.
Json telling_row(const importers::SchemaTable& table) {
  Json row = Json::object();
  int next = 17;
  for (const importers::SchemaColumn& column : table.columns) {
    ++next;
    const bool index = column.name.ends_with("_idx") || column.name == "stream_id";
    if (column.type == "int64" || column.type == "int32") {
      row[column.name] = index ? next : 100000 + next;
    } else if (column.type == "float" || column.type == "double") {
      row[column.name] = column.unit == "share" ? next / 1024.0 : next + 0.5;
    } else if (column.type == "bool") {
      row[column.name] = true;
    } else if (column.type == "int64[]") {
      row[column.name] = fmt::format("[{}]", 200000 + next);
    } else if (column.type == "string[]") {
      row[column.name] = fmt::format("[{}]", column.name + "_text");
    } else {
      row[column.name] = column.name + "_text";
    }
  }
  if (row.contains("duration_ns")) row["duration_ns"] = 5;
  if (table.name == "Instruction") row["timeline_track"] = "Tensor", row["crc_in"] = 7;
  if (table.name == "ActiveTime") row["engine"] = "tensor";
  if (table.name == "Metadata")
    row["profile_schema_version"] = "7.4.0", row["last_hw_timestamp"] = 9;
  if (table.name == "SemaphoreUpdate") row["id"] = "S[24] (label)";
  if (table.name == "Throttle") row["duration"] = 5;
  if (table.name == "DmaQueuesInfo") row["idx"] = 14, row["engine_idx"] = 73;
  if (table.name.starts_with("StackFrame")) row["id"] = "77";
  if (row.contains("first_ts_ns")) row["first_ts_ns"] = "1766072156592459482";
  return row;
}

/// A value as it is printed in the text of a trace.
std::string shown(const Json& value) {
  if (value.is_string()) return value.get<std::string>();
  if (value.is_boolean()) return value.get<bool>() ? "1" : "0";
  return value.is_number_float() ? fmt::format("{}", value.get<double>()) : value.dump();
}

TEST_F(ExplorerParquet, KeepsEveryColumnOfEveryTable) {
  const auto schema = importers::explorer_schema();
  ASSERT_TRUE(schema);
  int columns = 0;
  for (const auto& table : schema->tables) {
    std::filesystem::remove_all(folder_.path());
    if (table.name != "Metadata") write_metadata();
    const Json row = telling_row(table);
    write(table.name, Json::array({row}));
    const auto trace = read();
    ASSERT_TRUE(trace) << table.name << ": " << to_string(trace.error());
    const std::string text = trace_text(**trace);
    for (const Diagnostic& d : (*trace)->diagnostics()) {
      EXPECT_FALSE(d.code.starts_with("unknown_") || d.code.starts_with("wrong_") ||
                   d.code == "missing_column" || d.code == "row_without_time")
          << table.name << ": " << d.code << ": " << d.example.english();
    }
    if (kLookups.contains(table.name) || kNoFiles.contains(table.name)) continue;
    for (const auto& [column, value] : row.items()) {
      const std::string name = table.name + "." + column;
      const std::string wanted = table.find(column)->unit == "share" && value.is_number()
                                     ? fmt::format("{}", value.get<float>())
                                     : shown(value);
      const bool system_time =
          (table.name == "CpuUsage" || table.name == "HostMemUsage" ||
           table.name == "SystemProfileHbmUsage" || table.name == "SystemProfileEvents") &&
          (column == "timestamp" || column == "start_ts");
      if (system_time) continue;  // becomes 0
      ++columns;
      if (kNotKept.contains(name)) continue;
      EXPECT_THAT(text, HasSubstr(wanted)) << name;
    }
  }
  std::cout << "  " << columns << " columns\n";
  EXPECT_GT(columns, 500);
}

}  // namespace
}  // namespace nscope
