#include "simcore/engine/start_up/host_memory.h"

#include <algorithm>
#include <array>
#include <tuple>

namespace nscope::sim {
namespace {

/// The smallest instance type with a host with enough memory that `suits`, by memory, then by vCPUs
/// of a host; empty: none.
template <class Suits>
std::string sufficient_host(const catalog::Catalog& catalog, double bytes, double reserve,
                            const Suits& suits) {
  const auto size = [](const catalog::Instance& one) {
    return std::tuple(one.memory_of_host(), one.vcpus_of_host(), one.hosts);
  };
  const catalog::Instance* best = nullptr;
  for (const catalog::Instance& one : catalog.instances()) {
    const bool smaller = best == nullptr || size(one) < size(*best);
    if (smaller && one.memory_of_host() - reserve >= bytes && suits(one)) best = &one;
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

  /// The compiler divides the checkpoint for all hosts, a host that starts only its share.
  void divide(double checkpoint, double host_share, bool with_compiler) {
    const double shards = with_compiler ? 1 : host_share;
    const double copies = 1 + (p_.checkpoint_copies - 1) * shards;
    add(HostNeed::Step::kDivide, with_compiler ? compiler_ : runner_, checkpoint * copies,
        tr("{} x {} checkpoint", as::shortest(copies), as::bytes(checkpoint)));
    needs_.back().with_compiler = with_compiler;
  }

  void load(double files, bool from_page_cache) {
    add(HostNeed::Step::kLoad, runner_, p_.process + (from_page_cache ? files : 0),
        from_page_cache ? tr("{} process + {} of files in the page cache", as::bytes(p_.process),
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
                      .hosts = host.hosts,
                      .bytes = bytes,
                      .available = std::max(0.0, host.memory_of_host() - p_.reserve),
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
      return catalog_.device_of(one).generation == device.generation && one.vcpus_of_host() > 0;
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
      return tr("{} has {} for processes, so the kernel ends the compiler", need.host(), available);
    case HostNeed::Step::kDivide:
      return tr(
          "{} has {} for processes, so the kernel ends the process that divides the "
          "checkpoint",
          need.host(), available);
    case HostNeed::Step::kLoad: break;
  }
  if (need.from_page_cache) {
    return tr("{} has {}, so the page cache cannot keep all files", need.host(), available);
  }
  return tr("{} has {} for processes, so the kernel ends the process while it loads", need.host(),
            available);
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

Text HostNeed::host() const {
  return hosts == 1 ? tr("{}", instance) : tr("a host of {}", instance);
}

Text verdict_of(const HostNeed& need) {
  if (need.fits()) return tr("fits in the {} of {}", as::bytes(need.available), need.host());
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
  if (load.divided) needs.divide(checkpoint, load.host_share, load.presharded);
  needs.load(load.read_bytes(), storage == WeightStorage::kPageCache);
  return needs.with_remedies();
}

}  // namespace nscope::sim
