#include "app/cli/studies/compile_study.h"

#include "app/cli/output/simulation_text.h"
#include "app/cli/output/study_text.h"
#include "app/cli/studies/study_prices.h"
#include "app/documents/built_in.h"
#include "profiler/analysis/metrics/summary.h"
#include "profiler/base/format.h"
#include "profiler/base/tables/table.h"
#include "profiler/trace/build/trace_builder.h"
#include "profiler/trace/session/session_file.h"
#include "simcore/engine/compile_cache/simulate_compile_cache.h"

#include <cmath>
#include <span>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace nscope::cli {
namespace {

constexpr const char* kEndless = "without end";

struct Run {
  std::string name;
  std::string instance;
  sim::CompileResult result;
};

Result<std::vector<Run>> run_all(const sim::CompileStudy& study, const std::string& output,
                                 const CommonOptions& common, const catalog::Catalog& catalog,
                                 TaskControl& control) {
  std::vector<Run> runs;
  for (const sim::CompileStudy::Variant& variant : study.variants) {
    sim::CompileScenario scenario = variant.scenario;
    if (common.seed) scenario.seed = *common.seed;
    const bool saves = runs.empty() && !output.empty();
    TraceBuilder builder;
    auto result =
        sim::simulate_compile_cache(catalog, scenario, saves ? &builder : nullptr, control);
    if (!result) {
      Error error = result.error();
      if (study.variants.size() > 1) error.message = variant.name + ": " + error.message;
      return fail(std::move(error));
    }
    if (saves) {
      if (auto saved = session_file::save(*builder.finish(), output, control); !saved) {
        return fail(saved.error());
      }
    }
    runs.push_back({variant.name, scenario.instance, std::move(*result)});
  }
  return runs;
}

/// Minutes for people: the times of a compile cache are tens of them.
std::string minutes(double seconds) {
  return fmt::format("{:.1f}", seconds / 60);
}

std::string first_step(const sim::CompileResult& result, std::string_view name) {
  const Metric* const metric = result.find(name);
  return metric == nullptr ? "never" : minutes(metric->value);
}

std::string band(const Metric* metric, double per) {
  if (metric == nullptr || !metric->low) return {};
  return fmt::format("{:.1f} to {:.1f}", *metric->low / per, *metric->high / per);
}

std::string count(const sim::CompileResult& result, std::string_view name) {
  const Metric* const metric = result.find(name);
  return metric == nullptr ? std::string() : format_count(std::llround(metric->value));
}

Result<std::string> comparison(const sim::CompileStudy& study, const std::vector<Run>& runs) {
  Table table({{.id = "variant"},
               {.id = "p50", .title = "first step p50, min"},
               {.id = "band", .title = "band"},
               {.id = "p90", .title = "p90, min"},
               {.id = "graphs"},
               {.id = "compilations"},
               {.id = "hits"},
               {.id = "hours", .title = "instance-hours stalled"},
               {.id = "hours_band", .title = "band"},
               {.id = "share", .title = "of all"},
               {.id = "usd", .title = "USD for them"}});
  const auto prices = StudyPrices::load(study.region);
  if (!prices) return fail(prices.error());
  std::vector<std::string> instances;
  for (const Run& run : runs) {
    const sim::CompileResult& result = run.result;
    instances.push_back(run.instance);
    const StudyPrice price = prices->of(run.instance);
    const Metric* const hours = result.find("instance_hours_stalled");
    table.add_row({run.name, first_step(result, "time_to_first_step_p50"),
                   band(result.find("time_to_first_step_p50"), 60),
                   first_step(result, "time_to_first_step_p90"), count(result, "graphs"),
                   count(result, "compilations"),
                   format_percent(result.find("compile_cache.hit_share")->value),
                   hours == nullptr ? std::string(kEndless) : fmt::format("{:.1f}", hours->value),
                   band(hours, 1),
                   hours == nullptr ? std::string(kEndless)
                                    : format_percent(result.find("stall_share")->value),
                   hours == nullptr ? std::string(kEndless) : money_text(price, hours->value)});
  }
  return table.to_text() + "\n" + prices->sources_text(instances);
}

/// Sentences about a run: those of the scenario itself are not said again of a variant.
std::vector<std::string> remarks(const sim::CompileResult& result) {
  std::vector<std::string> lines;
  for (const std::string& note : result.notes) lines.push_back(note + ".");
  for (const auto& [name, reason] : result.unavailable) {
    lines.push_back(fmt::format("No {}: {}.", name, reason));
  }
  return lines;
}

Result<std::string> study_text(const sim::CompileStudy& study, const std::vector<Run>& runs) {
  std::string text = study_heading(study.title, study.note);
  const auto compared = comparison(study, runs);
  if (!compared) return fail(compared.error());
  text += "\n" + *compared;
  if (runs.size() > 1) text += fmt::format("\nThe scenario {}:\n", runs[0].name);
  text += metric_text(runs[0].result.metrics, "band") + "\n";
  const std::vector<std::string> first = remarks(runs[0].result);
  for (const std::string& line : first) text += line + "\n";
  for (const Run& run : std::span(runs).subspan(1)) {
    text += variant_remarks(run.name, remarks(run.result), first);
  }
  return text;
}

Json study_json(const std::vector<Run>& runs) {
  const auto summary = [](const sim::CompileResult& result) {
    Json json =
        analysis::summary_json({.metrics = result.metrics, .unavailable = result.unavailable});
    json["notes"] = result.notes;
    return json;
  };
  Json json = summary(runs[0].result);
  json["instance"] = runs[0].instance;
  if (runs.size() == 1) return json;
  json["variants"] = Json::array();
  for (std::size_t index = 1; index < runs.size(); ++index) {
    Json variant{{"name", runs[index].name}, {"instance", runs[index].instance}};
    variant.update(summary(runs[index].result));
    json["variants"].push_back(std::move(variant));
  }
  return json;
}

}  // namespace

Result<std::optional<CommandOutput>> run_compile_study(const WorkloadOptions& options,
                                                       const std::string& output,
                                                       const CommonOptions& common,
                                                       const catalog::Catalog& catalog,
                                                       TaskControl& control) {
  const auto loaded = app::load_simulation(options.document);
  if (!loaded || !sim::is_compile_study(loaded->json)) return std::nullopt;
  WorkloadOptions alone;
  alone.document = options.document;
  if (options != alone) {
    return fail(ErrorCode::kInvalidArgument,
                "a compile-cache scenario takes no flags of a workload: change its document, or "
                "add a variant");
  }
  const auto study = sim::compile_study_from_json(loaded->json, loaded->name);
  if (!study) return fail(study.error());
  const auto runs = run_all(*study, output, common, catalog, control);
  if (!runs) return fail(runs.error());
  CommandOutput result;
  if (common.json) {
    result.text = study_json(*runs).dump(2) + "\n";
  } else {
    auto text = study_text(*study, *runs);
    if (!text) return fail(text.error());
    result.text = std::move(*text);
  }
  if (!output.empty()) result.note = fmt::format("Saved {}\n", output);
  return result;
}

}  // namespace nscope::cli
