#include "simcore/catalog/instance.h"

#include "simcore/catalog/fact_reader.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <set>

namespace nscope::catalog {
namespace {

constexpr std::array kTopologyKinds{
    TopologyKind::kSingleChip, TopologyKind::kChain,    TopologyKind::kRing, TopologyKind::kTorus2d,
    TopologyKind::kTorus3d,    TopologyKind::kSwitched, TopologyKind::kPcie, TopologyKind::kMesh};

/// The number of dimensions that a topology of this kind has in documents.
std::size_t dimension_count(TopologyKind kind) {
  switch (kind) {
    case TopologyKind::kChain:
    case TopologyKind::kRing: return 1;
    case TopologyKind::kTorus2d: return 2;
    case TopologyKind::kTorus3d: return 3;
    case TopologyKind::kSingleChip:
    case TopologyKind::kSwitched:
    case TopologyKind::kPcie:
    case TopologyKind::kMesh: return 0;
  }
  return 0;
}

/// Neighbours on a grid that wraps around in every dimension. Ids are row-major:
/// id = (z * rows + row) * columns + column.
std::set<int> wrapped_neighbours(int chip, const std::vector<int>& dims) {
  std::set<int> found;
  int stride = 1;
  for (auto dim = dims.rbegin(); dim != dims.rend(); ++dim) {
    const int position = (chip / stride) % *dim;
    for (const int step : {1, *dim - 1}) {
      found.insert(chip + ((position + step) % *dim - position) * stride);
    }
    stride *= *dim;
  }
  found.erase(chip);  // a dimension of size 1 links a chip to itself
  return found;
}

Topology read_topology(StrictObject& in, FactReader& facts, int chips) {
  Topology topology;
  const std::string kind = in.string("kind");
  const auto* const known =
      std::find_if(kTopologyKinds.begin(), kTopologyKinds.end(),
                   [&](TopologyKind candidate) { return kind == to_string(candidate); });
  if (known == kTopologyKinds.end()) {
    std::string names;
    for (const auto candidate : kTopologyKinds) {
      names += (names.empty() ? "" : ", ") + std::string(to_string(candidate));
    }
    in.reject("kind", tr("must be one of {}", names));
  } else {
    topology.kind = *known;
  }
  if (const std::size_t count = dimension_count(topology.kind); count > 0) {
    for (const Json& dim : in.array("dims")) {
      const bool usable =
          dim.is_number_integer() && dim.get<double>() >= 1 && dim.get<double>() <= 4096;
      if (!usable) in.reject("dims", tr("must be whole numbers between 1 and 4096"));
      topology.dims.push_back(usable ? dim.get<int>() : 1);
    }
    const auto product = std::accumulate(topology.dims.begin(), topology.dims.end(), 1.0,
                                         [](double total, int dim) { return total * dim; });
    if (topology.dims.size() != count) {
      in.reject("dims", tr_plural(count, "'{}' must have {} dimension",
                                  "'{}' must have {} dimensions", kind, count));
    } else if (product != chips) {
      in.reject("dims", tr("the product is {}, but the instance has {} chips", product, chips));
    }
  }
  if (topology.kind == TopologyKind::kSingleChip && chips != 1) {
    in.reject("kind", tr("is single-chip, but the instance has {} chips", chips));
  }
  topology.link_bandwidth = facts.optional_measure(in, "link_bandwidth", UnitKind::kBytesPerSecond);
  topology.hop_latency = facts.optional_measure(in, "hop_latency", UnitKind::kSeconds);
  topology.note = in.optional_string("note").value_or("");
  return topology;
}

Instance read_instance(StrictObject& in, FactReader& facts) {
  Instance instance;
  instance.id = in.string("id");
  if (instance.id.empty()) in.reject("id", tr("must not be empty"));
  instance.family = in.string("family");
  instance.device = in.string("device");
  instance.aliases = optional_names(in, "aliases");
  instance.chip_count = facts.count(in, "chips", "chips");
  instance.chips = static_cast<int>(instance.chip_count.value);
  instance.host_count = facts.optional_count(in, "hosts", "hosts");
  // An unreadable number is 0.
  if (instance.host_count)
    instance.hosts = std::max(1, static_cast<int>(instance.host_count->value));
  instance.vcpu_count = facts.optional_count(in, "vcpus", "vCPUs");
  instance.vcpus = instance.vcpu_count ? static_cast<int>(instance.vcpu_count->value) : 0;
  if (instance.chips % instance.hosts != 0 || instance.vcpus % instance.hosts != 0) {
    in.reject("hosts", tr("must divide the number of chips and of vCPUs"));
  }
  instance.host_memory = facts.measure(in, "host_memory", UnitKind::kBytes);
  instance.network_bandwidth =
      facts.optional_measure(in, "network_bandwidth", UnitKind::kBitsPerSecond);
  instance.efa_count = facts.optional_count_or_zero(in, "efa_interfaces", "interfaces");
  instance.efa_interfaces = instance.efa_count ? static_cast<int>(instance.efa_count->value) : 0;
  instance.local_storage = facts.optional_measure_or_zero(in, "local_storage", UnitKind::kBytes);
  StrictObject topology(in.object("topology"), in.path("topology"));
  instance.topology = read_topology(topology, facts, instance.chips);
  forward_error(topology, in);
  instance.tensor_parallel_degrees = facts.optional_counts(in, "tensor_parallel_degrees", "cores");
  const auto ascending = [](const Fact& a, const Fact& b) { return a.value < b.value; };
  if (!std::is_sorted(instance.tensor_parallel_degrees.begin(),
                      instance.tensor_parallel_degrees.end(), ascending)) {
    in.reject("tensor_parallel_degrees/values", tr("must be in ascending order"));
  }
  instance.note = in.optional_string("note").value_or("");
  return instance;
}

}  // namespace

std::string_view to_string(TopologyKind kind) {
  switch (kind) {
    case TopologyKind::kSingleChip: return "single-chip";
    case TopologyKind::kChain: return "chain";
    case TopologyKind::kRing: return "ring";
    case TopologyKind::kTorus2d: return "torus-2d";
    case TopologyKind::kTorus3d: return "torus-3d";
    case TopologyKind::kSwitched: return "switched";
    case TopologyKind::kPcie: return "pcie";
    case TopologyKind::kMesh: return "mesh";
  }
  return "single-chip";
}

std::vector<int> Topology::neighbours(int chip, int chip_count) const {
  if (chip < 0 || chip >= chip_count) return {};
  std::set<int> found;
  switch (kind) {
    case TopologyKind::kSingleChip:
    case TopologyKind::kPcie:
    case TopologyKind::kMesh: break;
    case TopologyKind::kChain:
      if (chip > 0) found.insert(chip - 1);
      if (chip + 1 < chip_count) found.insert(chip + 1);
      break;
    case TopologyKind::kRing: found = wrapped_neighbours(chip, {chip_count}); break;
    case TopologyKind::kTorus2d:
    case TopologyKind::kTorus3d: found = wrapped_neighbours(chip, dims); break;
    case TopologyKind::kSwitched:
      for (int other = 0; other < chip_count; ++other) {
        if (other != chip) found.insert(other);
      }
      break;
  }
  return {found.begin(), found.end()};
}

Result<std::vector<Instance>> instances_from_json(const Json& json, std::string_view name) {
  StrictObject in{json, std::string(name)};
  if (in.string("schema") != "nscope.instances/1") {
    in.reject("schema", tr("must be nscope.instances/1"));
  }
  FactReader facts(in);
  std::vector<Instance> instances;
  std::size_t index = 0;
  for (const Json& entry : in.array("instances")) {
    StrictObject item(entry, in.path(entry_path("instances", entry, index++)));
    instances.push_back(read_instance(item, facts));
    forward_error(item, in);
  }
  facts.finish(in);
  if (const auto done = in.finish(); !done) return fail(done.error());
  return instances;
}

std::vector<NamedFact> facts_of(const Instance& instance) {
  std::vector<NamedFact> facts;
  const auto add = [&](std::string name, const std::optional<Fact>& fact) {
    if (fact) facts.push_back({std::move(name), &*fact});
  };
  facts.push_back({"chips", &instance.chip_count});
  add("hosts", instance.host_count);
  add("vcpus", instance.vcpu_count);
  facts.push_back({"host_memory", &instance.host_memory});
  add("network_bandwidth", instance.network_bandwidth);
  add("efa_interfaces", instance.efa_count);
  add("local_storage", instance.local_storage);
  add("topology/link_bandwidth", instance.topology.link_bandwidth);
  add("topology/hop_latency", instance.topology.hop_latency);
  for (const Fact& degree : instance.tensor_parallel_degrees) {
    facts.push_back({"tensor_parallel_degrees", &degree});
  }
  return facts;
}

}  // namespace nscope::catalog
