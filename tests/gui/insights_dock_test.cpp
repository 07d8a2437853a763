#include "app/gui/docks/insights_dock.h"

#include "app/gui/docks/evidence.h"
#include "app/gui/text/text.h"
#include "tests/gui/docks_fixtures.h"

#include <QSignalSpy>
#include <QToolButton>

#include <gtest/gtest.h>

namespace nscope::gui {
namespace {

TEST(InsightsDock, RanksWhatItFindsAndListsWhatItCouldNotJudge) {
  const LayeredRun run;
  SeenDock<InsightsDock> dock(run.trace);
  ASSERT_FALSE(dock.view.cards().empty()) << to_string(dock.view.message());
  EXPECT_TRUE(dock.view.message().isEmpty());
  EXPECT_FALSE(dock.view.summary().isEmpty());
  EXPECT_TRUE(dock.view.not_evaluated().contains(QStringLiteral("needs ")))
      << to_string(dock.view.not_evaluated());
  for (const InsightCard* card : dock.view.cards()) {
    EXPECT_FALSE(card->accessibleName().isEmpty());
    EXPECT_FALSE(card->accessibleDescription().isEmpty());
    EXPECT_GE(card->height(), card->minimumSizeHint().height()) << "nothing is cut";
    EXPECT_TRUE(card->isVisible());
  }
}

TEST(InsightsDock, ShowsItsCardsIfItIsResizedDuringTheEvaluation) {
  const LayeredRun run;
  SeenDock<InsightsDock> dock(nullptr);
  dock.run.set_trace(run.trace);
  dock.view.resize(1190, 410);
  dock.settle();
  ASSERT_FALSE(dock.view.cards().empty());
  for (const InsightCard* card : dock.view.cards()) EXPECT_TRUE(card->isVisible());
}

TEST(InsightsDock, CountsRulesByTheDataThatTheRunLacksAndListsThemOnDemand) {
  const LayeredRun run;
  SeenDock<InsightsDock> dock(run.trace);
  EXPECT_TRUE(dock.view.missing().contains(QStringLiteral("compile events (4 rules)")))
      << to_string(dock.view.missing());
  EXPECT_FALSE(dock.view.shows_not_evaluated());
  QToolButton& button = dock.view.not_evaluated_button();
  EXPECT_FALSE(button.accessibleName().isEmpty());
  QTest::mouseClick(&button, Qt::LeftButton);
  EXPECT_TRUE(dock.view.shows_not_evaluated());
  EXPECT_TRUE(dock.view.not_evaluated().contains(
      QStringLiteral("Repeated compilations: needs compilations")))
      << to_string(dock.view.not_evaluated());
  QTest::keyClick(&button, Qt::Key_Space);
  EXPECT_FALSE(dock.view.shows_not_evaluated());
}

TEST(InsightsDock, AClickOnEvidenceSelectsItInTheRun) {
  const LayeredRun run;
  SeenDock<InsightsDock> dock(run.trace);
  QPushButton* evidence = nullptr;
  for (const InsightCard* card : dock.view.cards()) {
    if (evidence == nullptr) evidence = card->evidence_button();
  }
  ASSERT_NE(evidence, nullptr);
  const QSignalSpy shown(&dock.run, &RunView::time_wanted);
  const QSignalSpy zoomed(&dock.run, &RunView::zoom_wanted);
  const std::size_t cards = dock.view.cards().size();
  QTest::mouseClick(evidence, Qt::LeftButton);
  EXPECT_EQ(shown.count() + zoomed.count(), 1);
  if (shown.count() == 1) {
    EXPECT_TRUE(dock.run.range());
  }
  dock.settle();
  EXPECT_EQ(dock.view.cards().size(), cards) << "the evidence does not replace the list";
}

TEST(InsightsDock, TheRelatedAnalysisIsALink) {
  const LayeredRun run;
  SeenDock<InsightsDock> dock(run.trace);
  const QSignalSpy wanted(&dock.run, &RunView::analysis_wanted);
  int links = 0;
  for (const InsightCard* card : dock.view.cards()) {
    if (card->analysis_button() == nullptr) continue;
    dock.run.set_range(SelectedRange{.time = {100.0, 200.0}});
    QTest::mouseClick(card->analysis_button(), Qt::LeftButton);
    EXPECT_FALSE(dock.run.range()) << "an insight covers the whole run";
    ASSERT_EQ(wanted.count(), ++links);
    EXPECT_TRUE(analysis::find_analysis(to_string(wanted.back()[0].toString())));
  }
  EXPECT_GT(links, 0);
}

TEST(InsightsDock, EvidenceIsScrolledIntoViewWithItsSurroundings) {
  const LayeredRun run;
  RunView view;
  view.set_trace(run.trace);
  const QSignalSpy revealed(&view, &RunView::reveal_wanted);
  const QSignalSpy shown(&view, &RunView::time_wanted);
  show_evidence(view, TraceTime(200), TraceTime(300), run.longest);
  ASSERT_EQ(revealed.count(), 1) << "its group is expanded and its row is scrolled into view";
  EXPECT_EQ(revealed[0][0].value<SliceId>(), run.longest);
  ASSERT_EQ(shown.count(), 1);
  EXPECT_EQ(shown[0][0].value<TimeView>(), (TimeView{150.0, 350.0})) << "with what is around it";
}

TEST(InsightsDock, SaysWhyItIsEmpty) {
  SeenDock<InsightsDock> dock(nullptr);
  EXPECT_TRUE(dock.view.message().contains(QStringLiteral("Open")));
  EXPECT_TRUE(dock.view.cards().empty());
  const LayeredRun run;
  dock.run.set_trace(run.trace);
  dock.settle();
  EXPECT_TRUE(dock.view.message().isEmpty());
  dock.run.set_trace(nullptr);
  EXPECT_FALSE(dock.view.message().isEmpty());
}

TEST(InsightsDock, WritesNumbersInTheirUnits) {
  EXPECT_EQ(
      insight_number_text({"small_time_share", phrase("time of small packets"), 0.41, "share"}),
      to_qstring("time of small packets: 41.0\u202f%"));
  EXPECT_EQ(insight_number_text({"graphs", phrase("graphs"), 12345, ""}),
            QStringLiteral("graphs: 12,345"));
  EXPECT_EQ(insight_number_text({"mfu_estimated_percent", phrase("MFU"), 0.0231, ""}),
            to_qstring("MFU: 2.31\u202f%"));
  EXPECT_EQ(insight_number_text({"hbm_read_bytes", phrase("HBM read"), 2048, "B"}),
            to_qstring("HBM read: 2.00\u202fKiB"));
  EXPECT_EQ(insight_number_text({"exposed_ns", phrase("exposed time"), 2e6, "ns"}),
            to_qstring("exposed time: 2.00\u202fms"));
}

}  // namespace
}  // namespace nscope::gui
