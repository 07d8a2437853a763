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

enum class Outcome {
  kDone,
  kUpToDate,  ///< done by an earlier batch, and nothing changed since
  kFailed,
  kNotRun,  ///< what it needs failed, or the batch stops at the first failure
};

std::string_view to_string(Outcome outcome);

struct TaskResult {
  Task task;
  Outcome outcome = Outcome::kNotRun;
  int exit_code = 0;
  double seconds = 0.0;
  std::uint64_t peak_memory = 0;  ///< bytes
  std::string reason{};           ///< of a failure: the last of what it said
  std::string log{};              ///< what it said, relative to the plan's folder
};

struct BatchReport {
  std::vector<TaskResult> tasks;  ///< in the order of the plan
  std::size_t unreadable_journal_lines = 0;

  std::size_t count(Outcome outcome) const;
  bool passed() const;
};

/// Runs the plan: each task is a process of `program`, as many at a time as the plan's
/// jobs, cores and memory allow. One that fails stops only what needs its output,
/// unless the plan stops on failure. What the journal of the output folder knows to be
/// done and unchanged is not run again. When cancelled, running tasks are stopped;
/// what had ended is in the journal. Errors: kIo, kBadInput (outputs that collide),
/// kInfeasible (another batch writes there), kCancelled.
Result<BatchReport> run_batch(const Plan& plan, const std::string& program, TaskControl& control);

}  // namespace nscope::batch
