#include "importers/neuron_explorer_parquet/neuron_explorer_parquet.h"
#include "importers/neuron_explorer_parquet/schema.h"
#include "importers/neuron_explorer_parquet/tables.h"
#include "profiler/base/byte_source.h"
#include "profiler/trace/trace_builder.h"
#include "profiler/trace/vocabulary.h"
#include "tests/unit/importers_parquet/explorer_fixture.h"
#include "tests/unit/importers_parquet/needs_duckdb.h"
#include "tests/unit/importers_parquet/temporary_folder.h"
#include "tests/unit/importers_parquet/trace_text.h"

#include <algorithm>
#include <fstream>
#include <memory>
#include <set>
#include <string>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace nscope {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::Not;

class ExplorerParquet : public testing::Test {
 protected:
  void SetUp() override { NSCOPE_NEEDS_DUCKDB(); }

  void write(std::string_view table, const Json& rows, std::string_view file = {}) {
    const auto written = fixture_.write(table, rows, file);
    ASSERT_TRUE(written) << to_string(written.error());
  }
  void write_query(std::string_view file, const std::string& sql) {
    const auto written = fixture_.write_query(file, sql);
    ASSERT_TRUE(written) << to_string(written.error());
  }
  void write_metadata(const std::string& version = "7.4.0") {
    write("Metadata", {{{"profile_schema_version", version},
                        {"ntff_version", 6},
                        {"num_physical_cores", 1},
                        {"vnc_enabled", false},
                        {"first_hw_timestamp", 0},
                        {"last_hw_timestamp", 1000},
                        {"first_ts", "1970-01-01 00:00:00+00:00"},
                        {"last_ts", "1970-01-01 00:00:00.000001+00:00"}}});
  }
  Result<std::shared_ptr<const Trace>> read() {
    TraceBuilder builder;
    if (auto ok = importers::read_neuron_explorer(folder_.path(), builder, control_); !ok) {
      return fail(ok.error());
    }
    return builder.finish();
  }
  /// The trace; fails the test where there is none.
  std::string text() {
    const auto trace = read();
    if (trace) return trace_text(**trace);
    ADD_FAILURE() << to_string(trace.error());
    return {};
  }

  TestFolder folder_;
  ExplorerFixture fixture_{folder_.path()};
  TaskControl control_;
};

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

