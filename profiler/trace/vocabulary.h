#pragma once

#include <string>
#include <string_view>

// Names that importers, the simulator and the analyses share. Keys of event properties are
// the field names of AWS's JSON export, which users of neuron-profile know.

namespace nscope::key {

// Instructions.
inline constexpr std::string_view kOpcode = "opcode";
inline constexpr std::string_view kOperands = "operands";
inline constexpr std::string_view kPc = "pc";
inline constexpr std::string_view kInstructionType =
    "instruction_type";                                    ///< REGULAR, TRANSPOSE, ...
inline constexpr std::string_view kElements = "elements";  ///< multiply-accumulates; FLOPs = 2x
inline constexpr std::string_view kFlops = "flops";        ///< operators of a simulation
/// Operations weighted by the type of the operands, BF16 = 1 (Parquet exports).
inline constexpr std::string_view kAdjustedFlops = "adjusted_flops";
inline constexpr std::string_view kHbmReadBytes = "hbm_read_bytes";
inline constexpr std::string_view kHbmWriteBytes = "hbm_write_bytes";
inline constexpr std::string_view kSbufReadBytes = "sbuf_read_bytes";
inline constexpr std::string_view kSbufWriteBytes = "sbuf_write_bytes";
inline constexpr std::string_view kPsumReadBytes = "psum_read_bytes";
inline constexpr std::string_view kPsumWriteBytes = "psum_write_bytes";
inline constexpr std::string_view kPsumReadSbufWriteBytes = "psum_read_sbuf_write_bytes";
// Data spilled from SBUF to HBM and reloaded (Parquet exports).
inline constexpr std::string_view kSpillSaveBytes = "spill_save_bytes";
inline constexpr std::string_view kSpillReloadBytes = "spill_reload_bytes";
inline constexpr std::string_view kActivationFn = "activation_fn";
inline constexpr std::string_view kBirId = "bir_id";
inline constexpr std::string_view kBirName = "bir_instruction_name";
inline constexpr std::string_view kPenguinId = "penguin_id";
inline constexpr std::string_view kPenguinText =
    "penguin_instruction";  ///< text of the instruction (NEFF)
inline constexpr std::string_view kCompilerPc = "compiler_pc";
inline constexpr std::string_view kLayer = "layer";
inline constexpr std::string_view kHloName = "hlo_name";
/// Origin of an instruction: "nki" (from a kernel) or "framework".
inline constexpr std::string_view kSourceKind = "source_kind";
inline constexpr std::string_view kSourceLocation = "source_location";  ///< "file:line"
inline constexpr std::string_view kKernelFunction = "kernel_function";  ///< of an NKI kernel
inline constexpr std::string_view kCrcIn = "crc_in";
inline constexpr std::string_view kCrcOut = "crc_out";
inline constexpr std::string_view kReadTensor = "read_tensor";    ///< HBM tensor read (NEFF)
inline constexpr std::string_view kWriteTensor = "write_tensor";  ///< HBM tensor written (NEFF)

// DMA packets.
inline constexpr std::string_view kQueueType = "queue_type";
inline constexpr std::string_view kQueueName = "queue_name";
inline constexpr std::string_view kTransferSize = "transfer_size";  ///< bytes
inline constexpr std::string_view kCrc = "crc";

// Throttling intervals: the clock runs for k of n cycles.
inline constexpr std::string_view kThrottleType = "type";
inline constexpr std::string_view kThrottleK = "k";
inline constexpr std::string_view kThrottleN = "n";

// Collectives.
inline constexpr std::string_view kAlgorithm = "algorithm";
inline constexpr std::string_view kBytes = "bytes";
inline constexpr std::string_view kRanks = "ranks";
inline constexpr std::string_view kReplicaGroup = "replica_group";  ///< the participating ranks
/// Of a step of a collective: bytes of the complete collective.
inline constexpr std::string_view kMessageBytes = "message_bytes";

// Steps of a server: the longest prompt or batch of tokens, and the bucket it was padded to.
inline constexpr std::string_view kTokens = "tokens";
inline constexpr std::string_view kBucket = "bucket";

// Passes of a training pipeline on the track of layers of a rank.
inline constexpr std::string_view kMicrobatch = "microbatch";  ///< from 0
inline constexpr std::string_view kStage = "stage";            ///< from 0

// Serving requests: slices of SliceKind::kRequest on the tracks track_name::kQueue,
// track_name::kPrefill and so on, named like the request.
inline constexpr std::string_view kReplica = "replica";             ///< that served the request
inline constexpr std::string_view kInputTokens = "input_tokens";    ///< tokens of the prompt
inline constexpr std::string_view kOutputTokens = "output_tokens";  ///< requested tokens
inline constexpr std::string_view kGeneratedTokens = "generated_tokens";
/// Time from the generation of a token to its arrival at the client, ns.
inline constexpr std::string_view kResponseTime = "response_ns";
inline constexpr std::string_view kOutcome = "outcome";  ///< "completed", "rejected", "unfinished"

// Compile cache: slices of SliceKind::kCompile on tracks of TrackKind::kCompile,
// named like the module ("MODULE_<graph hash>+<flags hash>").
/// Outcome. In a log: "hit" (a cached NEFF was used), "miss" (compiled),
/// "failure" (the compiler failed), "cached_failure" (an earlier failure was
/// found and the compilation skipped), "locked" (waited for another process),
/// "extracted" (stored for a later compilation), "fetched" (from the cache of the Hugging Face
/// hub), "pushed" (to it), "unfinished" (no end in the log). In a folder: "success", "failure",
/// "locked", "stale_lock", "incomplete" (a NEFF without its completion marker), "empty".
inline constexpr std::string_view kCacheState = "cache_state";
inline constexpr std::string_view kGraphHash = "graph_hash";
inline constexpr std::string_view kFlagsHash = "flags_hash";
inline constexpr std::string_view kCacheCompiler = "compiler_version";
inline constexpr std::string_view kCompilerFlags = "flags";  ///< separated by spaces
inline constexpr std::string_view kNeffBytes = "neff_bytes";
inline constexpr std::string_view kCacheSource =
    "source";  ///< file of the cache or line of the log
/// Source of start and duration: "file times", "log", "next line", "report". If the duration is
/// unknown: "start" or "end" (only this is known), "order" (only the order of the lines is known).
inline constexpr std::string_view kTimeSource = "time_source";
inline constexpr std::string_view kCompileError = "error";
inline constexpr std::string_view kErrorCode = "error_code";  ///< of the compiler: "NCC_EVRF007"
inline constexpr std::string_view kExitCode = "exit_code";    ///< of the compiler's process

// An allocation of device memory that failed.
inline constexpr std::string_view kRequestedBytes = "requested_bytes";
inline constexpr std::string_view kUsedBytes = "used_bytes";  ///< of the memory, at that time
inline constexpr std::string_view kMemoryUse = "memory_use";  ///< "tensors", "dma rings"
inline constexpr std::string_view kAlignment = "alignment";   ///< "4.000MB"
inline constexpr std::string_view kTensorName = "tensor";
inline constexpr std::string_view kThread = "thread";  ///< "3882:3883", process and thread

}  // namespace nscope::key

