#include "app/batch/run_batch.h"

#include "app/batch/child_process.h"
#include "app/batch/fingerprint.h"
#include "app/batch/journal.h"
#include "profiler/base/files/atomic_file.h"
#include "profiler/base/files/byte_source.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <filesystem>
#include <memory>
#include <thread>
#include <utility>

#include <fmt/format.h>

namespace nscope::batch {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

constexpr auto kPollInterval = std::chrono::milliseconds(5);
/// Time between SIGTERM and SIGKILL.
constexpr auto kGrace = std::chrono::seconds(10);
constexpr int kTimedOut = 124;  // as timeout(1)
constexpr std::size_t kLongestReason = 500;

struct Running {
  std::size_t task;
  std::size_t slot;
  std::uint64_t memory;
  ChildProcess process;
  std::unique_ptr<AtomicFile> captured;  ///< standard output, if it is the output of the task
  std::vector<std::string> command;
  Clock::time_point start;
  bool timed_out = false;
};

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

/// The last message of nscope in a log or, if there is none, its first line.
std::string message_in_log(const std::string& path) {
  const auto source = ByteSource::open(path);
  if (!source) return {};
  std::string_view text = source->text();
  std::string_view last;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    if (line.starts_with("nscope: ") || last.empty()) last = line;
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return std::string(last.substr(0, kLongestReason));
}

class Batch {
 public:
  Batch(const Plan& plan, std::string program, TaskControl& control)
      : plan_(plan), program_(std::move(program)), control_(control) {}

  Result<BatchReport> run();

 private:
  Result<> prepare();
  Result<> start_what_can();
  Result<> start(std::size_t task);
  Result<bool> up_to_date(std::size_t task, const std::vector<std::string>& command);
  void enforce(double timeout, Running& running);
  Result<> collect();
  Result<> finish(Running& running, const ChildProcess::End& end);
  Result<> record(const Running& running, TaskResult& result);
  void stop_all();

  bool ended(std::size_t task) const { return ended_[task]; }
  bool ready(std::size_t task) const;
  bool has_what_it_needs(std::size_t task) const;
  bool fits(std::size_t task) const;
  void end(std::size_t task, Outcome outcome);
  std::uint64_t memory_of(std::size_t task) const;
  std::optional<std::uint64_t> memory_limit(std::size_t task) const;
  std::size_t free_slot() const;
  std::vector<int> cpus_of(std::size_t slot) const;
  std::string absolute(const std::string& path) const {
    return (fs::path(plan_.folder) / path).string();
  }

