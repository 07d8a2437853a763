#include "app/cli/command.h"
#include "app/cli/studies/gate_trend.h"
#include "app/documents/report_file.h"
#include "app/documents/today.h"
#include "app/runs/read_runs.h"
#include "importers/shared/importer.h"
#include "profiler/analysis/gate/history.h"
#include "profiler/analysis/gate/report.h"
#include "profiler/analysis/gate/run_folder.h"
#include "profiler/base/files/atomic_file.h"
#include "profiler/base/files/byte_source.h"
#include "profiler/base/files/sqlite.h"

#include <filesystem>
#include <memory>
#include <optional>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace nscope::cli {
namespace {

/// Runs of a history that a trend shows.
constexpr std::size_t kMostTrendRuns = 10'000;

struct GateArguments {
  std::vector<std::string> baseline;
  std::vector<std::string> runs;
  std::string rules;
  std::string junit;
  std::string markdown;
  std::string sarif;
  std::string badge;
  std::string trend;
  bool strict = false;
  bool update = false;
  bool replace = false;
  std::string reason;
  std::string revision;
  std::string quarantine;
  std::string release;
};

Result<> wrong(Text message) {
  return fail(ErrorCode::kInvalidArgument, std::move(message));
}

bool changes_history(const GateArguments& options) {
  return options.update || !options.quarantine.empty() || !options.release.empty();
}

/// Whether only the trend of the history is requested.
bool shows_trend_only(const GateArguments& options) {
  return !options.trend.empty() && options.runs.empty() && !changes_history(options);
}

Result<> check(const GateArguments& o) {
  const bool edits_quarantine = !o.quarantine.empty() || !o.release.empty();
  if (edits_quarantine && (!o.runs.empty() || o.update || !o.rules.empty())) {
    return wrong(
        tr("--quarantine and --release cannot be combined with runs, rules or --update-baseline"));
  }
  if (!o.quarantine.empty() && !o.release.empty()) {
    return wrong(tr("--quarantine and --release cannot be combined"));
  }
  if (o.replace && !o.update) return wrong(tr("--replace needs --update-baseline"));
  if ((o.update || !o.quarantine.empty()) &&
      o.reason.find_first_not_of(" \t\r\n") == std::string::npos) {
    return wrong(tr("a change of the baseline needs --reason TEXT"));
  }
  if (!o.reason.empty() && !changes_history(o)) {
    return wrong(tr("--reason needs --update-baseline or --quarantine"));
  }
  if (edits_quarantine) return {};
  if (!o.trend.empty() && o.baseline.size() != 1) {
    return wrong(tr("--trend needs one history database as --baseline"));
  }
  if (!o.badge.empty() && o.runs.empty()) return wrong(tr("--badge needs NEW runs"));
  if (shows_trend_only(o)) return {};
  if (o.runs.empty()) return wrong(tr("NEW is required"));
  if (o.rules.empty()) return wrong(tr("--rules RULES.json is required"));
  return {};
}

/// False also for an empty file: a program that is killed while it creates a history leaves one.
bool exists(const std::string& path) {
  std::error_code error;
  if (!std::filesystem::is_regular_file(path, error)) return std::filesystem::exists(path, error);
  return std::filesystem::file_size(path, error) > 0;
}

bool is_history(const std::string& path) {
  const auto source = ByteSource::open(path);
  return source && gate::history::sniff(source->text());
}

/// Whether the baseline does not exist yet, or is a folder without runs. Hidden files are not runs.
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

/// Whether the path is a folder of runs, or one to be created: "runs/".
bool is_run_folder(const std::string& path) {
  std::error_code error;
  if (!exists(path)) return path.ends_with('/');
  return std::filesystem::is_directory(path, error) && importers::detect_folder(path) == nullptr;
}

/// The baseline does not meet the requirement, which is a sentence.
tl::unexpected<Error> unsuitable(const Text& requirement, const GateArguments& options) {
  const std::string example = fmt::format(
      "nscope gate --baseline history.db {} --rules RULES.json --update-baseline --reason TEXT",
      fmt::join(options.baseline, " "));
  return fail(ErrorCode::kInvalidArgument,
              tr("{} Create a history database with: {}", requirement, example),
              fmt::format("{}", fmt::join(options.baseline, ", ")));
}

/// The database or folder that is changed. It does not have to exist yet.
Result<std::string> changed_baseline(const GateArguments& options) {
  if (options.baseline.size() == 1) {
    const std::string& path = options.baseline.front();
    if (!exists(path) || is_history(path) || is_run_folder(path)) return path;
  }
  return unsuitable(tr("must be a history database or one folder of runs."), options);
}

/// The history database of --baseline.
Result<std::string> quarantining_history(const GateArguments& options) {
  if (options.baseline.size() == 1 && is_history(options.baseline.front())) {
    return options.baseline.front();
  }
  return unsuitable(tr("must be a history database, because only it has a quarantine."), options);
}

Result<CommandOutput> edit_quarantine(const GateArguments& options, const Language& language) {
  const auto path = quarantining_history(options);
  if (!path) return fail(path.error());
  if (!options.release.empty()) {
    if (auto ok = gate::history::release_from_quarantine(*path, options.release); !ok) {
      return fail(ok.error());
    }
    return CommandOutput{.text = language.say(tr("Released {} from quarantine", options.release)) +
                                 "\n"};
  }
  const gate::Quarantine entry{.metric = options.quarantine,
                               .reason = options.reason,
                               .since = app::time_stamp().substr(0, 10)};
  if (auto ok = gate::history::put_into_quarantine(*path, entry); !ok) return fail(ok.error());
  const Text text = tr("Put {} into quarantine on {}: {}", entry.metric, entry.since, entry.reason);
  return CommandOutput{.text = language.say(text) + "\n"};
}

/// Adds a note about files in folders that are not runs.
void note_left_out(const app::RunsRead& read, std::vector<Text>& notes) {
  if (read.left_out == 0) return;
  notes.push_back(tr_plural(read.left_out, "{} file is not a run and was skipped: {}",
                            "{} files are not runs and were skipped: {}", read.left_out,
                            joined(read.examples)));
}

Result<gate::Baseline> read_baseline(const GateArguments& options, const gate::Rules& rules,
                                     std::vector<Text>& notes, TaskControl& control) {
  if (options.baseline.size() == 1 && is_history(options.baseline.front())) {
    return gate::history::read(options.baseline.front(), rules.history_runs, control);
  }
  auto read = app::read_runs(options.baseline, control);
  if (!read) return fail(read.error());
  note_left_out(*read, notes);
  return gate::Baseline{.name = fmt::format("{}", fmt::join(options.baseline, ", ")),
                        .runs = std::move(read->runs)};
}

/// Writes all requested files, or none after an error.
Result<> write_reports(const GateArguments& options, const gate::GateReport& report,
                       const gate::Rules& rules, const Language& language) {
  const auto junit = gate::report_junit(report, rules, app::time_stamp(), language);
  if (!junit) return fail(junit.error());
  std::vector<std::unique_ptr<AtomicFile>> files;
  const auto write = [&](const std::string& path, const std::string& content) -> Result<> {
    if (path.empty()) return {};
    files.push_back(std::make_unique<AtomicFile>(path));
    return files.back()->write(content);
  };
  if (auto ok = write(options.junit, *junit); !ok) return ok;
  const std::string markdown = gate::report_markdown(report, rules, language);
  if (auto ok = write(options.markdown, markdown); !ok) return ok;
  if (auto ok = write(options.badge, gate::report_badge(report)); !ok) return ok;
  const std::string sarif = gate::json_text(gate::report_sarif(report, rules, language));
  if (auto ok = write(options.sarif, sarif); !ok) return ok;
  for (const auto& file : files) {
    if (auto ok = file->commit(); !ok) return ok;
  }
  return {};
}

/// Adds the runs to the baseline, which contains the runs `before`. The result is a line for the
/// user.
Result<Text> update_baseline(const GateArguments& options, std::string_view verdict,
                             std::span<const gate::Run> before, std::span<const gate::Run> runs) {
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
  if (options.replace) {
    return tr_plural(runs.size(), "Replaced the baseline {} with {} run",
                     "Replaced the baseline {} with {} runs", *path, runs.size());
  }
  return tr_plural(runs.size(), "Added {} run to {}", "Added {} runs to {}", runs.size(), *path);
}

/// Creates a baseline from its first runs, which cannot be compared with anything.
Result<CommandOutput> start_baseline(const GateArguments& options, std::span<const gate::Run> runs,
                                     const CommonOptions& common) {
  if (!options.junit.empty() || !options.markdown.empty() || !options.sarif.empty() ||
      !options.badge.empty()) {
    return fail(ErrorCode::kInvalidArgument,
                tr("the baseline has no runs yet, so no report is possible; create it without "
                   "--junit, --markdown, --sarif and --badge"),
                options.baseline.front());
  }
  const auto done = update_baseline(options, "not compared", {}, runs);
  if (!done) return fail(done.error());
  const std::string line = common.language.say(*done) + "\n";
  if (!common.json) return CommandOutput{.text = line};
  const Json json{{"schema", "nscope.gate_report/1"},
                  {"passed", true},
                  {"verdict", "not compared: the history begins with these runs"},
                  {"baseline", options.baseline.front()},
                  {"baseline_runs", 0},
                  {"new_runs", runs.size()},
                  {"checks", Json::array()}};
  return CommandOutput{.text = gate::json_text(json), .note = line};
}

Result<CommandOutput> check_runs(const GateArguments& options, const CommonOptions& common,
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

  std::vector<Text> notes;
  note_left_out(*read, notes);
  const auto baseline = read_baseline(options, *rules, notes, control);
  if (!baseline) return fail(baseline.error());
  auto report =
      gate::evaluate(*rules, *baseline, read->runs,
                     {.strict = options.strict, .seed = common.seed.value_or(1)}, control);
  if (!report) return fail(report.error());
  report->notes.insert(report->notes.end(), notes.begin(), notes.end());
  if (auto ok = write_reports(options, *report, *rules, common.language); !ok) {
    return fail(ok.error());
  }
  CommandOutput output{.text = common.json ? gate::json_text(gate::report_json(*report, *rules))
                                           : gate::report_text(*report, *rules, common.language),
                       .exit_code = report->passed() ? 0 : 1};
  if (!options.update) return output;
  if (!report->passed() && !options.replace) {
    // Added to the earlier runs, these runs would hide the next regression.
    output.note =
        common.language.say(tr("The baseline is unchanged. Use --update-baseline --replace "
                               "to accept these runs as the new baseline.")) +
        "\n";
    return output;
  }
  const auto updated =
      update_baseline(options, report->passed() ? "passed" : "failed", baseline->runs, read->runs);
  if (!updated) return fail(updated.error());
  output.note = common.language.say(*updated) + "\n";
  output.exit_code = 0;  // accepted, with a reason
  return output;
}

/// Writes the trend of the history with the changes that were just made.
Result<> write_trend(const GateArguments& options, const Language& language, TaskControl& control) {
  if (options.trend.empty()) return {};
  const std::string& path = options.baseline.front();
  if (!is_history(path)) {
    return unsuitable(tr("must be a history database, because only it has a trend."), options);
  }
  const auto format = app::report_format(options.trend);
  if (!format) return fail(format.error());
  std::optional<gate::Rules> rules;
  if (!options.rules.empty()) {
    const auto file = ByteSource::open(options.rules);
    if (!file) return fail(file.error());
    auto read = gate::parse_rules(file->text(), options.rules);
    if (!read) return fail(read.error());
    rules = std::move(*read);
  }
  const auto record = gate::history::read_record(path, kMostTrendRuns, control);
  if (!record) return fail(record.error());
  const app::ReportWriters writers{
      .document = [&] { return trend_document(*record, rules ? &*rules : nullptr); },
      .workbook = {},
      .json = {}};
  return app::save_report(options.trend, *format, writers, language);
}

Result<CommandOutput> run(const GateArguments& options, const CommonOptions& common,
                          TaskControl& control) {
  if (auto ok = check(options); !ok) return fail(ok.error());
  if (!options.trend.empty() && !options.trend.ends_with(".html") &&
      !options.trend.ends_with(".pdf")) {
    return fail(ErrorCode::kInvalidArgument,
                tr("--trend {}: the trend is written as *.html or *.pdf", options.trend));
  }
  Text recovered;
  if (options.baseline.size() == 1) {
    auto undone = recover_database(options.baseline.front());
    if (!undone) return fail(undone.error());
    recovered = std::move(*undone);
  }
  const bool edits_quarantine = !options.quarantine.empty() || !options.release.empty();
  auto output = shows_trend_only(options) ? Result<CommandOutput>(CommandOutput{})
                : edits_quarantine        ? edit_quarantine(options, common.language)
                                          : check_runs(options, common, control);
  if (output) {
    if (auto ok = write_trend(options, common.language, control); !ok) return fail(ok.error());
    if (!options.trend.empty()) {
      output->note += common.language.say(tr("Saved {}", options.trend)) + "\n";
    }
  }
  if (output && !recovered.empty()) {
    output->note = common.language.say(recovered) + "\n" + output->note;
  }
  return output;
}

void add_baseline_options(CLI::App& app, GateArguments& o) {
  app.add_flag("--update-baseline", o.update,
               help("Add the runs to the baseline, a history database or a folder of runs (DIR/); "
                    "create it if it does not exist"));
  app.add_flag("--replace", o.replace,
               help("With --update-baseline: replace the earlier runs, which are then superseded"));
  app.add_option("--reason", o.reason, help("Reason for the change of the baseline"))
      ->option_text("TEXT");
  app.add_option("--revision", o.revision, help("Revision of the code, stored with the runs"))
      ->option_text("TEXT");
  app.add_option("--quarantine", o.quarantine,
                 help("Put a metric or a pattern into quarantine, so that it is reported but never "
                      "blocks"))
      ->option_text("METRIC");
  app.add_option("--release", o.release, help("Release a metric or a pattern from quarantine"))
      ->option_text("METRIC");
}

}  // namespace

