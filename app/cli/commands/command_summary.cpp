#include "app/cli/command.h"
#include "app/cli/options/input_options.h"
#include "app/cli/output/footnotes.h"
#include "app/cli/output/lost_input.h"
#include "app/cli/output/simulation_text.h"
#include "profiler/analysis/compilation/compile_cache.h"
#include "profiler/analysis/host/runtime_failures.h"
#include "profiler/analysis/metrics/metric_definitions.h"
#include "profiler/analysis/metrics/metric_text.h"
#include "profiler/analysis/metrics/scope.h"
#include "profiler/analysis/metrics/summary.h"
#include "profiler/analysis/operators/opcode_tables.h"
#include "profiler/base/json/document_text.h"
#include "profiler/base/tables/table.h"

#include <algorithm>
#include <map>
#include <memory>
#include <variant>

#include <fmt/format.h>

namespace nscope::cli {
namespace {

struct SummaryArguments {
  InputOptions input;
  std::string range;
  std::optional<int> core;
  bool recompute = false;
};

/// Tables of the metrics by group, in the order of their definitions.
std::string summary_text(const analysis::Summary& summary, const Language& language) {
  static constexpr Phrase kOther = phrase("Other metrics");
  std::vector<std::string_view> groups;
  for (const auto& definition : analysis::metric_definitions()) {
    if (std::ranges::find(groups, definition.group.english) == groups.end()) {
      groups.push_back(definition.group.english);
    }
  }
  groups.push_back(kOther.english);
  std::map<std::string_view, std::vector<const Metric*>> members;
  for (const Metric& metric : summary.metrics) {
    const auto* definition = analysis::find_metric_definition(metric.name);
    members[(definition == nullptr ? kOther : definition->group).english].push_back(&metric);
  }
  std::string text;
  Footnotes footnotes;
  for (const std::string_view group : groups) {
    if (members[group].empty()) continue;
    Table table({{.id = "metric", .title = Phrase{group}},
                 {.id = "value", .title = tr("Value")},
                 {.id = "provenance", .title = tr("Provenance")},
                 {.id = "note", .title = tr("Note")}});
    for (const Metric* metric : members[group]) {
      table.add_row({metric->name, analysis::metric_text(*metric), Text(title(metric->provenance)),
                     footnotes.mark(metric->note)});
    }
    text += (text.empty() ? "" : "\n") + table.to_text(language);
  }
  // Of logs and reports of other tools no metric of the engines is expected.
  const bool of_engines = std::ranges::any_of(summary.metrics, [](const Metric& metric) {
    return metric.name != "total_time" && analysis::find_metric_definition(metric.name) != nullptr;
  });
  if (of_engines) text += unavailable_text(summary.unavailable, language);
  const std::string notes = footnotes.to_text(language);
  return notes.empty() ? text : text + "\n" + notes;
}

/// What failed in a log, with causes and remedies: the rows of an analysis of failures with their
/// columns `count` and `message`. "" if there are none.
std::string failures_text(const Text& title, const Table& failures, std::string_view count,
                          std::string_view message, const Language& language) {
  const auto shown = [&](std::size_t row, std::string_view id) {
    const auto& columns = failures.columns();
    const auto column = std::ranges::find(columns, id, &Table::Column::id);
    if (column == columns.end()) return std::string();
    const Cell& cell = failures.at(row, static_cast<std::size_t>(column - columns.begin()));
    return std::holds_alternative<Missing>(cell) ? std::string() : to_string(cell, language);
  };
  std::string text;
  for (std::size_t row = 0; row < failures.row_count(); ++row) {
    std::string head = shown(row, count) + "x";
    for (const std::string_view id : {"level", "error_code", "places"}) {
      const std::string value = shown(row, id);
      if (!value.empty()) head += (id == "places" ? ", " : " ") + value;
    }
    const std::string stated = shown(row, message);
    text += fmt::format(
        "\n  {}\n    {}\n", head,
        stated.empty() ? language.say(tr("The log does not state the error.")) : stated);
    const std::string cause = shown(row, "cause");
    if (!cause.empty()) text += fmt::format("    {} {}\n", cause, shown(row, "remedy"));
  }
  return text.empty() ? text : "\n" + language.say(title) + "\n" + text;
}

/// The failures of the runtime and of the compiler in the run.
Result<std::string> all_failures_text(const Trace& trace, const analysis::SummaryOptions& scope,
                                      const Language& language, TaskControl& control) {
  const auto errors =
      analysis::run_analysis(analysis::kRuntimeFailuresAnalysis, trace, scope, control);
  if (!errors) return fail(errors.error());
  const auto compilations =
      analysis::run_analysis(analysis::kCompileFailuresAnalysis, trace, scope, control);
  if (!compilations) return fail(compilations.error());
  return failures_text(tr("Errors of the Neuron Runtime"), *errors, "messages", "message",
                       language) +
         failures_text(tr("Failed compilations"), *compilations, "failures", "error", language);
}

/// For runs without a NeuronCore, which have no summary metrics.
std::string activity_text(const Trace& trace, const Table& activity, const Language& language) {
  if (activity.row_count() == 0) {
    const bool has_counters =
        std::ranges::any_of(trace.tracks(), [](const Track& t) { return t.counters.size() > 0; });
    const Text found = !has_counters
                           ? tr("This run has neither events nor counters, so it has no summary.")
                           : tr("This run has only counters, which have no summary; 'nscope query' "
                                "reads them from the table counter.");
    return language.say(found) + "\n";
  }
  return language.say(tr("This run has no activity of a NeuronCore, so the summary metrics do not "
                         "apply. Its tracks contain:")) +
         "\n\n" + activity.to_text(language);
}

Result<CommandOutput> run(const SummaryArguments& options, const CommonOptions& common,
                          TaskControl& control) {
  const auto input = open_linked_input(options.input, control);
  if (!input) return fail(input.error());
  const auto* const trace = &input->trace;
  analysis::SummaryOptions scope;
  scope.core = options.core;
  scope.use_imported = !options.recompute;
  const auto range = range_of(options.range, *input);
  if (!range) return fail(range.error());
  scope.range = *range;
  const Text unused = unused_parts(input->place, {});
  std::string note = lost_input_text(**trace, common.language);
  if (!unused.empty()) note += common.language.say(unused) + "\n";
  if (auto known = analysis::check_core(**trace, scope); !known) return fail(known.error());
  const analysis::Summary summary = analysis::summarize(**trace, scope);
  // Columns of a large session are checked when they are first read.
  if (const auto damage = (*trace)->storage_error()) return fail(*damage);
  if (common.json) {
    return CommandOutput{.text = document_text(analysis::summary_json(summary)), .note = note};
  }
  const auto failures = all_failures_text(**trace, scope, common.language, control);
  if (!failures) return fail(failures.error());
  if (summary.of_neuroncores()) {
    return CommandOutput{.text = summary_text(summary, common.language) + *failures, .note = note};
  }
  const auto activity =
      analysis::run_analysis(analysis::kActivityAnalysis, **trace, scope, control);
  if (!activity) return fail(activity.error());
  return CommandOutput{.text = activity_text(**trace, *activity, common.language) + *failures,
                       .note = note};
}

}  // namespace

CommandRun define_summary(CLI::App& app) {
  const auto options = std::make_shared<SummaryArguments>();
  add_input_options(app, options->input, false);
  app.add_option(
         "--range", options->range,
         help("Only this range, for example 10us:25us; events that cross an edge count with the "
              "part inside; numbers without a unit are nanoseconds"))
      ->option_text("BEGIN:END");
  app.add_option("--core", options->core, help("Only this physical core"))->option_text("N");
  app.add_flag("--recompute", options->recompute,
               help("Compute all metrics from events, even if the capture states them"));
  return [options](const CommonOptions& common, TaskControl& control) {
    return run(*options, common, control);
  };
}

}  // namespace nscope::cli
