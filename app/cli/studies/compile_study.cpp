#include "app/cli/studies/compile_study.h"

#include "app/cli/output/simulation_text.h"
#include "app/cli/output/study_text.h"
#include "app/cli/studies/study_prices.h"
#include "profiler/analysis/metrics/summary.h"
#include "profiler/base/json/document_error.h"
#include "profiler/base/json/document_heading.h"
#include "profiler/base/json/document_text.h"
#include "profiler/base/tables/table.h"
#include "profiler/trace/build/trace_builder.h"
#include "profiler/trace/session/session_file.h"
#include "simcore/engine/compile_cache/simulate_compile_cache.h"

#include <cmath>
#include <span>
#include <utility>
#include <vector>

namespace nscope::cli {
namespace {

/// The work never starts, because compilations fail.
constexpr Phrase kEndless = phrase("endless");

struct Run {
  Text name;
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
      if (study.variants.size() > 1) error.message = tr("{}: {}", variant.name, error.message);
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

/// Times of a compile cache are tens of minutes.
Text minutes(double seconds) {
  return tr("{}", as::fixed(seconds / 60, 1));
}

Text first_step(const sim::CompileResult& result, std::string_view name) {
  const Metric* const metric = result.find(name);
  return metric == nullptr ? tr("never") : minutes(metric->value);
}

Text band(const Metric* metric, double per) {
  if (metric == nullptr || !metric->low) return {};
  return tr("{} to {}", as::fixed(*metric->low / per, 1), as::fixed(*metric->high / per, 1));
}

Text count(const sim::CompileResult& result, std::string_view name) {
  const Metric* const metric = result.find(name);
  return metric == nullptr ? Text() : tr("{}", as::count(std::llround(metric->value)));
}

Result<std::string> comparison(const sim::CompileStudy& study, const std::vector<Run>& runs,
                               const Language& language) {
  Table table({{.id = "variant", .title = tr("Variant")},
               {.id = "p50", .title = tr("First step p50"), .unit = "min"},
               {.id = "band", .title = tr("Error band")},
               {.id = "p90", .title = tr("First step p90"), .unit = "min"},
               {.id = "graphs", .title = tr("Graphs")},
               {.id = "compilations", .title = tr("Compilations")},
               {.id = "hits", .title = tr("Hits")},
               {.id = "hours", .title = tr("Stalled instance-hours")},
               {.id = "hours_band", .title = tr("Error band")},
               {.id = "share", .title = tr("Stalled share")},
               {.id = "usd", .title = tr("Cost"), .unit = "USD"}});
  const auto prices = StudyPrices::load(study.region);
  if (!prices) return fail(prices.error());
  std::vector<std::string> instances;
  for (const Run& run : runs) {
    const sim::CompileResult& result = run.result;
    instances.push_back(run.instance);
    const StudyPrice price = prices->of(run.instance);
    const Metric* const hours = result.find("instance_hours_stalled");
    const auto percent = [&](std::string_view name) {
      return tr("{}", as::percent(result.find(name)->value));
    };
    table.add_row({run.name, first_step(result, "time_to_first_step_p50"),
                   band(result.find("time_to_first_step_p50"), 60),
                   first_step(result, "time_to_first_step_p90"), count(result, "graphs"),
                   count(result, "compilations"), percent("compile_cache.hit_share"),
                   hours == nullptr ? Text(kEndless) : tr("{}", as::fixed(hours->value, 1)),
                   band(hours, 1), hours == nullptr ? Text(kEndless) : percent("stall_share"),
                   hours == nullptr ? Text(kEndless) : money_text(price, hours->value)});
  }
  return table.to_text(language) + "\n" + prices->sources_text(instances, language);
}

/// Remarks about a run. Those about the scenario itself are not repeated for its variants.
std::vector<Text> remarks(const sim::CompileResult& result) {
  std::vector<Text> lines = result.notes;
  for (const auto& [name, reason] : result.unavailable) {
    lines.push_back(tr("{} is not available: {}", name, reason));
  }
  return lines;
}

Result<std::string> study_text(const sim::CompileStudy& study, const std::vector<Run>& runs,
                               const Language& language) {
  std::string text = document_heading(study.title, study.note, language);
  const auto compared = comparison(study, runs, language);
  if (!compared) return fail(compared.error());
  text += "\n" + *compared;
  if (runs.size() > 1) text += "\n" + language.say(tr("Variant '{}':", runs[0].name)) + "\n";
  text += metric_text(runs[0].result.metrics, tr("Error band"), language) + "\n";
  const std::vector<Text> first = remarks(runs[0].result);
  for (const Text& remark : first) text += language.say(remark) + "\n";
  for (const Run& run : std::span(runs).subspan(1)) {
    text += variant_remarks(run.name, remarks(run.result), first, language);
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

Result<CommandOutput> run_compile_study(const WorkloadOptions& options,
                                        const app::Document& document, const std::string& output,
                                        const CommonOptions& common,
                                        const catalog::Catalog& catalog, TaskControl& control) {
  WorkloadOptions alone;
  alone.document = options.document;
  if (options != alone) {
    return fail(ErrorCode::kInvalidArgument,
                tr("a compile-cache scenario cannot be combined with flags of a workload; change "
                   "its document or add a variant"));
  }
  const auto study = sim::compile_study_from_json(document.json, document.name);
  if (!study) return fail(study.error());
  const auto runs = run_all(*study, output, common, catalog, control);
  if (!runs) return fail(in_document(runs.error(), document.name, document.json));
  CommandOutput result;
  if (common.json) {
    result.text = document_text(study_json(*runs));
  } else {
    auto text = study_text(*study, *runs, common.language);
    if (!text) return fail(text.error());
    result.text = std::move(*text);
  }
  if (!output.empty()) result.note = common.language.say(tr("Saved {}", output)) + "\n";
  return result;
}

}  // namespace nscope::cli
