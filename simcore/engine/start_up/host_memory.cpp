#include "simcore/engine/start_up/host_memory.h"

#include <algorithm>
#include <array>

namespace nscope::sim {
namespace {

/// The smallest instance type with enough memory that `suits`, by memory, then by vCPUs; empty:
/// none.
template <class Suits>
std::string sufficient_host(const catalog::Catalog& catalog, double bytes, double reserve,
                            const Suits& suits) {
  const catalog::Instance* best = nullptr;
  for (const catalog::Instance& one : catalog.instances()) {
    const bool smaller =
        best == nullptr || one.host_memory.value < best->host_memory.value ||
        (one.host_memory.value == best->host_memory.value && one.vcpus < best->vcpus);
    if (smaller && one.host_memory.value - reserve >= bytes && suits(one)) best = &one;
  }
  return best == nullptr ? std::string() : best->id;
}

/// The needs of one start and their remedies.
class HostNeeds {
 public:
  HostNeeds(const catalog::Catalog& catalog, const catalog::Instance& compiler,
            const catalog::Instance& runner, const StartParameters& parameters)
      : catalog_(catalog), compiler_(compiler), runner_(runner), p_(parameters) {}

  void compile(double checkpoint, double elements) {
    const double graph = p_.compiler + elements * p_.compiler_elements;
    add(HostNeed::Step::kCompile, compiler_, checkpoint + graph,
        tr("{} checkpoint + {} for one graph", as::bytes(checkpoint), as::bytes(graph)));
  }

  void divide(double checkpoint, bool with_compiler) {
    add(HostNeed::Step::kDivide, with_compiler ? compiler_ : runner_,
        checkpoint * p_.checkpoint_copies,
        tr("{} x {} checkpoint", as::shortest(p_.checkpoint_copies), as::bytes(checkpoint)));
    needs_.back().with_compiler = with_compiler;
  }

  void load(double files, bool from_page_cache) {
    add(HostNeed::Step::kLoad, runner_, p_.process + (from_page_cache ? files : 0),
        from_page_cache
            ? tr("{} process + {} of files in the page cache", as::bytes(p_.process),
                 as::bytes(files))
            : tr("process; the pages of the files can be evicted"));
    needs_.back().from_page_cache = from_page_cache;
  }

  std::vector<HostNeed> with_remedies() {
    for (HostNeed& need : needs_) {
      if (!need.fits()) need.sufficient = remedy_of(need);
    }
    return std::move(needs_);
  }

 private:
  void add(HostNeed::Step step, const catalog::Instance& host, double bytes, Text arithmetic) {
    needs_.push_back({.step = step,
                      .instance = host.id,
                      .bytes = bytes,
                      .available = std::max(0.0, host.host_memory.value - p_.reserve),
                      .arithmetic = std::move(arithmetic)});
  }

  double bytes_of(HostNeed::Step step) const {
    double bytes = 0;
    for (const HostNeed& need : needs_) {
      if (need.step == step) bytes = need.bytes;
    }
    return bytes;
  }

  std::string remedy_of(const HostNeed& need) const {
    const catalog::Device& device = catalog_.device_of(runner_);
    if (need.step == HostNeed::Step::kLoad) {
      return sufficient_host(catalog_, need.bytes, p_.reserve, [&](const catalog::Instance& one) {
        return catalog_.device_of(one).id == device.id && one.chips >= runner_.chips;
      });
    }
    const bool divides = need.step == HostNeed::Step::kDivide ||
                         std::any_of(needs_.begin(), needs_.end(),
                                     [](const HostNeed& one) { return one.with_compiler; });
    double bytes = bytes_of(HostNeed::Step::kCompile);
    if (divides) bytes = std::max(bytes, bytes_of(HostNeed::Step::kDivide));
    return sufficient_host(catalog_, bytes, p_.reserve, [&](const catalog::Instance& one) {
      return catalog_.device_of(one).generation == device.generation && one.vcpus > 0;
    });
  }

  const catalog::Catalog& catalog_;
  const catalog::Instance& compiler_;
  const catalog::Instance& runner_;
  const StartParameters& p_;
  std::vector<HostNeed> needs_;
};

/// What happens on a host with too little memory.
Text failure_of(const HostNeed& need) {
  const TextNumber available = as::bytes(need.available);
  switch (need.step) {
    case HostNeed::Step::kCompile:
      return tr("{} has {} for processes, so the kernel ends the compiler", need.instance,
                available);
    case HostNeed::Step::kDivide:
      return tr("{} has {} for processes, so the kernel ends the process that divides the "
                "checkpoint",
                need.instance, available);
    case HostNeed::Step::kLoad: break;
  }
  if (need.from_page_cache) {
    return tr("{} has {}, so the page cache cannot keep all files", need.instance, available);
  }
  return tr("{} has {} for processes, so the kernel ends the process while it loads",
            need.instance, available);
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
  if (need.fits()) return tr("fits in the {} of {}", as::bytes(need.available), need.instance);
  const Text why = failure_of(need);
  const bool loads = need.step == HostNeed::Step::kLoad;
  const Text storage = loads && need.from_page_cache
                           ? tr("{}; state the storage from which they are read again", why)
                           : why;
  if (need.sufficient.empty()) {
    return loads ? storage
                 : tr("{}; no instance type with these NeuronCores has {}", why,
                      as::bytes(need.bytes));
  }
  if (need.step == HostNeed::Step::kCompile) {
    return tr("{}; compile on {} or larger", why, need.sufficient);
  }
  if (need.step == HostNeed::Step::kDivide) {
    return tr("{}; divide it once on {} or larger and load its shards", why, need.sufficient);
  }
  return need.from_page_cache ? tr("{}, or run the model on {} or larger", storage, need.sufficient)
                              : tr("{}; run the model on {} or larger", why, need.sufficient);
}

std::vector<HostNeed> host_memory(const catalog::Catalog& catalog,
                                  const catalog::Instance& compiler,
                                  const catalog::Instance& runner, const CompileWork& compile,
                                  double checkpoint, const LoadWork& load, WeightStorage storage,
                                  const StartParameters& parameters) {
  double elements = 0;
  for (const GraphToCompile& graph : compile.graphs) elements = std::max(elements, graph.elements);
  HostNeeds needs(catalog, compiler, runner, parameters);
  needs.compile(checkpoint, elements);
  if (load.divided) needs.divide(checkpoint, load.presharded);
  needs.load(load.stored, storage == WeightStorage::kPageCache);
  return needs.with_remedies();
}

}  // namespace nscope::sim