namespace nscope::opcode {

/// Waits for a semaphore and does no work.
inline constexpr std::string_view kEventSemaphore = "EVENT_SEMAPHORE";
/// Ends when all instructions in flight on its engine have ended.
inline constexpr std::string_view kDrain = "DRAIN";
// Work of the sequencer, for which the next instruction waits.
inline constexpr std::string_view kCompareBranch = "COMPARE_BRANCH";
inline constexpr std::string_view kTensorLoad = "TENSOR_LOAD";  ///< loads registers from memory
inline constexpr std::string_view kWrite = "WRITE";  ///< writes a register or to another core
/// Prefix of all instructions that trigger transfers.
inline constexpr std::string_view kDmaPrefix = "DMA";

}  // namespace nscope::opcode

namespace nscope::flow_kind {

inline constexpr std::string_view kSemaphore = "semaphore";  ///< update to wait
inline constexpr std::string_view kProgramOrder =
    "program_order";  ///< next instruction of the same engine
inline constexpr std::string_view kDmaTrigger = "dma_trigger";  ///< instruction to packet
/// Call of the host to its execution on the device, and the recorded execution to the device's own
/// capture of it.
inline constexpr std::string_view kExecution = "execution";
// Dependency lists of AWS's tools: producer to consumer.
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
inline constexpr std::string_view kDevice = "device";  ///< catalogue id of the device
inline constexpr std::string_view kGeneration = "neuroncore_generation";
inline constexpr std::string_view kPhysicalCores = "physical_cores";
inline constexpr std::string_view kPeClock = "pe_clock_hz";
inline constexpr std::string_view kEngineClock = "engine_clock_hz";
inline constexpr std::string_view kPeRows = "pe_rows";
inline constexpr std::string_view kPeColumns = "pe_columns";
/// Of TensorE: it has its full clock if it was busy for this share of the window before.
inline constexpr std::string_view kClockGatingWindow = "clock_gating_window_ns";
inline constexpr std::string_view kClockGatingShare = "clock_gating_share";
inline constexpr std::string_view kHbmBandwidth =
    "hbm_bandwidth";  ///< B/s, sum over the profiled cores
inline constexpr std::string_view kMemoryCapacity = "memory_capacity_per_core";  ///< bytes
inline constexpr std::string_view kDmaQueueCount = "dma_queue_count";
inline constexpr std::string_view kRuntimeVersion = "runtime_version";
inline constexpr std::string_view kDriverVersion = "driver_version";
inline constexpr std::string_view kCollectivesVersion = "collectives_version";
inline constexpr std::string_view kCompilerVersion = "compiler_version";
inline constexpr std::string_view kProfilerVersion = "profiler_version";
inline constexpr std::string_view kUuid = "uuid";
inline constexpr std::string_view kInstanceId = "instance_id";
inline constexpr std::string_view kProcessId = "process_id";  ///< of the traced program
// First and last moment of a system recording, Unix time in nanoseconds.
inline constexpr std::string_view kRecordingBegin = "recording_begin_ns";
inline constexpr std::string_view kRecordingEnd = "recording_end_ns";
inline constexpr std::string_view kNtffVersion = "ntff_version";
inline constexpr std::string_view kNeffFile = "neff_file";
inline constexpr std::string_view kNeffName = "neff_name";
inline constexpr std::string_view kKernelName = "kernel_name";
inline constexpr std::string_view kInputBytes = "inputs_size_bytes";  ///< of the compiled graph
inline constexpr std::string_view kOutputBytes = "outputs_size_bytes";
inline constexpr std::string_view kWeightBytes = "weights_size_bytes";
inline constexpr std::string_view kProvenance =
    "provenance";  ///< of the events: "measured", "simulated"
inline constexpr std::string_view kWorkload = "workload";  ///< JSON text to repeat a simulation
inline constexpr std::string_view kSeed = "seed";
/// Date and table of the calibrated parameters of a simulation.
inline constexpr std::string_view kCalibration = "calibration";
inline constexpr std::string_view kPipelineStages =
    "pipeline_stages";  ///< including stages that are not shown
/// Clock of the time stamps of a capture: "unix", "boot", "device". Runs with the same clock are
/// merged by their origins.
inline constexpr std::string_view kClock = "clock";
/// Time of this clock at tick 0 of the trace, in nanoseconds.
inline constexpr std::string_view kClockOrigin = "clock_origin_ns";

/// Length of the only execution as the capture states it, in ticks. The slice of the execution
/// can be longer: it ends with the last instruction.
inline constexpr std::string_view kExecutionLength = "execution_length";
/// Records of semaphores and event flags in the capture, also outside the execution.
inline constexpr std::string_view kEventRecords = "event_records";

// Properties of one core are named "core0.<name>": core_property(0, kNcIndex).
/// Start of the execution on this core, ticks. Instructions before it prepare the core.
inline constexpr std::string_view kWorkBegin = "work_begin";
inline constexpr std::string_view kNdIndex = "nd_idx";  ///< Neuron device of the instance
inline constexpr std::string_view kNcIndex = "nc_idx";  ///< NeuronCore of the device
/// HBM usage in bytes: "core0.hbm_usage.Weights", with the names of AWS's nc_mem_usage.
inline constexpr std::string_view kHbmUsage = "hbm_usage.";
inline constexpr std::string_view kHbmUsageWeights = "hbm_usage.Weights";
inline constexpr std::string_view kHbmUsageTensors = "hbm_usage.Tensors";

// Properties of one tensor are named "<prefix><tensor>": "tensor_bytes.q_ref".
inline constexpr std::string_view kTensorBytes = "tensor_bytes.";
inline constexpr std::string_view kTensorType = "tensor_type.";    ///< "IN", "OUT", "WEIGHT", ...
inline constexpr std::string_view kTensorShape = "tensor_shape.";  ///< "[128 512]"

inline std::string core_property(int core, std::string_view name) {
  return "core" + std::to_string(core) + "." + std::string(name);
}

}  // namespace nscope::property

namespace nscope::track_name {

/// Number of event flags that are set, with a sample at each change: NeuronTracks::events().
inline constexpr std::string_view kEvents = "Events set";

// Phases of serving requests.
inline constexpr std::string_view kQueue = "Queue";
inline constexpr std::string_view kPrefill = "Prefill";
inline constexpr std::string_view kDecode = "Decode";
inline constexpr std::string_view kPreempted = "Preempted";
/// Steps of a replica, below a group "Replica 0".
inline constexpr std::string_view kScheduler = "Scheduler";

}  // namespace nscope::track_name
