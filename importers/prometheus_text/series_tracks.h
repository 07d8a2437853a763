#pragma once

#include "importers/prometheus_text/histogram.h"
#include "importers/prometheus_text/scrapes.h"
#include "importers/shared/counter_tracks.h"

#include <map>
#include <string>

namespace nscope::importers {

/// Labels that have one value in the whole file and describe the source rather than a series:
/// "instance_type", "model_name". They become properties and are left out of names.
using CommonLabels = std::map<std::string, std::string, std::less<>>;
CommonLabels common_labels(const Scrapes& scrapes);

/// Writes the common labels, and the labels of "..._info" families, as properties.
void write_label_properties(const Scrapes& scrapes, const CommonLabels& common, TraceWriter& out);

/// Writes each series as a counter track and as a metric `family{label="value"}`: the mean of a
/// gauge, the increase of a counter. Histograms become tracks of p50 and p99 between scrapes, and
/// metrics.
void write_series(const Scrapes& scrapes, const Histograms& histograms, const CommonLabels& common,
                  CounterTracks& tracks, TraceWriter& out);

}  // namespace nscope::importers
