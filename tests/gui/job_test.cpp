#include "app/gui/background/job.h"

#include "app/gui/panels/job_list.h"
#include "app/gui/panels/job_status.h"
#include "profiler/base/result.h"

#include <QSignalSpy>
#include <QTest>
#include <atomic>
#include <chrono>
#include <thread>

#include <gtest/gtest.h>

namespace nscope::gui {
namespace {

/// Works until it is cancelled or `release` is set.
int wait_for(TaskControl& control, const std::atomic<bool>& release, int value) {
  while (!control.cancelled() && !release.load()) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  return control.cancelled() ? -1 : value;
}

TEST(Job, DeliversInTheGuiThread) {
  Job job(QStringLiteral("test"));
  const auto gui = std::this_thread::get_id();
  std::thread::id delivered_in;
  std::thread::id worked_in;
  int result = 0;
  QSignalSpy finished(&job, &Job::finished);
  job.start(
      [&worked_in](TaskControl&) {
        worked_in = std::this_thread::get_id();
        return 42;
      },
      [&](int value) {
        result = value;
        delivered_in = std::this_thread::get_id();
      });
  ASSERT_TRUE(finished.wait(5000));
  EXPECT_EQ(result, 42);
  EXPECT_EQ(delivered_in, gui);
  EXPECT_NE(worked_in, gui);
  EXPECT_FALSE(job.is_running());
}

TEST(Job, NewestWins) {
  Job job(QStringLiteral("test"));
  std::atomic<bool> never{false};
  std::vector<int> delivered;
  QSignalSpy finished(&job, &Job::finished);
  job.start([&](TaskControl& control) { return wait_for(control, never, 1); },
            [&](int value) { delivered.push_back(value); });
  job.start([](TaskControl&) { return 2; }, [&](int value) { delivered.push_back(value); });
  ASSERT_TRUE(finished.wait(5000));
  QTest::qWait(30);
  EXPECT_EQ(delivered, std::vector<int>{2});
}

TEST(Job, CancelReachesTheWork) {
  Job job(QStringLiteral("test"));
  std::atomic<bool> never{false};
  int result = 0;
  QSignalSpy finished(&job, &Job::finished);
  job.start([&](TaskControl& control) { return wait_for(control, never, 1); },
            [&](int value) { result = value; });
  EXPECT_TRUE(job.is_running());
  job.cancel();
  ASSERT_TRUE(finished.wait(5000));
  EXPECT_EQ(result, -1);
}

TEST(Job, DestructionCancelsAndWaits) {
  std::atomic<bool> never{false};
  std::atomic<bool> ended{false};
  bool delivered = false;
  {
    Job job(QStringLiteral("test"));
    job.start(
        [&](TaskControl& control) {
          const int value = wait_for(control, never, 1);
          ended = true;
          return value;
        },
        [&](int) { delivered = true; });
  }
  EXPECT_TRUE(ended.load());
  QTest::qWait(20);
  EXPECT_FALSE(delivered);
}

TEST(JobStatus, ShowsPhaseProgressAndCancels) {
  Job job(QStringLiteral("Opening x"));
  JobStatus status;
  status.watch(&job);
  status.show();
  auto* label = status.findChild<QLabel*>();
  EXPECT_EQ(label->text(), "no jobs");
  std::atomic<bool> never{false};
  QSignalSpy idle(&status, &JobStatus::idle);
  job.start(
      [&](TaskControl& control) {
        control.begin(phrase("Reading"), 10);
        control.advance_to(5);
        return wait_for(control, never, 1);
      },
      [](int) {});
  QTest::qWait(250);
  EXPECT_TRUE(status.is_busy());
  EXPECT_EQ(label->text(), "Opening x · Reading");
  EXPECT_EQ(status.findChild<QProgressBar*>()->value(), 500);
  status.findChild<QPushButton*>()->click();
  ASSERT_TRUE(idle.wait(5000));
  EXPECT_EQ(label->text(), "no jobs");
}

TEST(JobStatus, ShowsNothingOfAMoment) {
  Job job(QStringLiteral("Predicting"));
  JobStatus status;
  status.watch(&job);
  status.show();
  auto* label = status.findChild<QLabel*>();
  QSignalSpy idle(&status, &JobStatus::idle);
  job.start([](TaskControl&) { return 1; }, [](int) {});
  EXPECT_TRUE(status.is_busy());
  EXPECT_EQ(label->text(), "no jobs");
  EXPECT_FALSE(status.findChild<QProgressBar*>()->isVisible());
  ASSERT_TRUE(idle.wait(5000));
  // A job restarted by each key counts as one long job.
  std::atomic<bool> never{false};
  for (int key = 0; key < 10; ++key) {
    job.start([&](TaskControl& control) { return wait_for(control, never, 1); }, [](int) {});
    QTest::qWait(40);
  }
  EXPECT_EQ(label->text(), "Predicting");
  job.cancel();
  ASSERT_TRUE(idle.wait(5000));
  EXPECT_EQ(label->text(), "no jobs");
}

TEST(JobList, HasARowForEachRunningJobThatCancelsIt) {
  Job first(QStringLiteral("Opening x"));
  Job second(QStringLiteral("Summary"));
  QWidget window;
  window.resize(600, 400);
  auto* status = new JobStatus(&window);
  status->setGeometry(0, 370, 600, 30);
  for (Job* job : {&first, &second}) status->watch(job);
  window.show();
  std::atomic<bool> never{false};
  std::vector<int> ended;
  QSignalSpy idle(status, &JobStatus::idle);
  first.start([&](TaskControl& control) { return wait_for(control, never, 1); },
              [&](int) { ended.push_back(1); });
  second.start([&](TaskControl& control) { return wait_for(control, never, 2); },
               [&](int) { ended.push_back(2); });
  status->toggle_list();
  JobList& list = status->list();
  ASSERT_TRUE(list.isVisible());
  EXPECT_TRUE(window.rect().contains(list.geometry()));
  ASSERT_EQ(list.row_count(), 2);
  const auto buttons = list.findChildren<QPushButton*>();
  ASSERT_EQ(buttons.size(), 2);
  EXPECT_EQ(buttons[1]->accessibleName(), "Cancel Summary");
  buttons[1]->click();
  QTest::qWait(250);
  EXPECT_EQ(ended, std::vector<int>{2}) << "only the one that was asked to";
  EXPECT_EQ(list.row_count(), 1);
  list.findChild<QPushButton*>()->click();
  ASSERT_TRUE(idle.wait(5000));
  EXPECT_EQ(list.row_count(), 0);
  EXPECT_TRUE(list.isVisible()) << "says that nothing runs";
  QTest::keyClick(&list, Qt::Key_Escape);
  EXPECT_FALSE(list.isVisible());
}

}  // namespace
}  // namespace nscope::gui
