#pragma once

#include "profiler/base/result.h"
#include "simcore/engine/calibration/parameters.h"
#include "simcore/engine/collectives/chip_graph.h"
#include "simcore/engine/machine/machine.h"

#include <optional>
#include <string_view>
#include <vector>

namespace nscope::sim {

enum class CollectiveKind {
  kAllReduce,
  kAllGather,
  kReduceScatter,
  kAllToAll,
  kBroadcast,  ///< from rank 0
  kPermute,    ///< every rank to the next, the last to the first
  kSend,       ///< from rank 0 to the last; of two nodes, every rank of the first to its peer
};
std::string_view to_string(CollectiveKind kind);  ///< "all_reduce", ...
std::optional<CollectiveKind> parse_collective_kind(std::string_view text);

/// How a collective of one node moves its bytes; several nodes are hierarchical unless
/// one algorithm is asked for.
enum class CollectiveAlgorithm {
  kMesh,      ///< every rank to every other, one step
  kRdh,       ///< recursive doubling and halving: log2(ranks) exchanges; powers of two
  kRing,      ///< rank to rank
  kKangaRing  ///< chip to chip: the ranks of a chip pass its part on together
};
std::string_view to_string(CollectiveAlgorithm algorithm);  ///< "mesh", "rdh", ...
std::optional<CollectiveAlgorithm> parse_collective_algorithm(std::string_view text);

/// The ranks of one collective. On every node they are the logical cores 0, stride,
/// 2 stride, ...: tensor-parallel groups have a stride of 1, data-parallel ones the
/// size of the tensor-parallel group, pipeline neighbours are two ranks that far apart.
struct CollectiveGroup {
  int ranks_per_node = 1;
  int nodes = 1;
  int stride = 1;
  /// Groups of this shape, this one included, that a node runs at the same time and
  /// that share its links and its EFA.
  int concurrent = 1;

  int ranks() const { return ranks_per_node * nodes; }
};

/// What a stated time includes.
enum class MeasuredBy {
  kDevice,    ///< the device alone: newer nccom-test, profiles, compiled graphs
  kHostTool,  ///< nccom-test of older runtimes: the host joins in at every stage
};
std::string_view to_string(MeasuredBy measured_by);  ///< "device", "host_tool"
std::optional<MeasuredBy> parse_measured_by(std::string_view text);

/// A collective to plan. `bytes` of one rank: the vector that is reduced, scattered,
/// exchanged or sent; of an all-gather the gathered result.
struct CollectiveRequest {
  CollectiveKind kind = CollectiveKind::kAllReduce;
  CollectiveGroup group{};
  double bytes = 0;
  /// Nothing: chosen by size and group.
  std::optional<CollectiveAlgorithm> algorithm{};
  /// Whether it stands between the operators of a compiled graph, where it also waits
  /// for the engines and the other ranks, or is all that runs.
  bool in_graph = false;
  MeasuredBy measured_by = MeasuredBy::kDevice;
};

/// Steps of one pattern that follow each other:
///   seconds = launch + steps * (step_overhead + hop) + transfer
struct CollectiveStage {
  enum class Pattern {
    kMesh,      ///< each rank sends sent / (participants - 1) to each other one
    kRing,      ///< each rank sends sent / steps to the next one, in every step
    kChipRing,  ///< the same between the chips: to the rank in the same place
    kExchange,  ///< step i: rank r with rank r xor 2^i, halving or doubling
    kFanOut,    ///< rank 0 sends sent / (participants - 1) to each other one
    kPair       ///< the first rank sends `sent` to the last
  };
  Pattern pattern = Pattern::kMesh;
  bool across_nodes = false;  ///< between the ranks in the same place of the nodes
  bool flat = false;          ///< one ring over the ranks of all nodes
  bool doubling = false;      ///< of kExchange: the largest exchange is the last
  int participants = 1;       ///< ranks; chips of kChipRing, nodes of across_nodes
  int steps = 1;
  double sent = 0;           ///< B that a rank sends in all steps
  double launch = 0;         ///< s before the first step
  double step_overhead = 0;  ///< s per step: DMA start, semaphore and descriptor work
  double hop = 0;            ///< s per step from chip to chip, or over the network
  double service = 0;        ///< s that the bytes of all steps take with links to spare
  double transfer = 0;       ///< s that they take: `service`, or what the links need
  int host_waits = 0;        ///< times that the host of older runtimes joins in

