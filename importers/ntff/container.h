#pragma once

#include "importers/neff/neff.h"
#include "profiler/base/files/byte_source.h"
#include "profiler/base/result.h"
#include "profiler/trace/columns/diagnostic_list.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace nscope::importers {

struct NtffQueue {
  int dma_engine = 0;  ///< AWS's number, from 64
  int ring = 0;        ///< 0..15
  std::string name;    ///< "qActDynamicHW"
};

/// One physical core of the capture.
struct NtffCore {
  int core = 0;                   ///< index of its subgraph: sg00 is 0
  std::string subgraph;           ///< "sg00"
  std::uint32_t device = 0;       ///< Neuron device of the instance
  std::uint32_t device_core = 0;  ///< NeuronCore of the device
  /// Instruction words that were loaded, 64 bytes each, by HardwareEngine.
  std::array<std::span<const std::byte>, kHardwareEngines> code;
  std::vector<NtffQueue> queues;
  std::vector<std::pair<std::string, std::uint64_t>> memory;  ///< kind, bytes of HBM
};

enum class NtffTraceType : std::uint32_t {
  kInstruction,
  kEvent,
  kError,
  kExplicit,
  kDma,
  kThrottle,
};
enum class NtffBlock : std::uint32_t { kCore, kDma, kTopSp };

/// An array of 16-byte records of one kind and one core.
struct NtffTrace {
  std::uint32_t type = 0;   ///< an NtffTraceType or an unknown number
  std::uint32_t block = 0;  ///< an NtffBlock or an unknown number
  std::uint32_t device_core = 0;
  std::span<const std::byte> records;  ///< a multiple of 16 bytes
};

struct NtffExecutionWindow {
  std::uint64_t start = 0;  ///< device time, ps
  std::uint64_t end = 0;
};

/// The parts of an NTFF before interpretation. Spans point into the file, which must outlive
/// the capture.
struct NtffCapture {
  int version = 0;
  std::string neff_name;
  std::string uuid;  ///< of the NEFF, hexadecimal; "" if absent
  std::string instance_type;
  std::string instance_id;
  std::string runtime_version;
  std::string driver_version;
  std::string collectives_version;
  std::vector<NtffExecutionWindow> executions;  ///< sorted, not empty, end > start
  std::vector<NtffCore> cores;                  ///< sorted by `core`
  std::vector<NtffTrace> traces;
  DiagnosticList diagnostics;
};

inline constexpr int kNtffVersion = 6;  ///< the version whose layout is verified
inline constexpr std::size_t kNtffHeader = 128;
inline constexpr std::size_t kNtffRecord = 16;
inline constexpr std::size_t kInstructionWord = 64;

/// Whether the file is an NTFF: a plausible version and a header message whose first fields are
/// well-formed. There is no magic number.
bool is_ntff(const ByteSource& file);

/// Reads the header of an NTFF and finds its parts. A truncated payload is used up to its end
/// and counted. Errors: kBadInput with byte positions; kUnsupportedVersion if the file states a
/// version other than 6 and does not have the layout of version 6.
Result<NtffCapture> read_ntff_container(const ByteSource& file);

/// The UUID of the NEFF that a capture belongs to; "" if the file is not a readable NTFF or does
/// not state it. Reads only the header message.
std::string ntff_neff_uuid(const ByteSource& file);

}  // namespace nscope::importers
