#include "app/gui/simulate/simulate_page.h"
#include "profiler/trace/build/playback_clock.h"

#include <QSignalSpy>
#include <QTest>
#include <functional>

#include <gtest/gtest.h>

namespace nscope::gui {
namespace {

void wait_until_predicted(SimulatePage& page) {
  ASSERT_TRUE(QTest::qWaitFor([&page] { return !page.is_estimating(); }, 60'000));
}

TEST(SimulateRun, RunShowsTheTrace) {
  SimulatePage page;
  page.resize(1200, 800);
  page.show();
  QSignalSpy finished(&page, &SimulatePage::run_finished);
  QTest::mouseClick(&page.run_button(), Qt::LeftButton);
  ASSERT_TRUE(finished.wait(60'000));
  ASSERT_NE(page.trace(), nullptr);
  EXPECT_GT(page.trace()->slice_count(), 100u);
  EXPECT_EQ(page.timeline().trace(), page.trace());
  QSignalSpy opened(&page, &SimulatePage::open_requested);
  for (QPushButton* button : page.findChildren<QPushButton*>()) {
    if (button->text() == "Open in Inspect") button->click();
  }
  EXPECT_EQ(opened.count(), 1);
}

TEST(SimulateRun, CancelStopsTheRun) {
  SimulatePage page;
  page.set_workload({.model = "llama-2-70b",
                     .instance = "inf2.48xlarge",
                     .tensor_parallel = 24,
                     .batch = 1,
                     .input_tokens = 1024,
                     .output_tokens = 3000});
  wait_until_predicted(page);
  ASSERT_TRUE(page.run_button().isEnabled()) << page.verdict().message().toStdString();
  QSignalSpy finished(&page, &SimulatePage::run_finished);
  QSignalSpy failed(&page, &SimulatePage::failed);
  page.run();
  EXPECT_TRUE(page.job().is_running());
  EXPECT_EQ(page.run_button().text(), "Cancel");
  QTest::mouseClick(&page.run_button(), Qt::LeftButton);
  ASSERT_TRUE(finished.wait(60'000));
  EXPECT_EQ(page.trace(), nullptr) << "a cancelled run shows nothing";
  EXPECT_EQ(failed.count(), 0) << "the user knows that he cancelled";
  EXPECT_EQ(page.run_button().text(), "Run");
}

class PlayedRunTest : public testing::Test {
 protected:
  PlayedRunTest() {
    page_.resize(1200, 800);
    page_.show();
  }
  QPushButton* button(const char* text) {
    for (QPushButton* each : page_.findChildren<QPushButton*>()) {
      if (each->text() == QString::fromUtf8(text)) return each;
    }
    ADD_FAILURE() << "no button " << text;
    return nullptr;
  }
  bool wait_for(const std::function<bool()>& done) { return QTest::qWaitFor(done, 60'000); }
  double share() {
    const auto& run = *page_.timeline().trace();
    const auto begin = static_cast<double>(run.begin().value());
    return (*page_.player().position() - begin) / (static_cast<double>(run.end().value()) - begin);
  }

  SimulatePage page_;
};

TEST_F(PlayedRunTest, APlayedRunIsCoveredWhereItHasNotBeen) {
  page_.speed().set_speed(0.01);
  QTest::mouseClick(&page_.run_button(), Qt::LeftButton);
  ASSERT_TRUE(wait_for([this] { return page_.player().is_playing(); }));
  ASSERT_TRUE(page_.player().position());
  const double first = share();
  EXPECT_LT(first, 0.5);
  ASSERT_TRUE(wait_for([&] { return share() > first; }));
  // Right of the moment there is nothing to see, to hover or to select.
  QWidget* viewport = page_.timeline().viewport();
  const QWidget* top = viewport->childAt(viewport->width() - 5, viewport->height() / 2);
  ASSERT_NE(top, nullptr);
  EXPECT_TRUE(top->isVisible());
  QTest::mouseClick(viewport->childAt(viewport->width() - 5, 60), Qt::LeftButton);
  EXPECT_FALSE(page_.timeline().selected().valid());
  EXPECT_FALSE(button("Open in Inspect")->isEnabled());
  QTest::mouseClick(button("Pause"), Qt::LeftButton);
  QTest::qWait(60);
  const double paused = share();
  QTest::qWait(100);
  EXPECT_EQ(share(), paused);
  QTest::mouseClick(button("Continue"), Qt::LeftButton);
  ASSERT_TRUE(wait_for([&] { return share() > paused; }));
  // As fast as possible: it ends at once, and the run is whole.
  const auto whole = page_.trace();
  QSignalSpy finished(&page_, &SimulatePage::run_finished);
  page_.speed().setCurrentIndex(0);
  emit page_.speed().activated(0);
  ASSERT_TRUE(finished.count() > 0 || finished.wait(60'000));
  EXPECT_EQ(page_.trace(), whole);
  EXPECT_FALSE(page_.player().position());
  EXPECT_EQ(viewport->childAt(viewport->width() - 5, viewport->height() / 2), nullptr);
  EXPECT_TRUE(button("Open in Inspect")->isEnabled());
}

TEST_F(PlayedRunTest, StoppedItKeepsWhatWasPlayed) {
  page_.speed().set_speed(0.01);
  QTest::mouseClick(&page_.run_button(), Qt::LeftButton);
  ASSERT_TRUE(wait_for([this] { return page_.player().is_playing() && share() > 0.001; }));
  const std::size_t whole = page_.trace()->slice_count();
  QSignalSpy finished(&page_, &SimulatePage::run_finished);
  QTest::mouseClick(button("Stop"), Qt::LeftButton);
  ASSERT_TRUE(finished.wait(60'000));
  ASSERT_NE(page_.trace(), nullptr);
  EXPECT_LT(page_.trace()->slice_count(), whole);
  EXPECT_GT(page_.trace()->slice_count(), 0u);
  EXPECT_EQ(page_.timeline().trace(), page_.trace());
  QSignalSpy kept(&page_, &SimulatePage::save_requested);
  QTest::mouseClick(button("Save Run As…"), Qt::LeftButton);
  EXPECT_EQ(kept.count(), 1);
}

TEST_F(PlayedRunTest, RunAgainWhileOneIsPlayed) {
  page_.speed().set_speed(1e-6);
  QTest::mouseClick(&page_.run_button(), Qt::LeftButton);
  ASSERT_TRUE(wait_for([this] { return page_.player().is_playing(); }));
  page_.speed().set_speed(PlaybackClock::kUnlimited);
  QSignalSpy finished(&page_, &SimulatePage::run_finished);
  QTest::mouseClick(&page_.run_button(), Qt::LeftButton);
  ASSERT_TRUE(finished.wait(60'000));
  EXPECT_FALSE(page_.player().is_playing());
  EXPECT_FALSE(page_.player().position());
  EXPECT_EQ(finished.count(), 1) << "the one before was given up";
}

}  // namespace
}  // namespace nscope::gui
