#pragma once

#include "importers/neff/neff.h"
#include "profiler/base/files/byte_source.h"
#include "profiler/base/result.h"
#include "profiler/trace/columns/diagnostic_list.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace nscope::importers {

/// The descriptors of one transfer of a static queue on one ring.
struct NtffDescriptors {
  std::uint32_t packets = 0;
  std::uint32_t source = 0;
  std::uint32_t destination = 0;
};

/// What a static queue is for. Dynamic queues are listed as weights.
enum class NtffQueueUse : std::uint32_t { kUnknown, kInstruction, kWeight, kInput, kOutput };

struct NtffQueue {
  int dma_engine = 0;                        ///< AWS's number, from 64
  int ring = 0;                              ///< 0..15
  std::string name{};                        ///< "qActDynamicHW"
  std::uint32_t use = 0;                     ///< an NtffQueueUse or an unknown number
  std::vector<NtffDescriptors> transfers{};  ///< empty for a dynamic queue; each kind once
};

/// A program that was loaded for one engine: the words from `first` on in NtffCore::code. The
/// records contain addresses in units of words, modulo 2^20.
struct LoadedProgram {
  static constexpr std::uint32_t kAddressMask = 0xfffff;

  std::uint32_t address = 0;  ///< of the first word, in words, modulo 2^20
  std::uint32_t first = 0;
  std::uint32_t words = 0;
};

/// One physical core of the capture.
struct NtffCore {
  int core = 0;                   ///< index of its subgraph: sg00 is 0
  std::string subgraph;           ///< "sg00"
  std::uint32_t device = 0;       ///< Neuron device of the instance
  std::uint32_t device_core = 0;  ///< NeuronCore of the device
  /// Instruction words that were loaded, 64 bytes each, by HardwareEngine. In a session, the words
  /// of all models.
  std::array<std::span<const std::byte>, kHardwareEngines> code;
  std::array<std::vector<LoadedProgram>, kHardwareEngines> programs;
  std::vector<NtffQueue> queues;
  std::vector<std::pair<std::string, std::uint64_t>> memory;  ///< kind, bytes of HBM
  std::uint64_t length = 0;  ///< stated length of the last execution, ps; 0: not stated
  /// Start of the first execution on this core, device time. Known only in versions 4 and 5.
  std::optional<std::uint64_t> begin;
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
  std::string uuid{};  ///< of the NEFF, hexadecimal; "" if absent
};

/// The parts of an NTFF before interpretation. Spans point into the file, which must outlive
/// the capture.
struct NtffCapture {
  int version = 0;
  std::string neff_name;
  std::string uuid;                ///< of the first NEFF, hexadecimal; "" if absent
  std::vector<std::string> uuids;  ///< of all NEFFs of a session
  std::string instance_type;
  std::string instance_id;
  std::optional<std::uint64_t> process_id;  ///< of the program that ran the model
  std::string runtime_version;
  std::string driver_version;
  std::string collectives_version;
  std::vector<NtffExecutionWindow> executions;  ///< sorted, not empty, end > start
  std::vector<NtffCore> cores;                  ///< sorted by `core`
  std::vector<NtffTrace> traces;
  /// Versions 4 and 5 state the length of the execution, ps, but not when it began.
  std::optional<std::uint64_t> stated_length;
  DiagnosticList diagnostics;
  /// Parts that are not in the file as they are used: words of the header message, words of
  /// several models one after the other, records whose clocks were aligned.
  std::deque<std::vector<std::byte>> owned;
};

/// The versions whose layout is verified.
inline constexpr std::array kNtffVersions{4, 5, 6};
inline constexpr std::size_t kNtffHeader = 128;
inline constexpr std::size_t kNtffRecord = 16;
inline constexpr std::size_t kInstructionWord = 64;

enum class RecordKind : std::uint32_t { kStart, kStop, kDescriptors, kUnknown };

// Fields of the first number of a record.
inline RecordKind record_kind(std::uint32_t a) {
  return static_cast<RecordKind>(a >> 24 & 3);
}
/// The engine of an instruction record, a HardwareEngine; from kHardwareEngines on: unknown.
inline std::uint32_t record_engine(std::uint32_t a) {
  return (a >> 26 & 7) - 1;
}
/// The DMA engine of a packet record, 0..31.
inline std::uint32_t record_dma_engine(std::uint32_t a) {
  return a >> 24 & 0x1f;
}

/// Whether the file is an NTFF: a plausible version and a header message whose first fields are
/// well-formed. There is no magic number.
bool is_ntff(const ByteSource& file);

/// Reads the header of an NTFF and finds its parts. A truncated payload is used up to its end
/// and counted. Errors: kBadInput with byte positions; kUnsupportedVersion if the file states a
/// version other than kNtffVersions and does not have their layout.
Result<NtffCapture> read_ntff_container(const ByteSource& file);

/// The UUID of the NEFF that a capture belongs to; "" if the file is not a readable NTFF or does
/// not state it. Reads only the header message.
std::string ntff_neff_uuid(const ByteSource& file);

}  // namespace nscope::importers
