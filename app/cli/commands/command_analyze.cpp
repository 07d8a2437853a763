#include "app/cli/command.h"
#include "app/cli/options/input_options.h"
#include "app/cli/output/lost_input.h"
#include "app/sources/source_text_column.h"
#include "profiler/analysis/definition/analysis.h"
#include "profiler/analysis/definition/analysis_json.h"
#include "profiler/analysis/engines/followed_run.h"
#include "profiler/analysis/metrics/scope.h"
#include "profiler/analysis/source/source_lines.h"
#include "profiler/base/json.h"
#include "profiler/base/json/document_text.h"
#include "profiler/base/parallel.h"

#include <algorithm>
#include <memory>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace nscope::cli {
namespace {

using analysis::Analysis;
using analysis::Parameter;

struct AnalyzeArguments {
  InputOptions input;
  std::vector<std::string> ids;
  std::vector<std::string> values;  ///< "rows=20", or "idle.rows=20" for one of several
  std::string range;
  std::optional<int> core;
  std::string source_root;
  std::string format = "table";
  bool all = false;
  bool list = false;
};

std::string value_text(const Parameter& parameter, double value) {
  if (!parameter.words.empty()) {
    return std::string(parameter.words[static_cast<std::size_t>(value)]);
  }
  return fmt::format("{}", value);
}

/// "rows=20: Maximum number of rows", one line for each parameter.
std::string parameters_text(const Analysis& analysis, const Language& language) {
  std::string text;
  for (const Parameter& parameter : analysis.parameters) {
    text += fmt::format("    {}={}{}{}: {}", parameter.id, value_text(parameter, parameter.value),
                        parameter.unit.empty() ? "" : " ", parameter.unit,
                        language.say(parameter.meaning));
    if (!parameter.words.empty()) text += fmt::format(" ({})", fmt::join(parameter.words, ", "));
    text += "\n";
  }
  return text;
}

CommandOutput list_analyses(bool as_json, const Language& language) {
  std::string text;
  std::string_view group;
  Json json = Json::array();
  for (const Analysis* analysis : analysis::registry()) {
    if (analysis->group.english != group) {
      text += (text.empty() ? "" : "\n") + language.say(analysis->group) + "\n";
    }
    group = analysis->group.english;
    text += fmt::format("  {:<24}{}\n{}", analysis->id, language.say(analysis->shows),
                        parameters_text(*analysis, language));
    json.push_back({{"id", analysis->id},
                    {"group", analysis->group.english},
                    {"title", analysis->title.english},
                    {"shows", analysis->shows.english},
                    {"definition", analysis->definition.english},
                    {"parameters",
                     analysis::parameters_json(analysis::ParameterValues(analysis->parameters))}});
  }
  if (as_json) {
    const Json document{{"schema", "nscope.analyses/1"}, {"analyses", json}};
    return {.text = document_text(document)};
  }
  return {.text = text,
          .note = language.say(
                      tr("Run an analysis with: {}", "nscope analyze FILE ID [--set NAME=VALUE]")) +
                  "\n"};
}

Result<std::vector<const Analysis*>> chosen(const AnalyzeArguments& options) {
  std::vector<const Analysis*> analyses;
  if (options.all) {
    const auto all = analysis::registry();
    analyses.assign(all.begin(), all.end());
    return analyses;
  }
  if (options.ids.empty()) {
    return fail(ErrorCode::kInvalidArgument,
                tr("an analysis is required; --list shows the ids, --all runs all analyses"));
  }
  for (const std::string& id : options.ids) {
    const auto found = analysis::find_analysis(id);
    if (!found) return fail(found.error());
    analyses.push_back(*found);
  }
  return analyses;
}

/// Sets the values of `analysis` and marks them in `used`. If the analysis runs `alone`, values
/// without its id apply, too.
Result<> set_values(const AnalyzeArguments& options, const Analysis& analysis, bool alone,
                    analysis::ParameterValues& values, std::vector<bool>& used) {
  for (std::size_t i = 0; i < options.values.size(); ++i) {
    const std::string_view text = options.values[i];
    const std::size_t equals = text.find('=');
    if (equals == std::string_view::npos || equals == 0) {
      return fail(ErrorCode::kInvalidArgument,
                  tr("invalid value '{}' for --set; use NAME=VALUE", text));
    }
    std::string_view name = text.substr(0, equals);
    if (const std::size_t dot = name.find('.'); dot != std::string_view::npos) {
      if (name.substr(0, dot) != analysis.id) continue;
      name.remove_prefix(dot + 1);
    } else if (!alone) {
      continue;
    }
    if (auto done = values.set(name, text.substr(equals + 1)); !done) return fail(done.error());
    used[i] = true;
  }
  return {};
}

Result<std::vector<analysis::AnalysisRequest>> requests(
    const AnalyzeArguments& options, const std::vector<const Analysis*>& analyses,
    const analysis::SummaryOptions& scope) {
  std::vector<analysis::AnalysisRequest> out;
  std::vector<bool> used(options.values.size());
  for (const Analysis* analysis : analyses) {
    out.push_back(analysis::request_for(*analysis, scope));
    auto set = set_values(options, *analysis, analyses.size() == 1, out.back().parameters, used);
    if (!set) return fail(set.error());
  }
  for (std::size_t i = 0; i < used.size(); ++i) {
    if (used[i]) continue;
    return fail(ErrorCode::kInvalidArgument,
                tr("'--set {}' does not apply to any of the analyses; with several analyses use "
                   "ANALYSIS.NAME=VALUE",
                   options.values[i]));
  }
  return out;
}

/// The tables of all analyses in one of the formats.
class Report {
 public:
  Report(std::string_view format, bool headings, const Language& language)
      : format_(format), headings_(headings), language_(language) {}

