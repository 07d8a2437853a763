#pragma once

#include "app/batch/plan.h"
#include "profiler/base/result.h"

#include <cstddef>
#include <string>
#include <vector>

namespace nscope::batch {

/// A process to run: a step for one input, or a step that runs once. All paths are relative to the
/// folder of the plan.
struct Task {
  std::string name;                      ///< "summary a.ntff", or the name of the step
  std::size_t step = 0;                  ///< index
  std::string input{};                   ///< empty if the step runs once
  std::string stem{};                    ///< of the input; unique
  std::string output{};                  ///< empty for none
  std::vector<std::size_t> waits_for{};  ///< tasks that must have ended before
  std::vector<std::size_t> needs{};      ///< those of them that must have succeeded
  bool needs_any = false;                ///< one of `needs` is sufficient: the command takes a list
};

/// All tasks of the plan, sorted so that each is after those for which it waits. Errors: kBadInput
/// if two tasks have the same output.
Result<std::vector<Task>> make_tasks(const Plan& plan);

/// The arguments of a task's command, without "nscope". `succeeded` states for each task whether
/// its output exists.
std::vector<std::string> command_of(const Plan& plan, const std::vector<Task>& tasks,
                                    std::size_t task, const std::vector<bool>& succeeded);

/// Whether standard output is written to the output of the task, because no argument contains
/// {output}.
bool captures_output(const Step& step);

}  // namespace nscope::batch
