#include "profiler/analysis/metrics/metric_definitions.h"

#include <array>

namespace nscope::analysis {
namespace {

// T: length of the execution (of the range, where one is asked for).
// N: physical NeuronCores looked at. PEAK: 2 * PE rows * PE columns * PE clock.
// BW: HBM bandwidth of the profiled cores together.
constexpr auto kDefinitions = std::to_array<MetricDefinition>({
    {"total_time", "s", "Overall", "Length of the execution.", "T"},
    {"total_active_time", "s", "Overall",
     "Time in which any engine computes or any DMA packet is in flight.",
     "union(instructions without EVENT_SEMAPHORE, DMA packets)"},
    {"total_active_time_percent", "", "Overall", "Share of the execution with any activity.",
     "total_active_time / T"},
    {"total_exec_time", "s", "Overall",
     "From the first to the last working instruction or DMA packet: what only begins, ends or "
     "orders a program is left out.",
     "max(end) - min(begin) of each execution without NOP, SET_ORDERING_MODE, EVENT_SEMAPHORE, "
     "EVENT_SEMAPHORE_RANGE_CLEAR, NOTIFY, COMPARE_BRANCH, DRAIN, WRITE, TENSOR_LOAD and "
     "MODIFY_POOL_CONFIG"},
    {"neuroncore_cycle_count", "cycles", "Overall", "Length of the execution in engine cycles.",
     "floor(T * engine clock)"},
    {"hardware_flops", "FLOP", "Overall",
     "Operations TensorE carried out, data movement by matrix multiplication included.",
     "2 * sum(elements)"},
    {"transpose_flops", "FLOP", "Overall",
     "Part of hardware_flops that only moves or transposes data.",
     "2 * sum(elements of TRANSPOSE instructions)"},
    {"adjusted_hardware_flops", "FLOP", "Overall",
     "hardware_flops in BF16 operations of the same published duration: fp32 counts 4, fp8 0.5 "
     "from Trn2 on.",
     "2 * sum(elements * weight of the operands' type)"},
    {"adjusted_transpose_flops", "FLOP", "Overall", "transpose_flops, weighted in the same way.",
     "2 * sum(elements * weight of the operands' type) of TRANSPOSE instructions"},
    {"model_flops", "FLOP", "Overall",
     "Operations the model's graph asks for; only stated in captures compiled with HLO statistics.",
     "from the NEFF's HLO statistics"},
    {"event_count", "", "Overall", "Changes of semaphores and event flags.",
     "count(event records)"},
    {"trace_count", "", "Overall", "Records in the capture.",
     "event_count + instructions + DMA packets"},
    {"total_row_count", "", "Overall", "Rows that the vendor's tool wrote to its database.",
     "from the vendor's tool"},
    {"nd_idx", "", "Overall",
     "Neuron device numbers, added up over the cores by the vendor's tool: no measure.",
     "sum(nd_idx)"},
    {"nc_idx", "", "Overall",
     "NeuronCore numbers, added up over the cores by the vendor's tool: no measure.",
     "sum(nc_idx)"},

    {"*_engine_instruction_count", "", "Engines", "Instructions the engine executed.",
     "count(instructions)"},
    {"*_engine_instruction_time", "s", "Engines",
     "Durations of the engine's instructions added up, waiting on semaphores left out.",
     "sum(duration of instructions without EVENT_SEMAPHORE)"},
    {"*_engine_active_time", "s", "Engines",
     "Time in which the engine executes at least one instruction on any core.",
     "union(instructions without EVENT_SEMAPHORE)"},
    {"*_engine_active_time_percent", "", "Engines", "Share of the execution the engine is active.",
     "*_engine_active_time / T"},
    {"matmul_instruction_count", "", "Engines", "MATMUL instructions.", "count(MATMUL)"},
    {"activate_instruction_count", "", "Engines", "ACTIVATE instructions.", "count(ACTIVATE)"},
    {"activate_instruction_time", "s", "Engines", "Durations of ACTIVATE instructions added up.",
     "sum(duration of ACTIVATE)"},

    {"hfu_estimated_percent", "", "Utilisation",
     "Share of TensorE's peak that is spent on any multiplication.",
     "hardware_flops / (T * PEAK * N)"},
    {"mfu_estimated_percent", "", "Utilisation",
     "Share of TensorE's peak that is spent on multiplications of the model.",
     "(hardware_flops - transpose_flops) / (T * PEAK * N)"},
    {"mfu_inst_estimated_percent", "", "Utilisation",
     "mfu_estimated_percent, counted from instructions.",
     "(hardware_flops - transpose_flops) / (T * PEAK * N)"},
    {"mfu_hlo_estimated_percent", "", "Utilisation",
     "Utilisation by the operations of the model's graph.", "model_flops / (T * PEAK * N)"},
    {"mfu_max_achievable_estimated_percent", "", "Utilisation",
     "Highest utilisation that HBM bandwidth allows for this mix of work and traffic.",
     "min(1, mm_arithmetic_intensity / (PEAK * N / BW))"},
    {"mfu_inst_max_achievable_estimated_percent", "", "Utilisation",
     "mfu_max_achievable_estimated_percent, counted from instructions.",
     "min(1, mm_arithmetic_intensity / (PEAK * N / BW))"},
    {"mfu_hlo_max_achievable_estimated_percent", "", "Utilisation",
     "The same for the operations of the model's graph.", "from model_flops"},
    {"mbu_estimated_percent", "", "Utilisation", "Share of HBM bandwidth in use.",
     "(hbm_read_bytes + hbm_write_bytes) / (T * BW)"},
    {"mbu_min_read_util_percent", "", "Utilisation",
     "Share of HBM bandwidth that reading inputs and weights once would take.",
     "inputs_and_weights_size_bytes / (T * BW)"},
    {"mm_arithmetic_intensity", "FLOP/B", "Utilisation",
     "Useful operations for each byte moved from or to HBM.",
     "(hardware_flops - transpose_flops) / (hbm_read_bytes + hbm_write_bytes)"},
    {"peak_flops_bandwidth_ratio", "FLOP/B", "Utilisation",
     "Intensity from which one core of this device is bound by compute.", "PEAK / BW"},

    {"hbm_read_bytes", "B", "Data movement", "Bytes read from HBM.", "sum over instructions"},
    {"hbm_write_bytes", "B", "Data movement", "Bytes written to HBM.", "sum over instructions"},
    {"sbuf_read_bytes", "B", "Data movement",
     "Bytes read from SBUF: a partition's for engines, all for DMA.", "sum over instructions"},
    {"sbuf_write_bytes", "B", "Data movement",
     "Bytes written to SBUF: a partition's for engines, all for DMA.", "sum over instructions"},
    {"psum_read_bytes", "B", "Data movement", "Bytes read from PSUM, of one partition.",
     "sum over instructions"},
    {"psum_write_bytes", "B", "Data movement", "Bytes written to PSUM, of one partition.",
     "sum over instructions"},
    {"psum_read_sbuf_write_bytes", "B", "Data movement",
     "Bytes of instructions that move results from PSUM to SBUF.", "sum over instructions"},
    {"psum_read_sbuf_write_count", "", "Data movement",
     "Instructions that move results from PSUM to SBUF.", "count(instructions)"},
    {"spill_save_bytes", "B", "Data movement",
     "Bytes that did not fit into SBUF and were saved to HBM.", "sum over instructions"},
    {"spill_reload_bytes", "B", "Data movement",
     "Saved bytes that were read back into SBUF, as often as they were.", "sum over instructions"},
    {"weight_size_bytes", "B", "Data movement", "Weights of the model.", "from the capture"},
    {"inputs_and_weights_size_bytes", "B", "Data movement", "Inputs and weights of the model.",
     "from the NEFF"},
    {"inputs_outputs_weights_size_bytes", "B", "Data movement",
     "Inputs, outputs and weights of the model.", "from the capture"},

    {"dma_active_time", "s", "DMA", "Time with at least one DMA packet in flight.",
     "union(packets)"},
    {"dma_active_time_percent", "", "DMA", "Share of the execution with DMA in flight.",
     "dma_active_time / T"},
    {"dma_active_cycles", "cycles", "DMA", "dma_active_time in engine cycles.",
     "floor(dma_active_time * engine clock)"},
    {"dma_packet_time", "s", "DMA", "Durations of all packets added up.", "sum(duration)"},
    {"dma_queue_count", "", "DMA", "DMA queues the model uses, on all rings.", "from the capture"},
    {"*_dma_packet_count", "", "DMA", "Packets of this kind of queue.", "count(packets)"},
    {"*_dma_packet_percent", "", "DMA", "Share of all packets.", "packets / all packets"},
    {"*_dma_size", "B", "DMA", "Bytes moved by this kind of queue.", "sum(transfer_size)"},
    {"*_dma_size_percent", "", "DMA", "Share of all bytes moved by DMA.", "bytes / all bytes"},
    {"*_dma_active_time", "s", "DMA", "Time with a packet of this kind of queue in flight.",
     "union(packets)"},
    {"*_dma_active_time_percent", "", "DMA",
     "Share of dma_active_time; for `dynamic` the sum over both kinds, so it can exceed their "
     "union.",
     "active time / dma_active_time"},
    {"dma_transfer_count", "", "DMA", "Whole transfers, each of many packets.", "count(transfers)"},
    {"dma_transfer_total_bytes", "B", "DMA", "Bytes of whole transfers.", "sum(transfer_size)"},
    {"dma_transfer_time", "s", "DMA",
     "Durations of whole transfers, which only Parquet exports list.",
     "sum(duration of transfers)"},
    {"dma_transfer_average_bytes", "B", "DMA", "Mean size of a whole transfer; as above.",
     "bytes / transfers"},
    {"*_queue_bytes", "B", "DMA", "Bytes moved by input, output or weight queues.",
     "sum(transfer_size)"},

    {"cc_op_count", "", "Collectives", "Collective operations.", "count(operations)"},
    {"cc_op_time", "s", "Collectives", "Durations of collective operations added up.",
     "sum(duration)"},
    {"cc_op_active_time", "s", "Collectives", "Time with a collective operation under way.",
     "union(operations)"},
    {"cc_op_active_time_percent", "", "Collectives",
     "Share of the execution with a collective operation under way.", "cc_op_active_time / T"},
    {"cc_cores_instruction_count", "", "Collectives", "Instructions of the collective cores.",
     "count(instructions)"},
    {"cc_cores_instruction_time", "s", "Collectives",
     "Durations of the collective cores' instructions added up.", "sum(duration)"},
    {"cc_cores_instruction_active_time", "s", "Collectives",
     "Time in which a collective core executes an instruction.", "union(instructions)"},
    {"cc_cores_instruction_active_time_percent", "", "Collectives",
     "Share of the execution in which a collective core executes.",
     "cc_cores_instruction_active_time / T"},

    {"throttle_activity_*_active_time_*_percent", "", "Throttling",
     "Share of the time until the last instruction in which this clock limit held.",
     "sum(duration) / E, E = end of the last instruction"},
    {"throttle_activity_*_avg_util_limit_*_percent", "", "Throttling",
     "Mean share of clock cycles allowed while this limit held.",
     "sum(duration * k/n) / sum(duration)"},
    {"throttle_active_*_time_ns", "ns", "Throttling", "Time with a limited clock.",
     "sum(duration where k < n)"},
    {"throttle_avg_util_limit_*_percent", "", "Throttling",
     "Clock cycles allowed by the recorded limits, over the time until the last instruction.",
     "sum(duration * k/n) / E"},
});

/// Matches text against a pattern in which '*' stands for one or more letters,
/// digits or '_'.
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
