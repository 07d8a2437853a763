#pragma once

#include "profiler/base/json.h"
#include "profiler/base/result.h"
#include "simcore/catalog/fact.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace nscope::catalog {

enum class TopologyKind {
  kSingleChip,
  kChain,     ///< NeuronLink-v1, without wrap-around
  kRing,      ///< Inf2
  kTorus2d,   ///< Trn1, Trn2
  kTorus3d,   ///< Trn2 UltraServer
  kSwitched,  ///< Trn3, NVSwitch
  kPcie,      ///< GPUs without NVLink
  kMesh,      ///< point-to-point links that the catalogue does not list (V100 NVLink)
};
std::string_view to_string(TopologyKind kind);

/// How the chips of an instance are connected. Chip ids count from 0.
struct Topology {
  TopologyKind kind = TopologyKind::kSingleChip;
  std::vector<int> dims{};  ///< {4, 4} for a 4x4 torus; {12} for a ring
  /// B/s of one link and direction; at a switch, of all links of a chip to the switch together.
  std::optional<Fact> link_bandwidth{};
  std::optional<Fact> hop_latency{};  ///< s

  std::string note{};

  /// The chips directly linked to `chip`, in ascending order. On a switched topology every
  /// other chip is a neighbour. Empty for a single chip, if the links are unknown (kMesh), if
  /// chips are connected only through the host (kPcie), and for a chip that does not exist.
  std::vector<int> neighbours(int chip, int chip_count) const;
};

/// One EC2 instance type or UltraServer. Loaded from resources/instances/.
struct Instance {
  std::string id;                      ///< "trn1.32xlarge"
  std::string family;                  ///< "trn1"
  std::string device;                  ///< Device::id
  std::vector<std::string> aliases{};  ///< other names of the type
  /// Physical cores of a logical core if it is not the default of the device; 0: the default.
  int logical_core_size = 0;
  int chips = 1;
  /// Servers with an operating system of their own; more than 1 for an UltraServer. vCPUs, host
  /// memory, network and storage are those of all hosts together.
  int hosts = 1;
  int vcpus = 0;                          ///< 0: not published
  Fact host_memory;                       ///< bytes
  std::optional<Fact> network_bandwidth;  ///< bit/s, sustained, of the whole instance
  int efa_interfaces = 0;                 ///< 0: none or not published (see `efa_count`)
  std::optional<Fact> local_storage;      ///< bytes of NVMe
  Topology topology;
  Fact chip_count;                 ///< `chips` with its source
  std::optional<Fact> host_count;  ///< `hosts` with its source
  std::optional<Fact> vcpu_count;  ///< `vcpus` with its source
  std::optional<Fact> efa_count;   ///< `efa_interfaces` with its source
  /// Tensor parallel degrees that the software supports, ascending; empty if no list is
  /// published.
  std::vector<Fact> tensor_parallel_degrees;
  std::string note{};

  int vcpus_of_host() const { return vcpus / hosts; }                  ///< 0: not published
  double memory_of_host() const { return host_memory.value / hosts; }  ///< bytes
};

/// Reads a document of instances (schema `nscope.instances/1`) strictly: see
/// docs/how-to/add-a-device-or-instance.md. `Catalog` checks that the devices exist.
/// Errors: kBadInput with file and key.
Result<std::vector<Instance>> instances_from_json(const Json& json, std::string_view name);

/// Every number of the instance with the path of its key, in file order. The pointers are
/// valid while `instance` exists.
std::vector<NamedFact> facts_of(const Instance& instance);

}  // namespace nscope::catalog
