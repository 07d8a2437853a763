#pragma once

#include "app/batch/plan.h"
#include "app/batch/task.h"
#include "profiler/base/result.h"
#include "profiler/base/task_control.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace nscope::batch {

/// The result of a task.
enum class Outcome {
  kDone,
  kUpToDate,  ///< done by an earlier run, and nothing has changed since
  kFailed,
  kNotRun,  ///< a required task failed, or the batch stops at the first failure
};

std::string_view to_string(Outcome outcome);  ///< the id in JSON
Phrase title(Outcome outcome);                ///< for people

struct TaskResult {
  Task task;
  Outcome outcome = Outcome::kNotRun;
  int exit_code = 0;
  double seconds = 0.0;
  std::uint64_t peak_memory = 0;  ///< bytes
  Text reason{};                  ///< why it failed or did not run
  std::string log{};              ///< file with its standard error, relative to the plan's folder
};

struct BatchReport {
  std::vector<TaskResult> tasks;  ///< in the order of the plan
  std::size_t unreadable_journal_lines = 0;

  std::size_t count(Outcome outcome) const;
  bool passed() const;
};

/// Runs the plan. Each task is a process of `program`; the number of concurrent processes depends
/// on the jobs, cores and memory of the plan. If a task fails, only tasks that require its output
/// do not run, unless the plan stops on failure. Tasks that are done and unchanged according to the
/// journal in the output folder do not run again. Cancellation stops the running tasks; finished
/// tasks are in the journal. Errors: kIo, kBadInput (several tasks with the same output),
/// kInfeasible (another batch uses the output folder), kCancelled.
Result<BatchReport> run_batch(const Plan& plan, const std::string& program, TaskControl& control);

}  // namespace nscope::batch
