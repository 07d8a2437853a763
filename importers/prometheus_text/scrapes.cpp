#include "importers/prometheus_text/scrapes.h"

#include "importers/shared/printable.h"
#include "importers/shared/text_lines.h"
#include "importers/shared/unix_time.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace nscope::importers {
namespace {

constexpr std::size_t kMostSeries = 50'000;
constexpr std::int64_t kSecond = 1'000'000'000;

/// The time in a line that is not a sample: "# 2026-11-26T12:00:00Z", "=== 1700000000 ===".
std::optional<std::int64_t> stamp_of_line(std::string_view line) {
  if (const auto stamp = find_time_stamp(line, Fraction::kDecimal)) return stamp->ns;
  std::optional<std::int64_t> found;
  for (const std::string_view word : words(line.substr(0, 200))) {
    const auto number = parse_number(word);
    if (!number || *number < 1e9) continue;
    if (found) return std::nullopt;
    found = unix_nanoseconds(*number);
  }
  return found;
}

}  // namespace

std::string_view MetricSeries::label(std::string_view name) const {
  for (const auto& [key, value] : labels) {
    if (key == name) return value;
  }
  return {};
}

const MetricFamily* Scrapes::family(std::string_view name) const {
  const auto found = families.find(name);
  return found == families.end() ? nullptr : &found->second;
}

void ScrapeReader::read(std::string_view line, std::int64_t number) {
  if (line.empty()) return;
  if (line.starts_with('#')) {
    if (line == "# EOF") {
      ended_ = true;
    } else if (const auto type = parse_type(line)) {
      if (types_.size() < kMostSeries) types_[printable(type->name)] = type->type;
    } else if (!is_exposition_comment(line)) {
      if (const auto stamp = stamp_of_line(line)) begin_scrape(stamp);
    }
    return;
  }
  if (auto sample = parse_sample(line)) return add(std::move(*sample));
  if (const auto stamp = stamp_of_line(line)) return begin_scrape(stamp);
  const bool damaged = line.find('{') != std::string_view::npos;
  out_.diagnose(damaged ? "broken_sample" : "other_line",
                damaged ? Severity::kWarning : Severity::kInfo,
                tr("line {}: a line that is not a sample was skipped: '{}'", number,
                   printable_start(line, 80)));
}

void ScrapeReader::begin_scrape(std::optional<std::int64_t> stamp_ns) {
  // Two stamps before the same scrape: the second one is nearer.
  const bool empty = !stamps_.empty() && !ended_ &&
                     (samples_.empty() || samples_.back().scrape + 1 != stamps_.size());
  if (empty) {
    stamps_.back() = stamp_ns;
  } else {
    stamps_.push_back(stamp_ns);
  }
  ended_ = false;
}

std::string ScrapeReader::type_of(std::string_view name) const {
  if (const auto known = types_.find(std::string(name)); known != types_.end()) {
    return known->second;
  }
  for (const std::string_view suffix :
       {"_bucket", "_sum", "_count", "_total", "_created", "_info"}) {
    if (!name.ends_with(suffix)) continue;
    const auto family = types_.find(std::string(name.substr(0, name.size() - suffix.size())));
    if (family != types_.end()) return family->second;
  }
  return {};
}

MetricSeries* ScrapeReader::series_of(const ExpositionSample& sample) {
  key_ = sample.name;
  for (const auto& [name, value] : sample.labels) {
    key_ += '\0';
    key_ += name;
    key_ += '\1';
    key_ += value;
  }
  const auto known = series_.find(key_);
  if (known != series_.end()) return known->second;
  if (series_.size() >= kMostSeries) {
    out_.diagnose("too_many_series", Severity::kWarning,
                  tr("a sample of '{}' was skipped: a file can have at most {} time series",
                     printable(sample.name), as::count(kMostSeries)));
    return nullptr;
  }
  const std::string name = printable(sample.name);
  MetricFamily& family = scrapes_.families[name];
  if (family.series.empty()) family.type = type_of(name);
  MetricSeries& series = family.series.emplace_back();
  for (const auto& [label, value] : sample.labels) {
    series.labels.emplace_back(printable(label), printable(value));
  }
  return series_.emplace(key_, &series).first->second;
}

void ScrapeReader::add(ExpositionSample sample) {
  MetricSeries* const series = series_of(sample);
  if (series == nullptr) return;
  if (ended_) begin_scrape(std::nullopt);
  const std::size_t scrape = stamps_.size() - 1;
  if (!series->points.empty() && series->points.back().scrape == scrape) {
    begin_scrape(std::nullopt);
  }
  std::optional<std::int64_t> stamp;
  if (sample.stamp) {
    stamp = unix_nanoseconds(*sample.stamp);
    if (!stamp) {
      out_.diagnose("odd_time_stamp", Severity::kWarning,
                    tr("the time stamp of a sample of '{}' was ignored: it is not a Unix time",
                       printable(sample.name)));
    }
  }
  if (std::isnan(sample.value)) {
    out_.diagnose("not_a_finite_number", Severity::kInfo,
                  tr("a value of '{}' is not a number and was skipped", printable(sample.name)));
  }
  // NaN is kept here, because it also shows where a scrape begins.
  series->points.push_back({.scrape = stamps_.size() - 1, .value = sample.value});
  samples_.push_back({series, stamps_.size() - 1, stamp, sample.value});
}

Scrapes ScrapeReader::take() {
  // A stamp after the last sample starts nothing.
  while (!stamps_.empty() && (samples_.empty() || samples_.back().scrape + 1 < stamps_.size())) {
    stamps_.pop_back();
  }
  scrapes_.count = stamps_.size();
  std::vector<std::optional<std::int64_t>> stamps = stamps_;
  for (const Raw& sample : samples_) {
    if (sample.stamp_ns && !stamps[sample.scrape]) stamps[sample.scrape] = sample.stamp_ns;
  }
  scrapes_.timed = !stamps.empty() && std::all_of(stamps.begin(), stamps.end(),
                                                  [](const auto& at) { return at.has_value(); });
  if (scrapes_.timed) {
    std::int64_t first = *stamps.front();
    for (const auto& stamp : stamps) first = std::min(first, *stamp);
    for (const Raw& sample : samples_) first = std::min(first, sample.stamp_ns.value_or(first));
    scrapes_.origin_ns = first;
    for (std::size_t i = 1; i < stamps.size(); ++i) {
      if (*stamps[i] >= *stamps[i - 1]) continue;
      out_.diagnose("time_goes_back", Severity::kWarning,
                    tr("a scrape is before the scrape before it; the clock was set back, or the "
                       "file consists of several files"));
    }
  } else if (scrapes_.count > 1) {
    out_.diagnose("no_time_stamps", Severity::kInfo,
                  tr("the scrapes have no time stamps: they are shown one second apart, and rates "
                     "are unknown"),
                  static_cast<std::int64_t>(scrapes_.count));
  }
  for (auto& [name, family] : scrapes_.families) {
    for (MetricSeries& series : family.series) series.points.clear();
  }
  for (const Raw& sample : samples_) {
    if (std::isnan(sample.value)) continue;
    std::int64_t time = static_cast<std::int64_t>(sample.scrape) * kSecond;
    if (scrapes_.timed) {
      time = sample.stamp_ns.value_or(*stamps[sample.scrape]) - *scrapes_.origin_ns;
    }
    sample.series->points.push_back({.time = time, .scrape = sample.scrape, .value = sample.value});
    scrapes_.end = std::max(scrapes_.end, time);
  }
  return std::move(scrapes_);
}

}  // namespace nscope::importers
