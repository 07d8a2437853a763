#include "simcore/engine/training_job/job_simulation.h"

#include <algorithm>
#include <optional>
#include <random>
#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace nscope::sim {
namespace {

/// A simulation of the same job tick by tick, written from the rules independently of the tested
/// code.
class TickByTick {
 public:
  TickByTick(const JobPlan& plan, std::vector<JobTime> failures)
      : plan_(plan), failures_(std::move(failures)), idle_(plan.spares) {}

  JobOutcome run() {
    begin_attempt();
    std::size_t next = 0;
    for (JobTime now = 0;; ++now) {
      settle(now);
      while (!over_ && next < failures_.size() && failures_[next] == now) {
        ++next;
        fail(now);
        settle(now);
      }
      if (over_) {
        out_.time = now;
        return out_;
      }
      tick();
    }
  }

 private:
  enum class Phase { kSteps, kWaitForWrite, kStall, kLastWrite, kDetect, kWaitForNode, kLoad };
  struct Write {
    JobTime end;
    std::size_t pieces;  // of pending_ that it saves
    std::int64_t steps;
  };

  void begin_attempt() {
    pending_.clear();
    write_.reset();
    trained_ = out_.saved_steps;
    begin_segment();
  }
  void begin_segment() {
    phase_ = Phase::kSteps;
    const std::int64_t steps = std::min(plan_.interval, plan_.steps - trained_);
    trained_ += steps;
    left_ = steps * plan_.step;
  }

  void save(const Write& write) {
    const auto saved = pending_.begin() + static_cast<std::ptrdiff_t>(write.pieces);
    const auto steps = std::count(pending_.begin(), saved, 's');
    out_.useful += steps;
    out_.checkpoint += std::distance(pending_.begin(), saved) - steps;
    pending_.erase(pending_.begin(), saved);
    out_.saved_steps = write.steps;
    ++out_.checkpoints;
  }

  /// Handles everything that ends by now.
  void settle(JobTime now) {
    for (bool changed = true; changed && !over_;) {
      changed = false;
      for (auto& back : coming_) {
        if (back > now || back < 0) continue;
        back = -1;
        missing_ > 0 ? --missing_ : ++idle_;
      }
      if (write_ && write_->end <= now) {
        save(*write_);
        write_.reset();
        changed = true;
      }
      changed = step_phase(now) || changed;
    }
  }

  bool step_phase(JobTime now) {
    switch (phase_) {
      case Phase::kSteps:
        if (left_ > 0) return false;
        phase_ = Phase::kWaitForWrite;
        return true;
      case Phase::kWaitForWrite:
        if (write_) return false;
        phase_ = Phase::kStall;
        left_ = plan_.stall;
        return true;
      case Phase::kStall:
        if (left_ > 0) return false;
        write_ = Write{now + plan_.background, pending_.size(), trained_};
        if (trained_ == plan_.steps) {
          phase_ = Phase::kLastWrite;
        } else {
          begin_segment();
        }
        return true;
      case Phase::kLastWrite:
        if (write_) return false;
        out_.checkpoint += static_cast<JobTime>(pending_.size());
        over_ = true;
        return true;
      case Phase::kDetect:
        if (left_ > 0) return false;
        phase_ = Phase::kWaitForNode;
        return true;
      case Phase::kWaitForNode:
        if (missing_ > 0) return false;
        phase_ = Phase::kLoad;
        left_ = plan_.load;
        return true;
      case Phase::kLoad:
        if (left_ > 0) return false;
        begin_attempt();
        return true;
    }
    return false;
  }

  void fail(JobTime now) {
    const bool trains = phase_ < Phase::kDetect;
    if (trains) out_.lost += static_cast<JobTime>(pending_.size());
    pending_.clear();
    write_.reset();
    if (++out_.failures > plan_.max_retries.value_or(1'000'000)) {
      out_.end = JobEnd::kRetriesUsedUp;
      over_ = true;
      return;
    }
    idle_ > 0 ? --idle_ : ++missing_;
    coming_.push_back(now + plan_.detect + plan_.replace);
    phase_ = Phase::kDetect;
    left_ = plan_.detect;
  }

  void tick() {
    --left_;
    switch (phase_) {
      case Phase::kSteps: pending_ += 's'; break;
      case Phase::kWaitForWrite:
      case Phase::kStall:
      case Phase::kLastWrite: pending_ += 'c'; break;
      case Phase::kDetect:
      case Phase::kLoad: ++out_.restart; break;
      case Phase::kWaitForNode: ++out_.waiting; break;
    }
  }

