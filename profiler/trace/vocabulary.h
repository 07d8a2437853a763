#pragma once

#include <string>
#include <string_view>

// The words that importers, the simulator and the analyses share. Keys of event
// properties follow the field names of AWS's own JSON export, so that users of
// neuron-profile find what they know.

namespace nscope::key {

// Instructions.
inline constexpr std::string_view kOpcode = "opcode";
inline constexpr std::string_view kOperands = "operands";
inline constexpr std::string_view kPc = "pc";
inline constexpr std::string_view kInstructionType =
    "instruction_type";                                    ///< REGULAR, TRANSPOSE, ...
inline constexpr std::string_view kElements = "elements";  ///< multiply-accumulates; FLOPs = 2x
inline constexpr std::string_view kFlops = "flops";        ///< operators of a simulation
/// Operations weighted by the operands' type, BF16 = 1 (Parquet exports).
inline constexpr std::string_view kAdjustedFlops = "adjusted_flops";
inline constexpr std::string_view kHbmReadBytes = "hbm_read_bytes";
inline constexpr std::string_view kHbmWriteBytes = "hbm_write_bytes";
inline constexpr std::string_view kSbufReadBytes = "sbuf_read_bytes";
inline constexpr std::string_view kSbufWriteBytes = "sbuf_write_bytes";
inline constexpr std::string_view kPsumReadBytes = "psum_read_bytes";
inline constexpr std::string_view kPsumWriteBytes = "psum_write_bytes";
inline constexpr std::string_view kPsumReadSbufWriteBytes = "psum_read_sbuf_write_bytes";
// SBUF that does not suffice is saved to HBM and read back (Parquet exports).
inline constexpr std::string_view kSpillSaveBytes = "spill_save_bytes";
inline constexpr std::string_view kSpillReloadBytes = "spill_reload_bytes";
inline constexpr std::string_view kActivationFn = "activation_fn";
inline constexpr std::string_view kBirId = "bir_id";
inline constexpr std::string_view kBirName = "bir_instruction_name";
inline constexpr std::string_view kPenguinId = "penguin_id";
inline constexpr std::string_view kPenguinText = "penguin_instruction";  ///< its text (NEFF)
inline constexpr std::string_view kCompilerPc = "compiler_pc";
inline constexpr std::string_view kLayer = "layer";
inline constexpr std::string_view kHloName = "hlo_name";
/// Of an instruction: "nki" (a kernel's own) or "framework".
inline constexpr std::string_view kSourceKind = "source_kind";
inline constexpr std::string_view kSourceLocation = "source_location";
inline constexpr std::string_view kCrcIn = "crc_in";
inline constexpr std::string_view kCrcOut = "crc_out";
inline constexpr std::string_view kReadTensor = "read_tensor";    ///< HBM tensor read (NEFF)
inline constexpr std::string_view kWriteTensor = "write_tensor";  ///< HBM tensor written (NEFF)

// DMA packets.
inline constexpr std::string_view kQueueType = "queue_type";
inline constexpr std::string_view kQueueName = "queue_name";
inline constexpr std::string_view kTransferSize = "transfer_size";  ///< bytes
inline constexpr std::string_view kCrc = "crc";

// Throttling intervals: the clock runs k of n cycles.
inline constexpr std::string_view kThrottleType = "type";
inline constexpr std::string_view kThrottleK = "k";
inline constexpr std::string_view kThrottleN = "n";

// Collectives.
inline constexpr std::string_view kAlgorithm = "algorithm";
inline constexpr std::string_view kBytes = "bytes";
inline constexpr std::string_view kRanks = "ranks";
inline constexpr std::string_view kReplicaGroup = "replica_group";  ///< those that take part
/// Of one step of a collective: the bytes of the whole.
inline constexpr std::string_view kMessageBytes = "message_bytes";

// Steps of a server: the longest prompt or batch of tokens, and what it was padded to.
inline constexpr std::string_view kTokens = "tokens";
inline constexpr std::string_view kBucket = "bucket";

// Passes of a training pipeline on a rank's row of layers.
inline constexpr std::string_view kMicrobatch = "microbatch";  ///< from 0
inline constexpr std::string_view kStage = "stage";            ///< from 0

// Serving requests: slices of SliceKind::kRequest on the tracks of track_name::kQueue and so on,
// named like the request.
inline constexpr std::string_view kReplica = "replica";             ///< that the request went to
inline constexpr std::string_view kInputTokens = "input_tokens";    ///< of the prompt
inline constexpr std::string_view kOutputTokens = "output_tokens";  ///< asked for
inline constexpr std::string_view kGeneratedTokens = "generated_tokens";
/// From a token in the server to the token at the client, ns.
inline constexpr std::string_view kResponseTime = "response_ns";
inline constexpr std::string_view kOutcome = "outcome";  ///< "completed", "rejected", "unfinished"

// Compile cache: slices of SliceKind::kCompile on tracks of TrackKind::kCompile,
// named like the module ("MODULE_<graph hash>+<flags hash>").
/// What happened. In a log: "hit" (a cached NEFF was used), "miss" (compiled),
/// "failure" (the compiler failed), "cached_failure" (an earlier failure was
/// found and the compilation skipped), "locked" (waited for another process),
/// "extracted" (kept for a later compilation), "unfinished" (no end in the log).
/// In a folder: "success", "failure", "locked", "stale_lock", "incomplete" (a
/// NEFF without its mark of completion), "empty".
inline constexpr std::string_view kCacheState = "cache_state";
inline constexpr std::string_view kGraphHash = "graph_hash";
inline constexpr std::string_view kFlagsHash = "flags_hash";
inline constexpr std::string_view kCacheCompiler = "compiler_version";
inline constexpr std::string_view kCompilerFlags = "flags";  ///< separated by spaces
inline constexpr std::string_view kNeffBytes = "neff_bytes";
inline constexpr std::string_view kCacheSource = "source";  ///< file of the cache, or log line
/// How start and duration are known: "file times", "log", "next line", "report".
inline constexpr std::string_view kTimeSource = "time_source";
inline constexpr std::string_view kCompileError = "error";

}  // namespace nscope::key

