#include "app/capacity/fleet/explain_types.h"

#include "costmodel/money/figures.h"
#include "costmodel/prices/price_citation.h"

namespace nscope::capacity {
namespace {

void find_fastest(const FleetPlan& plan, TypeSummary& type) {
  for (std::size_t i = 0; i < plan.candidates.size(); ++i) {
    const Candidate& candidate = plan.candidates[i];
    if (candidate.configuration.instance != type.instance || !candidate.server) continue;
    const Limit* worst = nullptr;
    const double ratio = floor_ratio(*candidate.server, plan.request.limits, worst);
    if (worst == nullptr || (type.fastest && ratio >= type.fastest_ratio)) continue;
    type.fastest = i;
    type.fastest_ratio = ratio;
    type.fastest_text = tr("{} {}", worst->title(), as::value(ratio * worst->seconds, "s"));
  }
}

}  // namespace

void explain_types(const cost::PriceBook& book, FleetPlan& plan) {
  for (TypeSummary& type : plan.types) {
    find_fastest(plan, type);
    if (type.fleet || !type.searched) continue;
    const Candidate* informative = type.fastest ? &plan.candidates[*type.fastest] : nullptr;
    // If no server could be built, the most informative rejection:
    for (const Candidate& candidate : plan.candidates) {
      if (candidate.configuration.instance != type.instance || !candidate.refusal) continue;
      if (type.fastest || (informative != nullptr && !explains_better(candidate, *informative))) {
        continue;
      }
      informative = &candidate;
    }
    if (informative == nullptr || !informative->refusal) {
      type.why_not = tr("no configuration is possible");
      continue;
    }
    type.rule = informative->refusal->rule;
    type.why_not = informative->refusal->reason;
    if (type.rule == Rule::kNotOffered) {
      const Text others =
          cost::other_offers_text(book, type.instance, plan.request.regions, plan.as_of);
      if (!others.empty()) type.why_not = tr("{}; available: {}", type.why_not, others);
    }
  }
}

}  // namespace nscope::capacity