// Columns whose values are not in the trace under their own number or text, with
// the reason. Everything else of all 52 tables must be found in it.
const std::set<std::string> kNotKept{
    "AssemblyInstruction.instruction_id",  // joins
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
    "DmaUsageSummary.count",       // their quotient is a sample
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
// Lookups explain rows of other tables: tested on their own below.
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

/// A row of a table in which each column has a value of its own.
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

/// What a value looks like in a trace.
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
    fs::remove_all(folder_.path());
    if (table.name != "Metadata") write_metadata();
    const Json row = telling_row(table);
    write(table.name, Json::array({row}));
    const auto trace = read();
    ASSERT_TRUE(trace) << table.name << ": " << to_string(trace.error());
    const std::string text = trace_text(**trace);
    for (const Diagnostic& d : (*trace)->diagnostics()) {
      EXPECT_FALSE(d.code.starts_with("unknown_") || d.code.starts_with("wrong_") ||
                   d.code == "missing_column" || d.code == "row_without_time")
          << table.name << ": " << d.code << ": " << d.example;
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

TEST_F(ExplorerParquet, PutsInstructionsOnTheRowsOfTheirEngines) {
  write_metadata();
  write("Instruction", Json::array({{{"start_ts", 10},
                                     {"end_ts", 30},
                                     {"duration_ns", 20},
                                     {"engine", "tensor"},
                                     {"timeline_track", "TensorMatrix"},
                                     {"pcore_idx", 1},
                                     {"opcode", "MATMUL"},
                                     {"operands", " src=a \n dst=b "},
                                     {"id", 1},
                                     {"pc", 4},
                                     {"bir_id", ""},
                                     {"evt_wait_time_ns", 7},
                                     {"crc_in", 65535},
                                     {"hbm_read_bytes", 0},
                                     {"raw_flops", 2048}},
                                    {{"start_ts", 40},
                                     {"duration_ns", nullptr},
                                     {"end_ts", 50},
                                     {"engine", "Pool"},
                                     {"opcode", "IOTA"},
                                     {"id", 2}},
                                    {{"start_ts", 60},
                                     {"duration_ns", -1},
                                     {"engine", "quantum"},
                                     {"opcode", "ENTANGLE"},
                                     {"id", 3}},
                                    {{"engine", "tensor"}, {"opcode", "NOWHEN"}, {"id", 4}}}));
  const std::string trace = text();
  EXPECT_THAT(trace, HasSubstr("'TensorE matmul' engine Tensor instruction 0 1 ''"));
  EXPECT_THAT(trace, HasSubstr("'MATMUL' 10 +20 wait 7"));
  EXPECT_THAT(trace, HasSubstr("operands = tsrc=a dst=b"));
  EXPECT_THAT(trace, HasSubstr("elements = i1024"));
  EXPECT_THAT(trace, Not(HasSubstr("crc_in")));
  EXPECT_THAT(trace, Not(HasSubstr("hbm_read_bytes")));
  EXPECT_THAT(trace, HasSubstr("'GpSimdE' engine GpSimd"));
  EXPECT_THAT(trace, HasSubstr("'IOTA' 40 +10"));
  EXPECT_THAT(trace, HasSubstr("'Unknown engine'"));
  EXPECT_THAT(trace, HasSubstr("diagnostic unknown_engine warning 1 'table 'Instruction', row 3"));
  EXPECT_THAT(trace, HasSubstr("diagnostic negative_duration warning 1"));
  EXPECT_THAT(trace, HasSubstr("diagnostic row_without_time warning 1"));
  EXPECT_THAT(trace, Not(HasSubstr("NOWHEN")));
}

TEST_F(ExplorerParquet, ReadsTheFilesOfASplitTableInOrder) {
  write_metadata();
  for (const int part : {10, 9, 0}) {
    write("PendingDma", Json::array({{{"timestamp", 5}, {"value", part}, {"pcore_idx", 0}}}),
          fmt::format("PendingDma_{}", part));
  }
  EXPECT_THAT(text(), HasSubstr("sample 5 0\n  sample 5 9\n  sample 5 10\n"));
}

TEST_F(ExplorerParquet, JoinsSourcePlaces) {
  write_metadata();
  write("StackFrame",
        Json::array({{{"id", "7"}, {"file_location_id", 3}, {"parent_frame_id", "0"}}}));
  write("StackFrameFileLocation",
        Json::array(
            {{{"id", "3"}, {"file_name_id", 1}, {"function_name_id", 2}, {"line_number", 42}}}));
  write("StackFrameFileName", Json::array({{{"id", "1"}, {"name", "model.py"}}}));
  write("StackFrameFunctionName", Json::array({{{"id", "2"}, {"name", "forward"}}}));
  write("KernelStackFrames", Json::array({{{"stack_frame_id", 5},
                                           {"fully_qualified_function_name", "nki.mlp"},
                                           {"file_path", "mlp.py"},
                                           {"line_number", 17}}}));
  write("KernelIterationVariables",
        Json::array({{{"iteration_variable_id", 1}, {"variable_name", "i"}, {"variable_value", 3}},
                     {{"iteration_variable_id", 2},
                      {"variable_name", "k"},
                      {"variable_value", 0},
                      {"parent_iteration_variable_id", 1}}}));
  write("KernelInstructions", Json::array({{{"kernel_instruction_name", "inst.72:0"},
                                            {"stack_frame_id", 5},
                                            {"iteration_variables_id", 2},
                                            {"file_path", "/home/user/mlp.py"},
                                            {"line_number", 76}}}));
  write("AssemblyInstruction", Json::array({{{"instruction_id", 2},
                                             {"compiler_opcode", "WRITE"},
                                             {"compiler_operands", "a=1"},
                                             {"compiler_pc", 9}}}));
  write("Instruction", Json::array({{{"start_ts", 10},
                                     {"duration_ns", 1},
                                     {"engine", "vector"},
                                     {"opcode", "A"},
                                     {"id", 1},
                                     {"stack_frame_ids", "[99, 7]"}},
                                    {{"start_ts", 20},
                                     {"duration_ns", 1},
                                     {"engine", "vector"},
                                     {"opcode", "B"},
                                     {"id", 2},
                                     {"kernel_instruction_name", "inst.72:0"}}}));
  const std::string trace = text();
  EXPECT_THAT(trace, HasSubstr("source_location = tmodel.py:42"));
  EXPECT_THAT(trace, HasSubstr("source_function = tforward"));
  EXPECT_THAT(trace, HasSubstr("source_location = t/home/user/mlp.py:76"));
  EXPECT_THAT(trace, HasSubstr("kernel_function = tnki.mlp"));
  EXPECT_THAT(trace, HasSubstr("kernel_loops = ti=3 k=0"));
  EXPECT_THAT(trace, HasSubstr("assembly = t9: WRITE a=1"));
}

TEST_F(ExplorerParquet, LinksRowsOfDifferentTables) {
  write_metadata();
  write("Instruction", Json::array({{{"start_ts", 10},
                                     {"duration_ns", 5},
                                     {"engine", "sync"},
                                     {"opcode", "A"},
                                     {"id", 9007199254740993}},
                                    {{"start_ts", 20},
                                     {"duration_ns", 5},
                                     {"engine", "sync"},
                                     {"opcode", "B"},
                                     {"id", 9007199254740992}}}));
  write("DmaPacketAggregated", Json::array({{{"start_ts", 16},
                                             {"duration_ns", 5},
                                             {"id", 7},
                                             {"queue_name", "q"},
                                             {"queue_type", "data"},
                                             {"transfer_bytes", 64}}}));
  const auto flow = [](std::int64_t in, const char* in_table, std::int64_t out,
                       const char* out_table, const Json& type) -> Json {
    return {{"in_id", in},
            {"in_table", in_table},
            {"out_id", out},
            {"out_table", out_table},
            {"dependency_type", type}};
  };
  write("Flow", Json::array({flow(9007199254740993, "instruction", 9007199254740992, "instruction",
                                  "ORDERED"),
                             flow(9007199254740993, "instruction", 7, "dma_block", nullptr),
                             flow(7, "dma_block", 9007199254740992, "Instruction", nullptr),
                             flow(1, "instruction", 7, "dma_block", nullptr),
                             flow(1, "quasar", 7, "dma_block", nullptr)}));
  const std::string trace = text();
  EXPECT_THAT(trace, HasSubstr("flow 1 -> 2 ORDERED"));
  EXPECT_THAT(trace, HasSubstr("flow 1 -> 3 dma_trigger"));
  EXPECT_THAT(trace, HasSubstr("flow 3 -> 2 predecessor"));
  EXPECT_THAT(trace, HasSubstr("diagnostic dangling_flow warning 1"));
  EXPECT_THAT(trace, HasSubstr("diagnostic flow_of_unknown_table warning 1"));
  // Without packets the transfers are the DMA work.
  EXPECT_THAT(trace, HasSubstr("'DMA' dma_queue DMA dma"));
  EXPECT_THAT(trace, HasSubstr("transfer_size = i64"));
}

TEST_F(ExplorerParquet, ReadsASystemProfileOnTheUnixClock) {
  constexpr std::int64_t kOrigin = 1'766'072'156'592'459'482;
  const auto event = [&](int id, const char* name, std::int64_t start, const char* source,
                         const char* flows) -> Json {
    return {{"id", id},
            {"name", name},
            {"start_ts", kOrigin + start},
            {"duration_ns", 50},
            {"trace_event_source", source},
            {"instance_id", "i-1"},
            {"process_id", 12},
            {"thread_id", 34},
            {"nc_idx", 2},
            {"flow_id", flows},
            {"extra_attributes_json", R"({"model": "m"})"}};
  };
  write("SystemProfileEvents", Json::array({event(1, "nrt_execute", 0, "neuron_rt", "[f1, f2]"),
                                            event(2, "nc_exec_running", 20, "neuron_hw", "[f1]"),
                                            event(3, "nrt_tensor_read", 90, "neuron_rt", "[f2]")}));
  write("CpuUsage", Json::array({{{"timestamp", kOrigin + 10},
                                  {"util_percent", 12.5},
                                  {"cpu_id", "average"},
                                  {"instance_id", "i-1"}}}));
  write("SystemProfileHbmUsage", Json::array({{{"timestamp", kOrigin + 30},
                                               {"total_bytes", 4096},
                                               {"weights_bytes", 4096},
                                               {"tensors_bytes", 0},
                                               {"device_idx", 1},
                                               {"hbm_idx", 0},
                                               {"instance_id", "i-1"}}}));
  const std::string trace = text();
  EXPECT_THAT(trace, HasSubstr("property clock = unix"));
  EXPECT_THAT(trace, HasSubstr(fmt::format("property clock_origin_ns = {}", kOrigin)));
  EXPECT_THAT(trace, HasSubstr("'thread 34' host  host 1"));
  EXPECT_THAT(trace, HasSubstr("'nrt_execute' 0 +50"));
  EXPECT_THAT(trace, HasSubstr("'NeuronCore 2' host  host 1"));
  EXPECT_THAT(trace, HasSubstr("flow_id = t[f1, f2]"));
  EXPECT_THAT(trace, HasSubstr("flow 0 -> 2 flow_id"));
  EXPECT_THAT(trace, HasSubstr("flow 0 -> 1 flow_id"));
  EXPECT_THAT(trace, HasSubstr("sample 10 12.5"));
  EXPECT_THAT(trace, HasSubstr("'Weights' counter"));
  EXPECT_THAT(trace, Not(HasSubstr("'Tensors'")));
  EXPECT_THAT(trace, Not(HasSubstr("'Execution 1'")));
  EXPECT_THAT(trace, HasSubstr("diagnostic schema_version_unknown info"));
}

TEST_F(ExplorerParquet, ReadsExecutionsAndFacts) {
  write("Metadata", Json::array({{{"profile_schema_version", "7.4.0"},
                                  {"num_physical_cores", 2},
                                  {"tensor_engine_clock_freq", 2.4},
                                  {"instance_type", "trn2.3xlarge"},
                                  {"is_simulation", true}}}));
  write("ExecutionInfo",
        Json::array(
            {{{"execution_index", 0},
              {"neff_name", "a.neff"},
              {"execution_start_ts", 100},
              {"execution_end_ts", 300}},
             {{"execution_index", 1}, {"execution_start_ts", 400}, {"execution_end_ts", 900}}}));
  write("HbmUsageSummaryByType", Json::array({{{"neuron_device_idx", 0},
                                               {"neuroncore_idx", 5},
                                               {"usage_type", "Weights"},
                                               {"usage_bytes", 10}},
                                              {{"neuron_device_idx", 0},
                                               {"neuroncore_idx", 4},
                                               {"usage_type", "Weights"},
                                               {"usage_bytes", 20}}}));
  write("Error", Json::array({{{"timestamp", 150},
                               {"description", "DMA2D OOB"},
                               {"error_type_id", 3},
                               {"type", "Errors"},
                               {"pcore_idx", 1}}}));
  write("CcOp", Json::array({{{"start_ts", 200},
                              {"duration_ns", 50},
                              {"operation", "AllGather"},
                              {"algorithm", "Ring"},
                              {"op_id", 1},
                              {"input_size", 64},
                              {"output_size", 256},
                              {"replica_group", "[[0,1,2,3],[4,5,6,7]]"}}}));
  const std::string trace = text();
  EXPECT_THAT(trace, HasSubstr("window 100..900"));
  EXPECT_THAT(trace, HasSubstr("'Execution 1' 100 +200"));
  EXPECT_THAT(trace, HasSubstr("neff_name = ta.neff"));
  EXPECT_THAT(trace, HasSubstr("'Execution 2' 400 +500"));
  EXPECT_THAT(trace, HasSubstr("property provenance = simulated"));
  EXPECT_THAT(trace, HasSubstr("property pe_clock_hz = 2400000000"));
  EXPECT_THAT(trace, HasSubstr("property core0.hbm_usage.Weights = 20"));
  EXPECT_THAT(trace, HasSubstr("property core1.hbm_usage.Weights = 10"));
  EXPECT_THAT(trace, HasSubstr("'NeuronCore 1 (nc 5)'"));
  EXPECT_THAT(trace, HasSubstr("diagnostic capture_error error 1 'Errors at 150 ns: DMA2D OOB'"));
  EXPECT_THAT(trace, HasSubstr("bytes = i256"));
  EXPECT_THAT(trace, HasSubstr("ranks = i4"));
}

TEST_F(ExplorerParquet, ReadsPercentAsShareEitherWay) {
  write_metadata();
  write("SbufUsage",
        Json::array({{{"timestamp", 1}, {"avg_util_percent", 50.0}, {"pcore_idx", 0}},
                     {{"timestamp", 2}, {"avg_util_percent", 0.5}, {"pcore_idx", 0}}}));
  const std::string trace = text();
  EXPECT_THAT(trace, HasSubstr("sample 1 0.5\n"));
  EXPECT_THAT(trace, HasSubstr("sample 2 0.005\n"));
  EXPECT_THAT(trace, HasSubstr("diagnostic percent_read_as_share info 1"));
}

TEST_F(ExplorerParquet, RefusesAnotherMajorVersion) {
  write_metadata("8.0.1");
  const auto trace = read();
  ASSERT_FALSE(trace);
  EXPECT_EQ(trace.error().code, ErrorCode::kUnsupportedVersion);
  EXPECT_THAT(trace.error().message, HasSubstr("schema 8.0.1"));
  EXPECT_THAT(trace.error().where, HasSubstr("Metadata.parquet"));
}

TEST_F(ExplorerParquet, ReadsAnotherMinorVersionByName) {
  write_metadata("7.9.0");
  write_query("PendingDma", "SELECT 5 AS timestamp, 3 AS value, 'x' AS brand_new");
  write_query("Novelty", "SELECT 7 AS start_ts, 2 AS duration_ns, 'n' AS name, 1.5 AS heat");
  write_query("Timeless", "SELECT 'x' AS name FROM range(3)");
  const std::string trace = text();
  EXPECT_THAT(trace, HasSubstr("diagnostic schema_version_differs info 1"));
  EXPECT_THAT(trace, HasSubstr("sample 5 3"));
  EXPECT_THAT(trace,
              HasSubstr("unknown_column info 1 'PendingDma.parquet: 'brand_new' (VARCHAR)'"));
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
                               "is no whole number'"));
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
    EXPECT_THAT(trace.error().where, HasSubstr("PendingDma.parquet"));
  }
  int refused = 0;
  for (std::size_t at = 4; at < good.size(); at += 11) {  // never crashes, whatever it says
    std::string damaged = good;
    damaged[at] = static_cast<char>(~damaged[at]);
    std::ofstream(file, std::ios::binary) << damaged;
    const auto trace = read();
    if (!trace) {
      ++refused;
      EXPECT_THAT(trace.error().where, HasSubstr("PendingDma.parquet"));
    }
  }
  EXPECT_GT(refused, 0);
}