  void add(const Analysis& analysis, const analysis::AnalysisRequest& request, const Table& table) {
    if (format_ == "json") {
      json_.push_back(analysis::result_json(analysis, request.parameters, table));
      return;
    }
    if (headings_) {
      text_ += fmt::format("{}{} ({})\n", text_.empty() ? "" : "\n", language_.say(analysis.title),
                           analysis.id);
    }
    const bool empty = table.row_count() == 0 && !table.notes().empty();
    if (format_ == "csv") {
      text_ += table.to_csv();
    } else if (empty) {
      for (const Text& note : table.notes()) text_ += language_.say(note) + "\n";
    } else {
      text_ += table.to_text(language_);
    }
  }

  CommandOutput output() && {
    if (format_ != "json") return {.text = std::move(text_), .is_data = format_ == "csv"};
    return {.text = document_text(analysis::results_document(std::move(json_))), .is_data = true};
  }

 private:
  std::string_view format_;
  bool headings_;
  const Language& language_;
  std::string text_;
  Json json_ = Json::array();
};

/// Runs the analyses in parallel. The tables are in the order of the analyses.
std::vector<Result<Table>> run_all(const Trace& trace, const std::vector<const Analysis*>& analyses,
                                   std::vector<analysis::AnalysisRequest> requests,
                                   TaskControl& control) {
  const auto dependencies = std::make_shared<analysis::SharedDependencies>();
  std::vector<Result<Table>> tables(analyses.size());
  for_each_in_parallel(analyses.size(), [&](std::size_t i) {
    requests[i].dependencies = dependencies;
    tables[i] = analyses[i]->run(trace, requests[i], control);
  });
  return tables;
}

/// The source lines with their text, from --source-root or, if there is none, from the folder of
/// the capture. The table is unchanged if that folder does not contain the files.
Result<Table> with_text(const AnalyzeArguments& options, Table table, TaskControl& control) {
  const std::vector<app::StatedSource> stated = app::stated_sources(table);
  if (!options.source_root.empty()) {
    const auto found = app::find_sources(options.source_root, stated, control);
    if (!found) return fail(found.error());
    return app::with_source_text(table, *found);
  }
  if (options.input.alone || stated.empty()) return table;
  const auto found = app::find_sources_beside(options.input.file, stated, control);
  if (control.cancelled()) return cancelled();
  return found.texts.empty() ? table : app::with_source_text(table, found);
}

Result<> check_source_root(const AnalyzeArguments& options,
                           const std::vector<const Analysis*>& analyses) {
  const bool used = std::ranges::find(analyses, &analysis::kSourceLineAnalysis) != analyses.end();
  if (options.source_root.empty() || used) return {};
  return fail(ErrorCode::kInvalidArgument, tr("--source-root applies only to the analysis '{}'",
                                              analysis::kSourceLineAnalysis.id));
}

Result<CommandOutput> run(const AnalyzeArguments& options, const CommonOptions& common,
                          TaskControl& control) {
  const std::string format = common.json ? "json" : options.format;
  if (options.list) return list_analyses(format == "json", common.language);
  const auto analyses = chosen(options);
  if (!analyses) return fail(analyses.error());
  if (format == "csv" && analyses->size() > 1) {
    return fail(ErrorCode::kInvalidArgument, tr("--format csv supports only one analysis"));
  }
  if (auto ok = check_source_root(options, *analyses); !ok) return fail(ok.error());
  if (options.input.file.empty()) {
    return fail(ErrorCode::kInvalidArgument, tr("FILE is required, except with --list"));
  }
  const auto input = open_linked_input(options.input, control);
  if (!input) return fail(input.error());
  const auto* const trace = &input->trace;
  const auto range = range_of(options.range, *input);
  if (!range) return fail(range.error());
  const analysis::SummaryOptions scope{.range = *range, .core = options.core};
  if (auto known = analysis::check_core(**trace, scope); !known) return fail(known.error());
  const auto asked = requests(options, *analyses, scope);
  if (!asked) return fail(asked.error());
  auto tables = run_all(**trace, *analyses, *asked, control);
  // Columns of a large session are checked when they are first read.
  if (const auto damage = (*trace)->storage_error()) return fail(*damage);
  Report report(format, analyses->size() > 1, common.language);
  for (std::size_t i = 0; i < analyses->size(); ++i) {
    if (tables[i] && (*analyses)[i] == &analysis::kSourceLineAnalysis) {
      tables[i] = with_text(options, std::move(*tables[i]), control);
    }
    if (!tables[i]) return fail(tables[i].error());
    report.add(*(*analyses)[i], (*asked)[i], *tables[i]);
  }
  CommandOutput output = std::move(report).output();
  output.note += lost_input_text(**trace, common.language);
  const Text unused = unused_parts(input->place, {});
  if (!unused.empty()) output.note += common.language.say(unused) + "\n";
  return output;
}

}  // namespace

