#include "profiler/analysis/insights/rules.h"

#include <algorithm>

namespace nscope::analysis {

Findings find_padding(const RunFacts& facts, const ParameterValues& thresholds) {
  const ServingFacts& of = facts.serving;
  const auto stated = facts.metric("padding_share");
  if (of.padded.empty() && !stated) return std::nullopt;
  const bool stated_each = !of.padded.empty() && of.bucket_tokens > 0;
  const double share = stated_each ? 1 - of.tokens / of.bucket_tokens : stated.value_or(0);
  if (share < thresholds.number("padding_share")) return nothing_found();
  const Text action = tr(
      "Add buckets near the most frequent lengths, or route requests to the smallest bucket that "
      "is large enough. Each bucket is one more graph to compile.");
  if (!stated_each) {
    return found(
        {.finding = tr("{} of the computed positions are padding up to the size of their bucket.",
                       as::percent(share)),
         .action = action,
         .gain = unknown_gain(tr("not estimated: no execution states its lengths")),
         .evidence = facts.throughout({{"padding_share", phrase("padding share"), share, "share"}},
                                      "compile-cache")});
  }
  return found(
      {.finding = tr_plural(of.padded.count,
                            "{} execution computed {} positions for {} tokens; {} of the "
                            "positions are padding up to the size of the bucket.",
                            "{} executions computed {} positions for {} tokens; {} of the "
                            "positions are padding up to the size of the buckets.",
                            as::count(of.padded.count),
                            as::count(static_cast<std::int64_t>(of.bucket_tokens)),
                            as::count(static_cast<std::int64_t>(of.tokens)), as::percent(share)),
       .action = action,
       .gain =
           RunFacts::of(of.padding_ns, facts.total_ns,
                        phrase("time of the executions multiplied by the padded share of each")),
       .evidence = facts.at(of.padded,
                            {{"tokens", phrase("tokens"), of.tokens, ""},
                             {"bucket_tokens", phrase("tokens with padding"), of.bucket_tokens, ""},
                             {"padding_share", phrase("padding share"), share, "share"}},
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
      {.finding = tr("Requests wait for {} on average before their prefill starts, which is {} of "
                     "their queue and prefill time.",
                     as::duration_ns(mean), as::percent(share)),
       .action =
           tr("Add replicas or batch slots, or prioritise prefill over decode. If decode steps "
              "delay prefills, use chunked prefill."),
       .gain = unknown_gain(
           tr("not estimated for the run, whose length depends on its arrivals; at most {} of the "
              "time to first token",
              as::percent(share))),
       .evidence = facts.at(of.queued,
                            {{"queue_mean_ns", phrase("mean wait in the queue"), mean, "ns"},
                             {"queue_share", phrase("queue share of the latency"), share, "share"}},
                            "serving-latency")});
}

Findings find_host_bound(const RunFacts& facts, const ParameterValues& thresholds) {
  const HostFacts& of = facts.host;
  if (!of.known || of.span_ns <= 0) return std::nullopt;
  const double share = of.idle_ns / of.span_ns;
  if (share < thresholds.number("host_share") || of.end <= of.begin) return nothing_found();
  return found(
      {.finding =
           of.name.empty()
               ? tr("For {} of {}, the host works while all devices are idle.",
                    as::duration_ns(of.idle_ns), as::duration_ns(of.span_ns))
               : tr("For {} of {}, the host works while all devices are idle. The longest idle "
                    "interval is during '{}'.",
                    as::duration_ns(of.idle_ns), as::duration_ns(of.span_ns), of.name),
       .action =
           tr("Launch work ahead: use asynchronous executions, sampling on the device, several "
              "decode steps in one graph, and input pipelines that load the next batch in the "
              "background."),
       .gain = RunFacts::of(
           of.idle_ns, of.span_ns,
           phrase("host time without device activity, as a share of the time from the first to the "
                  "last device activity")),
       .evidence = {
           .begin = of.begin,
           .end = of.end,
           .slice = of.slice,
           .numbers = {{"device_idle_ns", phrase("idle time of the device"), of.idle_ns, "ns"},
                       {"span_ns", phrase("whole time"), of.span_ns, "ns"}},
           .analysis = "host-gaps"}});
}

}  // namespace nscope::analysis
