#include "importers/prometheus_text/series_tracks.h"

#include "importers/prometheus_text/known_metrics.h"
#include "profiler/trace/vocabulary.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <utility>

#include <fmt/format.h>

namespace nscope::importers {
namespace {

constexpr std::size_t kMostSeriesMetrics = 5'000;

/// Labels that describe the source even if only one family has them.
constexpr auto kSourceLabels =
    std::to_array<std::string_view>({"availability_zone", "instance_id", "instance_name",
                                     "instance_type", "model_name", "region", "subnet_id"});

/// `{engine="0"}`: the labels that are not common; "" if there are none.
std::string label_text(const MetricLabels& labels, const CommonLabels& common) {
  std::string text;
  for (const auto& [name, value] : labels) {
    if (common.contains(name)) continue;
    text += fmt::format("{}{}=\"{}\"", text.empty() ? "{" : ",", name, value);
  }
  return text.empty() ? text : text + "}";
}

/// "vllm" for "vllm:num_requests_running", "neuron" for "neuron_runtime_vcpu_usage_ratio".
std::string_view source_of_name(std::string_view name) {
  const std::size_t colon = name.find(':');
  if (colon != std::string_view::npos && colon > 0) return name.substr(0, colon);
  return name.substr(0, name.find('_'));
}

/// Whether the samples of a family are parts of histograms, or times of creation.
bool is_part(const std::string& name, const Histograms& histograms) {
  if (name.ends_with("_created")) return true;
  for (const std::string_view suffix : {"_bucket", "_sum", "_count"}) {
    if (!name.ends_with(suffix)) continue;
    if (histograms.contains(name.substr(0, name.size() - suffix.size()))) return true;
  }
  return false;
}

bool is_info(const std::string& name, const MetricFamily& family) {
  const bool all_one =
      std::all_of(family.series.begin(), family.series.end(), [](const MetricSeries& series) {
        return !series.labels.empty() && !series.points.empty() &&
               series.points.back().value == 1.0;
      });
  return all_one && (name.ends_with("_info") || family.type == "info");
}

class SeriesWriter {
 public:
  SeriesWriter(const Scrapes& scrapes, const CommonLabels& common, CounterTracks& tracks,
               TraceWriter& out)
      : scrapes_(scrapes), common_(common), tracks_(tracks), out_(out) {}

  void write(const std::string& name, const MetricFamily& family) {
    const bool counter = family.type == "counter" || name.ends_with("_total");
    for (const MetricSeries& series : family.series) {
      const std::string labels = label_text(series.labels, common_);
      write_track(name, labels, series);
      if (has_room()) write_metric(name + labels, name, series, counter);
    }
  }

  void write(const std::string& name, const HistogramSeries& series) {
    const std::string labels = label_text(series.labels, common_);
    if (has_room()) {
      write_histogram_metrics(series, name + labels, ".", unit_of_name(name), out_);
    }
    if (series.points.size() < 2) return;
    const TrackId group = tracks_.group(family_group(name), labels.empty() ? "all" : labels);
    if (!group.valid()) return;
    for (std::size_t i = 1; i < series.points.size(); ++i) {
      const auto between = series.points[i].buckets.since(series.points[i - 1].buckets);
      if (!between) continue;
      for (const auto& [label, share] : {std::pair("p50", 0.5), {"p99", 0.99}}) {
        const auto estimate = quantile(*between, share);
        if (!estimate) continue;
        tracks_.sample(group, label, unit_of_name(name), TraceTime(series.points[i].time),
                       estimate->value);
      }
    }
  }

 private:
  bool has_room() {
    if (++metrics_ <= kMostSeriesMetrics) return true;
    out_.diagnose("too_many_metrics", Severity::kInfo,
                  tr("a time series has a track but no metric: a run can have metrics of at most "
                     "{} time series",
                     as::count(kMostSeriesMetrics)));
    return false;
  }

  TrackId family_group(const std::string& name) {
    const TrackId source = tracks_.group({}, source_of_name(name), 20);
    return source.valid() ? tracks_.group(source, name) : source;
  }

