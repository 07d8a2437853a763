#include "profiler/base/order_statistics.h"
#include "simcore/engine/serving/simulate_serving.h"

#include <algorithm>
#include <numeric>

namespace nscope::sim {
namespace {

class MetricWriter {
 public:
  void add(std::string name, double value, std::string unit, Text note = {}) {
    metrics_.push_back({.name = std::move(name),
                        .value = value,
                        .unit = std::move(unit),
                        .provenance = Provenance::kSimulated,
                        .note = std::move(note)});
  }
  /// Adds mean and percentiles unless there are no values.
  void spread(const std::string& name, std::vector<double> values, const Text& note) {
    if (values.empty()) return;
    std::sort(values.begin(), values.end());
    add(name + "_mean",
        std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size()),
        "s", note);
    for (const auto& [suffix, share] : {std::pair("_p50", 0.5), {"_p90", 0.9}, {"_p99", 0.99}}) {
      add(name + suffix, sorted_quantile(values, share), "s", note);
    }
  }
  std::vector<Metric> take() { return std::move(metrics_); }

 private:
  std::vector<Metric> metrics_;
};

/// Times of the completed requests.
struct Times {
  std::vector<double> first, per_token, whole, queue, response;
  std::int64_t tokens = 0;  ///< of all requests, including unfinished ones
  double gaps = 0;          ///< s between the tokens of completed requests
  std::int64_t gap_count = 0;
  int kept = 0;            ///< number of requests within the latency limits
  Picoseconds begin = -1;  ///< first arrival
};

Times times_of(const ServingPlan& plan, const ServingRun& run) {
  Times times;
  const ServiceLevel& level = plan.setup.level;
  for (const RequestRecord& record : run.requests) {
    if (record.arrival >= 0 && (times.begin < 0 || record.arrival < times.begin)) {
      times.begin = record.arrival;
    }
    times.tokens += record.generated;
    if (record.state != RequestRecord::State::kCompleted) continue;
    const double first = to_seconds(record.first_token - record.arrival);
    const double whole = to_seconds(record.finished - record.arrival);
    times.first.push_back(first);
    times.whole.push_back(whole);
    times.queue.push_back(to_seconds(record.admitted - record.arrival));
    times.response.push_back(whole / record.output_tokens);
    double per_token = 0;
    if (record.output_tokens > 1) {
      const double gaps = to_seconds(record.finished - record.first_token);
      per_token = gaps / (record.output_tokens - 1);
      times.per_token.push_back(per_token);
      times.gaps += gaps;
      times.gap_count += record.output_tokens - 1;
    }
    if ((!level.ttft || first <= *level.ttft) && (!level.tpot || per_token <= *level.tpot)) {
      ++times.kept;
    }
  }
  return times;
}

void add_gaps(MetricWriter& out, const ServingPlan& plan, const ServingRun& run,
              const Times& times) {
  const double counted = plan.setup.counted_tokens;
  if (plan.setup.latency_per_token && !times.response.empty()) {
    const double sum = std::accumulate(times.response.begin(), times.response.end(), 0.0);
    out.add("itl_mean", sum / static_cast<double>(times.response.size()) / counted, "s",
            tr("end-to-end latency divided by the tokens, as defined by the load generator"));
  } else if (times.gap_count > 0) {
    out.add("itl_mean", times.gaps / static_cast<double>(times.gap_count), "s",
            tr("mean of all tokens except the first of each request"));
  }
  StepHistogram gaps;
  for (const ReplicaTotals& totals : run.replicas) gaps.merge(totals.gaps);
  if (gaps.count() == 0) return;
  for (const auto& [name, share] :
       {std::pair("itl_p50", 0.5), {"itl_p90", 0.9}, {"itl_p99", 0.99}}) {
    out.add(name, gaps.quantile(share), "s",
            plan.setup.speculation
                ? tr("between two steps, which may generate several tokens each")
                : tr("between two tokens of a request, with a resolution of 1.1 %"));
  }
}

void add_resources(MetricWriter& out, const ServingPlan& plan, const ServingRun& run) {
  ReplicaTotals sum;
  double peak = 0;
  for (const ReplicaTotals& totals : run.replicas) {
    sum.busy += totals.busy;
    sum.slot_seconds += totals.slot_seconds;
    sum.cache_seconds += totals.cache_seconds;
    sum.steps += totals.steps;
    sum.prefills += totals.prefills;
    sum.preemptions += totals.preemptions;
    sum.adapter_swaps += totals.adapter_swaps;
    sum.adapter_hits += totals.adapter_hits;
    peak = std::max(peak, totals.cache_peak);
  }
  const double there = run.replica_seconds;
  if (there > 0) {
    out.add("utilisation", to_seconds(sum.busy) / there, "share",
            tr("share of time in which replicas execute"));
    out.add("slot_occupancy", sum.slot_seconds / (there * plan.slots), "share",
            tr("mean share of compiled slots in use"));
    out.add("kv_occupancy", sum.cache_seconds / there, "share",
            tr("mean share of the KV cache that contains tokens"));
  }
  out.add("kv_occupancy_peak", peak, "share");
  out.add("decode_steps", static_cast<double>(sum.steps), "count");
  out.add("prefills", static_cast<double>(sum.prefills), "count");
  out.add("preemptions", static_cast<double>(sum.preemptions), "count");
  out.add("replica_hours", there / 3600, "h");
  out.add("replicas_most", run.most_replicas, "count", tr("maximum number of concurrent replicas"));
  if (plan.setup.adapters) {
    out.add("adapter_swaps", static_cast<double>(sum.adapter_swaps), "count");
    out.add("adapter_hits", static_cast<double>(sum.adapter_hits), "count");
  }
  if (plan.setup.disaggregation) {
    out.add("kv_transferred_bytes", run.transferred, "B", tr("from prefill to decode replicas"));
  }
  if (plan.setup.prefix) {
    double cached = 0;
    double prompts = 0;
    for (const RequestRecord& record : run.requests) {
      if (record.prefilled < 0) continue;
      cached += record.cached_tokens;
      prompts += record.input_tokens;
    }
    if (prompts > 0) {
      out.add("prefix_hit_share", cached / prompts, "share", tr("share of the prompt tokens"));
    }
  }
}

}  // namespace

