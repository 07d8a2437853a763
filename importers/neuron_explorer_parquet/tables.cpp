#include "importers/neuron_explorer_parquet/tables.h"

#include <array>

namespace nscope::importers {
namespace {

constexpr auto kTables = std::to_array<TableFormat>({
    // Values that rows of other tables need.
    {"Metadata", read_metadata},
    {"SystemProfileMetadata", read_system_metadata},
    {"Summary", read_summary},
    {"NeffHeader", read_neff_header},
    {"HbmUsageSummaryByType", read_hbm_usage_by_type},
    {"TensorInfo", read_tensor_info},
    {"DmaQueuesInfo", read_dma_queues},
    {"CcStream", read_cc_streams},
    {"DeviceProfileList", read_device_profiles},
    {"ExecutionInfo", read_execution_info},
    {"StackFrameFileName", read_file_names},
    {"StackFrameFunctionName", read_function_names},
    {"StackFrameFileLocation", read_file_locations},
    {"StackFrame", read_stack_frames},
    {"KernelStackFrames", read_kernel_frames},
    {"KernelIterationVariables", read_kernel_loops},
    {"KernelInstructions", read_kernel_instructions},
    // Intervals.
    {"Instruction", read_instructions},
    {"AssemblyInstruction", read_assembly_instructions},
    {"DmaPacket", read_dma_packets},
    {"DmaPacketAggregated", read_timeline},
    {"SemaphoreUpdate", read_semaphore_updates},
    {"Throttle", read_throttle},
    {"Error", read_timeline},
    {"CcOp", read_timeline},
    {"CcInstruction", read_timeline},
    {"ActiveTime", read_active_time},
    {"CoreBarriers", read_timeline},
    {"SbufAllocation", read_timeline},
    {"FrameworkNode", read_timeline},
    {"FrameworkInstruction", read_timeline},
    {"HloInstruction", read_timeline},
    {"PenguinInstruction", read_timeline},
    {"BirInstruction", read_timeline},
    {"SystemProfileEvents", read_system_events},
    // Values over time.
    {"PendingDma", read_samples},
    {"DmaUsage", read_samples},
    {"DmaUsageSummary", read_dma_usage_summary},
    {"HbmUsage", read_samples},
    {"SbufUsage", read_samples},
    {"PsumUsage", read_samples},
    {"CpuUsage", read_cpu_usage},
    {"HostMemUsage", read_host_memory},
    {"SystemProfileHbmUsage", read_system_hbm},
    // Tables that refer to events or summarise them.
    {"Flow", read_flows},
    {"OpcodeSummary", read_opcode_summary},
    {"ThrottleSummary", read_throttle_summary},
    {"Warning", read_warnings},
    // According to the schema these are responses of the server and never files; SchemaFields is
    // the schema itself.
    {"MemoryBandwidthPoint", skip_table},
    {"MemoryBandwidthSeries", skip_table},
    {"MemoryBandwidthResponse", skip_table},
    {"SchemaFields", skip_table},
});

}  // namespace

std::span<const TableFormat> table_formats() {
  return kTables;
}

}  // namespace nscope::importers
