// In these plans "nscope" is a shell script, so that each test defines what its commands do.
#include "app/batch/run_batch.h"

#include "app/batch/child_process.h"
#include "tests/unit/batch/batch_folder.h"

#include <algorithm>
#include <chrono>
#include <thread>

#include <gmock/gmock.h>

namespace nscope::batch {
namespace {

using testing::HasSubstr;

class RunBatch : public BatchFolder {
 protected:
  /// "summary FILE" copies FILE in capitals, "import FILE OUT" writes a file, "gate ..."
  /// runs its arguments as a shell command. Each run adds a line to calls.txt.
  void SetUp() override {
    BatchFolder::SetUp();
    write("program", R"(#!/bin/sh
echo "$*" >> calls.txt
command=$1; shift
case $command in
  summary) tr a-z A-Z < "$1" ;;
  import) cp "$1" "$2" ;;
  gate) eval "$*" ;;
esac
)");
    std::filesystem::permissions(folder_ / "program", std::filesystem::perms::owner_all);
    write("in/a.txt", "alpha");
    write("in/b.txt", "beta");
  }

  Result<BatchReport> run(const std::string& members) {
    const auto read = plan(members);
    if (!read) return fail(read.error());
    return run_batch(*read, (folder_ / "program").string(), control_);
  }
  BatchReport report(const std::string& members) {
    auto done = run(members);
    EXPECT_TRUE(done) << (done ? "" : to_string(done.error()));
    return done ? *done : BatchReport{};
  }
  std::size_t calls() const {
    const std::string text = read("calls.txt");
    return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
  }

  TaskControl control_;
};

