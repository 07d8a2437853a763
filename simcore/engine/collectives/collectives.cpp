#include "simcore/engine/collectives/collectives.h"

#include "simcore/engine/collectives/collective_stages.h"
#include "simcore/engine/machine/efa.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <set>
#include <span>

namespace nscope::sim {
namespace {

using Kind = CollectiveKind;
using Algorithm = CollectiveAlgorithm;

constexpr std::array<std::string_view, 7> kCollectiveKinds{
    "all_reduce", "all_gather", "reduce_scatter", "all_to_all", "broadcast", "permute", "send"};
constexpr std::array<std::string_view, 4> kAlgorithms{"mesh", "rdh", "ring", "kangaring"};
constexpr std::array<std::string_view, 2> kMeasuredBy{"device", "host_tool"};

template <class Enum, std::size_t N>
std::optional<Enum> find_name(const std::array<std::string_view, N>& names, std::string_view text) {
  const auto at = std::find(names.begin(), names.end(), text);
  if (at == names.end()) return std::nullopt;
  return static_cast<Enum>(at - names.begin());
}

bool goes_one_way(Kind kind) {
  return kind == Kind::kPermute || kind == Kind::kSend;
}

/// The message size from which KangaRing is used. The tables of the older tool show 32 MiB.
double ring_limit(const Parameters& parameters, MeasuredBy measured_by) {
  return measured_by == MeasuredBy::kHostTool ? parameters.old_kanga_limit : parameters.kanga_limit;
}

Algorithm choose(const Parameters& parameters, const CollectiveRequest& request,
                 const GroupPlacement& placement) {
  if (request.algorithm) return *request.algorithm;
  if (request.bytes < parameters.mesh_limit || request.kind == Kind::kAllToAll ||
      goes_one_way(request.kind)) {
    return Algorithm::kMesh;
  }
  const bool chip_ring = placement.chips > 1 && placement.fills_chips;
  if (chip_ring && request.bytes >= ring_limit(parameters, request.measured_by)) {
    return Algorithm::kKangaRing;
  }
  return std::has_single_bit(static_cast<unsigned>(request.group.ranks_per_node))
             ? Algorithm::kRdh
             : Algorithm::kRing;
}

/// The reason why the group cannot be planned; empty if it can.
Text unfit_group(const Machine& machine, const CollectiveGroup& group) {
  const int cores = cores_per_node(machine);
  const auto beyond = [](int value) { return value < 1 || value > (1 << 20); };
  if (beyond(group.ranks_per_node) || beyond(group.nodes) || beyond(group.stride) ||
      beyond(group.concurrent)) {
    return tr("ranks per node, nodes, stride and concurrent groups must be between 1 and {}",
              as::count(1 << 20));
  }
  // Products of the limits above are exact in a double.
  const double wanted = static_cast<double>((group.concurrent - 1) / group.stride) * group.stride *
                            group.ranks_per_node +
                        (group.concurrent - 1) % group.stride +
                        (group.ranks_per_node - 1.0) * group.stride + 1;
  if (wanted > cores) {
    const TextNumber needed = as::fixed(wanted, 0);
    return tr_plural(group.concurrent,
                     "{} group of {} ranks with a stride of {} needs {} logical cores; {} has {}",
                     "{} groups of {} ranks with a stride of {} need {} logical cores; {} has {}",
                     group.concurrent, group.ranks_per_node, group.stride, needed,
                     machine.instance->id, cores);
  }
  if (group.nodes < 2) return {};
  const Text obstacle = efa_obstacle(*machine.instance);
  return obstacle.empty() ? obstacle : tr("collectives across instances require EFA: {}", obstacle);
}

/// The reason why the algorithm cannot be used; empty if it can.
Text unfit_algorithm(const CollectiveRequest& request, const GroupPlacement& placement) {
  if (!request.algorithm) return {};
  const Algorithm algorithm = *request.algorithm;
  if (goes_one_way(request.kind)) return tr("permute and send have no choice of algorithm");
  if (request.kind == Kind::kAllToAll && algorithm != Algorithm::kMesh) {
    return tr("all_to_all supports only the algorithm mesh");
  }
  if (algorithm == Algorithm::kRdh &&
      !std::has_single_bit(static_cast<unsigned>(request.group.ranks_per_node))) {
    return tr("rdh requires a power of two as number of ranks, not {}",
              request.group.ranks_per_node);
  }
  if (algorithm == Algorithm::kKangaRing && (placement.chips < 2 || !placement.fills_chips)) {
    return tr("kangaring requires several chips whose cores are all in the group");
  }
  const bool flat = request.group.nodes > 1 && algorithm == Algorithm::kRing;
  if (flat && request.kind == Kind::kBroadcast)
    return tr("broadcast over several nodes does not support the algorithm ring");
  return {};
}

std::vector<CollectiveStage> stages_of(const StageRates& rates, const Parameters& parameters,
                                       const CollectiveRequest& request) {
  const CollectiveGroup& group = request.group;
  if (group.nodes > 1 && request.algorithm == Algorithm::kRing) {
    return flat_ring_stages(rates, request.kind, request.bytes);
  }
  const Algorithm algorithm = choose(parameters, request, rates.placement);
  if (group.nodes == 1) return node_stages(rates, request.kind, algorithm, request.bytes);
  const double limit = ring_limit(parameters, request.measured_by);
  const bool alone = group.ranks_per_node == 1;
  if (alone || goes_one_way(request.kind)) {
    return network_stages(rates, request.kind, request.bytes, limit);
  }
  const auto inside = [&](Kind kind) { return node_stages(rates, kind, algorithm, request.bytes); };
  auto between = network_stages(
      rates, request.kind,
      request.kind == Kind::kAllToAll ? request.bytes : request.bytes / group.ranks_per_node,
      limit);
  std::vector<CollectiveStage> stages;
  const auto append = [&](const std::vector<CollectiveStage>& more) {
    stages.insert(stages.end(), more.begin(), more.end());
  };
  switch (request.kind) {
    case Kind::kAllReduce:
      append(inside(Kind::kReduceScatter));
      append(between);
      append(inside(Kind::kAllGather));
      break;
    case Kind::kBroadcast:
      // The node of the root distributes the message first because one rank has only a small
      // share of its EFA.
      append({node_stages(rates, Kind::kBroadcast, Algorithm::kMesh,
                          request.bytes / group.ranks_per_node)});
      append(between);
      append(inside(Kind::kAllGather));
      break;
    case Kind::kReduceScatter:
      append(inside(request.kind));
      append(between);
      break;
    default:
      append(between);
      append(inside(request.kind));
      break;
  }
  return stages;
}

/// Several parts help only if the network and the links can work at the same time.
int parts_of(const Parameters& parameters, const CollectiveRequest& request,
             const std::vector<CollectiveStage>& stages) {
  const bool hierarchical =
      std::any_of(stages.begin(), stages.end(), [](const auto& s) { return s.across_nodes; }) &&
      std::any_of(stages.begin(), stages.end(), [](const auto& s) { return !s.across_nodes; });
  if (!hierarchical) return 1;
  const double most = std::floor(request.bytes / parameters.mesh_limit);
  return static_cast<int>(std::clamp(most, 1.0, parameters.pipeline_streams));
}

double seconds_of(std::span<const CollectiveStage> stages, int parts) {
  double sum = 0;
  double longest = 0;
  double network = 0;
  for (CollectiveStage stage : stages) {
    stage.transfer /= parts;
    sum += stage.seconds();
    longest = std::max(longest, stage.seconds());
    if (stage.across_nodes) network += stage.transfer;
  }
  return sum + (parts - 1) * std::max(longest, network);
}

/// The time that the host of older runtimes adds. It prepares a stage while the previous stages
/// move their bytes, and the parts of a message pass through a stage and all later ones when the
/// stage is prepared. `device` is the time of all stages in seconds, with overlapping parts.
double host_seconds_of(const Machine& machine, const Parameters& parameters,
                       const CollectivePlan& plan, double device) {
  const bool one_chip = placement_of(machine, plan.request.group).chips == 1;
  const std::span<const CollectiveStage> stages = plan.stages;
  double prepared = 0;  // by the host
  double total = device;
  for (std::size_t i = 0; i < stages.size(); ++i) {
    const CollectiveStage& stage = stages[i];
    const bool in_chip = one_chip && !stage.across_nodes && !stage.flat;
    prepared += stage.host_waits *
                (in_chip ? parameters.host_wait_in_chip : parameters.host_wait_between_chips);
    total = std::max(total, prepared + seconds_of(stages.subspan(i), plan.parts));
  }
  return total - device;
}

void add_up(const Machine& machine, const Parameters& parameters, CollectivePlan& plan) {
  Collective& summary = plan.summary;
  summary.steps = 0;
  for (const CollectiveStage& stage : plan.stages) {
    summary.steps += stage.steps;
    if (stage.across_nodes || stage.flat) summary.network_bytes += stage.sent;
  }
  summary.seconds = seconds_of(plan.stages, plan.parts);
  if (plan.request.measured_by == MeasuredBy::kHostTool) {
    plan.host_seconds = host_seconds_of(machine, parameters, plan, summary.seconds);
  }
}

}  // namespace

std::string_view to_string(CollectiveKind kind) {
  return kCollectiveKinds[static_cast<std::size_t>(kind)];
}
std::optional<CollectiveKind> parse_collective_kind(std::string_view text) {
  return find_name<CollectiveKind>(kCollectiveKinds, text);
}
std::string_view to_string(CollectiveAlgorithm algorithm) {
  return kAlgorithms[static_cast<std::size_t>(algorithm)];
}
std::optional<CollectiveAlgorithm> parse_collective_algorithm(std::string_view text) {
  return find_name<CollectiveAlgorithm>(kAlgorithms, text);
}
std::string_view to_string(MeasuredBy measured_by) {
  return kMeasuredBy[static_cast<std::size_t>(measured_by)];
}
std::optional<MeasuredBy> parse_measured_by(std::string_view text) {
  return find_name<MeasuredBy>(kMeasuredBy, text);
}

int cores_per_node(const Machine& machine) {
  return machine.instance->chips * machine.logical_per_chip;
}

int core_of(const CollectiveGroup& group, int which, int local) {
  const int block = which / group.stride;
  return block * group.stride * group.ranks_per_node + which % group.stride + local * group.stride;
}

GroupPlacement placement_of(const Machine& machine, const CollectiveGroup& group) {
  if (group.stride == 1 && group.concurrent == 1) {
    // A fast path for the first cores of a node, as in every graph.
    const int on_chip = std::min(group.ranks_per_node, machine.logical_per_chip);
    const int chips = (group.ranks_per_node - 1) / machine.logical_per_chip + 1;
    return {.chips = chips,
            .last_chip = chips - 1,
            .ranks_on_chip = on_chip,
            .active_on_chip = on_chip,
            .fills_chips = group.ranks_per_node % machine.logical_per_chip == 0};
  }
  std::vector<int> own(static_cast<std::size_t>(machine.instance->chips));
  std::vector<int> all(own.size());
  for (int which = 0; which < group.concurrent; ++which) {
    for (int local = 0; local < group.ranks_per_node; ++local) {
      const auto chip =
          static_cast<std::size_t>(core_of(group, which, local) / machine.logical_per_chip);
      if (chip >= all.size()) continue;
      ++all[chip];
      if (which == 0) ++own[chip];
    }
  }
  GroupPlacement placement{.chips = 0, .fills_chips = true};
  for (std::size_t chip = 0; chip < own.size(); ++chip) {
    if (own[chip] == 0) continue;
    ++placement.chips;
    placement.last_chip = static_cast<int>(chip);
    placement.ranks_on_chip = std::max(placement.ranks_on_chip, own[chip]);
    placement.active_on_chip = std::max(placement.active_on_chip, all[chip]);
    placement.fills_chips = placement.fills_chips && own[chip] == machine.logical_per_chip;
  }
  return placement;
}

Result<CollectivePlan> plan_collective(const Machine& machine, const Parameters& parameters,
                                       const CollectiveRequest& request) {
  if (!std::isfinite(request.bytes) || request.bytes <= 0) {
    return fail(ErrorCode::kInvalidArgument,
                tr("the bytes of a collective must be greater than 0"));
  }
  if (Text why = unfit_group(machine, request.group); !why.empty()) {
    return fail(ErrorCode::kInvalidArgument, std::move(why));
  }
  const GroupPlacement placement = placement_of(machine, request.group);
  if (request.kind == Kind::kSend && request.group.nodes > 2) {
    return fail(ErrorCode::kInvalidArgument, tr("send supports at most 2 nodes"));
  }
  if (Text why = unfit_algorithm(request, placement); !why.empty()) {
    return fail(ErrorCode::kInvalidArgument, std::move(why));
  }
  CollectivePlan plan{.request = request};
  plan.summary = {.kind = request.kind,
                  .algorithm = to_string(choose(parameters, request, placement)),
                  .bytes = request.bytes,
                  .ranks = request.group.ranks()};
  plan.summary.phases = request.kind == Kind::kAllReduce ? 2 : 1;
  if (request.group.ranks() == 1) return plan;
  const StageRates rates = stage_rates(machine, parameters, request);
  plan.stages = stages_of(rates, parameters, request);
  plan.parts = parts_of(parameters, request, plan.stages);
  if (request.group.nodes > 1 && request.algorithm != Algorithm::kRing) {
    plan.summary.algorithm = "hierarchical";
  }
  add_up(machine, parameters, plan);
  return plan;
}

Collective plan_collective(const Machine& machine, const Parameters& parameters,
                           CollectiveKind kind, int ranks, double bytes) {
  const CollectiveRequest request{
      .kind = kind, .group = {.ranks_per_node = ranks}, .bytes = bytes, .in_graph = true};
  const GroupPlacement placement = placement_of(machine, request.group);
  const Algorithm algorithm = choose(parameters, request, placement);
  Collective plan{.kind = kind, .algorithm = to_string(algorithm), .bytes = bytes, .ranks = ranks};
  if (ranks <= 1) return plan;
  plan.phases = kind == Kind::kAllReduce ? 2 : 1;
  plan.steps = 0;
  for (const CollectiveStage& stage :
       node_stages(stage_rates(machine, parameters, request), kind, algorithm, bytes)) {
    plan.steps += stage.steps;
    plan.seconds += stage.seconds();
  }
  return plan;
}

double bytes_per_link(const Machine& machine, const Collective& plan) {
  const CollectiveGroup group{.ranks_per_node = plan.ranks};
  const int chips = placement_of(machine, group).chips;
  const int links = chips > 1 ? directed_links(*machine.instance, chips) : 0;
  if (links == 0) return 0;
  if (plan.algorithm == "ring") {
    // Ranks send only to the next rank; one rank per chip and direction sends to the next chip.
    const double sent = plan.phases * (plan.ranks - 1.0) / plan.ranks * plan.bytes;
    return sent * chips / links;
  }
  const double per_rank = plan.algorithm == "mesh"
                              ? (plan.ranks - 1.0) * plan.bytes
                              : plan.phases * (plan.ranks - 1.0) / plan.ranks * plan.bytes;
  const double outside =
      static_cast<double>(plan.ranks - std::min(plan.ranks, machine.logical_per_chip)) /
      (plan.ranks - 1);
  return plan.ranks * per_rank * outside * mean_hops(*machine.instance, chips) / links;
}

}  // namespace nscope::sim