CommandRun define_analyze(CLI::App& app) {
  const auto options = std::make_shared<AnalyzeArguments>();
  add_input_options(app, options->input, false);
  app.get_option("FILE")->required(false);
  app.add_option("ANALYSIS", options->ids, help("Ids of analyses (see --list)"));
  app.add_flag("--all", options->all, help("Run all analyses"));
  app.add_flag("--list", options->list, help("List the analyses and their parameters"));
  app.add_option("--set", options->values,
                 help("Value of a parameter; with several analyses ANALYSIS.NAME=VALUE"))
      ->option_text("NAME=VALUE");
  app.add_option(
         "--range", options->range,
         help("Only events in this range, for example 10us:25us; numbers without a unit are "
              "nanoseconds"))
      ->option_text("BEGIN:END");
  app.add_option("--core", options->core, help("Only this physical core"))->option_text("N");
  app.add_option("--source-root", options->source_root,
                 help("Folder, ZIP or tar archive with the source files, for the text of the lines "
                      "of 'source-lines' (default: the folder of the capture)"))
      ->option_text("FOLDER|ARCHIVE");
  app.add_option("--format", options->format, help("Format of the output (default: table)"))
      ->check(CLI::IsMember({"table", "csv", "json"}))
      ->option_text("table|csv|json");
  return [options](const CommonOptions& common, TaskControl& control) {
    return run(*options, common, control);
  };
}

}  // namespace nscope::cli