std::vector<Metric> serving_metrics(const ServingPlan& plan, const ServingRun& run) {
  const Times times = times_of(plan, run);
  MetricWriter out;
  out.spread("ttft", times.first, tr("from the arrival of a request to its first token"));
  out.spread("tpot", times.per_token, tr("mean time between the tokens of a request"));
  add_gaps(out, plan, run, times);
  out.spread("latency", times.whole, tr("from the arrival of a request to its last token"));
  out.spread("queue", times.queue, tr("from the arrival of a request to its prefill"));
  const double span =
      to_seconds(run.end - std::max<Picoseconds>(0, times.begin)) + plan.setup.client_seconds;
  const int completed = run.count(RequestRecord::State::kCompleted);
  if (span > 0) {
    out.add("throughput", plan.setup.counted_tokens * static_cast<double>(times.tokens) / span,
            "tokens/s", tr("generated tokens between the first arrival and the last token"));
    out.add("requests_per_second", completed / span, "requests/s");
    out.add("goodput", times.kept / span, "requests/s",
            plan.setup.level.empty() ? tr("all completed requests, because no latency limit is set")
                                     : tr("completed requests within the latency limits"));
  }
  if (completed > 0) {
    out.add("goodput_share", 1.0 * times.kept / static_cast<double>(run.requests.size()), "share",
            tr("share of all requests"));
  }
  out.add("requests_completed", completed, "count");
  out.add("requests_rejected", run.count(RequestRecord::State::kRejected), "count",
          tr("requests longer than the compiled sequence length"));
  if (plan.setup.admission.limits()) {
    out.add("requests_refused", run.count(RequestRecord::State::kRefused), "count",
            tr("requests refused by the admission limits, which are not part of goodput"));
    std::int64_t retries = 0;
    for (const RequestRecord& record : run.requests) retries += record.retries;
    if (retries > 0) {
      out.add("retries", static_cast<double>(retries), "count",
              tr("refused requests that their users sent again after a back-off"));
    }
  }
  out.add("requests_unfinished", run.count(RequestRecord::State::kUnfinished), "count");
  if (run.capacity.possible > 0) {
    out.add("capacity", run.capacity.possible, "requests/s", run.capacity.arithmetic);
  }
  add_resources(out, plan, run);
  return out.take();
}

Text instability(const ServingRun& run) {
  if (run.capacity.offered <= 0 || run.capacity.stable()) return {};
  if (const int refused = run.count(RequestRecord::State::kRefused); refused > 0) {
    return tr("load above capacity: {}; {} of {} requests are refused", run.capacity.arithmetic,
              as::count(refused), as::count(static_cast<std::int64_t>(run.requests.size())));
  }
  return tr(
      "load above capacity: {}; the queue grows without bound, so latencies depend on the "
      "length of the run",
      run.capacity.arithmetic);
}

}  // namespace nscope::sim
