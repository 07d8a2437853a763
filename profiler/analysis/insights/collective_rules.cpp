#include "profiler/analysis/insights/rules.h"
#include "profiler/trace/vocabulary.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace nscope::analysis {
namespace {

double exposed_share(const RunFacts& facts) {
  return facts.total_ns > 0 ? facts.collectives.exposed_ns / facts.total_ns : 0.0;
}

/// The gain from overlapping all collectives. If the critical path contains them one by one, their
/// time on the path is the upper bound.
Gain exposed_gain(const RunFacts& facts) {
  double ns = facts.collectives.exposed_ns;
  if (facts.path.known() && !facts.collectives.folded) ns = std::min(ns, facts.path.collectives_ns);
  return RunFacts::of(ns, facts.total_ns,
                      phrase("time in which a core runs collectives but does not compute"));
}

std::vector<InsightNumber> exposed_numbers(const RunFacts& facts) {
  return {{"exposed_ns", phrase("exposed time"), facts.collectives.exposed_ns, "ns"},
          {"exposed_share", phrase("exposed share of the time"), exposed_share(facts), "share"},
          {"operations", phrase("operations"), facts.collectives.operations, ""},
          {"mean_bytes", phrase("mean size"), facts.collectives.mean_bytes, "B"}};
}

/// Time in which a core computes, ns; adds its intervals to `computing`.
double computing_ns(const RunFacts& facts, const CoreFacts& core, IntervalUnion& computing) {
  for (std::size_t i = 0; i < core.busy.size(); ++i) {
    if (kSummaryEngines[i] != Engine::kSync) computing.add(core.busy[i]);
  }
  return facts.ns(computing.length());
}

/// The longest interval inside `window` that `busy` does not cover.
TimeWindow longest_gap(const IntervalUnion& busy, const TimeWindow& window) {
  TimeWindow gap{window.begin, window.begin};
  TraceTime at = window.begin;
  const auto until = [&](TraceTime end) {
    if (end - at > gap.end - gap.begin) gap = {at, end};
  };
  for (const IntervalUnion::Interval& interval : busy.intervals()) {
    if (TraceTime(interval.begin) >= window.end) break;
    until(TraceTime(interval.begin));
    at = std::max(at, TraceTime(interval.end));
  }
  until(window.end);
  return gap;
}

}  // namespace

Findings find_exposed_collectives(const RunFacts& facts, const ParameterValues& thresholds) {
  const CollectiveFacts& of = facts.collectives;
  if (of.all.empty() || of.all.bytes <= 0) return std::nullopt;
  const bool large = of.mean_bytes >= thresholds.number("small_collective_bytes");
  if (!large || exposed_share(facts) < thresholds.number("collective_share")) {
    return nothing_found();
  }
  const auto operations = static_cast<std::int64_t>(of.operations);
  return found(
      {.finding = tr_plural(operations,
                            "For {} ({} of the time), each core runs collectives but does not "
                            "compute. {} collective moves {}.",
                            "For {} ({} of the time), each core runs collectives but does not "
                            "compute. {} collectives move {} each on average.",
                            as::duration_ns(of.exposed_ns), as::percent(exposed_share(facts)),
                            as::count(operations), as::bytes(of.mean_bytes)),
       .action = tr("Overlap collectives with computation: split large collectives into parts, "
                    "reduce gradients layer by layer during the backward pass, and gather weights "
                    "one layer ahead."),
       .gain = exposed_gain(facts),
       .evidence = facts.at(of.all, exposed_numbers(facts), "collectives")});
}

Findings find_small_collectives(const RunFacts& facts, const ParameterValues& thresholds) {
  const CollectiveFacts& of = facts.collectives;
  if (of.all.empty() || of.all.bytes <= 0) return std::nullopt;
  const bool small = of.mean_bytes < thresholds.number("small_collective_bytes");
  if (!small || exposed_share(facts) < thresholds.number("collective_share")) {
    return nothing_found();
  }
  const auto operations = static_cast<std::int64_t>(of.operations);
  return found(
      {.finding = tr_plural(operations,
                            "{} collective of {} takes {} ({} of the time) in which no engine "
                            "computes. It is bound by latency, not by bandwidth.",
                            "{} collectives of {} on average take {} ({} of the time) in which no "
                            "engine computes. They are bound by latency, not by bandwidth.",
                            as::count(operations), as::bytes(of.mean_bytes),
                            as::duration_ns(of.exposed_ns), as::percent(exposed_share(facts))),
       .action =
           tr("Run fewer collectives: use a lower tensor parallel degree with more replicas, a "
              "larger batch per step, or one collective for the results of several layers."),
       .gain = exposed_gain(facts),
       .evidence = facts.at(of.all, exposed_numbers(facts), "collectives")});
}

Findings find_slow_collectives(const RunFacts& facts, const ParameterValues& thresholds) {
  const CollectiveFacts& of = facts.collectives;
  if (of.all.empty() || facts.total_ns <= 0) return std::nullopt;
  const double share = of.excess_ns / facts.total_ns;
  if (of.slow.empty() || share < thresholds.number("outlier_share")) return nothing_found();
  const double longest = facts.ns((of.slow.end - of.slow.begin).value());
  return found(
      {.finding = tr("{} of {} collectives took more than {} times the median of collectives of "
                     "the same kind and size. The longest took {} instead of {}.",
                     as::count(of.slow.count), as::count(of.all.count),
                     thresholds.number("outlier_factor"), as::duration_ns(longest),
                     as::duration_ns(of.slow_median_ns)),
       .action = tr("Find the rank that starts these collectives late: it may compute longer, "
                    "share a link with other traffic, or be launched late by its host."),
       .gain = RunFacts::of(std::min(of.excess_ns, facts.total_ns), facts.total_ns,
                            phrase("time of the slow collectives beyond the median")),
       .evidence =
           facts.at(of.slow,
                    {{"slow", phrase("slow operations"), static_cast<double>(of.slow.count), ""},
                     {"excess_ns", phrase("time above the median"), of.excess_ns, "ns"},
                     {"median_ns", phrase("median"), of.slow_median_ns, "ns"}},
                    "collectives")});
}

