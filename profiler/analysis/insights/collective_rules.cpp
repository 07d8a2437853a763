#include "profiler/analysis/insights/rules.h"
#include "profiler/base/format.h"
#include "profiler/trace/vocabulary.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include <fmt/format.h>

namespace nscope::analysis {
namespace {

double exposed_share(const RunFacts& facts) {
  return facts.total_ns > 0 ? facts.collectives.exposed_ns / facts.total_ns : 0.0;
}

/// What hiding all collectives gains: never more than the critical path has of them, where
/// it shows each.
Gain exposed_gain(const RunFacts& facts) {
  double ns = facts.collectives.exposed_ns;
  if (facts.path.known() && !facts.collectives.folded) ns = std::min(ns, facts.path.collectives_ns);
  return RunFacts::of(ns, facts.total_ns,
                      "time in which a core runs collectives and computes nothing");
}

std::vector<InsightNumber> exposed_numbers(const RunFacts& facts) {
  return {{"exposed_ns", facts.collectives.exposed_ns, "ns"},
          {"exposed_share", exposed_share(facts), "share"},
          {"operations", facts.collectives.operations, ""},
          {"mean_bytes", facts.collectives.mean_bytes, "B"}};
}

/// Time in which a core computes anything, ns.
double computing_ns(const RunFacts& facts, const CoreFacts& core, IntervalUnion& computing) {
  for (std::size_t i = 0; i < core.busy.size(); ++i) {
    if (kSummaryEngines[i] != Engine::kSync) computing.add(core.busy[i]);
  }
  return facts.ns(computing.length());
}

/// The longest time inside `window` that `busy` does not cover.
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
  return found(
      {.finding = fmt::format(
           "For {} ({} of the time) each core runs collectives and computes "
           "nothing; {} move {} each on average.",
           format_duration_ns(of.exposed_ns), format_percent(exposed_share(facts)),
           counted(static_cast<std::int64_t>(of.operations), "collective", "collectives"),
           format_bytes(of.mean_bytes)),
       .action =
           "Overlap them with computing: split large collectives into parts, reduce gradients "
           "layer by layer during the backward pass, gather weights a layer ahead.",
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
  return found(
      {.finding = fmt::format(
           "{} of {} on average take {} ({} of the time) in which no "
           "engine computes: their latency decides, not their bytes.",
           counted(static_cast<std::int64_t>(of.operations), "collective", "collectives"),
           format_bytes(of.mean_bytes), format_duration_ns(of.exposed_ns),
           format_percent(exposed_share(facts))),
       .action =
           "Do fewer of them: a lower tensor parallel degree on more replicas, a larger batch "
           "for each step, or one collective for several layers' results.",
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
      {.finding =
           fmt::format("{} of {} collectives took more than {:g} times the median of those of "
                       "the same kind and size; the longest {} instead of {}.",
                       format_count(of.slow.count), format_count(of.all.count),
                       thresholds.number("outlier_factor"), format_duration_ns(longest),
                       format_duration_ns(of.slow_median_ns)),
       .action = "Look at which rank begins late there: a rank that computes longer, a link shared "
                 "with other traffic, or a host that launches late.",
       .gain = RunFacts::of(std::min(of.excess_ns, facts.total_ns), facts.total_ns,
                            "their time beyond the median"),
       .evidence = facts.at(of.slow,
                            {{"slow", static_cast<double>(of.slow.count), ""},
                             {"excess_ns", of.excess_ns, "ns"},
                             {"median_ns", of.slow_median_ns, "ns"}},
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
  // The whole time lies in windows; the gap to show lies in one of them.
  TimeWindow gap = longest_gap(least_busy, facts.scope.windows().front());
  for (const TimeWindow& window : facts.scope.windows()) {
    const TimeWindow other = longest_gap(least_busy, window);
    if (other.end - other.begin > gap.end - gap.begin) gap = other;
  }
  return found(
      {.finding =
           fmt::format("Core {} computes for {}, core {} for {}; the average of {} cores is "
                       "{}, and the others wait.",
                       most_core, format_duration_ns(most), least_core, format_duration_ns(least),
                       facts.cores.size(), format_duration_ns(mean)),
       .action =
           "Divide the work evenly: move layers between pipeline stages, pad or sort sequences "
           "to equal lengths, balance experts, and give every core of a pair a part.",
       .gain =
           RunFacts::of(most - mean, facts.total_ns, "the busiest core's time beyond the average"),
       .evidence = {
           .begin = gap.begin,
           .end = gap.end,
           .slice = {},
           .numbers = {{"most_ns", most, "ns"}, {"least_ns", least, "ns"}, {"mean_ns", mean, "ns"}},
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
  // Half the cores hold twice the weights and cache.
  if (degree < 2 || 2 * *needed > *capacity || exposed_share(facts) < limit) return nothing_found();
  return found(
      {.finding = fmt::format("{} cores share the model, each needs {} of {}, and {} of the time "
                              "goes into collectives: half as many cores would hold it.",
                              degree, format_bytes(*needed), format_bytes(*capacity),
                              format_percent(exposed_share(facts))),
       .action =
           fmt::format("Simulate tensor_parallel {} with twice the replicas and compare tokens "
                       "per dollar.",
                       degree / 2),
       .gain =
           unknown_gain("not estimated: fewer cores read the weights more slowly; simulate both"),
       .evidence = facts.at(facts.collectives.all,
                            {{"memory_per_core", *needed, "B"},
                             {"memory_capacity_per_core", *capacity, "B"},
                             {"exposed_share", exposed_share(facts), "share"},
                             {"tensor_parallel", static_cast<double>(degree), ""}},
                            "memory")});
}

Findings find_bubbles(const RunFacts& facts, const ParameterValues& thresholds) {
  const EventTotals& of = facts.serving.bubbles;
  if (of.empty() || facts.total_ns <= 0 || facts.cores.empty()) return std::nullopt;
  const double ns = of.ns / static_cast<double>(facts.cores.size());
  const double share = ns / facts.total_ns;
  if (share < thresholds.number("bubble_share")) return nothing_found();
  return found(
      {.finding = fmt::format("Each pipeline stage waits {} ({} of the step) for the stages before "
                              "and after it.",
                              format_duration_ns(ns), format_percent(share)),
       .action = "Use more microbatches for each step, fewer stages, or interleaved chunks of "
                 "layers: the bubble is (stages - 1) / (microbatches + stages - 1).",
       .gain = RunFacts::of(ns, facts.total_ns, "the bubbles of a stage"),
       .evidence =
           facts.at(of, {{"bubble_ns", ns, "ns"}, {"bubble_share", share, "share"}}, "activity")});
}

}  // namespace nscope::analysis
