#include "profiler/analysis/insights/rules.h"
#include "profiler/base/format.h"

#include <algorithm>

#include <fmt/format.h>

namespace nscope::analysis {

Findings find_padding(const RunFacts& facts, const ParameterValues& thresholds) {
  const ServingFacts& of = facts.serving;
  const auto stated = facts.metric("padding_share");
  if (of.padded.empty() && !stated) return std::nullopt;
  const bool stated_each = !of.padded.empty() && of.bucket_tokens > 0;
  const double share = stated_each ? 1 - of.tokens / of.bucket_tokens : stated.value_or(0);
  if (share < thresholds.number("padding_share")) return nothing_found();
  const std::string action =
      "Add buckets near the lengths that occur most, or route requests to the smallest bucket that "
      "holds them; each bucket is one more graph to compile.";
  if (!stated_each) {
    return found(
        {.finding = fmt::format("{} of the computed positions are padding up to the size of "
                                "their bucket.",
                                format_percent(share)),
         .action = action,
         .gain = unknown_gain("not estimated: no execution states its lengths"),
         .evidence = facts.throughout({{"padding_share", share, "share"}}, "compile-cache")});
  }
  return found({.finding = fmt::format("{} computed {} positions for {}: {} are padding up to the "
                                       "size of their bucket.",
                                       counted(of.padded.count, "execution", "executions"),
                                       format_count(static_cast<std::int64_t>(of.bucket_tokens)),
                                       format_count(static_cast<std::int64_t>(of.tokens)),
                                       format_percent(share)),
                .action = action,
                .gain = RunFacts::of(of.padding_ns, facts.total_ns,
                                     "time of the executions times the padded share of each"),
                .evidence = facts.at(of.padded,
                                     {{"tokens", of.tokens, ""},
                                      {"bucket_tokens", of.bucket_tokens, ""},
                                      {"padding_share", share, "share"}},
                                     "serving-latency")});
}

Findings find_queueing(const RunFacts& facts, const ParameterValues& thresholds) {
  const ServingFacts& of = facts.serving;
  if (of.queued.empty() || of.prefilled.empty()) return std::nullopt;
  const double whole = of.queued.ns + of.prefilled.ns;
  const double share = whole > 0 ? of.queued.ns / whole : 0.0;
  if (share < thresholds.number("queue_share")) return nothing_found();
  const double mean = of.queued.ns / static_cast<double>(of.queued.count);
  return found(
      {.finding = fmt::format("Requests wait {} on average before their prefill begins: {} of the "
                              "time to their first token.",
                              format_duration_ns(mean), format_percent(share)),
       .action = "Add replicas or slots, or let prefill go before decode; if decode steps hold "
                 "prefills up, use chunked prefill.",
       .gain = unknown_gain(fmt::format("at most {} of the time to the first token; the run's own "
                                        "length follows its arrivals",
                                        format_percent(share))),
       .evidence =
           facts.at(of.queued, {{"queue_mean_ns", mean, "ns"}, {"queue_share", share, "share"}},
                    "serving-latency")});
}

Findings find_host_bound(const RunFacts& facts, const ParameterValues& thresholds) {
  const HostFacts& of = facts.host;
  if (!of.judged || of.span_ns <= 0) return std::nullopt;
  const double share = of.idle_ns / of.span_ns;
  if (share < thresholds.number("host_share") || of.end <= of.begin) return nothing_found();
  const std::string what =
      of.name.empty() ? std::string() : fmt::format(", the longest time in '{}'", of.name);
  return found(
      {.finding = fmt::format("For {} of {} no device does anything while the host works{}.",
                              format_duration_ns(of.idle_ns), format_duration_ns(of.span_ns), what),
       .action = "Launch ahead: asynchronous executions, sampling on the device, several decode "
                 "steps in one graph, and input pipelines that load the next batch meanwhile.",
       .gain = RunFacts::of(of.idle_ns, of.span_ns,
                            "host time without device activity, of the time from the first to the "
                            "last activity of a device"),
       .evidence = {
           .begin = of.begin,
           .end = of.end,
           .slice = of.slice,
           .numbers = {{"device_idle_ns", of.idle_ns, "ns"}, {"span_ns", of.span_ns, "ns"}},
           .analysis = "host-gaps"}});
}

}  // namespace nscope::analysis