Findings find_imbalance(const RunFacts& facts, const ParameterValues& thresholds) {
  if (facts.cores.size() < 2 || facts.total_ns <= 0) return std::nullopt;
  double sum = 0;
  double most = -1;
  double least = -1;
  std::int32_t most_core = 0;
  std::int32_t least_core = 0;
  IntervalUnion least_busy;
  for (const auto& [id, core] : facts.cores) {
    IntervalUnion computing;
    const double ns = computing_ns(facts, core, computing);
    sum += ns;
    if (ns > most) std::tie(most, most_core) = std::pair(ns, id);
    if (least >= 0 && ns >= least) continue;
    std::tie(least, least_core) = std::pair(ns, id);
    least_busy = std::move(computing);
  }
  if (sum <= 0) return std::nullopt;
  const double mean = sum / static_cast<double>(facts.cores.size());
  const double share = (most - mean) / facts.total_ns;
  if (share < thresholds.number("imbalance_share")) return nothing_found();
  // The evidence is the longest idle interval of the least busy core inside one window.
  TimeWindow gap = longest_gap(least_busy, facts.scope.windows().front());
  for (const TimeWindow& window : facts.scope.windows()) {
    const TimeWindow other = longest_gap(least_busy, window);
    if (other.end - other.begin > gap.end - gap.begin) gap = other;
  }
  return found(
      {.finding = tr("Core {} computes for {}, core {} for {}, and the average of {} cores is {}. "
                     "The other cores wait for the busiest one.",
                     most_core, as::duration_ns(most), least_core, as::duration_ns(least),
                     facts.cores.size(), as::duration_ns(mean)),
       .action = tr("Distribute the work evenly: move layers between pipeline stages, pad or sort "
                    "sequences to equal lengths, balance experts, and use both cores of a pair."),
       .gain = RunFacts::of(most - mean, facts.total_ns,
                            phrase("computing time of the busiest core beyond the average")),
       .evidence = {.begin = gap.begin,
                    .end = gap.end,
                    .slice = {},
                    .numbers = {{"most_ns", phrase("busiest core"), most, "ns"},
                                {"least_ns", phrase("least busy core"), least, "ns"},
                                {"mean_ns", phrase("mean of the cores"), mean, "ns"}},
                    .analysis = "rank-skew"}});
}

Findings find_wide_tensor_parallel(const RunFacts& facts, const ParameterValues& thresholds) {
  const bool stated = facts.workload.is_object() && !facts.workload.contains("training") &&
                      facts.workload.contains("tensor_parallel") &&
                      facts.workload["tensor_parallel"].is_number_integer();
  const auto needed = facts.metric("memory_per_core");
  const auto capacity = facts.trace.property_number(property::kMemoryCapacity);
  if (!stated || !needed || *needed <= 0 || !capacity || facts.collectives.all.empty()) {
    return std::nullopt;
  }
  const auto degree = facts.workload["tensor_parallel"].get<std::int64_t>();
  const double limit = thresholds.number("wide_tp_share");
  // With half the degree, each core needs twice the memory for weights and cache.
  if (degree < 2 || 2 * *needed > *capacity || exposed_share(facts) < limit) return nothing_found();
  return found(
      {.finding =
           tr("{} cores share the model, and each needs {} of {} of memory. Exposed collectives "
              "take {} of the time. Half as many cores would have enough memory.",
              degree, as::bytes(*needed), as::bytes(*capacity), as::percent(exposed_share(facts))),
       .action = tr("Simulate tensor_parallel {} with twice the number of replicas, and compare "
                    "the tokens per dollar.",
                    degree / 2),
       .gain = unknown_gain(
           tr("not estimated: fewer cores read the weights more slowly; simulate both")),
       .evidence = facts.at(
           facts.collectives.all,
           {{"memory_per_core", phrase("memory needed per core"), *needed, "B"},
            {"memory_capacity_per_core", phrase("memory available per core"), *capacity, "B"},
            {"exposed_share", phrase("exposed share of the time"), exposed_share(facts), "share"},
            {"tensor_parallel", phrase("tensor parallel degree"), static_cast<double>(degree), ""}},
           "memory")});
}

Findings find_bubbles(const RunFacts& facts, const ParameterValues& thresholds) {
  const EventTotals& of = facts.serving.bubbles;
  if (of.empty() || facts.total_ns <= 0 || facts.cores.empty()) return std::nullopt;
  const double ns = of.ns / static_cast<double>(facts.cores.size());
  const double share = ns / facts.total_ns;
  if (share < thresholds.number("bubble_share")) return nothing_found();
  return found(
      {.finding = tr(
           "Each pipeline stage waits for {} ({} of the step) for the stages before and after it.",
           as::duration_ns(ns), as::percent(share)),
       .action = tr("Use more microbatches per step, fewer stages, or interleaved chunks of "
                    "layers: bubbles take (stages - 1) / (microbatches + stages - 1) of the step."),
       .gain = RunFacts::of(ns, facts.total_ns, phrase("bubbles of one stage")),
       .evidence = facts.at(of,
                            {{"bubble_ns", phrase("pipeline bubbles"), ns, "ns"},
                             {"bubble_share", phrase("bubble share of the time"), share, "share"}},
                            "activity")});
}

}  // namespace nscope::analysis
