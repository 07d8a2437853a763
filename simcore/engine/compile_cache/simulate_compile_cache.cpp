#include "simcore/engine/compile_cache/simulate_compile_cache.h"

#include "profiler/trace/vocabulary.h"
#include "simcore/engine/compile_cache/cache_domain.h"
#include "simcore/engine/compile_cache/compile_metrics.h"

#include <algorithm>
#include <optional>

namespace nscope::sim {
namespace {

constexpr int kShownInstances = 4;

/// The first instance and the number of instances of each stream.
std::vector<CacheDomain::Member> parts(const CompileScenario& scenario, std::size_t programs) {
  std::vector<CacheDomain::Member> parts;
  const auto count = static_cast<std::int64_t>(programs);
  for (std::int64_t part = 0; part < count; ++part) {
    const auto first = static_cast<int>(part * scenario.instances / count);
    const auto next = static_cast<int>((part + 1) * scenario.instances / count);
    parts.push_back({first, next - first, static_cast<std::uint32_t>(part), 0});
  }
  return parts;
}

double start_of(const CompileScenario& scenario, int instance) {
  return scenario.instances < 2 ? 0 : scenario.start_spread * instance / (scenario.instances - 1.0);
}

/// One domain for the whole fleet, or one for each stream if instances have their own caches.
std::vector<CacheDomain> domains(const CompilePlan& plan, const CompileScenario& scenario,
                                 const CompileParameters& parameters, CompileTrace* trace) {
  std::vector<CacheDomain> result;
  const std::vector<CacheDomain::Member> all = parts(scenario, plan.programs.size());
  if (scenario.store == CacheStore::kLocal) {
    for (CacheDomain::Member part : all) {
      const int copies = std::exchange(part.count, 1);
      result.emplace_back(plan, scenario, parameters, std::vector{part}, copies, trace);
    }
    return result;
  }
  std::vector<CacheDomain::Member> members;
  for (const CacheDomain::Member& part : all) {
    if (scenario.start_spread <= 0) {
      members.push_back(part);
      continue;
    }
    for (int i = part.first; i < part.first + part.count; ++i) {
      members.push_back({i, 1, part.program, start_of(scenario, i)});
    }
  }
  result.emplace_back(plan, scenario, parameters, std::move(members), 1, trace);
  return result;
}

void add(const CacheCounts& from, CacheCounts& to) {
  to.lookups += from.lookups;
  to.hits += from.hits;
  to.cached_failures += from.cached_failures;
  to.compiled += from.compiled;
  to.failed += from.failed;
  to.waited += from.waited;
  to.compilations += from.compilations;
  to.failures += from.failures;
  to.takeovers += from.takeovers;
  to.compile_seconds += from.compile_seconds;
  to.neff_bytes += from.neff_bytes;
}

/// Simulates the whole run with one set of parameters.
Result<FleetRun> run_fleet(const CompilePlan& plan, const CompileScenario& scenario,
                           const CompileParameters& parameters, CompileTrace* trace,
                           TaskControl& control) {
  FleetRun run;
  std::vector<CacheDomain> all = domains(plan, scenario, parameters, trace);
  for (int start = 0; start <= scenario.restarts; ++start) {
    FleetStart fleet;
    for (CacheDomain& domain : all) {
      const bool own = scenario.store == CacheStore::kLocal;
      if (start > 0 && own && !scenario.keep_disk) domain.clear();
      auto part = domain.start(control);
      if (!part) return fail(part.error());
      const double in_part = part->ahead_seconds * part->ahead_hosts;
      fleet.ahead_host_seconds += in_part;
      fleet.ahead_seconds = std::max(fleet.ahead_seconds, part->ahead_seconds);
      for (InstanceOutcome& outcome : part->instances) {
        if (outcome.first_step) *outcome.first_step += part->ahead_seconds;
        fleet.instances.push_back(outcome);
      }
    }
    run.starts.push_back(std::move(fleet));
  }
  for (const CacheDomain& domain : all) add(domain.counts(), run.counts);
  return run;
}

/// The first instances of the fleet and the first instances of other streams.
std::vector<int> shown_instances(const CompileScenario& scenario, std::size_t programs) {
  std::vector<int> shown;
  for (int i = 0; i < std::min(kShownInstances, scenario.instances); ++i) shown.push_back(i);
  for (const CacheDomain::Member& part : parts(scenario, programs)) {
    if (part.program > 0 && part.program < kShownInstances) shown.push_back(part.first);
  }
  std::sort(shown.begin(), shown.end());
  shown.erase(std::unique(shown.begin(), shown.end()), shown.end());
  return shown;
}

CompileTrace trace_of(TraceSink& sink, const CompilePlan& plan, const CompileScenario& scenario) {
  const bool own = scenario.store == CacheStore::kLocal;
  std::map<int, double> starts;
  if (own && scenario.start_spread > 0) {
    for (int i = 0; i < scenario.instances; ++i) starts[i] = start_of(scenario, i);
  }
  return {sink, plan, shown_instances(scenario, plan.programs.size()), std::move(starts), own};
}

void describe(TraceWriter& out, const CompilePlan& plan, const CompileScenario& scenario,
              const CompileResult& result) {
  out.property(std::string(property::kSourceFormat), "simulation");
  out.property(std::string(property::kProvenance), "simulated");
  out.property(std::string(property::kInstanceType), plan.instance->id);
  out.property(std::string(property::kSeed), static_cast<std::int64_t>(scenario.seed));
  out.property(std::string(property::kCompilerVersion), plan.compiler_version);
  for (const Metric& metric : result.metrics) out.metric(metric);
  for (const auto& [name, reason] : result.unavailable) {
    out.diagnose("no_value", Severity::kWarning, tr("{} has no value: {}.", name, reason));
  }
  for (const Text& note : result.notes) {
    out.diagnose("compile_model", Severity::kInfo, note);
  }
  const auto shown = static_cast<int>(shown_instances(scenario, plan.programs.size()).size());
  if (shown < scenario.instances) {
    out.diagnose("symmetric_instances_not_shown", Severity::kInfo,
                 tr("{} of {} instances are shown; the metrics include all of them.", shown,
                    scenario.instances),
                 scenario.instances - shown);
  }
  if (scenario.earlier && !plan.earlier_matches) {
    out.diagnose(
        "earlier_entries_not_found", Severity::kInfo,
        tr("All graphs are compiled again because their entries in the cache are for another "
           "compiler version or other flags."));
  }
}

}  // namespace

const Metric* CompileResult::find(std::string_view name) const {
  for (const Metric& metric : metrics) {
    if (metric.name == name) return &metric;
  }
  return nullptr;
}

Result<CompileResult> simulate_compile_cache(const catalog::Catalog& catalog,
                                             const CompileScenario& scenario, TraceSink* sink,
                                             TaskControl& control) {
  const Result<CompileParameterRange>& assumed = built_in_compile_parameters();
  if (!assumed) return fail(assumed.error());
  control.begin(phrase("Simulating the compile cache"), 3);
  std::optional<CompilePlan> nominal;
  std::optional<CompileTrace> trace;
  std::vector<FleetRun> runs;
  for (const CompileBand band : {CompileBand::kNominal, CompileBand::kLow, CompileBand::kHigh}) {
    if (!runs.empty() && (nominal->all_measured() || !nominal->no_band.empty())) {
      runs.push_back(runs[0]);  // measured compile times do not vary
      continue;
    }
    const CompileParameters& parameters = assumed->at(band);
    auto plan = plan_compilations(catalog, scenario, parameters, band);
    if (!plan) return fail(plan.error());
    const bool writes = band == CompileBand::kNominal;
    if (writes) {
      nominal = std::move(*plan);
      if (sink != nullptr) trace.emplace(trace_of(*sink, *nominal, scenario));
    }
    auto run = run_fleet(writes ? *nominal : *plan, scenario, parameters,
                         writes && trace ? &*trace : nullptr, control);
    if (!run) return fail(run.error());
    runs.push_back(std::move(*run));
    control.advance_to(runs.size());
    if (control.cancelled()) return cancelled();
  }
  CompileResult result = compile_result(*nominal, scenario, runs[0], runs[1], runs[2]);
  if (trace) {
    describe(trace->out(), *nominal, scenario, result);
    if (!trace->finish()) return cancelled();
  }
  return result;
}

}  // namespace nscope::sim
