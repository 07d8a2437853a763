#include "importers/prometheus_text/histogram.h"

#include "importers/shared/printable.h"
#include "importers/shared/text_lines.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>

namespace nscope::importers {
namespace {

/// Prometheus writes "+Inf" for the last bucket.
std::optional<double> bound_of(std::string_view text) {
  if (text.starts_with('+')) text.remove_prefix(1);
  if (text == "Inf" || text == "inf" || text == "INF") {
    return std::numeric_limits<double>::infinity();
  }
  return parse_number(text);
}

MetricLabels without_bound(const MetricLabels& labels) {
  MetricLabels rest;
  std::copy_if(labels.begin(), labels.end(), std::back_inserter(rest),
               [](const auto& label) { return label.first != "le"; });
  std::sort(rest.begin(), rest.end());
  return rest;
}

bool is_consistent(const Buckets& buckets) {
  double before = 0.0;
  for (const auto& [bound, count] : buckets.cumulative) {
    if (!std::isfinite(count) || count < before) return false;
    before = count;
  }
  return std::isinf(buckets.cumulative.rbegin()->first);
}

}  // namespace

std::optional<Buckets> Buckets::since(const Buckets& before) const {
  Buckets result;
  double last = 0.0;
  for (const auto& [bound, count] : cumulative) {
    const auto old = before.cumulative.find(bound);
    if (old == before.cumulative.end() || count < old->second) return std::nullopt;
    last = std::max(last, count - old->second);
    result.cumulative[bound] = last;
  }
  if (sum && before.sum) result.sum = *sum - *before.sum;
  return result;
}

std::optional<QuantileEstimate> quantile(const Buckets& buckets, double share) {
  const double count = buckets.count();
  if (!(count > 0.0)) return std::nullopt;
  const double rank = share * count;
  double lower = 0.0;  // observations are times or sizes, so the first bucket starts at 0
  double below = 0.0;
  bool first = true;
  for (const auto& [bound, cumulative] : buckets.cumulative) {
    if (cumulative >= rank && cumulative > below) {
      if (std::isinf(bound)) {
        if (first) return std::nullopt;
        return QuantileEstimate{lower, lower, std::nullopt};
      }
      if (first && bound <= 0.0) return QuantileEstimate{bound, bound, bound};
      const double part = std::clamp((rank - below) / (cumulative - below), 0.0, 1.0);
      return QuantileEstimate{lower + (bound - lower) * part, lower, bound};
    }
    lower = bound;
    below = cumulative;
    first = false;
  }
  return std::nullopt;
}

std::optional<HistogramSeries::Capture> HistogramSeries::capture() const {
  if (points.empty()) return std::nullopt;
  const Buckets& last = points.back().buckets;
  if (points.size() > 1) {
    const auto between = last.since(points.front().buckets);
    if (between && between->count() > 0.0) return Capture{*between, false};
  }
  return Capture{last, true};
}

namespace {

std::vector<HistogramSeries> histograms_named(const Scrapes& scrapes, const std::string& name,
                                              const MetricFamily& family, TraceWriter& out) {
  std::map<MetricLabels, std::map<std::size_t, HistogramSeries::Point>> groups;
  for (const MetricSeries& series : family.series) {
    const auto bound = bound_of(series.label("le"));
    auto& points = groups[without_bound(series.labels)];
    for (const MetricSeries::Point& point : series.points) {
      HistogramSeries::Point& at = points[point.scrape];
      at.time = point.time;
      at.scrape = point.scrape;
      // A bound that cannot be read makes the histogram inconsistent.
      at.buckets.cumulative[bound.value_or(-1.0)] =
          bound ? point.value : std::numeric_limits<double>::quiet_NaN();
    }
  }
  if (const MetricFamily* const sums = scrapes.family(name + "_sum")) {
    for (const MetricSeries& series : sums->series) {
      const auto group = groups.find(without_bound(series.labels));
      if (group == groups.end()) continue;
      for (const MetricSeries::Point& point : series.points) {
        const auto at = group->second.find(point.scrape);
        if (at != group->second.end() && std::isfinite(point.value)) {
          at->second.buckets.sum = point.value;
        }
      }
    }
  }
  std::vector<HistogramSeries> result;
  for (auto& [labels, points] : groups) {
    HistogramSeries series{.labels = labels, .points = {}};
    for (auto& [scrape, point] : points) {
      if (is_consistent(point.buckets)) {
        series.points.push_back(std::move(point));
      } else {
        out.diagnose("odd_histogram", Severity::kWarning,
                     tr("a histogram of '{}' was skipped: its buckets decrease, or the last bound "
                        "is not +Inf",
                        name));
      }
    }
    if (!series.points.empty()) result.push_back(std::move(series));
  }
  return result;
}

}  // namespace

Histograms histograms_of(const Scrapes& scrapes, TraceWriter& out) {
  constexpr std::string_view kSuffix = "_bucket";
  Histograms all;
  for (const auto& [bucket, family] : scrapes.families) {
    if (!bucket.ends_with(kSuffix)) continue;
    if (family.series.empty() || family.series.front().label("le").empty()) continue;
    const std::string name = bucket.substr(0, bucket.size() - kSuffix.size());
    all.emplace(name, histograms_named(scrapes, name, family, out));
  }
  return all;
}

std::optional<HistogramSeries> sum_of(const std::vector<HistogramSeries>& list) {
  if (list.empty()) return std::nullopt;
  HistogramSeries total = list.front();
  for (std::size_t i = 1; i < list.size(); ++i) {
    std::vector<HistogramSeries::Point> points;
    for (HistogramSeries::Point& point : total.points) {
      const auto other =
          std::find_if(list[i].points.begin(), list[i].points.end(),
                       [&](const HistogramSeries::Point& at) { return at.scrape == point.scrape; });
      if (other == list[i].points.end()) continue;
      if (other->buckets.cumulative.size() != point.buckets.cumulative.size()) return std::nullopt;
      for (auto& [bound, count] : point.buckets.cumulative) {
        const auto more = other->buckets.cumulative.find(bound);
        if (more == other->buckets.cumulative.end()) return std::nullopt;
        count += more->second;
      }
      if (point.buckets.sum && other->buckets.sum) {
        *point.buckets.sum += *other->buckets.sum;
      } else {
        point.buckets.sum.reset();
      }
      points.push_back(std::move(point));
    }
    total.points = std::move(points);
  }
  if (total.points.empty()) return std::nullopt;
  return total;
}

}  // namespace nscope::importers
