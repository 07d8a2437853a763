#pragma once

#include "app/batch/plan.h"
#include "profiler/base/result.h"

#include <cstddef>
#include <string>
#include <vector>

namespace nscope::batch {

/// One process to run: a step, for one input or once. All paths are relative to the
/// plan's folder.
struct Task {
  std::string name;                      ///< "summary a.ntff", or the step's name
  std::size_t step = 0;                  ///< index
  std::string input{};                   ///< "" where it runs once
  std::string stem{};                    ///< of the input: unlike that of any other input
  std::string output{};                  ///< "" for none
  std::vector<std::size_t> waits_for{};  ///< tasks that must have ended
  std::vector<std::size_t> needs{};      ///< of those, tasks that must have succeeded
  bool needs_any = false;                ///< one of `needs` is enough: its command takes a list
};

/// All tasks of the plan, each after those that it waits for. Errors: kBadInput where
/// two would write the same output.
Result<std::vector<Task>> make_tasks(const Plan& plan);

/// The words of a task's command, without "nscope". `succeeded` says of each task
/// whether its output can be read.
std::vector<std::string> command_of(const Plan& plan, const std::vector<Task>& tasks,
                                    std::size_t task, const std::vector<bool>& succeeded);

/// True where standard output goes to the task's output, since no word names it.
bool captures_output(const Step& step);

}  // namespace nscope::batch
