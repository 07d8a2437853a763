#include "profiler/analysis/metrics/metric_definitions.h"

#include <array>

namespace nscope::analysis {
namespace {

// T: length of the analysed range, which is the execution or the selected range.
// N: number of physical NeuronCores in scope. PEAK: 2 * PE rows * PE columns * PE clock.
// BW: HBM bandwidth of all profiled cores together.
constexpr auto kDefinitions = std::to_array<MetricDefinition>({
    {"total_time", "s", phrase("Overall"), phrase("Length of the execution."), phrase("T")},
    {"total_active_time", "s", phrase("Overall"),
     phrase("Time in which any engine computes or any DMA packet is in flight."),
     phrase("union(instructions without EVENT_SEMAPHORE, DMA packets)")},
    {"total_active_time_percent", "share", phrase("Overall"),
     phrase("Share of the execution with any activity."), phrase("total_active_time / T")},
    {"total_exec_time", "s", phrase("Overall"),
     phrase("Time from the first to the last working instruction or DMA packet. Instructions that "
            "only start, end or order the program are excluded."),
     phrase("max(end) - min(begin) of each execution without NOP, SET_ORDERING_MODE, "
            "EVENT_SEMAPHORE, EVENT_SEMAPHORE_RANGE_CLEAR, NOTIFY, COMPARE_BRANCH, DRAIN, WRITE, "
            "TENSOR_LOAD and MODIFY_POOL_CONFIG")},
    {"neuroncore_cycle_count", "cycles", phrase("Overall"),
     phrase("Length of the execution in engine cycles."), phrase("floor(T * engine clock)")},
    {"hardware_flops", "FLOP", phrase("Overall"),
     phrase("Operations that TensorE executed, including data movement by matrix multiplication."),
     phrase("2 * sum(elements)")},
    {"transpose_flops", "FLOP", phrase("Overall"),
     phrase("Part of hardware_flops that only moves or transposes data."),
     phrase("2 * sum(elements of TRANSPOSE instructions)")},
    {"adjusted_hardware_flops", "FLOP", phrase("Overall"),
     phrase("hardware_flops converted to BF16 operations of the same published duration: fp32 "
            "counts as 4, and fp8 as 0.5 from Trn2 on."),
     phrase("2 * sum(elements * weight of the operands' type)")},
    {"adjusted_transpose_flops", "FLOP", phrase("Overall"),
     phrase("transpose_flops, converted in the same way as adjusted_hardware_flops."),
     phrase("2 * sum(elements * weight of the operands' type) of TRANSPOSE instructions")},
    {"model_flops", "FLOP", phrase("Overall"),
     phrase("Operations of the model's graph. Stated only by captures that were compiled with HLO "
            "statistics."),
     phrase("from the NEFF's HLO statistics")},
    {"event_count", "", phrase("Overall"), phrase("Changes of semaphores and event flags."),
     phrase("count(event records)")},
    {"trace_count", "", phrase("Overall"), phrase("Records in the capture."),
     phrase("event_count + instructions + DMA packets + DMA transfers")},
    {"total_row_count", "", phrase("Overall"),
     phrase("Rows that Neuron Explorer wrote to its database."),
     phrase("from Neuron Explorer's database")},
    {"nd_idx", "", phrase("Overall"),
     phrase("Sum of the Neuron device numbers of the cores, as in Neuron Explorer. This is not a "
            "measurement."),
     phrase("sum(nd_idx)")},
    {"nc_idx", "", phrase("Overall"),
     phrase("Sum of the NeuronCore numbers, as in Neuron Explorer. This is not a measurement."),
     phrase("sum(nc_idx)")},

    {"*_engine_instruction_count", "", phrase("Engines"),
     phrase("Instructions that the engine executed."), phrase("count(instructions)")},
    {"*_engine_instruction_time", "s", phrase("Engines"),
     phrase("Sum of the durations of the engine's instructions, without semaphore waits."),
     phrase("sum(duration of instructions without EVENT_SEMAPHORE)")},
    {"*_engine_active_time", "s", phrase("Engines"),
     phrase("Time in which the engine executes at least one instruction on any core."),
     phrase("union(instructions without EVENT_SEMAPHORE)")},
    {"*_engine_active_time_percent", "share", phrase("Engines"),
     phrase("Share of the execution in which the engine is active."),
     phrase("*_engine_active_time / T")},
    {"matmul_instruction_count", "", phrase("Engines"), phrase("Number of MATMUL instructions."),
     phrase("count(MATMUL)")},
    {"activate_instruction_count", "", phrase("Engines"),
     phrase("Number of ACTIVATE instructions."), phrase("count(ACTIVATE)")},
    {"activate_instruction_time", "s", phrase("Engines"),
     phrase("Sum of the durations of ACTIVATE instructions."), phrase("sum(duration of ACTIVATE)")},

    {"hfu_estimated_percent", "share", phrase("Utilisation"),
     phrase("Share of TensorE's peak FLOP/s used by all multiplications."),
     phrase("hardware_flops / (T * PEAK * N)")},
    {"mfu_estimated_percent", "share", phrase("Utilisation"),
     phrase("Share of TensorE's peak FLOP/s used by multiplications of the model."),
     phrase("(hardware_flops - transpose_flops) / (T * PEAK * N)")},
    {"mfu_inst_estimated_percent", "share", phrase("Utilisation"),
     phrase("The same as mfu_estimated_percent, computed from instructions."),
     phrase("(hardware_flops - transpose_flops) / (T * PEAK * N)")},
    {"mfu_hlo_estimated_percent", "share", phrase("Utilisation"),
     phrase("Share of TensorE's peak FLOP/s used by the operations of the model's graph."),
     phrase("model_flops / (T * PEAK * N)")},
    {"mfu_max_achievable_estimated_percent", "share", phrase("Utilisation"),
     phrase("Highest MFU that the HBM bandwidth permits at this arithmetic intensity."),
     phrase("min(1, mm_arithmetic_intensity / (PEAK * N / BW))")},
    {"mfu_inst_max_achievable_estimated_percent", "share", phrase("Utilisation"),
     phrase("The same as mfu_max_achievable_estimated_percent, computed from instructions."),
     phrase("min(1, mm_arithmetic_intensity / (PEAK * N / BW))")},
    {"mfu_hlo_max_achievable_estimated_percent", "share", phrase("Utilisation"),
     phrase("The same as mfu_max_achievable_estimated_percent, for the operations of the model's "
            "graph."),
     phrase("from model_flops")},
    {"mbu_estimated_percent", "share", phrase("Utilisation"),
     phrase("Share of the HBM bandwidth in use."),
     phrase("(hbm_read_bytes + hbm_write_bytes) / (T * BW)")},
    {"mbu_min_read_util_percent", "share", phrase("Utilisation"),
     phrase("Share of the HBM bandwidth needed to read inputs and weights once."),
     phrase("inputs_and_weights_size_bytes / (T * BW)")},
    {"mm_arithmetic_intensity", "FLOP/B", phrase("Utilisation"),
     phrase("Useful operations per byte read from or written to HBM."),
     phrase("(hardware_flops - transpose_flops) / (hbm_read_bytes + hbm_write_bytes)")},
    {"peak_flops_bandwidth_ratio", "FLOP/B", phrase("Utilisation"),
     phrase("Arithmetic intensity from which one core of this device is compute-bound."),
     phrase("PEAK / BW")},

    {"hbm_read_bytes", "B", phrase("Data movement"), phrase("Bytes read from HBM."),
     phrase("sum over instructions")},
    {"hbm_write_bytes", "B", phrase("Data movement"), phrase("Bytes written to HBM."),
     phrase("sum over instructions")},
    {"sbuf_read_bytes", "B", phrase("Data movement"),
     phrase("Bytes read from SBUF: per partition for engines, in total for DMA."),
     phrase("sum over instructions")},
    {"sbuf_write_bytes", "B", phrase("Data movement"),
     phrase("Bytes written to SBUF: per partition for engines, in total for DMA."),
     phrase("sum over instructions")},
    {"psum_read_bytes", "B", phrase("Data movement"),
     phrase("Bytes read from PSUM, per partition."), phrase("sum over instructions")},
    {"psum_write_bytes", "B", phrase("Data movement"),
     phrase("Bytes written to PSUM, per partition."), phrase("sum over instructions")},
    {"psum_read_sbuf_write_bytes", "B", phrase("Data movement"),
     phrase("Bytes of instructions that move results from PSUM to SBUF."),
     phrase("sum over instructions")},
    {"psum_read_sbuf_write_count", "", phrase("Data movement"),
     phrase("Instructions that move results from PSUM to SBUF."), phrase("count(instructions)")},
    {"spill_save_bytes", "B", phrase("Data movement"),
     phrase("Bytes written to HBM because SBUF was full."), phrase("sum over instructions")},
    {"spill_reload_bytes", "B", phrase("Data movement"),
     phrase("Spilled bytes that were read back into SBUF, counted each time."),
     phrase("sum over instructions")},
    {"weight_size_bytes", "B", phrase("Data movement"), phrase("Size of the model's weights."),
     phrase("from the capture")},
    {"inputs_and_weights_size_bytes", "B", phrase("Data movement"),
     phrase("Size of the model's inputs and weights."), phrase("from the NEFF")},
    {"inputs_outputs_weights_size_bytes", "B", phrase("Data movement"),
     phrase("Size of the model's inputs, outputs and weights."), phrase("from the capture")},

    {"dma_active_time", "s", phrase("DMA"), phrase("Time with at least one DMA packet in flight."),
     phrase("union(packets)")},
    {"dma_active_time_percent", "share", phrase("DMA"),
     phrase("Share of the execution with at least one DMA packet in flight."),
     phrase("dma_active_time / T")},
    {"dma_active_cycles", "cycles", phrase("DMA"), phrase("dma_active_time in engine cycles."),
     phrase("floor(dma_active_time * engine clock)")},
    {"dma_packet_time", "s", phrase("DMA"), phrase("Sum of the durations of all packets."),
     phrase("sum(duration)")},
    {"dma_queue_count", "", phrase("DMA"), phrase("DMA queues that the model uses, on all rings."),
     phrase("from the capture")},
    {"*_dma_packet_count", "", phrase("DMA"), phrase("Packets of queues of this kind."),
     phrase("count(packets)")},
    {"*_dma_packet_percent", "share", phrase("DMA"), phrase("Share of all packets."),
     phrase("packets / all packets")},
    {"*_dma_size", "B", phrase("DMA"), phrase("Bytes moved by queues of this kind."),
     phrase("sum(transfer_size)")},
    {"*_dma_size_percent", "share", phrase("DMA"), phrase("Share of all bytes moved by DMA."),
     phrase("bytes / all bytes")},
    {"*_dma_active_time", "s", phrase("DMA"),
     phrase("Time with at least one packet of a queue of this kind in flight."),
     phrase("union(packets)")},
    {"*_dma_active_time_percent", "share", phrase("DMA"),
     phrase("Share of dma_active_time. For 'dynamic' it is the sum of both kinds, which can exceed "
            "their union."),
     phrase("active time / dma_active_time")},
    {"dma_transfer_count", "", phrase("DMA"),
     phrase("Complete transfers; each consists of one or more packets."),
     phrase("count(transfers)")},
    {"dma_transfer_total_bytes", "B", phrase("DMA"), phrase("Bytes of all complete transfers."),
     phrase("sum(transfer_size)")},
    {"dma_transfer_time", "s", phrase("DMA"), phrase("Sum of the durations of complete transfers."),
     phrase("sum(duration of transfers)")},
    {"dma_transfer_average_bytes", "B", phrase("DMA"), phrase("Mean size of a complete transfer."),
     phrase("bytes / transfers")},
    {"*_queue_bytes", "B", phrase("DMA"), phrase("Bytes moved by input, output or weight queues."),
     phrase("sum(transfer_size of transfers), or of packets if the run lists no transfers")},

    {"cc_op_count", "", phrase("Collectives"), phrase("Number of collective operations."),
     phrase("count(operations)")},
    {"cc_op_time", "s", phrase("Collectives"),
     phrase("Sum of the durations of collective operations."), phrase("sum(duration)")},
    {"cc_op_active_time", "s", phrase("Collectives"),
     phrase("Time with at least one collective operation in progress."),
     phrase("union(operations)")},
    {"cc_op_active_time_percent", "share", phrase("Collectives"),
     phrase("Share of the execution with at least one collective operation in progress."),
     phrase("cc_op_active_time / T")},
    {"cc_cores_instruction_count", "", phrase("Collectives"),
     phrase("Instructions of the collective cores."), phrase("count(instructions)")},
    {"cc_cores_instruction_time", "s", phrase("Collectives"),
     phrase("Sum of the durations of the collective cores' instructions."),
     phrase("sum(duration)")},
    {"cc_cores_instruction_active_time", "s", phrase("Collectives"),
     phrase("Time in which at least one collective core executes an instruction."),
     phrase("union(instructions)")},
    {"cc_cores_instruction_active_time_percent", "share", phrase("Collectives"),
     phrase(
         "Share of the execution in which at least one collective core executes an instruction."),
     phrase("cc_cores_instruction_active_time / T")},

    {"throttle_activity_*_active_time_*_percent", "share", phrase("Throttling"),
     phrase("Share of the time until the last instruction in which this clock limit applied."),
     phrase("sum(duration) / E, E = end of the last instruction")},
    {"throttle_activity_*_avg_util_limit_*_percent", "share", phrase("Throttling"),
     phrase("Mean share of clock cycles permitted while this limit applied."),
     phrase("sum(duration * k/n) / sum(duration)")},
    {"throttle_active_*_time_ns", "ns", phrase("Throttling"),
     phrase("Time in which the clock was limited."), phrase("sum(duration if k < n)")},
    {"throttle_avg_util_limit_*_percent", "share", phrase("Throttling"),
     phrase("Mean share of clock cycles that the recorded limits permitted until the last "
            "instruction."),
     phrase("sum(duration * k/n) / E")},
});

/// Matches text against a pattern in which '*' matches one or more characters.
bool matches(std::string_view pattern, std::string_view text) {
  const std::size_t star = pattern.find('*');
  if (star == std::string_view::npos) return pattern == text;
  if (text.substr(0, star) != pattern.substr(0, star)) return false;
  pattern.remove_prefix(star + 1);
  text.remove_prefix(star);
  for (std::size_t taken = 1; taken <= text.size(); ++taken) {
    if (matches(pattern, text.substr(taken))) return true;
  }
  return false;
}

}  // namespace

std::span<const MetricDefinition> metric_definitions() {
  return kDefinitions;
}

const MetricDefinition* find_metric_definition(std::string_view name) {
  for (const MetricDefinition& definition : kDefinitions) {
    if (definition.name == name) return &definition;
  }
  for (const MetricDefinition& definition : kDefinitions) {
    if (matches(definition.name, name)) return &definition;
  }
  return nullptr;
}

}  // namespace nscope::analysis
