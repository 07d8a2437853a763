#include "app/cli/command.h"
#include "app/documents/today.h"
#include "app/runs/read_runs.h"
#include "importers/shared/importer.h"
#include "profiler/analysis/gate/history.h"
#include "profiler/analysis/gate/report.h"
#include "profiler/analysis/gate/run_folder.h"
#include "profiler/base/files/atomic_file.h"
#include "profiler/base/files/byte_source.h"

#include <filesystem>
#include <memory>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace nscope::cli {
namespace {

struct GateArguments {
  std::vector<std::string> baseline;
  std::vector<std::string> runs;
  std::string rules;
  std::string junit;
  std::string markdown;
  std::string sarif;
  bool strict = false;
  bool update = false;
  bool replace = false;
  std::string reason;
  std::string revision;
  std::string quarantine;
  std::string release;
};

Result<> wrong(std::string message) {
  return fail(ErrorCode::kInvalidArgument, std::move(message));
}

bool changes_history(const GateArguments& options) {
  return options.update || !options.quarantine.empty() || !options.release.empty();
}

Result<> check(const GateArguments& o) {
  const bool edits_quarantine = !o.quarantine.empty() || !o.release.empty();
  if (edits_quarantine && (!o.runs.empty() || o.update || !o.rules.empty())) {
    return wrong("--quarantine and --release change the history alone: give no runs and no rules");
  }
  if (!o.quarantine.empty() && !o.release.empty()) {
    return wrong("give one of --quarantine and --release");
  }
  if (o.replace && !o.update) return wrong("--replace goes with --update-baseline");
  if ((o.update || !o.quarantine.empty()) &&
      o.reason.find_first_not_of(" \t\r\n") == std::string::npos) {
    return wrong("a change of the baseline needs --reason TEXT: others will ask why");
  }
  if (!o.reason.empty() && !changes_history(o)) {
    return wrong("--reason goes with --update-baseline or --quarantine");
  }
  if (edits_quarantine) return {};
  if (o.runs.empty()) return wrong("say which runs are judged: NEW...");
  if (o.rules.empty()) return wrong("--rules RULES.json is missing");
  return {};
}

bool exists(const std::string& path) {
  std::error_code error;
  return std::filesystem::exists(path, error);
}

bool is_history(const std::string& path) {
  const auto source = ByteSource::open(path);
  return source && gate::history::sniff(source->text());
}

/// Nothing is there yet that new runs could be compared with; hidden files are no runs.
bool is_new_baseline(const std::string& path) {
  if (!exists(path)) return true;
  std::error_code error;
  if (!std::filesystem::is_directory(path, error)) return false;
  std::filesystem::directory_iterator entry(path, error);
  for (; !error && entry != end(entry); entry.increment(error)) {
    if (!entry->path().filename().string().starts_with('.')) return false;
  }
  return !error;
}

/// A folder of runs that is there, or to be made: "runs/".
bool is_run_folder(const std::string& path) {
  std::error_code error;
  if (!exists(path)) return path.ends_with('/');
  return std::filesystem::is_directory(path, error) && importers::detect_folder(path) == nullptr;
}

tl::unexpected<Error> unsuitable(std::string_view why, const GateArguments& options) {
  return fail(
      ErrorCode::kInvalidArgument,
      fmt::format("{}, not {}. Make one with: nscope gate --baseline history.db {} "
                  "--rules RULES.json --update-baseline --reason TEXT",
                  why, fmt::join(options.baseline, ", "), fmt::join(options.baseline, " ")));
}

/// The one database or folder that --baseline names and that can be changed. It may not exist
/// yet.
Result<std::string> changed_baseline(const GateArguments& options) {
  if (options.baseline.size() == 1) {
    const std::string& path = options.baseline.front();
    if (!exists(path) || is_history(path) || is_run_folder(path)) return path;
  }
  return unsuitable("only a history database or one folder of runs can be changed", options);
}

/// The one database that --baseline names.
Result<std::string> quarantining_history(const GateArguments& options) {
  if (options.baseline.size() == 1 && is_history(options.baseline.front())) {
    return options.baseline.front();
  }
  return unsuitable("only a history database has a quarantine", options);
}

Result<CommandOutput> edit_quarantine(const GateArguments& options) {
  const auto path = quarantining_history(options);
  if (!path) return fail(path.error());
  if (!options.release.empty()) {
    if (auto ok = gate::history::release_from_quarantine(*path, options.release); !ok) {
      return fail(ok.error());
    }
    return CommandOutput{.text = fmt::format("{} is out of quarantine\n", options.release)};
  }
  const gate::Quarantine entry{.metric = options.quarantine,
                               .reason = options.reason,
                               .since = app::time_stamp().substr(0, 10)};
  if (auto ok = gate::history::put_into_quarantine(*path, entry); !ok) return fail(ok.error());
  return CommandOutput{.text = fmt::format("{} is in quarantine since {}: {}\n", entry.metric,
                                           entry.since, entry.reason)};
}

/// What folders held beside the runs.
void note_left_out(const app::RunsRead& read, std::vector<std::string>& notes) {
  if (read.left_out == 0) return;
  notes.push_back(fmt::format("{} {} no run and left out: {}", read.left_out,
                              read.left_out == 1 ? "file is" : "files are",
                              fmt::join(read.examples, "; ")));
}

Result<gate::Baseline> read_baseline(const GateArguments& options, const gate::Rules& rules,
                                     std::vector<std::string>& notes, TaskControl& control) {
  if (options.baseline.size() == 1 && is_history(options.baseline.front())) {
    return gate::history::read(options.baseline.front(), rules.history_runs, control);
  }
  auto read = app::read_runs(options.baseline, control);
  if (!read) return fail(read.error());
  note_left_out(*read, notes);
  return gate::Baseline{.name = fmt::format("{}", fmt::join(options.baseline, ", ")),
                        .runs = std::move(read->runs)};
}

/// All files that were asked for, or none.
Result<> write_reports(const GateArguments& options, const gate::GateReport& report,
                       const gate::Rules& rules) {
  const auto junit = gate::report_junit(report, rules, app::time_stamp());
  if (!junit) return fail(junit.error());
  std::vector<std::unique_ptr<AtomicFile>> files;
  const auto write = [&](const std::string& path, const std::string& content) -> Result<> {
    if (path.empty()) return {};
    files.push_back(std::make_unique<AtomicFile>(path));
    const auto written = write_file(files.back()->temporary_path(), content);
    if (!written) return fail(written.error().code, written.error().message, path);
    return {};
  };
  if (auto ok = write(options.junit, *junit); !ok) return ok;
  if (auto ok = write(options.markdown, gate::report_markdown(report, rules)); !ok) return ok;
  const std::string sarif = gate::json_text(gate::report_sarif(report, rules));
  if (auto ok = write(options.sarif, sarif); !ok) return ok;
  for (const auto& file : files) {
    if (auto ok = file->commit(); !ok) return ok;
  }
  return {};
}

/// Adds the runs to the baseline, whose runs so far are `before`; the result says so.
Result<std::string> update_baseline(const GateArguments& options, std::string_view verdict,
                                    std::span<const gate::Run> before,
                                    std::span<const gate::Run> runs) {
  const auto path = changed_baseline(options);
  if (!path) return fail(path.error());
  const gate::history::Update update{.reason = options.reason,
                                     .time = app::time_stamp(),
                                     .verdict = std::string(verdict),
                                     .replace = options.replace};
  if (is_run_folder(*path)) {
    std::vector<std::string> superseded;
    for (const gate::Run& run : before) {
      if (options.replace) superseded.push_back(run.name);
    }
    const auto done = gate::run_folder::update(*path, runs, superseded, update);
    if (!done) return fail(done.error());
  } else if (auto ok = gate::history::update(*path, runs, update); !ok) {
    return fail(ok.error());
  }
  return fmt::format("{} {} {} {}\n", runs.size(), runs.size() == 1 ? "run" : "runs",
                     options.replace ? "are the new level of" : "added to", *path);
}

/// The first runs of a baseline: there is nothing to compare them with.
Result<CommandOutput> start_baseline(const GateArguments& options, std::span<const gate::Run> runs,
                                     const CommonOptions& common) {
  if (!options.junit.empty() || !options.markdown.empty() || !options.sarif.empty()) {
    return fail(ErrorCode::kInvalidArgument,
                fmt::format("{} has no runs yet, so there is nothing to report: start it "
                            "without --junit, --markdown and --sarif",
                            options.baseline.front()));
  }
  const auto done = update_baseline(options, "not compared", {}, runs);
  if (!done) return fail(done.error());
  if (!common.json) return CommandOutput{.text = *done};
  const Json json{{"schema", "nscope.gate_report/1"},
                  {"passed", true},
                  {"verdict", "not compared: the history begins with these runs"},
                  {"baseline", options.baseline.front()},
                  {"baseline_runs", 0},
                  {"new_runs", runs.size()},
                  {"checks", Json::array()}};
  return CommandOutput{.text = gate::json_text(json), .note = *done};
}

Result<CommandOutput> judge(const GateArguments& options, const CommonOptions& common,
                            TaskControl& control) {
  const auto file = ByteSource::open(options.rules);
  if (!file) return fail(file.error());
  const auto rules = gate::parse_rules(file->text(), options.rules);
  if (!rules) return fail(rules.error());
  auto read = app::read_runs(options.runs, control);
  if (!read) return fail(read.error());
  for (gate::Run& run : read->runs) run.revision = options.revision;
  const bool first =
      options.update && options.baseline.size() == 1 && is_new_baseline(options.baseline.front());
  if (first) return start_baseline(options, read->runs, common);
  if (options.update) {
    if (const auto path = changed_baseline(options); !path) return fail(path.error());
  }

  std::vector<std::string> notes;
  note_left_out(*read, notes);
  const auto baseline = read_baseline(options, *rules, notes, control);
  if (!baseline) return fail(baseline.error());
  auto report =
      gate::evaluate(*rules, *baseline, read->runs,
                     {.strict = options.strict, .seed = common.seed.value_or(1)}, control);
  if (!report) return fail(report.error());
  report->notes.insert(report->notes.end(), notes.begin(), notes.end());
  if (auto ok = write_reports(options, *report, *rules); !ok) return fail(ok.error());
  CommandOutput output{.text = common.json ? gate::json_text(gate::report_json(*report, *rules))
                                           : gate::report_text(*report, *rules),
                       .exit_code = report->passed() ? 0 : 1};
  if (!options.update) return output;
  if (!report->passed() && !options.replace) {
    // Mixed with the runs before it would hide the next regression.
    output.note =
        "The baseline is unchanged. To accept these runs as the new level: --update-baseline "
        "--replace\n";
    return output;
  }
  const auto updated =
      update_baseline(options, report->passed() ? "passed" : "failed", baseline->runs, read->runs);
  if (!updated) return fail(updated.error());
  output.note = *updated;
  output.exit_code = 0;  // accepted, with a reason
  return output;
}

Result<CommandOutput> run(const GateArguments& options, const CommonOptions& common,
                          TaskControl& control) {
  if (auto ok = check(options); !ok) return fail(ok.error());
  const bool edits_quarantine = !options.quarantine.empty() || !options.release.empty();
  return edits_quarantine ? edit_quarantine(options) : judge(options, common, control);
}

void add_baseline_options(CLI::App& app, GateArguments& o) {
  app.add_flag("--update-baseline", o.update,
               "Add the runs to the history database, or the folder of runs (DIR/); makes it "
               "where there is none");
  app.add_flag("--replace", o.replace,
               "With it: the runs are the new level, those before are superseded");
  app.add_option("--reason", o.reason, "Why the baseline is changed")->option_text("TEXT");
  app.add_option("--revision", o.revision, "Revision of the code, kept with the runs")
      ->option_text("TEXT");
  app.add_option("--quarantine", o.quarantine,
                 "Put a metric or a pattern into quarantine: reported, never blocking")
      ->option_text("METRIC");
  app.add_option("--release", o.release, "Take it out again")->option_text("METRIC");
}

}  // namespace

CommandRun define_gate(CLI::App& app) {
  const auto options = std::make_shared<GateArguments>();
  app.add_option("NEW", options->runs,
                 "Runs to judge: summary documents, sessions, captures, logs, folders of them");
  app.add_option("--baseline", options->baseline,
                 "What they are compared with: a history database, or runs as NEW; may be repeated")
      ->required()
      ->allow_extra_args(false)
      ->option_text("DIR_OR_DB");
  app.add_option("--rules", options->rules, "Rules, schema nscope.gate/1; see docs/gate.md")
      ->option_text("FILE");
  app.add_option("--junit", options->junit, "Write JUnit XML")->option_text("FILE");
  app.add_option("--markdown", options->markdown, "Write a Markdown summary")->option_text("FILE");
  app.add_option("--sarif", options->sarif, "Write SARIF 2.1.0")->option_text("FILE");
  app.add_flag("--strict", options->strict, "What is inconclusive blocks too");
  add_baseline_options(app, *options);
  return [options](const CommonOptions& common, TaskControl& control) {
    return run(*options, common, control);
  };
}

}  // namespace nscope::cli
