#pragma once

#include "profiler/base/result.h"
#include "simcore/engine/calibration/parameters.h"
#include "simcore/engine/collectives/chip_graph.h"
#include "simcore/engine/machine/machine.h"

#include <optional>
#include <string_view>
#include <vector>

namespace nscope::sim {

/// The first Neuron SDK in which a phase of a collective over two chips is launched once: its
/// release notes name a regression of all-reduces over two devices that it corrects.
inline constexpr std::string_view kJointPairsSince = "2.30";

enum class CollectiveKind {
  kAllReduce,
  kAllGather,
  kReduceScatter,
  kAllToAll,
  kBroadcast,  ///< from rank 0
  kPermute,    ///< every rank to the next, the last to the first
  kSend,       ///< from rank 0 to the last; on two nodes, from every rank of the first to its peer
};
std::string_view to_string(CollectiveKind kind);  ///< "all_reduce", ...
std::optional<CollectiveKind> parse_collective_kind(std::string_view text);

/// How a collective on one node moves its bytes. Collectives on several nodes are hierarchical
/// unless an algorithm is requested.
enum class CollectiveAlgorithm {
  kMesh,      ///< every rank to every other, one step
  kRdh,       ///< recursive doubling and halving: log2(ranks) exchanges for powers of two
  kRing,      ///< from rank to rank
  kKangaRing  ///< from chip to chip: all ranks of a chip forward the part of the chip
};
std::string_view to_string(CollectiveAlgorithm algorithm);  ///< "mesh", "rdh", ...
std::optional<CollectiveAlgorithm> parse_collective_algorithm(std::string_view text);

/// The ranks of one collective. On every node they are the logical cores 0, stride, 2 stride,
/// ... Tensor parallel groups have a stride of 1; the stride of data parallel groups is the size
/// of the tensor parallel group, and that of pipeline neighbours is their distance.
struct CollectiveGroup {
  int ranks_per_node = 1;
  int nodes = 1;
  int stride = 1;
  /// Number of groups of this shape, including this one, that run at the same time on a node and
  /// share its links and its EFA.
  int concurrent = 1;

  int ranks() const { return ranks_per_node * nodes; }
};

/// What a measured time includes.
enum class MeasuredBy {
  kDevice,    ///< the device only: newer nccom-test, profiles, compiled graphs
  kHostTool,  ///< nccom-test of older runtimes, in which the host takes part in every stage
};
std::string_view to_string(MeasuredBy measured_by);  ///< "device", "host_tool"
std::optional<MeasuredBy> parse_measured_by(std::string_view text);

/// A collective to plan. `bytes` are those of one rank: the vector that is reduced, scattered,
/// exchanged or sent, or the gathered result of an all-gather.
struct CollectiveRequest {
  CollectiveKind kind = CollectiveKind::kAllReduce;
  CollectiveGroup group{};
  double bytes = 0;
  /// Empty: chosen by size and group.
  std::optional<CollectiveAlgorithm> algorithm{};
  /// Whether the collective is part of a compiled graph, in which it also waits for the engines
  /// and the other ranks, or runs alone.
  bool in_graph = false;
  MeasuredBy measured_by = MeasuredBy::kDevice;
};

/// A sequence of steps of one pattern:
///   seconds = launch + steps * (step_overhead + hop) + transfer
struct CollectiveStage {
  enum class Pattern {
    kMesh,      ///< each rank sends sent / (participants - 1) to each other rank
    kRing,      ///< each rank sends sent / steps to the next rank in every step
    kChipRing,  ///< the same between chips, to the rank with the same position on the chip
    kExchange,  ///< step i: rank r with rank r xor 2^i, halving or doubling
    kFanOut,    ///< rank 0 sends sent / (participants - 1) to each other rank
    kPair       ///< the first rank sends `sent` to the last
  };
  Pattern pattern = Pattern::kMesh;
  bool across_nodes = false;  ///< between the ranks with the same local index on all nodes
  bool flat = false;          ///< one ring over the ranks of all nodes
  bool doubling = false;      ///< for kExchange: the largest exchange is the last
  int participants = 1;       ///< ranks; chips of kChipRing, nodes of across_nodes
  int steps = 1;
  double sent = 0;           ///< B that a rank sends in all steps
  double launch = 0;         ///< s before the first step
  double step_overhead = 0;  ///< s per step: DMA start, semaphore and descriptor work
  double hop = 0;            ///< s per step from chip to chip, or over the network
  double service = 0;        ///< s for the bytes of all steps if the links are not the limit
  double transfer = 0;       ///< s for the bytes of all steps: `service` or the time of the links
  int host_waits = 0;        ///< number of times that the host of older runtimes takes part

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
  double hidden = 0;         ///< s of these that overlap with the operators before it
  double network_bytes = 0;  ///< B over EFA of the rank that sends most
};
/// A planned collective with its request and stages.
struct CollectivePlan {
  Collective summary{};
  CollectiveRequest request{};
  std::vector<CollectiveStage> stages{};
  /// Number of parts of the message that pass through the stages as in a pipeline; each takes
  /// the time of the stages with its share of the bytes.
  int parts = 1;
  double host_seconds = 0;  ///< time of the host if the measurement includes it

