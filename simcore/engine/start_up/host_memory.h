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
  std::string instance;  ///< the type of the host
  int hosts = 1;         ///< of the instance type; memory is that of one of them
  double bytes = 0;
  double available = 0;  ///< of the host without the operating system
  Text arithmetic{};     ///< "2 x 141 GB checkpoint"
  /// The smallest instance type on which the step, and everything that moves with it, fits; empty:
  /// it fits, or there is none.
  std::string sufficient{};
  bool from_page_cache = false;  ///< of kLoad: the files stay in the memory of the host
  bool with_compiler = false;    ///< of kDivide: on the host that compiles

  bool fits() const { return bytes <= available; }
  Text host() const;  ///< "trn1.32xlarge", "a host of trn2-ultraserver"
};
std::string_view to_string(HostNeed::Step step);  ///< "compile", "divide", "load"
Phrase title(HostNeed::Step step);
/// The verdict as a sentence, with the remedy if the memory is too small.
Text verdict_of(const HostNeed& need);

/// The memory to compile on `compiler` and to load on `runner`:
///   compile = checkpoint (read to decide the layout) + compiler + elements x compiler_elements of
///             the largest graph: compilations that do not fit next to each other can run one after
///             the other
///   divide  = checkpoint_copies x checkpoint, by the compiler's host if presharded: the checkpoint
///             and the shards, of which each host of an UltraServer has its share; no such step if
///             the checkpoint is not divided between cores
///   load    = one process, and with the page cache all files that it reads: the pages of other
///             storages can be evicted
/// A remedy is an instance type on which all steps that move to it fit: a checkpoint that is
/// divided elsewhere is also compiled there, and weights are loaded where at least as many of the
/// same chips run the model. The memory of the host and the reserve are bytes.
std::vector<HostNeed> host_memory(const catalog::Catalog& catalog,
                                  const catalog::Instance& compiler,
                                  const catalog::Instance& runner, const CompileWork& compile,
                                  double checkpoint, const LoadWork& load, WeightStorage storage,
                                  const StartParameters& parameters);

}  // namespace nscope::sim
