#include "profiler/export/page/run_facts.h"

#include "profiler/base/format.h"
#include "profiler/trace/vocabulary.h"

#include <variant>

#include <fmt/format.h>

namespace nscope {
namespace {

std::string text_of(const PropertyValue& value) {
  return std::visit([](const auto& v) { return fmt::format("{}", v); }, value);
}

}  // namespace

std::pair<TraceTime, TraceTime> window_of(const Trace& trace) {
  const TimeBase& base = trace.time_base();
  if (base.window_end > base.window_begin) return {base.window_begin, base.window_end};
  return {trace.begin(), trace.end()};
}

std::vector<RunFact> run_facts(const Trace& trace, const Language& language) {
  std::vector<RunFact> facts;
  const auto add = [&](Phrase label, const std::string& value) {
    if (!value.empty()) facts.push_back({language.say(label), value});
  };
  const auto add_property = [&](Phrase label, std::string_view key) {
    if (const PropertyValue* value = trace.property(key)) add(label, text_of(*value));
  };
  const auto add_count = [&](Phrase label, std::size_t count) {
    add(label, language.number(format_count(static_cast<std::int64_t>(count))));
  };
  const auto [begin, end] = window_of(trace);
  const double length_ns = static_cast<double>((end - begin).value()) /
                           static_cast<double>(trace.time_base().ticks_per_ns);
  add_property(phrase("Format"), property::kSourceFormat);
  add_property(phrase("Instance"), property::kInstanceType);
  add_property(phrase("Device"), property::kDevice);
  add_property(phrase("NeuronCore generation"), property::kGeneration);
  add_property(phrase("Physical cores"), property::kPhysicalCores);
  add_property(phrase("NEFF"), property::kNeffFile);
  add_property(phrase("Kernel"), property::kKernelName);
  add(phrase("Window"), language.number(format_duration_ns(length_ns)));
  add_count(phrase("Events"), trace.slice_count());
  add_count(phrase("Tracks"), trace.tracks().size());
  add_count(phrase("Dependencies"), trace.flows().size());
  add_property(phrase("Provenance"), property::kProvenance);
  add_property(phrase("Compiler"), property::kCompilerVersion);
  add_property(phrase("Runtime"), property::kRuntimeVersion);
  add_property(phrase("Driver"), property::kDriverVersion);
  add_property(phrase("Collectives"), property::kCollectivesVersion);
  add_property(phrase("Profiler"), property::kProfilerVersion);
  return facts;
}

}  // namespace nscope
