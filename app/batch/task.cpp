#include "app/batch/task.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <numeric>
#include <set>
#include <utility>

namespace nscope::batch {
namespace {

namespace fs = std::filesystem;

std::string replaced(std::string word, const std::map<std::string, std::string>& values) {
  std::size_t at = 0;
  while ((at = word.find('{', at)) != std::string::npos) {
    const std::size_t close = word.find('}', at);
    if (close == std::string::npos) break;
    const auto it = values.find(word.substr(at + 1, close - at - 1));
    if (it == values.end()) {
      ++at;
      continue;
    }
    word.replace(at, close - at + 1, it->second);
    at += it->second.size();
  }
  return word;
}

/// File names without their last extension. For inputs with the same name: their paths with "_"
/// instead of "/".
std::vector<std::string> stems_of(const std::vector<std::string>& inputs) {
  std::map<std::string, int> count;
  for (const std::string& input : inputs) ++count[fs::path(input).stem().string()];
  std::vector<std::string> stems;
  for (const std::string& input : inputs) {
    std::string stem = fs::path(input).stem().string();
    if (count[stem] > 1) {
      stem = fs::path(input).lexically_normal().string();
      std::replace(stem.begin(), stem.end(), '/', '_');
    }
    stems.push_back(std::move(stem));
  }
  return stems;
}

class TaskMaker {
 public:
  explicit TaskMaker(const Plan& plan) : plan_(plan), stems_(stems_of(plan.inputs)) {}

  Result<std::vector<Task>> make();

 private:
  void add(std::size_t step, std::size_t input);
  void connect(Task& task, std::size_t input) const;
  std::vector<std::size_t> counterparts(const Task& task, std::size_t input,
                                        std::size_t step) const;
  Result<> check_outputs() const;

  const Plan& plan_;
  std::vector<std::string> stems_;
  std::vector<Task> tasks_;
  std::vector<std::size_t> first_of_step_;
};

/// The tasks of an earlier step on which this task can depend: the task of the same input, or all
/// tasks if this one runs once.
std::vector<std::size_t> TaskMaker::counterparts(const Task& task, std::size_t input,
                                                 std::size_t step) const {
  const std::size_t first = first_of_step_[step];
  if (!plan_.steps[step].for_each_input) return {first};
  if (plan_.steps[task.step].for_each_input) return {first + input};
  std::vector<std::size_t> all(plan_.inputs.size());
  std::iota(all.begin(), all.end(), first);
  return all;
}

/// A task that runs once waits for all tasks before it, and all tasks after it wait for it.
void TaskMaker::connect(Task& task, std::size_t input) const {
  const Step& step = plan_.steps[task.step];
  std::set<std::string> named;
  for (const std::string& word : step.command) {
    for (std::string& name : names_in_braces(word)) named.insert(std::move(name));
  }
  task.needs_any = true;
  for (std::size_t i = 0; i < task.step; ++i) {
    const Step& other = plan_.steps[i];
    const bool needed = named.contains(other.name);
    if (!needed && step.for_each_input && other.for_each_input) continue;
    const auto tasks = counterparts(task, input, i);
    task.waits_for.insert(task.waits_for.end(), tasks.begin(), tasks.end());
    if (!needed) continue;
    task.needs.insert(task.needs.end(), tasks.begin(), tasks.end());
    // Outputs in a list may be missing, but a single file is required.
    task.needs_any = task.needs_any && !step.for_each_input && other.for_each_input;
  }
}

void TaskMaker::add(std::size_t index, std::size_t input) {
  const Step& step = plan_.steps[index];
  Task task{.name = step.name, .step = index};
  if (step.for_each_input) {
    task.input = plan_.inputs[input];
    task.stem = stems_[input];
    task.name += " " + task.input;
  }
  if (!step.output.empty()) {
    const std::string file = replaced(step.output, {{"input", task.input}, {"stem", task.stem}});
    task.output = (fs::path(plan_.output) / file).lexically_normal().string();
  }
  connect(task, input);
  tasks_.push_back(std::move(task));
}

Result<> TaskMaker::check_outputs() const {
  std::map<std::string, const Task*> writers;
  const std::set<std::string> inputs(plan_.inputs.begin(), plan_.inputs.end());
  for (const Task& task : tasks_) {
    if (task.output.empty()) continue;
    const auto [it, first] = writers.emplace(task.output, &task);
    if (!first || inputs.contains(task.output)) {
      return fail(
          ErrorCode::kBadInput,
          first
              ? tr("'{}' would overwrite the input {}; add {{stem}} or the name of the step to its "
                   "output",
                   task.name, task.output)
              : tr("'{}' and '{}' would write the same output {}; add {{stem}} or the name of the "
                   "step to the output",
                   it->second->name, task.name, task.output),
          plan_.file);
    }
  }
  return {};
}

Result<std::vector<Task>> TaskMaker::make() {
  for (std::size_t step = 0; step < plan_.steps.size(); ++step) {
    first_of_step_.push_back(tasks_.size());
    const std::size_t count = plan_.steps[step].for_each_input ? plan_.inputs.size() : 1;
    for (std::size_t i = 0; i < count; ++i) add(step, i);
  }
  if (auto ok = check_outputs(); !ok) return fail(ok.error());
  return std::move(tasks_);
}

}  // namespace

Result<std::vector<Task>> make_tasks(const Plan& plan) {
  return TaskMaker(plan).make();
}

std::vector<std::string> command_of(const Plan& plan, const std::vector<Task>& tasks,
                                    std::size_t index, const std::vector<bool>& succeeded) {
  const Task& task = tasks[index];
  std::map<std::string, std::string> values{{"output", task.output}};
  if (plan.steps[task.step].for_each_input) {
    values["input"] = task.input;
    values["stem"] = task.stem;
  }
  std::map<std::string, std::vector<std::string>> lists;
  for (const std::size_t needed : task.needs) {
    if (!succeeded[needed]) continue;
    const std::string& name = plan.steps[tasks[needed].step].name;
    values[name] = tasks[needed].output;
    lists["{" + name + "}"].push_back(tasks[needed].output);
  }
  std::vector<std::string> words;
  for (const std::string& word : plan.steps[task.step].command) {
    if (const auto list = lists.find(word); list != lists.end()) {
      words.insert(words.end(), list->second.begin(), list->second.end());
    } else {
      words.push_back(replaced(word, values));
    }
  }
  return words;
}

bool captures_output(const Step& step) {
  return !step.output.empty() &&
         std::none_of(step.command.begin(), step.command.end(), [](const std::string& word) {
           return word.find("{output}") != std::string::npos;
         });
}

}  // namespace nscope::batch
