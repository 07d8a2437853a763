#include "importers/ntff/ntff.h"

#include "importers/neff/neff.h"
#include "importers/ntff/capture_pipeline.h"
#include "importers/ntff/file/container.h"
#include "importers/ntff/trace_emitter.h"
#include "importers/shared/printable.h"
#include "profiler/trace/vocabulary.h"

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

namespace nscope::importers {
namespace {

struct UsageName {
  std::string_view in_file;
  std::string_view shown;  ///< as in AWS's nc_mem_usage
};
constexpr std::array<UsageName, 22> kHbmUses{{{"generic", "Generic"},
                                              {"pe", "Tensor Instructions"},
                                              {"act", "Scalar Instructions"},
                                              {"pool", "GpSimd Instructions"},
                                              {"dve", "Vector Instructions"},
                                              {"sp", "Sync Instructions"},
                                              {"io", "IO"},
                                              {"spill", "DRAM Spill"},
                                              {"weight", "Weights"},
                                              {"profiler buffers", "Profiler Buffers"},
                                              {"act table", "Scalar Table"},
                                              {"shared scratchpad", "Shared Scratchpad"},
                                              {"tensor", "Tensors"},
                                              {"ucode", "Ucode lib"},
                                              {"pool stdio", "GpSimd STDIO"},
                                              {"collectives", "Collectives"},
                                              {"scratchpad", "Scratchpad"},
                                              {"xt cc", "XT CC (unused)"},
                                              {"dma rings runtime", "DMA Rings Runtime"},
                                              {"dma rings spill", "DMA Rings Spill"},
                                              {"dma rings io", "DMA Rings IO"},
                                              {"dma rings collectives", "DMA Rings Collectives"}}};

std::string_view shown_use(std::string_view in_file) {
  for (const UsageName& use : kHbmUses) {
    if (use.in_file == in_file) return use.shown;
  }
  return in_file;
}

void put_text(TraceWriter& out, std::string_view name, const std::string& text) {
  if (!text.empty()) out.property(std::string(name), text);
}

std::int64_t as_integer(std::uint64_t value) {
  constexpr std::uint64_t kLargest = 0x7fffffffffffffff;
  return static_cast<std::int64_t>(std::min(value, kLargest));
}

void put_device(TraceWriter& out, const NtffCapture& capture,
                const std::optional<DeviceConstants>& constants) {
  if (!constants) {
    out.diagnose("device_constants_unknown", Severity::kWarning,
                 tr("utilisation is not available: the clock rates and bandwidth of instance type "
                    "'{}' are unknown",
                    capture.instance_type));
    return;
  }
  const auto cores = static_cast<double>(capture.cores.size());
  out.property(std::string(property::kGeneration), std::string(constants->generation));
  out.property(std::string(property::kDevice), std::string(constants->device));
  out.property(std::string(property::kPeClock), constants->pe_clock_hz);
  out.property(std::string(property::kEngineClock), constants->engine_clock_hz);
  out.property(std::string(property::kPeRows), std::int64_t{constants->pe_rows});
  out.property(std::string(property::kPeColumns), std::int64_t{constants->pe_columns});
  out.property(std::string(property::kHbmBandwidth), constants->hbm_bytes_per_second * cores);
}

/// The clock of one Neuron device keeps counting between captures, so captures of the same
/// device have a common time axis. It is unknown whether the devices of an instance share a
/// clock, so each has its own here.
void put_clock(TraceWriter& out, const NtffCapture& capture) {
  const std::uint32_t device = capture.cores.front().device;
  const bool one_device = std::all_of(capture.cores.begin(), capture.cores.end(),
                                      [&](const NtffCore& core) { return core.device == device; });
  constexpr std::uint64_t kTicksPerNs = 1000;
  const std::uint64_t origin = capture.executions.front().start / kTicksPerNs;
  if (capture.instance_id.empty() || !one_device) return;
  out.property(std::string(property::kClock),
               fmt::format("device:{}/nd{}", capture.instance_id, device));
  out.property(std::string(property::kClockOrigin), as_integer(origin));
}

/// What AWS's profiler uses for files of versions 4 and 5: the stated length of the execution, the
/// start of each core and all semaphore changes.
void put_execution(TraceWriter& out, const NtffCapture& capture) {
  if (!capture.stated_length) return;
  out.property(std::string(property::kExecutionLength), as_integer(*capture.stated_length));
  std::int64_t events = 0;
  for (const NtffTrace& trace : capture.traces) {
    if (static_cast<NtffTraceType>(trace.type) != NtffTraceType::kEvent) continue;
    events += static_cast<std::int64_t>(trace.records.size() / kNtffRecord);
  }
  out.property(std::string(property::kEventRecords), events);
  const std::uint64_t origin = capture.executions.front().start;
  for (const NtffCore& core : capture.cores) {
    if (!core.begin) continue;
    out.property(property::core_property(core.core, property::kWorkBegin),
                 static_cast<std::int64_t>(*core.begin - origin));
  }
}

void put_properties(TraceWriter& out, const ByteSource& file, const NtffCapture& capture,
                    const std::optional<DeviceConstants>& constants) {
  out.property(std::string(property::kSourceFormat), std::string("ntff"));
  out.property(std::string(property::kSourceFile), file_name(file.name()));
  out.property(std::string(property::kProvenance), std::string("measured"));
  out.property(std::string(property::kNtffVersion), std::int64_t{capture.version});
  put_text(out, property::kInstanceType, capture.instance_type);
  put_text(out, property::kInstanceId, capture.instance_id);
  if (capture.process_id) {
    out.property(std::string(property::kProcessId), as_integer(*capture.process_id));
  }
  put_text(out, property::kRuntimeVersion, capture.runtime_version);
  put_text(out, property::kDriverVersion, capture.driver_version);
  put_text(out, property::kCollectivesVersion, capture.collectives_version);
  put_text(out, property::kUuid, capture.uuid);
  put_text(out, property::kNeffName, capture.neff_name);
  put_clock(out, capture);
  put_execution(out, capture);
  put_device(out, capture, constants);
  out.property(std::string(property::kPhysicalCores),
               static_cast<std::int64_t>(capture.cores.size()));
  std::int64_t queues = 0;
  for (const NtffCore& core : capture.cores) {
    queues += static_cast<std::int64_t>(core.queues.size());
    const auto put = [&](std::string_view name, std::int64_t value) {
      out.property(property::core_property(core.core, name), value);
    };
    put(property::kNdIndex, core.device);
    put(property::kNcIndex, core.device_core);
    put(property::kDmaQueueCount, static_cast<std::int64_t>(core.queues.size()));
    for (const auto& [kind, bytes] : core.memory) {
      put(std::string(property::kHbmUsage) + std::string(shown_use(kind)), as_integer(bytes));
    }
  }
  out.property(std::string(property::kDmaQueueCount), queues);
}

/// The type as in AWS's neff_node table.
std::string tensor_type(const NeffTensor& tensor) {
  if (tensor.type == "input") return "IN";
  if (tensor.type == "output") return "OUT";
  if (tensor.type == "file") return "WEIGHT";
  return tensor.type;
}

/// The bytes of all tensors of one type; known only if the size of each tensor is known.
struct TensorSum {
  std::string_view type;
  std::string_view property;
  std::int64_t bytes = 0;
  bool known = true;
};

void put_tensors(TraceWriter& out, const NeffSubgraph& subgraph) {
  if (subgraph.tensors.empty()) return;  // the list is missing or unreadable
  std::array<TensorSum, 3> sums{{{"input", property::kInputBytes},
                                 {"output", property::kOutputBytes},
                                 {"file", property::kWeightBytes}}};
  for (const NeffTensor& tensor : subgraph.tensors) {
    for (TensorSum& sum : sums) {
      if (sum.type != tensor.type) continue;
      sum.known = sum.known && tensor.bytes >= 0;
      // Sizes come from the file and may be arbitrary: their sum must not overflow.
      sum.bytes += std::min(tensor.bytes, std::int64_t{1} << 50);
    }
    if (tensor.bytes < 0) continue;
    out.property(std::string(property::kTensorBytes) + tensor.name, tensor.bytes);
    out.property(std::string(property::kTensorType) + tensor.name, tensor_type(tensor));
    put_text(out, std::string(property::kTensorShape) + tensor.name, tensor.shape);
  }
  for (const TensorSum& sum : sums) {
    if (sum.known) out.property(std::string(sum.property), sum.bytes);
  }
}

void put_neff(TraceWriter& out, const ByteSource& file, const Neff& neff,
              const NtffCapture& capture) {
  out.property(std::string(property::kNeffFile), file_name(file.name()));
  put_text(out, property::kCompilerVersion, neff.compiler_version);
  put_text(out, property::kKernelName, neff.kernel_name);
  for (const NtffCore& core : capture.cores) {
    const NeffSubgraph* subgraph = neff.subgraph(core.subgraph);
    if (subgraph == nullptr) {
      out.diagnose("subgraph_not_in_neff", Severity::kWarning,
                   tr("the NEFF does not contain {}", core.subgraph));
    }
  }
  put_tensors(out, neff.subgraphs.front());
  for (const Diagnostic& d : neff.diagnostics) {
    out.diagnose(d.code, d.severity, d.example, d.count);
  }
}

/// An error if the NEFF is not the one that the capture ran.
Result<> check_pair(const NtffCapture& capture, const Neff& neff, const CaptureInput& input) {
  const std::string& ran = capture.uuid;
  const std::string& given = neff.header.uuid;
  if (!ran.empty() && !given.empty()) {
    const auto& all = capture.uuids;
    if (std::find(all.begin(), all.end(), given) != all.end()) return {};
    return fail(ErrorCode::kBadInput,
                tr("this NEFF belongs to another capture: its UUID is {}, but {} ran the NEFF {}",
                   given, input.file.name(), ran),
                input.companion->name());
  }
  if (capture.neff_name == neff.header.network_name && !capture.neff_name.empty()) return {};
  return fail(ErrorCode::kBadInput,
              tr("cannot verify that this NEFF belongs to {}: one of them has no UUID, and the "
                 "names '{}' and '{}' do not match",
                 input.file.name(), neff.header.network_name, capture.neff_name),
              input.companion->name());
}

void put_time_base(TraceWriter& out, const NtffCapture& capture) {
  std::uint64_t end = 0;
  for (const NtffExecutionWindow& window : capture.executions) end = std::max(end, window.end);
  out.time_base(
      {.ticks_per_ns = kPicosecondTicks,
       .window_begin = TraceTime(0),
       .window_end = TraceTime(static_cast<std::int64_t>(end - capture.executions.front().start))});
}

}  // namespace

bool sniff_ntff(const ByteSource& file) {
  return is_ntff(file);
}

Result<> read_ntff(const CaptureInput& input, TraceSink& sink, TaskControl& control) {
  const auto opcodes = OpcodeNames::load();
  if (!opcodes) return fail(opcodes.error());
  auto capture = read_ntff_container(input.file);
  if (!capture) return fail(capture.error());
  std::optional<Neff> neff;
  if (input.companion != nullptr) {
    auto read = read_neff(*input.companion, control);
    if (!read) return fail(read.error());
    if (auto ok = check_pair(*capture, *read, input); !ok) return fail(ok.error());
    neff = std::move(*read);
  }
  const auto constants = device_constants(capture->instance_type);
  TraceWriter out(sink);
  put_time_base(out, *capture);
  put_properties(out, input.file, *capture, constants);
  if (neff) put_neff(out, *input.companion, *neff, *capture);

  const ExecutionAxis axis(capture->executions);
  TraceEmitter emitter(out, *opcodes, constants, axis, control);
  emitter.executions(*capture);
  CapturePipeline pipeline(input.file, *capture, axis, emitter, control);
  if (auto ok = pipeline.run(neff ? &*neff : nullptr); !ok) return ok;
  for (const Diagnostic& d : capture->diagnostics) {
    out.diagnose(d.code, d.severity, d.example, d.count);
  }
  if (!out.finish()) return cancelled();
  return {};
}

}  // namespace nscope::importers
