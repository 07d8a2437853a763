#pragma once

#include "profiler/base/text.h"
#include "simcore/catalog/catalog.h"
#include "simcore/engine/start_up/cold_start.h"
#include "simcore/engine/start_up/compile_time.h"

#include <string>
#include <vector>

namespace nscope::sim {

/// The memory of the host that one step of the start of a model needs at its peak.
struct HostNeed {
  enum class Step { kCompile, kDivide, kLoad };
  Step step = Step::kCompile;
  std::string instance;     ///< the host
  double bytes = 0;
  double available = 0;     ///< of the host without the operating system
  Text arithmetic{};        ///< "2 copies of 141 GB"
  std::string sufficient{};  ///< smallest instance type with enough memory; empty: it fits, or none

  bool fits() const { return bytes <= available; }
};
std::string_view to_string(HostNeed::Step step);  ///< "compile", "divide", "load"
Phrase title(HostNeed::Step step);
/// The verdict as a sentence, with the remedy if the memory is too small.
Text verdict_of(const HostNeed& need);

/// The memory to compile on `compiler` and to load on `runner`:
///   compile = checkpoint (read to decide the layout) + parallel graphs x (compiler + elements)
///   divide  = checkpoint_copies x checkpoint, by the compiler's host if presharded
///   load    = one process; the pages of shards can be evicted
/// Compilations that do not fit next to each other can run one after the other, so only one counts.
/// The memory of the host and the reserve are bytes.
std::vector<HostNeed> host_memory(const catalog::Catalog& catalog,
                                  const catalog::Instance& compiler,
                                  const catalog::Instance& runner, const CompileWork& compile,
                                  double checkpoint, const LoadWork& load,
                                  const StartParameters& parameters);

}  // namespace nscope::sim
