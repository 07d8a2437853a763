#include "importers/prometheus_text/prometheus_text.h"

#include "importers/prometheus_text/histogram.h"
#include "importers/prometheus_text/known_metrics.h"
#include "importers/prometheus_text/scrapes.h"
#include "importers/prometheus_text/series_tracks.h"
#include "importers/shared/counter_tracks.h"
#include "importers/shared/printable.h"
#include "importers/shared/read_lines.h"
#include "importers/shared/text_lines.h"
#include "profiler/trace/vocabulary.h"

#include <algorithm>
#include <string>
#include <string_view>

namespace nscope::importers {
namespace {

/// Whether the sample belongs to the family: its name with or without a suffix.
bool is_of_family(std::string_view sample, std::string_view family) {
  if (!sample.starts_with(family)) return false;
  const std::string_view suffix = sample.substr(family.size());
  return suffix.empty() || suffix[0] == '_';
}

/// Whether the name has a prefix as programs write it: "llamacpp:requests_deferred".
bool has_prefix(std::string_view name) {
  const std::size_t colon = name.find(':');
  return colon != std::string_view::npos && colon > 0 &&
         name.find('_', colon) != std::string_view::npos;
}

}  // namespace

bool sniff_prometheus_text(const ByteSource& file) {
  const std::string_view head = file.text().substr(0, 256u << 10);
  if (head.find('\0') != std::string_view::npos) return false;
  std::string buffer;
  std::string family;
  int typical = 0;  // samples with labels or prefixes, in files without comments
  for (LineReader lines(head); lines.next();) {
    const std::string_view line = clean_line(lines.line(), buffer);
    if (const auto type = parse_type(line)) {
      family = type->name;
      continue;
    }
    if (line.empty() || line[0] == '#' || line[0] == '[') continue;
    const auto sample = parse_sample(line);
    if (!sample) continue;
    if (!family.empty() && is_of_family(sample->name, family)) return true;
    if ((!sample->labels.empty() || has_prefix(sample->name)) && ++typical == 2) return true;
  }
  return false;
}

Result<> read_prometheus_text(const CaptureInput& input, TraceSink& sink, TaskControl& control) {
  const std::string& file = input.file.name();
  if (!sniff_prometheus_text(input.file)) {
    return fail(ErrorCode::kBadInput,
                tr("not in Prometheus's text format: there are no samples such as "
                   "'name{{label=\"value\"}} 1'"),
                file);
  }
  TraceWriter out(sink);
  ScrapeReader reader(out);
  const auto read =
      read_lines(input, phrase("Reading samples"), control,
                 [&](std::string_view line, std::int64_t number) { reader.read(line, number); });
  if (!read) return read;
  const Scrapes scrapes = reader.take();
  if (scrapes.families.empty()) {
    return fail(ErrorCode::kBadInput, tr("the file contains no sample"), file);
  }
  if (control.cancelled()) return cancelled();
  out.property(std::string(property::kSourceFormat), PropertyValue(std::string("prometheus-text")));
  out.property(std::string(property::kSourceFile), PropertyValue(file_name(file)));
  out.property(std::string(property::kProvenance), PropertyValue(std::string("measured")));
  out.property("scrape_count", PropertyValue(static_cast<std::int64_t>(scrapes.count)));
  if (scrapes.origin_ns) {
    out.property(std::string(property::kClock), PropertyValue(std::string("unix")));
    out.property(std::string(property::kClockOrigin), PropertyValue(*scrapes.origin_ns));
  }
  const Histograms histograms = histograms_of(scrapes, out);
  const CommonLabels common = common_labels(scrapes);
  CounterTracks tracks(out);
  write_label_properties(scrapes, common, out);
  write_neuron_samples(scrapes, tracks, out);
  write_serving_metrics(scrapes, histograms, out);
  write_series(scrapes, histograms, common, tracks, out);
  out.time_base(
      {.ticks_per_ns = 1, .window_begin = TraceTime(0), .window_end = TraceTime(scrapes.end)});
  return out.finish() ? Result<>() : cancelled();
}

}  // namespace nscope::importers
