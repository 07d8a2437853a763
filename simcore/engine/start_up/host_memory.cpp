#include "simcore/engine/start_up/host_memory.h"

#include <algorithm>
#include <array>

namespace nscope::sim {
namespace {

/// The smallest instance type with the same generation of NeuronCores and enough memory, by memory,
/// then by vCPUs.
std::string sufficient_host(const catalog::Catalog& catalog, const catalog::Instance& host,
                            double bytes, double reserve) {
  const std::string& generation = catalog.device_of(host).generation;
  const catalog::Instance* best = nullptr;
  for (const catalog::Instance& one : catalog.instances()) {
    const bool smaller =
        best == nullptr || one.host_memory.value < best->host_memory.value ||
        (one.host_memory.value == best->host_memory.value && one.vcpus < best->vcpus);
    const bool same = catalog.device_of(one).generation == generation;
    if (same && smaller && one.host_memory.value - reserve >= bytes) best = &one;
  }
  return best == nullptr ? std::string() : best->id;
}

}  // namespace

std::string_view to_string(HostNeed::Step step) {
  constexpr std::array<std::string_view, 3> kNames{"compile", "divide", "load"};
  return kNames[static_cast<std::size_t>(step)];
}

Phrase title(HostNeed::Step step) {
  switch (step) {
    case HostNeed::Step::kCompile: return phrase("compile");
    case HostNeed::Step::kDivide: return phrase("divide the checkpoint");
    case HostNeed::Step::kLoad: break;
  }
  return phrase("load the weights");
}

Text verdict_of(const HostNeed& need) {
  const TextNumber bytes = as::bytes(need.bytes);
  const TextNumber available = as::bytes(need.available);
  if (need.fits()) return tr("fits in the {} of {}", available, need.instance);
  if (need.step == HostNeed::Step::kLoad) {
    return tr("{} has {} for processes, so the kernel ends the process while it loads",
              need.instance, available);
  }
  const Text why =
      need.step == HostNeed::Step::kCompile
          ? tr("{} has {} for processes, so the kernel ends the compiler", need.instance, available)
          : tr("{} has {} for processes, so the kernel ends the process that divides the "
               "checkpoint",
               need.instance, available);
  if (need.sufficient.empty()) {
    return tr("{}; no instance type with these NeuronCores has {}", why, bytes);
  }
  return need.step == HostNeed::Step::kCompile
             ? tr("{}; compile on {} or larger", why, need.sufficient)
             : tr("{}; divide it once on {} or larger and load its shards", why, need.sufficient);
}

std::vector<HostNeed> host_memory(const catalog::Catalog& catalog,
                                  const catalog::Instance& compiler,
                                  const catalog::Instance& runner, const CompileWork& compile,
                                  double checkpoint, const LoadWork& load,
                                  const StartParameters& p) {
  double elements = 0;
  for (const GraphToCompile& graph : compile.graphs) elements = std::max(elements, graph.elements);
  const double graph = p.compiler + elements * p.compiler_elements;
  const double divided = checkpoint * p.checkpoint_copies;
  const catalog::Instance& divider = load.presharded ? compiler : runner;
  std::vector<HostNeed> needs{
      {.step = HostNeed::Step::kCompile,
       .instance = compiler.id,
       .bytes = checkpoint + graph,
       .available = std::max(0.0, compiler.host_memory.value - p.reserve),
       .arithmetic = tr("{} checkpoint + {} for one graph", as::bytes(checkpoint),
                        as::bytes(graph))},
      {.step = HostNeed::Step::kDivide,
       .instance = divider.id,
       .bytes = divided,
       .available = std::max(0.0, divider.host_memory.value - p.reserve),
       .arithmetic =
           tr("{} x {} checkpoint", as::shortest(p.checkpoint_copies), as::bytes(checkpoint))},
      {.step = HostNeed::Step::kLoad,
       .instance = runner.id,
       .bytes = p.process,
       .available = std::max(0.0, runner.host_memory.value - p.reserve),
       .arithmetic = tr("process; the pages of the files can be evicted")}};
  for (HostNeed& need : needs) {
    if (need.fits()) continue;
    const catalog::Instance& host = need.step == HostNeed::Step::kCompile ? compiler
                                    : need.step == HostNeed::Step::kDivide ? divider
                                                                           : runner;
    need.sufficient = sufficient_host(catalog, host, need.bytes, p.reserve);
  }
  return needs;
}

}  // namespace nscope::sim