  const Plan& plan_;
  std::string program_;
  TaskControl& control_;
  std::string program_print_;
  std::vector<int> cpus_;
  std::unique_ptr<Journal> journal_;
  std::vector<Task> tasks_;
  std::vector<TaskResult> results_;
  std::vector<bool> ended_;
  std::vector<bool> succeeded_;
  std::size_t ended_count_ = 0;
  std::size_t first_open_ = 0;  ///< all tasks before it have been started
  std::vector<bool> started_;
  std::vector<Running> running_;
  bool failed_ = false;
};

Result<> Batch::prepare() {
  auto tasks = make_tasks(plan_);
  if (!tasks) return fail(tasks.error());
  tasks_ = std::move(*tasks);
  std::error_code error;
  const std::string hidden = absolute(plan_.output) + "/.batch";
  fs::create_directories(hidden + "/logs", error);
  if (error) return fail(ErrorCode::kIo, Text::verbatim(error.message()), hidden);
  for (const Task& task : tasks_) {
    if (task.output.empty()) continue;
    fs::create_directories(fs::path(absolute(task.output)).parent_path(), error);
    if (error) return fail(ErrorCode::kIo, Text::verbatim(error.message()), task.output);
  }
  auto journal = Journal::open(hidden + "/journal.jsonl");
  if (!journal) return fail(journal.error());
  journal_ = std::make_unique<Journal>(std::move(*journal));
  auto print = fingerprint(program_, control_);
  if (!print) return fail(print.error());
  program_print_ = std::move(*print);
  cpus_ = usable_cpus();
  if (cpus_.size() > plan_.cores) cpus_.resize(plan_.cores);
  for (std::size_t i = 0; i < tasks_.size(); ++i) {
    const std::string log = fmt::format("{}/.batch/logs/{}.log", plan_.output, i);
    results_.push_back({.task = tasks_[i], .log = log});
  }
  ended_.assign(tasks_.size(), false);
  started_.assign(tasks_.size(), false);
  succeeded_.assign(tasks_.size(), false);
  return {};
}

bool Batch::ready(std::size_t task) const {
  return std::all_of(tasks_[task].waits_for.begin(), tasks_[task].waits_for.end(),
                     [&](std::size_t other) { return ended(other); });
}

bool Batch::has_what_it_needs(std::size_t task) const {
  const auto& needs = tasks_[task].needs;
  const auto there = [&](std::size_t other) { return succeeded_[other]; };
  if (needs.empty()) return true;
  return tasks_[task].needs_any ? std::any_of(needs.begin(), needs.end(), there)
                                : std::all_of(needs.begin(), needs.end(), there);
}

std::optional<std::uint64_t> Batch::memory_limit(std::size_t task) const {
  const auto& own = plan_.steps[tasks_[task].step].memory;
  if (own || !plan_.memory) return own;
  return *plan_.memory / plan_.jobs;
}

std::uint64_t Batch::memory_of(std::size_t task) const {
  return memory_limit(task).value_or(0);
}

bool Batch::fits(std::size_t task) const {
  if (running_.size() >= plan_.jobs) return false;
  if (!plan_.memory) return true;
  std::uint64_t used = memory_of(task);
  for (const Running& running : running_) used += running.memory;
  return used <= *plan_.memory;
}

std::size_t Batch::free_slot() const {
  std::size_t slot = 0;
  const auto taken = [&](const Running& running) { return running.slot == slot; };
  while (std::any_of(running_.begin(), running_.end(), taken)) ++slot;
  return slot;
}

/// The processors of a slot. With more jobs than processors, slots share them.
std::vector<int> Batch::cpus_of(std::size_t slot) const {
  if (cpus_.empty()) return {};
  const std::size_t share = std::max<std::size_t>(1, cpus_.size() / plan_.jobs);
  std::vector<int> cpus;
  for (std::size_t i = 0; i < share; ++i) {
    cpus.push_back(cpus_[(slot * share + i) % cpus_.size()]);
  }
  return cpus;
}

void Batch::end(std::size_t task, Outcome outcome) {
  results_[task].outcome = outcome;
  started_[task] = true;
  ended_[task] = true;
  succeeded_[task] = outcome == Outcome::kDone || outcome == Outcome::kUpToDate;
  control_.advance_to(++ended_count_);
}

Result<bool> Batch::up_to_date(std::size_t task, const std::vector<std::string>& command) {
  const JournalEntry* entry = journal_->find(tasks_[task].name);
  if (entry == nullptr || entry->command != command || entry->program != program_print_) {
    return false;
  }
  const std::string& output = tasks_[task].output;
  if (!output.empty() && !entry->files.contains(output)) return false;
  for (const auto& [path, print] : entry->files) {
    const auto now = fingerprint(absolute(path), control_);
    if (!now && now.error().code == ErrorCode::kCancelled) return fail(now.error());
    if (!now || *now != print) return false;
  }
  return true;
}

Result<> Batch::start(std::size_t index) {
  const Task& task = tasks_[index];
  std::vector<std::string> command = command_of(plan_, tasks_, index, succeeded_);
  const auto known = up_to_date(index, command);
  if (!known) return fail(known.error());
  if (*known) {
    end(index, Outcome::kUpToDate);
    return {};
  }
  Running running{.task = index,
                  .slot = free_slot(),
                  .memory = memory_of(index),
                  .process = {},
                  .captured = nullptr,
                  .command = command,
                  .start = Clock::now()};
  if (captures_output(plan_.steps[task.step])) {
    running.captured = std::make_unique<AtomicFile>(absolute(task.output));
  }
  command.insert(command.begin(), "nscope");
  auto process = ChildProcess::start(
      {.program = program_,
       .words = std::move(command),
       .folder = plan_.folder,
       .standard_output = running.captured ? running.captured->temporary_path() : std::string(),
       .standard_error = absolute(results_[index].log),
       .memory = memory_limit(index),
       .cpus = cpus_of(running.slot)});
  if (!process) return fail(process.error());
  running.process = std::move(*process);
  started_[index] = true;
  running_.push_back(std::move(running));
  return {};
}

Result<> Batch::start_what_can() {
  while (first_open_ < tasks_.size() && started_[first_open_]) ++first_open_;
  for (std::size_t task = first_open_; task < tasks_.size(); ++task) {
    if (running_.size() >= plan_.jobs || control_.cancelled()) return {};
    if (started_[task] || !ready(task)) continue;
    const bool stopped = failed_ && plan_.stop_on_failure;
    if (stopped || !has_what_it_needs(task)) {
      results_[task].reason = stopped ? tr("the batch stops at the first failure")
                                      : tr("a required output was not created");
      end(task, Outcome::kNotRun);
    } else if (fits(task)) {
      if (auto ok = start(task); !ok) return ok;
    }
  }
  return {};
}

/// Adds the task to the journal with the current fingerprints of the files in its command.
Result<> Batch::record(const Running& running, TaskResult& result) {
  JournalEntry entry{.task = result.task.name,
                     .command = running.command,
                     .program = program_print_,
                     .seconds = result.seconds,
                     .peak_memory = result.peak_memory};
  std::vector<std::string> paths = running.command;
  if (!result.task.output.empty()) paths.push_back(result.task.output);
  for (const std::string& path : paths) {
    auto print = fingerprint(absolute(path), control_);
    if (!print && print.error().code == ErrorCode::kCancelled) return fail(print.error());
    if (!print) return {};  // without fingerprints the task runs again next time
    if (!print->empty()) entry.files[path] = std::move(*print);
  }
  return journal_->add(entry);
}

Result<> Batch::finish(Running& running, const ChildProcess::End& ended) {
  TaskResult& result = results_[running.task];
  result.exit_code = running.timed_out ? kTimedOut : ended.exit_code;
  result.seconds = seconds_since(running.start);
  result.peak_memory = ended.peak_memory;
  bool good = result.exit_code == 0;
  if (good && running.captured) {
    if (const auto kept = running.captured->commit(); !kept) {
      good = false;
      const Error& why = kept.error();
      result.reason = why.where.empty() ? why.message : tr("{}: {}", why.where, why.message);
    }
  }
  std::error_code error;
  if (good && !result.task.output.empty() && !fs::exists(absolute(result.task.output), error)) {
    good = false;
    result.reason = tr("the command did not write {}", result.task.output);
  }
  if (!good && result.reason.empty()) {
    result.reason = running.timed_out ? tr("the command exceeded its timeout")
                                      : Text::verbatim(message_in_log(absolute(result.log)));
  }
  failed_ = failed_ || !good;
  end(running.task, good ? Outcome::kDone : Outcome::kFailed);
  return good ? record(running, result) : Result<>();
}

void Batch::enforce(double timeout, Running& running) {
  const double seconds = seconds_since(running.start);
  if (seconds > timeout && !running.timed_out) {
    running.timed_out = true;
    running.process.stop();  // only once, because a second signal prevents cleaning up
  }
  if (seconds > timeout + std::chrono::duration<double>(kGrace).count()) running.process.kill();
}

Result<> Batch::collect() {
  for (std::size_t i = 0; i < running_.size();) {
    Running& running = running_[i];
    const auto& timeout = plan_.steps[tasks_[running.task].step].timeout;
    if (timeout) enforce(*timeout, running);
    const auto ended = running.process.poll();
    if (!ended) {
      ++i;
      continue;
    }
    Running done = std::move(running);
    running_.erase(running_.begin() + static_cast<std::ptrdiff_t>(i));
    if (auto ok = finish(done, *ended); !ok) return ok;
  }
  return {};
}

/// Stops all processes and removes their temporary files.
void Batch::stop_all() {
  for (Running& running : running_) running.process.stop();
  const auto asked = Clock::now();
  while (!running_.empty() && Clock::now() - asked < kGrace) {
    std::erase_if(running_, [](Running& running) { return running.process.poll().has_value(); });
    std::this_thread::sleep_for(kPollInterval);
  }
  running_.clear();  // kills the remaining processes
}

Result<BatchReport> Batch::run() {
  if (auto ok = prepare(); !ok) return fail(ok.error());
  control_.begin(phrase("Running the batch"), tasks_.size());
  while (ended_count_ < tasks_.size()) {
    auto ok = control_.cancelled() ? Result<>(cancelled()) : start_what_can();
    if (ok) ok = collect();
    if (!ok) {
      stop_all();
      return fail(ok.error());
    }
    if (!running_.empty()) std::this_thread::sleep_for(kPollInterval);
  }
  return BatchReport{.tasks = std::move(results_),
                     .unreadable_journal_lines = journal_->unreadable_lines()};
}

}  // namespace

std::string_view to_string(Outcome outcome) {
  return title(outcome).english;
}

Phrase title(Outcome outcome) {
  static constexpr std::array<Phrase, 4> kTitles{phrase("done"), phrase("up to date"),
                                                 phrase("failed"), phrase("not run")};
  return kTitles[static_cast<std::size_t>(outcome)];
}

std::size_t BatchReport::count(Outcome outcome) const {
  return static_cast<std::size_t>(
      std::count_if(tasks.begin(), tasks.end(),
                    [&](const TaskResult& result) { return result.outcome == outcome; }));
}

bool BatchReport::passed() const {
  return count(Outcome::kFailed) == 0 && count(Outcome::kNotRun) == 0;
}

Result<BatchReport> run_batch(const Plan& plan, const std::string& program, TaskControl& control) {
  return Batch(plan, program, control).run();
}

}  // namespace nscope::batch
