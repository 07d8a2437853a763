#include "profiler/analysis/insights/rules.h"
#include "profiler/base/format.h"

#include <algorithm>

#include <fmt/format.h>

namespace nscope::analysis {
namespace {

/// From the first event to the last, ns.
double whole_ns(const RunFacts& facts) {
  return facts.ns((facts.trace.end() - facts.trace.begin()).value());
}

double share_of(double ns, double whole) {
  return whole > 0 ? ns / whole : 0.0;
}

}  // namespace

Findings find_shape_churn(const RunFacts& facts, const ParameterValues& thresholds) {
  const CompileFacts& of = facts.compile;
  if (!of.judged) return std::nullopt;
  const double share = share_of(of.busy_ns, whole_ns(facts));
  const auto many = static_cast<double>(of.graphs) >= thresholds.number("compiled_graphs");
  if (!many || share < thresholds.number("compile_share")) return nothing_found();
  return found(
      {.finding =
           fmt::format("{} different graphs were compiled in {}; compilers ran "
                       "for {}, {} of the run.",
                       of.graphs, counted(of.compilations.count, "compilation", "compilations"),
                       format_duration_ns(of.busy_ns), format_percent(share)),
       .action = "Pad inputs to a few fixed shapes (buckets), compile those ahead of time with "
                 "neuron_parallel_compile, and keep the cache where every instance reads it.",
       .gain = RunFacts::of(of.busy_ns, whole_ns(facts), "time with a compilation under way"),
       .evidence = facts.at(of.compilations,
                            {{"graphs", static_cast<double>(of.graphs), ""},
                             {"compilations", static_cast<double>(of.compilations.count), ""},
                             {"compile_ns", of.busy_ns, "ns"}},
                            "compile-cache")});
}

Findings find_compiled_again(const RunFacts& facts, const ParameterValues& thresholds) {
  const CompileFacts& of = facts.compile;
  if (!of.judged || of.compilations.empty()) return std::nullopt;
  const double ns = std::min(of.again.ns, of.busy_ns);
  const double share = share_of(ns, whole_ns(facts));
  if (of.again.empty() || share < thresholds.number("again_share")) return nothing_found();
  return found(
      {.finding = fmt::format("{} of {} compilations ({}) were of a graph that had been compiled "
                              "before{}.",
                              format_count(of.again.count), format_count(of.compilations.count),
                              format_duration_ns(of.again.ns),
                              of.again_differs ? ", with other flags or another compiler"
                                               : " with the same flags and compiler"),
       .action = of.again_differs
                     ? "Use the same compiler flags and version in every process: they are part of "
                       "the cache's key."
                     : "Let all processes and restarts use one persistent cache: set "
                       "NEURON_COMPILE_CACHE_URL to shared storage.",
       .gain = RunFacts::of(ns, whole_ns(facts), "time of the repeated compilations"),
       .evidence = facts.at(
           of.again,
           {{"again", static_cast<double>(of.again.count), ""}, {"again_ns", of.again.ns, "ns"}},
           "compile-cache")});
}

Findings find_lock_waits(const RunFacts& facts, const ParameterValues& thresholds) {
  const CompileFacts& of = facts.compile;
  if (!of.judged) return std::nullopt;
  const double share = share_of(of.locked_ns, whole_ns(facts));
  if (of.locked.empty() || share < thresholds.number("compile_share")) return nothing_found();
  return found(
      {.finding = fmt::format("Processes waited {} for another one that compiled the same "
                              "graph; together these waits cover {}, {} of the run.",
                              counted(of.locked.count, "time", "times"),
                              format_duration_ns(of.locked_ns), format_percent(share)),
       .action = "Compile once ahead of time and start the fleet when the cache is filled; remove "
                 "locks that a dead process left.",
       .gain =
           RunFacts::of(of.locked_ns, whole_ns(facts), "time with a process waiting for a lock"),
       .evidence = facts.at(of.locked,
                            {{"lock_waits", static_cast<double>(of.locked.count), ""},
                             {"locked_ns", of.locked_ns, "ns"}},
                            "compile-cache")});
}

Findings find_cached_failures(const RunFacts& facts, const ParameterValues&) {
  const CompileFacts& of = facts.compile;
  if (!of.judged) return std::nullopt;
  if (of.cached_failures.empty()) return nothing_found();
  return found(
      {.finding = fmt::format("An earlier failed compilation was taken from the cache {}, so "
                              "the graph was not compiled.",
                              counted(of.cached_failures.count, "time", "times")),
       .action =
           "Read the failure's model.log, fix its cause, and delete the entry or compile with "
           "--retry_failed_compilation.",
       .gain = unknown_gain("not estimated: the graph does not run on the device at all"),
       .evidence =
           facts.at(of.cached_failures,
                    {{"cached_failures", static_cast<double>(of.cached_failures.count), ""}},
                    "compile-cache")});
}

}  // namespace nscope::analysis
