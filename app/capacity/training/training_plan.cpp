#include "app/capacity/training/plan_training.h"
#include "costmodel/money/figures.h"
#include "profiler/base/large_number.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include <fmt/format.h>

namespace nscope::capacity {

bool meets_limits(const TrainingFleet& fleet) {
  return !fleet.refusal || fleet.refusal->rule == TrainingRule::kMoreExpensive ||
         fleet.refusal->rule == TrainingRule::kStalePrice;
}

int TrainingPlan::with_fleet() const {
  std::set<std::size_t> all;
  for (const TrainingFleet& fleet : fleets) {
    if (!candidates[fleet.candidate].refusal) all.insert(fleet.candidate);
  }
  return static_cast<int>(all.size());
}

int TrainingPlan::not_searched() const {
  const auto open =
      std::count_if(candidates.begin(), candidates.end(),
                    [](const TrainingCandidate& one) { return !one.refusal.has_value(); });
  return static_cast<int>(open) - with_fleet();
}

int TrainingPlan::count(TrainingRule rule) const {
  return static_cast<int>(std::count_if(
      candidates.begin(), candidates.end(),
      [&](const TrainingCandidate& one) { return one.refusal && one.refusal->rule == rule; }));
}

std::vector<Text> training_assumptions(const TrainingRequest& request, bool gpus) {
  std::vector<Text> assumptions;
  const auto add = [&](Text text) { assumptions.push_back(std::move(text)); };
  const sim::JobSetup& job = request.job;
  add(job.node_mtbf_hours
          ? tr("A node fails every {} hours on average, as stated by the plan. The job runs only "
               "if all nodes run.",
               large_number(*job.node_mtbf_hours))
          : tr("Node failures are not simulated, because the plan states no mean time between "
               "failures."));
  if (!job.checkpoint) {
    add(tr("There are no checkpoints, so a failure loses all progress."));
  } else if (!job.checkpoint->interval_steps && !job.checkpoint->interval_seconds) {
    add(
        tr("The checkpoint interval minimises the expected time (Daly 2006; on Spot, the exact "
           "optimum)."));
  }
  if (request.spot) {
    add(
        tr("Spot interruptions: {}. {} of them affect all nodes at once. Training pauses during "
           "checkpoints, and there are no spare nodes.",
           request.spot->hazard_source, as::percent(request.spot->shared, 0)));
  }
  const auto allows = [&](const auto& matches) {
    return std::any_of(request.purchase.begin(), request.purchase.end(),
                       [&](const cost::Purchase& purchase) { return matches(purchase.option); });
  };
  if (allows([](auto option) { return option == cost::PurchaseOption::kCapacityBlock; })) {
    add(tr(
        "Capacity Blocks are paid in whole days up to 14 days and in whole weeks beyond. A block "
        "has at most 64 instances. Whether a block is available is unknown."));
  }
  if (allows(cost::is_commitment)) {
    add(tr(
        "Reserved Instances and Savings Plans are paid until the end of their terms. Other uses of "
        "the instances are not taken into account."));
  }
  add(tr(
      "The error of the predicted step time is the same for all steps of a job and is drawn from "
      "the error band."));
  if (gpus) {
    const Text types =
        Text::verbatim(request.gpu_weight_dtypes.empty()
                           ? request.dtype
                           : fmt::format("{}", fmt::join(request.gpu_weight_dtypes, " / ")));
    add(
        tr("GPUs run LLM Foundry (PyTorch FSDP) or Megatron-Core with fp32 master weights, "
           "whichever finishes first. Matrices are multiplied in {}. Activations are computed "
           "again only if they do not fit in memory.",
           types));
  }
  add(tr("The cost does not include storage of checkpoints, data transfer and data preparation."));
  return assumptions;
}

TextNumber chance_number(const TrainingRequest& request) {
  return as::exact(fmt::format("{:g} %", request.chance * 100));
}

Text hours_text(double hours) {
  if (!(hours >= 2 * cost::kHoursPerDay)) return tr("{} hours", cost::as_digits(hours, 3));
  return tr("{} days", as::fixed(hours / cost::kHoursPerDay, 1));
}

Text fleet_text(const TrainingFleet& fleet) {
  const Text fleet_of_nodes =
      tr("{} x {} ({})", fleet.layout.nodes, fleet.layout.instance, fleet.layout.text());
  if (fleet.spares == 0) return fleet_of_nodes;
  return tr_plural(fleet.spares, "{} and {} spare node", "{} and {} spare nodes", fleet_of_nodes,
                   fleet.spares);
}

std::vector<RefusedLayouts> refused_layouts(const std::vector<TrainingCandidate>& candidates) {
  std::map<std::pair<std::string, TrainingRule>, RefusedLayouts> groups;
  // A reason that all layouts of a type share is one of the type, not of the example.
  std::map<std::string, std::optional<Text>> shared;
  for (const TrainingCandidate& candidate : candidates) {
    const std::string& instance = candidate.layout.instance;
    const Text reason = candidate.refusal ? candidate.refusal->reason : Text();
    auto& known = shared.try_emplace(instance, reason).first->second;
    if (known && !(*known == reason)) known.reset();
    if (!candidate.refusal) continue;
    RefusedLayouts& group = groups[{instance, candidate.refusal->rule}];
    if (group.layouts++ == 0) {
      group.instance = instance;
      group.rule = candidate.refusal->rule;
      group.example =
          tr_plural(candidate.layout.nodes, "{} node, {}: {}", "{} nodes, {}: {}",
                    candidate.layout.nodes, candidate.layout.text(), candidate.refusal->reason);
    }
  }
  std::vector<RefusedLayouts> refused;
  for (auto& [key, group] : groups) {
    if (const auto& reason = shared[group.instance]) group.example = *reason;
    refused.push_back(std::move(group));
  }
  return refused;
}

}  // namespace nscope::capacity