  double seconds() const { return launch + steps * (step_overhead + hop) + transfer; }
};

/// One planned collective of one group.
struct Collective {
  CollectiveKind kind = CollectiveKind::kAllReduce;
  std::string_view algorithm;  ///< "mesh", "rdh", "ring", "kangaring", "hierarchical"
  double bytes = 0;            ///< message of one rank (all-gather: the gathered result)
  int ranks = 1;
  int phases = 1;            ///< 2 for an all-reduce: reduce-scatter and all-gather
  int steps = 1;             ///< dependent transfers on the critical path
  double seconds = 0;        ///< of the device
  double hidden = 0;         ///< s of it that run beside the operators before it
  double network_bytes = 0;  ///< B over EFA of the rank that sends most
};

/// The same with what makes it up.
struct CollectivePlan {
  Collective summary{};
  CollectiveRequest request{};
  std::vector<CollectiveStage> stages{};
  /// Parts of the message that pass through the stages behind each other; each takes
  /// the time of the stages with its share of the bytes.
  int parts = 1;
  double host_seconds = 0;  ///< that the host adds where it is in the measurement

  double seconds() const { return summary.seconds + host_seconds; }
};

/// Picks the algorithm by size and group as the Neuron collectives library documents it
/// (intranode-collective-comm.rst, SDK 2.32) and adds up its stages. Inside a node:
///   mesh       below `mesh_limit`, all-to-all at any size
///   KangaRing  from `kanga_limit` where every rank of every chip takes part, standing alone
///   RDH        between them for powers of two, else a ring
/// with steps = phases * (ranks - 1) for a ring, phases * log2(ranks) for RDH and
/// phases * (chips - 1) for KangaRing. The bytes of each phase of a ring take
/// (ranks - 1) / ranks * bytes over `ring_share` (`kanga_share`) of the DMA rate; in a mesh
/// every further rank costs bytes over `mesh_share` (all-reduce) or `gather_share` (phases
/// that only copy) of it; from `single_step_limit` on the phase that reduces costs as much
/// as the one that copies, and no less than bytes over `accumulate_share` (v4: all) of it.
/// No transfer is faster than the links between the chips, shared by the groups that run
/// at the same time. Inside a compiled graph `gather_share`, `accumulate_share` and the
/// links of a mesh are left out: its rates were fitted so. The host of older runtimes
/// prepares a stage while the one before it moves its bytes.
///
/// Several nodes: the parts of the node, then the nodes, then the node again (all-reduce:
/// reduce-scatter, all-reduce of 1 / ranks_per_node of the bytes over EFA, all-gather), in
/// up to `pipeline_streams` parts of at least `mesh_limit` behind each other:
///   seconds = sum of stages + (parts - 1) * the longest of them, each with bytes / parts,
/// where the bytes of all stages between nodes together count as one stage: they share EFA.
/// A rank gets an equal share of its node's EFA, at most its chip's. Between nodes: mesh
/// while its bytes take less than a network hop, RDH for powers of two below
/// `kanga_limit`, else a ring. A ring asked for over several nodes is flat.
///
/// One rank or no bytes to move: 0 s. Errors: kInvalidArgument for a group that does not
/// fit, bytes that are not positive, an algorithm that does not suit, nodes without EFA.
Result<CollectivePlan> plan_collective(const Machine& machine, const Parameters& parameters,
                                       const CollectiveRequest& request);

/// A collective of a compiled graph among `ranks` logical cores that fill chips 0, 1, ...
/// of one node: always possible.
Collective plan_collective(const Machine& machine, const Parameters& parameters,
                           CollectiveKind kind, int ranks, double bytes);

/// Logical cores of one node.
int cores_per_node(const Machine& machine);

/// The logical core of a node that a rank of one of its concurrent groups has: groups
/// lie between each other's strides, then behind each other.
int core_of(const CollectiveGroup& group, int which, int local);

/// How the ranks of the first group lie on the chips of a node.
struct GroupPlacement {
  int chips = 1;             ///< that have a rank
  int last_chip = 0;         ///< the highest of them
  int ranks_on_chip = 1;     ///< of this group, at most
  int active_on_chip = 1;    ///< of all groups that run at the same time, on its chips
  bool fills_chips = false;  ///< every core of its chips belongs to it
};
GroupPlacement placement_of(const Machine& machine, const CollectiveGroup& group);

/// Bytes over each chip-to-chip link and direction of the chips in use: what all
/// ranks send to other chips, times the hops it takes, spread evenly.
double bytes_per_link(const Machine& machine, const Collective& plan);

}  // namespace nscope::sim
