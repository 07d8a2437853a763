#include "importers/prometheus_text/known_metrics.h"

#include "importers/shared/printable.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace nscope::importers {
namespace {

constexpr std::string_view kUtilization = "neuroncore_utilization_ratio";
constexpr std::string_view kRuntimeMemory = "neuron_runtime_memory_used_bytes";

/// A family of a server without its prefix ("vllm:"), and the id of the metric.
using NamedMetric = std::pair<std::string_view, std::string_view>;

// If a server has several families for one id, the first one is used.
constexpr auto kHistograms =
    std::to_array<NamedMetric>({{"time_to_first_token_seconds", "ttft"},
                                {"request_time_per_output_token_seconds", "tpot"},
                                {"inter_token_latency_seconds", "itl"},
                                {"time_per_output_token_seconds", "itl"},
                                {"e2e_request_latency_seconds", "latency"},
                                {"request_queue_time_seconds", "queue"},
                                {"tgi_request_mean_time_per_token_duration", "tpot"},
                                {"tgi_request_duration", "latency"},
                                {"tgi_request_queue_duration", "queue"}});
constexpr auto kRequestGauges =
    std::to_array<NamedMetric>({{"num_requests_running", "requests_running"},
                                {"num_requests_waiting", "requests_waiting"},
                                {"num_running_reqs", "requests_running"},
                                {"num_queue_reqs", "requests_waiting"},
                                {"tgi_batch_current_size", "requests_running"},
                                {"tgi_queue_size", "requests_waiting"},
                                {"requests_processing", "requests_running"},
                                {"requests_deferred", "requests_waiting"}});
constexpr auto kCacheGauges =
    std::to_array<std::string_view>({"kv_cache_usage_perc", "gpu_cache_usage_perc", "token_usage",
                                     "kv_cache_usage_ratio"});

struct NamedCounter {
  std::string_view family;
  std::string_view total;  ///< id of the number
  std::string_view rate;   ///< id of the number per second; "" if none
  std::string_view unit;   ///< of the rate
};
constexpr auto kCounters = std::to_array<NamedCounter>(
    {{"generation_tokens_total", "generated_tokens", "throughput", "tokens/s"},
     {"prompt_tokens_total", "prompt_tokens", "", ""},
     {"request_success_total", "requests_completed", "requests_per_second", "requests/s"},
     {"num_preemptions_total", "preemptions", "", ""},
     {"tgi_request_generated_tokens_sum", "generated_tokens", "throughput", "tokens/s"},
     {"tgi_request_input_length_sum", "prompt_tokens", "", ""},
     {"tgi_request_success", "requests_completed", "requests_per_second", "requests/s"},
     {"tokens_predicted_total", "generated_tokens", "throughput", "tokens/s"}});

/// The name of the family in the file: `family` after any prefix "server:"; "" if there is none.
template <class Content>
std::string find_name(const std::map<std::string, Content, std::less<>>& families,
                      std::string_view family) {
  for (const auto& [name, content] : families) {
    const std::string_view shown = name;
    const std::size_t colon = shown.find(':');
    const std::string_view bare = colon == std::string_view::npos ? shown : shown.substr(colon + 1);
    if (bare == family) return name;
  }
  return {};
}

/// The sums of all series of a family by scrape.
std::map<std::size_t, double> sums_by_scrape(const MetricFamily& family) {
  std::map<std::size_t, double> sums;
  for (const MetricSeries& series : family.series) {
    for (const MetricSeries::Point& point : series.points) {
      if (std::isfinite(point.value)) sums[point.scrape] += point.value;
    }
  }
  return sums;
}

double mean_of(const std::map<std::size_t, double>& values) {
  double sum = 0.0;
  for (const auto& [scrape, value] : values) sum += value;
  return sum / static_cast<double>(values.size());
}

double largest_of(const std::map<std::size_t, double>& values) {
  double largest = values.begin()->second;
  for (const auto& [scrape, value] : values) largest = std::max(largest, value);
  return largest;
}

void put_metric(TraceWriter& out, std::string name, double value, std::string_view unit, Text note,
                Provenance provenance = Provenance::kImported) {
  if (!std::isfinite(value)) return;
  out.metric({.name = std::move(name),
              .value = value,
              .unit = std::string(unit),
              .provenance = provenance,
              .note = std::move(note)});
}

std::optional<Increase> increase_of_family(const Scrapes& scrapes, const std::string& name) {
  std::vector<const MetricSeries*> list;
  for (const MetricSeries& series : scrapes.family(name)->series) list.push_back(&series);
  return increase_of(scrapes, list);
}

void write_counters(const Scrapes& scrapes, TraceWriter& out) {
  std::set<std::string_view> written;
  for (const NamedCounter& counter : kCounters) {
    const std::string name = find_name(scrapes.families, counter.family);
    if (name.empty() || written.contains(counter.total)) continue;
    const auto increase = increase_of_family(scrapes, name);
    if (!increase) continue;
    written.insert(counter.total);
    put_metric(out, std::string(counter.total), increase->value, "count",
               since_text(increase->since_start));
    if (!counter.rate.empty() && increase->seconds > 0.0) {
      put_metric(out, std::string(counter.rate), increase->value / increase->seconds, counter.unit,
                 tr("{} divided by the time between the first and the last scrape", name),
                 Provenance::kMeasured);
    }
  }
  const std::string hits = find_name(scrapes.families, "prefix_cache_hits_total");
  const std::string queries = find_name(scrapes.families, "prefix_cache_queries_total");
  if (hits.empty() || queries.empty()) return;
  const auto found = increase_of_family(scrapes, hits);
  const auto asked = increase_of_family(scrapes, queries);
  if (found && asked && asked->value > 0.0 && found->since_start == asked->since_start) {
    put_metric(out, "prefix_hit_share", found->value / asked->value, "share",
               since_text(found->since_start), Provenance::kMeasured);
  }
}

void write_gauges(const Scrapes& scrapes, TraceWriter& out) {
  std::set<std::string_view> written;
  for (const auto& [family, id] : kRequestGauges) {
    const std::string name = find_name(scrapes.families, family);
    if (name.empty()) continue;
    const auto sums = sums_by_scrape(*scrapes.family(name));
    if (sums.empty() || !written.insert(id).second) continue;
    const Text note =
        tr_plural(sums.size(), "of {} scrape; sum over the engines of the server",
                  "of {} scrapes; sum over the engines of the server", as::count(sums.size()));
    put_metric(out, fmt::format("{}_mean", id), mean_of(sums), "count", note);
    put_metric(out, fmt::format("{}_peak", id), largest_of(sums), "count", note);
  }
  for (const std::string_view family : kCacheGauges) {
    const std::string name = find_name(scrapes.families, family);
    if (name.empty()) continue;
    double sum = 0.0;
    double largest = 0.0;
    std::size_t count = 0;
    for (const MetricSeries& series : scrapes.family(name)->series) {
      for (const MetricSeries::Point& point : series.points) {
        if (!std::isfinite(point.value)) continue;
        sum += point.value;
        largest = std::max(largest, point.value);
        ++count;
      }
    }
    if (count == 0) continue;
    put_metric(out, "kv_occupancy", sum / static_cast<double>(count), "share",
               tr("mean over scrapes and engines"));
    put_metric(out, "kv_occupancy_peak", largest, "share", tr("largest value of an engine"));
    return;
  }
}

Text bound_text(double value, std::string_view unit) {
  if (unit == "s") return tr("{}", as::seconds(value));
  return Text::verbatim(fmt::format("{:.6g}", value));
}

}  // namespace

