#pragma once

#include "importers/prometheus_text/exposition.h"
#include "profiler/trace/build/trace_writer.h"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace nscope::importers {

/// The values of one time series: one for each scrape that has it.
struct MetricSeries {
  MetricLabels labels;
  struct Point {
    std::int64_t time = 0;   ///< ns on the time axis of the trace
    std::size_t scrape = 0;  ///< from 0
    double value = 0.0;
  };
  std::vector<Point> points;

  /// "" if the series does not have the label.
  std::string_view label(std::string_view name) const;
};

/// All series of one sample name, such as "vllm:generation_tokens_total".
struct MetricFamily {
  std::string type;  ///< of its TYPE line: "counter"; "" if unknown
  std::deque<MetricSeries> series;
};

/// The content of one or more scrapes.
struct Scrapes {
  std::map<std::string, MetricFamily, std::less<>> families;  ///< by sample name
  std::size_t count = 0;                                      ///< number of scrapes
  bool timed = false;                                         ///< the scrapes have time stamps
  std::optional<std::int64_t> origin_ns;                      ///< Unix time of tick 0
  std::int64_t end = 0;                                       ///< time of the last sample

  const MetricFamily* family(std::string_view name) const;
};

/// Collects the lines of a file. A scrape ends at "# EOF", at a line with a time stamp, and before
/// a series that it already has. The time of a sample is its own stamp, else that of its scrape (a
/// line with a date or a Unix time before it). Scrapes without any are one second apart, which is
/// counted. One thread.
class ScrapeReader {
 public:
  explicit ScrapeReader(TraceWriter& out) : out_(out) {}

  void read(std::string_view line, std::int64_t number);
  /// Ends the last scrape. Samples are then at their times.
  Scrapes take();

 private:
  struct Raw {  // a sample that has no place on the time axis yet
    MetricSeries* series;
    std::size_t scrape;
    std::optional<std::int64_t> stamp_ns;
    double value;
  };

  void add(ExpositionSample sample);
  void begin_scrape(std::optional<std::int64_t> stamp_ns);
  MetricSeries* series_of(const ExpositionSample& sample);
  /// The type of a sample name: that of its family, which lacks suffixes such as "_bucket".
  std::string type_of(std::string_view name) const;

  TraceWriter& out_;
  Scrapes scrapes_;
  std::unordered_map<std::string, std::string> types_;  // by name of the family
  std::unordered_map<std::string, MetricSeries*> series_;
  std::vector<Raw> samples_;
  std::vector<std::optional<std::int64_t>> stamps_;  // of the scrapes
  bool ended_ = true;                                // a sample starts a new scrape
  std::string key_;
};

}  // namespace nscope::importers
