#include "profiler/analysis/insights/rules.h"

#include <algorithm>

namespace nscope::analysis {
namespace {

/// Length of the whole run, ns.
double whole_ns(const RunFacts& facts) {
  return facts.ns((facts.trace.end() - facts.trace.begin()).value());
}

double share_of(double ns, double whole) {
  return whole > 0 ? ns / whole : 0.0;
}

}  // namespace

Findings find_shape_churn(const RunFacts& facts, const ParameterValues& thresholds) {
  const CompileFacts& of = facts.compile;
  if (!of.known) return std::nullopt;
  const double share = share_of(of.busy_ns, whole_ns(facts));
  const auto many = static_cast<double>(of.graphs) >= thresholds.number("compiled_graphs");
  if (!many || share < thresholds.number("compile_share")) return nothing_found();
  return found(
      {.finding = tr_plural(
           of.compilations.count,
           "Compilers ran for {} ({} of the run): {} compilation of {} graph.",
           "Compilers ran for {} ({} of the run): {} compilations of {} different graphs.",
           as::duration_ns(of.busy_ns), as::percent(share), as::count(of.compilations.count),
           of.graphs),
       .action =
           tr("Pad inputs to a few fixed shapes (buckets), compile these shapes ahead of time with "
              "neuron_parallel_compile, and keep the cache where every instance can read it."),
       .gain = RunFacts::of(of.busy_ns, whole_ns(facts),
                            phrase("time in which at least one compilation runs")),
       .evidence = facts.at(of.compilations,
                            {{"graphs", phrase("graphs"), static_cast<double>(of.graphs), ""},
                             {"compilations", phrase("compilations"),
                              static_cast<double>(of.compilations.count), ""},
                             {"compile_ns", phrase("time with compilations"), of.busy_ns, "ns"}},
                            "compile-cache")});
}

Findings find_compiled_again(const RunFacts& facts, const ParameterValues& thresholds) {
  const CompileFacts& of = facts.compile;
  if (!of.known || of.compilations.empty()) return std::nullopt;
  const double ns = std::min(of.again.ns, of.busy_ns);
  const double share = share_of(ns, whole_ns(facts));
  if (of.again.empty() || share < thresholds.number("again_share")) return nothing_found();
  return found(
      {.finding = of.again_differs
                      ? tr("{} of {} compilations ({}) were of a graph that had already been "
                           "compiled, with different flags or a different compiler.",
                           as::count(of.again.count), as::count(of.compilations.count),
                           as::duration_ns(of.again.ns))
                      : tr("{} of {} compilations ({}) were of a graph that had already been "
                           "compiled with the same flags and compiler.",
                           as::count(of.again.count), as::count(of.compilations.count),
                           as::duration_ns(of.again.ns)),
       .action = of.again_differs ? tr("Use the same compiler flags and version in every process, "
                                       "because they are part of the cache key.")
                                  : tr("Let all processes and restarts use one persistent cache: "
                                       "set NEURON_COMPILE_CACHE_URL to shared storage."),
       .gain = RunFacts::of(ns, whole_ns(facts), phrase("time of the repeated compilations")),
       .evidence = facts.at(
           of.again,
           {{"again", phrase("repeated compilations"), static_cast<double>(of.again.count), ""},
            {"again_ns", phrase("time of the repetitions"), of.again.ns, "ns"}},
           "compile-cache")});
}

Findings find_lock_waits(const RunFacts& facts, const ParameterValues& thresholds) {
  const CompileFacts& of = facts.compile;
  if (!of.known) return std::nullopt;
  const double share = share_of(of.locked_ns, whole_ns(facts));
  if (of.locked.empty() || share < thresholds.number("compile_share")) return nothing_found();
  return found(
      {.finding =
           tr_plural(of.locked.count,
                     "A process waited {} time for another process that compiled "
                     "the same graph. The wait takes {}, which is {} of the run.",
                     "Processes waited {} times for another process that compiled "
                     "the same graph. The waits cover {}, which is {} of the run.",
                     as::count(of.locked.count), as::duration_ns(of.locked_ns), as::percent(share)),
       .action = tr("Compile once ahead of time, start the fleet when the cache is "
                    "filled, and remove stale locks of terminated processes."),
       .gain = RunFacts::of(of.locked_ns, whole_ns(facts),
                            phrase("time in which at least one process waits for a lock")),
       .evidence = facts.at(
           of.locked,
           {{"lock_waits", phrase("waits for a lock"), static_cast<double>(of.locked.count), ""},
            {"locked_ns", phrase("time of the waits"), of.locked_ns, "ns"}},
           "compile-cache")});
}

Findings find_cached_failures(const RunFacts& facts, const ParameterValues&) {
  const CompileFacts& of = facts.compile;
  if (!of.known) return std::nullopt;
  if (of.cached_failures.empty()) return nothing_found();
  return found({.finding = tr_plural(of.cached_failures.count,
                                     "An earlier failed compilation was taken from the cache {} "
                                     "time, so the graph was not compiled.",
                                     "An earlier failed compilation was taken from the cache {} "
                                     "times, so the graph was not compiled.",
                                     as::count(of.cached_failures.count)),
                .action = tr("Read the model.log of the failed compilation, fix the cause, and "
                             "delete the cache entry or compile with --retry_failed_compilation."),
                .gain = unknown_gain(tr("not estimated: the graph does not run on the device")),
                .evidence = facts.at(of.cached_failures,
                                     {{"cached_failures", phrase("cached failures"),
                                       static_cast<double>(of.cached_failures.count), ""}},
                                     "compile-cache")});
}

}  // namespace nscope::analysis