  void write_track(const std::string& name, const std::string& labels, const MetricSeries& series) {
    if (series.points.empty()) return;
    const bool alone = labels.empty();
    const TrackId parent = alone ? tracks_.group({}, source_of_name(name), 20) : family_group(name);
    if (!parent.valid()) return;
    for (const MetricSeries::Point& point : series.points) {
      tracks_.sample(parent, alone ? name : labels, unit_of_name(name), TraceTime(point.time),
                     point.value);
    }
  }

  void write_metric(std::string shown, const std::string& name, const MetricSeries& series,
                    bool counter) {
    Metric metric{.name = std::move(shown),
                  .unit = std::string(unit_of_name(name)),
                  .provenance = Provenance::kImported};
    if (counter) {
      const MetricSeries* const list[] = {&series};
      const auto increase = increase_of(scrapes_, list);
      if (!increase) return;
      if (metric.unit.empty()) metric.unit = "count";
      metric.value = increase->value;
      metric.note = since_text(increase->since_start);
    } else {
      double sum = 0.0;
      std::size_t count = 0;
      for (const MetricSeries::Point& point : series.points) {
        if (!std::isfinite(point.value)) continue;
        sum += point.value;
        ++count;
      }
      if (count == 0) return;
      metric.value = sum / static_cast<double>(count);
      metric.note = tr_plural(count, "of {} scrape", "mean of {} scrapes", as::count(count));
    }
    if (std::isfinite(metric.value)) out_.metric(std::move(metric));
  }

  const Scrapes& scrapes_;
  const CommonLabels& common_;
  CounterTracks& tracks_;
  TraceWriter& out_;
  std::size_t metrics_ = 0;
};

}  // namespace

CommonLabels common_labels(const Scrapes& scrapes) {
  struct Seen {
    std::string value;
    bool differs = false;
    std::string family;
    bool several = false;  // families
  };
  std::map<std::string, Seen, std::less<>> seen;
  for (const auto& [name, family] : scrapes.families) {
    for (const MetricSeries& series : family.series) {
      for (const auto& [label, value] : series.labels) {
        if (label == "le" || label == "quantile") continue;
        const auto [entry, added] = seen.try_emplace(label, Seen{value, false, name, false});
        if (added) continue;
        entry->second.differs = entry->second.differs || entry->second.value != value;
        entry->second.several = entry->second.several || entry->second.family != name;
      }
    }
  }
  CommonLabels common;
  for (auto& [label, of] : seen) {
    const bool source =
        std::find(kSourceLabels.begin(), kSourceLabels.end(), label) != kSourceLabels.end();
    if (!of.differs && (source || of.several)) common.emplace(label, std::move(of.value));
  }
  return common;
}

void write_label_properties(const Scrapes& scrapes, const CommonLabels& common, TraceWriter& out) {
  for (const auto& [label, value] : common) {
    if (!value.empty()) out.property(label, PropertyValue(value));
  }
  constexpr std::size_t kMostProperties = 1000;
  std::set<std::string> written;
  for (const auto& [name, family] : scrapes.families) {
    if (!is_info(name, family)) continue;
    for (const MetricSeries& series : family.series) {
      for (const auto& [label, value] : series.labels) {
        if (value.empty() || common.contains(label) || written.size() >= kMostProperties) continue;
        const std::string key = fmt::format("{}.{}", name, label);
        if (written.insert(key).second) out.property(key, PropertyValue(value));
      }
    }
  }
}

void write_series(const Scrapes& scrapes, const Histograms& histograms, const CommonLabels& common,
                  CounterTracks& tracks, TraceWriter& out) {
  SeriesWriter writer(scrapes, common, tracks, out);
  for (const auto& [name, family] : scrapes.families) {
    if (is_neuron_sample(name) || is_part(name, histograms) || is_info(name, family)) continue;
    writer.write(name, family);
  }
  for (const auto& [name, list] : histograms) {
    for (const HistogramSeries& series : list) writer.write(name, series);
  }
}

}  // namespace nscope::importers