CommandRun define_gate(CLI::App& app) {
  const auto options = std::make_shared<GateArguments>();
  app.add_option("NEW", options->runs,
                 help("Runs to check: summary documents, sessions, captures, logs, or folders of "
                      "them"));
  app.add_option("--baseline", options->baseline,
                 help("The baseline: a history database, or runs as in NEW; can be repeated"))
      ->required()
      ->allow_extra_args(false)
      ->option_text("DIR_OR_DB");
  app.add_option("--rules", options->rules,
                 help("Rules of schema nscope.gate/1 (see docs/gate.md)"))
      ->option_text("FILE");
  app.add_option("--junit", options->junit, help("Write JUnit XML"))->option_text("FILE");
  app.add_option("--markdown", options->markdown, help("Write a summary in Markdown"))
      ->option_text("FILE");
  app.add_option("--sarif", options->sarif, help("Write SARIF 2.1.0"))->option_text("FILE");
  app.add_option("--badge", options->badge, help("Write a badge with the verdict (SVG)"))
      ->option_text("FILE");
  app.add_option("--trend", options->trend,
                 help("Write the trend of the metrics in the history database; without NEW, only "
                      "this"))
      ->option_text("FILE.html|FILE.pdf");
  app.add_flag("--strict", options->strict, help("Inconclusive checks also block"));
  add_baseline_options(app, *options);
  return [options](const CommonOptions& common, TaskControl& control) {
    return run(*options, common, control);
  };
}

}  // namespace nscope::cli
