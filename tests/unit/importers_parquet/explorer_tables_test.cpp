#include "tests/unit/importers_parquet/explorer_test.h"

#include <cstdint>
#include <string>

#include <fmt/format.h>
#include <gmock/gmock.h>

namespace nscope {
namespace {

using testing::HasSubstr;
using testing::Not;

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
  EXPECT_THAT(trace, HasSubstr("source_kind = tframework"));
  EXPECT_THAT(trace, HasSubstr("source_kind = tnki"));
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
  // Without packets, the transfers themselves become the slices of the DMA track.
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

}  // namespace
}  // namespace nscope
