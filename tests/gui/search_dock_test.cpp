#include "app/gui/docks/search_dock.h"

#include "tests/gui/run_fixtures.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QTest>

#include <gtest/gtest.h>

namespace nscope::gui {
namespace {

class SearchDockTest : public testing::Test {
 protected:
  SearchDockTest()
      : dock_(run_, nullptr),
        events_(&dock_.events().model(), QAbstractItemModelTester::FailureReportingMode::Fatal) {
    dock_.resize(1100, 400);
    dock_.show();
    dock_.activateWindow();
    EXPECT_TRUE(QTest::qWaitForWindowActive(&dock_));
    dock_.set_seen(true);
    run_.set_trace(make_run());
  }
  void search(const QString& query) {
    dock_.query().setText(query);
    QTest::keyClick(&dock_.query(), Qt::Key_Return);
    for (Job* job : dock_.jobs()) {
      ASSERT_TRUE(QTest::qWaitFor([job] { return !job->is_running(); }));
    }
  }
  std::int64_t selected_start() const {
    return run_.trace()->slice(run_.selected_event()).begin().value();
  }

  RunView run_;
  SearchDock dock_;
  QAbstractItemModelTester events_;
};

TEST_F(SearchDockTest, ListsCountsAndSumsWhatMatches) {
  search(QStringLiteral("copy"));
  EXPECT_EQ(dock_.events().model().rowCount(), 5);
  EXPECT_EQ(dock_.names().model().rowCount(), 1);
  EXPECT_TRUE(dock_.status().startsWith(QStringLiteral("5 events · 250")))
      << dock_.status().toStdString();
  search(QStringLiteral("engine:Vector dur>1us"));
  EXPECT_EQ(dock_.events().message(), QStringLiteral("No event matches."));
  search(QStringLiteral("arg.no_such_key:1"));
  EXPECT_TRUE(dock_.events().message().contains(QStringLiteral("no_such_key")));
}

TEST_F(SearchDockTest, AWrongQueryIsMarkedWhileTypingAndSaysWhy) {
  search(QStringLiteral("copy"));
  dock_.query().setText(QStringLiteral("dur>5 dur>oops"));
  EXPECT_TRUE(dock_.query().property("wrong").toBool());
  EXPECT_EQ(dock_.events().model().rowCount(), 5) << "what was found stays until Enter";
  QTest::keyClick(&dock_.query(), Qt::Key_Return);
  EXPECT_TRUE(dock_.events().message().startsWith(QStringLiteral("character 11: ")));
  EXPECT_EQ(run_.highlight(), nullptr);
  dock_.query().setText(QStringLiteral("dur>5"));
  EXPECT_FALSE(dock_.query().property("wrong").toBool());
  EXPECT_TRUE(dock_.query().toolTip().isEmpty());
}

TEST_F(SearchDockTest, StepsThroughEventsInTimeAndStartsOver) {
  search(QStringLiteral("copy|matmul"));
  std::vector<std::int64_t> starts;
  for (int i = 0; i < 7; ++i) {
    dock_.next();
    starts.push_back(selected_start());
  }
  EXPECT_EQ(starts, (std::vector<std::int64_t>{0, 200, 200, 400, 600, 800, 0}));
  EXPECT_TRUE(dock_.status().contains(QStringLiteral("event 1 of 6")));
  dock_.previous();
  EXPECT_EQ(selected_start(), 800);
  // From an event that was not found, the next one in time.
  run_.select(Trace::slice_id(*track_named(*run_.trace(), "VectorE"), 3));
  dock_.next();
  EXPECT_EQ(selected_start(), 400);
}

TEST_F(SearchDockTest, RowsLeadToTheirEvents) {
  search(QStringLiteral("copy"));
  dock_.events().view().setFocus();  // which chooses the first row
  const QSignalSpy revealed(&run_, &RunView::reveal_wanted);
  const QSignalSpy zoomed(&run_, &RunView::zoom_wanted);
  dock_.events().select_row(2);
  EXPECT_EQ(selected_start(), 400);
  EXPECT_EQ(revealed.count(), 1);
  QTest::keyClick(&dock_.events().view(), Qt::Key_Return);
  EXPECT_EQ(zoomed.count(), 1);
  // Another view selects: the row follows.
  run_.select(Trace::slice_id(*track_named(*run_.trace(), "VectorE"), 8));
  EXPECT_EQ(dock_.events().current_row(), 4u);
  EXPECT_EQ(revealed.count(), 1) << "following is not revealing";
}

TEST_F(SearchDockTest, MarksOutEverythingFound) {
  search(QStringLiteral("copy"));
  ASSERT_NE(run_.highlight(), nullptr);
  const Track& vector = *track_named(*run_.trace(), "VectorE");
  EXPECT_TRUE(run_.highlight()->holds(vector, 0));
  EXPECT_FALSE(run_.highlight()->holds(vector, 1));
  EXPECT_FALSE(run_.highlight()->holds(*track_named(*run_.trace(), "TensorE"), 0));
  dock_.highlights().setChecked(false);
  EXPECT_EQ(run_.highlight(), nullptr);
  dock_.highlights().setChecked(true);
  ASSERT_NE(run_.highlight(), nullptr);
  const auto other = highlight_name(*run_.trace(), run_.trace()->strings().find("MATMUL"));
  run_.set_highlight(other);
  EXPECT_FALSE(dock_.highlights().isChecked()) << "another view marks out something else";
  search(QString());
  EXPECT_EQ(run_.highlight(), other) << "and keeps it";
}

TEST_F(SearchDockTest, ANameNarrowsTheSearch) {
  search(QStringLiteral("engine:vector"));
  ASSERT_EQ(dock_.names().model().rowCount(), 2);
  emit dock_.names().row_activated(0);
  EXPECT_EQ(dock_.query().text().section(QLatin1Char(' '), 1), QStringLiteral("=\"COPY\""));
  ASSERT_TRUE(QTest::qWaitFor([this] { return dock_.events().model().rowCount() == 5; }));
}

TEST_F(SearchDockTest, AnotherRunIsSearchedAgain) {
  search(QStringLiteral("copy"));
  run_.set_trace(make_run());
  ASSERT_TRUE(QTest::qWaitFor([this] { return dock_.status().startsWith(QLatin1Char('5')); }));
  dock_.set_seen(false);
  run_.set_trace(make_run());
  dock_.next();
  EXPECT_FALSE(run_.selected_event().valid()) << "what the last run had is gone at once";
  run_.set_trace(nullptr);
  dock_.set_seen(true);
  EXPECT_EQ(dock_.events().message().isEmpty(), false);
}

}  // namespace
}  // namespace nscope::gui
