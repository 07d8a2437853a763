#include "app/batch/run_batch.h"
#include "app/cli/command.h"
#include "profiler/base/format.h"
#include "profiler/base/json.h"
#include "profiler/base/json/document_text.h"
#include "profiler/base/tables/table.h"

#include <filesystem>
#include <memory>

#include <fmt/format.h>

namespace nscope::cli {
namespace {

using batch::BatchReport;
using batch::Outcome;
using batch::Plan;

/// All commands except `batch`: a nested batch would not share limits and journal.
std::vector<std::string_view> step_commands() {
  std::vector<std::string_view> names;
  for (const Command& command : commands()) {
    if (command.name != "batch") names.push_back(command.name);
  }
  return names;
}

/// One line about a task that failed or did not run.
Text task_text(const batch::TaskResult& result) {
  const Text outcome = result.outcome == Outcome::kFailed
                           ? tr("{}: failed with exit code {}, see {}", result.task.name,
                                result.exit_code, result.log)
                           : tr("{}: {}", result.task.name, title(result.outcome));
  return result.reason.empty() ? outcome : tr("{}: {}", outcome, result.reason);
}

std::string report_text(const Plan& plan, const BatchReport& report, const Language& language) {
  static constexpr auto kOutcomes =
      std::to_array({Outcome::kDone, Outcome::kUpToDate, Outcome::kFailed, Outcome::kNotRun});
  std::vector<Table::Column> columns{{.id = "step", .title = tr("Step")}};
  for (const Outcome outcome : kOutcomes) {
    columns.push_back({.id = std::string(to_string(outcome)), .title = title(outcome)});
  }
  Table table(columns);
  for (std::size_t step = 0; step < plan.steps.size(); ++step) {
    std::vector<Cell> row{plan.steps[step].name};
    for (const Outcome outcome : kOutcomes) {
      std::int64_t count = 0;
      for (const auto& result : report.tasks) {
        if (result.task.step == step && result.outcome == outcome) ++count;
      }
      row.emplace_back(count);
    }
    table.add_row(std::move(row));
  }
  std::string text = table.to_text(language);
  bool first = true;
  for (const auto& result : report.tasks) {
    if (result.outcome != Outcome::kFailed && result.outcome != Outcome::kNotRun) continue;
    if (first) text += "\n";
    first = false;
    text += language.say(task_text(result)) + "\n";
  }
  return text;
}

Json report_json(const Plan& plan, const BatchReport& report) {
  Json tasks = Json::array();
  for (const auto& result : report.tasks) {
    Json task{{"step", plan.steps[result.task.step].name}, {"outcome", to_string(result.outcome)}};
    if (!result.task.input.empty()) task["input"] = result.task.input;
    if (!result.task.output.empty()) task["output"] = result.task.output;
    if (!result.reason.empty()) task["reason"] = result.reason;
    if (result.outcome == Outcome::kDone || result.outcome == Outcome::kFailed) {
      task["exit"] = result.exit_code;
      task["seconds"] = result.seconds;
      task["peak_memory_bytes"] = result.peak_memory;
      task["log"] = result.log;
    }
    tasks.push_back(std::move(task));
  }
  return Json{{"schema", "nscope.batch_report/1"},
              {"plan", plan.file},
              {"passed", report.passed()},
              {"done", report.count(Outcome::kDone)},
              {"up_to_date", report.count(Outcome::kUpToDate)},
              {"failed", report.count(Outcome::kFailed)},
              {"not_run", report.count(Outcome::kNotRun)},
              {"tasks", std::move(tasks)}};
}

Result<CommandOutput> run(const std::string& file, const CommonOptions& common,
                          TaskControl& control) {
  const auto names = step_commands();
  const auto plan = batch::read_plan(file, names);
  if (!plan) return fail(plan.error());
  std::error_code error;
  const std::string program = std::filesystem::read_symlink("/proc/self/exe", error).string();
  if (error) return fail(ErrorCode::kIo, Text::verbatim(error.message()), "/proc/self/exe");
  const auto report = batch::run_batch(*plan, program, control);
  if (!report) return fail(report.error());
  CommandOutput output;
  output.exit_code = report->passed() ? 0 : 1;
  output.text = common.json ? document_text(report_json(*plan, *report))
                            : report_text(*plan, *report, common.language);
  if (report->unreadable_journal_lines > 0) {
    output.note = common.language.say(tr_plural(
                      report->unreadable_journal_lines,
                      "{} line of the journal cannot be read, so its task ran again.",
                      "{} lines of the journal cannot be read, so their tasks ran again.",
                      as::count(static_cast<std::int64_t>(report->unreadable_journal_lines)))) +
                  "\n";
  }
  return output;
}

}  // namespace

CommandRun define_batch(CLI::App& app) {
  const auto file = std::make_shared<std::string>();
  app.add_option("PLAN", *file, help("A plan of schema nscope.batch/1 (see docs/batch.md)"))
      ->required();
  return [file](const CommonOptions& common, TaskControl& control) {
    return run(*file, common, control);
  };
}

}  // namespace nscope::cli