constexpr const char* kTwoSteps =
    R"("inputs": ["in/*.txt"], "output": "out", "jobs": 2, "steps": [
         {"name": "upper", "command": ["summary", "{input}"], "output": "{stem}.up"},
         {"name": "copy", "command": ["import", "{upper}", "{output}"], "output": "{stem}.cp"},
         {"name": "all", "command": ["gate", "cat", "{copy}"], "output": "all"}])";

TEST_F(RunBatch, RunsEachStepForEachInput) {
  const auto done = report(kTwoSteps);
  EXPECT_TRUE(done.passed());
  EXPECT_EQ(done.count(Outcome::kDone), 5u);
  EXPECT_EQ(read("out/all"), "ALPHABETA");
  EXPECT_GT(done.tasks[0].peak_memory, 0u);
}

TEST_F(RunBatch, ASecondRunSkipsWhatIsDone) {
  report(kTwoSteps);
  const auto again = report(kTwoSteps);
  EXPECT_EQ(again.count(Outcome::kUpToDate), 5u);
  EXPECT_EQ(calls(), 5u);
}

TEST_F(RunBatch, RunsAgainWhatChanged) {
  report(kTwoSteps);
  write("in/b.txt", "gamma");
  const auto again = report(kTwoSteps);
  EXPECT_EQ(again.count(Outcome::kUpToDate), 2u);
  EXPECT_EQ(read("out/all"), "ALPHAGAMMA");
  std::filesystem::remove(folder_ / "out/a.up");
  EXPECT_EQ(report(kTwoSteps).count(Outcome::kDone), 1u);
  write("program", read("program") + "# another version\n");
  EXPECT_EQ(report(kTwoSteps).count(Outcome::kDone), 5u);
}

TEST_F(RunBatch, OneFailureStopsOnlyWhatNeedsIt) {
  const auto done = report(
      R"("inputs": ["in/*.txt"], "output": "out", "steps": [
           {"name": "one", "output": "{stem}.1",
            "command": ["gate", "test {stem} = b && cat {input} || { echo nscope: no {stem} >&2; exit 3; }"]},
           {"name": "two", "command": ["summary", "{one}"], "output": "{stem}.2"},
           {"name": "all", "command": ["gate", "cat", "{two}"], "output": "all"}])");
  EXPECT_FALSE(done.passed());
  EXPECT_EQ(done.count(Outcome::kDone), 3u);
  EXPECT_EQ(done.tasks[0].outcome, Outcome::kFailed);
  EXPECT_EQ(done.tasks[0].exit_code, 3);
  EXPECT_EQ(done.tasks[0].reason.english(), "nscope: no a");
  EXPECT_EQ(done.tasks[2].outcome, Outcome::kNotRun);
  EXPECT_EQ(done.tasks[2].reason.english(), "a required output was not created");
  EXPECT_EQ(read("out/all"), "BETA");
  EXPECT_FALSE(exists("out/a.1"));
}

TEST_F(RunBatch, StopsAtTheFirstFailureWhereAskedTo) {
  const auto done = report(
      R"("inputs": ["in/*.txt"], "output": "out", "jobs": 1, "stop_on_failure": true,
         "steps": [{"name": "one", "command": ["gate", "test {stem} = b"]}])");
  EXPECT_EQ(done.count(Outcome::kFailed), 1u);
  EXPECT_EQ(done.tasks[1].reason.english(), "the batch stops at the first failure");
}

TEST_F(RunBatch, FailsATaskThatDidNotWriteItsOutput) {
  const auto done = report(
      R"("inputs": ["in/a.txt"], "output": "out",
         "steps": [{"name": "one", "command": ["gate", "true # {stem} {output}"], "output": "x"}])");
  EXPECT_THAT(done.tasks.at(0).reason.english(), HasSubstr("did not write out/x"));
}

TEST_F(RunBatch, RunsAsManyAtATimeAsMemoryAllows) {
  // Each task writes how many tasks run at the same time.
  const std::string steps =
      R"("steps": [{"name": "one", "memory": "600 MiB", "command": ["gate",
           "touch run.{stem}; sleep 0.05; ls | grep -c ^run >> beside.txt; rm run.{stem}"]}])";
  for (const char* name : {"c", "d", "e"}) write(std::string("in/") + name + ".txt", name);
  ASSERT_TRUE(
      report(R"("inputs": ["in/*.txt"], "output": "o1", "jobs": 4, "memory": "1 GiB", )" + steps)
          .passed());
  EXPECT_EQ(read("beside.txt"), "1\n1\n1\n1\n1\n");
}

TEST_F(RunBatch, RefusesMemoryBeyondTheLimit) {
  const auto done = report(
      R"("output": "out", "steps": [
           {"name": "much", "memory": "64 MiB",
            "command": ["gate", "dd if=/dev/zero of=/dev/null bs=200M count=1"]},
           {"name": "little", "memory": "64 MiB",
            "command": ["gate", "dd if=/dev/zero of=/dev/null bs=2M count=1"]}])");
  EXPECT_EQ(done.tasks.at(0).outcome, Outcome::kFailed);
  EXPECT_EQ(done.tasks.at(1).outcome, Outcome::kDone);
}

TEST_F(RunBatch, SharesTheCores) {
  const auto done = report(
      R"("output": "out", "jobs": 4, "cores": 1,
         "steps": [{"name": "one", "command": ["gate", "nproc"], "output": "n"}])");
  EXPECT_TRUE(done.passed());
  EXPECT_EQ(read("out/n"), "1\n");
  EXPECT_FALSE(usable_cpus().empty());
}

TEST_F(RunBatch, EndsWhatTakesTooLong) {
  const auto done = report(
      R"("output": "out", "steps": [{"name": "one", "timeout": 0.2,
           "command": ["gate", "exec sleep 60"]}])");
  EXPECT_EQ(done.tasks.at(0).outcome, Outcome::kFailed);
  EXPECT_EQ(done.tasks.at(0).exit_code, 124);
  EXPECT_THAT(done.tasks.at(0).reason.english(), HasSubstr("timeout"));
}

TEST_F(RunBatch, CancellingStopsWhatRunsAndKeepsWhatIsDone) {
  write("in/b.txt", "slow");
  const std::string members =
      R"("inputs": ["in/*.txt"], "output": "out", "jobs": 1, "steps": [
           {"name": "one", "output": "{stem}.1",
            "command": ["gate", "cat {input}; grep -q alpha {input} || exec sleep 60"]}])";
  std::thread canceller([this] {
    while (calls() < 2) std::this_thread::sleep_for(std::chrono::milliseconds(5));
    control_.request_cancel();
  });
  const auto done = run(members);
  canceller.join();
  ASSERT_FALSE(done);
  EXPECT_EQ(done.error().code, ErrorCode::kCancelled);
  EXPECT_EQ(read("out/a.1"), "alpha");
  EXPECT_FALSE(exists("out/b.1"));
  EXPECT_THAT(read("out/.batch/journal.jsonl"), HasSubstr("one in/a.txt"));
  for (const auto& entry : std::filesystem::directory_iterator(folder_ / "out")) {
    EXPECT_THAT(entry.path().string(), testing::Not(HasSubstr(".tmp")));
  }
}

TEST_F(RunBatch, SaysWhereTheProgramCannotBeStarted) {
  std::filesystem::permissions(folder_ / "program", std::filesystem::perms::owner_read);
  const auto done =
      report(R"("output": "out", "steps": [{"name": "one", "command": ["gate", "true"]}])");
  EXPECT_EQ(done.tasks.at(0).exit_code, 127);
  EXPECT_FALSE(done.passed());
}

}  // namespace
}  // namespace nscope::batch