  JobPlan plan_;
  std::vector<JobTime> failures_;
  JobOutcome out_;
  Phase phase_ = Phase::kSteps;
  JobTime left_ = 0;
  std::int64_t trained_ = 0;
  std::string pending_;  // a letter for each tick since what is saved
  std::optional<Write> write_;
  std::int64_t idle_;
  std::int64_t missing_ = 0;
  std::vector<JobTime> coming_;
  bool over_ = false;
};

void expect_same(const JobOutcome& is, const JobOutcome& should) {
  EXPECT_EQ(to_string(is.end), to_string(should.end));
  EXPECT_EQ(is.time, should.time);
  EXPECT_EQ(is.useful, should.useful);
  EXPECT_EQ(is.checkpoint, should.checkpoint);
  EXPECT_EQ(is.lost, should.lost);
  EXPECT_EQ(is.restart, should.restart);
  EXPECT_EQ(is.waiting, should.waiting);
  EXPECT_EQ(is.saved_steps, should.saved_steps);
  EXPECT_EQ(is.failures, should.failures);
  EXPECT_EQ(is.checkpoints, should.checkpoints);
}

JobOutcome with_failures(const JobPlan& plan, const std::vector<JobTime>& failures) {
  return simulate_job(plan, FailureTimes(failures));
}

/// 10 steps of 10 ns with checkpoints of 2 ns after every four steps.
JobPlan small() {
  return {.steps = 10, .step = 10, .interval = 4, .stall = 2, .detect = 3, .replace = 5, .load = 7};
}

TEST(JobSimulation, WithoutFailuresIsStepsAndCheckpoints) {
  const JobOutcome out = with_failures(small(), {});
  EXPECT_EQ(out.time, 10 * 10 + 3 * 2);
  EXPECT_EQ(out.useful, 100);
  EXPECT_EQ(out.checkpoint, 6);
  EXPECT_EQ(out.saved_steps, 10);
  EXPECT_EQ(out.checkpoints, 3);
}

TEST(JobSimulation, GoesBackToTheLastCheckpoint) {
  // Checkpoints end at 42 and 84; detection, replacement and loading take 15 ns.
  const JobOutcome out = with_failures(small(), {70});
  EXPECT_EQ(out.lost, 70 - 42);
  EXPECT_EQ(out.restart, 3 + 7);
  EXPECT_EQ(out.waiting, 5);
  EXPECT_EQ(out.time, 106 + 28 + 15);
}

TEST(JobSimulation, APartOfACheckpointIsNone) {
  const JobOutcome out = with_failures(small(), {41});
  EXPECT_EQ(out.lost, 41) << "one of two ns were written";
  EXPECT_EQ(with_failures(small(), {42}).lost, 0) << "it was done when the failure came";
}

TEST(JobSimulation, AFailureInARestartBeginsItAgain) {
  // Failure at 70: detected at 73, replaced at 78, then 4 of 7 ns of loading.
  const JobOutcome out = with_failures(small(), {70, 82});
  EXPECT_EQ(out.restart, 3 + 4 + 3 + 7);
  EXPECT_EQ(out.waiting, 5 + 5);
  EXPECT_EQ(out.failures, 2);
  EXPECT_EQ(out.saved_steps, 10);
}

TEST(JobSimulation, ASpareSavesTheWait) {
  JobPlan plan = small();
  plan.spares = 1;
  plan.replace = 1000;
  EXPECT_EQ(with_failures(plan, {70}).waiting, 0);
  // The second failure waits for the replacement of the first one.
  const JobOutcome out = with_failures(plan, {70, 100});
  EXPECT_EQ(out.waiting, 70 + 3 + 1000 - (100 + 3));
  plan.spares = 2;
  EXPECT_EQ(with_failures(plan, {70, 100}).waiting, 0);
}

TEST(JobSimulation, AsynchronousWritesRunBesideSteps) {
  JobPlan plan = small();
  plan.stall = 1;
  plan.background = 30;
  // 41, 82 and 113 are the ends of the copies; the job waits for the last write.
  const JobOutcome out = with_failures(plan, {});
  EXPECT_EQ(out.time, 41 + 41 + 30 + 1 + 30) << "the third waits until the second is written";
  EXPECT_EQ(out.checkpoint, out.time - 100);
  EXPECT_EQ(with_failures(plan, {70}).lost, 70) << "the copy of 41 is written at 71";
  EXPECT_EQ(with_failures(plan, {71}).lost, 71 - 41) << "what was trained during the write";
}

TEST(JobSimulation, GivesUpAfterItsRetries) {
  JobPlan plan = small();
  plan.max_retries = 1;
  EXPECT_EQ(with_failures(plan, {70}).end, JobEnd::kFinished);
  const JobOutcome out = with_failures(plan, {70, 90});
  EXPECT_EQ(out.end, JobEnd::kRetriesUsedUp);
  EXPECT_EQ(out.time, 90);
  EXPECT_EQ(out.saved_steps, 4);
}

TEST(JobSimulation, EveryTickIsWhereItBelongs) {
  std::mt19937 random(7);
  const auto draw = [&](int low, int high) {
    return low + static_cast<int>(random() % static_cast<unsigned>(high - low + 1));
  };
  for (int round = 0; round < 20'000; ++round) {
    JobPlan plan{.steps = draw(1, 30),
                 .step = draw(1, 5),
                 .interval = draw(1, 12),
                 .stall = draw(0, 6),
                 .background = draw(0, 1) * draw(0, 30),
                 .detect = draw(0, 4),
                 .replace = draw(0, 40),
                 .load = draw(0, 5),
                 .spares = draw(0, 2)};
    plan.interval = std::min(plan.interval, plan.steps);
    if (draw(0, 3) == 0) plan.max_retries = draw(0, 8);
    std::vector<JobTime> failures(static_cast<std::size_t>(draw(0, 12)));
    for (JobTime& at : failures) at = draw(0, 300);
    std::sort(failures.begin(), failures.end());
    const JobOutcome out = with_failures(plan, failures);
    expect_same(out, TickByTick(plan, failures).run());
    EXPECT_EQ(out.time, out.useful + out.checkpoint + out.lost + out.restart + out.waiting);
    EXPECT_EQ(out.useful, out.saved_steps * plan.step);
    if (out.end == JobEnd::kFinished) {
      EXPECT_EQ(out.saved_steps, plan.steps);
    }
    ASSERT_FALSE(HasFailure()) << fmt::format("round {}", round);
  }
}

TEST(JobSimulation, EventsFollowEachOtherWithoutGaps) {
  const std::vector<JobTime> failures{30, 70, 82, 90};
  std::vector<JobEvent> events;
  const JobOutcome out = simulate_job(small(), FailureTimes(failures), &events);
  JobTime now = 0;
  std::int64_t failed = 0;
  std::int64_t checkpoints = 0;
  for (const JobEvent& event : events) {
    EXPECT_EQ(event.start, now);
    EXPECT_GE(event.end, event.start);
    now = event.end;
    failed += event.kind == JobEvent::Kind::kFailure ? 1 : 0;
    checkpoints += event.checkpoints;
  }
  EXPECT_EQ(now, out.time);
  EXPECT_EQ(failed, 4);
  EXPECT_EQ(checkpoints, out.checkpoints);
}

TEST(JobSimulation, StopsWhereThereIsNoProgress) {
  JobPlan plan = small();
  plan.step = 1'000'000'000;
  const JobOutcome out = simulate_job(plan, FailureTimes(1e-3, RandomStream(1, 1)));
  EXPECT_EQ(out.end, JobEnd::kTooManyFailures);
  EXPECT_EQ(out.failures, 100'000);
  EXPECT_EQ(out.saved_steps, 0);
  EXPECT_EQ(out.time, out.lost + out.restart + out.waiting);
}

TEST(JobSimulation, IsBoundedInTime) {
  JobPlan plan{.steps = 1'000'000'000'000, .step = kLongestJob / 1000, .interval = 1};
  EXPECT_EQ(with_failures(plan, {}).end, JobEnd::kTooLong);
  plan = {.steps = 1'000'000, .step = kLongestJob / 1'000'000, .interval = 1'000'000};
  plan.replace = plan.detect = plan.load = kLongestJob / 600;
  const JobOutcome out = simulate_job(plan, FailureTimes(86'400.0 * 365, RandomStream(1, 1)));
  EXPECT_EQ(out.end, JobEnd::kTooLong) << "it fails every year and saves nothing for 50";
  EXPECT_EQ(out.time, out.useful + out.checkpoint + out.lost + out.restart + out.waiting);
}

}  // namespace
}  // namespace nscope::sim
