#pragma once

#include "importers/neff/neff_header.h"
#include "profiler/base/files/byte_source.h"
#include "profiler/base/result.h"
#include "profiler/base/task_control.h"
#include "profiler/trace/columns/diagnostic_list.h"

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace nscope::importers {

/// The engines in the order in which NTFF and NEFF number them.
enum class HardwareEngine : std::uint8_t { kPe, kAct, kPool, kDve, kSp };
inline constexpr std::size_t kHardwareEngines = 5;

/// Why one BIR instruction has to run after another.
enum class DependenceKind : std::uint8_t { kOrdered = 1, kAnti = 2, kOutput = 3, kFlow = 4 };

struct BirDependence {
  std::uint64_t bir_id = 0;  ///< the predecessor
  std::uint64_t kind = 0;    ///< a DependenceKind or an unknown number
};

/// One instruction of the compiler's last intermediate representation (BIR).
struct BirInstruction {
  std::string name;             ///< "I-50-0"
  std::string source_location;  ///< line of the kernel's source, "/home/me/kernel.py:86"; or ""
  std::string kernel;           ///< function of the kernel, "__main__.attention"; or ""
  std::vector<std::uint64_t> penguin_ids;
  std::vector<BirDependence> predecessors;  ///< each id once
};

/// A tensor of the compiled graph in device memory.
struct NeffTensor {
  std::string name;
  std::string type;  ///< "input", "output", "file" (weights), "virtual", ...
  std::int64_t id = -1;
  std::int64_t bytes = -1;  ///< -1: unknown
  std::string shape{};      ///< "[128 512]"; "" if unknown
  std::string format{};     ///< "NC"; "" if unknown
};

/// Between which memories the transfers of a static DMA queue move data.
struct QueueDirection {
  bool loads = false;   ///< some move from HBM to on-chip memory
  bool stores = false;  ///< some move from on-chip memory to HBM
  bool other = false;   ///< some do neither
};

/// The program of one physical core.
struct NeffSubgraph {
  std::string name;  ///< "sg00"
  /// Instruction words before loading, 64 bytes each.
  std::array<std::string, kHardwareEngines> code;
  /// For each word of `code` the ids of the BIR instructions that it was compiled from.
  std::array<std::vector<std::vector<std::uint64_t>>, kHardwareEngines> bir_ids;
  std::unordered_map<std::uint64_t, BirInstruction> bir;
  std::unordered_map<std::uint64_t, std::string> penguin_text;
  std::vector<NeffTensor> tensors;  ///< sorted by name
  /// The engine ("Vector") or DMA queue ("qActDynamicHW") that updates each semaphore.
  std::map<int, std::string> semaphore_names;
  std::map<std::string, QueueDirection> queue_directions;  ///< by name of the static queue
  std::vector<std::int64_t> address_table;  ///< tensor ids of the DMA address table

  const NeffTensor* tensor(std::int64_t id) const;
};

/// The parts of a NEFF that describe a capture. A part is empty if its member is missing or
/// unreadable, and `diagnostics` lists the member.
struct Neff {
  NeffHeader header;
  std::string compiler_version;
  std::string kernel_name;
  std::vector<NeffSubgraph> subgraphs;  ///< sorted by name
  DiagnosticList diagnostics;

  const NeffSubgraph* subgraph(std::string_view name) const;
};

/// Reads a NEFF. Weights are skipped. Errors: kBadInput with the byte position for a damaged or
/// truncated archive, kUnsupportedVersion, kCancelled.
Result<Neff> read_neff(const ByteSource& file, TaskControl& control);

}  // namespace nscope::importers
