#pragma once

#include "importers/neff/neff.h"
#include "importers/ntff/core_run.h"
#include "importers/ntff/dependencies.h"
#include "profiler/trace/columns/trace_batch.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace nscope::importers {

/// Information of the NEFF about one instruction of the capture.
struct CompiledFrom {
  std::optional<std::uint32_t> compiler_pc;  ///< index in the NEFF's instruction stream
  std::optional<std::uint64_t> bir_id;
  const BirInstruction* bir = nullptr;
  const NeffTensor* read_tensor = nullptr;   ///< HBM tensor a DMA instruction reads
  const NeffTensor* write_tensor = nullptr;  ///< HBM tensor a DMA instruction writes
};

struct TypedEdge {
  RowEdge edge;
  std::uint64_t kind = 0;  ///< DependenceKind
};

struct Predecessors {
  std::vector<TypedEdge> edges;
  bool complete = true;  ///< false: there are more edges than any real program has; truncated
};

/// Matches the executed code of one core with the code in the NEFF. The loader places the
/// compiler's stream after the runtime's preamble, replaces pseudo instructions by one or more
/// others and removes a label. `run` and `subgraph` must outlive it.
class NeffLink {
 public:
  /// Where the stream of an engine was loaded.
  struct Place {
    std::uint32_t first = 0;
    std::vector<std::uint32_t> compiled;  ///< by word from `first` on: index in the NEFF's stream
  };

  NeffLink(const CoreRun& run, const NeffSubgraph& subgraph);

  /// Engines ("TensorE") whose executed code differs from that in the NEFF.
  const std::vector<std::string_view>& mismatches() const { return mismatches_; }

  /// Information about a word of the run's code, by its number.
  const CompiledFrom& explain_word(std::uint32_t number) const { return explained_[number]; }

  /// AWS's predecessor lists as edges. There is an edge from every instruction on the same core
  /// that was compiled from the BIR predecessor; if the instruction ran several times (a loop),
  /// the edge is from its last run before the consumer.
  Predecessors predecessors() const;

 private:
  CompiledFrom explain(std::uint32_t number) const;
  std::optional<std::uint32_t> compiler_pc(const ProgramCode::Place& place) const;
  const NeffTensor* tensor_of(const DmaSide& side) const;

  const CoreRun& run_;
  const NeffSubgraph& subgraph_;
  std::array<std::optional<Place>, kHardwareEngines> places_;
  std::vector<std::string_view> mismatches_;
  std::vector<CompiledFrom> explained_;  ///< by number of the word
};

/// "FLOW_DEPENDENCE" and so on; "dependence_7" for an unknown kind.
std::string dependence_name(std::uint64_t kind);

}  // namespace nscope::importers
