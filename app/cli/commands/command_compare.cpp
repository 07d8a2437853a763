#include "app/cli/command.h"
#include "app/cli/output/lost_input.h"
#include "app/runs/compared_runs.h"
#include "app/runs/comparison_document.h"
#include "profiler/analysis/comparison/residuals.h"
#include "profiler/base/files/atomic_file.h"

#include <memory>
#include <optional>

#include <fmt/format.h>

namespace nscope::cli {
namespace {

using analysis::Comparison;
using Side = analysis::RunComparison::Side;

struct CompareArguments {
  std::string base;
  std::string now;
  std::vector<std::string> more_base;
  std::vector<std::string> more_new;
  std::string by = "operator";
  std::string format = "table";
  std::string output;
  std::string residuals;
  std::size_t rows = 20;
  std::size_t pieces = 20;
  bool alone = false;
};

std::vector<std::string> paths_of(const std::string& first, const std::vector<std::string>& more) {
  std::vector<std::string> paths;
  if (!first.empty()) paths.push_back(first);
  paths.insert(paths.end(), more.begin(), more.end());
  return paths;
}

analysis::ComparisonOptions comparison_options(const CompareArguments& options) {
  analysis::ComparisonOptions chosen;
  chosen.pieces = options.pieces;
  if (options.by == "instruction") chosen.by = analysis::GroupBy::kInstruction;
  if (options.by == "layer") chosen.by = analysis::GroupBy::kLayer;
  if (options.by == "source") chosen.by = analysis::GroupBy::kSource;
  if (options.by == "time") chosen.place = analysis::Place::kTime;
  if (options.by == "rank") chosen.place = analysis::Place::kRank;
  return chosen;
}

/// The format for the extension of a report. Errors: kInvalidArgument.
Result<app::ComparisonFormat> format_of(const std::string& path) {
  const auto format = app::comparison_format_of(path);
  if (format) return *format;
  return fail(ErrorCode::kInvalidArgument,
              tr("unknown format of '{}'; use .html, .md, .json or .csv", path));
}

app::ComparisonFormat printed_format(std::string_view word) {
  if (word == "json") return app::ComparisonFormat::kJson;
  if (word == "csv") return app::ComparisonFormat::kCsv;
  return word == "markdown" ? app::ComparisonFormat::kMarkdown : app::ComparisonFormat::kText;
}

/// Errors: kInvalidArgument for a name without a known extension.
Result<> check_residuals_name(const std::string& path) {
  if (path.empty() || path.ends_with(".json") || path.ends_with(".csv")) return {};
  return fail(ErrorCode::kInvalidArgument, tr("unknown format of '{}'; use .json or .csv", path));
}

Result<std::string> residuals_text(const Comparison& comparison, const std::string& path) {
  const auto residuals = analysis::residuals_of(comparison);
  if (!residuals) return fail(residuals.error());
  if (path.ends_with(".csv")) return residuals->table.to_csv();
  return analysis::residuals_json(*residuals).dump(2, ' ', false, Json::error_handler_t::replace) +
         "\n";
}

/// `lost` receives a line about each run whose input is damaged.
Result<Comparison> compare(const CompareArguments& options, const Language& language,
                           std::string& lost, TaskControl& control) {
  const auto base = app::expand_runs(paths_of(options.base, options.more_base));
  if (!base) return fail(base.error());
  const auto now = app::expand_runs(paths_of(options.now, options.more_new));
  if (!now) return fail(now.error());
  if (base->empty() || now->empty()) {
    return fail(
        ErrorCode::kInvalidArgument,
        tr("two runs are required: BASE and NEW, or several of each with --base and --new"));
  }
  analysis::RunComparison comparison(comparison_options(options));
  std::vector<std::string> paths = *base;
  paths.insert(paths.end(), now->begin(), now->end());
  const std::vector<std::string> labels = app::labels_of(paths);
  for (std::size_t i = 0; i < paths.size(); ++i) {
    const Side side = i < base->size() ? Side::kBase : Side::kNew;
    const auto run = app::open_compared_run(paths[i], !options.alone, control);
    if (!run) return fail(run.error());
    if (run->trace) {
      const std::string text = lost_input_text(*run->trace, language);
      if (!text.empty()) lost += fmt::format("{}: {}", labels[i], text);
    }
    const auto added = app::add_run(comparison, side, labels[i], *run, control);
    if (!added) return fail(added.error());
  }
  return comparison.finish(control);
}

Result<CommandOutput> run(const CompareArguments& options, const CommonOptions& common,
                          TaskControl& control) {
  // The command line is checked before long imports.
  std::optional<app::ComparisonFormat> file_format;
  if (!options.output.empty()) {
    auto format = format_of(options.output);
    if (!format) return fail(format.error());
    file_format = *format;
  }
  if (auto ok = check_residuals_name(options.residuals); !ok) return fail(ok.error());
  std::string note;
  const auto comparison = compare(options, common.language, note, control);
  if (!comparison) return fail(comparison.error());
  const auto text = app::comparison_document(*comparison, options.rows,
                                             printed_format(common.json ? "json" : options.format),
                                             common.language);
  if (!text) return fail(text.error());
  // All output is complete before the first file is written.
  std::string residuals;
  if (!options.residuals.empty()) {
    auto made = residuals_text(*comparison, options.residuals);
    if (!made) return fail(made.error());
    residuals = std::move(*made);
  }
  if (file_format) {
    const auto report =
        app::comparison_document(*comparison, options.rows, *file_format, common.language);
    if (!report) return fail(report.error());
    if (auto done = write_file(options.output, *report); !done) return fail(done.error());
    note += common.language.say(tr("Saved {}", options.output)) + "\n";
  }
  if (!options.residuals.empty()) {
    if (auto done = write_file(options.residuals, residuals); !done) return fail(done.error());
    note += common.language.say(tr("Saved {}", options.residuals)) + "\n";
  }
  const bool is_data = options.format == "json" || options.format == "csv";
  return CommandOutput{.text = *text, .note = note, .is_data = is_data};
}

}  // namespace

CommandRun define_compare(CLI::App& app) {
  const auto options = std::make_shared<CompareArguments>();
  app.add_option(
      "BASE", options->base,
      help("The baseline: a session, a capture, a folder, or the JSON of 'nscope summary' "
           "or 'nscope simulate' (metrics only)"));
  app.add_option("NEW", options->now, help("The run to compare with the baseline"));
  app.add_option("--base", options->more_base,
                 help("Repeats of the baseline; a folder means all sessions in it"))
      ->option_text("FILE...");
  app.add_option("--new", options->more_new, help("Repeats of the new run"))
      ->option_text("FILE...");
  app.add_option("--by", options->by,
                 help("Compare operators, instructions by the shapes of their operands, layers, "
                      "source lines, intervals of time, or ranks (default: operator)"))
      ->check(CLI::IsMember({"operator", "instruction", "layer", "source", "time", "rank"}))
      ->option_text("operator|instruction|layer|source|time|rank");
  app.add_option("--format", options->format, help("Format of the output (default: table)"))
      ->check(CLI::IsMember({"table", "json", "markdown", "csv"}))
      ->option_text("table|json|markdown|csv");
  app.add_option("-o,--output", options->output,
                 help("Also write a report: .html, .md, .json or .csv"))
      ->option_text("FILE");
  app.add_option(
         "--residuals", options->residuals,
         help("Write measured / simulated time of each operator of a measured and a simulated "
              "run, as .json or .csv"))
      ->option_text("FILE");
  app.add_option("--rows", options->rows,
                 help("Rows of each table (default: 20); JSON and CSV have all rows"))
      ->option_text("N");
  app.add_option("--pieces", options->pieces,
                 help("Number of intervals with --by time (default: 20)"))
      ->check(CLI::Range(1, 10'000))
      ->option_text("N");
  app.add_flag("--alone", options->alone,
               help("Do not search the folder of a capture for its NEFF"));
  return [options](const CommonOptions& common, TaskControl& control) {
    return run(*options, common, control);
  };
}

}  // namespace nscope::cli