  double seconds() const { return summary.seconds + host_seconds; }
};

/// Chooses the algorithm by size and group as documented for the Neuron collectives library
/// (intranode-collective-comm.rst, SDK 2.32) and sums its stages. Inside a node:
///   mesh       below `mesh_limit`; all-to-all at any size
///   KangaRing  from `kanga_limit` on if the group has every rank of every chip and runs outside
///              of a compiled graph
///   RDH        between these limits for powers of two; a ring for other numbers of ranks
/// with steps = phases * (ranks - 1) for a ring, phases * log2(ranks) for RDH and
/// phases * (chips - 1) for KangaRing. The bytes of each phase of a ring take
/// (ranks - 1) / ranks * bytes divided by `ring_share` (`kanga_share`) of the DMA rate. In a
/// mesh, every further rank takes bytes divided by `mesh_share` (all-reduce) or `gather_share`
/// (copy-only phases) of the DMA rate. From `single_step_limit` on, the reducing phase takes as
/// long as the copying phase, and at least bytes divided by `accumulate_share` (v4: all) of the
/// DMA rate. No transfer is faster than the links between the chips, which are shared by
/// concurrent groups. Inside a compiled graph, `gather_share`, `accumulate_share` and the links
/// of a mesh are left out because the rates of graphs were fitted without them. The host of
/// older runtimes prepares a stage while the previous stage moves its bytes.
///
/// On several nodes, stages inside the node alternate with stages between nodes (all-reduce:
/// reduce-scatter, all-reduce of 1 / ranks_per_node of the bytes over EFA, all-gather). The
/// message passes through them in up to `pipeline_streams` parts of at least `mesh_limit`:
///   seconds = sum of stages + (parts - 1) * the longest of them, each with bytes / parts,
/// where the bytes of all stages between nodes count as one stage because they share EFA. A
/// rank gets an equal share of the EFA bandwidth of its node, but at most the share of its
/// chip. Between nodes, a mesh is used if its bytes take less than a network hop, RDH for
/// powers of two below `kanga_limit`, and a ring if not. A ring that is requested for several
/// nodes is flat.
///
/// The result is 0 s for one rank. Errors: kInvalidArgument for a group that does not fit,
/// bytes that are not positive, an algorithm that does not apply, nodes without EFA.
Result<CollectivePlan> plan_collective(const Machine& machine, const Parameters& parameters,
                                       const CollectiveRequest& request);

/// A collective of a compiled graph among the first `ranks` logical cores of one node. It is
/// always possible.
Collective plan_collective(const Machine& machine, const Parameters& parameters,
                           CollectiveKind kind, int ranks, double bytes);

/// Logical cores of one node.
int cores_per_node(const Machine& machine);

/// The logical core of rank `local` of the concurrent group `which`. Groups are interleaved
/// within a stride; further groups follow on the next cores.
int core_of(const CollectiveGroup& group, int which, int local);

/// The placement of the ranks of the first group on the chips of a node.
struct GroupPlacement {
  int chips = 1;             ///< number of chips with a rank of the group
  int last_chip = 0;         ///< the highest chip id of these
  int ranks_on_chip = 1;     ///< maximum number of ranks of the group on a chip
  int active_on_chip = 1;    ///< the same for all concurrent groups on these chips
  bool fills_chips = false;  ///< every core of these chips belongs to the group
};
GroupPlacement placement_of(const Machine& machine, const CollectiveGroup& group);

/// Bytes over each link and direction between the chips in use: the bytes that all ranks send to
/// other chips, times the number of hops, spread evenly over the links.
double bytes_per_link(const Machine& machine, const Collective& plan);

}  // namespace nscope::sim