namespace nscope::opcode {

/// Waits for others and does no work.
inline constexpr std::string_view kEventSemaphore = "EVENT_SEMAPHORE";
/// Ends when what its engine had in flight has ended.
inline constexpr std::string_view kDrain = "DRAIN";
// The sequencer's own work, which the next instruction waits for.
inline constexpr std::string_view kCompareBranch = "COMPARE_BRANCH";
inline constexpr std::string_view kTensorLoad = "TENSOR_LOAD";  ///< registers from memory
inline constexpr std::string_view kWrite = "WRITE";             ///< a register, or another core
/// The names of all instructions that trigger transfers begin so.
inline constexpr std::string_view kDmaPrefix = "DMA";

}  // namespace nscope::opcode

namespace nscope::flow_kind {

inline constexpr std::string_view kSemaphore = "semaphore";         ///< update -> wait
inline constexpr std::string_view kProgramOrder = "program_order";  ///< same engine, next
inline constexpr std::string_view kDmaTrigger = "dma_trigger";      ///< instruction -> packet
// AWS's own dependency lists: producer -> consumer.
inline constexpr std::string_view kFlowDependence = "FLOW_DEPENDENCE";
inline constexpr std::string_view kOrdered = "ORDERED";
inline constexpr std::string_view kAntiDependence = "ANTI_DEPENDENCE";
inline constexpr std::string_view kOutputDependence = "OUTPUT_DEPENDENCE";

}  // namespace nscope::flow_kind