TEST_F(ExplorerParquet, RefusesMoreRowsThanAFileCanHold) {
  write_metadata();
  write_query("PendingDma", "SELECT 1 AS timestamp, 1 AS value FROM range(50000000)");
  const auto trace = read();
  ASSERT_FALSE(trace);
  EXPECT_THAT(trace.error().message, HasSubstr("the footer claims 50000000 rows"));
}

TEST_F(ExplorerParquet, RefusesTextsThatUnpackToTooMuch) {
  write_metadata();
  write_query("PendingDma",
              "SELECT i AS timestamp, repeat('x', 50000000) AS value FROM range(50) t(i)");
  const auto trace = read();
  ASSERT_FALSE(trace);
  EXPECT_THAT(trace.error().message, HasSubstr("would unpack to"));
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
                              "'compiler_operands' is longer than 65536 bytes'"));
  EXPECT_THAT(text, HasSubstr(std::string(65535, 'y')));
}

TEST_F(ExplorerParquet, RefusesAHugeSparseFile) {
  write_metadata();
  const fs::path file = folder_.path() / "Instruction.parquet";
  std::ofstream(file, std::ios::binary) << "PAR1";
  fs::resize_file(file, std::uintmax_t{10} << 30);
  const auto trace = read();
  ASSERT_FALSE(trace);
  EXPECT_THAT(trace.error().where, HasSubstr("Instruction.parquet"));
}

TEST_F(ExplorerParquet, StopsWhenCancelled) {
  write_metadata();
  control_.request_cancel();
  const auto trace = read();
  ASSERT_FALSE(trace);
  EXPECT_EQ(trace.error().code, ErrorCode::kCancelled);
}

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
  EXPECT_THAT(read.error().message, HasSubstr("no table of a Neuron Explorer profile"));
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
  EXPECT_THAT(read.error().where, HasSubstr("other.json: byte 0"));
  fs::create_directory(folder_.path() / "empty");
  read = importers::read_neuron_explorer(folder_.path() / "empty", builder, control_);
  ASSERT_FALSE(read);
  EXPECT_EQ(read.error().code, ErrorCode::kBadInput);
  EXPECT_THAT(read.error().message, HasSubstr("no table of a Neuron Explorer profile"));
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
  EXPECT_THAT(read.error().message, HasSubstr("scripts/setup"));
}

}  // namespace
}  // namespace nscope