std::optional<Increase> increase_of(const Scrapes& scrapes,
                                    std::span<const MetricSeries* const> list) {
  Increase between;
  double total = 0.0;
  bool known = false;
  std::int64_t first = std::numeric_limits<std::int64_t>::max();
  std::int64_t last = std::numeric_limits<std::int64_t>::min();
  for (const MetricSeries* const series : list) {
    if (series->points.empty()) continue;
    known = true;
    const MetricSeries::Point& begin = series->points.front();
    const MetricSeries::Point& end = series->points.back();
    total += end.value;
    // A series that appears later started at 0.
    const double before = begin.scrape == 0 ? begin.value : 0.0;
    if (end.value < before) between.since_start = true;
    between.value += end.value - before;
    first = std::min(first, begin.time);
    last = std::max(last, end.time);
  }
  if (!known || !std::isfinite(total)) return std::nullopt;
  if (scrapes.count < 2 || between.since_start) return Increase{total, true, 0.0};
  if (scrapes.timed && last > first) between.seconds = static_cast<double>(last - first) / 1e9;
  return between;
}

Text since_text(bool since_start) {
  return since_start ? tr("since the start of the server")
                     : tr("between the first and the last scrape");
}

std::string_view unit_of_name(std::string_view name) {
  for (const std::string_view suffix : {"_total", "_sum"}) {
    if (name.ends_with(suffix)) name.remove_suffix(suffix.size());
  }
  if (name.ends_with("_seconds")) return "s";
  // Text Generation Inference omits the unit of its durations.
  if (name.starts_with("tgi_") && name.ends_with("_duration")) return "s";
  if (name.ends_with("_bytes")) return "B";
  if (name.ends_with("_ratio") || name.ends_with("_perc")) return "share";
  return {};
}

