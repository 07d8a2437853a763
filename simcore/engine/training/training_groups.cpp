#include "simcore/engine/training/training_groups.h"

#include <algorithm>

namespace nscope::sim {
namespace {

/// Groups of `ranks` ranks with a distance of `stride`; all groups of the job run at once.
CollectiveGroup every(int stride, int ranks, int cores_of_node) {
  if (stride >= cores_of_node) return {.nodes = ranks, .concurrent = cores_of_node};
  const int inside = std::min(ranks, cores_of_node / stride);
  return {.ranks_per_node = inside,
          .nodes = ranks / inside,
          .stride = stride,
          .concurrent = cores_of_node / inside};
}

tl::unexpected<Error> uneven(const RankLayout& layout, std::string_view name, int degree) {
  const std::int64_t cores = std::int64_t{layout.tensor} * degree;
  return fail(
      ErrorCode::kInvalidArgument,
      tr("{} {} x tensor parallel degree {} = {} cores, which neither divide the {} cores of "
         "a node evenly nor fill whole nodes",
         name, degree, layout.tensor, cores, layout.cores_of_node));
}

}  // namespace

int RankLayout::stages_of_node() const {
  return std::clamp(cores_of_node / stage_ranks(), 1, stages);
}

CollectiveGroup RankLayout::context_group() const {
  return every(tensor, context, cores_of_node);
}
CollectiveGroup RankLayout::expert_group() const {
  return every(tensor, experts, cores_of_node);
}
CollectiveGroup RankLayout::replica_group() const {
  return every(tensor, replicas(), cores_of_node);
}
CollectiveGroup RankLayout::expert_replica_group() const {
  return every(tensor * experts, replicas() / experts, cores_of_node);
}

CollectiveGroup RankLayout::send_group(bool leaves) const {
  const int senders = std::min(stage_ranks(), cores_of_node);
  if (leaves) return {.nodes = 2, .concurrent = senders};
  // Every other stage of the node sends to the next stage at the same time.
  return {.ranks_per_node = 2, .stride = senders, .concurrent = senders * (stages_of_node() / 2)};
}

bool RankLayout::leaves_node(int stage) const {
  const auto node_of = [&](int which) {
    return std::int64_t{which} * stage_ranks() / cores_of_node;
  };
  return node_of(stage) != node_of((stage + 1) % stages);
}

bool lies_evenly(std::int64_t ranks, int cores_of_node) {
  return ranks % cores_of_node == 0 || cores_of_node % ranks == 0;
}

Result<> check_groups(const RankLayout& layout) {
  const int cores = layout.cores_of_node;
  if (!lies_evenly(layout.stage_ranks(), cores)) {
    return fail(
        ErrorCode::kInvalidArgument,
        tr("pipeline_parallel {} results in stages of {} cores, which neither divide the {} "
           "cores of a node evenly nor fill whole nodes",
           layout.stages, layout.stage_ranks(), cores));
  }
  const auto even = [&](int degree) {
    return lies_evenly(std::int64_t{layout.tensor} * degree, cores);
  };
  if (!even(layout.context)) return uneven(layout, "context_parallel", layout.context);
  if (!even(layout.experts)) return uneven(layout, "expert_parallel", layout.experts);
  return {};
}

}  // namespace nscope::sim
