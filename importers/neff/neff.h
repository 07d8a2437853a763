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
  std::uint64_t kind = 0;    ///< a DependenceKind, or a number we do not know
};

/// One instruction of the compiler's last intermediate form.
struct BirInstruction {
  std::string name;  ///< "I-50-0"
  std::vector<std::uint64_t> penguin_ids;
  std::vector<BirDependence> predecessors;  ///< each id once
};

/// A named piece of device memory of the compiled graph.
struct NeffTensor {
  std::string name;
  std::string type;  ///< "input", "output", "file" (weights), "virtual", ...
  std::int64_t id = -1;
  std::int64_t bytes = -1;  ///< -1: not stated
  std::string shape{};      ///< "[128 512]"; "" where not stated
  std::string format{};     ///< "NC"; "" where not stated
};

/// What one physical core was compiled to run.
struct NeffSubgraph {
  std::string name;  ///< "sg00"
  /// Instruction words before loading, 64 bytes each.
  std::array<std::string, kHardwareEngines> code;
  /// For each word of `code` the ids of the BIR instructions it came from.
  std::array<std::vector<std::vector<std::uint64_t>>, kHardwareEngines> bir_ids;
  std::unordered_map<std::uint64_t, BirInstruction> bir;
  std::unordered_map<std::uint64_t, std::string> penguin_text;
  std::vector<NeffTensor> tensors;  ///< sorted by name
  /// What each semaphore counts: an engine ("Vector") or a DMA queue ("qActDynamicHW").
  std::map<int, std::string> semaphore_names;
  std::vector<std::int64_t> address_table;  ///< tensor ids of the DMA address table

  const NeffTensor* tensor(std::int64_t id) const;
};

/// The parts of a NEFF that explain a capture. Members that are missing or
/// unreadable leave their part empty and are listed in `diagnostics`.
struct Neff {
  NeffHeader header;
  std::string compiler_version;
  std::string kernel_name;
  std::vector<NeffSubgraph> subgraphs;  ///< sorted by name
  DiagnosticList diagnostics;

  const NeffSubgraph* subgraph(std::string_view name) const;
};

/// Reads a NEFF. Weights are not unpacked. Errors: kBadInput with the byte
/// position for a damaged or cut archive, kUnsupportedVersion, kCancelled.
Result<Neff> read_neff(const ByteSource& file, TaskControl& control);

}  // namespace nscope::importers