void write_histogram_metrics(const HistogramSeries& series, const std::string& name,
                             std::string_view separator, std::string_view unit, TraceWriter& out) {
  const auto capture = series.capture();
  if (!capture || !(capture->buckets.count() > 0.0)) return;
  const double count = capture->buckets.count();
  const auto observations = as::count(static_cast<std::int64_t>(std::min(count, 1e15)));
  for (const auto& [label, share] : {std::pair("p50", 0.5), {"p90", 0.9}, {"p99", 0.99}}) {
    const auto estimate = quantile(capture->buckets, share);
    if (!estimate) continue;
    Metric metric{.name = fmt::format("{}{}{}", name, separator, label),
                  .value = estimate->value,
                  .unit = std::string(unit),
                  .provenance = Provenance::kApproximate,
                  .low = estimate->low,
                  .high = estimate->high};
    const Text low = bound_text(estimate->low, unit);
    const Text high = bound_text(estimate->high.value_or(estimate->low), unit);
    metric.note =
        !estimate->high
            ? tr("above {}, the last bound of the histogram of {} observations", low, observations)
        : capture->since_start
            ? tr("estimated between {} and {}, the bounds of its bucket in the histogram of {} "
                 "observations since the start of the server",
                 low, high, observations)
            : tr("estimated between {} and {}, the bounds of its bucket in the histogram of {} "
                 "observations between the first and the last scrape",
                 low, high, observations);
    out.metric(std::move(metric));
  }
  if (capture->buckets.sum) {
    put_metric(out, fmt::format("{}{}mean", name, separator), *capture->buckets.sum / count, unit,
               since_text(capture->since_start), Provenance::kMeasured);
  }
}

void write_serving_metrics(const Scrapes& scrapes, const Histograms& histograms, TraceWriter& out) {
  std::set<std::string_view> written;
  for (const auto& [family, id] : kHistograms) {
    const std::string name = find_name(histograms, family);
    if (name.empty() || written.contains(id)) continue;
    const auto total = sum_of(histograms.find(name)->second);
    if (!total && histograms.find(name)->second.empty()) continue;
    if (!total) {
      out.diagnose("different_buckets", Severity::kWarning,
                   tr("the histograms of '{}' have different bounds and cannot be added", name));
      continue;
    }
    written.insert(id);
    write_histogram_metrics(*total, std::string(id), "_", "s", out);
  }
  write_gauges(scrapes, out);
  write_counters(scrapes, out);
}

bool is_neuron_sample(std::string_view name) {
  return name == kUtilization || name == kRuntimeMemory;
}

void write_neuron_samples(const Scrapes& scrapes, CounterTracks& tracks, TraceWriter& out) {
  const auto runtime_of = [&](const MetricSeries& series) {
    const std::string_view tag = series.label("runtime_tag");
    return tracks.group({}, fmt::format("Neuron runtime {}", tag.empty() ? "?" : tag), 1);
  };
  std::map<std::string, std::map<std::size_t, double>, std::less<>> cores;
  if (const MetricFamily* const family = scrapes.family(kUtilization)) {
    for (const MetricSeries& series : family->series) {
      const std::string_view core = series.label("neuroncore");
      const TrackId track =
          tracks.group(runtime_of(series), fmt::format("NeuronCore {}", core), 10);
      if (!track.valid()) return;
      for (const MetricSeries::Point& point : series.points) {
        tracks.sample(track, "neuroncore_utilization", "%", TraceTime(point.time),
                      point.value * 100.0);
        if (std::isfinite(point.value)) cores[std::string(core)][point.scrape] += point.value;
      }
    }
  }
  for (const auto& [core, sums] : cores) {
    put_metric(
        out, fmt::format("neuroncore{}.utilization_mean", core), mean_of(sums) * 100.0, "%",
        tr_plural(sums.size(), "of {} scrape; sum over the runtimes",
                  "mean of {} scrapes; sum over the runtimes of each", as::count(sums.size())));
  }
  if (const MetricFamily* const family = scrapes.family(kRuntimeMemory)) {
    for (const MetricSeries& series : family->series) {
      const TrackId memory = tracks.group(runtime_of(series), "Memory", 40);
      if (!memory.valid()) return;
      for (const MetricSeries::Point& point : series.points) {
        tracks.sample(memory, series.label("memory_location"), "B", TraceTime(point.time),
                      point.value);
      }
    }
  }
}

}  // namespace nscope::importers