namespace nscope::property {

inline constexpr std::string_view kSourceFormat =
    "source_format";  ///< "ntff", "neuron-profile json", "simulation"
inline constexpr std::string_view kSourceFile = "source_file";
inline constexpr std::string_view kInstanceType = "instance_type";
inline constexpr std::string_view kDevice = "device";  ///< catalogue id of the chip
inline constexpr std::string_view kGeneration = "neuroncore_generation";
inline constexpr std::string_view kPhysicalCores = "physical_cores";
inline constexpr std::string_view kPeClock = "pe_clock_hz";
inline constexpr std::string_view kEngineClock = "engine_clock_hz";
inline constexpr std::string_view kPeRows = "pe_rows";
inline constexpr std::string_view kPeColumns = "pe_columns";
inline constexpr std::string_view kHbmBandwidth =
    "hbm_bandwidth";  ///< B/s of the profiled cores together
inline constexpr std::string_view kMemoryCapacity = "memory_capacity_per_core";  ///< bytes
inline constexpr std::string_view kDmaQueueCount = "dma_queue_count";
inline constexpr std::string_view kRuntimeVersion = "runtime_version";
inline constexpr std::string_view kDriverVersion = "driver_version";
inline constexpr std::string_view kCollectivesVersion = "collectives_version";
inline constexpr std::string_view kCompilerVersion = "compiler_version";
inline constexpr std::string_view kProfilerVersion = "profiler_version";
inline constexpr std::string_view kUuid = "uuid";
inline constexpr std::string_view kInstanceId = "instance_id";
inline constexpr std::string_view kNtffVersion = "ntff_version";
inline constexpr std::string_view kNeffFile = "neff_file";
inline constexpr std::string_view kNeffName = "neff_name";
inline constexpr std::string_view kKernelName = "kernel_name";
inline constexpr std::string_view kInputBytes = "inputs_size_bytes";  ///< of the compiled graph
inline constexpr std::string_view kOutputBytes = "outputs_size_bytes";
inline constexpr std::string_view kWeightBytes = "weights_size_bytes";
inline constexpr std::string_view kProvenance =
    "provenance";  ///< of the events: "measured", "simulated"
inline constexpr std::string_view kWorkload = "workload";  ///< JSON text that repeats a simulation
inline constexpr std::string_view kSeed = "seed";
/// Date and table of the parameters of a simulation.
inline constexpr std::string_view kCalibration = "calibration";
inline constexpr std::string_view kPipelineStages = "pipeline_stages";  ///< also those not shown
/// Which clock the capture's time stamps were read from: "unix", "boot", "device". Runs of the same
/// clock are merged by their origins.
inline constexpr std::string_view kClock = "clock";
/// Nanoseconds of that clock at tick 0 of the trace.
inline constexpr std::string_view kClockOrigin = "clock_origin_ns";

// Properties of one core are called "core0.<name>": core_property(0, kNcIndex).
inline constexpr std::string_view kNdIndex = "nd_idx";  ///< Neuron device of the instance
inline constexpr std::string_view kNcIndex = "nc_idx";  ///< NeuronCore of the device
/// HBM in bytes by use: "core0.hbm_usage.Weights"; the uses are called as in AWS's nc_mem_usage.
inline constexpr std::string_view kHbmUsage = "hbm_usage.";
inline constexpr std::string_view kHbmUsageWeights = "hbm_usage.Weights";
inline constexpr std::string_view kHbmUsageTensors = "hbm_usage.Tensors";

// Properties of one tensor are called "<prefix><tensor>": "tensor_bytes.q_ref".
inline constexpr std::string_view kTensorBytes = "tensor_bytes.";
inline constexpr std::string_view kTensorType = "tensor_type.";    ///< "IN", "OUT", "WEIGHT", ...
inline constexpr std::string_view kTensorShape = "tensor_shape.";  ///< "[128 512]"

inline std::string core_property(int core, std::string_view name) {
  return "core" + std::to_string(core) + "." + std::string(name);
}

}  // namespace nscope::property

namespace nscope::track_name {

/// Event flags that are set, one sample for each change: NeuronTracks::events().
inline constexpr std::string_view kEvents = "Events set";

// Phases of serving requests.
inline constexpr std::string_view kQueue = "Queue";
inline constexpr std::string_view kPrefill = "Prefill";
inline constexpr std::string_view kDecode = "Decode";
inline constexpr std::string_view kPreempted = "Preempted";
/// What a replica does, below a group called "Replica 0".
inline constexpr std::string_view kScheduler = "Scheduler";

}  // namespace nscope::track_name
