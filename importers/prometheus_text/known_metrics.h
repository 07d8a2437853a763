#pragma once

#include "importers/prometheus_text/histogram.h"
#include "importers/prometheus_text/scrapes.h"
#include "importers/shared/counter_tracks.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace nscope::importers {

/// The unit of a sample name by the rules of Prometheus: "s" for "..._seconds", "B" for
/// "..._bytes", "share" for "..._ratio".
std::string_view unit_of_name(std::string_view name);

/// Writes p50, p90, p99 and the mean of a histogram as metrics "<name><separator>p50", the
/// quantiles with the bounds of their buckets. Does nothing without observations.
void write_histogram_metrics(const HistogramSeries& series, const std::string& name,
                             std::string_view separator, std::string_view unit, TraceWriter& out);

/// Writes the metrics of servers (vLLM and others with the same names) under the ids that
/// simulations use: ttft_p50, tpot_p50, throughput, kv_occupancy and so on. docs/formats/
/// prometheus-text.md lists them.
void write_serving_metrics(const Scrapes& scrapes, const Histograms& histograms, TraceWriter& out);

/// What a counter family counted between its first and last scrape, or since the start of the
/// server if there is one scrape or a series decreased.
struct Increase {
  double value = 0.0;
  bool since_start = false;
  double seconds = 0.0;  ///< between the scrapes; 0 if unknown
};
/// The increase of these series together; nullopt without samples.
std::optional<Increase> increase_of(const Scrapes& scrapes,
                                    std::span<const MetricSeries* const> list);
Text since_text(bool since_start);

/// Writes the samples of neuron-monitor-prometheus on the tracks of neuron-monitor, so that both
/// captures of a machine look the same, and the mean utilisation of each core.
void write_neuron_samples(const Scrapes& scrapes, CounterTracks& tracks, TraceWriter& out);
/// Whether write_neuron_samples() writes the samples of this name.
bool is_neuron_sample(std::string_view name);

}  // namespace nscope::importers
