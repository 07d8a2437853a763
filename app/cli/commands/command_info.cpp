#include "app/cli/command.h"
#include "app/cli/options/input_options.h"
#include "app/cli/output/run_text.h"
#include "profiler/base/format.h"
#include "profiler/base/json.h"
#include "profiler/base/json/document_text.h"
#include "profiler/base/provenance.h"
#include "profiler/trace/vocabulary.h"

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace nscope::cli {
namespace {

struct InfoArguments {
  InputOptions input;
  bool all = false;
};

/// "trn1.2xlarge, NeuronCore v2, 2 physical cores"; empty if nothing is known.
Text device_text(const Trace& trace) {
  std::vector<Text> facts;
  if (auto instance = trace.property_text(property::kInstanceType); !instance.empty()) {
    facts.push_back(Text::verbatim(std::move(instance)));
  }
  if (const auto generation = trace.property_text(property::kGeneration); !generation.empty()) {
    facts.push_back(tr("NeuronCore {}", generation));
  }
  if (const auto cores = trace.property_number(property::kPhysicalCores)) {
    const auto count = static_cast<std::int64_t>(*cores);
    facts.push_back(tr_plural(count, "{} physical core", "{} physical cores", count));
  }
  return joined(facts);
}

Text window_text(const Trace& trace) {
  const TimeBase& base = trace.time_base();
  const auto ns = [&](TraceTime t) { return static_cast<double>(trace.to_ns(t)); };
  const TextNumber length = as::duration_ns(ns(base.window_end - base.window_begin));
  return base.ticks_per_ns == 1000 ? tr("{}, times in picoseconds", length)
                                   : tr("{}, times in nanoseconds", length);
}

/// The word for a Provenance in the properties of a run.
Text provenance_text(const std::string& word) {
  const auto provenance = parse_provenance(word);
  return provenance ? Text(title(*provenance)) : Text::verbatim(word);
}

std::string info_text(const Trace& trace, bool all, const Language& language) {
  FactSheet facts;
  const std::string file = trace.property_text(property::kSourceFile);
  const std::string format = trace.property_text(property::kSourceFormat);
  // Several runs of different formats have no common format.
  facts.add(tr("Source"), file.empty()     ? format
                          : format.empty() ? file
                                           : fmt::format("{} ({})", file, format));
  facts.add(tr("NEFF"), trace.property_text(property::kNeffFile));
  facts.add(tr("Kernel"), trace.property_text(property::kKernelName));
  facts.add(tr("Device"), device_text(trace));
  facts.add(tr("Window"), window_text(trace));
  facts.add(tr("Provenance of events"),
            provenance_text(trace.property_text(property::kProvenance)));
  facts.add(tr("Compiler"), trace.property_text(property::kCompilerVersion));
  facts.add(tr("Runtime"), trace.property_text(property::kRuntimeVersion));
  facts.add(tr("Driver"), trace.property_text(property::kDriverVersion));
  facts.add(tr("Collectives"), trace.property_text(property::kCollectivesVersion));
  facts.add(tr("Profiler"), trace.property_text(property::kProfilerVersion));
  facts.add(tr("Contents"), contents_text(trace));
  std::string text = facts.to_text(language) + "\n" + track_table(trace).to_text(language) + "\n";
  if (trace.diagnostics().empty()) {
    text += language.say(tr("No data was repaired or skipped.")) + "\n";
  } else {
    text += diagnostics_text(trace.diagnostics(), language);
  }
  if (all) {
    FactSheet properties;
    for (const auto& [name, value] : trace.properties()) {
      properties.add(Text::verbatim(name), to_string(value));
    }
    text += "\n" + language.say(tr("Properties")) + "\n" + properties.to_text(language);
  }
  return text;
}

Json info_json(const Trace& trace) {
  const TimeBase& base = trace.time_base();
  Json properties = Json::object();
  for (const auto& [name, value] : trace.properties()) properties[name] = to_json(value);
  Json tracks = Json::array();
  for (const Track& track : trace.tracks()) {
    tracks.push_back({{"name", trace.text(track.name)},
                      {"kind", to_string(track.kind)},
                      {"core", track.core < 0 ? Json(nullptr) : Json(track.core)},
                      {"events", track.slices.size()},
                      {"samples", track.counters.size()}});
  }
  return {{"schema", "nscope.info/1"},
          {"window_ns", {trace.to_ns(base.window_begin), trace.to_ns(base.window_end)}},
          {"ticks_per_ns", base.ticks_per_ns},
          {"events", trace.slice_count()},
          {"dependencies", trace.flows().size()},
          {"properties", std::move(properties)},
          {"tracks", std::move(tracks)},
          {"diagnostics", diagnostics_json(trace.diagnostics())}};
}

}  // namespace

CommandRun define_info(CLI::App& app) {
  const auto options = std::make_shared<InfoArguments>();
  add_input_options(app, options->input, false);
  app.add_flag("--all", options->all, help("Also show all properties of the run"));
  return [options](const CommonOptions& common, TaskControl& control) -> Result<CommandOutput> {
    const auto trace = open_input(options->input, control);
    if (!trace) return fail(trace.error());
    CommandOutput output{.text = common.json ? document_text(info_json(**trace))
                                             : info_text(**trace, options->all, common.language)};
    // Columns of a large session are checked when they are first read.
    if (const auto damage = (*trace)->storage_error()) return fail(*damage);
    return output;
  };
}

}  // namespace nscope::cli
