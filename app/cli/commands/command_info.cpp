#include "app/cli/command.h"
#include "app/cli/options/input_options.h"
#include "app/cli/output/run_text.h"
#include "profiler/base/format.h"
#include "profiler/base/json.h"
#include "profiler/trace/vocabulary.h"

#include <memory>

#include <fmt/format.h>

namespace nscope::cli {
namespace {

struct InfoArguments {
  InputOptions input;
  bool all = false;
};

std::string device_line(const Trace& trace) {
  std::string line = trace.property_text(property::kInstanceType);
  if (const auto generation = trace.property_text(property::kGeneration); !generation.empty()) {
    line += fmt::format("{}NeuronCore {}", line.empty() ? "" : ", ", generation);
  }
  if (const auto cores = trace.property_number(property::kPhysicalCores)) {
    line += fmt::format("{}{} physical core{}", line.empty() ? "" : ", ", *cores,
                        *cores == 1.0 ? "" : "s");
  }
  return line;
}

std::string window_line(const Trace& trace) {
  const TimeBase& base = trace.time_base();
  const auto ns = [&](TraceTime t) { return static_cast<double>(trace.to_ns(t)); };
  return fmt::format("{}, times in {}", format_duration_ns(ns(base.window_end - base.window_begin)),
                     base.ticks_per_ns == 1000 ? "picoseconds" : "nanoseconds");
}

std::string info_text(const Trace& trace, bool all) {
  FactSheet facts;
  const std::string file = trace.property_text(property::kSourceFile);
  const std::string format = trace.property_text(property::kSourceFormat);
  facts.add("Source", file.empty() ? format : fmt::format("{} ({})", file, format));
  facts.add("NEFF", trace.property_text(property::kNeffFile));
  facts.add("Kernel", trace.property_text(property::kKernelName));
  facts.add("Device", device_line(trace));
  facts.add("Window", window_line(trace));
  facts.add("Events are", trace.property_text(property::kProvenance));
  facts.add("Compiler", trace.property_text(property::kCompilerVersion));
  facts.add("Runtime", trace.property_text(property::kRuntimeVersion));
  facts.add("Driver", trace.property_text(property::kDriverVersion));
  facts.add("Collectives", trace.property_text(property::kCollectivesVersion));
  facts.add("Profiler", trace.property_text(property::kProfilerVersion));
  facts.add("Contents", contents_line(trace));
  std::string text = facts.to_text() + "\n" + track_table(trace).to_text();
  if (trace.diagnostics().empty()) {
    text += "\nNothing was repaired or left out.\n";
  } else {
    text += "\nWhat was found, repaired or left out\n" +
            diagnostics_table(trace.diagnostics()).to_text();
  }
  if (all) {
    FactSheet properties;
    for (const auto& [name, value] : trace.properties()) properties.add(name, to_string(value));
    text += "\nProperties\n" + properties.to_text();
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
  app.add_flag("--all", options->all, "Also every property of the run");
  return [options](const CommonOptions& common, TaskControl& control) -> Result<CommandOutput> {
    const auto trace = open_input(options->input, control);
    if (!trace) return fail(trace.error());
    CommandOutput output{.text = common.json ? info_json(**trace).dump(2) + "\n"
                                             : info_text(**trace, options->all)};
    // Columns of a large session are checked when they are first read.
    if (const auto damage = (*trace)->storage_error()) return fail(*damage);
    return output;
  };
}

}  // namespace nscope::cli
